// The products of the rows of a pair of blocks, for `pairs.wgsl`.

const CT_OF_ROWS = true;

fn ct_gather(thread: u32, base: u32, side: u32, pair: vec2<u32>) {
    let p = thread / 16u * 2u;
    let q = thread % 16u * 2u;
    var sums = vec4<f32>(0.0f);
    for (var from_column = 0u; from_column < side; from_column += 32u) {
        for (var i = thread; i < 1024u; i += 256u) {
            ct_v[i % 32u * 33u + i / 32u] = ct_load1(base + ct_row_of(pair, i / 32u) * side + from_column + i % 32u);
        }
        workgroupBarrier();
        for (var k = 0u; k < 32u; k += 1u) {
            let x = vec2<f32>(ct_v[k * 33u + p], ct_v[k * 33u + p + 1u]);
            let y = vec2<f32>(ct_v[k * 33u + q], ct_v[k * 33u + q + 1u]);
            sums = fma(x.xxyy, y.xyxy, sums);
        }
        workgroupBarrier();
    }
    ct_a[p * 32u + q] = sums.x;
    ct_a[p * 32u + q + 1u] = sums.y;
    ct_a[p * 32u + 32u + q] = sums.z;
    ct_a[p * 32u + 33u + q] = sums.w;
}

fn ct_put(thread: u32, base: u32, side: u32, pair: vec2<u32>) {
}
