use super::*;

#[test]
fn gathering() {
    check(
        "gather: x [B, H], = 1, idx [B, 3] => [B, 3]
         gather: x [B, H], = 1, idx [B] => gather: `idx` is `[B]` but `x` is `[B, H]`; give both the same rank
         gather: x [4, H], = 1, idx [5, 3] => gather: axis 0 of `idx` is `5`, more than the `4` of `x`; only axis 1 may be longer
         gather: x [B, H], = 2, idx [B, 3] => gather: axis 2 is out of range for rank 2; use 0 to 1, or -2 to -1 from the end
         index_select: x [B, H], = 0, idx [K] => [K, H]
         index_select: x [B, H], = 0, idx ? => [_, H]
         index_select: x ?, = 0, idx [K] => ?1
         index_select: x [B, H], = 0, idx [K, K] => index_select: `idx` must have one axis but is `[K, K]`; flatten it
         embedding: table [V, D], ids [B, N] => [B, N, D]
         embedding: table ?, ids [B] => [B, _]
         embedding: table [V], ids [B] => embedding: `table` must be a matrix, one row per index, but is `[V]`",
    );
}

#[test]
fn scattering() {
    check(
        "scatter_add: x [B, H], = 1, idx [B, 3], s [B, 3] => [B, H]
         scatter_add: x [B, H], = 1, idx [B, 3], s [B, 4] => scatter_add: axis 1 of `s` is `4` but that of `idx` is `3`; make them equal
         index_add: x [B, H], = 0, idx [K], s [K, H] => [B, H]
         index_add: x [B, H], = 0, idx [K], s [N, H] => index_add: axis 0 of `s` is `N` but `idx` has `K` indices; give as many
         index_add: x [B, H], = 0, idx [K], s [K, N] => index_add: axis 1 of `s` is `N` but that of `x` is `H`; make them equal
         one_hot: ids [B], = 10 => [B, 10]
         one_hot: ids [B], = ? => [B, _]
         sort: x [B, H], = -1 => [B, H] [B, H]
         topk: x [B, H], = 3, = -1 => [B, 3] [B, 3]
         topk: x [B, 2], = 3, = -1 => topk: 3 of the 2 elements of the axis; take at most 2",
    );
}

#[test]
fn constructing() {
    check(
        "element: x [N], = 0 => []
         element: x ?, = [i, 1] => []
         element: x [2, N], = [1, i] => []
         element: x [2, N], = [2, i] => element: 2 is outside of `[2, N]`; an index counts from the front
         element: x [2, N], = [-1, i] => element: -1 is outside of `[2, N]`; an index counts from the front
         element: x [2, N], = 0 => element: `[2, N]` has 2 axes, not 1; give an index for each, or use `narrow` for a part
         iota: = n => [n]
         tri_mask: = shape [B, N, M], = 0, = true => [N, M]
         tri_mask: = shape ?, = 0, = true => [_, _]
         tri_mask: = shape [N], = 0, = true => tri_mask: `[N]` must have at least 2 axes",
    );
}
