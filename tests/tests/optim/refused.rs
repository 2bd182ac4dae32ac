//! What is refused changes nothing.

use cotangent::optim::{Adam, AdamW, Lion, Optimizer, RmsProp, Rule, Sgd};
use cotangent::prelude::*;

use super::models::*;

fn refused<R: Rule>(rule: R, gradient: impl FnOnce(&mut ModelTangent<f32>), error: &str) {
    let mut model = model::<f32>(3);
    let before = elements(&model);
    let mut g = filled(&model.zero_tangent().unwrap(), &vec![1.0; before.len()]);
    gradient(&mut g);
    let mut optimizer = Optimizer::new(rule);
    let e = optimizer.step(&mut model, &g).unwrap_err();
    assert_eq!(e.to_string(), error);
    assert_eq!(elements(&model), before);
    assert_eq!(optimizer.steps(), 0);
}

#[test]
fn options() {
    let bad = |_: &mut ModelTangent<f32>| {};
    let not_negative = |rule: &str, name: &str, value: &str| {
        format!("{rule}: `layers.0.w`: `{name}` is {value}; it has to be finite and not negative")
    };
    refused(Sgd { lr: f64::NAN, ..Sgd::default() }, bad, &not_negative("sgd", "lr", "NaN"));
    refused(Sgd { momentum: -0.1, ..Sgd::default() }, bad, &not_negative("sgd", "momentum", "-0.1"));
    refused(Adam { lr: f64::INFINITY, ..Adam::default() }, bad, &not_negative("adam", "lr", "inf"));
    refused(Adam { eps: -1.0, ..Adam::default() }, bad, &not_negative("adam", "eps", "-1"));
    let decay = AdamW { weight_decay: f64::NAN, ..AdamW::default() };
    refused(decay, bad, &not_negative("adamw", "weight_decay", "NaN"));
    let momentum = RmsProp { momentum: f64::NAN, ..RmsProp::default() };
    refused(momentum, bad, &not_negative("rmsprop", "momentum", "NaN"));
    for beta in [1.0, -0.1, f64::NAN] {
        let text = format!("`layers.0.w`: `betas.1` is {beta}; it has to be at least 0 and below 1");
        refused(Lion { betas: (0.9, beta), ..Lion::default() }, bad, &format!("lion: {text}"));
        refused(Adam { betas: (0.9, beta), ..Adam::default() }, bad, &format!("adam: {text}"));
    }
    refused(
        Sgd { nesterov: true, ..Sgd::default() },
        bad,
        "sgd: `layers.0.w`: `momentum` is 0; it has to be above 0 under `nesterov`",
    );
    refused(
        Sgd { nesterov: true, momentum: 0.9, dampening: 0.1, ..Sgd::default() },
        bad,
        "sgd: `layers.0.w`: `dampening` is 0.1; it has to be 0 under `nesterov`, which needs momentum and no dampening",
    );
}

/// The last parameter of the model, so that all others would have moved.
#[test]
fn shapes_and_structures() {
    refused(
        Adam::default(),
        |g| g.pair.1[1] = Tensor::ones([2, 4]).unwrap(),
        "adam: `pair.1.1`: shape [2, 1, 4], and its gradient has shape [2, 4]",
    );
    refused(
        Sgd::default(),
        |g| g.layers[1].b = Some(tensor![1.0]),
        "sgd: two trees differ at layers.1.b: one has an entry where another has `None`",
    );
    refused(Lion::default(), |g| drop(g.layers.pop()), "lion: two trees differ at layers: 2 entries and 1");
    refused(
        AdamW::default(),
        |g| g.pair.1[1] = g.pair.1[1].to(Device::cpu(1)).unwrap(),
        "adamw: `pair.1.1`: device cpu:0, and its gradient is on device cpu:1",
    );
}

/// An optimiser that has met one model, and then another whose parameter of that name is of another shape or type.
#[test]
fn another_model() {
    let mut optimizer = Optimizer::new(Adam::default());
    let mut x = (tensor![1.0f32], tensor![1.0f32, 2.0]);
    let g = x.clone();
    optimizer.step(&mut x, &g).unwrap();
    let mut y = (tensor![1.0f32], tensor![[1.0f32], [2.0]]);
    let g = y.clone();
    let e = optimizer.step(&mut y, &g).unwrap_err();
    assert_eq!(
        e.to_string(),
        "adam: `1`: f32 and shape [2, 1], but the optimiser remembers it as f32 and shape [2]"
    );
    assert_eq!(y.0.item().unwrap(), 1.0);
    let mut z = (tensor![1.0f64], 3);
    let g = (tensor![1.0f64], ());
    let e = optimizer.step(&mut z, &g).unwrap_err();
    assert!(e.to_string().contains("`0`: f64 and shape [1], but the optimiser remembers it as f32"), "{e}");
    // Half precision is remembered in f32.
    let mut h = (Tensor::full([1], f16::ONE).unwrap(), ());
    let g = (h.0.clone(), ());
    optimizer.step(&mut h, &g).unwrap();
}

/// A tensor has no name of its own.
#[test]
fn a_tensor_by_itself() {
    let mut x = tensor![1.0f32, 2.0];
    let e = Optimizer::new(Adam::default()).step(&mut x, &tensor![1.0]).unwrap_err();
    assert_eq!(e.to_string(), "adam: the parameter: shape [2], and its gradient has shape [1]");
}
