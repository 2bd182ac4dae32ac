//! Discrete Fourier transforms along the last axis of points, without a factor. Results are pairs along a last axis of 2, operands parts.

macro_rules! fourier {
    ($next:ident $($rest:tt)*) => { $next! { $($rest)*
    /// `y[k] = Σ x[j] e^(-2πi jk/n)` for complex `x: [.., n]`, as `[.., n, 2]`; `e^(2πi jk/n)` if `inverse`.
    Dft = dft(re, im, #inverse: bool) -> y {
        internal;
        linear;
        vjp {
            let x = dft(part_of(g, 0, -1), part_of(g, 1, -1), !inverse);
            re: part_of(x, 0, -1), im: part_of(x, 1, -1)
        }
        shape dft;
        note "an empty axis is an error";
        sample { re: [2, 5], im: [2, 5], inverse: false }
    }
    /// The first `n / 2 + 1` numbers of `dft` for real `x: [.., n]`, as `[.., n / 2 + 1, 2]`.
    RealDft = real_dft(x) -> y {
        internal;
        linear;
        vjp {
            let w = half_weights(x.dim(-1), 0.5);
            x: hermitian_dft(part_of(g, 0, -1) * w, part_of(g, 1, -1) * w, x.dim(-1))
        }
        shape real_dft;
        note "as `dft`; the imaginary parts at 0 and, of an even `n`, at `n / 2` are 0";
        sample { x: [2, 6] }
    }
    /// The real numbers `x: [.., n]` that `dft` with `inverse` gives for `y: [.., n / 2 + 1]`, followed by the conjugates of
    /// `y[n / 2]` down to `y[1]`.
    HermitianDft = hermitian_dft(re, im, #n: usize) -> x {
        internal;
        linear;
        vjp {
            let (y, w) = (real_dft(g), half_weights(n, 2.0));
            re: part_of(y, 0, -1) * w, im: part_of(y, 1, -1) * w
        }
        shape hermitian_dft;
        note "as `dft`; the imaginary parts at 0 and, of an even `n`, at `n / 2` are not read";
        sample { re: [2, 4], im: [2, 4], n: 6 }
    }
    } };
}
pub(super) use fourier;
