//! The kernels of a golden as devices compile them: what a launch puts around the body that a kernel carries.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

use cotangent::prelude::*;
use cotangent_tests::there::named_gpu;
use cotangent_tests::wgpu;
use expect_test::expect_file;

use super::loss;

/// What another process runs.
#[test]
#[ignore = "the test below runs it"]
fn a_layer() {
    let device = wgpu().expect("who starts this has a device");
    let there = |x: Tensor| x.to(device).unwrap();
    let x = there(tensor![[0.5, -1.0], [1.5, 2.0], [-0.5, 0.25]]);
    let y = there(tensor![[0.0, -1.0], [1.0, 0.0], [0.5, 0.5]]);
    let (value, _) =
        loss::value_and_grad(&x, &there(tensor![[0.3, -0.6], [0.2, 0.4]]), &there(tensor![0.1, -0.2]), &y)
            .unwrap();
    assert!(value.item().unwrap().is_finite());
}

/// The kernels between two products, without what they call.
#[test]
fn a_golden_is_what_devices_compile() {
    if wgpu().is_none() {
        return;
    }
    let (variable, language, begin) = match (named_gpu(), env::var_os("COTANGENT_STANDIN")) {
        (Some(_), None) => {
            return println!("skipped: the texts of CUDA (only a stand-in for its compiler keeps them)");
        }
        (Some(_), Some(_)) => ("COTANGENT_STANDIN_TEXTS", "cu", "typedef unsigned ct_index;"),
        (None, _) => ("COTANGENT_WGPU_TEXTS", "wgsl", "@group(1)"),
    };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("launched-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let mut run = Command::new(env::current_exe().unwrap());
    run.args(["--exact", "launched::a_layer", "--ignored"]).env(variable, &folder);
    assert!(run.output().unwrap().status.success());
    let texts = fs::read_dir(&folder).unwrap().map(|file| fs::read_to_string(file.unwrap().path()).unwrap());
    let of_the_group = texts.filter(|text| text.contains("tanh(t0);"));
    let mut kernels: Vec<String> =
        of_the_group.map(|text| text[text.find(begin).unwrap()..].trim_end().to_owned()).collect();
    kernels.sort();
    fs::remove_dir_all(&folder).unwrap();
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden/layer/launched").with_extension(language);
    expect_file![golden].assert_eq(&(kernels.join("\n\n") + "\n"));
}
