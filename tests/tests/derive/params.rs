//! The parameters of a model by name, and a step of an optimiser.

use cotangent::Differentiable as _;
use cotangent::prelude::*;
use cotangent::tree::{self, Path, Update};

use super::models::*;

#[test]
fn by_name() {
    let mut model = model::<f64>();
    assert_eq!(
        model.param::<f64>("layers.2.b").unwrap().to_vec().unwrap(),
        model.layers[2].b.as_ref().unwrap().to_vec().unwrap()
    );
    model.set_param("scales.1.2", tensor![5.0f64, 6.0]).unwrap();
    assert_eq!(model.param::<f64>("scales.1.2").unwrap().to_vec().unwrap(), [5.0, 6.0]);
    let e = model.param::<f64>("layers.9.w").unwrap_err();
    assert_eq!(e.to_string(), "no tensor is called `layers.9.w`");
    assert!(model.param::<f64>("mean").is_err(), "constants are no parameters");
    assert!(
        model
            .set_param("layer", tensor![1.0f64])
            .unwrap_err()
            .to_string()
            .contains("no tensor is called `layer`")
    );
    let e = model.param::<f32>("private").unwrap_err();
    assert!(e.to_string().contains("`private` has elements of type f64, not f32"), "{e}");
    let e = model.set_param("private", tensor![1.0f64]).unwrap_err();
    assert_eq!(e.to_string(), "two trees differ at private: shapes [2] and [1]");
    let zero = model.zero_tangent().unwrap();
    assert_eq!(tree::leaf::<f64, _>(&zero, "head.w").unwrap().shape(), [2, 3]);
    assert!(tree::leaf::<f64, _>(&zero, "head.b").is_err());
}

#[test]
fn counts() {
    let layer = linear::<f32>(2);
    assert_eq!(
        (layer.param_count().unwrap(), layer.param_bytes().unwrap(), layer.tensor_bytes()),
        (9, 36, 36)
    );
    assert_eq!((Identity.param_count().unwrap(), tree().param_count().unwrap()), (0, 10));
    let mut names = Vec::new();
    layer
        .each_param(|path, x: &Tensor| {
            names.push(format!("{path}: {:?}", x.shape()));
            Ok(())
        })
        .unwrap();
    assert_eq!(names, ["w: [2, 3]", "b: [3]"]);
}

/// Every parameter, of every variant, in place.
#[test]
fn a_step_of_gradient_descent() {
    let mut layers = layers();
    let before: Vec<Tensor<f64>> =
        layers.params().unwrap().iter().map(|(n, _)| layers.param(n).unwrap()).collect();
    let mut g = layers.zero_tangent().unwrap();
    let ones = tree::map(&g, &mut Ones).unwrap();
    tree::add(&mut g, &ones).unwrap();
    layers
        .each_param_mut(|_, x: &mut Tensor<f64>| {
            *x = &*x * 1.0;
            Ok(())
        })
        .unwrap();
    let place = |l: &[Layer<f64>]| match &l[1] {
        Layer::Conv { w, .. } => w.as_slice().unwrap().as_ptr(),
        _ => panic!("a convolution"),
    };
    let at = place(&layers);
    layers
        .update_params(&g, |_, x: &mut Tensor<f64>, g| {
            *x -= g * 0.25;
            Ok(())
        })
        .unwrap();
    assert_eq!(place(&layers), at);
    for ((name, _), old) in layers.params().unwrap().iter().zip(before) {
        let new = layers.param::<f64>(name).unwrap().to_vec().unwrap();
        assert_eq!(new, old.to_vec().unwrap().iter().map(|v| v - 0.25).collect::<Vec<_>>(), "{name}");
    }
    let mut wrong = g.clone();
    wrong.swap(0, 1);
    let e = layers.update_params(&wrong, |_, _: &mut Tensor<f64>, _| Ok(())).unwrap_err();
    assert_eq!(e.to_string(), "two trees differ at 0: the variants");
}

struct Ones;

impl tree::Walk<1> for Ones {
    fn leaf<T: Float>(&mut self, _: &Path, [x]: [&Tensor<T>; 1]) -> Result<Tensor<T>> {
        Tensor::ones(x.shape())
    }
}

/// An optimiser with a state, over leaves of several types: two steps with momentum 0.5 move by 1 + 1.5.
#[test]
fn momentum() {
    struct Momentum;
    impl Update<1, 1> for Momentum {
        fn leaf<T: Float>(
            &mut self,
            _: &Path,
            x: &mut Tensor<T>,
            [g]: [&Tensor<T>; 1],
            [v]: [&mut Tensor<T>; 1],
        ) -> Result<()> {
            *v *= 0.5;
            *v += g;
            *x -= &*v;
            Ok(())
        }
    }
    let mut model = (model::<f32>(), layers(), Some(tensor![1.0f32]), [tree()]);
    let before = model.clone();
    let mut state = model.zero_tangent().unwrap();
    let g = tree::map(&state, &mut Ones).unwrap();
    for _ in 0..2 {
        model.walk_tensors([&g], [&mut state], &mut Path::root(), &mut Momentum).unwrap();
    }
    assert_eq!(model.2.unwrap().to_vec().unwrap(), [-1.5]);
    let (Layer::Mixed(a, 1, b), Layer::Mixed(a0, 1, b0)) = (&model.1[2], &before.1[2]) else {
        panic!("mixed")
    };
    for (new, old) in [(a, a0), (b, b0)] {
        let moved = (old - new).to_vec().unwrap();
        assert!(moved.iter().all(|v| (v - 2.5).abs() < 1e-12), "{moved:?}");
    }
    let moved = (&before.0.layers[0].w - &model.0.layers[0].w).to_vec().unwrap();
    assert!(moved.iter().all(|v| (v - 2.5).abs() < 1e-6), "{moved:?}");
    assert_eq!(state.0.pair.0.to_vec().unwrap(), [1.5; 2]);
    let mut short = state.clone();
    short.0.layers.pop();
    let mut model = before;
    assert!(model.walk_tensors([&g], [&mut short], &mut Path::root(), &mut Momentum).is_err());
}

