// Places of what lies behind an index over some of the axes.

// Where lane number `lane` along `axis` begins.
fn ct_lane(operand: u32, axis: u32, lane: u32) -> u32 {
    var rest = lane;
    var at = ct_offset(operand);
    for (var d = 8u; d > 0u; d -= 1u) {
        let dim = ct_dim(operand, d - 1u);
        if d - 1u != axis && dim > 1u {
            at += rest % dim * ct_stride(operand, d - 1u);
            rest /= dim;
        }
    }
    return at;
}

// Where number `i` of the indices over the first `lead` axes begins.
fn ct_batch(operand: u32, lead: u32, i: u32) -> u32 {
    var rest = i;
    var at = ct_offset(operand);
    for (var d = lead; d > 0u; d -= 1u) {
        let dim = ct_dim(operand, d - 1u);
        if dim > 1u {
            at += rest % dim * ct_stride(operand, d - 1u);
            rest /= dim;
        }
    }
    return at;
}
