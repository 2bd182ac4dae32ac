#[track_caller]
#[allow(dead_code)]
pub fn guarded(x: &Tensor, y: &Tensor) -> Tensor {
    ::cotangent::__private::or_panic(<guarded>::call(x, y))
}
///The transforms of [`guarded`](fn@guarded): `vjp`, `value_and_grad`, `grad`, `jvp`, `explain`.
#[allow(non_camel_case_types)]
pub enum guarded {}
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
            place: rt::Place::new("guarded", ::core::file!(), &[5, 6]),
            sites: &[("", 0)],
            groups: &[
                (
                    "gt@1(0) square@1(1) sqrt@1(2,0) sqrt@1(4) div@1(1,4) add@1(5,6) select@1(2,7,3)",
                    &[6],
                ),
                (
                    "gt@1(0) sqrt@1(3,0) sqrt@1(4) div@1(1,4) select@1(3,2) select@1(3,2) div@1(7,4) div@1(7) div@1(10,6) div@1(11,4) div@1(3,9) sqrt@1(7) sqrt@1(14,5) sqrt@1(12,15) sqrt@1(3,16) square@1(8) square@1(18,1) square@1(3,19) square@0(13,20)",
                    &[14, 18],
                ),
                (
                    "gt@1(0) square@1(1) sqrt@1(4,0) sqrt@1(6) div@1(1,6) add@1(7,8) select@1(4,9,5) square@1(2) square@1(11,1) sqrt@1(4,3) sqrt@1(13) sqrt@1(14,7) div@1(2,6) div@1(13) div@1(17,8) div@1(18,6) div@1(16,19) add@1(15,20) select@1(4,21) select@1(4,12) select@1(22,23)",
                    &[6, 20],
                ),
            ],
        };
        pub struct Value0;
        impl rt::Point for Value0 {
            type Ins = [f32; 2];
            type Outs = [f32; 1];
            const COST: usize = 16;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, s: S, [x0, x1]: [f32; 2]) -> [f32; 1] {
                let t0 = m::gt(s, x0, 0f32);
                let t1 = x1 * x1;
                let t2 = m::select(s, t0, x0, 1f32);
                let t3 = m::sqrt(s, t2);
                let t4 = x1 / t2;
                let t5 = t3 + t4;
                let t6 = m::select(s, t0, t5, t1);
                [t6]
            }
        }
        pub struct Pullback0;
        impl rt::Point for Pullback0 {
            type Ins = [f32; 3];
            type Outs = [f32; 2];
            const COST: usize = 40;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, s: S, [x0, x1, x2]: [f32; 3]) -> [f32; 2] {
                let t0 = m::gt(s, x0, 0f32);
                let t1 = m::select(s, t0, x0, 1f32);
                let t2 = m::sqrt(s, t1);
                let t3 = x1 / t1;
                let t4 = m::select(s, t0, x2, 0f32);
                let t5 = m::select(s, t0, 0f32, x2);
                let t6 = t4 / t1;
                let t7 = -t4;
                let t8 = t7 * t3;
                let t9 = t8 / t1;
                let t10 = m::select(s, t0, t6, 0f32);
                let t11 = 0.5f32 * t4;
                let t12 = t11 / t2;
                let t13 = t9 + t12;
                let t14 = m::select(s, t0, t13, 0f32);
                let t15 = 2f32 * t5;
                let t16 = t15 * x1;
                let t17 = m::select(s, t0, 0f32, t16);
                let t18 = t10 + t17;
                [t14, t18]
            }
        }
        pub struct Jvp0;
        impl rt::Point for Jvp0 {
            type Ins = [f32; 4];
            type Outs = [f32; 2];
            const COST: usize = 42;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, s: S, [x0, x1, x2, x3]: [f32; 4]) -> [f32; 2] {
                let t0 = m::gt(s, x0, 0f32);
                let t1 = x1 * x1;
                let t2 = m::select(s, t0, x0, 1f32);
                let t3 = m::sqrt(s, t2);
                let t4 = x1 / t2;
                let t5 = t3 + t4;
                let t6 = m::select(s, t0, t5, t1);
                let t7 = 2f32 * x2;
                let t8 = t7 * x1;
                let t9 = m::select(s, t0, x3, 0f32);
                let t10 = 0.5f32 * t9;
                let t11 = t10 / t3;
                let t12 = x2 / t2;
                let t13 = -t9;
                let t14 = t13 * t4;
                let t15 = t14 / t2;
                let t16 = t12 + t15;
                let t17 = t11 + t16;
                let t18 = m::select(s, t0, t17, 0f32);
                let t19 = m::select(s, t0, 0f32, t8);
                let t20 = t18 + t19;
                [t6, t20]
            }
        }
    }
    ///Gradients of [`guarded`](fn@guarded), one field per active parameter.
    #[derive(::core::clone::Clone, ::core::fmt::Debug)]
    pub struct GuardedGrads {
        ///Gradient with respect to `x`.
        pub x: __rt::Tensor<__rt::f32>,
        ///Gradient with respect to `y`.
        pub y: __rt::Tensor<__rt::f32>,
    }
    impl __rt::TensorTree for GuardedGrads {
        fn walk<const __N: __rt::usize, __W: __rt::Walk<__N>>(
            __trees: [&Self; __N],
            __path: &mut __rt::Path,
            __walk: &mut __W,
        ) -> __rt::Result<Self> {
            let (__f0, (__f1, ())) = __path
                .parts(&["x", "y"], __trees, |__t| (&__t.x, (&__t.y, ())), __walk)?;
            __rt::Ok(GuardedGrads { x: __f0, y: __f1 })
        }
        fn walk_mut<const __N: __rt::usize, __U: __rt::Update<__N, 0>>(
            &mut self,
            __others: [&Self; __N],
            __path: &mut __rt::Path,
            __update: &mut __U,
        ) -> __rt::Result<()> {
            __path
                .change(
                    &["x", "y"],
                    (&mut self.x, (&mut self.y, ())),
                    __others,
                    |__t| (&__t.x, (&__t.y, ())),
                    __update,
                )
        }
    }
    __rt::operators!([] GuardedGrads,);
    impl __rt::calls::Slots for GuardedGrads {
        type Slots = (__rt::Tensor<__rt::f32>, __rt::Tensor<__rt::f32>);
        #[inline]
        fn slots(self) -> Self::Slots {
            (self.x, self.y)
        }
    }
    impl guarded {
        #[inline]
        fn __dims(
            __of0: &__rt::Tensor<__rt::f32>,
            __of1: &__rt::Tensor<__rt::f32>,
        ) -> __rt::Result<[__rt::usize; 1usize]> {
            __rt::bound_dims(
                &__OPS.site(0),
                [0],
                &[
                    ("x", __of0, &[__rt::Dim::Bind(0)]),
                    ("y", __of1, &[__rt::Dim::Same("N", 0)]),
                ],
            )
        }
        ///[`guarded`](fn@guarded) as a `Result`, whatever its signature.
        #[inline]
        pub fn call(x: &Tensor, y: &Tensor) -> __rt::Result<__rt::Tensor<__rt::f32>> {
            let [__dim_N] = Self::__dims(x, y)?;
            let [__t10] = __OPS.launch(__kernels::Value0, 0, (x, y))?;
            __rt::Ok(__t10)
        }
        ///The value of [`guarded`](fn@guarded) and a pullback: cotangents of the result in, cotangents of the active inputs out.
        #[inline]
        pub fn vjp(
            x: &Tensor,
            y: &Tensor,
        ) -> __rt::Result<
            (
                __rt::Tensor<__rt::f32>,
                impl __rt::PullbackOf<
                    __rt::Tensor<__rt::f32>,
                    __rt::Tensor<__rt::f32>,
                    GuardedGrads,
                > + use<>,
            ),
        > {
            let [__dim_N] = Self::__dims(x, y)?;
            let [__t10] = __OPS.launch(__kernels::Value0, 0, (x, y))?;
            let __form0 = __rt::Differentiable::form(&__t10);
            let __residual0 = __rt::clone(x);
            let __residual1 = __rt::clone(y);
            let __pullback = __rt::pullback_of(
                &__t10,
                __rt::bytes_of(&__residual0) + __rt::bytes_of(&__residual1),
                move |__cotangent, mut __hooks| -> __rt::Result<GuardedGrads> {
                    let __cotangent0 = &__OPS.cotangent(__cotangent, &__form0)?;
                    let [__t20, __t25] = __OPS
                        .launch(
                            __kernels::Pullback0,
                            1,
                            (__residual0, __residual1, __cotangent0),
                        )?;
                    __rt::Ok(GuardedGrads {
                        x: __hooks.whole(0usize, "x", __t20)?,
                        y: __hooks.whole(1usize, "y", __t25)?,
                    })
                },
            );
            __rt::Ok((__t10, __pullback))
        }
        ///The value of [`guarded`](fn@guarded) and its derivative along the tangents.
        #[inline]
        pub fn jvp(
            x: &Tensor,
            y: &Tensor,
            __dot_x: &__rt::Tensor<__rt::f32>,
            __dot_y: &__rt::Tensor<__rt::f32>,
        ) -> __rt::Result<(__rt::Tensor<__rt::f32>, __rt::Tensor<__rt::f32>)> {
            let [__dim_N] = Self::__dims(x, y)?;
            __rt::all([
                __rt::check_tangent(x, __dot_x, "guarded", "x"),
                __rt::check_tangent(y, __dot_y, "guarded", "y"),
            ])?;
            let [__t10, __t28] = __OPS
                .launch(__kernels::Jvp0, 2, (x, y, __dot_y, __dot_x))?;
            __rt::Ok((__t10, __t28))
        }
        #[doc(hidden)]
        #[inline]
        pub fn __jvp(
            __rt::calls::Pair(
                x,
                __tangent0,
            ): __rt::calls::Pair<&Tensor, &__rt::Tensor<__rt::f32>>,
            __rt::calls::Pair(
                y,
                __tangent1,
            ): __rt::calls::Pair<&Tensor, &__rt::Tensor<__rt::f32>>,
        ) -> __rt::Result<(__rt::Tensor<__rt::f32>, __rt::Tensor<__rt::f32>)> {
            Self::jvp(x, y, __tangent0, __tangent1)
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
            "guarded\n\ngraph\n  %0 = input 0: f32[N]   # x\n  %1 = input 1: f32[N]   # y\n  %2 = const 0.0: f32[]\n  %3 = gt(%0, %2): bool[N]\n  %4 = square(%1): f32[N]\n  %5 = const 1.0: f32[]\n  %6 = select(%3, %0, %5): f32[N]\n  %7 = sqrt(%6): f32[N]\n  %8 = div(%1, %6): f32[N]\n  %9 = add(%7, %8): f32[N]\n  %10 = select(%3, %9, %4): f32[N]\n  return %10\n\nvalue\n  kernel 0 over [N]: reads x, y; writes %10: f32[N]; gt square select sqrt div add select\n\nforward\n  kernel 0 over [N]: reads x, y; writes %10: f32[N]; gt square select sqrt div add select\n\npullback\n  kernel 0 over [N]: reads x, y, y_bar; writes %20: f32[N], %25: f32[N]; gt select sqrt div select select div neg mul div select mul div add select mul mul select add\n\njvp\n  kernel 0 over [N]: reads x, y, y_dot, x_dot; writes %10: f32[N], %28: f32[N]; gt square select sqrt div add select mul mul select mul div div neg mul div add add select select add\n\nresiduals\n  x: f32[N], 4*N bytes (an argument: kept, not copied)\n  y: f32[N], 4*N bytes (an argument: kept, not copied)\n"
        }
    }
    impl __rt::Function for guarded {
        const NAME: &'static __rt::str = "guarded";
        type Args<'__a> = (&'__a Tensor, &'__a Tensor);
        type Actives = GuardedGrads;
        type Output = __rt::Tensor<__rt::f32>;
        type Tangent = __rt::Tensor<__rt::f32>;
        #[inline]
        fn actives((x, y): &Self::Args<'_>) -> __rt::Result<Self::Actives> {
            __rt::Ok(GuardedGrads {
                x: __rt::clone(*x),
                y: __rt::clone(*y),
            })
        }
        #[inline]
        fn replace<__R>(
            (x, y): &Self::Args<'_>,
            __actives: &Self::Actives,
            __then: impl ::core::ops::FnOnce(Self::Args<'_>) -> __rt::Result<__R>,
        ) -> __rt::Result<__R> {
            __then((&__actives.x, &__actives.y))
        }
        #[inline]
        fn floats(__output: &Self::Output) -> __rt::Result<Self::Tangent> {
            __rt::Ok(__rt::clone(&__output))
        }
        #[inline]
        fn call((x, y): Self::Args<'_>) -> __rt::Result<Self::Output> {
            Self::call(x, y)
        }
        #[inline]
        fn vjp(
            (x, y): Self::Args<'_>,
        ) -> __rt::Result<
            (
                Self::Output,
                impl __rt::Pullback<Cotangent = Self::Tangent, Grads = Self::Actives>,
            ),
        > {
            Self::vjp(x, y)
        }
        #[inline]
        fn jvp(
            (x, y): Self::Args<'_>,
            __tangents: &Self::Actives,
        ) -> __rt::Result<(Self::Output, Self::Tangent)> {
            Self::jvp(x, y, &__tangents.x, &__tangents.y)
        }
    }
};
