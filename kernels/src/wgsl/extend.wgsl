// Axes that are continued: `ct_arg(0)` says how, `ct_arg(2)` and on how many elements are put before each. `ct_arg(1)` is the word of
// what is put where the operand has no element, `ct_arg(10)` and `ct_arg(11)` those of its 64 bits. Operands: x, y.

const CT_CONSTANT = 0u;
const CT_REFLECT = 1u;
const CT_REPLICATE = 2u;
const CT_NONE = 0xffffffffu;

fn ct_source(axis: u32, i: u32) -> u32 {
    let n = ct_dim(0u, axis);
    // Below 0 it wraps.
    let at = i - ct_arg(2u + axis);
    if at < n {
        return at;
    }
    let before = (at >> 31u) == 1u;
    switch ct_arg(0u) {
        case CT_CONSTANT: { return CT_NONE; }
        case CT_REFLECT: { return select(2u * (n - 1u) - at, 0u - at, before); }
        case CT_REPLICATE: { return select(n - 1u, 0u, before); }
        default: { return select(at - n, at + n, before); }
    }
}

// Those that compute in 64 bits take the latter.
fn ct_fill(word: u32, high: u32, low: u32) -> CtT1 {
    return ct_of1(word);
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let point = (block.x + block.y * blocks.x) * 256u + thread;
    if point >= ct_numel(1u) {
        return;
    }
    var rest = point;
    var at = ct_offset(0u);
    var is_there = true;
    for (var axis = 8u; axis > 0u; axis -= 1u) {
        let dim = ct_dim(1u, axis - 1u);
        let source = ct_source(axis - 1u, rest % dim);
        rest /= dim;
        is_there = is_there && source != CT_NONE;
        at += source * ct_stride(0u, axis - 1u);
    }
    if is_there {
        ct_keep1(point, ct_load0(at));
    } else {
        ct_keep1(point, ct_fill(ct_arg(1u), ct_arg(10u), ct_arg(11u)));
    }
}
