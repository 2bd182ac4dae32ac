//! Products of cuBLASLt that wait for what is asked for next: what a launch does with their elements may be an epilogue.
//!
//! Each recording has two at most, and so has what runs now: a pullback asks for the product that its next launch reads, and for another
//! before the launch. Neither reads or writes what the other writes. Whatever else names memory, reads it or writes to it comes behind
//! both. Launches over rows wait in the same queue (`rows`), and never beside a product.

use std::collections::VecDeque;

use super::blas::{Blas, Form, workspace};
use super::context::{Context, State};
use super::driver::refused;
use super::epilogue::behind;
use super::graph;
use super::products::{Ready, taken};
use super::rows;
use crate::device::Block;
use crate::device::backend::{Call, Launch, Place, expects};
use crate::device::passes::Pass;
use crate::device::texts::Waits;
use crate::device::texts::contract::Contraction;
use crate::device::texts::epilogue::Operands;
use crate::device::texts::launch::Kernel;
use crate::error::{Error, Result, Site};

/// What numbers of products have and numbers of checks have not.
const PRODUCT: u64 = 1 << 63;
/// Products that wait at one time.
const MOST: usize = 2;

/// A product that waits.
#[derive(Debug)]
pub(super) struct Waiting {
    ready: Ready,
    operands: Operands,
    /// The recording that it is of.
    recording: Option<u64>,
    op: &'static str,
    number: u64,
    site: Option<Site>,
}

/// All that wait, in the order in which they were asked for, and how many have.
#[derive(Debug, Default)]
pub(super) struct Queue {
    waiting: Vec<Waiting>,
    pub(super) rows: Vec<rows::Waiting>,
    count: u64,
    /// What has failed where nobody could be told, and the recording that it is of.
    failed: Option<(Option<u64>, Error)>,
}

impl Queue {
    fn take(&mut self, recording: Option<u64>) -> Option<Waiting> {
        let at = self.waiting.iter().position(|product| product.recording == recording)?;
        Some(self.waiting.remove(at))
    }

    /// Whether a product may wait beside those that do.
    fn has_room(&self, recording: Option<u64>, call: &Call<'_>) -> bool {
        let others = || self.waiting.iter().filter(|product| product.recording == recording);
        let is_apart = |other: &Waiting| {
            let reads = call.ins.iter().any(|x| x.block == other.operands.out.block);
            !reads && !call.outs.iter().any(|y| other.operands.uses(y.block))
        };
        others().count() < MOST && others().all(is_apart)
    }

    /// Whether something waits for what is asked for in a recording, or for what runs now.
    pub(super) fn waits(&self, recording: Option<u64>) -> bool {
        self.waiting.iter().any(|product| product.recording == recording)
            || self.rows.iter().any(|rows| rows.recording == recording)
    }

    /// A block is given back. Whether it stays until what waits has run.
    pub(super) fn keeps(&mut self, block: Block) -> bool {
        let of_products = self.waiting.iter_mut().any(|product| product.operands.keeps(block));
        of_products || self.rows.iter_mut().any(|rows| rows.chain.keeps(block))
    }

    /// The number of something that waits.
    pub(super) fn next(&mut self) -> u64 {
        self.count += 1;
        PRODUCT | self.count
    }

    /// Where in the user's source an op is, if its number is that of a product.
    pub(super) fn place(&mut self, number: u64, site: &Site) -> bool {
        if let Some(product) = self.waiting.iter_mut().find(|product| product.number == number) {
            product.site = Some(*site);
        }
        if let Some(rows) = self.rows.iter_mut().find(|rows| rows.number == number) {
            rows.site = Some(*site);
        }
        number & PRODUCT != 0
    }
}

impl Waiting {
    fn places(&self) -> [Place; 3] {
        let Operands { ins: [x, y], out, .. } = self.operands;
        [x, y, out]
    }

    fn failed(&self, error: Error) -> Error {
        let error = error.in_op(self.op);
        self.site.iter().fold(error, Error::at).placed()
    }
}

