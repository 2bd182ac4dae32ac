use cotangent_kernels::{bf16, f16};

use super::*;

/// The vectors that come with the authors' own implementation (Random123, `kat_vectors`).
#[test]
fn known_answers() {
    assert_eq!(block([0, 0], [0, 0]), [0x6b20_0159, 0x99ba_4efe]);
    assert_eq!(block([u32::MAX; 2], [u32::MAX; 2]), [0x1cb9_96fc, 0xbb00_2be7]);
    assert_eq!(block([0x1319_8a2e, 0x0370_7344], [0x243f_6a88, 0x85a3_08d3]), [0xc492_3a9c, 0x483d_f7a0]);
}

#[test]
fn draws_do_not_depend_on_the_shape_or_on_each_other() {
    let key = Key::new(3);
    let long: Vec<f32> = key.normal(1001).unwrap().to_vec().unwrap();
    let short: Vec<f32> = key.normal([7, 11]).unwrap().to_vec().unwrap();
    assert_eq!(long[..77], short);
    let long: Vec<f64> = key.uniform(100).unwrap().to_vec().unwrap();
    assert_eq!(long[..3], key.uniform::<f64>(3).unwrap().to_vec().unwrap());
    let [a, b, c] = key.split();
    let [d, e] = key.split();
    assert_eq!((a, b), (d, e), "the first keys are the same however many are asked for");
    let mut all = vec![key, a, b, c, key.fold(0), key.fold(1), key.fold(1 << 32), a.fold(1)];
    all.extend(a.split::<4>());
    for (i, x) in all.iter().enumerate() {
        assert!(all[i + 1..].iter().all(|y| x != y), "{x:?} twice");
    }
}

/// Mean and central moments.
fn moments(x: &[f64]) -> [f64; 4] {
    let n = x.len() as f64;
    let mean = x.iter().sum::<f64>() / n;
    let central = |p: i32| x.iter().map(|v| (v - mean).powi(p)).sum::<f64>() / n;
    [mean, central(2), central(3), central(4)]
}

fn to_f64<T: Element>(x: &Tensor<T>) -> Vec<f64> {
    x.to_vec().unwrap().iter().map(|v| v.to_f64()).collect()
}

/// Five standard deviations of each moment's estimate.
fn close(found: [f64; 4], expected: [f64; 4], spread: [f64; 4], n: usize) {
    for i in 0..4 {
        let bound = 5.0 * spread[i] / (n as f64).sqrt();
        assert!((found[i] - expected[i]).abs() < bound, "moment {}: {found:?} for {expected:?}", i + 1);
    }
}

#[test]
fn moments_of_the_distributions() {
    const N: usize = 200_000;
    let key = Key::new(11);
    // The variance of a sample moment is that of (x - mean)^p: for the normal 1, 2, 15 - 9 + .., 96.
    let (normal, wide) = ([0.0, 1.0, 0.0, 3.0], [1.0, 1.5, 3.9, 9.8]);
    close(moments(&to_f64(&key.normal::<f32>(N).unwrap())), normal, wide, N);
    close(moments(&to_f64(&key.normal::<f64>(N).unwrap())), normal, wide, N);
    close(moments(&to_f64(&key.normal::<f16>(N).unwrap())), normal, wide, N);
    let (uniform, wide) = ([0.5, 1.0 / 12.0, 0.0, 1.0 / 80.0], [0.29, 0.075, 0.05, 0.017]);
    close(moments(&to_f64(&key.uniform::<f32>(N).unwrap())), uniform, wide, N);
    close(moments(&to_f64(&key.uniform::<f64>(N).unwrap())), uniform, wide, N);
    let b = to_f64(&key.bernoulli(0.3, N).unwrap()).iter().sum::<f64>() / N as f64;
    assert!((b - 0.3).abs() < 5.0 * (0.21 / N as f64).sqrt(), "{b}");
}

/// The statistic of Kolmogorov and Smirnov against a cumulative distribution.
fn distance(mut x: Vec<f64>, cdf: impl Fn(f64) -> f64) -> f64 {
    x.sort_by(f64::total_cmp);
    let n = x.len() as f64;
    x.iter().enumerate().map(|(i, &v)| (cdf(v) - (i as f64 + 0.5) / n).abs()).fold(0.0, f64::max)
}

