//! Random tensors by key: splittable, counter based, the same everywhere and every time.
//!
//! The generator is Threefry 2x32 with 20 rounds (Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy
//! as 1, 2, 3", 2011): additions, rotations and exclusive ors, which every device has. Element `i` of a draw depends
//! on the key and `i` alone.

use std::f64::consts::TAU;
use std::marker::PhantomData;
use std::ops::Range;

use cotangent_kernels::isa::Isa;
use cotangent_kernels::kernel::{Kernel, List};
use cotangent_kernels::{DType, Element, Float, math as m, quantile};

use crate::device::{Device, Draw, Drawn, Opaque};
use crate::error::{Error, ErrorKind, InOp, Result};
use crate::launch::{Arg, GroupInfo, OutSpec, launch};
use crate::ops;
use crate::tensor::Tensor;
use crate::tensor::axes::Sizes;
use crate::tensor::shape::Shape;

/// The seed of one draw. Split it for several: two draws from one key are made of the same bits.
///
/// ```
/// use cotangent::prelude::*;
///
/// let [a, b] = Key::new(7).split();
/// let w: Tensor = a.normal([64, 64])?;
/// let keep = b.bernoulli(0.9, [64, 64])?;
/// assert_eq!(w.to_vec()?, a.normal::<f32>([64, 64])?.to_vec()?);
/// # Ok::<(), cotangent::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key([u32; 2]);

/// High halves of counters that no draw reaches: keys from keys.
const SPLIT: u32 = 1 << 31;
const FOLD_LOW: u32 = SPLIT + 1;
const FOLD_HIGH: u32 = SPLIT + 2;

impl Key {
    /// The key of a seed.
    pub const fn new(seed: u64) -> Self {
        Self([(seed >> 32) as u32, seed as u32])
    }

    /// The seed that gives this key, to be written down: `Key::new(key.seed()) == key`.
    pub const fn seed(self) -> u64 {
        (self.0[0] as u64) << 32 | self.0[1] as u64
    }

    /// Independent keys.
    pub fn split<const N: usize>(self) -> [Self; N] {
        std::array::from_fn(|i| Self(block(self.0, [i as u32, SPLIT])))
    }

    /// The key for step, layer or example number `i`.
    pub fn fold(self, i: u64) -> Self {
        let low = block(self.0, [i as u32, FOLD_LOW]);
        Self(block(low, [(i >> 32) as u32, FOLD_HIGH]))
    }

    /// 64 bits at a position.
    fn bits(self, i: usize) -> u64 {
        let [high, low] = block(self.0, counter(i as u64));
        u64::from(high) << 32 | u64::from(low)
    }

    /// Uniform over `0.0..1.0`, with as many random bits as the type holds at 1.
    pub fn uniform<T: Float>(self, sizes: impl Into<Sizes>) -> Result<Tensor<T>> {
        self.uniform_at(Device::CPU, T::from_f64(0.0)..T::from_f64(1.0), sizes).in_op("uniform")
    }

    /// Uniform over `low..high`. Elements are rounded as the type computes, to the same bits on every device.
    pub fn uniform_in<T: Float>(self, low: T, high: T, sizes: impl Into<Sizes>) -> Result<Tensor<T>> {
        self.uniform_at(Device::CPU, low..high, sizes).in_op("uniform_in")
    }

    pub(crate) fn uniform_at<T: Float>(
        self,
        device: Device,
        range: Range<T>,
        sizes: impl Into<Sizes>,
    ) -> Result<Tensor<T>> {
        let rounded = |x: f64| T::Compute::from_f64(x).to_f64();
        let (low, high) = (range.start.to_f64(), range.end.to_f64());
        let length = rounded(high - low);
        if !(low < high && length.is_finite()) {
            let message = format!("{}..{} is no range of finite length", range.start, range.end);
            return Err(Error::new(ErrorKind::Value, message));
        }
        let shape = sizes.into().shape()?;
        let at = |unit: f64| {
            let y = T::from_f64(rounded(low + rounded(length * unit)));
            // Rounding may reach the end, which is not part of the range.
            if y.to_f64() < high { y } else { range.start }
        };
        let bits = match T::DTYPE {
            DType::F16 => 11,
            DType::Bf16 => 8,
            _ => 24,
        };
        // Found by halves, which the processor has no use for.
        let last = if device.is_remote() { last_below(range.start, range.end) } else { 0.0 };
        let (low, length) = (low as f32, length as f32);
        self.drawn(device, Drawn::Uniform { bits, low, length, last }, shape, |out| {
            if T::DTYPE == DType::F64 {
                let unit = |i| (self.bits(i) >> 11) as f64 / (1u64 << 53) as f64;
                out.iter_mut().enumerate().for_each(|(i, o)| *o = at(unit(i)));
            } else {
                self.words(out, |w| at(f64::from(w >> (32 - bits)) / f64::from(1u32 << bits)));
            }
        })
    }

