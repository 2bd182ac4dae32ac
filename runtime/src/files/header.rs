//! The header of a safetensors file, read once. An object in which a name stands twice is an error: other readers take the first of such
//! entries, or the last, and what such a file holds is not known.

use std::fmt;

use safetensors::Dtype;
use safetensors::tensor::TensorInfo;
use serde_core::Deserialize;
use serde_core::de::{Deserializer, Error, IgnoredAny, MapAccess, Visitor};

/// Where the format has texts; no tensor is called that.
const METADATA: &str = "__metadata__";

/// Entries in the order of the file.
#[derive(Default)]
pub(super) struct Header {
    pub(super) metadata: Option<Vec<(String, String)>>,
    pub(super) tensors: Vec<(String, TensorInfo)>,
}

macro_rules! maps {
    ($($T:ident($entries:ident: $A:ident) $read:block)*) => {$(
        impl<'de> Deserialize<'de> for $T {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                struct Read;
                impl<'de> Visitor<'de> for Read {
                    type Value = $T;

                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        f.write_str("an object")
                    }

                    fn visit_map<$A: MapAccess<'de>>(self, mut $entries: $A) -> Result<$T, $A::Error> $read
                }
                from.deserialize_map(Read)
            }
        }
    )*};
}

/// Metadata of other names than any before.
struct Texts(Vec<(String, String)>);
/// A tensor, of whose entries others than those of the format say nothing.
struct Info(TensorInfo);

maps! {
    Header(entries: A) {
        let mut header = Header::default();
        while let Some(name) = entries.next_key::<String>()? {
            if name == METADATA {
                put(&mut header.metadata, METADATA, entries.next_value::<Texts>()?.0)?;
            } else {
                header.tensors.push((name, entries.next_value::<Info>()?.0));
            }
        }
        once(&header.tensors)?;
        Ok(header)
    }

    Texts(entries: A) {
        let mut texts = Vec::new();
        while let Some(entry) = entries.next_entry()? {
            texts.push(entry);
        }
        once(&texts)?;
        Ok(Texts(texts))
    }

    Info(entries: A) {
        let (mut dtype, mut shape, mut data_offsets) = (None::<Dtype>, None::<Vec<usize>>, None::<(usize, usize)>);
        while let Some(name) = entries.next_key::<String>()? {
            match &*name {
                "dtype" => put(&mut dtype, &name, entries.next_value()?)?,
                "shape" => put(&mut shape, &name, entries.next_value()?)?,
                "data_offsets" => put(&mut data_offsets, &name, entries.next_value()?)?,
                _ => drop(entries.next_value::<IgnoredAny>()?),
            }
        }
        let missing = A::Error::missing_field;
        Ok(Info(TensorInfo {
            dtype: dtype.ok_or_else(|| missing("dtype"))?,
            shape: shape.ok_or_else(|| missing("shape"))?,
            data_offsets: data_offsets.ok_or_else(|| missing("data_offsets"))?,
        }))
    }
}

fn put<T, E: Error>(slot: &mut Option<T>, name: &str, value: T) -> Result<(), E> {
    if slot.replace(value).is_some() { Err(twice(name)) } else { Ok(()) }
}

/// Sorted and not hashed: without optimisation that is a third of the time.
fn once<T, E: Error>(entries: &[(String, T)]) -> Result<(), E> {
    let mut names: Vec<&str> = entries.iter().map(|(name, _)| name.as_str()).collect();
    names.sort_unstable();
    match names.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(twice(pair[0])),
        None => Ok(()),
    }
}

fn twice<E: Error>(name: &str) -> E {
    E::custom(format_args!("`{name}` stands there twice"))
}
