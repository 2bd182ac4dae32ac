// kernel0: (i32, bool, f32, f32) -> (f32, f32, i32, bool, bool, f32, bool, f32)
i32
let t0: bool = x0 < h0;
let t1: bool = x1 && t0;
let t2: f32 = select((-ct_inf()), x2, t1);
let t3: i32 = select((-2147483647i - 1i), x0, x1);
t2, x3, t3, t1, t1, x3, t1, t2
