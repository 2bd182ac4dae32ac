//! Programs over a slice at several lengths: every transform against difference quotients and against each other, at
//! order 2, over operands of other layouts and shapes.

use cotangent::{Result, Tensor, ops};
use cotangent_tests::gradcheck::{Draw, Input, Subject};

type Floats = Vec<Tensor<f64>>;

fn floats(inputs: &[Input]) -> Floats {
    inputs.iter().map(|x| x.float().clone()).collect()
}

/// A test: the program as it is, weighted and summed, the same by the library's functions, and the shapes of the items
/// at each length.
macro_rules! program {
    ($name:ident, |$xs:ident| $body:block, |$eager:ident| $library:expr, $($shapes:expr),+) => {
        mod $name {
            use super::*;
            use cotangent::{Pullback, Scalar, differentiable};

            #[differentiable]
            fn plain($xs: &[Tensor<f64>]) -> Tensor<f64> $body

            #[differentiable(order = 2)]
            fn weighted($xs: &[Tensor<f64>], #[constant] upstream: &Tensor<f64>) -> Scalar<f64> {
                let value = $body;
                (value * upstream).sum()
            }

            pub(super) fn subject(reversed: bool) -> Subject<'static> {
                let turn: fn(Floats) -> Floats =
                    if reversed { |g| g.into_iter().rev().collect() } else { |g| g };
                let pull: &'static dyn Fn(&[Input], &[&Tensor<f64>]) -> Result<(Tensor<f64>, Vec<Floats>)> =
                    &|x, us| {
                        let (y, pullback) = plain::vjp(&floats(x))?;
                        let pulls = us.iter().map(|u| Ok(pullback.clone().pull(*u)?.xs));
                        Ok((y, pulls.collect::<Result<_>>()?))
                    };
                let joint: &'static dyn Fn(&[Input], &Tensor<f64>) -> Result<(f64, Floats)> =
                    Box::leak(Box::new(move |x: &[Input], w: &Tensor<f64>| {
                        let (value, g) = weighted::value_and_grad(&floats(x), w)?;
                        Ok((value.item()?, turn(g.xs)))
                    }));
                Subject {
                    name: stringify!($name),
                    case: "",
                    eager: &|x| {
                        let $eager = &floats(x)[..];
                        $library
                    },
                    call: &|x| plain::call(&floats(x)),
                    vjp: pull,
                    jvp: &|x, d| plain::jvp(&floats(x), d),
                    value_and_grad: joint,
                    hvp: &|x, w, d| weighted::hvp(&floats(x), w, d).map(|(g, h)| (g.xs, h.xs)),
                }
            }

            #[test]
            fn $name() {
                let shapes: Vec<Vec<&[usize]>> = vec![$($shapes),+];
                for shapes in shapes {
                    let mut draw = Draw::new(stringify!($name));
                    let inputs: Vec<_> = shapes.iter().map(|s| draw.uniform(-1.0, 1.0, s)).collect();
                    subject(false).pass(inputs.clone());
                    // As many entries as tensors, whether they are read or not.
                    let w = Tensor::scalar(1.0);
                    let grads = weighted::grad(&floats(&inputs), &w).unwrap().xs;
                    let of = |g: &Floats| g.iter().map(|x| x.shape().to_vec()).collect::<Vec<_>>();
                    assert_eq!(of(&grads), of(&floats(&inputs)));
                }
            }
        }
    };
}

const A: &[usize] = &[2, 3];
const B: &[usize] = &[4];
const C: &[usize] = &[];

program!(
    items_by_literal,
    |xs| { (&xs[0] * xs[0].sin()).sum() + (&xs[2] * 3.0).exp().sum() * &xs[0] },
    |xs| xs[0].mul(&xs[0].sin()?)?.sum()?.add(&xs[2].mul(3.0)?.exp()?.sum()?.mul(&xs[0])?),
    vec![A, B, C],
    vec![A, A, A, B, C]
);

