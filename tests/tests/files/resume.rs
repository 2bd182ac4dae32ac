//! Training that stops, is saved, read into fresh values and goes on gives the bits of training that never stopped.

use std::fs;

use cotangent::Snapshot;
use cotangent::optim::*;
use cotangent::prelude::*;

use super::folder::Folder;
use super::models::*;

#[differentiable]
fn loss<T: Float>(
    w: &Tensor<T>,
    b: &Tensor<T>,
    v: &Tensor<T>,
    #[constant] x: &Tensor<T>,
    #[constant] y: &Tensor<T>,
    #[constant] keep: &Tensor<T>,
) -> Result<Scalar<T>> {
    let hidden = (x.matmul(w) + b).tanh() * keep;
    let error = hidden.matmul(&v.t()) - y;
    Ok((&error * &error).mean())
}

/// Of step `t`: inputs and dropout come from the key of the run, so that they go on as they would have.
fn step_gradient<T: Float>(model: &Model<T>, key: Key, t: u64) -> Result<ModelTangent<T>> {
    let [data, drop] = key.fold(t).split();
    let x: Tensor<T> = data.normal([6, 3])?;
    let y: Tensor<T> = data.fold(1).normal([6, 3])?;
    let keep = drop.bernoulli(0.8, [6, 5])?.cast::<T>()?;
    let (first, second) = (&model.layers[0], &model.layers[1]);
    let Some(b) = &first.b else { return Err(Error::msg("a bias")) };
    let (_, g) = loss::value_and_grad(&first.w, b, &second.w, &x, &y, &keep)?;
    let mut tangent = model.zero_tangent()?;
    (tangent.layers[0].w, tangent.layers[0].b, tangent.layers[1].w) = (g.w, Some(g.b), g.v);
    tangent.pair.1[0] = model.pair.1[0].clone();
    Ok(tangent)
}

fn train<T: Float, R: Rule>(
    run: &mut (Model<T>, Optimizer<R>),
    rate: &impl Schedule,
    key: Key,
    steps: std::ops::Range<u64>,
) {
    for t in steps {
        let mut gradient = step_gradient(&run.0, key, t).unwrap();
        clip_norm(&mut gradient, 0.5).unwrap();
        *run.1.rule.lr() = rate.at(t);
        // A parameter that starts late has a count of its own.
        run.1.step_by(&mut run.0, &gradient, |name, _| name != "layers.1.w" || t > 3).unwrap();
    }
}

fn resumes<T: Float, R: Rule>(rule: R) {
    let folder = Folder::new(&format!("resume-{}-{}", R::NAME, T::DTYPE));
    let rate = Warmup { steps: 5, from: 0.1, then: Cosine { lr: 0.02, end: 0.001, steps: 15 } };
    let key = Key::new(99);
    let mut whole = (model::<T>(1), Optimizer::new(rule.clone()));
    train(&mut whole, &rate, key, 0..20);

    let path = folder.file("half");
    let mut first = (model::<T>(1), Optimizer::new(rule.clone()));
    train(&mut first, &rate, key, 0..10);
    let half = Snapshot::of(&first.0).unwrap().with_optimizer(&first.1).unwrap();
    half.with_step(10).with_key(key).save(&path).unwrap();
    drop(first);
    // Another model of the same form, and an optimiser that knows nothing.
    let mut second = (model::<T>(2), Optimizer::new(rule));
    let read = Snapshot::open(&path).unwrap();
    read.restore_with(&mut second.0, &mut second.1).unwrap();
    assert_eq!(second.1.steps(), 10);
    train(&mut second, &rate, read.key().unwrap(), read.step().unwrap()..20);

    assert_eq!(elements(&second.0), elements(&whole.0), "{} {}", R::NAME, T::DTYPE);
    // Everything, by its bytes.
    let bytes = |run: &(Model<T>, Optimizer<R>), name: &str| {
        let path = folder.file(name);
        Snapshot::of(&run.0).unwrap().with_optimizer(&run.1).unwrap().save(&path).unwrap();
        fs::read(path).unwrap()
    };
    assert_eq!(bytes(&second, "second"), bytes(&whole, "whole"));
    assert_ne!(elements(&whole.0), elements(&model::<T>(1)), "it did train");
}

