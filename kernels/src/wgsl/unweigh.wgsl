// Cotangents of scores in place of those of weights, a workgroup for each query. Number `ct_arg(0)` is the scale. Operands: mask, weights,
// cotangents.

var<workgroup> ct_lanes: array<f32, 256>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let row = block.x + block.y * blocks.x;
    let keys = ct_dim(0u, 3u);
    if row >= ct_arg(3u) {
        return;
    }
    let open = ct_lane(0u, 3u, row);
    let at = row * keys;
    var sum = 0.0f;
    for (var j = thread; j < keys; j += 256u) {
        if ct_load0(open + j * ct_stride(0u, 3u)) {
            sum = fma(ct_load1(at + j), ct_load2(at + j), sum);
        }
    }
    ct_lanes[thread] = sum;
    for (var half = 128u; half > 0u; half /= 2u) {
        workgroupBarrier();
        if thread < half {
            ct_lanes[thread] += ct_lanes[thread + half];
        }
    }
    workgroupBarrier();
    let mean = ct_lanes[0];
    for (var j = thread; j < keys; j += 256u) {
        var g = 0.0f;
        if ct_load0(open + j * ct_stride(0u, 3u)) {
            g = ct_load1(at + j) * (ct_load2(at + j) - mean) * ct_number(ct_arg(0u), ct_arg(1u), ct_arg(2u));
        }
        ct_keep2(at + j, g);
    }
}
