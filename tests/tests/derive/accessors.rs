//! What emitted code uses: it knows the names of fields, and not their types.

use cotangent::__private as rt;
use cotangent::Differentiable as _;
use cotangent::prelude::*;

use super::models::*;

/// As emitted code brings it, for what lies below a constant.
trait BelowConstants {
    fn __take_width(&self) {}
    fn __put_width<V>(&mut self, _: V) -> Result<()> {
        Ok(())
    }
    fn __form_width(&self) {}
    fn __take_w(&self) {}
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
    assert_eq!(g.__take_w().to_vec().unwrap(), [2.0; 6]);
    assert_eq!(rt::Form::zeros(&form.__form_w()).unwrap().shape(), [2, 3]);
    // Constant: anything goes in, and nothing comes out.
    g.__put_runs(()).unwrap();
    g.__put_runs(tensor![1.0f32]).unwrap();
    let ((), ()) = (g.__take_runs(), form.__form_runs());
    // An option is a field like others.
    g.__put_b(Some(Tensor::ones(3).unwrap())).unwrap();
    assert_eq!(g.__take_b().unwrap().to_vec().unwrap(), [1.0; 3]);
}

#[test]
fn positions_boxes_and_constants_below() {
    let model = model::<f64>();
    let (form, mut g) = (model.form(), model.zero_tangent().unwrap());
    let mut scale = g.scales[1].clone();
    scale.__put_2(tensor![1.0, 2.0]).unwrap();
    scale.__put_1("anything").unwrap();
    let () = scale.__take_1();
    g.__put_scales([g.scales[0].clone(), scale]).unwrap();
    assert_eq!(g.scales[1].2.to_vec().unwrap(), [1.0, 2.0]);
    // Through a box, as the field itself is read.
    assert_eq!(g.__take_head().unwrap().__take_w().shape(), [2, 3]);
    let () = g.__take_activation().__take_width();
    let () = form.__form_activation().__form_width();
    g.__take_activation().__put_width(1.0).unwrap();
    // A constant that has the form of a model is `()` here as well, and what moves has methods of its own.
    let () = g.__take_mean().__take_w();
    assert_eq!(g.__take_pair().2.__take_w().shape(), [2, 3]);
}

#[test]
fn fields_of_variants() {
    let layers = layers();
    let mut g = layers[1].zero_tangent().unwrap();
    g.__put_Conv__w(tensor![1.0, 2.0]).unwrap();
    g.__put_Conv__stride(tensor![1.0f32]).unwrap();
    assert_eq!(g.__take_Conv__w().unwrap().to_vec().unwrap(), [1.0, 2.0]);
    g.__take_Conv__stride().unwrap();
    assert_eq!(rt::Form::zeros(&layers[1].form().__form_Conv__w().unwrap()).unwrap().shape(), [2]);
    assert!(g.__take_Mixed__0().is_err() && g.__put_Mixed__2(tensor![1.0]).is_err());
    assert!(layers[1].form().__form_Linear__0().is_err());
    assert_eq!(layers[2].zero_tangent().unwrap().__take_Mixed__2().unwrap().shape(), [2]);
}
