// Weights of attention in place of scores, a workgroup for each query. Number `ct_arg(0)` is the scale. A query to which no key is open has weights
// of 0. Operands: mask, bias, weights.

var<workgroup> ct_lanes: array<f32, 256>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let row = block.x + block.y * blocks.x;
    let keys = ct_dim(0u, 3u);
    if row >= ct_arg(3u) {
        return;
    }
    let scale = ct_number(ct_arg(0u), ct_arg(1u), ct_arg(2u));
    let open = ct_lane(0u, 3u, row);
    let bias = ct_lane(1u, 3u, row);
    let at = row * keys;
    var top = -ct_inf();
    for (var j = thread; j < keys; j += 256u) {
        if ct_load0(open + j * ct_stride(0u, 3u)) {
            let x = ct_load2(at + j) * scale + ct_load1(bias + j * ct_stride(1u, 3u));
            if !ct_is_nan(x) && x > top {
                top = x;
            }
        }
    }
    ct_lanes[thread] = top;
    for (var half = 128u; half > 0u; half /= 2u) {
        workgroupBarrier();
        if thread < half {
            ct_lanes[thread] = max(ct_lanes[thread], ct_lanes[thread + half]);
        }
    }
    workgroupBarrier();
    top = ct_lanes[0];
    workgroupBarrier();
    // Scores that are all infinite are not compared.
    top = select(0.0f, top, ct_is_finite(top));
    var sum = 0.0f;
    for (var j = thread; j < keys; j += 256u) {
        var weight = 0.0f;
        if ct_load0(open + j * ct_stride(0u, 3u)) {
            weight = ct_exp(ct_load2(at + j) * scale + ct_load1(bias + j * ct_stride(1u, 3u)) - top);
        }
        ct_keep2(at + j, weight);
        sum += weight;
    }
    ct_lanes[thread] = sum;
    for (var half = 128u; half > 0u; half /= 2u) {
        workgroupBarrier();
        if thread < half {
            ct_lanes[thread] += ct_lanes[thread + half];
        }
    }
    workgroupBarrier();
    sum = ct_lanes[0];
    let factor = select(1.0f / sum, 0.0f, !ct_is_nan(sum) && sum == 0.0f);
    for (var j = thread; j < keys; j += 256u) {
        ct_keep2(at + j, ct_load2(at + j) * factor);
    }
}
