// value, kernel 0: (f32) -> (f32)

let t0: f32 = ct_tanh(x0);
t0
// value, kernel 1: (f32, f32) -> (f32)

let t0: f32 = x0 * x1;
t0
// value, kernel 2: (f32) -> (f32)
f32
let t0: f32 = x0 * h0;
t0
// value_and_grad, kernel 0: (f32) -> (f32)

let t0: f32 = ct_tanh(x0);
t0
// value_and_grad, kernel 1: (f32, f32) -> (f32)

let t0: f32 = x0 * x1;
t0
// value_and_grad, kernel 2: (f32) -> (f32)
f32
let t0: f32 = x0 * h0;
t0
// value_and_grad, kernel 3: (f32) -> (f32)
f32
let t0: f32 = h0 * x0;
t0
// value_and_grad, kernel 4: (f32) -> (f32)
f32
let t0: f32 = h0 * x0;
t0
// value_and_grad, kernel 5: (f32, f32) -> (f32, f32)

x0, x1
// value_and_grad, kernel 6: (f32, f32, f32) -> (f32)

let t0: f32 = x0 * x0;
let t1: f32 = 1.0f - t0;
let t2: f32 = x1 * t1;
let t3: f32 = x2 + t2;
t3
// value_and_grad_r31_0, kernel 0: (f32, f32) -> (f32)

let t0: f32 = x0 + x1;
t0
// forward, kernel 0: (f32) -> (f32)

let t0: f32 = ct_tanh(x0);
t0
// forward, kernel 1: (f32, f32) -> (f32)

let t0: f32 = x0 * x1;
t0
// forward, kernel 2: (f32) -> (f32)
f32
let t0: f32 = x0 * h0;
t0
// pullback, kernel 0: (f32) -> (f32)
f32
let t0: f32 = x0 * h0;
t0
// pullback, kernel 1: (f32, f32) -> (f32)

let t0: f32 = x0 * x1;
t0
// pullback, kernel 2: (f32, f32) -> (f32)

let t0: f32 = x0 * x1;
t0
// pullback, kernel 3: (f32, f32) -> (f32, f32)

x0, x1
// pullback, kernel 4: (f32, f32, f32) -> (f32)

let t0: f32 = ct_tanh(x0);
let t1: f32 = t0 * t0;
let t2: f32 = 1.0f - t1;
let t3: f32 = x1 * t2;
let t4: f32 = x2 + t3;
t4
// pullback_r22_0, kernel 0: (f32, f32) -> (f32)

let t0: f32 = x0 + x1;
t0
// jvp, kernel 0: (f32, f32) -> (f32, f32)

let t0: f32 = ct_tanh(x0);
let t1: f32 = t0 * t0;
let t2: f32 = 1.0f - t1;
let t3: f32 = x1 * t2;
t0, t3
// jvp, kernel 1: (f32, f32, f32, f32) -> (f32, f32)

let t0: f32 = x0 * x1;
let t1: f32 = x2 * x1;
let t2: f32 = x3 * x0;
let t3: f32 = t1 + t2;
t0, t3
// jvp, kernel 2: (f32, f32) -> (f32, f32)
f32
let t0: f32 = x0 * h0;
let t1: f32 = x1 * h0;
t0, t1
// hvp, kernel 0: (f32, f32) -> (f32, f32)

let t0: f32 = ct_tanh(x0);
let t1: f32 = t0 * t0;
let t2: f32 = 1.0f - t1;
let t3: f32 = x1 * t2;
t0, t3
// hvp, kernel 1: (f32, f32) -> (f32, f32)
f32
let t0: f32 = h0 * x0;
let t1: f32 = x1 * h0;
t0, t1
// hvp, kernel 2: (f32, f32) -> (f32, f32)
f32
let t0: f32 = h0 * x0;
let t1: f32 = x1 * h0;
t0, t1
// hvp, kernel 3: (f32, f32) -> (f32, f32)

x0, x1
// hvp, kernel 4: (f32) -> (f32)

x0
// hvp, kernel 5: (f32) -> (f32)

x0
// hvp, kernel 6: (f32, f32, f32, f32, f32, f32) -> (f32, f32)

let t0: f32 = x0 * x0;
let t1: f32 = 1.0f - t0;
let t2: f32 = x1 * t1;
let t3: f32 = x2 + t2;
let t4: f32 = x3 * x0;
let t5: f32 = t4 + t4;
let t6: f32 = -t5;
let t7: f32 = x4 * t1;
let t8: f32 = t6 * x1;
let t9: f32 = t7 + t8;
let t10: f32 = x5 + t9;
t3, t10
// hvp_r45_0, kernel 0: (f32, f32, f32, f32) -> (f32, f32)

let t0: f32 = x0 + x1;
let t1: f32 = x2 + x3;
t0, t1
