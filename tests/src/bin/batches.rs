//! Our half of `tests/peers/run-torch batches`: functions of one item on a batch, or the loop over its items (`.._loop`).

use std::hint::black_box;

use cotangent::prelude::*;
use cotangent_tests::peer::{number, serve, timed};

#[differentiable]
mod programs {
    use cotangent::prelude::*;

    #[differentiable(vmap(x, y))]
    pub fn mlp(
        w: &Tensor<784, 128>,
        b: &Tensor<128>,
        v: &Tensor<128, 10>,
        c: &Tensor<10>,
        #[constant] x: &Tensor<784>,
        y: &Tensor<i32>,
    ) -> Scalar {
        let h = (x.matmul(w) + b).tanh();
        (h.matmul(v) + c).unsqueeze(0).cross_entropy(&y.unsqueeze(0))
    }

    #[differentiable(vmap(x, y))]
    pub fn conv(
        k: &Tensor<8, 1, 3, 3>,
        l: &Tensor<16, 8, 3, 3>,
        v: &Tensor<400, 10>,
        #[constant] x: &Tensor<1, 28, 28>,
        y: &Tensor<i32>,
    ) -> Scalar {
        let h = x.unsqueeze(0).conv2d(k, 1, 0, 1).relu().max_pool2d(2, 2, 0);
        let h = h.conv2d(l, 1, 0, 1).relu().max_pool2d(2, 2, 0);
        h.reshape([1, 400]).matmul(v).cross_entropy(&y.unsqueeze(0))
    }

    #[differentiable(jacobian)]
    pub fn by_x(#[constant] w: &Tensor<64, 64>, x: &Tensor<64>) -> Tensor<64> {
        field(w, x)
    }

    #[differentiable]
    pub fn by_x_each(#[constant] w: &Tensor<64, 64>, x: &Tensor<64>) -> Tensor<64> {
        field(w, x)
    }

    #[differentiable(jacobian)]
    pub fn by_both(w: &Tensor<64, 64>, x: &Tensor<64>) -> Tensor<64> {
        field(w, x)
    }

    #[differentiable]
    pub fn field(w: &Tensor<64, 64>, x: &Tensor<64>) -> Tensor<64> {
        w.matmul(&w.matmul(x).tanh()).sin()
    }

    #[differentiable(vmap(dx))]
    pub fn column(w: &Tensor<64, 64>, x: &Tensor<64>, dx: &Tensor<64>) -> Tensor<64> {
        field::jvp(w, x, &(w * 0.0), dx)?.1
    }

    #[differentiable]
    pub fn columns(
        #[constant] w: &Tensor<64, 64>,
        x: &Tensor<64>,
        #[constant] eye: &Tensor<64, 64>,
    ) -> Tensor<64, 64> {
        column::vmap(w, x, eye)?
    }

    #[derive(Clone, Differentiable)]
    pub struct Model {
        pub w: Tensor,
        pub b: Tensor,
        pub v: Tensor,
    }

    #[differentiable(vmap(model))]
    pub fn member(model: &Model, #[constant] x: &Tensor<32, 64>, #[constant] y: &Tensor<32, 10>) -> Scalar {
        ((x.matmul(&model.w) + &model.b).tanh().matmul(&model.v) - y).square().mean()
    }
}

use programs::*;

/// The numbers that the script draws too.
fn wave(seed: f32, shape: &[usize]) -> Result<Tensor> {
    let count = shape.iter().product::<usize>();
    Tensor::from_vec((0..count).map(|i| 0.1 * (seed + 0.37 * (i % 10_007) as f32).sin()).collect(), shape)
}

fn item<T: cotangent::Element>(x: &Tensor<T>, i: usize) -> Result<Tensor<T>> {
    x.narrow(0, i, 1)?.squeeze(0)
}

fn main() -> Result<()> {
    let labels = Tensor::from_vec((0..64).map(|i| i * 7 % 10).collect(), 64)?;
    let [w, b] = [wave(1.0, &[784, 128])?, wave(2.0, &[128])?];
    let [v, c, xs] = [wave(3.0, &[128, 10])?, wave(4.0, &[10])?, wave(5.0, &[64, 784])?];
    let [k, l] = [wave(1.0, &[8, 1, 3, 3])?, wave(2.0, &[16, 8, 3, 3])?];
    let [read, images] = [wave(3.0, &[400, 10])?, wave(5.0, &[64, 1, 28, 28])?];
    let [square, point, eye] = [wave(1.0, &[64, 64])?, wave(2.0, &[64])?, Tensor::eye(64)?];
    let models =
        Model { w: wave(1.0, &[16, 64, 128])?, b: wave(2.0, &[16, 128])?, v: wave(3.0, &[16, 128, 10])? };
    let [x, y] = [wave(4.0, &[32, 64])?, wave(5.0, &[32, 10])?];
    serve(|words| {
        let &[name, count] = words else { return Err(Error::msg("name and count")) };
        let count = number(count)?;
        macro_rules! each {
            ($n:expr, |$i:ident| $call:expr) => {
                timed(count, || {
                    let mut total = 0.0;
                    for $i in 0..$n {
                        let (value, g) = $call;
                        black_box(g);
                        total += f64::from(value.item()?);
                    }
                    Ok(total)
                })
            };
        }
        let sum = |values: &Tensor| Ok(f64::from(values.sum()?.item()?));
        match name {
            "mlp" => timed(count, || {
                let (values, g) = mlp::vmap_value_and_grad(&w, &b, &v, &c, &xs, &labels)?;
                black_box(g);
                sum(&values)
            }),
            "mlp_loop" => {
                each!(64, |i| mlp::value_and_grad(&w, &b, &v, &c, &item(&xs, i)?, &item(&labels, i)?)?)
            }
            "conv" => timed(count, || {
                let (values, g) = conv::vmap_value_and_grad(&k, &l, &read, &images, &labels)?;
                black_box(g);
                sum(&values)
            }),
            "conv_loop" => {
                each!(64, |i| conv::value_and_grad(&k, &l, &read, &item(&images, i)?, &item(&labels, i)?)?)
            }
            "jacobian" => timed(count, || {
                let all = jacobian::<by_x>((&square, &point))?;
                Ok(f64::from(item(&item(&all.x, 3)?, 5)?.item()?))
            }),
            "jacobian_in_body" => timed(count, || {
                let all = columns::call(&square, &point, &eye)?;
                Ok(f64::from(item(&item(&all, 5)?, 3)?.item()?))
            }),
            "jacobian_by_both" => timed(count, || {
                let all = jacobian::<by_both>((&square, &point))?;
                Ok(f64::from(item(&item(&all.x, 3)?, 5)?.item()?))
            }),
            "jacobian_loop" | "jacobian_in_body_loop" => timed(count, || {
                black_box(jacobian::<by_x_each>((&square, &point))?);
                Ok(0.0)
            }),
            "jacobian_by_both_loop" => timed(count, || {
                black_box(jacobian::<field>((&square, &point))?);
                Ok(0.0)
            }),
            "ensemble" => timed(count, || {
                let (values, g) = member::vmap_value_and_grad(&models, &x, &y)?;
                black_box(g);
                sum(&values)
            }),
            "ensemble_loop" => each!(16, |i| {
                let of = |x| item(x, i);
                let one = Model { w: of(&models.w)?, b: of(&models.b)?, v: of(&models.v)? };
                member::value_and_grad(&one, &x, &y)?
            }),
            _ => Err(Error::msg(format!("no program is called {name}"))),
        }
    })
}
