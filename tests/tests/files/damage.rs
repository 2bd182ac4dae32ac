//! Files that are torn, changed or of something else.

use std::fs;

use cotangent::optim::{Lion, Optimizer};
use cotangent::prelude::*;
use cotangent::{ErrorKind, Snapshot};

use super::folder::Folder;

type Model = (Tensor<f32>, Vec<Tensor<f64>>);
type Lions = Optimizer<Lion>;

fn zeros() -> Model {
    (Tensor::zeros([2, 1]).unwrap(), vec![Tensor::zeros([3]).unwrap()])
}

/// A small file with everything in it, and what it was made of.
fn sample(folder: &Folder) -> (Vec<u8>, Snapshot) {
    let mut model: Model = (tensor![[1.5], [-2.0]], vec![tensor![0.1, 0.2, 0.3]]);
    let mut optimizer = Optimizer::new(Lion::default());
    let g = model.clone();
    optimizer.step(&mut model, &g).unwrap();
    let snapshot = Snapshot::of(&model).unwrap().with_optimizer(&optimizer).unwrap();
    let snapshot = snapshot.with_step(20).with_key(Key::new(u64::MAX - 5)).with_note("lr", "0.5");
    let snapshot = snapshot.with_tensor("mask", &tensor![true, false]);
    let path = folder.file("sample");
    snapshot.save(&path).unwrap();
    (fs::read(path).unwrap(), snapshot)
}

/// Everything that can be asked of it, as text.
fn everything(snapshot: &Snapshot) -> String {
    let (mut model, mut optimizer): (Model, Lions) = (zeros(), Optimizer::new(Lion::default()));
    snapshot.restore_with(&mut model, &mut optimizer).unwrap();
    let others =
        (snapshot.step(), snapshot.key(), snapshot.note("lr"), snapshot.tensor::<bool>("mask").unwrap());
    format!("{model:?} {optimizer:?} {others:?}")
}

/// Either what was written, or an error that names the file and leaves everything as it was.
fn opened(folder: &Folder, bytes: &[u8]) -> Result<String> {
    let path = folder.file("other");
    fs::write(&path, bytes).unwrap();
    let (mut model, mut optimizer): (Model, Lions) = (zeros(), Optimizer::new(Lion::default()));
    let before = format!("{model:?} {optimizer:?}");
    let read = Snapshot::open(&path).and_then(|snapshot| {
        snapshot.restore_with(&mut model, &mut optimizer)?;
        snapshot.tensor::<bool>("mask")?;
        Ok(everything(&snapshot))
    });
    if let Err(e) = &read {
        assert!(e.to_string().contains(&format!("`{}`", path.display())), "{e}");
        assert_eq!(format!("{model:?} {optimizer:?}"), before);
        assert_eq!(fs::read(&path).unwrap(), bytes, "the file is only read");
    }
    read
}

#[test]
fn cut_off_at_every_byte() {
    let folder = Folder::new("torn");
    let (bytes, snapshot) = sample(&folder);
    assert_eq!(opened(&folder, &bytes).unwrap(), everything(&snapshot));
    for len in 0..bytes.len() {
        let e = opened(&folder, &bytes[..len]).unwrap_err();
        assert_eq!(e.kind(), ErrorKind::File);
        assert!(e.to_string().contains("it is cut off"), "{len} bytes: {e}");
    }
    for more in [1, 8, 100] {
        let longer = [&bytes[..], &vec![0; more]].concat();
        let e = opened(&folder, &longer).unwrap_err();
        assert!(e.to_string().ends_with(&format!("{more} bytes follow behind its end")), "{e}");
    }
}

/// Every bit of the header and of the data: found out, or without meaning.
#[test]
fn every_bit_flipped() {
    let folder = Folder::new("flipped");
    let (bytes, snapshot) = sample(&folder);
    let whole = everything(&snapshot);
    let header = 8 + u64::from_le_bytes(bytes[..8].try_into().unwrap()) as usize;
    for bit in 0..8 * bytes.len() {
        let mut other = bytes.clone();
        other[bit / 8] ^= 1 << (bit % 8);
        match opened(&folder, &other) {
            Ok(read) => assert!(bit / 8 < header && read == whole, "bit {bit} makes {read}"),
            Err(e) => {
                assert!(matches!(e.kind(), ErrorKind::File | ErrorKind::Value | ErrorKind::Shape), "{e}")
            }
        }
    }
}

