//! Tiles: how much of the scores a block of threads works at, by what it holds in registers and in memory of the block.

use cotangent_kernels::DType;

/// What a kernel makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Task {
    /// What is known of squares of the mask.
    Squares,
    Result,
    /// What makes weights of scores, for each query.
    Says,
    /// Cotangents.
    Queries,
    Keys,
    Values,
    KeysAndValues,
    /// Of what blocks of threads have made of parts of the keys.
    JoinedResult,
    JoinedSays,
    JoinedQueries,
}

impl Task {
    /// The call of the text's function.
    pub(super) fn call(self) -> &'static str {
        match self {
            Self::Squares => "ct_squares(given)",
            Self::Result => "ct_by_queries<true, false>(given, (ct_element *)tiles)",
            Self::Says => "ct_by_queries<false, true>(given, (ct_element *)tiles)",
            Self::Queries => "ct_by_queries<false, false>(given, (ct_element *)tiles)",
            Self::Keys => "ct_by_keys<true, false>(given, (ct_element *)tiles)",
            Self::Values => "ct_by_keys<false, true>(given, (ct_element *)tiles)",
            Self::KeysAndValues => "ct_by_keys<true, true>(given, (ct_element *)tiles)",
            Self::JoinedResult => "ct_joined<true, false>(given)",
            Self::JoinedSays => "ct_joined<false, true>(given)",
            Self::JoinedQueries => "ct_joined<false, false>(given)",
        }
    }

    /// What joins its parts, of rows that are queries.
    pub(super) fn joined(self) -> Option<Self> {
        match self {
            Self::Result => Some(Self::JoinedResult),
            Self::Says => Some(Self::JoinedSays),
            Self::Queries => Some(Self::JoinedQueries),
            _ => None,
        }
    }

    /// Whether rows are keys.
    pub(super) fn is_by_keys(self) -> bool {
        matches!(self, Self::Keys | Self::Values | Self::KeysAndValues)
    }
}

/// The type of elements, how many bytes one has in memory, and the lengths of keys and values.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sizes {
    pub(super) dtype: DType,
    pub(super) bytes: usize,
    pub(super) wide: usize,
    pub(super) deep: usize,
    /// Whether f32 is multiplied in TF32.
    pub(super) rounds: bool,
}

/// Rows of a warp in blocks of 16, columns that are in memory together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tile {
    pub(super) blocks: usize,
    pub(super) warps: usize,
    pub(super) columns: usize,
    pub(super) stages: usize,
    /// Of memory of the block.
    pub(super) bytes: usize,
}

impl Tile {
    pub(super) fn rows(&self) -> usize {
        16 * self.blocks * self.warps
    }

    pub(super) fn threads(&self) -> usize {
        32 * self.warps
    }

    /// Blocks of threads that a multiprocessor has memory for, of which a block may have so much. Each costs 1024 bytes more, and as many
    /// are left where one block has all it may.
    pub(super) fn together(&self, most: usize) -> usize {
        most.saturating_add(1024) / (self.bytes + 1024)
    }
}

/// Keys of a part at least: fewer cost less than to join them.
const PART: usize = 256;
/// Blocks of threads that fill a card, of whichever size it is: results are the same on all.
const FULL: usize = 256;

/// The number of parts and keys of each, where as many blocks of threads would leave most of a card idle. Keys of a part are whole tiles.
pub(super) fn parts(blocks: usize, keys: usize) -> Option<(usize, usize)> {
    let parts = (FULL / blocks.max(1)).min(keys / PART);
    if blocks == 0 || 4 * blocks > FULL || parts < 2 {
        return None;
    }
    let each = keys.div_ceil(parts).next_multiple_of(64);
    Some((keys.div_ceil(each), each))
}

impl Sizes {
    pub(super) fn width(&self) -> usize {
        self.wide.max(self.deep)
    }

    /// The type in memory.
    pub(super) fn kind(&self, narrows: bool) -> DType {
        if narrows && self.dtype == DType::F64 { DType::F32 } else { self.dtype }
    }

