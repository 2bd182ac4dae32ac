// A pair of blocks of a symmetric matrix, for `pairs.wgsl`.

const CT_OF_ROWS = false;

fn ct_gather(thread: u32, base: u32, side: u32, pair: vec2<u32>) {
    for (var i = thread; i < 1024u; i += 256u) {
        ct_a[i] = ct_load1(base + ct_row_of(pair, i / 32u) * side + ct_row_of(pair, i % 32u));
    }
}

fn ct_put(thread: u32, base: u32, side: u32, pair: vec2<u32>) {
    for (var i = thread; i < 1024u; i += 256u) {
        ct_keep1(base + ct_row_of(pair, i / 32u) * side + ct_row_of(pair, i % 32u), ct_a[i]);
    }
}
