//! Matrix products.

use cotangent_kernels::kernel::Combine;
use cotangent_kernels::strided::View;
use cotangent_kernels::{Float, gemm};

use super::operand::{batch_of, common, insert, over, shape_error, under};
use super::reduce::reduced;
use super::view::mt;
use crate::device::Opaque;
use crate::error::{Error, ErrorKind, InOp, Result};
use crate::launch::Space;
use crate::tensor::Tensor;
use crate::tensor::axes::{Axes, Sizes};
use crate::tensor::construct::zeros;
use crate::tensor::layout::Layout;
use crate::tensor::shape::{MAX_RANK, Shape};
use crate::tensor::sources::{Sources, Under};

/// `A B` over the last two axes; leading axes broadcast. A vector is a row on the left and a column on the right, and the
/// result lacks that axis. Transposed operands are read by their strides.
pub fn matmul<T: Float>(a: &Tensor<T>, b: &Tensor<T>) -> Result<Tensor<T>> {
    product(a, b).in_op("matmul")
}

/// `Aᵀ B`: what reverse rules make of products. So are the next two.
#[doc(hidden)]
pub fn matmul_tn<T: Float>(a: &Tensor<T>, b: &Tensor<T>) -> Result<Tensor<T>> {
    matmul(&mt(a)?, b)
}

/// `A Bᵀ`.
#[doc(hidden)]
pub fn matmul_nt<T: Float>(a: &Tensor<T>, b: &Tensor<T>) -> Result<Tensor<T>> {
    matmul(a, &mt(b)?)
}

/// `Aᵀ Bᵀ`.
#[doc(hidden)]
pub fn matmul_tt<T: Float>(a: &Tensor<T>, b: &Tensor<T>) -> Result<Tensor<T>> {
    matmul(&mt(a)?, &mt(b)?)
}

/// `A B`, added up to a shape that broadcasts to that of the product: the gradient of what a batch shares.
#[doc(hidden)]
pub fn matmul_to<T: Float>(a: &Tensor<T>, b: &Tensor<T>, shape: impl Into<Sizes>) -> Result<Tensor<T>> {
    let shape = shape.into().shape();
    shape.and_then(|shape| summed(a, b, shape)).in_op("matmul_to")
}

/// `Aᵀ B`, added up. So are the next two.
#[doc(hidden)]
pub fn matmul_to_tn<T: Float>(a: &Tensor<T>, b: &Tensor<T>, shape: impl Into<Sizes>) -> Result<Tensor<T>> {
    matmul_to(&mt(a)?, b, shape)
}

/// `A Bᵀ`, added up.
#[doc(hidden)]
pub fn matmul_to_nt<T: Float>(a: &Tensor<T>, b: &Tensor<T>, shape: impl Into<Sizes>) -> Result<Tensor<T>> {
    matmul_to(a, &mt(b)?, shape)
}

/// `Aᵀ Bᵀ`, added up.
#[doc(hidden)]
pub fn matmul_to_tt<T: Float>(a: &Tensor<T>, b: &Tensor<T>, shape: impl Into<Sizes>) -> Result<Tensor<T>> {
    matmul_to(&mt(a)?, &mt(b)?, shape)
}

/// Inner axes of the processor's products at most, and at least where longer ones have parts: their sum is pairwise, and they have threads
/// where one product of few results has none.
const PARTS: [usize; 2] = [512, 4096];

/// As one product whose inner axis is long, where the batch lies like more of that axis. Else each product is there, and then their sum.
fn summed<T: Float>(a: &Tensor<T>, b: &Tensor<T>, shape: Shape) -> Result<Tensor<T>> {
    if a.rank() > 2 || b.rank() > 2 {
        let sides = Sides::new(a, b)?;
        if let Some((la, lb)) = sides.lengthened(&shape)? {
            let parts = if a.storage().is_remote() { None } else { parts(la.shape.dim(-1)?) };
            let Some(parts) = parts else {
                return product(&a.with_layout(la), &b.with_layout(lb))?.reshape(shape);
            };
            let (la, lb) =
                (parted(&la, la.shape.rank() - 1, parts)?, parted(&lb, lb.shape.rank() - 2, parts)?);
            let each = product(&a.with_layout(la), &b.with_layout(lb))?;
            let axes = Axes::from(0);
            let sum = reduced("matmul_to", &each, Space::Axes { axes: &axes, keep: false }, Combine::Sum)?;
            return sum.reshape(shape);
        }
    }
    let each = product(a, b)?;
    if each.layout().shape == shape {
        return Ok(each);
    }
    reduced("matmul_to", &each, Space::To(&shape), Combine::Sum)
}

