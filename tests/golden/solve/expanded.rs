/// Negative log density of a normal distribution with covariance `a` at the columns of `b`, without constants.
#[track_caller]
#[allow(dead_code)]
pub fn solve(a: &Tensor, b: &Tensor) -> Scalar {
    ::cotangent::__private::or_panic(<solve>::call(a, b))
}
///The transforms of [`solve`](fn@solve): `vjp`, `value_and_grad`, `grad`, `jvp`, `explain`.
#[allow(non_camel_case_types)]
pub enum solve {}
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
            place: rt::Place::new("solve", ::core::file!(), &[6, 7, 8, 9]),
            sites: &[("", 0), ("slogdet", 1), ("solve", 2)],
            groups: &[
                ("mul@3(0,1) sum@3(2)", &[1]),
                ("mul@3(0) add@3(1,2)", &[1]),
                ("mul@3(0)", &[0]),
                ("solve@2(0) slogdet@1(1) slogdet@0(2,3)", &[2]),
                ("mul@3(0) slogdet@0(2,1)", &[1]),
                ("mul@3(0,1)", &[0]),
                ("solve@2(0) slogdet@1(1,2) slogdet@0(3,4)", &[2]),
                ("mul@3(0,1) slogdet@0(3,2)", &[1]),
                ("solve@2(0,1)", &[0]),
                ("mul@3(0,1) mul@3(2,3) mul@3(4,5) sum@3(6)", &[3]),
                ("slogdet@1(0,1) slogdet@1(2)", &[1]),
                ("add@3(0,1)", &[0]),
            ],
        };
        pub struct Value0;
        impl rt::Point for Value0 {
            type Ins = [f32; 2];
            type Outs = [f32; 1];
            const COST: usize = 2;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, _: S, [x0, x1]: [f32; 2]) -> [f32; 1] {
                let t0 = x0 * x1;
                [t0]
            }
        }
        pub struct Value1;
        impl rt::Point for Value1 {
            type Ins = [f32; 2];
            type Outs = [f32; 1];
            const COST: usize = 3;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, _: S, [x0, x1]: [f32; 2]) -> [f32; 1] {
                let t0 = 0.5f32 * x0;
                let t1 = x1 + t0;
                [t1]
            }
        }
        pub struct ValueAndGrad0;
        impl rt::Point for ValueAndGrad0 {
            type Ins = [f32; 1];
            type Outs = [f32; 1];
            const COST: usize = 2;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, _: S, [x0]: [f32; 1]) -> [f32; 1] {
                let t0 = 0.5f32 * x0;
                [t0]
            }
        }
        pub struct ValueAndGrad4;
        impl rt::Point for ValueAndGrad4 {
            type Ins = [f32; 2];
            type Outs = [f32; 1];
            const COST: usize = 4;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, _: S, [x0, x1]: [f32; 2]) -> [f32; 1] {
                let t0 = -x0;
                let t1 = 0.5f32 * x1;
                let t2 = t0 + t1;
                [t2]
            }
        }
        pub struct ValueAndGrad3;
        impl rt::Point for ValueAndGrad3 {
            type Ins = [f32; 2];
            type Outs = [f32; 1];
            const COST: usize = 3;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, _: S, [x0, x1]: [f32; 2]) -> [f32; 1] {
                let t0 = 0.5f32 * x0;
                let t1 = t0 + x1;
                [t1]
            }
        }
        pub struct Pullback0;
        impl rt::Point for Pullback0 {
            type Ins = [f32; 1];
            type Outs = [f32; 1];
            const COST: usize = 2;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, _: S, [x0]: [f32; 1]) -> [f32; 1] {
                let t0 = x0 * 0.5f32;
                [t0]
            }
        }
        pub struct Pullback3;
        impl rt::Point for Pullback3 {
            type Ins = [f32; 3];
            type Outs = [f32; 1];
            const COST: usize = 4;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, _: S, [x0, x1, x2]: [f32; 3]) -> [f32; 1] {
                let t0 = -x0;
                let t1 = x1 * x2;
                let t2 = t0 + t1;
                [t2]
            }
        }
        pub struct Pullback2;
        impl rt::Point for Pullback2 {
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
        pub struct Jvp3;
        impl rt::Point for Jvp3 {
            type Ins = [f32; 2];
            type Outs = [f32; 1];
            const COST: usize = 2;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, _: S, [x0, x1]: [f32; 2]) -> [f32; 1] {
                let t0 = x0 - x1;
                [t0]
            }
        }
        pub struct Jvp4;
        impl rt::Point for Jvp4 {
            type Ins = [f32; 4];
            type Outs = [f32; 1];
            const COST: usize = 4;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, _: S, [x0, x1, x2, x3]: [f32; 4]) -> [f32; 1] {
                let t0 = x0 * x1;
                let t1 = x2 * x3;
                let t2 = t0 + t1;
                [t2]
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
    ///Gradients of [`solve`](fn@solve), one field per active parameter.
    #[derive(::core::clone::Clone, ::core::fmt::Debug)]
    pub struct SolveGrads {
        ///Gradient with respect to `a`.
        pub a: __rt::Tensor<__rt::f32>,
        ///Gradient with respect to `b`.
        pub b: __rt::Tensor<__rt::f32>,
    }
    impl __rt::TensorTree for SolveGrads {
        fn walk<const __N: __rt::usize, __W: __rt::Walk<__N>>(
            __trees: [&Self; __N],
            __path: &mut __rt::Path,
            __walk: &mut __W,
        ) -> __rt::Result<Self> {
            let (__f0, (__f1, ())) = __path
                .parts(&["a", "b"], __trees, |__t| (&__t.a, (&__t.b, ())), __walk)?;
            __rt::Ok(SolveGrads { a: __f0, b: __f1 })
        }
        fn walk_mut<const __N: __rt::usize, __U: __rt::Update<__N, 0>>(
            &mut self,
            __others: [&Self; __N],
            __path: &mut __rt::Path,
            __update: &mut __U,
        ) -> __rt::Result<()> {
            __path
                .change(
                    &["a", "b"],
                    (&mut self.a, (&mut self.b, ())),
                    __others,
                    |__t| (&__t.a, (&__t.b, ())),
                    __update,
                )
        }
    }
    __rt::operators!([] SolveGrads,);
    impl __rt::calls::Slots for SolveGrads {
        type Slots = (__rt::Tensor<__rt::f32>, __rt::Tensor<__rt::f32>);
        #[inline]
        fn slots(self) -> Self::Slots {
            (self.a, self.b)
        }
    }
    impl solve {
        #[inline]
        fn __dims(
            __of0: &__rt::Tensor<__rt::f32>,
            __of1: &__rt::Tensor<__rt::f32>,
        ) -> __rt::Result<[__rt::usize; 2usize]> {
            __rt::bound_dims(
                &__OPS.site(0),
                [0, 0],
                &[
                    ("a", __of0, &[__rt::Dim::Bind(0), __rt::Dim::Same("N", 0)]),
                    ("b", __of1, &[__rt::Dim::Same("N", 0), __rt::Dim::Bind(1)]),
                ],
            )
        }
        ///[`solve`](fn@solve) as a `Result`, whatever its signature.
        #[inline]
        pub fn call(a: &Tensor, b: &Tensor) -> __rt::Result<__rt::Tensor<__rt::f32>> {
            let [__dim_N, __dim_K] = Self::__dims(a, b)?;
            let mut __ops = __rt::Sequence::new(__OPS);
            let __t2 = __ops.done(__rt::ops::logabsdet(a), 1);
            let __let_logdet_3 = __t2.0;
            let __let_x_4 = __ops.done(__rt::ops::solve(a, b), 2);
            let [__t10] = __ops
                .launch_to(
                    __kernels::Value0,
                    0,
                    (b, __let_x_4),
                    &[__rt::OutSpec::sum(&__rt::Axes::ALL, false, 0.5f64)],
                );
            let [__t12] = __ops.launch(__kernels::Value1, 1, (__let_logdet_3, __t10));
            __ops.check()?;
            __rt::Ok(__t12)
        }
        ///The value of [`solve`](fn@solve) and its gradient, as one fused program.
        #[inline]
        pub fn value_and_grad(
            a: &Tensor,
            b: &Tensor,
        ) -> __rt::Result<(__rt::Tensor<__rt::f32>, SolveGrads)> {
            let [__dim_N, __dim_K] = Self::__dims(a, b)?;
            let mut __ops = __rt::Sequence::new(__OPS);
            let __t2 = __ops.done(__rt::ops::logabsdet(a), 1);
            let __let_logdet_3 = __t2.0;
            let __let_x_4 = __ops.done(__rt::ops::solve(a, b), 2);
            let [__t10] = __ops
                .launch_to(
                    __kernels::Value0,
                    0,
                    (b, &__let_x_4),
                    &[__rt::OutSpec::sum(&__rt::Axes::ALL, false, 0.5f64)],
                );
            let [__t12] = __ops.launch(__kernels::Value1, 1, (__let_logdet_3, __t10));
            let [__t14] = __ops.launch(__kernels::ValueAndGrad0, 2, [b]);
            let __t15 = __ops.viewed(__rt::ops::mt(a), 2);
            let __t16 = __ops.done(__rt::ops::solve(&__t15, &__t14), 2);
            __rt::drop((__t15, __t14));
            let __t17 = __ops.viewed(__rt::ops::mt(&__let_x_4), 2);
            let __t18 = __ops.done(__rt::ops::matmul(&__t16, &__t17), 2);
            __rt::drop(__t17);
            let __t20 = __ops.done(__rt::ops::inverse(a), 1);
            let __t21 = __ops.viewed(__rt::ops::mt(&__t20), 1);
            __rt::drop(__t20);
            let [__t23] = __ops.launch(__kernels::ValueAndGrad4, 3, (__t18, __t21));
            let [__t24] = __ops.launch(__kernels::ValueAndGrad3, 4, (__let_x_4, __t16));
            __ops.check()?;
            __rt::Ok((__t12, SolveGrads { a: __t23, b: __t24 }))
        }
        ///The gradient of [`solve`](fn@solve).
        #[inline]
        pub fn grad(a: &Tensor, b: &Tensor) -> __rt::Result<SolveGrads> {
            __rt::Ok(Self::value_and_grad(a, b)?.1)
        }
        ///The value of [`solve`](fn@solve) and a pullback: cotangents of the result in, cotangents of the active inputs out.
        #[inline]
        pub fn vjp(
            a: &Tensor,
            b: &Tensor,
        ) -> __rt::Result<
            (
                __rt::Tensor<__rt::f32>,
                impl __rt::PullbackOf<
                    __rt::Tensor<__rt::f32>,
                    __rt::Tensor<__rt::f32>,
                    SolveGrads,
                > + use<>,
            ),
        > {
            let [__dim_N, __dim_K] = Self::__dims(a, b)?;
            let mut __ops = __rt::Sequence::new(__OPS);
            let __t2 = __ops.done(__rt::ops::logabsdet(a), 1);
            let __let_logdet_3 = __t2.0;
            let __let_x_4 = __ops.done(__rt::ops::solve(a, b), 2);
            let [__t10] = __ops
                .launch_to(
                    __kernels::Value0,
                    0,
                    (b, &__let_x_4),
                    &[__rt::OutSpec::sum(&__rt::Axes::ALL, false, 0.5f64)],
                );
            let [__t12] = __ops.launch(__kernels::Value1, 1, (__let_logdet_3, __t10));
            let __t14 = __ops.done(__rt::ops::inverse(a), 1);
            __ops.check()?;
            let __form0 = __rt::Differentiable::form(&__t12);
            let __residual0 = __rt::clone(a);
            let __residual1 = __rt::clone(b);
            let __residual2 = __let_x_4;
            let __residual3 = __t14;
            let __pullback = __rt::pullback_of(
                &__t12,
                __rt::bytes_of(&__residual0) + __rt::bytes_of(&__residual1)
                    + __rt::bytes_of(&__residual2) + __rt::bytes_of(&__residual3),
                move |__cotangent, mut __hooks| -> __rt::Result<SolveGrads> {
                    let __cotangent0 = &__OPS.cotangent(__cotangent, &__form0)?;
                    let mut __ops = __rt::Sequence::new(__OPS);
                    let [__t6] = __ops.launch(__kernels::Pullback0, 2, [__cotangent0]);
                    let [__t8] = __ops
                        .launch(__kernels::Value0, 5, (&__t6, __residual1));
                    let __t9 = __ops.viewed(__rt::ops::mt(&__residual0), 2);
                    __rt::drop(__residual0);
                    let __t10 = __ops.done(__rt::ops::solve(&__t9, &__t8), 2);
                    __rt::drop((__t9, __t8));
                    let __t11 = __ops.viewed(__rt::ops::mt(&__residual2), 2);
                    let __t12 = __ops
                        .done(
                            __rt::ops::product_if(__hooks.reads(0usize), &__t10, &__t11),
                            2,
                        );
                    __rt::drop(__t11);
                    let __t14 = __ops.viewed(__rt::ops::mt(&__residual3), 1);
                    __rt::drop(__residual3);
                    __ops.check()?;
                    let [__t16] = __OPS
                        .launch(__kernels::Pullback3, 6, (__t12, &__t6, __t14))?;
                    let __t16 = __hooks.whole(0usize, "a", __t16)?;
                    let [__t17] = __OPS
                        .launch(__kernels::Pullback2, 7, (__t6, __residual2, __t10))?;
                    __rt::Ok(SolveGrads {
                        a: __hooks.whole(0usize, "a", __t16)?,
                        b: __hooks.whole(1usize, "b", __t17)?,
                    })
                },
            );
            __rt::Ok((__t12, __pullback))
        }
        ///The value of [`solve`](fn@solve) and its derivative along the tangents.
        #[inline]
        pub fn jvp(
            a: &Tensor,
            b: &Tensor,
            __dot_a: &__rt::Tensor<__rt::f32>,
            __dot_b: &__rt::Tensor<__rt::f32>,
        ) -> __rt::Result<(__rt::Tensor<__rt::f32>, __rt::Tensor<__rt::f32>)> {
            let [__dim_N, __dim_K] = Self::__dims(a, b)?;
            __rt::all([
                __rt::check_tangent(a, __dot_a, "solve", "a"),
                __rt::check_tangent(b, __dot_b, "solve", "b"),
            ])?;
            let mut __ops = __rt::Sequence::new(__OPS);
            let __t2 = __ops.done(__rt::ops::logabsdet(a), 1);
            let __let_logdet_3 = __t2.0;
            let __let_x_4 = __ops.done(__rt::ops::solve(a, b), 2);
            let [__t10] = __ops
                .launch_to(
                    __kernels::Value0,
                    0,
                    (b, &__let_x_4),
                    &[__rt::OutSpec::sum(&__rt::Axes::ALL, false, 0.5f64)],
                );
            let [__t12] = __ops.launch(__kernels::Value1, 1, (__let_logdet_3, __t10));
            let __t15 = __ops.done(__rt::ops::inverse(a), 1);
            let __t16 = __ops.viewed(__rt::ops::mt(&__t15), 1);
            __rt::drop(__t15);
            let __t18 = [-2, -1];
            let __t19 = __rt::Axes::from(__t18);
            let __t21 = __ops.done(__rt::ops::matmul(__dot_a, &__let_x_4), 2);
            let [__t22] = __ops.launch(__kernels::Jvp3, 8, (__dot_b, __t21));
            let __t23 = __ops.done(__rt::ops::solve(a, &__t22), 2);
            __rt::drop(__t22);
            let [__t28] = __ops
                .launch_to(
                    __kernels::Jvp4,
                    9,
                    (__dot_b, __let_x_4, __t23, b),
                    &[__rt::OutSpec::sum(&__rt::Axes::ALL, false, 0.5f64)],
                );
            let [__t29] = __ops
                .launch_to(
                    __kernels::Value0,
                    10,
                    (__t16, __dot_a),
                    &[__rt::OutSpec::sum(&__t19, false, 0.5f64)],
                );
            let [__t30] = __ops.launch(__kernels::Jvp5, 11, (__t28, __t29));
            __ops.check()?;
            __rt::Ok((__t12, __t30))
        }
        #[doc(hidden)]
        #[inline]
        pub fn __jvp(
            __rt::calls::Pair(
                a,
                __tangent0,
            ): __rt::calls::Pair<&Tensor, &__rt::Tensor<__rt::f32>>,
            __rt::calls::Pair(
                b,
                __tangent1,
            ): __rt::calls::Pair<&Tensor, &__rt::Tensor<__rt::f32>>,
        ) -> __rt::Result<(__rt::Tensor<__rt::f32>, __rt::Tensor<__rt::f32>)> {
            Self::jvp(a, b, __tangent0, __tangent1)
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
            "solve\n\ngraph\n  %0 = input 0: f32[N, N]   # a\n  %1 = input 1: f32[N, K]   # b\n  %2 = logabsdet(%0): (f32[], f32[])\n  %3 = get 0(%2): f32[]   # logdet\n  %4 = solve(%0, %1): f32[N, K]   # x\n  %5 = mul(%1, %4): f32[N, K]\n  %6 = size { Axes::ALL }: host\n  %7 = size { false }: host\n  %8 = sum(%5, %6, %7): f32[]\n  %9 = const 0.5: f32[]\n  %10 = mul(%9, %8): f32[]\n  %11 = mul(%9, %3): f32[]\n  %12 = add(%10, %11): f32[]\n  return %12\n\nvalue\n  %2 = logabsdet(a): (f32[], f32[])\n  %4 = solve(a, b): f32[N, K]\n  kernel 0 over [N, K]: reads b, %4; writes %10: f32[] by sum, scaled; mul\n  kernel 1 over []: reads %3, %10; writes %12: f32[]; mul add\n\nvalue_and_grad\n  %2 = logabsdet(a): (f32[], f32[])\n  %4 = solve(a, b): f32[N, K]\n  kernel 1 over [N, K]: reads b, %4; writes %10: f32[] by sum, scaled; mul\n  kernel 2 over []: reads %3, %10; writes %12: f32[]; mul add\n  kernel 0 over [N, K]: reads b; writes %14: f32[N, K]; mul\n  %15 = mt(a): f32[N, N]\n  %16 = solve(%15, %14): f32[N, K]\n  %17 = mt(%4): f32[K, N]\n  %18 = matmul(%16, %17): f32[N, N]\n  %20 = inverse(a): f32[N, N]\n  %21 = mt(%20): f32[N, N]\n  kernel 4 over [N, N]: reads %18, %21; writes %23: f32[N, N]; neg mul add\n  kernel 3 over [N, K]: reads %4, %16; writes %24: f32[N, K]; mul add\n\nforward\n  %2 = logabsdet(a): (f32[], f32[])\n  %4 = solve(a, b): f32[N, K]\n  kernel 0 over [N, K]: reads b, %4; writes %10: f32[] by sum, scaled; mul\n  kernel 1 over []: reads %3, %10; writes %12: f32[]; mul add\n  %14 = inverse(a): f32[N, N]\n\npullback\n  kernel 0 over []: reads y_bar; writes %6: f32[]; mul\n  kernel 1 over [N, K]: reads %6, b; writes %8: f32[N, K]; mul\n  %9 = mt(a): f32[N, N]\n  %10 = solve(%9, %8): f32[N, K]\n  %11 = mt(x): f32[K, N]\n  %12 = matmul(%10, %11): f32[N, N]\n  %14 = mt(%14 (inverse)): f32[N, N]\n  kernel 3 over [N, N]: reads %12, %6, %14; writes %16: f32[N, N]; neg mul add\n  kernel 2 over [N, K]: reads %6, x, %10; writes %17: f32[N, K]; mul add\n\njvp\n  %2 = logabsdet(a): (f32[], f32[])\n  %4 = solve(a, b): f32[N, K]\n  kernel 0 over [N, K]: reads b, %4; writes %10: f32[] by sum, scaled; mul\n  kernel 1 over []: reads %3, %10; writes %12: f32[]; mul add\n  %15 = inverse(a): f32[N, N]\n  %16 = mt(%15): f32[N, N]\n  %21 = matmul(a_dot, %4): f32[N, K]\n  kernel 3 over [N, K]: reads b_dot, %21; writes %22: f32[N, K]; sub\n  %23 = solve(a, %22): f32[N, K]\n  kernel 4 over [N, K]: reads b_dot, %4, %23, b; writes %28: f32[] by sum, scaled; mul mul add\n  kernel 2 over [N, N]: reads %16, a_dot; writes %29: f32[] by sum, scaled; mul\n  kernel 5 over []: reads %28, %29; writes %30: f32[]; add\n\nresiduals\n  a: f32[N, N], 4*N*N bytes (an argument: kept, not copied)\n  b: f32[N, K], 4*K*N bytes (an argument: kept, not copied)\n  x: f32[N, K], 4*K*N bytes\n  %14 (inverse): f32[N, N], 4*N*N bytes\n"
        }
    }
    impl __rt::Function for solve {
        const NAME: &'static __rt::str = "solve";
        type Args<'__a> = (&'__a Tensor, &'__a Tensor);
        type Actives = SolveGrads;
        type Output = __rt::Tensor<__rt::f32>;
        type Tangent = __rt::Tensor<__rt::f32>;
        #[inline]
        fn actives((a, b): &Self::Args<'_>) -> __rt::Result<Self::Actives> {
            __rt::Ok(SolveGrads {
                a: __rt::clone(*a),
                b: __rt::clone(*b),
            })
        }
        #[inline]
        fn replace<__R>(
            (a, b): &Self::Args<'_>,
            __actives: &Self::Actives,
            __then: impl ::core::ops::FnOnce(Self::Args<'_>) -> __rt::Result<__R>,
        ) -> __rt::Result<__R> {
            __then((&__actives.a, &__actives.b))
        }
        #[inline]
        fn floats(__output: &Self::Output) -> __rt::Result<Self::Tangent> {
            __rt::Ok(__rt::clone(&__output))
        }
        #[inline]
        fn call((a, b): Self::Args<'_>) -> __rt::Result<Self::Output> {
            Self::call(a, b)
        }
        #[inline]
        fn vjp(
            (a, b): Self::Args<'_>,
        ) -> __rt::Result<
            (
                Self::Output,
                impl __rt::Pullback<Cotangent = Self::Tangent, Grads = Self::Actives>,
            ),
        > {
            Self::vjp(a, b)
        }
        #[inline]
        fn jvp(
            (a, b): Self::Args<'_>,
            __tangents: &Self::Actives,
        ) -> __rt::Result<(Self::Output, Self::Tangent)> {
            Self::jvp(a, b, &__tangents.a, &__tangents.b)
        }
    }
    impl __rt::Objective for solve {
        #[inline]
        fn value_and_grad((a, b): Self::Args<'_>) -> __rt::Valued<Self> {
            Self::value_and_grad(a, b)
        }
    }
};
