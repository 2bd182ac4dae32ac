//! Matrix products: batched, any strides, f32 and f64 directly and the half types through f32.
//!
//! Large products go to the microkernels of `gemm` (AVX-512, AVX2, NEON, chosen at run time), which read both operands
//! by their strides, so that a transposed operand is never copied. Products of a few hundred multiplications run here,
//! because there the packing costs more than the arithmetic. Neither path lets the number of threads into the order of
//! a sum.

#![allow(unsafe_code)]

pub(crate) use gemm_common::Parallelism;
use half::slice::HalfFloatSliceExt;
use half::{bf16, f16};

use crate::element::{DType, Float};
use crate::strided::{MAX_RANK, Shared, View, dense, offsets, product, same, split};

#[path = "gemm_tiny.rs"]
mod tiny;

/// One product of the batch: sizes, and strides of both operands. The result is dense and row-major.
#[derive(Clone, Copy, Debug)]
struct Product {
    m: usize,
    n: usize,
    k: usize,
    a: [isize; 2],
    b: [isize; 2],
}

/// `a b` over the last two axes, for each index of the leading ones. Both views have the same rank of at least 2 and
/// the same leading axes (broadcast ones with stride 0); `out` is dense. A sum over no terms is 0.
///
/// # Panics
/// When the shapes do not fit each other.
pub fn matmul<T: Float>(out: &mut [T], a: View<'_, T>, b: View<'_, T>) {
    check(out.len(), a, b);
    let p = last_two(a, b);
    if p.k == 0 {
        out.fill(T::from_f64(0.0));
    } else if !out.is_empty() {
        // SAFETY: `check` compared the shapes; `out` holds exactly the result.
        unsafe { dispatch(out.as_mut_ptr(), a, b, p) };
    }
}

fn check<T: Copy>(out: usize, a: View<'_, T>, b: View<'_, T>) {
    let (r, sa, sb) = (a.rank(), a.shape(), b.shape());
    assert!(r >= 2 && b.rank() == r && sa[..r - 2] == sb[..r - 2] && sa[r - 1] == sb[r - 2], "{sa:?} {sb:?}");
    assert_eq!(out, product(&sa[..r - 1]).saturating_mul(sb[r - 1]));
}

fn last_two<T: Copy>(a: View<'_, T>, b: View<'_, T>) -> Product {
    let r = a.rank();
    let pair = |s: &[isize]| [s[r - 2], s[r - 1]];
    let (m, k, n) = (a.shape()[r - 2], a.shape()[r - 1], b.shape()[r - 1]);
    Product { m, n, k, a: pair(a.strides()), b: pair(b.strides()) }
}

/// # Safety
/// `a`, `b` and `p` agree, nothing is empty, `out` has room for the dense result.
unsafe fn dispatch<T: Float>(out: *mut T, a: View<'_, T>, b: View<'_, T>, p: Product) {
    // SAFETY: the caller's promises; each cast is between equal types.
    unsafe {
        match T::DTYPE {
            DType::F32 | DType::F64 => batches(out, a, b, p),
            _ => {
                let (wa, wb) = (Widened::new(a), Widened::new(b));
                let (a, b) = (wa.view(a.shape()), wb.view(b.shape()));
                let len = a.shape()[..a.rank() - 1].iter().product::<usize>() * p.n;
                let p = last_two(a, b);
                let mut wide = vec![0.0f32; len];
                batches(wide.as_mut_ptr(), a, b, p);
                for (i, &y) in wide.iter().enumerate() {
                    out.add(i).write(T::narrow(same(y)));
                }
            }
        }
    }
}

/// A half-precision operand in f32, without multiplying out its broadcast axes.
struct Widened {
    data: Vec<f32>,
    strides: [isize; MAX_RANK],
}

