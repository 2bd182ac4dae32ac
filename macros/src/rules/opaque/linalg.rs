//! Linear algebra, batched over leading dims. Every rule is made of rows, so it is differentiable again.

macro_rules! linalg {
    ($next:ident $($rest:tt)*) => { $next! { $($rest)*
    /// `Y = A B`, batched over leading dims, which broadcast. A vector is a row on the left, a column on the right.
    MatMul = matmul(a: [.., M, K], b: [.., K, N]) -> y: [.., M, N] {
        vjp {
            let row = a.rank() == 1;
            let column = b.rank() == 1;
            let a2 = unsqueeze_if(a, -2, row);
            let b2 = unsqueeze_if(b, -1, column);
            let g2 = unsqueeze_if(unsqueeze_if(g, -1, column), -2, row);
            a: squeeze_if(sum_to(matmul(g2, mt(b2)), a2.shape()), -2, row),
            b: squeeze_if(sum_to(matmul(mt(a2), g2), b2.shape()), -1, column)
        }
        bilinear;
        shape matmul;
        batch matmul;
        sample { a: [3, 4], b: [4, 2] }
    }
    /// `matmul`, added up to `shape`: what fusion makes of a product that is added up to what a batch shares.
    MatMulTo = matmul_to(a: [.., M, K], b: [.., K, N], #shape: Shape) -> y: [.., M, N] {
        internal;
        vjp {
            let all = broadcast_to(g, matmul(a, b).shape());
            a: sum_to(matmul(all, mt(b)), a.shape()),
            b: sum_to(matmul(mt(a), all), b.shape())
        }
        bilinear;
        shape given;
        batch matmul_to;
        sample { a: [2, 3, 4], b: [2, 4, 2], shape: [3, 2] }
    }
    /// The sum of `x y` over the labels that are not in `out`. `xs` and `ys` label the axes of `x` and `y`; a label in both
    /// stands for an axis of both. A label in one list alone has to be in `out`.
    Contract = contract(x, y, #xs: Sizes, #ys: Sizes, #out: Sizes) -> z {
        vjp { x: contract(g, y, out, ys, xs), y: contract(g, x, out, xs, ys) }
        bilinear;
        shape contract;
        note "a label that stands twice in a list is an error; a sum over no elements is 0";
        batch contract;
        sample { x: [2, 3, 4], y: [4, 2, 3], xs: [0, 1, 2], ys: [2, 0, 7], out: [0, 7, 1] }
    }
    /// `overlap_add` of a contraction, without its windows: the cotangent of the windows that a contraction reads.
    ContractOverlap = contract_overlap(
        x, y, #xs: Sizes, #ys: Sizes, #out: Sizes, #shape: Shape, #axes: Axes, #size: Sizes, #stride: Sizes, #dilation: Sizes
    ) -> z {
        internal;
        vjp {
            let p = windows(g, axes, size, stride, dilation);
            x: contract(p, y, out, ys, xs), y: contract(p, x, out, xs, ys)
        }
        bilinear;
        shape given;
        batch contract;
        sample {
            x: [2, 3, 4], y: [3, 2, 3], xs: [0, 6, 3], ys: [6, 1, 5], out: [0, 1, 3, 5], shape: [2, 2, 10], axes: 2, size: 3, stride: 2,
            dilation: 1
        }
    }
    /// Products of groups of rows of `x` with a matrix each: the first `sizes[0]` rows with `w[0]`, the next `sizes[1]` with `w[1]`.
    GroupedMatmul = grouped_matmul(x: [R, I], w: [G, I, O], sizes: i32 [G]) -> y: [R, O] {
        vjp { x: grouped_matmul(g, mt(w), sizes), w: grouped_outer(x, g, sizes), sizes: none }
        bilinear;
        note "sizes that do not add up to the rows are an error";
        sample { x: [5, 2], w: [3, 2, 4], sizes: counts([2, 0, 3]) }
    }
    /// `xᵀ y` of each group of rows: the cotangent of `grouped_matmul`.
    GroupedOuter = grouped_outer(x: [R, I], y: [R, O], sizes: i32 [G]) -> w: [G, I, O] {
        vjp { x: grouped_matmul(y, mt(g), sizes), y: grouped_matmul(x, g, sizes), sizes: none }
        bilinear;
        note "sizes that do not add up to the rows are an error; a group of no rows gives 0";
        sample { x: [5, 2], y: [5, 4], sizes: counts([2, 0, 3]) }
    }
    /// `L` with `L Lᵀ = A`, lower triangular. Reads the symmetric part of `a`, `(A + Aᵀ) / 2`.
    Cholesky = cholesky(a: [.., N, N]) -> l: [.., N, N] {
        vjp {
            let p = triangular_solve(mt(l), half_tril(matmul(mt(l), g)), false);
            let s = mt(triangular_solve(mt(l), mt(p), false));
            a: 0.5 * (s + mt(s))
        }
        jvp {
            let s = triangular_solve(l, 0.5 * (da + mt(da)), true);
            matmul(l, half_tril(mt(triangular_solve(l, mt(s), true))))
        }
        note "the gradient is symmetric; a matrix that is not positive definite is an error";
        sample { a: spd(3) }
    }
    /// Solves `A X = B` where `A` is triangular; the other triangle is not read. `A` may be a view, such as `mt(a)`.
    TriangularSolve = triangular_solve(a: [.., N, N], b: [.., N, K], #lower: bool) -> x: [.., N, K] {
        vjp {
            let w = triangular_solve(mt(a), g, !lower);
            a: sum_to(-triangle(matmul(w, mt(x)), lower), a.shape()), b: sum_to(w, b.shape())
        }
        jvp { triangular_solve(a, db - matmul(triangle(da, lower), x), lower) }
        note "a zero on the diagonal is an error";
        sample { a: lower(3), b: [3, 2], lower: true }
    }
    /// Solves `A X = B`; a `b` of rank 1 is a vector.
    Solve = solve(a: [.., N, N], b: [.., N, K]) -> x: [.., N, K] {
        vjp {
            let vector = b.rank() == 1;
            let x2 = unsqueeze_if(x, -1, vector);
            let w = solve(mt(a), unsqueeze_if(g, -1, vector));
            a: sum_to(-matmul(w, mt(x2)), a.shape()), b: sum_to(squeeze_if(w, -1, vector), b.shape())
        }
        jvp {
            let vector = b.rank() == 1;
            let r = unsqueeze_if(db, -1, vector) - matmul(da, unsqueeze_if(x, -1, vector));
            squeeze_if(solve(a, r), -1, vector)
        }
        shape solve;
        note "a singular matrix is an error";
        batch solve;
        sample { a: well(3), b: [3, 2] }
    }
    /// `A⁻¹`.
    Inverse = inverse(a: [.., N, N]) -> y: [.., N, N] {
        vjp { a: -matmul(matmul(mt(y), g), mt(y)) }
        jvp { -matmul(matmul(y, da), y) }
        note "a singular matrix is an error";
        sample { a: well(3) }
    }
    /// Determinant. Its gradient is the adjugate, which exists for singular matrices too.
    Det = det(a: [.., N, N]) -> y: [..] {
        vjp { a: unsqueeze(unsqueeze(g, -1), -1) * mt(adjugate(a)) }
        jvp { sum(mt(adjugate(a)) * da, [-2, -1], false) }
        note "singular: 0, with the adjugate as gradient";
        sample { a: well(3) }
    }
    /// `adj(A)`, with `A adj(A) = det(A) I`, for singular matrices too. Its rule takes the minors one by one: right at
    /// every order and every matrix, but O(N⁵); where `A` is regular, `slogdet` is the cheap way to second derivatives.
    Adjugate = adjugate(a: [.., N, N]) -> y: [.., N, N] {
        vjp {
            let weight = unsqueeze(unsqueeze(mt(g) * parity(a.dim(-1)), -1), -1);
            a: minors_cotangent(weight * mt(adjugate(minors(a))))
        }
        jvp {
            let m = minors(a);
            mt(parity(a.dim(-1)) * sum(mt(adjugate(m)) * minors(da), [-2, -1], false))
        }
        note "of a 1 x 1 matrix 1; of an empty one empty";
        sample { a: well(3) }
    }
    /// `y[.., i, j, _, _]`: `A` without row `i` and column `j`.
    Minors = minors(a: [.., N, N]) -> y {
        internal;
        linear;
        vjp { a: minors_cotangent(g) }
        shape minors;
        sample { a: [3, 3] }
    }
    /// The cotangent of `minors`: adds up what each element of `A` was copied to.
    MinorsCotangent = minors_cotangent(x) -> y {
        internal;
        linear;
        vjp { x: minors(g) }
        shape minors_cotangent;
        sample { x: [3, 3, 2, 2] }
    }
    /// `ln |det A|` and the sign of the determinant, which is 0 for a singular matrix (and the logarithm -inf).
    LogAbsDet = logabsdet(a: [.., N, N]) -> (y: [..], sign: [..]) {
        internal;
        vjp { a: unsqueeze(unsqueeze(g, -1), -1) * mt(inverse(a)) }
        jvp { sum(mt(inverse(a)) * da, [-2, -1], false) }
        note "the sign has derivative 0; the gradient at a singular matrix is an error";
        sample { a: well(3) }
    }
    /// Sums of products over axes `axes` of `a` and axes `with` of `b`, pair by pair; then the other axes of `a`, then those of `b`.
    Tensordot = tensordot(a, b, #axes: Axes, #with: Axes) -> y {
        vjp { a: tensordot_left(g, b, a.shape(), axes, with), b: tensordot_right(a, g, b.shape(), axes, with) }
        bilinear;
        shape tensordot;
        note "NumPy's and PyTorch's number of axes `n` is the last `n` of `a` with the first `n` of `b`";
        batch none;
        sample { a: [2, 3, 4], b: [4, 5, 2], axes: [0, -1], with: [2, 0] }
    }
    /// The cotangent of `tensordot` by `a`, of shape `shape`.
    TensordotLeft = tensordot_left(y, b, #shape: Shape, #axes: Axes, #with: Axes) -> a {
        internal;
        vjp { y: tensordot(g, b, axes, with), b: tensordot_right(g, y, b.shape(), axes, with) }
        bilinear;
        shape given;
        batch none;
        sample { y: [3, 5], b: [4, 5, 2], shape: [2, 3, 4], axes: [0, -1], with: [2, 0] }
    }
    /// The cotangent of `tensordot` by `b`, of shape `shape`.
    TensordotRight = tensordot_right(a, y, #shape: Shape, #axes: Axes, #with: Axes) -> b {
        internal;
        vjp { a: tensordot_left(y, g, a.shape(), axes, with), y: tensordot(a, g, axes, with) }
        bilinear;
        shape given;
        batch none;
        sample { a: [2, 3, 4], y: [3, 5], shape: [4, 5, 2], axes: [0, -1], with: [2, 0] }
    }
    } };
}
pub(super) use linalg;
