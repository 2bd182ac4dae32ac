//! Where the threads of a row keep elements between phases: registers, memory that they share, or memory.
//!
//! Whatever is kept is rounded as in memory, so that where it is changes no bits.

use cotangent_kernels::DType;

use super::super::dialect::Dialect;
use super::Chain;
use super::member::{From, Kind, Made, Member, Path};
use super::steps::{most, steps};
use crate::device::Block;
use crate::device::passes::{GROUP, Walk};

/// Words of registers that a thread keeps at most, of elements of rows and with sums over rows.
const WORDS: [usize; 2] = [48, 96];
/// Workgroups that walk along rows, where these are summed up: two for each multiprocessor of a large card.
const WALKERS: usize = 256;
/// Vectors that a thread reads before it goes on with the first.
const ROUNDS: usize = 4;
/// Points of a row from which on 512 and 1024 threads have it: a row that fills the memory of a multiprocessor has it alone.
const LONG: [usize; 2] = [12_288, 24_576];
/// Bytes of shared memory that kernels have besides.
const OTHERS: usize = 4096;

/// Elements of all points, as several phases may have them.
#[derive(Debug)]
pub(super) struct Value {
    pub(super) dtype: DType,
    /// The member that makes the value, and the number of its operand there. `None` for a value in memory before.
    pub(super) made: Option<[usize; 2]>,
    of: (Block, Path),
    /// The steps that have it first and last.
    pub(super) first: usize,
    last: usize,
    /// One element for neighbours.
    pub(super) is_single: bool,
    pub(super) slot: Option<usize>,
}

/// Elements of a row that its threads keep.
#[derive(Debug)]
pub(super) struct Slot {
    pub(super) dtype: DType,
    last: usize,
    /// Where it begins in shared memory.
    pub(super) begins: usize,
}

/// A sum over rows that each workgroup has a part of.
#[derive(Debug)]
pub(super) struct Column {
    pub(super) phase: usize,
    pub(super) made: Made,
    /// The type of parts.
    pub(super) dtype: DType,
    pub(super) begins: usize,
}

/// How a chain runs.
#[derive(Debug)]
pub(super) struct Plan {
    /// Threads of a row, and of a block.
    pub(super) lanes: usize,
    pub(super) threads: usize,
    /// Neighbours of a vector.
    pub(super) width: usize,
    /// Vectors that a thread reads first; of all that it has where slots are registers.
    pub(super) rounds: usize,
    pub(super) in_registers: bool,
    /// Members that have one loop over the points of a row, or one that is of rows alone.
    pub(super) steps: Vec<Vec<usize>>,
    pub(super) values: Vec<Value>,
    /// The value of each operand of each member, if it is one.
    pub(super) of: Vec<Vec<Option<usize>>>,
    pub(super) slots: Vec<Slot>,
    /// Workgroups, and how many rows each thread has, one after the other.
    pub(super) groups: usize,
    pub(super) walks: usize,
    /// Sums over rows, and where each begins in shared memory.
    pub(super) columns: Vec<Column>,
    /// Bytes of shared memory, and whether a block has as many.
    pub(super) bytes: usize,
    pub(super) fits: bool,
}