/// In how many equal parts an inner axis goes, if in several.
fn parts(len: usize) -> Option<usize> {
    let [least, most] = PARTS;
    // One part is the axis itself.
    (len.div_ceil(most)..=len / least).find(|parts| len.is_multiple_of(*parts)).filter(|parts| *parts > 1)
}

/// The layout with an axis in so many parts, which are the first axis.
fn parted(layout: &Layout, axis: usize, parts: usize) -> Result<Layout> {
    let mut dims = layout.shape.to_vec();
    dims[axis] /= parts;
    let step = layout.strides[axis] * dims[axis] as isize;
    dims.insert(0, parts);
    let mut out = Layout { shape: Shape::new(&dims)?, ..*layout };
    out.strides.copy_within(..layout.shape.rank(), 1);
    out.strides[0] = step;
    Ok(out)
}

fn product<T: Float>(a: &Tensor<T>, b: &Tensor<T>) -> Result<Tensor<T>> {
    if a.rank() == 0 || b.rank() == 0 {
        return shape_error(format!(
            "a scalar has no inner dim (shapes {:?} and {:?}); multiply with `*`",
            a.shape(),
            b.shape()
        ));
    }
    let (row, column) = (a.rank() == 1, b.rank() == 1);
    if a.rank() <= 2
        && b.rank() <= 2
        && let (Some(of_a), Some(of_b)) = (a.storage().as_slice(), b.storage().as_slice())
    {
        return of_matrices((a, of_a), (b, of_b), row, column);
    }
    let Sides { a: la, b: lb, shape } = Sides::new(a, b)?;
    Tensor::run(Opaque::Matmul, (Under(a, &la), Under(b, &lb)), shape, |out| {
        gemm::matmul(out, under(a, &la)?, under(b, &lb)?);
        Ok(())
    })
}

/// [`matmul`] if its result is read, zeros that take no memory if not.
#[doc(hidden)]
pub fn product_if<T: Float>(read: bool, a: &Tensor<T>, b: &Tensor<T>) -> Result<Tensor<T>> {
    if read {
        return matmul(a, b);
    }
    let unread = || zeros(&Sides::new(a, b)?.shape, (a, b).device()?);
    unread().in_op("matmul")
}

/// The same of [`matmul_to`].
#[doc(hidden)]
pub fn product_to_if<T: Float>(
    read: bool,
    a: &Tensor<T>,
    b: &Tensor<T>,
    shape: impl Into<Sizes>,
) -> Result<Tensor<T>> {
    if read {
        return matmul_to(a, b, shape);
    }
    let unread = || zeros(&shape.into().shape()?, (a, b).device()?);
    unread().in_op("matmul_to")
}

/// Operands of at least rank 2, repeated over their common batch.
struct Sides {
    a: Layout,
    b: Layout,
    /// The shape of the product.
    shape: Shape,
}

impl Sides {
    fn new<T: Float>(a: &Tensor<T>, b: &Tensor<T>) -> Result<Self> {
        let (row, column) = (a.rank() == 1, b.rank() == 1);
        let la = if row { insert(a.layout(), 0)? } else { *a.layout() };
        let lb = if column { insert(b.layout(), 1)? } else { *b.layout() };
        let (m, k) = (la.shape.dim(-2)?, la.shape.dim(-1)?);
        let (inner, n) = (lb.shape.dim(-2)?, lb.shape.dim(-1)?);
        if k != inner {
            return inner_dims(a, b, k, inner);
        }
        let batch = common(&batch_of("a", &la)?, &batch_of("b", &lb)?)?;
        let (la, lb) = (over(&la, &batch)?, over(&lb, &batch)?);
        let mut dims = batch.to_vec();
        if !row {
            dims.push(m);
        }
        if !column {
            dims.push(n);
        }
        Ok(Self { a: la, b: lb, shape: Shape::new(&dims)? })
    }

