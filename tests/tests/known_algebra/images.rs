//! Resizing and sampling at points, as PyTorch has them.

use cotangent::prelude::*;
use cotangent_tests::flow::near;

use cotangent_tests::known::{sizes, times_waves, wave};

/// Written by `tests/peers/images.py`.
const REFERENCE: &str = include_str!("../../golden/known/images.txt");

/// A program of each line: operands, behind `|` those without a gradient, and numbers, of which the last may say that ends are
/// aligned.
macro_rules! programs {
    ($($name:ident($($x:ident)+ $(| $c:ident)?; $n:ident) $body:block)+) => {
        $(
            #[differentiable]
            fn $name(
                $($x: &Tensor<f64>,)+
                $(#[constant] $c: &Tensor<f64>,)?
                #[constant] u: &Tensor<f64>,
                $n: &[usize],
            ) -> Scalar<f64> {
                let y = $body;
                (y * u).sum()
            }
        )+

        /// The value, and the gradients times their waves.
        fn products(name: &str, xs: &[Tensor<f64>], n: &[usize], u: &Tensor<f64>) -> Result<Vec<f64>> {
            match name {
                $(stringify!($name) => {
                    let mut xs = xs.iter();
                    $(let $x = xs.next().expect("as many operands as the program has");)+
                    $(let $c = xs.next().expect("as many operands as the program has");)?
                    let (value, g) = $name::value_and_grad($($x,)+ $($c,)? u, n)?;
                    let grads = [$(g.$x,)+ $($c.zeros_like()?)?];
                    Ok([vec![value.item()?], times_waves(&grads)?].concat())
                })+
                _ => panic!("no program is called {name}"),
            }
        }
    };
}

programs! {
    exact(x; n) { x.resize_nearest_exact(2, n[0]).resize_nearest_exact(3, n[1]) }
    volume(x; n) { x.resize_nearest(2, n[0]).resize_nearest(3, n[1]).resize_nearest(4, n[2]) }
    trilinear(x; n) {
        let align = n[3] > 0;
        x.resize_linear(2, n[0], align).resize_linear(3, n[1], align).resize_linear(4, n[2], align)
    }
    bilinear_zeros(x grid; n) { x.grid_sample(3.1 * grid, n[0] > 0) }
    bilinear_border(x grid; n) { x.grid_sample_border(3.1 * grid, n[0] > 0) }
    bilinear_reflection(x grid; n) { x.grid_sample_reflect(3.1 * grid, n[0] > 0) }
    nearest_zeros(x | grid; n) { x.grid_nearest(3.1 * grid, n[0] > 0) }
    nearest_border(x | grid; n) { x.grid_nearest_border(3.1 * grid, n[0] > 0) }
    nearest_reflection(x | grid; n) { x.grid_nearest_reflect(3.1 * grid, n[0] > 0) }
    volume_zeros(x grid; n) { x.grid_sample3d(3.1 * grid, n[0] > 0) }
    volume_border(x grid; n) { x.grid_sample3d_border(3.1 * grid, n[0] > 0) }
    volume_reflection(x grid; n) { x.grid_sample3d_reflect(3.1 * grid, n[0] > 0) }
    near_volume_zeros(x | grid; n) { x.grid_nearest3d(3.1 * grid, n[0] > 0) }
    near_volume_border(x | grid; n) { x.grid_nearest3d_border(3.1 * grid, n[0] > 0) }
    near_volume_reflection(x | grid; n) { x.grid_nearest3d_reflect(3.1 * grid, n[0] > 0) }
    moved3d(x theta; n) { x.grid_sample3d(theta.affine_grid3d(2, 3, 4, n[0] > 0), n[0] > 0) }
}

#[test]
fn as_in_pytorch() -> Result<()> {
    let mut count = 0;
    for line in REFERENCE.lines() {
        let fields: Vec<&str> = line.split(" | ").collect();
        let [name, shapes, numbers, shape, want] = fields[..] else { panic!("five fields: {line}") };
        let xs: Vec<Tensor<f64>> =
            (0..).zip(shapes.split(' ')).map(|(k, shape)| wave(1 + 10 * k, &sizes(shape))).collect();
        let want: Vec<f64> = want.split(' ').map(|n| n.parse().expect("a number")).collect();
        near(line, &products(name, &xs, &sizes(numbers), &wave(5, &sizes(shape)))?, &want, 1e-11);
        count += 1;
    }
    assert_eq!(count, 184, "lines of golden/known/images.txt");
    Ok(())
}

/// On the outer elements, where identity grids have every last row and column, as PyTorch.
#[test]
fn outer_elements_are_flat_beyond() -> Result<()> {
    #[differentiable]
    fn border(x: &Tensor<f64>, grid: &Tensor<f64>, align: bool) -> Scalar<f64> {
        x.grid_sample_border(grid, align).sum()
    }
    #[differentiable]
    fn reflect(x: &Tensor<f64>, grid: &Tensor<f64>, align: bool) -> Scalar<f64> {
        x.grid_sample_reflect(grid, align).sum()
    }
    let x = Tensor::from_vec(vec![1.0, 2.0, 4.0, 8.0], [1, 1, 1, 4])?;
    for (px, align) in [(0.75, false), (1.0, true), (-0.75, false), (-1.0, true)] {
        let grid = Tensor::from_vec(vec![px, 0.0], [1, 1, 1, 2])?;
        let (value, g) = border::value_and_grad(&x, &grid, align)?;
        let (mirrored, h) = reflect::value_and_grad(&x, &grid, align)?;
        let want = if px > 0.0 { 8.0 } else { 1.0 };
        assert_eq!((value.item()?, mirrored.item()?), (want, want), "{px} {align}");
        assert_eq!((g.grid.to_vec()?[0], h.grid.to_vec()?[0]), (0.0, 0.0), "{px} {align}");
    }
    Ok(())
}

/// Points of an image have two coordinates, those of a volume three, and others are not passed over.
#[test]
fn points_of_other_coordinates() -> Result<()> {
    type Sampled = fn(&Tensor<f64>, &Tensor<f64>) -> Result<Tensor<f64>>;
    let flat: [Sampled; 6] = [
        |x, grid| x.grid_sample(grid, true),
        |x, grid| x.grid_sample_border(grid, true),
        |x, grid| x.grid_sample_reflect(grid, true),
        |x, grid| x.grid_nearest(grid, true),
        |x, grid| x.grid_nearest_border(grid, true),
        |x, grid| x.grid_nearest_reflect(grid, true),
    ];
    let deep: [Sampled; 6] = [
        |x, grid| x.grid_sample3d(grid, true),
        |x, grid| x.grid_sample3d_border(grid, true),
        |x, grid| x.grid_sample3d_reflect(grid, true),
        |x, grid| x.grid_nearest3d(grid, true),
        |x, grid| x.grid_nearest3d_border(grid, true),
        |x, grid| x.grid_nearest3d_reflect(grid, true),
    ];
    for (ops, wanted) in [(flat, 2), (deep, 3)] {
        let x = wave(1, &[1, 2, 3, 3, 3][..wanted + 2]);
        for count in 1..5 {
            let grid = wave(2, &[&[1, 2, 2, 2][..wanted + 1], &[count]].concat());
            for op in ops {
                assert_eq!(op(&x, &grid).is_ok(), count == wanted, "{count} coordinates for {wanted}");
            }
        }
    }
    Ok(())
}
