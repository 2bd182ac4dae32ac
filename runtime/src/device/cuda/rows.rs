//! Launches over rows that wait for others over the same rows, to be one kernel.
//!
//! Each recording has one chain, and so has what runs now. What has nothing to do with its memory goes ahead of it.

use std::sync::LazyLock;

use cotangent_kernels::DType;

use super::context::{Context, State};
use super::graph;
use crate::device::Block;
use crate::device::backend::{Launch, expects};
use crate::device::passes::Pass;
use crate::device::texts::Machine as _;
use crate::device::texts::elements::stored;
use crate::device::texts::launch::Kernel;
use crate::device::texts::rows::{Chain, Columns, Member, Rows, Wanted};
use crate::device::texts::text::Text;
use crate::error::{Error, Result, Site};

/// A chain that waits.
#[derive(Debug)]
pub(super) struct Waiting {
    pub(super) chain: Chain,
    /// The recording that it is of.
    pub(super) recording: Option<u64>,
    pub(super) number: u64,
    /// Launches that were counted when they were asked for.
    counted: usize,
    /// Of the first launch.
    pub(super) site: Option<Site>,
}

/// `COTANGENT_CUDA_ROWS=none` keeps launches apart.
fn is_on() -> bool {
    static ASKED: LazyLock<bool> =
        LazyLock::new(|| !std::env::var("COTANGENT_CUDA_ROWS").is_ok_and(|v| v.trim() == "none"));
    *ASKED
}

impl super::waiting::Queue {
    /// Whether a chain of this thread's has to run before something reads a block, or writes there.
    pub(super) fn is_before(&self, block: Block, is_written: bool) -> bool {
        self.rows.iter().any(|rows| rows.chain.is_before(block, is_written))
    }

    fn take_rows(&mut self, recording: Option<u64>) -> Option<Waiting> {
        let at = self.rows.iter().position(|rows| rows.recording == recording)?;
        Some(self.rows.swap_remove(at))
    }
}

impl Context {
    /// Keeps a launch that others may join, or lets it join. `false` says that it does not wait.
    pub(super) fn waits_for_rows(&self, launch: &Launch<'_>, passes: &[Pass]) -> Result<bool> {
        // Where each launch is waited for, what fails is an error of its own op.
        if self.driver.waits || self.driver.lost().is_some() || !is_on() {
            return Ok(false);
        }
        let mut state = self.state();
        let recording = graph::recording_here(self.driver);
        if launch.operands().any(|x| state.memory.get(x.block).is_none()) {
            return Ok(false);
        }
        if let Some(rows) = state.queue.rows.iter_mut().find(|rows| rows.recording == recording) {
            let joins = rows.chain.joins();
            let has_joined = rows.chain.joined(launch, self.dialect());
            let joins = rows.chain.joins() - joins;
            rows.counted += joins;
            (0..joins).for_each(|_| self.counts(&mut state));
            if has_joined {
                return Ok(true);
            }
        }
        let Some(chain) = Chain::start(launch, self.dialect(), passes) else { return Ok(false) };
        self.flush(&mut state)?;
        let number = state.queue.next();
        let counted = 1 + chain.joins();
        state.queue.rows.push(Waiting { chain, recording, number, counted, site: None });
        (0..counted).for_each(|_| self.counts(&mut state));
        expects(self.home, number);
        Ok(true)
    }

    /// Runs the chain that waits for what this thread asks for.
    pub(super) fn flush_rows(&self, state: &mut State) -> Result<()> {
        let Some(rows) = state.queue.take_rows(graph::recording_here(self.driver)) else { return Ok(()) };
        let ran = self.run_rows(state, &rows).map_err(|e| rows.failed(e));
        if ran.is_err() {
            // Its calls have succeeded. Whoever reads what nobody wrote has to hear of it.
            rows.chain.written().for_each(|block| state.memory.free(block, self.driver));
        }
        rows.chain.freed().iter().for_each(|block| self.give_back(state, *block));
        ran
    }

    /// A recording is given up, and with it the chain that waits in it.
    pub(super) fn abandon_rows(&self, state: &mut State, recording: u64) {
        let Some(rows) = state.queue.take_rows(Some(recording)) else { return };
        rows.chain.freed().iter().for_each(|block| self.give_back(state, *block));
    }

