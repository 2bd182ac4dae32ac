//! Products of cuBLASLt that wait for what is asked for next: what a launch does with their elements may be an epilogue.
//!
//! Each recording has one, and so has what runs now. Whatever names memory, reads it or writes to it comes behind.

use super::blas::{Blas, Form, workspace};
use super::context::{Context, State};
use super::driver::refused;
use super::epilogue::behind;
use super::graph;
use super::products::{Ready, taken};
use crate::device::Block;
use crate::device::backend::{Call, Place, expects};
use crate::device::texts::Waits;
use crate::device::texts::contract::Contraction;
use crate::device::texts::epilogue::Operands;
use crate::device::texts::launch::Kernel;
use crate::error::{Error, Result, Site};

/// What numbers of products have and numbers of checks have not.
const PRODUCT: u64 = 1 << 63;

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

/// All that wait, and how many have.
#[derive(Debug, Default)]
pub(super) struct Queue {
    waiting: Vec<Waiting>,
    count: u64,
}

impl Queue {
    fn take(&mut self, recording: Option<u64>) -> Option<Waiting> {
        let at = self.waiting.iter().position(|product| product.recording == recording)?;
        Some(self.waiting.swap_remove(at))
    }

    /// Whether a product waits for what is asked for in a recording, or for what runs now.
    pub(super) fn waits(&self, recording: Option<u64>) -> bool {
        self.waiting.iter().any(|product| product.recording == recording)
    }

    /// A block is given back. Whether it stays until a product has run.
    pub(super) fn keeps(&mut self, block: Block) -> bool {
        self.waiting.iter_mut().any(|product| product.operands.keeps(block))
    }

    /// Where in the user's source an op is, if its number is that of a product.
    pub(super) fn place(&mut self, number: u64, site: &Site) -> bool {
        if let Some(product) = self.waiting.iter_mut().find(|product| product.number == number) {
            product.site = Some(*site);
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

    /// Runs the product that waits for what this thread asks for.
    pub(super) fn flush(&self, state: &mut State) -> Result<()> {
        let Some(product) = state.queue.take(graph::recording_here(self.driver)) else { return Ok(()) };
        let ran = product.ready.run(self, state, &product.places(), None);
        let ran = ran.and_then(|ran| if ran { Ok(()) } else { Err(refused("no algorithm for a product")) });
        let ran = ran.map_err(|e| product.failed(e));
        if ran.is_err() {
            // Its call has succeeded. Whoever reads what nobody wrote has to hear of it.
            state.memory.free(product.operands.out.block, self.driver);
        }
        product.operands.kept().into_iter().for_each(|block| self.give_back(state, block));
        ran
    }

    /// A recording is given up, and with it the product that waits in it.
    pub(super) fn abandon(&self, state: &mut State, recording: u64) {
        let product = state.queue.take(Some(recording)).into_iter();
        let kept = product.flat_map(|product| product.operands.kept());
        kept.for_each(|block| self.give_back(state, block));
    }

    /// Gives a block back, behind what waits.
    pub(super) fn give_back(&self, state: &mut State, block: Block) {
        if !state.queue.keeps(block) {
            state.memory.free(block, self.driver);
        }
    }
}

impl Waits for Context {
    fn later(&self, product: &Contraction, call: &Call<'_>) -> Result<bool> {
        // Where each launch is waited for, what fails is an error of its own op.
        let Some((places, dtypes)) = taken(self, product, call).filter(|_| !self.driver.waits) else {
            return Ok(false);
        };
        let mut state = self.state();
        self.flush(&mut state)?;
        let Some(ready) = Form::of(product, &places, dtypes, (self, &state)) else { return Ok(false) };
        // A library that is not there is an error of this call.
        if !ready.has(self, &mut state, &places)? {
            return Ok(false);
        }
        (0..ready.calls()).for_each(|_| self.counts(&mut state));
        state.queue.count += 1;
        let number = PRODUCT | state.queue.count;
        let (operands, recording) = (Operands::of(call), graph::recording_here(self.driver));
        let waiting = Waiting { ready, operands, recording, op: call.op.name(), number, site: None };
        state.queue.waiting.push(waiting);
        expects(self.home, number);
        Ok(true)
    }

    fn joined(&self, kernel: &Kernel<'_>) -> bool {
        let mut state = self.state();
        let Some(product) = state.queue.take(graph::recording_here(self.driver)) else { return false };
        let places = product.places();
        let behind =
            (product.ready.calls() == 1).then(|| behind(&product.operands, &product.ready.form, kernel));
        let ran = behind.flatten().map(|behind| product.ready.run(self, &mut state, &places, Some(&behind)));
        if !matches!(ran, Some(Ok(true))) {
            // The product is as it was, and two kernels may do where one is refused.
            state.queue.waiting.push(product);
            return false;
        }
        product.operands.kept().into_iter().for_each(|block| self.give_back(&mut state, block));
        true
    }
}
