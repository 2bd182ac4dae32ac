//! Discrete Fourier transforms as users know them: real and imaginary parts are tensors of their own.

macro_rules! fourier {
    ($next:ident $($rest:tt)*) => { $next! { $($rest)*
    /// The discrete Fourier transform along an axis: `Σ x[j] e^(-2πi jk/n)`, of real and imaginary parts.
    #[feature = "fft"]
    #[note = "an empty axis is an error"]
    #[sample { re: [2, 5], im: [2, 5], axis: -1 }]
    fn fft(re: Tensor, im: Tensor, axis: isize) -> (Tensor, Tensor) {
        let n = re.dim_some(axis);
        let y = dft(stack([swap_axes(re, axis, -1), swap_axes(im, axis, -1)], -1), false);
        (part_of(y, 0, axis), part_of(y, 1, axis))
    }
    /// The inverse of `fft`, which divides by `n`.
    #[feature = "fft"]
    #[note = "an empty axis is an error"]
    #[sample { re: [2, 5], im: [2, 5], axis: -1 }]
    fn ifft(re: Tensor, im: Tensor, axis: isize) -> (Tensor, Tensor) {
        let scale = 1.0 / re.dim_some(axis) as f64;
        let y = dft(stack([swap_axes(re, axis, -1), swap_axes(im, axis, -1)], -1), true);
        (part_of(y, 0, axis) * scale, part_of(y, 1, axis) * scale)
    }
    /// The first `n / 2 + 1` numbers of `fft` for a real `x`: the others are conjugates of these.
    #[feature = "fft"]
    #[note = "an empty axis is an error; the imaginary parts at 0 and, of an even `n`, at `n / 2` are 0"]
    #[sample { x: [2, 6], axis: -1 }]
    fn rfft(x: Tensor, axis: isize) -> (Tensor, Tensor) {
        let n = x.dim_some(axis);
        let y = real_dft(swap_axes(x, axis, -1));
        (part_of(y, 0, axis), part_of(y, 1, axis))
    }
    /// The inverse of `rfft` of `n` numbers, which divides by `n`. The axis has `n / 2 + 1`, of an even `n` as of the odd one behind it.
    #[feature = "fft"]
    #[note = "another length is an error; the imaginary parts at 0 and, of an even `n`, at `n / 2` are not read"]
    #[sample { re: [2, 4], im: [2, 4], n: 6, axis: -1 }]
    fn irfft(re: Tensor, im: Tensor, n: usize, axis: isize) -> Tensor {
        let y = stack([swap_axes(re, axis, -1), swap_axes(im, axis, -1)], -1);
        swap_axes(hermitian_dft(y, n), axis, -1) * (1.0 / n as f64)
    }
    /// Of pairs the real (0) or imaginary (1) parts, their last axis exchanged with `axis`.
    #[internal = true]
    #[sample { y: [2, 3, 2], i: 1, axis: 0 }]
    fn part_of(y: Tensor, i: usize, axis: isize) -> Tensor { swap_axes(squeeze(chunk_part(y, 2, -1, i), -1), axis, -1) }
    /// For each of the first `n / 2 + 1` of `n` numbers, of which the others are conjugates: 1 where a number is its own conjugate, else
    /// `between`. An axis behind it is for pairs.
    #[internal = true]
    #[sample { n: 6, between: 0.5 }]
    fn half_weights(n: usize, between: f64) -> Tensor {
        let k = iota(n / 2 + 1);
        unsqueeze(select(or(k.eq(0), (k * 2).eq(n as i32)), 1.0, between), -1)
    }
    } };
}
pub(super) use fourier;