#[test]
fn devices() {
    let model = model::<f32>();
    let device = Device::cpu(1);
    let there = model.params_to(device).unwrap();
    assert_eq!((there.ids.device(), there.ids.to_vec().unwrap()), (device, vec![1, 2, 3]));
    assert_eq!(there.name, "m");
    assert!(there.params_eq(&model));
    struct On(Device, usize);
    impl tree::Visit for On {
        fn leaf<T: Float>(&mut self, path: &Path, x: &Tensor<T>) -> Result<()> {
            self.1 += 1;
            assert_eq!(x.device(), self.0, "{path}");
            Ok(())
        }
    }
    let mut on = On(device, 0);
    there.visit_tensors(&mut Path::root(), &mut on).unwrap();
    assert_eq!(on.1, model.params().unwrap().len());
    // Zeros of it, which know no tensor, and parameters that come from elsewhere.
    tree::visit(&there.zero_tangent().unwrap(), &mut on).unwrap();
    assert_eq!(on.1, 2 * model.params().unwrap().len());
    let mut layer = there.layers[0].clone();
    layer.set_param("w", layer.w.to(Device::CPU).unwrap()).unwrap();
    assert_eq!(layer.w.device(), device);
    let back = there.params_to(Device::CPU).unwrap();
    assert!(back.params_eq(&model) && back.ids.device() == Device::CPU);
}

/// What a norm has seen: no parameters, but they are read beside them.
#[derive(Clone, Differentiable)]
struct Seen<T: Float> {
    gain: Tensor<T>,
    #[constant]
    moments: [Tensor<T>; 2],
    #[constant]
    last: Option<Tensor>,
    #[constant]
    steps: Vec<u64>,
}

#[test]
fn constant_tensors_move_with_the_rest() {
    let ones = || Tensor::<f64>::ones([3]).unwrap();
    let (moments, last) = ([ones(), ones() * 2.0], Some(Tensor::ones([2]).unwrap()));
    let seen = Seen { gain: ones(), moments, last, steps: vec![7] };
    let there = seen.params_to(Device::cpu(1)).unwrap();
    let devices = there.moments.each_ref().map(Tensor::device);
    assert_eq!((devices, there.last.unwrap().device()), ([Device::cpu(1); 2], Device::cpu(1)));
    assert_eq!((there.moments[1].to_vec().unwrap(), there.steps), (vec![2.0; 3], vec![7]));
}

/// Another element type, and back: what does not depend on it stays as it is.
#[test]
fn element_types() {
    let model = model::<f32>();
    let wide: Model<f64> = model.cast_params::<f64>().unwrap();
    assert_eq!(wide.params().unwrap(), model.params().unwrap());
    assert_eq!(
        wide.param::<f64>("scales.0.2").unwrap().to_vec().unwrap(),
        model.scales[0].2.cast::<f64>().unwrap().to_vec().unwrap()
    );
    assert_eq!((wide.layers[0].runs, wide.ids.to_vec().unwrap()), (7, vec![1, 2, 3]));
    assert_eq!(wide.mean.to_vec().unwrap(), model.mean.cast::<f64>().unwrap().to_vec().unwrap());
    let back: Model<f32> = wide.cast_params().unwrap();
    for (name, _) in model.params().unwrap().into_iter().filter(|(n, _)| n != "pair.0") {
        assert_eq!(
            back.param::<f32>(&name).unwrap().to_vec().unwrap(),
            model.param::<f32>(&name).unwrap().to_vec().unwrap()
        );
    }
    let layer: Layer<f32> = layers()[1].cast_params().unwrap();
    assert!(matches!(layer, Layer::Conv { stride: 2, .. }));
    let chain = Chain {
        w: tensor![1.5f64],
        rate: 0.25,
        next: Some(Box::new(Chain { w: tensor![2.5], rate: 1.0, next: None })),
    };
    let chain = chain.cast_params::<f16>().unwrap();
    assert_eq!((chain.rate.to_f32(), chain.next.unwrap().w.to_vec().unwrap()[0].to_f32()), (0.25, 2.5));
}

trait Same {
    fn params_eq(&self, other: &Self) -> bool;
}

impl Same for Model<f32> {
    fn params_eq(&self, other: &Self) -> bool {
        let all = |m: &Self| m.params().unwrap();
        all(self) == all(other)
    }
}
