//! Calls in a process of their own, with a limit of memory and a watchdog: what ends that process is a finding, and another one goes on.

use std::io::Write as _;
use std::os::unix::fs::FileExt as _;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::{Op, PLACE, call};

/// Given to the process that makes the calls: a seed, the first call, the one behind the last.
const CALLS: &str = "COTANGENT_FUZZ_CALLS";
/// Where that process writes which call it makes.
const AT: &str = "COTANGENT_FUZZ_AT";

/// KiB that it may have: no more than the least result of an endless dim would need. The shadow of a checker would not fit.
const MEMORY: usize = 3 << 19;

/// Findings after which nobody looks for more.
const MOST: usize = 100;

/// What goes wrong in `count` calls, or in those that `COTANGENT_FUZZ` names, of a fresh seed or of `COTANGENT_SEED`; `test` is the
/// test that asks, by its path, and `patience` how long a call may take.
///
/// # Panics
/// If there is no such process.
pub fn findings(ops: &[Op], test: &str, count: u64, patience: Duration) -> Vec<String> {
    if let Ok(calls) = std::env::var(CALLS) {
        let numbers: Vec<u64> = calls.split(' ').map(|n| n.parse().expect("a number")).collect();
        made(ops, numbers[0], numbers[1]..numbers[2], patience);
    }
    let number = |text: &str| text.trim().parse::<u64>().unwrap_or_else(|_| panic!("{text} is no number"));
    let fresh = || std::time::UNIX_EPOCH.elapsed().map_or(1, |now| now.as_nanos() as u64 >> 10);
    let seed = std::env::var("COTANGENT_SEED").map_or_else(|_| fresh(), |text| number(&text));
    let (mut from, to) = match std::env::var("COTANGENT_FUZZ") {
        Ok(text) => match text.split_once("..") {
            Some((from, to)) => (number(from), number(to)),
            None => (number(&text), number(&text) + 1),
        },
        Err(_) => (0, count),
    };
    // Not `println!`, which a test that passes keeps for itself.
    let _ = writeln!(std::io::stderr(), "COTANGENT_SEED={seed} COTANGENT_FUZZ={from}..{to}");
    let at = std::env::temp_dir().join(format!(
        "cotangent-fuzz-{}-{}",
        test.replace(':', "-"),
        std::process::id()
    ));
    let mut found = Vec::new();
    while from < to && found.len() < MOST {
        let (said, is_done) = process(test, &at, (seed, from, to));
        let told = |said: &str, what: &str| -> Vec<String> {
            said.lines().filter_map(|line| line.split_once(what)).map(|(_, text)| text.to_owned()).collect()
        };
        found.extend(told(&said, "finding: "));
        if is_done {
            // What refuses everything is not looked at by anybody.
            let results = told(&said, "all calls are made, and ").pop().unwrap_or_default();
            let _ = writeln!(std::io::stderr(), "{results}, from call {from} on");
            break;
        }
        let last =
            std::fs::read_to_string(&at).ok().and_then(|text| text.trim().parse().ok()).unwrap_or(from);
        // Alone it says what it is before it is made.
        let (said, is_done) = process(test, &at, (seed, last, last + 1));
        let what = told(&said, "call: ").pop().unwrap_or_default();
        let end = said.lines().last().unwrap_or_default();
        found.push(match (is_done, said.contains("does not end")) {
            (_, true) => format!("call {last}: {what} does not end"),
            (true, _) => format!("call {last}: {what} ends the process, but not alone"),
            _ => format!("call {last}: {what} ends the process: {end}"),
        });
        from = last + 1;
    }
    let _ = std::fs::remove_file(&at);
    found
}

/// What a process says that makes calls, and whether it made all of them.
fn process(test: &str, at: &Path, (seed, from, to): (u64, u64, u64)) -> (String, bool) {
    let checker = std::env::var("ASAN_OPTIONS").ok();
    let limit = if checker.is_some() { "unlimited".to_owned() } else { MEMORY.to_string() };
    let mut shell = Command::new("sh");
    shell
        .arg("-c")
        .arg("ulimit -c 0; ulimit -v \"$1\" && exec \"$0\" --exact \"$2\" --nocapture --test-threads=1");
    shell.arg(std::env::current_exe().expect("a test is a program")).arg(limit).arg(test);
    if let Some(options) = checker {
        shell.env("ASAN_OPTIONS", format!("{options}:max_allocation_size_mb={}", MEMORY >> 10));
    }
    let output = shell.env(CALLS, format!("{seed} {from} {to}")).env(AT, at).output().expect("a shell");
    let said =
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    let is_done = said.contains("all calls are made");
    (said, is_done)
}

/// Makes calls and ends the process.
fn made(ops: &[Op], seed: u64, calls: std::ops::Range<u64>, patience: Duration) -> ! {
    static BEGUN: AtomicU64 = AtomicU64::new(u64::MAX);
    let start = Instant::now();
    let since = move || start.elapsed().as_millis() as u64;
    std::thread::spawn(move || {
        loop {
            std::thread::sleep(patience / 10);
            let begun = BEGUN.load(Ordering::Relaxed);
            if begun != u64::MAX && since().saturating_sub(begun) > patience.as_millis() as u64 {
                println!("does not end");
                std::process::exit(3);
            }
        }
    });
    std::panic::set_hook(Box::new(|info| {
        eprintln!("{info}");
        PLACE.set(info.location().map_or_else(String::new, |at| format!("{}:{}", at.file(), at.line())));
    }));
    let at = std::env::var_os(AT).map(std::fs::File::create).and_then(Result::ok);
    let is_alone = calls.end - calls.start == 1;
    let mut results = 0;
    for index in calls {
        BEGUN.store(since(), Ordering::Relaxed);
        if let Some(at) = &at {
            let _ = at.write_all_at(format!("{index:20}").as_bytes(), 0);
        }
        let told = |text: &str| {
            if is_alone {
                println!("call: {text}");
            }
        };
        match call(ops, (seed, index), told) {
            Ok(has_result) => results += u64::from(has_result),
            Err(text) => println!("finding: call {index}: {text}"),
        }
    }
    println!("all calls are made, and {results} have a result");
    std::process::exit(0);
}
