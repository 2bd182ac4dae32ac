//! safetensors: eight bytes with the length of a header, the header, which is JSON, and the bytes of the tensors.
//!
//! Content that is no tensor stands in one entry of the header's metadata, again as JSON, with a sum over the whole
//! content. Files of other programs have no such entry, so that only what the format itself says is checked.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::fs::File;
use std::io::{BufReader, Read, Write};
use std::path::Path;

use cotangent_kernels::DType;
use safetensors::Dtype;
use safetensors::tensor::{Metadata, TensorInfo};
use serde_json::{Map, Value};

use super::digest::Digest;
use super::header::Header;
use super::unique::names_once;
use crate::error::{Error, ErrorKind, Result};
use crate::tensor::any::{AnyTensor, io_error, put};
use crate::tensor::shape::Shape;

/// The metadata entry, and what is in it beside what [`super::Snapshot`] puts there.
const ENTRY: &str = "cotangent";
const SUM: &str = "sum";
const VERSION: &str = "version";
const CURRENT: u64 = 1;

/// As the format's own readers have it.
const HEADER_LIMIT: u64 = 100_000_000;

/// A file without its meaning.
#[derive(Debug, Default)]
pub(super) struct Content {
    pub(super) tensors: BTreeMap<String, AnyTensor>,
    /// Numbers and texts by name; `None` in a file of another program.
    pub(super) about: Option<Map<String, Value>>,
}

#[cold]
pub(super) fn damaged(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::File, message.into())
}

pub(super) fn write(content: &Content, out: &mut impl Write) -> Result<()> {
    let mut tensors: Vec<_> = content.tensors.iter().collect();
    // Large elements first, so that all are aligned; names otherwise.
    tensors.sort_by_key(|(name, x)| (Reverse(x.dtype().size()), *name));
    let mut about = content.about.clone().unwrap_or_default();
    about.insert(VERSION.to_owned(), CURRENT.into());
    let mut digest = begin(&about);
    let (mut infos, mut end) = (Vec::with_capacity(tensors.len()), 0);
    for (name, x) in &tensors {
        let (dtype, shape) = (x.dtype(), x.shape());
        describe(&mut digest, name, dtype, &shape);
        x.write(|bytes| {
            digest.add(bytes);
            Ok(())
        })?;
        let start = end;
        end += shape.numel() * dtype.size();
        let info = TensorInfo { dtype: in_files(dtype), shape: shape.to_vec(), data_offsets: (start, end) };
        infos.push(((*name).clone(), info));
    }
    about.insert(SUM.to_owned(), format!("{:016x}", digest.sum()).into());
    let entry = [(ENTRY.to_owned(), Value::Object(about).to_string())];
    let metadata =
        Metadata::new(Some(entry.into_iter().collect()), infos).map_err(|e| damaged(e.to_string()))?;
    let mut header = serde_json::to_vec(&metadata).map_err(|e| damaged(e.to_string()))?;
    header.resize(header.len().next_multiple_of(8), b' ');
    if header.len() as u64 > HEADER_LIMIT {
        return Err(damaged(format!("{} names and notes are more than the format takes", tensors.len())));
    }
    put(out, &(header.len() as u64).to_le_bytes())?;
    put(out, &header)?;
    tensors.iter().try_for_each(|(_, x)| x.write(|bytes| put(out, bytes)))
}

pub(super) fn read(path: &Path) -> Result<Content> {
    let file = File::open(path).map_err(|e| io_error(&e))?;
    let len = file.metadata().map_err(|e| io_error(&e))?.len();
    let mut file = BufReader::with_capacity(1 << 16, file);
    let header = header(&mut file, len)?;
    let foreign = |e: &dyn Display| damaged(format!("it is damaged or no safetensors file: {e}"));
    let start = 8 + header.len() as u64;
    let Header { metadata, mut tensors } = serde_json::from_slice(&header).map_err(|e| foreign(&e))?;
    tensors.sort_by_key(|(_, info)| info.data_offsets);
    let metadata =
        Metadata::new(metadata.map(|texts| texts.into_iter().collect()), tensors).map_err(|e| foreign(&e))?;
    let end = start.saturating_add(metadata.data_len() as u64);
    if len < end {
        return Err(damaged(format!("it is cut off: {len} bytes of {end} are there")));
    }
    if len > end {
        return Err(damaged(format!("it is damaged: {} bytes follow behind its end", len - end)));
    }
    let (about, sum) = about(&metadata)?.unzip();
    let mut digest = begin(about.as_ref().unwrap_or(&Map::new()));
    let mut tensors = BTreeMap::new();
    for name in metadata.offset_keys() {
        let Some(info) = metadata.info(&name) else { continue };
        let Some(dtype) = of_file(info.dtype) else {
            return Err(damaged(format!("`{name}` is {}, which no tensor here can be", info.dtype)));
        };
        let shape = Shape::new(&info.shape).map_err(|e| damaged(format!("`{name}`: {}", e.message())))?;
        describe(&mut digest, &name, dtype, &shape);
        let x = AnyTensor::read(dtype, shape, &mut file, |bytes| digest.add(bytes))
            .map_err(|e| Error::new(e.kind(), format!("`{name}`: {}", e.message())))?;
        tensors.insert(name, x);
    }
    if sum.is_some_and(|sum| sum != format!("{:016x}", digest.sum())) {
        return Err(damaged("it is damaged: its content is not that of which the sum was taken"));
    }
    Ok(Content { tensors, about })
}

