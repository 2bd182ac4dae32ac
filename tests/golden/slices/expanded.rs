/// A pair of neighbours against the whole.
#[track_caller]
#[allow(dead_code)]
pub fn slices(xs: &[Tensor], i: usize) -> Scalar {
    ::cotangent::__private::or_panic(<slices>::call(xs, i))
}
///The transforms of [`slices`](fn@slices): `vjp`, `value_and_grad`, `grad`, `jvp`, `explain`.
#[allow(non_camel_case_types)]
pub enum slices {}
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
            place: rt::Place::new("slices", ::core::file!(), &[6, 7, 8, 9]),
            sites: &[
                ("", 0),
                ("concat", 1),
                ("index", 2),
                ("mean_axis", 2),
                ("concat", 0),
            ],
            groups: &[
                ("mean_axis@2(0)", &[0]),
                ("mul@3(0,0) mean@3(1)", &[1]),
                ("sub@2(0,1) tanh@3(2) sum@3(3)", &[2]),
                ("mean@3(0) mul@3(2) add@3(3,1)", &[2]),
                (
                    "sub@2(0,1) tanh@3(2) tanh@3(3,3) tanh@3(4) sub@2(5) mean_axis@2(6) mean_axis@2(5) sum@3(3)",
                    &[7, 5, 6],
                ),
                ("mean@3() mul@3(1,0) concat@1(2,2)", &[2]),
                ("sub@2(0,1) tanh@3(2) sum@3(3)", &[2, 0]),
                (
                    "tanh@3(0) tanh@3(2,2) tanh@3(3) tanh@3(1,4) sub@2(5) mean_axis@2(6) mean_axis@2(5)",
                    &[5, 6],
                ),
                ("mul@3(0) mean@3(2) mul@3(3,1) concat@1(4,4)", &[3]),
                ("mul@3(0,0) mul@3(1,0) mul@3(3,3) mean@3(2) mean@3(4)", &[3, 4]),
                ("mean_axis@2(0) mean_axis@2(1)", &[0, 1]),
                (
                    "sub@2(0,1) tanh@3(4) sub@2(2) sub@2(3,6) tanh@3(5,5) tanh@3(8) tanh@3(7,9) sum@3(5) sum@3(10)",
                    &[7, 8],
                ),
                ("mean@3(0) mul@3(4) add@3(5,1) mean@3(2) mul@3(7) add@3(8,3)", &[2, 5]),
                (
                    "sub@2(0,1) tanh@3(4) sub@2(2) sub@2(3,6) tanh@3(5,5) tanh@3(8) tanh@3(7,9) sum@3(5) sum@3(10)",
                    &[7, 8, 0, 3],
                ),
                (
                    "tanh@3(0) tanh@3(4,4) tanh@3(5) tanh@3(1,6) sub@2(7) mean_axis@2(8) mean_axis@2(7) tanh@3(2,6) tanh@3(11,4) tanh@3(12,12) tanh@3(13) tanh@3(3,6) tanh@3(14,1) tanh@3(15,16) sub@2(17) mean_axis@2(18) mean_axis@2(17)",
                    &[5, 6, 15, 16],
                ),
                (
                    "mul@3(0) mean@3(4) mul@3(5,1) concat@1(6,6) mul@3(2) mean@3(8) mul@3(9,1) mul@3(3,5) mul@3(10,11) concat@1(12,12)",
                    &[3, 9],
                ),
                ("mean@3() mul@3(2,0) concat@1(3,3) mul@3(1,2) concat@1(5,5)", &[2, 4]),
                (
                    "sub@2(0,1) tanh@3(4) tanh@3(5,5) tanh@3(6) sub@2(7) mean_axis@2(8) mean_axis@2(7) sub@2(2) sub@2(3,11) tanh@3(12,7) tanh@3(13,5) tanh@3(14,14) tanh@3(15) mean_axis@2(15) mean_axis@2(16)",
                    &[5, 6, 13, 14],
                ),
            ],
        };
        pub struct Value1;
        impl rt::Point for Value1 {
            type Ins = [f32; 1];
            type Outs = [f32; 1];
            const COST: usize = 1;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, _: S, [x0]: [f32; 1]) -> [f32; 1] {
                [x0]
            }
        }
        pub struct Value2;
        impl rt::Point for Value2 {
            type Ins = [f32; 1];
            type Outs = [f32; 1];
            const COST: usize = 2;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, _: S, [x0]: [f32; 1]) -> [f32; 1] {
                let t0 = x0 * x0;
                [t0]
            }
        }
        pub struct Value3;
        impl rt::Point for Value3 {
            type Ins = [f32; 2];
            type Outs = [f32; 1];
            const COST: usize = 22;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, s: S, [x0, x1]: [f32; 2]) -> [f32; 1] {
                let t0 = x0 - x1;
                let t1 = m::tanh(s, t0);
                [t1]
            }
        }
        pub struct Value4(pub f64, pub f64);
        impl rt::Point for Value4 {
            type Ins = [f32; 2];
            type Outs = [f32; 1];
            const COST: usize = 4;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, s: S, [x0, x1]: [f32; 2]) -> [f32; 1] {
                let h0: f32 = m::num(s, self.0);
                let h1: f32 = m::num(s, self.1);
                let t0 = x0 * h0;
                let t1 = t0 * h1;
                let t2 = t1 + x1;
                [t2]
            }
        }
        pub struct ValueAndGrad3(pub f64, pub f64);
        impl rt::Point for ValueAndGrad3 {
            type Ins = [f32; 2];
            type Outs = [f32; 3];
            const COST: usize = 27;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, s: S, [x0, x1]: [f32; 2]) -> [f32; 3] {
                let h0: f32 = m::num(s, self.0);
                let h1: f32 = m::num(s, self.1);
                let t0 = x0 - x1;
                let t1 = m::tanh(s, t0);
                let t2 = t1 * t1;
                let t3 = 1f32 - t2;
                let t4 = -t3;
                let t5 = t4 * h0;
                let t6 = t3 * h1;
                [t1, t5, t6]
            }
        }
        pub struct ValueAndGrad5(pub f64, pub f64);
        impl rt::Point for ValueAndGrad5 {
            type Ins = [f32; 1];
            type Outs = [f32; 1];
            const COST: usize = 4;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, s: S, [x0]: [f32; 1]) -> [f32; 1] {
                let h0: f32 = m::num(s, self.0);
                let h1: f32 = m::num(s, self.1);
                let t0 = h0 * h1;
                let t1 = t0 * x0;
                let t2 = t1 + t1;
                [t2]
            }
        }
        pub struct Forward3;
        impl rt::Point for Forward3 {
            type Ins = [f32; 2];
            type Outs = [f32; 2];
            const COST: usize = 22;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, s: S, [x0, x1]: [f32; 2]) -> [f32; 2] {
                let t0 = x0 - x1;
                let t1 = m::tanh(s, t0);
                [t1, t0]
            }
        }
        pub struct Pullback1(pub f64, pub f64);
        impl rt::Point for Pullback1 {
            type Ins = [f32; 2];
            type Outs = [f32; 2];
            const COST: usize = 27;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, s: S, [x0, x1]: [f32; 2]) -> [f32; 2] {
                let h0: f32 = m::num(s, self.0);
                let h1: f32 = m::num(s, self.1);
                let t0 = m::tanh(s, x0);
                let t1 = t0 * t0;
                let t2 = 1f32 - t1;
                let t3 = x1 * t2;
                let t4 = -t3;
                let t5 = t4 * h0;
                let t6 = t3 * h1;
                [t5, t6]
            }
        }
        pub struct Pullback0(pub f64, pub f64);
        impl rt::Point for Pullback0 {
            type Ins = [f32; 2];
            type Outs = [f32; 1];
            const COST: usize = 5;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, s: S, [x0, x1]: [f32; 2]) -> [f32; 1] {
                let h0: f32 = m::num(s, self.0);
                let h1: f32 = m::num(s, self.1);
                let t0 = x0 * h0;
                let t1 = t0 * h1;
                let t2 = t1 * x1;
                let t3 = t2 + t2;
                [t3]
            }
        }
        pub struct Jvp2;
        impl rt::Point for Jvp2 {
            type Ins = [f32; 2];
            type Outs = [f32; 2];
            const COST: usize = 4;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, _: S, [x0, x1]: [f32; 2]) -> [f32; 2] {
                let t0 = x0 * x0;
                let t1 = x1 * x0;
                let t2 = t1 + t1;
                [t0, t2]
            }
        }
        pub struct Jvp1;
        impl rt::Point for Jvp1 {
            type Ins = [f32; 2];
            type Outs = [f32; 2];
            const COST: usize = 1;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, _: S, [x0, x1]: [f32; 2]) -> [f32; 2] {
                [x0, x1]
            }
        }
        pub struct Jvp3;
        impl rt::Point for Jvp3 {
            type Ins = [f32; 4];
            type Outs = [f32; 2];
            const COST: usize = 27;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, s: S, [x0, x1, x2, x3]: [f32; 4]) -> [f32; 2] {
                let t0 = x0 - x1;
                let t1 = m::tanh(s, t0);
                let t2 = -x2;
                let t3 = x3 + t2;
                let t4 = t1 * t1;
                let t5 = 1f32 - t4;
                let t6 = t3 * t5;
                [t1, t6]
            }
        }
        pub struct Jvp4(pub f64, pub f64);
        impl rt::Point for Jvp4 {
            type Ins = [f32; 4];
            type Outs = [f32; 2];
            const COST: usize = 7;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, s: S, [x0, x1, x2, x3]: [f32; 4]) -> [f32; 2] {
                let h0: f32 = m::num(s, self.0);
                let h1: f32 = m::num(s, self.1);
                let t0 = x0 * h0;
                let t1 = t0 * h1;
                let t2 = t1 + x1;
                let t3 = x2 * h0;
                let t4 = t3 * h1;
                let t5 = t4 + x3;
                [t2, t5]
            }
        }
        pub struct ForwardTangent3;
        impl rt::Point for ForwardTangent3 {
            type Ins = [f32; 4];
            type Outs = [f32; 4];
            const COST: usize = 27;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, s: S, [x0, x1, x2, x3]: [f32; 4]) -> [f32; 4] {
                let t0 = x0 - x1;
                let t1 = m::tanh(s, t0);
                let t2 = -x2;
                let t3 = x3 + t2;
                let t4 = t1 * t1;
                let t5 = 1f32 - t4;
                let t6 = t3 * t5;
                [t1, t6, t0, t3]
            }
        }
        pub struct PullbackTangent1(pub f64, pub f64);
        impl rt::Point for PullbackTangent1 {
            type Ins = [f32; 4];
            type Outs = [f32; 4];
            const COST: usize = 37;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, s: S, [x0, x1, x2, x3]: [f32; 4]) -> [f32; 4] {
                let h0: f32 = m::num(s, self.0);
                let h1: f32 = m::num(s, self.1);
                let t0 = m::tanh(s, x0);
                let t1 = t0 * t0;
                let t2 = 1f32 - t1;
                let t3 = x1 * t2;
                let t4 = -t3;
                let t5 = t4 * h0;
                let t6 = t3 * h1;
                let t7 = x2 * t2;
                let t8 = t7 * t0;
                let t9 = t8 + t8;
                let t10 = -t9;
                let t11 = x3 * t2;
                let t12 = t10 * x1;
                let t13 = t11 + t12;
                let t14 = -t13;
                let t15 = t14 * h0;
                let t16 = t13 * h1;
                [t5, t6, t15, t16]
            }
        }
        pub struct PullbackTangent0(pub f64, pub f64);
        impl rt::Point for PullbackTangent0 {
            type Ins = [f32; 4];
            type Outs = [f32; 2];
            const COST: usize = 11;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, s: S, [x0, x1, x2, x3]: [f32; 4]) -> [f32; 2] {
                let h0: f32 = m::num(s, self.0);
                let h1: f32 = m::num(s, self.1);
                let t0 = x0 * h0;
                let t1 = t0 * h1;
                let t2 = t1 * x1;
                let t3 = t2 + t2;
                let t4 = x2 * h0;
                let t5 = t4 * h1;
                let t6 = t5 * x1;
                let t7 = x3 * t1;
                let t8 = t6 + t7;
                let t9 = t8 + t8;
                [t3, t9]
            }
        }
        pub struct Hvp3(pub f64, pub f64);
        impl rt::Point for Hvp3 {
            type Ins = [f32; 2];
            type Outs = [f32; 2];
            const COST: usize = 6;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, s: S, [x0, x1]: [f32; 2]) -> [f32; 2] {
                let h0: f32 = m::num(s, self.0);
                let h1: f32 = m::num(s, self.1);
                let t0 = h0 * h1;
                let t1 = t0 * x0;
                let t2 = t1 + t1;
                let t3 = x1 * t0;
                let t4 = t3 + t3;
                [t2, t4]
            }
        }
        pub struct Hvp2(pub f64, pub f64);
        impl rt::Point for Hvp2 {
            type Ins = [f32; 4];
            type Outs = [f32; 4];
            const COST: usize = 35;
            #[inline(always)]
            fn point<S: rt::Isa>(&self, s: S, [x0, x1, x2, x3]: [f32; 4]) -> [f32; 4] {
                let h0: f32 = m::num(s, self.0);
                let h1: f32 = m::num(s, self.1);
                let t0 = x0 - x1;
                let t1 = m::tanh(s, t0);
                let t2 = t1 * t1;
                let t3 = 1f32 - t2;
                let t4 = -t3;
                let t5 = t4 * h0;
                let t6 = t3 * h1;
                let t7 = -x2;
                let t8 = x3 + t7;
                let t9 = t8 * t3;
                let t10 = t9 * t1;
                let t11 = t10 + t10;
                let t12 = -t11;
                let t13 = t11 * h0;
                let t14 = t12 * h1;
                [t5, t6, t13, t14]
            }
        }
    }
    ///Gradients of [`slices`](fn@slices), one field per active parameter.
    #[derive(::core::clone::Clone, ::core::fmt::Debug)]
    pub struct SlicesGrads {
        ///Gradient with respect to `xs`.
        pub xs: __rt::Vec<__rt::Tensor<__rt::f32>>,
    }
    impl __rt::TensorTree for SlicesGrads {
        fn walk<const __N: __rt::usize, __W: __rt::Walk<__N>>(
            __trees: [&Self; __N],
            __path: &mut __rt::Path,
            __walk: &mut __W,
        ) -> __rt::Result<Self> {
            let (__f0, ()) = __path
                .parts(&["xs"], __trees, |__t| (&__t.xs, ()), __walk)?;
            __rt::Ok(SlicesGrads { xs: __f0 })
        }
        fn walk_mut<const __N: __rt::usize, __U: __rt::Update<__N, 0>>(
            &mut self,
            __others: [&Self; __N],
            __path: &mut __rt::Path,
            __update: &mut __U,
        ) -> __rt::Result<()> {
            __path
                .change(
                    &["xs"],
                    (&mut self.xs, ()),
                    __others,
                    |__t| (&__t.xs, ()),
                    __update,
                )
        }
    }
    __rt::operators!([] SlicesGrads,);
    impl __rt::calls::Slots for SlicesGrads {
        type Slots = (__rt::Vec<__rt::Tensor<__rt::f32>>, ());
        #[inline]
        fn slots(self) -> Self::Slots {
            (self.xs, ())
        }
    }
    impl slices {
        #[inline]
        fn __dims(
            __of0: &[impl ::core::borrow::Borrow<__rt::Tensor<__rt::f32>>],
        ) -> __rt::Result<[__rt::usize; 1usize]> {
            let mut __sizes = __rt::bound_dims(&__OPS.site(0), [0], &[])?;
            __rt::lists::bind_dims::<
                __rt::f32,
                _,
            >(
                &__OPS.site(0),
                &mut __sizes,
                "xs",
                __of0,
                &[__rt::Dim::Any, __rt::Dim::First("D", 0)],
            )?;
            __rt::Ok(__sizes)
        }
        ///[`slices`](fn@slices) as a `Result`, whatever its signature.
        #[inline]
        pub fn call(xs: &[Tensor], i: usize) -> __rt::Result<__rt::Tensor<__rt::f32>> {
            let xs = &xs[..];
            let [__dim_D] = Self::__dims(xs)?;
            let mut __ops = __rt::Sequence::new(__OPS);
            let __t2 = 0;
            let __t3 = 0isize;
            let __let_all_4 = __ops
                .done(__rt::lists::list_concat(xs, __rt::clone(&__t3)), 1);
            let __t26 = __rt::shape_of(&__let_all_4);
            let __t5 = __rt::natural(__rt::clone(&i));
            let __t6 = __ops
                .viewed(__rt::lists::list_item(xs, __rt::clone(&__t5), "xs"), 2);
            let __t10 = __rt::shape_of(&__t6);
            let __t7 = __rt::Axes::from(__t2);
            __ops.check()?;
            let __t11 = 1.0 / __t10.count(&__t7) as __rt::f64;
            let [__t13] = __OPS
                .launch_to(
                    __kernels::Value1,
                    0,
                    [__t6],
                    &[__rt::OutSpec::sum(&__t7, false, &__t11)],
                )?;
            let __t14 = {
                let i = __rt::clone(&i);
                i + 1
            };
            let __t15 = __rt::natural(__t14);
            let __t16 = __OPS
                .viewed(__rt::lists::list_item(xs, __rt::clone(&__t15), "xs"), 2)?;
            let __t18 = __rt::shape_of(&__t16);
            let __t19 = 1.0 / __t18.count(&__t7) as __rt::f64;
            let [__t21] = __ops
                .launch_to(
                    __kernels::Value1,
                    0,
                    [__t16],
                    &[__rt::OutSpec::sum(&__t7, false, &__t19)],
                );
            let [__t25] = __ops
                .launch_to(
                    __kernels::Value2,
                    1,
                    [__let_all_4],
                    &[__rt::OutSpec::sum(&__rt::Axes::ALL, false, 1f64)],
                );
            let __t27 = 1.0 / __t26.count(&__rt::Axes::ALL) as __rt::f64;
            let __t30 = xs.len();
            let [__t34] = __ops
                .launch_to(
                    __kernels::Value3,
                    2,
                    (__t13, __t21),
                    &[__rt::OutSpec::sum(&__rt::Axes::ALL, false, 1f64)],
                );
            let [__t35] = __ops
                .launch(
                    __kernels::Value4(__rt::number(&__t27), __rt::number(&__t30)),
                    3,
                    (__t25, __t34),
                );
            __ops.check()?;
            __rt::Ok(__t35)
        }
        ///The value of [`slices`](fn@slices) and its gradient, as one fused program.
        #[inline]
        pub fn value_and_grad(
            xs: &[Tensor],
            i: usize,
        ) -> __rt::Result<(__rt::Tensor<__rt::f32>, SlicesGrads)> {
            let xs = &xs[..];
            let [__dim_D] = Self::__dims(xs)?;
            let mut __ops = __rt::Sequence::new(__OPS);
            let __t2 = 0;
            let __t3 = 0isize;
            let __let_all_4 = __ops
                .done(__rt::lists::list_concat(xs, __rt::clone(&__t3)), 1);
            let __t26 = __rt::shape_of(&__let_all_4);
            let __t5 = __rt::natural(__rt::clone(&i));
            let __t6 = __ops
                .viewed(__rt::lists::list_item(xs, __rt::clone(&__t5), "xs"), 2);
            let __t10 = __rt::shape_of(&__t6);
            let __t7 = __rt::Axes::from(__t2);
            __ops.check()?;
            let __t11 = 1.0 / __t10.count(&__t7) as __rt::f64;
            let [__t13] = __OPS
                .launch_to(
                    __kernels::Value1,
                    0,
                    [__t6],
                    &[__rt::OutSpec::sum(&__t7, false, &__t11)],
                )?;
            let __t14 = {
                let i = __rt::clone(&i);
                i + 1
            };
            let __t15 = __rt::natural(__t14);
            let __t16 = __OPS
                .viewed(__rt::lists::list_item(xs, __rt::clone(&__t15), "xs"), 2)?;
            let __t18 = __rt::shape_of(&__t16);
            let __t19 = 1.0 / __t18.count(&__t7) as __rt::f64;
            let [__t21] = __ops
                .launch_to(
                    __kernels::Value1,
                    0,
                    [__t16],
                    &[__rt::OutSpec::sum(&__t7, false, &__t19)],
                );
            let [__t25] = __ops
                .launch_to(
                    __kernels::Value2,
                    1,
                    [&__let_all_4],
                    &[__rt::OutSpec::sum(&__rt::Axes::ALL, false, 1f64)],
                );
            let __t27 = 1.0 / __t26.count(&__rt::Axes::ALL) as __rt::f64;
            let __t30 = xs.len();
            let [__t34, __t42, __t45] = __ops
                .launch_to(
                    __kernels::ValueAndGrad3(__rt::number(&__t19), __rt::number(&__t11)),
                    4,
                    (__t13, __t21),
                    &[
                        __rt::OutSpec::sum(&__rt::Axes::ALL, false, 1f64),
                        __rt::OutSpec::FULL,
                        __rt::OutSpec::FULL,
                    ],
                );
            let [__t35] = __ops
                .launch(
                    __kernels::Value4(__rt::number(&__t27), __rt::number(&__t30)),
                    3,
                    (__t25, __t34),
                );
            let __t43 = __ops
                .viewed(
                    __rt::ops::keep_axes(
                        &__t42,
                        __rt::clone(&__t18),
                        __rt::clone(&__t7),
                        false,
                    ),
                    3,
                );
            __rt::drop(__t42);
            let __t44 = __ops
                .viewed(__rt::ops::broadcast_to(&__t43, __rt::clone(&__t18)), 3);
            __rt::drop(__t43);
            let __t46 = __ops
                .viewed(
                    __rt::ops::keep_axes(
                        &__t45,
                        __rt::clone(&__t10),
                        __rt::clone(&__t7),
                        false,
                    ),
                    3,
                );
            __rt::drop(__t45);
            let __t47 = __ops
                .viewed(__rt::ops::broadcast_to(&__t46, __rt::clone(&__t10)), 3);
            __rt::drop(__t46);
            let [__t48] = __ops
                .launch(
                    __kernels::ValueAndGrad5(__rt::number(&__t30), __rt::number(&__t27)),
                    5,
                    [__let_all_4],
                );
            __ops.check()?;
            let __t49 = __rt::lists::shapes_of::<__rt::f32, _>(xs);
            let __t50 = __ops
                .viewed(
                    __rt::lists::list_split(
                        &__t48,
                        __rt::clone(&__t49),
                        __rt::clone(&__t3),
                    ),
                    1,
                );
            __rt::drop(__t48);
            let __t51 = __ops
                .done(__rt::lists::list_add_to(__t50, &__t44, __rt::clone(&__t15)), 4);
            __rt::drop(__t44);
            let __t52 = __ops
                .done(__rt::lists::list_add_to(__t51, &__t47, __rt::clone(&__t5)), 4);
            __rt::drop(__t47);
            __ops.check()?;
            __rt::Ok((__t35, SlicesGrads { xs: __t52 }))
        }
        ///The gradient of [`slices`](fn@slices).
        #[inline]
        pub fn grad(xs: &[Tensor], i: usize) -> __rt::Result<SlicesGrads> {
            __rt::Ok(Self::value_and_grad(xs, i)?.1)
        }
        ///The value of [`slices`](fn@slices) and a pullback: cotangents of the result in, cotangents of the active inputs out.
        #[inline]
        pub fn vjp(
            xs: &[Tensor],
            i: usize,
        ) -> __rt::Result<
            (
                __rt::Tensor<__rt::f32>,
                impl __rt::PullbackOf<
                    __rt::Tensor<__rt::f32>,
                    __rt::Tensor<__rt::f32>,
                    SlicesGrads,
                > + use<>,
            ),
        > {
            let xs = &xs[..];
            let [__dim_D] = Self::__dims(xs)?;
            let mut __ops = __rt::Sequence::new(__OPS);
            let __t2 = 0;
            let __t3 = 0isize;
            let __let_all_4 = __ops
                .done(__rt::lists::list_concat(xs, __rt::clone(&__t3)), 1);
            let __t26 = __rt::shape_of(&__let_all_4);
            let __t5 = __rt::natural(__rt::clone(&i));
            let __t6 = __ops
                .viewed(__rt::lists::list_item(xs, __rt::clone(&__t5), "xs"), 2);
            let __t10 = __rt::shape_of(&__t6);
            let __t7 = __rt::Axes::from(__t2);
            __ops.check()?;
            let __t11 = 1.0 / __t10.count(&__t7) as __rt::f64;
            let [__t13] = __OPS
                .launch_to(
                    __kernels::Value1,
                    0,
                    [__t6],
                    &[__rt::OutSpec::sum(&__t7, false, &__t11)],
                )?;
            let __t14 = {
                let i = __rt::clone(&i);
                i + 1
            };
            let __t15 = __rt::natural(__t14);
            let __t16 = __OPS
                .viewed(__rt::lists::list_item(xs, __rt::clone(&__t15), "xs"), 2)?;
            let __t18 = __rt::shape_of(&__t16);
            let __t19 = 1.0 / __t18.count(&__t7) as __rt::f64;
            let [__t21] = __ops
                .launch_to(
                    __kernels::Value1,
                    0,
                    [__t16],
                    &[__rt::OutSpec::sum(&__t7, false, &__t19)],
                );
            let [__t34, __let_d_22] = __ops
                .launch_to(
                    __kernels::Forward3,
                    6,
                    (__t13, __t21),
                    &[
                        __rt::OutSpec::sum(&__rt::Axes::ALL, false, 1f64),
                        __rt::OutSpec::FULL,
                    ],
                );
            let [__t25] = __ops
                .launch_to(
                    __kernels::Value2,
                    1,
                    [&__let_all_4],
                    &[__rt::OutSpec::sum(&__rt::Axes::ALL, false, 1f64)],
                );
            let __t27 = 1.0 / __t26.count(&__rt::Axes::ALL) as __rt::f64;
            let __t30 = xs.len();
            let [__t35] = __ops
                .launch(
                    __kernels::Value4(__rt::number(&__t27), __rt::number(&__t30)),
                    3,
                    (__t25, __t34),
                );
            __ops.check()?;
            let __t37 = __rt::lists::shapes_of::<__rt::f32, _>(xs);
            let __form0 = __rt::Differentiable::form(&__t35);
            let __residual0 = __let_all_4;
            let __residual1 = __t5;
            let __residual2 = __t10;
            let __residual3 = __t11;
            let __residual4 = __t15;
            let __residual5 = __t18;
            let __residual6 = __t19;
            let __residual7 = __let_d_22;
            let __residual8 = __t27;
            let __residual9 = __t30;
            let __residual10 = __t37;
            let __pullback = __rt::pullback_of(
                &__t35,
                __rt::bytes_of(&__residual0) + __rt::bytes_of(&__residual7),
                move |__cotangent, mut __hooks| -> __rt::Result<SlicesGrads> {
                    let __cotangent0 = &__OPS.cotangent(__cotangent, &__form0)?;
                    let mut __ops = __rt::Sequence::new(__OPS);
                    let __t11 = 0;
                    let __t12 = 0isize;
                    let __t13 = __rt::Axes::from(__t11);
                    let [__t29, __t32] = __ops
                        .launch(
                            __kernels::Pullback1(
                                __rt::number(&__residual6),
                                __rt::number(&__residual3),
                            ),
                            7,
                            (__residual7, __cotangent0),
                        );
                    let __t30 = __ops
                        .viewed(
                            __rt::ops::keep_axes(
                                &__t29,
                                __rt::clone(&__residual5),
                                __rt::clone(&__t13),
                                false,
                            ),
                            3,
                        );
                    __rt::drop(__t29);
                    let __t31 = __ops
                        .viewed(
                            __rt::ops::broadcast_to(&__t30, __rt::clone(&__residual5)),
                            3,
                        );
                    __rt::drop(__t30);
                    let __t33 = __ops
                        .viewed(
                            __rt::ops::keep_axes(
                                &__t32,
                                __rt::clone(&__residual2),
                                __rt::clone(&__t13),
                                false,
                            ),
                            3,
                        );
                    __rt::drop(__t32);
                    let __t34 = __ops
                        .viewed(
                            __rt::ops::broadcast_to(&__t33, __rt::clone(&__residual2)),
                            3,
                        );
                    __rt::drop(__t33);
                    let [__t35] = __ops
                        .launch(
                            __kernels::Pullback0(
                                __rt::number(&__residual9),
                                __rt::number(&__residual8),
                            ),
                            8,
                            (__cotangent0, __residual0),
                        );
                    let __t36 = __ops
                        .viewed(
                            __rt::lists::list_split(
                                &__t35,
                                __rt::clone(&__residual10),
                                __rt::clone(&__t12),
                            ),
                            1,
                        );
                    __rt::drop(__t35);
                    let __t37 = __ops
                        .done(
                            __rt::lists::list_add_to(
                                __t36,
                                &__t31,
                                __rt::clone(&__residual4),
                            ),
                            4,
                        );
                    __rt::drop(__t31);
                    let __t38 = __ops
                        .done(
                            __rt::lists::list_add_to(
                                __t37,
                                &__t34,
                                __rt::clone(&__residual1),
                            ),
                            4,
                        );
                    __rt::drop(__t34);
                    __ops.check()?;
                    __rt::Ok(SlicesGrads {
                        xs: __hooks.whole(0usize, "xs", __t38)?,
                    })
                },
            );
            __rt::Ok((__t35, __pullback))
        }
        ///The value of [`slices`](fn@slices) and its derivative along the tangents.
        #[inline]
        pub fn jvp(
            xs: &[Tensor],
            i: usize,
            __dot_xs: &[__rt::Tensor<__rt::f32>],
        ) -> __rt::Result<(__rt::Tensor<__rt::f32>, __rt::Tensor<__rt::f32>)> {
            let xs = &xs[..];
            let [__dim_D] = Self::__dims(xs)?;
            let __dot0 = &__dot_xs[..];
            __rt::lists::check_tangent(xs, __dot0, "slices", "xs")?;
            let mut __ops = __rt::Sequence::new(__OPS);
            let __t2 = 0;
            let __t3 = 0isize;
            let __let_all_4 = __ops
                .done(__rt::lists::list_concat(xs, __rt::clone(&__t3)), 1);
            let __t26 = __rt::shape_of(&__let_all_4);
            let __t5 = __rt::natural(__rt::clone(&i));
            let __t6 = __ops
                .viewed(__rt::lists::list_item(xs, __rt::clone(&__t5), "xs"), 2);
            let __t10 = __rt::shape_of(&__t6);
            let __t7 = __rt::Axes::from(__t2);
            __ops.check()?;
            let __t11 = 1.0 / __t10.count(&__t7) as __rt::f64;
            let __t14 = {
                let i = __rt::clone(&i);
                i + 1
            };
            let __t15 = __rt::natural(__t14);
            let __t16 = __OPS
                .viewed(__rt::lists::list_item(xs, __rt::clone(&__t15), "xs"), 2)?;
            let __t18 = __rt::shape_of(&__t16);
            let __t19 = 1.0 / __t18.count(&__t7) as __rt::f64;
            let __t27 = 1.0 / __t26.count(&__rt::Axes::ALL) as __rt::f64;
            let __t30 = xs.len();
            let __t37 = __ops
                .done(__rt::lists::list_concat(__dot0, __rt::clone(&__t3)), 1);
            let [__t25, __t48] = __ops
                .launch_to(
                    __kernels::Jvp2,
                    9,
                    (__let_all_4, __t37),
                    &[
                        __rt::OutSpec::sum(&__rt::Axes::ALL, false, 1f64),
                        __rt::OutSpec::sum(&__rt::Axes::ALL, false, 1f64),
                    ],
                );
            let __t38 = __ops
                .viewed(__rt::lists::list_item(__dot0, __rt::clone(&__t5), ""), 2);
            let [__t13, __t40] = __ops
                .launch_to(
                    __kernels::Jvp1,
                    10,
                    (__t6, __t38),
                    &[
                        __rt::OutSpec::sum(&__t7, false, &__t11),
                        __rt::OutSpec::sum(&__t7, false, &__t11),
                    ],
                );
            let __t41 = __ops
                .viewed(__rt::lists::list_item(__dot0, __rt::clone(&__t15), ""), 2);
            let [__t21, __t43] = __ops
                .launch_to(
                    __kernels::Jvp1,
                    10,
                    (__t16, __t41),
                    &[
                        __rt::OutSpec::sum(&__t7, false, &__t19),
                        __rt::OutSpec::sum(&__t7, false, &__t19),
                    ],
                );
            let [__t34, __t55] = __ops
                .launch_to(
                    __kernels::Jvp3,
                    11,
                    (__t13, __t21, __t43, __t40),
                    &[
                        __rt::OutSpec::sum(&__rt::Axes::ALL, false, 1f64),
                        __rt::OutSpec::sum(&__rt::Axes::ALL, false, 1f64),
                    ],
                );
            let [__t35, __t56] = __ops
                .launch(
                    __kernels::Jvp4(__rt::number(&__t27), __rt::number(&__t30)),
                    12,
                    (__t25, __t34, __t48, __t55),
                );
            __ops.check()?;
            __rt::Ok((__t35, __t56))
        }
        #[doc(hidden)]
        #[inline]
        pub fn __jvp<
            __D0: ::core::convert::Into<__rt::Vec<__rt::Tensor<__rt::f32>>>
                + __rt::Clone,
            __D1,
        >(
            __rt::calls::Pair(xs, __tangent0): __rt::calls::Pair<&[Tensor], &__D0>,
            __rt::calls::Pair(i, __tangent1): __rt::calls::Pair<usize, &__D1>,
        ) -> __rt::Result<(__rt::Tensor<__rt::f32>, __rt::Tensor<__rt::f32>)> {
            let __tangent0: __rt::Vec<__rt::Tensor<__rt::f32>> = ::core::convert::Into::into(
                __rt::clone(__tangent0),
            );
            Self::jvp(xs, i, &__tangent0[..])
        }
        #[doc(hidden)]
        #[inline]
        pub fn order_2_vjp<
            __D0: ::core::convert::Into<__rt::Vec<__rt::Tensor<__rt::f32>>>
                + __rt::Clone,
            __D1,
        >(
            xs: &[Tensor],
            i: usize,
            __tangent0: &__D0,
            __tangent1: &__D1,
        ) -> __rt::Result<
            (
                __rt::Tensor<__rt::f32>,
                impl __rt::calls::Pullback2<
                    Output = __rt::Tensor<__rt::f32>,
                    Grads = SlicesGrads,
                > + __rt::Clone + use<__D0, __D1>,
                __rt::Tensor<__rt::f32>,
            ),
        > {
            let xs = &xs[..];
            let [__dim_D] = Self::__dims(xs)?;
            let __tangent0: __rt::Vec<__rt::Tensor<__rt::f32>> = ::core::convert::Into::into(
                __rt::clone(__tangent0),
            );
            let __dot_xs = &__tangent0[..];
            let __dot0 = &__dot_xs[..];
            __rt::lists::check_tangent(xs, __dot0, "slices", "xs")?;
            let mut __ops = __rt::Sequence::new(__OPS);
            let __t2 = 0;
            let __t3 = 0isize;
            let __let_all_4 = __ops
                .done(__rt::lists::list_concat(xs, __rt::clone(&__t3)), 1);
            let __t26 = __rt::shape_of(&__let_all_4);
            let __t5 = __rt::natural(__rt::clone(&i));
            let __t6 = __ops
                .viewed(__rt::lists::list_item(xs, __rt::clone(&__t5), "xs"), 2);
            let __t10 = __rt::shape_of(&__t6);
            let __t7 = __rt::Axes::from(__t2);
            __ops.check()?;
            let __t11 = 1.0 / __t10.count(&__t7) as __rt::f64;
            let __t14 = {
                let i = __rt::clone(&i);
                i + 1
            };
            let __t15 = __rt::natural(__t14);
            let __t16 = __OPS
                .viewed(__rt::lists::list_item(xs, __rt::clone(&__t15), "xs"), 2)?;
            let __t18 = __rt::shape_of(&__t16);
            let __t19 = 1.0 / __t18.count(&__t7) as __rt::f64;
            let __t27 = 1.0 / __t26.count(&__rt::Axes::ALL) as __rt::f64;
            let __t30 = xs.len();
            let __t36 = __rt::lists::shapes_of::<__rt::f32, _>(xs);
            let __t38 = __ops
                .done(__rt::lists::list_concat(__dot0, __rt::clone(&__t3)), 1);
            let [__t25, __t49] = __ops
                .launch_to(
                    __kernels::Jvp2,
                    9,
                    (&__let_all_4, &__t38),
                    &[
                        __rt::OutSpec::sum(&__rt::Axes::ALL, false, 1f64),
                        __rt::OutSpec::sum(&__rt::Axes::ALL, false, 1f64),
                    ],
                );
            let __t39 = __ops
                .viewed(__rt::lists::list_item(__dot0, __rt::clone(&__t5), ""), 2);
            let [__t13, __t41] = __ops
                .launch_to(
                    __kernels::Jvp1,
                    10,
                    (__t6, __t39),
                    &[
                        __rt::OutSpec::sum(&__t7, false, &__t11),
                        __rt::OutSpec::sum(&__t7, false, &__t11),
                    ],
                );
            let __t42 = __ops
                .viewed(__rt::lists::list_item(__dot0, __rt::clone(&__t15), ""), 2);
            let [__t21, __t44] = __ops
                .launch_to(
                    __kernels::Jvp1,
                    10,
                    (__t16, __t42),
                    &[
                        __rt::OutSpec::sum(&__t7, false, &__t19),
                        __rt::OutSpec::sum(&__t7, false, &__t19),
                    ],
                );
            let [__t34, __t56, __let_d_22, __t46] = __ops
                .launch_to(
                    __kernels::ForwardTangent3,
                    13,
                    (__t13, __t21, __t44, __t41),
                    &[
                        __rt::OutSpec::sum(&__rt::Axes::ALL, false, 1f64),
                        __rt::OutSpec::sum(&__rt::Axes::ALL, false, 1f64),
                        __rt::OutSpec::FULL,
                        __rt::OutSpec::FULL,
                    ],
                );
            let [__t35, __t57] = __ops
                .launch(
                    __kernels::Jvp4(__rt::number(&__t27), __rt::number(&__t30)),
                    12,
                    (__t25, __t34, __t49, __t56),
                );
            __ops.check()?;
            let __form0 = __rt::Differentiable::form(&__t35);
            let __value = __t35;
            let __dot = __t57;
            let __residual0 = __let_all_4;
            let __residual1 = __t5;
            let __residual2 = __t10;
            let __residual3 = __t11;
            let __residual4 = __t15;
            let __residual5 = __t18;
            let __residual6 = __t19;
            let __residual7 = __let_d_22;
            let __residual8 = __t27;
            let __residual9 = __t30;
            let __residual10 = __t36;
            let __residual11 = __t38;
            let __residual12 = __t46;
            let __pullback = __rt::calls::pullback_2::<
                __rt::Tensor<__rt::f32>,
                __rt::Tensor<__rt::f32>,
                _,
                _,
            >(
                |__whole| __rt::clone(&__whole),
                move |
                    __cotangent,
                    __cotangent_dot,
                | -> __rt::Result<(SlicesGrads, SlicesGrads)> {
                    let __cotangent0 = &__OPS.cotangent(__cotangent, &__form0)?;
                    let __cotangent_dot0 = &__OPS.cotangent(__cotangent_dot, &__form0)?;
                    let mut __ops = __rt::Sequence::new(__OPS);
                    let __t11 = 0;
                    let __t12 = 0isize;
                    let __t13 = __rt::Axes::from(__t11);
                    let [__t29, __t32, __t55, __t58] = __ops
                        .launch(
                            __kernels::PullbackTangent1(
                                __rt::number(&__residual6),
                                __rt::number(&__residual3),
                            ),
                            14,
                            (__residual7, __cotangent0, __residual12, __cotangent_dot0),
                        );
                    let __t30 = __ops
                        .viewed(
                            __rt::ops::keep_axes(
                                &__t29,
                                __rt::clone(&__residual5),
                                __rt::clone(&__t13),
                                false,
                            ),
                            3,
                        );
                    __rt::drop(__t29);
                    let __t31 = __ops
                        .viewed(
                            __rt::ops::broadcast_to(&__t30, __rt::clone(&__residual5)),
                            3,
                        );
                    __rt::drop(__t30);
                    let __t33 = __ops
                        .viewed(
                            __rt::ops::keep_axes(
                                &__t32,
                                __rt::clone(&__residual2),
                                __rt::clone(&__t13),
                                false,
                            ),
                            3,
                        );
                    __rt::drop(__t32);
                    let __t34 = __ops
                        .viewed(
                            __rt::ops::broadcast_to(&__t33, __rt::clone(&__residual2)),
                            3,
                        );
                    __rt::drop(__t33);
                    let [__t35, __t61] = __ops
                        .launch(
                            __kernels::PullbackTangent0(
                                __rt::number(&__residual9),
                                __rt::number(&__residual8),
                            ),
                            15,
                            (__cotangent0, __residual0, __cotangent_dot0, __residual11),
                        );
                    let __t36 = __ops
                        .viewed(
                            __rt::lists::list_split(
                                &__t35,
                                __rt::clone(&__residual10),
                                __rt::clone(&__t12),
                            ),
                            1,
                        );
                    __rt::drop(__t35);
                    let __t37 = __ops
                        .done(
                            __rt::lists::list_add_to(
                                __t36,
                                &__t31,
                                __rt::clone(&__residual4),
                            ),
                            4,
                        );
                    __rt::drop(__t31);
                    let __t38 = __ops
                        .done(
                            __rt::lists::list_add_to(
                                __t37,
                                &__t34,
                                __rt::clone(&__residual1),
                            ),
                            4,
                        );
                    __rt::drop(__t34);
                    let __t56 = __ops
                        .viewed(
                            __rt::ops::keep_axes(
                                &__t55,
                                __rt::clone(&__residual5),
                                __rt::clone(&__t13),
                                false,
                            ),
                            3,
                        );
                    __rt::drop(__t55);
                    let __t57 = __ops
                        .viewed(
                            __rt::ops::broadcast_to(&__t56, __rt::clone(&__residual5)),
                            3,
                        );
                    __rt::drop(__t56);
                    let __t59 = __ops
                        .viewed(
                            __rt::ops::keep_axes(
                                &__t58,
                                __rt::clone(&__residual2),
                                __rt::clone(&__t13),
                                false,
                            ),
                            3,
                        );
                    __rt::drop(__t58);
                    let __t60 = __ops
                        .viewed(
                            __rt::ops::broadcast_to(&__t59, __rt::clone(&__residual2)),
                            3,
                        );
                    __rt::drop(__t59);
                    let __t62 = __ops
                        .viewed(
                            __rt::lists::list_split(
                                &__t61,
                                __rt::clone(&__residual10),
                                __rt::clone(&__t12),
                            ),
                            1,
                        );
                    __rt::drop(__t61);
                    let __t63 = __ops
                        .done(
                            __rt::lists::list_add_to(
                                __t62,
                                &__t57,
                                __rt::clone(&__residual4),
                            ),
                            4,
                        );
                    __rt::drop(__t57);
                    let __t64 = __ops
                        .done(
                            __rt::lists::list_add_to(
                                __t63,
                                &__t60,
                                __rt::clone(&__residual1),
                            ),
                            4,
                        );
                    __rt::drop(__t60);
                    __ops.check()?;
                    __rt::Ok((SlicesGrads { xs: __t38 }, SlicesGrads { xs: __t64 }))
                },
            );
            __rt::Ok((__value, __pullback, __dot))
        }
        ///The gradient of [`slices`](fn@slices) and the product of its Hessian with a vector.
        #[inline]
        pub fn hvp(
            xs: &[Tensor],
            i: usize,
            __dot_xs: &[__rt::Tensor<__rt::f32>],
        ) -> __rt::Result<(SlicesGrads, SlicesGrads)> {
            let xs = &xs[..];
            let [__dim_D] = Self::__dims(xs)?;
            let __dot0 = &__dot_xs[..];
            __rt::lists::check_tangent(xs, __dot0, "slices", "xs")?;
            let mut __ops = __rt::Sequence::new(__OPS);
            let __t2 = 0;
            let __t3 = 0isize;
            let __let_all_4 = __ops
                .done(__rt::lists::list_concat(xs, __rt::clone(&__t3)), 1);
            let __t24 = __rt::shape_of(&__let_all_4);
            let __t5 = __rt::natural(__rt::clone(&i));
            let __t6 = __ops
                .viewed(__rt::lists::list_item(xs, __rt::clone(&__t5), "xs"), 2);
            let __t10 = __rt::shape_of(&__t6);
            let __t7 = __rt::Axes::from(__t2);
            __ops.check()?;
            let __t11 = 1.0 / __t10.count(&__t7) as __rt::f64;
            let __t14 = {
                let i = __rt::clone(&i);
                i + 1
            };
            let __t15 = __rt::natural(__t14);
            let __t16 = __OPS
                .viewed(__rt::lists::list_item(xs, __rt::clone(&__t15), "xs"), 2)?;
            let __t18 = __rt::shape_of(&__t16);
            let __t19 = 1.0 / __t18.count(&__t7) as __rt::f64;
            let __t25 = 1.0 / __t24.count(&__rt::Axes::ALL) as __rt::f64;
            let __t27 = xs.len();
            let __t43 = __rt::lists::shapes_of::<__rt::f32, _>(xs);
            let __t48 = __ops
                .done(__rt::lists::list_concat(__dot0, __rt::clone(&__t3)), 1);
            let [__t42, __t68] = __ops
                .launch(
                    __kernels::Hvp3(__rt::number(&__t27), __rt::number(&__t25)),
                    16,
                    (__let_all_4, __t48),
                );
            let __t44 = __ops
                .viewed(
                    __rt::lists::list_split(
                        &__t42,
                        __rt::clone(&__t43),
                        __rt::clone(&__t3),
                    ),
                    1,
                );
            __rt::drop(__t42);
            let __t49 = __ops
                .viewed(__rt::lists::list_item(__dot0, __rt::clone(&__t5), ""), 2);
            let [__t13, __t51] = __ops
                .launch_to(
                    __kernels::Jvp1,
                    10,
                    (__t6, __t49),
                    &[
                        __rt::OutSpec::sum(&__t7, false, &__t11),
                        __rt::OutSpec::sum(&__t7, false, &__t11),
                    ],
                );
            let __t52 = __ops
                .viewed(__rt::lists::list_item(__dot0, __rt::clone(&__t15), ""), 2);
            let [__t21, __t54] = __ops
                .launch_to(
                    __kernels::Jvp1,
                    10,
                    (__t16, __t52),
                    &[
                        __rt::OutSpec::sum(&__t7, false, &__t19),
                        __rt::OutSpec::sum(&__t7, false, &__t19),
                    ],
                );
            let [__t36, __t39, __t62, __t65] = __ops
                .launch(
                    __kernels::Hvp2(__rt::number(&__t19), __rt::number(&__t11)),
                    17,
                    (__t13, __t21, __t54, __t51),
                );
            let __t37 = __ops
                .viewed(
                    __rt::ops::keep_axes(
                        &__t36,
                        __rt::clone(&__t18),
                        __rt::clone(&__t7),
                        false,
                    ),
                    3,
                );
            __rt::drop(__t36);
            let __t38 = __ops
                .viewed(__rt::ops::broadcast_to(&__t37, __rt::clone(&__t18)), 3);
            __rt::drop(__t37);
            let __t40 = __ops
                .viewed(
                    __rt::ops::keep_axes(
                        &__t39,
                        __rt::clone(&__t10),
                        __rt::clone(&__t7),
                        false,
                    ),
                    3,
                );
            __rt::drop(__t39);
            let __t41 = __ops
                .viewed(__rt::ops::broadcast_to(&__t40, __rt::clone(&__t10)), 3);
            __rt::drop(__t40);
            let __t45 = __ops
                .done(__rt::lists::list_add_to(__t44, &__t38, __rt::clone(&__t15)), 4);
            __rt::drop(__t38);
            let __t46 = __ops
                .done(__rt::lists::list_add_to(__t45, &__t41, __rt::clone(&__t5)), 4);
            __rt::drop(__t41);
            let __t63 = __ops
                .viewed(
                    __rt::ops::keep_axes(
                        &__t62,
                        __rt::clone(&__t18),
                        __rt::clone(&__t7),
                        false,
                    ),
                    3,
                );
            __rt::drop(__t62);
            let __t64 = __ops
                .viewed(__rt::ops::broadcast_to(&__t63, __rt::clone(&__t18)), 3);
            __rt::drop(__t63);
            let __t66 = __ops
                .viewed(
                    __rt::ops::keep_axes(
                        &__t65,
                        __rt::clone(&__t10),
                        __rt::clone(&__t7),
                        false,
                    ),
                    3,
                );
            __rt::drop(__t65);
            let __t67 = __ops
                .viewed(__rt::ops::broadcast_to(&__t66, __rt::clone(&__t10)), 3);
            __rt::drop(__t66);
            let __t69 = __ops
                .viewed(
                    __rt::lists::list_split(
                        &__t68,
                        __rt::clone(&__t43),
                        __rt::clone(&__t3),
                    ),
                    1,
                );
            __rt::drop(__t68);
            let __t70 = __ops
                .done(__rt::lists::list_add_to(__t69, &__t64, __rt::clone(&__t15)), 4);
            __rt::drop(__t64);
            let __t71 = __ops
                .done(__rt::lists::list_add_to(__t70, &__t67, __rt::clone(&__t5)), 4);
            __rt::drop(__t67);
            __ops.check()?;
            __rt::Ok((SlicesGrads { xs: __t46 }, SlicesGrads { xs: __t71 }))
        }
        /// What was made of the function: its graph, its kernels, what it keeps for the pullback.
        #[inline]
        pub const fn explain() -> &'static __rt::str {
            "slices\n\ngraph\n  %0 = input 0: list of f32[_, D]   # xs\n  %1 = input 1: host   # i\n  %2 = size { 0 }: host\n  %3 = size { 0isize }: host\n  %4 = list_concat(%0, %3): f32[_, D]   # all\n  %5 = size { natural(h0) }(%1): host\n  %6 = list_item(%0, %5): f32[_, D]\n  %7 = size { Axes::from(h0) }(%2): host\n  %8 = size { false }: host\n  %9 = sum(%6, %7, %8): f32[D]\n  %10 = shape(%6): host\n  %11 = size { 1.0 / h0.count(& h1) as f64 }(%10, %7): host\n  %12 = scalar(%11): f32[]\n  %13 = mul(%9, %12): f32[D]\n  %14 = host { i + 1 }(%1): host\n  %15 = size { natural(h0) }(%14): host\n  %16 = list_item(%0, %15): f32[_, D]\n  %17 = sum(%16, %7, %8): f32[D]\n  %18 = shape(%16): host\n  %19 = size { 1.0 / h0.count(& h1) as f64 }(%18, %7): host\n  %20 = scalar(%19): f32[]\n  %21 = mul(%17, %20): f32[D]\n  %22 = sub(%13, %21): f32[D]   # d\n  %23 = mul(%4, %4): f32[_, D]\n  %24 = size { Axes::ALL }: host\n  %25 = sum(%23, %24, %8): f32[]\n  %26 = shape(%4): host\n  %27 = size { 1.0 / h0.count(& h1) as f64 }(%26, %24): host\n  %28 = scalar(%27): f32[]\n  %29 = mul(%25, %28): f32[]\n  %30 = host { l0.len() }(%0): host\n  %31 = scalar(%30): f32[]\n  %32 = mul(%29, %31): f32[]\n  %33 = tanh(%22): f32[D]\n  %34 = sum(%33, %24, %8): f32[]\n  %35 = add(%32, %34): f32[]\n  return %35\n\nvalue\n  %4 = list_concat(xs, %3): f32[_, D]\n  %6 = list_item(xs, %5): f32[_, D]\n  kernel 1 over [_, D]: reads %6; writes %13: f32[D] by sum, scaled; no arithmetic\n  %16 = list_item(xs, %15): f32[_, D]\n  kernel 0 over [_, D]: reads %16; writes %21: f32[D] by sum, scaled; no arithmetic\n  kernel 2 over [_, D]: reads %4; writes %25: f32[] by sum; mul\n  kernel 3 over [D]: reads %13, %21; writes %34: f32[] by sum; sub tanh\n  kernel 4 over []: reads %25, %34; writes %35: f32[]; mul mul add\n\nvalue_and_grad\n  %4 = list_concat(xs, %3): f32[_, D]\n  %6 = list_item(xs, %5): f32[_, D]\n  kernel 1 over [_, D]: reads %6; writes %13: f32[D] by sum, scaled; no arithmetic\n  %16 = list_item(xs, %15): f32[_, D]\n  kernel 0 over [_, D]: reads %16; writes %21: f32[D] by sum, scaled; no arithmetic\n  kernel 2 over [_, D]: reads %4; writes %25: f32[] by sum; mul\n  kernel 3 over [D]: reads %13, %21; writes %34: f32[] by sum, %42: f32[D], %45: f32[D]; sub tanh mul sub neg mul mul\n  kernel 4 over []: reads %25, %34; writes %35: f32[]; mul mul add\n  %43 = keep_axes(%42, %18, %7, %8): f32[1, D]\n  %44 = broadcast_to(%43, %18): f32[_, D]\n  %46 = keep_axes(%45, %10, %7, %8): f32[1, D]\n  %47 = broadcast_to(%46, %10): f32[_, D]\n  kernel 5 over [_, D]: reads %4; writes %48: f32[_, D]; mul mul add\n  %50 = list_split(%48, %49, %3): list of f32?10\n  %51 = list_add_to(%50, %44, %15): list of f32?13\n  %52 = list_add_to(%51, %47, %5): list of f32?14\n\nforward\n  %4 = list_concat(xs, %3): f32[_, D]\n  %6 = list_item(xs, %5): f32[_, D]\n  kernel 1 over [_, D]: reads %6; writes %13: f32[D] by sum, scaled; no arithmetic\n  %16 = list_item(xs, %15): f32[_, D]\n  kernel 0 over [_, D]: reads %16; writes %21: f32[D] by sum, scaled; no arithmetic\n  kernel 3 over [D]: reads %13, %21; writes %34: f32[] by sum, %22: f32[D]; sub tanh\n  kernel 2 over [_, D]: reads %4; writes %25: f32[] by sum; mul\n  kernel 4 over []: reads %25, %34; writes %35: f32[]; mul mul add\n\npullback\n  kernel 1 over [D]: reads d, y_bar; writes %29: f32[D], %32: f32[D]; tanh mul sub mul neg mul mul\n  %30 = keep_axes(%29, %18 (shape), %13, %14): f32[1, D]\n  %31 = broadcast_to(%30, %18 (shape)): f32[_, D]\n  %33 = keep_axes(%32, %10 (shape), %13, %14): f32[1, D]\n  %34 = broadcast_to(%33, %10 (shape)): f32[_, D]\n  kernel 0 over [_, D]: reads y_bar, all; writes %35: f32[_, D]; mul mul mul add\n  %36 = list_split(%35, %37 (shape), %12): list of f32?5\n  %37 = list_add_to(%36, %31, %15 (size)): list of f32?8\n  %38 = list_add_to(%37, %34, %5 (size)): list of f32?9\n\njvp\n  %4 = list_concat(xs, %3): f32[_, D]\n  %6 = list_item(xs, %5): f32[_, D]\n  %16 = list_item(xs, %15): f32[_, D]\n  %37 = list_concat(xs_dot, %3): f32[_, D]\n  kernel 2 over [_, D]: reads %4, %37; writes %25: f32[] by sum, %48: f32[] by sum; mul mul add\n  %38 = list_item(xs_dot, %5): f32[_, D]\n  kernel 1 over [_, D]: reads %6, %38; writes %13: f32[D] by sum, scaled, %40: f32[D] by sum, scaled; no arithmetic\n  %41 = list_item(xs_dot, %15): f32[_, D]\n  kernel 0 over [_, D]: reads %16, %41; writes %21: f32[D] by sum, scaled, %43: f32[D] by sum, scaled; no arithmetic\n  kernel 3 over [D]: reads %13, %21, %43, %40; writes %34: f32[] by sum, %55: f32[] by sum; sub tanh neg add mul sub mul\n  kernel 4 over []: reads %25, %34, %48, %55; writes %35: f32[], %56: f32[]; mul mul add mul mul add\n\nhvp\n  %4 = list_concat(xs, %3): f32[_, D]\n  %6 = list_item(xs, %5): f32[_, D]\n  %16 = list_item(xs, %15): f32[_, D]\n  %48 = list_concat(xs_dot, %3): f32[_, D]\n  kernel 3 over [_, D]: reads %4, %48; writes %42: f32[_, D], %68: f32[_, D]; mul mul add mul add\n  %44 = list_split(%42, %43, %3): list of f32?19\n  %49 = list_item(xs_dot, %5): f32[_, D]\n  kernel 1 over [_, D]: reads %6, %49; writes %13: f32[D] by sum, scaled, %51: f32[D] by sum, scaled; no arithmetic\n  %52 = list_item(xs_dot, %15): f32[_, D]\n  kernel 0 over [_, D]: reads %16, %52; writes %21: f32[D] by sum, scaled, %54: f32[D] by sum, scaled; no arithmetic\n  kernel 2 over [D]: reads %13, %21, %54, %51; writes %36: f32[D], %39: f32[D], %62: f32[D], %65: f32[D]; sub tanh mul sub neg mul mul neg add mul mul add neg mul mul\n  %37 = keep_axes(%36, %18, %7, %8): f32[1, D]\n  %38 = broadcast_to(%37, %18): f32[_, D]\n  %40 = keep_axes(%39, %10, %7, %8): f32[1, D]\n  %41 = broadcast_to(%40, %10): f32[_, D]\n  %45 = list_add_to(%44, %38, %15): list of f32?22\n  %46 = list_add_to(%45, %41, %5): list of f32?23\n  %63 = keep_axes(%62, %18, %7, %8): f32[1, D]\n  %64 = broadcast_to(%63, %18): f32[_, D]\n  %66 = keep_axes(%65, %10, %7, %8): f32[1, D]\n  %67 = broadcast_to(%66, %10): f32[_, D]\n  %69 = list_split(%68, %43, %3): list of f32?28\n  %70 = list_add_to(%69, %64, %15): list of f32?29\n  %71 = list_add_to(%70, %67, %5): list of f32?30\n\nresiduals\n  all: f32[_, D], 4*D*_ bytes\n  d: f32[D], 4*D bytes\n"
        }
    }
    impl __rt::Function for slices {
        const NAME: &'static __rt::str = "slices";
        type Args<'__a> = (&'__a [Tensor], usize);
        type Actives = SlicesGrads;
        type Output = __rt::Tensor<__rt::f32>;
        type Tangent = __rt::Tensor<__rt::f32>;
        #[inline]
        fn actives((xs, i): &Self::Args<'_>) -> __rt::Result<Self::Actives> {
            let xs = &xs[..];
            __rt::Ok(SlicesGrads {
                xs: __rt::lists::owned(xs),
            })
        }
        #[inline]
        fn replace<__R>(
            (xs, i): &Self::Args<'_>,
            __actives: &Self::Actives,
            __then: impl ::core::ops::FnOnce(Self::Args<'_>) -> __rt::Result<__R>,
        ) -> __rt::Result<__R> {
            __then((&__actives.xs[..], __rt::clone(i)))
        }
        #[inline]
        fn floats(__output: &Self::Output) -> __rt::Result<Self::Tangent> {
            __rt::Ok(__rt::clone(&__output))
        }
        #[inline]
        fn call((xs, i): Self::Args<'_>) -> __rt::Result<Self::Output> {
            Self::call(xs, i)
        }
        #[inline]
        fn vjp(
            (xs, i): Self::Args<'_>,
        ) -> __rt::Result<
            (
                Self::Output,
                impl __rt::Pullback<Cotangent = Self::Tangent, Grads = Self::Actives>,
            ),
        > {
            Self::vjp(xs, i)
        }
        #[inline]
        fn jvp(
            (xs, i): Self::Args<'_>,
            __tangents: &Self::Actives,
        ) -> __rt::Result<(Self::Output, Self::Tangent)> {
            Self::jvp(xs, i, &__tangents.xs)
        }
    }
    impl __rt::Objective for slices {
        #[inline]
        fn value_and_grad((xs, i): Self::Args<'_>) -> __rt::Valued<Self> {
            Self::value_and_grad(xs, i)
        }
    }
    impl __rt::TwiceDifferentiable for slices {
        #[inline]
        fn hvp(
            (xs, i): Self::Args<'_>,
            __tangents: &Self::Actives,
        ) -> __rt::Result<(Self::Actives, Self::Actives)> {
            Self::hvp(xs, i, &__tangents.xs)
        }
    }
};
