//! Operators of gradients and tangents, against the same arithmetic on their leaves.

use cotangent::prelude::*;

#[derive(Clone, Differentiable)]
struct Layer<T: Float> {
    w: Tensor<T>,
    b: Option<Tensor<T>>,
    size: usize,
}

#[differentiable]
fn loss<T: Float>(layer: &Layer<T>, x: &Tensor<T, N>, k: &Scalar<T>) -> Scalar<T> {
    let y = layer.w.matmul(x) * k;
    match &layer.b {
        Some(b) => (y + b).square().sum(),
        None => y.sum(),
    }
}

fn bits<T: Float>(x: &Tensor<T>) -> Vec<f64> {
    x.iter().unwrap().map(|x| x.to_f64()).collect()
}

#[test]
fn gradients_add_and_scale() -> Result<()> {
    let layer = Layer { w: tensor![[1.0_f64, 2.0], [0.5, -1.0]], b: Some(tensor![0.25_f64, 3.0]), size: 2 };
    assert_eq!(layer.size, 2);
    let k = Tensor::scalar(2.0);
    let g1 = loss::grad(&layer, &tensor![1.0, -2.0], &k)?;
    let g2 = loss::grad(&layer, &tensor![0.5, 0.75], &k)?;
    let (before, mean) = (bits(&g1.x), (&g1 + &g2) * 0.5);
    let half = |a: &Tensor<f64>, b: &Tensor<f64>| bits(&((a + b) * 0.5));
    assert_eq!(bits(&mean.x), half(&g1.x, &g2.x));
    assert_eq!(bits(&mean.layer.w), half(&g1.layer.w, &g2.layer.w));
    let [b, b1, b2] = [&mean, &g1, &g2].map(|g| g.layer.b.clone().expect("the layer has one"));
    assert_eq!(bits(&b), half(&b1, &b2));
    assert_eq!(bits(&mean.k), half(&g1.k, &g2.k));
    // Operands that were lent are as they were.
    assert_eq!(bits(&g1.x), before);

    let none = g1.clone() + &g1 * -1.0;
    assert!(bits(&none.layer.w).iter().all(|&x| x == 0.0));
    let twice = &g2.layer * 3 + g2.layer.clone() * -1;
    assert_eq!(bits(&twice.w), bits(&(&g2.layer.w * 2.0)));
    Ok(())
}

#[test]
fn gradients_of_other_shapes_panic_at_the_operator() {
    let of = |n: usize| {
        let layer = Layer { w: Tensor::<f32>::ones([1, n]).unwrap(), b: None, size: n };
        loss::grad(&layer, &Tensor::ones([n]).unwrap(), &Tensor::scalar(1.0)).unwrap()
    };
    let (g2, g3) = (of(2), of(3));
    let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| &g2 + &g3)).unwrap_err();
    let message = panic.downcast_ref::<String>().expect("a text");
    assert!(message.contains("layer.w"), "{message}");
}