#[test]
fn bit_for_bit() {
    fn of_all_types<R: Rule>(rule: R) {
        resumes::<f32, R>(rule.clone());
        resumes::<f64, R>(rule.clone());
        resumes::<f16, R>(rule.clone());
        resumes::<bf16, R>(rule);
    }
    of_all_types(Sgd::default());
    of_all_types(Sgd { momentum: 0.9, dampening: 0.1, weight_decay: 0.01, ..Sgd::default() });
    of_all_types(Adam::default());
    of_all_types(AdamW::default());
    of_all_types(Lion { weight_decay: 0.1, ..Lion::default() });
    of_all_types(RmsProp { momentum: 0.5, centered: true, ..RmsProp::default() });
}

/// A history that is read gives the same steps as one that was kept.
#[test]
fn lbfgs() {
    let folder = Folder::new("resume-lbfgs");
    let path = folder.file("half");
    let valley = |x: &(Tensor<f64>, Tensor<f64>)| {
        let (a, b) = (x.0.item()?, x.1.item()?);
        let (u, v) = (1.0 - a, b - a * a);
        let g = (-2.0 * u - 400.0 * a * v, 200.0 * v);
        Ok((u * u + 100.0 * v * v, (Tensor::scalar(g.0), Tensor::scalar(g.1))))
    };
    let start = || (Tensor::scalar(-1.2), Tensor::scalar(1.0));
    let options = LbfgsOptions { iterations: 1, history: 4, ..LbfgsOptions::default() };
    let (mut x, mut kept) = (start(), Lbfgs::new(options));
    for t in 0..20 {
        if t == 10 {
            let snapshot = Snapshot::of(&x).unwrap().with_optimizer(&kept).unwrap();
            snapshot.save(&path).unwrap();
        }
        kept.step(&mut x, valley).unwrap();
    }
    let (mut y, mut read) = (start(), Lbfgs::new(options));
    Snapshot::open(&path).unwrap().restore_with(&mut y, &mut read).unwrap();
    assert_eq!(read.steps(), 10);
    assert_ne!(elements(&x), elements(&y));
    for _ in 10..20 {
        read.step(&mut y, valley).unwrap();
    }
    assert_eq!((elements(&x), kept.steps()), (elements(&y), read.steps()));
}

/// A model stays where it is, and what is remembered comes to it, wherever the saved one lived.
#[test]
fn on_another_device() {
    let folder = Folder::new("device");
    let path = folder.file("run.safetensors");
    let (there, rule) = (Device::cpu(1), Adam::default());
    let (mut model, mut optimizer) = (model::<f32>(1).params_to(there).unwrap(), Optimizer::new(rule));
    let g = model.zero_tangent().unwrap();
    let g = filled(&g, &vec![0.5; elements(&model).len()]);
    let on = |g: &ModelTangent<f32>, device: Device| cotangent::tree::to(g, device).unwrap();
    optimizer.step(&mut model, &on(&g, there)).unwrap();
    Snapshot::of(&model).unwrap().with_optimizer(&optimizer).unwrap().save(&path).unwrap();
    optimizer.step(&mut model, &on(&g, there)).unwrap();
    for device in [Device::CPU, there] {
        let mut fresh = (super::models::model::<f32>(2).params_to(device).unwrap(), Optimizer::new(rule));
        Snapshot::open(&path).unwrap().restore_with(&mut fresh.0, &mut fresh.1).unwrap();
        assert_eq!(fresh.0.pair.1[1].device(), device);
        fresh.1.step(&mut fresh.0, &on(&g, device)).unwrap();
        assert_eq!(elements(&fresh.0), elements(&model));
    }
}
