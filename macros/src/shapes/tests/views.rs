use super::*;

#[test]
fn reshaping() {
    check(
        "reshape: x [B, D], = [B, N, D / N] => [B, N, D / N]
         reshape: x [B, N, D / N], = [B, D] => [B, D]
         reshape: x [B, 2 * K], = [-1] => [2*B*K]
         reshape: x [B, N, K], = [B, -1] => [B, K*N]
         reshape: x [B, D], = [B, 4, -1] => [B, 4, D / 4]
         reshape: x [6], = [2, -1] => [2, 3]
         reshape: x ?, = [2, -1] => [2, _]
         reshape: x [B], = ? => ?0
         reshape: x [B, _], = [B, 4] => [B, 4]
         reshape: x [B, _], = [-1] => [B*_]
         reshape: x [], = [1, 1] => [1, 1]
         reshape: x [1], = [] => []
         reshape: x [B], = shape [N, M] => reshape: `[B]` has B elements but `[N, M]` has M*N; change a size, or give one as -1
         reshape: x [B, H], = [B, B] => reshape: `[B, H]` has B*H elements but `[B, B]` has B*B; change a size, or give one as -1
         reshape: x [7], = [2, -1] => reshape: 7 elements of `[7]` do not divide into 2 for `[2, -1]`; change a size
         reshape: x [B], = [-1, -1] => reshape: only one size can be inferred by -1
         reshape: x [B], = [-2] => reshape: a size cannot be -2
         flatten_axes: x [B, H, N], = 0, = -1 => [B*H*N]
         flatten_axes: x [B, H, N], = 1, = 2 => [B, H*N]
         flatten_axes: x [], = 0, = -1 => [1]
         flatten_axes: x [B, H], = 1, = 0 => flatten_axes: axis 1 comes after axis 0; give the first axis first
         flatten_axes: x ?, = 0, = -1 => ?1",
    );
}

#[test]
fn transposing() {
    check(
        "t: x [B, H] => [H, B]
         t: x [B, H, N] => t: `x` must have 2 axes but is `[B, H, N]`; write `.mt()` for the last two
         t: x ? => [_, _]
         mt: x [N, B, H] => [N, H, B]
         mt: x [N] => mt: `x` must have at least 2 axes but is `[N]`; add an axis with `.unsqueeze(axis)`
         mt: x ? => ?2
         swap_axes: x [B, H, N], = 0, = -1 => [N, H, B]
         swap_axes: x [B, H, N], = i, = -1 => [_, _, _]
         swap_axes: x [B, H], = 0, = 2 => swap_axes: axis 2 is out of range for rank 2; use 0 to 1, or -2 to -1 from the end
         permute: x [B, H, N], = [2, 0, 1] => [N, B, H]
         unpermute: x [N, B, H], = [2, 0, 1] => [B, H, N]
         permute: x [B, H, N], = [-1, 0, 1] => [N, B, H]
         permute: x [B, H], = [0, 0] => permute: axis 0 is named twice
         permute: x [B, H], = [0] => permute: 1 axes are named for `[B, H]`, which has rank 2; name each once
         permute: x ?, = [1, 0] => [_, _]
         permute: x [B, H], = ? => [_, _]",
    );
}