    /// The operands with all axes of the batch that `to` lacks as part of the inner axis. `None` if it lacks none, or if they do not lie
    /// like that.
    fn lengthened(&self, to: &Shape) -> Result<Option<(Layout, Layout)>> {
        let rank = self.a.shape.rank();
        let batch = rank - 2;
        // A vector is a matrix here, and `to` has no axis for it.
        if self.shape.rank() != rank || to.rank() > rank {
            return Ok(None);
        }
        let lead = rank - to.rank();
        let stays = |axis: usize| axis >= lead && to[axis - lead] == self.shape[axis];
        if !(batch..rank).all(stays) || (0..batch).all(stays) {
            return Ok(None);
        }
        let gone = |axis: &usize| !stays(*axis) && self.a.shape[*axis] != 1;
        let longer = |layout: &Layout, inner: usize| {
            // An axis of length 1 lies anywhere.
            let (mut len, mut step) = (1, 0);
            for axis in (0..batch).filter(gone).chain([inner]).rev().filter(|axis| layout.shape[*axis] != 1) {
                if len == 1 {
                    step = layout.strides[axis];
                } else if layout.strides[axis] != step * len as isize {
                    return Ok(None);
                }
                len *= layout.shape[axis];
            }
            let axes = (0..batch).filter(|axis| stays(*axis)).chain(batch..rank);
            let of = |axis: usize| {
                if axis == inner { (len, step) } else { (layout.shape[axis], layout.strides[axis]) }
            };
            let (dims, strides): (Vec<usize>, Vec<isize>) = axes.map(of).unzip();
            let mut out = Layout { shape: Shape::new(&dims)?, strides: [0; MAX_RANK], offset: layout.offset };
            out.strides[..strides.len()].copy_from_slice(&strides);
            Ok(Some(out))
        };
        let (a, b) = (longer(&self.a, rank - 1)?, longer(&self.b, rank - 2)?);
        Ok(a.zip(b))
    }
}

/// A product without a batch. Small ones are dominated by what surrounds them, so there is little of that.
fn of_matrices<T: Float>(
    (a, of_a): (&Tensor<T>, &[T]),
    (b, of_b): (&Tensor<T>, &[T]),
    row: bool,
    column: bool,
) -> Result<Tensor<T>> {
    let (la, lb) = (a.layout(), b.layout());
    let pair = |l: &Layout| ([l.shape[0], l.shape[1]], [l.strides[0], l.strides[1]]);
    let ([m, k], sa) = if row { ([1, la.shape[0]], [0, la.strides[0]]) } else { pair(la) };
    let ([inner, n], sb) = if column { ([lb.shape[0], 1], [lb.strides[0], 0]) } else { pair(lb) };
    if k != inner {
        return inner_dims(a, b, k, inner);
    }
    let beyond = || Error::new(ErrorKind::Shape, "a layout reaches beyond its storage");
    let (da, db) = ([m, k], [k, n]);
    let va = View::new(of_a, la.offset, &da, &sa).ok_or_else(beyond)?;
    let vb = View::new(of_b, lb.offset, &db, &sb).ok_or_else(beyond)?;
    let dims = [m, n];
    Tensor::build((a, b), Shape::new(&dims[usize::from(row)..2 - usize::from(column)])?, |out| {
        gemm::matmul(out, va, vb);
        Ok(())
    })
}

fn inner_dims<T: Float, R>(a: &Tensor<T>, b: &Tensor<T>, k: usize, inner: usize) -> Result<R> {
    shape_error(format!("inner dims differ, {k} and {inner} (shapes {:?} and {:?})", a.shape(), b.shape()))
}

#[cfg(test)]
mod tests {
    use super::super::{iota, permute, reshape, slice, sum_to};
    use super::*;

    fn filled(shape: &[usize]) -> Tensor<f64> {
        let count = shape.iter().product();
        reshape(&iota(count).unwrap().cast::<f64>().unwrap().sin().unwrap(), shape).unwrap()
    }

    /// Whether sums of products are one, after a comparison with two steps.
    fn is_one(a: &Tensor<f64>, b: &Tensor<f64>, to: &[usize]) -> bool {
        let (long, short) = (matmul_to(a, b, to).unwrap(), sum_to(&matmul(a, b).unwrap(), to).unwrap());
        assert_eq!(long.shape(), short.shape());
        for (x, y) in long.to_vec().unwrap().into_iter().zip(short.to_vec().unwrap()) {
            assert!((x - y).abs() < 1e-12, "{x} is not {y}: {:?} by {:?} to {to:?}", a.shape(), b.shape());
        }
        a.rank().min(b.rank()) > 1
            && Sides::new(a, b).unwrap().lengthened(&Shape::new(to).unwrap()).unwrap().is_some()
    }

