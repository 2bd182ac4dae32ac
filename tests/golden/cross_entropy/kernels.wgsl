// value, kernel 0: (f32) -> (f32)

let t0: f32 = x0;
t0
// value, kernel 1: (f32) -> (f32)

let t0: bool = ct_is_finite(x0);
let t1: f32 = select(0.0f, x0, t0);
t1
// value, kernel 2: (f32, f32) -> (f32)

let t0: f32 = x0 - x1;
let t1: f32 = ct_exp(t0);
t1
// value, kernel 3: (f32, f32, f32) -> (f32)

let t0: f32 = ct_log(x0);
let t1: f32 = t0 + x1;
let t2: f32 = t1 - x2;
t2
// value_and_grad, kernel 0: (f32) -> (f32)

let t0: f32 = x0;
t0
// value_and_grad, kernel 1: (f32) -> (f32)

let t0: bool = ct_is_finite(x0);
let t1: f32 = select(0.0f, x0, t0);
t1
// value_and_grad, kernel 2: (f32, f32) -> (f32, f32)

let t0: f32 = x0 - x1;
let t1: f32 = ct_exp(t0);
t1, t1
// value_and_grad, kernel 3: (f32, f32, f32) -> (f32, f32)
f32
let t0: f32 = ct_log(x0);
let t1: f32 = t0 + x1;
let t2: f32 = t1 - x2;
let t3: f32 = h0 / x0;
t2, t3
// value_and_grad, kernel 4: (i32, i32, f32, f32) -> (f32)
f32
let t0: f32 = -h0;
let t1: bool = x0 == x1;
let t2: f32 = select(0.0f, t0, t1);
let t3: f32 = x2 * x3;
let t4: f32 = t2 + t3;
t4
// forward, kernel 0: (f32) -> (f32)

let t0: f32 = x0;
t0
// forward, kernel 1: (f32) -> (f32)

let t0: bool = ct_is_finite(x0);
let t1: f32 = select(0.0f, x0, t0);
t1
// forward, kernel 2: (f32, f32) -> (f32, f32)

let t0: f32 = x0 - x1;
let t1: f32 = ct_exp(t0);
t1, t0
// forward, kernel 3: (f32, f32, f32) -> (f32)

let t0: f32 = ct_log(x0);
let t1: f32 = t0 + x1;
let t2: f32 = t1 - x2;
t2
// pullback, kernel 0: (f32) -> (f32)
f32
let t0: f32 = x0 * h0;
t0
// pullback, kernel 1: (f32, f32) -> (f32)

let t0: f32 = x0 / x1;
t0
// pullback, kernel 2: (f32, f32, i32, i32, f32) -> (f32)

let t0: f32 = ct_exp(x0);
let t1: f32 = -x1;
let t2: bool = x2 == x3;
let t3: f32 = select(0.0f, t1, t2);
let t4: f32 = x4 * t0;
let t5: f32 = t3 + t4;
t5
// jvp, kernel 0: (f32) -> (f32)

let t0: f32 = x0;
t0
// jvp, kernel 1: (f32) -> (f32)

let t0: bool = ct_is_finite(x0);
let t1: f32 = select(0.0f, x0, t0);
t1
// jvp, kernel 2: (f32, f32, f32) -> (f32, f32)

let t0: f32 = x0 - x1;
let t1: f32 = ct_exp(t0);
let t2: f32 = x2 * t1;
t1, t2
// jvp, kernel 3: (f32, f32, f32, f32, f32) -> (f32, f32)

let t0: f32 = ct_log(x0);
let t1: f32 = t0 + x1;
let t2: f32 = t1 - x2;
let t3: f32 = x3 / x0;
let t4: f32 = -x4;
let t5: f32 = t3 + t4;
t2, t5
