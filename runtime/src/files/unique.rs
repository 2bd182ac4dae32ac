//! JSON in which no object has a name twice. Of two such entries `serde_json` keeps the last, and other readers keep the first: the
//! content of the file is not known.

use std::collections::HashSet;
use std::fmt;

use serde_core::Deserialize;
use serde_core::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};

/// An error for a name that an object has twice, or for text that is no JSON.
pub(super) fn names_once(json: &[u8]) -> serde_json::Result<()> {
    serde_json::from_slice::<Once>(json).map(|_| ())
}

/// Any value.
struct Once;

impl<'de> Deserialize<'de> for Once {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(Self)
    }
}

macro_rules! atoms {
    ($($visit:ident($T:ty))+) => {$(
        fn $visit<E: Error>(self, _: $T) -> Result<Self, E> {
            Ok(self)
        }
    )+};
}

impl<'de> Visitor<'de> for Once {
    type Value = Self;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    atoms! { visit_bool(bool) visit_i64(i64) visit_u64(u64) visit_f64(f64) visit_str(&str) }

    fn visit_unit<E: Error>(self) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self, A::Error> {
        while items.next_element::<Self>()?.is_some() {}
        Ok(self)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Self, A::Error> {
        let mut names = HashSet::new();
        while let Some((name, _)) = entries.next_entry::<String, Self>()? {
            if let Some(twice) = names.replace(name) {
                return Err(A::Error::custom(format_args!("`{twice}` stands there twice")));
            }
        }
        Ok(self)
    }
}
