//! One runtime call each; the fuser stops here.

use super::rules;

rules! { Opaque:
    /// `Y = A B`, batched over leading dims.
    MatMul = matmul(a: [.., M, K], b: [.., K, N]) -> y: [.., M, N] {
        vjp { a: matmul(g, b.mt()), b: matmul(a.mt(), g) }
        jvp { matmul(da, b) + matmul(a, db) }
        call matmul;
        sample { a: [3, 4], b: [4, 2] }
    }
}
