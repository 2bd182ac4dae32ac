//! What operands become: other ranks, other dims, nothing at all, elements that no rule expects.

use cotangent::{Element, Result, Tensor};

use super::Host;
use crate::gradcheck::Input;

type Arguments = (Vec<Input>, Vec<Host>);

/// Everything that is tried: each operand and each host argument changed alone, host arguments also where axes are empty,
/// and operands in pairs.
pub(super) fn all(inputs: &[Input], hosts: &[Host], is_map: bool) -> Vec<Arguments> {
    let mut all = Vec::new();
    let empty = inputs.iter().map(|x| x.resized(|shape| shape.fill(0))).collect::<Vec<_>>();
    let leading = inputs.iter().map(|x| x.resized(|shape| shape.iter_mut().take(1).for_each(|d| *d = 0)));
    let scalars = inputs.iter().map(|x| x.resized(Vec::clear)).collect::<Vec<_>>();
    let bases = [inputs.to_vec(), empty, leading.collect(), scalars];
    for base in &bases {
        all.push((base.clone(), hosts.to_vec()));
        for i in 0..hosts.len() {
            for other in hosts[i].others() {
                let mut hosts = hosts.to_vec();
                hosts[i] = other;
                all.push((base.clone(), hosts));
            }
        }
    }
    for i in 0..inputs.len() {
        for other in inputs[i].shapes().into_iter().chain(inputs[i].elements()) {
            let mut inputs = inputs.to_vec();
            inputs[i] = other;
            all.push((inputs, hosts.to_vec()));
        }
    }
    // Two axes that are each a view of one element, but too many points together. Not for what would sum over one of them.
    if is_map && inputs.len() > 1 {
        let wide = |i: usize, x: &Input| x.repeated(if i == 0 { &[1 << 40, 1] } else { &[1, 1 << 40] });
        all.push((inputs.iter().enumerate().map(|(i, x)| wide(i, x)).collect(), hosts.to_vec()));
    }
    all
}

impl Input {
    /// The elements as bits, to see whether they change.
    pub(super) fn bits(&self) -> Vec<u64> {
        if self.shape().iter().any(|&d| d >= 1 << 40) {
            return Vec::new();
        }
        let what = "a tensor of the CPU can be read";
        match self {
            Self::Float(x) => x.to_vec().expect(what).into_iter().map(f64::to_bits).collect(),
            Self::Int(x) => x.to_vec().expect(what).into_iter().map(|i| i as u64).collect(),
            Self::Bool(x) => x.to_vec().expect(what).into_iter().map(u64::from).collect(),
        }
    }

    /// Ranks and dims next to its own.
    fn shapes(&self) -> Vec<Self> {
        let rank = self.shape().len();
        let mut all = vec![
            self.resized(Vec::clear),
            self.resized(|shape| shape.insert(0, 1)),
            self.resized(|shape| shape.insert(0, 2)),
            self.resized(|shape| shape.push(1)),
            self.resized(|shape| shape.push(2)),
            self.resized(|shape| shape.insert(0, 0)),
            self.resized(|shape| shape.splice(..0, vec![1; 8 - rank]).for_each(drop)),
            self.resized(|shape| shape.fill(0)),
            self.resized(|shape| shape.fill(1)),
        ];
        for axis in 0..rank {
            all.push(self.resized(|shape| {
                shape.remove(axis);
            }));
            for d in [0, 1, self.shape()[axis] + 1, self.shape()[axis] + 4] {
                all.push(self.resized(|shape| shape[axis] = d));
            }
        }
        all
    }

    /// The same shape, other elements: all of them, and the last one alone.
    fn elements(&self) -> Vec<Self> {
        fn filled<T: Element>(x: &Tensor<T>, values: &[T]) -> Vec<Tensor<T>> {
            let own = x.to_vec().expect("a tensor of the CPU can be read");
            let filled = |&value: &T| {
                let mut last = own.clone();
                last.iter_mut().last().into_iter().for_each(|x| *x = value);
                let all = vec![value; own.len()];
                [all, last].map(|data| Tensor::from_vec(data, x.shape()).expect("as many elements as before"))
            };
            values.iter().flat_map(filled).collect()
        }
        match self {
            Self::Float(x) => {
                let odd = [0.0, -1.0, f64::MAX, f64::MIN_POSITIVE, f64::INFINITY, f64::NAN];
                filled(x, &odd).into_iter().map(Self::Float).collect()
            }
            Self::Int(x) => {
                let odd = [i32::MIN, -2, -1, 0, 3, 4, 5, 1 << 30, i32::MAX];
                filled(x, &odd).into_iter().map(Self::Int).collect()
            }
            Self::Bool(x) => filled(x, &[false, true]).into_iter().map(Self::Bool).collect(),
        }
    }

    /// Its elements, over and over, in another shape.
    fn resized(&self, change: impl FnOnce(&mut Vec<usize>)) -> Self {
        fn cycled<T: Element>(x: &Tensor<T>, shape: &[usize], or: T) -> Tensor<T> {
            let own = x.to_vec().expect("a tensor of the CPU can be read");
            let data = own.iter().copied().chain([or].into_iter().filter(|_| own.is_empty())).cycle();
            Tensor::from_vec(data.take(shape.iter().product()).collect(), shape).expect("a small shape")
        }
        let mut shape = self.shape().to_vec();
        change(&mut shape);
        match self {
            Self::Float(x) => Self::Float(cycled(x, &shape, 0.5)),
            Self::Int(x) => Self::Int(cycled(x, &shape, 0)),
            Self::Bool(x) => Self::Bool(cycled(x, &shape, true)),
        }
    }

    /// A view that repeats one element.
    fn repeated(&self, shape: &[usize]) -> Self {
        fn view<T: Element>(x: &Tensor<T>, shape: &[usize]) -> Result<Tensor<T>> {
            x.broadcast_to(shape)
        }
        let one = self.resized(Vec::clear);
        let repeated = match &one {
            Self::Float(x) => view(x, shape).map(Self::Float),
            Self::Int(x) => view(x, shape).map(Self::Int),
            Self::Bool(x) => view(x, shape).map(Self::Bool),
        };
        repeated.expect("a view takes no memory")
    }
}
