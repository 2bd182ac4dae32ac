//! Instances of the library's functions that the tests of many binaries call, printed from the table: compiled here, and not again
//! in each binary. One that names nothing of this crate takes them by `use cotangent_tests as _`.

cotangent::__private::for_each_op!(instances);
