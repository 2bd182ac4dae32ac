//! cotangent
