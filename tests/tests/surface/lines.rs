//! Lines in errors, where tokens of a function come from two files.

use cotangent::prelude::*;
use elsewhere::two_ops;

mod elsewhere;
two_ops! {
    cut(x) =
        x.narrow(0, 0, 4)
}
const ARGUMENT: u32 = line!() - 2;
const CALL: u32 = line!() - 5;

#[test]
fn tokens_of_a_macro_stand_where_it_is_called() {
    assert_eq!(ARGUMENT, elsewhere::OP, "the numbers that this test is about");
    let line = |n| {
        let x = crate::vector(&[1.0; 5][..n]);
        [cut::call(&x, 3).unwrap_err(), cut::value_and_grad(&x, 3).unwrap_err()]
            .map(|e| e.site().map(|s| s.line))
    };
    assert_eq!(line(3), [Some(ARGUMENT); 2]);
    assert_eq!(line(5), [Some(CALL); 2]);
}
