//! What a call is made of: shapes, elements, layouts, host arguments.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use cotangent::bounds::Widths;
use cotangent::{Axes, DType, Element, Padding, Shape, Sizes, Tensor};

use crate::gradcheck::{Change, Input};
use crate::walk::Host;

/// A small generator.
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64, index: u64) -> Self {
        let mut own = Self(seed ^ index.wrapping_mul(0xD134_2543_DE82_EF95));
        own.bits();
        own
    }

    fn bits(&mut self) -> u64 {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Below `n`.
    pub(super) fn below(&mut self, n: usize) -> usize {
        (self.bits() % n as u64) as usize
    }

    /// In so many of 100 cases.
    fn percent(&mut self, n: usize) -> bool {
        self.below(100) < n
    }

    fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    /// A dim; seldom one that no memory has. In between there is only what takes long.
    fn dim(&mut self) -> usize {
        if self.percent(8) {
            1 << (33 + self.below(27))
        } else {
            self.one(&[0, 1, 1, 2, 3, 4, 5, 7, 8, 16, 17, 33, 65])
        }
    }
}

/// More elements than this are one that is repeated, or none.
const MOST: usize = 1 << 11;

/// The shapes of a call: those of the sample, where equal dims may become other equal ones, and where single shapes may change.
pub(super) struct Shapes;

impl Shapes {
    pub(super) fn new(r: &mut Random, inputs: &[Input]) -> Vec<Vec<usize>> {
        let mut dims: BTreeMap<usize, usize> =
            inputs.iter().flat_map(|x| x.shape()).map(|&d| (d, d)).collect();
        if r.percent(50) {
            for to in dims.values_mut() {
                if r.percent(50) {
                    *to = r.dim();
                }
            }
        }
        let mut shapes: Vec<Vec<usize>> =
            inputs.iter().map(|x| x.shape().iter().map(|d| dims[d]).collect()).collect();
        for shape in &mut shapes {
            if r.percent(20) {
                edit(r, shape);
            }
        }
        shapes
    }
}

fn edit(r: &mut Random, shape: &mut Vec<usize>) {
    match r.below(8) {
        0 => shape.clear(),
        1 => shape.insert(r.below(shape.len() + 1), r.one(&[0, 1, 2, 3])),
        2 => shape.resize(8, 1),
        3 => {
            shape.reverse();
            shape.resize(8, 1);
            shape.reverse();
        }
        4 => shape.reverse(),
        _ if shape.is_empty() => shape.push(r.dim()),
        5 => drop(shape.remove(r.below(shape.len()))),
        6 => {
            let (empty, long) = (r.below(shape.len()), r.below(shape.len()));
            shape[long] = 1 << (33 + r.below(27));
            shape[empty] = 0;
        }
        _ => {
            let at = r.below(shape.len());
            shape[at] = r.dim();
        }
    }
    shape.truncate(8);
}

/// A number whose neighbours are rounded, cut or lost somewhere.
const NUMBERS: &[f64] = &[
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    2.0,
    1e-8,
    5e-324,
    f64::MIN_POSITIVE,
    1e30,
    -1e300,
    f64::MAX,
    65504.0,
    2147483648.0,
    -2147483649.0,
    1e19,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
];
const INTS: &[i32] = &[i32::MIN, -46341, -3, -2, -1, 0, 1, 2, 3, 4, 7, 100, 46341, 1 << 30, i32::MAX];

/// An operand of a shape, of the elements of a sample or of others, in any layout.
pub(super) fn input<T: Element>(r: &mut Random, x: &Input, shape: Vec<usize>, is_free: bool) -> Input<T> {
    let kind = r.below(10);
    let made = match x {
        Input::Float(x) => {
            let scale = if T::DTYPE == DType::I32 { 4.0 } else { 1.0 };
            let own = x.to_vec().expect("a tensor of the CPU can be read");
            let element = |r: &mut Random, own: f64| match kind {
                0 => r.one(NUMBERS),
                1 if r.percent(10) => r.one(NUMBERS),
                _ => own * scale,
            };
            Input::Float(filled(r, &own, shape, is_free, |r, own| T::from_f64(element(r, own))))
        }
        Input::Int(x) => {
            let own = x.to_vec().expect("a tensor of the CPU can be read");
            let element = |r: &mut Random, own| match kind {
                0 => r.one(INTS),
                1 if r.percent(10) => r.one(INTS),
                _ => own,
            };
            Input::Int(filled(r, &own, shape, is_free, element))
        }
        Input::Bool(x) => {
            let own = x.to_vec().expect("a tensor of the CPU can be read");
            Input::Bool(filled(r, &own, shape, is_free, |_, own| own ^ (kind == 0)))
        }
    };
    if made.shape().iter().product::<usize>() > MOST {
        return made;
    }
    match r.below(6) {
        at @ 0..3 => made.map(Change::layouts()[at]).ok().flatten().unwrap_or(made),
        3 => repeated(r, &made).unwrap_or(made),
        _ => made,
    }
}

