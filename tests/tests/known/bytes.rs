//! Tensors of bytes: pixels that a model reads, tokens that name rows of a table, and all that is done with bytes as they are.

use cotangent::prelude::*;
use cotangent::{Element, bf16, f16, ops};
use cotangent_tests::there::at;

/// Bytes become floats where the first kernel reads them.
#[differentiable]
fn classify(pixels: &Tensor<u8, B, P>, w: &Tensor<P, C>, bias: &Tensor<P>, labels: &Tensor<u8, B>) -> Scalar {
    let x = (pixels.cast::<f32>() / 255.0 - bias).tanh();
    x.matmul(w).cross_entropy(labels.cast::<i32>())
}

#[differentiable]
fn of_floats(
    #[constant] x: &Tensor<B, P>,
    w: &Tensor<P, C>,
    bias: &Tensor<P>,
    #[constant] labels: &Tensor<i32, B>,
) -> Scalar {
    (x / 255.0 - bias).tanh().matmul(w).cross_entropy(labels)
}

#[test]
fn an_image_of_bytes_is_read_by_the_first_kernel() -> Result<()> {
    let bytes: Vec<u8> = (0..6 * 300_u32).map(|i| (i * 37 % 256) as u8).collect();
    let w = at(Key::new(1).normal([300, 4])?);
    let bias = at(Key::new(2).normal([300])?);
    let labels = [0_u8, 3, 1, 2, 3, 3];
    let pixels = at(Tensor::from_vec(bytes.clone(), [6, 300])?);
    let (y, g) = classify::value_and_grad(&pixels, &w, &bias, &at(Tensor::from_slice(&labels, 6)?))?;
    let x = at(Tensor::from_numbers(&bytes, [6, 300])?);
    let (z, h) = of_floats::value_and_grad(&x, &w, &bias, &at(Tensor::from_numbers(&labels, 6)?))?;
    assert_eq!((y.item()?, g.w.to_vec()?, g.bias.to_vec()?), (z.item()?, h.w.to_vec()?, h.bias.to_vec()?));
    let text = classify::explain().to_string();
    assert!(text.contains("reads pixels, bias; writes %8: f32[B, P]; cast div sub tanh"), "{text}");
    assert!(text.contains("pixels: u8[B, P], B*P bytes (an argument: kept, not copied)"), "{text}");
    Ok(())
}

/// Each token becomes its row, and the row of the most frequent byte has the largest gradient.
#[differentiable]
fn spoken(text: &Tensor<u8, N>, table: &Tensor<V, E>, read: &Tensor<E>) -> Scalar {
    let rows = table.embedding(text.cast::<i32>());
    let letters = text.ge(97).cast::<f32>().unsqueeze(-1);
    (rows * letters).sum_axis(0).mul(read).sum()
}

#[test]
fn a_text_of_bytes_names_rows() -> Result<()> {
    let text = at(Tensor::from_slice(b"Banana!", 7)?);
    let table = at(Tensor::<f32>::ones([256, 2])?);
    let (y, g) = spoken::value_and_grad(&text, &table, &at(tensor![1.0, 10.0]))?;
    assert_eq!(y.item()?, 5.0 * 11.0);
    let rows = g.table.sum_axis(-1)?.to_vec()?;
    let named: Vec<_> = (0..256).filter(|&i| rows[i] != 0.0).map(|i| (i as u8, rows[i])).collect();
    assert_eq!(named, [(b'a', 33.0), (b'n', 22.0)]);
    Ok(())
}

/// What a body does with bytes, fused.
#[differentiable]
fn moved(x: &Tensor<u8, N, M>, k: &Tensor<f32>, idx: &Tensor<i32, N, M>) -> (Scalar, Tensor<u8>) {
    let dark = x.lt(128).or(x.eq(255));
    let cut = select(dark, 0, x);
    let all = concat(&[cut.t(), x.gather(1, idx).t()], 0);
    let bytes = (k * 1000.0).cast::<u8>();
    let both = select(all.gt(bytes), all, bytes.broadcast_to(all.shape()));
    (k * both.cast::<f32>().sum(), both)
}

