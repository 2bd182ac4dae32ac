//! Kernels that write nothing, and inputs whose points overlap.

use cotangent_kernels::driver::launch_at;
use cotangent_kernels::f16;
use cotangent_kernels::isa::Isa;
use cotangent_kernels::kernel::{Combine, In, Kernel, List, Out};

use crate::support::levels;

/// Writes nothing, which safe code may do.
struct Idle;

impl Kernel for Idle {
    type Ins = (f32, ());
    type Outs = (f32, (bool, (f16, (f32, ()))));
    #[inline(always)]
    fn tile<S: Isa>(
        &self,
        _: S,
        _: usize,
        _: <Self::Ins as List>::Tiles<'_>,
        _: <Self::Outs as List>::TilesMut<'_>,
    ) {
    }
}

/// Leaves bytes on the stack that are no truth values.
#[inline(never)]
#[allow(clippy::large_stack_arrays, reason = "it is the stack that is meant")]
fn soil() {
    std::hint::black_box([0xff_u8; 192 << 10]);
}

#[test]
fn what_a_kernel_does_not_write_holds_values() {
    for level in levels() {
        // Miri takes its time for each element.
        let most = if cfg!(miri) { 301 } else { usize::MAX };
        let shapes = [(1, 4), (1, 16), (3, 5), (1, 300), (9, 31), (40, 70), (1, 5000), (130, 200)];
        for (rows, columns) in shapes.into_iter().filter(|(r, c)| r * c < most) {
            let n = rows * columns;
            let x = vec![1.0_f32; n];
            let (mut stored, mut flags) = (vec![2.0_f32; n], vec![true; n]);
            let (mut halves, mut sum) = (vec![f16::ONE; n], [3.0_f32]);
            let across = [1, rows as isize];
            let dense = [columns as isize, 1];
            let out = |ptr: *mut u8, strides| Out { ptr, strides, combine: Combine::Store, scale: 1.0 };
            let ins = [In { ptr: x.as_ptr().cast(), strides: &dense, aliased: false }];
            let outs = [
                out(stored.as_mut_ptr().cast(), &dense),
                out(flags.as_mut_ptr().cast(), &across),
                out(halves.as_mut_ptr().cast(), &dense),
                Out { combine: Combine::Sum, ..out(sum.as_mut_ptr().cast(), &[0, 0]) },
            ];
            soil();
            // SAFETY: as many elements as the strides reach, in separate vectors.
            unsafe { launch_at(level, &Idle, &[rows, columns], &ins, &outs) };
            // Memory itself as it was, or the zeros of a tile.
            assert!(stored.iter().all(|&y| y == 2.0 || y == 0.0), "{rows} x {columns}: {stored:?}");
            assert!(flags.iter().all(|&y| u8::from(y) <= 1), "{rows} x {columns}");
            assert!(halves.iter().all(|&y| y == f16::ZERO), "{rows} x {columns}: {halves:?}");
            assert_eq!(sum, [0.0], "{rows} x {columns}");
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "the box that shows it is too large")]
fn rows_that_overlap() {
    // The box of a tile is 64 by 64 here, and rows of 100 begin 64 apart.
    let (rows, columns, hop) = (100, 100, 64);
    let a: Vec<f32> = (0..hop * (rows - 1) + columns).map(|i| i as f32).collect();
    let b = vec![0.0_f32; rows * columns];
    let data = |x: &Vec<f32>| x.as_ptr().cast();
    let ins = [
        In { ptr: data(&a), strides: &[hop as isize, 1], aliased: false },
        In { ptr: data(&b), strides: &[1, rows as isize], aliased: false },
    ];
    for level in levels() {
        let mut sum = vec![0.0_f32; rows * columns];
        let out = Out {
            ptr: sum.as_mut_ptr().cast(),
            strides: &[columns as isize, 1],
            combine: Combine::Store,
            scale: 1.0,
        };
        // SAFETY: as many elements as the strides reach, in separate vectors.
        unsafe { launch_at(level, &Plus, &[rows, columns], &ins, &[out]) };
        for (i, &got) in sum.iter().enumerate() {
            let (row, column) = (i / columns, i % columns);
            assert_eq!(got, a[row * hop + column], "row {row}, column {column}");
        }
    }
}

struct Plus;

impl Kernel for Plus {
    type Ins = (f32, (f32, ()));
    type Outs = (f32, ());
    #[inline(always)]
    fn tile<S: Isa>(
        &self,
        _: S,
        n: usize,
        (a, (b, ())): <Self::Ins as List>::Tiles<'_>,
        (y, ()): <Self::Outs as List>::TilesMut<'_>,
    ) {
        for i in 0..n {
            y[i] = a[i] + b[i];
        }
    }
}
