//! More programs whose answers others know: linear algebra, transforms of Fourier, windows and images, implicit functions.

#![deny(warnings)]
#![forbid(unsafe_code)]

mod algebra;
mod factors;
mod fourier;
mod images;
mod implicit;
mod windows;