impl Widened {
    fn new<T: Float>(x: View<'_, T>) -> Self {
        let rank = x.rank();
        let mut shape = [1; MAX_RANK];
        for (d, s) in shape[..rank].iter_mut().enumerate() {
            *s = if x.strides()[d] == 0 { 1 } else { x.shape()[d] };
        }
        let mut strides = dense(&shape[..rank]);
        for (to, &from) in strides.iter_mut().zip(x.strides()) {
            if from == 0 {
                *to = 0;
            }
        }
        let (n, step) = (shape[rank - 1], x.strides()[rank - 1]);
        let rows = offsets(&shape[..rank - 1], &x.strides()[..rank - 1]);
        let mut data = vec![0.0; rows.len() * n];
        for (row, &base) in data.chunks_exact_mut(n).zip(&rows) {
            // SAFETY: `base` and `base + j * step` are offsets of indices within the view.
            let from = unsafe { x.ptr().offset(base) };
            if step == 1 || n == 1 {
                // SAFETY: `n` consecutive elements of the view; the casts are between equal types.
                unsafe {
                    match T::DTYPE {
                        DType::F16 => {
                            std::slice::from_raw_parts(from.cast::<f16>(), n).convert_to_f32_slice(row);
                        }
                        DType::Bf16 => {
                            std::slice::from_raw_parts(from.cast::<bf16>(), n).convert_to_f32_slice(row);
                        }
                        _ => unreachable!("only half types are widened"),
                    }
                }
            } else {
                for (j, y) in row.iter_mut().enumerate() {
                    // SAFETY: as above.
                    *y = same(unsafe { *from.offset(j as isize * step) }.widen());
                }
            }
        }
        Self { data, strides }
    }

    fn view<'a>(&'a self, shape: &'a [usize]) -> View<'a, f32> {
        View::new(&self.data, 0, shape, &self.strides[..shape.len()]).expect("strides of the packed data")
    }
}

/// # Safety
/// As [`dispatch`]; `T` is f32 or f64.
unsafe fn batches<T: Float>(out: *mut T, a: View<'_, T>, b: View<'_, T>, mut p: Product) {
    // Batch axes on which `b` does not move are more rows of `a` where the strides of `a` allow it: one large product
    // instead of many small ones, and `b` is packed once.
    let mut axes = a.rank() - 2;
    while axes > 0 {
        let d = axes - 1;
        let (size, sa, sb) = (a.shape()[d], a.strides()[d], b.strides()[d]);
        if size == 1 {
        } else if sb == 0 && (p.m == 1 || sa == p.m as isize * p.a[0]) {
            if p.m == 1 {
                p.a[0] = sa;
            }
            p.m *= size;
        } else {
            break;
        }
        axes = d;
    }
    let shape = &a.shape()[..axes];
    if axes == 0 {
        // SAFETY: the single product of the batch.
        return unsafe { one(p, out, a.ptr(), b.ptr(), parallelism::<T>(p)) };
    }
    let starts = (offsets(shape, &a.strides()[..axes]), offsets(shape, &b.strides()[..axes]));
    let (pa, pb, out) = (Shared(a.ptr().cast_mut()), Shared(b.ptr().cast_mut()), Shared(out));
    let run = |range: std::ops::Range<usize>, threads: Parallelism| {
        for i in range {
            // SAFETY: `starts` holds offsets of indices of the views; product `i` alone writes its part of `out`.
            unsafe {
                let a = pa.at(0).offset(starts.0[i]);
                let b = pb.at(0).offset(starts.1[i]);
                one(p, out.at(i * p.m * p.n), a, b, threads);
            }
        }
    };
    let flops = p.m * p.n * p.k;
    match parallelism::<T>(p) {
        threads @ Parallelism::Rayon(_) if flops >= 1 << 21 => run(0..starts.0.len(), threads),
        // A multiplication is about an eighth of the cost that `split` assumes for an element.
        _ => split(starts.0.len(), starts.0.len() * flops / 8, |range| run(range, Parallelism::None)),
    }
}

/// The threads that pay for one product. `gemm` forks and joins for each piece of the inner dim, which costs 6 to 30 us, so what
/// counts is the arithmetic of a piece and not that of the product.
fn parallelism<T>(p: Product) -> Parallelism {
    let piece = p.m * p.n * p.k.min(PIECE) * size_of::<T>();
    match (piece / GRAIN).min(rayon::current_num_threads()) {
        0 | 1 => Parallelism::None,
        threads => Parallelism::Rayon(threads),
    }
}

/// The threads that pay for a product of these sizes.
pub(crate) fn threads<T>([m, n, k]: [usize; 3]) -> Parallelism {
    parallelism::<T>(Product { m, n, k, a: [0; 2], b: [0; 2] })
}

