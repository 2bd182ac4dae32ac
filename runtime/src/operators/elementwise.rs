//! The functions behind the operators, for as long as `ops` does not have those that are generated from the table.

use std::marker::PhantomData;

use cotangent_kernels::isa::Isa;
use cotangent_kernels::kernel::{Kernel, List};
use cotangent_kernels::{Float, Num, math as m};

use crate::error::{InOp, Result};
use crate::launch::{Arg, GroupInfo, OutSpec, launch};
use crate::tensor::Tensor;

static ALONE: GroupInfo = GroupInfo { ops: &[] };

macro_rules! functions {
    ($($name:ident [$($T:ident: $Bound:ident)?] $X:ty: $a:ident $($b:ident)?;)*) => {$(
        pub(super) fn $name<$($T: $Bound)?>($a: &Tensor<$X> $(, $b: &Tensor<$X>)?) -> Result<Tensor<$X>> {
            struct Op<T>(PhantomData<T>);
            impl<$($T: $Bound)?> Kernel for Op<$X> {
                type Ins = functions!(@list $X, $a $($b)?);
                type Outs = ($X, ());
                #[inline(always)]
                fn tile<S: Isa>(
                    &self,
                    s: S,
                    n: usize,
                    functions!(@pattern $a $($b)?): <Self::Ins as List>::Tiles<'_>,
                    (y, ()): <Self::Outs as List>::TilesMut<'_>,
                ) {
                    let (y, $a $(, $b)?) = (&mut y[..n], &$a[..n] $(, &$b[..n])?);
                    for i in 0..n {
                        y[i] = m::$name(s, $a[i] $(, $b[i])?);
                    }
                }
            }
            let ins = functions!(@args $a $($b)?);
            let (y, ()) = launch(&Op::<$X>(PhantomData), &ALONE, ins, &[OutSpec::FULL]).in_op(stringify!($name))?;
            Ok(y)
        }
    )*};
    (@list $X:ty, $a:ident) => { ($X, ()) };
    (@list $X:ty, $a:ident $b:ident) => { ($X, ($X, ())) };
    (@pattern $a:ident) => { ($a, ()) };
    (@pattern $a:ident $b:ident) => { ($a, ($b, ())) };
    (@args $a:ident) => { (Arg::Ref($a), ()) };
    (@args $a:ident $b:ident) => { (Arg::Ref($a), (Arg::Ref($b), ())) };
}
functions! {
    add [T: Num] T: a b;
    sub [T: Num] T: a b;
    mul [T: Num] T: a b;
    div [T: Float] T: a b;
    rem [T: Float] T: a b;
    neg [T: Num] T: a;
    and [] bool: a b;
    or [] bool: a b;
    not [] bool: a;
}
