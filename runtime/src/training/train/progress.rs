//! How far a run is.

use std::fmt;
use std::io::{self, Write};
use std::time::Instant;

#[cfg(feature = "progress")]
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressFinish, ProgressStyle};

const WIDTH: u64 = 30;
/// Steps may take microseconds, and drawing takes more.
#[cfg(feature = "progress")]
const BETWEEN: std::time::Duration = std::time::Duration::from_millis(50);

/// How far a run is, with its loss and its speed: a line for each tenth. With the feature `progress` it is a bar where stderr is a
/// terminal.
///
/// ```
/// use cotangent::train::Progress;
///
/// let mut progress = Progress::new("training", 0, 1000);
/// for step in 0..1000 {
///     progress.done(step, 1.0 / (step + 1) as f32);
/// }
/// ```
pub struct Progress {
    name: String,
    steps: u64,
    first: u64,
    start: Instant,
    shown: Shown,
}

enum Shown {
    /// With the time when it was last drawn.
    #[cfg(feature = "progress")]
    Bar(ProgressBar, Option<Instant>),
    Lines(Box<dyn Write + Send>),
}

impl Progress {
    /// Of a run from step `first` up to `steps`, on stderr.
    pub fn new(name: impl Into<String>, first: u64, steps: u64) -> Self {
        #[cfg(feature = "progress")]
        if io::IsTerminal::is_terminal(&io::stderr()) {
            return Self::on(ProgressDrawTarget::stderr(), name.into(), first, steps);
        }
        Self::lines(name, first, steps, io::stderr())
    }

    /// A line for each tenth, in a log or, with [`std::io::sink`], nowhere.
    pub fn lines(name: impl Into<String>, first: u64, steps: u64, out: impl Write + Send + 'static) -> Self {
        let shown = Shown::Lines(Box::new(out));
        Self { name: name.into(), steps, first, start: Instant::now(), shown }
    }

    #[cfg(feature = "progress")]
    fn on(target: ProgressDrawTarget, name: String, first: u64, steps: u64) -> Self {
        let template = format!("{{prefix}} [{{bar:{WIDTH}}}] {{pos:>5}}/{{len}}   {{msg}}");
        // A template that cannot be read would be a fault of this file; a bar in another style is no reason to end a run.
        let style = ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = ProgressBar::with_draw_target(Some(steps), target)
            .with_style(style.progress_chars("##."))
            .with_prefix(name.clone())
            .with_position(first)
            // What is stopped stays on the screen as it was.
            .with_finish(ProgressFinish::Abandon);
        Self { name, steps, first, start: Instant::now(), shown: Shown::Bar(bar, None) }
    }

    /// Step `step` is done, with this loss.
    pub fn done(&mut self, step: u64, loss: impl Into<f64>) {
        let (done, steps) = (step.saturating_add(1), self.steps.max(1));
        let tenth = |n: u64| u128::from(n) * 10 / u128::from(steps);
        let last = done == self.steps;
        let is_told = match &self.shown {
            #[cfg(feature = "progress")]
            Shown::Bar(_, drawn) => drawn.is_none_or(|at| at.elapsed() > BETWEEN),
            Shown::Lines(_) => tenth(done) != tenth(step),
        };
        if !is_told && !last {
            return;
        }
        let told = self.told(done, loss.into());
        match &mut self.shown {
            #[cfg(feature = "progress")]
            Shown::Bar(bar, drawn) => {
                *drawn = Some(Instant::now());
                bar.set_position(done);
                bar.set_message(told);
                if last {
                    bar.abandon();
                }
            }
            Shown::Lines(out) => {
                let filled = (u128::from(done.min(steps)) * u128::from(WIDTH) / u128::from(steps)) as usize;
                let bar = "#".repeat(filled) + &".".repeat(WIDTH as usize - filled);
                // Training does not end because nobody looks at it.
                let _ = writeln!(out, "{} [{bar}] {done:5}/{}   {told}", self.name, self.steps);
            }
        }
    }

    fn told(&self, done: u64, loss: f64) -> String {
        let count = done.saturating_sub(self.first) as f64;
        let rate = count / self.start.elapsed().as_secs_f64().max(1e-9);
        let digits = if rate < 10.0 { 2 } else { 0 };
        // Losses near 0 keep their digits.
        let loss =
            if loss != 0.0 && loss.abs() < 1e-2 { format!("{loss:.3e}") } else { format!("{loss:.4}") };
        format!("loss {loss}   {rate:.digits$} steps/s")
    }
}

impl fmt::Debug for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Progress")
            .field("name", &self.name)
            .field("steps", &self.steps)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    #[cfg(feature = "progress")]
    use indicatif::TermLike;

    use super::*;

    /// What is written to it.
    #[derive(Clone, Debug, Default)]
    struct Screen(Arc<Mutex<String>>);

    impl Screen {
        fn add(&self, text: &str) {
            self.0.lock().expect("one thread").push_str(text);
        }

        fn text(&self) -> String {
            self.0.lock().expect("one thread").clone()
        }
    }

    impl Write for Screen {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.add(&String::from_utf8_lossy(bytes));
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[cfg(feature = "progress")]
    impl TermLike for Screen {
        fn width(&self) -> u16 {
            100
        }

        fn move_cursor_up(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_down(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_right(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_left(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn write_line(&self, text: &str) -> io::Result<()> {
            self.add(&format!("{text}\n"));
            Ok(())
        }

        fn write_str(&self, text: &str) -> io::Result<()> {
            self.add(text);
            Ok(())
        }

        fn clear_line(&self) -> io::Result<()> {
            self.add("\r");
            Ok(())
        }

        fn flush(&self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_log_has_a_line_for_each_tenth() {
        let screen = Screen::default();
        let mut progress = Progress::lines("run", 20, 40, screen.clone());
        (20..40).for_each(|step| progress.done(step, 0.5f32));
        let text = screen.text();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 5, "{text}");
        let start = format!("run [{}{}]    24/40   loss 0.5000   ", "#".repeat(18), ".".repeat(12));
        assert!(lines[0].starts_with(&start) && lines[0].ends_with(" steps/s"), "{text}");
        assert!(lines[4].starts_with(&format!("run [{}]    40/40", "#".repeat(30))), "{text}");
    }

    #[cfg(feature = "progress")]
    #[test]
    fn a_terminal_has_a_bar() {
        let screen = Screen::default();
        let target = ProgressDrawTarget::term_like(Box::new(screen.clone()));
        let mut progress = Progress::on(target, "run".to_owned(), 0, 10);
        (0..10).for_each(|step| progress.done(step, 0.25f64));
        let text = screen.text();
        let end = text.rsplit('\r').next().unwrap_or_default();
        assert!(end.starts_with(&format!("run [{}]    10/10   loss 0.2500   ", "#".repeat(30))), "{text:?}");
    }

    #[test]
    fn small_losses_keep_their_digits() {
        let screen = Screen::default();
        let mut progress = Progress::lines("run", 0, 2, screen.clone());
        progress.done(0, 1.25e-7);
        progress.done(1, 0.0);
        let text = screen.text();
        assert!(text.contains("loss 1.250e-7  ") && text.contains("loss 0.0000  "), "{text}");
    }

    #[test]
    fn a_run_without_steps_has_no_tenths() {
        let screen = Screen::default();
        Progress::lines("run", 0, 0, screen.clone()).done(0, 1.0f32);
        assert_eq!(screen.text().lines().count(), 1);
    }
}
