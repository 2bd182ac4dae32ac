//! Whole files that are not of the model, or not of the optimiser.

use cotangent::Snapshot;
use cotangent::optim::{Adam, AdamW, Lbfgs, LbfgsOptions, Optimizer, RmsProp, Sgd};
use cotangent::prelude::*;

use super::folder::Folder;
use super::models::*;

#[derive(Clone, Debug, Differentiable)]
struct Renamed {
    layers: Vec<Layer<f32>>,
    two: (Tensor<f32>, [Tensor<f32>; 2]),
}

/// Loads a file of a `model::<f32>` into another model, which stays as it was, and gives the message.
fn refused<M: cotangent::Differentiable>(folder: &Folder, mut other: M) -> String {
    let path = folder.file("model");
    cotangent::save(&path, &model::<f32>(1)).unwrap();
    let before = elements(&other);
    let text = cotangent::load(&path, &mut other).unwrap_err().to_string();
    assert_eq!(elements(&other), before);
    let start = format!("load: `{}`: ", path.display());
    assert!(text.starts_with(&start), "{text}");
    text[start.len()..].to_owned()
}

#[test]
fn names() {
    let folder = Folder::new("names");
    let mut missing = model::<f32>(2);
    missing.layers[1].b = Some(tensor![1.0]);
    assert_eq!(refused(&folder, missing), "`layers.1.b` is missing");
    let mut extra = model::<f32>(2);
    extra.layers[0].b = None;
    assert_eq!(refused(&folder, extra), "`layers.0.b` is not in the model");
    let mut short = model::<f32>(2);
    short.layers.clear();
    assert_eq!(refused(&folder, short), "`layers.0.b`, `layers.0.w`, `layers.1.w` are not in the model");
    let other = model::<f32>(2);
    assert_eq!(
        refused(&folder, Renamed { layers: other.layers, two: other.pair }),
        "`two.0`, `two.1.0`, `two.1.1` are missing; `pair.0`, `pair.1.0`, `pair.1.1` are not in the model"
    );
    let many: Vec<Tensor> = vec![tensor![1.0]; 20];
    assert!(refused(&folder, many).starts_with("`0`, `1`, `2`, `3` and 16 more are missing; `layers.0.b`, "));
}

#[test]
fn shapes_and_types() {
    let folder = Folder::new("shapes");
    let mut other = model::<f32>(2);
    other.pair.1[1] = Tensor::ones([2, 4]).unwrap();
    assert_eq!(refused(&folder, other), "`pair.1.1` has shape [2, 1, 4], and in the model shape [2, 4]");
    assert_eq!(refused(&folder, model::<f64>(2)), "`layers.0.w` is f32, and in the model f64");
    assert_eq!(refused(&folder, model::<bf16>(2)), "`layers.0.w` is f32, and in the model bf16");
}

/// The state of another optimiser, and of other options or another model. Neither model nor optimiser moves.
#[test]
fn states() {
    let folder = Folder::new("states");
    let path = folder.file("run");
    let (mut x, g) = ((tensor![1.0f32], tensor![2.0f64, 3.0]), (tensor![1.0f32], tensor![1.0f64, 1.0]));
    let mut adam = Optimizer::new(Adam::default());
    adam.step(&mut x, &g).unwrap();
    Snapshot::of(&x).unwrap().with_optimizer(&adam).unwrap().save(&path).unwrap();
    let snapshot = Snapshot::open(&path).unwrap();
    let start = format!("`{}`: ", path.display());
    let fresh = || (tensor![0.0f32], tensor![0.0f64, 0.0]);
    let mut y = fresh();
    let mut adamw = Optimizer::new(AdamW::default());
    let e = snapshot.restore_with(&mut y, &mut adamw).unwrap_err().to_string();
    assert_eq!(e, format!("{start}the state is that of `adam`, and the optimiser is `adamw`"));
    assert_eq!((elements(&y), adamw.steps()), (vec![0.0; 3], 0));
    let mut lbfgs = Lbfgs::new(LbfgsOptions::default());
    let e = snapshot.restore_with(&mut y, &mut lbfgs).unwrap_err().to_string();
    assert_eq!(e, format!("{start}the state is that of `adam`, and the optimiser is `lbfgs`"));

    let saved = |rule: RmsProp| {
        let (mut x, mut optimizer) = (fresh(), Optimizer::new(rule));
        optimizer.step(&mut x, &g).unwrap();
        Snapshot::of(&x).unwrap().with_optimizer(&optimizer).unwrap()
    };
    let (plain, centered) = (RmsProp::default(), RmsProp { centered: true, ..RmsProp::default() });
    let e = saved(plain).restore_with(&mut y, &mut Optimizer::new(centered)).unwrap_err();
    assert_eq!(e.to_string(), "the optimiser's mean of `0` is missing");
    let e = saved(centered).restore_with(&mut y, &mut Optimizer::new(plain)).unwrap_err();
    assert_eq!(
        e.to_string(),
        "4 tensors are remembered, of which the optimiser knows 2: among them mean/0, mean/1, square/0"
    );
    assert_eq!(elements(&y), [0.0; 3]);
    let none = Snapshot::of(&x).unwrap();
    let e = none.restore_with(&mut y, &mut Optimizer::new(Sgd::default())).unwrap_err();
    assert_eq!(e.to_string(), "no state of an optimiser is there");
}
