//! Ops as functions: one per row of the table, in the order of the row's signature.
