use cotangent_kernels::isa::Isa;
use cotangent_kernels::kernel::Point;

use super::*;
use crate::error::ErrorKind;
use crate::tensor;
use crate::tensor::layout::Layout;

static NO_OPS: GroupInfo = GroupInfo::UNNAMED;
/// More points than need no plan; Miri takes its time for each.
const MANY: usize = if cfg!(miri) { 600 } else { 5000 };

/// `(x + y, x * 10)`
struct Two;
impl Kernel for Two {
    type Ins = (f32, (f32, ()));
    type Outs = (f32, (f32, ()));
    fn tile<S: Isa>(
        &self,
        _: S,
        n: usize,
        (x, (y, ())): <Self::Ins as List>::Tiles<'_>,
        (sum, (ten, ())): <Self::Outs as List>::TilesMut<'_>,
    ) {
        for i in 0..n {
            sum[i] = x[i] + y[i];
            ten[i] = 10.0 * x[i];
        }
    }
}

fn two(x: Arg<'_, f32>, y: Arg<'_, f32>, outs: &[OutSpec<'_>]) -> Result<(Tensor, Tensor)> {
    let (a, (b, ())) = launch(&Two, &NO_OPS, (x, (y, ())), outs)?;
    Ok((a, b))
}

fn spec(space: Space<'_>, combine: Combine) -> OutSpec<'_> {
    OutSpec { space, combine, scale: 1.0 }
}

#[test]
fn dense_broadcast_and_strided_operands() {
    let x: Tensor = tensor![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]];
    let full = [OutSpec::FULL; 2];
    let (a, b) = two(Arg::Ref(&x), Arg::Ref(&x), &full).unwrap();
    assert_eq!(a.to_vec().unwrap(), [2.0, 4.0, 6.0, 8.0, 10.0, 12.0]);
    assert_eq!(b.shape(), [2, 3]);
    let row: Tensor = tensor![100.0, 200.0, 300.0];
    let (a, _) = two(Arg::Ref(&x), Arg::Ref(&row), &full).unwrap();
    assert_eq!(a.to_vec().unwrap(), [101.0, 202.0, 303.0, 104.0, 205.0, 306.0]);
    let (a, _) = two(Arg::Ref(&Tensor::scalar(0.5)), Arg::Ref(&row), &full).unwrap();
    assert_eq!(a.to_vec().unwrap(), [100.5, 200.5, 300.5]);
    let flipped = Layout { strides: [-3, 1, 0, 0, 0, 0, 0, 0], offset: 3, ..*x.layout() };
    let (a, b) = two(Arg::Ref(&x), Arg::Ref(&x.with_layout(flipped)), &full).unwrap();
    assert_eq!(a.to_vec().unwrap(), [5.0, 7.0, 9.0, 5.0, 7.0, 9.0]);
    assert_eq!(b.to_vec().unwrap(), [10.0, 20.0, 30.0, 40.0, 50.0, 60.0]);
}

#[test]
fn outputs_in_every_space() {
    let x: Tensor = tensor![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]];
    let column: Tensor = tensor![[10.0], [20.0]];
    let run = |a: OutSpec<'_>, b: OutSpec<'_>| {
        let (a, b) = two(Arg::Ref(&column), Arg::Ref(&x), &[a, b]).unwrap();
        ((a.shape().to_vec(), a.to_vec().unwrap()), (b.shape().to_vec(), b.to_vec().unwrap()))
    };
    let (last, to) = (Axes::from(-1), Shape::new(&[3]).unwrap());
    let (rows, picked) = run(
        spec(Space::Axes { axes: &last, keep: false }, Combine::Sum),
        spec(Space::Inputs(0b01), Combine::Pick),
    );
    assert_eq!(rows, (vec![2], vec![36.0, 75.0]));
    assert_eq!(picked, (vec![2, 1], vec![100.0, 200.0]));
    let (kept, summed) =
        run(spec(Space::Axes { axes: &last, keep: true }, Combine::Max), spec(Space::To(&to), Combine::Sum));
    assert_eq!(kept, (vec![2, 1], vec![13.0, 26.0]));
    assert_eq!(summed, (vec![3], vec![300.0; 3]));
    let mean = OutSpec {
        space: Space::Axes { axes: &Axes::ALL, keep: false },
        combine: Combine::Sum,
        scale: 1.0 / 6.0,
    };
    let (mean, _) = run(mean, OutSpec::FULL);
    assert_eq!(mean, (vec![], vec![18.5]));
    // A reduction over axes of length 1 folds nothing, with and without a factor.
    let half = OutSpec { scale: 0.5, ..spec(Space::To(&x.layout().shape), Combine::Sum) };
    let (halved, same) = run(half, spec(Space::Axes { axes: &Axes::NONE, keep: false }, Combine::Prod));
    assert_eq!(halved.1, [5.5, 6.0, 6.5, 12.0, 12.5, 13.0]);
    assert_eq!(same.1, [100.0, 100.0, 100.0, 200.0, 200.0, 200.0]);
}

