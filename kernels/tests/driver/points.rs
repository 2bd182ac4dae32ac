//! Kernels that are a function of one point: few operands, as many as there may be, and no inputs.

use std::array;
use std::marker::PhantomData;

use cotangent_kernels::driver::launch_at;
use cotangent_kernels::isa::Isa;
use cotangent_kernels::kernel::{Combine, In, MAX_OPERANDS, Out, Point};
use cotangent_kernels::{Element, f16};

use crate::support::{Calc, Rng, levels};

const INS: usize = 30;
const OUTS: usize = MAX_OPERANDS - INS;

/// Each output of three inputs.
struct Wide<T>(PhantomData<T>);

fn values<C: Calc>(x: [C; INS]) -> [C; OUTS] {
    array::from_fn(|k| x[k % INS].mul(x[(7 * k + 1) % INS]).add(x[(k + 11) % INS]))
}

impl<T: Element<Compute: Calc>> Point for Wide<T> {
    type Ins = [T; INS];
    type Outs = [T; OUTS];
    #[inline(always)]
    fn point<S: Isa>(&self, _: S, x: [T::Compute; INS]) -> [T::Compute; OUTS] {
        values(x)
    }
}

/// The last output is summed, the others are stored; every third input stands still.
fn as_many_as_there_may_be<T: Element<Compute: Calc> + PartialEq + std::fmt::Debug>() {
    let mut rng = Rng::new();
    // Miri takes its time for each element.
    let sizes: &[usize] = if cfg!(miri) { &[1, 17, 33] } else { &[1, 15, 16, 17, 300, 5000] };
    for (level, &n) in levels().flat_map(|level| sizes.iter().map(move |n| (level, n))) {
        let still = |k: usize| k % 3 == 1;
        let mut drawn =
            |n: usize| -> Vec<T> { (0..n).map(|_| T::from_f64(rng.below(3) as f64 - 1.0)).collect() };
        let xs: Vec<Vec<T>> = (0..INS).map(|k| drawn(if still(k) { 1 } else { n })).collect();
        let mut ys: Vec<Vec<T>> = (0..OUTS).map(|k| drawn(if k == OUTS - 1 { 1 } else { n })).collect();
        let strides = |still: bool| if still { &[0][..] } else { &[1] };
        let ins: Vec<In<'_>> = (0..INS)
            .map(|k| In { ptr: xs[k].as_ptr().cast(), strides: strides(still(k)), aliased: false })
            .collect();
        let outs: Vec<Out<'_>> = (0..OUTS)
            .map(|k| {
                let last = k == OUTS - 1;
                let combine = if last { Combine::Sum } else { Combine::Store };
                Out { ptr: ys[k].as_mut_ptr().cast(), strides: strides(last), combine, scale: 1.0 }
            })
            .collect();
        // SAFETY: as many elements as the strides reach, in separate vectors.
        unsafe { launch_at(level, &Wide::<T>(PhantomData), &[n], &ins, &outs) };
        let mut sum = T::Compute::default();
        for i in 0..n {
            let expected = values(array::from_fn(|k| xs[k][if still(k) { 0 } else { i }].widen()));
            for (k, y) in ys[..OUTS - 1].iter().enumerate() {
                assert_eq!(y[i], T::narrow(expected[k]), "output {k} at {i} of {n}, {}", level.name());
            }
            sum = sum.add(expected[OUTS - 1]);
        }
        assert_eq!(ys[OUTS - 1], [T::narrow(sum)], "the sum of {n}, {}", level.name());
    }
}

#[test]
fn points_of_as_many_operands_as_there_may_be() {
    as_many_as_there_may_be::<f32>();
    as_many_as_there_may_be::<f64>();
    as_many_as_there_may_be::<i32>();
}

/// Computed as f32, stored as f16: small integers are exact in both, sums of 5000 are not.
#[test]
fn points_of_halves() {
    struct Both;
    impl Point for Both {
        type Ins = [f16; 2];
        type Outs = [f16; 1];
        #[inline(always)]
        fn point<S: Isa>(&self, _: S, [x, y]: [f32; 2]) -> [f32; 1] {
            [x * 16.0 + y]
        }
    }
    for level in levels() {
        let x: Vec<f16> = (0..37).map(|i| f16::from_f32(i as f32)).collect();
        let mut y = vec![f16::ZERO; 37];
        let read = In { ptr: x.as_ptr().cast(), strides: &[1], aliased: false };
        let write = Out { ptr: y.as_mut_ptr().cast(), strides: &[1], combine: Combine::Store, scale: 1.0 };
        // SAFETY: 37 elements each, in separate vectors.
        unsafe { launch_at(level, &Both, &[37], &[read, read], &[write]) };
        assert!(y.iter().enumerate().all(|(i, y)| y.to_f32() == 17.0 * i as f32), "{y:?}");
    }
}

/// What devices run goes with the kernel through the erasure of its type, and so do its host numbers.
#[cfg(feature = "sources")]
#[test]
fn erased_kernels_have_their_sources() {
    use cotangent_kernels::DType;
    use cotangent_kernels::driver::Erased;
    use cotangent_kernels::kernel::{Source, Term};

    struct Scaled(f64, f64);
    impl Point for Scaled {
        type Ins = [f32; 1];
        type Outs = [f32; 1];
        const SOURCE: &'static Source =
            &Source { numbers: &[DType::F32, DType::F64], outs: &[Term::Number(1)], ..Source::NONE };
        fn numbers(&self, into: &mut Vec<f64>) {
            into.extend([self.0, self.1]);
        }
        #[inline(always)]
        fn point<S: Isa>(&self, _: S, [x]: [f32; 1]) -> [f32; 1] {
            [self.1 as f32 * x]
        }
    }
    let mut numbers = vec![7.0];
    let kernel = Scaled(3.0, 5.0);
    for erased in [Erased::new(&kernel), Erased::baseline(&kernel)] {
        assert_eq!(erased.source().numbers, [DType::F32, DType::F64]);
        assert_eq!(erased.source().outs, [Term::Number(1)]);
        erased.numbers(&mut numbers);
    }
    assert_eq!(numbers, [7.0, 3.0, 5.0, 3.0, 5.0]);
    assert!(Erased::new(&Wide::<f32>(PhantomData)).source().is_none());
}

#[test]
fn points_of_nothing() {
    struct Constant {
        h0: f64,
    }
    impl Point for Constant {
        type Ins = [f64; 0];
        type Outs = [f64; 2];
        #[inline(always)]
        fn point<S: Isa>(&self, _: S, []: [f64; 0]) -> [f64; 2] {
            [self.h0, -self.h0]
        }
    }
    for level in levels() {
        let (mut a, mut b) = (vec![0.0_f64; 19], [0.0_f64]);
        let stored = Out { ptr: a.as_mut_ptr().cast(), strides: &[1], combine: Combine::Store, scale: 1.0 };
        let summed = Out { ptr: b.as_mut_ptr().cast(), strides: &[0], combine: Combine::Sum, scale: 0.5 };
        // SAFETY: 19 elements and one, in separate memory.
        unsafe { launch_at(level, &Constant { h0: 4.0 }, &[19], &[], &[stored, summed]) };
        assert_eq!((a, b), (vec![4.0; 19], [-38.0]));
    }
}
