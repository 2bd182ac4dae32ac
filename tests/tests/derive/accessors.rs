//! What emitted code uses: it knows the names of fields, and not their types.

use cotangent::__private as rt;
use cotangent::Differentiable as _;
use cotangent::prelude::*;

use super::models::*;

/// As emitted code brings it, for what lies below a constant.
trait BelowConstants {
    fn __of_width(&self) -> &() {
        &()
    }
    fn __put_width<V>(&mut self, _: V) -> Result<()> {
        Ok(())
    }
    fn __form_width(&self) {}
    fn __of_w(&self) -> &() {
        &()
    }
}

impl BelowConstants for () {}

#[test]
fn fields_of_structs() {
    let layer = linear::<f64>(2);
    let form = layer.form();
    let mut g = layer.zero_tangent().unwrap();
    let one = Tensor::<f64>::ones([2, 3]).unwrap();
    g.__put_w(one.clone()).unwrap();
    g.__put_w(one).unwrap();
    assert_eq!(g.__of_w().to_vec().unwrap(), [2.0; 6]);
    assert_eq!(rt::Form::zeros(&form.__form_w()).unwrap().shape(), [2, 3]);
    // Constant: anything goes in, and nothing comes out.
    g.__put_runs(()).unwrap();
    g.__put_runs(tensor![1.0f32]).unwrap();
    let (&(), ()) = (g.__of_runs(), form.__form_runs());
    // An option is a field like others.
    g.__put_b(Some(Tensor::ones(3).unwrap())).unwrap();
    assert_eq!(g.__of_b().as_ref().unwrap().to_vec().unwrap(), [1.0; 3]);
}

#[test]
fn positions_boxes_and_constants_below() {
    let model = model::<f64>();
    let (form, mut g) = (model.form(), model.zero_tangent().unwrap());
    let mut scale = g.scales[1].clone();
    scale.__put_2(tensor![1.0, 2.0]).unwrap();
    scale.__put_1("anything").unwrap();
    let &() = scale.__of_1();
    g.__put_scales([g.scales[0].clone(), scale]).unwrap();
    assert_eq!(g.scales[1].2.to_vec().unwrap(), [1.0, 2.0]);
    // Through a box, as the field itself is read.
    assert_eq!(g.__of_head().as_ref().unwrap().__of_w().shape(), [2, 3]);
    let &() = g.__of_activation().__of_width();
    let () = form.__form_activation().__form_width();
    let () = *g.__of_activation();
    ().__put_width(1.0).unwrap();
    // A constant that has the form of a model is `()` here as well, and what moves has methods of its own.
    let &() = g.__of_mean().__of_w();
    assert_eq!(g.__of_pair().2.__of_w().shape(), [2, 3]);
}

#[test]
fn fields_of_variants() {
    let layers = layers();
    let mut g = layers[1].zero_tangent().unwrap();
    g.__put_Conv__w(tensor![1.0, 2.0]).unwrap();
    g.__put_Conv__stride(tensor![1.0f32]).unwrap();
    assert_eq!(g.__of_Conv__w().unwrap().to_vec().unwrap(), [1.0, 2.0]);
    g.__of_Conv__stride().unwrap();
    assert_eq!(rt::Form::zeros(&layers[1].form().__form_Conv__w().unwrap()).unwrap().shape(), [2]);
    assert!(g.__of_Mixed__0().is_err() && g.__put_Mixed__2(tensor![1.0]).is_err());
    assert!(layers[1].form().__form_Linear__0().is_err());
    assert_eq!(layers[2].zero_tangent().unwrap().__of_Mixed__2().unwrap().shape(), [2]);
}
