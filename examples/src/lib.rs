//! Programs that a user would copy live in the files beside `src`.
