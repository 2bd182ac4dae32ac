//! Factors of matrices as users know them, and what is solved with factors.

macro_rules! factors {
    ($next:ident $($rest:tt)*) => { $next! { $($rest)*
    /// The eigenvalues of the symmetric part of `a`, `(A + Aᵀ) / 2`, in ascending order, and the eigenvectors as columns of a matrix.
    #[note = "the component of largest magnitude of each vector is positive; the gradient is symmetric; among eigenvalues that are equal up to rounding vectors have derivative 0, so a function `f` of the eigenvalues lacks the second derivative `(∂ᵢᵢf - ∂ᵢⱼf) Pᵢⱼ` there, with `P = Vᵀ D V`, and `V f(Λ) Vᵀ` the first derivative `f'(λ) Pᵢⱼ`; elements that are not finite give NaN"]
    #[sample { a: apart([3, 3]) }]
    fn eigh(a: Tensor) -> (Tensor, Tensor) {
        let y = eigh_packed(a);
        (squeeze(narrow(y, -2, 0, 1), -2), narrow(y, -2, 1, a.dim(-1)))
    }
    /// `Q` with orthonormal columns and `R`, upper triangular, with `A = Q R`. There are as many columns of `Q` as the shorter side
    /// of `A` is long.
    #[note = "the diagonal of `R` is positive; the gradient where the first columns of `A` are dependent is an error; elements that are not finite give NaN"]
    #[sample { a: apart([4, 3]) }]
    fn qr(a: Tensor) -> (Tensor, Tensor) {
        let m = a.dim(-2);
        let n = a.dim(-1);
        let k = m.min(n);
        let y = qr_packed(narrow(a, -1, 0, k));
        let q = narrow(y, -2, 0, m);
        let rest = matmul(mt(q), narrow(a, -1, k, n - k));
        (q, concat([mt(narrow(y, -2, m, k)), rest], -1))
    }
    /// `U`, the singular values in descending order, and `Vᵀ`, with `A = U diag(s) Vᵀ`. There are as many as the shorter side of `A` is
    /// long.
    #[note = "the component of largest magnitude of each column of `U` is positive; among singular values that are equal up to rounding, and at 0, vectors have derivative 0, so a function of the singular values lacks the second derivative of the symmetric half of `Uᵀ D V` there, but the nuclear norm has its own; elements that are not finite give NaN"]
    #[sample { a: apart([4, 3]) }]
    fn svd(a: Tensor) -> (Tensor, Tensor, Tensor) {
        let y = svd_packed(a);
        let s = squeeze(narrow(y, -2, 0, 1), -2);
        (narrow(y, -2, 1, a.dim(-2)), s, mt(narrow(y, -2, 1 + a.dim(-2), a.dim(-1))))
    }
    /// `P`, `L` and `U` with `A = P L U`: a permutation, a lower triangle with ones on its diagonal, an upper triangle. There are as
    /// many columns of `L` as the shorter side of `A` is long.
    #[note = "of several largest elements the first is the pivot; `P` has derivative 0; the gradient where the first columns of `A` are dependent is an error"]
    #[sample { a: well(3) }]
    fn lu(a: Tensor) -> (Tensor, Tensor, Tensor) {
        let k = a.dim(-2).min(a.dim(-1));
        let order = lu_order(a);
        let x = gather(a, -2, broadcast_to(order.unsqueeze(-1), a.shape()));
        let y = lu_packed(narrow(x, -1, 0, k));
        let top = narrow(y, -2, 0, k);
        let l = tril(top, -1) + eye(k);
        let right = narrow(narrow(x, -2, 0, k), -1, k, a.dim(-1) - k);
        let u = concat([triu(top, 0), triangular_solve(l, right, true)], -1);
        (mt(one_hot(order, a.dim(-2))), concat([l, narrow(y, -2, k, a.dim(-2) - k)], -2), u)
    }
    /// The `x` of least `|A x - b|`, for `A` with at least as many rows as columns, by QR; a `b` of rank 1 is a vector.
    #[note = "dependent columns of `A`, exactly, are an error; `pinv(a)` times `b` serves them"]
    #[sample { a: apart([4, 2]), b: [4, 3] }]
    fn lstsq(a: Tensor, b: Tensor) -> Tensor {
        let vector = b.rank() == 1;
        let y = qr_packed(a);
        let q = narrow(y, -2, 0, a.dim(-2));
        let r = mt(narrow(y, -2, a.dim(-2), a.dim(-1)));
        squeeze_if(triangular_solve(r, matmul(mt(q), unsqueeze_if(b, -1, vector)), false), -1, vector)
    }
    /// Solves `A X = B` with `L`, where `A = L Lᵀ`: what `cholesky` gives. A `b` of rank 1 is a vector.
    #[note = "a zero on the diagonal is an error"]
    #[sample { l: lower(3), b: [3, 2] }]
    fn cholesky_solve(l: Tensor, b: Tensor) -> Tensor {
        let vector = b.rank() == 1;
        let y = triangular_solve(l, unsqueeze_if(b, -1, vector), true);
        squeeze_if(triangular_solve(mt(l), y, false), -1, vector)
    }
    /// The logarithm of a determinant.
    #[note = "NaN where the determinant is negative, -inf where it is 0, and no gradient there"]
    #[sample { a: spd(3) }]
    fn logdet(a: Tensor) -> Tensor {
        let (l, s) = logabsdet(a);
        l / s.sqrt()
    }
    /// `1 / (w[j] + by w[i])` in row `i` and column `j`, for a row `w`. It is 0 where that is up to 4 units in the last place of the sum of
    /// magnitudes of `w`.
    #[internal = true]
    #[sample { w: distinct([1, 3]), by: -1.0 }]
    fn inverse_or_zero(w: Tensor, by: f64) -> Tensor {
        let d = w + by * mt(w);
        let scale = sum(stop_gradient(w).abs(), -1, true);
        let near = (scale + 0.125 * stop_gradient(d).abs()).eq(scale);
        select(near, 0.0, 1.0 / select(near, 1.0, d))
    }
    /// `[[A, E], [0, A]]`: a function of this block has its derivative at `A` along `E` in the upper right corner.
    #[internal = true]
    #[sample { a: [3, 3], e: [3, 3] }]
    fn dual_block(a: Tensor, e: Tensor) -> Tensor {
        concat([concat([a, e], -1), concat([zeros(a.shape()), a], -1)], -2)
    }
    /// The derivative of `matrix_exp` at `A` along `E`. `E` is scaled to a largest element of 1, as one far above `A` costs digits.
    #[internal = true]
    #[sample { a: [3, 3], e: [3, 3] }]
    fn matrix_exp_along(a: Tensor, e: Tensor) -> Tensor {
        let size = max(stop_gradient(e).abs(), [-2, -1], true);
        let scale = select(size.eq(0.0), 1.0, size);
        let y = matrix_exp(dual_block(a, e / scale));
        scale * narrow(narrow(y, -2, 0, a.dim(-1)), -1, a.dim(-1), a.dim(-1))
    }
    } };
}
pub(super) use factors;
