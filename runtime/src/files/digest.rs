//! A sum over everything in a file, by which one that was changed is known.

/// Four lanes of 64 bits. Each word is mixed into its lane by a bijection, so one that changes always changes the sum.
pub(super) struct Digest([u64; 4]);

const ODD: u64 = 0x9E37_79B9_7F4A_7C15;

impl Digest {
    pub(super) const fn new() -> Self {
        Self([1, 2, 3, 4])
    }

    /// Bytes that belong together: the same in two parts are others.
    pub(super) fn add(&mut self, bytes: &[u8]) {
        let mut blocks = bytes.chunks_exact(32);
        blocks.by_ref().for_each(|block| self.block(block));
        let mut last = [0; 32];
        let rest = blocks.remainder();
        last[..rest.len()].copy_from_slice(rest);
        self.block(&last);
        self.number(bytes.len() as u64);
    }

    pub(super) fn number(&mut self, n: u64) {
        self.0[0] = mixed(self.0[0], n);
        self.0.rotate_left(1);
    }

    pub(super) fn text(&mut self, text: &str) {
        self.add(text.as_bytes());
    }

    #[inline]
    fn block(&mut self, block: &[u8]) {
        for (lane, word) in self.0.iter_mut().zip(block.chunks_exact(8)) {
            let word = word.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
            *lane = mixed(*lane, word);
        }
    }

    pub(super) fn sum(&self) -> u64 {
        self.0.iter().fold(0, |sum, &lane| mixed(sum, lane))
    }
}

#[inline]
fn mixed(lane: u64, word: u64) -> u64 {
    let product = (lane ^ word).wrapping_mul(ODD);
    product ^ product >> 29
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(bytes: &[u8]) -> u64 {
        let mut digest = Digest::new();
        digest.add(bytes);
        digest.sum()
    }

    /// Every length, every bit, and parts for the whole.
    #[test]
    fn tells_apart() {
        let bytes: Vec<u8> = (0..100).map(|i| (i * 37 % 251) as u8).collect();
        let mut sums: Vec<u64> = (0..100).map(|n| sum(&bytes[..n])).collect();
        for bit in 0..800 {
            let mut other = bytes.clone();
            other[bit / 8] ^= 1 << (bit % 8);
            sums.push(sum(&other));
        }
        sums.push(sum(&bytes));
        let mut parts = Digest::new();
        parts.add(&bytes[..50]);
        parts.add(&bytes[50..]);
        sums.push(parts.sum());
        sums.push(sum(&[0; 32]));
        sums.push(sum(&[0; 33]));
        let all = sums.len();
        sums.sort_unstable();
        sums.dedup();
        assert_eq!(sums.len(), all);
    }
}