program!(
    items_by_host_values,
    |xs| {
        let last = xs.len() - 1;
        let y = xs[last / 2].tanh() * &xs[last];
        y * &xs[last / 2] + &xs[last] * xs[0].cos().sum()
    },
    |xs| {
        let last = xs.len() - 1;
        let y = xs[last / 2].tanh()?.mul(&xs[last])?;
        y.mul(&xs[last / 2])?.add(&xs[last].mul(&xs[0].cos()?.sum()?)?)
    },
    vec![A],
    vec![B, A, A],
    vec![A, C, A, B, A]
);

program!(
    patterns,
    |xs| {
        let [first, second, ..] = xs;
        let [.., last] = xs;
        first.sin() * last.sum() + (second * second * last).sum()
    },
    |xs| {
        let (first, second, last) = (&xs[0], &xs[1], xs.last().unwrap());
        first.sin()?.mul(&last.sum()?)?.add(&second.mul(second)?.mul(last)?.sum()?)
    },
    vec![A, A, A],
    vec![A, B, A, C, B]
);

program!(
    concat_along_the_first,
    |xs| { concat(xs, 0).sin() },
    |xs| ops::concat(xs, 0)?.sin(),
    vec![A],
    vec![&[2, 3], &[1, 3], &[4, 3]],
    vec![&[2], &[0], &[1], &[3], &[1]]
);

program!(
    concat_along_the_last,
    |xs| {
        let y = concat(xs, -1);
        &y * y.exp()
    },
    |xs| {
        let y = ops::concat(xs, -1)?;
        y.mul(&y.exp()?)
    },
    vec![B],
    vec![&[2, 3], &[2, 1], &[2, 2]],
    vec![&[2, 1], &[2, 1], &[2, 0], &[2, 2], &[2, 1]]
);

program!(
    stack_along_the_first,
    |xs| { stack(xs, 0).tanh() },
    |xs| ops::stack(xs, 0)?.tanh(),
    vec![C],
    vec![A, A, A],
    vec![B, B, B, B, B]
);

program!(
    stack_in_the_middle,
    |xs| { stack(xs, 1).softmax(0) },
    |xs| ops::stack(xs, 1)?.softmax(0),
    vec![A],
    vec![A, A, A],
    vec![B, B, B, B, B]
);

program!(
    stack_along_the_last,
    |xs| { stack(xs, -1).logsumexp_axis(-1) * stack(xs, 0).sum_axis(0) },
    |xs| ops::stack(xs, -1)?.logsumexp_axis(-1)?.mul(&ops::stack(xs, 0)?.sum_axis(0)?),
    vec![A],
    vec![C, C, C],
    vec![A, A, A, A, A]
);

program!(
    all_of_it_together,
    |xs| {
        let n = xs.len();
        let mean = concat(xs, 0) / (n as f64);
        let again = &xs;
        mean.exp() * xs[n / 2].sum() + concat(&[&xs[0], &again[n - 1]], 0).sum() * stack(again, 0).mean()
    },
    |xs| {
        let n = xs.len();
        let mean = ops::concat(xs, 0)?.div(n as f64)?;
        let ends = ops::concat(&[&xs[0], &xs[n - 1]], 0)?.sum()?;
        mean.exp()?.mul(&xs[n / 2].sum()?)?.add(&ends.mul(&ops::stack(xs, 0)?.mean()?)?)
    },
    vec![B],
    vec![A, A, A],
    vec![B, B, B, B, B]
);

program!(
    matrices,
    |xs| { xs[0].matmul(&xs[1]).matmul(&xs[xs.len() - 1]) },
    |xs| xs[0].matmul(&xs[1])?.matmul(xs.last().unwrap()),
    vec![&[2, 3], &[3, 2], &[2, 4]],
    vec![&[2, 3], &[3, 2], &[5], &[], &[2, 1]]
);

/// The checks above see a gradient in the wrong order.
#[test]
fn a_gradient_in_the_wrong_order_is_caught() {
    let mut draw = Draw::new("order");
    let inputs = vec![draw.uniform(-1.0, 1.0, A), draw.uniform(-1.0, 1.0, A), draw.uniform(-1.0, 1.0, A)];
    assert_eq!(stack_along_the_first::subject(false).check(inputs.clone()), Ok(()));
    let why = stack_along_the_first::subject(true).check(inputs).unwrap_err();
    assert!(why.contains("value_and_grad and pull of float tensor 0"), "{why}");
}