impl Context {
    /// cuBLASLt, which the first product opens.
    pub(super) fn blas<'s>(&self, state: &'s mut State) -> Result<&'s mut Blas> {
        let State { memory, blas, .. } = state;
        if blas.is_none() {
            let bytes = workspace(self.driver);
            let block = memory.block(bytes, None, self.driver)?;
            let at = memory.get(block).ok_or_else(|| self.gone())?.at;
            let open = Blas::open(self.driver, (at, bytes));
            *blas = Some(open.inspect_err(|_| memory.free(block, self.driver))?);
        }
        blas.as_mut().ok_or_else(|| self.gone())
    }

    /// Runs what waits for what this thread asks for.
    pub(super) fn flush(&self, state: &mut State) -> Result<()> {
        self.flush_products(state)?;
        self.flush_rows(state)
    }

    /// Runs the products that wait.
    pub(super) fn flush_products(&self, state: &mut State) -> Result<()> {
        let recording = graph::recording_here(self.driver);
        let failed = state.queue.failed.take_if(|(of, _)| *of == recording);
        let mut all = failed.map_or(Ok(()), |(_, error)| Err(error));
        // All are taken before one runs: what it binds lets all run that wait.
        let mut waiting: VecDeque<_> = std::iter::from_fn(|| state.queue.take(recording)).collect();
        while let Some(mut product) = waiting.pop_front() {
            for later in &mut waiting {
                product.operands.hand_over(&mut later.operands);
            }
            let ran = product.ready.begin(self, state, &product.places(), None);
            let ran =
                ran.and_then(|ran| if ran { Ok(()) } else { Err(refused("no algorithm for a product")) });
            let ran = ran.map_err(|e| product.failed(e));
            if ran.is_err() {
                // Its call has succeeded. Whoever reads what nobody wrote has to hear of it.
                state.memory.free(product.operands.out.block, self.driver);
            }
            product.operands.kept().into_iter().for_each(|block| self.give_back(state, block));
            all = all.and(ran);
        }
        all
    }

    /// A recording is given up, and with it the products that wait in it.
    pub(super) fn abandon(&self, state: &mut State, recording: u64) {
        while let Some(product) = state.queue.take(Some(recording)) {
            product.operands.kept().into_iter().for_each(|block| self.give_back(state, block));
        }
        self.abandon_rows(state, recording);
    }

    /// Gives a block back, behind what waits.
    pub(super) fn give_back(&self, state: &mut State, block: Block) {
        if !state.queue.keeps(block) {
            state.memory.free(block, self.driver);
        }
    }
}

impl Waits for Context {
    fn is_idle(&self) -> bool {
        !self.state().queue.waits(graph::recording_here(self.driver))
    }

    fn later(&self, product: &Contraction, call: &Call<'_>) -> Result<bool> {
        // Where each launch is waited for, what fails is an error of its own op.
        let Some((places, dtypes)) = taken(self, product, call).filter(|_| !self.driver.waits) else {
            return Ok(false);
        };
        let mut state = self.state();
        self.flush_rows(&mut state)?;
        if !state.queue.has_room(graph::recording_here(self.driver), call) {
            self.flush_products(&mut state)?;
        }
        let Some(ready) = Form::of(product, &places, dtypes, (self, &state)) else { return Ok(false) };
        // A library that is not there is an error of this call.
        if !ready.has(self, &mut state, &places)? {
            return Ok(false);
        }
        (0..ready.calls()).for_each(|_| self.counts(&mut state));
        let number = state.queue.next();
        let (operands, recording) = (Operands::of(call), graph::recording_here(self.driver));
        let waiting = Waiting { ready, operands, recording, op: call.op.name(), number, site: None };
        state.queue.waiting.push(waiting);
        expects(self.home, number);
        Ok(true)
    }

    fn rows(&self, launch: &Launch<'_>, passes: &[Pass]) -> Result<bool> {
        self.waits_for_rows(launch, passes)
    }

    fn joined(&self, kernel: &Kernel<'_>) -> bool {
        let mut state = self.state();
        let recording = graph::recording_here(self.driver);
        let found = state.queue.waiting.iter().enumerate().find_map(|(at, product)| {
            let is_one = product.recording == recording && product.ready.calls() == 1;
            let behind = is_one.then(|| behind(&product.operands, &product.ready.form, kernel));
            Some((at, behind.flatten()?))
        });
        let Some((at, behind)) = found else { return false };
        let mut product = state.queue.waiting.remove(at);
        let others = state.queue.waiting.iter_mut().filter(|other| other.recording == recording);
        others.for_each(|other| other.operands.hand_over(&mut product.operands));
        // The other may be what the launch reads.
        let ran = self.flush(&mut state).map(|()| {
            product.ready.begin(self, &mut state, &product.places(), Some(&behind)).is_ok_and(|ran| ran)
        });
        if !matches!(ran, Ok(true)) {
            // The product is as it was, and two kernels may do where one is refused.
            state.queue.failed = ran.err().map(|error| (recording, error));
            state.queue.waiting.push(product);
            return false;
        }
        product.operands.kept().into_iter().for_each(|block| self.give_back(&mut state, block));
        true
    }
}
