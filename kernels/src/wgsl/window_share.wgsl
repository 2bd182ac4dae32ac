// The parts of windows, added up at the elements that are at least `y`. Operands: y, x by the elements of a window, steps and strides,
// dilations, x, parts, z.

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let point = (block.x + block.y * blocks.x) * 256u + thread;
    if point >= ct_numel(6u) {
        return;
    }
    var origin = ct_offset(0u);
    var first = 0u;
    var count = 1u;
    // The axes on which several windows have the element, where it is there, and which they are.
    var several = 0u;
    var axes: array<u32, 8>;
    var places: array<u32, 8>;
    var covers: array<vec2<u32>, 8>;
    var rest = point;
    for (var axis = 8u; axis > 0u; axis -= 1u) {
        let d = axis - 1u;
        let s = rest % ct_dim(6u, d);
        rest /= ct_dim(6u, d);
        let cover = ct_covers(d, s);
        count *= cover.y;
        if cover.y == 1u {
            let w = ct_window(d, s, cover.x);
            origin += w * ct_stride(0u, d);
            first += w * ct_stride(5u, d);
        } else {
            axes[several] = d;
            places[several] = s;
            covers[several] = cover;
            several += 1u;
        }
    }
    let x = ct_load4(ct_place(4u, point));
    if ct_is_nan(x) {
        count = 0u;
    }
    var sum: CtSum;
    for (var k = 0u; k < count; k += 1u) {
        var number = k;
        var at = origin;
        var part = first;
        for (var i = 0u; i < several; i += 1u) {
            let d = axes[i];
            let w = ct_window(d, places[i], covers[i].x + number % covers[i].y * ct_dim(2u, d));
            number /= covers[i].y;
            at += w * ct_stride(0u, d);
            part += w * ct_stride(5u, d);
        }
        let y = ct_load0(at);
        if x >= y && !ct_is_nan(y) {
            sum = ct_plus(sum, ct_load5(part));
        }
    }
    ct_keep6(point, ct_total(sum));
}
