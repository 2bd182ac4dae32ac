//! Checkpoints of loops: which rounds run again changes no bit of any result. What is kept is in `kept`, how often rounds run in
//! `again`: the three are as much as one rustc should hold.

mod programs;