#[test]
fn a_smaller_output_cannot_be_stored() {
    let x: Tensor = tensor![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]];
    let (row, one) = (Shape::new(&[3]).unwrap(), Shape::SCALAR);
    let first = Axes::from(0);
    for space in [Space::To(&row), Space::To(&one), Space::Axes { axes: &first, keep: true }] {
        let e = two(Arg::Ref(&x), Arg::Ref(&x), &[spec(space, Combine::Store), OutSpec::FULL]).unwrap_err();
        assert_eq!(e.kind(), ErrorKind::Shape, "{e}");
    }
    // One element per point, under another shape or by another name, is stored.
    let y = x.reshape([1, 2, 3]).unwrap();
    let outs = [spec(Space::Inputs(1), Combine::Store), spec(Space::Full, Combine::Sum)];
    let (a, b) = two(Arg::Ref(&x), Arg::Ref(&y), &outs).unwrap();
    assert_eq!((a.shape(), b.shape()), (&[2, 3][..], &[1, 2, 3][..]));
    assert_eq!(a.to_vec().unwrap(), [2.0, 4.0, 6.0, 8.0, 10.0, 12.0]);
}

#[test]
fn a_kernel_that_panics_or_writes_nothing() {
    /// Panics on 7, and writes no truth value.
    struct Picky;
    impl Kernel for Picky {
        type Ins = (f32, ());
        type Outs = (f32, (bool, ()));
        fn tile<S: Isa>(
            &self,
            _: S,
            n: usize,
            (x, ()): <Self::Ins as List>::Tiles<'_>,
            (y, _): <Self::Outs as List>::TilesMut<'_>,
        ) {
            for i in 0..n {
                assert!(x[i] != 7.0, "seven");
                y[i] = -x[i];
            }
        }
    }
    let whole = [OutSpec::FULL; 2];
    let any = [OutSpec::FULL, spec(Space::Axes { axes: &Axes::ALL, keep: false }, Combine::Max)];
    for n in [4, MANY] {
        let make = |at: usize| Tensor::<f32>::from_fn(n, |i| if i[0] == at { 7.0 } else { 1.0 }).unwrap();
        for outs in [&whole[..], &any] {
            // Old numbers, which are no truth values, lie where the result comes to be.
            drop(Tensor::<i32>::full(n, -1).unwrap());
            let (y, (flags, ())) = launch(&Picky, &NO_OPS, (Arg::Own(make(n)), ()), outs).unwrap();
            assert!(y.to_vec().unwrap().iter().all(|&y| y == -1.0));
            assert!(flags.to_vec().unwrap().iter().all(|&f| !f), "{flags:?}");
            let mut x = make(n - 1);
            let run = |x: &mut Tensor<f32>| launch(&Picky, &NO_OPS, (Arg::Mut(x), ()), outs).map(drop);
            let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| run(&mut x)));
            assert!(caught.is_err());
            // Written or not, each element is there, and the tensor is its only owner.
            assert!(x.to_vec().unwrap().iter().all(|&x| [1.0, -1.0, 7.0].contains(&x)));
            assert!(x.as_mut_slice().is_some());
        }
    }
}

/// As [`Two`], of one point.
struct Same;
impl Point for Same {
    type Ins = [f32; 2];
    type Outs = [f32; 2];
    fn point<S: Isa>(&self, _: S, [x, y]: [f32; 2]) -> [f32; 2] {
        [x + y, 10.0 * x]
    }
}

#[test]
fn arrays_of_operands_are_what_lists_are() {
    static OPS: GroupInfo = GroupInfo {
        place: &Place { function: "f", file: "src/f.rs", lines: &[1, 2] },
        ops: "add@1(0,1) mul@0(0)",
        outs: &[0, 1],
        narrows: false,
    };
    let (x, row): (Tensor, Tensor) = (tensor![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], tensor![10.0, 20.0, 30.0]);
    let outs = [OutSpec::FULL, spec(Space::Axes { axes: &Axes::ALL, keep: false }, Combine::Sum)];
    let (sum, ten) = two(Arg::Ref(&x), Arg::Ref(&row), &outs).unwrap();
    let [same_sum, same_ten] = launch(&Same, &OPS, [Arg::Ref(&x), Arg::Ref(&row)], &outs).unwrap();
    assert_eq!(same_sum.to_vec().unwrap(), sum.to_vec().unwrap());
    assert_eq!((same_ten.shape(), same_ten.item().unwrap()), (&[][..], ten.item().unwrap()));
    // Buffers are taken over, each once.
    let (at_x, at_row) = (x.storage().ptr(), row.storage().ptr());
    let [a, b] = launch(&Same, &OPS, [Arg::Own(x), Arg::Ref(&row)], &[OutSpec::FULL; 2]).unwrap();
    assert_eq!(a.storage().ptr(), at_x);
    // What an input is says so too, and no description is that of outputs in full.
    let before = a.to_vec().unwrap();
    let ([lent, _], [moved, _]) =
        (launch(&Same, &OPS, (&a, &row), &[]).unwrap(), launch(&Same, &OPS, (a, &row), &[]).unwrap());
    assert_eq!((lent.to_vec().unwrap(), moved.storage().ptr()), (moved.to_vec().unwrap(), at_x));
    assert_ne!((lent.storage().ptr(), lent.to_vec().unwrap()), (at_x, before));
    assert!([at_x, at_row].iter().all(|at| b.storage().ptr() != *at));
    assert_eq!(b.to_vec().unwrap(), [10.0, 20.0, 30.0, 40.0, 50.0, 60.0]);
    let e = launch(&Same, &OPS, [Arg::Ref(&row), Arg::Ref(&tensor![1.0, 2.0])], &[OutSpec::FULL; 2]);
    let e = e.unwrap_err().to_string();
    assert_eq!(e, "add at src/f.rs:2 in `f`: shapes [3] and [2] do not broadcast: 3 against 2");
}

