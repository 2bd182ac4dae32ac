//! What a loop with a checkpoint keeps and hands on: entries of lists, results, what was drawn.

mod drawn;
mod entries;
mod results;
