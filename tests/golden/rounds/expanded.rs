/// Steps of an iteration, with another rule now and then.
#[allow(dead_code)]
pub fn rounds(x: &Tensor, w: &Tensor, n: usize) -> Result<Scalar> {
    <rounds>::call(x, w, n)
}
///The transforms of [`rounds`](fn@rounds): `vjp`, `value_and_grad`, `grad`, `jvp`, `explain`.
#[allow(non_camel_case_types)]
pub enum rounds {}
#[allow(
    non_snake_case,
    unused,
    unused_qualifications,
    clippy::all,
    clippy::pedantic,
    clippy::nursery,
    clippy::restriction
)]
const _: () = {
    use ::cotangent::__private::{self as __rt, unnamed::*};
    use __kernels::OPS as __OPS;
    mod __kernels {
        use ::cotangent::__private::{self as rt, m};
        pub const OPS: &rt::Ops = &rt::Ops {
            place: rt::Place::new(
                "rounds",
                ::core::file!(),
                &[6, 13, 16, 20, 22, 11, 1, 12],
            ),
            sites: &[("", 0), ("mean", 4), ("", 5), ("", 6), ("", 7)],
            groups: &[
                ("mul@1(0,1) tanh@1(2)", &[1]),
                ("add@2(0,1)", &[0]),
                ("exp@3(0) mul@3(2,1)", &[1]),
                ("mean@4(0)", &[0]),
                ("exp@3(0) mul@3(1,2) mul@3(1,3) exp@3(4,3) exp@0(5)", &[4, 3]),
                (
                    "mul@1(0,1) tanh@1(3) tanh@1(4,4) tanh@1(5) tanh@1(2,6) mul@1(7,1) mul@1(7,0) mul@0(9)",
                    &[7, 5],
                ),
                ("mul@7(0,1)", &[0]),
                ("loop@0(0,1) loop@5(2,3)", &[1]),
                ("loop@5(0,1)", &[0]),
                ("loop@0(0,1)", &[0]),
                (
                    "mul@1(0,1) tanh@1(4) mul@1(2,1) mul@1(3,0) mul@1(6,7) tanh@1(5,5) tanh@1(9) tanh@1(8,10)",
                    &[1, 7],
                ),
                ("add@2(0,1) add@2(2,3)", &[0, 1]),
                (
                    "exp@3(0) mul@3(4,1) exp@3(2,4) mul@3(6,1) mul@3(3,4) mul@3(7,8)",
                    &[1, 5],
                ),
                ("mean@4(0) mean@4(1)", &[0, 1]),
                (
                    "exp@3(0) mul@3(1,2) mul@3(1,6) exp@3(7,6) exp@3(3,6) mul@3(4,2) mul@3(5,1) mul@3(11,12) mul@3(4,6) mul@3(10,1) mul@3(14,15) exp@3(13,6) exp@3(10,7) exp@3(17,18) exp@0(8) exp@0(16)",
                    &[14, 15, 3, 13],
                ),
                (
                    "mul@1(0,1) tanh@1(6) tanh@1(7,7) tanh@1(8) tanh@1(2,9) mul@1(10,1) mul@1(10,0) mul@1(3,1) mul@1(4,0) mul@1(13,14) tanh@1(15,9) tanh@1(16,7) tanh@1(17,17) tanh@1(18) tanh@1(5,9) tanh@1(19,2) tanh@1(20,21) mul@1(22,1) mul@1(4,10) mul@1(23,24) mul@1(22,0) mul@1(3,10) mul@1(26,27) mul@0(12) mul@0(28)",
                    &[23, 24, 5, 19],
                ),
                ("mul@7(0,1) mul@7(2,3)", &[0, 1]),
                ("loop@5(0,1) loop@5(2,3)", &[0, 1]),
                ("loop@0(0,1) loop@5(2,6) loop@0(3,4) loop@5(5,8)", &[1, 3]),
                ("loop@0(0,1) loop@0(2,3)", &[0, 1]),
            ],
        };
        pub struct ValueR40R500;
        impl rt::Point for ValueR40R500 {
            type Ins = [f32; 2];
            type Outs = [f32; 1];
            const COST: usize = 22;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, s: S, [x0, x1]: [f32; 2]) -> [f32; 1] {
                let t0 = x0 * x1;
                let t1 = m::tanh(s, t0);
                [t1]
            }
        }
        pub struct ValueR40R700;
        impl rt::Point for ValueR40R700 {
            type Ins = [f32; 2];
            type Outs = [f32; 1];
            const COST: usize = 2;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, _: S, [x0, x1]: [f32; 2]) -> [f32; 1] {
                let t0 = x0 + x1;
                [t0]
            }
        }
        pub struct ValueR40R1200;
        impl rt::Point for ValueR40R1200 {
            type Ins = [f32; 2];
            type Outs = [f32; 1];
            const COST: usize = 22;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, s: S, [x0, x1]: [f32; 2]) -> [f32; 1] {
                let t0 = m::exp(s, x0);
                let t1 = t0 * x1;
                [t1]
            }
        }
        pub struct Value0;
        impl rt::Point for Value0 {
            type Ins = [f32; 1];
            type Outs = [f32; 1];
            const COST: usize = 1;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, _: S, [x0]: [f32; 1]) -> [f32; 1] {
                [x0]
            }
        }
        pub struct ValueAndGradR190R500;
        impl rt::Point for ValueAndGradR190R500 {
            type Ins = [f32; 3];
            type Outs = [f32; 2];
            const COST: usize = 24;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, s: S, [x0, x1, x2]: [f32; 3]) -> [f32; 2] {
                let t0 = m::exp(s, x0);
                let t1 = x1 * x2;
                let t2 = x1 * t0;
                let t3 = t1 * t0;
                [t2, t3]
            }
        }
        pub struct ValueAndGradR190R1300;
        impl rt::Point for ValueAndGradR190R1300 {
            type Ins = [f32; 3];
            type Outs = [f32; 2];
            const COST: usize = 27;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, s: S, [x0, x1, x2]: [f32; 3]) -> [f32; 2] {
                let t0 = x0 * x1;
                let t1 = m::tanh(s, t0);
                let t2 = t1 * t1;
                let t3 = 1f32 - t2;
                let t4 = x2 * t3;
                let t5 = t4 * x1;
                let t6 = t4 * x0;
                [t6, t5]
            }
        }
        pub struct ValueAndGradR1901;
        impl rt::Point for ValueAndGradR1901 {
            type Ins = [f32; 3];
            type Outs = [f32; 1];
            const COST: usize = 3;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, _: S, [x0, x1, x2]: [f32; 3]) -> [f32; 1] {
                let t0 = x0 + x1;
                let t1 = x2 + t0;
                [t1]
            }
        }
        pub struct Pullback0(pub f64);
        impl rt::Point for Pullback0 {
            type Ins = [f32; 1];
            type Outs = [f32; 1];
            const COST: usize = 2;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, s: S, [x0]: [f32; 1]) -> [f32; 1] {
                let h0: f32 = m::num(s, self.0);
                let t0 = x0 * h0;
                [t0]
            }
        }
        pub struct JvpR60R700;
        impl rt::Point for JvpR60R700 {
            type Ins = [f32; 4];
            type Outs = [f32; 2];
            const COST: usize = 28;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, s: S, [x0, x1, x2, x3]: [f32; 4]) -> [f32; 2] {
                let t0 = x0 * x1;
                let t1 = m::tanh(s, t0);
                let t2 = x2 * x1;
                let t3 = x3 * x0;
                let t4 = t2 + t3;
                let t5 = t1 * t1;
                let t6 = 1f32 - t5;
                let t7 = t4 * t6;
                [t1, t7]
            }
        }
        pub struct JvpR60R1100;
        impl rt::Point for JvpR60R1100 {
            type Ins = [f32; 4];
            type Outs = [f32; 2];
            const COST: usize = 3;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, _: S, [x0, x1, x2, x3]: [f32; 4]) -> [f32; 2] {
                let t0 = x0 + x1;
                let t1 = x2 + x3;
                [t0, t1]
            }
        }
        pub struct JvpR60R1700;
        impl rt::Point for JvpR60R1700 {
            type Ins = [f32; 4];
            type Outs = [f32; 2];
            const COST: usize = 26;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, s: S, [x0, x1, x2, x3]: [f32; 4]) -> [f32; 2] {
                let t0 = m::exp(s, x0);
                let t1 = t0 * x1;
                let t2 = x2 * t0;
                let t3 = t2 * x1;
                let t4 = x3 * t0;
                let t5 = t3 + t4;
                [t1, t5]
            }
        }
        pub struct Jvp0;
        impl rt::Point for Jvp0 {
            type Ins = [f32; 2];
            type Outs = [f32; 2];
            const COST: usize = 1;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, _: S, [x0, x1]: [f32; 2]) -> [f32; 2] {
                [x0, x1]
            }
        }
        pub struct PullbackTangent0(pub f64);
        impl rt::Point for PullbackTangent0 {
            type Ins = [f32; 2];
            type Outs = [f32; 2];
            const COST: usize = 3;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, s: S, [x0, x1]: [f32; 2]) -> [f32; 2] {
                let h0: f32 = m::num(s, self.0);
                let t0 = x0 * h0;
                let t1 = x1 * h0;
                [t0, t1]
            }
        }
        pub struct PullbackTangentR190R600;
        impl rt::Point for PullbackTangentR190R600 {
            type Ins = [f32; 6];
            type Outs = [f32; 4];
            const COST: usize = 34;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, s: S, x: [f32; 6]) -> [f32; 4] {
                let [x0, x1, x2, x3, x4, x5] = x;
                let t0 = m::exp(s, x0);
                let t1 = x1 * x2;
                let t2 = x1 * t0;
                let t3 = t1 * t0;
                let t4 = x3 * t0;
                let t5 = x4 * x2;
                let t6 = x5 * x1;
                let t7 = t5 + t6;
                let t8 = x4 * t0;
                let t9 = t4 * x1;
                let t10 = t8 + t9;
                let t11 = t7 * t0;
                let t12 = t4 * t1;
                let t13 = t11 + t12;
                [t2, t10, t3, t13]
            }
        }
        pub struct PullbackTangentR190R1700;
        impl rt::Point for PullbackTangentR190R1700 {
            type Ins = [f32; 6];
            type Outs = [f32; 4];
            const COST: usize = 43;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, s: S, x: [f32; 6]) -> [f32; 4] {
                let [x0, x1, x2, x3, x4, x5] = x;
                let t0 = x0 * x1;
                let t1 = m::tanh(s, t0);
                let t2 = t1 * t1;
                let t3 = 1f32 - t2;
                let t4 = x2 * t3;
                let t5 = t4 * x1;
                let t6 = t4 * x0;
                let t7 = x3 * x1;
                let t8 = x4 * x0;
                let t9 = t7 + t8;
                let t10 = t9 * t3;
                let t11 = t10 * t1;
                let t12 = t11 + t11;
                let t13 = -t12;
                let t14 = x5 * t3;
                let t15 = t13 * x2;
                let t16 = t14 + t15;
                let t17 = t16 * x1;
                let t18 = x4 * t4;
                let t19 = t17 + t18;
                let t20 = t16 * x0;
                let t21 = x3 * t4;
                let t22 = t20 + t21;
                [t6, t22, t5, t19]
            }
        }
        pub struct PullbackTangentR1901;
        impl rt::Point for PullbackTangentR1901 {
            type Ins = [f32; 6];
            type Outs = [f32; 2];
            const COST: usize = 5;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, _: S, x: [f32; 6]) -> [f32; 2] {
                let [x0, x1, x2, x3, x4, x5] = x;
                let t0 = x0 + x1;
                let t1 = x2 + t0;
                let t2 = x3 + x4;
                let t3 = x5 + t2;
                [t1, t3]
            }
        }
    }
    ///Gradients of [`rounds`](fn@rounds), one field per active parameter.
    #[derive(::core::clone::Clone, ::core::fmt::Debug)]
    pub struct RoundsGrads {
        ///Gradient with respect to `x`.
        pub x: __rt::Tensor<__rt::f32>,
        ///Gradient with respect to `w`.
        pub w: __rt::Tensor<__rt::f32>,
    }
    impl __rt::TensorTree for RoundsGrads {
        fn walk<const __N: __rt::usize, __W: __rt::Walk<__N>>(
            __trees: [&Self; __N],
            __path: &mut __rt::Path,
            __walk: &mut __W,
        ) -> __rt::Result<Self> {
            let (__f0, (__f1, ())) = __path
                .parts(&["x", "w"], __trees, |__t| (&__t.x, (&__t.w, ())), __walk)?;
            __rt::Ok(RoundsGrads { x: __f0, w: __f1 })
        }
        fn walk_mut<const __N: __rt::usize, __U: __rt::Update<__N, 0>>(
            &mut self,
            __others: [&Self; __N],
            __path: &mut __rt::Path,
            __update: &mut __U,
        ) -> __rt::Result<()> {
            __path
                .change(
                    &["x", "w"],
                    (&mut self.x, (&mut self.w, ())),
                    __others,
                    |__t| (&__t.x, (&__t.w, ())),
                    __update,
                )
        }
    }
    __rt::operators!([] RoundsGrads,);
    impl __rt::calls::Slots for RoundsGrads {
        type Slots = (__rt::Tensor<__rt::f32>, __rt::Tensor<__rt::f32>, ());
        #[inline]
        fn slots(self) -> Self::Slots {
            (self.x, self.w, ())
        }
    }
    impl rounds {
        #[inline]
        fn __dims(
            __of0: &__rt::Tensor<__rt::f32>,
            __of1: &__rt::Tensor<__rt::f32>,
        ) -> __rt::Result<[__rt::usize; 2usize]> {
            __rt::bound_dims(
                &__OPS.site(0),
                [0, 0],
                &[
                    ("x", __of0, &[__rt::Dim::Bind(0), __rt::Dim::Bind(1)]),
                    ("w", __of1, &[__rt::Dim::Same("D", 1)]),
                ],
            )
        }
        ///[`rounds`](fn@rounds) as a `Result`, whatever its signature.
        #[inline]
        pub fn call(
            x: &Tensor,
            w: &Tensor,
            n: usize,
        ) -> __rt::Result<__rt::Tensor<__rt::f32>> {
            let [__dim_B, __dim_D] = Self::__dims(x, w)?;
            let __t3 = {
                let n = __rt::clone(&n);
                __rt::noted!(
                    { if n > 100 { return Err(Error::msg("too many steps")); }; }
                )
            };
            let (__t5,) = {
                let (n, mut __input0, __input1, __input2) = (
                    __rt::clone(&n),
                    __rt::clone(x),
                    w,
                    x,
                );
                for i in 0..n {
                    let __t3 = __rt::clone(&i);
                    let (__t6,) = {
                        let (i, mut __input0, __input1) = (
                            __rt::clone(&__t3),
                            __rt::clone(&__input0),
                            __input1,
                        );
                        for _ in 0..i {
                            let [__let_h_3] = __OPS
                                .launch(__kernels::ValueR40R500, 0, (__input0, __input1))?;
                            (__input0,) = (__let_h_3,);
                        }
                        (__input0,)
                    };
                    __rt::drop(__input0);
                    let (__t8, __t9, __t10) = {
                        let (__chosen, __input0, __input1, __input2, __input3) = (
                            __t3,
                            &__t6,
                            __input2,
                            &false,
                            &false,
                        );
                        match __chosen {
                            0 => {
                                let [__let_h_6] = __OPS
                                    .launch(__kernels::ValueR40R700, 1, (__input0, __input1))?;
                                (__let_h_6, false, false)
                            }
                            5.. => {
                                let (_, __t7, __t8, ..) = {
                                    let (__stop, __skip) = (false, false);
                                    let mut __stop = __stop;
                                    let mut __skip = __skip;
                                    let __value = {
                                        __stop = true;
                                        __skip = true;
                                    };
                                    (__value, __stop, __skip)
                                };
                                (__rt::clone(__input0), __t7, __t8)
                            }
                            _ => {
                                let (_, __t7, ..) = {
                                    let __skip = false;
                                    let mut __skip = __skip;
                                    let __value = {
                                        __skip = true;
                                    };
                                    (__value, __skip)
                                };
                                (__rt::clone(__input0), false, __t7)
                            }
                        }
                    };
                    __rt::drop(__t6);
                    let __t11 = !__t10;
                    let (__t13,) = {
                        let (__chosen, __input0, __input1) = (__t11, &__t8, __input1);
                        if __chosen {
                            let [__let_h_3] = __OPS
                                .launch(__kernels::ValueR40R1200, 2, (__input0, __input1))?;
                            (__let_h_3,)
                        } else {
                            (__rt::clone(__input0),)
                        }
                    };
                    __rt::drop(__t8);
                    let (__next, __stop) = ((__t13,), __t9);
                    (__input0,) = __next;
                    if __stop {
                        break;
                    }
                }
                (__input0,)
            };
            let __t9 = __OPS.sized([__dim_B, __dim_D], 1)?;
            let __t10 = 1.0 / __t9.count(&__rt::Axes::ALL) as __rt::f64;
            let [__t12] = __OPS
                .launch_to(
                    __kernels::Value0,
                    3,
                    [__t5],
                    &[__rt::OutSpec::sum(&__rt::Axes::ALL, false, &__t10)],
                )?;
            __rt::Ok(__t12)
        }
        ///The value of [`rounds`](fn@rounds) and its gradient, as one fused program.
        #[inline]
        pub fn value_and_grad(
            x: &Tensor,
            w: &Tensor,
            n: usize,
        ) -> __rt::Result<(__rt::Tensor<__rt::f32>, RoundsGrads)> {
            __rt::calls::with_room(
                113usize,
                || -> __rt::Result<_> {
                    let [__dim_B, __dim_D] = Self::__dims(x, w)?;
                    let __device = __rt::device_of(x);
                    let mut __ops = __rt::Sequence::new(__OPS);
                    let __t3 = {
                        let n = __rt::clone(&n);
                        __rt::noted!(
                            { if n > 100 { return Err(Error::msg("too many steps")); }; }
                        )
                    };
                    let (__t5, __t15) = {
                        let (n, mut __input0, __input1, __input2) = (
                            __rt::clone(&n),
                            __rt::clone(x),
                            w,
                            x,
                        );
                        let mut __kept = __rt::Vec::new();
                        for i in 0..n {
                            let __t3 = __rt::clone(&i);
                            let (__t6, __t16) = {
                                let (i, mut __input0, __input1) = (
                                    __rt::clone(&__t3),
                                    __rt::clone(&__input0),
                                    __input1,
                                );
                                let mut __kept = __rt::Vec::new();
                                for _ in 0..i {
                                    let [__let_h_3] = __OPS
                                        .launch(__kernels::ValueR40R500, 0, (&__input0, __input1))?;
                                    let (__next, __round) = (
                                        (__let_h_3,),
                                        __rt::Kept::of((__input0,)),
                                    );
                                    __kept.push(__round);
                                    (__input0,) = __next;
                                }
                                (__input0, __kept)
                            };
                            __rt::drop(__input0);
                            let (__t8, __t9, __t10, __t15) = {
                                let (__chosen, __input0, __input1, __input2, __input3) = (
                                    __t3,
                                    &__t6,
                                    __input2,
                                    &false,
                                    &false,
                                );
                                match __chosen {
                                    0 => {
                                        let [__let_h_6] = __OPS
                                            .launch(__kernels::ValueR40R700, 1, (__input0, __input1))?;
                                        (
                                            __let_h_6,
                                            false,
                                            false,
                                            __rt::Arm::First(__rt::Kept::NOTHING),
                                        )
                                    }
                                    5.. => {
                                        let (_, __t7, __t8, ..) = {
                                            let (__stop, __skip) = (false, false);
                                            let mut __stop = __stop;
                                            let mut __skip = __skip;
                                            let __value = {
                                                __stop = true;
                                                __skip = true;
                                            };
                                            (__value, __stop, __skip)
                                        };
                                        (
                                            __rt::clone(__input0),
                                            __t7,
                                            __t8,
                                            __rt::Arm::Rest(__rt::Arm::First(__rt::Kept::NOTHING)),
                                        )
                                    }
                                    _ => {
                                        let (_, __t7, ..) = {
                                            let __skip = false;
                                            let mut __skip = __skip;
                                            let __value = {
                                                __skip = true;
                                            };
                                            (__value, __skip)
                                        };
                                        (
                                            __rt::clone(__input0),
                                            false,
                                            __t7,
                                            __rt::Arm::Rest(__rt::Arm::Rest(__rt::Kept::NOTHING)),
                                        )
                                    }
                                }
                            };
                            __rt::drop(__t6);
                            let __t11 = !__t10;
                            let (__t13, __t14) = {
                                let (__chosen, __input0, __input1) = (
                                    __t11,
                                    &__t8,
                                    __input1,
                                );
                                if __chosen {
                                    let [__let_h_3] = __OPS
                                        .launch(__kernels::ValueR40R1200, 2, (__input0, __input1))?;
                                    (
                                        __let_h_3,
                                        __rt::Arm::First(
                                            __rt::Kept::of((
                                                __rt::clone(__input0),
                                                __rt::clone(__input1),
                                            )),
                                        ),
                                    )
                                } else {
                                    (
                                        __rt::clone(__input0),
                                        __rt::Arm::Rest(__rt::Kept::NOTHING),
                                    )
                                }
                            };
                            __rt::drop(__t8);
                            let (__next, __stop, __round) = (
                                (__t13,),
                                __t9,
                                __rt::Kept::of((__t14, __t15, __t16)),
                            );
                            __kept.push(__round);
                            (__input0,) = __next;
                            if __stop {
                                break;
                            }
                        }
                        (__input0, __kept)
                    };
                    let __t9 = __OPS.sized([__dim_B, __dim_D], 1)?;
                    let __t10 = 1.0 / __t9.count(&__rt::Axes::ALL) as __rt::f64;
                    let [__t12] = __ops
                        .launch_to(
                            __kernels::Value0,
                            3,
                            [__t5],
                            &[__rt::OutSpec::sum(&__rt::Axes::ALL, false, &__t10)],
                        );
                    let __t13 = __ops
                        .viewed(
                            __rt::ops::keep_axes(
                                &__rt::scalar::<__rt::f32>(__rt::number(&__t10), __device),
                                __rt::clone(&__t9),
                                __rt::Axes::ALL,
                                false,
                            ),
                            1,
                        );
                    let __t14 = __ops
                        .viewed(__rt::ops::broadcast_to(&__t13, __rt::clone(&__t9)), 1);
                    __rt::drop(__t13);
                    let __t16 = __ops.sized([__dim_D], 2);
                    let __t17 = __ops.zeros::<__rt::f32>(&__t16, __device);
                    let __t18 = __ops.zeros::<__rt::f32>(&__t9, __device);
                    __ops.check()?;
                    let (__t20, __t21, __t22) = {
                        let (
                            mut __stack,
                            mut __input0,
                            mut __input1,
                            mut __input2,
                            __input3,
                        ) = (__t15, __t14, __t17, __t18, w);
                        while let __rt::Some(
                            __rt::Kept { values: (__kept0, __kept1, __kept2), .. },
                        ) = __stack.pop()
                        {
                            let mut __ops = __rt::Sequence::new(__OPS);
                            let (__t6, __t7) = {
                                let (__kept, __input0) = (__kept0, &__input0);
                                match __kept {
                                    __rt::Arm::First(
                                        __rt::Kept { values: (__kept0, __kept1), .. },
                                    ) => {
                                        let mut __ops = __rt::Sequence::new(__OPS);
                                        let __t7 = __ops.sized([__dim_D], 0);
                                        let [__t8, __t6] = __ops
                                            .launch_to(
                                                __kernels::ValueAndGradR190R500,
                                                4,
                                                (__kept0, __input0, __kept1),
                                                &[__rt::OutSpec::sum_to(&__t7, 1f64), __rt::OutSpec::FULL],
                                            );
                                        __ops.check()?;
                                        (__t6, __t8)
                                    }
                                    __rt::Arm::Rest(__rt::Kept { values: (), .. }) => {
                                        let mut __ops = __rt::Sequence::new(__OPS);
                                        let __t1 = __ops.sized([__dim_D], 3);
                                        let __t2 = __ops.zeros::<__rt::f32>(&__t1, __device);
                                        __ops.check()?;
                                        (__rt::clone(__input0), __t2)
                                    }
                                }
                            };
                            __rt::drop(__input0);
                            let (__t9, __t10) = {
                                let (__kept, __input0) = (__kept1, &__t6);
                                match __kept {
                                    __rt::Arm::First(__rt::Kept { values: (), .. }) => {
                                        (__rt::clone(__input0), __rt::clone(__input0))
                                    }
                                    __rt::Arm::Rest(
                                        __rt::Arm::First(__rt::Kept { values: (), .. }),
                                    ) => {
                                        let mut __ops = __rt::Sequence::new(__OPS);
                                        let __t1 = __ops.sized([__dim_B, __dim_D], 3);
                                        let __t2 = __ops.zeros::<__rt::f32>(&__t1, __device);
                                        __ops.check()?;
                                        (__rt::clone(__input0), __t2)
                                    }
                                    __rt::Arm::Rest(
                                        __rt::Arm::Rest(__rt::Kept { values: (), .. }),
                                    ) => {
                                        let mut __ops = __rt::Sequence::new(__OPS);
                                        let __t1 = __ops.sized([__dim_B, __dim_D], 3);
                                        let __t2 = __ops.zeros::<__rt::f32>(&__t1, __device);
                                        __ops.check()?;
                                        (__rt::clone(__input0), __t2)
                                    }
                                }
                            };
                            __rt::drop(__t6);
                            let __t11 = __ops.sized([__dim_D], 4);
                            let __t12 = __ops.zeros::<__rt::f32>(&__t11, __device);
                            __ops.check()?;
                            let (__t14, __t15) = {
                                let (mut __stack, mut __input0, mut __input1, __input2) = (
                                    __kept2,
                                    __t9,
                                    __t12,
                                    __input3,
                                );
                                while let __rt::Some(
                                    __rt::Kept { values: (__kept0,), .. },
                                ) = __stack.pop()
                                {
                                    let mut __ops = __rt::Sequence::new(__OPS);
                                    let __t11 = __ops.sized([__dim_D], 0);
                                    let [__t12, __t9] = __ops
                                        .launch_to(
                                            __kernels::ValueAndGradR190R1300,
                                            5,
                                            (__kept0, __input2, __input0),
                                            &[__rt::OutSpec::sum_to(&__t11, 1f64), __rt::OutSpec::FULL],
                                        );
                                    let [__t14] = __ops
                                        .launch(__kernels::ValueR40R700, 6, (__input1, __t12));
                                    __ops.check()?;
                                    (__input0, __input1) = (__t9, __t14);
                                }
                                (__input0, __input1)
                            };
                            let [__t18] = __ops
                                .launch(
                                    __kernels::ValueAndGradR1901,
                                    7,
                                    (__t7, __t15, __input1),
                                );
                            let [__t20] = __ops
                                .launch(__kernels::ValueR40R700, 8, (__input2, __t10));
                            __ops.check()?;
                            (__input0, __input1, __input2) = (__t14, __t18, __t20);
                        }
                        (__input0, __input1, __input2)
                    };
                    let [__t23] = __OPS
                        .launch(__kernels::ValueR40R700, 9, (__t20, __t22))?;
                    __rt::Ok((__t12, RoundsGrads { x: __t23, w: __t21 }))
                },
            )
        }
        ///The gradient of [`rounds`](fn@rounds).
        #[inline]
        pub fn grad(x: &Tensor, w: &Tensor, n: usize) -> __rt::Result<RoundsGrads> {
            __rt::Ok(Self::value_and_grad(x, w, n)?.1)
        }
        ///The value of [`rounds`](fn@rounds) and a pullback: cotangents of the result in, cotangents of the active inputs out.
        #[inline]
        pub fn vjp(
            x: &Tensor,
            w: &Tensor,
            n: usize,
        ) -> __rt::Result<
            (
                __rt::Tensor<__rt::f32>,
                impl __rt::PullbackOf<
                    __rt::Tensor<__rt::f32>,
                    __rt::Tensor<__rt::f32>,
                    RoundsGrads,
                > + use<>,
            ),
        > {
            let [__dim_B, __dim_D] = Self::__dims(x, w)?;
            let __device = __rt::device_of(x);
            let __t3 = {
                let n = __rt::clone(&n);
                __rt::noted!(
                    { if n > 100 { return Err(Error::msg("too many steps")); }; }
                )
            };
            let (__t5, __t14) = {
                let (n, mut __input0, __input1, __input2) = (
                    __rt::clone(&n),
                    __rt::clone(x),
                    w,
                    x,
                );
                let mut __kept = __rt::Vec::new();
                for i in 0..n {
                    let __t3 = __rt::clone(&i);
                    let (__t6, __t16) = {
                        let (i, mut __input0, __input1) = (
                            __rt::clone(&__t3),
                            __rt::clone(&__input0),
                            __input1,
                        );
                        let mut __kept = __rt::Vec::new();
                        for _ in 0..i {
                            let [__let_h_3] = __OPS
                                .launch(__kernels::ValueR40R500, 0, (&__input0, __input1))?;
                            let (__next, __round) = (
                                (__let_h_3,),
                                __rt::Kept::of((__input0,)),
                            );
                            __kept.push(__round);
                            (__input0,) = __next;
                        }
                        (__input0, __kept)
                    };
                    __rt::drop(__input0);
                    let (__t8, __t9, __t10, __t15) = {
                        let (__chosen, __input0, __input1, __input2, __input3) = (
                            __t3,
                            &__t6,
                            __input2,
                            &false,
                            &false,
                        );
                        match __chosen {
                            0 => {
                                let [__let_h_6] = __OPS
                                    .launch(__kernels::ValueR40R700, 1, (__input0, __input1))?;
                                (
                                    __let_h_6,
                                    false,
                                    false,
                                    __rt::Arm::First(__rt::Kept::NOTHING),
                                )
                            }
                            5.. => {
                                let (_, __t7, __t8, ..) = {
                                    let (__stop, __skip) = (false, false);
                                    let mut __stop = __stop;
                                    let mut __skip = __skip;
                                    let __value = {
                                        __stop = true;
                                        __skip = true;
                                    };
                                    (__value, __stop, __skip)
                                };
                                (
                                    __rt::clone(__input0),
                                    __t7,
                                    __t8,
                                    __rt::Arm::Rest(__rt::Arm::First(__rt::Kept::NOTHING)),
                                )
                            }
                            _ => {
                                let (_, __t7, ..) = {
                                    let __skip = false;
                                    let mut __skip = __skip;
                                    let __value = {
                                        __skip = true;
                                    };
                                    (__value, __skip)
                                };
                                (
                                    __rt::clone(__input0),
                                    false,
                                    __t7,
                                    __rt::Arm::Rest(__rt::Arm::Rest(__rt::Kept::NOTHING)),
                                )
                            }
                        }
                    };
                    __rt::drop(__t6);
                    let __t11 = !__t10;
                    let (__t13, __t14) = {
                        let (__chosen, __input0, __input1) = (__t11, &__t8, __input1);
                        if __chosen {
                            let [__let_h_3] = __OPS
                                .launch(__kernels::ValueR40R1200, 2, (__input0, __input1))?;
                            (
                                __let_h_3,
                                __rt::Arm::First(
                                    __rt::Kept::of((
                                        __rt::clone(__input0),
                                        __rt::clone(__input1),
                                    )),
                                ),
                            )
                        } else {
                            (__rt::clone(__input0), __rt::Arm::Rest(__rt::Kept::NOTHING))
                        }
                    };
                    __rt::drop(__t8);
                    let (__next, __stop, __round) = (
                        (__t13,),
                        __t9,
                        __rt::Kept::of((__t14, __t15, __t16)),
                    );
                    __kept.push(__round);
                    (__input0,) = __next;
                    if __stop {
                        break;
                    }
                }
                (__input0, __kept)
            };
            let __t9 = __OPS.sized([__dim_B, __dim_D], 1)?;
            let __t10 = 1.0 / __t9.count(&__rt::Axes::ALL) as __rt::f64;
            let [__t12] = __OPS
                .launch_to(
                    __kernels::Value0,
                    3,
                    [__t5],
                    &[__rt::OutSpec::sum(&__rt::Axes::ALL, false, &__t10)],
                )?;
            let __form0 = __rt::Differentiable::form(&__t12);
            let __residual0 = __rt::clone(w);
            let __residual1 = __t10;
            let __residual2 = __t14;
            let __pullback = __rt::pullback_of(
                &__t12,
                __rt::bytes_of(&__residual0) + __rt::calls::Held::bytes(&__residual2),
                move |__cotangent, mut __hooks| -> __rt::Result<RoundsGrads> {
                    let __cotangent0 = &__OPS.cotangent(__cotangent, &__form0)?;
                    let mut __ops = __rt::Sequence::new(__OPS);
                    let __t5 = __ops.sized([__dim_B, __dim_D], 1);
                    let [__t8] = __ops
                        .launch(
                            __kernels::Pullback0(__rt::number(&__residual1)),
                            3,
                            [__cotangent0],
                        );
                    let __t9 = __ops
                        .viewed(
                            __rt::ops::keep_axes(
                                &__t8,
                                __rt::clone(&__t5),
                                __rt::Axes::ALL,
                                false,
                            ),
                            1,
                        );
                    __rt::drop(__t8);
                    let __t10 = __ops
                        .viewed(__rt::ops::broadcast_to(&__t9, __rt::clone(&__t5)), 1);
                    __rt::drop(__t9);
                    let __t11 = __ops.sized([__dim_D], 2);
                    let __t12 = __ops.zeros::<__rt::f32>(&__t11, __device);
                    let __t13 = __ops.zeros::<__rt::f32>(&__t5, __device);
                    __ops.check()?;
                    let (__t15, __t16, __t17) = {
                        let (
                            mut __stack,
                            mut __input0,
                            mut __input1,
                            mut __input2,
                            __input3,
                        ) = (__residual2, __t10, __t12, __t13, &__residual0);
                        while let __rt::Some(
                            __rt::Kept { values: (__kept0, __kept1, __kept2), .. },
                        ) = __stack.pop()
                        {
                            let mut __ops = __rt::Sequence::new(__OPS);
                            let (__t6, __t7) = {
                                let (__kept, __input0) = (__kept0, &__input0);
                                match __kept {
                                    __rt::Arm::First(
                                        __rt::Kept { values: (__kept0, __kept1), .. },
                                    ) => {
                                        let mut __ops = __rt::Sequence::new(__OPS);
                                        let __t7 = __ops.sized([__dim_D], 0);
                                        let [__t8, __t6] = __ops
                                            .launch_to(
                                                __kernels::ValueAndGradR190R500,
                                                4,
                                                (__kept0, __input0, __kept1),
                                                &[__rt::OutSpec::sum_to(&__t7, 1f64), __rt::OutSpec::FULL],
                                            );
                                        __ops.check()?;
                                        (__t6, __t8)
                                    }
                                    __rt::Arm::Rest(__rt::Kept { values: (), .. }) => {
                                        let mut __ops = __rt::Sequence::new(__OPS);
                                        let __t1 = __ops.sized([__dim_D], 3);
                                        let __t2 = __ops.zeros::<__rt::f32>(&__t1, __device);
                                        __ops.check()?;
                                        (__rt::clone(__input0), __t2)
                                    }
                                }
                            };
                            __rt::drop(__input0);
                            let (__t9, __t10) = {
                                let (__kept, __input0) = (__kept1, &__t6);
                                match __kept {
                                    __rt::Arm::First(__rt::Kept { values: (), .. }) => {
                                        (__rt::clone(__input0), __rt::clone(__input0))
                                    }
                                    __rt::Arm::Rest(
                                        __rt::Arm::First(__rt::Kept { values: (), .. }),
                                    ) => {
                                        let mut __ops = __rt::Sequence::new(__OPS);
                                        let __t1 = __ops.sized([__dim_B, __dim_D], 3);
                                        let __t2 = __ops.zeros::<__rt::f32>(&__t1, __device);
                                        __ops.check()?;
                                        (__rt::clone(__input0), __t2)
                                    }
                                    __rt::Arm::Rest(
                                        __rt::Arm::Rest(__rt::Kept { values: (), .. }),
                                    ) => {
                                        let mut __ops = __rt::Sequence::new(__OPS);
                                        let __t1 = __ops.sized([__dim_B, __dim_D], 3);
                                        let __t2 = __ops.zeros::<__rt::f32>(&__t1, __device);
                                        __ops.check()?;
                                        (__rt::clone(__input0), __t2)
                                    }
                                }
                            };
                            __rt::drop(__t6);
                            let __t11 = __ops.sized([__dim_D], 4);
                            let __t12 = __ops.zeros::<__rt::f32>(&__t11, __device);
                            __ops.check()?;
                            let (__t14, __t15) = {
                                let (mut __stack, mut __input0, mut __input1, __input2) = (
                                    __kept2,
                                    __t9,
                                    __t12,
                                    __input3,
                                );
                                while let __rt::Some(
                                    __rt::Kept { values: (__kept0,), .. },
                                ) = __stack.pop()
                                {
                                    let mut __ops = __rt::Sequence::new(__OPS);
                                    let __t11 = __ops.sized([__dim_D], 0);
                                    let [__t12, __t9] = __ops
                                        .launch_to(
                                            __kernels::ValueAndGradR190R1300,
                                            5,
                                            (__kept0, __input2, __input0),
                                            &[__rt::OutSpec::sum_to(&__t11, 1f64), __rt::OutSpec::FULL],
                                        );
                                    let [__t14] = __ops
                                        .launch(__kernels::ValueR40R700, 6, (__input1, __t12));
                                    __ops.check()?;
                                    (__input0, __input1) = (__t9, __t14);
                                }
                                (__input0, __input1)
                            };
                            let [__t18] = __ops
                                .launch(
                                    __kernels::ValueAndGradR1901,
                                    7,
                                    (__t7, __t15, __input1),
                                );
                            let [__t20] = __ops
                                .launch(__kernels::ValueR40R700, 8, (__input2, __t10));
                            __ops.check()?;
                            (__input0, __input1, __input2) = (__t14, __t18, __t20);
                        }
                        (__input0, __input1, __input2)
                    };
                    let __t16 = __hooks.whole(1usize, "w", __t16)?;
                    let [__t18] = __OPS
                        .launch(__kernels::ValueR40R700, 9, (__t15, __t17))?;
                    __rt::Ok(RoundsGrads {
                        x: __hooks.whole(0usize, "x", __t18)?,
                        w: __hooks.whole(1usize, "w", __t16)?,
                    })
                },
            );
            __rt::Ok((__t12, __pullback))
        }
        ///The value of [`rounds`](fn@rounds) and its derivative along the tangents.
        #[inline]
        pub fn jvp(
            x: &Tensor,
            w: &Tensor,
            n: usize,
            __dot_x: &__rt::Tensor<__rt::f32>,
            __dot_w: &__rt::Tensor<__rt::f32>,
        ) -> __rt::Result<(__rt::Tensor<__rt::f32>, __rt::Tensor<__rt::f32>)> {
            let [__dim_B, __dim_D] = Self::__dims(x, w)?;
            __rt::all([
                __rt::check_tangent(x, __dot_x, "rounds", "x"),
                __rt::check_tangent(w, __dot_w, "rounds", "w"),
            ])?;
            let __t3 = {
                let n = __rt::clone(&n);
                __rt::noted!(
                    { if n > 100 { return Err(Error::msg("too many steps")); }; }
                )
            };
            let (__t7, __t15) = {
                let (
                    n,
                    mut __input0,
                    mut __input1,
                    __input2,
                    __input3,
                    __input4,
                    __input5,
                ) = (
                    __rt::clone(&n),
                    __rt::clone(x),
                    __rt::clone(__dot_x),
                    w,
                    x,
                    __dot_w,
                    __dot_x,
                );
                for i in 0..n {
                    let __t3 = __rt::clone(&i);
                    let (__t8, __t9) = {
                        let (i, mut __input0, mut __input1, __input2, __input3) = (
                            __rt::clone(&__t3),
                            __rt::clone(&__input0),
                            __rt::clone(&__input1),
                            __input2,
                            __input4,
                        );
                        for _ in 0..i {
                            let [__let_h_3, __t12] = __OPS
                                .launch(
                                    __kernels::JvpR60R700,
                                    10,
                                    (__input0, __input2, __input1, __input3),
                                )?;
                            (__input0, __input1) = (__let_h_3, __t12);
                        }
                        (__input0, __input1)
                    };
                    __rt::drop((__input0, __input1));
                    let (__t12, __t13, __t14, __t16) = {
                        let (
                            __chosen,
                            __input0,
                            __input1,
                            __input2,
                            __input3,
                            __input4,
                            __input5,
                        ) = (__t3, &__t8, __input3, &false, &false, &__t9, __input5);
                        match __chosen {
                            0 => {
                                let [__let_h_6, __t9] = __OPS
                                    .launch(
                                        __kernels::JvpR60R1100,
                                        11,
                                        (__input0, __input1, __input4, __input5),
                                    )?;
                                (__let_h_6, false, false, __t9)
                            }
                            5.. => {
                                let (_, __t7, __t8, ..) = {
                                    let (__stop, __skip) = (false, false);
                                    let mut __stop = __stop;
                                    let mut __skip = __skip;
                                    let __value = {
                                        __stop = true;
                                        __skip = true;
                                    };
                                    (__value, __stop, __skip)
                                };
                                (__rt::clone(__input0), __t7, __t8, __rt::clone(__input4))
                            }
                            _ => {
                                let (_, __t7, ..) = {
                                    let __skip = false;
                                    let mut __skip = __skip;
                                    let __value = {
                                        __skip = true;
                                    };
                                    (__value, __skip)
                                };
                                (__rt::clone(__input0), false, __t7, __rt::clone(__input4))
                            }
                        }
                    };
                    __rt::drop((__t8, __t9));
                    let __t15 = !__t14;
                    let (__t18, __t19) = {
                        let (__chosen, __input0, __input1, __input2, __input3) = (
                            __t15,
                            &__t12,
                            __input2,
                            &__t16,
                            __input4,
                        );
                        if __chosen {
                            let [__let_h_3, __t9] = __OPS
                                .launch(
                                    __kernels::JvpR60R1700,
                                    12,
                                    (__input0, __input1, __input2, __input3),
                                )?;
                            (__let_h_3, __t9)
                        } else {
                            (__rt::clone(__input0), __rt::clone(__input2))
                        }
                    };
                    __rt::drop((__t12, __t16));
                    let (__next, __stop) = ((__t18, __t19), __t13);
                    (__input0, __input1) = __next;
                    if __stop {
                        break;
                    }
                }
                (__input0, __input1)
            };
            let __t11 = __OPS.sized([__dim_B, __dim_D], 1)?;
            let __t12 = 1.0 / __t11.count(&__rt::Axes::ALL) as __rt::f64;
            let [__t14, __t17] = __OPS
                .launch_to(
                    __kernels::Jvp0,
                    13,
                    (__t7, __t15),
                    &[
                        __rt::OutSpec::sum(&__rt::Axes::ALL, false, &__t12),
                        __rt::OutSpec::sum(&__rt::Axes::ALL, false, &__t12),
                    ],
                )?;
            __rt::Ok((__t14, __t17))
        }
        #[doc(hidden)]
        #[inline]
        pub fn __jvp<__D2>(
            __rt::calls::Pair(
                x,
                __tangent0,
            ): __rt::calls::Pair<&Tensor, &__rt::Tensor<__rt::f32>>,
            __rt::calls::Pair(
                w,
                __tangent1,
            ): __rt::calls::Pair<&Tensor, &__rt::Tensor<__rt::f32>>,
            __rt::calls::Pair(n, __tangent2): __rt::calls::Pair<usize, &__D2>,
        ) -> __rt::Result<(__rt::Tensor<__rt::f32>, __rt::Tensor<__rt::f32>)> {
            Self::jvp(x, w, n, __tangent0, __tangent1)
        }
        #[doc(hidden)]
        #[inline]
        pub fn order_2_vjp<__D2>(
            x: &Tensor,
            w: &Tensor,
            n: usize,
            __tangent0: &__rt::Tensor<__rt::f32>,
            __tangent1: &__rt::Tensor<__rt::f32>,
            __tangent2: &__D2,
        ) -> __rt::Result<
            (
                __rt::Tensor<__rt::f32>,
                impl __rt::calls::Pullback2<
                    Output = __rt::Tensor<__rt::f32>,
                    Grads = RoundsGrads,
                > + __rt::Clone + use<__D2>,
                __rt::Tensor<__rt::f32>,
            ),
        > {
            let [__dim_B, __dim_D] = Self::__dims(x, w)?;
            let __dot_x = __tangent0;
            let __dot_w = __tangent1;
            __rt::all([
                __rt::check_tangent(x, __dot_x, "rounds", "x"),
                __rt::check_tangent(w, __dot_w, "rounds", "w"),
            ])?;
            let __device = __rt::device_of(x);
            let __t3 = {
                let n = __rt::clone(&n);
                __rt::noted!(
                    { if n > 100 { return Err(Error::msg("too many steps")); }; }
                )
            };
            let (__t7, __t16, __t15) = {
                let (
                    n,
                    mut __input0,
                    mut __input1,
                    __input2,
                    __input3,
                    __input4,
                    __input5,
                ) = (
                    __rt::clone(&n),
                    __rt::clone(x),
                    __rt::clone(__dot_x),
                    w,
                    x,
                    __dot_w,
                    __dot_x,
                );
                let mut __kept = __rt::Vec::new();
                for i in 0..n {
                    let __t3 = __rt::clone(&i);
                    let (__t8, __t9, __t21) = {
                        let (i, mut __input0, mut __input1, __input2, __input3) = (
                            __rt::clone(&__t3),
                            __rt::clone(&__input0),
                            __rt::clone(&__input1),
                            __input2,
                            __input4,
                        );
                        let mut __kept = __rt::Vec::new();
                        for _ in 0..i {
                            let [__let_h_3, __t12] = __OPS
                                .launch(
                                    __kernels::JvpR60R700,
                                    10,
                                    (&__input0, __input2, &__input1, __input3),
                                )?;
                            let (__next, __round) = (
                                (__let_h_3, __t12),
                                __rt::Kept::of((__input0, __input1)),
                            );
                            __kept.push(__round);
                            (__input0, __input1) = __next;
                        }
                        (__input0, __input1, __kept)
                    };
                    __rt::drop((__input0, __input1));
                    let (__t12, __t13, __t14, __t16, __t20) = {
                        let (
                            __chosen,
                            __input0,
                            __input1,
                            __input2,
                            __input3,
                            __input4,
                            __input5,
                        ) = (__t3, &__t8, __input3, &false, &false, &__t9, __input5);
                        match __chosen {
                            0 => {
                                let [__let_h_6, __t9] = __OPS
                                    .launch(
                                        __kernels::JvpR60R1100,
                                        11,
                                        (__input0, __input1, __input4, __input5),
                                    )?;
                                (
                                    __let_h_6,
                                    false,
                                    false,
                                    __t9,
                                    __rt::Arm::First(__rt::Kept::NOTHING),
                                )
                            }
                            5.. => {
                                let (_, __t7, __t8, ..) = {
                                    let (__stop, __skip) = (false, false);
                                    let mut __stop = __stop;
                                    let mut __skip = __skip;
                                    let __value = {
                                        __stop = true;
                                        __skip = true;
                                    };
                                    (__value, __stop, __skip)
                                };
                                (
                                    __rt::clone(__input0),
                                    __t7,
                                    __t8,
                                    __rt::clone(__input4),
                                    __rt::Arm::Rest(__rt::Arm::First(__rt::Kept::NOTHING)),
                                )
                            }
                            _ => {
                                let (_, __t7, ..) = {
                                    let __skip = false;
                                    let mut __skip = __skip;
                                    let __value = {
                                        __skip = true;
                                    };
                                    (__value, __skip)
                                };
                                (
                                    __rt::clone(__input0),
                                    false,
                                    __t7,
                                    __rt::clone(__input4),
                                    __rt::Arm::Rest(__rt::Arm::Rest(__rt::Kept::NOTHING)),
                                )
                            }
                        }
                    };
                    __rt::drop((__t8, __t9));
                    let __t15 = !__t14;
                    let (__t18, __t22, __t19) = {
                        let (__chosen, __input0, __input1, __input2, __input3) = (
                            __t15,
                            &__t12,
                            __input2,
                            &__t16,
                            __input4,
                        );
                        if __chosen {
                            let [__let_h_3, __t9] = __OPS
                                .launch(
                                    __kernels::JvpR60R1700,
                                    12,
                                    (__input0, __input1, __input2, __input3),
                                )?;
                            (
                                __let_h_3,
                                __t9,
                                __rt::Arm::First(
                                    __rt::Kept::of((
                                        __rt::clone(__input0),
                                        __rt::clone(__input1),
                                        __rt::clone(__input2),
                                        __rt::clone(__input3),
                                    )),
                                ),
                            )
                        } else {
                            (
                                __rt::clone(__input0),
                                __rt::clone(__input2),
                                __rt::Arm::Rest(__rt::Kept::NOTHING),
                            )
                        }
                    };
                    __rt::drop((__t12, __t16));
                    let (__next, __stop, __round) = (
                        (__t18, __t22),
                        __t13,
                        __rt::Kept::of((__t19, __t20, __t21)),
                    );
                    __kept.push(__round);
                    (__input0, __input1) = __next;
                    if __stop {
                        break;
                    }
                }
                (__input0, __input1, __kept)
            };
            let __t11 = __OPS.sized([__dim_B, __dim_D], 1)?;
            let __t12 = 1.0 / __t11.count(&__rt::Axes::ALL) as __rt::f64;
            let [__t14, __t18] = __OPS
                .launch_to(
                    __kernels::Jvp0,
                    13,
                    (__t7, __t16),
                    &[
                        __rt::OutSpec::sum(&__rt::Axes::ALL, false, &__t12),
                        __rt::OutSpec::sum(&__rt::Axes::ALL, false, &__t12),
                    ],
                )?;
            let __form0 = __rt::Differentiable::form(&__t14);
            let __value = __t14;
            let __dot = __t18;
            let __residual0 = __rt::clone(w);
            let __residual1 = __t12;
            let __residual2 = __t15;
            let __residual3 = __rt::clone(__dot_w);
            let __pullback = __rt::calls::pullback_2::<
                __rt::Tensor<__rt::f32>,
                __rt::Tensor<__rt::f32>,
                _,
                _,
            >(
                |__whole| __rt::clone(&__whole),
                move |
                    __cotangent,
                    __cotangent_dot,
                | -> __rt::Result<(RoundsGrads, RoundsGrads)> {
                    let __cotangent0 = &__OPS.cotangent(__cotangent, &__form0)?;
                    let __cotangent_dot0 = &__OPS.cotangent(__cotangent_dot, &__form0)?;
                    let mut __ops = __rt::Sequence::new(__OPS);
                    let __t5 = __ops.sized([__dim_B, __dim_D], 1);
                    let __t11 = __ops.sized([__dim_D], 2);
                    let __t12 = __ops.zeros::<__rt::f32>(&__t11, __device);
                    let __t13 = __ops.zeros::<__rt::f32>(&__t5, __device);
                    let [__t8, __t15] = __ops
                        .launch(
                            __kernels::PullbackTangent0(__rt::number(&__residual1)),
                            13,
                            (__cotangent0, __cotangent_dot0),
                        );
                    let __t9 = __ops
                        .viewed(
                            __rt::ops::keep_axes(
                                &__t8,
                                __rt::clone(&__t5),
                                __rt::Axes::ALL,
                                false,
                            ),
                            1,
                        );
                    __rt::drop(__t8);
                    let __t10 = __ops
                        .viewed(__rt::ops::broadcast_to(&__t9, __rt::clone(&__t5)), 1);
                    __rt::drop(__t9);
                    let __t16 = __ops
                        .viewed(
                            __rt::ops::keep_axes(
                                &__t15,
                                __rt::clone(&__t5),
                                __rt::Axes::ALL,
                                false,
                            ),
                            1,
                        );
                    __rt::drop(__t15);
                    let __t17 = __ops
                        .viewed(__rt::ops::broadcast_to(&__t16, __rt::clone(&__t5)), 1);
                    __rt::drop(__t16);
                    __ops.check()?;
                    let (__t20, __t21, __t22, __t24, __t25, __t26) = {
                        let (
                            mut __stack,
                            mut __input0,
                            mut __input1,
                            mut __input2,
                            mut __input3,
                            mut __input4,
                            mut __input5,
                            __input6,
                            __input7,
                        ) = (
                            __residual2,
                            __t10,
                            __rt::clone(&__t12),
                            __rt::clone(&__t13),
                            __t17,
                            __rt::clone(&__t12),
                            __rt::clone(&__t13),
                            &__residual0,
                            &__residual3,
                        );
                        while let __rt::Some(
                            __rt::Kept { values: (__kept0, __kept1, __kept2), .. },
                        ) = __stack.pop()
                        {
                            let mut __ops = __rt::Sequence::new(__OPS);
                            let (__t7, __t8, __t9, __t27) = {
                                let (__kept, __input0, __input1) = (
                                    __kept0,
                                    &__input0,
                                    &__input3,
                                );
                                match __kept {
                                    __rt::Arm::First(
                                        __rt::Kept {
                                            values: (__kept0, __kept1, __kept2, __kept3),
                                            ..
                                        },
                                    ) => {
                                        let mut __ops = __rt::Sequence::new(__OPS);
                                        let __t7 = __ops.sized([__dim_D], 0);
                                        let [__t8, __t22, __t6, __t21] = __ops
                                            .launch_to(
                                                __kernels::PullbackTangentR190R600,
                                                14,
                                                (__kept0, __input0, __kept1, __kept2, __input1, __kept3),
                                                &[
                                                    __rt::OutSpec::sum_to(&__t7, 1f64),
                                                    __rt::OutSpec::sum_to(&__t7, 1f64),
                                                    __rt::OutSpec::FULL,
                                                    __rt::OutSpec::FULL,
                                                ],
                                            );
                                        __ops.check()?;
                                        (__t6, __t8, __t21, __t22)
                                    }
                                    __rt::Arm::Rest(__rt::Kept { values: (), .. }) => {
                                        let mut __ops = __rt::Sequence::new(__OPS);
                                        let __t1 = __ops.sized([__dim_D], 3);
                                        let __t2 = __ops.zeros::<__rt::f32>(&__t1, __device);
                                        __ops.check()?;
                                        (
                                            __rt::clone(__input0),
                                            __rt::clone(&__t2),
                                            __rt::clone(__input1),
                                            __t2,
                                        )
                                    }
                                }
                            };
                            __rt::drop((__input0, __input3));
                            let (__t11, __t12, __t15, __t28) = {
                                let (__kept, __input0, __input1) = (__kept1, &__t7, &__t9);
                                match __kept {
                                    __rt::Arm::First(__rt::Kept { values: (), .. }) => {
                                        (
                                            __rt::clone(__input0),
                                            __rt::clone(__input0),
                                            __rt::clone(__input1),
                                            __rt::clone(__input1),
                                        )
                                    }
                                    __rt::Arm::Rest(
                                        __rt::Arm::First(__rt::Kept { values: (), .. }),
                                    ) => {
                                        let mut __ops = __rt::Sequence::new(__OPS);
                                        let __t1 = __ops.sized([__dim_B, __dim_D], 3);
                                        let __t2 = __ops.zeros::<__rt::f32>(&__t1, __device);
                                        __ops.check()?;
                                        (
                                            __rt::clone(__input0),
                                            __rt::clone(&__t2),
                                            __rt::clone(__input1),
                                            __t2,
                                        )
                                    }
                                    __rt::Arm::Rest(
                                        __rt::Arm::Rest(__rt::Kept { values: (), .. }),
                                    ) => {
                                        let mut __ops = __rt::Sequence::new(__OPS);
                                        let __t1 = __ops.sized([__dim_B, __dim_D], 3);
                                        let __t2 = __ops.zeros::<__rt::f32>(&__t1, __device);
                                        __ops.check()?;
                                        (
                                            __rt::clone(__input0),
                                            __rt::clone(&__t2),
                                            __rt::clone(__input1),
                                            __t2,
                                        )
                                    }
                                }
                            };
                            __rt::drop((__t7, __t9));
                            let __t13 = __ops.sized([__dim_D], 4);
                            let __t14 = __ops.zeros::<__rt::f32>(&__t13, __device);
                            __ops.check()?;
                            let (__t18, __t19, __t29, __t30) = {
                                let (
                                    mut __stack,
                                    mut __input0,
                                    mut __input1,
                                    mut __input2,
                                    mut __input3,
                                    __input4,
                                    __input5,
                                ) = (
                                    __kept2,
                                    __t11,
                                    __rt::clone(&__t14),
                                    __t15,
                                    __rt::clone(&__t14),
                                    __input6,
                                    __input7,
                                );
                                while let __rt::Some(
                                    __rt::Kept { values: (__kept0, __kept1), .. },
                                ) = __stack.pop()
                                {
                                    let mut __ops = __rt::Sequence::new(__OPS);
                                    let __t11 = __ops.sized([__dim_D], 0);
                                    let [__t12, __t35, __t9, __t31] = __ops
                                        .launch_to(
                                            __kernels::PullbackTangentR190R1700,
                                            15,
                                            (__kept0, __input4, __input0, __kept1, __input5, __input2),
                                            &[
                                                __rt::OutSpec::sum_to(&__t11, 1f64),
                                                __rt::OutSpec::sum_to(&__t11, 1f64),
                                                __rt::OutSpec::FULL,
                                                __rt::OutSpec::FULL,
                                            ],
                                        );
                                    let [__t14, __t36] = __ops
                                        .launch(
                                            __kernels::JvpR60R1100,
                                            16,
                                            (__input1, __t12, __input3, __t35),
                                        );
                                    __ops.check()?;
                                    (__input0, __input1, __input2, __input3) = (
                                        __t9,
                                        __t14,
                                        __t31,
                                        __t36,
                                    );
                                }
                                (__input0, __input1, __input2, __input3)
                            };
                            let [__t24, __t33] = __ops
                                .launch(
                                    __kernels::JvpR60R1100,
                                    17,
                                    (__input2, __t12, __input5, __t28),
                                );
                            let [__t22, __t32] = __ops
                                .launch(
                                    __kernels::PullbackTangentR1901,
                                    18,
                                    (__t8, __t19, __input1, __t27, __t30, __input4),
                                );
                            __ops.check()?;
                            (
                                __input0,
                                __input1,
                                __input2,
                                __input3,
                                __input4,
                                __input5,
                            ) = (__t18, __t22, __t24, __t29, __t32, __t33);
                        }
                        (__input0, __input1, __input2, __input3, __input4, __input5)
                    };
                    let [__t23, __t27] = __OPS
                        .launch(
                            __kernels::JvpR60R1100,
                            19,
                            (__t20, __t22, __t24, __t26),
                        )?;
                    __rt::Ok((
                        RoundsGrads { x: __t23, w: __t21 },
                        RoundsGrads { x: __t27, w: __t25 },
                    ))
                },
            );
            __rt::Ok((__value, __pullback, __dot))
        }
        ///The gradient of [`rounds`](fn@rounds) and the product of its Hessian with a vector.
        #[inline]
        pub fn hvp(
            x: &Tensor,
            w: &Tensor,
            n: usize,
            __dot_x: &__rt::Tensor<__rt::f32>,
            __dot_w: &__rt::Tensor<__rt::f32>,
        ) -> __rt::Result<(RoundsGrads, RoundsGrads)> {
            __rt::calls::with_room(
                155usize,
                || -> __rt::Result<_> {
                    let [__dim_B, __dim_D] = Self::__dims(x, w)?;
                    __rt::all([
                        __rt::check_tangent(x, __dot_x, "rounds", "x"),
                        __rt::check_tangent(w, __dot_w, "rounds", "w"),
                    ])?;
                    let __device = __rt::device_of(x);
                    let mut __ops = __rt::Sequence::new(__OPS);
                    let __t3 = {
                        let n = __rt::clone(&n);
                        __rt::noted!(
                            { if n > 100 { return Err(Error::msg("too many steps")); }; }
                        )
                    };
                    let (_, _, __t14) = {
                        let (
                            n,
                            mut __input0,
                            mut __input1,
                            __input2,
                            __input3,
                            __input4,
                            __input5,
                        ) = (
                            __rt::clone(&n),
                            __rt::clone(x),
                            __rt::clone(__dot_x),
                            w,
                            x,
                            __dot_w,
                            __dot_x,
                        );
                        let mut __kept = __rt::Vec::new();
                        for i in 0..n {
                            let __t3 = __rt::clone(&i);
                            let (__t8, __t9, __t21) = {
                                let (i, mut __input0, mut __input1, __input2, __input3) = (
                                    __rt::clone(&__t3),
                                    __rt::clone(&__input0),
                                    __rt::clone(&__input1),
                                    __input2,
                                    __input4,
                                );
                                let mut __kept = __rt::Vec::new();
                                for _ in 0..i {
                                    let [__let_h_3, __t12] = __OPS
                                        .launch(
                                            __kernels::JvpR60R700,
                                            10,
                                            (&__input0, __input2, &__input1, __input3),
                                        )?;
                                    let (__next, __round) = (
                                        (__let_h_3, __t12),
                                        __rt::Kept::of((__input0, __input1)),
                                    );
                                    __kept.push(__round);
                                    (__input0, __input1) = __next;
                                }
                                (__input0, __input1, __kept)
                            };
                            __rt::drop((__input0, __input1));
                            let (__t12, __t13, __t14, __t16, __t20) = {
                                let (
                                    __chosen,
                                    __input0,
                                    __input1,
                                    __input2,
                                    __input3,
                                    __input4,
                                    __input5,
                                ) = (
                                    __t3,
                                    &__t8,
                                    __input3,
                                    &false,
                                    &false,
                                    &__t9,
                                    __input5,
                                );
                                match __chosen {
                                    0 => {
                                        let [__let_h_6, __t9] = __OPS
                                            .launch(
                                                __kernels::JvpR60R1100,
                                                11,
                                                (__input0, __input1, __input4, __input5),
                                            )?;
                                        (
                                            __let_h_6,
                                            false,
                                            false,
                                            __t9,
                                            __rt::Arm::First(__rt::Kept::NOTHING),
                                        )
                                    }
                                    5.. => {
                                        let (_, __t7, __t8, ..) = {
                                            let (__stop, __skip) = (false, false);
                                            let mut __stop = __stop;
                                            let mut __skip = __skip;
                                            let __value = {
                                                __stop = true;
                                                __skip = true;
                                            };
                                            (__value, __stop, __skip)
                                        };
                                        (
                                            __rt::clone(__input0),
                                            __t7,
                                            __t8,
                                            __rt::clone(__input4),
                                            __rt::Arm::Rest(__rt::Arm::First(__rt::Kept::NOTHING)),
                                        )
                                    }
                                    _ => {
                                        let (_, __t7, ..) = {
                                            let __skip = false;
                                            let mut __skip = __skip;
                                            let __value = {
                                                __skip = true;
                                            };
                                            (__value, __skip)
                                        };
                                        (
                                            __rt::clone(__input0),
                                            false,
                                            __t7,
                                            __rt::clone(__input4),
                                            __rt::Arm::Rest(__rt::Arm::Rest(__rt::Kept::NOTHING)),
                                        )
                                    }
                                }
                            };
                            __rt::drop((__t8, __t9));
                            let __t15 = !__t14;
                            let (__t18, __t22, __t19) = {
                                let (__chosen, __input0, __input1, __input2, __input3) = (
                                    __t15,
                                    &__t12,
                                    __input2,
                                    &__t16,
                                    __input4,
                                );
                                if __chosen {
                                    let [__let_h_3, __t9] = __OPS
                                        .launch(
                                            __kernels::JvpR60R1700,
                                            12,
                                            (__input0, __input1, __input2, __input3),
                                        )?;
                                    (
                                        __let_h_3,
                                        __t9,
                                        __rt::Arm::First(
                                            __rt::Kept::of((
                                                __rt::clone(__input0),
                                                __rt::clone(__input1),
                                                __rt::clone(__input2),
                                                __rt::clone(__input3),
                                            )),
                                        ),
                                    )
                                } else {
                                    (
                                        __rt::clone(__input0),
                                        __rt::clone(__input2),
                                        __rt::Arm::Rest(__rt::Kept::NOTHING),
                                    )
                                }
                            };
                            __rt::drop((__t12, __t16));
                            let (__next, __stop, __round) = (
                                (__t18, __t22),
                                __t13,
                                __rt::Kept::of((__t19, __t20, __t21)),
                            );
                            __kept.push(__round);
                            (__input0, __input1) = __next;
                            if __stop {
                                break;
                            }
                        }
                        (__input0, __input1, __kept)
                    };
                    let __t9 = __OPS.sized([__dim_B, __dim_D], 1)?;
                    let __t10 = 1.0 / __t9.count(&__rt::Axes::ALL) as __rt::f64;
                    let __t12 = __ops
                        .viewed(
                            __rt::ops::keep_axes(
                                &__rt::scalar::<__rt::f32>(__rt::number(&__t10), __device),
                                __rt::clone(&__t9),
                                __rt::Axes::ALL,
                                false,
                            ),
                            1,
                        );
                    let __t13 = __ops
                        .viewed(__rt::ops::broadcast_to(&__t12, __rt::clone(&__t9)), 1);
                    __rt::drop(__t12);
                    let __t15 = __ops.sized([__dim_D], 2);
                    let __t16 = __ops.zeros::<__rt::f32>(&__t15, __device);
                    let __t17 = __ops.zeros::<__rt::f32>(&__t9, __device);
                    __ops.check()?;
                    let (__t19, __t20, __t21, __t23, __t24, __t25) = {
                        let (
                            mut __stack,
                            mut __input0,
                            mut __input1,
                            mut __input2,
                            mut __input3,
                            mut __input4,
                            mut __input5,
                            __input6,
                            __input7,
                        ) = (
                            __t14,
                            __t13,
                            __rt::clone(&__t16),
                            __rt::clone(&__t17),
                            __rt::clone(&__t17),
                            __rt::clone(&__t16),
                            __rt::clone(&__t17),
                            w,
                            __dot_w,
                        );
                        while let __rt::Some(
                            __rt::Kept { values: (__kept0, __kept1, __kept2), .. },
                        ) = __stack.pop()
                        {
                            let mut __ops = __rt::Sequence::new(__OPS);
                            let (__t7, __t8, __t9, __t27) = {
                                let (__kept, __input0, __input1) = (
                                    __kept0,
                                    &__input0,
                                    &__input3,
                                );
                                match __kept {
                                    __rt::Arm::First(
                                        __rt::Kept {
                                            values: (__kept0, __kept1, __kept2, __kept3),
                                            ..
                                        },
                                    ) => {
                                        let mut __ops = __rt::Sequence::new(__OPS);
                                        let __t7 = __ops.sized([__dim_D], 0);
                                        let [__t8, __t22, __t6, __t21] = __ops
                                            .launch_to(
                                                __kernels::PullbackTangentR190R600,
                                                14,
                                                (__kept0, __input0, __kept1, __kept2, __input1, __kept3),
                                                &[
                                                    __rt::OutSpec::sum_to(&__t7, 1f64),
                                                    __rt::OutSpec::sum_to(&__t7, 1f64),
                                                    __rt::OutSpec::FULL,
                                                    __rt::OutSpec::FULL,
                                                ],
                                            );
                                        __ops.check()?;
                                        (__t6, __t8, __t21, __t22)
                                    }
                                    __rt::Arm::Rest(__rt::Kept { values: (), .. }) => {
                                        let mut __ops = __rt::Sequence::new(__OPS);
                                        let __t1 = __ops.sized([__dim_D], 3);
                                        let __t2 = __ops.zeros::<__rt::f32>(&__t1, __device);
                                        __ops.check()?;
                                        (
                                            __rt::clone(__input0),
                                            __rt::clone(&__t2),
                                            __rt::clone(__input1),
                                            __t2,
                                        )
                                    }
                                }
                            };
                            __rt::drop((__input0, __input3));
                            let (__t11, __t12, __t15, __t28) = {
                                let (__kept, __input0, __input1) = (__kept1, &__t7, &__t9);
                                match __kept {
                                    __rt::Arm::First(__rt::Kept { values: (), .. }) => {
                                        (
                                            __rt::clone(__input0),
                                            __rt::clone(__input0),
                                            __rt::clone(__input1),
                                            __rt::clone(__input1),
                                        )
                                    }
                                    __rt::Arm::Rest(
                                        __rt::Arm::First(__rt::Kept { values: (), .. }),
                                    ) => {
                                        let mut __ops = __rt::Sequence::new(__OPS);
                                        let __t1 = __ops.sized([__dim_B, __dim_D], 3);
                                        let __t2 = __ops.zeros::<__rt::f32>(&__t1, __device);
                                        __ops.check()?;
                                        (
                                            __rt::clone(__input0),
                                            __rt::clone(&__t2),
                                            __rt::clone(__input1),
                                            __t2,
                                        )
                                    }
                                    __rt::Arm::Rest(
                                        __rt::Arm::Rest(__rt::Kept { values: (), .. }),
                                    ) => {
                                        let mut __ops = __rt::Sequence::new(__OPS);
                                        let __t1 = __ops.sized([__dim_B, __dim_D], 3);
                                        let __t2 = __ops.zeros::<__rt::f32>(&__t1, __device);
                                        __ops.check()?;
                                        (
                                            __rt::clone(__input0),
                                            __rt::clone(&__t2),
                                            __rt::clone(__input1),
                                            __t2,
                                        )
                                    }
                                }
                            };
                            __rt::drop((__t7, __t9));
                            let __t13 = __ops.sized([__dim_D], 4);
                            let __t14 = __ops.zeros::<__rt::f32>(&__t13, __device);
                            __ops.check()?;
                            let (__t18, __t19, __t29, __t30) = {
                                let (
                                    mut __stack,
                                    mut __input0,
                                    mut __input1,
                                    mut __input2,
                                    mut __input3,
                                    __input4,
                                    __input5,
                                ) = (
                                    __kept2,
                                    __t11,
                                    __rt::clone(&__t14),
                                    __t15,
                                    __rt::clone(&__t14),
                                    __input6,
                                    __input7,
                                );
                                while let __rt::Some(
                                    __rt::Kept { values: (__kept0, __kept1), .. },
                                ) = __stack.pop()
                                {
                                    let mut __ops = __rt::Sequence::new(__OPS);
                                    let __t11 = __ops.sized([__dim_D], 0);
                                    let [__t12, __t35, __t9, __t31] = __ops
                                        .launch_to(
                                            __kernels::PullbackTangentR190R1700,
                                            15,
                                            (__kept0, __input4, __input0, __kept1, __input5, __input2),
                                            &[
                                                __rt::OutSpec::sum_to(&__t11, 1f64),
                                                __rt::OutSpec::sum_to(&__t11, 1f64),
                                                __rt::OutSpec::FULL,
                                                __rt::OutSpec::FULL,
                                            ],
                                        );
                                    let [__t14, __t36] = __ops
                                        .launch(
                                            __kernels::JvpR60R1100,
                                            16,
                                            (__input1, __t12, __input3, __t35),
                                        );
                                    __ops.check()?;
                                    (__input0, __input1, __input2, __input3) = (
                                        __t9,
                                        __t14,
                                        __t31,
                                        __t36,
                                    );
                                }
                                (__input0, __input1, __input2, __input3)
                            };
                            let [__t24, __t33] = __ops
                                .launch(
                                    __kernels::JvpR60R1100,
                                    17,
                                    (__input2, __t12, __input5, __t28),
                                );
                            let [__t22, __t32] = __ops
                                .launch(
                                    __kernels::PullbackTangentR1901,
                                    18,
                                    (__t8, __t19, __input1, __t27, __t30, __input4),
                                );
                            __ops.check()?;
                            (
                                __input0,
                                __input1,
                                __input2,
                                __input3,
                                __input4,
                                __input5,
                            ) = (__t18, __t22, __t24, __t29, __t32, __t33);
                        }
                        (__input0, __input1, __input2, __input3, __input4, __input5)
                    };
                    let [__t22, __t26] = __OPS
                        .launch(
                            __kernels::JvpR60R1100,
                            19,
                            (__t19, __t21, __t23, __t25),
                        )?;
                    __rt::Ok((
                        RoundsGrads { x: __t22, w: __t20 },
                        RoundsGrads { x: __t26, w: __t24 },
                    ))
                },
            )
        }
        /// What was made of the function: its graph, its kernels, what it keeps for the pullback.
        #[inline]
        pub const fn explain() -> &'static __rt::str {
            "rounds\n\ngraph\n  %0 = input 0: f32[B, D]   # x\n  %1 = input 1: f32[D]   # w\n  %2 = input 2: host   # n\n  %3 = host { { if n > 100 { return Err(Error::msg(\"too many steps\")); }; } }(%2): host\n  %4 = loop(%2, %0, %1, %0): _\n    {\n      %0 = input 0: f32[B, D]   # x\n      %1 = input 1: f32[D]   # w\n      %2 = input 2: f32[B, D]   # x\n      %3 = host { clone(& i) }: host\n      %4 = size { false }: host\n      %5 = loop(%3, %0, %1): _\n        {\n          %0 = input 0: f32[B, D]   # x\n          %1 = input 1: f32[D]   # w\n          %2 = mul(%0, %1): f32[B, D]\n          %3 = tanh(%2): f32[B, D]   # h\n          return %3\n        }\n      %6 = part .0(%5): f32[B, D]\n      %7 = branch(%3, %6, %2, %4, %4): _\n        {\n          %0 = input 0: f32[B, D]\n          %1 = input 1: f32[B, D]   # x\n          %2 = input 2: host\n          %3 = input 3: host\n          %4 = size { h0 }(%2): host\n          %5 = size { h0 }(%3): host\n          %6 = add(%0, %1): f32[B, D]   # h\n          return %6, %4, %5\n        }\n        {\n          %0 = input 0: f32[B, D]\n          %1 = input 1: f32[B, D]   # x\n          %2 = input 2: host\n          %3 = input 3: host\n          %4 = size { h0 }(%2): host\n          %5 = size { h0 }(%3): host\n          %6 = host { { let mut stop = stop; let mut skip = skip; let value = { stop = true; skip = true; };(value, stop, skip,) } }(%4, %5): host\n          %7 = host { h0.1 }(%6): host\n          %8 = host { h0.2 }(%6): host\n          return %0, %7, %8\n        }\n        {\n          %0 = input 0: f32[B, D]\n          %1 = input 1: f32[B, D]   # x\n          %2 = input 2: host\n          %3 = input 3: host\n          %4 = size { h0 }(%2): host\n          %5 = size { h0 }(%3): host\n          %6 = host { { let mut skip = skip; let value = { skip = true; };(value, skip,) } }(%5): host\n          %7 = host { h0.1 }(%6): host\n          return %0, %4, %7\n        }\n      %8 = part .0(%7): f32[B, D]\n      %9 = part .1(%7): host\n      %10 = part .2(%7): host\n      %11 = host { ! skip }(%10): host\n      %12 = branch(%11, %8, %1): _\n        {\n          %0 = input 0: f32[B, D]\n          %1 = input 1: f32[D]   # w\n          %2 = exp(%0): f32[B, D]\n          %3 = mul(%2, %1): f32[B, D]   # h\n          return %3\n        }\n        {\n          %0 = input 0: f32[B, D]\n          %1 = input 1: f32[D]   # w\n          return %0\n        }\n      %13 = part .0(%12): f32[B, D]\n      return %13, %9\n    }\n  %5 = part .0(%4): f32[B, D]\n  %6 = size { Axes::ALL }: host\n  %7 = size { false }: host\n  %8 = sum(%5, %6, %7): f32[]\n  %9 = size { sized([B, D], site)? }: host\n  %10 = size { 1.0 / h0.count(& h1) as f64 }(%9, %6): host\n  %11 = scalar(%10): f32[]\n  %12 = mul(%8, %11): f32[]\n  return %12\n\nvalue\n  %4 = loop(n, x, w, x): _\n    a round\n      %5 = loop(%3, input0 (x), input1 (w)): _\n        a round\n          kernel 0 over [B, D]: reads input0 (x), input1 (w); writes %3: f32[B, D]; mul tanh\n      %7 = branch(%3, %6, input2 (x), %4, %4): _\n        arm 0\n          kernel 0 over [B, D]: reads input0, input1 (x); writes %6: f32[B, D]; add\n        arm 1\n        arm 2\n      %12 = branch(%11, %8, input1 (w)): _\n        arm 0\n          kernel 0 over [B, D]: reads input0, input1 (w); writes %3: f32[B, D]; exp mul\n        arm 1\n  kernel 0 over [B, D]: reads %5; writes %12: f32[] by sum, scaled; no arithmetic\n\nvalue_and_grad\n  %4 = loop(n, x, w, x): _\n    a round, keeps what the arm of %12 that ran keeps, what the arm of %7 that ran keeps, what the rounds of %5 keep\n      %5 = loop(%3, input0 (x), input1 (w)): _\n        a round, keeps input0 (x): f32[B, D]\n          kernel 0 over [B, D]: reads input0 (x), input1 (w); writes %3: f32[B, D]; mul tanh\n      %7 = branch(%3, %6, input2 (x), %4, %4): _\n        arm 0\n          kernel 0 over [B, D]: reads input0, input1 (x); writes %6: f32[B, D]; add\n        arm 1\n        arm 2\n      %12 = branch(%11, %8, input1 (w)): _\n        arm 0, keeps input0: f32[B, D], input1 (w): f32[D]\n          kernel 0 over [B, D]: reads input0, input1 (w); writes %3: f32[B, D]; exp mul\n        arm 1\n  kernel 0 over [B, D]: reads %5; writes %12: f32[] by sum, scaled; no arithmetic\n  %13 = keep_axes(%11, %9, %6, %7): f32[1, 1]\n  %14 = broadcast_to(%13, %9): f32[B, D]\n  %19 = rewind(%15, %14, %17, %18, w): _\n    a round\n      %5 = unwind(input0, input3): _\n        arm 0\n          kernel 0 over [B, D]: reads input0, input2, input1 (w); writes %8: f32[D] by sum_to, %6: f32[B, D]; exp mul mul mul\n        arm 1\n      %8 = unwind(input1, %6): _\n        arm 0\n        arm 1\n        arm 2\n      %13 = rewind(input2, %9, %12, input6 (w)): _\n        a round\n          kernel 0 over [B, D]: reads input0 (x), input3 (w), input1; writes %12: f32[D] by sum_to, %9: f32[B, D]; mul tanh mul sub mul mul mul\n          kernel 1 over [D]: reads input2, %12; writes %14: f32[D]; add\n      kernel 1 over [D]: reads %7, %15, input4; writes %18: f32[D]; add add\n      kernel 0 over [B, D]: reads input5, %10; writes %20: f32[B, D]; add\n  kernel 1 over [B, D]: reads %20, %22; writes %23: f32[B, D]; add\n\nforward\n  %4 = loop(n, x, w, x): _\n    a round, keeps what the arm of %12 that ran keeps, what the arm of %7 that ran keeps, what the rounds of %5 keep\n      %5 = loop(%3, input0 (x), input1 (w)): _\n        a round, keeps input0 (x): f32[B, D]\n          kernel 0 over [B, D]: reads input0 (x), input1 (w); writes %3: f32[B, D]; mul tanh\n      %7 = branch(%3, %6, input2 (x), %4, %4): _\n        arm 0\n          kernel 0 over [B, D]: reads input0, input1 (x); writes %6: f32[B, D]; add\n        arm 1\n        arm 2\n      %12 = branch(%11, %8, input1 (w)): _\n        arm 0, keeps input0: f32[B, D], input1 (w): f32[D]\n          kernel 0 over [B, D]: reads input0, input1 (w); writes %3: f32[B, D]; exp mul\n        arm 1\n  kernel 0 over [B, D]: reads %5; writes %12: f32[] by sum, scaled; no arithmetic\n\npullback\n  kernel 0 over []: reads y_bar; writes %8: f32[]; mul\n  %9 = keep_axes(%8, %5, %3, %4): f32[1, 1]\n  %10 = broadcast_to(%9, %5): f32[B, D]\n  %14 = rewind(%14 (part), %10, %12, %13, w): _\n    a round\n      %5 = unwind(input0, input3): _\n        arm 0\n          kernel 0 over [B, D]: reads input0, input2, input1 (w); writes %8: f32[D] by sum_to, %6: f32[B, D]; exp mul mul mul\n        arm 1\n      %8 = unwind(input1, %6): _\n        arm 0\n        arm 1\n        arm 2\n      %13 = rewind(input2, %9, %12, input6 (w)): _\n        a round\n          kernel 0 over [B, D]: reads input0 (x), input3 (w), input1; writes %12: f32[D] by sum_to, %9: f32[B, D]; mul tanh mul sub mul mul mul\n          kernel 1 over [D]: reads input2, %12; writes %14: f32[D]; add\n      kernel 1 over [D]: reads %7, %15, input4; writes %18: f32[D]; add add\n      kernel 0 over [B, D]: reads input5, %10; writes %20: f32[B, D]; add\n  kernel 1 over [B, D]: reads %15, %17; writes %18: f32[B, D]; add\n\njvp\n  %6 = loop(n, x, x_dot, w, x, w_dot, x_dot): _\n    a round\n      %7 = loop(%3, input0 (x), input1, input2 (w), input4): _\n        a round\n          kernel 0 over [B, D]: reads input0 (x), input2 (w), input1, input3; writes %3: f32[B, D], %12: f32[B, D]; mul tanh mul mul add mul sub mul\n      %11 = branch(%3, %8, input3 (x), %4, %4, %9, input5): _\n        arm 0\n          kernel 0 over [B, D]: reads input0, input1 (x), input4, input5; writes %6: f32[B, D], %9: f32[B, D]; add add\n        arm 1\n        arm 2\n      %17 = branch(%15, %12, input2 (w), %16, input4): _\n        arm 0\n          kernel 0 over [B, D]: reads input0, input1 (w), input2, input3; writes %3: f32[B, D], %9: f32[B, D]; exp mul mul mul mul add\n        arm 1\n  kernel 0 over [B, D]: reads %7, %15; writes %14: f32[] by sum, scaled, %17: f32[] by sum, scaled; no arithmetic\n\nhvp\n  %6 = loop(n, x, x_dot, w, x, w_dot, x_dot): _\n    a round, keeps what the arm of %17 that ran keeps, what the arm of %11 that ran keeps, what the rounds of %7 keep\n      %7 = loop(%3, input0 (x), input1, input2 (w), input4): _\n        a round, keeps input0 (x): f32[B, D], input1: f32[B, D]\n          kernel 0 over [B, D]: reads input0 (x), input2 (w), input1, input3; writes %3: f32[B, D], %12: f32[B, D]; mul tanh mul mul add mul sub mul\n      %11 = branch(%3, %8, input3 (x), %4, %4, %9, input5): _\n        arm 0\n          kernel 0 over [B, D]: reads input0, input1 (x), input4, input5; writes %6: f32[B, D], %9: f32[B, D]; add add\n        arm 1\n        arm 2\n      %17 = branch(%15, %12, input2 (w), %16, input4): _\n        arm 0, keeps input0: f32[B, D], input1 (w): f32[D], input2: f32[B, D], input3: f32[D]\n          kernel 0 over [B, D]: reads input0, input1 (w), input2, input3; writes %3: f32[B, D], %9: f32[B, D]; exp mul mul mul mul add\n        arm 1\n  %12 = keep_axes(%11, %9, %7, %8): f32[1, 1]\n  %13 = broadcast_to(%12, %9): f32[B, D]\n  %18 = rewind(%14, %13, %16, %17, %17, %16, %17, w, w_dot): _\n    a round\n      %6 = unwind(input0, input3, input6): _\n        arm 0\n          kernel 0 over [B, D]: reads input0, input4, input1 (w), input2, input5, input3; writes %8: f32[D] by sum_to, %22: f32[D] by sum_to, %6: f32[B, D], %21: f32[B, D]; exp mul mul mul mul mul mul add mul mul add mul mul add\n        arm 1\n      %10 = unwind(input1, %7, %9): _\n        arm 0\n        arm 1\n        arm 2\n      %17 = rewind(input2, %11, %14, %15, %14, input9 (w), input10): _\n        a round\n          kernel 0 over [B, D]: reads input0 (x), input6 (w), input2, input1, input7, input4; writes %12: f32[D] by sum_to, %35: f32[D] by sum_to, %9: f32[B, D], %31: f32[B, D]; mul tanh mul sub mul mul mul mul mul add mul mul add neg mul mul add mul mul add mul mul add\n          kernel 1 over [D]: reads input3, %12, input5, %35; writes %14: f32[D], %36: f32[D]; add add\n      kernel 0 over [B, D]: reads input5, %12, input8, %28; writes %24: f32[B, D], %33: f32[B, D]; add add\n      kernel 1 over [D]: reads %8, %19, input4, %27, %30, input7; writes %22: f32[D], %32: f32[D]; add add add add\n  kernel 0 over [B, D]: reads %19, %21, %23, %25; writes %22: f32[B, D], %26: f32[B, D]; add add\n\nresiduals\n  w: f32[D], 4*D bytes (an argument: kept, not copied)\n  what the rounds of %4 keep\n"
        }
    }
    impl __rt::Function for rounds {
        const NAME: &'static __rt::str = "rounds";
        type Args<'__a> = (&'__a Tensor, &'__a Tensor, usize);
        type Actives = RoundsGrads;
        type Output = __rt::Tensor<__rt::f32>;
        type Tangent = __rt::Tensor<__rt::f32>;
        #[inline]
        fn actives((x, w, n): &Self::Args<'_>) -> __rt::Result<Self::Actives> {
            __rt::Ok(RoundsGrads {
                x: __rt::clone(*x),
                w: __rt::clone(*w),
            })
        }
        #[inline]
        fn replace<__R>(
            (x, w, n): &Self::Args<'_>,
            __actives: &Self::Actives,
            __then: impl ::core::ops::FnOnce(Self::Args<'_>) -> __rt::Result<__R>,
        ) -> __rt::Result<__R> {
            __then((&__actives.x, &__actives.w, __rt::clone(n)))
        }
        #[inline]
        fn floats(__output: &Self::Output) -> __rt::Result<Self::Tangent> {
            __rt::Ok(__rt::clone(&__output))
        }
        #[inline]
        fn call((x, w, n): Self::Args<'_>) -> __rt::Result<Self::Output> {
            Self::call(x, w, n)
        }
        #[inline]
        fn vjp(
            (x, w, n): Self::Args<'_>,
        ) -> __rt::Result<
            (
                Self::Output,
                impl __rt::Pullback<Cotangent = Self::Tangent, Grads = Self::Actives>,
            ),
        > {
            Self::vjp(x, w, n)
        }
        #[inline]
        fn jvp(
            (x, w, n): Self::Args<'_>,
            __tangents: &Self::Actives,
        ) -> __rt::Result<(Self::Output, Self::Tangent)> {
            Self::jvp(x, w, n, &__tangents.x, &__tangents.w)
        }
    }
    impl __rt::Objective for rounds {
        #[inline]
        fn value_and_grad((x, w, n): Self::Args<'_>) -> __rt::Valued<Self> {
            Self::value_and_grad(x, w, n)
        }
    }
    impl __rt::TwiceDifferentiable for rounds {
        #[inline]
        fn hvp(
            (x, w, n): Self::Args<'_>,
            __tangents: &Self::Actives,
        ) -> __rt::Result<(Self::Actives, Self::Actives)> {
            Self::hvp(x, w, n, &__tangents.x, &__tangents.w)
        }
    }
};
