#[allow(dead_code)]
fn body(x: &Tensor, w: &Tensor, n: usize) -> (Tensor, Tensor) {
    ::cotangent::__private::or_panic(<body>::call(x, w, n))
}
///The transforms of [`body`](fn@body): `vjp`, `value_and_grad`, `grad`, `jvp`, `explain`.
#[allow(non_camel_case_types)]
enum body {}
#[allow(
    non_snake_case,
    unused,
    clippy::all,
    clippy::pedantic,
    clippy::nursery,
    clippy::restriction
)]
const _: () = {
    use ::cotangent::__private as __rt;
    use __rt::From as _;
    mod __kernels {
        use ::cotangent::__private as rt;
        use self::rt::m;
        pub const PLACE: rt::Place = rt::Place {
            function: "body",
            file: ::core::file!(),
            lines: &[
                ::core::line!(),
                ::core::line!(),
                ::core::line!(),
                ::core::line!(),
                ::core::line!(),
                ::core::line!(),
            ],
        };
        pub struct ValueR40R40R500 {}
        impl rt::Kernel for ValueR40R40R500 {
            type Ins = (f32, ());
            type Outs = (f32, ());
            const COST: usize = 21usize;
            #[inline(always)]
            fn tile<Isa: rt::Isa>(
                &self,
                s: Isa,
                n: usize,
                (x0, ()): <Self::Ins as rt::List>::Tiles<'_>,
                (y0, ()): <Self::Outs as rt::List>::TilesMut<'_>,
            ) {
                #[inline(always)]
                fn body<Isa: rt::Isa>(
                    s: Isa,
                    n: usize,
                    x0: &[rt::C<f32>],
                    y0: &mut [rt::C<f32>],
                ) {
                    let x0 = &x0[..n];
                    let y0 = &mut y0[..n];
                    for i in 0..n {
                        let t0 = m::exp(s, x0[i]);
                        y0[i] = t0;
                    }
                }
                body::<Isa>(s, n, x0, y0);
            }
        }
        pub const VALUE_R4_0_R4_0_R5_00_OPS: rt::GroupInfo = rt::GroupInfo {
            place: &PLACE,
            ops: "exp@0(0)",
            outs: &[0u16],
        };
        pub struct ValueR40R40R510 {}
        impl rt::Kernel for ValueR40R40R510 {
            type Ins = (f32, (f32, ()));
            type Outs = (f32, ());
            const COST: usize = 2usize;
            #[inline(always)]
            fn tile<Isa: rt::Isa>(
                &self,
                s: Isa,
                n: usize,
                (x0, (x1, ())): <Self::Ins as rt::List>::Tiles<'_>,
                (y0, ()): <Self::Outs as rt::List>::TilesMut<'_>,
            ) {
                #[inline(always)]
                fn body<Isa: rt::Isa>(
                    s: Isa,
                    n: usize,
                    x0: &[rt::C<f32>],
                    x1: &[rt::C<f32>],
                    y0: &mut [rt::C<f32>],
                ) {
                    let x0 = &x0[..n];
                    let x1 = &x1[..n];
                    let y0 = &mut y0[..n];
                    for i in 0..n {
                        let t0 = m::mul(s, x0[i], x1[i]);
                        y0[i] = t0;
                    }
                }
                body::<Isa>(s, n, x0, x1, y0);
            }
        }
        pub const VALUE_R4_0_R4_0_R5_10_OPS: rt::GroupInfo = rt::GroupInfo {
            place: &PLACE,
            ops: "mul@1(0,1)",
            outs: &[0u16],
        };
        pub struct ValueR410 {}
        impl rt::Kernel for ValueR410 {
            type Ins = (f32, (f32, ()));
            type Outs = (f32, ());
            const COST: usize = 2usize;
            #[inline(always)]
            fn tile<Isa: rt::Isa>(
                &self,
                s: Isa,
                n: usize,
                (x0, (x1, ())): <Self::Ins as rt::List>::Tiles<'_>,
                (y0, ()): <Self::Outs as rt::List>::TilesMut<'_>,
            ) {
                #[inline(always)]
                fn body<Isa: rt::Isa>(
                    s: Isa,
                    n: usize,
                    x0: &[rt::C<f32>],
                    x1: &[rt::C<f32>],
                    y0: &mut [rt::C<f32>],
                ) {
                    let x0 = &x0[..n];
                    let x1 = &x1[..n];
                    let y0 = &mut y0[..n];
                    for i in 0..n {
                        let t0 = m::mul(s, x0[i], x1[i]);
                        y0[i] = t0;
                    }
                }
                body::<Isa>(s, n, x0, x1, y0);
            }
        }
        pub const VALUE_R4_10_OPS: rt::GroupInfo = rt::GroupInfo {
            place: &PLACE,
            ops: "mul@2(0,1)",
            outs: &[0u16],
        };
        pub struct ValueAndGradR110R70R300 {}
        impl rt::Kernel for ValueAndGradR110R70R300 {
            type Ins = (f32, (f32, (f32, ())));
            type Outs = (f32, ());
            const COST: usize = 23usize;
            #[inline(always)]
            fn tile<Isa: rt::Isa>(
                &self,
                s: Isa,
                n: usize,
                (x0, (x1, (x2, ()))): <Self::Ins as rt::List>::Tiles<'_>,
                (y0, ()): <Self::Outs as rt::List>::TilesMut<'_>,
            ) {
                #[inline(always)]
                fn body<Isa: rt::Isa>(
                    s: Isa,
                    n: usize,
                    x0: &[rt::C<f32>],
                    x1: &[rt::C<f32>],
                    x2: &[rt::C<f32>],
                    y0: &mut [rt::C<f32>],
                ) {
                    let x0 = &x0[..n];
                    let x1 = &x1[..n];
                    let x2 = &x2[..n];
                    let y0 = &mut y0[..n];
                    for i in 0..n {
                        let t0 = m::exp(s, x0[i]);
                        let t1 = m::mul(s, x1[i], t0);
                        let t2 = m::add(s, x2[i], t1);
                        y0[i] = t2;
                    }
                }
                body::<Isa>(s, n, x0, x1, x2, y0);
            }
        }
        pub const VALUE_AND_GRAD_R11_0_R7_0_R3_00_OPS: rt::GroupInfo = rt::GroupInfo {
            place: &PLACE,
            ops: "exp@0(0) exp@0(1,3) exp@4(2,4)",
            outs: &[2u16],
        };
        pub struct ValueAndGradR110R70R310 {}
        impl rt::Kernel for ValueAndGradR110R70R310 {
            type Ins = (f32, (f32, (f32, ())));
            type Outs = (f32, (f32, ()));
            const COST: usize = 3usize;
            #[inline(always)]
            fn tile<Isa: rt::Isa>(
                &self,
                s: Isa,
                n: usize,
                (x0, (x1, (x2, ()))): <Self::Ins as rt::List>::Tiles<'_>,
                (y0, (y1, ())): <Self::Outs as rt::List>::TilesMut<'_>,
            ) {
                #[inline(always)]
                fn body<Isa: rt::Isa>(
                    s: Isa,
                    n: usize,
                    x0: &[rt::C<f32>],
                    x1: &[rt::C<f32>],
                    x2: &[rt::C<f32>],
                    y0: &mut [rt::C<f32>],
                    y1: &mut [rt::C<f32>],
                ) {
                    let x0 = &x0[..n];
                    let x1 = &x1[..n];
                    let x2 = &x2[..n];
                    let y0 = &mut y0[..n];
                    let y1 = &mut y1[..n];
                    for i in 0..n {
                        let t0 = m::mul(s, x0[i], x1[i]);
                        let t1 = m::mul(s, x0[i], x2[i]);
                        y0[i] = t0;
                        y1[i] = t1;
                    }
                }
                body::<Isa>(s, n, x0, x1, x2, y0, y1);
            }
        }
        pub const VALUE_AND_GRAD_R11_0_R7_0_R3_10_OPS: rt::GroupInfo = rt::GroupInfo {
            place: &PLACE,
            ops: "mul@1(0,1) mul@1(0,2)",
            outs: &[0u16, 1u16],
        };
        pub struct ValueAndGradR110R700 {}
        impl rt::Kernel for ValueAndGradR110R700 {
            type Ins = (f32, (f32, ()));
            type Outs = (f32, ());
            const COST: usize = 2usize;
            #[inline(always)]
            fn tile<Isa: rt::Isa>(
                &self,
                s: Isa,
                n: usize,
                (x0, (x1, ())): <Self::Ins as rt::List>::Tiles<'_>,
                (y0, ()): <Self::Outs as rt::List>::TilesMut<'_>,
            ) {
                #[inline(always)]
                fn body<Isa: rt::Isa>(
                    s: Isa,
                    n: usize,
                    x0: &[rt::C<f32>],
                    x1: &[rt::C<f32>],
                    y0: &mut [rt::C<f32>],
                ) {
                    let x0 = &x0[..n];
                    let x1 = &x1[..n];
                    let y0 = &mut y0[..n];
                    for i in 0..n {
                        let t0 = m::add(s, x0[i], x1[i]);
                        y0[i] = t0;
                    }
                }
                body::<Isa>(s, n, x0, x1, y0);
            }
        }
        pub const VALUE_AND_GRAD_R11_0_R7_00_OPS: rt::GroupInfo = rt::GroupInfo {
            place: &PLACE,
            ops: "branch@5(0,1)",
            outs: &[0u16],
        };
        pub struct ValueAndGradR1110 {}
        impl rt::Kernel for ValueAndGradR1110 {
            type Ins = (f32, (f32, (f32, ())));
            type Outs = (f32, (f32, ()));
            const COST: usize = 3usize;
            #[inline(always)]
            fn tile<Isa: rt::Isa>(
                &self,
                s: Isa,
                n: usize,
                (x0, (x1, (x2, ()))): <Self::Ins as rt::List>::Tiles<'_>,
                (y0, (y1, ())): <Self::Outs as rt::List>::TilesMut<'_>,
            ) {
                #[inline(always)]
                fn body<Isa: rt::Isa>(
                    s: Isa,
                    n: usize,
                    x0: &[rt::C<f32>],
                    x1: &[rt::C<f32>],
                    x2: &[rt::C<f32>],
                    y0: &mut [rt::C<f32>],
                    y1: &mut [rt::C<f32>],
                ) {
                    let x0 = &x0[..n];
                    let x1 = &x1[..n];
                    let x2 = &x2[..n];
                    let y0 = &mut y0[..n];
                    let y1 = &mut y1[..n];
                    for i in 0..n {
                        let t0 = m::mul(s, x0[i], x1[i]);
                        let t1 = m::mul(s, x0[i], x2[i]);
                        y0[i] = t0;
                        y1[i] = t1;
                    }
                }
                body::<Isa>(s, n, x0, x1, x2, y0, y1);
            }
        }
        pub const VALUE_AND_GRAD_R11_10_OPS: rt::GroupInfo = rt::GroupInfo {
            place: &PLACE,
            ops: "mul@2(0,1) mul@2(0,2) mul@4(3) mul@4(4)",
            outs: &[2u16, 3u16],
        };
        pub struct ValueAndGrad0 {}
        impl rt::Kernel for ValueAndGrad0 {
            type Ins = (f32, (f32, ()));
            type Outs = (f32, ());
            const COST: usize = 2usize;
            #[inline(always)]
            fn tile<Isa: rt::Isa>(
                &self,
                s: Isa,
                n: usize,
                (x0, (x1, ())): <Self::Ins as rt::List>::Tiles<'_>,
                (y0, ()): <Self::Outs as rt::List>::TilesMut<'_>,
            ) {
                #[inline(always)]
                fn body<Isa: rt::Isa>(
                    s: Isa,
                    n: usize,
                    x0: &[rt::C<f32>],
                    x1: &[rt::C<f32>],
                    y0: &mut [rt::C<f32>],
                ) {
                    let x0 = &x0[..n];
                    let x1 = &x1[..n];
                    let y0 = &mut y0[..n];
                    for i in 0..n {
                        let t0 = m::add(s, x0[i], x1[i]);
                        y0[i] = t0;
                    }
                }
                body::<Isa>(s, n, x0, x1, y0);
            }
        }
        pub const VALUE_AND_GRAD0_OPS: rt::GroupInfo = rt::GroupInfo {
            place: &PLACE,
            ops: "branch@4(0,1)",
            outs: &[0u16],
        };
        pub struct JvpR60R70R800 {}
        impl rt::Kernel for JvpR60R70R800 {
            type Ins = (f32, (f32, ()));
            type Outs = (f32, (f32, ()));
            const COST: usize = 22usize;
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
                    x0: &[rt::C<f32>],
                    x1: &[rt::C<f32>],
                    y0: &mut [rt::C<f32>],
                    y1: &mut [rt::C<f32>],
                ) {
                    let x0 = &x0[..n];
                    let x1 = &x1[..n];
                    let y0 = &mut y0[..n];
                    let y1 = &mut y1[..n];
                    for i in 0..n {
                        let t0 = m::exp(s, x0[i]);
                        let t1 = m::mul(s, x1[i], t0);
                        y0[i] = t0;
                        y1[i] = t1;
                    }
                }
                body::<Isa>(s, n, x0, x1, y0, y1);
            }
        }
        pub const JVP_R6_0_R7_0_R8_00_OPS: rt::GroupInfo = rt::GroupInfo {
            place: &PLACE,
            ops: "exp@0(0) exp@0(1,2)",
            outs: &[0u16, 1u16],
        };
        pub struct JvpR60R70R810 {}
        impl rt::Kernel for JvpR60R70R810 {
            type Ins = (f32, (f32, (f32, (f32, ()))));
            type Outs = (f32, (f32, ()));
            const COST: usize = 5usize;
            #[inline(always)]
            fn tile<Isa: rt::Isa>(
                &self,
                s: Isa,
                n: usize,
                (x0, (x1, (x2, (x3, ())))): <Self::Ins as rt::List>::Tiles<'_>,
                (y0, (y1, ())): <Self::Outs as rt::List>::TilesMut<'_>,
            ) {
                #[inline(always)]
                fn body<Isa: rt::Isa>(
                    s: Isa,
                    n: usize,
                    x0: &[rt::C<f32>],
                    x1: &[rt::C<f32>],
                    x2: &[rt::C<f32>],
                    x3: &[rt::C<f32>],
                    y0: &mut [rt::C<f32>],
                    y1: &mut [rt::C<f32>],
                ) {
                    let x0 = &x0[..n];
                    let x1 = &x1[..n];
                    let x2 = &x2[..n];
                    let x3 = &x3[..n];
                    let y0 = &mut y0[..n];
                    let y1 = &mut y1[..n];
                    for i in 0..n {
                        let t0 = m::mul(s, x0[i], x1[i]);
                        let t1 = m::mul(s, x2[i], x1[i]);
                        let t2 = m::mul(s, x3[i], x0[i]);
                        let t3 = m::add(s, t1, t2);
                        y0[i] = t0;
                        y1[i] = t3;
                    }
                }
                body::<Isa>(s, n, x0, x1, x2, x3, y0, y1);
            }
        }
        pub const JVP_R6_0_R7_0_R8_10_OPS: rt::GroupInfo = rt::GroupInfo {
            place: &PLACE,
            ops: "mul@1(0,1) mul@1(2,1) mul@1(3,0) mul@1(5,6)",
            outs: &[0u16, 3u16],
        };
        pub struct JvpR610 {}
        impl rt::Kernel for JvpR610 {
            type Ins = (f32, (f32, (f32, (f32, ()))));
            type Outs = (f32, (f32, ()));
            const COST: usize = 5usize;
            #[inline(always)]
            fn tile<Isa: rt::Isa>(
                &self,
                s: Isa,
                n: usize,
                (x0, (x1, (x2, (x3, ())))): <Self::Ins as rt::List>::Tiles<'_>,
                (y0, (y1, ())): <Self::Outs as rt::List>::TilesMut<'_>,
            ) {
                #[inline(always)]
                fn body<Isa: rt::Isa>(
                    s: Isa,
                    n: usize,
                    x0: &[rt::C<f32>],
                    x1: &[rt::C<f32>],
                    x2: &[rt::C<f32>],
                    x3: &[rt::C<f32>],
                    y0: &mut [rt::C<f32>],
                    y1: &mut [rt::C<f32>],
                ) {
                    let x0 = &x0[..n];
                    let x1 = &x1[..n];
                    let x2 = &x2[..n];
                    let x3 = &x3[..n];
                    let y0 = &mut y0[..n];
                    let y1 = &mut y1[..n];
                    for i in 0..n {
                        let t0 = m::mul(s, x0[i], x1[i]);
                        let t1 = m::mul(s, x2[i], x1[i]);
                        let t2 = m::mul(s, x3[i], x0[i]);
                        let t3 = m::add(s, t1, t2);
                        y0[i] = t0;
                        y1[i] = t3;
                    }
                }
                body::<Isa>(s, n, x0, x1, x2, x3, y0, y1);
            }
        }
        pub const JVP_R6_10_OPS: rt::GroupInfo = rt::GroupInfo {
            place: &PLACE,
            ops: "mul@2(0,1) mul@2(2,1) mul@2(3,0) mul@2(5,6)",
            outs: &[0u16, 3u16],
        };
    }
    ///Gradients of [`body`](fn@body), one field per active parameter.
    #[derive(::core::clone::Clone, ::core::fmt::Debug)]
    pub struct BodyGrads {
        ///Gradient with respect to `x`.
        pub x: __rt::Tensor<__rt::f32>,
        ///Gradient with respect to `w`.
        pub w: __rt::Tensor<__rt::f32>,
    }
    impl __rt::TensorTree for BodyGrads {
        fn walk<const __N: __rt::usize, __W: __rt::Walk<__N>>(
            __trees: [&Self; __N],
            __path: &mut __rt::Path,
            __walk: &mut __W,
        ) -> __rt::Result<Self> {
            __rt::Ok(BodyGrads {
                x: __path.field("x", __trees.map(|__t| &__t.x), __walk)?,
                w: __path.field("w", __trees.map(|__t| &__t.w), __walk)?,
            })
        }
    }
    impl __rt::calls::Slots for BodyGrads {
        type Slots = (__rt::Tensor<__rt::f32>, __rt::Tensor<__rt::f32>, ());
        #[inline]
        fn slots(self) -> Self::Slots {
            (self.x, self.w, ())
        }
    }
    impl body {
        ///[`body`](fn@body) as a `Result`, whatever its signature.
        #[inline]
        fn call(
            x: &Tensor,
            w: &Tensor,
            n: usize,
        ) -> __rt::Result<(__rt::Tensor<__rt::f32>, __rt::Tensor<__rt::f32>)> {
            let __t3 = {
                let n = __rt::clone(&n);
                n > 1
            };
            let __t4 = {
                let (__chosen, __input0, __input1, __input2, __input3) = (
                    __rt::clone(&__t3),
                    w,
                    x,
                    x,
                    w,
                );
                if __chosen {
                    let __t4 = {
                        let (n, mut __input0, mut __input1, __input2) = (
                            __rt::clone(__input2),
                            __rt::clone(__input0),
                            __rt::clone(__input1),
                            __input2,
                        );
                        for i in 0..n {
                            let __t3 = __rt::clone(&i);
                            let __t4 = {
                                let i = __rt::clone(&__t3);
                                i == 1
                            };
                            let __t5 = {
                                let (__chosen, __input0, __input1, __input2) = (
                                    __rt::clone(&__t4),
                                    &__input0,
                                    &__input1,
                                    __input2,
                                );
                                if __chosen {
                                    let (__let_last_3, ()) = __rt::launch(
                                        &__kernels::ValueR40R40R500 {},
                                        &__kernels::VALUE_R4_0_R4_0_R5_00_OPS,
                                        (__rt::Arg::Ref(__input1), ()),
                                        &[__rt::OutSpec::FULL],
                                    )?;
                                    (__let_last_3, ::core::clone::Clone::clone(__input1))
                                } else {
                                    let (__let_h_3, ()) = __rt::launch(
                                        &__kernels::ValueR40R40R510 {},
                                        &__kernels::VALUE_R4_0_R4_0_R5_10_OPS,
                                        (__rt::Arg::Ref(__input1), (__rt::Arg::Ref(__input2), ())),
                                        &[__rt::OutSpec::FULL],
                                    )?;
                                    (::core::clone::Clone::clone(__input0), __let_h_3)
                                }
                            };
                            __rt::drop(__input0);
                            __rt::drop(__input1);
                            let __t6 = __t5.0;
                            let __t7 = __t5.1;
                            let (__next, __stop, __round) = ((__t6, __t7), (), ());
                            (__input0, __input1) = __next;
                        }
                        (__input0, __input1)
                    };
                    let __t5 = __t4.0;
                    let __t6 = __t4.1;
                    (__t5, __t6)
                } else {
                    let (__let_h_4, ()) = __rt::launch(
                        &__kernels::ValueR410 {},
                        &__kernels::VALUE_R4_10_OPS,
                        (__rt::Arg::Ref(__input1), (__rt::Arg::Ref(__input3), ())),
                        &[__rt::OutSpec::FULL],
                    )?;
                    (::core::clone::Clone::clone(__input0), __let_h_4)
                }
            };
            let __t5 = __t4.0;
            let __t6 = __t4.1;
            __rt::Ok((__t6, __t5))
        }
        ///The value of [`body`](fn@body) and its gradient, as one fused program.
        #[inline]
        fn value_and_grad(
            x: &Tensor,
            w: &Tensor,
            n: usize,
        ) -> __rt::Result<
            ((__rt::Tensor<__rt::f32>, __rt::Tensor<__rt::f32>), BodyGrads),
        > {
            let __t3 = {
                let n = __rt::clone(&n);
                n > 1
            };
            let __t4 = {
                let (__chosen, __input0, __input1, __input2, __input3) = (
                    __rt::clone(&__t3),
                    w,
                    x,
                    x,
                    w,
                );
                if __chosen {
                    let __t4 = {
                        let (n, mut __input0, mut __input1, __input2) = (
                            __rt::clone(__input2),
                            __rt::clone(__input0),
                            __rt::clone(__input1),
                            __input2,
                        );
                        let mut __kept = __rt::Vec::new();
                        for i in 0..n {
                            let __t3 = __rt::clone(&i);
                            let __t4 = {
                                let i = __rt::clone(&__t3);
                                i == 1
                            };
                            let __t5 = {
                                let (__chosen, __input0, __input1, __input2) = (
                                    __rt::clone(&__t4),
                                    &__input0,
                                    &__input1,
                                    __input2,
                                );
                                if __chosen {
                                    let (__let_last_3, ()) = __rt::launch(
                                        &__kernels::ValueR40R40R500 {},
                                        &__kernels::VALUE_R4_0_R4_0_R5_00_OPS,
                                        (__rt::Arg::Ref(__input1), ()),
                                        &[__rt::OutSpec::FULL],
                                    )?;
                                    let __t4 = __rt::shape_of(__input0);
                                    let __t5 = __rt::shape_of(__input2);
                                    (
                                        __let_last_3,
                                        ::core::clone::Clone::clone(__input1),
                                        __rt::calls::Arm::This((
                                            ::core::clone::Clone::clone(__input1),
                                            ::core::clone::Clone::clone(&__t4),
                                            ::core::clone::Clone::clone(&__t5),
                                        )),
                                    )
                                } else {
                                    let (__let_h_3, ()) = __rt::launch(
                                        &__kernels::ValueR40R40R510 {},
                                        &__kernels::VALUE_R4_0_R4_0_R5_10_OPS,
                                        (__rt::Arg::Ref(__input1), (__rt::Arg::Ref(__input2), ())),
                                        &[__rt::OutSpec::FULL],
                                    )?;
                                    (
                                        ::core::clone::Clone::clone(__input0),
                                        __let_h_3,
                                        __rt::calls::Arm::Later((
                                            ::core::clone::Clone::clone(__input1),
                                            ::core::clone::Clone::clone(__input2),
                                        )),
                                    )
                                }
                            };
                            __rt::drop(__input0);
                            __rt::drop(__input1);
                            let __t6 = __t5.0;
                            let __t7 = __t5.1;
                            let __t8 = __t5.2;
                            let (__next, __stop, __round) = (
                                (__t6, __t7),
                                (),
                                (::core::clone::Clone::clone(&__t8),),
                            );
                            __kept.push(__round);
                            (__input0, __input1) = __next;
                        }
                        (__input0, __input1, __kept)
                    };
                    let __t5 = __t4.0;
                    let __t6 = __t4.1;
                    let __t7 = __t4.2;
                    let __t8 = __rt::shape_of(&__t5);
                    let __t9 = __rt::shape_of(__input2);
                    let __t10 = __rt::shape_of(__input3);
                    (
                        __t5,
                        __t6,
                        __rt::calls::Arm::This((
                            ::core::clone::Clone::clone(&__t7),
                            ::core::clone::Clone::clone(&__t8),
                            ::core::clone::Clone::clone(&__t9),
                            ::core::clone::Clone::clone(&__t10),
                        )),
                    )
                } else {
                    let (__let_h_4, ()) = __rt::launch(
                        &__kernels::ValueR410 {},
                        &__kernels::VALUE_R4_10_OPS,
                        (__rt::Arg::Ref(__input1), (__rt::Arg::Ref(__input3), ())),
                        &[__rt::OutSpec::FULL],
                    )?;
                    let __t5 = __rt::shape_of(__input1);
                    let __t6 = __rt::shape_of(__input3);
                    let __t7 = __rt::shape_of(__input0);
                    let __t8 = __rt::shape_of(__input2);
                    (
                        ::core::clone::Clone::clone(__input0),
                        __let_h_4,
                        __rt::calls::Arm::Later((
                            ::core::clone::Clone::clone(__input1),
                            ::core::clone::Clone::clone(__input3),
                            ::core::clone::Clone::clone(&__t5),
                            ::core::clone::Clone::clone(&__t6),
                            ::core::clone::Clone::clone(&__t7),
                            ::core::clone::Clone::clone(&__t8),
                        )),
                    )
                }
            };
            let __t5 = __t4.0;
            let __t6 = __t4.1;
            let __t8 = __rt::shape_of(&__t6);
            let __t9: __rt::Tensor<__rt::f32> = __rt::viewed(
                __rt::ops::broadcast_to(
                    &__rt::scalar::<__rt::f32>(1f64),
                    __rt::clone(&__t8),
                ),
                const { &__kernels::PLACE.site("broadcast_to", 3) },
            )?;
            let __t10 = __t4.2;
            let __t11 = {
                let (__kept, __input0) = (__t10, &__t9);
                match __kept {
                    __rt::calls::Arm::This((__kept0, __kept1, __kept2, __kept3)) => {
                        let __t5 = __rt::zeros::<__rt::f32>(__rt::clone(&__kept1))?;
                        let __t6 = __rt::zeros::<__rt::f32>(__rt::clone(&__kept2))?;
                        let __t7 = {
                            let (
                                mut __stack,
                                mut __input0,
                                mut __input1,
                                mut __input2,
                            ) = (__kept0, __t5, __rt::clone(__input0), __t6);
                            while let ::core::option::Option::Some((__kept0,)) = __stack
                                .pop()
                            {
                                let __t3 = {
                                    let (__kept, __input0, __input1) = (
                                        __kept0,
                                        &__input0,
                                        &__input1,
                                    );
                                    match __kept {
                                        __rt::calls::Arm::This((__kept0, __kept1, __kept2)) => {
                                            let (__t7, ()) = __rt::launch(
                                                &__kernels::ValueAndGradR110R70R300 {
                                                },
                                                &__kernels::VALUE_AND_GRAD_R11_0_R7_0_R3_00_OPS,
                                                (
                                                    __rt::Arg::Own(__kept0),
                                                    (__rt::Arg::Ref(__input0), (__rt::Arg::Ref(__input1), ())),
                                                ),
                                                &[__rt::OutSpec::FULL],
                                            )?;
                                            let __t8 = __rt::zeros::<__rt::f32>(__rt::clone(&__kept1))?;
                                            let __t9 = __rt::zeros::<__rt::f32>(__rt::clone(&__kept2))?;
                                            (__t8, __t7, __t9)
                                        }
                                        __rt::calls::Arm::Later((__kept0, __kept1)) => {
                                            let (__t4, (__t5, ())) = __rt::launch(
                                                &__kernels::ValueAndGradR110R70R310 {
                                                },
                                                &__kernels::VALUE_AND_GRAD_R11_0_R7_0_R3_10_OPS,
                                                (
                                                    __rt::Arg::Ref(__input1),
                                                    (__rt::Arg::Own(__kept1), (__rt::Arg::Own(__kept0), ())),
                                                ),
                                                &[__rt::OutSpec::FULL, __rt::OutSpec::FULL],
                                            )?;
                                            (::core::clone::Clone::clone(__input0), __t4, __t5)
                                        }
                                    }
                                };
                                __rt::drop(__input0);
                                __rt::drop(__input1);
                                let __t4 = __t3.0;
                                let __t5 = __t3.1;
                                let __t6 = __t3.2;
                                let (__t8, ()) = __rt::launch(
                                    &__kernels::ValueAndGradR110R700 {},
                                    &__kernels::VALUE_AND_GRAD_R11_0_R7_00_OPS,
                                    (__rt::Arg::Own(__input2), (__rt::Arg::Own(__t6), ())),
                                    &[__rt::OutSpec::FULL],
                                )?;
                                (__input0, __input1, __input2) = (__t4, __t5, __t8);
                            }
                            (__input0, __input1, __input2)
                        };
                        let __t8 = __t7.0;
                        let __t9 = __t7.1;
                        let __t10 = __t7.2;
                        let __t11 = __rt::zeros::<__rt::f32>(__rt::clone(&__kept3))?;
                        (__t8, __t9, __t10, __t11)
                    }
                    __rt::calls::Arm::Later(
                        (__kept0, __kept1, __kept2, __kept3, __kept4, __kept5),
                    ) => {
                        let (__t9, (__t10, ())) = __rt::launch(
                            &__kernels::ValueAndGradR1110 {},
                            &__kernels::VALUE_AND_GRAD_R11_10_OPS,
                            (
                                __rt::Arg::Ref(__input0),
                                (__rt::Arg::Own(__kept1), (__rt::Arg::Own(__kept0), ())),
                            ),
                            &[
                                __rt::OutSpec {
                                    space: __rt::Space::To(
                                        &__rt::Sizes::from(__rt::clone(&__kept2)).shape()?,
                                    ),
                                    combine: __rt::Combine::Sum,
                                    scale: 1.0,
                                },
                                __rt::OutSpec {
                                    space: __rt::Space::To(
                                        &__rt::Sizes::from(__rt::clone(&__kept3)).shape()?,
                                    ),
                                    combine: __rt::Combine::Sum,
                                    scale: 1.0,
                                },
                            ],
                        )?;
                        let __t11 = __rt::zeros::<__rt::f32>(__rt::clone(&__kept4))?;
                        let __t12 = __rt::zeros::<__rt::f32>(__rt::clone(&__kept5))?;
                        (__t11, __t9, __t12, __t10)
                    }
                }
            };
            __rt::drop(__t9);
            let __t12 = __t11.0;
            let __t13 = __t11.1;
            let __t14 = __t11.2;
            let __t15 = __t11.3;
            let (__t16, ()) = __rt::launch(
                &__kernels::ValueAndGrad0 {},
                &__kernels::VALUE_AND_GRAD0_OPS,
                (__rt::Arg::Own(__t13), (__rt::Arg::Own(__t14), ())),
                &[__rt::OutSpec::FULL],
            )?;
            let (__t17, ()) = __rt::launch(
                &__kernels::ValueAndGrad0 {},
                &__kernels::VALUE_AND_GRAD0_OPS,
                (__rt::Arg::Own(__t12), (__rt::Arg::Own(__t15), ())),
                &[__rt::OutSpec::FULL],
            )?;
            __rt::check_loss(&__t6, "body")?;
            __rt::Ok(((__t6, __t5), BodyGrads { x: __t16, w: __t17 }))
        }
        ///The gradient of [`body`](fn@body).
        #[inline]
        fn grad(x: &Tensor, w: &Tensor, n: usize) -> __rt::Result<BodyGrads> {
            __rt::Ok(Self::value_and_grad(x, w, n)?.1)
        }
        ///The value of [`body`](fn@body) and a pullback: cotangents of the result in, cotangents of the active inputs out.
        #[inline]
        fn vjp(
            x: &Tensor,
            w: &Tensor,
            n: usize,
        ) -> __rt::Result<
            (
                (__rt::Tensor<__rt::f32>, __rt::Tensor<__rt::f32>),
                impl __rt::Pullback<
                    Output = (__rt::Tensor<__rt::f32>, __rt::Tensor<__rt::f32>),
                    Cotangent = (__rt::Tensor<__rt::f32>, __rt::Tensor<__rt::f32>),
                    Grads = BodyGrads,
                > + __rt::Clone + use<>,
            ),
        > {
            let __t3 = {
                let n = __rt::clone(&n);
                n > 1
            };
            let __t4 = {
                let (__chosen, __input0, __input1, __input2, __input3) = (
                    __rt::clone(&__t3),
                    w,
                    x,
                    x,
                    w,
                );
                if __chosen {
                    let __t4 = {
                        let (n, mut __input0, mut __input1, __input2) = (
                            __rt::clone(__input2),
                            __rt::clone(__input0),
                            __rt::clone(__input1),
                            __input2,
                        );
                        let mut __kept = __rt::Vec::new();
                        for i in 0..n {
                            let __t3 = __rt::clone(&i);
                            let __t4 = {
                                let i = __rt::clone(&__t3);
                                i == 1
                            };
                            let __t5 = {
                                let (__chosen, __input0, __input1, __input2) = (
                                    __rt::clone(&__t4),
                                    &__input0,
                                    &__input1,
                                    __input2,
                                );
                                if __chosen {
                                    let (__let_last_3, ()) = __rt::launch(
                                        &__kernels::ValueR40R40R500 {},
                                        &__kernels::VALUE_R4_0_R4_0_R5_00_OPS,
                                        (__rt::Arg::Ref(__input1), ()),
                                        &[__rt::OutSpec::FULL],
                                    )?;
                                    let __t4 = __rt::shape_of(__input0);
                                    let __t5 = __rt::shape_of(__input2);
                                    (
                                        __let_last_3,
                                        ::core::clone::Clone::clone(__input1),
                                        __rt::calls::Arm::This((
                                            ::core::clone::Clone::clone(__input1),
                                            ::core::clone::Clone::clone(&__t4),
                                            ::core::clone::Clone::clone(&__t5),
                                        )),
                                    )
                                } else {
                                    let (__let_h_3, ()) = __rt::launch(
                                        &__kernels::ValueR40R40R510 {},
                                        &__kernels::VALUE_R4_0_R4_0_R5_10_OPS,
                                        (__rt::Arg::Ref(__input1), (__rt::Arg::Ref(__input2), ())),
                                        &[__rt::OutSpec::FULL],
                                    )?;
                                    (
                                        ::core::clone::Clone::clone(__input0),
                                        __let_h_3,
                                        __rt::calls::Arm::Later((
                                            ::core::clone::Clone::clone(__input1),
                                            ::core::clone::Clone::clone(__input2),
                                        )),
                                    )
                                }
                            };
                            __rt::drop(__input0);
                            __rt::drop(__input1);
                            let __t6 = __t5.0;
                            let __t7 = __t5.1;
                            let __t8 = __t5.2;
                            let (__next, __stop, __round) = (
                                (__t6, __t7),
                                (),
                                (::core::clone::Clone::clone(&__t8),),
                            );
                            __kept.push(__round);
                            (__input0, __input1) = __next;
                        }
                        (__input0, __input1, __kept)
                    };
                    let __t5 = __t4.0;
                    let __t6 = __t4.1;
                    let __t7 = __t4.2;
                    let __t8 = __rt::shape_of(__input2);
                    let __t9 = __rt::shape_of(__input3);
                    (
                        __t5,
                        __t6,
                        __rt::calls::Arm::This((
                            ::core::clone::Clone::clone(&__t7),
                            ::core::clone::Clone::clone(&__t8),
                            ::core::clone::Clone::clone(&__t9),
                        )),
                    )
                } else {
                    let (__let_h_4, ()) = __rt::launch(
                        &__kernels::ValueR410 {},
                        &__kernels::VALUE_R4_10_OPS,
                        (__rt::Arg::Ref(__input1), (__rt::Arg::Ref(__input3), ())),
                        &[__rt::OutSpec::FULL],
                    )?;
                    let __t5 = __rt::shape_of(__input1);
                    let __t6 = __rt::shape_of(__input3);
                    let __t7 = __rt::shape_of(__input2);
                    (
                        ::core::clone::Clone::clone(__input0),
                        __let_h_4,
                        __rt::calls::Arm::Later((
                            ::core::clone::Clone::clone(__input1),
                            ::core::clone::Clone::clone(__input3),
                            ::core::clone::Clone::clone(&__t5),
                            ::core::clone::Clone::clone(&__t6),
                            ::core::clone::Clone::clone(&__t7),
                        )),
                    )
                }
            };
            let __t5 = __t4.0;
            let __t6 = __t4.1;
            let __t9 = __t4.2;
            let __shape_of_result0 = __rt::shape_of(&__t6);
            let __shape_of_result1 = __rt::shape_of(&__t5);
            let __value = (__t6, __t5);
            let __residual0 = ::core::clone::Clone::clone(&__t9);
            let __bytes = 0usize;
            let __pullback = __rt::pullback::<
                (__rt::Tensor<__rt::f32>, __rt::Tensor<__rt::f32>),
                (__rt::Tensor<__rt::f32>, __rt::Tensor<__rt::f32>),
                _,
                _,
            >(
                __bytes,
                |__whole| (__rt::clone(&__whole.0), __rt::clone(&__whole.1)),
                move |__cotangent| -> __rt::Result<BodyGrads> {
                    let __cotangent0 = &__rt::cotangent(
                        __cotangent.0,
                        &__shape_of_result0,
                        "body",
                    )?;
                    let __cotangent1 = &__rt::cotangent(
                        __cotangent.1,
                        &__shape_of_result1,
                        "body",
                    )?;
                    let __t3 = {
                        let (__kept, __input0, __input1) = (
                            __residual0,
                            __cotangent1,
                            __cotangent0,
                        );
                        match __kept {
                            __rt::calls::Arm::This((__kept0, __kept1, __kept2)) => {
                                let __t5 = __rt::zeros::<__rt::f32>(__rt::clone(&__kept1))?;
                                let __t6 = {
                                    let (
                                        mut __stack,
                                        mut __input0,
                                        mut __input1,
                                        mut __input2,
                                    ) = (
                                        __kept0,
                                        __rt::clone(__input0),
                                        __rt::clone(__input1),
                                        __t5,
                                    );
                                    while let ::core::option::Option::Some((__kept0,)) = __stack
                                        .pop()
                                    {
                                        let __t3 = {
                                            let (__kept, __input0, __input1) = (
                                                __kept0,
                                                &__input0,
                                                &__input1,
                                            );
                                            match __kept {
                                                __rt::calls::Arm::This((__kept0, __kept1, __kept2)) => {
                                                    let (__t7, ()) = __rt::launch(
                                                        &__kernels::ValueAndGradR110R70R300 {
                                                        },
                                                        &__kernels::VALUE_AND_GRAD_R11_0_R7_0_R3_00_OPS,
                                                        (
                                                            __rt::Arg::Own(__kept0),
                                                            (__rt::Arg::Ref(__input0), (__rt::Arg::Ref(__input1), ())),
                                                        ),
                                                        &[__rt::OutSpec::FULL],
                                                    )?;
                                                    let __t8 = __rt::zeros::<__rt::f32>(__rt::clone(&__kept1))?;
                                                    let __t9 = __rt::zeros::<__rt::f32>(__rt::clone(&__kept2))?;
                                                    (__t8, __t7, __t9)
                                                }
                                                __rt::calls::Arm::Later((__kept0, __kept1)) => {
                                                    let (__t4, (__t5, ())) = __rt::launch(
                                                        &__kernels::ValueAndGradR110R70R310 {
                                                        },
                                                        &__kernels::VALUE_AND_GRAD_R11_0_R7_0_R3_10_OPS,
                                                        (
                                                            __rt::Arg::Ref(__input1),
                                                            (__rt::Arg::Own(__kept1), (__rt::Arg::Own(__kept0), ())),
                                                        ),
                                                        &[__rt::OutSpec::FULL, __rt::OutSpec::FULL],
                                                    )?;
                                                    (::core::clone::Clone::clone(__input0), __t4, __t5)
                                                }
                                            }
                                        };
                                        __rt::drop(__input0);
                                        __rt::drop(__input1);
                                        let __t4 = __t3.0;
                                        let __t5 = __t3.1;
                                        let __t6 = __t3.2;
                                        let (__t8, ()) = __rt::launch(
                                            &__kernels::ValueAndGradR110R700 {},
                                            &__kernels::VALUE_AND_GRAD_R11_0_R7_00_OPS,
                                            (__rt::Arg::Own(__input2), (__rt::Arg::Own(__t6), ())),
                                            &[__rt::OutSpec::FULL],
                                        )?;
                                        (__input0, __input1, __input2) = (__t4, __t5, __t8);
                                    }
                                    (__input0, __input1, __input2)
                                };
                                let __t7 = __t6.0;
                                let __t8 = __t6.1;
                                let __t9 = __t6.2;
                                let __t10 = __rt::zeros::<
                                    __rt::f32,
                                >(__rt::clone(&__kept2))?;
                                (__t7, __t8, __t9, __t10)
                            }
                            __rt::calls::Arm::Later(
                                (__kept0, __kept1, __kept2, __kept3, __kept4),
                            ) => {
                                let (__t9, (__t10, ())) = __rt::launch(
                                    &__kernels::ValueAndGradR1110 {},
                                    &__kernels::VALUE_AND_GRAD_R11_10_OPS,
                                    (
                                        __rt::Arg::Ref(__input1),
                                        (__rt::Arg::Own(__kept1), (__rt::Arg::Own(__kept0), ())),
                                    ),
                                    &[
                                        __rt::OutSpec {
                                            space: __rt::Space::To(
                                                &__rt::Sizes::from(__rt::clone(&__kept2)).shape()?,
                                            ),
                                            combine: __rt::Combine::Sum,
                                            scale: 1.0,
                                        },
                                        __rt::OutSpec {
                                            space: __rt::Space::To(
                                                &__rt::Sizes::from(__rt::clone(&__kept3)).shape()?,
                                            ),
                                            combine: __rt::Combine::Sum,
                                            scale: 1.0,
                                        },
                                    ],
                                )?;
                                let __t11 = __rt::zeros::<
                                    __rt::f32,
                                >(__rt::clone(&__kept4))?;
                                (::core::clone::Clone::clone(__input0), __t9, __t11, __t10)
                            }
                        }
                    };
                    let __t4 = __t3.0;
                    let __t5 = __t3.1;
                    let __t6 = __t3.2;
                    let __t7 = __t3.3;
                    let (__t8, ()) = __rt::launch(
                        &__kernels::ValueAndGrad0 {},
                        &__kernels::VALUE_AND_GRAD0_OPS,
                        (__rt::Arg::Own(__t5), (__rt::Arg::Own(__t6), ())),
                        &[__rt::OutSpec::FULL],
                    )?;
                    let (__t9, ()) = __rt::launch(
                        &__kernels::ValueAndGrad0 {},
                        &__kernels::VALUE_AND_GRAD0_OPS,
                        (__rt::Arg::Own(__t4), (__rt::Arg::Own(__t7), ())),
                        &[__rt::OutSpec::FULL],
                    )?;
                    __rt::Ok(BodyGrads { x: __t8, w: __t9 })
                },
            );
            __rt::Ok((__value, __pullback))
        }
        ///The value of [`body`](fn@body) and its derivative along the tangents.
        #[inline]
        fn jvp(
            x: &Tensor,
            w: &Tensor,
            n: usize,
            __dot_x: &__rt::Tensor<__rt::f32>,
            __dot_w: &__rt::Tensor<__rt::f32>,
        ) -> __rt::Result<
            (
                (__rt::Tensor<__rt::f32>, __rt::Tensor<__rt::f32>),
                (__rt::Tensor<__rt::f32>, __rt::Tensor<__rt::f32>),
            ),
        > {
            __rt::check_tangent(x, __dot_x, "body", "x")?;
            __rt::check_tangent(w, __dot_w, "body", "w")?;
            let __t3 = {
                let n = __rt::clone(&n);
                n > 1
            };
            let __t6 = {
                let (
                    __chosen,
                    __input0,
                    __input1,
                    __input2,
                    __input3,
                    __input4,
                    __input5,
                    __input6,
                    __input7,
                ) = (__rt::clone(&__t3), w, x, x, w, __dot_w, __dot_x, __dot_x, __dot_w);
                if __chosen {
                    let __t7 = {
                        let (
                            n,
                            mut __input0,
                            mut __input1,
                            mut __input2,
                            mut __input3,
                            __input4,
                            __input5,
                        ) = (
                            __rt::clone(__input2),
                            __rt::clone(__input0),
                            __rt::clone(__input1),
                            __rt::clone(__input4),
                            __rt::clone(__input5),
                            __input2,
                            __input6,
                        );
                        for i in 0..n {
                            let __t3 = __rt::clone(&i);
                            let __t4 = {
                                let i = __rt::clone(&__t3);
                                i == 1
                            };
                            let __t8 = {
                                let (
                                    __chosen,
                                    __input0,
                                    __input1,
                                    __input2,
                                    __input3,
                                    __input4,
                                    __input5,
                                ) = (
                                    __rt::clone(&__t4),
                                    &__input0,
                                    &__input1,
                                    __input4,
                                    &__input2,
                                    &__input3,
                                    __input5,
                                );
                                if __chosen {
                                    let (__let_last_3, (__t7, ())) = __rt::launch(
                                        &__kernels::JvpR60R70R800 {},
                                        &__kernels::JVP_R6_0_R7_0_R8_00_OPS,
                                        (__rt::Arg::Ref(__input1), (__rt::Arg::Ref(__input4), ())),
                                        &[__rt::OutSpec::FULL, __rt::OutSpec::FULL],
                                    )?;
                                    (
                                        __let_last_3,
                                        ::core::clone::Clone::clone(__input1),
                                        __t7,
                                        ::core::clone::Clone::clone(__input4),
                                    )
                                } else {
                                    let (__let_h_3, (__t9, ())) = __rt::launch(
                                        &__kernels::JvpR60R70R810 {},
                                        &__kernels::JVP_R6_0_R7_0_R8_10_OPS,
                                        (
                                            __rt::Arg::Ref(__input1),
                                            (
                                                __rt::Arg::Ref(__input2),
                                                (__rt::Arg::Ref(__input4), (__rt::Arg::Ref(__input5), ())),
                                            ),
                                        ),
                                        &[__rt::OutSpec::FULL, __rt::OutSpec::FULL],
                                    )?;
                                    (
                                        ::core::clone::Clone::clone(__input0),
                                        __let_h_3,
                                        ::core::clone::Clone::clone(__input3),
                                        __t9,
                                    )
                                }
                            };
                            __rt::drop(__input0);
                            __rt::drop(__input1);
                            __rt::drop(__input2);
                            __rt::drop(__input3);
                            let __t9 = __t8.0;
                            let __t10 = __t8.1;
                            let __t11 = __t8.2;
                            let __t12 = __t8.3;
                            let (__next, __stop, __round) = (
                                (__t9, __t10, __t11, __t12),
                                (),
                                (),
                            );
                            (__input0, __input1, __input2, __input3) = __next;
                        }
                        (__input0, __input1, __input2, __input3)
                    };
                    let __t8 = __t7.0;
                    let __t9 = __t7.1;
                    let __t11 = __t7.2;
                    let __t12 = __t7.3;
                    (__t8, __t9, __t11, __t12)
                } else {
                    let (__let_h_4, (__t11, ())) = __rt::launch(
                        &__kernels::JvpR610 {},
                        &__kernels::JVP_R6_10_OPS,
                        (
                            __rt::Arg::Ref(__input1),
                            (
                                __rt::Arg::Ref(__input3),
                                (__rt::Arg::Ref(__input5), (__rt::Arg::Ref(__input7), ())),
                            ),
                        ),
                        &[__rt::OutSpec::FULL, __rt::OutSpec::FULL],
                    )?;
                    (
                        ::core::clone::Clone::clone(__input0),
                        __let_h_4,
                        ::core::clone::Clone::clone(__input4),
                        __t11,
                    )
                }
            };
            let __t7 = __t6.0;
            let __t8 = __t6.1;
            let __t9 = __t6.2;
            let __t10 = __t6.3;
            __rt::Ok(((__t8, __t7), (__t10, __t9)))
        }
        #[doc(hidden)]
        #[inline]
        fn __jvp<__D2>(
            x: &Tensor,
            w: &Tensor,
            n: usize,
            __tangent0: __rt::Tensor<__rt::f32>,
            __tangent1: __rt::Tensor<__rt::f32>,
            __tangent2: __D2,
        ) -> __rt::Result<
            (
                (__rt::Tensor<__rt::f32>, __rt::Tensor<__rt::f32>),
                <(
                    __rt::Tensor<__rt::f32>,
                    __rt::Tensor<__rt::f32>,
                ) as __rt::Differentiable>::Tangent,
            ),
        > {
            let (__value, __dot) = Self::jvp(x, w, n, &__tangent0, &__tangent1)?;
            __rt::Ok((__value, (__dot.0, __dot.1)))
        }
        /// What was made of the function: its graph, its kernels, what it keeps for the pullback.
        #[inline]
        const fn explain() -> &'static __rt::str {
            "body\n\ngraph\n  %0 = input 0: f32?0   # x\n  %1 = input 1: f32?1   # w\n  %2 = input 2: host   # n\n  %3 = host { n > 1 }(%2): host\n  %4 = branch(%3, %1, %0, %0, %1): _\n    {\n      %0 = input 0: f32?1   # w\n      %1 = input 1: f32?0   # x\n      %2 = input 2: f32?0   # x\n      %3 = input 3: f32?1   # w\n      %4 = loop(%2, %0, %1, %2): _\n        {\n          %0 = input 0: f32?4   # w\n          %1 = input 1: f32?0   # x\n          %2 = input 2: f32?0   # x\n          %3 = host { clone(& i) }: host\n          %4 = host { i == 1 }(%3): host\n          %5 = branch(%4, %0, %1, %2): _\n            {\n              %0 = input 0: f32?4   # w\n              %1 = input 1: f32?0   # x\n              %2 = input 2: f32?0   # x\n              %3 = exp(%1): f32?0   # last\n              return %3, %1\n            }\n            {\n              %0 = input 0: f32?4   # w\n              %1 = input 1: f32?0   # x\n              %2 = input 2: f32?0   # x\n              %3 = mul(%1, %2): f32?0   # h\n              return %0, %3\n            }\n          %6 = part .0(%5): f32?5\n          %7 = part .1(%5): f32?0\n          return %6, %7\n        }\n      %5 = part .0(%4): f32?4\n      %6 = part .1(%4): f32?0\n      return %5, %6\n    }\n    {\n      %0 = input 0: f32?1   # w\n      %1 = input 1: f32?0   # x\n      %2 = input 2: f32?0   # x\n      %3 = input 3: f32?1   # w\n      %4 = mul(%1, %3): f32?0*?1   # h\n      return %0, %4\n    }\n  %5 = part .0(%4): f32?6\n  %6 = part .1(%4): f32?7\n  return %6, %5\n\nvalue\n\nvalue_and_grad\n  %9 = broadcast_to(%7, %8): f32?7\n  kernel 0 over ?0: reads %13, %14; writes %16: f32?0; add\n  kernel 1 over ?1: reads %12, %15; writes %17: f32?1; add\n\nforward\n\npullback\n  kernel 0 over ?0: reads %5, %6; writes %8: f32?0; add\n  kernel 1 over ?1: reads %4, %7; writes %9: f32?1; add\n\njvp\n\nresiduals\n  none\n"
        }
    }
    impl __rt::Function for body {
        const NAME: &'static __rt::str = "body";
        type Args<'__args> = (&'__args Tensor, &'__args Tensor, usize);
        type Actives = BodyGrads;
        type Output = (__rt::Tensor<__rt::f32>, __rt::Tensor<__rt::f32>);
        type Tangent = (__rt::Tensor<__rt::f32>, __rt::Tensor<__rt::f32>);
        #[inline]
        fn actives(__args: &Self::Args<'_>) -> Self::Actives {
            let (x, w, n) = __args;
            let x = *x;
            let w = *w;
            BodyGrads {
                x: __rt::clone(&*x),
                w: __rt::clone(&*w),
            }
        }
        #[inline]
        fn replace<__R>(
            __args: &Self::Args<'_>,
            __actives: &Self::Actives,
            __then: impl ::core::ops::FnOnce(Self::Args<'_>) -> __R,
        ) -> __R {
            let (x, w, n) = __args;
            __then((&__actives.x, &__actives.w, __rt::clone(n)))
        }
        #[inline]
        fn floats(__output: &Self::Output) -> Self::Tangent {
            (__rt::clone(&__output.0), __rt::clone(&__output.1))
        }
        #[inline]
        fn call(__args: Self::Args<'_>) -> __rt::Result<Self::Output> {
            let (x, w, n) = __args;
            Self::call(x, w, n)
        }
        #[inline]
        fn vjp(
            __args: Self::Args<'_>,
        ) -> __rt::Result<
            (
                Self::Output,
                impl __rt::Pullback<
                    Output = Self::Output,
                    Cotangent = Self::Tangent,
                    Grads = Self::Actives,
                >,
            ),
        > {
            let (x, w, n) = __args;
            Self::vjp(x, w, n)
        }
        #[inline]
        fn jvp(
            __args: Self::Args<'_>,
            __tangents: &Self::Actives,
        ) -> __rt::Result<(Self::Output, Self::Tangent)> {
            let (x, w, n) = __args;
            Self::jvp(x, w, n, &__tangents.x, &__tangents.w)
        }
    }
    impl __rt::Objective for body {
        #[inline]
        fn value_and_grad(
            __args: Self::Args<'_>,
        ) -> __rt::Result<(Self::Output, Self::Actives)> {
            let (x, w, n) = __args;
            Self::value_and_grad(x, w, n)
        }
    }
};