#[test]
fn bytes_are_compared_selected_and_moved() -> Result<()> {
    let x = at(tensor![[0_u8, 127, 128], [200, 254, 255]]);
    let idx = at(tensor![[2, 1, 0], [0, 0, 1]]);
    for (k, least) in [(0.15, 150_u8), (-3.0, 0), (0.3, 255)] {
        let (y, both) = moved::call(&x, &at(Tensor::scalar(k)), &idx)?;
        let want = [0, 200, 0, 254, 128, 0, 128, 200, 127, 200, 0, 254].map(|b: u8| b.max(least));
        assert_eq!((both.shape(), both.to_vec()?), (&[6, 2][..], want.to_vec()));
        let sum: f32 = want.iter().map(|&b| f32::from(b)).sum();
        assert_eq!(y.item()?, k * sum);
    }
    Ok(())
}

/// A number of the host beside bytes.
#[differentiable]
fn equal(w: &Tensor<N>, x: &Tensor<u8, N>, k: i32) -> Scalar {
    select(x.eq(k), w, 0.0).sum()
}

#[test]
fn numbers_of_the_host_end_where_bytes_do() -> Result<()> {
    let (w, x) = (at(tensor![1.0, 10.0, 100.0]), at(tensor![0_u8, 7, 255]));
    for (k, want) in [(7, 10.0), (8, 0.0), (300, 100.0), (-1, 1.0)] {
        assert_eq!(equal::call(&w, &x, k)?.item()?, want, "{k}");
    }
    Ok(())
}

/// To bytes and back through a fused kernel: as Rust's `as`.
#[differentiable]
fn through(
    x: &Tensor<N>,
    #[constant] n: &Tensor<i32, N>,
    #[constant] on: &Tensor<bool, N>,
) -> (Tensor<N>, Tensor<i32>, Tensor<u8>) {
    (x.cast::<u8>().cast::<f32>() + x * 0.0, n.cast::<u8>().cast::<i32>(), on.cast::<u8>())
}

#[test]
fn to_bytes_as_rust_does() -> Result<()> {
    let x = [0.9, -3.0, 254.99, 256.0, 3e9, -1e10];
    let n = [-1, 256, 300, 7, i32::MAX, i32::MIN];
    let on = tensor![true, false, true, true, false, false];
    let (y, m, b) = through::call(&at(Tensor::from_slice(&x, 6)?), &at(Tensor::from_slice(&n, 6)?), &at(on))?;
    assert_eq!(y.to_vec()?, x.map(|x| f32::from(x as u8)));
    assert_eq!(m.to_vec()?, n.map(|n| i32::from(n as u8)));
    assert_eq!(b.to_vec()?, [1, 0, 1, 1, 0, 0]);
    Ok(())
}

/// What moves elements of any type.
fn movers<T: Element>() -> Vec<fn(&Tensor<T>) -> Result<Tensor<T>>> {
    vec![
        |x| x.permute([2, 0, 1])?.reshape([6, 4]),
        |x| x.slice(2, 1, 4, 2)?.flip([0, 1])?.contiguous(),
        |x| ops::windows(x, 2, 2, 1, 1),
        |x| ops::diag_embed(x, 1),
        |x| ops::diag(&x.reshape([4, 6])?, -1),
        |x| ops::pad(x, [(0, 1), (1, 0), (2, 2)], 300.0),
        |x| ops::pad_reflect(x, [(0, 0), (1, 1), (2, 3)]),
        |x| ops::pad_replicate(x, [(0, 0), (1, 1), (2, 3)]),
        |x| ops::pad_circular(x, [(0, 0), (1, 1), (2, 3)]),
        |x| ops::roll(x, 3, 2),
        |x| ops::tile(x, [2, 1, 2]),
        |x| ops::repeat_interleave(x, 2, 1),
        |x| ops::embedding(&x.reshape([6, 4])?, &at(tensor![[5, 0], [3, 3]])),
        |x| ops::pick(x, &at(tensor![[[3], [0], [1]], [[2], [2], [0]]])),
        |x| ops::index_put(x, &at(tensor![[1, 2], [0, 0]]), &x.narrow(0, 0, 1)?.squeeze(0)?.narrow(0, 1, 2)?),
        |x| ops::concat(&[x, &x.flip(1)?, x], 1),
        |x| ops::select(&at(tensor![true, false, true, false]), x, &x.flip(2)?),
        |x| ops::stack(&ops::unbind(x, 1)?.iter().collect::<Vec<_>>(), 0),
    ]
}

