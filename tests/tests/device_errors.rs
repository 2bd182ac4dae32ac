//! What a device says late: whoever reads next is told. So these tests are a program of their own, and run one after the other.
#![cfg(feature = "wgpu")]

use std::io::Write as _;
use std::process::Command;

use cotangent::__private::{Arg, DType, GroupInfo, Place, Point, Source, Statement, Term, spelled::Spelling};
use cotangent::prelude::*;
use cotangent::{__private, ErrorKind, debug};
use cotangent_kernels::isa::Isa;
use cotangent_tests::beside::alone;

#[differentiable]
fn picked(table: &Tensor<V, H>, #[constant] ids: &Tensor<i32, B>) -> Tensor<B, H> {
    let rows = table.index_select(0, ids);
    rows.exp()
}

/// The device of these tests, as whoever lost it asks for it.
fn opened_again() -> Result<Device> {
    #[cfg(feature = "cuda")]
    if cotangent_tests::there::named_gpu().is_some() {
        return Device::cuda(0);
    }
    Device::wgpu(0)
}

#[test]
fn a_lost_device_is_an_error_until_it_is_opened_again() {
    let Some((device, _alone)) = alone() else { return };
    let x = tensor![1.0f32, 2.0, 3.0].to(device).unwrap();
    let y = x.exp().unwrap();
    let zeros = |device| __private::zeros::<f32>(&__private::shape_of(&x), device);
    assert_eq!(zeros(device).unwrap().to_vec().unwrap(), [0.0; 3]);
    __private::lose(device);
    for said in [y.to_vec().map(drop), x.exp().map(drop), tensor![1.0f32].to(device).map(drop)] {
        let said = said.unwrap_err();
        assert_eq!(said.kind(), ErrorKind::Device, "{said}");
        assert!(said.to_string().contains(&format!("{device} was lost")), "{said}");
    }
    let again = opened_again().unwrap();
    let z = tensor![1.0f32, 2.0].to(again).unwrap();
    assert_eq!(z.add(&z).unwrap().to_vec().unwrap(), [2.0, 4.0]);
    let said = x.exp().and_then(|y| y.to_vec()).unwrap_err();
    assert!(
        said.kind() == ErrorKind::Device && said.to_string().contains("a device that was lost"),
        "{said}"
    );
    assert_eq!(zeros(again).unwrap().to_vec().unwrap(), [0.0; 3], "those of the lost device are no more");
    drop((x, y));
    assert_eq!(z.to_vec().unwrap(), [1.0, 2.0]);
}

/// What depends on elements is an error of the next read, which names the function, the line and the op.
#[test]
fn indices_that_are_not_there_are_an_error_of_the_next_read() {
    let Some((device, _alone)) = alone() else { return };
    let table: Tensor = Key::new(1).normal([5, 4]).and_then(|x: Tensor| x.to(device)).unwrap();
    let bad = picked::call(&table, &tensor![1, 5, -7].to(device).unwrap()).unwrap();
    let said = bad.to_vec().unwrap_err();
    assert_eq!(said.kind(), ErrorKind::Index);
    let text = said.to_string();
    assert!(
        text.contains("index_select at tests/tests/device_errors.rs:")
            && text.contains("in `picked`")
            && text.contains("out of range for axis 0 of size 5"),
        "{text}"
    );
    let good = picked::call(&table, &tensor![1, 4, 0].to(device).unwrap()).unwrap();
    assert_eq!(good.to_vec().unwrap().len(), 12, "the error is told once, and the device goes on");
}

/// A look for NaN reads, and what it is told there is not lost.
#[test]
fn a_look_for_nan_tells_what_it_finds_on_its_way() {
    let Some((device, _alone)) = alone() else { return };
    let table: Tensor = Key::new(1).normal([5, 4]).and_then(|x: Tensor| x.to(device)).unwrap();
    let ids = tensor![1, 5, -7].to(device).unwrap();
    debug::nan_check(true);
    let said = picked::call(&table, &ids);
    let nan = tensor![[1.0f32, f32::NAN]].to(device).and_then(|x| picked::call(&x, &tensor![0].to(device)?));
    debug::nan_check(false);
    assert_eq!(said.unwrap_err().kind(), ErrorKind::Index);
    assert_eq!(nan.unwrap_err().kind(), ErrorKind::Nan);
}

/// A kernel whose text no driver takes: what is said names the function, the line and the op, and the device goes on.
#[test]
fn a_text_that_is_refused_is_an_error_of_its_op() {
    static WRONG: Spelling =
        Spelling { name: "wrong", cuda: "\n#error x0 + h0 of other types\n", wgsl: "x0 + h0 of other types" };
    struct Wrong;
    impl Point for Wrong {
        type Ins = [f32; 1];
        type Outs = [f32; 1];
        const SOURCE: &'static Source = &Source {
            numbers: &[DType::F32],
            statements: &[Statement { op: &WRONG, dtype: DType::I32, reads: &[] }],
            outs: &[Term::Value(0)],
            ..Source::NONE
        };
        fn numbers(&self, into: &mut Vec<f64>) {
            into.push(1.0);
        }
        fn point<S: Isa>(&self, _: S, x: [f32; 1]) -> [f32; 1] {
            x
        }
    }
    static PLACE: Place = Place::new("wrong", "src/wrong.rs", &[7]);
    let Some((device, _alone)) = alone() else { return };
    let info = GroupInfo { place: &PLACE, ops: "increased@0(0)", outs: &[0], narrows: false };
    let x = tensor![1.0f32, 2.0].to(device).unwrap();
    for _ in 0..2 {
        let said = __private::launch(&Wrong, &info, [Arg::Ref(&x)], &[]).unwrap_err();
        let text = said.to_string();
        assert!(said.kind() == ErrorKind::Device && text.contains("increased at src/wrong.rs:7"), "{text}");
        let who = if cotangent_tests::there::named_gpu().is_some() { "NVRTC" } else { "wgpu:0" };
        assert!(text.contains("in `wrong`") && text.contains(&format!("{who} refuses a kernel")), "{text}");
        assert!(text.contains("x0 + h0 of other types"), "the driver says where: {text}");
    }
    assert_eq!(x.exp().and_then(|y| y.ln()?.to_vec()).unwrap().len(), 2);
}

