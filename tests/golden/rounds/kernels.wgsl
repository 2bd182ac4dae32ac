// value, kernel 0: (f32) -> (f32)

x0
// value_r4_0_r5_0, kernel 0: (f32, f32) -> (f32)

let t0: f32 = x0 * x1;
let t1: f32 = ct_tanh(t0);
t1
// value_r4_0_r7_0, kernel 0: (f32, f32) -> (f32)

let t0: f32 = x0 + x1;
t0
// value_r4_0_r12_0, kernel 0: (f32, f32) -> (f32)

let t0: f32 = ct_exp(x0);
let t1: f32 = t0 * x1;
t1
// value_and_grad, kernel 0: (f32) -> (f32)

x0
// value_and_grad, kernel 1: (f32, f32) -> (f32)

let t0: f32 = x0 + x1;
t0
// value_and_grad_r4_0_r5_0, kernel 0: (f32, f32) -> (f32)

let t0: f32 = x0 * x1;
let t1: f32 = ct_tanh(t0);
t1
// value_and_grad_r4_0_r7_0, kernel 0: (f32, f32) -> (f32)

let t0: f32 = x0 + x1;
t0
// value_and_grad_r4_0_r12_0, kernel 0: (f32, f32) -> (f32)

let t0: f32 = ct_exp(x0);
let t1: f32 = t0 * x1;
t1
// value_and_grad_r19_0, kernel 0: (f32, f32) -> (f32)

let t0: f32 = x0 + x1;
t0
// value_and_grad_r19_0, kernel 1: (f32, f32, f32) -> (f32)

let t0: f32 = x0 + x1;
let t1: f32 = x2 + t0;
t1
// value_and_grad_r19_0_r5_0, kernel 0: (f32, f32, f32) -> (f32, f32)

let t0: f32 = ct_exp(x0);
let t1: f32 = x1 * x2;
let t2: f32 = x1 * t0;
let t3: f32 = t1 * t0;
t2, t3
// value_and_grad_r19_0_r13_0, kernel 0: (f32, f32, f32) -> (f32, f32)

let t0: f32 = x0 * x1;
let t1: f32 = ct_tanh(t0);
let t2: f32 = t1 * t1;
let t3: f32 = 1.0f - t2;
let t4: f32 = x2 * t3;
let t5: f32 = t4 * x1;
let t6: f32 = t4 * x0;
t6, t5
// value_and_grad_r19_0_r13_0, kernel 1: (f32, f32) -> (f32)

let t0: f32 = x0 + x1;
t0
// forward, kernel 0: (f32) -> (f32)

x0
// forward_r4_0_r5_0, kernel 0: (f32, f32) -> (f32)

let t0: f32 = x0 * x1;
let t1: f32 = ct_tanh(t0);
t1
// forward_r4_0_r7_0, kernel 0: (f32, f32) -> (f32)

let t0: f32 = x0 + x1;
t0
// forward_r4_0_r12_0, kernel 0: (f32, f32) -> (f32)

let t0: f32 = ct_exp(x0);
let t1: f32 = t0 * x1;
t1
// pullback, kernel 0: (f32) -> (f32)
f32
let t0: f32 = x0 * h0;
t0
// pullback, kernel 1: (f32, f32) -> (f32)

let t0: f32 = x0 + x1;
t0
// pullback_r14_0, kernel 0: (f32, f32) -> (f32)

let t0: f32 = x0 + x1;
t0
// pullback_r14_0, kernel 1: (f32, f32, f32) -> (f32)

let t0: f32 = x0 + x1;
let t1: f32 = x2 + t0;
t1
// pullback_r14_0_r5_0, kernel 0: (f32, f32, f32) -> (f32, f32)

let t0: f32 = ct_exp(x0);
let t1: f32 = x1 * x2;
let t2: f32 = x1 * t0;
let t3: f32 = t1 * t0;
t2, t3
// pullback_r14_0_r13_0, kernel 0: (f32, f32, f32) -> (f32, f32)

let t0: f32 = x0 * x1;
let t1: f32 = ct_tanh(t0);
let t2: f32 = t1 * t1;
let t3: f32 = 1.0f - t2;
let t4: f32 = x2 * t3;
let t5: f32 = t4 * x1;
let t6: f32 = t4 * x0;
t6, t5
// pullback_r14_0_r13_0, kernel 1: (f32, f32) -> (f32)

let t0: f32 = x0 + x1;
t0
// jvp, kernel 0: (f32, f32) -> (f32, f32)

x0, x1
// jvp_r6_0_r7_0, kernel 0: (f32, f32, f32, f32) -> (f32, f32)

