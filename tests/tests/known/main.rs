//! Programs whose answers others know: recurrent cells, scans and implicit functions, as their users write them. Each is
//! compared with difference quotients, with itself written out, and with what JAX makes of the same mathematics.

#![deny(warnings)]
#![forbid(unsafe_code)]

mod bytes;
mod cells;
mod einsum;
mod guarded;
mod models;
mod pitfalls;
mod scans;
mod special;
