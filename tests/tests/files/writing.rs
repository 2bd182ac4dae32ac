//! What is written and comes back, and what a failure to write leaves.

use std::fs;

use cotangent::optim::{Adam, Optimizer};
use cotangent::prelude::*;
use cotangent::{ErrorKind, Snapshot};

use super::folder::Folder;
use super::models::*;

fn comes_back<T: Float>(folder: &Folder) {
    let path = folder.file("model.safetensors");
    let saved = model::<T>(11);
    cotangent::save(&path, &saved).unwrap();
    let mut loaded = model::<T>(12);
    let mean = loaded.mean.to_vec().unwrap();
    assert_ne!(elements(&loaded), elements(&saved));
    cotangent::load(&path, &mut loaded).unwrap();
    assert_eq!(elements(&loaded), elements(&saved), "{}", T::DTYPE);
    assert_eq!(loaded.params().unwrap(), saved.params().unwrap());
    assert_eq!(loaded.mean.to_vec().unwrap(), mean, "constants are no parameters");
}

#[test]
fn of_every_float_type() {
    let folder = Folder::new("types");
    comes_back::<f32>(&folder);
    comes_back::<f64>(&folder);
    comes_back::<f16>(&folder);
    comes_back::<bf16>(&folder);
}

/// Bits, not numbers: NaN with a payload, infinities, zeros of both signs, subnormal numbers; no elements; views.
#[test]
fn bits_and_layouts() {
    let folder = Folder::new("bits");
    let path = folder.file("x.safetensors");
    let odd = [f32::from_bits(0x7FC0_1234), f32::NEG_INFINITY, -0.0, 1e-45, f32::MAX, 3.0];
    let x = Tensor::from_slice(&odd, [2, 3]).unwrap();
    let empty = Tensor::<f64>::zeros([0, 4]).unwrap();
    let saved = (x.t().unwrap(), empty.clone(), x.narrow(1, 1, 1).unwrap());
    cotangent::save(&path, &saved).unwrap();
    let ones = |shape: &[usize]| Tensor::<f32>::ones(shape).unwrap();
    let mut loaded = (ones(&[3, 2]), empty, ones(&[2, 1]));
    cotangent::load(&path, &mut loaded).unwrap();
    let bits = |x: &Tensor| x.to_vec().unwrap().into_iter().map(f32::to_bits).collect::<Vec<_>>();
    assert_eq!(bits(&loaded.0), bits(&saved.0));
    assert_eq!(bits(&loaded.2), bits(&saved.2));
    assert_eq!(loaded.1.shape(), [0, 4]);
    // Larger than the parts in which files are written.
    let big: Tensor<f16> = Key::new(1).normal(100_001).unwrap();
    cotangent::save(&path, &big).unwrap();
    let mut back = Tensor::<f16>::zeros([100_001]).unwrap();
    cotangent::load(&path, &mut back).unwrap();
    assert_eq!(back.to_vec().unwrap(), big.to_vec().unwrap());
}

