// Roots of unity. WGSL's own sines may be wrong in the fourth digit.

fn ct_complex(a: vec2<f32>, b: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

// `e^(2πi k/n)` for `k` below `n`, which is at most 2^31. Integers leave an eighth of a turn, exactly. Its angle is a sum of two floats, so
// that a root is as near as its own rounding.
fn ct_root(k: u32, n: u32) -> vec2<f32> {
    var a = k;
    let below = a > n - a;
    a = 2u * select(a, n - a, below);
    let behind = a > n - a;
    a = 2u * select(a, n - a, behind);
    let turned = a > n - a;
    a = select(a, n - a, turned);
    // The share of a quarter, and what rounding takes of it: of both integers too, where they have more digits than a float.
    let x = f32(a);
    let y = f32(n);
    let share = ct_opaque(x / y);
    let p = ct_two_product(share, y);
    let rest = (ct_opaque(x - p.x) - p.y) + (f32(i32(a - u32(x))) - share * f32(i32(n - u32(y))));
    let quarter = ct_number(0x3fc90fdbu, 0x3ff921fbu, 0x54442d18u);
    let angle = ct_two_product(share, quarter);
    let low = angle.y + (share * ct_number(0xb33bbd2eu, 0x3c91a626u, 0x33145c07u) + rest / y * quarter);
    let z = angle.x * angle.x;
    var odd = ct_number(0x274a963cu, 0x3ce952c7u, 0x7030ad4au);
    odd = fma(odd, z, ct_number(0xab573f9fu, 0xbd6ae7f3u, 0xe733b81fu));
    odd = fma(odd, z, ct_number(0x2f309231u, 0x3de61246u, 0x13a86d09u));
    odd = fma(odd, z, ct_number(0xb2d7322bu, 0xbe5ae645u, 0x67f544e4u));
    odd = fma(odd, z, ct_number(0x3638ef1du, 0x3ec71de3u, 0xa556c734u));
    odd = fma(odd, z, ct_number(0xb9500d01u, 0xbf2a01a0u, 0x1a01a01au));
    odd = fma(odd, z, ct_number(0x3c088889u, 0x3f811111u, 0x11111111u));
    odd = fma(odd, z, ct_number(0xbe2aaaabu, 0xbfc55555u, 0x55555555u));
    var even = ct_number(0x29573f9fu, 0x3d2ae7f3u, 0xe733b81fu);
    even = fma(even, z, ct_number(0xad49cba5u, 0xbda93974u, 0xa8c07c9du));
    even = fma(even, z, ct_number(0x310f76c7u, 0x3e21eed8u, 0xeff8d898u));
    even = fma(even, z, ct_number(0xb493f27eu, 0xbe927e4fu, 0xb7789f5cu));
    even = fma(even, z, ct_number(0x37d00d01u, 0x3efa01a0u, 0x1a01a01au));
    even = fma(even, z, ct_number(0xbab60b61u, 0xbf56c16cu, 0x16c16c17u));
    even = fma(even, z, ct_number(0x3d2aaaabu, 0x3fa55555u, 0x55555555u));
    // Of the functions at the first part, the part that is not the angle or 1.
    let s = odd * z * angle.x;
    let c = fma(even, z, -0.5f) * z;
    let sine = angle.x + (s + low * (1.0f + c));
    let cosine = 1.0f + (c - low * angle.x);
    let first = select(cosine, sine, turned);
    let second = select(sine, cosine, turned);
    return vec2<f32>(select(first, -first, behind), select(second, -second, below));
}

// The same, or its conjugate where `sign` is 0.
fn ct_turn(k: u32, n: u32, sign: u32) -> vec2<f32> {
    let root = ct_root(k, n);
    return vec2<f32>(root.x, select(-root.y, root.y, sign == 1u));
}
