/// One kernel with its gradient: `R` is `N` here, and `C` is `D`.
#[track_caller]
#[allow(dead_code)]
pub fn loss(x: &Tensor, w: &Tensor, y: &Tensor) -> Scalar {
    ::cotangent::__private::or_panic(<loss>::call(x, w, y))
}
///The transforms of [`loss`](fn@loss): `vjp`, `value_and_grad`, `grad`, `jvp`, `explain`.
#[allow(non_camel_case_types)]
pub enum loss {}
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
            place: rt::Place::new("loss", ::core::file!(), &[30, 24, 25, 12, 18, 19]),
            sites: &[("", 0), ("", 1)],
            groups: &[
                (
                    "mul@2(0,1) mul@3(3) sigmoid@3(4) mul@3(3,5) sub@4(6,2) mul@5(7,7) sum@5(8)",
                    &[6],
                ),
                (
                    "mul@2(0,1) mul@3(3) sigmoid@3(4) mul@3(3,5) sub@4(6,2) mul@5(7,7) mul@5(7) sub@4(9,9) sub@4(10) mul@3(10,5) mul@3(10,3) sigmoid@3(13,5) sigmoid@3(5) sigmoid@3(14,15) mul@3(16) mul@2(12,17) mul@2(18,1) mul@2(18,0) sum@5(8) mul@0(20)",
                    &[18, 19, 8, 16],
                ),
                (
                    "mul@2(0,1) mul@3(4) sigmoid@3(5) mul@3(4,6) sub@4(7,2) mul@5(3) mul@5(9,8) sub@4(10,10) sub@4(11) mul@3(11,6) mul@3(11,4) sigmoid@3(14,6) sigmoid@3(6) sigmoid@3(15,16) mul@3(17) mul@2(13,18) mul@2(19,1) mul@2(19,0) mul@0(21)",
                    &[18, 8, 16],
                ),
                (
                    "mul@2(0,1) mul@3(6) sigmoid@3(7) mul@3(6,8) sub@4(9,2) mul@5(10,10) mul@2(3,1) mul@2(4,0) mul@2(12,13) mul@3(14) sigmoid@3(15,8) sigmoid@3(8) sigmoid@3(16,17) mul@3(14,8) mul@3(18,6) mul@3(19,20) sub@4(5) sub@4(21,22) mul@5(23,10) mul@5(24,24) sum@5(11) sum@5(25)",
                    &[20, 21],
                ),
            ],
        };
        pub struct Value0;
        impl rt::Point for Value0 {
            type Ins = [f32; 3];
            type Outs = [f32; 1];
            const COST: usize = 26;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, s: S, [x0, x1, x2]: [f32; 3]) -> [f32; 1] {
                let t0 = x0 * x1;
                let t1 = t0 * 2f32;
                let t2 = m::sigmoid(s, t1);
                let t3 = t0 * t2;
                let t4 = t3 - x2;
                let t5 = t4 * t4;
                [t5]
            }
        }
        pub struct ValueAndGrad0(pub f64);
        impl rt::Point for ValueAndGrad0 {
            type Ins = [f32; 3];
            type Outs = [f32; 4];
            const COST: usize = 38;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, s: S, [x0, x1, x2]: [f32; 3]) -> [f32; 4] {
                let h0: f32 = m::num(s, self.0);
                let t0 = x0 * x1;
                let t1 = t0 * 2f32;
                let t2 = m::sigmoid(s, t1);
                let t3 = t0 * t2;
                let t4 = t3 - x2;
                let t5 = t4 * t4;
                let t6 = h0 * t4;
                let t7 = t6 + t6;
                let t8 = -t7;
                let t9 = t7 * t2;
                let t10 = t7 * t0;
                let t11 = t10 * t2;
                let t12 = 1f32 - t2;
                let t13 = t11 * t12;
                let t14 = t13 * 2f32;
                let t15 = t9 + t14;
                let t16 = t15 * x1;
                let t17 = t15 * x0;
                [t5, t17, t8, t16]
            }
        }
        pub struct Pullback0(pub f64);
        impl rt::Point for Pullback0 {
            type Ins = [f32; 4];
            type Outs = [f32; 3];
            const COST: usize = 38;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, s: S, [x0, x1, x2, x3]: [f32; 4]) -> [f32; 3] {
                let h0: f32 = m::num(s, self.0);
                let t0 = x0 * x1;
                let t1 = t0 * 2f32;
                let t2 = m::sigmoid(s, t1);
                let t3 = t0 * t2;
                let t4 = t3 - x2;
                let t5 = x3 * h0;
                let t6 = t5 * t4;
                let t7 = t6 + t6;
                let t8 = -t7;
                let t9 = t7 * t2;
                let t10 = t7 * t0;
                let t11 = t10 * t2;
                let t12 = 1f32 - t2;
                let t13 = t11 * t12;
                let t14 = t13 * 2f32;
                let t15 = t9 + t14;
                let t16 = t15 * x1;
                let t17 = t15 * x0;
                [t17, t8, t16]
            }
        }
        pub struct Jvp0;
        impl rt::Point for Jvp0 {
            type Ins = [f32; 6];
            type Outs = [f32; 2];
            const COST: usize = 40;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, s: S, x: [f32; 6]) -> [f32; 2] {
                let [x0, x1, x2, x3, x4, x5] = x;
                let t0 = x0 * x1;
                let t1 = t0 * 2f32;
                let t2 = m::sigmoid(s, t1);
                let t3 = t0 * t2;
                let t4 = t3 - x2;
                let t5 = t4 * t4;
                let t6 = x3 * x1;
                let t7 = x4 * x0;
                let t8 = t6 + t7;
                let t9 = t8 * 2f32;
                let t10 = t9 * t2;
                let t11 = 1f32 - t2;
                let t12 = t10 * t11;
                let t13 = t8 * t2;
                let t14 = t12 * t0;
                let t15 = t13 + t14;
                let t16 = -x5;
                let t17 = t15 + t16;
                let t18 = t17 * t4;
                let t19 = t18 + t18;
                [t5, t19]
            }
        }
    }
    ///Gradients of [`loss`](fn@loss), one field per active parameter.
    #[derive(::core::clone::Clone, ::core::fmt::Debug)]
    pub struct LossGrads {
        ///Gradient with respect to `x`.
        pub x: __rt::Tensor<__rt::f32>,
        ///Gradient with respect to `w`.
        pub w: __rt::Tensor<__rt::f32>,
        ///Gradient with respect to `y`.
        pub y: __rt::Tensor<__rt::f32>,
    }
    impl __rt::TensorTree for LossGrads {
        fn walk<const __N: __rt::usize, __W: __rt::Walk<__N>>(
            __trees: [&Self; __N],
            __path: &mut __rt::Path,
            __walk: &mut __W,
        ) -> __rt::Result<Self> {
            let (__f0, (__f1, (__f2, ()))) = __path
                .parts(
                    &["x", "w", "y"],
                    __trees,
                    |__t| (&__t.x, (&__t.w, (&__t.y, ()))),
                    __walk,
                )?;
            __rt::Ok(LossGrads {
                x: __f0,
                w: __f1,
                y: __f2,
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
                    &["x", "w", "y"],
                    (&mut self.x, (&mut self.w, (&mut self.y, ()))),
                    __others,
                    |__t| (&__t.x, (&__t.w, (&__t.y, ()))),
                    __update,
                )
        }
    }
    __rt::operators!([] LossGrads,);
    impl __rt::calls::Slots for LossGrads {
        type Slots = (
            __rt::Tensor<__rt::f32>,
            __rt::Tensor<__rt::f32>,
            __rt::Tensor<__rt::f32>,
        );
        #[inline]
        fn slots(self) -> Self::Slots {
            (self.x, self.w, self.y)
        }
    }
    impl loss {
        #[inline]
        fn __dims(
            __of0: &__rt::Tensor<__rt::f32>,
            __of1: &__rt::Tensor<__rt::f32>,
            __of2: &__rt::Tensor<__rt::f32>,
        ) -> __rt::Result<[__rt::usize; 2usize]> {
            __rt::bound_dims(
                &__OPS.site(0),
                [0, 0],
                &[
                    ("x", __of0, &[__rt::Dim::Bind(0), __rt::Dim::Bind(1)]),
                    ("w", __of1, &[__rt::Dim::Same("D", 1)]),
                    ("y", __of2, &[__rt::Dim::Same("N", 0), __rt::Dim::Same("D", 1)]),
                ],
            )
        }
        ///[`loss`](fn@loss) as a `Result`, whatever its signature.
        #[inline]
        pub fn call(
            x: &Tensor,
            w: &Tensor,
            y: &Tensor,
        ) -> __rt::Result<__rt::Tensor<__rt::f32>> {
            let [__dim_N, __dim_D] = Self::__dims(x, w, y)?;
            let __t3 = __OPS.sized([__dim_N, __dim_D], 1)?;
            let __t4 = __t3[0];
            let __t15 = 1.0 / __t4 as __rt::f32;
            let [__t17] = __OPS
                .launch_to(
                    __kernels::Value0,
                    0,
                    (x, w, y),
                    &[__rt::OutSpec::sum(&__rt::Axes::ALL, false, &__t15)],
                )?;
            __rt::Ok(__t17)
        }
        ///The value of [`loss`](fn@loss) and its gradient, as one fused program.
        #[inline]
        pub fn value_and_grad(
            x: &Tensor,
            w: &Tensor,
            y: &Tensor,
        ) -> __rt::Result<(__rt::Tensor<__rt::f32>, LossGrads)> {
            let [__dim_N, __dim_D] = Self::__dims(x, w, y)?;
            let mut __ops = __rt::Sequence::new(__OPS);
            let __t3 = __OPS.sized([__dim_N, __dim_D], 1)?;
            let __t4 = __t3[0];
            let __t15 = 1.0 / __t4 as __rt::f32;
            let __t31 = __ops.sized([__dim_D], 0);
            let [__t17, __t32, __t21, __t29] = __ops
                .launch_to(
                    __kernels::ValueAndGrad0(__rt::number(&__t15)),
                    1,
                    (x, w, y),
                    &[
                        __rt::OutSpec::sum(&__rt::Axes::ALL, false, &__t15),
                        __rt::OutSpec::sum_to(&__t31, 1f64),
                        __rt::OutSpec::FULL,
                        __rt::OutSpec::FULL,
                    ],
                );
            __ops.check()?;
            __rt::Ok((
                __t17,
                LossGrads {
                    x: __t29,
                    w: __t32,
                    y: __t21,
                },
            ))
        }
        ///The gradient of [`loss`](fn@loss).
        #[inline]
        pub fn grad(x: &Tensor, w: &Tensor, y: &Tensor) -> __rt::Result<LossGrads> {
            __rt::Ok(Self::value_and_grad(x, w, y)?.1)
        }
        ///The value of [`loss`](fn@loss) and a pullback: cotangents of the result in, cotangents of the active inputs out.
        #[inline]
        pub fn vjp(
            x: &Tensor,
            w: &Tensor,
            y: &Tensor,
        ) -> __rt::Result<
            (
                __rt::Tensor<__rt::f32>,
                impl __rt::PullbackOf<
                    __rt::Tensor<__rt::f32>,
                    __rt::Tensor<__rt::f32>,
                    LossGrads,
                > + use<>,
            ),
        > {
            let [__dim_N, __dim_D] = Self::__dims(x, w, y)?;
            let __t3 = __OPS.sized([__dim_N, __dim_D], 1)?;
            let __t4 = __t3[0];
            let __t15 = 1.0 / __t4 as __rt::f32;
            let [__t17] = __OPS
                .launch_to(
                    __kernels::Value0,
                    0,
                    (x, w, y),
                    &[__rt::OutSpec::sum(&__rt::Axes::ALL, false, &__t15)],
                )?;
            let __form0 = __rt::Differentiable::form(&__t17);
            let __residual0 = __rt::clone(x);
            let __residual1 = __rt::clone(w);
            let __residual2 = __rt::clone(y);
            let __residual3 = __t15;
            let __pullback = __rt::pullback_of(
                &__t17,
                __rt::bytes_of(&__residual0) + __rt::bytes_of(&__residual1)
                    + __rt::bytes_of(&__residual2),
                move |__cotangent, mut __hooks| -> __rt::Result<LossGrads> {
                    let __cotangent0 = &__OPS.cotangent(__cotangent, &__form0)?;
                    let mut __ops = __rt::Sequence::new(__OPS);
                    let __t26 = __ops.sized([__dim_D], 0);
                    let [__t27, __t15, __t24] = __ops
                        .launch_to(
                            __kernels::Pullback0(__rt::number(&__residual3)),
                            2,
                            (__residual0, __residual1, __residual2, __cotangent0),
                            &[
                                __rt::OutSpec::sum_to(&__t26, 1f64),
                                __rt::OutSpec::FULL,
                                __rt::OutSpec::FULL,
                            ],
                        );
                    __ops.check()?;
                    __rt::Ok(LossGrads {
                        x: __hooks.whole(0usize, "x", __t24)?,
                        w: __hooks.whole(1usize, "w", __t27)?,
                        y: __hooks.whole(2usize, "y", __t15)?,
                    })
                },
            );
            __rt::Ok((__t17, __pullback))
        }
        ///The value of [`loss`](fn@loss) and its derivative along the tangents.
        #[inline]
        pub fn jvp(
            x: &Tensor,
            w: &Tensor,
            y: &Tensor,
            __dot_x: &__rt::Tensor<__rt::f32>,
            __dot_w: &__rt::Tensor<__rt::f32>,
            __dot_y: &__rt::Tensor<__rt::f32>,
        ) -> __rt::Result<(__rt::Tensor<__rt::f32>, __rt::Tensor<__rt::f32>)> {
            let [__dim_N, __dim_D] = Self::__dims(x, w, y)?;
            __rt::all([
                __rt::check_tangent(x, __dot_x, "loss", "x"),
                __rt::check_tangent(w, __dot_w, "loss", "w"),
                __rt::check_tangent(y, __dot_y, "loss", "y"),
            ])?;
            let __t3 = __OPS.sized([__dim_N, __dim_D], 1)?;
            let __t4 = __t3[0];
            let __t15 = 1.0 / __t4 as __rt::f32;
            let [__t17, __t37] = __OPS
                .launch_to(
                    __kernels::Jvp0,
                    3,
                    (x, w, y, __dot_x, __dot_w, __dot_y),
                    &[
                        __rt::OutSpec::sum(&__rt::Axes::ALL, false, &__t15),
                        __rt::OutSpec::sum(&__rt::Axes::ALL, false, &__t15),
                    ],
                )?;
            __rt::Ok((__t17, __t37))
        }
        #[doc(hidden)]
        #[inline]
        pub fn __jvp(
            __rt::calls::Pair(
                x,
                __tangent0,
            ): __rt::calls::Pair<&Tensor, &__rt::Tensor<__rt::f32>>,
            __rt::calls::Pair(
                w,
                __tangent1,
            ): __rt::calls::Pair<&Tensor, &__rt::Tensor<__rt::f32>>,
            __rt::calls::Pair(
                y,
                __tangent2,
            ): __rt::calls::Pair<&Tensor, &__rt::Tensor<__rt::f32>>,
        ) -> __rt::Result<(__rt::Tensor<__rt::f32>, __rt::Tensor<__rt::f32>)> {
            Self::jvp(x, w, y, __tangent0, __tangent1, __tangent2)
        }
        #[doc(hidden)]
        pub fn order_2_vjp<__A0, __A1, __A2>(
            _: __rt::calls::Anything,
            _: __rt::calls::Anything,
            _: __rt::calls::Anything,
            _: __A0,
            _: __A1,
            _: __A2,
        ) -> __rt::calls::Once<Self>
        where
            Self: __rt::calls::OfOrder2<__A0>,
        {
            loop {}
        }
        /// What was made of the function: its graph, its kernels, what it keeps for the pullback.
        #[inline]
        pub const fn explain() -> &'static __rt::str {
            "loss\n\ninlined: `distance`, `gated`, `scaled`\n\ngraph\n  %0 = input 0: f32[N, D]   # x\n  %1 = input 1: f32[D]   # w\n  %2 = input 2: f32[N, D]   # y\n  %3 = size { sized([N, D], site)? }: host\n  %4 = size { h0 [0] }(%3): host\n  %5 = mul(%0, %1): f32[N, D]\n  %6 = const 2.0: f32[]\n  %7 = mul(%5, %6): f32[N, D]\n  %8 = sigmoid(%7): f32[N, D]\n  %9 = mul(%5, %8): f32[N, D]\n  %10 = sub(%9, %2): f32[N, D]   # e\n  %11 = mul(%10, %10): f32[N, D]\n  %12 = size { Axes::ALL }: host\n  %13 = size { false }: host\n  %14 = sum(%11, %12, %13): f32[]\n  %15 = size { 1.0 / h0 as f32 }(%4): host\n  %16 = scalar(%15): f32[]\n  %17 = mul(%14, %16): f32[]\n  return %17\n\nvalue\n  kernel 0 over [N, D]: reads x, w, y; writes %17: f32[] by sum, scaled; mul mul sigmoid mul sub mul\n\nvalue_and_grad\n  kernel 0 over [N, D]: reads x, w, y; writes %17: f32[] by sum, scaled, %32: f32[D] by sum_to, %21: f32[N, D], %29: f32[N, D]; mul mul sigmoid mul sub mul mul add neg mul mul mul sub mul mul add mul mul\n\nforward\n  kernel 0 over [N, D]: reads x, w, y; writes %17: f32[] by sum, scaled; mul mul sigmoid mul sub mul\n\npullback\n  kernel 0 over [N, D]: reads x, w, y, y_bar; writes %27: f32[D] by sum_to, %15: f32[N, D], %24: f32[N, D]; mul mul sigmoid mul sub mul mul add neg mul mul mul sub mul mul add mul mul\n\njvp\n  kernel 0 over [N, D]: reads x, w, y, x_dot, w_dot, y_dot; writes %17: f32[] by sum, scaled, %37: f32[] by sum, scaled; mul mul sigmoid mul sub mul mul mul add mul mul sub mul mul mul add neg add mul add\n\nresiduals\n  x: f32[N, D], 4*D*N bytes (an argument: kept, not copied)\n  w: f32[D], 4*D bytes (an argument: kept, not copied)\n  y: f32[N, D], 4*D*N bytes (an argument: kept, not copied)\n"
        }
    }
    impl __rt::Function for loss {
        const NAME: &'static __rt::str = "loss";
        type Args<'__a> = (&'__a Tensor, &'__a Tensor, &'__a Tensor);
        type Actives = LossGrads;
        type Output = __rt::Tensor<__rt::f32>;
        type Tangent = __rt::Tensor<__rt::f32>;
        #[inline]
        fn actives((x, w, y): &Self::Args<'_>) -> __rt::Result<Self::Actives> {
            __rt::Ok(LossGrads {
                x: __rt::clone(*x),
                w: __rt::clone(*w),
                y: __rt::clone(*y),
            })
        }
        #[inline]
        fn replace<__R>(
            (x, w, y): &Self::Args<'_>,
            __actives: &Self::Actives,
            __then: impl ::core::ops::FnOnce(Self::Args<'_>) -> __rt::Result<__R>,
        ) -> __rt::Result<__R> {
            __then((&__actives.x, &__actives.w, &__actives.y))
        }
        #[inline]
        fn floats(__output: &Self::Output) -> __rt::Result<Self::Tangent> {
            __rt::Ok(__rt::clone(&__output))
        }
        #[inline]
        fn call((x, w, y): Self::Args<'_>) -> __rt::Result<Self::Output> {
            Self::call(x, w, y)
        }
        #[inline]
        fn vjp(
            (x, w, y): Self::Args<'_>,
        ) -> __rt::Result<
            (
                Self::Output,
                impl __rt::Pullback<Cotangent = Self::Tangent, Grads = Self::Actives>,
            ),
        > {
            Self::vjp(x, w, y)
        }
        #[inline]
        fn jvp(
            (x, w, y): Self::Args<'_>,
            __tangents: &Self::Actives,
        ) -> __rt::Result<(Self::Output, Self::Tangent)> {
            Self::jvp(x, w, y, &__tangents.x, &__tangents.w, &__tangents.y)
        }
    }
    impl __rt::Objective for loss {
        #[inline]
        fn value_and_grad((x, w, y): Self::Args<'_>) -> __rt::Valued<Self> {
            Self::value_and_grad(x, w, y)
        }
    }
};
