//! Tests of the macro as a whole: laws over the table, its rules against an interpreter, random programs through every pass, goldens of
//! every stage, and the documents that are made of the table.

mod golden;
mod interpret;
mod language_md;
mod laws;
mod programs;
mod rules_md;
mod uses;
