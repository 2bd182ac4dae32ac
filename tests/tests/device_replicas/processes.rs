//! Cases that end badly, and libraries that are missing: processes of their own.

#[cfg(unix)]
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use cotangent::cuda;
use cotangent::prelude::*;
use cotangent_tests::there::only_keeps;

fn standin() -> Option<PathBuf> {
    let folder = std::env::var_os("COTANGENT_STANDIN").map(PathBuf::from).filter(|_| !only_keeps());
    if folder.is_none() {
        eprintln!("skipped: COTANGENT_STANDIN names no stand-in for CUDA's libraries that runs");
    }
    folder
}

/// What a part says in a process of its own.
fn says(folder: &Path, part: &str, variables: &[(&str, &str)]) -> String {
    let mut process = Command::new(std::env::current_exe().unwrap());
    process.args(["--exact", &format!("processes::{part}"), "--ignored", "--nocapture"]);
    process.env("LD_LIBRARY_PATH", folder).env("COTANGENT_CUDA_CACHE", "").env_remove("COTANGENT_DEVICE");
    process.env("COTANGENT_STANDIN_GPUS", "2");
    let out = process.envs(variables.iter().copied()).output().unwrap();
    let said = String::from_utf8_lossy(&out.stdout) + String::from_utf8_lossy(&out.stderr);
    assert!(out.status.success(), "{}: {said}", out.status);
    said.into_owned()
}

/// Three rounds of sums, and what becomes of them.
#[test]
#[ignore = "a part of the others"]
fn rounds() {
    for round in ["first", "second", "third"] {
        let run = || -> Result<Vec<f32>> {
            let devices = [Device::cuda(0)?, Device::cuda(1)?];
            let there = |i: usize| Tensor::full([2], i as f32 + 1.0)?.to(devices[i])?.exp();
            let mut all = [(there(0)?, there(0)?), (there(1)?, there(1)?)];
            // One that others hold.
            let kept = all.clone().map(|pair| pair.1);
            let asked = cuda::sum_over_gpus(&mut all);
            if let Err(e) = &asked {
                println!("{round} asked {e}");
                println!("{round} in place {:?}", all[0].0.to_vec());
                println!("{round} kept {:?} {:?}", all[1].1.to_vec(), kept[0].to_vec());
            }
            asked?;
            // Where one has failed others are read first, and nothing is asked of it before.
            let second = all[1].0.to_vec();
            println!("{round} {second:?}");
            let read = [all[0].0.to_vec(), second];
            println!("{round} {read:?}");
            let [first, second] = read;
            Ok([first?, second?].concat())
        };
        match { run }() {
            Ok(all) => println!("{round} {all:.3?}"),
            Err(e) => println!("{round} {:?} {e}", e.kind()),
        }
    }
}

const GOOD: &str = "[10.107, 10.107, 10.107, 10.107]";

#[test]
fn what_nccl_refuses_is_an_error_and_the_next_sum_is_none() {
    let Some(folder) = standin() else { return };
    let run = |fail: &str| says(&folder, "rounds", &[("COTANGENT_STANDIN_NCCL_FAIL", fail)]);
    let said = run("none:1:1");
    assert!(
        ["first", "second", "third"].iter().all(|round| said.contains(&format!("{round} {GOOD}"))),
        "{said}"
    );
    let said = run("ncclCommInitAll:1:5");
    let why = "cuda::sum_over_gpus: ncclCommInitAll: invalid usage, status 5 (a failure on purpose)";
    assert!(
        said.contains(&format!("first asked {why}")) && said.contains(&format!("second {GOOD}")),
        "{said}"
    );
    // Nothing was asked for, so nothing has changed.
    assert!(said.contains("first in place Ok([2.718"), "{said}");
    assert!(run("ncclGroupStart:1:1").contains("first in place Ok([2.718"));
    // What lacks memory is asked for once more.
    let said = run("ncclCommInitAll:1:1");
    assert!(!said.contains("asked") && said.contains(&format!("first {GOOD}")), "{said}");
    for fail in ["ncclAllReduce:2:4", "ncclGroupEnd:1:1"] {
        let said = run(fail);
        let call = fail.split_once(':').unwrap().0;
        assert!(said.contains(&format!("first asked cuda::sum_over_gpus: {call}: ")), "{fail}: {said}");
        assert!(said.contains("first in place Err("), "{fail}: {said}");
        assert!(said.contains("first kept Ok([7.389"), "{fail}: {said}");
        assert!(said.contains(&format!("second {GOOD}")), "{fail}: {said}");
    }
}

