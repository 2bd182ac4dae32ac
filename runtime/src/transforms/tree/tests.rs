use super::*;
use crate::tensor;

#[derive(Clone, Debug)]
struct Grads {
    w: Tensor,
    layers: Vec<(Tensor<f64>, Option<Tensor>)>,
}

impl TensorTree for Grads {
    fn walk<const N: usize, W: Walk<N>>(trees: [&Self; N], path: &mut Path, walk: &mut W) -> Result<Self> {
        Ok(Self {
            w: path.field("w", trees.map(|t| &t.w), walk)?,
            layers: path.field("layers", trees.map(|t| &t.layers), walk)?,
        })
    }

    fn walk_mut<const N: usize, U: Update<N, 0>>(
        &mut self,
        others: [&Self; N],
        path: &mut Path,
        update: &mut U,
    ) -> Result<()> {
        path.within("w", |path| self.w.walk_mut(others.map(|t| &t.w), path, update))?;
        path.within("layers", |path| self.layers.walk_mut(others.map(|t| &t.layers), path, update))
    }
}

fn sample() -> Grads {
    Grads {
        w: tensor![1.0, 2.0],
        layers: vec![(tensor![[3.0]], None), (tensor![4.0, 5.0, 6.0], Some(Tensor::scalar(7.0)))],
    }
}

#[test]
fn names_and_shapes() {
    let names: Vec<_> = leaves(&sample()).unwrap().iter().map(|(n, s)| format!("{n} {s}")).collect();
    assert_eq!(names, ["w [2]", "layers.0.0 [1, 1]", "layers.1.0 [3]", "layers.1.1 []"]);
    assert_eq!(leaves(&tensor![1.0f32]).unwrap()[0].0, "");
    let zeros = zeros_like(&sample()).unwrap();
    assert_eq!(zeros.layers[1].0.to_vec().unwrap(), [0.0; 3]);
    assert!(zeros.layers[0].1.is_none());
    assert_eq!(leaves(&()).unwrap(), []);
}

#[test]
fn zipping_needs_one_structure() {
    struct First;
    impl Walk<2> for First {
        fn leaf<T: Float>(&mut self, _: &Path, [a, _]: [&Tensor<T>; 2]) -> Result<Tensor<T>> {
            Ok(a.clone())
        }
    }
    let a = sample();
    assert_eq!(zip(&a, &sample(), &mut First).unwrap().w.to_vec().unwrap(), [1.0, 2.0]);
    let mut b = sample();
    b.layers.pop();
    let e = zip(&a, &b, &mut First).err().unwrap();
    assert_eq!(e.to_string(), "two trees differ at layers: 2 entries and 1");
    let mut b = sample();
    b.layers[0].1 = Some(Tensor::scalar(0.0));
    let e = zip(&a, &b, &mut First).err().unwrap();
    assert!(e.to_string().contains("layers.0.1"), "{e}");
}
