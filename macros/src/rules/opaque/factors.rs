//! Factors of matrices and functions of them, batched over leading dims. A row has one result with a derivative, so several
//! factors are one tensor, which `composite/factors.rs` takes apart.

macro_rules! factors {
    ($next:ident $($rest:tt)*) => { $next! { $($rest)*
    /// The eigenvalues of the symmetric part of `a` as first row, the eigenvectors as columns below.
    EighPacked = eigh_packed(a: [.., N, N]) -> y {
        internal;
        vjp {
            let w = narrow(y, -2, 0, 1);
            let v = narrow(y, -2, 1, a.dim(-1));
            let turn = inverse_or_zero(w, -1.0) * matmul(mt(v), narrow(g, -2, 1, a.dim(-1)));
            let s = matmul(matmul(v, turn) + v * narrow(g, -2, 0, 1), mt(v));
            a: 0.5 * (s + mt(s))
        }
        jvp {
            let w = narrow(y, -2, 0, 1);
            let v = narrow(y, -2, 1, a.dim(-1));
            let p = matmul(matmul(mt(v), 0.5 * (da + mt(da))), v);
            let dv = matmul(v, inverse_or_zero(w, -1.0) * p);
            concat([unsqueeze(diagonal(p, 0), -2), dv], -2)
        }
        shape eigh_packed;
        note "as `eigh`";
        sample { a: apart([3, 3]) }
    }
    /// The eigenvalues of the symmetric part of `a`, `(A + Aᵀ) / 2`, in ascending order.
    Eigvalsh = eigvalsh(a: [.., N, N]) -> w: [.., N] {
        vjp {
            let v = narrow(eigh_packed(a), -2, 1, a.dim(-1));
            a: matmul(v * unsqueeze(g, -2), mt(v))
        }
        jvp {
            let v = narrow(eigh_packed(a), -2, 1, a.dim(-1));
            diagonal(matmul(matmul(mt(v), 0.5 * (da + mt(da))), v), 0)
        }
        note "the gradient is symmetric, `V diag(g) Vᵀ`, also where eigenvalues are equal, its derivative there as of `eigh`; elements that are not finite give NaN";
        sample { a: apart([3, 3]) }
    }
    /// `Q`, and below it `Rᵀ`, of a matrix with at least as many rows as columns.
    QrPacked = qr_packed(a: [.., M, N]) -> y {
        internal;
        vjp {
            let q = narrow(y, -2, 0, a.dim(-2));
            let r = mt(narrow(y, -2, a.dim(-2), a.dim(-1)));
            let gq = narrow(g, -2, 0, a.dim(-2));
            let w = matmul(r, narrow(g, -2, a.dim(-2), a.dim(-1))) - matmul(mt(gq), q);
            let s = tril(w, 0) + mt(tril(w, -1));
            a: mt(triangular_solve(r, mt(gq + matmul(q, s)), false))
        }
        jvp {
            let q = narrow(y, -2, 0, a.dim(-2));
            let lower = narrow(y, -2, a.dim(-2), a.dim(-1));
            let b = mt(triangular_solve(lower, mt(da), true));
            let c = matmul(mt(q), b);
            let low = tril(c, -1);
            let k = c - low + mt(low);
            concat([b - matmul(q, k), matmul(lower, mt(k))], -2)
        }
        shape qr_packed;
        note "as `qr`";
        sample { a: apart([4, 3]) }
    }
    /// The singular values as first row, below them `U`, and below that `V`.
    SvdPacked = svd_packed(a: [.., M, N]) -> y {
        internal;
        vjp {
            let s = narrow(y, -2, 0, 1);
            let u = narrow(y, -2, 1, a.dim(-2));
            let v = narrow(y, -2, 1 + a.dim(-2), a.dim(-1));
            let gu = narrow(g, -2, 1, a.dim(-2));
            let gv = narrow(g, -2, 1 + a.dim(-2), a.dim(-1));
            let p = matmul(mt(u), gu);
            let q = matmul(mt(v), gv);
            let e = 0.5 * inverse_or_zero(s, -1.0) * (p + q);
            let sums = inverse_or_zero(s, 1.0);
            let h = 0.5 * sums * (p - q);
            let i = 2.0 * unsqueeze(diagonal(sums, 0), -2);
            let b = matmul(u, e + mt(e) + h - mt(h)) + u * narrow(g, -2, 0, 1) + (gu - matmul(u, p)) * i;
            a: matmul(b, mt(v)) + matmul(u * i, mt(gv - matmul(v, q)))
        }
        jvp {
            let s = narrow(y, -2, 0, 1);
            let u = narrow(y, -2, 1, a.dim(-2));
            let v = narrow(y, -2, 1 + a.dim(-2), a.dim(-1));
            let b = matmul(da, v);
            let p = matmul(mt(u), b);
            let e = 0.5 * inverse_or_zero(s, -1.0) * (p + mt(p));
            let sums = inverse_or_zero(s, 1.0);
            let h = 0.5 * sums * (p - mt(p));
            let i = 2.0 * unsqueeze(diagonal(sums, 0), -2);
            let du = matmul(u, e + h) + (b - matmul(u, p)) * i;
            let dv = matmul(v, e - h) + (matmul(mt(da), u) - matmul(v, mt(p))) * i;
            concat([unsqueeze(diagonal(p, 0), -2), du, dv], -2)
        }
        shape svd_packed;
        note "as `svd`";
        sample { a: apart([4, 3]) }
    }
    /// The pseudo-inverse. Singular values up to `max(M, N) ε` times the largest count as 0. `A` may have dependent columns.
    Pinv = pinv(a: [.., M, N]) -> p: [.., N, M] {
        vjp {
            let t = mt(g);
            let left = t - matmul(a, matmul(p, t));
            let right = t - matmul(matmul(t, p), a);
            let q = mt(p);
            a: matmul(matmul(left, p), q) + matmul(q, matmul(p, right)) - matmul(matmul(q, g), q)
        }
        jvp {
            let t = mt(da);
            let left = t - matmul(matmul(t, a), p);
            let right = t - matmul(p, matmul(a, t));
            let q = mt(p);
            matmul(matmul(p, q), left) + matmul(right, matmul(q, p)) - matmul(matmul(p, da), p)
        }
        note "the derivative is that at constant rank; elements that are not finite give NaN";
        sample { a: apart([4, 3]) }
    }
    /// `e^A`. The derivative along `E` is a corner of `e^[[A, E], [0, A]]`, so it has derivatives of every order.
    MatrixExp = matrix_exp(a: [.., N, N]) -> y: [.., N, N] {
        vjp { a: matrix_exp_along(mt(a), g) }
        jvp { matrix_exp_along(a, da) }
        note "elements that are not finite give NaN";
        sample { a: [3, 3] }
    }
    /// `A` times itself: `A^n`. Of `n < 0` powers of the inverse, of 0 the identity.
    MatrixPower = matrix_power(a: [.., N, N], #n: isize) -> y: [.., N, N] {
        vjp { a: narrow(narrow(matrix_power(dual_block(mt(a), g), n), -2, 0, a.dim(-1)), -1, a.dim(-1), a.dim(-1)) }
        jvp { narrow(narrow(matrix_power(dual_block(a, da), n), -2, 0, a.dim(-1)), -1, a.dim(-1), a.dim(-1)) }
        note "a singular matrix to a negative power is an error";
        sample { a: [3, 3], n: 3 }
    }
    /// The order in which partial pivoting takes the rows of a matrix.
    LuOrder = lu_order(a: [.., M, N]) -> order: i32 [.., M] {
        internal;
        vjp { a: zero }
        note "of several largest elements the first";
        sample { a: [4, 3] }
    }
    /// `L` without its diagonal of ones and `U` in one matrix, with at least as many rows as columns, and no row exchanged.
    LuPacked = lu_packed(a: [.., M, N]) -> y: [.., M, N] {
        internal;
        vjp {
            let n = a.dim(-1);
            let more = a.dim(-2).saturating_sub(n);
            let top = narrow(y, -2, 0, n);
            let l = tril(top, -1) + eye(n);
            let u = triu(top, 0);
            let g_top = narrow(g, -2, 0, n);
            let below = mt(triangular_solve(u, mt(narrow(g, -2, n, more)), false));
            let gu = triu(g_top, 0) - matmul(mt(narrow(y, -2, n, more)), below);
            let w = tril(matmul(mt(l), tril(g_top, -1)), -1) + triu(matmul(gu, mt(u)), 0);
            let above = mt(triangular_solve(u, mt(triangular_solve(mt(l), w, false)), false));
            a: concat([above, below], -2)
        }
        jvp {
            let n = a.dim(-1);
            let more = a.dim(-2).saturating_sub(n);
            let top = narrow(y, -2, 0, n);
            let l = tril(top, -1) + eye(n);
            let u = triu(top, 0);
            let f = mt(triangular_solve(mt(u), mt(triangular_solve(l, narrow(da, -2, 0, n), true)), true));
            let du = matmul(triu(f, 0), u);
            let dx = narrow(da, -2, n, more) - matmul(narrow(y, -2, n, more), du);
            concat([matmul(l, tril(f, -1)) + du, mt(triangular_solve(mt(u), mt(dx), true))], -2)
        }
        note "as `lu`; a zero pivot above what is not zero gives infinities";
        sample { a: apart([3, 3]) }
    }
    } };
}
pub(super) use factors;
