// How many elements are in each part between neighbours of `edges`, the last of which is the largest element of the last part. A
// workgroup counts one share of `ct_arg(0)` of the elements, for 2048 parts. Operands: x, edges, counts of each share.

const CT_BINS = 2048u;

var<workgroup> ct_counts: array<atomic<u32>, CT_BINS>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let group = block.x + block.y * blocks.x;
    let share = group % ct_arg(0u);
    let from_part = group / ct_arg(0u) * CT_BINS;
    let parts = ct_dim(2u, 1u);
    for (var i = thread; i < CT_BINS; i += 256u) {
        atomicStore(&ct_counts[i], 0u);
    }
    workgroupBarrier();
    for (var point = share * 256u + thread; point < ct_numel(0u); point += ct_arg(0u) * 256u) {
        let value = ct_load0(ct_place(0u, point));
        // NaN is in none.
        if ct_within(ct_load1(0u), value) && ct_within(value, ct_load1(parts)) {
            var low = 0u;
            var high = parts;
            while high - low > 1u {
                let middle = low + (high - low) / 2u;
                if ct_within(ct_load1(middle), value) {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            if low >= from_part && low < from_part + CT_BINS {
                atomicAdd(&ct_counts[low - from_part], 1u);
            }
        }
    }
    workgroupBarrier();
    for (var i = thread; i < CT_BINS; i += 256u) {
        if from_part + i < parts {
            ct_keep2(share * parts + from_part + i, i32(atomicLoad(&ct_counts[i])));
        }
    }
}
