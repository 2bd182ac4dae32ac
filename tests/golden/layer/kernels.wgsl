// value, kernel 0: (f32, f32, f32) -> (f32)

let t0: f32 = x0 + x1;
let t1: f32 = ct_tanh(t0);
let t2: f32 = t1 - x2;
let t3: f32 = t2 * t2;
t3
// value_and_grad, kernel 0: (f32, f32, f32) -> (f32, f32, f32)
f32
let t0: f32 = x0 + x1;
let t1: f32 = ct_tanh(t0);
let t2: f32 = t1 - x2;
let t3: f32 = t2 * t2;
let t4: f32 = h0 * t2;
let t5: f32 = t4 + t4;
let t6: f32 = t1 * t1;
let t7: f32 = 1.0f - t6;
let t8: f32 = t5 * t7;
t3, t8, t8
// forward, kernel 0: (f32, f32, f32) -> (f32)

let t0: f32 = x0 + x1;
let t1: f32 = ct_tanh(t0);
let t2: f32 = t1 - x2;
let t3: f32 = t2 * t2;
t3
// pullback, kernel 0: (f32, f32, f32, f32) -> (f32, f32)
f32
let t0: f32 = x0 + x1;
let t1: f32 = ct_tanh(t0);
let t2: f32 = t1 - x2;
let t3: f32 = x3 * h0;
let t4: f32 = t3 * t2;
let t5: f32 = t4 + t4;
let t6: f32 = t1 * t1;
let t7: f32 = 1.0f - t6;
let t8: f32 = t5 * t7;
t8, t8
// jvp, kernel 0: (f32, f32, f32, f32, f32) -> (f32, f32)

let t0: f32 = x0 + x1;
let t1: f32 = ct_tanh(t0);
let t2: f32 = t1 - x2;
let t3: f32 = t2 * t2;
let t4: f32 = x3 + x4;
let t5: f32 = t1 * t1;
let t6: f32 = 1.0f - t5;
let t7: f32 = t4 * t6;
let t8: f32 = t7 * t2;
let t9: f32 = t8 + t8;
t3, t9