/// Others do not wait for it, and say what they were lost with.
#[test]
fn a_gpu_that_is_lost_in_a_sum_takes_the_others_along() {
    let Some(folder) = standin() else { return };
    // The second launch of the first round, on the first GPU. The second GPU is read before anything else is asked of the first.
    let said = says(&folder, "rounds", &[("COTANGENT_STANDIN_FAIL", "~cuLaunchKernel:2:700")]);
    assert!(said.contains("first Device ") && said.contains("cuda:0 was lost: cu"), "{said}");
    let why = "cuda:1 was lost: a sum over GPUs was under way when cuda:0 was lost (cu";
    assert!(said.contains(&format!("first Err(to_vec: {why}")), "{said}");
    assert!(said.contains(&format!("second {GOOD}")), "both were opened again: {said}");
    assert!(said.contains(&format!("third {GOOD}")), "{said}");
}

/// A sum, and one that NCCL refuses in the middle, before anybody has read the first.
#[test]
#[ignore = "a part of the others"]
fn behind() {
    let there = |i: usize| -> Result<Tensor> { Tensor::full([2], 1.0)?.to(Device::cuda(i)?)?.exp() };
    let mut first = [there(0).unwrap(), there(1).unwrap()];
    let mut second = [there(0).unwrap(), there(1).unwrap()];
    cuda::sum_over_gpus(&mut first).unwrap();
    println!("asked {:?}", cuda::sum_over_gpus(&mut second).map_err(|e| e.to_string()));
    println!("first {:.3?}", first.map(|x| x.to_vec().unwrap()));
    println!("second {:?}", second.map(|x| x.to_vec().is_err()));
}

#[test]
fn sums_before_one_that_nccl_refuses_are_right() {
    let Some(folder) = standin() else { return };
    // Whether the first has run by then is a matter of threads.
    for _ in 0..8 {
        let said = says(&folder, "behind", &[("COTANGENT_STANDIN_NCCL_FAIL", "ncclGroupEnd:2:1")]);
        assert!(said.contains("asked Err(") && said.contains("second [true, true]"), "{said}");
        assert!(said.contains("first [[5.437, 5.437], [5.437, 5.437]]"), "{said}");
    }
}

/// A sum of GPUs of which one fails, and one behind it of others.
#[test]
#[ignore = "a part of the others"]
fn chain() {
    let run = || -> Result<Vec<f32>> {
        let devices = [0, 1, 2].map(|i| Device::cuda(i).unwrap());
        let there = |i: usize| Tensor::<f32>::full([2], 1.0)?.to(devices[i])?.exp();
        let (last, other) = (there(2)?, there(1)?);
        let mut first = [there(0)?, other];
        cuda::sum_over_gpus(&mut first)?;
        let mut second = [first[1].exp()?, last];
        cuda::sum_over_gpus(&mut second)?;
        second[1].to_vec()
    };
    println!("last {:?}", run().map_err(|e| e.to_string()));
}

#[test]
fn a_gpu_that_is_lost_takes_those_along_that_wait_for_others() {
    let Some(folder) = standin() else { return };
    let run =
        |fail| says(&folder, "chain", &[("COTANGENT_STANDIN_GPUS", "3"), ("COTANGENT_STANDIN_FAIL", fail)]);
    let said = run("");
    assert!(said.contains("last Ok(["), "{said}");
    // Whether both were asked for when it fails is a matter of threads.
    for _ in 0..8 {
        let said = run("~cuLaunchKernel:3:700");
        assert!(said.contains("last Err(") && said.contains("when cuda:0 was lost (cu"), "{said}");
    }
}

/// Says which libraries are there, and what a sum says.
#[test]
#[ignore = "a part of the others"]
fn report() {
    for library in cuda::libraries() {
        println!("library {library}");
    }
    let run = |count: usize| -> Result<f32> {
        let there = |i: usize| Tensor::<f32>::ones([1])?.to(Device::cuda(i)?);
        let mut all = (0..count).map(there).collect::<Result<Vec<_>>>()?;
        cuda::sum_over_gpus(&mut all)?;
        all[0].item()
    };
    println!("alone {:?}", run(1));
    println!("together {:?}", run(2));
}

