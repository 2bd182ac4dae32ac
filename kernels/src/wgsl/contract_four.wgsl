// Tiles of `contract.wgsl` in which a thread has four by four elements, its rows as vectors.

const CT_SIDE = 4u;

alias CtSums = mat4x4<f32>;

// Not vectors: threads store elements side by side, and a store of one may touch all four of its vector.
var<workgroup> ct_left: array<f32, 1024>;
var<workgroup> ct_right: array<f32, 1024>;

fn ct_put_left(k: u32, m: u32, value: f32) {
    ct_left[k * 64u + m] = value;
}

fn ct_put_right(k: u32, n: u32, value: f32) {
    ct_right[k * 64u + n] = value;
}

fn ct_add_products(sums: CtSums, k: u32, x: u32, y: u32) -> CtSums {
    let m = k * 64u + y * 4u;
    let n = k * 64u + x * 4u;
    let a = vec4<f32>(ct_left[m], ct_left[m + 1u], ct_left[m + 2u], ct_left[m + 3u]);
    let b = vec4<f32>(ct_right[n], ct_right[n + 1u], ct_right[n + 2u], ct_right[n + 3u]);
    return CtSums(
        fma(vec4<f32>(a.x), b, sums[0]),
        fma(vec4<f32>(a.y), b, sums[1]),
        fma(vec4<f32>(a.z), b, sums[2]),
        fma(vec4<f32>(a.w), b, sums[3]),
    );
}

fn ct_sum(sums: CtSums, i: u32, j: u32) -> f32 {
    return sums[i][j];
}
