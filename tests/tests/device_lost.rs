//! What a driver refuses and a GPU that fails, through the stand-in for CUDA's driver, which fails where it is told to. Each case is a
//! process of its own.
#![cfg(feature = "cuda")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use cotangent::prelude::*;

#[differentiable]
fn program(x: &Tensor<V>) -> Tensor<V> {
    let y = x.exp();
    y.flip(0)
}

/// Opens the device and runs a program there, twice. What it says is looked through by [`says`].
#[test]
#[ignore = "a part of the others"]
fn twice() {
    let mut older = None;
    for round in ["first", "second"] {
        let run = || {
            let device = Device::cuda(0)?;
            let x: Tensor = tensor![0.0, 0.0, 1.0].to(device)?;
            older.get_or_insert(x.clone());
            program::call(&x)?.to_vec()
        };
        match { run }() {
            Ok(y) => println!("{round} {:.3} {:.3} {:.3}", y[0], y[1], y[2]),
            Err(e) => println!("{round} {:?} {e}", e.kind()),
        }
    }
    println!("older {:?}", older.map(|x| x.to_vec()));
}

fn standin() -> Option<PathBuf> {
    let folder = std::env::var_os("COTANGENT_STANDIN").map(PathBuf::from);
    if folder.is_none() {
        eprintln!("skipped: COTANGENT_STANDIN names no stand-in for CUDA's libraries");
    }
    folder
}

/// What [`twice`] says with these variables.
fn says(folder: &Path, variables: &[(&str, &str)]) -> String {
    says_of(folder, "twice", variables)
}

fn says_of(folder: &Path, part: &str, variables: &[(&str, &str)]) -> String {
    let mut process = Command::new(std::env::current_exe().unwrap());
    process.args(["--exact", part, "--ignored", "--nocapture"]);
    process.env("LD_LIBRARY_PATH", folder).env("COTANGENT_CUDA_CACHE", "").env_remove("COTANGENT_DEVICE");
    let out = process.envs(variables.iter().copied()).output().unwrap();
    let said = String::from_utf8_lossy(&out.stdout) + String::from_utf8_lossy(&out.stderr);
    assert!(out.status.success(), "{said}");
    said.into_owned()
}

const GOOD: &str = "2.718 1.000 1.000";

/// Threads that want one kernel, and then one each.
#[test]
#[ignore = "a part of the others"]
fn at_once() {
    let device = Device::cuda(0).unwrap();
    let run = |op: fn(&Tensor) -> Result<Tensor>| {
        let x: Tensor = tensor![0.5, 0.25, 1.0].to(device)?;
        op(&x)?.to_vec()
    };
    let all: [fn(&Tensor) -> Result<Tensor>; 4] = [Tensor::exp, Tensor::sin, Tensor::tanh, Tensor::ln];
    let same = std::thread::scope(|s| {
        let threads = all.map(|_| s.spawn(|| run(Tensor::exp)));
        threads.map(|thread| thread.join().unwrap().unwrap())
    });
    assert!(same.iter().all(|y| *y == same[0]), "{same:?}");
    std::thread::scope(|s| {
        let threads = all.map(|op| (op, s.spawn(move || run(op))));
        for (op, there) in threads {
            let here = op(&tensor![0.5, 0.25, 1.0]).unwrap().to_vec().unwrap();
            let there = there.join().unwrap().unwrap();
            assert!(here.iter().zip(&there).all(|(a, b)| (a - b).abs() < 1e-5), "{here:?} {there:?}");
        }
    });
}

/// Elements on their way to the device while it has much to do: many and few of them.
#[test]
#[ignore = "a part of the others"]
fn uploads() {
    const SMALL: usize = 3000;
    const LARGE: usize = 5 << 20;
    let device = Device::cuda(0).unwrap();
    let small: Vec<Tensor> = (0..SMALL).map(|i| tensor![i as f32, 1.0].to(device).unwrap()).collect();
    let large = |i: usize| Tensor::full([LARGE + i], i as f32).and_then(|x| x.to(device));
    let large: Vec<Tensor> = (0..20).map(|i| large(i).unwrap()).collect();
    for (i, x) in small.iter().enumerate().step_by(7).chain(small.iter().enumerate().rev().take(2)) {
        assert_eq!(x.to_vec().unwrap(), [i as f32, 1.0]);
    }
    for (i, x) in large.iter().enumerate() {
        for at in [0, (1 << 20) - 1, 1 << 20, LARGE / 2, LARGE + i - 1] {
            assert_eq!(x.get(&[at]).unwrap(), i as f32, "{i} {at}");
        }
    }
}

