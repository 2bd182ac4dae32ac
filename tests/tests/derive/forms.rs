//! What the tangent of a type looks like, and what its leaves are called.

use cotangent::prelude::*;
use cotangent::tree;
use std::marker::PhantomData;

use super::models::*;

fn names<M: Params>(model: &M) -> Vec<String> {
    let of_model: Vec<_> = model.params().unwrap();
    let of_tangent = tree::leaves(&model.zero_tangent().unwrap()).unwrap();
    assert_eq!(of_model, of_tangent, "a model and its tangent have the same leaves");
    of_model.into_iter().map(|(name, _)| name).collect()
}

#[test]
fn leaves_have_the_names_of_fields() {
    let found = names(&model::<f32>());
    let first = ["layers.0.w", "layers.0.b", "layers.1.w", "layers.2.w", "layers.2.b"];
    let rest = [
        "scales.0.0",
        "scales.0.2",
        "scales.1.0",
        "scales.1.2",
        "head.w",
        "pair.0",
        "pair.2.w",
        "pair.2.b",
        "private",
    ];
    assert_eq!(found, [&first[..], &rest[..]].concat());
    assert_eq!(names(&tree()), ["w", "left.w", "right.0.w", "right.1.w", "right.1.right.0.w"]);
    assert_eq!(names(&layers()), ["0.0.w", "0.0.b", "1.w", "2.0", "2.2"]);
    assert_eq!(names(&Identity), [""; 0]);
    let named = Named {
        name: "n",
        config: Activation::Tanh,
        w: [const { None }; 2].map(|_: Option<()>| tensor![1.0]),
        r#type: tensor![2.0],
    };
    assert_eq!(names(&named), ["w.0", "w.1", "type"]);
}

/// Constants are absent where fields have names, and `()` where they have positions.
#[test]
fn the_tangent_has_the_fields_that_move() {
    let LinearTangent { w, b } = linear::<f64>(2).zero_tangent().unwrap();
    assert_eq!((w.shape(), b.unwrap().shape()), (&[2, 3][..], &[3][..]));
    let ScaleTangent(first, (), _) = model::<f64>().scales[0].zero_tangent().unwrap();
    assert_eq!(first.to_vec().unwrap(), [0.0; 2]);
    let IdentityTangent = Identity.zero_tangent().unwrap();
    let zero = model::<f32>().zero_tangent().unwrap();
    let (_, (), LinearTangent { .. }) = &zero.pair;
    let ModelTangent { layers, scales: [_, _], head: Some(head), .. } = zero else {
        panic!("the head is there")
    };
    assert!(layers[1].b.is_none() && head.b.is_none());
    let zeros: Vec<LayerTangent<f64>> = layers_zero();
    let [
        LayerTangent::Linear(l),
        LayerTangent::Conv { w },
        LayerTangent::Mixed(_, (), x),
        LayerTangent::Relu,
    ] = &zeros[..]
    else {
        panic!("one variant each");
    };
    assert_eq!((l.w.rank(), w.rank(), x.rank()), (2, 1, 1));
}

fn layers_zero() -> Vec<LayerTangent<f64>> {
    layers().zero_tangent().unwrap()
}