/// The same content is the same file, byte for byte; and it is what the format says.
#[test]
fn the_format() {
    let folder = Folder::new("format");
    let (a, b) = (folder.file("a"), folder.file("b"));
    let model = (tensor![1.0f32, 2.0], [Tensor::full([1], f16::ONE).unwrap()], tensor![[0.5f64]]);
    let write = |path| {
        let snapshot =
            Snapshot::of(&model).unwrap().with_step(3).with_note("b", "2").with_note("a", "\"1\"\n");
        let snapshot = snapshot.with_tensor("mask", &tensor![true, false]);
        snapshot.with_tensor("pixels", &tensor![7u8, 255]).save(path).unwrap();
    };
    write(&a);
    write(&b);
    let bytes = fs::read(&a).unwrap();
    assert_eq!(bytes, fs::read(&b).unwrap());
    let header = u64::from_le_bytes(bytes[..8].try_into().unwrap()) as usize;
    assert_eq!(header % 8, 0);
    let text = std::str::from_utf8(&bytes[8..8 + header]).unwrap();
    for part in [
        r#""2":{"dtype":"F64","shape":[1,1],"data_offsets":[0,8]}"#,
        r#""0":{"dtype":"F32","shape":[2],"data_offsets":[8,16]}"#,
        r#""1.0":{"dtype":"F16","shape":[1],"data_offsets":[16,18]}"#,
        r#""tensor/mask":{"dtype":"BOOL","shape":[2],"data_offsets":[18,20]}"#,
        r#""tensor/pixels":{"dtype":"U8","shape":[2],"data_offsets":[20,22]}"#,
    ] {
        assert!(text.contains(part), "{text}");
    }
    assert!(text.starts_with(r#"{"__metadata__":{"cotangent":"#), "{text}");
    let mut data = 0.5f64.to_le_bytes().to_vec();
    data.extend([1.0f32, 2.0].iter().flat_map(|v| v.to_le_bytes()));
    data.extend([0x00, 0x3C, 1, 0, 7, 255]);
    assert_eq!(&bytes[8 + header..], data);
    let snapshot = Snapshot::open(&a).unwrap();
    assert_eq!((snapshot.step(), snapshot.key(), snapshot.note("a")), (Some(3), None, Some("\"1\"\n")));
    assert_eq!(snapshot.tensor::<bool>("mask").unwrap().to_vec().unwrap(), [true, false]);
    assert_eq!(snapshot.tensor::<u8>("pixels").unwrap().to_vec().unwrap(), [7, 255]);
    assert_eq!(snapshot.tensor::<f64>("2").unwrap().item().unwrap(), 0.5);
    assert_eq!(snapshot.names().collect::<Vec<_>>(), ["0", "1.0", "2"]);
    let e = snapshot.tensor::<f32>("2").unwrap_err().to_string();
    assert!(e.ends_with("/a`: `2` has elements of type f64, not f32"), "{e}");
}

/// A snapshot is not moved by the training that goes on.
#[test]
fn a_snapshot_stays_as_it_was() {
    let folder = Folder::new("stays");
    let mut x = tensor![1.0f32, 2.0];
    let mut optimizer = Optimizer::new(Adam::default());
    let g = tensor![1.0f32, 1.0];
    optimizer.step(&mut x, &g).unwrap();
    let then = x.to_vec().unwrap();
    let snapshot = Snapshot::of(&x).unwrap().with_optimizer(&optimizer).unwrap();
    let early = folder.file("early");
    snapshot.save(&early).unwrap();
    for _ in 0..3 {
        optimizer.step(&mut x, &g).unwrap();
    }
    let late = folder.file("late");
    snapshot.save(&late).unwrap();
    assert_eq!(fs::read(early).unwrap(), fs::read(late).unwrap());
    snapshot.restore_with(&mut x, &mut optimizer).unwrap();
    assert_eq!((x.to_vec().unwrap(), optimizer.steps()), (then, 1));
}

/// Where nothing can be written, the error names the file, and the old one is untouched; nothing else is left.
#[test]
fn folders_that_cannot_be_written() {
    let folder = Folder::new("unwritable");
    let x = tensor![1.0f32];
    let file = folder.file("model");
    cotangent::save(&file, &x).unwrap();
    let old = fs::read(&file).unwrap();
    let refused = |path: std::path::PathBuf| {
        let e = cotangent::save(&path, &x).unwrap_err();
        assert_eq!(e.kind(), ErrorKind::File);
        let start = format!("save: `{}` is not written: ", path.display());
        let text = e.to_string();
        assert!(text.starts_with(&start), "{text}");
        text[start.len()..].to_owned()
    };
    assert!(refused(folder.file("none").join("model")).contains("No such file"));
    assert!(refused(file.join("model")).contains("Not a directory"));
    assert_eq!(refused(folder.path().to_owned()), "it is a folder");
    assert_eq!(refused(folder.path().join("..")), "it is a folder");
    // A name that is longer than names can be, and so is that of its temporary.
    assert!(refused(folder.file(&"x".repeat(300))).contains("too long"));
    assert_eq!(fs::read(&file).unwrap(), old);
    assert_eq!(folder.names(), ["model"]);
}

/// What a process that was killed left behind is in nobody's way, and a link stays one.
#[test]
#[cfg(unix)]
fn leftovers_and_links() {
    let folder = Folder::new("leftovers");
    let (file, link) = (folder.file("model"), folder.file("link"));
    for i in 0..200 {
        fs::write(folder.file(&format!(".model.{}-{i}.tmp", std::process::id())), b"half").unwrap();
    }
    cotangent::save(&file, &tensor![1.0f32]).unwrap();
    std::os::unix::fs::symlink("model", &link).unwrap();
    cotangent::save(&link, &tensor![2.0f32]).unwrap();
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    let mut x = tensor![0.0f32];
    cotangent::load(&file, &mut x).unwrap();
    assert_eq!(x.item().unwrap(), 2.0);
    assert_eq!(folder.names().len(), 202);
}

/// Whoever could not read the old file cannot read the new one; a new name gets what the process gives to any.
#[test]
#[cfg(unix)]
fn permissions_stay() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("permissions");
    let (file, link, plain) = (folder.file("model"), folder.file("link"), folder.file("plain"));
    let mode = |path: &std::path::Path| fs::metadata(path).unwrap().permissions().mode() & 0o7777;
    fs::write(&plain, b"").unwrap();
    cotangent::save(&file, &tensor![0.0f32]).unwrap();
    assert_eq!(mode(&file), mode(&plain));
    std::os::unix::fs::symlink("model", &link).unwrap();
    // The last three are more than the usual masks give, or less than a writer needs.
    for (i, bits) in [0o600, 0o640, 0o644, 0o666, 0o777, 0o400].into_iter().enumerate() {
        fs::set_permissions(&file, fs::Permissions::from_mode(bits)).unwrap();
        for path in [&file, &link] {
            cotangent::save(path, &tensor![i as f32]).unwrap();
            assert_eq!(mode(&file), bits, "{bits:o}");
        }
        let mut x = tensor![-1.0f32];
        cotangent::load(&file, &mut x).unwrap();
        assert_eq!(x.item().unwrap(), i as f32);
    }
    assert_eq!(folder.names(), ["link", "model", "plain"]);
}

/// What is no regular file stays what it is: a pipe, a socket, a device.
#[test]
#[cfg(unix)]
fn what_is_no_file_stays() {
    use std::os::unix::fs::FileTypeExt;
    let folder = Folder::new("nodes");
    let (pipe, socket, link) = (folder.file("pipe"), folder.file("socket"), folder.file("link"));
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let _listens = std::os::unix::net::UnixListener::bind(&socket).unwrap();
    std::os::unix::fs::symlink("pipe", &link).unwrap();
    for path in [&pipe, &socket, &link] {
        let e = cotangent::save(path, &tensor![1.0f32]).unwrap_err();
        assert_eq!(e.kind(), ErrorKind::File);
        assert!(e.to_string().ends_with("is not written: it is no regular file"), "{e}");
    }
    let kind = |path| fs::symlink_metadata(path).unwrap().file_type();
    assert!(kind(&pipe).is_fifo() && kind(&socket).is_socket() && kind(&link).is_symlink());
    assert_eq!(folder.names(), ["link", "pipe", "socket"]);
}
