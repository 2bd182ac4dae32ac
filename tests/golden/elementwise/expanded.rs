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
                    "gelu_tanh@1(0) gelu_tanh@1(1,1) gelu_tanh@1(2) gelu_tanh@1(3) gelu_tanh@1(1,4) gelu_tanh@1(5) gelu_tanh@1(0,6) sigmoid@1(0) mul@1(7,8) abs@1(0) neg@1(10) exp@1(11) log1p@1(12) add@1(9,13) mean@1(14)",
                    &[14],
                ),
                (
                    "gelu_tanh@1(0) gelu_tanh@1(1,1) gelu_tanh@1(2) gelu_tanh@1(3) gelu_tanh@1(1,4) gelu_tanh@1(5) gelu_tanh@1(0,6) sigmoid@1(0) mul@1(7,8) abs@1(0) neg@1(10) exp@1(11) log1p@1(12) add@1(9,13) log1p@1(12) log1p@1(15) exp@1(16,12) neg@1(17) abs@1(0) abs@1(18,19) mul@1(8) mul@1(7) sigmoid@1(22,8) sigmoid@1(8) sigmoid@1(23,24) gelu_tanh@1(21,6) gelu_tanh@1(21,0) gelu_tanh@1(27,6) gelu_tanh@1(6) gelu_tanh@1(28,29) gelu_tanh@1(30,4) gelu_tanh@1(30,1) gelu_tanh@1(32) gelu_tanh@1(33,1) gelu_tanh@1(31,34) gelu_tanh@1(35,34) gelu_tanh@1(0) gelu_tanh@1(0) gelu_tanh@1(37,38) gelu_tanh@1(39,36) gelu_tanh@0(20,25) gelu_tanh@0(41,26) gelu_tanh@0(42,40) mean@1(14)",
                    &[43, 42],
                ),
                (
                    "gelu_tanh@1(0) gelu_tanh@1(2,2) gelu_tanh@1(3) gelu_tanh@1(4) gelu_tanh@1(2,5) gelu_tanh@1(6) gelu_tanh@1(0,7) sigmoid@1(0) abs@1(0) neg@1(10) exp@1(11) mean@1(1) log1p@1(12) log1p@1(13,14) exp@1(15,12) neg@1(16) abs@1(0) abs@1(17,18) mul@1(13,9) mul@1(13,8) sigmoid@1(21,9) sigmoid@1(9) sigmoid@1(22,23) gelu_tanh@1(20,7) gelu_tanh@1(20,0) gelu_tanh@1(26,7) gelu_tanh@1(7) gelu_tanh@1(27,28) gelu_tanh@1(29,5) gelu_tanh@1(29,2) gelu_tanh@1(31) gelu_tanh@1(32,2) gelu_tanh@1(30,33) gelu_tanh@1(34,33) gelu_tanh@1(0) gelu_tanh@1(0) gelu_tanh@1(36,37) gelu_tanh@1(38,35) gelu_tanh@0(19,24) gelu_tanh@0(40,25) gelu_tanh@0(41,39)",
                    &[40],
                ),
                (
                    "gelu_tanh@1(0) gelu_tanh@1(2,2) gelu_tanh@1(3) gelu_tanh@1(4) gelu_tanh@1(2,5) gelu_tanh@1(6) gelu_tanh@1(0,7) sigmoid@1(0) mul@1(8,9) abs@1(0) neg@1(11) exp@1(12) log1p@1(13) add@1(10,14) gelu_tanh@1(0) gelu_tanh@1(0) gelu_tanh@1(16,17) gelu_tanh@1(18,1) gelu_tanh@1(19,2) gelu_tanh@1(20,20) gelu_tanh@1(21) gelu_tanh@1(19,5) gelu_tanh@1(22,2) gelu_tanh@1(23,24) gelu_tanh@1(25,7) gelu_tanh@1(7) gelu_tanh@1(26,27) gelu_tanh@1(1,7) gelu_tanh@1(28,0) gelu_tanh@1(29,30) sigmoid@1(1,9) sigmoid@1(9) sigmoid@1(32,33) mul@1(31,9) mul@1(34,8) mul@1(35,36) abs@1(0) abs@1(1,38) neg@1(39) exp@1(40,13) log1p@1(13) log1p@1(41,42) add@1(37,43) mean@1(15) mean@1(44)",
                    &[43, 44],
                ),
            ],
        };
        pub struct Value0;
        impl rt::Point for Value0 {
            type Ins = [f32; 1];
            type Outs = [f32; 1];
            const COST: usize = 92;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, s: S, [x0]: [f32; 1]) -> [f32; 1] {
                let t0 = m::clamp(s, x0, -64f32, 64f32);
                let t1 = t0 * t0;
                let t2 = 0.071354814f32 * t1;
                let t3 = 1.5957692f32 + t2;
                let t4 = t0 * t3;
                let t5 = m::sigmoid(s, t4);
                let t6 = x0 * t5;
                let t7 = m::sigmoid(s, x0);
                let t8 = t6 * t7;
                let t9 = m::abs(s, x0);
                let t10 = -t9;
                let t11 = m::exp(s, t10);
                let t12 = m::log1p(s, t11);
                let t13 = t8 + t12;
                [t13]
            }
        }
        pub struct ValueAndGrad0(pub f64);
        impl rt::Point for ValueAndGrad0 {
            type Ins = [f32; 1];
            type Outs = [f32; 2];
            const COST: usize = 126;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, s: S, [x0]: [f32; 1]) -> [f32; 2] {
                let h0: f32 = m::num(s, self.0);
                let t0 = m::clamp(s, x0, -64f32, 64f32);
                let t1 = t0 * t0;
                let t2 = 0.071354814f32 * t1;
                let t3 = 1.5957692f32 + t2;
                let t4 = t0 * t3;
                let t5 = m::sigmoid(s, t4);
                let t6 = x0 * t5;
                let t7 = m::sigmoid(s, x0);
                let t8 = t6 * t7;
                let t9 = m::abs(s, x0);
                let t10 = -t9;
                let t11 = m::exp(s, t10);
                let t12 = m::log1p(s, t11);
                let t13 = t8 + t12;
                let t14 = 1f32 + t11;
                let t15 = h0 / t14;
                let t16 = t15 * t11;
                let t17 = -t16;
                let t18 = m::sign(s, x0);
                let t19 = t17 * t18;
                let t20 = h0 * t7;
                let t21 = h0 * t6;
                let t22 = t21 * t7;
                let t23 = 1f32 - t7;
                let t24 = t22 * t23;
                let t25 = t20 * t5;
                let t26 = t20 * x0;
                let t27 = t26 * t5;
                let t28 = 1f32 - t5;
                let t29 = t27 * t28;
                let t30 = t29 * t3;
                let t31 = t29 * t0;
                let t32 = t31 * 0.071354814f32;
                let t33 = t32 * t0;
                let t34 = t30 + t33;
                let t35 = t34 + t33;
                let t36 = m::ge(s, x0, -64f32);
                let t37 = m::le(s, x0, 64f32);
                let t38 = m::and(s, t36, t37);
                let t39 = m::select(s, t38, t35, 0f32);
                let t40 = t19 + t24;
                let t41 = t40 + t25;
                let t42 = t41 + t39;
                [t13, t42]
            }
        }
        pub struct Pullback0(pub f64);
        impl rt::Point for Pullback0 {
            type Ins = [f32; 2];
            type Outs = [f32; 1];
            const COST: usize = 105;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, s: S, [x0, x1]: [f32; 2]) -> [f32; 1] {
                let h0: f32 = m::num(s, self.0);
                let t0 = m::clamp(s, x0, -64f32, 64f32);
                let t1 = t0 * t0;
                let t2 = 0.071354814f32 * t1;
                let t3 = 1.5957692f32 + t2;
                let t4 = t0 * t3;
                let t5 = m::sigmoid(s, t4);
                let t6 = x0 * t5;
                let t7 = m::sigmoid(s, x0);
                let t8 = m::abs(s, x0);
                let t9 = -t8;
                let t10 = m::exp(s, t9);
                let t11 = x1 * h0;
                let t12 = 1f32 + t10;
                let t13 = t11 / t12;
                let t14 = t13 * t10;
                let t15 = -t14;
                let t16 = m::sign(s, x0);
                let t17 = t15 * t16;
                let t18 = t11 * t7;
                let t19 = t11 * t6;
                let t20 = t19 * t7;
                let t21 = 1f32 - t7;
                let t22 = t20 * t21;
                let t23 = t18 * t5;
                let t24 = t18 * x0;
                let t25 = t24 * t5;
                let t26 = 1f32 - t5;
                let t27 = t25 * t26;
                let t28 = t27 * t3;
                let t29 = t27 * t0;
                let t30 = t29 * 0.071354814f32;
                let t31 = t30 * t0;
                let t32 = t28 + t31;
                let t33 = t32 + t31;
                let t34 = m::ge(s, x0, -64f32);
                let t35 = m::le(s, x0, 64f32);
                let t36 = m::and(s, t34, t35);
                let t37 = m::select(s, t36, t33, 0f32);
                let t38 = t17 + t22;
                let t39 = t38 + t23;
                let t40 = t39 + t37;
                [t40]
            }
        }
        pub struct Jvp0;
        impl rt::Point for Jvp0 {
            type Ins = [f32; 2];
            type Outs = [f32; 2];
            const COST: usize = 126;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, s: S, [x0, x1]: [f32; 2]) -> [f32; 2] {
                let t0 = m::clamp(s, x0, -64f32, 64f32);
                let t1 = t0 * t0;
                let t2 = 0.071354814f32 * t1;
                let t3 = 1.5957692f32 + t2;
                let t4 = t0 * t3;
                let t5 = m::sigmoid(s, t4);
                let t6 = x0 * t5;
                let t7 = m::sigmoid(s, x0);
                let t8 = t6 * t7;
                let t9 = m::abs(s, x0);
                let t10 = -t9;
                let t11 = m::exp(s, t10);
                let t12 = m::log1p(s, t11);
                let t13 = t8 + t12;
                let t14 = m::ge(s, x0, -64f32);
                let t15 = m::le(s, x0, 64f32);
                let t16 = m::and(s, t14, t15);
                let t17 = m::select(s, t16, x1, 0f32);
                let t18 = t17 * t0;
                let t19 = t18 + t18;
                let t20 = t19 * 0.071354814f32;
                let t21 = t17 * t3;
                let t22 = t20 * t0;
                let t23 = t21 + t22;
                let t24 = t23 * t5;
                let t25 = 1f32 - t5;
                let t26 = t24 * t25;
                let t27 = x1 * t5;
                let t28 = t26 * x0;
                let t29 = t27 + t28;
                let t30 = x1 * t7;
                let t31 = 1f32 - t7;
                let t32 = t30 * t31;
                let t33 = t29 * t7;
                let t34 = t32 * t6;
                let t35 = t33 + t34;
                let t36 = m::sign(s, x0);
                let t37 = x1 * t36;
                let t38 = -t37;
                let t39 = t38 * t11;
                let t40 = 1f32 + t11;
                let t41 = t39 / t40;
                let t42 = t35 + t41;
                [t13, t42]
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
            let __t22 = __OPS.sized([__dim_N], 1)?;
            let __t23 = 1.0 / __t22.count(&__rt::Axes::ALL) as __rt::f64;
            let [__t25] = __OPS
                .launch_to(
                    __kernels::Value0,
                    0,
                    [x],
                    &[__rt::OutSpec::sum(&__rt::Axes::ALL, false, &__t23)],
                )?;
            __rt::Ok(__t25)
        }
        ///The value of [`elementwise`](fn@elementwise) and its gradient, as one fused program.
        #[inline]
        pub fn value_and_grad(
            x: &Tensor,
        ) -> __rt::Result<(__rt::Tensor<__rt::f32>, ElementwiseGrads)> {
            let [__dim_N] = Self::__dims(x)?;
            let __t22 = __OPS.sized([__dim_N], 1)?;
            let __t23 = 1.0 / __t22.count(&__rt::Axes::ALL) as __rt::f64;
            let [__t25, __t56] = __OPS
                .launch_to(
                    __kernels::ValueAndGrad0(__rt::number(&__t23)),
                    1,
                    [x],
                    &[
                        __rt::OutSpec::sum(&__rt::Axes::ALL, false, &__t23),
                        __rt::OutSpec::FULL,
                    ],
                )?;
            __rt::Ok((__t25, ElementwiseGrads { x: __t56 }))
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
            let __t22 = __OPS.sized([__dim_N], 1)?;
            let __t23 = 1.0 / __t22.count(&__rt::Axes::ALL) as __rt::f64;
            let [__t25] = __OPS
                .launch_to(
                    __kernels::Value0,
                    0,
                    [x],
                    &[__rt::OutSpec::sum(&__rt::Axes::ALL, false, &__t23)],
                )?;
            let __form0 = __rt::Differentiable::form(&__t25);
            let __residual0 = __rt::clone(x);
            let __residual1 = __t23;
            let __pullback = __rt::pullback_of(
                &__t25,
                __rt::bytes_of(&__residual0),
                move |__cotangent, mut __hooks| -> __rt::Result<ElementwiseGrads> {
                    let __cotangent0 = &__OPS.cotangent(__cotangent, &__form0)?;
                    let [__t50] = __OPS
                        .launch(
                            __kernels::Pullback0(__rt::number(&__residual1)),
                            2,
                            (__residual0, __cotangent0),
                        )?;
                    __rt::Ok(ElementwiseGrads {
                        x: __hooks.whole(0usize, "x", __t50)?,
                    })
                },
            );
            __rt::Ok((__t25, __pullback))
        }
        ///The value of [`elementwise`](fn@elementwise) and its derivative along the tangents.
        #[inline]
        pub fn jvp(
            x: &Tensor,
            __dot_x: &__rt::Tensor<__rt::f32>,
        ) -> __rt::Result<(__rt::Tensor<__rt::f32>, __rt::Tensor<__rt::f32>)> {
            let [__dim_N] = Self::__dims(x)?;
            __rt::check_tangent(x, __dot_x, "elementwise", "x")?;
            let __t22 = __OPS.sized([__dim_N], 1)?;
            let __t23 = 1.0 / __t22.count(&__rt::Axes::ALL) as __rt::f64;
            let [__t25, __t59] = __OPS
                .launch_to(
                    __kernels::Jvp0,
                    3,
                    (x, __dot_x),
                    &[
                        __rt::OutSpec::sum(&__rt::Axes::ALL, false, &__t23),
                        __rt::OutSpec::sum(&__rt::Axes::ALL, false, &__t23),
                    ],
                )?;
            __rt::Ok((__t25, __t59))
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
            "elementwise\n\ngraph\n  %0 = input 0: f32[N]   # x\n  %1 = const -64.0: f32[]\n  %2 = const 64.0: f32[]\n  %3 = clamp(%0, %1, %2): f32[N]\n  %4 = mul(%3, %3): f32[N]\n  %5 = const 0.07135481627260025: f32[]\n  %6 = mul(%5, %4): f32[N]\n  %7 = const 1.5957691216057308: f32[]\n  %8 = add(%7, %6): f32[N]\n  %9 = mul(%3, %8): f32[N]\n  %10 = sigmoid(%9): f32[N]\n  %11 = mul(%0, %10): f32[N]\n  %12 = sigmoid(%0): f32[N]\n  %13 = mul(%11, %12): f32[N]\n  %14 = abs(%0): f32[N]\n  %15 = neg(%14): f32[N]\n  %16 = exp(%15): f32[N]\n  %17 = log1p(%16): f32[N]\n  %18 = add(%13, %17): f32[N]\n  %19 = host { Axes::ALL }: host\n  %20 = host { false }: host\n  %21 = sum(%18, %19, %20): f32[]\n  %22 = host { sized([N], site)? }: host\n  %23 = host { 1.0 / s0.count(& axes) as f64 }(%22, %19): host\n  %24 = scalar(%23): f32[]\n  %25 = mul(%21, %24): f32[]\n  return %25\n\nvalue\n  kernel 0 over [N]: reads x; writes %25: f32[] by sum, scaled; clamp mul mul add mul sigmoid mul sigmoid mul abs neg exp log1p add\n\nvalue_and_grad\n  kernel 0 over [N]: reads x; writes %25: f32[] by sum, scaled, %56: f32[N]; clamp mul mul add mul sigmoid mul sigmoid mul abs neg exp log1p add add div mul neg sign mul mul mul mul sub mul mul mul mul sub mul mul mul mul mul add add ge le and select add add add\n\nforward\n  kernel 0 over [N]: reads x; writes %25: f32[] by sum, scaled; clamp mul mul add mul sigmoid mul sigmoid mul abs neg exp log1p add\n\npullback\n  kernel 0 over [N]: reads x, y_bar; writes %50: f32[N]; clamp mul mul add mul sigmoid mul sigmoid abs neg exp mul add div mul neg sign mul mul mul mul sub mul mul mul mul sub mul mul mul mul mul add add ge le and select add add add\n\njvp\n  kernel 0 over [N]: reads x, x_dot; writes %25: f32[] by sum, scaled, %59: f32[] by sum, scaled; clamp mul mul add mul sigmoid mul sigmoid mul abs neg exp log1p add ge le and select mul add mul mul mul add mul sub mul mul mul add mul sub mul mul mul add sign mul neg mul add div add\n\nresiduals\n  x: f32[N], 4*N bytes (an argument: kept, not copied)\n"
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