#[test]
fn shapes_of_the_distributions() {
    const N: usize = 100_000;
    // Exceeded once in 10^7 draws.
    let bound = 2.9 / (N as f64).sqrt();
    assert!(distance(to_f64(&Key::new(5).uniform::<f32>(N).unwrap()), |v| v) < bound);
    // The logistic approximation of the normal's cumulative distribution is good to 2e-4 (Lin 1990 form by series).
    let cdf = |v: f64| {
        let (mut term, mut sum) = (v, v);
        for k in 1..200 {
            term *= v * v / f64::from(2 * k + 1);
            sum += term;
        }
        0.5 + sum * (-v * v / 2.0).exp() / TAU.sqrt()
    };
    assert!(distance(to_f64(&Key::new(5).normal::<f32>(N).unwrap()), cdf) < bound);
    assert!(distance(to_f64(&Key::new(6).normal::<f64>(N).unwrap()), cdf) < bound);
    // Neighbours, which are the two halves of one block, are not correlated.
    let x = to_f64(&Key::new(8).normal::<f32>(N).unwrap());
    let pairs: f64 = x.chunks(2).map(|p| p[0] * p[1]).sum::<f64>() / (N / 2) as f64;
    assert!(pairs.abs() < 5.0 / (N as f64 / 2.0).sqrt(), "{pairs}");
}

#[test]
fn integers_and_orders() {
    let x = Key::new(2).randint(-3, 4, 70_000).unwrap().to_vec().unwrap();
    for v in -3..4 {
        let count = x.iter().filter(|&&x| x == v).count() as f64;
        assert!((count - 10_000.0).abs() < 5.0 * 100.0, "{v}: {count}");
    }
    let all = Key::new(2).randint(i32::MIN, i32::MAX, 1000).unwrap().to_vec().unwrap();
    assert!(all.iter().any(|&v| v < -1_000_000_000) && all.iter().any(|&v| v > 1_000_000_000));
    let mut places = [[0u32; 4]; 4];
    for seed in 0..8000 {
        let order = Key::new(seed).permutation(4).unwrap().to_vec().unwrap();
        order.iter().enumerate().for_each(|(i, &v)| places[i][v as usize] += 1);
    }
    assert!(places.iter().flatten().all(|&c| (1800..2200).contains(&c)), "{places:?}");
    let mut order = Key::new(1).permutation(1000).unwrap().to_vec().unwrap();
    assert_ne!(order, (0..1000).collect::<Vec<_>>());
    order.sort_unstable();
    assert_eq!(order, (0..1000).collect::<Vec<_>>());
    assert_eq!(Key::new(1).permutation(0).unwrap().shape(), [0]);
}

#[test]
fn half_types_stay_below_one() {
    let f = to_f64(&Key::new(1).uniform::<f16>(20_000).unwrap());
    let b = to_f64(&Key::new(1).uniform::<bf16>(20_000).unwrap());
    assert!(f.iter().chain(&b).all(|v| (0.0..1.0).contains(v)));
    assert!(b.contains(&(255.0 / 256.0)) && b.contains(&0.0));
    let x = to_f64(&Key::new(1).uniform_in(f16::from_f32(1.0), f16::from_f32(2.0), 20_000).unwrap());
    assert!(x.iter().all(|v| (1.0..2.0).contains(v)));
}

#[test]
fn bad_input_is_an_error() {
    let key = Key::new(0);
    assert_eq!(key.bernoulli(1.5, 3).unwrap_err().to_string(), "bernoulli: 1.5 is no probability");
    assert!(key.bernoulli(f64::NAN, 3).is_err());
    assert!(key.bernoulli(1.0, 1000).unwrap().to_vec().unwrap().iter().all(|&b| b));
    assert_eq!(key.randint(3, 3, 1).unwrap_err().to_string(), "randint: 3..3 holds no integer");
    assert!(key.uniform_in(1.0f32, f32::INFINITY, 1).is_err());
    assert!(key.uniform_in(2.0, 1.0, 1).is_err());
    assert!(key.normal::<f32>([-1]).unwrap_err().to_string().starts_with("normal: a size"));
    assert!(key.uniform::<f32>([1usize << 40, 1 << 40]).unwrap_err().to_string().starts_with("uniform: "));
    assert!(key.permutation(1 << 40).unwrap_err().to_string().starts_with("permutation: "));
    assert_eq!(key.normal::<f64>([0, 3]).unwrap().shape(), [0, 3]);
    assert_eq!(key.normal::<f32>(()).unwrap().rank(), 0);
}
