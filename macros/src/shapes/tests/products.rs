use super::*;

#[test]
fn matmul_of_matrices_and_batches() {
    check(
        "matmul: x [B, I], w [I, H] => [B, H]
         matmul: x [N, B, I], w [I, H] => [N, B, H]
         matmul: x [B, I], w [N, I, H] => [N, B, H]
         matmul: x [N, 1, B, I], w [M, I, H] => [N, M, B, H]
         matmul: x [B, _], w [I, H] => [B, H]
         matmul: x [_, B, I], w [N, I, H] => [_|N, B, H]
         matmul: x ?, w [I, H] => ?1
         matmul: x [B, I], w1 [H, I] => matmul: `x` has inner dim `I` but `w1` has `H`; transpose `w1` or change its type
         matmul: x [I, B], w1 [I, H] => matmul: `x` has inner dim `B` but `w1` has `I`; transpose `x` or change its type
         matmul: x [B, I], w1 [H, K] => matmul: `x` has inner dim `I` but `w1` has `H`; change the type of `x` or `w1`
         matmul: [B, I], w1 [H, K] => matmul: `a` has inner dim `I` but `w1` has `H`; change the type of `a` or `w1`
         matmul: x [N, B, I], w [M, I, H] => matmul: `x` has batch `[N]` but `w` has batch `[M]`: `N` and `M` differ in the last axis; only a literal `1` or a missing leading axis broadcasts",
    );
}

#[test]
fn matmul_of_vectors() {
    check(
        "matmul: x [I], w [I, H] => [H]
         matmul: w [H, I], x [I] => [H]
         matmul: w [N, H, I], x [I] => [N, H]
         matmul: x [I], w [N, I, H] => [N, H]
         matmul: x [I], y [I] => []
         matmul: x [I], y [H] => matmul: `x` has inner dim `I` but `y` has `H`; change the type of `x` or `y`
         matmul: x [], y [H] => matmul: `x` is a scalar; multiply with `*`",
    );
}

#[test]
fn signatures_with_dims() {
    check(
        "triangular_solve: a [N, N], b [M, K], = true => triangular_solve: dim N is `N` in `a` but `M` in `b`; change the type of `b`
         triangular_solve: a [B, N, N], b [N, K], = true => [B, N, K]
         triangular_solve: a [N, N], b [N], = true => triangular_solve: `b` must have at least 2 axes but is `[N]`; add an axis with `.unsqueeze(axis)`
         logabsdet: a [B, N, N] => [B] [B]
         cholesky: a [B, N, N] => [B, N, N]
         cholesky: a [B, _, N] => [B, N, N]
         cholesky: a [B, N] => cholesky: `a` must be square but is `[B, N]`: `B` and `N` differ
         cholesky: a ? => ?2",
    );
}

#[test]
fn solving() {
    check(
        "solve: a [N, N], b [N] => [N]
         solve: a [B, N, N], b [N] => [B, N]
         solve: a [B, N, N], b [N, K] => [B, N, K]
         solve: a [N, N], b [B, N, K] => [B, N, K]
         solve: a [N, M], b [N] => solve: `a` must be square but is `[N, M]`: `N` and `M` differ
         solve: a [N, N], b [M, K] => solve: `a` has `N` rows but `b` has `M`; change the type of `a` or `b`
         solve: a [N], b [N] => solve: `a` must be a matrix but is `[N]`",
    );
}
