//! Elements as devices that run texts store them: truth values and bytes are words, and f64 may be f32.

use std::borrow::Cow;

use cotangent_kernels::DType;

/// Bytes of an element in memory of the device.
pub(in crate::device) fn stored(dtype: DType, narrows: bool) -> usize {
    match dtype {
        _ if dtype.size() == 1 => 4,
        DType::F64 if narrows => 4,
        _ => dtype.size(),
    }
}

/// Elements of the host as the device stores them.
pub(in crate::device) fn to_device(dtype: DType, narrows: bool, bytes: &[u8]) -> Cow<'_, [u8]> {
    match dtype {
        DType::Bool | DType::U8 => words(bytes.len(), bytes.iter().map(|b| u32::from(*b).to_ne_bytes())),
        DType::F64 if narrows => words(bytes.len() / 8, wide(bytes).map(|x| (x as f32).to_ne_bytes())),
        _ => bytes.into(),
    }
}

/// Elements as the device stores them, for the host.
pub(in crate::device) fn to_host(dtype: DType, narrows: bool, stored: &[u8], bytes: &mut [u8]) {
    let words = stored.chunks_exact(4).map(|w| [w[0], w[1], w[2], w[3]]);
    match dtype {
        DType::Bool => bytes.iter_mut().zip(words).for_each(|(b, w)| *b = u8::from(w != [0; 4])),
        DType::U8 => bytes.iter_mut().zip(words).for_each(|(b, w)| *b = u32::from_ne_bytes(w) as u8),
        DType::F64 if narrows => bytes
            .chunks_exact_mut(8)
            .zip(words)
            .for_each(|(b, w)| b.copy_from_slice(&f64::from(f32::from_ne_bytes(w)).to_ne_bytes())),
        _ => bytes.copy_from_slice(stored),
    }
}

/// Words side by side: byte by byte an iterator of them takes several times as long.
fn words(count: usize, each: impl Iterator<Item = [u8; 4]>) -> Cow<'static, [u8]> {
    let mut all = vec![0; 4 * count];
    all.chunks_exact_mut(4).zip(each).for_each(|(word, bytes)| word.copy_from_slice(&bytes));
    all.into()
}

fn wide(bytes: &[u8]) -> impl Iterator<Item = f64> {
    bytes.chunks_exact(8).map(|b| f64::from_ne_bytes([b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7]]))
}
