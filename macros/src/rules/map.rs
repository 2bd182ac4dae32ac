//! Elementwise ops. Broadcasting and un-broadcasting are the driver's: a rule reads as if all operands had one shape.
//!
//! `safe` gives, for an op with a singular point, an operand at which the op and all its derivatives are finite:
//! what takes the place of an operand that `select` does not use.

mod activation;
mod arith;
mod exp;
mod logic;
mod round;
mod special;
mod trig;

use activation::activation;
use arith::arith;
use exp::exp;
use logic::logic;
use round::round;
use special::special;
use trig::trig;

use super::rules;

arith! { exp trig activation round logic special rules Map: }