#[test]
fn broadcasting_views() {
    check(
        "broadcast_to: x [H], = [B, H] => [B, H]
         broadcast_to: x [1, H], = shape [B, H] => [B, H]
         broadcast_to: x [], = shape ? => ?0
         broadcast_to: x [_], = [B] => [B]
         broadcast_to: x [B], = ? => ?0
         broadcast_to: x [B], = [H] => broadcast_to: `[B]` does not broadcast to `[H]`; only a literal `1` or a missing leading axis does
         broadcast_to: x [B], = [1] => broadcast_to: `[B]` does not broadcast to `[1]`; only a literal `1` or a missing leading axis does
         broadcast_to: x [B, H], = [H] => broadcast_to: `[B, H]` does not broadcast to `[H]`; only a literal `1` or a missing leading axis does
         sum_to: g [B, H], = shape [H] => [H]
         sum_to: g ?, = shape ? => ?1
         keep_axes: g [H], = shape [B, H], = 0, = false => [1, H]
         keep_axes: g [1, H], = shape [B, H], = 0, = true => [1, H]
         keep_axes: g [], = shape [B, H], = all, = false => [1, 1]
         keep_axes: g [], = shape ?, = all, = false => ?1
         keep_axes: g [H], = shape [B, H], = ?, = false => [_, _]
         unsqueeze: x [B, H], = 0 => [1, B, H]
         unsqueeze: x [B, H], = -1 => [B, H, 1]
         unsqueeze: x [], = 0 => [1]
         unsqueeze: x [B], = ? => [_, _]
         unsqueeze: x [B], = 3 => unsqueeze: axis 3 is out of range for rank 2; use 0 to 1, or -2 to -1 from the end
         squeeze: x [B, 1], = 1 => [B]
         squeeze: x [B, _], = -1 => [B]
         squeeze: x [B, 1], = all => ?0
         squeeze: x [3, 1], = all => [3]
         squeeze_if: x [B, 1], = 1, = true => [B]
         squeeze_if: x [B, 1], = 1, = false => [B, 1]
         unsqueeze_if: x [B], = -1, = true => [B, 1]
         unsqueeze_if: x [B], = -1, = ? => ?0
         fold_axes: x [B, H, N], = [2, 0] => [H, B*N]
         fold_axes: x [B, H], = all => [B*H]
         fold_axes: x [B, H], = ? => ?0
         fold_axes: x [B, H], = n => [_, _]
         unfold_axes: x [H, B * N], = shape [B, H, N], = [0, 2] => [B, H, N]
         squeeze: x [B, H], = 1 => squeeze: axis 1 of `[B, H]` is `H`, and only a literal 1 can be dropped",
    );
}

#[test]
fn ranges() {
    check(
        "narrow: x [B, H], = 1, = 2, = 3 => [B, 3]
         narrow: x [B, H], = -1, = K, = K => [B, K]
         narrow: x [B, H], = -1, = ?, = K => [B, K]
         narrow: x [B, H], = -1, = 0, = ? => [B, _]
         narrow: x [B, H], = ?, = 0, = 1 => [_, _]
         narrow: x [B, 4], = 1, = 2, = 3 => narrow: 3 elements from 2 reach beyond the axis, which has 4; take fewer
         narrow: x [B], = 0, = 1, = B => narrow: B elements from 1 reach beyond the axis, which has B; take fewer
         slice: x [B], = 0, = 0, = B, = 2 => [(B + 1) / 2]
         slice: x [2 * K], = 0, = 0, = 2 * K, = 2 => [K]
         slice: x [B + 2], = 0, = 1, = -1, = 1 => [B]
         slice: x [B], = 0, = 1, = B, = 1 => [max(B - 1, 0)]
         slice: x [B], = 0, = 0, = -1, = 1 => [max(B - 1, 0)]
         slice: x [B + 3], = 0, = 0, = 3, = 1 => [3]
         slice: x [B], = 0, = B, = 0, = 1 => [0]
         slice: x [7], = 0, = -3, = 7, = 2 => [2]
         slice: x [7], = 0, = 3, = 3, = 1 => [0]
         slice: x [7], = 0, = 3, = 8, = 1 => [4]
         slice: x [7], = 0, = -9, = -8, = 1 => [0]
         slice: x [B], = 0, = 0, = B, = 0 => slice: the step must be positive; use `flip` to reverse
         slice: x [B], = 0, = 0, = B, = ? => [_]
         split_part: x [B, 5], = [2, 3], = 1, = 1 => [B, 3]
         split_part: x [B], = [K, B - K], = 0, = 0 => [K]
         split_part: x [B, 5], = [2, 2], = 1, = 1 => split_part: the sizes add up to 4 but the axis has 5 elements; cover it
         split_part: x [B, 5], = [2, 3], = 1, = 2 => split_part: part 2 of 2 parts
         split_part: x [B, 5], = ?, = 1, = 2 => [B, _]
         chunk_part: x [B, 5], = 2, = 1, = 0 => [B, 3]
         chunk_part: x [B, 5], = 2, = 1, = 1 => [B, 2]
         chunk_part: x [5], = 4, = 0, = 3 => [0]
         chunk_part: x [4 * K], = 2, = 0, = 1 => [2*K]
         chunk_part: x [N * K], = N, = 0, = i => [K]
         chunk_part: x [5], = 0, = 0, = 0 => chunk_part: into 0 pieces; give a positive number
         flip: x [B, H], = -1 => [B, H]
         flip: x [B, H], = 2 => flip: axis 2 is out of range for rank 2; use 0 to 1, or -2 to -1 from the end
         tile: x [B, H], = [2, 3] => [2*B, 3*H]
         tile: x [B, H], = [4] => [B, 4*H]
         tile: x [B], = [2, N, 1] => [2, N, B]
         tile: x [B], = ? => ?0
         repeat_interleave: x [B, H], = 3, = -1 => [B, 3*H]
         repeat_interleave: x [B, H], = ?, = 0 => [_, H]
         pad: x [B, H], = [(0, 0), (1, K)], = 0.0 => [B, H + K + 1]
         pad: x [B, H], = [(0, 0)], = 0.0 => pad: 1 pairs of widths are given for `[B, H]`, which has rank 2; give one pair per axis
         pad: x [B, H], = ?, = 0.0 => [_, _]
         unpad: x [B + 3], = [(1, 2)] => [B]
         unpad: x [2], = [(1, 2)] => unpad: axis 0 of `[2]` would have -1 elements",
    );
}