let t0: f32 = x0 * x1;
let t1: f32 = ct_tanh(t0);
let t2: f32 = x2 * x1;
let t3: f32 = x3 * x0;
let t4: f32 = t2 + t3;
let t5: f32 = t1 * t1;
let t6: f32 = 1.0f - t5;
let t7: f32 = t4 * t6;
t1, t7
// jvp_r6_0_r11_0, kernel 0: (f32, f32, f32, f32) -> (f32, f32)

let t0: f32 = x0 + x1;
let t1: f32 = x2 + x3;
t0, t1
// jvp_r6_0_r17_0, kernel 0: (f32, f32, f32, f32) -> (f32, f32)

let t0: f32 = ct_exp(x0);
let t1: f32 = t0 * x1;
let t2: f32 = x2 * t0;
let t3: f32 = t2 * x1;
let t4: f32 = x3 * t0;
let t5: f32 = t3 + t4;
t1, t5
// hvp, kernel 0: (f32, f32, f32, f32) -> (f32, f32)

let t0: f32 = x0 + x1;
let t1: f32 = x2 + x3;
t0, t1
// hvp_r6_0_r7_0, kernel 0: (f32, f32, f32, f32) -> (f32, f32)

let t0: f32 = x0 * x1;
let t1: f32 = ct_tanh(t0);
let t2: f32 = x2 * x1;
let t3: f32 = x3 * x0;
let t4: f32 = t2 + t3;
let t5: f32 = t1 * t1;
let t6: f32 = 1.0f - t5;
let t7: f32 = t4 * t6;
t1, t7
// hvp_r6_0_r11_0, kernel 0: (f32, f32, f32, f32) -> (f32, f32)

let t0: f32 = x0 + x1;
let t1: f32 = x2 + x3;
t0, t1
// hvp_r6_0_r17_0, kernel 0: (f32, f32, f32, f32) -> (f32, f32)

let t0: f32 = ct_exp(x0);
let t1: f32 = t0 * x1;
let t2: f32 = x2 * t0;
let t3: f32 = t2 * x1;
let t4: f32 = x3 * t0;
let t5: f32 = t3 + t4;
t1, t5
// hvp_r18_0, kernel 0: (f32, f32, f32, f32) -> (f32, f32)

let t0: f32 = x0 + x1;
let t1: f32 = x2 + x3;
t0, t1
// hvp_r18_0, kernel 1: (f32, f32, f32, f32, f32, f32) -> (f32, f32)

let t0: f32 = x0 + x1;
let t1: f32 = x2 + t0;
let t2: f32 = x3 + x4;
let t3: f32 = x5 + t2;
t1, t3
// hvp_r18_0_r6_0, kernel 0: (f32, f32, f32, f32, f32, f32) -> (f32, f32, f32, f32)

let t0: f32 = ct_exp(x0);
let t1: f32 = x1 * x2;
let t2: f32 = x1 * t0;
let t3: f32 = t1 * t0;
let t4: f32 = x3 * t0;
let t5: f32 = x4 * x2;
let t6: f32 = x5 * x1;
let t7: f32 = t5 + t6;
let t8: f32 = x4 * t0;
let t9: f32 = t4 * x1;
let t10: f32 = t8 + t9;
let t11: f32 = t7 * t0;
let t12: f32 = t4 * t1;
let t13: f32 = t11 + t12;
t2, t10, t3, t13
// hvp_r18_0_r17_0, kernel 0: (f32, f32, f32, f32, f32, f32) -> (f32, f32, f32, f32)

let t0: f32 = x0 * x1;
let t1: f32 = ct_tanh(t0);
let t2: f32 = t1 * t1;
let t3: f32 = 1.0f - t2;
let t4: f32 = x2 * t3;
let t5: f32 = t4 * x1;
let t6: f32 = t4 * x0;
let t7: f32 = x3 * x1;
let t8: f32 = x4 * x0;
let t9: f32 = t7 + t8;
let t10: f32 = t9 * t3;
let t11: f32 = t10 * t1;
let t12: f32 = t11 + t11;
let t13: f32 = -t12;
let t14: f32 = x5 * t3;
let t15: f32 = t13 * x2;
let t16: f32 = t14 + t15;
let t17: f32 = t16 * x1;
let t18: f32 = x4 * t4;
let t19: f32 = t17 + t18;
let t20: f32 = t16 * x0;
let t21: f32 = x3 * t4;
let t22: f32 = t20 + t21;
t6, t22, t5, t19
// hvp_r18_0_r17_0, kernel 1: (f32, f32, f32, f32) -> (f32, f32)

let t0: f32 = x0 + x1;
let t1: f32 = x2 + x3;
t0, t1
