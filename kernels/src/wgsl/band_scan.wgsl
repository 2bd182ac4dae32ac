// `y[l, n, s]` is the sum of `w[j, l, n, s] y[l - 1, n, s - j]` over `j` up to 2, and `b[l, n, s]`: a workgroup for each `n`, for `l` of
// `ct_arg(0)..ct_arg(1)`. Operands: w, b, y.

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let lane = block.x + block.y * blocks.x;
    if lane >= ct_dim(2u, 1u) {
        return;
    }
    let states = ct_dim(2u, 2u);
    for (var l = ct_arg(0u); l < ct_arg(1u); l += 1u) {
        let line = l * ct_stride(2u, 0u) + lane * states;
        for (var s = thread; s < states; s += 256u) {
            let x = ct_load1(ct_offset(1u) + l * ct_stride(1u, 0u) + lane * ct_stride(1u, 1u) + s * ct_stride(1u, 2u));
            var sum = vec2<f32>(x, 0.0f);
            let w = ct_offset(0u) + l * ct_stride(0u, 1u) + lane * ct_stride(0u, 2u) + s * ct_stride(0u, 3u);
            for (var j = 0u; j < select(0u, min(3u, s + 1u), l > 0u); j += 1u) {
                let p = ct_two_product(ct_load0(w + j * ct_stride(0u, 0u)), ct_load2(line - ct_stride(2u, 0u) + s - j));
                let t = ct_two_sum(sum.x, p.x);
                sum = ct_pair(t.x, sum.y + t.y + p.y);
            }
            ct_keep2(line + s, sum.x + sum.y);
        }
        storageBarrier();
    }
}
