#[track_caller]
#[allow(dead_code)]
pub fn attention(q: &Tensor, k: &Tensor, v: &Tensor, mask: &Tensor<bool>) -> Tensor {
    ::cotangent::__private::or_panic(<attention>::call(q, k, v, mask))
}
///The transforms of [`attention`](fn@attention): `vjp`, `value_and_grad`, `grad`, `jvp`, `explain`.
#[allow(non_camel_case_types)]
pub enum attention {}
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
            place: rt::Place::new("attention", ::core::file!(), &[5, 11, 12]),
            sites: &[
                ("", 0),
                ("mt", 1),
                ("matmul", 1),
                ("", 1),
                ("matmul", 2),
                ("", 2),
                ("softmax", 2),
            ],
            groups: &[
                ("mul@1(0) select@2(1,2) softmax@2(3) softmax@2(4)", &[3, 1]),
                ("softmax@2(0,1) softmax@2(2) softmax@2(3)", &[2, 1]),
                ("softmax@2(0,1)", &[0]),
                ("softmax@2(0,1) softmax@2(2) softmax@2(3)", &[2, 0, 1]),
                ("softmax@2(0) softmax@2(2,1)", &[0, 1]),
                ("softmax@2(0) softmax@2(3,1) softmax@2(4,2) softmax@2(5)", &[3]),
                (
                    "softmax@2(0,1) softmax@2(5,2) softmax@2(6,3) select@2(4,7) mul@1(8) mul@1(4,9)",
                    &[5],
                ),
                (
                    "softmax@2(0,1) softmax@2(5) matmul@1(2,3) mul@1(7) select@2(4,8) softmax@2(9,6) softmax@2(6) softmax@2(10)",
                    &[6, 7, 1, 5],
                ),
                ("softmax@2(0)", &[0]),
                ("softmax@2(0,1) softmax@2(2,3) softmax@2(5,1) softmax@2(4,6)", &[3]),
                ("matmul@2(0,1)", &[0]),
            ],
        };
        pub struct Value0(pub f64);
        impl rt::Kernel for Value0 {
            type Ins = (f32, (bool, ()));
            type Outs = (f32, (f32, ()));
            const COST: usize = 4;
            #[inline(always)]
            fn tile<Isa: rt::Isa>(
                &self,
                s: Isa,
                n: usize,
                (x0, (x1, ())): <Self::Ins as rt::List>::Tiles<'_>,
                (y0, (y1, ())): <Self::Outs as rt::List>::TilesMut<'_>,
            ) {
                #[inline(always)]
                fn body<Isa: rt::Isa>(
                    s: Isa,
                    n: usize,
                    h0: f32,
                    x0: &[f32],
                    x1: &[bool],
                    y0: &mut [f32],
                    y1: &mut [f32],
                ) {
                    let x0 = &x0[..n];
                    let x1 = &x1[..n];
                    let y0 = &mut y0[..n];
                    let y1 = &mut y1[..n];
                    for i in 0..n {
                        let t0 = x0[i] * h0;
                        let t1 = m::select(s, x1[i], t0, -1000000000f32);
                        let t2 = t1;
                        y0[i] = t2;
                        y1[i] = t1;
                    }
                }
                body::<Isa>(s, n, m::num(s, self.0), x0, x1, y0, y1);
            }
        }
        pub struct Value1;
        impl rt::Point for Value1 {
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
        pub struct Value2;
        impl rt::Point for Value2 {
            type Ins = [f32; 2];
            type Outs = [f32; 1];
            const COST: usize = 6;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, _: S, [x0, x1]: [f32; 2]) -> [f32; 1] {
                let t0 = x0 / x1;
                [t0]
            }
        }
        pub struct Forward1;
        impl rt::Point for Forward1 {
            type Ins = [f32; 2];
            type Outs = [f32; 3];
            const COST: usize = 22;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, s: S, [x0, x1]: [f32; 2]) -> [f32; 3] {
                let t0 = x0 - x1;
                let t1 = m::exp(s, t0);
                [t1, t0, t1]
            }
        }
        pub struct Pullback0;
        impl rt::Point for Pullback0 {
            type Ins = [f32; 2];
            type Outs = [f32; 2];
            const COST: usize = 26;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, s: S, [x0, x1]: [f32; 2]) -> [f32; 2] {
                let t0 = m::exp(s, x0);
                let t1 = t0 / x1;
                [t0, t1]
            }
        }
        pub struct Pullback1;
        impl rt::Point for Pullback1 {
            type Ins = [f32; 3];
            type Outs = [f32; 1];
            const COST: usize = 8;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, _: S, [x0, x1, x2]: [f32; 3]) -> [f32; 1] {
                let t0 = -x0;
                let t1 = t0 * x1;
                let t2 = t1 / x2;
                [t2]
            }
        }
        pub struct Pullback2(pub f64);
        impl rt::Kernel for Pullback2 {
            type Ins = (f32, (f32, (f32, (f32, (bool, ())))));
            type Outs = (f32, ());
            const COST: usize = 11;
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
                    h0: f32,
                    x0: &[f32],
                    x1: &[f32],
                    x2: &[f32],
                    x3: &[f32],
                    x4: &[bool],
                    y0: &mut [f32],
                ) {
                    let x0 = &x0[..n];
                    let x1 = &x1[..n];
                    let x2 = &x2[..n];
                    let x3 = &x3[..n];
                    let x4 = &x4[..n];
                    let y0 = &mut y0[..n];
                    for i in 0..n {
                        let t0 = x0[i] / x1[i];
                        let t1 = t0 + x2[i];
                        let t2 = t1 * x3[i];
                        let t3 = m::select(s, x4[i], t2, 0f32);
                        let t4 = t3 * h0;
                        let t5 = m::select(s, x4[i], t4, 0f32);
                        y0[i] = t5;
                    }
                }
                body::<Isa>(s, n, m::num(s, self.0), x0, x1, x2, x3, x4, y0);
            }
        }
        pub struct Jvp1(pub f64);
        impl rt::Kernel for Jvp1 {
            type Ins = (f32, (f32, (f32, (f32, (bool, ())))));
            type Outs = (f32, (f32, (f32, (f32, ()))));
            const COST: usize = 26;
            #[inline(always)]
            fn tile<Isa: rt::Isa>(
                &self,
                s: Isa,
                n: usize,
                (x0, (x1, (x2, (x3, (x4, ()))))): <Self::Ins as rt::List>::Tiles<'_>,
                (y0, (y1, (y2, (y3, ())))): <Self::Outs as rt::List>::TilesMut<'_>,
            ) {
                #[inline(always)]
                fn body<Isa: rt::Isa>(
                    s: Isa,
                    n: usize,
                    h0: f32,
                    x0: &[f32],
                    x1: &[f32],
                    x2: &[f32],
                    x3: &[f32],
                    x4: &[bool],
                    y0: &mut [f32],
                    y1: &mut [f32],
                    y2: &mut [f32],
                    y3: &mut [f32],
                ) {
                    let x0 = &x0[..n];
                    let x1 = &x1[..n];
                    let x2 = &x2[..n];
                    let x3 = &x3[..n];
                    let x4 = &x4[..n];
                    let y0 = &mut y0[..n];
                    let y1 = &mut y1[..n];
                    let y2 = &mut y2[..n];
                    let y3 = &mut y3[..n];
                    for i in 0..n {
                        let t0 = x0[i] - x1[i];
                        let t1 = m::exp(s, t0);
                        let t2 = x2[i] + x3[i];
                        let t3 = t2 * h0;
                        let t4 = m::select(s, x4[i], t3, 0f32);
                        let t5 = t4 * t1;
                        y0[i] = t1;
                        y1[i] = t5;
                        y2[i] = t1;
                        y3[i] = t5;
                    }
                }
                body::<Isa>(s, n, m::num(s, self.0), x0, x1, x2, x3, x4, y0, y1, y2, y3);
            }
        }
        pub struct Jvp2;
        impl rt::Point for Jvp2 {
            type Ins = [f32; 1];
            type Outs = [f32; 1];
            const COST: usize = 2;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, _: S, [x0]: [f32; 1]) -> [f32; 1] {
                let t0 = -x0;
                [t0]
            }
        }
        pub struct Jvp4;
        impl rt::Point for Jvp4 {
            type Ins = [f32; 4];
            type Outs = [f32; 1];
            const COST: usize = 13;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, _: S, [x0, x1, x2, x3]: [f32; 4]) -> [f32; 1] {
                let t0 = x0 / x1;
                let t1 = x2 * x3;
                let t2 = t1 / x1;
                let t3 = t0 + t2;
                [t3]
            }
        }
        pub struct Jvp5;
        impl rt::Point for Jvp5 {
            type Ins = [f32; 2];
            type Outs = [f32; 1];
            const COST: usize = 2;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, _: S, [x0, x1]: [f32; 2]) -> [f32; 1] {
                let t0 = x0 + x1;
                [t0]
            }
        }
    }
    ///Gradients of [`attention`](fn@attention), one field per active parameter.
    #[derive(::core::clone::Clone, ::core::fmt::Debug)]
    pub struct AttentionGrads {
        ///Gradient with respect to `q`.
        pub q: __rt::Tensor<__rt::f32>,
        ///Gradient with respect to `k`.
        pub k: __rt::Tensor<__rt::f32>,
        ///Gradient with respect to `v`.
        pub v: __rt::Tensor<__rt::f32>,
    }
    impl __rt::TensorTree for AttentionGrads {
        fn walk<const __N: __rt::usize, __W: __rt::Walk<__N>>(
            __trees: [&Self; __N],
            __path: &mut __rt::Path,
            __walk: &mut __W,
        ) -> __rt::Result<Self> {
            let (__f0, (__f1, (__f2, ()))) = __path
                .parts(
                    &["q", "k", "v"],
                    __trees,
                    |__t| (&__t.q, (&__t.k, (&__t.v, ()))),
                    __walk,
                )?;
            __rt::Ok(AttentionGrads {
                q: __f0,
                k: __f1,
                v: __f2,
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
                    &["q", "k", "v"],
                    (&mut self.q, (&mut self.k, (&mut self.v, ()))),
                    __others,
                    |__t| (&__t.q, (&__t.k, (&__t.v, ()))),
                    __update,
                )
        }
    }
    __rt::operators!([] AttentionGrads,);
    impl __rt::calls::Slots for AttentionGrads {
        type Slots = (
            __rt::Tensor<__rt::f32>,
            __rt::Tensor<__rt::f32>,
            __rt::Tensor<__rt::f32>,
            (),
        );
        #[inline]
        fn slots(self) -> Self::Slots {
            (self.q, self.k, self.v, ())
        }
    }
    impl attention {
        #[inline]
        fn __dims(
            __of0: &__rt::Tensor<__rt::f32>,
            __of1: &__rt::Tensor<__rt::f32>,
            __of2: &__rt::Tensor<__rt::f32>,
            __of3: &__rt::Tensor<__rt::bool>,
        ) -> __rt::Result<[__rt::usize; 5usize]> {
            __rt::bound_dims(
                &__OPS.site(0),
                [0, 0, 0, 0, 0],
                &[
                    (
                        "q",
                        __of0,
                        &[__rt::Dim::Bind(0), __rt::Dim::Bind(1), __rt::Dim::Bind(2)],
                    ),
                    (
                        "k",
                        __of1,
                        &[
                            __rt::Dim::Same("B", 0),
                            __rt::Dim::Bind(3),
                            __rt::Dim::Same("D", 2),
                        ],
                    ),
                    (
                        "v",
                        __of2,
                        &[
                            __rt::Dim::Same("B", 0),
                            __rt::Dim::Same("M", 3),
                            __rt::Dim::Bind(4),
                        ],
                    ),
                    ("mask", __of3, &[__rt::Dim::Same("N", 1), __rt::Dim::Same("M", 3)]),
                ],
            )
        }
        ///[`attention`](fn@attention) as a `Result`, whatever its signature.
        #[inline]
        pub fn call(
            q: &Tensor,
            k: &Tensor,
            v: &Tensor,
            mask: &Tensor<bool>,
        ) -> __rt::Result<__rt::Tensor<__rt::f32>> {
            let [__dim_B, __dim_N, __dim_D, __dim_M, __dim_E] = Self::__dims(
                q,
                k,
                v,
                mask,
            )?;
            let mut __ops = __rt::Sequence::new(__OPS);
            let __t4 = __ops.viewed(__rt::ops::mt(k), 1);
            let __t5 = __ops.done(__rt::ops::matmul(q, &__t4), 2);
            __rt::drop(__t4);
            let __t6 = __ops.sized([__dim_B, __dim_N, __dim_D], 3);
            __ops.check()?;
            let __t7 = __t6[2];
            let __t8 = 1.0 / (__t7 as __rt::f32).sqrt();
            let __t13 = -1isize;
            let __t15 = __rt::Axes::from(__t13);
            let (__t17, (__t12, ())) = __ops
                .launch_to(
                    __kernels::Value0(__rt::number(&__t8)),
                    0,
                    (__t5, (mask, ())),
                    &[__rt::OutSpec::max(&__t15, true, 1f64), __rt::OutSpec::FULL],
                );
            let [__t20, __t19] = __ops
                .launch_to(
                    __kernels::Value1,
                    1,
                    (__t12, __t17),
                    &[__rt::OutSpec::sum(&__t15, true, 1f64), __rt::OutSpec::FULL],
                );
            let [__t21] = __ops.launch(__kernels::Value2, 2, (__t19, __t20));
            let __t22 = __ops.done(__rt::ops::matmul(&__t21, v), 4);
            __rt::drop(__t21);
            __ops.check()?;
            __rt::Ok(__t22)
        }
        ///The value of [`attention`](fn@attention) and a pullback: cotangents of the result in, cotangents of the active inputs out.
        #[inline]
        pub fn vjp(
            q: &Tensor,
            k: &Tensor,
            v: &Tensor,
            mask: &Tensor<bool>,
        ) -> __rt::Result<
            (
                __rt::Tensor<__rt::f32>,
                impl __rt::PullbackOf<
                    __rt::Tensor<__rt::f32>,
                    __rt::Tensor<__rt::f32>,
                    AttentionGrads,
                > + use<>,
            ),
        > {
            let [__dim_B, __dim_N, __dim_D, __dim_M, __dim_E] = Self::__dims(
                q,
                k,
                v,
                mask,
            )?;
            let mut __ops = __rt::Sequence::new(__OPS);
            let __t4 = __ops.viewed(__rt::ops::mt(k), 1);
            let __t5 = __ops.done(__rt::ops::matmul(q, &__t4), 2);
            __rt::drop(__t4);
            let __t6 = __ops.sized([__dim_B, __dim_N, __dim_D], 3);
            __ops.check()?;
            let __t7 = __t6[2];
            let __t8 = 1.0 / (__t7 as __rt::f32).sqrt();
            let __t13 = -1isize;
            let __t15 = __rt::Axes::from(__t13);
            let (__t17, (__t12, ())) = __ops
                .launch_to(
                    __kernels::Value0(__rt::number(&__t8)),
                    0,
                    (__t5, (mask, ())),
                    &[__rt::OutSpec::max(&__t15, true, 1f64), __rt::OutSpec::FULL],
                );
            let [__t20, __t18, __t19] = __ops
                .launch_to(
                    __kernels::Forward1,
                    3,
                    (__t12, __t17),
                    &[
                        __rt::OutSpec::sum(&__t15, true, 1f64),
                        __rt::OutSpec::FULL,
                        __rt::OutSpec::FULL,
                    ],
                );
            let [__t21] = __ops.launch(__kernels::Value2, 2, (__t19, &__t20));
            let __t22 = __ops.done(__rt::ops::matmul(&__t21, v), 4);
            __rt::drop(__t21);
            __ops.check()?;
            let __form0 = __rt::Differentiable::form(&__t22);
            let __residual0 = __rt::clone(q);
            let __residual1 = __rt::clone(k);
            let __residual2 = __rt::clone(v);
            let __residual3 = __rt::clone(mask);
            let __residual4 = __t8;
            let __residual5 = __t18;
            let __residual6 = __t20;
            let __pullback = __rt::pullback_of(
                &__t22,
                __rt::bytes_of(&__residual0) + __rt::bytes_of(&__residual1)
                    + __rt::bytes_of(&__residual2) + __rt::bytes_of(&__residual3)
                    + __rt::bytes_of(&__residual5) + __rt::bytes_of(&__residual6),
                move |__cotangent, mut __hooks| -> __rt::Result<AttentionGrads> {
                    let __cotangent0 = &__OPS.cotangent(__cotangent, &__form0)?;
                    let mut __ops = __rt::Sequence::new(__OPS);
                    let __t8 = -1isize;
                    let __t9 = __rt::Axes::from(__t8);
                    let [__t11, __t12] = __ops
                        .launch(__kernels::Pullback0, 4, (__residual5, &__residual6));
                    let __t14 = __ops.sized([__dim_B, __dim_N, __dim_M], 4);
                    let __t15 = __ops.viewed(__rt::ops::mt(&__residual2), 4);
                    __rt::drop(__residual2);
                    let __t16 = __ops
                        .done(
                            __rt::ops::product_if(
                                __hooks.reads(0usize) || __hooks.reads(1usize),
                                __cotangent0,
                                &__t15,
                            ),
                            4,
                        );
                    __rt::drop(__t15);
                    let __t17 = __ops.viewed(__rt::ops::mt(&__t12), 4);
                    __ops.check()?;
                    let __t18 = __OPS
                        .done(
                            __rt::ops::product_if(
                                __hooks.reads(2usize),
                                &__t17,
                                __cotangent0,
                            ),
                            4,
                        )?;
                    __rt::drop(__t17);
                    let __t18 = __hooks.whole(2usize, "v", __t18)?;
                    let __t23 = __ops.sized([__dim_B, __dim_N, 1usize], 5);
                    let [__t24] = __ops
                        .launch_to(
                            __kernels::Pullback1,
                            5,
                            (&__t16, __t12, &__residual6),
                            &[__rt::OutSpec::sum_to(&__t23, 1f64)],
                        );
                    let __t25 = __ops
                        .viewed(
                            __rt::ops::keep_axes(
                                &__t24,
                                __rt::clone(&__t14),
                                __rt::clone(&__t9),
                                true,
                            ),
                            6,
                        );
                    __rt::drop(__t24);
                    let (__t31, ()) = __ops
                        .launch(
                            __kernels::Pullback2(__rt::number(&__residual4)),
                            6,
                            (__t16, (__residual6, (__t25, (__t11, (__residual3, ()))))),
                        );
                    __ops.check()?;
                    let __t32 = __OPS
                        .done(
                            __rt::ops::product_if(
                                __hooks.reads(0usize),
                                &__t31,
                                &__residual1,
                            ),
                            2,
                        )?;
                    __rt::drop(__residual1);
                    let __t32 = __hooks.whole(0usize, "q", __t32)?;
                    let __t33 = __ops.viewed(__rt::ops::mt(&__residual0), 2);
                    __rt::drop(__residual0);
                    let __t34 = __ops
                        .done(
                            __rt::ops::product_if(__hooks.reads(1usize), &__t33, &__t31),
                            2,
                        );
                    __rt::drop((__t33, __t31));
                    let __t35 = __ops.viewed(__rt::ops::mt(&__t34), 1);
                    __rt::drop(__t34);
                    __ops.check()?;
                    __rt::Ok(AttentionGrads {
                        q: __hooks.whole(0usize, "q", __t32)?,
                        k: __hooks.whole(1usize, "k", __t35)?,
                        v: __hooks.whole(2usize, "v", __t18)?,
                    })
                },
            );
            __rt::Ok((__t22, __pullback))
        }
        ///The value of [`attention`](fn@attention) and its derivative along the tangents.
        #[inline]
        pub fn jvp(
            q: &Tensor,
            k: &Tensor,
            v: &Tensor,
            mask: &Tensor<bool>,
            __dot_q: &__rt::Tensor<__rt::f32>,
            __dot_k: &__rt::Tensor<__rt::f32>,
            __dot_v: &__rt::Tensor<__rt::f32>,
        ) -> __rt::Result<(__rt::Tensor<__rt::f32>, __rt::Tensor<__rt::f32>)> {
            let [__dim_B, __dim_N, __dim_D, __dim_M, __dim_E] = Self::__dims(
                q,
                k,
                v,
                mask,
            )?;
            __rt::all([
                __rt::check_tangent(q, __dot_q, "attention", "q"),
                __rt::check_tangent(k, __dot_k, "attention", "k"),
                __rt::check_tangent(v, __dot_v, "attention", "v"),
            ])?;
            let mut __ops = __rt::Sequence::new(__OPS);
            let __t4 = __ops.viewed(__rt::ops::mt(k), 1);
            let __t5 = __ops.done(__rt::ops::matmul(q, &__t4), 2);
            let __t6 = __ops.sized([__dim_B, __dim_N, __dim_D], 3);
            __ops.check()?;
            let __t7 = __t6[2];
            let __t8 = 1.0 / (__t7 as __rt::f32).sqrt();
            let __t13 = -1isize;
            let __t15 = __rt::Axes::from(__t13);
            let (__t17, (__t12, ())) = __ops
                .launch_to(
                    __kernels::Value0(__rt::number(&__t8)),
                    0,
                    (__t5, (mask, ())),
                    &[__rt::OutSpec::max(&__t15, true, 1f64), __rt::OutSpec::FULL],
                );
            let __t26 = __ops.viewed(__rt::ops::mt(__dot_k), 1);
            let __t27 = __ops.done(__rt::ops::matmul(__dot_q, &__t4), 2);
            __rt::drop(__t4);
            let __t28 = __ops.done(__rt::ops::matmul(q, &__t26), 2);
            __rt::drop(__t26);
            let (__t20, (__t34, (__t19, (__t33, ())))) = __ops
                .launch_to(
                    __kernels::Jvp1(__rt::number(&__t8)),
                    7,
                    (__t12, (__t17, (__t27, (__t28, (mask, ()))))),
                    &[
                        __rt::OutSpec::sum(&__t15, true, 1f64),
                        __rt::OutSpec::sum(&__t15, true, 1f64),
                        __rt::OutSpec::FULL,
                        __rt::OutSpec::FULL,
                    ],
                );
            let [__t21] = __ops.launch(__kernels::Value2, 2, (__t19, &__t20));
            let __t22 = __ops.done(__rt::ops::matmul(&__t21, v), 4);
            let [__t36] = __ops.launch(__kernels::Jvp2, 8, [__t34]);
            let [__t39] = __ops
                .launch(__kernels::Jvp4, 9, (__t33, __t20, __t36, &__t21));
            let __t40 = __ops.done(__rt::ops::matmul(&__t39, v), 4);
            __rt::drop(__t39);
            let __t41 = __ops.done(__rt::ops::matmul(&__t21, __dot_v), 4);
            __rt::drop(__t21);
            let [__t42] = __ops.launch(__kernels::Jvp5, 10, (__t40, __t41));
            __ops.check()?;
            __rt::Ok((__t22, __t42))
        }
        #[doc(hidden)]
        #[inline]
        pub fn __jvp<__D3>(
            __rt::calls::Pair(
                q,
                __tangent0,
            ): __rt::calls::Pair<&Tensor, &__rt::Tensor<__rt::f32>>,
            __rt::calls::Pair(
                k,
                __tangent1,
            ): __rt::calls::Pair<&Tensor, &__rt::Tensor<__rt::f32>>,
            __rt::calls::Pair(
                v,
                __tangent2,
            ): __rt::calls::Pair<&Tensor, &__rt::Tensor<__rt::f32>>,
            __rt::calls::Pair(mask, __tangent3): __rt::calls::Pair<&Tensor<bool>, &__D3>,
        ) -> __rt::Result<(__rt::Tensor<__rt::f32>, __rt::Tensor<__rt::f32>)> {
            Self::jvp(q, k, v, mask, __tangent0, __tangent1, __tangent2)
        }
        #[doc(hidden)]
        pub fn order_2_vjp<__A0, __A1, __A2, __A3>(
            _: __rt::calls::Anything,
            _: __rt::calls::Anything,
            _: __rt::calls::Anything,
            _: __rt::calls::Anything,
            _: __A0,
            _: __A1,
            _: __A2,
            _: __A3,
        ) -> __rt::calls::Once<Self>
        where
            Self: __rt::calls::OfOrder2<__A0>,
        {
            loop {}
        }
        /// What was made of the function: its graph, its kernels, what it keeps for the pullback.
        #[inline]
        pub const fn explain() -> &'static __rt::str {
            "attention\n\ngraph\n  %0 = input 0: f32[B, N, D]   # q\n  %1 = input 1: f32[B, M, D]   # k\n  %2 = input 2: f32[B, M, E]   # v\n  %3 = input 3: bool[N, M]   # mask\n  %4 = mt(%1): f32[B, D, M]\n  %5 = matmul(%0, %4): f32[B, N, M]\n  %6 = size { sized([B, N, D], site)? }: host\n  %7 = size { h0 [2] }(%6): host\n  %8 = size { 1.0 / (h0 as f32).sqrt() }(%7): host\n  %9 = scalar(%8): f32[]\n  %10 = mul(%5, %9): f32[B, N, M]   # scores\n  %11 = const -1000000000.0: f32[]\n  %12 = select(%3, %10, %11): f32[B, N, M]\n  %13 = size { - 1isize }: host\n  %14 = stop_gradient(%12): f32[B, N, M]\n  %15 = size { Axes::from(h0) }(%13): host\n  %16 = size { true }: host\n  %17 = max(%14, %15, %16): f32[B, N, 1]\n  %18 = sub(%12, %17): f32[B, N, M]\n  %19 = exp(%18): f32[B, N, M]\n  %20 = sum(%19, %15, %16): f32[B, N, 1]\n  %21 = div(%19, %20): f32[B, N, M]\n  %22 = matmul(%21, %2): f32[B, N, E]\n  return %22\n\nvalue\n  %4 = mt(k): f32[B, D, M]\n  %5 = matmul(q, %4): f32[B, N, M]\n  kernel 0 over [B, N, M]: reads %5, mask; writes %17: f32[B, N, 1] by max, %12: f32[B, N, M]; mul select stop_gradient\n  kernel 1 over [B, N, M]: reads %12, %17; writes %20: f32[B, N, 1] by sum, %19: f32[B, N, M]; sub exp\n  kernel 2 over [B, N, M]: reads %19, %20; writes %21: f32[B, N, M]; div\n  %22 = matmul(%21, v): f32[B, N, E]\n\nforward\n  %4 = mt(k): f32[B, D, M]\n  %5 = matmul(q, %4): f32[B, N, M]\n  kernel 0 over [B, N, M]: reads %5, mask; writes %17: f32[B, N, 1] by max, %12: f32[B, N, M]; mul select stop_gradient\n  kernel 1 over [B, N, M]: reads %12, %17; writes %20: f32[B, N, 1] by sum, %18: f32[B, N, M], %19: f32[B, N, M]; sub exp\n  kernel 2 over [B, N, M]: reads %19, %20; writes %21: f32[B, N, M]; div\n  %22 = matmul(%21, v): f32[B, N, E]\n\npullback\n  kernel 0 over [B, N, M]: reads %18 (sub), %20 (sum); writes %11: f32[B, N, M], %12: f32[B, N, M]; exp div\n  %15 = mt(v): f32[B, E, M]\n  %16 = matmul(y_bar, %15): f32[B, N, M]\n  %17 = mt(%12): f32[B, M, N]\n  %18 = matmul(%17, y_bar): f32[B, M, E]\n  kernel 1 over [B, N, M]: reads %16, %12, %20 (sum); writes %24: f32[B, N, 1] by sum_to; neg mul div\n  %25 = keep_axes(%24, %14, %9, %10): f32[B, N, 1]\n  kernel 2 over [B, N, M]: reads %16, %20 (sum), %25, %11, mask; writes %31: f32[B, N, M]; div add mul select mul select\n  %32 = matmul(%31, k): f32[B, N, D]\n  %33 = mt(q): f32[B, D, N]\n  %34 = matmul(%33, %31): f32[B, D, M]\n  %35 = mt(%34): f32[B, M, D]\n\njvp\n  %4 = mt(k): f32[B, D, M]\n  %5 = matmul(q, %4): f32[B, N, M]\n  kernel 0 over [B, N, M]: reads %5, mask; writes %17: f32[B, N, 1] by max, %12: f32[B, N, M]; mul select stop_gradient\n  %26 = mt(k_dot): f32[B, D, M]\n  %27 = matmul(q_dot, %4): f32[B, N, M]\n  %28 = matmul(q, %26): f32[B, N, M]\n  kernel 1 over [B, N, M]: reads %12, %17, %27, %28, mask; writes %20: f32[B, N, 1] by sum, %34: f32[B, N, 1] by sum, %19: f32[B, N, M], %33: f32[B, N, M]; sub exp add mul select mul\n  kernel 3 over [B, N, M]: reads %19, %20; writes %21: f32[B, N, M]; div\n  %22 = matmul(%21, v): f32[B, N, E]\n  kernel 2 over [B, N, 1]: reads %34; writes %36: f32[B, N, 1]; neg\n  kernel 4 over [B, N, M]: reads %33, %20, %36, %21; writes %39: f32[B, N, M]; div mul div add\n  %40 = matmul(%39, v): f32[B, N, E]\n  %41 = matmul(%21, v_dot): f32[B, N, E]\n  kernel 5 over [B, N, E]: reads %40, %41; writes %42: f32[B, N, E]; add\n\nresiduals\n  q: f32[B, N, D], 4*B*D*N bytes (an argument: kept, not copied)\n  k: f32[B, M, D], 4*B*D*M bytes (an argument: kept, not copied)\n  v: f32[B, M, E], 4*B*E*M bytes (an argument: kept, not copied)\n  mask: bool[N, M], M*N bytes (an argument: kept, not copied)\n  %18 (sub): f32[B, N, M], 4*B*M*N bytes\n  %20 (sum): f32[B, N, 1], 4*B*N bytes\n"
        }
    }
    impl __rt::Function for attention {
        const NAME: &'static __rt::str = "attention";
        type Args<'__a> = (&'__a Tensor, &'__a Tensor, &'__a Tensor, &'__a Tensor<bool>);
        type Actives = AttentionGrads;
        type Output = __rt::Tensor<__rt::f32>;
        type Tangent = __rt::Tensor<__rt::f32>;
        #[inline]
        fn actives((q, k, v, mask): &Self::Args<'_>) -> __rt::Result<Self::Actives> {
            __rt::Ok(AttentionGrads {
                q: __rt::clone(*q),
                k: __rt::clone(*k),
                v: __rt::clone(*v),
            })
        }
        #[inline]
        fn replace<__R>(
            (q, k, v, mask): &Self::Args<'_>,
            __actives: &Self::Actives,
            __then: impl ::core::ops::FnOnce(Self::Args<'_>) -> __rt::Result<__R>,
        ) -> __rt::Result<__R> {
            __then((&__actives.q, &__actives.k, &__actives.v, __rt::clone(mask)))
        }
        #[inline]
        fn floats(__output: &Self::Output) -> __rt::Result<Self::Tangent> {
            __rt::Ok(__rt::clone(&__output))
        }
        #[inline]
        fn call((q, k, v, mask): Self::Args<'_>) -> __rt::Result<Self::Output> {
            Self::call(q, k, v, mask)
        }
        #[inline]
        fn vjp(
            (q, k, v, mask): Self::Args<'_>,
        ) -> __rt::Result<
            (
                Self::Output,
                impl __rt::Pullback<Cotangent = Self::Tangent, Grads = Self::Actives>,
            ),
        > {
            Self::vjp(q, k, v, mask)
        }
        #[inline]
        fn jvp(
            (q, k, v, mask): Self::Args<'_>,
            __tangents: &Self::Actives,
        ) -> __rt::Result<(Self::Output, Self::Tangent)> {
            Self::jvp(q, k, v, mask, &__tangents.q, &__tangents.k, &__tangents.v)
        }
    }
};
