//! Threads, rounding, aliasing and special values.
