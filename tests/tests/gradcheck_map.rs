//! Gradient checks of part of the table through emitted code: one test per op, printed from the table.

cotangent::__private::for_each_op!(map);
