//! Discrete Fourier transforms as users know them.

macro_rules! fourier {
    ($next:ident $($rest:tt)*) => { $next! { $($rest)*
    /// The discrete Fourier transform along an axis: `Σ z[j] e^(-2πi jk/n)`.
    #[feature = "fft"]
    #[note = "an empty axis is an error"]
    #[sample { z: [2, 5], axis: -1 }]
    fn fft(z: Complex, axis: isize) -> Complex {
        let n = z.dim_some(axis);
        of_pairs(dft(swap_axes(z.re, axis, -1), swap_axes(z.im, axis, -1), false), axis)
    }
    /// The inverse of `fft`, which divides by `n`.
    #[feature = "fft"]
    #[note = "an empty axis is an error"]
    #[sample { z: [2, 5], axis: -1 }]
    fn ifft(z: Complex, axis: isize) -> Complex {
        let scale = 1.0 / z.dim_some(axis) as f64;
        of_pairs(dft(swap_axes(z.re, axis, -1), swap_axes(z.im, axis, -1), true), axis) * scale
    }
    /// The first `n / 2 + 1` numbers of `fft` for a real `x`: the others are conjugates of these.
    #[feature = "fft"]
    #[note = "an empty axis is an error; the imaginary parts at 0 and, of an even `n`, at `n / 2` are 0"]
    #[sample { x: [2, 6], axis: -1 }]
    fn rfft(x: Tensor, axis: isize) -> Complex {
        let n = x.dim_some(axis);
        of_pairs(real_dft(swap_axes(x, axis, -1)), axis)
    }
    /// The inverse of `rfft` of `n` numbers, which divides by `n`. The axis has `n / 2 + 1`, of an even `n` as of the odd one behind it.
    #[feature = "fft"]
    #[note = "another length is an error; the imaginary parts at 0 and, of an even `n`, at `n / 2` are not read"]
    #[sample { z: [2, 4], n: 6, axis: -1 }]
    fn irfft(z: Complex, n: usize, axis: isize) -> Tensor {
        swap_axes(hermitian_dft(swap_axes(z.re, axis, -1), swap_axes(z.im, axis, -1), n), axis, -1) * (1.0 / n as f64)
    }
    /// The `n` real numbers of `fft` for a `z` whose second half is the conjugate of its first, of which `n / 2 + 1` are given.
    #[feature = "fft"]
    #[note = "as `irfft`"]
    #[sample { z: [2, 4], n: 6, axis: -1 }]
    fn hfft(z: Complex, n: usize, axis: isize) -> Tensor {
        swap_axes(hermitian_dft(swap_axes(z.re, axis, -1), swap_axes(-z.im, axis, -1), n), axis, -1)
    }
    /// The inverse of `hfft`, which divides by `n`.
    #[feature = "fft"]
    #[note = "as `rfft`"]
    #[sample { x: [2, 6], axis: -1 }]
    fn ihfft(x: Tensor, axis: isize) -> Complex { conj(rfft(x, axis)) * (1.0 / x.dim_some(axis) as f64) }
    /// `fft` along the last two axes.
    #[feature = "fft"]
    #[note = "as `fft`"]
    #[sample { z: [2, 3] }]
    fn fft2(z: Complex) -> Complex { fft(fft(z, -1), -2) }
    /// The inverse of `fft2`.
    #[feature = "fft"]
    #[note = "as `ifft`"]
    #[sample { z: [2, 3] }]
    fn ifft2(z: Complex) -> Complex { ifft(ifft(z, -1), -2) }
    /// `rfft` along the last axis, and `fft` along the one before.
    #[feature = "fft"]
    #[note = "as `rfft`"]
    #[sample { x: [2, 3] }]
    fn rfft2(x: Tensor) -> Complex { fft(rfft(x, -1), -2) }
    /// The inverse of `rfft2` of `n` columns.
    #[feature = "fft"]
    #[note = "as `irfft`"]
    #[sample { z: [3, 3], n: 4 }]
    fn irfft2(z: Complex, n: usize) -> Tensor { irfft(ifft(z, -2), n, -1) }
    /// `fft` times `1 / sqrt(n)`, so that it keeps lengths.
    #[feature = "fft"]
    #[note = "as `fft`"]
    #[sample { z: [2, 5], axis: -1 }]
    fn fft_ortho(z: Complex, axis: isize) -> Complex { fft(z, axis) * (1.0 / (z.dim_some(axis) as f64).sqrt()) }
    /// The inverse of `fft_ortho`: `ifft` times `sqrt(n)`.
    #[feature = "fft"]
    #[note = "as `ifft`"]
    #[sample { z: [2, 5], axis: -1 }]
    fn ifft_ortho(z: Complex, axis: isize) -> Complex { ifft(z, axis) * (z.dim_some(axis) as f64).sqrt() }
    /// `rfft` times `1 / sqrt(n)`.
    #[feature = "fft"]
    #[note = "as `rfft`"]
    #[sample { x: [2, 6], axis: -1 }]
    fn rfft_ortho(x: Tensor, axis: isize) -> Complex { rfft(x, axis) * (1.0 / (x.dim_some(axis) as f64).sqrt()) }
    /// The inverse of `rfft_ortho`: `irfft` times `sqrt(n)`.
    #[feature = "fft"]
    #[note = "as `irfft`"]
    #[sample { z: [2, 4], n: 6, axis: -1 }]
    fn irfft_ortho(z: Complex, n: usize, axis: isize) -> Tensor { irfft(z, n, axis) * (n as f64).sqrt() }
    /// The frequencies of `fft` in cycles per unit of `step`, the distance of samples: from 0 up, then the negative ones.
    #[note = "no samples are an error"]
    #[sample { n: 5, step: 0.5 }]
    fn fftfreq(n: usize, step: f64) -> Tensor {
        let k = iota(n);
        let scale = 1.0 / (n as f64 * step);
        select((k * 2).ge(n as i32), k - n as i32, k).cast() * scale
    }
    /// The frequencies of `rfft` of `n` samples.
    #[note = "as `fftfreq`"]
    #[sample { n: 5, step: 0.5 }]
    fn rfftfreq(n: usize, step: f64) -> Tensor { iota(n / 2 + 1).cast() * (1.0 / (n as f64 * step)) }
    /// The frequency 0 in the middle of an axis.
    #[sample { x: [2, 5], axis: -1 }]
    fn fftshift(x: Tensor, axis: isize) -> Tensor { roll(x, (x.dim(axis) / 2) as isize, axis) }
    /// The inverse of `fftshift`.
    #[sample { x: [2, 5], axis: -1 }]
    fn ifftshift(x: Tensor, axis: isize) -> Tensor { roll(x, -((x.dim(axis) / 2) as isize), axis) }
    /// Of pairs, their last axis exchanged with `axis`.
    #[internal = true]
    #[sample { y: [2, 3, 2], axis: 0 }]
    fn of_pairs(y: Tensor, axis: isize) -> Complex { Complex::of(part_of(y, 0, axis), part_of(y, 1, axis)) }
    /// Of pairs the real (0) or imaginary (1) parts, their last axis exchanged with `axis`.
    #[internal = true]
    #[sample { y: [2, 3, 2], i: 1, axis: 0 }]
    fn part_of(y: Tensor, i: usize, axis: isize) -> Tensor { swap_axes(squeeze(chunk_part(y, 2, -1, i), -1), axis, -1) }
    /// For each of the first `n / 2 + 1` of `n` numbers, of which the others are conjugates: 1 where a number is its own conjugate, else
    /// `between`.
    #[internal = true]
    #[sample { n: 6, between: 0.5 }]
    fn half_weights(n: usize, between: f64) -> Tensor {
        let k = iota(n / 2 + 1);
        select(or(k.eq(0), (k * 2).eq(n as i32)), 1.0, between)
    }
    } };
}
pub(super) use fourier;