fn header(file: &mut impl Read, len: u64) -> Result<Vec<u8>> {
    let mut first = [0; 8];
    if len < 8 {
        return Err(damaged(format!("it is cut off or no safetensors file: it has {len} bytes")));
    }
    file.read_exact(&mut first).map_err(|e| io_error(&e))?;
    let header = u64::from_le_bytes(first);
    if header > HEADER_LIMIT {
        let message = format!("it is damaged or no safetensors file: its header would have {header} bytes");
        return Err(damaged(message));
    }
    if header > len - 8 {
        let message = format!("it is cut off or no safetensors file: of a header of {header} bytes ");
        return Err(damaged(format!("{message}{} are there", len - 8)));
    }
    let mut bytes = vec![0; header as usize];
    file.read_exact(&mut bytes).map_err(|e| io_error(&e))?;
    Ok(bytes)
}

/// The entry that a file of ours has about itself, and the sum.
fn about(metadata: &Metadata) -> Result<Option<(Map<String, Value>, String)>> {
    let Some(entries) = metadata.metadata() else { return Ok(None) };
    let Some(text) = entries.get(ENTRY) else {
        // The name of the entry is in no sum.
        let ours = |text: &String| {
            let about: Option<Map<String, Value>> = serde_json::from_str(text).ok();
            about.is_some_and(|about| about.contains_key(SUM) && about.contains_key(VERSION))
        };
        if entries.values().any(ours) {
            return Err(damaged("it is damaged: the name of what it says of itself is another"));
        }
        return Ok(None);
    };
    let parsed = names_once(text.as_bytes()).and_then(|()| serde_json::from_str(text));
    let mut about: Map<String, Value> = parsed.map_err(|e| damaged(format!("it is damaged: {e}")))?;
    match about.get(VERSION).and_then(Value::as_u64) {
        Some(CURRENT) => {}
        Some(version) => {
            let message = format!("it is of version {version}, and this program reads version {CURRENT}");
            return Err(damaged(message));
        }
        None => return Err(damaged("it is damaged: its version is missing")),
    }
    match about.remove(SUM) {
        Some(Value::String(sum)) => Ok(Some((about, sum))),
        _ => Err(damaged("it is damaged: its sum is missing")),
    }
}

fn begin(about: &Map<String, Value>) -> Digest {
    let mut digest = Digest::new();
    // Sorted: the order of a map is that of its insertions where another crate asks serde_json for that.
    let sorted: BTreeMap<_, _> = about.iter().collect();
    for (name, value) in sorted {
        digest.text(name);
        digest.text(&value.to_string());
    }
    digest
}

fn describe(digest: &mut Digest, name: &str, dtype: DType, shape: &Shape) {
    digest.text(name);
    digest.text(dtype.name());
    digest.number(shape.rank() as u64);
    shape.iter().for_each(|&dim| digest.number(dim as u64));
}

fn in_files(dtype: DType) -> Dtype {
    match dtype {
        DType::F32 => Dtype::F32,
        DType::F64 => Dtype::F64,
        DType::F16 => Dtype::F16,
        DType::Bf16 => Dtype::BF16,
        DType::I32 => Dtype::I32,
        DType::Bool => Dtype::BOOL,
        DType::U8 => Dtype::U8,
    }
}

fn of_file(dtype: Dtype) -> Option<DType> {
    DType::ALL.iter().copied().find(|&d| in_files(d) == dtype)
}