impl Plan {
    /// How the chain runs where the threads of a block share so many bytes.
    pub(super) fn of(chain: &Chain, dialect: Dialect, shared: usize) -> Self {
        let steps = steps(chain);
        let most = most(chain, &steps);
        let width = width(chain, most);
        let lanes = lanes(chain);
        let threads = lanes.max(GROUP);
        let vectors = chain.inner / width;
        let (values, of) = values(chain, width, &steps);
        let wide = || chain.members.iter().filter(|member| member.is_wide);
        let length = vectors.div_ceil(lanes);
        let mut columns = Vec::new();
        for (phase, member) in chain.members.iter().enumerate() {
            for made in member.made().filter(|made| made.kind == Kind::Column) {
                let dtype = part(member.outs[made.out].at.dtype);
                columns.push(Column { phase, made, dtype, begins: 0 });
            }
        }
        let of_block = threads / lanes;
        let all = chain.rows.div_ceil(of_block);
        let groups = if columns.is_empty() { all } else { all.min(WALKERS) };
        let (walks, slots) = (all.div_ceil(groups), Vec::new());
        let mut plan = Self {
            lanes,
            threads,
            width,
            rounds: 1,
            in_registers: false,
            steps,
            values,
            of,
            slots,
            groups,
            walks,
            columns,
            bytes: 0,
            fits: true,
        };
        plan.give(usize::MAX);
        let words = |dtype| (length * width * bytes(dialect, dtype)).div_ceil(4);
        let of_slots: usize = plan.slots.iter().map(|slot| words(slot.dtype)).sum();
        let of_columns: usize = plan.columns.iter().map(|column| words(column.dtype)).sum();
        let fits = of_slots <= WORDS[0] && of_slots + of_columns <= WORDS[1];
        plan.in_registers = length * width <= most && fits;
        if plan.in_registers {
            plan.rounds = length;
            return plan;
        }
        let read = wide().map(|member| member.read().count()).max().unwrap_or(1).max(1);
        plan.rounds = (most / width).min(32 / read).clamp(1, ROUNDS).min(length);
        let row = |dtype| (vectors * width * bytes(dialect, dtype) * of_block).next_multiple_of(16);
        let mut first = 0;
        for column in &mut plan.columns {
            column.begins = first;
            first += row(column.dtype);
        }
        let room = shared.saturating_sub(OTHERS);
        let mut many = plan.slots.len();
        loop {
            let mut end = first;
            for slot in &mut plan.slots {
                slot.begins = end;
                end += row(slot.dtype);
            }
            if end <= room || many == 0 {
                // Rounded up, so that not every length of rows is a kernel of its own.
                let rounded = end.next_multiple_of((end.next_power_of_two() / 16).max(16));
                (plan.bytes, plan.fits) = (rounded.min(room), end <= room);
                return plan;
            }
            many -= 1;
            plan.give(many);
        }
    }

    /// Gives values a slot each, of so many, which is another's when they have been read for the last time.
    fn give(&mut self, many: usize) {
        self.slots.clear();
        self.values.iter_mut().for_each(|value| value.slot = None);
        for phase in 0..self.steps.len() {
            // What is read for the first time, while all that is read here is still there, and then what is made.
            for is_made in [false, true] {
                for value in &mut self.values {
                    let is_here = value.first == phase && value.made.is_some() == is_made;
                    if !is_here
                        || value.last == phase
                        || value.is_single
                        || !is_made && !value.of.1.walks_rows()
                    {
                        continue;
                    }
                    let is_over = |slot: &Slot| slot.last < phase || is_made && slot.last == phase;
                    let old = self.slots.iter().position(|slot| slot.dtype == value.dtype && is_over(slot));
                    let at = match old {
                        Some(at) => at,
                        None if self.slots.len() < many => {
                            self.slots.push(Slot { dtype: value.dtype, last: 0, begins: 0 });
                            self.slots.len() - 1
                        }
                        None => continue,
                    };
                    self.slots[at].last = value.last;
                    value.slot = Some(at);
                }
            }
        }
    }

    /// The step of a member.
    pub(super) fn step_of(&self, at: usize) -> usize {
        self.steps.iter().position(|members| members.contains(&at)).unwrap_or_default()
    }

    /// Whether a value is read from memory by a step behind the one that makes it.
    pub(super) fn is_in_memory(&self, value: usize) -> bool {
        let value = &self.values[value];
        value.slot.is_none() && value.last > value.first
    }
}

/// The type of parts of a sum.
pub(super) fn part(dtype: DType) -> DType {
    if matches!(dtype, DType::F16 | DType::Bf16) { DType::F32 } else { dtype }
}

impl Path {
    /// Whether rows have elements of their own. What they have in common is in a cache.
    fn walks_rows(&self) -> bool {
        !self.rows.is_empty()
    }
}

