// What makes the largest component of each of `ct_arg(0)` rows positive, of several the first: 1 or -1, over its length where `ct_arg(1)` is 1.
// `ct_arg(2)` threads share a row. Operands: rows, factors.

var<workgroup> ct_largest: array<f32, 256>;
var<workgroup> ct_places: array<u32, 256>;
var<workgroup> ct_squares: array<f32, 256>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let lanes = ct_arg(2u);
    let lane = thread % lanes;
    let point = (block.x + block.y * blocks.x) * (256u / lanes) + thread / lanes;
    let works = point < ct_numel(1u);
    let row = point / ct_arg(0u) * ct_stride(0u, 0u) + point % ct_arg(0u) * ct_stride(0u, 1u);
    var largest = 0.0f;
    var place = 0u;
    var squares = 0.0f;
    for (var i = lane; works && i < ct_dim(0u, 2u); i += lanes) {
        let x = ct_load0(row + i);
        squares = fma(x, x, squares);
        if abs(x) > abs(largest) {
            largest = x;
            place = i;
        }
    }
    ct_largest[thread] = largest;
    ct_places[thread] = place;
    ct_squares[thread] = squares;
    for (var half = lanes / 2u; half > 0u; half /= 2u) {
        workgroupBarrier();
        if lane < half {
            let other = ct_largest[thread + half];
            let is_larger = abs(other) > abs(largest);
            if is_larger || (abs(other) == abs(largest) && ct_places[thread + half] < place) {
                largest = other;
                place = ct_places[thread + half];
            }
            squares += ct_squares[thread + half];
            ct_largest[thread] = largest;
            ct_places[thread] = place;
            ct_squares[thread] = squares;
        }
    }
    if works && lane == 0u {
        let size = select(1.0f, 1.0f / sqrt(squares), ct_arg(1u) == 1u);
        ct_keep1(point, select(size, -size, largest < 0.0f));
    }
}
