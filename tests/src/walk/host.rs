//! Host arguments, and bad ones in their place.

use cotangent::bounds::Widths;
use cotangent::{Axes, Key, Padding, Shape, Sizes};

/// A host argument of an op.
#[derive(Clone, Debug)]
pub enum Host {
    /// An axis, an offset, a bound.
    Axis(isize),
    /// A length, a count, a step.
    Size(usize),
    /// A number.
    Number(f64),
    /// An exponent, a label.
    Int(i32),
    /// A switch.
    Flag(bool),
    /// Several axes.
    Axes(Axes),
    /// Several sizes.
    Sizes(Sizes),
    /// Widths of a margin.
    Widths(Widths),
    /// The padding of windows.
    Padding(Padding),
    /// A key.
    Key(Key),
    /// A shape, which cannot be made larger than tensors are.
    Shape(Shape),
}

macro_rules! readers {
    ($($name:ident $Kind:ident $T:ty;)*) => {$(
        /// # Panics
        /// Where it is something else.
        pub fn $name(&self) -> $T {
            if let Self::$Kind(value) = self { value.clone() } else { panic!("{self:?} is of another kind") }
        }
    )*};
}

impl Host {
    readers! {
        axis Axis isize;
        size Size usize;
        number Number f64;
        int Int i32;
        flag Flag bool;
        axes Axes Axes;
        sizes Sizes Sizes;
        widths Widths Widths;
        padding Padding Padding;
        key Key Key;
        shape Shape Shape;
    }

    /// Whether every value of it is meant to be accepted.
    pub(super) fn is_number(&self) -> bool {
        matches!(self, Self::Number(_) | Self::Int(_) | Self::Flag(_) | Self::Key(_))
    }

    /// What may stand in its place. A size is either small or so large that no allocator grants it.
    pub(crate) fn others(&self) -> Vec<Self> {
        const FAR: [isize; 6] = [isize::MIN, isize::MIN + 1, -(1 << 61), 1 << 61, isize::MAX - 1, isize::MAX];
        match self {
            Self::Axis(_) => (-10..=10).chain(FAR).map(Self::Axis).collect(),
            Self::Size(_) => {
                let far = [1 << 61, isize::MAX as usize, usize::MAX - 1, usize::MAX];
                (0..=10).chain(far).map(Self::Size).collect()
            }
            Self::Number(_) => {
                let all = [0.0, -0.0, -1.0, 0.5, 1e308, 5e-324, f64::NAN, f64::INFINITY, f64::NEG_INFINITY];
                all.map(Self::Number).to_vec()
            }
            Self::Int(_) => [i32::MIN, -3, -1, 0, 1, 2, 100, i32::MAX].map(Self::Int).to_vec(),
            Self::Flag(_) => [false, true].map(Self::Flag).to_vec(),
            Self::Key(_) => [0, 1, u64::MAX].map(|seed| Self::Key(Key::new(seed))).to_vec(),
            Self::Axes(_) => {
                let mut all = vec![Axes::ALL, Axes::NONE, Axes::from([0; 9]), Axes::from([-1, -1])];
                all.extend((-10..=10).chain(FAR).map(Axes::from));
                all.extend([[0, 1], [1, 0], [0, -1], [0, 7], [-2, -1]].map(Axes::from));
                all.extend([[0, 1, 2], [2, 0, 1], [-3, 1, 0], [0, 1, 3], [0, 1, 1]].map(Axes::from));
                all.into_iter().map(Self::Axes).collect()
            }
            Self::Sizes(sizes) => {
                let own = sizes.get();
                let mut all = vec![vec![], vec![1; 8], vec![1; 9], vec![2; 20], vec![-1, -1], vec![0, -1]];
                all.extend([vec![1 << 61, 4], vec![0, isize::MAX], vec![isize::MAX; 9], vec![1 << 31; 2]]);
                all.extend((-3..=12).chain(FAR).map(|size| vec![size]));
                all.push(own.iter().copied().chain([1]).collect());
                all.push(own.iter().copied().chain([0]).collect());
                for i in 0..own.len() {
                    all.push([&own[..i], &own[i + 1..]].concat());
                    let others = [-2, -1, 0, 1, own[i] + 1].into_iter().chain(FAR);
                    all.extend(others.map(|size| [&own[..i], &[size], &own[i + 1..]].concat()));
                }
                // A square of 2^31 is more than is there, but less than the largest shape.
                all.retain(|sizes| sizes.as_slice() != [1 << 31; 2]);
                all.into_iter().map(|sizes| Self::Sizes(sizes.into())).collect()
            }
            Self::Widths(_) => {
                let far = [1 << 61, usize::MAX / 2, usize::MAX];
                let mut all = vec![vec![], vec![(1, 1); 8], vec![(0, 0); 9], vec![(0, 0); 2]];
                all.extend((0..4).flat_map(|n| (0..4).map(move |m| vec![(n, m), (m, n)])));
                all.extend((0..4).map(|n| vec![(n, n)]));
                for n in far {
                    all.extend([
                        vec![(n, 0), (0, 1)],
                        vec![(0, 1), (0, n)],
                        vec![(n, n), (n, n)],
                        vec![(n, n)],
                    ]);
                }
                all.into_iter().map(|widths| Self::Widths(widths.into())).collect()
            }
            Self::Padding(_) => {
                let far = [isize::MIN, -(1 << 61), -1, 1 << 61, isize::MAX];
                let numbers = (0..=12).chain(far).map(Padding::from);
                let mut all: Vec<_> = numbers.clone().chain(numbers.map(Padding::ceil)).collect();
                all.extend([
                    Padding::SAME,
                    Padding::from([0; 9]),
                    Padding::from([1; 3]),
                    Padding::from(vec![0; 0]),
                ]);
                let pairs = (0..4).flat_map(|n| (0..4).map(move |m| (n, m)));
                all.extend(
                    pairs
                        .clone()
                        .flat_map(|(n, m)| [vec![(n, m)], vec![(n, m); 2], vec![(m, n), (n, m)]])
                        .map(Padding::from),
                );
                all.extend(pairs.map(|pair| Padding::from([pair, (1, 0), (0, 1)])));
                for n in far {
                    all.extend([[(n, 0), (0, 1)], [(0, 1), (0, n)], [(n, n); 2]].map(Padding::from));
                    all.extend([[(n, 0)], [(0, n)]].map(|pair| Padding::ceil(pair)));
                }
                all.into_iter().map(Self::Padding).collect()
            }
            Self::Shape(own) => {
                let own = own.dims();
                let mut all = vec![vec![], vec![0], vec![1], vec![1; 8], vec![1 << 58], vec![0, 1 << 58]];
                all.extend([vec![2, 3], vec![3, 3, 3], vec![0, 0], vec![1 << 29, 1 << 29]]);
                all.push([own, &[1]].concat());
                all.push([&[2], own].concat());
                for i in 0..own.len() {
                    all.push([&own[..i], &own[i + 1..]].concat());
                    let others = [0, 1, own[i] + 1, 1 << 55];
                    all.extend(others.map(|size| [&own[..i], &[size], &own[i + 1..]].concat()));
                }
                all.into_iter().filter_map(|dims| Shape::new(&dims).ok()).map(Self::Shape).collect()
            }
        }
    }
}
