//! Standard normal numbers of random words, in integers alone: whoever draws them gets the same bits.

/// Functions that are Rust as well as WGSL, and the text of them.
macro_rules! functions {
    ($($(#[$note:meta])* fn $name:ident $arguments:tt -> u32 $body:tt)*) => {
        $(
            $(#[$note])*
            #[inline(always)]
            #[allow(clippy::needless_return, reason = "WGSL returns by this keyword")]
            fn $name $arguments -> u32 $body
        )*

        /// What `ct_normal` is in WGSL, where `ct_high`, `ct_zeros` and `ct_if` are given.
        pub(crate) const TEXT: &str = concat!($(stringify!(fn $name $arguments -> u32 $body), "\n"),*);
    };
}

/// The high word of a product.
#[inline(always)]
fn ct_high(a: u32, b: u32) -> u32 {
    ((u64::from(a) * u64::from(b)) >> 32) as u32
}

/// Zeros before the first one.
#[inline(always)]
fn ct_zeros(x: u32) -> u32 {
    x.leading_zeros()
}

#[inline(always)]
fn ct_if(condition: bool, yes: u32, no: u32) -> u32 {
    if condition { yes } else { no }
}

functions! {
    /// The bits of the number that `w + 1/2` of `2^32` draws exceed, where `w` is the word without its first bit. That bit is the sign.
    fn ct_normal(word: u32) -> u32 {
        let tail: u32 = (word << 1) | 1;
        return ct_quantile(tail) | (word & 0x80000000);
    }

    fn ct_quantile(tail: u32) -> u32 {
        let is_central: bool = tail > 0x7fffffff;
        let z: u32 = 0xffffffff - tail + 1;
        let small: u32 = ct_if(is_central, z, tail);
        // At least one.
        let zeros: u32 = ct_zeros(small);
        // Up to the quartile: `z / 2^32` times a series in its square, all of whose signs are plus.
        let square: u32 = ct_high(z << 1, z << 1);
        let series: u32 = 2691471616 + ct_high(square, 176156420 + ct_high(square, 24211445 + ct_high(square, 4109653
            + ct_high(square, 761156 + ct_high(square, 172714 + ct_high(square, 10770 + ct_high(square, 17645)))))));
        let central: u32 = ct_high(small << zeros, series);
        // The binary logarithm of a number from 1 to 2, less 1: a series whose signs alternate. Behind the point are 31 bits.
        let f: u32 = (small << zeros) << 1;
        let log: u32 = ct_high(f, 3098163993 - ct_high(f, 1549078679 - ct_high(f, 1032609095 - ct_high(f, 773041995 - ct_high(f,
            609200486 - ct_high(f, 473079330 - ct_high(f, 326658758 - ct_high(f, 174654698 - ct_high(f, 60545955 - ct_high(f,
            9839946))))))))));
        // Minus the logarithm of the probability is `zeros` and this: at least 1, at most 32. Each doubling has a series of its own.
        let rest: u32 = 0x7fffffff - log;
        let doubling: u32 = ct_pick(zeros, 0, 1, 2, 3, 4);
        let t: u32 = (((zeros - ct_pick(zeros, 1, 2, 4, 8, 16)) << (31 - doubling)) << 1) + ((rest << 1) >> doubling);
        let outer: u32 = ct_pick(zeros, 362113927, 617589122, 1000046559, 1549213454, 2321923241)
            + ct_high(t, ct_pick(zeros, 292761153, 451935977, 660915544, 937056402, 1312554944)
            - ct_high(t, ct_pick(zeros, 47623271, 94436687, 158431883, 238252040, 339029808)
            - ct_high(t, ct_pick(zeros, 13831664, 36015105, 71014250, 115815502, 170293080)
            - ct_high(t, ct_pick(zeros, 4784533, 16375281, 38023826, 67516577, 103085728)
            - ct_high(t, ct_pick(zeros, 1763934, 7772151, 20883886, 39977949, 63161350)
            - ct_high(t, ct_pick(zeros, 617407, 3331364, 10003417, 20250872, 32822271)
            - ct_high(t, ct_pick(zeros, 167890, 1041702, 3368343, 7074496, 11661493)
            - ct_high(t, ct_pick(zeros, 24237, 164168, 556009, 1195088, 1991149)))))))));
        return ct_packed(ct_if(is_central, central, outer), ct_if(is_central, 31 + zeros, 29));
    }

    /// A number of the series for so many zeros.
    fn ct_pick(zeros: u32, one: u32, two: u32, four: u32, eight: u32, sixteen: u32) -> u32 {
        return ct_if(zeros < 2, one, ct_if(zeros < 4, two, ct_if(zeros < 8, four, ct_if(zeros < 16, eight, sixteen))));
    }

    /// The bits of `x / 2^scale`, rounded to 24 of them. No more than three zeros are before the first one.
    fn ct_packed(x: u32, scale: u32) -> u32 {
        let two: u32 = ct_if(x < 0x40000000, 2, 0);
        let one: u32 = ct_if((x << two) < 0x80000000, 1, 0);
        let digits: u32 = (x << two) << one;
        let rounded: u32 = (digits >> 8) + ((digits >> 7) & 1);
        // The first of the 24 adds 1 to the exponent, and so does a sum that has one bit more.
        return ((157 - scale - two - one) << 23) + rounded;
    }
}

/// The number of a word, within 0.6 units in the last place: the first bit is the sign, the others are the place in half of the
/// distribution.
#[inline(always)]
pub fn normal(word: u32) -> f32 {
    f32::from_bits(ct_normal(word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::isa::Baseline;
    use crate::math::erfinv;

    /// Beside the inverse of the error function in f64, which is found by other means.
    fn distance(word: u32) -> f64 {
        let tail = f64::from(word << 1 | 1) / f64::from(1u32 << 31) / 2.0;
        let exact = std::f64::consts::SQRT_2 * erfinv(Baseline, 1.0 - tail);
        let exact = if word >> 31 == 0 { exact } else { -exact };
        let ulp = f64::from((exact.abs() as f32).next_up() - exact.abs() as f32);
        (f64::from(normal(word)) - exact).abs() / ulp
    }

    #[test]
    fn numbers_are_those_of_the_distribution() {
        let ends = (0..32).flat_map(|i| (0..100).map(move |k| (1u32 << i).wrapping_add(k).wrapping_sub(50)));
        let spread = (0..200_000u32).map(|i| i.wrapping_mul(2_654_435_761));
        let worst = ends.chain(spread).map(|word| (distance(word), word));
        let (worst, word) = worst.max_by(|a, b| a.0.total_cmp(&b.0)).expect("words");
        assert!(worst < 0.6, "{worst} units in the last place at {word}");
    }

    #[test]
    fn the_ends_are_finite_and_alike() {
        for (word, size) in
            [(0, 6.337_958), (0x7fff_ffff, (std::f32::consts::PI / 2.0).sqrt() / 4_294_967_296.0)]
        {
            assert_eq!((normal(word), normal(word | 1 << 31)), (size, -size));
        }
    }
}
