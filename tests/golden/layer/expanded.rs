/// Mean squared error of one layer.
#[track_caller]
#[allow(dead_code)]
pub fn layer(x: &Tensor, w: &Tensor, b: &Tensor, y: &Tensor) -> Scalar {
    ::cotangent::__private::or_panic(<layer>::call(x, w, b, y))
}
///The transforms of [`layer`](fn@layer): `vjp`, `value_and_grad`, `grad`, `jvp`, `explain`.
#[allow(non_camel_case_types)]
pub enum layer {}
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
            place: rt::Place::new("layer", ::core::file!(), &[6, 12, 14, 13, 9]),
            sites: &[("", 0), ("matmul", 1), ("mean", 2), ("", 4)],
            groups: &[
                ("add@1(0,1) tanh@1(3) sub@3(4,2) mul@2(5,5) mean@2(6)", &[4]),
                (
                    "add@1(0,1) tanh@1(3) sub@3(4,2) mul@2(5,5) mul@2(5) sub@3(7,7) tanh@1(4,4) tanh@1(9) tanh@1(8,10) mean@2(6) matmul@4(11)",
                    &[9, 10, 8],
                ),
                (
                    "add@1(0,1) tanh@1(4) sub@3(5,2) mean@2(3) mul@2(7,6) sub@3(8,8) tanh@1(5,5) tanh@1(10) tanh@1(9,11) matmul@4(12)",
                    &[9, 8],
                ),
                (
                    "add@1(0,1) tanh@1(5) sub@3(6,2) mul@2(7,7) add@1(3,4) tanh@1(6,6) tanh@1(10) tanh@1(9,11) mul@2(12,7) mul@2(13,13) mean@2(8) mean@2(14)",
                    &[10, 11],
                ),
            ],
        };
        pub struct Value0;
        impl rt::Point for Value0 {
            type Ins = [f32; 3];
            type Outs = [f32; 1];
            const COST: usize = 24;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, s: S, [x0, x1, x2]: [f32; 3]) -> [f32; 1] {
                let t0 = x0 + x1;
                let t1 = m::tanh(s, t0);
                let t2 = t1 - x2;
                let t3 = t2 * t2;
                [t3]
            }
        }
        pub struct ValueAndGrad0(pub f64);
        impl rt::Point for ValueAndGrad0 {
            type Ins = [f32; 3];
            type Outs = [f32; 3];
            const COST: usize = 29;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, s: S, [x0, x1, x2]: [f32; 3]) -> [f32; 3] {
                let h0: f32 = m::num(s, self.0);
                let t0 = x0 + x1;
                let t1 = m::tanh(s, t0);
                let t2 = t1 - x2;
                let t3 = t2 * t2;
                let t4 = h0 * t2;
                let t5 = t4 + t4;
                let t6 = t1 * t1;
                let t7 = 1f32 - t6;
                let t8 = t5 * t7;
                [t3, t8, t8]
            }
        }
        pub struct Pullback0(pub f64);
        impl rt::Point for Pullback0 {
            type Ins = [f32; 4];
            type Outs = [f32; 2];
            const COST: usize = 29;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, s: S, [x0, x1, x2, x3]: [f32; 4]) -> [f32; 2] {
                let h0: f32 = m::num(s, self.0);
                let t0 = x0 + x1;
                let t1 = m::tanh(s, t0);
                let t2 = t1 - x2;
                let t3 = x3 * h0;
                let t4 = t3 * t2;
                let t5 = t4 + t4;
                let t6 = t1 * t1;
                let t7 = 1f32 - t6;
                let t8 = t5 * t7;
                [t8, t8]
            }
        }
        pub struct Jvp0;
        impl rt::Point for Jvp0 {
            type Ins = [f32; 5];
            type Outs = [f32; 2];
            const COST: usize = 30;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, s: S, x: [f32; 5]) -> [f32; 2] {
                let [x0, x1, x2, x3, x4] = x;
                let t0 = x0 + x1;
                let t1 = m::tanh(s, t0);
                let t2 = t1 - x2;
                let t3 = t2 * t2;
                let t4 = x3 + x4;
                let t5 = t1 * t1;
                let t6 = 1f32 - t5;
                let t7 = t4 * t6;
                let t8 = t7 * t2;
                let t9 = t8 + t8;
                [t3, t9]
            }
        }
    }
    ///Gradients of [`layer`](fn@layer), one field per active parameter.
    #[derive(::core::clone::Clone, ::core::fmt::Debug)]
    pub struct LayerGrads {
        ///Gradient with respect to `w`.
        pub w: __rt::Tensor<__rt::f32>,
        ///Gradient with respect to `b`.
        pub b: __rt::Tensor<__rt::f32>,
    }
    impl __rt::TensorTree for LayerGrads {
        fn walk<const __N: __rt::usize, __W: __rt::Walk<__N>>(
            __trees: [&Self; __N],
            __path: &mut __rt::Path,
            __walk: &mut __W,
        ) -> __rt::Result<Self> {
            let (__f0, (__f1, ())) = __path
                .parts(&["w", "b"], __trees, |__t| (&__t.w, (&__t.b, ())), __walk)?;
            __rt::Ok(LayerGrads { w: __f0, b: __f1 })
        }
        fn walk_mut<const __N: __rt::usize, __U: __rt::Update<__N, 0>>(
            &mut self,
            __others: [&Self; __N],
            __path: &mut __rt::Path,
            __update: &mut __U,
        ) -> __rt::Result<()> {
            __path
                .change(
                    &["w", "b"],
                    (&mut self.w, (&mut self.b, ())),
                    __others,
                    |__t| (&__t.w, (&__t.b, ())),
                    __update,
                )
        }
    }
    __rt::operators!([] LayerGrads,);
    impl __rt::calls::Slots for LayerGrads {
        type Slots = ((), __rt::Tensor<__rt::f32>, __rt::Tensor<__rt::f32>, ());
        #[inline]
        fn slots(self) -> Self::Slots {
            ((), self.w, self.b, ())
        }
    }
    impl layer {
        #[inline]
        fn __dims(
            __of0: &__rt::Tensor<__rt::f32>,
            __of1: &__rt::Tensor<__rt::f32>,
            __of2: &__rt::Tensor<__rt::f32>,
            __of3: &__rt::Tensor<__rt::f32>,
        ) -> __rt::Result<[__rt::usize; 3usize]> {
            __rt::bound_dims(
                &__OPS.site(0),
                [0, 0, 0],
                &[
                    ("x", __of0, &[__rt::Dim::Bind(0), __rt::Dim::Bind(1)]),
                    ("w", __of1, &[__rt::Dim::Same("I", 1), __rt::Dim::Bind(2)]),
                    ("b", __of2, &[__rt::Dim::Same("H", 2)]),
                    ("y", __of3, &[__rt::Dim::Same("B", 0), __rt::Dim::Same("H", 2)]),
                ],
            )
        }
        ///[`layer`](fn@layer) as a `Result`, whatever its signature.
        #[inline]
        pub fn call(
            x: &Tensor,
            w: &Tensor,
            b: &Tensor,
            y: &Tensor,
        ) -> __rt::Result<__rt::Tensor<__rt::f32>> {
            let [__dim_B, __dim_I, __dim_H] = Self::__dims(x, w, b, y)?;
            let mut __ops = __rt::Sequence::new(__OPS);
            let __t4 = __ops.done(__rt::ops::matmul(x, w), 1);
            let __t12 = __ops.sized([__dim_B, __dim_H], 2);
            __ops.check()?;
            let __t13 = 1.0 / __t12.count(&__rt::Axes::ALL) as __rt::f64;
            let [__t15] = __OPS
                .launch_to(
                    __kernels::Value0,
                    0,
                    (__t4, b, y),
                    &[__rt::OutSpec::sum(&__rt::Axes::ALL, false, &__t13)],
                )?;
            __rt::Ok(__t15)
        }
        ///The value of [`layer`](fn@layer) and its gradient, as one fused program.
        #[inline]
        pub fn value_and_grad(
            x: &Tensor,
            w: &Tensor,
            b: &Tensor,
            y: &Tensor,
        ) -> __rt::Result<(__rt::Tensor<__rt::f32>, LayerGrads)> {
            let [__dim_B, __dim_I, __dim_H] = Self::__dims(x, w, b, y)?;
            let mut __ops = __rt::Sequence::new(__OPS);
            let __t4 = __ops.done(__rt::ops::matmul(x, w), 1);
            let __t12 = __ops.sized([__dim_B, __dim_H], 2);
            __ops.check()?;
            let __t13 = 1.0 / __t12.count(&__rt::Axes::ALL) as __rt::f64;
            let __t24 = __ops.sized([__dim_H], 3);
            let [__t15, __t25, __t21] = __ops
                .launch_to(
                    __kernels::ValueAndGrad0(__rt::number(&__t13)),
                    1,
                    (__t4, b, y),
                    &[
                        __rt::OutSpec::sum(&__rt::Axes::ALL, false, &__t13),
                        __rt::OutSpec::sum_to(&__t24, 1f64),
                        __rt::OutSpec::FULL,
                    ],
                );
            let __t23 = __ops.done(__rt::ops::matmul_tn(x, &__t21), 1);
            __rt::drop(__t21);
            __ops.check()?;
            __rt::Ok((__t15, LayerGrads { w: __t23, b: __t25 }))
        }
        ///The gradient of [`layer`](fn@layer).
        #[inline]
        pub fn grad(
            x: &Tensor,
            w: &Tensor,
            b: &Tensor,
            y: &Tensor,
        ) -> __rt::Result<LayerGrads> {
            __rt::Ok(Self::value_and_grad(x, w, b, y)?.1)
        }
        ///The value of [`layer`](fn@layer) and a pullback: cotangents of the result in, cotangents of the active inputs out.
        #[inline]
        pub fn vjp(
            x: &Tensor,
            w: &Tensor,
            b: &Tensor,
            y: &Tensor,
        ) -> __rt::Result<
            (
                __rt::Tensor<__rt::f32>,
                impl __rt::PullbackOf<
                    __rt::Tensor<__rt::f32>,
                    __rt::Tensor<__rt::f32>,
                    LayerGrads,
                > + use<>,
            ),
        > {
            let [__dim_B, __dim_I, __dim_H] = Self::__dims(x, w, b, y)?;
            let mut __ops = __rt::Sequence::new(__OPS);
            let __t4 = __ops.done(__rt::ops::matmul(x, w), 1);
            let __t12 = __ops.sized([__dim_B, __dim_H], 2);
            __ops.check()?;
            let __t13 = 1.0 / __t12.count(&__rt::Axes::ALL) as __rt::f64;
            let [__t15] = __OPS
                .launch_to(
                    __kernels::Value0,
                    0,
                    (&__t4, b, y),
                    &[__rt::OutSpec::sum(&__rt::Axes::ALL, false, &__t13)],
                )?;
            let __form0 = __rt::Differentiable::form(&__t15);
            let __residual0 = __rt::clone(x);
            let __residual1 = __rt::clone(b);
            let __residual2 = __rt::clone(y);
            let __residual3 = __t4;
            let __residual4 = __t13;
            let __pullback = __rt::pullback_of(
                &__t15,
                __rt::bytes_of(&__residual0) + __rt::bytes_of(&__residual1)
                    + __rt::bytes_of(&__residual2) + __rt::bytes_of(&__residual3),
                move |__cotangent, mut __hooks| -> __rt::Result<LayerGrads> {
                    let __cotangent0 = &__OPS.cotangent(__cotangent, &__form0)?;
                    let mut __ops = __rt::Sequence::new(__OPS);
                    let __t17 = __ops.viewed(__rt::ops::mt(&__residual0), 1);
                    __rt::drop(__residual0);
                    let __t19 = __ops.sized([__dim_H], 3);
                    __ops.check()?;
                    let [__t20, __t16] = __OPS
                        .launch_to(
                            __kernels::Pullback0(__rt::number(&__residual4)),
                            2,
                            (__residual3, __residual1, __residual2, __cotangent0),
                            &[__rt::OutSpec::sum_to(&__t19, 1f64), __rt::OutSpec::FULL],
                        )?;
                    let __t20 = __hooks.whole(2usize, "b", __t20)?;
                    let __t18 = __OPS
                        .done(
                            __rt::ops::product_if(__hooks.reads(1usize), &__t17, &__t16),
                            1,
                        )?;
                    __rt::drop((__t17, __t16));
                    __rt::Ok(LayerGrads {
                        w: __hooks.whole(1usize, "w", __t18)?,
                        b: __hooks.whole(2usize, "b", __t20)?,
                    })
                },
            );
            __rt::Ok((__t15, __pullback))
        }
        ///The value of [`layer`](fn@layer) and its derivative along the tangents.
        #[inline]
        pub fn jvp(
            x: &Tensor,
            w: &Tensor,
            b: &Tensor,
            y: &Tensor,
            __dot_w: &__rt::Tensor<__rt::f32>,
            __dot_b: &__rt::Tensor<__rt::f32>,
        ) -> __rt::Result<(__rt::Tensor<__rt::f32>, __rt::Tensor<__rt::f32>)> {
            let [__dim_B, __dim_I, __dim_H] = Self::__dims(x, w, b, y)?;
            __rt::all([
                __rt::check_tangent(w, __dot_w, "layer", "w"),
                __rt::check_tangent(b, __dot_b, "layer", "b"),
            ])?;
            let mut __ops = __rt::Sequence::new(__OPS);
            let __t4 = __ops.done(__rt::ops::matmul(x, w), 1);
            let __t12 = __ops.sized([__dim_B, __dim_H], 2);
            __ops.check()?;
            let __t13 = 1.0 / __t12.count(&__rt::Axes::ALL) as __rt::f64;
            let __t18 = __ops.done(__rt::ops::matmul(x, __dot_w), 1);
            let [__t15, __t27] = __ops
                .launch_to(
                    __kernels::Jvp0,
                    3,
                    (__t4, b, y, __t18, __dot_b),
                    &[
                        __rt::OutSpec::sum(&__rt::Axes::ALL, false, &__t13),
                        __rt::OutSpec::sum(&__rt::Axes::ALL, false, &__t13),
                    ],
                );
            __ops.check()?;
            __rt::Ok((__t15, __t27))
        }
        #[doc(hidden)]
        #[inline]
        pub fn __jvp<__D0, __D3>(
            __rt::calls::Pair(x, __tangent0): __rt::calls::Pair<&Tensor, &__D0>,
            __rt::calls::Pair(
                w,
                __tangent1,
            ): __rt::calls::Pair<&Tensor, &__rt::Tensor<__rt::f32>>,
            __rt::calls::Pair(
                b,
                __tangent2,
            ): __rt::calls::Pair<&Tensor, &__rt::Tensor<__rt::f32>>,
            __rt::calls::Pair(y, __tangent3): __rt::calls::Pair<&Tensor, &__D3>,
        ) -> __rt::Result<(__rt::Tensor<__rt::f32>, __rt::Tensor<__rt::f32>)> {
            Self::jvp(x, w, b, y, __tangent1, __tangent2)
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
            "layer\n\ngraph\n  %0 = input 0: f32[B, I]   # x\n  %1 = input 1: f32[I, H]   # w\n  %2 = input 2: f32[H]   # b\n  %3 = input 3: f32[B, H]   # y\n  %4 = matmul(%0, %1): f32[B, H]\n  %5 = add(%4, %2): f32[B, H]\n  %6 = tanh(%5): f32[B, H]   # h\n  %7 = sub(%6, %3): f32[B, H]   # e\n  %8 = mul(%7, %7): f32[B, H]\n  %9 = size { Axes::ALL }: host\n  %10 = size { false }: host\n  %11 = sum(%8, %9, %10): f32[]\n  %12 = size { sized([B, H], site)? }: host\n  %13 = size { 1.0 / h0.count(& h1) as f64 }(%12, %9): host\n  %14 = scalar(%13): f32[]\n  %15 = mul(%11, %14): f32[]\n  return %15\n\nvalue\n  %4 = matmul(x, w): f32[B, H]\n  kernel 0 over [B, H]: reads %4, b, y; writes %15: f32[] by sum, scaled; add tanh sub mul\n\nvalue_and_grad\n  %4 = matmul(x, w): f32[B, H]\n  %22 = mt(x): f32[I, B]\n  kernel 0 over [B, H]: reads %4, b, y; writes %15: f32[] by sum, scaled, %25: f32[H] by sum_to, %21: f32[B, H]; add tanh sub mul mul add mul sub mul\n  %23 = matmul(%22, %21): f32[I, H]\n\nforward\n  %4 = matmul(x, w): f32[B, H]\n  kernel 0 over [B, H]: reads %4, b, y; writes %15: f32[] by sum, scaled; add tanh sub mul\n\npullback\n  %17 = mt(x): f32[I, B]\n  kernel 0 over [B, H]: reads %4 (matmul), b, y, y_bar; writes %20: f32[H] by sum_to, %16: f32[B, H]; add tanh sub mul mul add mul sub mul\n  %18 = matmul(%17, %16): f32[I, H]\n\njvp\n  %4 = matmul(x, w): f32[B, H]\n  %18 = matmul(x, w_dot): f32[B, H]\n  kernel 0 over [B, H]: reads %4, b, y, %18, b_dot; writes %15: f32[] by sum, scaled, %27: f32[] by sum, scaled; add tanh sub mul add mul sub mul mul add\n\nresiduals\n  x: f32[B, I], 4*B*I bytes (an argument: kept, not copied)\n  b: f32[H], 4*H bytes (an argument: kept, not copied)\n  y: f32[B, H], 4*B*H bytes (an argument: kept, not copied)\n  %4 (matmul): f32[B, H], 4*B*H bytes\n"
        }
    }
    impl __rt::Function for layer {
        const NAME: &'static __rt::str = "layer";
        type Args<'__a> = (&'__a Tensor, &'__a Tensor, &'__a Tensor, &'__a Tensor);
        type Actives = LayerGrads;
        type Output = __rt::Tensor<__rt::f32>;
        type Tangent = __rt::Tensor<__rt::f32>;
        #[inline]
        fn actives((x, w, b, y): &Self::Args<'_>) -> __rt::Result<Self::Actives> {
            __rt::Ok(LayerGrads {
                w: __rt::clone(*w),
                b: __rt::clone(*b),
            })
        }
        #[inline]
        fn replace<__R>(
            (x, w, b, y): &Self::Args<'_>,
            __actives: &Self::Actives,
            __then: impl ::core::ops::FnOnce(Self::Args<'_>) -> __rt::Result<__R>,
        ) -> __rt::Result<__R> {
            __then((__rt::clone(x), &__actives.w, &__actives.b, __rt::clone(y)))
        }
        #[inline]
        fn floats(__output: &Self::Output) -> __rt::Result<Self::Tangent> {
            __rt::Ok(__rt::clone(&__output))
        }
        #[inline]
        fn call((x, w, b, y): Self::Args<'_>) -> __rt::Result<Self::Output> {
            Self::call(x, w, b, y)
        }
        #[inline]
        fn vjp(
            (x, w, b, y): Self::Args<'_>,
        ) -> __rt::Result<
            (
                Self::Output,
                impl __rt::Pullback<Cotangent = Self::Tangent, Grads = Self::Actives>,
            ),
        > {
            Self::vjp(x, w, b, y)
        }
        #[inline]
        fn jvp(
            (x, w, b, y): Self::Args<'_>,
            __tangents: &Self::Actives,
        ) -> __rt::Result<(Self::Output, Self::Tangent)> {
            Self::jvp(x, w, b, y, &__tangents.w, &__tangents.b)
        }
    }
    impl __rt::Objective for layer {
        #[inline]
        fn value_and_grad((x, w, b, y): Self::Args<'_>) -> __rt::Valued<Self> {
            Self::value_and_grad(x, w, b, y)
        }
    }
};
