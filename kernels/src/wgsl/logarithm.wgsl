// Logarithms of magnitudes of determinants of factored matrices of `ct_arg(0)` rows, and their signs. Operands: a matrix that is not read, matrices,
// orders, logarithms, signs.

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let point = (block.x + block.y * blocks.x) * 256u + thread;
    if point >= ct_numel(3u) {
        return;
    }
    let n = ct_arg(0u);
    let odd = n > 0u && ct_load2(point * (n + 1u) + n) == 1;
    var sum = vec2<f32>(0.0f, 0.0f);
    var sign = select(1.0f, -1.0f, odd);
    for (var i = 0u; i < n; i += 1u) {
        let x = ct_load1((point * n + i) * n + i);
        if ct_is_nan(x) {
            sum.x = x;
            sign = x;
        } else if x == 0.0f {
            sum = ct_pair(sum.x - ct_inf(), 0.0f);
            sign *= 0.0f;
        } else {
            let t = ct_two_sum(sum.x, ct_log(abs(x)));
            sum = ct_pair(t.x, sum.y + t.y);
            sign = select(sign, -sign, x < 0.0f);
        }
    }
    ct_keep3(point, sum.x + sum.y);
    ct_keep4(point, sign);
}
