#[track_caller]
#[allow(dead_code)]
pub fn elementwise(x: &Tensor) -> Scalar {
    ::cotangent::__private::or_panic(<elementwise>::call(x))
}
///The transforms of [`elementwise`](fn@elementwise): `vjp`, `value_and_grad`, `grad`, `jvp`, `explain`.
#[allow(non_camel_case_types)]
pub enum elementwise {}
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
            place: rt::Place::new("elementwise", ::core::file!(), &[5, 6]),
            sites: &[("", 0), ("mean", 1)],
            groups: &[
                (
                    "gelu_tanh@1(0) sigmoid@1(0) mul@1(1,2) abs@1(0) neg@1(4) exp@1(5) log1p@1(6) add@1(3,7) mean@1(8)",
                    &[8],
                ),
                (
                    "gelu_tanh@1(0) sigmoid@1(0) mul@1(1,2) abs@1(0) neg@1(4) exp@1(5) log1p@1(6) add@1(3,7) log1p@1(6) log1p@1(9) exp@1(10,6) neg@1(11) abs@1(0) abs@1(12,13) mul@1(2) mul@1(1) sigmoid@1(16,2) sigmoid@1(2) sigmoid@1(17,18) gelu_tanh@1(0) gelu_tanh@1(15,20) gelu_tanh@0(14,19) gelu_tanh@0(22,21) mean@1(8)",
                    &[23, 22],
                ),
                (
                    "gelu_tanh@1(0) sigmoid@1(0) abs@1(0) neg@1(4) exp@1(5) mean@1(1) log1p@1(6) log1p@1(7,8) exp@1(9,6) neg@1(10) abs@1(0) abs@1(11,12) mul@1(7,3) mul@1(7,2) sigmoid@1(15,3) sigmoid@1(3) sigmoid@1(16,17) gelu_tanh@1(0) gelu_tanh@1(14,19) gelu_tanh@0(13,18) gelu_tanh@0(21,20)",
                    &[20],
                ),
                (
                    "gelu_tanh@1(0) sigmoid@1(0) mul@1(2,3) abs@1(0) neg@1(5) exp@1(6) log1p@1(7) add@1(4,8) gelu_tanh@1(0) gelu_tanh@1(1,10) sigmoid@1(1,3) sigmoid@1(3) sigmoid@1(12,13) mul@1(11,3) mul@1(14,2) mul@1(15,16) abs@1(0) abs@1(1,18) neg@1(19) exp@1(20,7) log1p@1(7) log1p@1(21,22) add@1(17,23) mean@1(9) mean@1(24)",
                    &[23, 24],
                ),
            ],
        };
        pub struct Value0;
        impl rt::Point for Value0 {
            type Ins = [f32; 1];
            type Outs = [f32; 1];
            const COST: usize = 85;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, s: S, [x0]: [f32; 1]) -> [f32; 1] {
                let t0 = m::gelu_tanh(s, x0);
                let t1 = m::sigmoid(s, x0);
                let t2 = t0 * t1;
                let t3 = m::abs(s, x0);
                let t4 = -t3;
                let t5 = m::exp(s, t4);
                let t6 = m::log1p(s, t5);
                let t7 = t2 + t6;
                [t7]
            }
        }
        pub struct ValueAndGrad0(pub f64);
        impl rt::Point for ValueAndGrad0 {
            type Ins = [f32; 1];
            type Outs = [f32; 2];
            const COST: usize = 124;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, s: S, [x0]: [f32; 1]) -> [f32; 2] {
                let h0: f32 = m::num(s, self.0);
                let t0 = m::gelu_tanh(s, x0);
                let t1 = m::sigmoid(s, x0);
                let t2 = t0 * t1;
                let t3 = m::abs(s, x0);
                let t4 = -t3;
                let t5 = m::exp(s, t4);
                let t6 = m::log1p(s, t5);
                let t7 = t2 + t6;
                let t8 = 1f32 + t5;
                let t9 = h0 / t8;
                let t10 = t9 * t5;
                let t11 = -t10;
                let t12 = m::sign(s, x0);
                let t13 = t11 * t12;
                let t14 = h0 * t1;
                let t15 = h0 * t0;
                let t16 = t15 * t1;
                let t17 = 1f32 - t1;
                let t18 = t16 * t17;
                let t19 = m::gelu_tanh_slope(s, x0);
                let t20 = t14 * t19;
                let t21 = t13 + t18;
                let t22 = t21 + t20;
                [t7, t22]
            }
        }
        pub struct Pullback0(pub f64);
        impl rt::Point for Pullback0 {
            type Ins = [f32; 2];
            type Outs = [f32; 1];
            const COST: usize = 103;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, s: S, [x0, x1]: [f32; 2]) -> [f32; 1] {
                let h0: f32 = m::num(s, self.0);
                let t0 = m::gelu_tanh(s, x0);
                let t1 = m::sigmoid(s, x0);
                let t2 = m::abs(s, x0);
                let t3 = -t2;
                let t4 = m::exp(s, t3);
                let t5 = x1 * h0;
                let t6 = 1f32 + t4;
                let t7 = t5 / t6;
                let t8 = t7 * t4;
                let t9 = -t8;
                let t10 = m::sign(s, x0);
                let t11 = t9 * t10;
                let t12 = t5 * t1;
                let t13 = t5 * t0;
                let t14 = t13 * t1;
                let t15 = 1f32 - t1;
                let t16 = t14 * t15;
                let t17 = m::gelu_tanh_slope(s, x0);
                let t18 = t12 * t17;
                let t19 = t11 + t16;
                let t20 = t19 + t18;
                [t20]
            }
        }
        pub struct Jvp0;
        impl rt::Point for Jvp0 {
            type Ins = [f32; 2];
            type Outs = [f32; 2];
            const COST: usize = 124;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, s: S, [x0, x1]: [f32; 2]) -> [f32; 2] {
                let t0 = m::gelu_tanh(s, x0);
                let t1 = m::sigmoid(s, x0);
                let t2 = t0 * t1;
                let t3 = m::abs(s, x0);
                let t4 = -t3;
                let t5 = m::exp(s, t4);
                let t6 = m::log1p(s, t5);
                let t7 = t2 + t6;
                let t8 = m::gelu_tanh_slope(s, x0);
                let t9 = x1 * t8;
                let t10 = x1 * t1;
                let t11 = 1f32 - t1;
                let t12 = t10 * t11;
                let t13 = t9 * t1;
                let t14 = t12 * t0;
                let t15 = t13 + t14;
                let t16 = m::sign(s, x0);
                let t17 = x1 * t16;
                let t18 = -t17;
                let t19 = t18 * t5;
                let t20 = 1f32 + t5;
                let t21 = t19 / t20;
                let t22 = t15 + t21;
                [t7, t22]
            }
        }
    }
    ///Gradients of [`elementwise`](fn@elementwise), one field per active parameter.
    #[derive(::core::clone::Clone, ::core::fmt::Debug)]
    pub struct ElementwiseGrads {
        ///Gradient with respect to `x`.
        pub x: __rt::Tensor<__rt::f32>,
    }
    impl __rt::TensorTree for ElementwiseGrads {
        fn walk<const __N: __rt::usize, __W: __rt::Walk<__N>>(
            __trees: [&Self; __N],
            __path: &mut __rt::Path,
            __walk: &mut __W,
        ) -> __rt::Result<Self> {
            let (__f0, ()) = __path.parts(&["x"], __trees, |__t| (&__t.x, ()), __walk)?;
            __rt::Ok(ElementwiseGrads { x: __f0 })
        }
        fn walk_mut<const __N: __rt::usize, __U: __rt::Update<__N, 0>>(
            &mut self,
            __others: [&Self; __N],
            __path: &mut __rt::Path,
            __update: &mut __U,
        ) -> __rt::Result<()> {
            __path
                .change(
                    &["x"],
                    (&mut self.x, ()),
                    __others,
                    |__t| (&__t.x, ()),
                    __update,
                )
        }
    }
    __rt::operators!([] ElementwiseGrads,);
    impl __rt::calls::Slots for ElementwiseGrads {
        type Slots = (__rt::Tensor<__rt::f32>,);
        #[inline]
        fn slots(self) -> Self::Slots {
            (self.x,)
        }
    }
    impl elementwise {
        #[inline]
        fn __dims(
            __of0: &__rt::Tensor<__rt::f32>,
        ) -> __rt::Result<[__rt::usize; 1usize]> {
            __rt::bound_dims(&__OPS.site(0), [0], &[("x", __of0, &[__rt::Dim::Bind(0)])])
        }
        ///[`elementwise`](fn@elementwise) as a `Result`, whatever its signature.
        #[inline]
        pub fn call(x: &Tensor) -> __rt::Result<__rt::Tensor<__rt::f32>> {
            let [__dim_N] = Self::__dims(x)?;
            let __t12 = __OPS.sized([__dim_N], 1)?;
            let __t13 = 1.0 / __t12.count(&__rt::Axes::ALL) as __rt::f64;
            let [__t15] = __OPS
                .launch_to(
                    __kernels::Value0,
                    0,
                    [x],
                    &[__rt::OutSpec::sum(&__rt::Axes::ALL, false, &__t13)],
                )?;
            __rt::Ok(__t15)
        }
        ///The value of [`elementwise`](fn@elementwise) and its gradient, as one fused program.
        #[inline]
        pub fn value_and_grad(
            x: &Tensor,
        ) -> __rt::Result<(__rt::Tensor<__rt::f32>, ElementwiseGrads)> {
            let [__dim_N] = Self::__dims(x)?;
            let __t12 = __OPS.sized([__dim_N], 1)?;
            let __t13 = 1.0 / __t12.count(&__rt::Axes::ALL) as __rt::f64;
            let [__t15, __t31] = __OPS
                .launch_to(
                    __kernels::ValueAndGrad0(__rt::number(&__t13)),
                    1,
                    [x],
                    &[
                        __rt::OutSpec::sum(&__rt::Axes::ALL, false, &__t13),
                        __rt::OutSpec::FULL,
                    ],
                )?;
            __rt::Ok((__t15, ElementwiseGrads { x: __t31 }))
        }
        ///The gradient of [`elementwise`](fn@elementwise).
        #[inline]
        pub fn grad(x: &Tensor) -> __rt::Result<ElementwiseGrads> {
            __rt::Ok(Self::value_and_grad(x)?.1)
        }
        ///The value of [`elementwise`](fn@elementwise) and a pullback: cotangents of the result in, cotangents of the active inputs out.
        #[inline]
        pub fn vjp(
            x: &Tensor,
        ) -> __rt::Result<
            (
                __rt::Tensor<__rt::f32>,
                impl __rt::PullbackOf<
                    __rt::Tensor<__rt::f32>,
                    __rt::Tensor<__rt::f32>,
                    ElementwiseGrads,
                > + use<>,
            ),
        > {
            let [__dim_N] = Self::__dims(x)?;
            let __t12 = __OPS.sized([__dim_N], 1)?;
            let __t13 = 1.0 / __t12.count(&__rt::Axes::ALL) as __rt::f64;
            let [__t15] = __OPS
                .launch_to(
                    __kernels::Value0,
                    0,
                    [x],
                    &[__rt::OutSpec::sum(&__rt::Axes::ALL, false, &__t13)],
                )?;
            let __form0 = __rt::Differentiable::form(&__t15);
            let __residual0 = __rt::clone(x);
            let __residual1 = __t13;
            let __pullback = __rt::pullback_of(
                &__t15,
                __rt::bytes_of(&__residual0),
                move |__cotangent, mut __hooks| -> __rt::Result<ElementwiseGrads> {
                    let __cotangent0 = &__OPS.cotangent(__cotangent, &__form0)?;
                    let [__t25] = __OPS
                        .launch(
                            __kernels::Pullback0(__rt::number(&__residual1)),
                            2,
                            (__residual0, __cotangent0),
                        )?;
                    __rt::Ok(ElementwiseGrads {
                        x: __hooks.whole(0usize, "x", __t25)?,
                    })
                },
            );
            __rt::Ok((__t15, __pullback))
        }
        ///The value of [`elementwise`](fn@elementwise) and its derivative along the tangents.
        #[inline]
        pub fn jvp(
            x: &Tensor,
            __dot_x: &__rt::Tensor<__rt::f32>,
        ) -> __rt::Result<(__rt::Tensor<__rt::f32>, __rt::Tensor<__rt::f32>)> {
            let [__dim_N] = Self::__dims(x)?;
            __rt::check_tangent(x, __dot_x, "elementwise", "x")?;
            let __t12 = __OPS.sized([__dim_N], 1)?;
            let __t13 = 1.0 / __t12.count(&__rt::Axes::ALL) as __rt::f64;
            let [__t15, __t34] = __OPS
                .launch_to(
                    __kernels::Jvp0,
                    3,
                    (x, __dot_x),
                    &[
                        __rt::OutSpec::sum(&__rt::Axes::ALL, false, &__t13),
                        __rt::OutSpec::sum(&__rt::Axes::ALL, false, &__t13),
                    ],
                )?;
            __rt::Ok((__t15, __t34))
        }
        #[doc(hidden)]
        #[inline]
        pub fn __jvp(
            __rt::calls::Pair(
                x,
                __tangent0,
            ): __rt::calls::Pair<&Tensor, &__rt::Tensor<__rt::f32>>,
        ) -> __rt::Result<(__rt::Tensor<__rt::f32>, __rt::Tensor<__rt::f32>)> {
            Self::jvp(x, __tangent0)
        }
        #[doc(hidden)]
        pub fn order_2_vjp<__A0>(
            _: __rt::calls::Anything,
            _: __A0,
        ) -> __rt::calls::Once<Self>
        where
            Self: __rt::calls::OfOrder2<__A0>,
        {
            loop {}
        }
        /// What was made of the function: its graph, its kernels, what it keeps for the pullback.
        #[inline]
        pub const fn explain() -> &'static __rt::str {
            "elementwise\n\ngraph\n  %0 = input 0: f32[N]   # x\n  %1 = gelu_tanh(%0): f32[N]\n  %2 = sigmoid(%0): f32[N]\n  %3 = mul(%1, %2): f32[N]\n  %4 = abs(%0): f32[N]\n  %5 = neg(%4): f32[N]\n  %6 = exp(%5): f32[N]\n  %7 = log1p(%6): f32[N]\n  %8 = add(%3, %7): f32[N]\n  %9 = size { Axes::ALL }: host\n  %10 = size { false }: host\n  %11 = sum(%8, %9, %10): f32[]\n  %12 = size { sized([N], site)? }: host\n  %13 = size { 1.0 / h0.count(& h1) as f64 }(%12, %9): host\n  %14 = scalar(%13): f32[]\n  %15 = mul(%11, %14): f32[]\n  return %15\n\nvalue\n  kernel 0 over [N]: reads x; writes %15: f32[] by sum, scaled; gelu_tanh sigmoid mul abs neg exp log1p add\n\nvalue_and_grad\n  kernel 0 over [N]: reads x; writes %15: f32[] by sum, scaled, %31: f32[N]; gelu_tanh sigmoid mul abs neg exp log1p add add div mul neg sign mul mul mul mul sub mul gelu_tanh_slope mul add add\n\nforward\n  kernel 0 over [N]: reads x; writes %15: f32[] by sum, scaled; gelu_tanh sigmoid mul abs neg exp log1p add\n\npullback\n  kernel 0 over [N]: reads x, y_bar; writes %25: f32[N]; gelu_tanh sigmoid abs neg exp mul add div mul neg sign mul mul mul mul sub mul gelu_tanh_slope mul add add\n\njvp\n  kernel 0 over [N]: reads x, x_dot; writes %15: f32[] by sum, scaled, %34: f32[] by sum, scaled; gelu_tanh sigmoid mul abs neg exp log1p add gelu_tanh_slope mul mul sub mul mul mul add sign mul neg mul add div add\n\nresiduals\n  x: f32[N], 4*N bytes (an argument: kept, not copied)\n"
        }
    }
    impl __rt::Function for elementwise {
        const NAME: &'static __rt::str = "elementwise";
        type Args<'__a> = (&'__a Tensor,);
        type Actives = ElementwiseGrads;
        type Output = __rt::Tensor<__rt::f32>;
        type Tangent = __rt::Tensor<__rt::f32>;
        #[inline]
        fn actives((x,): &Self::Args<'_>) -> __rt::Result<Self::Actives> {
            __rt::Ok(ElementwiseGrads {
                x: __rt::clone(*x),
            })
        }
        #[inline]
        fn replace<__R>(
            (x,): &Self::Args<'_>,
            __actives: &Self::Actives,
            __then: impl ::core::ops::FnOnce(Self::Args<'_>) -> __rt::Result<__R>,
        ) -> __rt::Result<__R> {
            __then((&__actives.x,))
        }
        #[inline]
        fn floats(__output: &Self::Output) -> __rt::Result<Self::Tangent> {
            __rt::Ok(__rt::clone(&__output))
        }
        #[inline]
        fn call((x,): Self::Args<'_>) -> __rt::Result<Self::Output> {
            Self::call(x)
        }
        #[inline]
        fn vjp(
            (x,): Self::Args<'_>,
        ) -> __rt::Result<
            (
                Self::Output,
                impl __rt::Pullback<Cotangent = Self::Tangent, Grads = Self::Actives>,
            ),
        > {
            Self::vjp(x)
        }
        #[inline]
        fn jvp(
            (x,): Self::Args<'_>,
            __tangents: &Self::Actives,
        ) -> __rt::Result<(Self::Output, Self::Tangent)> {
            Self::jvp(x, &__tangents.x)
        }
    }
    impl __rt::Objective for elementwise {
        #[inline]
        fn value_and_grad((x,): Self::Args<'_>) -> __rt::Valued<Self> {
            Self::value_and_grad(x)
        }
    }
};
