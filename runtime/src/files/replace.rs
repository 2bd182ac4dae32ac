//! A file that is there whole or not at all.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::error::{Error, ErrorKind, Result};
use crate::tensor::any::io_error;

/// Puts what `write` writes where `path` says. It goes to a temporary in the same folder first, which takes the name when
/// it is on disk: after an error, or after power is lost at any time, the old file is there as it was. Whoever might read and
/// write the old one may read and write the new one, and nobody else.
pub(super) fn replace(path: &Path, write: impl FnOnce(&mut BufWriter<File>) -> Result<()>) -> Result<()> {
    // Of a link what it leads to is replaced.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let Some(name) = path.file_name() else {
        return Err(Error::new(ErrorKind::File, "the path ends in no name"));
    };
    let old = fs::metadata(&path).ok();
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        // A device or a pipe would be gone, with a file in its place.
        let what = if path.is_dir() { "it is a folder" } else { "it is no regular file" };
        return Err(Error::new(ErrorKind::File, what));
    }
    let old = old.map(|old| old.permissions());
    let name = name.to_string_lossy();
    let (file, temporary) = create(folder, &name, old.as_ref()).map_err(|e| io_error(&e))?;
    let renamed = || fs::rename(&temporary, &path).map_err(|e| io_error(&e));
    let done = permitted(&file, old).and_then(|()| filled(file, write)).and_then(|()| renamed());
    if let Err(error) = done {
        // Whatever comes of it: the first error is the one to report.
        let _ = fs::remove_file(&temporary);
        return Err(error);
    }
    synced(folder).map_err(|e| io_error(&e))
}

#[cfg_attr(not(unix), allow(unused_variables))]
fn create(folder: &Path, name: &str, old: Option<&Permissions>) -> io::Result<(File, PathBuf)> {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    if let Some(old) = old {
        use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
        // From its first byte on: who opens it while it may still be read reads on.
        options.mode(old.mode());
    }
    loop {
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let temporary = folder.join(format!(".{name}.{}-{count}.tmp", std::process::id()));
        match options.open(&temporary) {
            // Left behind by a process of the same number that was killed.
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {}
            Err(e) => return Err(e),
            Ok(file) => return Ok((file, temporary)),
        }
    }
}

/// The process's mask takes from a file that is made what the old one may have been given since.
fn permitted(file: &File, old: Option<Permissions>) -> Result<()> {
    let permit = |old: Permissions| -> io::Result<()> {
        // Where files have no permissions of their own there is nothing to change, and changing may be an error.
        if file.metadata()?.permissions() != old {
            file.set_permissions(old)?;
        }
        Ok(())
    };
    old.filter(|_| cfg!(unix)).map_or(Ok(()), permit).map_err(|e| io_error(&e))
}

fn filled(file: File, write: impl FnOnce(&mut BufWriter<File>) -> Result<()>) -> Result<()> {
    let mut out = BufWriter::with_capacity(1 << 20, file);
    write(&mut out)?;
    out.flush().and_then(|()| out.get_ref().sync_all()).map_err(|e| io_error(&e))
}

/// The name is in the folder, which is a file of its own.
fn synced(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tensor::any::put;

    fn names(folder: &Path) -> Vec<String> {
        let names = fs::read_dir(folder).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap());
        names.collect()
    }

    /// A disk that is full after any number of bytes, as far as the writer is concerned.
    #[test]
    fn an_error_on_the_way_leaves_the_old_file_and_nothing_else() {
        let folder = std::env::temp_dir().join(format!("cotangent-replace-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("a.bin");
        replace(&path, |out| put(out, b"old")).unwrap();
        for n in [0, 1, 1000, 2 << 20] {
            let e = replace(&path, |out| {
                out.write_all(&vec![7; n]).unwrap();
                Err(Error::new(ErrorKind::File, "No space left on device"))
            });
            assert_eq!(e.unwrap_err().to_string(), "No space left on device");
            assert_eq!(fs::read(&path).unwrap(), b"old");
            assert_eq!(names(&folder), ["a.bin"]);
        }
        // All is written, and then the name cannot be taken: a folder has it, and when that is gone, no folder is there.
        let taken = folder.join("b.bin");
        let e = replace(&taken, |out| {
            fs::create_dir(&taken).unwrap();
            put(out, b"new")
        });
        assert!(e.unwrap_err().to_string().contains("directory"));
        fs::remove_dir(&taken).unwrap();
        assert_eq!(names(&folder), ["a.bin"]);
        let lost = folder.join("lost");
        fs::create_dir(&lost).unwrap();
        let e = replace(&lost.join("a.bin"), |out| {
            fs::remove_dir_all(&lost).unwrap();
            put(out, b"new")
        });
        assert!(e.unwrap_err().to_string().contains("No such file"));
        assert_eq!(names(&folder), ["a.bin"]);
        replace(&path, |out| put(out, b"new")).unwrap();
        assert_eq!((fs::read(&path).unwrap(), names(&folder)), (b"new".to_vec(), vec!["a.bin".to_owned()]));
        assert_eq!(replace(&folder, |_| Ok(())).unwrap_err().to_string(), "it is a folder");
        fs::remove_dir_all(&folder).unwrap();
    }
}
