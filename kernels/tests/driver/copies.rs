//! Copies, casts, fills and reductions of what is there.

use cotangent_kernels::copy::{cast, copy, fill, reduce};
use cotangent_kernels::kernel::{Combine, Out};
use cotangent_kernels::{Element, bf16, f16};

use crate::support::{Layout, Rng, each_type, points, shape};

fn out<'a, T>(data: &mut [T], layout: &'a Layout<T>, combine: Combine) -> Out<'a> {
    Out {
        ptr: data.as_mut_ptr().wrapping_offset(layout.origin).cast(),
        strides: &layout.strides,
        combine,
        scale: 1.0,
    }
}

fn layouts<A: Element, B: Element>(rng: &mut Rng, shape: &[usize]) -> (Layout<A>, Layout<B>) {
    let still: Vec<bool> = shape.iter().map(|_| rng.chance(15)).collect();
    let (tidy_in, tidy_out) = (rng.chance(30), rng.chance(50));
    let x = Layout::new(rng, shape, &still, tidy_in);
    (x, Layout::new(rng, shape, &vec![false; shape.len()], tidy_out))
}

#[test]
fn copies_and_fills_of_any_strides() {
    let mut rng = Rng::new();
    for round in 0..60 {
        each_type!(T => {
            let shape = shape(&mut rng, if round % 6 == 0 { 300_000 } else { 5000 });
            let (x, y) = layouts::<T, T>(&mut rng, &shape);
            let (mut got, mut want) = (y.data.clone(), y.data.clone());
            points(&shape, |index| want[y.at(index)] = x.data[x.at(index)]);
            // SAFETY: layouts hold every point of the shape, in separate vectors.
            unsafe { copy::<T>(&shape, x.input(false), out(&mut got, &y, Combine::Store)) };
            assert!(got == want, "{shape:?} {:?} {:?}", x.strides, y.strides);

            let value = T::from_f64(3.0);
            points(&shape, |index| want[y.at(index)] = value);
            // SAFETY: as above.
            unsafe { fill(&shape, value, out(&mut got, &y, Combine::Store)) };
            assert!(got == want, "fill {shape:?} {:?}", y.strides);
        });
    }
}

#[test]
fn casts_between_all_types() {
    let mut rng = Rng::new();
    for _ in 0..8 {
        each_type!(A => each_type!(B => {
            let shape = shape(&mut rng, 2000);
            let (x, y) = layouts::<A, B>(&mut rng, &shape);
            let (mut got, mut want) = (y.data.clone(), y.data.clone());
            points(&shape, |index| want[y.at(index)] = B::from_f64(x.data[x.at(index)].to_f64()));
            // SAFETY: layouts hold every point of the shape, in separate vectors.
            unsafe { cast::<A, B>(&shape, x.input(false), out(&mut got, &y, Combine::Store)) };
            assert!(got == want, "{} to {} {shape:?}", A::DTYPE, B::DTYPE);
        }));
    }
}

#[test]
fn a_cast_rounds_saturates_and_tests_for_zero() {
    fn one<A: Element, B: Element>(x: A) -> B {
        let mut y = B::default();
        let strides: [isize; 0] = [];
        let x =
            cotangent_kernels::kernel::In { ptr: (&raw const x).cast(), strides: &strides, aliased: false };
        let y_out = Out { ptr: (&raw mut y).cast(), strides: &strides, combine: Combine::Store, scale: 1.0 };
        // SAFETY: one element each.
        unsafe { cast::<A, B>(&[], x, y_out) };
        y
    }
    assert_eq!(one::<f32, i32>(-2.9), -2);
    assert_eq!(one::<f32, i32>(1e20), i32::MAX);
    assert_eq!(one::<f32, i32>(f32::NAN), 0);
    assert!(one::<f32, bool>(f32::NAN));
    assert!(!one::<f64, bool>(-0.0));
    assert!(one::<f64, bool>(1e-300));
    assert_eq!(one::<bool, f16>(true), f16::ONE);
    assert_eq!(one::<i32, f32>(16_777_217), 16_777_216.0);
    assert_eq!(one::<i32, f64>(i32::MIN), -2_147_483_648.0);
    assert_eq!(one::<f32, f16>(65520.0), f16::INFINITY);
    assert_eq!(one::<f64, f32>(1e-50), 0.0);
    assert!(one::<f64, bf16>(f64::NAN).is_nan());
}

#[test]
fn eager_reductions() {
    let x: Vec<f32> = (0..60).map(|i| (i % 7) as f32).collect();
    let x_in = |strides| cotangent_kernels::kernel::In { ptr: x.as_ptr().cast(), strides, aliased: false };
    let mut y = [0.0_f32; 4];
    // SAFETY: `[3, 4, 5]` is `x`, four results are `y`.
    unsafe {
        let ptr = y.as_mut_ptr().cast();
        reduce::<f32>(
            &[3, 4, 5],
            x_in(&[20, 5, 1]),
            Out { ptr, strides: &[0, 1, 0], combine: Combine::Max, scale: 1.0 },
        );
    }
    assert_eq!(y, [6.0; 4]);
    let mut z = 0.0_f32;
    // SAFETY: as above, one result.
    unsafe {
        let ptr = (&raw mut z).cast();
        reduce::<f32>(
            &[60],
            x_in(&[1]),
            Out { ptr, strides: &[0], combine: Combine::Sum, scale: 1.0 / 60.0 },
        );
    }
    assert_eq!(z, (x.iter().sum::<f32>() as f64 / 60.0) as f32);
}
