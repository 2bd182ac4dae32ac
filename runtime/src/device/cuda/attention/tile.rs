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
        tiles.map(|tile| Tile { bytes: self.bytes(task, &tile), ..tile }).find(|tile| tile.bytes <= most)
    }

    /// Blocks of rows and columns for which a thread has registers.
    fn held(&self, task: Task) -> (usize, usize) {
        let (width, is_last) = (self.width(), !matches!(task, Task::Result | Task::Says));
        match (self.bytes, task) {
            (2, Task::Result) if width <= 128 => (2, if width <= 64 { 64 } else { 32 }),
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
        let spare = if self.bytes > 2 { rows * (tile.columns + pad) } else { 0 };
        self.bytes * elements + self.bytes.max(4) * (numbers + spare)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_fit() {
        let tasks = [Task::Result, Task::Says, Task::Queries, Task::Keys, Task::Values, Task::KeysAndValues];
        for (dtype, bytes) in [(DType::F16, 2), (DType::Bf16, 2), (DType::F32, 4), (DType::F64, 8)] {
            for (wide, deep) in [(1, 1), (64, 64), (128, 128), (256, 256), (16, 256)] {
                let sizes = Sizes { dtype, bytes, wide, deep };
                for task in tasks {
                    for most in [227 << 10, 99 << 10] {
                        let tile = sizes.tile(task, 1000, most);
                        let Some(tile) = tile else {
                            assert!(bytes > 2 && most < 100 << 10, "{sizes:?} {task:?}");
                            continue;
                        };
                        assert!(tile.bytes <= most && tile.columns >= 16, "{tile:?}");
                        // On a card for this, blocks of threads are whole.
                        assert!(
                            bytes > 2 || most < 100 << 10 || tile.warps == 4,
                            "{sizes:?} {task:?} {tile:?}"
                        );
                    }
                    assert_eq!(sizes.tile(task, 1, 227 << 10).map(|tile| tile.rows()), Some(16));
                }
            }
        }
    }
}
