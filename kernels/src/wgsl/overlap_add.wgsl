// Windows added up where they lie. Operands: g by windows, g by the elements of one, steps and strides, dilations, y.

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let point = (block.x + block.y * blocks.x) * 256u + thread;
    if point >= ct_numel(4u) {
        return;
    }
    var origin = ct_offset(0u);
    var count = 1u;
    // The axes on which several windows have the element, where it is there, and which they are.
    var several = 0u;
    var axes: array<u32, 8>;
    var places: array<u32, 8>;
    var covers: array<vec2<u32>, 8>;
    var rest = point;
    for (var axis = 8u; axis > 0u; axis -= 1u) {
        let d = axis - 1u;
        let s = rest % ct_dim(4u, d);
        rest /= ct_dim(4u, d);
        let cover = ct_covers(d, s);
        count *= cover.y;
        if cover.y == 1u {
            origin += ct_window(d, s, cover.x) * ct_stride(0u, d) + cover.x * ct_stride(1u, d);
        } else {
            axes[several] = d;
            places[several] = s;
            covers[several] = cover;
            several += 1u;
        }
    }
    var sum: CtSum;
    for (var k = 0u; k < count; k += 1u) {
        var number = k;
        var at = origin;
        for (var i = 0u; i < several; i += 1u) {
            let d = axes[i];
            let j = covers[i].x + number % covers[i].y * ct_dim(2u, d);
            number /= covers[i].y;
            at += ct_window(d, places[i], j) * ct_stride(0u, d) + j * ct_stride(1u, d);
        }
        sum = ct_plus(sum, ct_load0(at));
    }
    ct_keep4(point, ct_total(sum));
}