#[differentiable]
fn of_many(
    a: &Tensor<L, M, N>,
    b: &Tensor<L, M, N>,
    c: &Tensor<L, M, N>,
    d: &Tensor<L, M, N>,
    e: &Tensor<L, M, N>,
    f: &Tensor<L, M, N>,
    g: &Tensor<L, M, N>,
    h: &Tensor<L, M, N>,
    i: &Tensor<L, M, N>,
) -> Scalar {
    (a * b + c * d + e * f + g * h * i).exp().sum()
}

/// A kernel is cut where an adapter binds few buffers. Of a space without points that takes no memory.
#[test]
fn cuts_of_nothing_are_small() {
    // CUDA binds more operands than a kernel has.
    let Some(device) = cotangent_tests::wgpu().filter(|device| device.to_string().starts_with("wgpu")) else {
        return;
    };
    let name = "cuts_of_nothing_are_small";
    if std::env::var("COTANGENT_WGPU_LIMITS").as_deref() != Ok("default") {
        let me = std::env::current_exe().unwrap();
        let mut child = Command::new(me);
        let ran =
            child.args(["--exact", name, "--nocapture"]).env("COTANGENT_WGPU_LIMITS", "default").output();
        assert!(ran.as_ref().is_ok_and(|ran| ran.status.success()), "{ran:?}");
        return;
    }
    for dims in [[0, 20_000, 20_000], [20_000, 0, 20_000], [2, 3, 5]] {
        let x = Tensor::<f32>::zeros(dims).unwrap().to(device).unwrap();
        let (sum, grads) = of_many::value_and_grad(&x, &x, &x, &x, &x, &x, &x, &x, &x).unwrap();
        assert_eq!(sum.item().unwrap(), dims.iter().product::<usize>() as f32);
        assert!(grads.i.to_vec().unwrap().iter().all(|g| *g == 0.0));
    }
}

/// Memory runs out, in a process of its own that is given little.
#[test]
#[cfg(target_os = "linux")]
fn memory_that_is_not_there_is_an_error_and_the_device_goes_on() {
    const GIVEN: usize = 700 << 20;
    const EACH: usize = 100 << 20;
    const LITTLE: &str = "COTANGENT_TEST_LITTLE";
    let Some((device, _alone)) = alone() else { return };
    // Memory of a GPU is none that the process is given.
    if cotangent_tests::there::named_gpu().is_some() && std::env::var_os("COTANGENT_STANDIN").is_none() {
        let _ = writeln!(std::io::stderr(), "left out: a GPU's memory, which cannot be kept small");
        return;
    }
    if std::env::var_os(LITTLE).is_none() {
        let me = std::env::current_exe().unwrap();
        let name = "memory_that_is_not_there_is_an_error_and_the_device_goes_on";
        let ran = Command::new(me).args(["--exact", name, "--nocapture"]).env(LITTLE, "1").output().unwrap();
        assert!(ran.status.success(), "{ran:?}");
        return;
    }
    let one = Tensor::scalar(1.0f32).to(device).unwrap();
    let ones = |n: usize| one.broadcast_to([n]).and_then(|x| x.contiguous());
    assert_eq!(ones(1000).unwrap().sum().unwrap().item().unwrap(), 1000.0);
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let kilobytes = status.lines().find_map(|line| line.strip_prefix("VmSize:")).unwrap();
    let bytes = kilobytes.trim().trim_end_matches(" kB").parse::<usize>().unwrap() * 1024 + GIVEN;
    let pid = std::process::id();
    let limits = Command::new("prlimit").args([format!("--pid={pid}"), format!("--as={bytes}")]).status();
    assert!(limits.unwrap().success());
    let (mut kept, mut said) = (Vec::new(), None);
    for _ in 0..2 * GIVEN / EACH {
        match ones(EACH / 4) {
            Ok(x) => kept.push(x),
            Err(e) => {
                said = Some(e);
                break;
            }
        }
    }
    let said = said.unwrap_or_else(|| panic!("{} tensors of {EACH} bytes in {GIVEN} bytes", kept.len()));
    assert_eq!(said.kind(), ErrorKind::Memory, "{said}");
    assert!(said.to_string().contains(&format!("out of memory: {device} has no 104857600 bytes")), "{said}");
    assert!(!kept.is_empty(), "none was there from the start");
    assert_eq!(kept[0].sum().unwrap().item().unwrap(), (EACH / 4) as f32);
    drop(kept);
    let again = ones(EACH / 4).unwrap();
    assert_eq!(again.get(&[EACH / 4 - 1]).unwrap(), 1.0);
}