    /// Standard normal. Numbers of f32, and of what is narrower, are made of 32 bits each by integers alone, to the same bits on every
    /// device: none exceeds 6.4. Those of f64 are made by the method of Box and Muller.
    pub fn normal<T: Float>(self, sizes: impl Into<Sizes>) -> Result<Tensor<T>> {
        self.normal_at(Device::CPU, sizes).in_op("normal")
    }

    pub(crate) fn normal_at<T: Float>(self, device: Device, sizes: impl Into<Sizes>) -> Result<Tensor<T>> {
        let shape = sizes.into().shape()?;
        if T::DTYPE == DType::F64 {
            return self.normal_pairs(shape)?.to(device);
        }
        if device.is_remote() {
            return self.drawn(device, Drawn::Normal, shape, |_| {});
        }
        let words = Tensor::<i32>::build(device, shape, |out| {
            self.words(out, |w| w as i32);
            Ok(())
        });
        let kernel = Quantiles::<T>(PhantomData);
        Ok(launch(&kernel, &GroupInfo::UNNAMED, (Arg::Own(words?), ()), &[OutSpec::FULL])?.0)
    }

    /// Two numbers of two uniform ones, made on the processor.
    fn normal_pairs<T: Float>(self, shape: Shape) -> Result<Tensor<T>> {
        let n = shape.numel();
        let pairs = Shape::new(&[n.div_ceil(2)])?;
        // Never 0, whose logarithm is infinite.
        let unit = |w: u64| ((w >> 11) as f64 + 0.5) / (1u64 << 53) as f64;
        let word = |part: usize| {
            Tensor::<T::Compute>::build(Device::CPU, pairs, |out| {
                for (j, o) in out.iter_mut().enumerate() {
                    *o = T::Compute::from_f64(unit(self.bits(2 * j + part)));
                }
                Ok(())
            })
        };
        let (u, v) = (Arg::Own(word(0)?), Arg::Own(word(1)?));
        let (a, (b, ())) =
            launch(&BoxMuller::<T>(PhantomData), &GroupInfo::UNNAMED, (u, (v, ())), &[OutSpec::FULL; 2])?;
        let both = ops::reshape(&ops::stack(&[&a, &b], -1)?, 2 * pairs.numel())?;
        ops::reshape(&ops::narrow(&both, 0, 0, n)?, shape)?.contiguous()
    }

    /// [`uniform`](Self::uniform) in the shape of another tensor, and where it lives.
    pub fn uniform_like<T: Float>(self, x: &Tensor<T>) -> Result<Tensor<T>> {
        self.uniform_at(x.device(), T::from_f64(0.0)..T::from_f64(1.0), x.layout().shape)
            .in_op("uniform_like")
    }

    /// [`uniform_in`](Self::uniform_in) in the shape of another tensor, and where it lives.
    pub fn uniform_in_like<T: Float>(self, low: T, high: T, x: &Tensor<T>) -> Result<Tensor<T>> {
        self.uniform_at(x.device(), low..high, x.layout().shape).in_op("uniform_in_like")
    }

    /// [`normal`](Self::normal) in the shape of another tensor, and where it lives.
    pub fn normal_like<T: Float>(self, x: &Tensor<T>) -> Result<Tensor<T>> {
        self.normal_at(x.device(), x.layout().shape).in_op("normal_like")
    }

