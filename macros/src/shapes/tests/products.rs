use super::*;

#[test]
fn matmul_of_matrices_and_batches() {
    check(
        "matmul: x [B, I], w [I, H] => [B, H]
         matmul: x [N, B, I], w [I, H] => [N, B, H]
         matmul: x [N, 1, B, I], w [M, I, H] => [N, M, B, H]
         matmul: x [B, _], w [I, H] => [B, H]
         matmul: x ?, w [I, H] => ?1
         matmul: x [B, I], w1 [H, I] => matmul: `x` has inner dim `I` but `w1` has `H`; transpose `w1` or change its type
         matmul: x [I, B], w1 [I, H] => matmul: `x` has inner dim `B` but `w1` has `I`; transpose `x` or change its type
         matmul: x [B, I], w1 [H, K] => matmul: `x` has inner dim `I` but `w1` has `H`; change the type of `x` or `w1`
         matmul: x [N, B, I], w [M, I, H] => matmul: `x` has batch `[N]` but `w` has batch `[M]`: `N` and `M` differ in the last axis; only a literal `1` or a missing leading axis broadcasts",
    );
}