#[cfg(unix)]
#[test]
fn libraries_are_found_or_said_to_be_missing() {
    let Some(folder) = standin() else { return };
    let own = std::env::temp_dir().join(format!("cotangent-found-{}", std::process::id()));
    // The same files by other names: libraries look for the driver that the process has open.
    let link = |from: PathBuf, to: PathBuf| std::os::unix::fs::symlink(from, to).unwrap();
    let report = |variables: &[(&str, &str)]| says(&own, "report", variables);
    let files =
        ["cuda", "nvrtc", "cublasLt", "cublas", "cusolver", "nccl"].map(|name| format!("lib{name}.so"));
    fs::create_dir_all(&own).unwrap();
    let said = report(&[]);
    for (name, library, comes) in [
        ("driver", "cuda", "NVIDIA's driver"),
        ("NVRTC", "nvrtc", "the CUDA toolkit or `pip install nvidia-cuda-nvrtc`"),
        ("cuBLASLt", "cublasLt", "the CUDA toolkit, or with `pip install nvidia-cublas`"),
        ("cuBLAS", "cublas", "the CUDA toolkit, or with `pip install nvidia-cusolver nvidia-cublas`"),
        ("cuSOLVER", "cusolver", "the CUDA toolkit, or with `pip install nvidia-cusolver nvidia-cublas`"),
        ("cuFFT", "cufft", "the CUDA toolkit, or with `pip install nvidia-cufft`"),
        ("NCCL", "nccl", "`pip install nvidia-nccl-cu13` (`-cu12` beside CUDA 12) or `apt install libnccl2`"),
    ] {
        let wanted = format!("library {name}: lib{library} is not found; it comes with {comes}");
        assert!(said.contains(&wanted), "{wanted}: {said}");
    }
    for file in &files {
        link(folder.join(file), own.join(file));
    }
    let all = "library driver CUDA 13.0\nlibrary NVRTC 13.99\nlibrary cuBLASLt 13.99.0\nlibrary cuBLAS 13.99.0\nlibrary cuSOLVER 13.99.0\n";
    let said = report(&[]);
    assert!(said.contains(all) && said.contains("library NCCL 2.99.0\n"), "{said}");
    assert!(said.contains("alone Ok(1.0)") && said.contains("together Ok(2.0)"), "{said}");
    // One without the others.
    for (i, file) in files.iter().enumerate() {
        fs::remove_file(own.join(file)).unwrap();
        let said = report(&[]);
        let lines: Vec<&str> = said.lines().filter(|line| line.starts_with("library ")).collect();
        let missing = lines
            .iter()
            .filter(|line| line.contains("is not found; it comes with") && !line.contains("cuFFT"));
        assert_eq!((lines.len(), missing.count()), (7, 1), "{file}: {said}");
        let sums = said.contains("alone Ok(1.0)") && said.contains("together Ok(2.0)");
        assert_eq!(sums, (2..5).contains(&i), "{file}: {said}");
        link(folder.join(file), own.join(file));
    }
    // A GPU alone needs no NCCL, and several are told what it comes with.
    let nccl = own.join(&files[5]);
    fs::remove_file(&nccl).unwrap();
    let said = report(&[]);
    assert!(said.contains("alone Ok(1.0)"), "{said}");
    let why = "together Err(cuda::sum_over_gpus: libnccl is not found; it comes with `pip install nvidia-nccl-cu13`";
    assert!(said.contains(why), "{said}");
    // By the name that its wheel has, in a folder that the loader does not know.
    let wheel = own.join("wheel");
    fs::create_dir_all(&wheel).unwrap();
    link(folder.join(&files[5]), wheel.join("libnccl.so.2"));
    let said = report(&[("COTANGENT_CUDA_LIBRARIES", wheel.to_str().unwrap())]);
    assert!(said.contains("together Ok(2.0)"), "{said}");
    link(wheel.join("libnccl.so.2"), own.join("libnccl.so.2"));
    assert!(report(&[]).contains("together Ok(2.0)"));
    let said = report(&[("COTANGENT_STANDIN_NCCL", "2804")]);
    assert!(said.contains("library NCCL: NCCL is 2.8.4, and 2.10 or later is needed"), "{said}");
    assert!(said.contains("together Err(cuda::sum_over_gpus: NCCL is 2.8.4"), "{said}");
    fs::remove_dir_all(&own).unwrap();
}
