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
                (
                    "cross_entropy@1() cross_entropy@1(0,1) cross_entropy@1(5,4) cross_entropy@1(2,3) cross_entropy@0(6,7)",
                    &[4],
                ),
                ("cross_entropy@1(0,1) cross_entropy@1(2) cross_entropy@1(3)", &[2, 0]),
                ("cross_entropy@1(0)", &[0]),
                ("cross_entropy@1(0,1)", &[0]),
                (
                    "cross_entropy@1(0) cross_entropy@1(1) cross_entropy@1(2,3) cross_entropy@1(7,6) cross_entropy@1(4,5) cross_entropy@0(8,9)",
                    &[5],
                ),
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
        pub struct ValueAndGrad2;
        impl rt::Point for ValueAndGrad2 {
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
        pub struct ValueAndGrad3(pub f64);
        impl rt::Point for ValueAndGrad3 {
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
        pub struct ValueAndGrad4(pub f64);
        impl rt::Kernel for ValueAndGrad4 {
            type Ins = (i32, (i32, (f32, (f32, ()))));
            type Outs = (f32, ());
            const COST: usize = 6;
            #[inline(always)]
            fn tile<Isa: rt::Isa>(
                &self,
                s: Isa,
                n: usize,
                (x0, (x1, (x2, (x3, ())))): <Self::Ins as rt::List>::Tiles<'_>,
                (y0, ()): <Self::Outs as rt::List>::TilesMut<'_>,
            ) {
                #[inline(always)]
                fn body<Isa: rt::Isa>(
                    s: Isa,
                    n: usize,
                    h0: f32,
                    x0: &[i32],
                    x1: &[i32],
                    x2: &[f32],
                    x3: &[f32],
                    y0: &mut [f32],
                ) {
                    let x0 = &x0[..n];
                    let x1 = &x1[..n];
                    let x2 = &x2[..n];
                    let x3 = &x3[..n];
                    let y0 = &mut y0[..n];
                    for i in 0..n {
                        let t0 = -h0;
                        let t1 = m::eq(s, x0[i], x1[i]);
                        let t2 = m::select(s, t1, t0, 0f32);
                        let t3 = x2[i] * x3[i];
                        let t4 = t2 + t3;
                        y0[i] = t4;
                    }
                }
                body::<Isa>(s, n, m::num(s, self.0), x0, x1, x2, x3, y0);
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
            type Outs = [f32; 1];
            const COST: usize = 2;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, s: S, [x0]: [f32; 1]) -> [f32; 1] {
                let h0: f32 = m::num(s, self.0);
                let t0 = x0 * h0;
                [t0]
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
        impl rt::Kernel for Pullback2 {
            type Ins = (f32, (f32, (i32, (i32, (f32, ())))));
            type Outs = (f32, ());
            const COST: usize = 26;
            #[inline(always)]
            fn tile<Isa: rt::Isa>(
                &self,
                s: Isa,
                n: usize,
                (x0, (x1, (x2, (x3, (x4, ()))))): <Self::Ins as rt::List>::Tiles<'_>,
                (y0, ()): <Self::Outs as rt::List>::TilesMut<'_>,
            ) {
                #[inline(always)]
                fn body<Isa: rt::Isa>(
                    s: Isa,
                    n: usize,
                    x0: &[f32],
                    x1: &[f32],
                    x2: &[i32],
                    x3: &[i32],
                    x4: &[f32],
                    y0: &mut [f32],
                ) {
                    let x0 = &x0[..n];
                    let x1 = &x1[..n];
                    let x2 = &x2[..n];
                    let x3 = &x3[..n];
                    let x4 = &x4[..n];
                    let y0 = &mut y0[..n];
                    for i in 0..n {
                        let t0 = m::exp(s, x0[i]);
                        let t1 = -x1[i];
                        let t2 = m::eq(s, x2[i], x3[i]);
                        let t3 = m::select(s, t2, t1, 0f32);
                        let t4 = x4[i] * t0;
                        let t5 = t3 + t4;
                        y0[i] = t5;
                    }
                }
                body::<Isa>(s, n, x0, x1, x2, x3, x4, y0);
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
            let __t2 = -1;
            let __t3 = __rt::Axes::from(__t2);
            let [__t6] = __ops
                .launch_to(
                    __kernels::Value0,
                    0,
                    [logits],
                    &[__rt::OutSpec::max(&__t3, true, 1f64)],
                );
            let [__t9] = __ops.launch(__kernels::Value1, 1, [__t6]);
            let __t10 = __ops.sized([__dim_B, __dim_C], 1);
            let __t11 = __ops
                .viewed(
                    __rt::ops::keep_axes(
                        &__t9,
                        __rt::clone(&__t10),
                        __rt::clone(&__t3),
                        true,
                    ),
                    1,
                );
            let [__t14] = __ops
                .launch_to(
                    __kernels::Value2,
                    2,
                    (logits, __t11),
                    &[__rt::OutSpec::sum(&__t3, true, 1f64)],
                );
            let __t17 = -1isize;
            let __t18 = __ops
                .viewed(__rt::ops::unsqueeze(labels, __rt::clone(&__t17)), 1);
            let __t19 = __ops.done(__rt::ops::pick(logits, &__t18), 1);
            __rt::drop(__t18);
            let __t24 = __ops.sized([__dim_B, 1usize], 1);
            __ops.check()?;
            let __t25 = 1.0 / __t24.count(&__rt::Axes::ALL) as __rt::f64;
            let [__t27] = __OPS
                .launch_to(
                    __kernels::Value3,
                    3,
                    (__t14, __t9, __t19),
                    &[__rt::OutSpec::sum(&__rt::Axes::ALL, false, &__t25)],
                )?;
            __rt::Ok(__t27)
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
            let __t2 = -1;
            let __t3 = __rt::Axes::from(__t2);
            let [__t6] = __ops
                .launch_to(
                    __kernels::Value0,
                    0,
                    [logits],
                    &[__rt::OutSpec::max(&__t3, true, 1f64)],
                );
            let [__t9] = __ops.launch(__kernels::Value1, 1, [__t6]);
            let __t10 = __ops.sized([__dim_B, __dim_C], 1);
            let __t11 = __ops
                .viewed(
                    __rt::ops::keep_axes(
                        &__t9,
                        __rt::clone(&__t10),
                        __rt::clone(&__t3),
                        true,
                    ),
                    1,
                );
            let [__t14, __t13] = __ops
                .launch_to(
                    __kernels::ValueAndGrad2,
                    4,
                    (logits, __t11),
                    &[__rt::OutSpec::sum(&__t3, true, 1f64), __rt::OutSpec::FULL],
                );
            let __t17 = -1isize;
            let __t18 = __ops
                .viewed(__rt::ops::unsqueeze(labels, __rt::clone(&__t17)), 1);
            let __t19 = __ops.done(__rt::ops::pick(logits, &__t18), 1);
            let __t24 = __ops.sized([__dim_B, 1usize], 1);
            __ops.check()?;
            let __t25 = 1.0 / __t24.count(&__rt::Axes::ALL) as __rt::f64;
            let [__t27, __t33] = __ops
                .launch_to(
                    __kernels::ValueAndGrad3(__rt::number(&__t25)),
                    5,
                    (__t14, __t9, __t19),
                    &[
                        __rt::OutSpec::sum(&__rt::Axes::ALL, false, &__t25),
                        __rt::OutSpec::FULL,
                    ],
                );
            let __t29 = __t10[1];
            let __t30 = __ops
                .done(__rt::on(__rt::ops::iota(__rt::clone(&__t29)), __device), 1);
            let __t34 = __ops
                .viewed(
                    __rt::ops::keep_axes(
                        &__t33,
                        __rt::clone(&__t10),
                        __rt::clone(&__t3),
                        true,
                    ),
                    1,
                );
            __rt::drop(__t33);
            let (__t36, ()) = __ops
                .launch(
                    __kernels::ValueAndGrad4(__rt::number(&__t25)),
                    6,
                    (__t18, (__t30, (__t34, (__t13, ())))),
                );
            __ops.check()?;
            __rt::Ok((__t27, CrossEntropyGrads { logits: __t36 }))
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
            let __t2 = -1;
            let __t3 = __rt::Axes::from(__t2);
            let [__t6] = __ops
                .launch_to(
                    __kernels::Value0,
                    0,
                    [logits],
                    &[__rt::OutSpec::max(&__t3, true, 1f64)],
                );
            let [__t9] = __ops.launch(__kernels::Value1, 1, [__t6]);
            let __t10 = __ops.sized([__dim_B, __dim_C], 1);
            let __t11 = __ops
                .viewed(
                    __rt::ops::keep_axes(
                        &__t9,
                        __rt::clone(&__t10),
                        __rt::clone(&__t3),
                        true,
                    ),
                    1,
                );
            let [__t14, __t12] = __ops
                .launch_to(
                    __kernels::Forward2,
                    7,
                    (logits, __t11),
                    &[__rt::OutSpec::sum(&__t3, true, 1f64), __rt::OutSpec::FULL],
                );
            let __t17 = -1isize;
            let __t18 = __ops
                .viewed(__rt::ops::unsqueeze(labels, __rt::clone(&__t17)), 1);
            let __t19 = __ops.done(__rt::ops::pick(logits, &__t18), 1);
            __rt::drop(__t18);
            let __t24 = __ops.sized([__dim_B, 1usize], 1);
            __ops.check()?;
            let __t25 = 1.0 / __t24.count(&__rt::Axes::ALL) as __rt::f64;
            let [__t27] = __ops
                .launch_to(
                    __kernels::Value3,
                    3,
                    (&__t14, __t9, __t19),
                    &[__rt::OutSpec::sum(&__rt::Axes::ALL, false, &__t25)],
                );
            let __t29 = __t10[1];
            let __t30 = __ops
                .done(__rt::on(__rt::ops::iota(__rt::clone(&__t29)), __device), 1);
            __ops.check()?;
            let __form0 = __rt::Differentiable::form(&__t27);
            let __residual0 = __rt::clone(labels);
            let __residual1 = __t12;
            let __residual2 = __t14;
            let __residual3 = __t25;
            let __residual4 = __t30;
            let __pullback = __rt::pullback_of(
                &__t27,
                __rt::bytes_of(&__residual0) + __rt::bytes_of(&__residual1)
                    + __rt::bytes_of(&__residual2) + __rt::bytes_of(&__residual4),
                move |__cotangent, mut __hooks| -> __rt::Result<CrossEntropyGrads> {
                    let __cotangent0 = &__OPS.cotangent(__cotangent, &__form0)?;
                    let mut __ops = __rt::Sequence::new(__OPS);
                    let __t5 = -1;
                    let __t6 = __rt::Axes::from(__t5);
                    let __t9 = __ops.sized([__dim_B, __dim_C], 1);
                    let __t11 = -1isize;
                    let __t12 = __ops
                        .viewed(
                            __rt::ops::unsqueeze(&__residual0, __rt::clone(&__t11)),
                            1,
                        );
                    __rt::drop(__residual0);
                    let [__t15] = __ops
                        .launch(
                            __kernels::Pullback0(__rt::number(&__residual3)),
                            8,
                            [__cotangent0],
                        );
                    let [__t19] = __ops
                        .launch(__kernels::Pullback1, 9, (&__t15, __residual2));
                    let __t20 = __ops
                        .viewed(
                            __rt::ops::keep_axes(
                                &__t19,
                                __rt::clone(&__t9),
                                __rt::clone(&__t6),
                                true,
                            ),
                            1,
                        );
                    __rt::drop(__t19);
                    let (__t22, ()) = __ops
                        .launch(
                            __kernels::Pullback2,
                            10,
                            (__residual1, (__t15, (__t12, (__residual4, (__t20, ()))))),
                        );
                    __ops.check()?;
                    __rt::Ok(CrossEntropyGrads {
                        logits: __hooks.whole(0usize, "logits", __t22)?,
                    })
                },
            );
            __rt::Ok((__t27, __pullback))
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
            let __t2 = -1;
            let __t3 = __rt::Axes::from(__t2);
            let [__t6] = __ops
                .launch_to(
                    __kernels::Value0,
                    0,
                    [logits],
                    &[__rt::OutSpec::max(&__t3, true, 1f64)],
                );
            let [__t9] = __ops.launch(__kernels::Value1, 1, [__t6]);
            let __t10 = __ops.sized([__dim_B, __dim_C], 1);
            let __t11 = __ops
                .viewed(
                    __rt::ops::keep_axes(
                        &__t9,
                        __rt::clone(&__t10),
                        __rt::clone(&__t3),
                        true,
                    ),
                    1,
                );
            let __t17 = -1isize;
            let __t18 = __ops
                .viewed(__rt::ops::unsqueeze(labels, __rt::clone(&__t17)), 1);
            let __t19 = __ops.done(__rt::ops::pick(logits, &__t18), 1);
            let __t24 = __ops.sized([__dim_B, 1usize], 1);
            __ops.check()?;
            let __t25 = 1.0 / __t24.count(&__rt::Axes::ALL) as __rt::f64;
            let [__t14, __t30] = __ops
                .launch_to(
                    __kernels::Jvp2,
                    11,
                    (logits, __t11, __dot_logits),
                    &[
                        __rt::OutSpec::sum(&__t3, true, 1f64),
                        __rt::OutSpec::sum(&__t3, true, 1f64),
                    ],
                );
            let __t32 = __ops.done(__rt::ops::pick(__dot_logits, &__t18), 1);
            __rt::drop(__t18);
            let [__t27, __t36] = __ops
                .launch_to(
                    __kernels::Jvp3,
                    12,
                    (__t14, __t9, __t19, __t30, __t32),
                    &[
                        __rt::OutSpec::sum(&__rt::Axes::ALL, false, &__t25),
                        __rt::OutSpec::sum(&__rt::Axes::ALL, false, &__t25),
                    ],
                );
            __ops.check()?;
            __rt::Ok((__t27, __t36))
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
            "cross_entropy\n\ngraph\n  %0 = input 0: f32[B, C]   # logits\n  %1 = input 1: i32[B]   # labels\n  %2 = size { - 1 }: host\n  %3 = size { Axes::from(h0) }(%2): host\n  %4 = size { true }: host\n  %5 = stop_gradient(%0): f32[B, C]\n  %6 = max(%5, %3, %4): f32[B, 1]\n  %7 = is_finite(%6): bool[B, 1]\n  %8 = const 0.0: f32[]\n  %9 = select(%7, %6, %8): f32[B, 1]\n  %10 = size { sized([B, C], site)? }: host\n  %11 = keep_axes(%9, %10, %3, %4): f32[B, 1]\n  %12 = sub(%0, %11): f32[B, C]\n  %13 = exp(%12): f32[B, C]\n  %14 = sum(%13, %3, %4): f32[B, 1]\n  %15 = ln(%14): f32[B, 1]\n  %16 = add(%15, %9): f32[B, 1]\n  %17 = size { - 1isize }: host\n  %18 = unsqueeze(%1, %17): i32[B, 1]\n  %19 = pick(%0, %18): f32[B, 1]\n  %20 = sub(%16, %19): f32[B, 1]\n  %21 = size { Axes::ALL }: host\n  %22 = size { false }: host\n  %23 = sum(%20, %21, %22): f32[]\n  %24 = size { sized([B, 1usize], site)? }: host\n  %25 = size { 1.0 / h0.count(& h1) as f64 }(%24, %21): host\n  %26 = scalar(%25): f32[]\n  %27 = mul(%23, %26): f32[]\n  return %27\n\nvalue\n  kernel 0 over [B, C]: reads logits; writes %6: f32[B, 1] by max; stop_gradient\n  kernel 1 over [B, 1]: reads %6; writes %9: f32[B, 1]; is_finite select\n  %11 = keep_axes(%9, %10, %3, %4): f32[B, 1]\n  kernel 2 over [B, C]: reads logits, %11; writes %14: f32[B, 1] by sum; sub exp\n  %18 = unsqueeze(labels, %17): i32[B, 1]\n  %19 = pick(logits, %18): f32[B, 1]\n  kernel 3 over [B, 1]: reads %14, %9, %19; writes %27: f32[] by sum, scaled; ln add sub\n\nvalue_and_grad\n  kernel 0 over [B, C]: reads logits; writes %6: f32[B, 1] by max; stop_gradient\n  kernel 1 over [B, 1]: reads %6; writes %9: f32[B, 1]; is_finite select\n  %11 = keep_axes(%9, %10, %3, %4): f32[B, 1]\n  kernel 2 over [B, C]: reads logits, %11; writes %14: f32[B, 1] by sum, %13: f32[B, C]; sub exp\n  %18 = unsqueeze(labels, %17): i32[B, 1]\n  %19 = pick(logits, %18): f32[B, 1]\n  kernel 3 over [B, 1]: reads %14, %9, %19; writes %27: f32[] by sum, scaled, %33: f32[B, 1]; ln add sub div\n  %30 = iota(%29): i32[C]\n  %34 = keep_axes(%33, %10, %3, %4): f32[B, 1]\n  kernel 4 over [B, C]: reads %18, %30, %34, %13; writes %36: f32[B, C]; neg eq select mul add\n\nforward\n  kernel 0 over [B, C]: reads logits; writes %6: f32[B, 1] by max; stop_gradient\n  kernel 1 over [B, 1]: reads %6; writes %9: f32[B, 1]; is_finite select\n  %11 = keep_axes(%9, %10, %3, %4): f32[B, 1]\n  kernel 2 over [B, C]: reads logits, %11; writes %14: f32[B, 1] by sum, %12: f32[B, C]; sub exp\n  %18 = unsqueeze(labels, %17): i32[B, 1]\n  %19 = pick(logits, %18): f32[B, 1]\n  kernel 3 over [B, 1]: reads %14, %9, %19; writes %27: f32[] by sum, scaled; ln add sub\n  %30 = iota(%29): i32[C]\n\npullback\n  %12 = unsqueeze(labels, %11): i32[B, 1]\n  kernel 0 over []: reads y_bar; writes %15: f32[]; mul\n  kernel 1 over [B, 1]: reads %15, %14 (sum); writes %19: f32[B, 1]; div\n  %20 = keep_axes(%19, %9, %6, %7): f32[B, 1]\n  kernel 2 over [B, C]: reads %12 (sub), %15, %12, %30 (iota), %20; writes %22: f32[B, C]; exp neg eq select mul add\n\njvp\n  kernel 0 over [B, C]: reads logits; writes %6: f32[B, 1] by max; stop_gradient\n  kernel 1 over [B, 1]: reads %6; writes %9: f32[B, 1]; is_finite select\n  %11 = keep_axes(%9, %10, %3, %4): f32[B, 1]\n  %18 = unsqueeze(labels, %17): i32[B, 1]\n  %19 = pick(logits, %18): f32[B, 1]\n  kernel 2 over [B, C]: reads logits, %11, logits_dot; writes %14: f32[B, 1] by sum, %30: f32[B, 1] by sum; sub exp mul\n  %32 = pick(logits_dot, %18): f32[B, 1]\n  kernel 3 over [B, 1]: reads %14, %9, %19, %30, %32; writes %27: f32[] by sum, scaled, %36: f32[] by sum, scaled; ln add sub div neg add\n\nresiduals\n  labels: i32[B], 4*B bytes (an argument: kept, not copied)\n  %12 (sub): f32[B, C], 4*B*C bytes\n  %14 (sum): f32[B, 1], 4*B bytes\n  %30 (iota): i32[C], 4*C bytes\n"
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
