//! Texts of kernels that compile in a folder, for whoever reads them or has them checked: `COTANGENT_WGPU_TEXTS` names it.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::PathBuf;

use crate::error::{Error, ErrorKind, Result};

/// The folder, if there is one.
#[derive(Debug, Default)]
pub(super) struct Shown(Option<PathBuf>);

impl Shown {
    pub(super) fn from_env() -> Self {
        Self(std::env::var_os("COTANGENT_WGPU_TEXTS").filter(|folder| !folder.is_empty()).map(PathBuf::from))
    }

    /// Writes a text as it goes to the driver, unless it is there. Its first line names the thread, which in a test is the test.
    pub(super) fn show(&self, text: &str) -> Result<()> {
        let Some(folder) = &self.0 else { return Ok(()) };
        let mut hash = DefaultHasher::new();
        text.hash(&mut hash);
        let path = folder.join(format!("{:016x}.wgsl", hash.finish()));
        if path.exists() {
            return Ok(());
        }
        let thread = std::thread::current();
        let all = format!("// {}\n{text}", thread.name().unwrap_or("a thread"));
        std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&path, all)).map_err(|why| {
            Error::new(ErrorKind::Device, format!("COTANGENT_WGPU_TEXTS: {}: {why}", path.display()))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_written_once() {
        let folder = std::env::temp_dir().join(format!("cotangent-texts-{}", std::process::id()));
        let (shown, none) = (Shown(Some(folder.clone())), Shown::default());
        for text in ["fn f() {}", "fn g() {}", "fn f() {}"] {
            shown.show(text).unwrap();
            none.show(text).unwrap();
        }
        let mut texts: Vec<String> = std::fs::read_dir(&folder)
            .unwrap()
            .map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap())
            .collect();
        texts.sort();
        std::fs::remove_dir_all(&folder).unwrap();
        assert_eq!(texts.len(), 2);
        assert!(texts[0].contains("a_text_is_written_once\nfn f() {}"), "{texts:?}");
        std::fs::write(&folder, "no folder").unwrap();
        let refused = shown.show("fn f() {}").unwrap_err().to_string();
        std::fs::remove_file(&folder).unwrap();
        assert!(refused.contains("COTANGENT_WGPU_TEXTS"), "{refused}");
    }
}
