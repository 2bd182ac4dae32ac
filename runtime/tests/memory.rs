//! The allocator under threads and limits. One test: the limit belongs to the process.

use std::sync::mpsc;
use std::thread;

use cotangent::memory::{cache_limit, cached_bytes, release_cached, set_cache_limit};
use cotangent::prelude::*;

const MB: usize = 1 << 20;

fn numbers(n: usize, seed: i32) -> Tensor<i32> {
    Tensor::from_vec((0..n as i32).map(|i| i.wrapping_mul(7919).wrapping_add(seed)).collect(), n).unwrap()
}

fn check(x: &Tensor<i32>, seed: i32) {
    for (i, v) in x.to_vec().unwrap().into_iter().enumerate() {
        assert_eq!(v, (i as i32).wrapping_mul(7919).wrapping_add(seed));
    }
}

/// Makes tensors of many sizes on two threads, hands half of them to the other thread, drops them there.
fn churn() {
    let rounds = if cfg!(miri) { 4 } else { 60 };
    thread::scope(|scope| {
        let ((to_a, from_b), (to_b, from_a)) = (mpsc::channel(), mpsc::channel());
        let mut threads = Vec::new();
        for (me, send, receive) in [(0, to_b, from_b), (1, to_a, from_a)] {
            threads.push(scope.spawn(move || {
                let mut kept = Vec::new();
                for round in 0..rounds {
                    for (k, n) in [0, 1, 15, 16, 17, 100, 1000, 4097, 70_000, 300_000].into_iter().enumerate()
                    {
                        let seed = me * 1000 + round;
                        let x = numbers(n, seed);
                        let view = x.clone();
                        if k % 2 == 0 {
                            // The other thread may be gone by now, with the last of its work done.
                            let _ = send.send((view, seed));
                        } else if round % 7 == 0 {
                            kept.push((view, seed));
                        }
                        check(&x, seed);
                    }
                    while let Ok((x, seed)) = receive.try_recv() {
                        check(&x, seed);
                    }
                }
                for (x, seed) in &kept {
                    check(x, *seed);
                }
            }));
        }
        // The scope alone would wait for what the threads do, and not for what they give back when they end.
        for thread in threads {
            thread.join().expect("no check fails");
        }
    });
}

#[test]
fn blocks_are_kept_reused_and_given_back() {
    let default = cache_limit();
    assert!(default > 256 * MB || std::env::var_os("COTANGENT_CACHE_MB").is_some());
    churn();
    assert!(cached_bytes() <= default + 16 * MB);

    set_cache_limit(64 * MB);
    let at = |x: &Tensor| x.as_slice().unwrap().as_ptr().addr();
    let big = Tensor::<f32>::zeros(4 * MB).unwrap();
    let address = at(&big);
    drop(big);
    assert!(cached_bytes() >= 16 * MB);
    let again = Tensor::<f32>::zeros(4 * MB).unwrap();
    assert_eq!(at(&again), address, "a large block is used again");
    drop(again);
    // More than the limit allows is never kept, whatever the sizes.
    for megabytes in [1, 3, 5, 7, 11, 13, 17, 19, 23] {
        let blocks: Vec<Tensor<bool>> = (0..4).map(|_| Tensor::zeros(megabytes * MB).unwrap()).collect();
        drop(blocks);
        assert!(cached_bytes() <= (64 + 16) * MB, "{megabytes}: {}", cached_bytes());
    }
    churn();
    assert!(cached_bytes() <= (64 + 16) * MB);
    release_cached();
    assert_eq!(cached_bytes(), 0);

    set_cache_limit(0);
    churn();
    assert_eq!(cached_bytes(), 0, "a cache that is off keeps nothing");
    set_cache_limit(default);
    churn();
}
