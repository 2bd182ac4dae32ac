//! Where complex tensors stand: fields, lists, slices, results, calls, batches, other transforms.

use cotangent::optim::{Adam, Optimizer};
use cotangent::prelude::*;
use cotangent_tests::flow::quotients;
use cotangent_tests::there;

fn numbers(seed: u64, n: usize) -> Complex<f64> {
    let of = |k: u64| there::at(Key::new(seed).fold(k).normal::<f64>([n]).unwrap());
    Complex::new(&of(0), &of(1)).unwrap()
}

#[derive(Clone, Differentiable)]
struct Filter<T: Float> {
    gains: Complex<T>,
    scale: Tensor<T>,
}

#[differentiable]
impl<T: Float> Filter<T> {
    #[differentiable(order = 2)]
    fn apply(&self, z: &Complex<T, N>) -> Complex<T, N> {
        let gains: &Complex<T, N> = &self.gains;
        let scale: &Tensor<T> = &self.scale;
        z * gains * scale
    }
}

#[differentiable(order = 2)]
fn of_a_struct(filter: &Filter<f64>, z: &Complex<f64, N>) -> Scalar<f64> {
    let y: Complex<f64, N> = filter.apply(z)?;
    (y.re.sin() + &filter.gains.im).sum()
}

#[differentiable(order = 2)]
fn of_a_slice(zs: &[Complex<f64, N>], w: Complex<f64, N>) -> Scalar<f64> {
    let mut y = w;
    for z in zs {
        y = &y * z + y.exp();
    }
    let last = &zs[zs.len() - 1];
    y.abs2().mean() + last.arg().cos().sum()
}

#[differentiable(order = 2)]
fn of_an_array(
    pair: &[Complex<f64, N>; 2],
    #[constant] k: &Complex<f64, N>,
) -> (Complex<f64, N>, Scalar<f64>) {
    let [a, b] = pair;
    #[checkpoint]
    let y = (a * k).exp() * b;
    let size = y.abs().sum();
    (y, size)
}

#[differentiable(order = 2)]
fn of_parts(re: &Tensor<f64, N>, im: &Tensor<f64, N>) -> Filter<f64> {
    let gains = if re.dim(0) > 2 { Complex::new(re, im) } else { Complex::new(im, re) };
    Filter { gains: gains.square(), scale: re.sum() }
}

#[differentiable]
mod together {
    use cotangent::prelude::*;

    #[differentiable(vmap(z), order = 2)]
    pub fn turned<T: Float>(z: &Complex<T, N>, angle: &Scalar<T>) -> Complex<T, N> {
        z * Complex::polar(1.0 + 0.0 * angle, angle)
    }

    #[differentiable(vmap(z), order = 2)]
    pub fn loss(z: &Complex<f64, N>, angle: &Scalar<f64>) -> Scalar<f64> {
        let y = turned(&z.fft(-1), angle)?;
        (y.re.sin() * y.im.cos()).sum()
    }

    #[differentiable(order = 2)]
    pub fn all(zs: &Complex<f64, B, N>, angle: &Scalar<f64>) -> Scalar<f64> {
        let each = loss::vmap(zs, angle)?;
        let grads = loss::vmap_grad(zs, angle)?;
        each.square().sum() + grads.z.abs2().sum() + grads.angle.sum()
    }
}

#[test]
fn gradients() {
    let filter = Filter { gains: numbers(1, 3), scale: there::at(Tensor::scalar(0.7)) };
    let (a, b) = (numbers(2, 3), numbers(3, 3));
    quotients::<of_a_struct>((&filter, &a)).unwrap();
    quotients::<of_a_slice>((&[a.clone(), b.clone()], b.clone())).unwrap();
    quotients::<of_an_array>((&[a.clone(), b.clone()], &filter.gains)).unwrap();
    quotients::<of_parts>((&a.re, &a.im)).unwrap();
    let angle = there::at(Tensor::scalar(0.4));
    quotients::<together::turned<f64>>((&a, &angle)).unwrap();
    let batch = Complex::new(
        &Tensor::stack(&[&a.re, &b.re], 0).unwrap(),
        &Tensor::stack(&[&a.im, &b.im], 0).unwrap(),
    );
    quotients::<together::all>((&batch.unwrap(), &angle)).unwrap();
}

#[test]
fn the_gradient_descends() {
    #[differentiable]
    fn miss(z: &Complex<f64>, #[constant] to: &Complex<f64>) -> Scalar<f64> {
        (z * z - to).abs2().sum()
    }
    let (mut z, to) = (numbers(4, 5), numbers(5, 5));
    let mut adam = Optimizer::new(Adam { lr: 0.05, ..Adam::default() });
    let before = miss(&z, &to).item().unwrap();
    for _ in 0..400 {
        let g = miss::grad(&z, &to).unwrap();
        adam.step(&mut z, &g.z).unwrap();
    }
    let after = miss(&z, &to).item().unwrap();
    assert!(after < 1e-6 * before, "{before} became {after}");
}