#[test]
fn bytes_move_as_integers_do() -> Result<()> {
    let bytes = at(Tensor::from_vec((0..24_u32).map(|i| (i * 37) as u8).collect(), [2, 3, 4])?);
    let integers = bytes.cast::<i32>()?;
    for (k, (of_bytes, of_integers)) in movers::<u8>().into_iter().zip(movers::<i32>()).enumerate() {
        let (x, n) = (of_bytes(&bytes)?, of_integers(&integers)?);
        let n: Vec<_> = n.to_vec()?.into_iter().map(|n| n.min(255)).collect();
        // As bytes, and as what a kernel reads of them.
        let read: Vec<i32> = x.to_vec()?.into_iter().map(i32::from).collect();
        assert_eq!((&read, &x.cast::<i32>()?.to_vec()?), (&n, &n), "mover {k}");
    }
    Ok(())
}

#[test]
fn functions_of_bytes_outside_of_bodies() -> Result<()> {
    let x = at(tensor![[3_u8, 250], [7, 0]]);
    assert_eq!(format!("{x:?}"), "tensor([[  3, 250],\n        [  7,   0]], dtype=u8)");
    assert_eq!(x.lt(7)?.to_vec()?, [true, false, false, true]);
    assert_eq!(x.ge(&x.t()?)?.to_vec()?, [true, true, false, true]);
    assert_eq!(x.eq(250)?.to_vec()?, [false, true, false, false]);
    assert_eq!(x.index_select(0, &at(tensor![1, 1, 0]))?.to_vec()?, [7, 0, 7, 0, 3, 250]);
    assert_eq!(ops::stack(&[&x, &x.flip(0)?], 2)?.to_vec()?, [3, 7, 250, 0, 7, 3, 0, 250]);
    assert_eq!(x.gather_nd(&at(tensor![[1, 0], [0, 1]]))?.to_vec()?, [7, 250]);
    assert_eq!(x.narrow(1, 1, 1)?.broadcast_to([2, 3])?.to_vec()?, [250, 250, 250, 0, 0, 0]);
    assert_eq!(x.pad([(0, 1), (0, 0)], 9.0)?.to_vec()?, [3, 250, 7, 0, 9, 9]);
    assert_eq!(x.scatter(1, &at(tensor![[1], [0]]), &at(tensor![[1_u8], [2]]))?.to_vec()?, [3, 1, 2, 0]);
    assert_eq!(Tensor::<u8>::full([2], 200)?.to_vec()?, [200, 200]);
    assert_eq!(x.full_like(255)?.cast::<i32>()?.to_vec()?, [255; 4]);
    assert_eq!((x.get(&[0, 1])?, x.iter()?.next_back()), (250, Some(0)));
    assert_eq!(x.cast::<f16>()?.cast::<u8>()?, x);
    if at(tensor![0.0]).device() == Device::CPU {
        assert_eq!(x.cast::<bf16>()?.cast::<f64>()?.to_vec()?, [3.0, 250.0, 7.0, 0.0]);
    }
    Ok(())
}
