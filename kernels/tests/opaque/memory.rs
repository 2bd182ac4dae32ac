//! Workspaces that there is no memory for.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

use cotangent_kernels::linalg::{
    Failure, adjugate, cholesky, det, eigh, inverse, logabsdet, lu, lu_order, matrix_exp, minors_cotangent,
    pinv, qr, solve, svd, triangular_solve,
};
use cotangent_kernels::strided::View;

/// The system's, but for blocks above a limit.
struct Limited(AtomicUsize);

// SAFETY: the system's allocator; that there is no memory is always a possible answer.
unsafe impl GlobalAlloc for Limited {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if layout.size() > self.0.load(Ordering::Relaxed) {
            return std::ptr::null_mut();
        }
        // SAFETY: the caller's contract.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: the caller's contract.
        unsafe { System.dealloc(block, layout) }
    }
}

#[global_allocator]
static MEMORY: Limited = Limited(AtomicUsize::new(usize::MAX));

/// What `f` gives where no block may have more than 16 KiB.
fn without_memory<R>(f: impl FnOnce() -> R) -> R {
    MEMORY.0.store(16 << 10, Ordering::Relaxed);
    let result = f();
    MEMORY.0.store(usize::MAX, Ordering::Relaxed);
    result
}

/// Set for the process that has a limit.
const LIMITED: &str = "COTANGENT_TEST_LIMITED_MEMORY";

/// The limit is everybody's, so this test has a process of its own. A program of its own would compile linear algebra again.
#[test]
fn want_of_memory_is_a_failure() {
    if std::env::var_os(LIMITED).is_none() {
        let mut again = Command::new(std::env::current_exe().unwrap());
        again.args(["--exact", "memory::want_of_memory_is_a_failure"]).env(LIMITED, "1");
        let output = again.output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && text.contains("1 passed"), "{text}{errors}");
        return;
    }
    rayon::ThreadPoolBuilder::new().num_threads(2).build_global().unwrap();
    let n = 64;
    let mut a = vec![0.0f64; 2 * n * n];
    a.iter_mut().step_by(2 * n + 2).for_each(|x| *x = 2.0);
    // Neither rows nor columns lie along memory, so that each function needs a copy.
    let (shape, strides) = ([n, n], [2 * n as isize, 2]);
    let a = View::new(&a, 0, &shape, &strides).unwrap();
    let b = vec![1.0; n];
    let (shape, strides) = ([n, 1], [1, 1]);
    let b = View::new(&b, 0, &shape, &strides).unwrap();
    let one = [1.0];
    let shape = [n, n, n - 1, n - 1];
    let minors = View::new(&one, 0, &shape, &[0; 4]).unwrap();
    let (mut out, mut x, mut log, mut sign) = (vec![0.0; n * n], vec![0.0; n], [0.0], [0.0]);
    let (mut rows, mut order) = (vec![0.0; (2 * n + 1) * n], vec![0; n]);
    let mut each = |memory: bool| {
        [
            qr(&mut rows[..2 * n * n], a),
            eigh(&mut rows[..(n + 1) * n], a),
            svd(&mut rows, a),
            pinv(&mut out, a),
            matrix_exp(&mut out, a),
            lu(&mut out, a),
            lu_order(&mut order, a),
            cholesky(&mut out, a),
            inverse(&mut out, a),
            adjugate(&mut out, a),
            solve(&mut x, a, b),
            triangular_solve(&mut x, a, b, true),
            det(&mut log, a),
            logabsdet(&mut log, &mut sign, a),
            // Takes long where it is done.
            if memory { Ok(()) } else { minors_cotangent(&mut out, minors) },
        ]
    };
    assert_eq!(without_memory(|| each(false)), [Err(Failure::Memory); 15]);
    assert_eq!(each(true), [Ok(()); 15]);

    // Several systems, and the workspaces of those who help with a large one; this thread keeps its own from a larger one.
    let shape = [100, n, n];
    let many = View::new(&one, 0, &shape, &[0; 3]).unwrap();
    let mut out = vec![0.0; 100 * n * n];
    std::thread::scope(|scope| {
        scope.spawn(|| assert_eq!(without_memory(|| inverse(&mut out, many)), Err(Failure::Memory)));
    });
    let identity =
        |n: usize| (0..n * n).map(|at| if at % (n + 1) == 0 { 1.0 } else { 0.0 }).collect::<Vec<f64>>();
    let (large, small) = (identity(320), identity(300));
    det(&mut log, View::new(&large, 0, &[320, 320], &[320, 1]).unwrap()).unwrap();
    let (shape, strides, mut out) = ([300, 300], [300, 1], vec![0.0; 300 * 300]);
    let small = View::new(&small, 0, &shape, &strides).unwrap();
    assert_eq!(without_memory(|| inverse(&mut out, small)), Err(Failure::Memory));
    assert_eq!(inverse(&mut out, small), Ok(()));
}
