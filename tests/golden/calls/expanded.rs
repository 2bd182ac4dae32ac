/// What is called: a cell and its state.
#[track_caller]
#[allow(dead_code)]
pub fn calls(xs: &[Tensor], h: &Tensor, w: &Tensor, k: f32) -> Scalar {
    ::cotangent::__private::or_panic(<calls>::call(xs, h, w, k))
}
///The transforms of [`calls`](fn@calls): `vjp`, `value_and_grad`, `grad`, `jvp`, `explain`.
#[allow(non_camel_case_types)]
pub enum calls {}
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
    #[allow(non_camel_case_types)]
    mod __stand_ins {
        mod of0 {
            pub struct cell();
            impl cell {
                pub fn call<__A0>(
                    _: ::cotangent::__private::calls::Anything,
                    _: __A0,
                    _: ::cotangent::__private::calls::Anything,
                    _: ::cotangent::__private::calls::Anything,
                ) -> Self {
                    loop {}
                }
                pub fn vjp<__A0>(
                    _: ::cotangent::__private::calls::Anything,
                    _: __A0,
                    _: ::cotangent::__private::calls::Anything,
                    _: ::cotangent::__private::calls::Anything,
                ) -> Self {
                    loop {}
                }
                pub fn __jvp<__A0, __A1, __A2, __A3>(
                    _: ::cotangent::__private::calls::Pair<
                        ::cotangent::__private::calls::Anything,
                        __A0,
                    >,
                    _: __A1,
                    _: ::cotangent::__private::calls::Pair<
                        ::cotangent::__private::calls::Anything,
                        __A2,
                    >,
                    _: ::cotangent::__private::calls::Pair<
                        ::cotangent::__private::calls::Anything,
                        __A3,
                    >,
                ) -> Self {
                    loop {}
                }
                pub fn order_2_vjp<__A0, __A1, __A2, __A3, __A4>(
                    _: ::cotangent::__private::calls::Anything,
                    _: __A0,
                    _: ::cotangent::__private::calls::Anything,
                    _: ::cotangent::__private::calls::Anything,
                    _: __A1,
                    _: __A2,
                    _: __A3,
                    _: __A4,
                ) -> Self {
                    loop {}
                }
            }
        }
        pub use of0::cell as __callee0;
    }
    use __stand_ins::*;
    const _: () = {
        use ::cotangent::__private::{self as __rt, unnamed::*};
        use __kernels::OPS as __OPS;
        mod __kernels {
            use ::cotangent::__private::{self as rt, m};
            pub const OPS: &rt::Ops = &rt::Ops {
                place: rt::Place::new("calls", ::core::file!(), &[6, 7, 1, 12, 8]),
                sites: &[("", 0), ("index", 2), ("mul", 3), ("call", 0)],
                groups: &[
                    ("tanh@1(0)", &[0]),
                    ("mul@3(0,1) mean@3(2)", &[1]),
                    ("mean@3(0)", &[0]),
                    ("mul@3(0)", &[0]),
                    ("part@4(0) part@4(1)", &[0, 1]),
                    ("call@4(0,1)", &[0]),
                    ("tanh@1(0,0) tanh@1(3) tanh@1(1,4) tanh@0(2,5)", &[3]),
                    ("mul@3(0,1)", &[0]),
                    ("tanh@1(0) tanh@1(3,3) tanh@1(4) tanh@1(1,5) tanh@0(2,6)", &[4]),
                    ("tanh@1(0) tanh@1(2,2) tanh@1(3) tanh@1(1,4)", &[0, 3]),
                    (
                        "mul@3(0,1) mul@3(2,1) mul@3(3,0) mul@3(5,6) mean@3(4) mean@3(7)",
                        &[4, 5],
                    ),
                    ("mean@3(0) mean@3(1)", &[0, 1]),
                    ("mul@3(0,1) mul@3(2,1) mul@3(3,0) mul@3(5,6)", &[0, 3]),
                    ("part@4(0)", &[0]),
                    ("call@4(0,1) call@4(2,3)", &[0, 1]),
                    (
                        "tanh@1(0) tanh@1(6,6) tanh@1(7) tanh@1(1,8) tanh@0(2,9) tanh@1(3,8) tanh@1(11,6) tanh@1(12,12) tanh@1(13) tanh@1(4,8) tanh@1(14,1) tanh@1(15,16) tanh@0(5,17)",
                        &[4, 12],
                    ),
                    ("mul@3(0) mul@3(1)", &[0, 1]),
                    (
                        "tanh@1(0,0) tanh@1(6) tanh@1(1,7) tanh@0(2,8) tanh@1(3,0) tanh@1(10,10) tanh@1(11) tanh@1(4,7) tanh@1(12,1) tanh@1(13,14) tanh@0(5,15)",
                        &[3, 10],
                    ),
                ],
            };
            pub struct Value0;
            impl rt::Point for Value0 {
                type Ins = [f32; 1];
                type Outs = [f32; 1];
                const COST: usize = 21;
                #[inline(always)]
                fn point<S: rt::Isa>(&self, s: S, [x0]: [f32; 1]) -> [f32; 1] {
                    let t0 = m::tanh(s, x0);
                    [t0]
                }
            }
            pub struct Value1;
            impl rt::Point for Value1 {
                type Ins = [f32; 2];
                type Outs = [f32; 1];
                const COST: usize = 2;
                #[inline(always)]
                fn point<S: rt::Isa>(&self, _: S, [x0, x1]: [f32; 2]) -> [f32; 1] {
                    let t0 = x0 * x1;
                    [t0]
                }
            }
            pub struct Value2(pub f64);
            impl rt::Point for Value2 {
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
            pub struct ValueAndGrad4(pub f64);
            impl rt::Point for ValueAndGrad4 {
                type Ins = [f32; 1];
                type Outs = [f32; 1];
                const COST: usize = 2;
                #[inline(always)]
                fn point<S: rt::Isa>(&self, s: S, [x0]: [f32; 1]) -> [f32; 1] {
                    let h0: f32 = m::num(s, self.0);
                    let t0 = h0 * x0;
                    [t0]
                }
            }
            pub struct ValueAndGrad5;
            impl rt::Point for ValueAndGrad5 {
                type Ins = [f32; 2];
                type Outs = [f32; 2];
                const COST: usize = 1;
                #[inline(always)]
                fn point<S: rt::Isa>(&self, _: S, [x0, x1]: [f32; 2]) -> [f32; 2] {
                    [x0, x1]
                }
            }
            pub struct ValueAndGradR3000;
            impl rt::Point for ValueAndGradR3000 {
                type Ins = [f32; 2];
                type Outs = [f32; 1];
                const COST: usize = 2;
                #[inline(always)]
                fn point<S: rt::Isa>(&self, _: S, [x0, x1]: [f32; 2]) -> [f32; 1] {
                    let t0 = x0 + x1;
                    [t0]
                }
            }
            pub struct ValueAndGrad6;
            impl rt::Point for ValueAndGrad6 {
                type Ins = [f32; 3];
                type Outs = [f32; 1];
                const COST: usize = 5;
                #[inline(always)]
                fn point<S: rt::Isa>(&self, _: S, [x0, x1, x2]: [f32; 3]) -> [f32; 1] {
                    let t0 = x0 * x0;
                    let t1 = 1f32 - t0;
                    let t2 = x1 * t1;
                    let t3 = x2 + t2;
                    [t3]
                }
            }
            pub struct Pullback4;
            impl rt::Point for Pullback4 {
                type Ins = [f32; 3];
                type Outs = [f32; 1];
                const COST: usize = 25;
                #[inline(always)]
                fn point<S: rt::Isa>(&self, s: S, [x0, x1, x2]: [f32; 3]) -> [f32; 1] {
                    let t0 = m::tanh(s, x0);
                    let t1 = t0 * t0;
                    let t2 = 1f32 - t1;
                    let t3 = x1 * t2;
                    let t4 = x2 + t3;
                    [t4]
                }
            }
            pub struct Jvp0;
            impl rt::Point for Jvp0 {
                type Ins = [f32; 2];
                type Outs = [f32; 2];
                const COST: usize = 24;
                #[inline(always)]
                fn point<S: rt::Isa>(&self, s: S, [x0, x1]: [f32; 2]) -> [f32; 2] {
                    let t0 = m::tanh(s, x0);
                    let t1 = t0 * t0;
                    let t2 = 1f32 - t1;
                    let t3 = x1 * t2;
                    [t0, t3]
                }
            }
            pub struct Jvp1;
            impl rt::Point for Jvp1 {
                type Ins = [f32; 4];
                type Outs = [f32; 2];
                const COST: usize = 5;
                #[inline(always)]
                fn point<S: rt::Isa>(
                    &self,
                    _: S,
                    [x0,
                    x1,
                    x2,
                    x3,
                    ]: [f32; 4],
                ) -> [f32; 2] {
                    let t0 = x0 * x1;
                    let t1 = x2 * x1;
                    let t2 = x3 * x0;
                    let t3 = t1 + t2;
                    [t0, t3]
                }
            }
            pub struct Jvp2(pub f64);
            impl rt::Point for Jvp2 {
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
            pub struct PullbackTangent4;
            impl rt::Point for PullbackTangent4 {
                type Ins = [f32; 1];
                type Outs = [f32; 1];
                const COST: usize = 1;
                #[inline(always)]
                fn point<S: rt::Isa>(&self, _: S, [x0]: [f32; 1]) -> [f32; 1] {
                    [x0]
                }
            }
            pub struct PullbackTangentR3600;
            impl rt::Point for PullbackTangentR3600 {
                type Ins = [f32; 4];
                type Outs = [f32; 2];
                const COST: usize = 3;
                #[inline(always)]
                fn point<S: rt::Isa>(
                    &self,
                    _: S,
                    [x0,
                    x1,
                    x2,
                    x3,
                    ]: [f32; 4],
                ) -> [f32; 2] {
                    let t0 = x0 + x1;
                    let t1 = x2 + x3;
                    [t0, t1]
                }
            }
            pub struct PullbackTangent6;
            impl rt::Point for PullbackTangent6 {
                type Ins = [f32; 6];
                type Outs = [f32; 2];
                const COST: usize = 33;
                #[inline(always)]
                fn point<S: rt::Isa>(&self, s: S, x: [f32; 6]) -> [f32; 2] {
                    let [x0, x1, x2, x3, x4, x5] = x;
                    let t0 = m::tanh(s, x0);
                    let t1 = t0 * t0;
                    let t2 = 1f32 - t1;
                    let t3 = x1 * t2;
                    let t4 = x2 + t3;
                    let t5 = x3 * t2;
                    let t6 = t5 * t0;
                    let t7 = t6 + t6;
                    let t8 = -t7;
                    let t9 = x4 * t2;
                    let t10 = t8 * x1;
                    let t11 = t9 + t10;
                    let t12 = x5 + t11;
                    [t4, t12]
                }
            }
            pub struct Hvp2(pub f64);
            impl rt::Point for Hvp2 {
                type Ins = [f32; 2];
                type Outs = [f32; 2];
                const COST: usize = 3;
                #[inline(always)]
                fn point<S: rt::Isa>(&self, s: S, [x0, x1]: [f32; 2]) -> [f32; 2] {
                    let h0: f32 = m::num(s, self.0);
                    let t0 = h0 * x0;
                    let t1 = x1 * h0;
                    [t0, t1]
                }
            }
            pub struct Hvp6;
            impl rt::Point for Hvp6 {
                type Ins = [f32; 6];
                type Outs = [f32; 2];
                const COST: usize = 12;
                #[inline(always)]
                fn point<S: rt::Isa>(&self, _: S, x: [f32; 6]) -> [f32; 2] {
                    let [x0, x1, x2, x3, x4, x5] = x;
                    let t0 = x0 * x0;
                    let t1 = 1f32 - t0;
                    let t2 = x1 * t1;
                    let t3 = x2 + t2;
                    let t4 = x3 * x0;
                    let t5 = t4 + t4;
                    let t6 = -t5;
                    let t7 = x4 * t1;
                    let t8 = t6 * x1;
                    let t9 = t7 + t8;
                    let t10 = x5 + t9;
                    [t3, t10]
                }
            }
        }
        use cell as __callee0;
        ///Gradients of [`calls`](fn@calls), one field per active parameter.
        #[derive(::core::clone::Clone, ::core::fmt::Debug)]
        pub struct CallsGrads {
            ///Gradient with respect to `xs`.
            pub xs: __rt::Vec<__rt::Tensor<__rt::f32>>,
            ///Gradient with respect to `h`.
            pub h: __rt::Tensor<__rt::f32>,
            ///Gradient with respect to `w`.
            pub w: __rt::Tensor<__rt::f32>,
        }
        impl __rt::TensorTree for CallsGrads {
            fn walk<const __N: __rt::usize, __W: __rt::Walk<__N>>(
                __trees: [&Self; __N],
                __path: &mut __rt::Path,
                __walk: &mut __W,
            ) -> __rt::Result<Self> {
                let (__f0, (__f1, (__f2, ()))) = __path
                    .parts(
                        &["xs", "h", "w"],
                        __trees,
                        |__t| (&__t.xs, (&__t.h, (&__t.w, ()))),
                        __walk,
                    )?;
                __rt::Ok(CallsGrads {
                    xs: __f0,
                    h: __f1,
                    w: __f2,
                })
            }
            fn walk_mut<const __N: __rt::usize, __U: __rt::Update<__N, 0>>(
                &mut self,
                __others: [&Self; __N],
                __path: &mut __rt::Path,
                __update: &mut __U,
            ) -> __rt::Result<()> {
                __path
                    .change(
                        &["xs", "h", "w"],
                        (&mut self.xs, (&mut self.h, (&mut self.w, ()))),
                        __others,
                        |__t| (&__t.xs, (&__t.h, (&__t.w, ()))),
                        __update,
                    )
            }
        }
        __rt::operators!([] CallsGrads,);
        impl __rt::calls::Slots for CallsGrads {
            type Slots = (
                __rt::Vec<__rt::Tensor<__rt::f32>>,
                __rt::Tensor<__rt::f32>,
                __rt::Tensor<__rt::f32>,
                (),
            );
            #[inline]
            fn slots(self) -> Self::Slots {
                (self.xs, self.h, self.w, ())
            }
        }
        impl calls {
            ///[`calls`](fn@calls) as a `Result`, whatever its signature.
            #[inline]
            pub fn call(
                xs: &[Tensor],
                h: &Tensor,
                w: &Tensor,
                k: f32,
            ) -> __rt::Result<__rt::Tensor<__rt::f32>> {
                let xs = &xs[..];
                let __device = __rt::device_of(h);
                let mut __ops = __rt::Sequence::new(__OPS);
                let [__t4] = __OPS.launch(__kernels::Value0, 0, [h])?;
                let (__let_h_6, __let_c_7) = {
                    let (
                        __l0,
                        mut __input0,
                        mut __input1,
                        __input2,
                        __input3,
                        __input4,
                    ) = (xs, __rt::clone(h), __rt::clone(&__t4), xs, w, &k);
                    for __at0 in 0..__l0.len() {
                        let __t5 = __rt::clone(&__at0);
                        let __t6 = __rt::natural(__t5);
                        let __let_x_7 = __OPS
                            .viewed(
                                __rt::lists::list_item(__input2, __rt::clone(&__t6), "xs"),
                                1,
                            )?;
                        let __t8 = (
                            __rt::calls::of(
                                __rt::calls::applied_3(
                                    __rt::calls::Alone,
                                    |__given0, __given2, __given3| __callee0::call(
                                        __given0,
                                        (
                                            __rt::calls::give(&(__input0)),
                                            __rt::calls::give(&(__input1)),
                                        ),
                                        __given2,
                                        __given3,
                                    ),
                                    __rt::calls::Pair(&(__let_x_7), ()),
                                    __rt::calls::Pair((__input3), ()),
                                    __rt::calls::Pair((__input4), ()),
                                ),
                            )?,
                        );
                        __rt::drop((__let_x_7, __input0, __input1));
                        let __let_state_9 = __t8.0;
                        let __t10 = {
                            let (__part, _) = &__let_state_9;
                            __rt::clone(__part)
                        };
                        let __t11 = {
                            let (_, __part) = &__let_state_9;
                            __rt::clone(__part)
                        };
                        __rt::drop(__let_state_9);
                        let __t12 = __rt::calls::real::<__rt::f32>(__t10, __device)?;
                        let __t13 = __rt::calls::real::<__rt::f32>(__t11, __device)?;
                        (__input0, __input1) = (__t12, __t13);
                    }
                    (__input0, __input1)
                };
                __rt::drop(__t4);
                let __t12 = __rt::shape_of(&__let_h_6);
                let __t13 = __rt::shape_of(&__let_c_7);
                let [__t11] = __ops
                    .launch_to(
                        __kernels::Value1,
                        1,
                        (__let_h_6, __let_c_7),
                        &[__rt::OutSpec::sum(&__rt::Axes::ALL, false, 1f64)],
                    );
                let __t14 = __ops
                    .kept(
                        __rt::placed(
                            __rt::broadcast_shapes(&__t12, &__t13),
                            &__OPS.site(2),
                        ),
                    );
                __ops.check()?;
                let __t15 = 1.0 / __t14.count(&__rt::Axes::ALL) as __rt::f64;
                let [__t17] = __OPS
                    .launch(__kernels::Value2(__rt::number(&__t15)), 2, [__t11])?;
                __rt::Ok(__t17)
            }
            ///The value of [`calls`](fn@calls) and its gradient, as one fused program.
            #[inline]
            pub fn value_and_grad(
                xs: &[Tensor],
                h: &Tensor,
                w: &Tensor,
                k: f32,
            ) -> __rt::Result<(__rt::Tensor<__rt::f32>, CallsGrads)> {
                let xs = &xs[..];
                let __device = __rt::device_of(h);
                let mut __ops = __rt::Sequence::new(__OPS);
                let [__t4] = __OPS.launch(__kernels::Value0, 0, [h])?;
                let (__let_h_6, __let_c_7, __t25) = {
                    let (
                        __l0,
                        mut __input0,
                        mut __input1,
                        __input2,
                        __input3,
                        __input4,
                    ) = (xs, __rt::clone(h), __rt::clone(&__t4), xs, w, &k);
                    let mut __kept = __rt::Vec::new();
                    for __at0 in 0..__l0.len() {
                        let __t5 = __rt::clone(&__at0);
                        let __t6 = __rt::natural(__t5);
                        let __let_x_7 = __OPS
                            .viewed(
                                __rt::lists::list_item(__input2, __rt::clone(&__t6), "xs"),
                                1,
                            )?;
                        let __t18 = __rt::shape_of(&__let_x_7);
                        let __t8 = __rt::calls::boxed(
                            __rt::calls::of(
                                __rt::calls::applied_3(
                                    __rt::calls::Alone,
                                    |__given0, __given2, __given3| __callee0::vjp(
                                        __given0,
                                        (
                                            __rt::calls::give(&(__input0)),
                                            __rt::calls::give(&(__input1)),
                                        ),
                                        __given2,
                                        __given3,
                                    ),
                                    __rt::calls::Pair(&(__let_x_7), ()),
                                    __rt::calls::Pair((__input3), ()),
                                    __rt::calls::Pair((__input4), ()),
                                ),
                            )?,
                        );
                        __rt::drop(__let_x_7);
                        let __let_state_9 = __t8.0;
                        let __t16 = (&__rt::calls::Asked(&__let_state_9)).__form();
                        let __t10 = {
                            let (__part, _) = &__let_state_9;
                            __rt::clone(__part)
                        };
                        let __t15 = (&__rt::calls::Asked(&__t10)).__form();
                        let __t11 = {
                            let (_, __part) = &__let_state_9;
                            __rt::clone(__part)
                        };
                        __rt::drop(__let_state_9);
                        let __t14 = (&__rt::calls::Asked(&__t11)).__form();
                        let __t12 = __rt::calls::real::<__rt::f32>(__t10, __device)?;
                        let __t13 = __rt::calls::real::<__rt::f32>(__t11, __device)?;
                        let __t17 = __t8.1;
                        let __t19 = __rt::shape_of(&__input0);
                        __rt::drop(__input0);
                        let __t20 = __rt::shape_of(&__input1);
                        __rt::drop(__input1);
                        let __t21 = __rt::shape_of(__input3);
                        let (__next, __round) = (
                            (__t12, __t13),
                            {
                                let __all = (
                                    __t6,
                                    __t14,
                                    __t15,
                                    __t16,
                                    __t17,
                                    __t18,
                                    __t19,
                                    __t20,
                                    __t21,
                                );
                                __rt::Kept {
                                    bytes: __all.4.residual_bytes(),
                                    values: __all,
                                }
                            },
                        );
                        __kept.push(__round);
                        (__input0, __input1) = __next;
                    }
                    (__input0, __input1, __kept)
                };
                let __t12 = __rt::shape_of(&__let_h_6);
                let __t13 = __rt::shape_of(&__let_c_7);
                let [__t11] = __ops
                    .launch_to(
                        __kernels::Value1,
                        1,
                        (&__let_h_6, &__let_c_7),
                        &[__rt::OutSpec::sum(&__rt::Axes::ALL, false, 1f64)],
                    );
                let __t14 = __ops
                    .kept(
                        __rt::placed(
                            __rt::broadcast_shapes(&__t12, &__t13),
                            &__OPS.site(2),
                        ),
                    );
                __ops.check()?;
                let __t15 = 1.0 / __t14.count(&__rt::Axes::ALL) as __rt::f64;
                let [__t17] = __ops
                    .launch(__kernels::Value2(__rt::number(&__t15)), 2, [__t11]);
                let [__t19] = __ops
                    .launch(
                        __kernels::ValueAndGrad4(__rt::number(&__t15)),
                        3,
                        [__let_c_7],
                    );
                let __t20 = __ops
                    .viewed(__rt::ops::broadcast_to(&__t19, __rt::clone(&__t14)), 2);
                __rt::drop(__t19);
                let [__t21] = __ops
                    .launch(
                        __kernels::ValueAndGrad4(__rt::number(&__t15)),
                        3,
                        [__let_h_6],
                    );
                let __t22 = __ops
                    .viewed(__rt::ops::broadcast_to(&__t21, __rt::clone(&__t14)), 2);
                __rt::drop(__t21);
                let [__t23, __t24] = __ops
                    .launch_to(
                        __kernels::ValueAndGrad5,
                        4,
                        (__t22, __t20),
                        &[
                            __rt::OutSpec::sum_to(&__t13, 1f64),
                            __rt::OutSpec::sum_to(&__t12, 1f64),
                        ],
                    );
                __ops.check()?;
                let __t26 = __rt::lists::shapes_of::<__rt::f32, _>(xs);
                let __t27 = __ops
                    .kept(
                        __rt::lists::zeros::<__rt::f32>(__rt::clone(&__t26), __device),
                    );
                let __t28 = __rt::shape_of(w);
                let __t29 = __ops.zeros::<__rt::f32>(&__t28, __device);
                __ops.check()?;
                let (__t31, __t32, __t33, __t34) = {
                    let (
                        mut __stack,
                        mut __input0,
                        mut __input1,
                        mut __input2,
                        mut __input3,
                    ) = (__t25, __t24, __t23, __t27, __t29);
                    while let __rt::Some(
                        __rt::Kept {
                            values: (
                                __kept0,
                                __kept1,
                                __kept2,
                                __kept3,
                                __kept4,
                                __kept5,
                                __kept6,
                                __kept7,
                                __kept8,
                            ),
                            ..
                        },
                    ) = __stack.pop()
                    {
                        let mut __ops = __rt::Sequence::new(__OPS);
                        let __t12 = __rt::calls::Back::back(
                            &__kept1,
                            __rt::clone(&__input1),
                        );
                        __rt::drop(__input1);
                        let __t13 = __rt::calls::Back::back(
                            &__kept2,
                            __rt::clone(&__input0),
                        );
                        __rt::drop(__input0);
                        let mut __t14 = __rt::Form::start(&__kept3)?;
                        __rt::calls::PutEntry::<0, _>::set_entry(&mut __t14, __t13);
                        __rt::calls::PutEntry::<1, _>::set_entry(&mut __t14, __t12);
                        let __t14 = __rt::calls::whole_of(&__kept3, __t14)?;
                        let __t15 = __rt::calls::pull(
                            __kept4,
                            __t14,
                            __rt::Hooks::none().reading(7u64),
                        )?;
                        let __t16 = __rt::calls::slot::<
                            __rt::f32,
                        >(__t15.0, __rt::clone(&__kept5), __device)?;
                        let __t17 = __rt::calls::slot::<
                            __rt::f32,
                        >(
                            __rt::calls::Part::<0>::part(&__t15.1),
                            __rt::clone(&__kept6),
                            __device,
                        )?;
                        let __t18 = __rt::calls::slot::<
                            __rt::f32,
                        >(
                            __rt::calls::Part::<1>::part(&__t15.1),
                            __rt::clone(&__kept7),
                            __device,
                        )?;
                        let __t19 = __rt::calls::slot::<
                            __rt::f32,
                        >(__t15.2, __rt::clone(&__kept8), __device)?;
                        let __t20 = __ops
                            .done(
                                __rt::lists::list_add_to(
                                    __input2,
                                    &__t16,
                                    __rt::clone(&__kept0),
                                ),
                                3,
                            );
                        __rt::drop(__t16);
                        let [__t22] = __ops
                            .launch(__kernels::ValueAndGradR3000, 5, (__input3, __t19));
                        __ops.check()?;
                        (__input0, __input1, __input2, __input3) = (
                            __t17,
                            __t18,
                            __t20,
                            __t22,
                        );
                    }
                    (__input0, __input1, __input2, __input3)
                };
                let [__t38] = __OPS
                    .launch(__kernels::ValueAndGrad6, 6, (__t4, __t32, __t31))?;
                __rt::Ok((
                    __t17,
                    CallsGrads {
                        xs: __t33,
                        h: __t38,
                        w: __t34,
                    },
                ))
            }
            ///The gradient of [`calls`](fn@calls).
            #[inline]
            pub fn grad(
                xs: &[Tensor],
                h: &Tensor,
                w: &Tensor,
                k: f32,
            ) -> __rt::Result<CallsGrads> {
                __rt::Ok(Self::value_and_grad(xs, h, w, k)?.1)
            }
            ///The value of [`calls`](fn@calls) and a pullback: cotangents of the result in, cotangents of the active inputs out.
            #[inline]
            pub fn vjp(
                xs: &[Tensor],
                h: &Tensor,
                w: &Tensor,
                k: f32,
            ) -> __rt::Result<
                (
                    __rt::Tensor<__rt::f32>,
                    impl __rt::PullbackOf<
                        __rt::Tensor<__rt::f32>,
                        __rt::Tensor<__rt::f32>,
                        CallsGrads,
                    > + use<>,
                ),
            > {
                let xs = &xs[..];
                let __device = __rt::device_of(h);
                let mut __ops = __rt::Sequence::new(__OPS);
                let [__t4] = __OPS.launch(__kernels::Value0, 0, [h])?;
                let (__let_h_6, __let_c_7, __t19) = {
                    let (
                        __l0,
                        mut __input0,
                        mut __input1,
                        __input2,
                        __input3,
                        __input4,
                    ) = (xs, __rt::clone(h), __rt::clone(&__t4), xs, w, &k);
                    let mut __kept = __rt::Vec::new();
                    for __at0 in 0..__l0.len() {
                        let __t5 = __rt::clone(&__at0);
                        let __t6 = __rt::natural(__t5);
                        let __let_x_7 = __OPS
                            .viewed(
                                __rt::lists::list_item(__input2, __rt::clone(&__t6), "xs"),
                                1,
                            )?;
                        let __t18 = __rt::shape_of(&__let_x_7);
                        let __t8 = __rt::calls::boxed(
                            __rt::calls::of(
                                __rt::calls::applied_3(
                                    __rt::calls::Alone,
                                    |__given0, __given2, __given3| __callee0::vjp(
                                        __given0,
                                        (
                                            __rt::calls::give(&(__input0)),
                                            __rt::calls::give(&(__input1)),
                                        ),
                                        __given2,
                                        __given3,
                                    ),
                                    __rt::calls::Pair(&(__let_x_7), ()),
                                    __rt::calls::Pair((__input3), ()),
                                    __rt::calls::Pair((__input4), ()),
                                ),
                            )?,
                        );
                        __rt::drop(__let_x_7);
                        let __let_state_9 = __t8.0;
                        let __t16 = (&__rt::calls::Asked(&__let_state_9)).__form();
                        let __t10 = {
                            let (__part, _) = &__let_state_9;
                            __rt::clone(__part)
                        };
                        let __t15 = (&__rt::calls::Asked(&__t10)).__form();
                        let __t11 = {
                            let (_, __part) = &__let_state_9;
                            __rt::clone(__part)
                        };
                        __rt::drop(__let_state_9);
                        let __t14 = (&__rt::calls::Asked(&__t11)).__form();
                        let __t12 = __rt::calls::real::<__rt::f32>(__t10, __device)?;
                        let __t13 = __rt::calls::real::<__rt::f32>(__t11, __device)?;
                        let __t17 = __t8.1;
                        let __t19 = __rt::shape_of(&__input0);
                        __rt::drop(__input0);
                        let __t20 = __rt::shape_of(&__input1);
                        __rt::drop(__input1);
                        let __t21 = __rt::shape_of(__input3);
                        let (__next, __round) = (
                            (__t12, __t13),
                            {
                                let __all = (
                                    __t6,
                                    __t14,
                                    __t15,
                                    __t16,
                                    __t17,
                                    __t18,
                                    __t19,
                                    __t20,
                                    __t21,
                                );
                                __rt::Kept {
                                    bytes: __all.4.residual_bytes(),
                                    values: __all,
                                }
                            },
                        );
                        __kept.push(__round);
                        (__input0, __input1) = __next;
                    }
                    (__input0, __input1, __kept)
                };
                __rt::drop(__t4);
                let __t12 = __rt::shape_of(&__let_h_6);
                let __t13 = __rt::shape_of(&__let_c_7);
                let [__t11] = __ops
                    .launch_to(
                        __kernels::Value1,
                        1,
                        (&__let_h_6, &__let_c_7),
                        &[__rt::OutSpec::sum(&__rt::Axes::ALL, false, 1f64)],
                    );
                let __t14 = __ops
                    .kept(
                        __rt::placed(
                            __rt::broadcast_shapes(&__t12, &__t13),
                            &__OPS.site(2),
                        ),
                    );
                __ops.check()?;
                let __t15 = 1.0 / __t14.count(&__rt::Axes::ALL) as __rt::f64;
                let [__t17] = __OPS
                    .launch(__kernels::Value2(__rt::number(&__t15)), 2, [__t11])?;
                let __t20 = __rt::lists::shapes_of::<__rt::f32, _>(xs);
                let __t21 = __rt::shape_of(w);
                let __form0 = __rt::Differentiable::form(&__t17);
                let __residual0 = __rt::clone(h);
                let __residual1 = __let_h_6;
                let __residual2 = __let_c_7;
                let __residual3 = __t12;
                let __residual4 = __t13;
                let __residual5 = __t14;
                let __residual6 = __t15;
                let __residual7 = __t19;
                let __residual8 = __t20;
                let __residual9 = __t21;
                let __pullback = __rt::pullback_of(
                    &__t17,
                    __rt::bytes_of(&__residual0) + __rt::bytes_of(&__residual1)
                        + __rt::bytes_of(&__residual2)
                        + __rt::calls::Held::bytes(&__residual7),
                    move |__cotangent, mut __hooks| -> __rt::Result<CallsGrads> {
                        let __cotangent0 = &__OPS.cotangent(__cotangent, &__form0)?;
                        let mut __ops = __rt::Sequence::new(__OPS);
                        let [__t13] = __ops
                            .launch(
                                __kernels::Value2(__rt::number(&__residual6)),
                                2,
                                [__cotangent0],
                            );
                        let [__t14] = __ops
                            .launch(__kernels::Value1, 7, (&__t13, __residual2));
                        let __t15 = __ops
                            .viewed(
                                __rt::ops::broadcast_to(&__t14, __rt::clone(&__residual5)),
                                2,
                            );
                        __rt::drop(__t14);
                        let [__t16] = __ops
                            .launch(__kernels::Value1, 7, (__t13, __residual1));
                        let __t17 = __ops
                            .viewed(
                                __rt::ops::broadcast_to(&__t16, __rt::clone(&__residual5)),
                                2,
                            );
                        __rt::drop(__t16);
                        __ops.check()?;
                        let [__t18, __t19] = __OPS
                            .launch_to(
                                __kernels::ValueAndGrad5,
                                4,
                                (__t17, __t15),
                                &[
                                    __rt::OutSpec::sum_to(
                                        &__rt::Sizes::from(__rt::clone(&__residual4)).shape()?,
                                        1f64,
                                    ),
                                    __rt::OutSpec::sum_to(
                                        &__rt::Sizes::from(__rt::clone(&__residual3)).shape()?,
                                        1f64,
                                    ),
                                ],
                            )?;
                        let __t20 = __ops
                            .kept(
                                __rt::lists::zeros::<
                                    __rt::f32,
                                >(__rt::clone(&__residual8), __device),
                            );
                        let __t21 = __ops.zeros::<__rt::f32>(&__residual9, __device);
                        __ops.check()?;
                        let (__t23, __t24, __t25, __t26) = {
                            let (
                                mut __stack,
                                mut __input0,
                                mut __input1,
                                mut __input2,
                                mut __input3,
                            ) = (__residual7, __t19, __t18, __t20, __t21);
                            while let __rt::Some(
                                __rt::Kept {
                                    values: (
                                        __kept0,
                                        __kept1,
                                        __kept2,
                                        __kept3,
                                        __kept4,
                                        __kept5,
                                        __kept6,
                                        __kept7,
                                        __kept8,
                                    ),
                                    ..
                                },
                            ) = __stack.pop()
                            {
                                let __item1_0 = __rt::clone(&__kept0);
                                let mut __ops = __rt::Sequence::new(__OPS);
                                let __t12 = __rt::calls::Back::back(
                                    &__kept1,
                                    __rt::clone(&__input1),
                                );
                                __rt::drop(__input1);
                                let __t13 = __rt::calls::Back::back(
                                    &__kept2,
                                    __rt::clone(&__input0),
                                );
                                __rt::drop(__input0);
                                let mut __t14 = __rt::Form::start(&__kept3)?;
                                __rt::calls::PutEntry::<0, _>::set_entry(&mut __t14, __t13);
                                __rt::calls::PutEntry::<1, _>::set_entry(&mut __t14, __t12);
                                let __t14 = __rt::calls::whole_of(&__kept3, __t14)?;
                                let __t15 = __rt::calls::pull(
                                    __kept4,
                                    __t14,
                                    __hooks
                                        .within(|__all| __rt::Vec::from([__rt::None]))
                                        .reading(7u64),
                                )?;
                                let __t16 = __rt::calls::slot::<
                                    __rt::f32,
                                >(__t15.0, __rt::clone(&__kept5), __device)?;
                                let __t17 = __rt::calls::slot::<
                                    __rt::f32,
                                >(
                                    __rt::calls::Part::<0>::part(&__t15.1),
                                    __rt::clone(&__kept6),
                                    __device,
                                )?;
                                let __t18 = __rt::calls::slot::<
                                    __rt::f32,
                                >(
                                    __rt::calls::Part::<1>::part(&__t15.1),
                                    __rt::clone(&__kept7),
                                    __device,
                                )?;
                                let __t19 = __rt::calls::slot::<
                                    __rt::f32,
                                >(__t15.2, __rt::clone(&__kept8), __device)?;
                                let __t20 = __ops
                                    .done(
                                        __rt::lists::list_add_to(
                                            __input2,
                                            &__t16,
                                            __rt::clone(&__kept0),
                                        ),
                                        3,
                                    );
                                __rt::drop(__t16);
                                let [__t22] = __ops
                                    .launch(__kernels::ValueAndGradR3000, 5, (__input3, __t19));
                                __ops.check()?;
                                (__input0, __input1, __input2, __input3) = (
                                    __t17,
                                    __t18,
                                    __t20,
                                    __t22,
                                );
                            }
                            (__input0, __input1, __input2, __input3)
                        };
                        let __t25 = __hooks.whole(0usize, "xs", __t25)?;
                        let __t26 = __hooks.whole(2usize, "w", __t26)?;
                        let [__t31] = __OPS
                            .launch(
                                __kernels::Pullback4,
                                8,
                                (__residual0, __t24, __t23),
                            )?;
                        __rt::Ok(CallsGrads {
                            xs: __hooks.whole(0usize, "xs", __t25)?,
                            h: __hooks.whole(1usize, "h", __t31)?,
                            w: __hooks.whole(2usize, "w", __t26)?,
                        })
                    },
                );
                __rt::Ok((__t17, __pullback))
            }
            ///The value of [`calls`](fn@calls) and its derivative along the tangents.
            #[inline]
            pub fn jvp(
                xs: &[Tensor],
                h: &Tensor,
                w: &Tensor,
                k: f32,
                __dot_xs: &[__rt::Tensor<__rt::f32>],
                __dot_h: &__rt::Tensor<__rt::f32>,
                __dot_w: &__rt::Tensor<__rt::f32>,
            ) -> __rt::Result<(__rt::Tensor<__rt::f32>, __rt::Tensor<__rt::f32>)> {
                let xs = &xs[..];
                let __dot0 = &__dot_xs[..];
                __rt::all([
                    __rt::lists::check_tangent(xs, __dot0, "calls", "xs"),
                    __rt::check_tangent(h, __dot_h, "calls", "h"),
                    __rt::check_tangent(w, __dot_w, "calls", "w"),
                ])?;
                let __device = __rt::device_of(h);
                let mut __ops = __rt::Sequence::new(__OPS);
                let [__t4, __t9] = __OPS.launch(__kernels::Jvp0, 9, (h, __dot_h))?;
                let (__let_h_13, __let_c_14, __t25, __t26) = {
                    let (
                        __l0,
                        mut __input0,
                        mut __input1,
                        mut __input2,
                        mut __input3,
                        __input4,
                        __input5,
                        __input6,
                        __input7,
                        __input8,
                    ) = (
                        xs,
                        __rt::clone(h),
                        __rt::clone(&__t4),
                        __rt::clone(__dot_h),
                        __rt::clone(&__t9),
                        xs,
                        w,
                        &k,
                        __dot0,
                        __dot_w,
                    );
                    for __at0 in 0..__l0.len() {
                        let mut __ops = __rt::Sequence::new(__OPS);
                        let __t5 = __rt::clone(&__at0);
                        let __t6 = __rt::natural(__t5);
                        let __let_x_7 = __ops
                            .viewed(
                                __rt::lists::list_item(__input4, __rt::clone(&__t6), "xs"),
                                1,
                            );
                        let __t9 = __ops
                            .viewed(
                                __rt::lists::list_item(__input7, __rt::clone(&__t6), ""),
                                1,
                            );
                        __ops.check()?;
                        let __t13 = {
                            let __along0 = &__t9;
                            let __along1 = &(
                                __rt::clone(&__input2),
                                __rt::clone(&__input3),
                            );
                            let __along2 = __input8;
                            let __along3 = &();
                            __rt::calls::of(
                                __rt::calls::applied_3(
                                    __rt::calls::Moving,
                                    |
                                        __rt::calls::Pair(__given0, __given_dot0),
                                        __rt::calls::Pair(__given2, __given_dot2),
                                        __rt::calls::Pair(__given3, __given_dot3)|
                                    __callee0::__jvp(
                                        __rt::calls::Pair(__given0, __given_dot0),
                                        __rt::calls::Pair(
                                            (
                                                __rt::calls::give(&(__input0)),
                                                __rt::calls::give(&(__input1)),
                                            ),
                                            &*__along1,
                                        ),
                                        __rt::calls::Pair(__given2, __given_dot2),
                                        __rt::calls::Pair(__given3, __given_dot3),
                                    ),
                                    __rt::calls::Pair(&(__let_x_7), &*__along0),
                                    __rt::calls::Pair((__input5), &*__along2),
                                    __rt::calls::Pair((__input6), &*__along3),
                                ),
                            )
                        }?;
                        __rt::drop((
                            __let_x_7,
                            __input0,
                            __input1,
                            __t9,
                            __input2,
                            __input3,
                        ));
                        let __let_state_14 = __t13.0;
                        let __t15 = {
                            let (__part, _) = &__let_state_14;
                            __rt::clone(__part)
                        };
                        let __t16 = {
                            let (_, __part) = &__let_state_14;
                            __rt::clone(__part)
                        };
                        __rt::drop(__let_state_14);
                        let __t17 = __rt::calls::real::<__rt::f32>(__t15, __device)?;
                        let __t18 = __rt::calls::real::<__rt::f32>(__t16, __device)?;
                        let __t19 = __t13.1;
                        let __t20 = __rt::calls::Part::<0>::part(&__t19);
                        let __t21 = __rt::calls::Part::<1>::part(&__t19);
                        __rt::drop(__t19);
                        let __t22 = __rt::calls::real::<__rt::f32>(__t20, __device)?;
                        let __t23 = __rt::calls::real::<__rt::f32>(__t21, __device)?;
                        (__input0, __input1, __input2, __input3) = (
                            __t17,
                            __t18,
                            __t22,
                            __t23,
                        );
                    }
                    (__input0, __input1, __input2, __input3)
                };
                __rt::drop((__t4, __t9));
                let __t19 = __rt::shape_of(&__let_h_13);
                let __t20 = __rt::shape_of(&__let_c_14);
                let __t21 = __rt::placed(
                    __rt::broadcast_shapes(&__t19, &__t20),
                    &__OPS.site(2),
                )?;
                let __t22 = 1.0 / __t21.count(&__rt::Axes::ALL) as __rt::f64;
                let [__t18, __t30] = __ops
                    .launch_to(
                        __kernels::Jvp1,
                        10,
                        (__let_h_13, __let_c_14, __t25, __t26),
                        &[
                            __rt::OutSpec::sum(&__rt::Axes::ALL, false, 1f64),
                            __rt::OutSpec::sum(&__rt::Axes::ALL, false, 1f64),
                        ],
                    );
                let [__t24, __t31] = __ops
                    .launch(__kernels::Jvp2(__rt::number(&__t22)), 11, (__t18, __t30));
                __ops.check()?;
                __rt::Ok((__t24, __t31))
            }
            #[doc(hidden)]
            #[inline]
            pub fn __jvp<
                __D0: ::core::convert::Into<__rt::Vec<__rt::Tensor<__rt::f32>>>
                    + __rt::Clone,
                __D3,
            >(
                __rt::calls::Pair(xs, __tangent0): __rt::calls::Pair<&[Tensor], &__D0>,
                __rt::calls::Pair(
                    h,
                    __tangent1,
                ): __rt::calls::Pair<&Tensor, &__rt::Tensor<__rt::f32>>,
                __rt::calls::Pair(
                    w,
                    __tangent2,
                ): __rt::calls::Pair<&Tensor, &__rt::Tensor<__rt::f32>>,
                __rt::calls::Pair(k, __tangent3): __rt::calls::Pair<f32, &__D3>,
            ) -> __rt::Result<(__rt::Tensor<__rt::f32>, __rt::Tensor<__rt::f32>)> {
                let __tangent0: __rt::Vec<__rt::Tensor<__rt::f32>> = ::core::convert::Into::into(
                    __rt::clone(__tangent0),
                );
                Self::jvp(xs, h, w, k, &__tangent0[..], __tangent1, __tangent2)
            }
            #[doc(hidden)]
            #[inline]
            pub fn order_2_vjp<
                __D0: ::core::convert::Into<__rt::Vec<__rt::Tensor<__rt::f32>>>
                    + __rt::Clone,
                __D3,
            >(
                xs: &[Tensor],
                h: &Tensor,
                w: &Tensor,
                k: f32,
                __tangent0: &__D0,
                __tangent1: &__rt::Tensor<__rt::f32>,
                __tangent2: &__rt::Tensor<__rt::f32>,
                __tangent3: &__D3,
            ) -> __rt::Result<
                (
                    __rt::Tensor<__rt::f32>,
                    impl __rt::calls::Pullback2<
                        Output = __rt::Tensor<__rt::f32>,
                        Grads = CallsGrads,
                    > + __rt::Clone + use<__D0, __D3>,
                    __rt::Tensor<__rt::f32>,
                ),
            > {
                let xs = &xs[..];
                let __tangent0: __rt::Vec<__rt::Tensor<__rt::f32>> = ::core::convert::Into::into(
                    __rt::clone(__tangent0),
                );
                let __dot_xs = &__tangent0[..];
                let __dot_h = __tangent1;
                let __dot_w = __tangent2;
                let __dot0 = &__dot_xs[..];
                __rt::all([
                    __rt::lists::check_tangent(xs, __dot0, "calls", "xs"),
                    __rt::check_tangent(h, __dot_h, "calls", "h"),
                    __rt::check_tangent(w, __dot_w, "calls", "w"),
                ])?;
                let __device = __rt::device_of(h);
                let mut __ops = __rt::Sequence::new(__OPS);
                let [__t4, __t9] = __OPS.launch(__kernels::Jvp0, 9, (h, __dot_h))?;
                let (__let_h_13, __let_c_14, __t28, __t29, __t25) = {
                    let (
                        __l0,
                        mut __input0,
                        mut __input1,
                        mut __input2,
                        mut __input3,
                        __input4,
                        __input5,
                        __input6,
                        __input7,
                        __input8,
                    ) = (
                        xs,
                        __rt::clone(h),
                        __rt::clone(&__t4),
                        __rt::clone(__dot_h),
                        __rt::clone(&__t9),
                        xs,
                        w,
                        &k,
                        __dot0,
                        __dot_w,
                    );
                    let mut __kept = __rt::Vec::new();
                    for __at0 in 0..__l0.len() {
                        let mut __ops = __rt::Sequence::new(__OPS);
                        let __t5 = __rt::clone(&__at0);
                        let __t6 = __rt::natural(__t5);
                        let __let_x_7 = __ops
                            .viewed(
                                __rt::lists::list_item(__input4, __rt::clone(&__t6), "xs"),
                                1,
                            );
                        let __t23 = __rt::shape_of(&__let_x_7);
                        let __t9 = __ops
                            .viewed(
                                __rt::lists::list_item(__input7, __rt::clone(&__t6), ""),
                                1,
                            );
                        __ops.check()?;
                        let __t13 = __rt::calls::boxed_2(
                            {
                                let __along0 = &__t9;
                                let __along1 = &(
                                    __rt::clone(&__input2),
                                    __rt::clone(&__input3),
                                );
                                let __along2 = __input8;
                                let __along3 = &();
                                __rt::calls::of(
                                    __rt::calls::applied_3(
                                        __rt::calls::Moving,
                                        |
                                            __rt::calls::Pair(__given0, __given_dot0),
                                            __rt::calls::Pair(__given2, __given_dot2),
                                            __rt::calls::Pair(__given3, __given_dot3)|
                                        __callee0::order_2_vjp(
                                            __given0,
                                            (
                                                __rt::calls::give(&(__input0)),
                                                __rt::calls::give(&(__input1)),
                                            ),
                                            __given2,
                                            __given3,
                                            __given_dot0,
                                            &*__along1,
                                            __given_dot2,
                                            __given_dot3,
                                        ),
                                        __rt::calls::Pair(&(__let_x_7), &*__along0),
                                        __rt::calls::Pair((__input5), &*__along2),
                                        __rt::calls::Pair((__input6), &*__along3),
                                    ),
                                )
                            }?,
                        );
                        __rt::drop((__let_x_7, __t9, __input2, __input3));
                        let __let_state_14 = __t13.0;
                        let __t21 = (&__rt::calls::Asked(&__let_state_14)).__form();
                        let __t15 = {
                            let (__part, _) = &__let_state_14;
                            __rt::clone(__part)
                        };
                        let __t20 = (&__rt::calls::Asked(&__t15)).__form();
                        let __t16 = {
                            let (_, __part) = &__let_state_14;
                            __rt::clone(__part)
                        };
                        __rt::drop(__let_state_14);
                        let __t19 = (&__rt::calls::Asked(&__t16)).__form();
                        let __t17 = __rt::calls::real::<__rt::f32>(__t15, __device)?;
                        let __t18 = __rt::calls::real::<__rt::f32>(__t16, __device)?;
                        let __t22 = __t13.1;
                        let __t24 = __rt::shape_of(&__input0);
                        __rt::drop(__input0);
                        let __t25 = __rt::shape_of(&__input1);
                        __rt::drop(__input1);
                        let __t26 = __rt::shape_of(__input5);
                        let __t27 = __t13.2;
                        let __t28 = __rt::calls::Part::<0>::part(&__t27);
                        let __t29 = __rt::calls::Part::<1>::part(&__t27);
                        __rt::drop(__t27);
                        let __t30 = __rt::calls::real::<__rt::f32>(__t28, __device)?;
                        let __t31 = __rt::calls::real::<__rt::f32>(__t29, __device)?;
                        let (__next, __round) = (
                            (__t17, __t18, __t30, __t31),
                            __rt::Kept {
                                bytes: 0,
                                values: (
                                    __t6,
                                    __t19,
                                    __t20,
                                    __t21,
                                    __t22,
                                    __t23,
                                    __t24,
                                    __t25,
                                    __t26,
                                ),
                            },
                        );
                        __kept.push(__round);
                        (__input0, __input1, __input2, __input3) = __next;
                    }
                    (__input0, __input1, __input2, __input3, __kept)
                };
                __rt::drop((__t4, __t9));
                let __t19 = __rt::shape_of(&__let_h_13);
                let __t20 = __rt::shape_of(&__let_c_14);
                let __t21 = __rt::placed(
                    __rt::broadcast_shapes(&__t19, &__t20),
                    &__OPS.site(2),
                )?;
                let __t22 = 1.0 / __t21.count(&__rt::Axes::ALL) as __rt::f64;
                let __t26 = __rt::lists::shapes_of::<__rt::f32, _>(xs);
                let __t27 = __rt::shape_of(w);
                let [__t18, __t33] = __ops
                    .launch_to(
                        __kernels::Jvp1,
                        10,
                        (&__let_h_13, &__let_c_14, &__t28, &__t29),
                        &[
                            __rt::OutSpec::sum(&__rt::Axes::ALL, false, 1f64),
                            __rt::OutSpec::sum(&__rt::Axes::ALL, false, 1f64),
                        ],
                    );
                let [__t24, __t34] = __ops
                    .launch(__kernels::Jvp2(__rt::number(&__t22)), 11, (__t18, __t33));
                __ops.check()?;
                let __form0 = __rt::Differentiable::form(&__t24);
                let __value = __t24;
                let __dot = __t34;
                let __residual0 = __rt::clone(h);
                let __residual1 = __let_h_13;
                let __residual2 = __let_c_14;
                let __residual3 = __t19;
                let __residual4 = __t20;
                let __residual5 = __t21;
                let __residual6 = __t22;
                let __residual7 = __t25;
                let __residual8 = __t26;
                let __residual9 = __t27;
                let __residual10 = __rt::clone(__dot_h);
                let __residual11 = __t28;
                let __residual12 = __t29;
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
                    | -> __rt::Result<(CallsGrads, CallsGrads)> {
                        let __cotangent0 = &__OPS.cotangent(__cotangent, &__form0)?;
                        let __cotangent_dot0 = &__OPS
                            .cotangent(__cotangent_dot, &__form0)?;
                        let mut __ops = __rt::Sequence::new(__OPS);
                        let __t20 = __ops
                            .kept(
                                __rt::lists::zeros::<
                                    __rt::f32,
                                >(__rt::clone(&__residual8), __device),
                            );
                        let __t21 = __ops.zeros::<__rt::f32>(&__residual9, __device);
                        let [__t13, __t23] = __ops
                            .launch(
                                __kernels::Jvp2(__rt::number(&__residual6)),
                                11,
                                (__cotangent0, __cotangent_dot0),
                            );
                        let [__t14, __t27] = __ops
                            .launch(
                                __kernels::Jvp1,
                                12,
                                (&__t13, __residual2, &__t23, __residual12),
                            );
                        let __t15 = __ops
                            .viewed(
                                __rt::ops::broadcast_to(&__t14, __rt::clone(&__residual5)),
                                2,
                            );
                        __rt::drop(__t14);
                        let __t28 = __ops
                            .viewed(
                                __rt::ops::broadcast_to(&__t27, __rt::clone(&__residual5)),
                                2,
                            );
                        __rt::drop(__t27);
                        __ops.check()?;
                        let [__t29] = __OPS
                            .launch_or_hand_on(
                                __kernels::PullbackTangent4,
                                13,
                                [__t28],
                                &[
                                    __rt::OutSpec::sum_to(
                                        &__rt::Sizes::from(__rt::clone(&__residual3)).shape()?,
                                        1f64,
                                    ),
                                ],
                            )?;
                        let [__t16, __t33] = __ops
                            .launch(
                                __kernels::Jvp1,
                                12,
                                (__t13, __residual1, __t23, __residual11),
                            );
                        let __t17 = __ops
                            .viewed(
                                __rt::ops::broadcast_to(&__t16, __rt::clone(&__residual5)),
                                2,
                            );
                        __rt::drop(__t16);
                        __ops.check()?;
                        let [__t18, __t19] = __OPS
                            .launch_to(
                                __kernels::ValueAndGrad5,
                                4,
                                (__t17, __t15),
                                &[
                                    __rt::OutSpec::sum_to(
                                        &__rt::Sizes::from(__rt::clone(&__residual4)).shape()?,
                                        1f64,
                                    ),
                                    __rt::OutSpec::sum_to(
                                        &__rt::Sizes::from(__rt::clone(&__residual3)).shape()?,
                                        1f64,
                                    ),
                                ],
                            )?;
                        let __t34 = __OPS
                            .viewed(
                                __rt::ops::broadcast_to(&__t33, __rt::clone(&__residual5)),
                                2,
                            )?;
                        __rt::drop(__t33);
                        let [__t35] = __OPS
                            .launch_or_hand_on(
                                __kernels::PullbackTangent4,
                                13,
                                [__t34],
                                &[
                                    __rt::OutSpec::sum_to(
                                        &__rt::Sizes::from(__rt::clone(&__residual4)).shape()?,
                                        1f64,
                                    ),
                                ],
                            )?;
                        let (__t37, __t38, __t39, __t40, __t48, __t49, __t50, __t51) = {
                            let (
                                mut __stack,
                                mut __input0,
                                mut __input1,
                                mut __input2,
                                mut __input3,
                                mut __input4,
                                mut __input5,
                                mut __input6,
                                mut __input7,
                            ) = (
                                __residual7,
                                __t19,
                                __t18,
                                __rt::lists::owned(&__t20),
                                __rt::clone(&__t21),
                                __t29,
                                __t35,
                                __rt::lists::owned(&__t20),
                                __rt::clone(&__t21),
                            );
                            while let __rt::Some(
                                __rt::Kept {
                                    values: (
                                        __kept0,
                                        __kept1,
                                        __kept2,
                                        __kept3,
                                        __kept4,
                                        __kept5,
                                        __kept6,
                                        __kept7,
                                        __kept8,
                                    ),
                                    ..
                                },
                            ) = __stack.pop()
                            {
                                let mut __ops = __rt::Sequence::new(__OPS);
                                let __t12 = __rt::calls::Back::back(
                                    &__kept1,
                                    __rt::clone(&__input1),
                                );
                                __rt::drop(__input1);
                                let __t13 = __rt::calls::Back::back(
                                    &__kept2,
                                    __rt::clone(&__input0),
                                );
                                __rt::drop(__input0);
                                let mut __t14 = __rt::Form::start(&__kept3)?;
                                __rt::calls::PutEntry::<0, _>::set_entry(&mut __t14, __t13);
                                __rt::calls::PutEntry::<1, _>::set_entry(&mut __t14, __t12);
                                let __t14 = __rt::calls::whole_of(&__kept3, __t14)?;
                                let __t16 = __rt::calls::Back::back(
                                    &__kept2,
                                    __rt::clone(&__input4),
                                );
                                __rt::drop(__input4);
                                let __t18 = __rt::calls::Back::back(
                                    &__kept1,
                                    __rt::clone(&__input5),
                                );
                                __rt::drop(__input5);
                                let mut __t19 = __rt::Form::start(&__kept3)?;
                                __rt::calls::PutEntry::<0, _>::set_entry(&mut __t19, __t16);
                                __rt::calls::PutEntry::<1, _>::set_entry(&mut __t19, __t18);
                                let __t19 = __rt::calls::whole_of(&__kept3, __t19)?;
                                let __t20 = __rt::calls::pull_2(__kept4, __t14, __t19)?;
                                let __t21 = __rt::calls::slot::<
                                    __rt::f32,
                                >(__t20.0.0, __rt::clone(&__kept5), __device)?;
                                let __t22 = __rt::calls::slot::<
                                    __rt::f32,
                                >(
                                    __rt::calls::Part::<0>::part(&__t20.0.1),
                                    __rt::clone(&__kept6),
                                    __device,
                                )?;
                                let __t23 = __rt::calls::slot::<
                                    __rt::f32,
                                >(
                                    __rt::calls::Part::<1>::part(&__t20.0.1),
                                    __rt::clone(&__kept7),
                                    __device,
                                )?;
                                let __t24 = __rt::calls::slot::<
                                    __rt::f32,
                                >(__t20.0.2, __rt::clone(&__kept8), __device)?;
                                let __t25 = __OPS
                                    .done(
                                        __rt::lists::list_add_to(
                                            __input2,
                                            &__t21,
                                            __rt::clone(&__kept0),
                                        ),
                                        3,
                                    )?;
                                __rt::drop(__t21);
                                let __t30 = __rt::calls::slot::<
                                    __rt::f32,
                                >(__t20.1.0, __rt::clone(&__kept5), __device)?;
                                let __t31 = __rt::calls::slot::<
                                    __rt::f32,
                                >(
                                    __rt::calls::Part::<0>::part(&__t20.1.1),
                                    __rt::clone(&__kept6),
                                    __device,
                                )?;
                                let __t32 = __rt::calls::slot::<
                                    __rt::f32,
                                >(
                                    __rt::calls::Part::<1>::part(&__t20.1.1),
                                    __rt::clone(&__kept7),
                                    __device,
                                )?;
                                let __t33 = __rt::calls::slot::<
                                    __rt::f32,
                                >(__t20.1.2, __rt::clone(&__kept8), __device)?;
                                let [__t27, __t35] = __ops
                                    .launch(
                                        __kernels::PullbackTangentR3600,
                                        14,
                                        (__input3, __t24, __input7, __t33),
                                    );
                                let __t34 = __ops
                                    .done(
                                        __rt::lists::list_add_to(
                                            __input6,
                                            &__t30,
                                            __rt::clone(&__kept0),
                                        ),
                                        3,
                                    );
                                __rt::drop(__t30);
                                __ops.check()?;
                                (
                                    __input0,
                                    __input1,
                                    __input2,
                                    __input3,
                                    __input4,
                                    __input5,
                                    __input6,
                                    __input7,
                                ) = (
                                    __t22,
                                    __t23,
                                    __t25,
                                    __t27,
                                    __t31,
                                    __t32,
                                    __t34,
                                    __t35,
                                );
                            }
                            (
                                __input0,
                                __input1,
                                __input2,
                                __input3,
                                __input4,
                                __input5,
                                __input6,
                                __input7,
                            )
                        };
                        let [__t45, __t58] = __OPS
                            .launch(
                                __kernels::PullbackTangent6,
                                15,
                                (__residual0, __t38, __t37, __residual10, __t49, __t48),
                            )?;
                        __rt::Ok((
                            CallsGrads {
                                xs: __t39,
                                h: __t45,
                                w: __t40,
                            },
                            CallsGrads {
                                xs: __t50,
                                h: __t58,
                                w: __t51,
                            },
                        ))
                    },
                );
                __rt::Ok((__value, __pullback, __dot))
            }
            ///The gradient of [`calls`](fn@calls) and the product of its Hessian with a vector.
            #[inline]
            pub fn hvp(
                xs: &[Tensor],
                h: &Tensor,
                w: &Tensor,
                k: f32,
                __dot_xs: &[__rt::Tensor<__rt::f32>],
                __dot_h: &__rt::Tensor<__rt::f32>,
                __dot_w: &__rt::Tensor<__rt::f32>,
            ) -> __rt::Result<(CallsGrads, CallsGrads)> {
                __rt::calls::with_room(
                    110usize,
                    || -> __rt::Result<_> {
                        let xs = &xs[..];
                        let __dot0 = &__dot_xs[..];
                        __rt::all([
                            __rt::lists::check_tangent(xs, __dot0, "calls", "xs"),
                            __rt::check_tangent(h, __dot_h, "calls", "h"),
                            __rt::check_tangent(w, __dot_w, "calls", "w"),
                        ])?;
                        let __device = __rt::device_of(h);
                        let mut __ops = __rt::Sequence::new(__OPS);
                        let [__t4, __t11] = __OPS
                            .launch(__kernels::Jvp0, 9, (h, __dot_h))?;
                        let (__let_h_15, __let_c_16, __t39, __t35, __t30) = {
                            let (
                                __l0,
                                mut __input0,
                                mut __input1,
                                mut __input2,
                                mut __input3,
                                __input4,
                                __input5,
                                __input6,
                                __input7,
                                __input8,
                            ) = (
                                xs,
                                __rt::clone(h),
                                __rt::clone(&__t4),
                                __rt::clone(__dot_h),
                                __rt::clone(&__t11),
                                xs,
                                w,
                                &k,
                                __dot0,
                                __dot_w,
                            );
                            let mut __kept = __rt::Vec::new();
                            for __at0 in 0..__l0.len() {
                                let mut __ops = __rt::Sequence::new(__OPS);
                                let __t5 = __rt::clone(&__at0);
                                let __t6 = __rt::natural(__t5);
                                let __let_x_7 = __ops
                                    .viewed(
                                        __rt::lists::list_item(__input4, __rt::clone(&__t6), "xs"),
                                        1,
                                    );
                                let __t23 = __rt::shape_of(&__let_x_7);
                                let __t9 = __ops
                                    .viewed(
                                        __rt::lists::list_item(__input7, __rt::clone(&__t6), ""),
                                        1,
                                    );
                                __ops.check()?;
                                let __t13 = __rt::calls::boxed_2(
                                    {
                                        let __along0 = &__t9;
                                        let __along1 = &(
                                            __rt::clone(&__input2),
                                            __rt::clone(&__input3),
                                        );
                                        let __along2 = __input8;
                                        let __along3 = &();
                                        __rt::calls::of(
                                            __rt::calls::applied_3(
                                                __rt::calls::Moving,
                                                |
                                                    __rt::calls::Pair(__given0, __given_dot0),
                                                    __rt::calls::Pair(__given2, __given_dot2),
                                                    __rt::calls::Pair(__given3, __given_dot3)|
                                                __callee0::order_2_vjp(
                                                    __given0,
                                                    (
                                                        __rt::calls::give(&(__input0)),
                                                        __rt::calls::give(&(__input1)),
                                                    ),
                                                    __given2,
                                                    __given3,
                                                    __given_dot0,
                                                    &*__along1,
                                                    __given_dot2,
                                                    __given_dot3,
                                                ),
                                                __rt::calls::Pair(&(__let_x_7), &*__along0),
                                                __rt::calls::Pair((__input5), &*__along2),
                                                __rt::calls::Pair((__input6), &*__along3),
                                            ),
                                        )
                                    }?,
                                );
                                __rt::drop((__let_x_7, __t9, __input2, __input3));
                                let __let_state_14 = __t13.0;
                                let __t21 = (&__rt::calls::Asked(&__let_state_14)).__form();
                                let __t15 = {
                                    let (__part, _) = &__let_state_14;
                                    __rt::clone(__part)
                                };
                                let __t20 = (&__rt::calls::Asked(&__t15)).__form();
                                let __t16 = {
                                    let (_, __part) = &__let_state_14;
                                    __rt::clone(__part)
                                };
                                __rt::drop(__let_state_14);
                                let __t19 = (&__rt::calls::Asked(&__t16)).__form();
                                let __t17 = __rt::calls::real::<
                                    __rt::f32,
                                >(__t15, __device)?;
                                let __t18 = __rt::calls::real::<
                                    __rt::f32,
                                >(__t16, __device)?;
                                let __t22 = __t13.1;
                                let __t24 = __rt::shape_of(&__input0);
                                __rt::drop(__input0);
                                let __t25 = __rt::shape_of(&__input1);
                                __rt::drop(__input1);
                                let __t26 = __rt::shape_of(__input5);
                                let __t27 = __t13.2;
                                let __t28 = __rt::calls::Part::<0>::part(&__t27);
                                let __t29 = __rt::calls::Part::<1>::part(&__t27);
                                __rt::drop(__t27);
                                let __t30 = __rt::calls::real::<
                                    __rt::f32,
                                >(__t28, __device)?;
                                let __t31 = __rt::calls::real::<
                                    __rt::f32,
                                >(__t29, __device)?;
                                let (__next, __round) = (
                                    (__t17, __t18, __t30, __t31),
                                    __rt::Kept {
                                        bytes: 0,
                                        values: (
                                            __t6,
                                            __t19,
                                            __t20,
                                            __t21,
                                            __t22,
                                            __t23,
                                            __t24,
                                            __t25,
                                            __t26,
                                        ),
                                    },
                                );
                                __kept.push(__round);
                                (__input0, __input1, __input2, __input3) = __next;
                            }
                            (__input0, __input1, __input2, __input3, __kept)
                        };
                        let __t17 = __rt::shape_of(&__let_h_15);
                        let __t18 = __rt::shape_of(&__let_c_16);
                        let __t19 = __rt::placed(
                            __rt::broadcast_shapes(&__t17, &__t18),
                            &__OPS.site(2),
                        )?;
                        let __t20 = {
                            let __read = __rt::clone(&__t19);
                            let _ = &__read;
                        };
                        let __t22 = 1.0 / __t19.count(&__rt::Axes::ALL) as __rt::f64;
                        let __t31 = __rt::lists::shapes_of::<__rt::f32, _>(xs);
                        let __t32 = __ops
                            .kept(
                                __rt::lists::zeros::<
                                    __rt::f32,
                                >(__rt::clone(&__t31), __device),
                            );
                        let __t33 = __rt::shape_of(w);
                        let __t34 = __ops.zeros::<__rt::f32>(&__t33, __device);
                        let [__t24, __t36] = __ops
                            .launch(
                                __kernels::Hvp2(__rt::number(&__t22)),
                                16,
                                (__let_c_16, __t35),
                            );
                        let __t25 = __ops
                            .viewed(
                                __rt::ops::broadcast_to(&__t24, __rt::clone(&__t19)),
                                2,
                            );
                        __rt::drop(__t24);
                        let __t37 = __ops
                            .viewed(
                                __rt::ops::broadcast_to(&__t36, __rt::clone(&__t19)),
                                2,
                            );
                        __rt::drop(__t36);
                        let [__t38] = __ops
                            .launch_or_hand_on(
                                __kernels::PullbackTangent4,
                                13,
                                [__t37],
                                &[__rt::OutSpec::sum_to(&__t17, 1f64)],
                            );
                        let [__t26, __t40] = __ops
                            .launch(
                                __kernels::Hvp2(__rt::number(&__t22)),
                                16,
                                (__let_h_15, __t39),
                            );
                        let __t27 = __ops
                            .viewed(
                                __rt::ops::broadcast_to(&__t26, __rt::clone(&__t19)),
                                2,
                            );
                        __rt::drop(__t26);
                        let [__t28, __t29] = __ops
                            .launch_to(
                                __kernels::ValueAndGrad5,
                                4,
                                (__t27, __t25),
                                &[
                                    __rt::OutSpec::sum_to(&__t18, 1f64),
                                    __rt::OutSpec::sum_to(&__t17, 1f64),
                                ],
                            );
                        let __t41 = __ops
                            .viewed(
                                __rt::ops::broadcast_to(&__t40, __rt::clone(&__t19)),
                                2,
                            );
                        __rt::drop(__t40);
                        let [__t42] = __ops
                            .launch_or_hand_on(
                                __kernels::PullbackTangent4,
                                13,
                                [__t41],
                                &[__rt::OutSpec::sum_to(&__t18, 1f64)],
                            );
                        __ops.check()?;
                        let (__t44, __t45, __t46, __t47, __t50, __t51, __t52, __t53) = {
                            let (
                                mut __stack,
                                mut __input0,
                                mut __input1,
                                mut __input2,
                                mut __input3,
                                mut __input4,
                                mut __input5,
                                mut __input6,
                                mut __input7,
                            ) = (
                                __t30,
                                __t29,
                                __t28,
                                __rt::lists::owned(&__t32),
                                __rt::clone(&__t34),
                                __t38,
                                __t42,
                                __rt::lists::owned(&__t32),
                                __rt::clone(&__t34),
                            );
                            while let __rt::Some(
                                __rt::Kept {
                                    values: (
                                        __kept0,
                                        __kept1,
                                        __kept2,
                                        __kept3,
                                        __kept4,
                                        __kept5,
                                        __kept6,
                                        __kept7,
                                        __kept8,
                                    ),
                                    ..
                                },
                            ) = __stack.pop()
                            {
                                let mut __ops = __rt::Sequence::new(__OPS);
                                let __t12 = __rt::calls::Back::back(
                                    &__kept1,
                                    __rt::clone(&__input1),
                                );
                                __rt::drop(__input1);
                                let __t13 = __rt::calls::Back::back(
                                    &__kept2,
                                    __rt::clone(&__input0),
                                );
                                __rt::drop(__input0);
                                let mut __t14 = __rt::Form::start(&__kept3)?;
                                __rt::calls::PutEntry::<0, _>::set_entry(&mut __t14, __t13);
                                __rt::calls::PutEntry::<1, _>::set_entry(&mut __t14, __t12);
                                let __t14 = __rt::calls::whole_of(&__kept3, __t14)?;
                                let __t16 = __rt::calls::Back::back(
                                    &__kept2,
                                    __rt::clone(&__input4),
                                );
                                __rt::drop(__input4);
                                let __t18 = __rt::calls::Back::back(
                                    &__kept1,
                                    __rt::clone(&__input5),
                                );
                                __rt::drop(__input5);
                                let mut __t19 = __rt::Form::start(&__kept3)?;
                                __rt::calls::PutEntry::<0, _>::set_entry(&mut __t19, __t16);
                                __rt::calls::PutEntry::<1, _>::set_entry(&mut __t19, __t18);
                                let __t19 = __rt::calls::whole_of(&__kept3, __t19)?;
                                let __t20 = __rt::calls::pull_2(__kept4, __t14, __t19)?;
                                let __t21 = __rt::calls::slot::<
                                    __rt::f32,
                                >(__t20.0.0, __rt::clone(&__kept5), __device)?;
                                let __t22 = __rt::calls::slot::<
                                    __rt::f32,
                                >(
                                    __rt::calls::Part::<0>::part(&__t20.0.1),
                                    __rt::clone(&__kept6),
                                    __device,
                                )?;
                                let __t23 = __rt::calls::slot::<
                                    __rt::f32,
                                >(
                                    __rt::calls::Part::<1>::part(&__t20.0.1),
                                    __rt::clone(&__kept7),
                                    __device,
                                )?;
                                let __t24 = __rt::calls::slot::<
                                    __rt::f32,
                                >(__t20.0.2, __rt::clone(&__kept8), __device)?;
                                let __t25 = __OPS
                                    .done(
                                        __rt::lists::list_add_to(
                                            __input2,
                                            &__t21,
                                            __rt::clone(&__kept0),
                                        ),
                                        3,
                                    )?;
                                __rt::drop(__t21);
                                let __t30 = __rt::calls::slot::<
                                    __rt::f32,
                                >(__t20.1.0, __rt::clone(&__kept5), __device)?;
                                let __t31 = __rt::calls::slot::<
                                    __rt::f32,
                                >(
                                    __rt::calls::Part::<0>::part(&__t20.1.1),
                                    __rt::clone(&__kept6),
                                    __device,
                                )?;
                                let __t32 = __rt::calls::slot::<
                                    __rt::f32,
                                >(
                                    __rt::calls::Part::<1>::part(&__t20.1.1),
                                    __rt::clone(&__kept7),
                                    __device,
                                )?;
                                let __t33 = __rt::calls::slot::<
                                    __rt::f32,
                                >(__t20.1.2, __rt::clone(&__kept8), __device)?;
                                let [__t27, __t35] = __ops
                                    .launch(
                                        __kernels::PullbackTangentR3600,
                                        14,
                                        (__input3, __t24, __input7, __t33),
                                    );
                                let __t34 = __ops
                                    .done(
                                        __rt::lists::list_add_to(
                                            __input6,
                                            &__t30,
                                            __rt::clone(&__kept0),
                                        ),
                                        3,
                                    );
                                __rt::drop(__t30);
                                __ops.check()?;
                                (
                                    __input0,
                                    __input1,
                                    __input2,
                                    __input3,
                                    __input4,
                                    __input5,
                                    __input6,
                                    __input7,
                                ) = (
                                    __t22,
                                    __t23,
                                    __t25,
                                    __t27,
                                    __t31,
                                    __t32,
                                    __t34,
                                    __t35,
                                );
                            }
                            (
                                __input0,
                                __input1,
                                __input2,
                                __input3,
                                __input4,
                                __input5,
                                __input6,
                                __input7,
                            )
                        };
                        let [__t49, __t60] = __OPS
                            .launch(
                                __kernels::Hvp6,
                                17,
                                (__t4, __t45, __t44, __t11, __t51, __t50),
                            )?;
                        __rt::Ok((
                            CallsGrads {
                                xs: __t46,
                                h: __t49,
                                w: __t47,
                            },
                            CallsGrads {
                                xs: __t52,
                                h: __t60,
                                w: __t53,
                            },
                        ))
                    },
                )
            }
            /// What was made of the function: its graph, its kernels, what it keeps for the pullback.
            #[inline]
            pub const fn explain() -> &'static __rt::str {
                "calls\n\ngraph\n  %0 = input 0: list of f32?0   # xs\n  %1 = input 1: f32?1   # h\n  %2 = input 2: f32?2   # w\n  %3 = input 3: host   # k\n  %4 = tanh(%1): f32?1\n  %5 = loop(%0, %1, %4, %0, %2, %3): _\n    {\n      %0 = input 0: f32?7   # h\n      %1 = input 1: f32?8\n      %2 = input 2: list of f32?0   # xs\n      %3 = input 3: f32?2   # w\n      %4 = input 4: host   # k\n      %5 = host { clone(& at0) }: host\n      %6 = size { natural(h0) }(%5): host\n      %7 = list_item(%2, %6): f32?9   # x\n      %8 = call cell(%7, %0, %1, %3, %4): _\n      %9 = part .0(%8): _   # state\n      %10 = part .0(%9): _\n      %11 = part .1(%9): _\n      %12 = as_tensor(%10): f32?10\n      %13 = as_tensor(%11): f32?11\n      return %12, %13\n    }\n  %6 = part .0(%5): f32?7   # h\n  %7 = part .1(%5): f32?8   # c\n  %8 = mul(%6, %7): f32?7*?8\n  %9 = size { Axes::ALL }: host\n  %10 = size { false }: host\n  %11 = sum(%8, %9, %10): f32[]\n  %12 = shape(%6): host\n  %13 = shape(%7): host\n  %14 = size { placed(broadcast_shapes(& h0, & h1), site)? }(%12, %13): host\n  %15 = size { 1.0 / h0.count(& h1) as f64 }(%14, %9): host\n  %16 = scalar(%15): f32[]\n  %17 = mul(%11, %16): f32[]\n  return %17\n\nvalue\n  kernel 0 over ?1: reads h; writes %4: f32?1; tanh\n  %5 = loop(xs, h, %4, xs, w, k): _\n    a round\n      %7 = list_item(input2 (xs), %6): f32?9\n      %8 = call `cell`(%7, input0 (h), input1, input3 (w), input4 (k)): _\n  kernel 1 over ?7*?8: reads %6, %7; writes %11: f32[] by sum; mul\n  kernel 2 over []: reads %11; writes %17: f32[]; mul\n\nvalue_and_grad\n  kernel 0 over ?1: reads h; writes %4: f32?1; tanh\n  %5 = loop(xs, h, %4, xs, w, k): _\n    a round, keeps the pullback of `cell`\n      %7 = list_item(input2 (xs), %6): f32?9\n      %8 = vjp `cell`(%7, input0 (h), input1, input3 (w), input4 (k)): _\n  kernel 1 over ?7*?8: reads %6, %7; writes %11: f32[] by sum; mul\n  kernel 2 over []: reads %11; writes %17: f32[]; mul\n  kernel 4 over ?8: reads %7; writes %19: f32?8; mul\n  %20 = broadcast_to(%19, %14): f32?7*?8\n  kernel 3 over ?7: reads %6; writes %21: f32?7; mul\n  %22 = broadcast_to(%21, %14): f32?7*?8\n  kernel 5 over ?7*?8: reads %22, %20; writes %23: f32?8 by sum_to, %24: f32?7 by sum_to; no arithmetic\n  %30 = rewind(%25, %24, %23, %27, %29): _\n    a round\n      %15 = pull(input4, %14): host\n      %20 = list_add_to(input11, %16, input0): list of f32?17\n      kernel 0 over ?2: reads input12, %19; writes %22: f32?2; add\n  kernel 6 over ?1: reads %4, %32, %31; writes %38: f32?1; mul sub mul add\n\nforward\n  kernel 0 over ?1: reads h; writes %4: f32?1; tanh\n  %5 = loop(xs, h, %4, xs, w, k): _\n    a round, keeps the pullback of `cell`\n      %7 = list_item(input2 (xs), %6): f32?9\n      %8 = vjp `cell`(%7, input0 (h), input1, input3 (w), input4 (k)): _\n  kernel 1 over ?7*?8: reads %6, %7; writes %11: f32[] by sum; mul\n  kernel 2 over []: reads %11; writes %17: f32[]; mul\n\npullback\n  kernel 0 over []: reads y_bar; writes %13: f32[]; mul\n  kernel 2 over ?8: reads %13, c; writes %14: f32?8; mul\n  %15 = broadcast_to(%14, %14 (size)): f32?7*?8\n  kernel 1 over ?7: reads %13, h; writes %16: f32?7; mul\n  %17 = broadcast_to(%16, %14 (size)): f32?7*?8\n  kernel 3 over ?7*?8: reads %17, %15; writes %18: f32?8 by sum_to, %19: f32?7 by sum_to; no arithmetic\n  %22 = rewind(%19 (part), %19, %18, %20, %21): _\n    a round\n      %15 = pull(input4, %14): host\n      %20 = list_add_to(input11, %16, input0): list of f32?14\n      kernel 0 over ?2: reads input12, %19; writes %22: f32?2; add\n  kernel 4 over ?1: reads h, %24, %23; writes %31: f32?1; tanh mul sub mul add\n\njvp\n  kernel 0 over ?1: reads h, h_dot; writes %4: f32?1, %9: f32?1; tanh mul sub mul\n  %12 = loop(xs, h, %4, h_dot, %9, xs, w, k, xs_dot, w_dot): _\n    a round\n      %7 = list_item(input4 (xs), %6): f32?9\n      %9 = list_item(input7, %6): f32?9\n      %13 = jvp `cell`(%7, input0 (h), input1, input5 (w), input6 (k), %9, input2, input3, input8): _\n  kernel 1 over ?7*?8: reads %13, %14, %25, %26; writes %18: f32[] by sum, %30: f32[] by sum; mul mul mul add\n  kernel 2 over []: reads %18, %30; writes %24: f32[], %31: f32[]; mul mul\n\nhvp\n  kernel 0 over ?1: reads h, h_dot; writes %4: f32?1, %11: f32?1; tanh mul sub mul\n  %14 = loop(xs, h, %4, h_dot, %11, xs, w, k, xs_dot, w_dot): _\n    a round\n      %7 = list_item(input4 (xs), %6): f32?9\n      %9 = list_item(input7, %6): f32?9\n      %13 = vjp of order 2 `cell`(%7, input0 (h), input1, input5 (w), input6 (k), %9, input2, input3, input8): _\n  kernel 2 over ?8: reads %16, %35; writes %24: f32?8, %36: f32?8; mul mul\n  %25 = broadcast_to(%24, %19): f32?7*?8\n  %37 = broadcast_to(%36, %19): f32?23\n  kernel 4 over ?23: reads %37; writes %38: f32?7 by sum_to; nothing where shapes agree\n  kernel 1 over ?7: reads %15, %39; writes %26: f32?7, %40: f32?7; mul mul\n  %27 = broadcast_to(%26, %19): f32?7*?8\n  kernel 3 over ?7*?8: reads %27, %25; writes %28: f32?8 by sum_to, %29: f32?7 by sum_to; no arithmetic\n  %41 = broadcast_to(%40, %19): f32?24\n  kernel 5 over ?24: reads %41; writes %42: f32?8 by sum_to; nothing where shapes agree\n  %43 = rewind(%30, %29, %28, %32, %34, %38, %42, %32, %34): _\n    a round\n      %20 = pull of order 2(input4, %14, %19): host\n      %25 = list_add_to(input11, %21, input0): list of f32?21\n      kernel 0 over ?2: reads input12, %24, input16, %33; writes %27: f32?2, %35: f32?2; add add\n      %34 = list_add_to(input15, %30, input0): list of f32?25\n  kernel 6 over ?1: reads %4, %45, %44, %11, %51, %50; writes %49: f32?1, %60: f32?1; mul sub mul add mul add neg mul mul add add\n\nresiduals\n  h: f32?1, 4 bytes per element of ?1 (an argument: kept, not copied)\n  h: f32?7, 4 bytes per element of ?7\n  c: f32?8, 4 bytes per element of ?8\n  what the rounds of %5 keep\n"
            }
        }
        impl __rt::Function for calls {
            const NAME: &'static __rt::str = "calls";
            type Args<'__a> = (&'__a [Tensor], &'__a Tensor, &'__a Tensor, f32);
            type Actives = CallsGrads;
            type Output = __rt::Tensor<__rt::f32>;
            type Tangent = __rt::Tensor<__rt::f32>;
            #[inline]
            fn actives((xs, h, w, k): &Self::Args<'_>) -> __rt::Result<Self::Actives> {
                let xs = &xs[..];
                __rt::Ok(CallsGrads {
                    xs: __rt::lists::owned(xs),
                    h: __rt::clone(*h),
                    w: __rt::clone(*w),
                })
            }
            #[inline]
            fn replace<__R>(
                (xs, h, w, k): &Self::Args<'_>,
                __actives: &Self::Actives,
                __then: impl ::core::ops::FnOnce(Self::Args<'_>) -> __rt::Result<__R>,
            ) -> __rt::Result<__R> {
                __then((&__actives.xs[..], &__actives.h, &__actives.w, __rt::clone(k)))
            }
            #[inline]
            fn floats(__output: &Self::Output) -> __rt::Result<Self::Tangent> {
                __rt::Ok(__rt::clone(&__output))
            }
            #[inline]
            fn call((xs, h, w, k): Self::Args<'_>) -> __rt::Result<Self::Output> {
                Self::call(xs, h, w, k)
            }
            #[inline]
            fn vjp(
                (xs, h, w, k): Self::Args<'_>,
            ) -> __rt::Result<
                (
                    Self::Output,
                    impl __rt::Pullback<Cotangent = Self::Tangent, Grads = Self::Actives>,
                ),
            > {
                Self::vjp(xs, h, w, k)
            }
            #[inline]
            fn jvp(
                (xs, h, w, k): Self::Args<'_>,
                __tangents: &Self::Actives,
            ) -> __rt::Result<(Self::Output, Self::Tangent)> {
                Self::jvp(xs, h, w, k, &__tangents.xs, &__tangents.h, &__tangents.w)
            }
        }
        impl __rt::Objective for calls {
            #[inline]
            fn value_and_grad((xs, h, w, k): Self::Args<'_>) -> __rt::Valued<Self> {
                Self::value_and_grad(xs, h, w, k)
            }
        }
        impl __rt::TwiceDifferentiable for calls {
            #[inline]
            fn hvp(
                (xs, h, w, k): Self::Args<'_>,
                __tangents: &Self::Actives,
            ) -> __rt::Result<(Self::Actives, Self::Actives)> {
                Self::hvp(xs, h, w, k, &__tangents.xs, &__tangents.h, &__tangents.w)
            }
        }
    };
};