    /// [`bernoulli`](Self::bernoulli) in the shape of another tensor, and where it lives: the mask of a dropout.
    pub fn bernoulli_like<T: Element>(self, p: f64, x: &Tensor<T>) -> Result<Tensor<bool>> {
        self.bernoulli_at(x.device(), p, x.layout().shape).in_op("bernoulli_like")
    }

    /// [`randint`](Self::randint) in the shape of another tensor, and where it lives.
    pub fn randint_like<T: Element>(self, low: i32, high: i32, x: &Tensor<T>) -> Result<Tensor<i32>> {
        self.randint_at(x.device(), low..high, x.layout().shape).in_op("randint_like")
    }

    /// `true` with probability `p`.
    pub fn bernoulli(self, p: f64, sizes: impl Into<Sizes>) -> Result<Tensor<bool>> {
        self.bernoulli_at(Device::CPU, p, sizes).in_op("bernoulli")
    }

    pub(crate) fn bernoulli_at(
        self,
        device: Device,
        p: f64,
        sizes: impl Into<Sizes>,
    ) -> Result<Tensor<bool>> {
        if !(0.0..=1.0).contains(&p) {
            return Err(Error::new(ErrorKind::Value, format!("{p} is no probability")));
        }
        let shape = sizes.into().shape()?;
        let below = (p * (1u64 << 32) as f64) as u64;
        self.drawn(device, Drawn::Bernoulli { below }, shape, |out| self.words(out, |w| u64::from(w) < below))
    }

    /// Integers, uniform over `low..high`; no value is likelier than another by more than 2^-32.
    pub fn randint(self, low: i32, high: i32, sizes: impl Into<Sizes>) -> Result<Tensor<i32>> {
        self.randint_at(Device::CPU, low..high, sizes).in_op("randint")
    }

    pub(crate) fn randint_at(
        self,
        device: Device,
        Range { start: low, end: high }: Range<i32>,
        sizes: impl Into<Sizes>,
    ) -> Result<Tensor<i32>> {
        if low >= high {
            return Err(Error::new(ErrorKind::Value, format!("{low}..{high} holds no integer")));
        }
        let count = low.abs_diff(high);
        let shape = sizes.into().shape()?;
        self.drawn(device, Drawn::Integers { low, count }, shape, |out| {
            for (i, o) in out.iter_mut().enumerate() {
                *o = (i64::from(low) + below(self.bits(i), u64::from(count)) as i64) as i32;
            }
        })
    }

    /// Elements by their places: `fill` writes them on the processor, another device draws them where they are. None has the words of f64.
    fn drawn<T: Element>(
        self,
        device: Device,
        what: Drawn,
        shape: Shape,
        fill: impl FnOnce(&mut [T]),
    ) -> Result<Tensor<T>> {
        let at = if T::DTYPE == DType::F64 { Device::CPU } else { device };
        let made = Tensor::run(Opaque::Draw(Draw { key: self.0, what }), at, shape, |out| {
            fill(out);
            Ok(())
        });
        made?.to(device)
    }

    /// The numbers `0..n` in random order.
    pub fn permutation(self, n: usize) -> Result<Tensor<i32>> {
        let mut x = ops::iota(n).map_err(|e| renamed(&e, "permutation"))?;
        let all = x.as_mut_slice().unwrap_or_default();
        for i in (1..n).rev() {
            all.swap(i, below(self.bits(i), i as u64 + 1) as usize);
        }
        Ok(x)
    }

    /// Each element from a word of its own, two to a block.
    fn words<T>(self, out: &mut [T], value: impl Fn(u32) -> T) {
        for (j, pair) in out.chunks_mut(2).enumerate() {
            let words = block(self.0, counter(j as u64));
            pair.iter_mut().zip(words).for_each(|(o, w)| *o = value(w));
        }
    }
}

pub(crate) fn renamed(e: &Error, op: &'static str) -> Error {
    Error::new(e.kind(), e.message().to_owned()).in_op(op)
}

