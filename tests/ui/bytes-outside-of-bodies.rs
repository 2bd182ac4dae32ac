use cotangent::prelude::*;

fn main() {
    let x: Tensor<u8> = tensor![1, 2];
    let _ = &x + &x;
    let _ = x.sum();
}