#[test]
fn diagonals() {
    check(
        "diag: x [N], = 0 => [N, N]
         diag: x [N], = -2 => [N + 2, N + 2]
         diag: x [N], = ? => [_, _]
         diag: x [N, N], = 0 => [N]
         diag: x [N, N], = 1 => [max(N - 1, 0)]
         diag: x [B, N, N], = 0 => diag: of `[B, N, N]`; give a vector or a matrix, or use `diagonal`
         diagonal: x [B, M, N], = 0 => [B, M - max(M - N, 0)]
         diagonal: x [3, 5], = 1 => [3]
         diagonal: x [3, 5], = -1 => [2]
         diagonal: x [3, 5], = 6 => [0]
         diagonal: x [N, N], = 0 => [N]
         diagonal: x [3], = 0 => diagonal: `[3]` must have at least 2 axes
         diag_embed: x [B, N], = 1 => [B, N + 1, N + 1]
         minors: x [B, 3, 3] => [B, 3, 3, 2, 2]
         minors: x [N, M] => minors: `[N, M]` must be square: `N` and `M` differ
         minors_cotangent: x [B, 3, 3, 2, 2] => [B, 3, 3]",
    );
}

#[test]
fn joining() {
    check(
        "concat: a [B, H], b [B, K], = 1 => [B, H + K]
         concat: a [B, D / 2], b [B, D / 2], = -1 => [B, 2*(D / 2)]
         concat: a [B, _], b [_, 3], = 1 => [B, _ + 3]
         concat: a [B], b ?, = 0 => [_]
         concat: a ?, b ?, = 0 => ?2
         concat: a [B, H], = 0 => [B, H]
         concat: a [B, H], b [B, H], = ? => [_, _]
         concat: a [B, H], [B, K], = 0 => concat: axis 1 of `a` is `H` but that of item 1 of `xs` is `K`; only axis 0 may differ
         concat: a [B, H], b [B], = 0 => concat: `a` is `[B, H]` but `b` is `[B]`; give tensors of the same rank
         concat: = 0 => concat: of no tensors; give at least one
         stack: a [B, H], b [B, H], = 0 => [2, B, H]
         stack: a [B, H], b [B, H], c [B, _], = -1 => [B, H, 3]
         stack: a [], b [], = 0 => [2]
         stack: a [B], b [H], = 0 => stack: axis 0 of `a` is `B` but that of `b` is `H`; all axes must be equal",
    );
}

