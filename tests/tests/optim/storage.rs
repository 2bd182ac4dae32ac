//! Where steps write, and what they remember.

use cotangent::optim::{Adam, AdamW, Lion, Optimizer, RmsProp, Rule, Sgd};
use cotangent::prelude::*;
use cotangent::tree;

use super::models::*;

fn places(model: &Model<f32>) -> Vec<*const f32> {
    let names = model.params().unwrap();
    names.iter().map(|(name, _)| model.param::<f32>(name).unwrap().as_slice().unwrap().as_ptr()).collect()
}

/// Every parameter stays where it is, from the second step on.
fn in_place<R: Rule>(rule: R) {
    let mut model = model::<f32>(1);
    let zero = model.zero_tangent().unwrap();
    let g = filled(&zero, &vec![0.5; elements(&model).len()]);
    let mut optimizer = Optimizer::new(rule);
    // What is a view of something larger moves out of it.
    optimizer.step(&mut model, &g).unwrap();
    let before = places(&model);
    for _ in 0..5 {
        optimizer.step(&mut model, &g).unwrap();
        assert_eq!(places(&model), before, "{}", R::NAME);
    }
    assert_eq!(tree::norm(&g).unwrap(), 0.5 * (elements(&model).len() as f64).sqrt(), "only read");
}

#[test]
fn parameters_stay_where_they_are() {
    in_place(Sgd::default());
    in_place(Sgd { momentum: 0.9, ..Sgd::default() });
    in_place(Sgd { momentum: 0.9, nesterov: true, ..Sgd::default() });
    in_place(Adam::default());
    in_place(AdamW::default());
    in_place(Lion::default());
    for centered in [false, true] {
        in_place(RmsProp { centered, ..RmsProp::default() });
        in_place(RmsProp { centered, momentum: 0.9, ..RmsProp::default() });
    }
}

/// A clone of the model, a view of a larger tensor and a transposed one: what others hold stays as it was.
#[test]
fn what_is_shared_is_not_written() {
    let big = tensor![[1.0f32, 2.0], [3.0, 4.0], [5.0, 6.0]];
    let mut model = (big.narrow(0, 1, 1).unwrap(), big.t().unwrap(), Tensor::<f32>::ones([4]).unwrap());
    let kept = model.clone();
    let g = (Tensor::ones([1, 2]).unwrap(), Tensor::ones([2, 3]).unwrap(), model.zero_tangent().unwrap().2);
    let mut optimizer = Optimizer::new(Sgd { lr: 0.5, momentum: 0.5, ..Sgd::default() });
    for _ in 0..2 {
        optimizer.step(&mut model, &g).unwrap();
    }
    assert_eq!(big.to_vec().unwrap(), [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    assert_eq!(kept.2.to_vec().unwrap(), [1.0; 4]);
    assert_eq!(model.0.to_vec().unwrap(), [3.0 - 1.25, 4.0 - 1.25]);
    assert_eq!(model.1.to_vec().unwrap(), [-0.25, 1.75, 3.75, 0.75, 2.75, 4.75]);
    assert_eq!(model.2.to_vec().unwrap(), [1.0; 4], "zeros that take no memory are a gradient too");
}

/// A frozen parameter keeps its own count: its first step is corrected as a first step.
#[test]
fn parameters_that_start_later() {
    let g = (tensor![1.0f64], tensor![1.0f64]);
    let mut model = (tensor![0.0f64], tensor![0.0f64]);
    let mut optimizer = Optimizer::new(Adam { lr: 0.1, eps: 0.0, ..Adam::default() });
    for t in 0..5 {
        optimizer.step_by(&mut model, &g, |name, _| name == "0" || t >= 3).unwrap();
    }
    let moved = [model.0.item().unwrap(), model.1.item().unwrap()];
    assert!((moved[0] + 0.5).abs() < 1e-12 && (moved[1] + 0.2).abs() < 1e-12, "{moved:?}");
}

/// Options that ask for another memory: what is still asked for stays, what is new starts from zero.
#[test]
fn options_change_on_the_way() {
    let (mut x, g) = (tensor![0.0f64], tensor![1.0f64]);
    let mut optimizer = Optimizer::new(RmsProp { lr: 1.0, alpha: 0.5, eps: 0.0, ..RmsProp::default() });
    optimizer.step(&mut x, &g).unwrap();
    assert!((x.item().unwrap() + 2f64.sqrt()).abs() < 1e-15);
    optimizer.rule.momentum = 0.5;
    optimizer.step(&mut x, &g).unwrap();
    let second = 1.0 / 0.75f64.sqrt();
    assert!((x.item().unwrap() + 2f64.sqrt() + second).abs() < 1e-15);
    optimizer.step(&mut x, &g).unwrap();
    let third = 0.5 * second + 1.0 / 0.875f64.sqrt();
    assert!((x.item().unwrap() + 2f64.sqrt() + second + third).abs() < 1e-15);
}

/// A model without parameters, and parameters without elements.
#[test]
fn nothing_to_move() {
    let mut optimizer = Optimizer::new(Adam::default());
    optimizer.step(&mut (), &()).unwrap();
    let mut x = Tensor::<f32>::zeros([0, 3]).unwrap();
    let g = x.clone();
    optimizer.step(&mut x, &g).unwrap();
    assert_eq!((x.shape(), optimizer.steps()), (&[0, 3][..], 2));
}

/// The same steps, wherever the model is moved between them: what is remembered follows it.
#[test]
fn a_model_that_moves() {
    let (mut here, mut moved) = (model::<f32>(5), model::<f32>(5));
    let g = filled(&here.zero_tangent().unwrap(), &vec![0.5; elements(&here).len()]);
    let rule = Adam { lr: 0.1, ..Adam::default() };
    let (mut a, mut b) = (Optimizer::new(rule), Optimizer::new(rule));
    for n in 0..4 {
        let device = Device::cpu(n % 2);
        moved = moved.params_to(device).unwrap();
        a.step(&mut here, &g).unwrap();
        b.step(&mut moved, &tree::to(&g, device).unwrap()).unwrap();
        assert_eq!(elements(&moved), elements(&here), "step {n}");
        assert_eq!(moved.pair.1[1].device(), device);
    }
}
