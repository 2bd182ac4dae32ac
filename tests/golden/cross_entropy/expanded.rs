#[track_caller]
#[allow(dead_code)]
pub fn cross_entropy(logits: &Tensor, labels: &Tensor<i32>) -> Scalar {
    ::cotangent::__private::or_panic(<cross_entropy>::call(logits, labels))
}
///The transforms of [`cross_entropy`](fn@cross_entropy): `vjp`, `value_and_grad`, `grad`, `jvp`, `explain`.
#[allow(non_camel_case_types)]
pub enum cross_entropy {}
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
            place: rt::Place::new("cross_entropy", ::core::file!(), &[5, 6]),
            sites: &[("", 0), ("cross_entropy", 1)],
            groups: &[
                ("cross_entropy@1(0) cross_entropy@1(1)", &[1]),
                ("cross_entropy@1(0) cross_entropy@1(1,0)", &[1]),
                ("cross_entropy@1(0,1) cross_entropy@1(2) cross_entropy@1(3)", &[2]),
                (
                    "cross_entropy@1(0) cross_entropy@1(3,1) cross_entropy@1(4,2) cross_entropy@1(5)",
                    &[3],
                ),
                ("cross_entropy@1(0,1) cross_entropy@1(2) cross_entropy@1(3)", &[2, 1]),
                (
                    "cross_entropy@1(0) cross_entropy@1(3,1) cross_entropy@1(4,2) cross_entropy@1(0) cross_entropy@1(5)",
                    &[4, 3],
                ),
                ("cross_entropy@1()", &[0]),
                ("cross_entropy@1(0,1) cross_entropy@0(3,2)", &[1]),
                ("cross_entropy@1(0,1) cross_entropy@1(2) cross_entropy@1(3)", &[2, 0]),
                ("cross_entropy@1(0) cross_entropy@1(1)", &[0, 1]),
                ("cross_entropy@1(0,1)", &[0]),
                ("cross_entropy@1(0) cross_entropy@1(1,3) cross_entropy@0(4,2)", &[2]),
                (
                    "cross_entropy@1(0,1) cross_entropy@1(3) cross_entropy@1(2,4) cross_entropy@1(4) cross_entropy@1(5)",
                    &[3, 4],
                ),
                (
                    "cross_entropy@1(0) cross_entropy@1(5,1) cross_entropy@1(6,2) cross_entropy@1(3,0) cross_entropy@1(4) cross_entropy@1(8,9) cross_entropy@1(7) cross_entropy@1(10)",
                    &[6, 7],
                ),
            ],
        };
        pub struct Value0;
        impl rt::Point for Value0 {
            type Ins = [f32; 1];
            type Outs = [f32; 1];
            const COST: usize = 2;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, _: S, [x0]: [f32; 1]) -> [f32; 1] {
                let t0 = x0;
                [t0]
            }
        }
        pub struct Value1;
        impl rt::Point for Value1 {
            type Ins = [f32; 1];
            type Outs = [f32; 1];
            const COST: usize = 4;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, s: S, [x0]: [f32; 1]) -> [f32; 1] {
                let t0 = m::is_finite(s, x0);
                let t1 = m::select(s, t0, x0, 0f32);
                [t1]
            }
        }
        pub struct Value2;
        impl rt::Point for Value2 {
            type Ins = [f32; 2];
            type Outs = [f32; 1];
            const COST: usize = 22;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, s: S, [x0, x1]: [f32; 2]) -> [f32; 1] {
                let t0 = x0 - x1;
                let t1 = m::exp(s, t0);
                [t1]
            }
        }
        pub struct Value3;
        impl rt::Point for Value3 {
            type Ins = [f32; 3];
            type Outs = [f32; 1];
            const COST: usize = 23;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, s: S, [x0, x1, x2]: [f32; 3]) -> [f32; 1] {
                let t0 = m::ln(s, x0);
                let t1 = t0 + x1;
                let t2 = t1 - x2;
                [t2]
            }
        }
        pub struct ValueAndGrad3;
        impl rt::Point for ValueAndGrad3 {
            type Ins = [f32; 2];
            type Outs = [f32; 2];
            const COST: usize = 22;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, s: S, [x0, x1]: [f32; 2]) -> [f32; 2] {
                let t0 = x0 - x1;
                let t1 = m::exp(s, t0);
                [t1, t1]
            }
        }
        pub struct ValueAndGrad4(pub f64);
        impl rt::Point for ValueAndGrad4 {
            type Ins = [f32; 3];
            type Outs = [f32; 2];
            const COST: usize = 28;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, s: S, [x0, x1, x2]: [f32; 3]) -> [f32; 2] {
                let h0: f32 = m::num(s, self.0);
                let t0 = m::ln(s, x0);
                let t1 = t0 + x1;
                let t2 = t1 - x2;
                let t3 = h0 / x0;
                [t2, t3]
            }
        }
        pub struct ValueAndGrad0(pub f64);
        impl rt::Point for ValueAndGrad0 {
            type Ins = [f32; 0];
            type Outs = [f32; 1];
            const COST: usize = 2;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, s: S, []: [f32; 0]) -> [f32; 1] {
                let h0: f32 = m::num(s, self.0);
                let t0 = -h0;
                [t0]
            }
        }
        pub struct ValueAndGrad5;
        impl rt::Point for ValueAndGrad5 {
            type Ins = [f32; 3];
            type Outs = [f32; 1];
            const COST: usize = 3;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, _: S, [x0, x1, x2]: [f32; 3]) -> [f32; 1] {
                let t0 = x0 * x1;
                let t1 = t0 + x2;
                [t1]
            }
        }
        pub struct Forward2;
        impl rt::Point for Forward2 {
            type Ins = [f32; 2];
            type Outs = [f32; 2];
            const COST: usize = 22;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, s: S, [x0, x1]: [f32; 2]) -> [f32; 2] {
                let t0 = x0 - x1;
                let t1 = m::exp(s, t0);
                [t1, t0]
            }
        }
        pub struct Pullback0(pub f64);
        impl rt::Point for Pullback0 {
            type Ins = [f32; 1];
            type Outs = [f32; 2];
            const COST: usize = 3;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, s: S, [x0]: [f32; 1]) -> [f32; 2] {
                let h0: f32 = m::num(s, self.0);
                let t0 = x0 * h0;
                let t1 = -t0;
                [t0, t1]
            }
        }
        pub struct Pullback1;
        impl rt::Point for Pullback1 {
            type Ins = [f32; 2];
            type Outs = [f32; 1];
            const COST: usize = 6;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, _: S, [x0, x1]: [f32; 2]) -> [f32; 1] {
                let t0 = x0 / x1;
                [t0]
            }
        }
        pub struct Pullback2;
        impl rt::Point for Pullback2 {
            type Ins = [f32; 3];
            type Outs = [f32; 1];
            const COST: usize = 23;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, s: S, [x0, x1, x2]: [f32; 3]) -> [f32; 1] {
                let t0 = m::exp(s, x0);
                let t1 = x1 * t0;
                let t2 = t1 + x2;
                [t2]
            }
        }
        pub struct Jvp2;
        impl rt::Point for Jvp2 {
            type Ins = [f32; 3];
            type Outs = [f32; 2];
            const COST: usize = 23;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, s: S, [x0, x1, x2]: [f32; 3]) -> [f32; 2] {
                let t0 = x0 - x1;
                let t1 = m::exp(s, t0);
                let t2 = x2 * t1;
                [t1, t2]
            }
        }
        pub struct Jvp3;
        impl rt::Point for Jvp3 {
            type Ins = [f32; 5];
            type Outs = [f32; 2];
            const COST: usize = 30;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, s: S, x: [f32; 5]) -> [f32; 2] {
                let [x0, x1, x2, x3, x4] = x;
                let t0 = m::ln(s, x0);
                let t1 = t0 + x1;
                let t2 = t1 - x2;
                let t3 = x3 / x0;
                let t4 = -x4;
                let t5 = t3 + t4;
                [t2, t5]
            }
        }
    }
    ///Gradients of [`cross_entropy`](fn@cross_entropy), one field per active parameter.
    #[derive(::core::clone::Clone, ::core::fmt::Debug)]
    pub struct CrossEntropyGrads {
        ///Gradient with respect to `logits`.
        pub logits: __rt::Tensor<__rt::f32>,
    }
    impl __rt::TensorTree for CrossEntropyGrads {
        fn walk<const __N: __rt::usize, __W: __rt::Walk<__N>>(
            __trees: [&Self; __N],
            __path: &mut __rt::Path,
            __walk: &mut __W,
        ) -> __rt::Result<Self> {
            let (__f0, ()) = __path
                .parts(&["logits"], __trees, |__t| (&__t.logits, ()), __walk)?;
            __rt::Ok(CrossEntropyGrads { logits: __f0 })
        }
        fn walk_mut<const __N: __rt::usize, __U: __rt::Update<__N, 0>>(
            &mut self,
            __others: [&Self; __N],
            __path: &mut __rt::Path,
            __update: &mut __U,
        ) -> __rt::Result<()> {
            __path
                .change(
                    &["logits"],
                    (&mut self.logits, ()),
                    __others,
                    |__t| (&__t.logits, ()),
                    __update,
                )
        }
    }
    __rt::operators!([] CrossEntropyGrads,);
    impl __rt::calls::Slots for CrossEntropyGrads {
        type Slots = (__rt::Tensor<__rt::f32>, ());
        #[inline]
        fn slots(self) -> Self::Slots {
            (self.logits, ())
        }
    }
    impl cross_entropy {
        #[inline]
        fn __dims(
            __of0: &__rt::Tensor<__rt::f32>,
            __of1: &__rt::Tensor<__rt::i32>,
        ) -> __rt::Result<[__rt::usize; 2usize]> {
            __rt::bound_dims(
                &__OPS.site(0),
                [0, 0],
                &[
                    ("logits", __of0, &[__rt::Dim::Bind(0), __rt::Dim::Bind(1)]),
                    ("labels", __of1, &[__rt::Dim::Same("B", 0)]),
                ],
            )
        }
        ///[`cross_entropy`](fn@cross_entropy) as a `Result`, whatever its signature.
        #[inline]
        pub fn call(
            logits: &Tensor,
            labels: &Tensor<i32>,
        ) -> __rt::Result<__rt::Tensor<__rt::f32>> {
            let [__dim_B, __dim_C] = Self::__dims(logits, labels)?;
            let mut __ops = __rt::Sequence::new(__OPS);
            let __t2 = -1isize;
            let __t3 = __ops.viewed(__rt::ops::unsqueeze(labels, __rt::clone(&__t2)), 1);
            let __t4 = __ops
                .done(__rt::ops::gather(logits, __rt::clone(&__t2), &__t3), 1);
            __rt::drop(__t3);
            let __t5 = __rt::Axes::from(__t2);
            let [__t8] = __ops
                .launch_to(
                    __kernels::Value0,
                    0,
                    [logits],
                    &[__rt::OutSpec::max(&__t5, true, 1f64)],
                );
            let [__t11] = __ops.launch(__kernels::Value1, 1, [__t8]);
            let __t12 = __ops.sized([__dim_B, __dim_C], 1);
            let __t13 = __ops
                .viewed(
                    __rt::ops::keep_axes(
                        &__t11,
                        __rt::clone(&__t12),
                        __rt::clone(&__t5),
                        true,
                    ),
                    1,
                );
            let [__t16] = __ops
                .launch_to(
                    __kernels::Value2,
                    2,
                    (logits, __t13),
                    &[__rt::OutSpec::sum(&__t5, true, 1f64)],
                );
            let __t23 = __ops.sized([__dim_B, 1usize], 1);
            __ops.check()?;
            let __t24 = 1.0 / __t23.count(&__rt::Axes::ALL) as __rt::f64;
            let [__t26] = __OPS
                .launch_to(
                    __kernels::Value3,
                    3,
                    (__t16, __t11, __t4),
                    &[__rt::OutSpec::sum(&__rt::Axes::ALL, false, &__t24)],
                )?;
            __rt::Ok(__t26)
        }
        ///The value of [`cross_entropy`](fn@cross_entropy) and its gradient, as one fused program.
        #[inline]
        pub fn value_and_grad(
            logits: &Tensor,
            labels: &Tensor<i32>,
        ) -> __rt::Result<(__rt::Tensor<__rt::f32>, CrossEntropyGrads)> {
            let [__dim_B, __dim_C] = Self::__dims(logits, labels)?;
            let __device = __rt::device_of(logits);
            let mut __ops = __rt::Sequence::new(__OPS);
            let __t2 = -1isize;
            let __t3 = __ops.viewed(__rt::ops::unsqueeze(labels, __rt::clone(&__t2)), 1);
            let __t4 = __ops
                .done(__rt::ops::gather(logits, __rt::clone(&__t2), &__t3), 1);
            let __t5 = __rt::Axes::from(__rt::clone(&__t2));
            let [__t8] = __ops
                .launch_to(
                    __kernels::Value0,
                    0,
                    [logits],
                    &[__rt::OutSpec::max(&__t5, true, 1f64)],
                );
            let [__t11] = __ops.launch(__kernels::Value1, 1, [__t8]);
            let __t12 = __ops.sized([__dim_B, __dim_C], 1);
            let __t13 = __ops
                .viewed(
                    __rt::ops::keep_axes(
                        &__t11,
                        __rt::clone(&__t12),
                        __rt::clone(&__t5),
                        true,
                    ),
                    1,
                );
            let [__t16, __t15] = __ops
                .launch_to(
                    __kernels::ValueAndGrad3,
                    4,
                    (logits, __t13),
                    &[__rt::OutSpec::sum(&__t5, true, 1f64), __rt::OutSpec::FULL],
                );
            let __t23 = __ops.sized([__dim_B, 1usize], 1);
            __ops.check()?;
            let __t24 = 1.0 / __rt::clone(&__t23).count(&__rt::Axes::ALL) as __rt::f64;
            let [__t26, __t29] = __ops
                .launch_to(
                    __kernels::ValueAndGrad4(__rt::number(&__t24)),
                    5,
                    (__t16, __t11, __t4),
                    &[
                        __rt::OutSpec::sum(&__rt::Axes::ALL, false, &__t24),
                        __rt::OutSpec::FULL,
                    ],
                );
            let [__t27] = __ops
                .launch_on(
                    __device,
                    __kernels::ValueAndGrad0(__rt::number(&__t24)),
                    6,
                    (),
                    &[],
                );
            let __t28 = __ops
                .viewed(__rt::ops::broadcast_to(&__t27, __rt::clone(&__t23)), 1);
            __rt::drop(__t27);
            let __t30 = __ops
                .viewed(
                    __rt::ops::keep_axes(
                        &__t29,
                        __rt::clone(&__t12),
                        __rt::clone(&__t5),
                        true,
                    ),
                    1,
                );
            __rt::drop(__t29);
            let __t32 = __ops
                .viewed(
                    __rt::ops::broadcast_to(
                        &__rt::scalar::<__rt::f32>(0f64, __device),
                        __rt::clone(&__t12),
                    ),
                    1,
                );
            let __t33 = __ops
                .done(
                    __rt::ops::scatter_add(&__t32, __rt::clone(&__t2), &__t3, &__t28),
                    1,
                );
            __rt::drop((__t32, __t3, __t28));
            let [__t34] = __ops
                .launch(__kernels::ValueAndGrad5, 7, (__t30, __t15, __t33));
            __ops.check()?;
            __rt::Ok((__t26, CrossEntropyGrads { logits: __t34 }))
        }
        ///The gradient of [`cross_entropy`](fn@cross_entropy).
        #[inline]
        pub fn grad(
            logits: &Tensor,
            labels: &Tensor<i32>,
        ) -> __rt::Result<CrossEntropyGrads> {
            __rt::Ok(Self::value_and_grad(logits, labels)?.1)
        }
        ///The value of [`cross_entropy`](fn@cross_entropy) and a pullback: cotangents of the result in, cotangents of the active inputs out.
        #[inline]
        pub fn vjp(
            logits: &Tensor,
            labels: &Tensor<i32>,
        ) -> __rt::Result<
            (
                __rt::Tensor<__rt::f32>,
                impl __rt::PullbackOf<
                    __rt::Tensor<__rt::f32>,
                    __rt::Tensor<__rt::f32>,
                    CrossEntropyGrads,
                > + use<>,
            ),
        > {
            let [__dim_B, __dim_C] = Self::__dims(logits, labels)?;
            let __device = __rt::device_of(logits);
            let mut __ops = __rt::Sequence::new(__OPS);
            let __t2 = -1isize;
            let __t3 = __ops.viewed(__rt::ops::unsqueeze(labels, __rt::clone(&__t2)), 1);
            let __t4 = __ops
                .done(__rt::ops::gather(logits, __rt::clone(&__t2), &__t3), 1);
            __rt::drop(__t3);
            let __t5 = __rt::Axes::from(__t2);
            let [__t8] = __ops
                .launch_to(
                    __kernels::Value0,
                    0,
                    [logits],
                    &[__rt::OutSpec::max(&__t5, true, 1f64)],
                );
            let [__t11] = __ops.launch(__kernels::Value1, 1, [__t8]);
            let __t12 = __ops.sized([__dim_B, __dim_C], 1);
            let __t13 = __ops
                .viewed(
                    __rt::ops::keep_axes(
                        &__t11,
                        __rt::clone(&__t12),
                        __rt::clone(&__t5),
                        true,
                    ),
                    1,
                );
            let [__t16, __t14] = __ops
                .launch_to(
                    __kernels::Forward2,
                    8,
                    (logits, __t13),
                    &[__rt::OutSpec::sum(&__t5, true, 1f64), __rt::OutSpec::FULL],
                );
            let __t23 = __ops.sized([__dim_B, 1usize], 1);
            __ops.check()?;
            let __t24 = 1.0 / __t23.count(&__rt::Axes::ALL) as __rt::f64;
            let [__t26] = __OPS
                .launch_to(
                    __kernels::Value3,
                    3,
                    (&__t16, __t11, __t4),
                    &[__rt::OutSpec::sum(&__rt::Axes::ALL, false, &__t24)],
                )?;
            let __form0 = __rt::Differentiable::form(&__t26);
            let __residual0 = __rt::clone(labels);
            let __residual1 = __t14;
            let __residual2 = __t16;
            let __residual3 = __t24;
            let __pullback = __rt::pullback_of(
                &__t26,
                __rt::bytes_of(&__residual0) + __rt::bytes_of(&__residual1)
                    + __rt::bytes_of(&__residual2),
                move |__cotangent, mut __hooks| -> __rt::Result<CrossEntropyGrads> {
                    let __cotangent0 = &__OPS.cotangent(__cotangent, &__form0)?;
                    let mut __ops = __rt::Sequence::new(__OPS);
                    let __t4 = -1isize;
                    let __t5 = __ops
                        .viewed(
                            __rt::ops::unsqueeze(&__residual0, __rt::clone(&__t4)),
                            1,
                        );
                    __rt::drop(__residual0);
                    let __t6 = __rt::Axes::from(__rt::clone(&__t4));
                    let __t9 = __ops.sized([__dim_B, __dim_C], 1);
                    let __t11 = __ops.sized([__dim_B, 1usize], 1);
                    let [__t14, __t15] = __ops
                        .launch(
                            __kernels::Pullback0(__rt::number(&__residual3)),
                            9,
                            [__cotangent0],
                        );
                    let __t16 = __ops
                        .viewed(__rt::ops::broadcast_to(&__t15, __rt::clone(&__t11)), 1);
                    __rt::drop(__t15);
                    let [__t17] = __ops
                        .launch(__kernels::Pullback1, 10, (__t14, __residual2));
                    let __t18 = __ops
                        .viewed(
                            __rt::ops::keep_axes(
                                &__t17,
                                __rt::clone(&__t9),
                                __rt::clone(&__t6),
                                true,
                            ),
                            1,
                        );
                    __rt::drop(__t17);
                    let __t20 = __ops
                        .viewed(
                            __rt::ops::broadcast_to(
                                &__rt::scalar::<__rt::f32>(0f64, __device),
                                __rt::clone(&__t9),
                            ),
                            1,
                        );
                    let __t21 = __ops
                        .done(
                            __rt::ops::scatter_add(
                                &__t20,
                                __rt::clone(&__t4),
                                &__t5,
                                &__t16,
                            ),
                            1,
                        );
                    __rt::drop((__t20, __t5, __t16));
                    let [__t22] = __ops
                        .launch(__kernels::Pullback2, 11, (__residual1, __t18, __t21));
                    __ops.check()?;
                    __rt::Ok(CrossEntropyGrads {
                        logits: __hooks.whole(0usize, "logits", __t22)?,
                    })
                },
            );
            __rt::Ok((__t26, __pullback))
        }
        ///The value of [`cross_entropy`](fn@cross_entropy) and its derivative along the tangents.
        #[inline]
        pub fn jvp(
            logits: &Tensor,
            labels: &Tensor<i32>,
            __dot_logits: &__rt::Tensor<__rt::f32>,
        ) -> __rt::Result<(__rt::Tensor<__rt::f32>, __rt::Tensor<__rt::f32>)> {
            let [__dim_B, __dim_C] = Self::__dims(logits, labels)?;
            __rt::check_tangent(logits, __dot_logits, "cross_entropy", "logits")?;
            let mut __ops = __rt::Sequence::new(__OPS);
            let __t2 = -1isize;
            let __t3 = __ops.viewed(__rt::ops::unsqueeze(labels, __rt::clone(&__t2)), 1);
            let __t4 = __ops
                .done(__rt::ops::gather(logits, __rt::clone(&__t2), &__t3), 1);
            let __t5 = __rt::Axes::from(__rt::clone(&__t2));
            let [__t8] = __ops
                .launch_to(
                    __kernels::Value0,
                    0,
                    [logits],
                    &[__rt::OutSpec::max(&__t5, true, 1f64)],
                );
            let [__t11] = __ops.launch(__kernels::Value1, 1, [__t8]);
            let __t12 = __ops.sized([__dim_B, __dim_C], 1);
            let __t13 = __ops
                .viewed(
                    __rt::ops::keep_axes(
                        &__t11,
                        __rt::clone(&__t12),
                        __rt::clone(&__t5),
                        true,
                    ),
                    1,
                );
            let __t23 = __ops.sized([__dim_B, 1usize], 1);
            __ops.check()?;
            let __t24 = 1.0 / __t23.count(&__rt::Axes::ALL) as __rt::f64;
            let [__t16, __t30] = __ops
                .launch_to(
                    __kernels::Jvp2,
                    12,
                    (logits, __t13, __dot_logits),
                    &[
                        __rt::OutSpec::sum(&__t5, true, 1f64),
                        __rt::OutSpec::sum(&__t5, true, 1f64),
                    ],
                );
            let __t28 = __ops
                .done(__rt::ops::gather(__dot_logits, __rt::clone(&__t2), &__t3), 1);
            __rt::drop(__t3);
            let [__t26, __t35] = __ops
                .launch_to(
                    __kernels::Jvp3,
                    13,
                    (__t16, __t11, __t4, __t30, __t28),
                    &[
                        __rt::OutSpec::sum(&__rt::Axes::ALL, false, &__t24),
                        __rt::OutSpec::sum(&__rt::Axes::ALL, false, &__t24),
                    ],
                );
            __ops.check()?;
            __rt::Ok((__t26, __t35))
        }
        #[doc(hidden)]
        #[inline]
        pub fn __jvp<__D1>(
            __rt::calls::Pair(
                logits,
                __tangent0,
            ): __rt::calls::Pair<&Tensor, &__rt::Tensor<__rt::f32>>,
            __rt::calls::Pair(labels, __tangent1): __rt::calls::Pair<&Tensor<i32>, &__D1>,
        ) -> __rt::Result<(__rt::Tensor<__rt::f32>, __rt::Tensor<__rt::f32>)> {
            Self::jvp(logits, labels, __tangent0)
        }
        #[doc(hidden)]
        pub fn order_2_vjp<__A0, __A1>(
            _: __rt::calls::Anything,
            _: __rt::calls::Anything,
            _: __A0,
            _: __A1,
        ) -> __rt::calls::Once<Self>
        where
            Self: __rt::calls::OfOrder2<__A0>,
        {
            loop {}
        }
        /// What was made of the function: its graph, its kernels, what it keeps for the pullback.
        #[inline]
        pub const fn explain() -> &'static __rt::str {
            "cross_entropy\n\ngraph\n  %0 = input 0: f32[B, C]   # logits\n  %1 = input 1: i32[B]   # labels\n  %2 = host { - 1isize }: host\n  %3 = unsqueeze(%1, %2): i32[B, 1]\n  %4 = gather(%0, %2, %3): f32[B, 1]\n  %5 = host { Axes::from(h0) }(%2): host\n  %6 = host { true }: host\n  %7 = stop_gradient(%0): f32[B, C]\n  %8 = max(%7, %5, %6): f32[B, 1]\n  %9 = is_finite(%8): bool[B, 1]\n  %10 = const 0.0: f32[]\n  %11 = select(%9, %8, %10): f32[B, 1]\n  %12 = host { sized([B, C], site)? }: host\n  %13 = keep_axes(%11, %12, %5, %6): f32[B, 1]\n  %14 = sub(%0, %13): f32[B, C]\n  %15 = exp(%14): f32[B, C]\n  %16 = sum(%15, %5, %6): f32[B, 1]\n  %17 = ln(%16): f32[B, 1]\n  %18 = add(%17, %11): f32[B, 1]\n  %19 = sub(%18, %4): f32[B, 1]\n  %20 = host { Axes::ALL }: host\n  %21 = host { false }: host\n  %22 = sum(%19, %20, %21): f32[]\n  %23 = host { sized([B, 1usize], site)? }: host\n  %24 = host { 1.0 / s0.count(& axes) as f64 }(%23, %20): host\n  %25 = scalar(%24): f32[]\n  %26 = mul(%22, %25): f32[]\n  return %26\n\nvalue\n  %3 = unsqueeze(labels, %2): i32[B, 1]\n  %4 = gather(logits, %2, %3): f32[B, 1]\n  kernel 0 over [B, C]: reads logits; writes %8: f32[B, 1] by max; stop_gradient\n  kernel 1 over [B, 1]: reads %8; writes %11: f32[B, 1]; is_finite select\n  %13 = keep_axes(%11, %12, %5, %6): f32[B, 1]\n  kernel 2 over [B, C]: reads logits, %13; writes %16: f32[B, 1] by sum; sub exp\n  kernel 3 over [B, 1]: reads %16, %11, %4; writes %26: f32[] by sum, scaled; ln add sub\n\nvalue_and_grad\n  %3 = unsqueeze(labels, %2): i32[B, 1]\n  %4 = gather(logits, %2, %3): f32[B, 1]\n  kernel 1 over [B, C]: reads logits; writes %8: f32[B, 1] by max; stop_gradient\n  kernel 2 over [B, 1]: reads %8; writes %11: f32[B, 1]; is_finite select\n  %13 = keep_axes(%11, %12, %5, %6): f32[B, 1]\n  kernel 3 over [B, C]: reads logits, %13; writes %16: f32[B, 1] by sum, %15: f32[B, C]; sub exp\n  kernel 4 over [B, 1]: reads %16, %11, %4; writes %26: f32[] by sum, scaled, %29: f32[B, 1]; ln add sub div\n  kernel 0 over []: reads nothing; writes %27: f32[]; neg\n  %28 = broadcast_to(%27, %23): f32[B, 1]\n  %30 = keep_axes(%29, %12, %5, %6): f32[B, 1]\n  %32 = broadcast_to(%10, %12): f32[B, C]\n  %33 = scatter_add(%32, %2, %3, %28): f32[B, C]\n  kernel 5 over [B, C]: reads %30, %15, %33; writes %34: f32[B, C]; mul add\n\nforward\n  %3 = unsqueeze(labels, %2): i32[B, 1]\n  %4 = gather(logits, %2, %3): f32[B, 1]\n  kernel 0 over [B, C]: reads logits; writes %8: f32[B, 1] by max; stop_gradient\n  kernel 1 over [B, 1]: reads %8; writes %11: f32[B, 1]; is_finite select\n  %13 = keep_axes(%11, %12, %5, %6): f32[B, 1]\n  kernel 2 over [B, C]: reads logits, %13; writes %16: f32[B, 1] by sum, %14: f32[B, C]; sub exp\n  kernel 3 over [B, 1]: reads %16, %11, %4; writes %26: f32[] by sum, scaled; ln add sub\n\npullback\n  %5 = unsqueeze(labels, %4): i32[B, 1]\n  kernel 0 over []: reads y_bar; writes %14: f32[], %15: f32[]; mul neg\n  %16 = broadcast_to(%15, %11): f32[B, 1]\n  kernel 1 over [B, 1]: reads %14, %16 (sum); writes %17: f32[B, 1]; div\n  %18 = keep_axes(%17, %9, %6, %7): f32[B, 1]\n  %20 = broadcast_to(%8, %9): f32[B, C]\n  %21 = scatter_add(%20, %4, %5, %16): f32[B, C]\n  kernel 2 over [B, C]: reads %14 (sub), %18, %21; writes %22: f32[B, C]; exp mul add\n\njvp\n  %3 = unsqueeze(labels, %2): i32[B, 1]\n  %4 = gather(logits, %2, %3): f32[B, 1]\n  kernel 0 over [B, C]: reads logits; writes %8: f32[B, 1] by max; stop_gradient\n  kernel 1 over [B, 1]: reads %8; writes %11: f32[B, 1]; is_finite select\n  %13 = keep_axes(%11, %12, %5, %6): f32[B, 1]\n  kernel 2 over [B, C]: reads logits, %13, logits_dot; writes %16: f32[B, 1] by sum, %30: f32[B, 1] by sum; sub exp mul\n  %28 = gather(logits_dot, %2, %3): f32[B, 1]\n  kernel 3 over [B, 1]: reads %16, %11, %4, %30, %28; writes %26: f32[] by sum, scaled, %35: f32[] by sum, scaled; ln add sub div neg add\n\nresiduals\n  labels: i32[B], 4*B bytes (an argument: kept, not copied)\n  %14 (sub): f32[B, C], 4*B*C bytes\n  %16 (sum): f32[B, 1], 4*B bytes\n"
        }
    }
    impl __rt::Function for cross_entropy {
        const NAME: &'static __rt::str = "cross_entropy";
        type Args<'__a> = (&'__a Tensor, &'__a Tensor<i32>);
        type Actives = CrossEntropyGrads;
        type Output = __rt::Tensor<__rt::f32>;
        type Tangent = __rt::Tensor<__rt::f32>;
        #[inline]
        fn actives((logits, labels): &Self::Args<'_>) -> __rt::Result<Self::Actives> {
            __rt::Ok(CrossEntropyGrads {
                logits: __rt::clone(*logits),
            })
        }
        #[inline]
        fn replace<__R>(
            (logits, labels): &Self::Args<'_>,
            __actives: &Self::Actives,
            __then: impl ::core::ops::FnOnce(Self::Args<'_>) -> __rt::Result<__R>,
        ) -> __rt::Result<__R> {
            __then((&__actives.logits, __rt::clone(labels)))
        }
        #[inline]
        fn floats(__output: &Self::Output) -> __rt::Result<Self::Tangent> {
            __rt::Ok(__rt::clone(&__output))
        }
        #[inline]
        fn call((logits, labels): Self::Args<'_>) -> __rt::Result<Self::Output> {
            Self::call(logits, labels)
        }
        #[inline]
        fn vjp(
            (logits, labels): Self::Args<'_>,
        ) -> __rt::Result<
            (
                Self::Output,
                impl __rt::Pullback<Cotangent = Self::Tangent, Grads = Self::Actives>,
            ),
        > {
            Self::vjp(logits, labels)
        }
        #[inline]
        fn jvp(
            (logits, labels): Self::Args<'_>,
            __tangents: &Self::Actives,
        ) -> __rt::Result<(Self::Output, Self::Tangent)> {
            Self::jvp(logits, labels, &__tangents.logits)
        }
    }
    impl __rt::Objective for cross_entropy {
        #[inline]
        fn value_and_grad((logits, labels): Self::Args<'_>) -> __rt::Valued<Self> {
            Self::value_and_grad(logits, labels)
        }
    }
};
