// Tiles of `contract.wgsl` in which a thread has one element.

const CT_SIDE = 1u;

alias CtSums = f32;

var<workgroup> ct_left: array<f32, 256>;
var<workgroup> ct_right: array<f32, 256>;

fn ct_put_left(k: u32, m: u32, value: f32) {
    ct_left[k * 16u + m] = value;
}

fn ct_put_right(k: u32, n: u32, value: f32) {
    ct_right[k * 16u + n] = value;
}

fn ct_add_products(sums: CtSums, k: u32, x: u32, y: u32) -> CtSums {
    return fma(ct_left[k * 16u + y], ct_right[k * 16u + x], sums);
}

fn ct_sum(sums: CtSums, i: u32, j: u32) -> f32 {
    return sums;
}