/// No upload looks at all those before it, and those that are large take no more pinned memory than is kept.
#[test]
fn uploads_are_staged_in_their_order() {
    let Some(folder) = standin() else { return };
    let said = says_of(&folder, "uploads", &[("COTANGENT_STANDIN_COUNTS", "1")]);
    let count = |call: &str| {
        let found = said.lines().find_map(|line| line.strip_prefix(&format!("stand-in driver: {call} ")));
        found.map_or(0, |count| count.parse::<usize>().unwrap())
    };
    assert!(count("cuMemcpyHtoDAsync_v2") > 3000 && count("cuEventQuery") < 12_000, "{said}");
    // 4 MiB each: 256 MiB, and those of small ones.
    assert!((3000..3100).contains(&count("cuMemHostAlloc")), "{said}");
}

/// Kernels that come along or are kept are loaded, whatever compiler made the first, and compiled where they are spoiled.
#[test]
fn kernels_come_along() {
    let Some(folder) = standin() else { return };
    let own = std::env::temp_dir().join(format!("cotangent-kernels-{}", std::process::id()));
    let (made, brought) = (own.join("made"), own.join("brought"));
    fs::create_dir_all(&brought).unwrap();
    let run = |variables: &[(&str, &Path)]| {
        let variables = variables.iter().map(|(name, path)| (*name, path.to_str().unwrap()));
        let said = says(&folder, &variables.chain([("COTANGENT_STANDIN_COUNTS", "1")]).collect::<Vec<_>>());
        assert!(said.contains(&format!("second {GOOD}")), "{said}");
        said.contains("stand-in compiler")
    };
    assert!(run(&[("COTANGENT_CUDA_CACHE", &made)]));
    assert!(!run(&[("COTANGENT_CUDA_CACHE", &made)]));
    for file in fs::read_dir(&made).unwrap() {
        let path = file.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().replace("-13.99.", ".");
        fs::copy(&path, brought.join(name)).unwrap();
    }
    assert!(!run(&[("COTANGENT_CUDA_KERNELS", &brought)]));
    for file in fs::read_dir(&brought).unwrap() {
        fs::write(file.unwrap().path(), "spoiled").unwrap();
    }
    assert!(run(&[("COTANGENT_CUDA_KERNELS", &brought)]));
    // What is spoiled in the cache is made anew, by several processes at once too.
    for file in fs::read_dir(&made).unwrap() {
        fs::write(file.unwrap().path(), "spoiled").unwrap();
    }
    std::thread::scope(|s| (0..3).for_each(|_| drop(s.spawn(|| run(&[("COTANGENT_CUDA_CACHE", &made)])))));
    assert!(!run(&[("COTANGENT_CUDA_CACHE", &made)]));
    drop(fs::remove_dir_all(&own));
}

#[test]
fn a_kernel_is_compiled_once_and_keeps_nobody_else_waiting() {
    let Some(folder) = standin() else { return };
    let counts = [("COTANGENT_STANDIN_COUNTS", "1"), ("COTANGENT_STANDIN_SLOW", "400")];
    let said = says_of(&folder, "at_once", &counts);
    // One of all threads, and one of each of the three others.
    assert!(said.contains("cuModuleLoadData 4\n"), "{said}");
    assert!(said.contains("stand-in compiler: at once 3\n"), "{said}");
}

#[test]
fn a_lost_gpu_says_why_and_is_opened_again() {
    let Some(folder) = standin() else { return };
    for fail in [
        "~cuLaunchKernel:1:700",
        "cuLaunchKernel:1:719",
        "cuMemcpyHtoDAsync_v2:2:716",
        "cuMemAllocAsync:2:214",
    ] {
        let said = says(&folder, &[("COTANGENT_STANDIN_FAIL", fail)]);
        assert!(said.contains("first Device ") && said.contains("cuda:0 was lost: cu"), "{fail}: {said}");
        assert!(said.contains("COTANGENT_CUDA_WAIT=1"), "{fail}: {said}");
        assert!(said.contains(&format!("second {GOOD}")), "{fail}: {said}");
    }
    let said = says(&folder, &[("COTANGENT_STANDIN_FAIL", "~cuLaunchKernel:1:700")]);
    assert!(said.contains("ILLEGAL_ADDRESS"), "{said}");
    assert!(
        said.contains("older Some(Err(") && said.contains("a tensor is of a device that was lost"),
        "{said}"
    );
}