    #[test]
    fn a_batch_that_lies_like_the_inner_axis_is_part_of_it() {
        let (x, g) = (filled(&[3, 5, 4]), filled(&[3, 5, 2]));
        let xt = mt(&x).unwrap();
        assert!(is_one(&xt, &g, &[4, 2]));
        assert!(is_one(&xt, &g, &[1, 4, 2]));
        assert_eq!(
            matmul_to_tn(&x, &g, [4, 2]).unwrap().to_vec().unwrap(),
            matmul_to(&xt, &g, [4, 2]).unwrap().to_vec().unwrap()
        );
        // Two axes of a batch, both, the last and the first.
        let (x, g) = (filled(&[2, 3, 5, 4]), filled(&[2, 3, 5, 2]));
        let xt = mt(&x).unwrap();
        assert!(is_one(&xt, &g, &[4, 2]) && is_one(&xt, &g, &[2, 1, 4, 2]));
        assert!(!is_one(&xt, &g, &[3, 4, 2]) && !is_one(&xt, &g, &[1, 3, 4, 2]));
        assert!(!is_one(&xt, &g, &[2, 3, 4, 2]));
        // Axes of length 1 lie anywhere.
        assert!(is_one(&mt(&filled(&[1, 3, 1, 4])).unwrap(), &filled(&[1, 3, 1, 2]), &[4, 2]));
    }

    #[test]
    fn a_long_inner_axis_has_parts() {
        assert_eq!(
            [4096, 4097, 4098, 5000, 8192, 16384, 65_536].map(parts),
            [None, None, Some(2), Some(2), Some(2), Some(4), Some(16)]
        );
        let (x, g) = (filled(&[6, 1000, 3]), filled(&[6, 1000, 2]));
        assert!(is_one(&mt(&x).unwrap(), &g, &[3, 2]));
        let (x, g) = (filled(&[2, 3, 2000, 3]), filled(&[2, 3, 2000, 2]));
        assert!(is_one(&mt(&x).unwrap(), &g, &[2, 1, 3, 2]));
        // A million tenths, one after the other, are 1 % too many in f32.
        let (x, g) = (
            Tensor::<f32>::full([1000, 1000, 1], 0.1).unwrap(),
            Tensor::<f32>::full([1000, 1000, 1], 1.0).unwrap(),
        );
        let sum = matmul_to_tn(&x, &g, [1, 1]).unwrap().to_vec().unwrap()[0];
        assert!((sum / 1e5 - 1.0).abs() < 1e-5, "{sum}");
    }

    #[test]
    fn another_batch_is_added_up() {
        let (x, g) = (filled(&[3, 5, 4]), filled(&[3, 5, 2]));
        // The matrix on the left, a batch that repeats, every other one, another order, a part of the rows.
        assert!(!is_one(&g, &mt(&x).unwrap().narrow(1, 0, 2).unwrap(), &[5, 5]));
        assert!(!is_one(&mt(&filled(&[5, 4])).unwrap(), &g, &[4, 2]));
        let every = |x: &Tensor<f64>| slice(&filled(&[6, x.dim(1), x.dim(2)]), 0, 0, 6, 2).unwrap();
        assert!(!is_one(&mt(&every(&x)).unwrap(), &every(&g), &[4, 2]));
        let turned = permute(&filled(&[5, 3, 4]), [1, 0, 2]).unwrap();
        assert!(!is_one(&mt(&turned).unwrap(), &g, &[4, 2]));
        let rows = filled(&[3, 6, 4]).narrow(1, 0, 5).unwrap();
        assert!(!is_one(&mt(&rows).unwrap(), &g, &[4, 2]));
        // Nothing to add up, vectors, nothing in the batch.
        assert!(!is_one(&mt(&x).unwrap(), &g, &[3, 4, 2]));
        assert!(!is_one(&filled(&[3, 5, 4]), &filled(&[4]), &[5]));
        is_one(&mt(&filled(&[0, 5, 4])).unwrap(), &filled(&[0, 5, 2]), &[4, 2]);
        assert!(matmul_to(&x, &filled(&[3, 4, 2]), [7]).is_err());
    }
}
