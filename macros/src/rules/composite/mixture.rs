//! Mixtures of experts, and products of low rank beside a matrix.

macro_rules! mixture {
    ($next:ident $($rest:tt)*) => { $next! { $($rest)*
    /// The `k` likeliest experts of each row of `logits: [R, G]`, and their shares of `softmax(logits)`, which add up to 1.
    #[note = "of equal experts the first ones; which they are has no derivative; a single share is 1, and tells the router nothing (`route_plain`)"]
    #[sample { logits: distinct([3, 4]), k: 2 }]
    fn route(logits: Tensor, k: usize) -> (Tensor, Tensor<i32>) {
        let (p, experts) = topk(softmax(logits, -1), k, -1);
        (p / sum(p, -1, true), experts)
    }
    /// The `k` likeliest experts of each row of `logits: [R, G]`, and their values of `softmax(logits)`, as they are.
    #[note = "as `route`; with one expert the router of Switch Transformer, whose share says how sure it is"]
    #[sample { logits: distinct([3, 4]), k: 1 }]
    fn route_plain(logits: Tensor, k: usize) -> (Tensor, Tensor<i32>) { topk(softmax(logits, -1), k, -1) }
    /// How unevenly `experts: [R, K]` are used: `G sum(f p)` of their part of all choices `f` and their mean probability `p`.
    #[note = "1 where all are used alike, as Switch Transformer has it; `f` has no derivative"]
    #[sample { logits: [3, 4], experts: ints(0..4, [3, 2]) }]
    fn balance_loss(logits: Tensor, experts: Tensor<i32>) -> Tensor {
        let used = bincount(flatten(experts), logits.dim(-1)).cast();
        let part = used * (1.0 / experts.numel() as f64);
        sum(part * mean(softmax(logits, -1), 0, false), -1, false) * logits.dim(-1) as f64
    }
    /// The sum over a row's experts of `weights` times the product of the row with the expert's matrix, for `x: [R, I]`, `w: [G, I, O]`,
    /// `weights, experts: [R, K]`. Each matrix is multiplied with its own rows alone.
    #[note = "an expert that does not exist is an error"]
    #[sample { x: [3, 2], w: [4, 2, 3], weights: [3, 2], experts: ints(0..4, [3, 2]) }]
    fn mixture(x: Tensor, w: Tensor, weights: Tensor, experts: Tensor<i32>) -> Tensor {
        let chosen = flatten(experts);
        let order = argsort(chosen, 0);
        let rows = index_select(repeat_interleave(iota(x.dim(0)), experts.dim(1), 0), 0, order);
        let y = grouped_matmul(index_select(x, 0, rows), w, bincount(chosen, w.dim(0)));
        let shares = index_select(flatten(weights), 0, order).unsqueeze(-1);
        index_add(zeros([x.dim(0), w.dim(2)]), 0, rows, y * shares)
    }
    /// `x w + scale (x a) b`: `w` with a change of low rank, of which the matrix is never formed.
    #[sample { x: [2, 3], w: [3, 4], a: [3, 2], b: [2, 4], scale: 0.5 }]
    fn lora(x: Tensor, w: Tensor, a: Tensor, b: Tensor, scale: f64) -> Tensor {
        matmul(x, w) + matmul(matmul(x, a) * scale, b)
    }
    } };
}
pub(super) use mixture;
