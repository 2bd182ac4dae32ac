// value, kernel 0: (f32) -> (f32)

x0
// value, kernel 1: (f32) -> (f32)

x0
// value, kernel 2: (f32) -> (f32)

let t0: f32 = x0 * x0;
t0
// value, kernel 3: (f32, f32) -> (f32)

let t0: f32 = x0 - x1;
let t1: f32 = ct_tanh(t0);
t1
// value, kernel 4: (f32, f32) -> (f32)
f32 f32
let t0: f32 = x0 * h0;
let t1: f32 = t0 * h1;
let t2: f32 = t1 + x1;
t2
// value_and_grad, kernel 0: (f32) -> (f32)

x0
// value_and_grad, kernel 1: (f32) -> (f32)

x0
// value_and_grad, kernel 2: (f32) -> (f32)

let t0: f32 = x0 * x0;
t0
// value_and_grad, kernel 3: (f32, f32) -> (f32, f32, f32)
f32 f32
let t0: f32 = x0 - x1;
let t1: f32 = ct_tanh(t0);
let t2: f32 = t1 * t1;
let t3: f32 = 1.0f - t2;
let t4: f32 = -t3;
let t5: f32 = t4 * h0;
let t6: f32 = t3 * h1;
t1, t5, t6
// value_and_grad, kernel 4: (f32, f32) -> (f32)
f32 f32
let t0: f32 = x0 * h0;
let t1: f32 = t0 * h1;
let t2: f32 = t1 + x1;
t2
// value_and_grad, kernel 5: (f32) -> (f32)
f32 f32
let t0: f32 = h0 * h1;
let t1: f32 = t0 * x0;
let t2: f32 = t1 + t1;
t2
// forward, kernel 0: (f32) -> (f32)

x0
// forward, kernel 1: (f32) -> (f32)

x0
// forward, kernel 2: (f32) -> (f32)

let t0: f32 = x0 * x0;
t0
// forward, kernel 3: (f32, f32) -> (f32, f32)

let t0: f32 = x0 - x1;
let t1: f32 = ct_tanh(t0);
t1, t0
// forward, kernel 4: (f32, f32) -> (f32)
f32 f32
let t0: f32 = x0 * h0;
let t1: f32 = t0 * h1;
let t2: f32 = t1 + x1;
t2
// pullback, kernel 0: (f32, f32) -> (f32)
f32 f32
let t0: f32 = x0 * h0;
let t1: f32 = t0 * h1;
let t2: f32 = t1 * x1;
let t3: f32 = t2 + t2;
t3
// pullback, kernel 1: (f32, f32) -> (f32, f32)
f32 f32
let t0: f32 = ct_tanh(x0);
let t1: f32 = t0 * t0;
let t2: f32 = 1.0f - t1;
let t3: f32 = x1 * t2;
let t4: f32 = -t3;
let t5: f32 = t4 * h0;
let t6: f32 = t3 * h1;
t5, t6
// jvp, kernel 0: (f32, f32) -> (f32, f32)

x0, x1
// jvp, kernel 1: (f32, f32) -> (f32, f32)

x0, x1
// jvp, kernel 2: (f32, f32) -> (f32, f32)

let t0: f32 = x0 * x0;
let t1: f32 = x1 * x0;
let t2: f32 = t1 + t1;
t0, t2
// jvp, kernel 3: (f32, f32, f32, f32) -> (f32, f32)

let t0: f32 = x0 - x1;
let t1: f32 = ct_tanh(t0);
let t2: f32 = -x2;
let t3: f32 = x3 + t2;
let t4: f32 = t1 * t1;
let t5: f32 = 1.0f - t4;
let t6: f32 = t3 * t5;
t1, t6
// jvp, kernel 4: (f32, f32, f32, f32) -> (f32, f32)
f32 f32
let t0: f32 = x0 * h0;
let t1: f32 = t0 * h1;
let t2: f32 = t1 + x1;
let t3: f32 = x2 * h0;
let t4: f32 = t3 * h1;
let t5: f32 = t4 + x3;
t2, t5
// hvp, kernel 0: (f32, f32) -> (f32, f32)

x0, x1
// hvp, kernel 1: (f32, f32) -> (f32, f32)

x0, x1
// hvp, kernel 2: (f32, f32, f32, f32) -> (f32, f32, f32, f32)
f32 f32
let t0: f32 = x0 - x1;
let t1: f32 = ct_tanh(t0);
let t2: f32 = t1 * t1;
let t3: f32 = 1.0f - t2;
let t4: f32 = -t3;
let t5: f32 = t4 * h0;
let t6: f32 = t3 * h1;
let t7: f32 = -x2;
let t8: f32 = x3 + t7;
let t9: f32 = t8 * t3;
let t10: f32 = t9 * t1;
let t11: f32 = t10 + t10;
let t12: f32 = -t11;
let t13: f32 = t11 * h0;
let t14: f32 = t12 * h1;
t5, t6, t13, t14
// hvp, kernel 3: (f32, f32) -> (f32, f32)
f32 f32
let t0: f32 = h0 * h1;
let t1: f32 = t0 * x0;
let t2: f32 = t1 + t1;
let t3: f32 = x1 * t0;
let t4: f32 = t3 + t3;
t2, t4