    /// The largest tile for so many rows that registers hold, and so many bytes.
    pub(super) fn tile(&self, task: Task, rows: usize, most: usize) -> Option<Tile> {
        let (mut blocks, columns) = self.held(task);
        let mut warps = 4;
        if rows <= 16 * warps {
            (blocks, warps) = (1, rows.div_ceil(16).next_power_of_two().clamp(1, warps));
        }
        let halves =
            |n: usize, least: usize| std::iter::successors(Some(n), move |n| (*n > least).then_some(n / 2));
        let tiles = halves(warps, 1).flat_map(|warps| {
            halves(columns, 16).flat_map(move |columns| {
                [2, 1].map(|stages| Tile { blocks, warps, columns, stages, bytes: 0 })
            })
        });
        let fits = |tile: Tile| {
            let bytes = self.bytes(task, &tile);
            (bytes <= most).then_some(Tile { bytes, ..tile })
        };
        let found = tiles.into_iter().find_map(fits)?;
        // A block that is alone on its multiprocessor has as many warps as two, for which lines are read once then.
        let is_alone = found.warps == 4 && found.together(most) == 1 && rows > found.rows();
        let large = is_alone.then(|| fits(Tile { warps: 2 * found.warps, ..found })).flatten();
        Some(large.unwrap_or(found))
    }

    /// Blocks of rows and columns for which a thread has registers.
    fn held(&self, task: Task) -> (usize, usize) {
        let (width, is_last) = (self.width(), !matches!(task, Task::Result | Task::Says));
        // Registers have sums in f32 whatever tensor cores multiply.
        match (if self.rounds { 2 } else { self.bytes }, task) {
            (2, Task::Result) if width <= 128 => (2, if width <= 64 { 64 } else { 32 }),
            (2, Task::Says | Task::Queries) if self.rounds && width > 64 => (1, 32),
            (2, Task::Says) if width <= 64 => (2, 64),
            (2, Task::Says | Task::Queries) if width <= 128 => (1, 64),
            (2, _) => (1, if width <= 64 { 64 } else { 32 }),
            (4, _) => (1, if width <= 64 && !is_last { 64 } else { 32 }),
            _ => (1, if width <= 64 { 32 } else { 16 }),
        }
    }

    /// As the text lays it out.
    fn bytes(&self, task: Task, tile: &Tile) -> usize {
        let pad = 16 / self.bytes;
        let [e, d] = [self.wide, self.deep].map(|n| n.next_multiple_of(16) + pad);
        let (rows, columns) = (tile.rows(), tile.stages * tile.columns);
        let has_both = !matches!(task, Task::Result | Task::Values);
        let elements = rows * e + if has_both { rows * d } else { 0 } + columns * (e + d);
        let numbers = if task.is_by_keys() { 3 * columns } else { 0 };
        let spare = if self.bytes > 2 && !self.rounds { rows * (tile.columns + pad) } else { 0 };
        self.bytes * elements + self.bytes.max(4) * (numbers + spare)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_fit() {
        let tasks = [Task::Result, Task::Says, Task::Queries, Task::Keys, Task::Values, Task::KeysAndValues];
        for (dtype, bytes, rounds) in [
            (DType::F16, 2, false),
            (DType::Bf16, 2, false),
            (DType::F32, 4, false),
            (DType::F32, 4, true),
            (DType::F64, 8, false),
        ] {
            for (wide, deep) in [(1, 1), (64, 64), (128, 128), (256, 256), (16, 256)] {
                let sizes = Sizes { dtype, bytes, wide, deep, rounds };
                for task in tasks {
                    for most in [227 << 10, 99 << 10] {
                        let tile = sizes.tile(task, 1000, most);
                        let Some(tile) = tile else {
                            assert!(bytes > 2 && most < 100 << 10, "{sizes:?} {task:?}");
                            continue;
                        };
                        assert!(tile.bytes <= most && tile.columns >= 16, "{tile:?}");
                        assert!(tile.warps <= 8 && tile.together(most) > 0, "{tile:?}");
                        // On a card for this, blocks of threads are whole.
                        assert!(
                            bytes > 2 || most < 100 << 10 || tile.warps >= 4,
                            "{sizes:?} {task:?} {tile:?}"
                        );
                    }
                    assert_eq!(sizes.tile(task, 1, 227 << 10).map(|tile| tile.rows()), Some(16));
                }
            }
        }
    }

    #[test]
    fn parts_are_of_whole_tiles_and_all_keys() {
        assert_eq!(parts(65, 1 << 20), None);
        assert_eq!(parts(64, 511), None);
        assert_eq!(parts(0, 4096), None);
        for blocks in [1, 3, 8, 64] {
            for keys in [512, 1000, 4096, 33_333, 1 << 20] {
                let (parts, each) = parts(blocks, keys).unwrap();
                assert!(each % 64 == 0 && each >= PART && (2..=FULL / blocks).contains(&parts));
                assert!(parts * each >= keys && (parts - 1) * each < keys, "none is empty");
            }
        }
    }
}
