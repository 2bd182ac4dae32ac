//! Types that are noted: those of the standard library that own what they hold, and ours.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, VecDeque};
use std::num::{NonZero, Wrapping};
use std::ops::{ControlFlow, Range, RangeInclusive};
use std::sync::Arc;

use cotangent_kernels::{DType, Element, bf16, f16};

use super::{Known, Noted, Unborrowed};
use crate::device::Device;
use crate::tensor::Tensor;
use crate::tensor::random::Key;
use crate::tensor::shape::Shape;

macro_rules! noted {
    ($($T:ty)*) => { $(impl Noted for $T {} impl Unborrowed for $T {})* };
}
noted!(() bool char f16 f32 f64 bf16 i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);
noted!(String Key Shape Device DType std::time::Duration std::time::Instant std::time::SystemTime);
noted!(std::cmp::Ordering std::path::PathBuf std::ffi::OsString std::num::ParseIntError std::num::ParseFloatError);
noted!(NonZero<i8> NonZero<i16> NonZero<i32> NonZero<i64> NonZero<i128> NonZero<isize>);
noted!(NonZero<u8> NonZero<u16> NonZero<u32> NonZero<u64> NonZero<u128> NonZero<usize>);

impl<T: Element> Noted for Tensor<T> {}
impl<T: Element> Unborrowed for Tensor<T> {}
impl<T: Unborrowed> Unborrowed for Option<T> {}
impl<T: Unborrowed> Unborrowed for Vec<T> {}
impl<T: Unborrowed> Unborrowed for Box<T> {}
impl<T: Unborrowed, const N: usize> Unborrowed for [T; N] {}
impl<T: Noted> Noted for Option<T> {}
impl<T: Noted, E: Noted> Noted for Result<T, E> {}
impl<B: Noted, C: Noted> Noted for ControlFlow<B, C> {}
impl<T: Noted> Noted for Vec<T> {}
impl<T: Noted> Noted for VecDeque<T> {}
impl<T: Noted> Noted for BinaryHeap<T> {}
impl<T: Noted> Noted for BTreeSet<T> {}
impl<K: Noted, V: Noted> Noted for BTreeMap<K, V> {}
impl<T: Noted, S: Noted> Noted for HashSet<T, S> {}
impl<K: Noted, V: Noted, S: Noted> Noted for HashMap<K, V, S> {}
impl Noted for std::hash::RandomState {}
impl<T: Noted> Noted for Box<T> {}
impl<T: Noted> Noted for Arc<T> {}
impl<T: Noted> Noted for Wrapping<T> {}
impl<T: Noted> Noted for Reverse<T> {}
impl<T: Noted> Noted for RangeInclusive<T> {}
impl<T: Noted, const N: usize> Noted for [T; N] {}
impl<T: Noted> Noted for Range<T> {}

macro_rules! tuples {
    ($First:ident $($T:ident)*) => {
        impl<$First: Noted, $($T: Noted),*> Noted for ($First, $($T,)*) {}
        impl<$First: Unborrowed, $($T: Unborrowed),*> Unborrowed for ($First, $($T,)*) {}
        tuples!($($T)*);
    };
    () => {};
}
tuples!(A B C D E F G H I J K L);

/// The declared return type of a function. It is a name for that of a function that never returns, which has none.
pub trait Returns {
    /// Its type.
    type Type;
}
impl<T> Returns for fn() -> T {
    type Type = T;
}
impl Known for <fn() -> ! as Returns>::Type {}
