// Solves triangular systems in place, a workgroup for `ct_arg(2)` columns of each of `ct_arg(0)` systems. Row by row from the first where `ct_arg(3)` is 1,
// from the last where it is 0; the diagonal is 1 where `ct_arg(4)` is 1. `ct_arg(1)` is the rank of the triangles. A launch takes steps
// `ct_arg(6)..ct_arg(7)`. Operands: triangles, sides.

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let group = block.x + block.y * blocks.x;
    let lead = ct_arg(1u) - 2u;
    let n = ct_dim(0u, lead);
    let columns = ct_arg(5u);
    let parts = (columns + ct_arg(2u) - 1u) / ct_arg(2u);
    let system = group / parts;
    if system >= ct_arg(0u) {
        return;
    }
    let begin = group % parts * ct_arg(2u);
    let width = min(ct_arg(2u), columns - begin);
    let a = ct_batch(0u, lead, system);
    let down = ct_stride(0u, lead);
    let across = ct_stride(0u, lead + 1u);
    let x = system * n * columns + begin;
    let forward = ct_arg(3u) == 1u;
    for (var step = ct_arg(6u); step < ct_arg(7u); step += 1u) {
        let k = select(n - 1u - step, step, forward);
        if ct_arg(4u) != 1u {
            let pivot = ct_load0(a + k * (down + across));
            for (var c = thread; c < width; c += 256u) {
                ct_keep1(x + k * columns + c, ct_load1(x + k * columns + c) / pivot);
            }
            storageBarrier();
        }
        for (var i = thread; i < (n - 1u - step) * width; i += 256u) {
            let r = select(i / width, k + 1u + i / width, forward);
            let at = x + r * columns + i % width;
            let factor = ct_load0(a + r * down + k * across);
            ct_keep1(at, ct_load1(at) - factor * ct_load1(x + k * columns + i % width));
        }
        storageBarrier();
    }
}
