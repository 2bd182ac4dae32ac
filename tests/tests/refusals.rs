//! Every row and composite of the table walks through bad input, as a function of the library and in a differentiable
//! function: no panic, and an error that names the op. Printed from the table.

cotangent::__private::for_each_op!(refusals);

/// The examples on the pages of methods: their code, and what it gives. They are here since this test has every op in f64 anyway.
mod examples {
    use cotangent::prelude::*;
    use cotangent_tests::examples::text;

    cotangent::__private::for_each_op!(examples);

    #[test]
    fn the_file_of_examples_is_up_to_date() {
        expect_test::expect_file!["../../macros/src/eager/examples.txt"].assert_eq(&text(EXAMPLES));
    }
}
