// Where groups begin, by the number of rows of each: their rows, and their tiles of 16 rows. One thread walks them. Operands: sizes,
// starts. There are to be `ct_arg(0)` rows.

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    if block.x + block.y * blocks.x + thread > 0u {
        return;
    }
    let count = ct_numel(0u);
    let rows = ct_arg(0u);
    var end = 0u;
    var tiles = 0u;
    var is_right = true;
    ct_keep1(0u, 0);
    ct_keep1(count + 1u, 0);
    for (var i = 0u; i < count; i += 1u) {
        let size = ct_load0(ct_offset(0u) + i * ct_stride(0u, 0u));
        if size < 0 && is_right {
            ct_fail(0u, u32(size), 0u);
            is_right = false;
        }
        let own = u32(max(size, 0));
        end = select(end + own, 0xffffffffu, end > 0xffffffffu - own);
        // Of sizes that are wrong no group has rows that there are not.
        let start = u32(ct_load1(i));
        let kept = min(end, rows);
        tiles += (kept - start + 15u) / 16u;
        ct_keep1(i + 1u, i32(kept));
        ct_keep1(count + 2u + i, i32(tiles));
    }
    if end != rows && is_right {
        ct_fail(1u, end, rows);
    }
}
