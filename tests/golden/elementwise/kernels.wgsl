// value, kernel 0: (f32) -> (f32)

let t0: f32 = ct_gelu_tanh(x0);
let t1: f32 = ct_sigmoid(x0);
let t2: f32 = t0 * t1;
let t3: f32 = abs(x0);
let t4: f32 = -t3;
let t5: f32 = ct_exp(t4);
let t6: f32 = ct_log1p(t5);
let t7: f32 = t2 + t6;
t7
// value_and_grad, kernel 0: (f32) -> (f32, f32)
f32
let t0: f32 = ct_gelu_tanh(x0);
let t1: f32 = ct_sigmoid(x0);
let t2: f32 = t0 * t1;
let t3: f32 = abs(x0);
let t4: f32 = -t3;
let t5: f32 = ct_exp(t4);
let t6: f32 = ct_log1p(t5);
let t7: f32 = t2 + t6;
let t8: f32 = 1.0f + t5;
let t9: f32 = h0 / t8;
let t10: f32 = t9 * t5;
let t11: f32 = -t10;
let t12: f32 = sign(x0);
let t13: f32 = t11 * t12;
let t14: f32 = h0 * t1;
let t15: f32 = h0 * t0;
let t16: f32 = t15 * t1;
let t17: f32 = 1.0f - t1;
let t18: f32 = t16 * t17;
let t19: f32 = ct_gelu_tanh_slope(x0);
let t20: f32 = t14 * t19;
let t21: f32 = t13 + t18;
let t22: f32 = t21 + t20;
t7, t22
// forward, kernel 0: (f32) -> (f32)

let t0: f32 = ct_gelu_tanh(x0);
let t1: f32 = ct_sigmoid(x0);
let t2: f32 = t0 * t1;
let t3: f32 = abs(x0);
let t4: f32 = -t3;
let t5: f32 = ct_exp(t4);
let t6: f32 = ct_log1p(t5);
let t7: f32 = t2 + t6;
t7
// pullback, kernel 0: (f32, f32) -> (f32)
f32
let t0: f32 = ct_gelu_tanh(x0);
let t1: f32 = ct_sigmoid(x0);
let t2: f32 = abs(x0);
let t3: f32 = -t2;
let t4: f32 = ct_exp(t3);
let t5: f32 = x1 * h0;
let t6: f32 = 1.0f + t4;
let t7: f32 = t5 / t6;
let t8: f32 = t7 * t4;
let t9: f32 = -t8;
let t10: f32 = sign(x0);
let t11: f32 = t9 * t10;
let t12: f32 = t5 * t1;
let t13: f32 = t5 * t0;
let t14: f32 = t13 * t1;
let t15: f32 = 1.0f - t1;
let t16: f32 = t14 * t15;
let t17: f32 = ct_gelu_tanh_slope(x0);
let t18: f32 = t12 * t17;
let t19: f32 = t11 + t16;
let t20: f32 = t19 + t18;
t20
// jvp, kernel 0: (f32, f32) -> (f32, f32)

let t0: f32 = ct_gelu_tanh(x0);
let t1: f32 = ct_sigmoid(x0);
let t2: f32 = t0 * t1;
let t3: f32 = abs(x0);
let t4: f32 = -t3;
let t5: f32 = ct_exp(t4);
let t6: f32 = ct_log1p(t5);
let t7: f32 = t2 + t6;
let t8: f32 = ct_gelu_tanh_slope(x0);
let t9: f32 = x1 * t8;
let t10: f32 = x1 * t1;
let t11: f32 = 1.0f - t1;
let t12: f32 = t10 * t11;
let t13: f32 = t9 * t1;
let t14: f32 = t12 * t0;
let t15: f32 = t13 + t14;
let t16: f32 = sign(x0);
let t17: f32 = x1 * t16;
let t18: f32 = -t17;
let t19: f32 = t18 * t5;
let t20: f32 = 1.0f + t5;
let t21: f32 = t19 / t20;
let t22: f32 = t15 + t21;
t7, t22