#[test]
fn sliding() {
    check(
        "surround: x [B, N], = [1], = 3, = 1, = SAME, = 1, = 0.0, = 0.0, = false => [B, N + 2]
         surround: x [B, N], = [1], = [K], = 1, = SAME, = 2, = 0.0, = 0.0, = false => [B, 2*K + N - 2]
         surround: x [B, N], = [1], = 3, = 2, = SAME, = 1, = 0.0, = 0.0, = false => [B, 2*((N + 1) / 2) + 1]
         windows: x [B, 2 * ((N + 1) / 2) + 1], = [1], = 3, = 2, = 1 => [B, (N + 1) / 2, 3]
         surround: x [B, 4 * N], = [1], = 3, = 2, = SAME, = 1, = 0.0, = 0.0, = false => [B, 4*N + 1]
         surround: x [B, N], = [1], = 2, = 3, = SAME, = 1, = 0.0, = 0.0, = false => [B, _]
         surround: x [B, N], = [1], = 3, = ?, = SAME, = 1, = 0.0, = 0.0, = false => [B, _]
         surround: x [B, N], = [1], = ?, = 1, = SAME, = 1, = 0.0, = 0.0, = false => [B, _]
         surround: x [B, N], = [1], = 3, = 1, = ?, = 1, = 0.0, = 0.0, = false => [B, _]
         surround: x [B, N], = [1], = 3, = 1, = [(2, 1)], = 1, = 0.0, = 0.0, = false => [B, N + 3]
         surround: x [N, 8], = [0, 1], = 3, = 1, = [(2, 1), (0, 0)], = 1, = 0.0, = 0.0, = false => [N + 3, 8]
         surround: x [N, 8], = [0, 1], = 3, = 1, = [2, 0], = 1, = 0.0, = 0.0, = false => [N + 4, 8]
         surround: x [N, 8], = [0, 1], = 3, = 1, = [1, 1, 1], = 1, = 0.0, = 0.0, = false => surround: 3 numbers as `padding` for 2 axes
         surround: x [N, 8], = [0, 1], = 3, = 1, = [(0, -1)], = 1, = 0.0, = 0.0, = false => surround: `padding` must be at least 0, but is -1
         surround: x [N, 8], = [1], = 2, = 2, = 1, = 1, = 0.0, = 0.0, = true => [N, 10]
         surround: x [N, 8], = [1], = 2, = 2, = 2, = 1, = 0.0, = 0.0, = true => surround: `padding` must be at most half of a window, which reaches over 2 elements, but is 2
         surround: x [N, 8], = [1], = 2, = 2, = 2, = 3, = 0.0, = 0.0, = true => [N, 12]
         surround: x [N, 8], = [0, 1], = 3, = 2, = [(1, 1), (0, 2)], = 1, = 0.0, = 0.0, = true => surround: `padding` must be at most half of a window, which reaches over 3 elements, but is 2
         surround: x [N, 8], = [1], = [K], = 2, = 2, = 1, = 0.0, = 0.0, = true => [N, 12]
         windows: x [N, 11], = [1], = 12, = 1, = 1 => windows: a window that reaches over 12 elements on axis 1, which has 11
         spread: x [B, N, 3], = [1], = 3, = 2, = SAME, = 1, = 0 => [B, 2*N]
         spread: x [B, N, 3], = [1], = 3, = 2, = SAME, = 1, = 1 => spread: 1 elements more than `SAME` gives
         spread: x [B, N, 3], = [1], = 3, = 2, = [(1, 0)], = 1, = 1 => [B, 2*N + 1]
         spread: x [B, N, 3], = [1], = 3, = 2, = ?, = 1, = 1 => [B, _]
         spread: x [B, 1, 3], = [1], = 3, = 2, = 2, = 1, = 0 => spread: axis 1 would have -1 elements",
    );
}
