//! A macro whose op stands on a line of the same number as an argument in `lines.rs`.

pub(super) const OP: u32 = 9;

macro_rules! two_ops {
    ($name:ident($x:ident) = $first:expr) => {
        #[differentiable]
        fn $name($x: &Tensor, n: usize) -> Scalar {
            $first.reshape([n]).sum()
        }
    };
}
pub(super) use two_ops;
