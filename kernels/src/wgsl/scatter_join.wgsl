// Sums of `ct_arg(1)` chunks added to the result, with neighbours first. `ct_arg(0)` threads, a power of 2, share those of an element. Operands: sums
// of the first chunk, behind which are those of the others; y.

var<workgroup> ct_sums: array<CtSum, 256>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let wide = ct_arg(0u);
    // Neighbours are of neighbouring elements.
    let beside = 256u / wide;
    let count = ct_numel(0u);
    let point = (block.x + block.y * blocks.x) * beside + thread % beside;
    let is_there = point < count;
    let number = thread / beside;
    let share = (ct_arg(1u) + wide - 1u) / wide;
    let end = select(0u, min((number + 1u) * share, ct_arg(1u)), is_there);
    var sum: CtSum;
    for (var chunk = number * share; chunk < end; chunk += 1u) {
        sum = ct_plus(sum, ct_load0(chunk * count + point));
    }
    ct_sums[thread] = sum;
    for (var gap = 1u; gap < wide; gap *= 2u) {
        workgroupBarrier();
        if number % (2u * gap) == 0u {
            sum = ct_joined(sum, ct_sums[thread + gap * beside]);
            ct_sums[thread] = sum;
        }
    }
    if !is_there || thread >= beside {
        return;
    }
    var rest = point;
    var at = ct_offset(1u);
    for (var axis = 8u; axis > 0u; axis -= 1u) {
        at += rest % ct_dim(0u, axis - 1u) * ct_stride(1u, axis - 1u);
        rest /= ct_dim(0u, axis - 1u);
    }
    ct_keep1(at, ct_total(ct_plus(sum, ct_load1(at))));
}
