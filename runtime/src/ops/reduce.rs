//! Eager reductions: the tile driver with a kernel that does nothing.

use std::marker::PhantomData;

use cotangent_kernels::kernel::Combine;
use cotangent_kernels::{Element, Num};
use cotangent_macros::kernels;

use crate::error::{InOp, Result};
use crate::launch::{Arg, GroupInfo, OutSpec, Space, launch};
use crate::tensor::Tensor;
use crate::tensor::axes::{Axes, Sizes};

kernels! {
    #[cost(8)]
    fn Identity<T: Element>(x: &T) -> T {
        x
    }
}

/// The reduction of `x` that the op of this name is.
pub(super) fn reduced<T: Element>(
    op: &'static str,
    x: &Tensor<T>,
    space: Space<'_>,
    combine: Combine,
) -> Result<Tensor<T>> {
    let outs = [OutSpec { space, combine, scale: 1.0 }];
    let (y, ()) = launch(&Identity::<T> { of: PhantomData }, &GroupInfo::UNNAMED, (Arg::Ref(x), ()), &outs)
        .in_op(op)?;
    Ok(y)
}

macro_rules! reductions {
    ($($(#[doc = $doc:literal])+ $name:ident: $T:ident, $Combine:ident;)*) => {$(
        $(#[doc = $doc])+
        pub fn $name<T: $T>(x: &Tensor<T>, axes: impl Into<Axes>, keep: bool) -> Result<Tensor<T>> {
            reduced(stringify!($name), x, Space::Axes { axes: &axes.into(), keep }, Combine::$Combine)
        }
    )*};
}
reductions! {
    /// Sum over `axes`; a kept axis has length 1. The empty sum is 0.
    sum: Num, Sum;
    /// Product over `axes`. The empty product is 1.
    prod: Num, Prod;
    /// Maximum over `axes`. NaN wins; the empty maximum is `-inf`, or the least integer.
    max: Num, Max;
    /// Minimum over `axes`. NaN wins; the empty minimum is `inf`, or the greatest integer.
    min: Num, Min;
}

/// Whether any element over `axes` is true. Of nothing: `false`.
pub fn any(x: &Tensor<bool>, axes: impl Into<Axes>, keep: bool) -> Result<Tensor<bool>> {
    reduced("any", x, Space::Axes { axes: &axes.into(), keep }, Combine::Sum)
}

/// Whether all elements over `axes` are true. Of nothing: `true`.
pub fn all(x: &Tensor<bool>, axes: impl Into<Axes>, keep: bool) -> Result<Tensor<bool>> {
    reduced("all", x, Space::Axes { axes: &axes.into(), keep }, Combine::Prod)
}

/// Sum over the axes along which `shape` was broadcast: undoes [`broadcast_to`](super::broadcast_to).
pub fn sum_to<T: Num>(x: &Tensor<T>, shape: impl Into<Sizes>) -> Result<Tensor<T>> {
    let shape = shape.into().shape().in_op("sum_to")?;
    if shape == x.layout().shape {
        return Ok(x.clone());
    }
    reduced("sum_to", x, Space::To(&shape), Combine::Sum)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tensor;
    use cotangent_kernels::f16;

    fn v<T: Element>(x: Result<Tensor<T>>) -> (Vec<usize>, Vec<T>) {
        let x = x.unwrap();
        (x.shape().to_vec(), x.to_vec().unwrap())
    }

    #[test]
    fn over_one_several_and_all_axes() {
        let x = Tensor::from_vec((0..24).collect(), [2, 3, 4]).unwrap();
        assert_eq!(v(sum(&x, Axes::ALL, false)), (vec![], vec![276]));
        assert_eq!(v(sum(&x, .., true)), (vec![1, 1, 1], vec![276]));
        assert_eq!(v(sum(&x, [0, -1], false)), (vec![3], vec![60, 92, 124]));
        assert_eq!(v(sum(&x, 1, true)).0, [2, 1, 4]);
        assert_eq!(v(sum(&x, Axes::NONE, false)).1, x.to_vec().unwrap());
        assert_eq!(v(max(&x, [1, 2], false)).1, [11, 23]);
        assert_eq!(v(min(&x, 0, false)).1, (0..12).collect::<Vec<_>>());
        let t = super::super::permute(&x, [2, 0, 1]).unwrap();
        assert_eq!(v(sum(&t, 2, false)), (vec![4, 2], vec![12, 48, 15, 51, 18, 54, 21, 57]));
        assert_eq!(v(prod(&tensor![[1.0, 2.0], [3.0, 4.0]], 0, false)).1, [3.0, 8.0]);
        assert_eq!(v(sum(&Tensor::scalar(3.0), .., false)), (vec![], vec![3.0]));
        let wide = super::super::broadcast_to(&tensor![1.0f32, 2.0], [3, 2]).unwrap();
        assert_eq!(v(sum(&wide, 0, false)).1, [3.0, 6.0]);
    }

    #[test]
    fn truth_values_nothing_and_nan() {
        let x = tensor![[true, false], [true, true]];
        assert_eq!(v(any(&x, 0, false)).1, [true, true]);
        assert_eq!(v(all(&x, 0, true)), (vec![1, 2], vec![true, false]));
        let none = Tensor::<bool>::zeros([0, 2]).unwrap();
        assert_eq!(v(any(&none, 0, false)).1, [false; 2]);
        assert_eq!(v(all(&none, 0, false)).1, [true; 2]);
        let none = Tensor::<f64>::zeros([2, 0]).unwrap();
        assert_eq!(v(sum(&none, 1, false)).1, [0.0; 2]);
        assert_eq!(v(prod(&none, 1, false)).1, [1.0; 2]);
        assert_eq!(v(max(&none, 1, false)).1, [f64::NEG_INFINITY; 2]);
        assert_eq!(v(min(&none, 1, false)).1, [f64::INFINITY; 2]);
        assert_eq!(v(sum(&none, 0, false)).0, [0]);
        assert_eq!(v(max(&Tensor::<i32>::zeros([0]).unwrap(), 0, false)).1, [i32::MIN]);
        assert!(v(max(&tensor![1.0, f32::NAN, 2.0], 0, false)).1[0].is_nan());
    }

    #[test]
    fn half_types_accumulate_in_f32() {
        let ones = Tensor::full(10_000, f16::from_f32(1.0)).unwrap();
        assert_eq!(v(sum(&ones, .., false)).1[0].to_f32(), 10_000.0, "f16 itself would stop at 2048");
    }

    #[test]
    fn un_broadcasting() {
        let x = Tensor::from_vec((0..24).collect(), [2, 3, 4]).unwrap();
        assert_eq!(v(sum_to(&x, [3, 1])), (vec![3, 1], vec![60, 92, 124]));
        assert_eq!(v(sum_to(&x, ())).1, [276]);
        assert_eq!(v(sum_to(&x, [2, 3, 4])).1, x.to_vec().unwrap());
        assert_eq!(
            sum_to(&x, [2, 4]).unwrap_err().to_string(),
            "sum_to: shape [2, 3, 4] cannot be summed to [2, 4]"
        );
    }

    #[test]
    fn bad_input_is_an_error() {
        let x = tensor![[1, 2]];
        assert_eq!(sum(&x, 2, false).unwrap_err().to_string(), "sum: axis 2 is out of range for rank 2");
        assert_eq!(prod(&x, [0, -2], true).unwrap_err().to_string(), "prod: axis -2 is named twice");
        assert_eq!(max(&Tensor::scalar(1), 0, true).unwrap_err().op(), Some("max"));
        assert!(min(&x, [0; 9], true).is_err());
        assert!(any(&tensor![true], -2, true).is_err());
        assert!(sum_to(&x, [-1]).is_err());
    }
}
