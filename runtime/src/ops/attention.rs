//! Attention that keeps no weights.

use cotangent_kernels::attention::{self, Operands};
use cotangent_kernels::{Element, Float};

use super::operand::{shape_error, under, view};
use crate::device::Opaque;
use crate::error::{InOp, Result};
use crate::tensor::Tensor;
use crate::tensor::layout::Layout;
use crate::tensor::shape::Shape;
use crate::tensor::sources::Under;

/// The layouts of `mask` and `bias` over the scores, and the shape of the result.
struct Scores {
    mask: Layout,
    bias: Layout,
    result: Shape,
}

impl Scores {
    fn new<T: Float>(
        q: &Tensor<T>,
        k: &Tensor<T>,
        v: &Tensor<T>,
        mask: &Tensor<bool>,
        bias: &Tensor<T>,
    ) -> Result<Self> {
        let (&[b, h, l, e], &[of_k, g, s, e_of_k], &[of_v, g_of_v, s_of_v, d]) =
            (q.shape(), k.shape(), v.shape())
        else {
            return misfit(q, k, v, "have four axes each");
        };
        if b != of_k || b != of_v || e != e_of_k || (g, s) != (g_of_v, s_of_v) {
            return misfit(q, k, v, "be `[B, H, L, E]`, `[B, G, S, E]` and `[B, G, S, D]`");
        }
        if h > 0 && (g == 0 || h % g != 0) {
            return shape_error(format!("{h} heads of queries cannot share {g} heads of keys"));
        }
        let scores = Shape::new(&[b, h, l, s])?;
        let (mask, bias) = (repeated("mask", mask, scores)?, repeated("bias", bias, scores)?);
        Ok(Self { mask, bias, result: Shape::new(&[b, h, l, d])? })
    }

    fn operands<'a, T: Float>(
        &'a self,
        (q, k, v): (&'a Tensor<T>, &'a Tensor<T>, &'a Tensor<T>),
        (mask, bias): (&'a Tensor<bool>, &'a Tensor<T>),
        scale: f64,
    ) -> Result<Operands<'a, T>> {
        let (mask, bias) = (under(mask, &self.mask)?, under(bias, &self.bias)?);
        Ok(Operands { q: view(q)?, k: view(k)?, v: view(v)?, mask, bias, scale })
    }
}

fn misfit<T: Float, R>(q: &Tensor<T>, k: &Tensor<T>, v: &Tensor<T>, must: &str) -> Result<R> {
    let (q, k, v) = (q.shape(), k.shape(), v.shape());
    shape_error(format!("q, k and v must {must}, but have shapes {q:?}, {k:?} and {v:?}"))
}

fn repeated<T: Element>(what: &str, x: &Tensor<T>, scores: Shape) -> Result<Layout> {
    let layout = x.layout();
    if !layout.shape.broadcasts_to(&scores) {
        return shape_error(format!("`{what}` has shape {}, but the scores have {scores}", layout.shape));
    }
    Ok(Layout { shape: scores, strides: layout.strides_in(&scores), offset: layout.offset })
}

/// `softmax(scale q kᵀ + bias) v` over the keys where `mask`, for `q: [B, H, L, E]`, `k: [B, G, S, E]`, `v: [B, G, S, D]`.
#[doc(hidden)]
pub fn attend<T: Float>(
    q: &Tensor<T>,
    k: &Tensor<T>,
    v: &Tensor<T>,
    mask: &Tensor<bool>,
    bias: &Tensor<T>,
    scale: f64,
) -> Result<Tensor<T>> {
    let made = || {
        let scores = Scores::new(q, k, v, mask, bias)?;
        let of = (((q, k), (v, Under(mask, &scores.mask))), Under(bias, &scores.bias));
        Tensor::run(Opaque::Attend { scale }, of, scores.result, |out| {
            attention::attend(out, &scores.operands((q, k, v), (mask, bias), scale)?);
            Ok(())
        })
    };
    made().in_op("attend")
}

/// The cotangents of `q`, `k` and `v` in [`attend`], one behind the other, for that of its result.
#[doc(hidden)]
pub fn attend_cotangents<T: Float>(
    q: &Tensor<T>,
    k: &Tensor<T>,
    v: &Tensor<T>,
    mask: &Tensor<bool>,
    bias: &Tensor<T>,
    t: &Tensor<T>,
    scale: f64,
) -> Result<Tensor<T>> {
    let made = || {
        let scores = Scores::new(q, k, v, mask, bias)?;
        if t.shape() != &scores.result[..] {
            return shape_error(format!("`t` has shape {:?}, but the result {}", t.shape(), scores.result));
        }
        let count = q.numel().saturating_add(k.numel()).saturating_add(v.numel());
        let of = (((q, k), (v, Under(mask, &scores.mask))), (Under(bias, &scores.bias), t));
        Tensor::run(Opaque::AttendCotangents { scale }, of, Shape::new(&[count])?, |out| {
            attention::cotangents(out, &scores.operands((q, k, v), (mask, bias), scale)?, view(t)?);
            Ok(())
        })
    };
    made().in_op("attend_cotangents")
}
