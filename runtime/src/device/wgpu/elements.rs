//! Elements as WebGPU stores them.

use std::borrow::Cow;

use cotangent_kernels::DType;

/// Bytes of an element in memory of the device: truth values are words there, and f64 is f32.
pub(super) fn stored(dtype: DType) -> usize {
    if matches!(dtype, DType::Bool | DType::F64) { 4 } else { dtype.size() }
}

/// Elements of the host as the device stores them, whole words.
pub(super) fn to_device(dtype: DType, bytes: &[u8]) -> Cow<'_, [u8]> {
    match dtype {
        DType::Bool => bytes.iter().flat_map(|b| u32::from(*b).to_ne_bytes()).collect(),
        DType::F64 => wide(bytes).flat_map(|x| (x as f32).to_ne_bytes()).collect(),
        _ if bytes.len().is_multiple_of(4) => bytes.into(),
        _ => bytes.iter().copied().chain([0; 2]).collect(),
    }
}

/// Elements as the device stores them, for the host.
pub(super) fn to_host(dtype: DType, stored: &[u8], bytes: &mut [u8]) {
    let words = stored.chunks_exact(4).map(|w| [w[0], w[1], w[2], w[3]]);
    match dtype {
        DType::Bool => bytes.iter_mut().zip(words).for_each(|(b, w)| *b = u8::from(w != [0; 4])),
        DType::F64 => bytes
            .chunks_exact_mut(8)
            .zip(words)
            .for_each(|(b, w)| b.copy_from_slice(&f64::from(f32::from_ne_bytes(w)).to_ne_bytes())),
        _ => bytes.copy_from_slice(stored),
    }
}

fn wide(bytes: &[u8]) -> impl Iterator<Item = f64> {
    bytes.chunks_exact(8).map(|b| f64::from_ne_bytes([b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7]]))
}
