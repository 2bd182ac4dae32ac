//! What the GPUs of a sum have found wrong, told to all of them.

use cotangent_kernels::DType;
use cotangent_kernels::source::HEARD_CUDA;

use super::super::context::{Context, State};
use super::super::driver::Loaded;
use crate::device::Block;
use crate::device::texts::body::Bindings;
use crate::device::texts::checks::{Fails, word};
use crate::error::{ErrorKind, Result};

/// What the keys of other kernels do not begin with.
const KEY: u64 = u64::MAX - 1;

impl Context {
    pub(super) fn hears(&self) -> Result<Loaded> {
        self.kernels.own(self.driver, &[KEY], (32, 0), &|| HEARD_CUDA.to_owned())
    }

    /// Lets what was `written` depend on what the GPUs of a sum have found.
    pub(super) fn heard(
        &self,
        (heard, members): (Block, &[&'static Self]),
        written: &[Block],
        op: &'static str,
    ) -> Result<()> {
        let kernel = self.hears()?;
        let mut bindings = Bindings::default();
        bindings.bind(heard, DType::I32, false);
        let mut state = self.state();
        bindings.bind_words(state.checks.status);
        let numbers: Vec<u32> = members.iter().map(|member| member.home.number() as u32).collect();
        let fails = (ErrorKind::Device, said as Fails);
        let number = state.checks.add(op, fails, &numbers);
        let ran =
            self.record(&mut state, (kernel, vec![u64::from(word(number)), 0]), &bindings, 1, Some(number));
        if ran.is_err() {
            state.checks.forget(number);
            return ran;
        }
        let State { memory, checks, .. } = &mut *state;
        memory.spread(checks, Some(number), written.iter().copied(), written.iter().copied());
        self.probe(&mut state)
    }
}

fn said(_: [u32; 3], gpus: &[u32]) -> String {
    let all: Vec<String> = gpus.iter().map(|gpu| format!("cuda:{gpu}")).collect();
    format!(
        "a value of {} was made of what a kernel there refuses; reading it on its GPU says why",
        all.join(" or ")
    )
}