#[test]
fn a_late_error_is_that_of_its_line_where_launches_are_waited_for() {
    let Some(folder) = standin() else { return };
    let fail = ("COTANGENT_STANDIN_FAIL", "~cuLaunchKernel:1:700");
    let said = says(&folder, &[fail, ("COTANGENT_CUDA_WAIT", "1")]);
    assert!(said.contains("exp at tests/tests/device_lost.rs:13 in `program`: "), "{said}");
    assert!(!said.contains("COTANGENT_CUDA_WAIT=1 waits"), "{said}");
    assert!(said.contains(&format!("second {GOOD}")), "{said}");
}

#[test]
fn what_is_not_final_is_an_error_alone() {
    let Some(folder) = standin() else { return };
    let said = says(&folder, &[("COTANGENT_STANDIN_FAIL", "cuMemAllocAsync:2:2")]);
    assert!(said.contains("first Memory ") && said.contains("out of memory: cuda:0"), "{said}");
    assert!(said.contains(&format!("second {GOOD}")) && !said.contains("was lost"), "{said}");
    let said = says(&folder, &[("COTANGENT_STANDIN_FAIL", "cuEventQuery:1:600")]);
    assert!(said.contains(&format!("first {GOOD}")), "{said}");
}

#[test]
fn a_context_that_others_hold_stays_lost() {
    let Some(folder) = standin() else { return };
    let fail = ("COTANGENT_STANDIN_FAIL", "~cuLaunchKernel:1:700");
    let said = says(&folder, &[fail, ("COTANGENT_STANDIN_OTHERS", "1")]);
    assert!(said.contains("second Device ") && said.contains("the process has to start anew"), "{said}");
}

#[test]
fn versions_are_asked_for() {
    let Some(folder) = standin() else { return };
    let said = says(&folder, &[("COTANGENT_STANDIN_DRIVER", "12000")]);
    assert!(said.contains("the driver is of CUDA 12.0, and 12.1 or later is needed"), "{said}");
    let said = says(&folder, &[("COTANGENT_STANDIN_DRIVER", "12080")]);
    assert!(said.contains("NVRTC is of CUDA 13.99, whose kernels the driver does not take"), "{said}");
    let said = says(&folder, &[("COTANGENT_STANDIN_CARD", "61")]);
    assert!(said.contains("compute capability 6.1, and 7.0 or later is needed"), "{said}");
    let said = says(&folder, &[("COTANGENT_STANDIN_CARD", "75")]);
    assert!(said.contains("NVRTC of CUDA 13.99 makes no kernels for compute capability 7.5"), "{said}");
}

/// A library of what a text has.
fn library(folder: &Path, file: &str, name: &str, text: &str) {
    fs::create_dir_all(folder).unwrap();
    let source = folder.join("library.cpp");
    fs::write(&source, text).unwrap();
    let mut compiler = Command::new("g++");
    compiler.args(["-shared", "-fPIC", "-o"]).arg(folder.join(file));
    assert!(compiler.arg(format!("-Wl,-soname,{name}")).arg(&source).status().unwrap().success());
}

#[test]
fn libraries_and_what_they_lack_are_named() {
    let Some(folder) = standin() else { return };
    let own = std::env::temp_dir().join(format!("cotangent-libraries-{}", std::process::id()));
    let (empty, driver, compiler) = (own.join("empty"), own.join("driver"), own.join("compiler"));
    fs::create_dir_all(&empty).unwrap();
    let said = says(&empty, &[]);
    assert!(said.contains("libcuda is not found; it comes with NVIDIA's driver"), "{said}");
    library(&driver, "libcuda.so", "another.so", "extern \"C\" int cuInit(unsigned) { return 0; }");
    let said = says(&driver, &[]);
    assert!(said.contains("libcuda has no `cuCtxGetCurrent`: it is too old"), "{said}");
    fs::copy(folder.join("libcuda.so"), driver.join("libcuda.so")).unwrap();
    let said = says(&driver, &[]);
    assert!(said.contains("libnvrtc is not found; it comes with the CUDA toolkit or `pip install"), "{said}");
    // A folder that the loader does not know.
    let text = "extern \"C\" int nvrtcVersion(int *a, int *b) { return *a = 14, *b = 1, 0; }";
    library(&compiler, "libnvrtc.so.13", "libnvrtc.so.13", text);
    let libraries = [("COTANGENT_CUDA_LIBRARIES", compiler.to_str().unwrap())];
    let said = says(&driver, &libraries);
    assert!(said.contains("libnvrtc has no `nvrtcCompileProgram`"), "{said}");
    fs::write(compiler.join("libnvrtc.so.13"), "no library").unwrap();
    let said = says(&driver, &libraries);
    assert!(said.contains("libnvrtc is not found (") && said.contains("libnvrtc.so.13"), "{said}");
    fs::remove_dir_all(&own).unwrap();
}
