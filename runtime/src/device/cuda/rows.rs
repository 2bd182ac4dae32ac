//! Launches over rows that wait for others over the same rows, to be one kernel.
//!
//! Each recording has one chain, and so has what runs now. What has nothing to do with its memory goes ahead of it.

use std::sync::LazyLock;

use cotangent_kernels::DType;

use super::context::{Context, State};
use super::graph;
use crate::device::Block;
use crate::device::backend::{Launch, expects};
use crate::device::passes::{GROUP, Pass, passes};
use crate::device::texts::elements::stored;
use crate::device::texts::launch::Kernel;
use crate::device::texts::Machine as _;
use crate::device::texts::rows::{Chain, Rows};
use crate::error::{Error, Result, Site};

/// A chain that waits.
#[derive(Debug)]
pub(super) struct Waiting {
    pub(super) chain: Chain,
    /// The recording that it is of.
    pub(super) recording: Option<u64>,
    pub(super) number: u64,
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
    pub(super) fn waits_for_rows(&self, launch: &Launch<'_>, text: &'static str, passes: &[Pass]) -> Result<bool> {
        // Where each launch is waited for, what fails is an error of its own op.
        if self.driver.waits || self.driver.lost().is_some() || !is_on() {
            return Ok(false);
        }
        let mut state = self.state();
        let recording = graph::recording_here(self.driver);
        let blocks = launch.ins.iter().chain(launch.outs.iter().map(|y| &y.at)).map(|x| x.block);
        if blocks.into_iter().any(|block| state.memory.get(block).is_none()) {
            return Ok(false);
        }
        if let Some(rows) = state.queue.rows.iter_mut().find(|rows| rows.recording == recording)
            && let Some(next) = rows.chain.takes(launch, text)
        {
            rows.chain.push(next);
            return Ok(true);
        }
        let Some(chain) = Chain::start(launch, text, passes) else { return Ok(false) };
        self.flush(&mut state)?;
        let number = state.queue.next();
        state.queue.rows.push(Waiting { chain, recording, number, site: None });
        self.counts(&mut state);
        expects(self.home, number);
        Ok(true)
    }

    /// Runs the chain that waits for what this thread asks for.
    pub(super) fn flush_rows(&self, state: &mut State) -> Result<()> {
        let Some(rows) = state.queue.take_rows(graph::recording_here(self.driver)) else { return Ok(()) };
        let ran = self.run_rows(state, &rows.chain).map_err(|e| rows.failed(e));
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

    fn run_rows(&self, state: &mut State, chain: &Chain) -> Result<()> {
        let launches = chain.launches();
        if launches.len() > 1 {
            let (rows, bindings) = Rows::of(chain, &launches, self.dialect(), self.driver.shared);
            let kernel = self.kernels.fused(self.driver, self.dialect(), Some(rows.shape()), &|text| {
                rows.write(text, &bindings);
            });
            // Several kernels may do where one is refused.
            if kernel.and_then(|kernel| self.start(state, kernel, &bindings, rows.groups(), None)).is_ok() {
                return Ok(());
            }
        }
        let mut is_counted = true;
        for (launch, text) in launches.iter().zip(chain.texts()) {
            for pass in &passes(launch) {
                self.apart(state, (launch, text), pass, &mut is_counted)?;
            }
        }
        Ok(())
    }

    /// A pass of a launch that has waited, as a kernel of its own.
    fn apart(
        &self,
        state: &mut State,
        (launch, text): (&Launch<'_>, &'static str),
        pass: &Pass,
        is_counted: &mut bool,
    ) -> Result<()> {
        let mut kernel = Kernel::new(self.dialect(), launch, text, pass);
        let words = pass.reduced.len() * pass.outer_points() * pass.shared.chunks;
        let words = words * self.dialect().part_words();
        if pass.is_parted() {
            let bytes = words.saturating_mul(stored(DType::I32, self.narrows));
            kernel.parts = Some(state.memory.block(bytes, graph::recording_here(self.driver), self.driver)?);
        }
        let (bindings, at) = kernel.bindings();
        let mut run = |groups: usize, is_join: bool| {
            let made = self.kernels.fused(self.driver, self.dialect(), None, &|text| match is_join {
                true => kernel.write_join(text, &bindings, &at),
                false => kernel.write(text, &bindings, &at),
            })?;
            self.start(state, made, &bindings, groups, None)?;
            if !std::mem::take(is_counted) {
                self.counts(state);
            }
            Ok(())
        };
        let mut ran = if kernel.groups() > 0 { run(kernel.groups(), false) } else { Ok(()) };
        if pass.is_parted() && ran.is_ok() {
            ran = run(pass.outer_points().div_ceil(GROUP / pass.shared.of_parts().lanes), true);
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
