//! Every row and composite of the table walks through bad input, as a function of the library and in a differentiable
//! function: no panic, and an error that names the op. Printed from the table.

cotangent::__private::for_each_op!(refusals);
