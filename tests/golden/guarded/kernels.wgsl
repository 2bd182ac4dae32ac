// value, kernel 0: (f32, f32) -> (f32)

let t0: bool = x0 > 0.0f;
let t1: f32 = x1 * x1;
let t2: f32 = select(1.0f, x0, t0);
let t3: f32 = sqrt(t2);
let t4: f32 = x1 / t2;
let t5: f32 = t3 + t4;
let t6: f32 = select(t1, t5, t0);
t6
// forward, kernel 0: (f32, f32) -> (f32)

let t0: bool = x0 > 0.0f;
let t1: f32 = x1 * x1;
let t2: f32 = select(1.0f, x0, t0);
let t3: f32 = sqrt(t2);
let t4: f32 = x1 / t2;
let t5: f32 = t3 + t4;
let t6: f32 = select(t1, t5, t0);
t6
// pullback, kernel 0: (f32, f32, f32) -> (f32, f32)

let t0: bool = x0 > 0.0f;
let t1: f32 = select(1.0f, x0, t0);
let t2: f32 = sqrt(t1);
let t3: f32 = x1 / t1;
let t4: f32 = select(0.0f, x2, t0);
let t5: f32 = select(x2, 0.0f, t0);
let t6: f32 = t4 / t1;
let t7: f32 = -t4;
let t8: f32 = t7 * t3;
let t9: f32 = t8 / t1;
let t10: f32 = select(0.0f, t6, t0);
let t11: f32 = 0.5f * t4;
let t12: f32 = t11 / t2;
let t13: f32 = t9 + t12;
let t14: f32 = select(0.0f, t13, t0);
let t15: f32 = 2.0f * t5;
let t16: f32 = t15 * x1;
let t17: f32 = select(t16, 0.0f, t0);
let t18: f32 = t10 + t17;
t14, t18
// jvp, kernel 0: (f32, f32, f32, f32) -> (f32, f32)

let t0: bool = x0 > 0.0f;
let t1: f32 = x1 * x1;
let t2: f32 = select(1.0f, x0, t0);
let t3: f32 = sqrt(t2);
let t4: f32 = x1 / t2;
let t5: f32 = t3 + t4;
let t6: f32 = select(t1, t5, t0);
let t7: f32 = 2.0f * x2;
let t8: f32 = t7 * x1;
let t9: f32 = select(0.0f, x3, t0);
let t10: f32 = 0.5f * t9;
let t11: f32 = t10 / t3;
let t12: f32 = x2 / t2;
let t13: f32 = -t9;
let t14: f32 = t13 * t4;
let t15: f32 = t14 / t2;
let t16: f32 = t12 + t15;
let t17: f32 = t11 + t16;
let t18: f32 = select(0.0f, t17, t0);
let t19: f32 = select(t8, 0.0f, t0);
let t20: f32 = t18 + t19;
t6, t20