/// Type parameters are differentiable themselves; lifetimes and types that only constants need are gone.
#[test]
fn generics() {
    let seq = Seq {
        first: linear::<f64>(0),
        rest: vec![Seq { first: tensor![1.0f32], rest: vec![Identity, Identity] }],
    };
    assert_eq!(names(&seq), ["first.w", "first.b", "rest.0.first"]);
    let t: SeqTangent<Linear<f64>, Seq<Tensor, Identity>> = seq.zero_tangent().unwrap();
    assert_eq!(t.rest[0].rest.len(), 2);
    let numbers = Seq { first: 1usize, rest: vec![tensor![1, 2]] };
    assert_eq!(numbers.zero_tangent().unwrap().rest, [()]);
    fn tangent_outlives_its_text() -> NamedTangent<1> {
        let text = String::from("short");
        let named = Named { name: &text, config: 3, w: [tensor![1.0]], r#type: tensor![2.0] };
        named.zero_tangent().unwrap()
    }
    assert_eq!(tangent_outlives_its_text().w[0].shape(), [1]);
}

#[test]
fn what_prints() {
    let t = Layer::Mixed(tensor![1.0], 3, tensor![2.0]).zero_tangent().unwrap();
    assert_eq!(
        format!("{t:?}"),
        "Mixed(tensor([0.], f64), (), tensor([0.], f64))"
            .replace("tensor([0.], f64)", &format!("{:?}", tensor![0.0f64]))
    );
    let t = Linear { w: tensor![1.0f32], b: None, runs: 1 }.zero_tangent().unwrap();
    assert_eq!(format!("{t:?}"), format!("LinearTangent {{ w: {:?}, b: None }}", tensor![0.0f32]));
}

mod inside {
    use cotangent::prelude::*;

    /// Public, around what is private to this module.
    #[derive(Clone, Differentiable)]
    pub struct Outer {
        inner: Inner,
        pub(super) near: Tensor,
        pub(crate) hidden: Vec<Inner>,
    }

    #[derive(Clone, Differentiable)]
    pub(crate) struct Inner {
        w: Tensor,
    }

    pub fn outer() -> Outer {
        let inner = || Inner { w: tensor![1.0, 2.0] };
        Outer { inner: inner(), near: tensor![1.0], hidden: vec![inner()] }
    }
}

#[test]
fn visibilities() {
    let outer = inside::outer();
    assert_eq!(names(&outer), ["inner.w", "near", "hidden.0.w"]);
    assert_eq!(outer.zero_tangent().unwrap().near.to_vec().unwrap(), [0.0]);
}

/// A parameter that no field holds need not be cloned where the type can be.
#[test]
fn phantoms() -> Result<()> {
    #[derive(Clone, Debug, Differentiable)]
    struct Derived<A> {
        w: Tensor,
        act: PhantomData<A>,
    }
    #[derive(Debug, Differentiable)]
    struct Written<A> {
        w: Tensor,
        act: PhantomData<A>,
    }
    impl<A> Clone for Written<A> {
        fn clone(&self) -> Self {
            Self { w: self.w.clone(), act: PhantomData }
        }
    }
    #[differentiable]
    impl<A: Clone> Derived<A> {
        fn loss(&self, x: &Tensor) -> Scalar {
            (x * &self.w).sum()
        }
    }
    #[differentiable]
    impl<A> Written<A> {
        fn loss(&self, x: &Tensor) -> Scalar {
            (x * &self.w).sum()
        }
    }
    struct Soft;
    let (x, w) = (tensor![1.0, 2.0], tensor![3.0, 4.0]);
    let derived = Derived { w: w.clone(), act: PhantomData::<u8> }.loss_grad(&x)?;
    let written = Written { w, act: PhantomData::<Soft> }.loss_grad(&x)?;
    assert_eq!(derived.this.w.to_vec()?, x.to_vec()?);
    assert_eq!(written.this.w.to_vec()?, x.to_vec()?);
    Ok(())
}

/// In the body of a function, under another name, with the library's path given.
#[test]
fn options() {
    #[derive(Clone, Differentiable)]
    #[cotangent(tangent = Delta, crate = ::cotangent)]
    struct Local {
        w: Tensor,
    }
    let Delta { w } = Local { w: tensor![1.0] }.zero_tangent().unwrap();
    assert_eq!(w.to_vec().unwrap(), [0.0]);
}

/// Names that emitted code could stumble over.
#[test]
fn hostile_names() {
    #![allow(dead_code, non_upper_case_globals, non_camel_case_types)]
    const w: u8 = 1;
    struct Result;
    struct Option;
    struct Vec;
    struct usize;
    #[derive(Clone, Differentiable)]
    struct Ok {
        w: Tensor,
        x: std::option::Option<Tensor>,
    }
    #[derive(Clone, Differentiable)]
    enum Some {
        None { w: Tensor },
        Err(Tensor),
    }
    assert_eq!(names(&Ok { w: tensor![1.0], x: None }), ["w"]);
    assert_eq!(names(&Some::None { w: tensor![1.0] }), ["w"]);
    assert_eq!(names(&Some::Err(tensor![1.0])), ["0"]);
}
