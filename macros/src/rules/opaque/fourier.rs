//! Discrete Fourier transforms along the last axis of points, without a factor. Complex numbers are pairs along a last axis of 2.

macro_rules! fourier {
    ($next:ident $($rest:tt)*) => { $next! { $($rest)*
    /// `y[k] = Σ x[j] e^(-2πi jk/n)` for complex `x: [.., n, 2]`; `e^(2πi jk/n)` if `inverse`.
    Dft = dft(x, #inverse: bool) -> y {
        internal;
        linear;
        vjp { x: dft(g, !inverse) }
        shape dft;
        note "an empty axis is an error";
        sample { x: [2, 5, 2], inverse: false }
    }
    /// The first `n / 2 + 1` numbers of `dft` for real `x: [.., n]`, as `[.., n / 2 + 1, 2]`.
    RealDft = real_dft(x) -> y {
        internal;
        linear;
        vjp { x: hermitian_dft(g * half_weights(x.dim(-1), 0.5), x.dim(-1)) }
        shape real_dft;
        note "as `dft`; the imaginary parts at 0 and, of an even `n`, at `n / 2` are 0";
        sample { x: [2, 6] }
    }
    /// The real numbers `x: [.., n]` that `dft` with `inverse` gives for `y: [.., n / 2 + 1, 2]`, followed by the conjugates of
    /// `y[n / 2]` down to `y[1]`.
    HermitianDft = hermitian_dft(y, #n: usize) -> x {
        internal;
        linear;
        vjp { y: real_dft(g) * half_weights(n, 2.0) }
        shape hermitian_dft;
        note "as `dft`; the imaginary parts at 0 and, of an even `n`, at `n / 2` are not read";
        sample { y: [2, 4, 2], n: 6 }
    }
    } };
}
pub(super) use fourier;