/// The elements of a sample, over and over.
fn filled<A: Copy, T: Element>(
    r: &mut Random,
    own: &[A],
    mut shape: Vec<usize>,
    is_free: bool,
    element: impl Fn(&mut Random, A) -> T,
) -> Tensor<T> {
    let zero = || Tensor::scalar(T::from_f64(0.0));
    let count = shape.iter().try_fold(1usize, |n, &d| n.checked_mul(d));
    if shape.contains(&0) || is_free && count.is_none_or(|n| n > MOST) {
        let first = own.first().map_or_else(zero, |&x| Tensor::scalar(element(r, x)));
        if let Ok(all) = first.broadcast_to(&shape[..]) {
            return all;
        }
    }
    while shape.iter().fold(1usize, |n, &d| n.saturating_mul(d.max(1))) > MOST {
        let longest = shape.iter_mut().max().expect("a scalar is not long");
        *longest = if *longest > 64 { 3 } else { *longest / 2 };
    }
    if own.is_empty() {
        return zero().broadcast_to(&shape[..]).expect("a view takes no memory");
    }
    let data = own.iter().copied().cycle().take(shape.iter().product()).map(|x| element(r, x)).collect();
    Tensor::from_vec(data, &shape[..]).expect("as many elements as the shape has")
}

/// The first element along an axis, in place of all of them.
fn repeated<T: Element>(r: &mut Random, x: &Input<T>) -> Option<Input<T>> {
    fn along<T: Element>(x: &Tensor<T>, axis: isize) -> Option<Tensor<T>> {
        x.narrow(axis, 0, 1).and_then(|one| one.broadcast_to(x.shape())).ok()
    }
    let axis = r.below(x.shape().len().max(1)) as isize;
    Some(match x {
        Input::Float(x) => Input::Float(along(x, axis)?),
        Input::Int(x) => Input::Int(along(x, axis)?),
        Input::Bool(x) => Input::Bool(along(x, axis)?),
    })
}

/// Leaves a host argument, or puts another in its place.
pub(super) fn host(r: &mut Random, host: &mut Host) {
    const FAR: &[isize] = &[
        isize::MIN,
        -(1 << 62),
        -(1 << 32),
        -(1 << 31),
        -9,
        -2,
        -1,
        0,
        1,
        2,
        3,
        1 << 31,
        (1 << 31) - 1,
        1 << 32,
        1 << 40,
        1 << 62,
        isize::MAX,
    ];
    if r.percent(60) {
        return;
    }
    if r.percent(60) {
        let mut others = host.others();
        *host = others.swap_remove(r.below(others.len()));
        return;
    }
    let list = |r: &mut Random| (0..r.below(4)).map(|_| r.one(FAR)).collect::<Vec<_>>();
    match host {
        Host::Axis(axis) => *axis = r.one(FAR),
        // Of a sum of two halves one of 1 << 63 is as good as none.
        Host::Size(size) => *size = if r.percent(10) { 1 << 63 } else { r.one(FAR) as usize },
        Host::Number(x) => *x = r.one(NUMBERS),
        Host::Int(n) => *n = r.one(INTS),
        Host::Flag(is) => *is = !*is,
        Host::Key(_) => {}
        Host::Axes(axes) => *axes = Axes::from(list(r)),
        Host::Sizes(sizes) => *sizes = Sizes::from(list(r)),
        Host::Widths(widths) => {
            *widths = Widths::from(
                list(r).into_iter().map(|n| (n as usize, r.one(FAR) as usize)).collect::<Vec<_>>(),
            );
        }
        Host::Padding(padding) => {
            let pairs = Padding::from(list(r).into_iter().map(|n| (n, r.one(FAR))).collect::<Vec<_>>());
            *padding = if r.percent(30) { Padding::ceil(pairs) } else { pairs };
        }
        Host::Shape(shape) => {
            let dims: Vec<usize> = (0..r.below(9)).map(|_| r.dim()).collect();
            let made = Shape::new(&dims).ok().filter(|made| !(MOST..1 << 33).contains(&made.numel()));
            *shape = made.unwrap_or(*shape);
        }
    }
}

/// A call as a sentence.
pub(super) fn text<T: Element>(name: &str, inputs: &[Input<T>], hosts: &[Host]) -> String {
    let mut text = format!("`{name}` in {}", T::DTYPE);
    for x in inputs {
        let kind = match x {
            Input::Float(_) => "",
            Input::Int(_) => "i32",
            Input::Bool(_) => "bool",
        };
        let _ = write!(text, " {kind}{:?}", x.shape());
    }
    let _ = write!(text, " {hosts:?}");
    text
}
