// How many elements of an ascending vector come before each element, equal ones too if `ct_arg(0)`. Integers if `ct_arg(1)`.
// Operands: sorted, x, y.

// Integers in the order of the values: zeros of both signs are one, and NaN is above all.
fn ct_key(bits: u32) -> u32 {
    if ct_arg(1u) != 0u {
        return bits ^ 0x80000000u;
    }
    if (bits & 0x7fffffffu) > 0x7f800000u {
        return 0xffffffffu;
    }
    if (bits & 0x7fffffffu) == 0u {
        return 0x80000000u;
    }
    return select(bits | 0x80000000u, ~bits, (bits >> 31u) == 1u);
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let point = (block.x + block.y * blocks.x) * 256u + thread;
    if point >= ct_numel(1u) {
        return;
    }
    let wanted = ct_key(bitcast<u32>(ct_load1(ct_place(1u, point))));
    var low = 0u;
    var high = ct_numel(0u);
    while low < high {
        let middle = low + (high - low) / 2u;
        let key = ct_key(bitcast<u32>(ct_load0(ct_offset(0u) + middle * ct_stride(0u, 0u))));
        if key < wanted || (ct_arg(0u) != 0u && key == wanted) {
            low = middle + 1u;
        } else {
            high = middle;
        }
    }
    ct_keep2(point, i32(low));
}
