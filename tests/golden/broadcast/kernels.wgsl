// value, kernel 0: (f32, f32, f32) -> (f32)

let t0: f32 = x0 * x1;
let t1: f32 = t0 + x2;
let t2: f32 = ct_sin(t1);
let t3: f32 = t2 * x1;
t3
// value_and_grad, kernel 0: (f32, f32, f32) -> (f32, f32, f32, f32)

let t0: f32 = x0 * x1;
let t1: f32 = t0 + x2;
let t2: f32 = ct_sin(t1);
let t3: f32 = t2 * x1;
let t4: f32 = ct_cos(t1);
let t5: f32 = x1 * t4;
let t6: f32 = t5 * x1;
let t7: f32 = t5 * x0;
let t8: f32 = t2 + t7;
t6, t8, t5, t3
// forward, kernel 0: (f32, f32, f32) -> (f32)

let t0: f32 = x0 * x1;
let t1: f32 = t0 + x2;
let t2: f32 = ct_sin(t1);
let t3: f32 = t2 * x1;
t3
// pullback, kernel 0: (f32, f32, f32, f32) -> (f32, f32, f32)

let t0: f32 = x0 * x1;
let t1: f32 = t0 + x2;
let t2: f32 = ct_sin(t1);
let t3: f32 = x3 * x1;
let t4: f32 = x3 * t2;
let t5: f32 = ct_cos(t1);
let t6: f32 = t3 * t5;
let t7: f32 = t6 * x1;
let t8: f32 = t6 * x0;
let t9: f32 = t4 + t8;
t7, t9, t6
// jvp, kernel 0: (f32, f32, f32, f32, f32, f32) -> (f32, f32)

let t0: f32 = x0 * x1;
let t1: f32 = t0 + x2;
let t2: f32 = ct_sin(t1);
let t3: f32 = t2 * x1;
let t4: f32 = x3 * x1;
let t5: f32 = x4 * x0;
let t6: f32 = t4 + t5;
let t7: f32 = t6 + x5;
let t8: f32 = ct_cos(t1);
let t9: f32 = t7 * t8;
let t10: f32 = t9 * x1;
let t11: f32 = x4 * t2;
let t12: f32 = t10 + t11;
t3, t12