/// The least length of the pieces that `gemm` cuts an inner dim into.
const PIECE: usize = 512;
/// Multiplications for one thread, times the bytes of an element, since a register holds half as many f64: measured with
/// `examples/threads.rs`, see BENCHMARKS.md. The faster the registers, the later threads pay.
const GRAIN: usize = 6 << 20;

/// # Safety
/// `p` describes memory behind `a` and `b`; `out` has room for `m n` elements.
unsafe fn one<T: Float>(p: Product, out: *mut T, a: *const T, b: *const T, threads: Parallelism) {
    // SAFETY: the caller's promises; each cast is between equal types.
    unsafe {
        match T::DTYPE {
            DType::F32 => typed::<f32>(p, out.cast(), a.cast(), b.cast(), threads),
            _ => typed::<f64>(p, out.cast(), a.cast(), b.cast(), threads),
        }
    }
}

/// The two types with microkernels.
pub(crate) trait Direct: Float<Compute = Self> {
    /// The microkernel entry of `gemm` for this type.
    #[expect(clippy::type_complexity, reason = "the signature of `gemm`")]
    fn entry() -> unsafe fn(
        usize,
        usize,
        usize,
        *mut Self,
        isize,
        isize,
        bool,
        *const Self,
        isize,
        isize,
        *const Self,
        isize,
        isize,
        Self,
        Self,
        bool,
        bool,
        bool,
        Parallelism,
    );
}

macro_rules! direct {
    ($T:ident, $krate:ident) => {
        impl Direct for $T {
            fn entry() -> unsafe fn(
                usize,
                usize,
                usize,
                *mut $T,
                isize,
                isize,
                bool,
                *const $T,
                isize,
                isize,
                *const $T,
                isize,
                isize,
                $T,
                $T,
                bool,
                bool,
                bool,
                Parallelism,
            ) {
                $krate::gemm::$T::get_gemm_fn()
            }
        }
    };
}
direct!(f32, gemm_f32);
direct!(f64, gemm_f64);

/// # Safety
/// As [`one`].
unsafe fn typed<T: Direct + tiny::Tiny>(
    p: Product,
    out: *mut T,
    a: *const T,
    b: *const T,
    threads: Parallelism,
) {
    if tiny::fits(p) {
        // SAFETY: as the caller's.
        return unsafe { tiny::product(p, out, a, b) };
    }
    // SAFETY: as the caller's.
    unsafe { raw([p.m, p.n, p.k], (out, [p.n as isize, 1]), (a, p.a), (b, p.b), false, threads) };
}

/// `c = a b` with `[row, column]` strides for each operand; `adds`: `c += a b`.
///
/// # Safety
/// The strides must describe memory that may be read (`a`, `b`, and `c` if it adds) and written (`c`); `k > 0`.
pub(crate) unsafe fn raw<T: Direct>(
    [m, n, k]: [usize; 3],
    (c, sc): (*mut T, [isize; 2]),
    (a, sa): (*const T, [isize; 2]),
    (b, sb): (*const T, [isize; 2]),
    adds: bool,
    threads: Parallelism,
) {
    let (rows, cols, c, c_cs, c_rs) = if sc[1].abs() >= sc[0].abs() && sc[0] != 0 {
        (m, n, c, sc[1], sc[0])
    } else {
        // The microkernels store columns: a row-major result is the transposed product.
        // SAFETY: the same operands with rows and columns exchanged.
        return unsafe {
            T::entry()(
                n,
                m,
                k,
                c,
                sc[0],
                sc[1],
                adds,
                b,
                sb[0],
                sb[1],
                a,
                sa[0],
                sa[1],
                T::from_f64(1.0),
                T::from_f64(1.0),
                false,
                false,
                false,
                threads,
            );
        };
    };
    // SAFETY: the caller's promises.
    unsafe {
        T::entry()(
            rows,
            cols,
            k,
            c,
            c_cs,
            c_rs,
            adds,
            a,
            sa[1],
            sa[0],
            b,
            sb[1],
            sb[0],
            T::from_f64(1.0),
            T::from_f64(1.0),
            false,
            false,
            false,
            threads,
        );
    }
}
