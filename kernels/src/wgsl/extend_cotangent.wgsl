// Sums of what was copied from each element of axes that were continued: `ct_arg(0)` says how, `ct_arg(2)` and on how many elements
// were put before each. Operands: g, y.

const CT_REFLECT = 1u;
const CT_REPLICATE = 2u;
const CT_CIRCULAR = 3u;

// The readers of element `s`: the first and how many of an edge; else one before the axis, its own and one behind, where they are.
fn ct_edge(axis: u32, s: u32) -> vec2<u32> {
    let own = ct_arg(2u + axis) + s;
    let first = select(own, 0u, s == 0u);
    let last = select(own, ct_dim(0u, axis) - 1u, s == ct_dim(1u, axis) - 1u);
    return vec2<u32>(first, last - first + 1u);
}

fn ct_has_before(axis: u32, s: u32) -> bool {
    let before = ct_arg(2u + axis);
    if ct_arg(0u) == CT_REFLECT {
        return s > 0u && s <= before;
    }
    return ct_arg(0u) == CT_CIRCULAR && s + before >= ct_dim(1u, axis);
}

fn ct_behind(axis: u32, s: u32) -> u32 {
    let n = ct_dim(1u, axis);
    let far = select(n + s, 2u * (n - 1u) - s, ct_arg(0u) == CT_REFLECT);
    return ct_arg(2u + axis) + far;
}

fn ct_has_behind(axis: u32, s: u32) -> bool {
    if ct_arg(0u) == CT_REFLECT && s + 1u >= ct_dim(1u, axis) {
        return false;
    }
    return ct_behind(axis, s) < ct_dim(0u, axis);
}

fn ct_count(axis: u32, s: u32) -> u32 {
    if ct_arg(0u) == CT_REPLICATE {
        return ct_edge(axis, s).y;
    }
    return 1u + u32(ct_has_before(axis, s)) + u32(ct_has_behind(axis, s));
}

fn ct_reader(axis: u32, s: u32, k: u32) -> u32 {
    let before = ct_arg(2u + axis);
    if ct_arg(0u) == CT_REPLICATE {
        return ct_edge(axis, s).x + k;
    }
    let has_before = ct_has_before(axis, s);
    if has_before && k == 0u {
        return select(s + before - ct_dim(1u, axis), before - s, ct_arg(0u) == CT_REFLECT);
    }
    return select(ct_behind(axis, s), before + s, k == u32(has_before));
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let point = (block.x + block.y * blocks.x) * 256u + thread;
    if point >= ct_numel(1u) {
        return;
    }
    var origin = ct_offset(0u);
    var readers = 1u;
    // The axes that are read at several places, and where.
    var several = 0u;
    var axes: array<u32, 8>;
    var places: array<u32, 8>;
    var rest = point;
    for (var axis = 8u; axis > 0u; axis -= 1u) {
        let d = axis - 1u;
        let s = rest % ct_dim(1u, d);
        rest /= ct_dim(1u, d);
        let count = ct_count(d, s);
        if count == 1u {
            origin += ct_reader(d, s, 0u) * ct_stride(0u, d);
        } else {
            axes[several] = d;
            places[several] = s;
            several += 1u;
            readers *= count;
        }
    }
    var sum: CtSum;
    for (var k = 0u; k < readers; k += 1u) {
        var number = k;
        var at = origin;
        for (var i = 0u; i < several; i += 1u) {
            let count = ct_count(axes[i], places[i]);
            at += ct_reader(axes[i], places[i], number % count) * ct_stride(0u, axes[i]);
            number /= count;
        }
        sum = ct_plus(sum, ct_load0(at));
    }
    ct_keep1(point, ct_total(sum));
}