/// Zeros where the disk had not written yet, and two parts in the wrong order.
#[test]
fn blocks_that_were_not_written() {
    let folder = Folder::new("holes");
    let (bytes, _) = sample(&folder);
    let end = bytes.len();
    for (from, to) in [(0, 8), (0, end / 2), (end / 2, end), (end - 16, end - 8)] {
        let mut other = bytes.clone();
        other[from..to].fill(0);
        assert_eq!(opened(&folder, &other).unwrap_err().kind(), ErrorKind::File, "{from}..{to}");
    }
    let mut swapped = bytes.clone();
    let (first, second) = (end - 24, end - 16);
    for i in 0..8 {
        swapped.swap(first + i, second + i);
    }
    assert_ne!(swapped, bytes);
    let e = opened(&folder, &swapped).unwrap_err();
    assert!(e.to_string().contains("its content is not that of which the sum was taken"), "{e}");
}

#[test]
fn files_of_something_else() {
    let folder = Folder::new("foreign");
    let other = |bytes: &[u8]| opened(&folder, bytes).unwrap_err().to_string();
    assert!(other(b"").contains("it is cut off or no safetensors file: it has 0 bytes"));
    assert!(other(b"step,loss\n0,1.5\n1,1.25\n").contains("it is damaged or no safetensors file"));
    assert!(other(b"\x89PNG\r\n\x1a\n0123456789").contains("it is damaged or no safetensors file"));
    assert!(other(b"PK\x03\x04\0\0\0\0more").contains("it is cut off or no safetensors file"));
    assert!(
        other(&[3, 0, 0, 0, 0, 0, 0, 0, b'a', b'b', b'c']).contains("it is damaged or no safetensors file")
    );
    // A header that asks for a lot of memory is refused before any is taken.
    assert!(other(&u64::MAX.to_le_bytes()).contains("its header would have 18446744073709551615 bytes"));
    let huge =
        file(r#"{"x":{"dtype":"F32","shape":[4000000000000],"data_offsets":[0,16000000000000]}}"#, &[]);
    assert!(other(&huge).contains("it is cut off"));
    let wrapped =
        file(r#"{"x":{"dtype":"F32","shape":[4294967296,4294967296,4],"data_offsets":[0,0]}}"#, &[]);
    assert!(other(&wrapped).contains("it is damaged"));
    let missing = folder.file("none");
    let e = Snapshot::open(&missing).unwrap_err().to_string();
    assert!(e.starts_with(&format!("`{}` is not read: No such file", missing.display())), "{e}");
    assert!(Snapshot::open(folder.path()).unwrap_err().to_string().contains("is not read: "));
}

fn file(header: &str, data: &[u8]) -> Vec<u8> {
    [&(header.len() as u64).to_le_bytes(), header.as_bytes(), data].concat()
}

/// Parameters from another program: no sum, no step, other metadata, offsets in any order.
#[test]
fn safetensors_of_another_program() {
    let folder = Folder::new("program");
    let header = r#"{"__metadata__":{"format":"pt"},"1.0":{"dtype":"F64","shape":[1],"data_offsets":[8,16]},
        "0":{"dtype":"F32","shape":[2,1],"data_offsets":[0,8]}}"#;
    let data = [&1f32.to_le_bytes()[..], &2f32.to_le_bytes(), &3f64.to_le_bytes()].concat();
    let path = folder.file("theirs.safetensors");
    fs::write(&path, file(header, &data)).unwrap();
    let mut model: Model = (Tensor::zeros([2, 1]).unwrap(), vec![Tensor::zeros([1]).unwrap()]);
    cotangent::load(&path, &mut model).unwrap();
    assert_eq!((model.0.to_vec().unwrap(), model.1[0].item().unwrap()), (vec![1.0, 2.0], 3.0));
    let snapshot = Snapshot::open(&path).unwrap();
    assert_eq!((snapshot.step(), snapshot.key()), (None, None));
    let e = snapshot.restore_with(&mut model, &mut Optimizer::new(Lion::default())).unwrap_err();
    assert_eq!(e.to_string(), format!("`{}`: no state of an optimiser is there", path.display()));
    let wide = file(r#"{"n":{"dtype":"I64","shape":[],"data_offsets":[0,8]}}"#, &[0; 8]);
    fs::write(&path, wide).unwrap();
    let e = Snapshot::open(&path).unwrap_err().to_string();
    assert!(e.ends_with("`n` is I64, which no tensor here can be"), "{e}");
    let truth = file(r#"{"n":{"dtype":"BOOL","shape":[2],"data_offsets":[0,2]}}"#, &[1, 2]);
    fs::write(&path, truth).unwrap();
    let e = Snapshot::open(&path).unwrap_err().to_string();
    assert!(e.ends_with("`n`: a byte 2 is no bool"), "{e}");
}

/// What one reader takes for the first and another for the last: names of tensors, of metadata and of what a file says of itself,
/// however they are written.
#[test]
fn names_that_stand_there_twice() {
    let folder = Folder::new("twice");
    let path = folder.file("twice.safetensors");
    let refused = |header: &str, data: &[u8], name: &str| {
        fs::write(&path, file(header, data)).unwrap();
        let e = Snapshot::open(&path).unwrap_err();
        assert_eq!(e.kind(), ErrorKind::File);
        assert!(e.to_string().contains(&format!("`{name}` stands there twice")), "{e}");
    };
    let tensor = r#"{"dtype":"F32","shape":[1],"data_offsets":[0,4]}"#;
    refused(&format!(r#"{{"x":{tensor},"x":{tensor}}}"#), &[0; 4], "x");
    refused(&format!(r#"{{"\u0078":{tensor}, "y":{tensor},"x":{tensor}}}"#), &[0; 4], "x");
    let next = tensor.replace("[0,4]", "[4,8]");
    refused(&format!(r#"{{"x":{tensor},"x":{next}}}"#), &[0; 8], "x");
    refused(&format!(r#"{{"__metadata__":{{"a":"1","b":"2","a":"1"}},"x":{tensor}}}"#), &[0; 4], "a");
    refused(&format!(r#"{{"__metadata__":{{}},"x":{tensor},"__metadata__":{{}}}}"#), &[0; 4], "__metadata__");
    refused(r#"{"x":{"dtype":"F32","shape":[2],"shape":[1],"data_offsets":[0,4]}}"#, &[0; 4], "shape");
    // A file of ours in which the step stands twice, the second time with the number that the sum was taken of.
    let (bytes, _) = sample(&folder);
    let header = u64::from_le_bytes(bytes[..8].try_into().unwrap()) as usize;
    let (text, data) = (std::str::from_utf8(&bytes[8..8 + header]).unwrap(), &bytes[8 + header..]);
    let step = r#"\"step\":\"20\""#;
    let step = if text.contains(step) { step } else { r#"\"step\":20"# };
    assert!(text.contains(step), "{text}");
    refused(&text.replace(step, &format!("{},{step}", step.replace("20", "21"))), data, "step");
}

/// A header of many names is read in a time that grows with them, and no faster: eight times as many are far from 64 times the time.
#[test]
fn many_names() {
    let folder = Folder::new("many");
    let path = folder.file("many.safetensors");
    let tensor = r#"{"dtype":"F32","shape":[0],"data_offsets":[0,0]}"#;
    let time = |count: usize| {
        let names: Vec<String> = (0..count).map(|i| format!(r#""layers.{i}.weight":{tensor}"#)).collect();
        let header = |more: &str| file(&format!("{{{}{more}}}", names.join(",")), &[]);
        fs::write(&path, header(&format!(r#","layers.0.weight":{tensor}"#))).unwrap();
        let e = Snapshot::open(&path).unwrap_err().to_string();
        assert!(e.contains("`layers.0.weight` stands there twice"), "{e}");
        fs::write(&path, header("")).unwrap();
        let start = std::time::Instant::now();
        assert_eq!(Snapshot::open(&path).unwrap().names().count(), count);
        start.elapsed()
    };
    let (few, many) = (time(5_000), time(40_000));
    assert!(many < 40 * few, "{few:?}, then {many:?}");
}