    fn run_rows(&self, state: &mut State, Waiting { chain, counted, .. }: &Waiting) -> Result<()> {
        let launches = chain.launches();
        if chain.members().len() > 1 && self.joined_rows(state, chain, &launches)? {
            return Ok(());
        }
        let mut counted = *counted;
        chain
            .members()
            .iter()
            .chain(chain.behind())
            .try_for_each(|member| self.alone(state, member, &mut counted))
    }

    fn alone(&self, state: &mut State, member: &Member, counted: &mut usize) -> Result<()> {
        let launch = member.launch();
        let mut passes = member.passes(&launch).into_iter();
        passes.try_for_each(|pass| self.apart(state, &launch, &pass, counted))
    }

    /// Runs a chain as one kernel and what joins parts. `false` says that nothing of it has run, as its kernel was refused.
    fn joined_rows(&self, state: &mut State, chain: &Chain, launches: &[Launch<'_>]) -> Result<bool> {
        let (dialect, driver, recording) = (self.dialect(), self.driver, graph::recording_here(self.driver));
        let mut parts = Vec::new();
        let mut alloc = |(elements, dtype): Wanted| {
            let bytes = elements.saturating_mul(stored(dtype, self.narrows));
            state.memory.block(bytes, recording, driver).inspect(|block| parts.push(*block))
        };
        let Ok(rows) = Rows::of(chain, launches, dialect, driver.shared, &mut alloc) else {
            for parts in parts {
                state.memory.free(parts, driver);
            }
            return Ok(false);
        };
        let mut run = || {
            let made = self.kernels.fused(driver, dialect, Some(rows.shape()), &|text| rows.write(text))?;
            self.start(state, made, rows.bindings(), rows.groups(), None)
        };
        let ran = if rows.groups() > 0 { run() } else { Ok(()) };
        // Several kernels may do where one is refused.
        let joined = if ran.is_ok() { self.joined_parts(state, chain, &rows) } else { Ok(()) };
        for parts in parts {
            state.memory.free(parts, driver);
        }
        joined.map(|()| ran.is_ok())
    }

    fn joined_parts(&self, state: &mut State, chain: &Chain, rows: &Rows<'_>) -> Result<()> {
        let mut counted = chain.joins();
        for (phase, pass, parts) in &rows.totals() {
            let kernel = rows.total(*phase, pass, *parts);
            let (bindings, at) = kernel.bindings();
            let write = |text: &mut Text| kernel.write_join(text, &bindings, &at);
            let made = self.kernels.fused(self.driver, self.dialect(), None, &write)?;
            let groups = pass.joining_groups();
            self.start(state, made, &bindings, groups, None)?;
        }
        for columns in &rows.column_joins() {
            let launch = columns.launch();
            if let Some(pass) = Columns::pass(&launch) {
                self.apart(state, &launch, &pass, &mut counted)?;
            }
        }
        chain.behind().iter().try_for_each(|member| self.alone(state, member, &mut counted))
    }

    /// A pass of a launch that has waited, as a kernel of its own.
    fn apart(&self, state: &mut State, launch: &Launch<'_>, pass: &Pass, counted: &mut usize) -> Result<()> {
        let mut kernel = Kernel::new(self.dialect(), launch, pass);
        let words = pass.reduced.len() * pass.outer_points() * pass.shared.chunks;
        let words = words * self.dialect().part_words();
        if pass.is_parted() {
            let bytes = words.saturating_mul(stored(DType::I32, self.narrows));
            kernel.parts =
                Some(state.memory.block(bytes, graph::recording_here(self.driver), self.driver)?);
        }
        let (bindings, at) = kernel.bindings();
        let mut run = |groups: usize, is_join: bool| {
            let made = self.kernels.fused(self.driver, self.dialect(), None, &|text| {
                if is_join {
                    kernel.write_join(text, &bindings, &at);
                } else {
                    kernel.write(text, &bindings, &at);
                }
            })?;
            self.start(state, made, &bindings, groups, None)?;
            match counted.checked_sub(1) {
                Some(rest) => *counted = rest,
                None => self.counts(state),
            }
            Ok(())
        };
        let mut ran = if kernel.groups() > 0 { run(kernel.groups(), false) } else { Ok(()) };
        if pass.is_parted() && ran.is_ok() {
            ran = run(pass.joining_groups(), true);
        }
        kernel.parts.into_iter().for_each(|parts| state.memory.free(parts, self.driver));
        ran
    }
}

impl Waiting {
    fn failed(&self, error: Error) -> Error {
        self.site.iter().fold(error, Error::at).placed()
    }
}
