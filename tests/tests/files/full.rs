//! A disk that is full while a file is written: a process of its own, whose files may be so long and no longer.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use cotangent::optim::{Adam, Optimizer};
use cotangent::prelude::*;
use cotangent::{ErrorKind, Snapshot};

use super::folder::Folder;

/// Names the file to the process that writes it.
const FILE: &str = "COTANGENT_FULL_DISK";

/// Three tensors, each longer than what is written at a time, with moments.
fn snapshot(seed: u64) -> Snapshot {
    let key = Key::new(seed);
    let mut model: [Tensor; 3] = [0, 1, 2].map(|i| key.fold(i).normal([200_000]).unwrap());
    let mut optimizer = Optimizer::new(Adam::default());
    let gradient = model.clone();
    optimizer.step(&mut model, &gradient).unwrap();
    Snapshot::of(&model).unwrap().with_optimizer(&optimizer).unwrap().with_step(seed)
}

/// The other process runs this test. An error says what failed and why, and the process goes on as before.
#[test]
fn in_a_process_with_little_room() {
    let Some(file) = std::env::var_os(FILE).map(PathBuf::from) else { return };
    let error = snapshot(2).save(&file).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::File);
    let text = error.to_string();
    assert!(text.starts_with(&format!("`{}` is not written: File too large", file.display())), "{text}");
    let mut read = Tensor::<f32>::zeros([200_000]).unwrap();
    assert_eq!(Snapshot::open(&file).unwrap().step(), Some(1));
    assert!(cotangent::load(&file, &mut read).is_err(), "it holds three");
}

/// Runs that test where a file has at most so many blocks. A signal that is ignored stays ignored, and the write fails
/// instead.
fn limited(file: &Path, blocks: &str) -> Output {
    let script = "trap '' XFSZ; ulimit -f \"$1\" && exec \"$0\" --exact full::in_a_process_with_little_room";
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(script).arg(std::env::current_exe().unwrap()).arg(blocks);
    shell.env(FILE, file).output().unwrap()
}

#[test]
fn leaves_the_old_file_and_nothing_else() {
    let folder = Folder::new("full");
    let file = folder.file("run.safetensors");
    snapshot(1).save(&file).unwrap();
    let old = fs::read(&file).unwrap();
    // Before the first byte, in the header, within tensors, and shortly before the end: blocks have 512 or 1024 bytes.
    for blocks in ["0", "1", "500", "1700", "3000", "6900"] {
        let output = limited(&file, blocks);
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && text.contains("1 passed"), "{blocks} blocks: {text}");
        assert!(fs::read(&file).unwrap() == old, "{blocks} blocks: the file is another");
        assert_eq!(folder.names(), ["run.safetensors"], "{blocks} blocks");
    }
    // Where there is room, the other process says that there was no error.
    let output = limited(&file, "unlimited");
    assert!(!output.status.success() && String::from_utf8_lossy(&output.stdout).contains("unwrap_err"));
    assert_eq!(Snapshot::open(&file).unwrap().step(), Some(2));
    assert_eq!(folder.names(), ["run.safetensors"]);
}
