// update, Turn: (f32, f32, f32) -> (f32, f32)
f32
let t0: f32 = x0 * h0;
let t1: f32 = x1 * x2;
let t2: f32 = t0 - t1;
let t3: f32 = x1 * h0;
let t4: f32 = x0 * x2;
let t5: f32 = t3 + t4;
t2, t5
// cast, Cast: (f32) -> (f32)

let t0: f32 = f32(x0);
t0
// cast, Cast: (f32) -> (i32)

let t0: i32 = i32(x0);
t0
// cast, Cast: (f32) -> (bool)

let t0: bool = bool(x0);
t0
// cast, Cast: (i32) -> (f32)

let t0: f32 = f32(x0);
t0
// cast, Cast: (i32) -> (i32)

let t0: i32 = i32(x0);
t0
// cast, Cast: (i32) -> (bool)

let t0: bool = bool(x0);
t0
// cast, Cast: (bool) -> (f32)

let t0: f32 = f32(x0);
t0
// cast, Cast: (bool) -> (i32)

let t0: i32 = i32(x0);
t0
// cast, Cast: (bool) -> (bool)

let t0: bool = bool(x0);
t0
// reduce, Identity: (f32) -> (f32)

x0
// reduce, Identity: (i32) -> (i32)

x0
// reduce, Identity: (bool) -> (bool)

