// value, kernel 0: (f32, f32, f32, bool) -> (f32, bool)
i32
let t0: f32 = f32(x0);
let t1: f32 = x1 * x2;
let t2: f32 = select(1.0f, t1, x3);
let t3: f32 = ct_powi(t2, h0);
let t4: f32 = select(0.0f, t0, x3);
let t5: f32 = ct_exp(t4);
let t6: f32 = t3 + t5;
let t7: f32 = select(0.0f, t6, x3);
let t8: bool = t7 > 1.0f;
t7, t8
// value_and_grad, kernel 0: (f32, f32, bool) -> (f32, f32, f32, f32)
f32 i32
let t0: f32 = x0 * x1;
let t1: f32 = select(1.0f, t0, x2);
let t2: f32 = select(0.0f, 1.0f, x2);
let t3: f32 = t2 * h0;
let t4: f32 = ct_powi(t1, h1);
let t5: f32 = t3 * t4;
let t6: f32 = select(0.0f, t5, x2);
let t7: f32 = t6 * x1;
let t8: f32 = t6 * x0;
let t9: f32 = select(0.0f, t7, x2);
let t10: f32 = select(0.0f, t8, x2);
t1, t2, t9, t10
// value_and_grad, kernel 1: (f32, f32, bool, f32) -> (f32, bool, f32)
i32
let t0: f32 = f32(x0);
let t1: f32 = ct_powi(x1, h0);
let t2: f32 = select(0.0f, t0, x2);
let t3: f32 = ct_exp(t2);
let t4: f32 = t1 + t3;
let t5: f32 = select(0.0f, t4, x2);
let t6: bool = t5 > 1.0f;
let t7: f32 = x3 * t3;
let t8: f32 = select(0.0f, t7, x2);
let t9: f32 = f32(t8);
t5, t6, t9
// forward, kernel 0: (f32, f32, f32, bool) -> (f32, bool)
i32
let t0: f32 = f32(x0);
let t1: f32 = x1 * x2;
let t2: f32 = select(1.0f, t1, x3);
let t3: f32 = ct_powi(t2, h0);
let t4: f32 = select(0.0f, t0, x3);
let t5: f32 = ct_exp(t4);
let t6: f32 = t3 + t5;
let t7: f32 = select(0.0f, t6, x3);
let t8: bool = t7 > 1.0f;
t7, t8
// pullback, kernel 0: (f32, f32, f32, bool, f32) -> (f32, f32, f32)
f32 i32
let t0: f32 = f32(x0);
let t1: f32 = x1 * x2;
let t2: f32 = select(1.0f, t1, x3);
let t3: f32 = select(0.0f, t0, x3);
let t4: f32 = ct_exp(t3);
let t5: f32 = select(0.0f, x4, x3);
let t6: f32 = t5 * t4;
let t7: f32 = select(0.0f, t6, x3);
let t8: f32 = t5 * h0;
let t9: f32 = ct_powi(t2, h1);
let t10: f32 = t8 * t9;
let t11: f32 = select(0.0f, t10, x3);
let t12: f32 = t11 * x2;
let t13: f32 = t11 * x1;
let t14: f32 = select(0.0f, t12, x3);
let t15: f32 = select(0.0f, t13, x3);
let t16: f32 = f32(t7);
t14, t15, t16
// jvp, kernel 0: (f32, f32, f32, bool, f32, f32, f32) -> (f32, f32, bool)
i32 f32 i32
let t0: f32 = f32(x0);
let t1: f32 = x1 * x2;
let t2: f32 = select(1.0f, t1, x3);
let t3: f32 = ct_powi(t2, h0);
let t4: f32 = select(0.0f, t0, x3);
let t5: f32 = ct_exp(t4);
let t6: f32 = t3 + t5;
let t7: f32 = select(0.0f, t6, x3);
let t8: bool = t7 > 1.0f;
let t9: f32 = f32(x4);
let t10: f32 = x5 * x2;
let t11: f32 = x6 * x1;
let t12: f32 = t10 + t11;
let t13: f32 = select(0.0f, t12, x3);
let t14: f32 = t13 * h1;
let t15: f32 = ct_powi(t2, h2);
let t16: f32 = t14 * t15;
let t17: f32 = select(0.0f, t9, x3);
let t18: f32 = t17 * t5;
let t19: f32 = t16 + t18;
let t20: f32 = select(0.0f, t19, x3);
t7, t20, t8
// hvp, kernel 0: (f32, f32, bool, f32, f32) -> (f32, f32, f32, f32, f32)
f32 i32 f32 i32
let t0: f32 = x0 * x1;
let t1: f32 = select(1.0f, t0, x2);
let t2: f32 = select(0.0f, 1.0f, x2);
let t3: f32 = t2 * h0;
let t4: f32 = ct_powi(t1, h1);
let t5: f32 = t3 * t4;
let t6: f32 = select(0.0f, t5, x2);
let t7: f32 = t6 * x1;
let t8: f32 = t6 * x0;
let t9: f32 = select(0.0f, t7, x2);
let t10: f32 = select(0.0f, t8, x2);
let t11: f32 = x3 * x1;
let t12: f32 = x4 * x0;
let t13: f32 = t11 + t12;
let t14: f32 = select(0.0f, t13, x2);
let t15: f32 = t14 * h2;
let t16: f32 = ct_powi(t1, h3);
let t17: f32 = t15 * t16;
let t18: f32 = t17 * t3;
let t19: f32 = select(0.0f, t18, x2);
let t20: f32 = t19 * x1;
let t21: f32 = x4 * t6;
let t22: f32 = t20 + t21;
let t23: f32 = t19 * x0;
let t24: f32 = x3 * t6;
let t25: f32 = t23 + t24;
let t26: f32 = select(0.0f, t22, x2);
let t27: f32 = select(0.0f, t25, x2);
t2, t9, t10, t26, t27
// hvp, kernel 1: (f32, bool, f32, f32) -> (f32, f32)

let t0: f32 = f32(x0);
let t1: f32 = select(0.0f, t0, x1);
let t2: f32 = ct_exp(t1);
let t3: f32 = x2 * t2;
let t4: f32 = select(0.0f, t3, x1);
let t5: f32 = f32(t4);
let t6: f32 = f32(x3);
let t7: f32 = select(0.0f, t6, x1);
let t8: f32 = t7 * t2;
let t9: f32 = t8 * x2;
let t10: f32 = select(0.0f, t9, x1);
let t11: f32 = f32(t10);
t5, t11
