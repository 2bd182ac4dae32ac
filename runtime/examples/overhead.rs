//! What a tensor and a launch cost beside the arithmetic: `cargo run --release -p cotangent --example overhead`. With the feature of a
//! device and `COTANGENT_DEVICE`: the host's part of a launch there.

use std::hint::black_box;
use std::time::Instant;

use cotangent::__private as rt;
use cotangent::prelude::*;
use rt::{Arg, GroupInfo, Isa, Kernel, List, OutSpec, Space};

static NO_OPS: GroupInfo = GroupInfo::UNNAMED;

/// Value and gradient of `sum(x * y)`.
struct Dot;

impl Kernel for Dot {
    type Ins = (f32, (f32, ()));
    type Outs = (f32, (f32, (f32, ())));
    #[inline(always)]
    fn tile<S: Isa>(
        &self,
        s: S,
        n: usize,
        (x, (y, ())): <Self::Ins as List>::Tiles<'_>,
        (v, (gx, (gy, ()))): <Self::Outs as List>::TilesMut<'_>,
    ) {
        #[inline(always)]
        fn body<S: Isa>(s: S, n: usize, x: &[f32], y: &[f32], v: &mut [f32], gx: &mut [f32], gy: &mut [f32]) {
            let (x, y, v, gx, gy) = (&x[..n], &y[..n], &mut v[..n], &mut gx[..n], &mut gy[..n]);
            for i in 0..n {
                v[i] = rt::m::mul(s, x[i], y[i]);
                gx[i] = y[i];
                gy[i] = x[i];
            }
        }
        body(s, n, x, y, v, gx, gy);
    }
}

fn time<R>(what: &str, mut f: impl FnMut() -> R) {
    const N: u32 = 1_000_000;
    let mut best = f64::INFINITY;
    for _ in 0..5 {
        let start = Instant::now();
        for _ in 0..N {
            black_box(f());
        }
        best = best.min(start.elapsed().as_secs_f64() / f64::from(N));
    }
    println!("{what:44} {:7.1} ns", best * 1e9);
}

#[differentiable]
fn twelve(x: &Tensor, y: &Tensor) -> Result<Tensor> {
    let z = (x * y).sin() + x.exp() * 0.5;
    Ok((z.tanh() * x - y.cos()) * 2.0 + z.sqrt())
}

/// The median of calls, and the least.
fn on_device(device: Device) -> Result<()> {
    const N: usize = 200_000;
    let x = Tensor::from_vec(vec![1.0, 2.0, 3.0, 4.0], [4])?.to(device)?;
    let mut took = Vec::with_capacity(N);
    for _ in 0..N {
        let start = Instant::now();
        black_box(twelve(&x, &x)?);
        took.push(start.elapsed());
    }
    took.sort_unstable();
    println!(
        "{:44} {:7} ns, least {} ns",
        format!("launch on {device}"),
        took[N / 2].as_nanos(),
        took[0].as_nanos()
    );
    Ok(())
}

fn main() -> Result<()> {
    let device = Device::from_env()?;
    if device != Device::CPU {
        return on_device(device);
    }
    let x: Tensor = tensor![1.0, 2.0, 3.0, 4.0];
    let y: Tensor = tensor![0.5, 0.25, 0.125, 0.0625];
    let shape = rt::shape_of(&x);
    time("clone and drop", || x.clone());
    time("allocate and drop 4 f32", || Tensor::<f32>::zeros(shape));
    time("view", || cotangent::ops::unsqueeze(&x, 0));
    let full = [OutSpec { space: Space::Full, combine: rt::Combine::Store, scale: 1.0 }; 3];
    time("launch, 2 inputs, 3 full outputs", || {
        rt::launch(&Dot, &NO_OPS, (Arg::Ref(&x), (Arg::Ref(&y), ())), &full)
    });
    let sum = OutSpec {
        space: Space::Axes { axes: &Axes::ALL, keep: false },
        combine: rt::Combine::Sum,
        scale: 1.0,
    };
    let outs = [sum, OutSpec::FULL, OutSpec::FULL];
    time("launch, a sum and 2 full outputs", || {
        rt::launch(&Dot, &NO_OPS, (Arg::Ref(&x), (Arg::Ref(&y), ())), &outs)
    });
    time("eager sum", || cotangent::ops::sum(&x, .., false));
    time("random normal of 4", || Key::new(1).normal::<f32>(4));
    Ok(())
}