x0
// adam, Step: (f32, f32, f32, f32) -> (f32, f32, f32)
f32 f32 f32 f32 f32 f32 f32 f32 f32
let t0: f32 = h0 * x0;
let t1: f32 = x3 + t0;
let t2: f32 = h1 * x1;
let t3: f32 = h2 * t1;
let t4: f32 = t2 + t3;
let t5: f32 = h3 * x2;
let t6: f32 = t1 * t1;
let t7: f32 = h4 * t6;
let t8: f32 = t5 + t7;
let t9: f32 = h5 * x0;
let t10: f32 = sqrt(t8);
let t11: f32 = t10 * h6;
let t12: f32 = t11 + h7;
let t13: f32 = t4 / t12;
let t14: f32 = h8 * t13;
let t15: f32 = t9 - t14;
t15, t4, t8
// clip, Clamp: (f32) -> (f32)
f32 f32
let t0: f32 = ct_clamp(x0, h0, h1);
t0
// lbfgs, Absolute: (f32) -> (f32)
f64
let t0: f32 = f32(x0);
let t1: f32 = abs(t0);
t1
// lion, Step: (f32, f32, f32) -> (f32, f32)
f32 f32 f32 f32 f32 f32
let t0: f32 = h0 * x0;
let t1: f32 = h1 * x1;
let t2: f32 = h2 * x2;
let t3: f32 = t1 + t2;
let t4: f32 = sign(t3);
let t5: f32 = h3 * t4;
let t6: f32 = t0 - t5;
let t7: f32 = h4 * x1;
let t8: f32 = h5 * x2;
let t9: f32 = t7 + t8;
t6, t9
// rmsprop, Plain: (f32, f32, f32) -> (f32, f32)
f32 f32 f32 f32 f32
let t0: f32 = h0 * x0;
let t1: f32 = x2 + t0;
let t2: f32 = h1 * x1;
let t3: f32 = t1 * t1;
let t4: f32 = h2 * t3;
let t5: f32 = t2 + t4;
let t6: f32 = sqrt(t5);
let t7: f32 = t6 + h3;
let t8: f32 = t1 / t7;
let t9: f32 = h4 * t8;
let t10: f32 = x0 - t9;
t10, t5
// rmsprop, Heavy: (f32, f32, f32, f32) -> (f32, f32, f32)
f32 f32 f32 f32 f32 f32
let t0: f32 = h0 * x0;
let t1: f32 = x3 + t0;
let t2: f32 = h1 * x1;
let t3: f32 = t1 * t1;
let t4: f32 = h2 * t3;
let t5: f32 = t2 + t4;
let t6: f32 = h3 * x2;
let t7: f32 = sqrt(t5);
let t8: f32 = t7 + h4;
let t9: f32 = t1 / t8;
let t10: f32 = t6 + t9;
let t11: f32 = h5 * t10;
let t12: f32 = x0 - t11;
t12, t5, t10
// rmsprop, Centered: (f32, f32, f32, f32) -> (f32, f32, f32)
f32 f32 f32 f32 f32
let t0: f32 = h0 * x0;
let t1: f32 = x3 + t0;
let t2: f32 = h1 * x1;
let t3: f32 = t1 * t1;
let t4: f32 = h2 * t3;
let t5: f32 = t2 + t4;
let t6: f32 = h1 * x2;
let t7: f32 = h2 * t1;
let t8: f32 = t6 + t7;
let t9: f32 = t8 * t8;
let t10: f32 = t5 - t9;
let t11: f32 = ct_maximum(t10, 0.0f);
let t12: f32 = sqrt(t11);
let t13: f32 = t12 + h3;
let t14: f32 = t1 / t13;
let t15: f32 = h4 * t14;
let t16: f32 = x0 - t15;
t16, t5, t8
// rmsprop, CenteredHeavy: (f32, f32, f32, f32, f32) -> (f32, f32, f32, f32)
f32 f32 f32 f32 f32 f32
let t0: f32 = h0 * x0;
let t1: f32 = x4 + t0;
let t2: f32 = h1 * x1;
let t3: f32 = t1 * t1;
let t4: f32 = h2 * t3;
let t5: f32 = t2 + t4;
let t6: f32 = h1 * x2;
let t7: f32 = h2 * t1;
let t8: f32 = t6 + t7;
let t9: f32 = h3 * x3;
let t10: f32 = t8 * t8;
let t11: f32 = t5 - t10;
let t12: f32 = ct_maximum(t11, 0.0f);
let t13: f32 = sqrt(t12);
let t14: f32 = t13 + h4;
let t15: f32 = t1 / t14;
let t16: f32 = t9 + t15;
let t17: f32 = h5 * t16;
let t18: f32 = x0 - t17;
t18, t5, t8, t16
// sgd, Plain: (f32, f32) -> (f32)
f32 f32
let t0: f32 = h0 * x0;
let t1: f32 = x1 + t0;
let t2: f32 = h1 * t1;
let t3: f32 = x0 - t2;
t3
// sgd, Heavy: (f32, f32, f32) -> (f32, f32)
f32 f32 f32 f32
let t0: f32 = h0 * x1;
let t1: f32 = h1 * x0;
let t2: f32 = x2 + t1;
let t3: f32 = h2 * t2;
let t4: f32 = t0 + t3;
let t5: f32 = h3 * t4;
let t6: f32 = x0 - t5;
t6, t4
// sgd, Nesterov: (f32, f32, f32) -> (f32, f32)
f32 f32 f32
let t0: f32 = h0 * x0;
let t1: f32 = x2 + t0;
let t2: f32 = h1 * x1;
let t3: f32 = t2 + t1;
let t4: f32 = h1 * t3;
let t5: f32 = t1 + t4;
let t6: f32 = h2 * t5;
let t7: f32 = x0 - t6;
t7, t3
// math, Axpy: (f32, f32) -> (f32)
f32
let t0: f32 = h0 * x1;
let t1: f32 = x0 + t0;
t1
// math, Products: (f32, f32) -> (f32)
f64
let t0: f32 = f32(x0);
let t1: f32 = f32(x1);
let t2: f32 = t0 * t1;
t2
// norm, Magnitudes: (f32) -> (f32)
f64
let t0: f32 = f32(x0);
let t1: f32 = abs(t0);
t1
// norm, Squares: (f32, f32) -> (f32)
f64
let t0: f32 = f32(x0);
let t1: f32 = t0 * x1;
let t2: f32 = t1 * t1;
t2
