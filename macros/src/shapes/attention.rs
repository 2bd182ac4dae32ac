//! Attention: dims by the signature, heads that share heads of keys, and what broadcasts to the scores.

use super::broadcast::broadcast;
use super::call::Call;
use super::pattern::pattern;
use crate::dims::Dim;
use crate::ir::Shape;

type Shapes = Result<Vec<Shape>, String>;

/// A dim for each query.
pub(super) fn attend(call: &Call<'_>) -> Shapes {
    let result = pattern(call)?;
    let dims = |name: &str| match call.tensor(&[name]) {
        Some((_, Shape::Dims(dims))) if dims.len() == 4 => Some(dims),
        _ => None,
    };
    let (Some(q), Some(k)) = (dims("q"), dims("k")) else { return Ok(result) };
    if let (Some(heads), Some(groups)) = (q[1].as_int(), k[1].as_int())
        && heads > 0
        && (groups == 0 || heads % groups != 0)
    {
        return call.error(format_args!("{heads} heads of queries cannot share {groups} heads of keys"));
    }
    let scores = Shape::Dims(vec![q[0].clone(), q[1].clone(), q[2].clone(), k[2].clone()]);
    for name in ["mask", "bias"] {
        let Some((at, shape @ Shape::Dims(_))) = call.tensor(&[name]) else { continue };
        let who = call.called(at);
        match broadcast(&scores, shape) {
            Err(clash) => {
                let (left, right) = (&clash.left, &clash.right);
                return call.error(format_args!(
                    "the scores are `{scores}` but {who} is `{shape}`: `{left}` and `{right}` differ"
                ));
            }
            Ok(wider) if wider.rank() != Some(4) => {
                return call.error(format_args!("the scores are `{scores}` but {who} is `{shape}`"));
            }
            Ok(_) => {}
        }
    }
    Ok(result)
}

/// As many elements as `q`, `k` and `v` have.
pub(super) fn attend_cotangents(call: &Call<'_>) -> Shapes {
    attend(call)?;
    let count = |name: &str| match call.tensor(&[name]) {
        Some((_, Shape::Dims(dims))) => Dim::product(dims),
        _ => Dim::unknown(),
    };
    let [q, k, v] = ["q", "k", "v"].map(count);
    Ok(vec![Shape::Dims(vec![&(&q + &k) + &v])])
}
