// Determinants of factored matrices of `ct_arg(0)` rows. Operands: a matrix that is not read, matrices, orders, determinants.

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let point = (block.x + block.y * blocks.x) * 256u + thread;
    if point >= ct_numel(3u) {
        return;
    }
    let n = ct_arg(0u);
    let odd = n > 0u && ct_load2(point * (n + 1u) + n) == 1;
    var product = CtScaled(vec2<f32>(select(1.0f, -1.0f, odd), 0.0f), 0);
    var singular = false;
    var finite = true;
    for (var i = 0u; i < n; i += 1u) {
        let x = ct_load1((point * n + i) * n + i);
        singular = singular || (!ct_is_nan(x) && x == 0.0f);
        finite = finite && ct_is_finite(x);
        product = ct_times(product, ct_as_scaled(x));
    }
    // An infinite pivot beside a zero stays visible; an infinite product of finite ones does not.
    ct_keep3(point, select(ct_value(product), 0.0f, singular && finite));
}