/// The largest f32 from `low` on that is less than `end` when it is rounded to the type.
fn last_below<T: Float>(low: T, end: T) -> f32 {
    // Bits as integers in the order of the numbers, and back.
    let turned = |bits: i32| if bits < 0 { i32::MIN - bits } else { bits };
    let place = |x: T| i64::from(turned((x.to_f64() as f32).to_bits() as i32));
    let number = |place: i64| f32::from_bits(turned(place as i32) as u32);
    let (mut below, mut not_below) = (place(low), place(end));
    while not_below - below > 1 {
        let middle = i64::midpoint(below, not_below);
        let is_below = T::from_f64(f64::from(number(middle))).to_f64() < end.to_f64();
        *(if is_below { &mut below } else { &mut not_below }) = middle;
    }
    number(below)
}

/// A number below `count`, by the high half of a product.
fn below(bits: u64, count: u64) -> u64 {
    ((u128::from(bits) * u128::from(count)) >> 64) as u64
}

fn counter(i: u64) -> [u32; 2] {
    debug_assert!(i >> 63 == 0, "the top bit is for keys from keys");
    [i as u32, (i >> 32) as u32]
}

/// Threefry 2x32-20.
#[inline]
fn block(key: [u32; 2], counter: [u32; 2]) -> [u32; 2] {
    const ROTATIONS: [[u32; 4]; 2] = [[13, 15, 26, 6], [17, 29, 16, 24]];
    let keys = [key[0], key[1], key[0] ^ key[1] ^ 0x1BD1_1BDA];
    let mut x = [counter[0].wrapping_add(keys[0]), counter[1].wrapping_add(keys[1])];
    for round in 0..5 {
        for r in ROTATIONS[round % 2] {
            x[0] = x[0].wrapping_add(x[1]);
            x[1] = x[1].rotate_left(r) ^ x[0];
        }
        let i = round + 1;
        x[0] = x[0].wrapping_add(keys[i % 3]);
        x[1] = x[1].wrapping_add(keys[(i + 1) % 3]).wrapping_add(i as u32);
    }
    x
}

/// Standard normal numbers of words.
struct Quantiles<T>(PhantomData<T>);

impl<T: Float> Kernel for Quantiles<T> {
    type Ins = (i32, ());
    type Outs = (T, ());
    #[inline(always)]
    fn tile<S: Isa>(
        &self,
        _: S,
        n: usize,
        (words, ()): <Self::Ins as List>::Tiles<'_>,
        (out, ()): <Self::Outs as List>::TilesMut<'_>,
    ) {
        // Slices that are arguments are known not to overlap.
        #[inline(always)]
        fn body<T: Float>(n: usize, words: &[i32], out: &mut [T::Compute]) {
            let (words, out) = (&words[..n], &mut out[..n]);
            for i in 0..n {
                out[i] = T::Compute::from_f64(f64::from(quantile::normal(words[i] as u32)));
            }
        }
        body::<T>(n, words, out);
    }
}

/// `(sqrt(-2 ln u) cos(2 pi v), sqrt(-2 ln u) sin(2 pi v))`
struct BoxMuller<T>(PhantomData<T>);

impl<T: Float> Kernel for BoxMuller<T> {
    type Ins = (T::Compute, (T::Compute, ()));
    type Outs = (T, (T, ()));
    #[inline(always)]
    fn tile<S: Isa>(
        &self,
        s: S,
        n: usize,
        (u, (v, ())): <Self::Ins as List>::Tiles<'_>,
        (a, (b, ())): <Self::Outs as List>::TilesMut<'_>,
    ) {
        #[inline(always)]
        fn body<S: Isa, T: Float>(
            s: S,
            n: usize,
            u: &[T::Compute],
            v: &[T::Compute],
            a: &mut [T::Compute],
            b: &mut [T::Compute],
        ) {
            let (u, v, a, b) = (&u[..n], &v[..n], &mut a[..n], &mut b[..n]);
            for i in 0..n {
                let r = m::sqrt(s, m::mul(s, m::num(s, -2.0), m::ln(s, u[i])));
                let t = m::mul(s, m::num(s, TAU), v[i]);
                a[i] = m::mul(s, r, m::cos(s, t));
                b[i] = m::mul(s, r, m::sin(s, t));
            }
        }
        body::<S, T>(s, n, u, v, a, b);
    }
}

#[cfg(test)]
mod tests;
