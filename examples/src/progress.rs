//! A bar of text that grows with the steps.

use std::io::{self, IsTerminal, Write};
use std::time::Instant;

const WIDTH: u64 = 30;

/// How far a run is, on stderr: one line that is written over on a terminal, and a line for each tenth elsewhere.
#[derive(Debug)]
pub struct Progress {
    name: &'static str,
    steps: u64,
    first: u64,
    start: Instant,
    terminal: bool,
}

impl Progress {
    /// Of a run from step `first` up to `steps`.
    pub fn new(name: &'static str, first: u64, steps: u64) -> Self {
        Self { name, steps, first, start: Instant::now(), terminal: io::stderr().is_terminal() }
    }

    /// Step `step` is done, with this loss.
    pub fn done(&self, step: u64, loss: f32) {
        let done = step + 1;
        let last = done == self.steps;
        let part = if self.terminal { 100 } else { 10 };
        if !last && done * part / self.steps == step * part / self.steps {
            return;
        }
        let line = self.line(done, loss);
        let (before, after) = if self.terminal { ("\r", if last { "\n" } else { "  " }) } else { ("", "\n") };
        // Training does not end because nobody looks at it.
        let _ = write!(io::stderr(), "{before}{line}{after}");
    }

    fn line(&self, done: u64, loss: f32) -> String {
        let filled = (done * WIDTH / self.steps) as usize;
        let bar = "#".repeat(filled) + &".".repeat(WIDTH as usize - filled);
        let rate = (done - self.first) as f64 / self.start.elapsed().as_secs_f64().max(1e-9);
        format!("{} [{bar}] {done:5}/{}   loss {loss:.4}   {rate:.0} steps/s", self.name, self.steps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_fills_up() {
        let bar = Progress::new("run", 0, 10);
        assert!(bar.line(0, 1.0).starts_with(&format!("run [{}]", ".".repeat(30))));
        assert!(bar.line(5, 1.0).contains(&format!(
            "[{}{}]     5/10   loss 1.0000",
            "#".repeat(15),
            ".".repeat(15)
        )));
        assert!(bar.line(10, 1.0).contains(&"#".repeat(30)));
    }
}
