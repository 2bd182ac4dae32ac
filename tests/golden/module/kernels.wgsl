// value, kernel 0: (f32, f32, f32) -> (f32)

let t0: f32 = x0 * x1;
let t1: f32 = t0 * 2.0f;
let t2: f32 = ct_sigmoid(t1);
let t3: f32 = t0 * t2;
let t4: f32 = t3 - x2;
let t5: f32 = t4 * t4;
t5
// value_and_grad, kernel 0: (f32, f32, f32) -> (f32, f32, f32, f32)
f32
let t0: f32 = x0 * x1;
let t1: f32 = t0 * 2.0f;
let t2: f32 = ct_sigmoid(t1);
let t3: f32 = t0 * t2;
let t4: f32 = t3 - x2;
let t5: f32 = t4 * t4;
let t6: f32 = h0 * t4;
let t7: f32 = t6 + t6;
let t8: f32 = -t7;
let t9: f32 = t7 * t2;
let t10: f32 = t7 * t0;
let t11: f32 = t10 * t2;
let t12: f32 = 1.0f - t2;
let t13: f32 = t11 * t12;
let t14: f32 = t13 * 2.0f;
let t15: f32 = t9 + t14;
let t16: f32 = t15 * x1;
let t17: f32 = t15 * x0;
t5, t17, t8, t16
// forward, kernel 0: (f32, f32, f32) -> (f32)

let t0: f32 = x0 * x1;
let t1: f32 = t0 * 2.0f;
let t2: f32 = ct_sigmoid(t1);
let t3: f32 = t0 * t2;
let t4: f32 = t3 - x2;
let t5: f32 = t4 * t4;
t5
// pullback, kernel 0: (f32, f32, f32, f32) -> (f32, f32, f32)
f32
let t0: f32 = x0 * x1;
let t1: f32 = t0 * 2.0f;
let t2: f32 = ct_sigmoid(t1);
let t3: f32 = t0 * t2;
let t4: f32 = t3 - x2;
let t5: f32 = x3 * h0;
let t6: f32 = t5 * t4;
let t7: f32 = t6 + t6;
let t8: f32 = -t7;
let t9: f32 = t7 * t2;
let t10: f32 = t7 * t0;
let t11: f32 = t10 * t2;
let t12: f32 = 1.0f - t2;
let t13: f32 = t11 * t12;
let t14: f32 = t13 * 2.0f;
let t15: f32 = t9 + t14;
let t16: f32 = t15 * x1;
let t17: f32 = t15 * x0;
t17, t8, t16
// jvp, kernel 0: (f32, f32, f32, f32, f32, f32) -> (f32, f32)

let t0: f32 = x0 * x1;
let t1: f32 = t0 * 2.0f;
let t2: f32 = ct_sigmoid(t1);
let t3: f32 = t0 * t2;
let t4: f32 = t3 - x2;
let t5: f32 = t4 * t4;
let t6: f32 = x3 * x1;
let t7: f32 = x4 * x0;
let t8: f32 = t6 + t7;
let t9: f32 = t8 * 2.0f;
let t10: f32 = t9 * t2;
let t11: f32 = 1.0f - t2;
let t12: f32 = t10 * t11;
let t13: f32 = t8 * t2;
let t14: f32 = t12 * t0;
let t15: f32 = t13 + t14;
let t16: f32 = -x5;
let t17: f32 = t15 + t16;
let t18: f32 = t17 * t4;
let t19: f32 = t18 + t18;
t5, t19