#[test]
fn empty_spaces() {
    let (x, y): (Tensor, Tensor) = (tensor![1.0, 2.0], Tensor::zeros([0, 2]).unwrap());
    let (sum, ten) = two(
        Arg::Ref(&x),
        Arg::Ref(&y),
        &[
            spec(Space::Axes { axes: &Axes::ALL, keep: false }, Combine::Sum),
            spec(Space::Inputs(1), Combine::Pick),
        ],
    )
    .unwrap();
    assert_eq!(sum.item().unwrap(), 0.0);
    assert_eq!(ten.to_vec().unwrap(), [10.0, 20.0], "what does not depend on the empty input has its value");
    let (max, full) = two(
        Arg::Ref(&x),
        Arg::Ref(&y),
        &[spec(Space::Axes { axes: &Axes::from(0), keep: false }, Combine::Max), OutSpec::FULL],
    )
    .unwrap();
    assert_eq!(max.to_vec().unwrap(), [f32::NEG_INFINITY; 2]);
    assert_eq!(full.shape(), [0, 2]);
}

#[test]
fn dying_unique_buffers_are_taken_over() {
    for n in [4, MANY] {
        let full = [OutSpec::FULL; 2];
        let make = || Tensor::<f32>::from_fn(n, |i| i[0] as f32).unwrap();
        let (x, y) = (make(), make());
        let (at_x, at_y) = (x.storage().ptr(), y.storage().ptr());
        let (a, b) = two(Arg::Own(x), Arg::Own(y), &full).unwrap();
        assert_eq!((a.storage().ptr(), b.storage().ptr()), (at_x, at_y));
        assert!(a.to_vec().unwrap().iter().enumerate().all(|(i, &v)| v == 2.0 * i as f32));
        assert!(b.to_vec().unwrap().iter().enumerate().all(|(i, &v)| v == 10.0 * i as f32));
        let mut a = a;
        assert!(a.as_mut_slice().is_some(), "the result is its only owner");
        // Shared, borrowed and partial buffers stay as they are.
        let (x, y) = (make(), make());
        let (kept, at_y) = (x.clone(), y.storage().ptr());
        let (a, b) = two(Arg::Own(x), Arg::Ref(&y), &full).unwrap();
        assert!([&a, &b].iter().all(|t| t.storage().ptr() != at_y));
        assert!([&kept, &y].iter().all(|t| t.to_vec().unwrap()[n - 1] == n as f32 - 1.0));
        let part = make().with_layout(Layout::dense(Shape::new(&[n - 1]).unwrap()));
        let at = part.storage().ptr();
        let (a, b) = two(Arg::Own(part), Arg::Ref(&Tensor::scalar(1.0)), &full).unwrap();
        assert!(a.storage().ptr() != at && b.storage().ptr() != at);
    }
}

#[test]
fn names_the_op_that_cannot_broadcast() {
    static OPS: GroupInfo = GroupInfo {
        place: &Place { function: "f", file: "src/f.rs", lines: &[1, 2, 3, 4] },
        ops: "exp@0(0) neg@1(1) add@2(2,3) sum@3(4)",
        outs: &[3, 2],
        narrows: false,
    };
    let (x, y): (Tensor, Tensor) = (tensor![1.0, 2.0], tensor![1.0, 2.0, 3.0]);
    let e = launch(&Two, &OPS, (Arg::Ref(&x), (Arg::Ref(&y), ())), &[OutSpec::FULL; 2]).unwrap_err();
    assert_eq!(e.to_string(), "add at src/f.rs:3 in `f`: shapes [2] and [3] do not broadcast: 2 against 3");
    let axes = Axes::from(1);
    let outs = [spec(Space::Axes { axes: &axes, keep: false }, Combine::Sum), OutSpec::FULL];
    let e = launch(&Two, &OPS, (Arg::Ref(&x), (Arg::Ref(&x), ())), &outs).unwrap_err();
    assert_eq!(e.to_string(), "sum at src/f.rs:4 in `f`: axis 1 is out of range for rank 1");
    let to = Shape::new(&[3]).unwrap();
    assert!(two(Arg::Ref(&x), Arg::Ref(&x), &[spec(Space::To(&to), Combine::Sum), OutSpec::FULL]).is_err());
    let e = two(Arg::Ref(&x), Arg::Ref(&x), &outs).unwrap_err();
    assert_eq!((e.kind(), e.op()), (ErrorKind::Axis, None));
}