#[test]
fn transforms_have_complex_cotangents() {
    let (z, angle) = (numbers(6, 4), there::at(Tensor::scalar(0.3)));
    let (y, pullback) = together::turned::vjp(&z, &angle).unwrap();
    let g = pullback.pull(&y).unwrap();
    // A turn keeps lengths: that of `y` pulled back is `z`.
    assert!((&g.z - &z).abs().unwrap().max().unwrap().item().unwrap() < there::within(1e-14));
    let still = there::at(Tensor::scalar(0.0));
    let (_, dot) = together::turned::jvp(&z, &angle, &z, &still).unwrap();
    assert!((dot - y).abs().unwrap().max().unwrap().item().unwrap() < there::within(1e-14));
    let batch = Complex::new(&z.re.reshape([2, 2]).unwrap(), &z.im.reshape([2, 2]).unwrap()).unwrap();
    let each = together::loss::vmap_grad(&batch, &angle).unwrap();
    assert_eq!((each.z.shape(), each.angle.shape()), (&[2, 2][..], &[2][..]));
}

#[test]
fn outside_of_bodies() {
    let (z, w) = (numbers(7, 4), numbers(8, 4));
    let near = |a: Complex<f64>, b: Complex<f64>| {
        assert!((a - b).abs().unwrap().max().unwrap().item().unwrap() < there::within(1e-12));
    };
    near(&z * &w / &w, z.clone());
    near(z.ln().unwrap().exp().unwrap(), z.clone());
    near(z.sqrt().unwrap().powi(2).unwrap(), z.clone());
    near(z.powi(-3).unwrap() * z.powi(3).unwrap(), Complex::from_real(&z.re.ones_like().unwrap()).unwrap());
    near(z.fft(0).unwrap().ifft(0).unwrap(), z.clone());
    near(z.fftn(0).unwrap(), z.fft(-1).unwrap());
    near(-(&z * 2.0 - &z.re), (Complex::new(&(-&z.re), &(&z.im * -2.0))).unwrap());
    let square = z.reshape([2, 2]).unwrap();
    let identity = Complex::from_real(&there::at(Tensor::eye(2).unwrap())).unwrap();
    near(square.matmul(&square.inverse().unwrap()).unwrap(), identity);
    assert_eq!(z.sum().unwrap().item().unwrap().0, z.re.sum().unwrap().item().unwrap());
    assert_eq!((z.rank(), z.numel(), z.dim(0)), (1, 4, 4));
    assert!(format!("{z:?}").starts_with("Complex { re: tensor(["));
}

/// Parts are fields that anybody may set, so they need not be alike: they broadcast.
#[test]
fn parts_of_other_shapes() {
    #[differentiable(order = 2)]
    fn turned(z: &Complex<f64>, w: &[Complex<f64>]) -> Scalar<f64> {
        let y = (z * z + &w[0]).exp();
        y.abs2().mean() + y.im.sum()
    }
    let wide = numbers(9, 3);
    let odd = Complex { re: wide.re.clone(), im: there::at(Tensor::scalar(0.3)) };
    let even = Complex { im: odd.im.broadcast_to([3]).unwrap(), ..odd.clone() };
    let list = |z: &Complex<f64>| [z.clone()];
    quotients::<turned>((&odd, &list(&odd)[..])).unwrap();
    let (a, b) = (turned::grad(&odd, &list(&odd)).unwrap(), turned::grad(&even, &list(&even)).unwrap());
    let gap = a.z.im.item().unwrap() - b.z.im.sum().unwrap().item().unwrap();
    assert!(gap.abs() < there::within(1e-12), "{gap}");
}

/// A number beside complex tensors is real wherever it stands.
#[test]
fn numbers_are_real() {
    #[differentiable(order = 2)]
    fn kept(z: &Complex<f64, N>, #[constant] mask: &Tensor<bool, N>) -> Scalar<f64> {
        let y = select(mask, 0.5, z) + z.masked_fill(mask, 2.0).mul(3.0) - 1.0;
        y.re.sum() * 2.0 + y.im.square().sum()
    }
    let (z, mask) = (numbers(10, 2), there::at(tensor![true, false]));
    let [re, im] = [&z.re, &z.im].map(|part| part.to_vec().unwrap()[1]);
    let want = 2.0 * ((0.5 + 6.0 - 1.0) + (4.0 * re - 1.0)) + (4.0 * im).powi(2);
    assert!((kept(&z, &mask).item().unwrap() - want).abs() < there::within(1e-12));
    quotients::<kept>((&z, &mask)).unwrap();
}
