#[track_caller]
#[allow(dead_code)]
pub fn broadcast(x: &Tensor, scale: &Tensor, shift: &Tensor) -> Tensor {
    ::cotangent::__private::or_panic(<broadcast>::call(x, scale, shift))
}
///The transforms of [`broadcast`](fn@broadcast): `vjp`, `value_and_grad`, `grad`, `jvp`, `explain`.
#[allow(non_camel_case_types)]
pub enum broadcast {}
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
            place: rt::Place::new("broadcast", ::core::file!(), &[5, 6, 7]),
            sites: &[("", 0)],
            groups: &[
                ("mul@1(0,1) add@1(3,2) sin@2(4) mul@2(5,1)", &[3]),
                (
                    "mul@1(0,1) add@1(3,2) sin@2(4) mul@2(5,1) sin@2(4) sin@2(1,7) mul@1(8,1) mul@1(8,0) mul@0(5,10) mul@0(9) mul@0(11) mul@0(8)",
                    &[9, 10, 11, 3],
                ),
                (
                    "mul@1(0,1) add@1(4,2) sin@2(5) mul@2(3,1) mul@2(3,6) sin@2(5) sin@2(7,9) mul@1(10,1) mul@1(10,0) mul@0(8,12) mul@0(11) mul@0(13) mul@0(10)",
                    &[10, 11, 12],
                ),
                (
                    "mul@1(0,1) add@1(6,2) sin@2(7) mul@2(8,1) mul@1(3,1) mul@1(4,0) mul@1(10,11) add@1(12,5) sin@2(7) sin@2(13,14) mul@2(15,1) mul@2(4,8) mul@2(16,17)",
                    &[3, 12],
                ),
            ],
        };
        pub struct Value0;
        impl rt::Point for Value0 {
            type Ins = [f32; 3];
            type Outs = [f32; 1];
            const COST: usize = 24;
            const TURNS: bool = true;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, s: S, [x0, x1, x2]: [f32; 3]) -> [f32; 1] {
                let t0 = x0 * x1;
                let t1 = t0 + x2;
                let t2 = m::sin(s, t1);
                let t3 = t2 * x1;
                [t3]
            }
        }
        pub struct ValueAndGrad0;
        impl rt::Point for ValueAndGrad0 {
            type Ins = [f32; 3];
            type Outs = [f32; 4];
            const COST: usize = 48;
            const TURNS: bool = true;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, s: S, [x0, x1, x2]: [f32; 3]) -> [f32; 4] {
                let t0 = x0 * x1;
                let t1 = t0 + x2;
                let t2 = m::sin(s, t1);
                let t3 = t2 * x1;
                let t4 = m::cos(s, t1);
                let t5 = x1 * t4;
                let t6 = t5 * x1;
                let t7 = t5 * x0;
                let t8 = t2 + t7;
                [t6, t8, t5, t3]
            }
        }
        pub struct Pullback0;
        impl rt::Point for Pullback0 {
            type Ins = [f32; 4];
            type Outs = [f32; 3];
            const COST: usize = 49;
            const TURNS: bool = true;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, s: S, [x0, x1, x2, x3]: [f32; 4]) -> [f32; 3] {
                let t0 = x0 * x1;
                let t1 = t0 + x2;
                let t2 = m::sin(s, t1);
                let t3 = x3 * x1;
                let t4 = x3 * t2;
                let t5 = m::cos(s, t1);
                let t6 = t3 * t5;
                let t7 = t6 * x1;
                let t8 = t6 * x0;
                let t9 = t4 + t8;
                [t7, t9, t6]
            }
        }
        pub struct Jvp0;
        impl rt::Point for Jvp0 {
            type Ins = [f32; 6];
            type Outs = [f32; 2];
            const COST: usize = 52;
            const TURNS: bool = true;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, s: S, x: [f32; 6]) -> [f32; 2] {
                let [x0, x1, x2, x3, x4, x5] = x;
                let t0 = x0 * x1;
                let t1 = t0 + x2;
                let t2 = m::sin(s, t1);
                let t3 = t2 * x1;
                let t4 = x3 * x1;
                let t5 = x4 * x0;
                let t6 = t4 + t5;
                let t7 = t6 + x5;
                let t8 = m::cos(s, t1);
                let t9 = t7 * t8;
                let t10 = t9 * x1;
                let t11 = x4 * t2;
                let t12 = t10 + t11;
                [t3, t12]
            }
        }
    }
    ///Gradients of [`broadcast`](fn@broadcast), one field per active parameter.
    #[derive(::core::clone::Clone, ::core::fmt::Debug)]
    pub struct BroadcastGrads {
        ///Gradient with respect to `x`.
        pub x: __rt::Tensor<__rt::f32>,
        ///Gradient with respect to `scale`.
        pub scale: __rt::Tensor<__rt::f32>,
        ///Gradient with respect to `shift`.
        pub shift: __rt::Tensor<__rt::f32>,
    }
    impl __rt::TensorTree for BroadcastGrads {
        fn walk<const __N: __rt::usize, __W: __rt::Walk<__N>>(
            __trees: [&Self; __N],
            __path: &mut __rt::Path,
            __walk: &mut __W,
        ) -> __rt::Result<Self> {
            let (__f0, (__f1, (__f2, ()))) = __path
                .parts(
                    &["x", "scale", "shift"],
                    __trees,
                    |__t| (&__t.x, (&__t.scale, (&__t.shift, ()))),
                    __walk,
                )?;
            __rt::Ok(BroadcastGrads {
                x: __f0,
                scale: __f1,
                shift: __f2,
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
                    &["x", "scale", "shift"],
                    (&mut self.x, (&mut self.scale, (&mut self.shift, ()))),
                    __others,
                    |__t| (&__t.x, (&__t.scale, (&__t.shift, ()))),
                    __update,
                )
        }
    }
    __rt::operators!([] BroadcastGrads,);
    impl __rt::calls::Slots for BroadcastGrads {
        type Slots = (
            __rt::Tensor<__rt::f32>,
            __rt::Tensor<__rt::f32>,
            __rt::Tensor<__rt::f32>,
        );
        #[inline]
        fn slots(self) -> Self::Slots {
            (self.x, self.scale, self.shift)
        }
    }
    impl broadcast {
        ///[`broadcast`](fn@broadcast) as a `Result`, whatever its signature.
        #[inline]
        pub fn call(
            x: &Tensor,
            scale: &Tensor,
            shift: &Tensor,
        ) -> __rt::Result<__rt::Tensor<__rt::f32>> {
            let [__t6] = __OPS.launch(__kernels::Value0, 0, (x, scale, shift))?;
            __rt::Ok(__t6)
        }
        ///The value of [`broadcast`](fn@broadcast) and its gradient, as one fused program.
        #[inline]
        pub fn value_and_grad(
            x: &Tensor,
            scale: &Tensor,
            shift: &Tensor,
        ) -> __rt::Result<(__rt::Tensor<__rt::f32>, BroadcastGrads)> {
            let __t7 = __rt::shape_of(x);
            let __t8 = __rt::shape_of(scale);
            let __t9 = __rt::shape_of(shift);
            let [__t14, __t16, __t17, __t6] = __OPS
                .launch_to(
                    __kernels::ValueAndGrad0,
                    1,
                    (x, scale, shift),
                    &[
                        __rt::OutSpec::sum_to(&__t7, 1f64),
                        __rt::OutSpec::sum_to(&__t8, 1f64),
                        __rt::OutSpec::sum_to(&__t9, 1f64),
                        __rt::OutSpec::FULL,
                    ],
                )?;
            __rt::check_loss(&__t6, 1, "broadcast")?;
            __rt::Ok((
                __t6,
                BroadcastGrads {
                    x: __t14,
                    scale: __t16,
                    shift: __t17,
                },
            ))
        }
        ///The gradient of [`broadcast`](fn@broadcast).
        #[inline]
        pub fn grad(
            x: &Tensor,
            scale: &Tensor,
            shift: &Tensor,
        ) -> __rt::Result<BroadcastGrads> {
            __rt::Ok(Self::value_and_grad(x, scale, shift)?.1)
        }
        ///The value of [`broadcast`](fn@broadcast) and a pullback: cotangents of the result in, cotangents of the active inputs out.
        #[inline]
        pub fn vjp(
            x: &Tensor,
            scale: &Tensor,
            shift: &Tensor,
        ) -> __rt::Result<
            (
                __rt::Tensor<__rt::f32>,
                impl __rt::PullbackOf<
                    __rt::Tensor<__rt::f32>,
                    __rt::Tensor<__rt::f32>,
                    BroadcastGrads,
                > + use<>,
            ),
        > {
            let [__t6] = __OPS.launch(__kernels::Value0, 0, (x, scale, shift))?;
            let __t8 = __rt::shape_of(x);
            let __t9 = __rt::shape_of(scale);
            let __t10 = __rt::shape_of(shift);
            let __form0 = __rt::Differentiable::form(&__t6);
            let __residual0 = __rt::clone(x);
            let __residual1 = __rt::clone(scale);
            let __residual2 = __rt::clone(shift);
            let __residual3 = __t8;
            let __residual4 = __t9;
            let __residual5 = __t10;
            let __pullback = __rt::pullback_of(
                &__t6,
                __rt::bytes_of(&__residual0) + __rt::bytes_of(&__residual1)
                    + __rt::bytes_of(&__residual2),
                move |__cotangent, mut __hooks| -> __rt::Result<BroadcastGrads> {
                    let __cotangent0 = &__OPS.cotangent(__cotangent, &__form0)?;
                    let [__t16, __t18, __t19] = __OPS
                        .launch_to(
                            __kernels::Pullback0,
                            2,
                            (__residual0, __residual1, __residual2, __cotangent0),
                            &[
                                __rt::OutSpec::sum_to(
                                    &__rt::Sizes::from(__rt::clone(&__residual3)).shape()?,
                                    1f64,
                                ),
                                __rt::OutSpec::sum_to(
                                    &__rt::Sizes::from(__rt::clone(&__residual4)).shape()?,
                                    1f64,
                                ),
                                __rt::OutSpec::sum_to(
                                    &__rt::Sizes::from(__rt::clone(&__residual5)).shape()?,
                                    1f64,
                                ),
                            ],
                        )?;
                    __rt::Ok(BroadcastGrads {
                        x: __hooks.whole(0usize, "x", __t16)?,
                        scale: __hooks.whole(1usize, "scale", __t18)?,
                        shift: __hooks.whole(2usize, "shift", __t19)?,
                    })
                },
            );
            __rt::Ok((__t6, __pullback))
        }
        ///The value of [`broadcast`](fn@broadcast) and its derivative along the tangents.
        #[inline]
        pub fn jvp(
            x: &Tensor,
            scale: &Tensor,
            shift: &Tensor,
            __dot_x: &__rt::Tensor<__rt::f32>,
            __dot_scale: &__rt::Tensor<__rt::f32>,
            __dot_shift: &__rt::Tensor<__rt::f32>,
        ) -> __rt::Result<(__rt::Tensor<__rt::f32>, __rt::Tensor<__rt::f32>)> {
            __rt::all([
                __rt::check_tangent(x, __dot_x, "broadcast", "x"),
                __rt::check_tangent(scale, __dot_scale, "broadcast", "scale"),
                __rt::check_tangent(shift, __dot_shift, "broadcast", "shift"),
            ])?;
            let [__t6, __t18] = __OPS
                .launch(
                    __kernels::Jvp0,
                    3,
                    (x, scale, shift, __dot_x, __dot_scale, __dot_shift),
                )?;
            __rt::Ok((__t6, __t18))
        }
        #[doc(hidden)]
        #[inline]
        pub fn __jvp(
            __rt::calls::Pair(
                x,
                __tangent0,
            ): __rt::calls::Pair<&Tensor, &__rt::Tensor<__rt::f32>>,
            __rt::calls::Pair(
                scale,
                __tangent1,
            ): __rt::calls::Pair<&Tensor, &__rt::Tensor<__rt::f32>>,
            __rt::calls::Pair(
                shift,
                __tangent2,
            ): __rt::calls::Pair<&Tensor, &__rt::Tensor<__rt::f32>>,
        ) -> __rt::Result<(__rt::Tensor<__rt::f32>, __rt::Tensor<__rt::f32>)> {
            Self::jvp(x, scale, shift, __tangent0, __tangent1, __tangent2)
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
            "broadcast\n\ngraph\n  %0 = input 0: f32?0   # x\n  %1 = input 1: f32?1   # scale\n  %2 = input 2: f32?2   # shift\n  %3 = mul(%0, %1): f32?0*?1\n  %4 = add(%3, %2): f32?0*?1*?2   # y\n  %5 = sin(%4): f32?0*?1*?2\n  %6 = mul(%5, %1): f32?0*?1*?2\n  return %6\n\nvalue\n  kernel 0 over ?0*?1*?2: reads x, scale, shift; writes %6: f32?0*?1*?2; mul add sin mul\n\nvalue_and_grad\n  kernel 0 over ?0*?1*?2: reads x, scale, shift; writes %14: f32?0 by sum_to, %16: f32?1 by sum_to, %17: f32?2 by sum_to, %6: f32?0*?1*?2; mul add sin mul cos mul mul mul add\n\nforward\n  kernel 0 over ?0*?1*?2: reads x, scale, shift; writes %6: f32?0*?1*?2; mul add sin mul\n\npullback\n  kernel 0 over ?0*?1*?2: reads x, scale, shift, y_bar; writes %16: f32?0 by sum_to, %18: f32?1 by sum_to, %19: f32?2 by sum_to; mul add sin mul mul cos mul mul mul add\n\njvp\n  kernel 0 over ?0*?1*?2: reads x, scale, shift, x_dot, scale_dot, shift_dot; writes %6: f32?0*?1*?2, %18: f32?0*?1*?2; mul add sin mul mul mul add add cos mul mul mul add\n\nresiduals\n  x: f32?0, 4 bytes per element of ?0 (an argument: kept, not copied)\n  scale: f32?1, 4 bytes per element of ?1 (an argument: kept, not copied)\n  shift: f32?2, 4 bytes per element of ?2 (an argument: kept, not copied)\n"
        }
    }
    impl __rt::Function for broadcast {
        const NAME: &'static __rt::str = "broadcast";
        type Args<'__a> = (&'__a Tensor, &'__a Tensor, &'__a Tensor);
        type Actives = BroadcastGrads;
        type Output = __rt::Tensor<__rt::f32>;
        type Tangent = __rt::Tensor<__rt::f32>;
        #[inline]
        fn actives((x, scale, shift): &Self::Args<'_>) -> __rt::Result<Self::Actives> {
            __rt::Ok(BroadcastGrads {
                x: __rt::clone(*x),
                scale: __rt::clone(*scale),
                shift: __rt::clone(*shift),
            })
        }
        #[inline]
        fn replace<__R>(
            (x, scale, shift): &Self::Args<'_>,
            __actives: &Self::Actives,
            __then: impl ::core::ops::FnOnce(Self::Args<'_>) -> __rt::Result<__R>,
        ) -> __rt::Result<__R> {
            __then((&__actives.x, &__actives.scale, &__actives.shift))
        }
        #[inline]
        fn floats(__output: &Self::Output) -> __rt::Result<Self::Tangent> {
            __rt::Ok(__rt::clone(&__output))
        }
        #[inline]
        fn call((x, scale, shift): Self::Args<'_>) -> __rt::Result<Self::Output> {
            Self::call(x, scale, shift)
        }
        #[inline]
        fn vjp(
            (x, scale, shift): Self::Args<'_>,
        ) -> __rt::Result<
            (
                Self::Output,
                impl __rt::Pullback<Cotangent = Self::Tangent, Grads = Self::Actives>,
            ),
        > {
            Self::vjp(x, scale, shift)
        }
        #[inline]
        fn jvp(
            (x, scale, shift): Self::Args<'_>,
            __tangents: &Self::Actives,
        ) -> __rt::Result<(Self::Output, Self::Tangent)> {
            Self::jvp(
                x,
                scale,
                shift,
                &__tangents.x,
                &__tangents.scale,
                &__tangents.shift,
            )
        }
    }
    impl __rt::Objective for broadcast {
        #[inline]
        fn value_and_grad((x, scale, shift): Self::Args<'_>) -> __rt::Valued<Self> {
            Self::value_and_grad(x, scale, shift)
        }
    }
};