pub(super) fn bytes(dialect: Dialect, dtype: DType) -> usize {
    match dialect.stored(dtype) {
        "double" => 8,
        "ct_f16" | "ct_bf16" => 2,
        _ => 4,
    }
}

/// Threads of a row. Shapes alone decide.
fn lanes(chain: &Chain) -> usize {
    let least = chain.members[0].pass.shared.lanes;
    match chain.inner {
        n if n >= LONG[1] => 1024,
        n if n >= LONG[0] => 512,
        _ => least,
    }
}

/// Neighbours that all operands have as vectors.
fn width(chain: &Chain, most: usize) -> usize {
    let wide = || chain.members.iter().filter(|member| member.is_wide);
    let dtypes = |member: &Member| {
        let outs = member.outs.iter().map(|y| y.at.dtype);
        member.ins.iter().map(|x| x.dtype).chain(outs).any(|d| matches!(d, DType::F16 | DType::Bf16))
    };
    let widths = if wide().any(dtypes) { [8, 4] } else { [4, 4] };
    widths.into_iter().find(|&n| n <= most && wide().all(|member| fits(member, n))).unwrap_or(1)
}

fn fits(member: &Member, width: usize) -> bool {
    let fits = |n: usize| n.is_multiple_of(width);
    let Some(last) = member.pass.inner.last() else { return false };
    // Sums over rows have parts that lie in order.
    let is_walked = |k: usize| match k.checked_sub(member.ins.len()) {
        Some(made) => member.kinds[made] != Kind::Column,
        None => member.needs.1[k],
    };
    let all = member.pass.walks.iter().zip(&member.paths).enumerate();
    fits(*last)
        && all.filter(|(k, _)| is_walked(*k)).all(|(_, (walk, path))| {
            path.is_of_rows()
                || match walk.inner.split_last() {
                    Some((1, others)) => {
                        let mut others = walk.outer.iter().chain(others);
                        fits(walk.offset) && others.all(|stride| fits(stride.unsigned_abs()))
                    }
                    Some((0, _)) => true,
                    _ => false,
                }
        })
}

/// All values of a chain, and which one each operand is.
fn values(chain: &Chain, width: usize, steps: &[Vec<usize>]) -> (Vec<Value>, Vec<Vec<Option<usize>>>) {
    let mut values: Vec<Value> = Vec::new();
    let mut of: Vec<Vec<Option<usize>>> = Vec::new();
    for (at, member) in chain.members.iter().enumerate() {
        let step = steps.iter().position(|members| members.contains(&at)).unwrap_or_default();
        let mut own = vec![None; member.paths.len()];
        let is_single = |walk: &Walk| width > 1 && walk.inner.last() == Some(&0);
        for (i, x) in member.read() {
            let (walk, path) = (&member.pass.walks[i], &member.paths[i]);
            own[i] = match chain.from(at, i) {
                From::Row(..) | From::Once => None,
                From::Made(other, k) => of[other][k],
                From::Memory => {
                    let old =
                        |value: &Value| value.made.is_none() && value.of.0 == x.block && value.of.1 == *path;
                    Some(values.iter().position(old).unwrap_or_else(|| {
                        values.push(Value {
                            dtype: x.dtype,
                            made: None,
                            of: (x.block, path.clone()),
                            first: step,
                            last: step,
                            is_single: is_single(walk),
                            slot: None,
                        });
                        values.len() - 1
                    }))
                }
            };
            if let Some(value) = own[i] {
                values[value].last = values[value].last.max(step);
            }
        }
        for Made { k, out, kind } in member.made() {
            if kind == Kind::Point {
                let y = &member.outs[out].at;
                let of = (y.block, member.paths[k].clone());
                let made = Some([at, k]);
                own[k] = Some(values.len());
                let (first, last) = (step, step);
                values.push(Value { dtype: y.dtype, made, of, first, last, is_single: false, slot: None });
            }
        }
        of.push(own);
    }
    (values, of)
}
