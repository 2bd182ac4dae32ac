// What kernels of opaque ops see of their call: host arguments, then each operand's offset, length, dims and strides. `ct_args` is
// the launch's.

fn ct_arg(i: u32) -> u32 {
    return ct_args[i / 4u][i % 4u];
}

fn ct_offset(operand: u32) -> u32 {
    return ct_arg(16u + 18u * operand);
}

fn ct_numel(operand: u32) -> u32 {
    return ct_arg(17u + 18u * operand);
}

// Axes behind the rank have length 1 and stride 0.
fn ct_dim(operand: u32, axis: u32) -> u32 {
    return ct_arg(18u + 18u * operand + axis);
}

fn ct_stride(operand: u32, axis: u32) -> u32 {
    return ct_arg(26u + 18u * operand + axis);
}

fn ct_along(operand: u32, axis: u32, rest: ptr<function, u32>, at: ptr<function, u32>) {
    let dim = ct_dim(operand, axis);
    if dim > 1u {
        *at += *rest % dim * ct_stride(operand, axis);
        *rest /= dim;
    }
}

// Element number `point` of an operand, in row-major order. Not a loop: it stands in loops, and a driver that is software ends
// those of a thread after 65535 rounds, which it counts together.
fn ct_place(operand: u32, point: u32) -> u32 {
    var rest = point;
    var at = ct_offset(operand);
    ct_along(operand, 7u, &rest, &at);
    ct_along(operand, 6u, &rest, &at);
    ct_along(operand, 5u, &rest, &at);
    ct_along(operand, 4u, &rest, &at);
    ct_along(operand, 3u, &rest, &at);
    ct_along(operand, 2u, &rest, &at);
    ct_along(operand, 1u, &rest, &at);
    ct_along(operand, 0u, &rest, &at);
    return at;
}

// The number of an element among those that an operand has in memory: axes that repeat are counted once.
fn ct_position(operand: u32, point: u32) -> u32 {
    var rest = point;
    var position = 0u;
    var weight = 1u;
    for (var axis = 8u; axis > 0u; axis -= 1u) {
        let dim = ct_dim(operand, axis - 1u);
        if ct_stride(operand, axis - 1u) != 0u {
            position += rest % dim * weight;
            weight *= dim;
        }
        rest /= dim;
    }
    return position;
}
