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
    clippy::all,
    clippy::pedantic,
    clippy::nursery,
    clippy::restriction
)]
const _: () = {
    use ::cotangent::__private as rt;
    ///Gradients of [`broadcast`](fn@broadcast), one field per active parameter.
    #[derive(Clone, Debug)]
    pub struct BroadcastGrads {
        ///Gradient with respect to `x`.
        pub x: rt::Tensor<f32>,
        ///Gradient with respect to `scale`.
        pub scale: rt::Tensor<f32>,
        ///Gradient with respect to `shift`.
        pub shift: rt::Tensor<f32>,
    }
    impl rt::TensorTree for BroadcastGrads {
        fn walk<const N: usize, W: rt::Walk<N>>(
            trees: [&Self; N],
            path: &mut rt::Path,
            walk: &mut W,
        ) -> rt::Result<Self> {
            ::core::result::Result::Ok(BroadcastGrads {
                x: path.field("x", trees.map(|t| &t.x), walk)?,
                scale: path.field("scale", trees.map(|t| &t.scale), walk)?,
                shift: path.field("shift", trees.map(|t| &t.shift), walk)?,
            })
        }
    }
    impl broadcast {
        ///[`broadcast`](fn@broadcast) as a `Result`, whatever its signature.
        #[inline]
        pub fn call(
            x: &Tensor,
            scale: &Tensor,
            shift: &Tensor,
        ) -> rt::Result<rt::Tensor<f32>> {
            let t6 = {
                struct Kernel0 {
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel0 {
                    type Ins = (f32, (f32, (f32, ())));
                    type Outs = (f32, ());
                    const COST: usize = 24usize;
                    const TURNS: bool = true;
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
                                let t0: rt::C<f32> = rt::m::mul(s, x0[i], x1[i]);
                                let t1: rt::C<f32> = rt::m::add(s, t0, x2[i]);
                                let t2: rt::C<f32> = rt::m::sin(s, t1);
                                let t3: rt::C<f32> = rt::m::mul(s, t2, x1[i]);
                                y0[i] = t3;
                            }
                        }
                        body::<Isa>(s, n, x0, x1, x2, y0);
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "broadcast",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16, 1u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "broadcast",
                                op: "add",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[3u16, 2u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "broadcast",
                                op: "sin",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[4u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "broadcast",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[5u16, 1u16],
                        },
                    ],
                    outs: &[3u16],
                };
                let (t6, ()) = rt::launch(
                    &Kernel0 {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Ref(x), (rt::Arg::Ref(scale), (rt::Arg::Ref(shift), ()))),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Full,
                            combine: rt::Combine::Store,
                            scale: 1.0,
                        },
                    ],
                )?;
                t6
            };
            ::core::result::Result::Ok(t6)
        }
        ///The value of [`broadcast`](fn@broadcast) and its gradient, as one fused program.
        #[inline]
        pub fn value_and_grad(
            x: &Tensor,
            scale: &Tensor,
            shift: &Tensor,
        ) -> rt::Result<(rt::Tensor<f32>, BroadcastGrads)> {
            let t7 = rt::shape_of(x);
            let t8 = rt::shape_of(scale);
            let t9 = rt::shape_of(shift);
            let (t14, t16, t17, t6) = {
                struct Kernel0 {
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel0 {
                    type Ins = (f32, (f32, (f32, ())));
                    type Outs = (f32, (f32, (f32, (f32, ()))));
                    const COST: usize = 48usize;
                    const TURNS: bool = true;
                    #[inline(always)]
                    fn tile<Isa: rt::Isa>(
                        &self,
                        s: Isa,
                        n: usize,
                        (x0, (x1, (x2, ()))): <Self::Ins as rt::List>::Tiles<'_>,
                        (
                            y0,
                            (y1, (y2, (y3, ()))),
                        ): <Self::Outs as rt::List>::TilesMut<'_>,
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
                            y2: &mut [rt::C<f32>],
                            y3: &mut [rt::C<f32>],
                        ) {
                            let x0 = &x0[..n];
                            let x1 = &x1[..n];
                            let x2 = &x2[..n];
                            let y0 = &mut y0[..n];
                            let y1 = &mut y1[..n];
                            let y2 = &mut y2[..n];
                            let y3 = &mut y3[..n];
                            for i in 0..n {
                                let t0: rt::C<f32> = rt::m::mul(s, x0[i], x1[i]);
                                let t1: rt::C<f32> = rt::m::add(s, t0, x2[i]);
                                let t2: rt::C<f32> = rt::m::sin(s, t1);
                                let t3: rt::C<f32> = rt::m::mul(s, t2, x1[i]);
                                let t4: rt::C<f32> = rt::m::cos(s, t1);
                                let t5: rt::C<f32> = rt::m::mul(s, x1[i], t4);
                                let t6: rt::C<f32> = rt::m::mul(s, t5, x1[i]);
                                let t7: rt::C<f32> = rt::m::mul(s, t5, x0[i]);
                                let t8: rt::C<f32> = rt::m::add(s, t2, t7);
                                y0[i] = t6;
                                y1[i] = t8;
                                y2[i] = t5;
                                y3[i] = t3;
                            }
                        }
                        body::<Isa>(s, n, x0, x1, x2, y0, y1, y2, y3);
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "broadcast",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16, 1u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "broadcast",
                                op: "add",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[3u16, 2u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "broadcast",
                                op: "sin",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[4u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "broadcast",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[5u16, 1u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "broadcast",
                                op: "sin",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[4u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "broadcast",
                                op: "sin",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[1u16, 7u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "broadcast",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[8u16, 1u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "broadcast",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[8u16, 0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "broadcast",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[5u16, 10u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "broadcast",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[9u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "broadcast",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[11u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "broadcast",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[8u16],
                        },
                    ],
                    outs: &[9u16, 10u16, 11u16, 3u16],
                };
                let (t14, (t16, (t17, (t6, ())))) = rt::launch(
                    &Kernel0 {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Ref(x), (rt::Arg::Ref(scale), (rt::Arg::Ref(shift), ()))),
                    &[
                        rt::OutSpec {
                            space: rt::Space::To(
                                &rt::Sizes::from(::core::clone::Clone::clone(&t7)).shape()?,
                            ),
                            combine: rt::Combine::Sum,
                            scale: 1.0,
                        },
                        rt::OutSpec {
                            space: rt::Space::To(
                                &rt::Sizes::from(::core::clone::Clone::clone(&t8)).shape()?,
                            ),
                            combine: rt::Combine::Sum,
                            scale: 1.0,
                        },
                        rt::OutSpec {
                            space: rt::Space::To(
                                &rt::Sizes::from(::core::clone::Clone::clone(&t9)).shape()?,
                            ),
                            combine: rt::Combine::Sum,
                            scale: 1.0,
                        },
                        rt::OutSpec {
                            space: rt::Space::Full,
                            combine: rt::Combine::Store,
                            scale: 1.0,
                        },
                    ],
                )?;
                (t14, t16, t17, t6)
            };
            rt::check_loss(&t6, "broadcast")?;
            ::core::result::Result::Ok((
                t6,
                BroadcastGrads {
                    x: t14,
                    scale: t16,
                    shift: t17,
                },
            ))
        }
        ///The gradient of [`broadcast`](fn@broadcast).
        #[inline]
        pub fn grad(
            x: &Tensor,
            scale: &Tensor,
            shift: &Tensor,
        ) -> rt::Result<BroadcastGrads> {
            ::core::result::Result::Ok(Self::value_and_grad(x, scale, shift)?.1)
        }
        ///The value of [`broadcast`](fn@broadcast) and a pullback: cotangents of the result in, cotangents of the active inputs out.
        #[inline]
        pub fn vjp(
            x: &Tensor,
            scale: &Tensor,
            shift: &Tensor,
        ) -> rt::Result<
            (
                rt::Tensor<f32>,
                impl rt::Pullback<
                    Cotangent = rt::Tensor<f32>,
                    Grads = BroadcastGrads,
                > + ::core::clone::Clone + use<>,
            ),
        > {
            let t6 = {
                struct Kernel0 {
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel0 {
                    type Ins = (f32, (f32, (f32, ())));
                    type Outs = (f32, ());
                    const COST: usize = 24usize;
                    const TURNS: bool = true;
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
                                let t0: rt::C<f32> = rt::m::mul(s, x0[i], x1[i]);
                                let t1: rt::C<f32> = rt::m::add(s, t0, x2[i]);
                                let t2: rt::C<f32> = rt::m::sin(s, t1);
                                let t3: rt::C<f32> = rt::m::mul(s, t2, x1[i]);
                                y0[i] = t3;
                            }
                        }
                        body::<Isa>(s, n, x0, x1, x2, y0);
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "broadcast",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16, 1u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "broadcast",
                                op: "add",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[3u16, 2u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "broadcast",
                                op: "sin",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[4u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "broadcast",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[5u16, 1u16],
                        },
                    ],
                    outs: &[3u16],
                };
                let (t6, ()) = rt::launch(
                    &Kernel0 {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Ref(x), (rt::Arg::Ref(scale), (rt::Arg::Ref(shift), ()))),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Full,
                            combine: rt::Combine::Store,
                            scale: 1.0,
                        },
                    ],
                )?;
                t6
            };
            let t8 = rt::shape_of(x);
            let t9 = rt::shape_of(scale);
            let t10 = rt::shape_of(shift);
            let shape_of_result0 = rt::shape_of(&t6);
            let value = t6;
            let residual0 = ::core::clone::Clone::clone(x);
            let residual1 = ::core::clone::Clone::clone(scale);
            let residual2 = ::core::clone::Clone::clone(shift);
            let residual3 = ::core::clone::Clone::clone(&t8);
            let residual4 = ::core::clone::Clone::clone(&t9);
            let residual5 = ::core::clone::Clone::clone(&t10);
            let bytes = 0usize + rt::bytes_of(&residual0) + rt::bytes_of(&residual1)
                + rt::bytes_of(&residual2);
            let pullback = rt::pullback::<
                rt::Tensor<f32>,
                _,
                _,
            >(
                bytes,
                move |cotangent| -> rt::Result<BroadcastGrads> {
                    let cotangent0 = &rt::cotangent(
                        cotangent,
                        &shape_of_result0,
                        "broadcast",
                    )?;
                    let (t16, t18, t19) = {
                        struct Kernel0 {
                            types: ::core::marker::PhantomData<()>,
                        }
                        impl rt::Kernel for Kernel0 {
                            type Ins = (f32, (f32, (f32, (f32, ()))));
                            type Outs = (f32, (f32, (f32, ())));
                            const COST: usize = 49usize;
                            const TURNS: bool = true;
                            #[inline(always)]
                            fn tile<Isa: rt::Isa>(
                                &self,
                                s: Isa,
                                n: usize,
                                (
                                    x0,
                                    (x1, (x2, (x3, ()))),
                                ): <Self::Ins as rt::List>::Tiles<'_>,
                                (y0, (y1, (y2, ()))): <Self::Outs as rt::List>::TilesMut<'_>,
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
                                    y2: &mut [rt::C<f32>],
                                ) {
                                    let x0 = &x0[..n];
                                    let x1 = &x1[..n];
                                    let x2 = &x2[..n];
                                    let x3 = &x3[..n];
                                    let y0 = &mut y0[..n];
                                    let y1 = &mut y1[..n];
                                    let y2 = &mut y2[..n];
                                    for i in 0..n {
                                        let t0: rt::C<f32> = rt::m::mul(s, x0[i], x1[i]);
                                        let t1: rt::C<f32> = rt::m::add(s, t0, x2[i]);
                                        let t2: rt::C<f32> = rt::m::sin(s, t1);
                                        let t3: rt::C<f32> = rt::m::mul(s, x3[i], x1[i]);
                                        let t4: rt::C<f32> = rt::m::mul(s, x3[i], t2);
                                        let t5: rt::C<f32> = rt::m::cos(s, t1);
                                        let t6: rt::C<f32> = rt::m::mul(s, t3, t5);
                                        let t7: rt::C<f32> = rt::m::mul(s, t6, x1[i]);
                                        let t8: rt::C<f32> = rt::m::mul(s, t6, x0[i]);
                                        let t9: rt::C<f32> = rt::m::add(s, t4, t8);
                                        y0[i] = t7;
                                        y1[i] = t9;
                                        y2[i] = t6;
                                    }
                                }
                                body::<Isa>(s, n, x0, x1, x2, x3, y0, y1, y2);
                            }
                        }
                        const INFO: rt::GroupInfo = rt::GroupInfo {
                            ops: &[
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "broadcast",
                                        op: "mul",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[0u16, 1u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "broadcast",
                                        op: "add",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[4u16, 2u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "broadcast",
                                        op: "sin",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[5u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "broadcast",
                                        op: "mul",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[3u16, 1u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "broadcast",
                                        op: "mul",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[3u16, 6u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "broadcast",
                                        op: "sin",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[5u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "broadcast",
                                        op: "sin",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[7u16, 9u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "broadcast",
                                        op: "mul",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[10u16, 1u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "broadcast",
                                        op: "mul",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[10u16, 0u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "broadcast",
                                        op: "mul",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[8u16, 12u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "broadcast",
                                        op: "mul",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[11u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "broadcast",
                                        op: "mul",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[13u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "broadcast",
                                        op: "mul",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[10u16],
                                },
                            ],
                            outs: &[10u16, 11u16, 12u16],
                        };
                        let (t16, (t18, (t19, ()))) = rt::launch(
                            &Kernel0 {
                                types: ::core::marker::PhantomData,
                            },
                            &INFO,
                            (
                                rt::Arg::Own(residual0),
                                (
                                    rt::Arg::Own(residual1),
                                    (rt::Arg::Own(residual2), (rt::Arg::Ref(cotangent0), ())),
                                ),
                            ),
                            &[
                                rt::OutSpec {
                                    space: rt::Space::To(
                                        &rt::Sizes::from(::core::clone::Clone::clone(&residual3))
                                            .shape()?,
                                    ),
                                    combine: rt::Combine::Sum,
                                    scale: 1.0,
                                },
                                rt::OutSpec {
                                    space: rt::Space::To(
                                        &rt::Sizes::from(::core::clone::Clone::clone(&residual4))
                                            .shape()?,
                                    ),
                                    combine: rt::Combine::Sum,
                                    scale: 1.0,
                                },
                                rt::OutSpec {
                                    space: rt::Space::To(
                                        &rt::Sizes::from(::core::clone::Clone::clone(&residual5))
                                            .shape()?,
                                    ),
                                    combine: rt::Combine::Sum,
                                    scale: 1.0,
                                },
                            ],
                        )?;
                        (t16, t18, t19)
                    };
                    ::core::result::Result::Ok(BroadcastGrads {
                        x: t16,
                        scale: t18,
                        shift: t19,
                    })
                },
            );
            ::core::result::Result::Ok((value, pullback))
        }
        ///The value of [`broadcast`](fn@broadcast) and its derivative along the tangents.
        #[inline]
        pub fn jvp(
            x: &Tensor,
            scale: &Tensor,
            shift: &Tensor,
            x_dot: &rt::Tensor<f32>,
            scale_dot: &rt::Tensor<f32>,
            shift_dot: &rt::Tensor<f32>,
        ) -> rt::Result<(rt::Tensor<f32>, rt::Tensor<f32>)> {
            rt::check_tangent(x, x_dot, "broadcast", "x")?;
            rt::check_tangent(scale, scale_dot, "broadcast", "scale")?;
            rt::check_tangent(shift, shift_dot, "broadcast", "shift")?;
            let (t6, t18) = {
                struct Kernel0 {
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel0 {
                    type Ins = (f32, (f32, (f32, (f32, (f32, (f32, ()))))));
                    type Outs = (f32, (f32, ()));
                    const COST: usize = 52usize;
                    const TURNS: bool = true;
                    #[inline(always)]
                    fn tile<Isa: rt::Isa>(
                        &self,
                        s: Isa,
                        n: usize,
                        (
                            x0,
                            (x1, (x2, (x3, (x4, (x5, ()))))),
                        ): <Self::Ins as rt::List>::Tiles<'_>,
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
                            x4: &[rt::C<f32>],
                            x5: &[rt::C<f32>],
                            y0: &mut [rt::C<f32>],
                            y1: &mut [rt::C<f32>],
                        ) {
                            let x0 = &x0[..n];
                            let x1 = &x1[..n];
                            let x2 = &x2[..n];
                            let x3 = &x3[..n];
                            let x4 = &x4[..n];
                            let x5 = &x5[..n];
                            let y0 = &mut y0[..n];
                            let y1 = &mut y1[..n];
                            for i in 0..n {
                                let t0: rt::C<f32> = rt::m::mul(s, x0[i], x1[i]);
                                let t1: rt::C<f32> = rt::m::add(s, t0, x2[i]);
                                let t2: rt::C<f32> = rt::m::sin(s, t1);
                                let t3: rt::C<f32> = rt::m::mul(s, t2, x1[i]);
                                let t4: rt::C<f32> = rt::m::mul(s, x3[i], x1[i]);
                                let t5: rt::C<f32> = rt::m::mul(s, x4[i], x0[i]);
                                let t6: rt::C<f32> = rt::m::add(s, t4, t5);
                                let t7: rt::C<f32> = rt::m::add(s, t6, x5[i]);
                                let t8: rt::C<f32> = rt::m::cos(s, t1);
                                let t9: rt::C<f32> = rt::m::mul(s, t7, t8);
                                let t10: rt::C<f32> = rt::m::mul(s, t9, x1[i]);
                                let t11: rt::C<f32> = rt::m::mul(s, x4[i], t2);
                                let t12: rt::C<f32> = rt::m::add(s, t10, t11);
                                y0[i] = t3;
                                y1[i] = t12;
                            }
                        }
                        body::<Isa>(s, n, x0, x1, x2, x3, x4, x5, y0, y1);
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "broadcast",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16, 1u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "broadcast",
                                op: "add",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[6u16, 2u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "broadcast",
                                op: "sin",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[7u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "broadcast",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[8u16, 1u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "broadcast",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[3u16, 1u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "broadcast",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[4u16, 0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "broadcast",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[10u16, 11u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "broadcast",
                                op: "add",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[12u16, 5u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "broadcast",
                                op: "sin",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[7u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "broadcast",
                                op: "sin",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[13u16, 14u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "broadcast",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[15u16, 1u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "broadcast",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[4u16, 8u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "broadcast",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[16u16, 17u16],
                        },
                    ],
                    outs: &[3u16, 12u16],
                };
                let (t6, (t18, ())) = rt::launch(
                    &Kernel0 {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (
                        rt::Arg::Ref(x),
                        (
                            rt::Arg::Ref(scale),
                            (
                                rt::Arg::Ref(shift),
                                (
                                    rt::Arg::Ref(x_dot),
                                    (rt::Arg::Ref(scale_dot), (rt::Arg::Ref(shift_dot), ())),
                                ),
                            ),
                        ),
                    ),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Full,
                            combine: rt::Combine::Store,
                            scale: 1.0,
                        },
                        rt::OutSpec {
                            space: rt::Space::Full,
                            combine: rt::Combine::Store,
                            scale: 1.0,
                        },
                    ],
                )?;
                (t6, t18)
            };
            ::core::result::Result::Ok((t6, t18))
        }
        /// What was made of the function: its graph, its kernels, what it keeps for the pullback.
        #[inline]
        pub const fn explain() -> &'static str {
            "broadcast\n\ngraph\n  %0 = input 0: f32?0   # x\n  %1 = input 1: f32?1   # scale\n  %2 = input 2: f32?2   # shift\n  %3 = mul(%0, %1): f32?0*?1\n  %4 = add(%3, %2): f32?0*?1*?2   # y\n  %5 = sin(%4): f32?0*?1*?2\n  %6 = mul(%5, %1): f32?0*?1*?2\n  return %6\n\nvalue\n  kernel 0 over ?0*?1*?2: reads x, scale, shift; writes %6: f32?0*?1*?2; mul add sin mul\n\nvalue_and_grad\n  kernel 0 over ?0*?1*?2: reads x, scale, shift; writes %14: f32?0 by sum_to, %16: f32?1 by sum_to, %17: f32?2 by sum_to, %6: f32?0*?1*?2; mul add sin mul cos mul mul mul add\n\nforward\n  kernel 0 over ?0*?1*?2: reads x, scale, shift; writes %6: f32?0*?1*?2; mul add sin mul\n\npullback\n  kernel 0 over ?0*?1*?2: reads x, scale, shift, y_bar; writes %16: f32?0 by sum_to, %18: f32?1 by sum_to, %19: f32?2 by sum_to; mul add sin mul mul cos mul mul mul add\n\njvp\n  kernel 0 over ?0*?1*?2: reads x, scale, shift, x_dot, scale_dot, shift_dot; writes %6: f32?0*?1*?2, %18: f32?0*?1*?2; mul add sin mul mul mul add add cos mul mul mul add\n\nresiduals\n  x: f32?0, 4 per element of ?0 bytes (an argument: kept, not copied)\n  scale: f32?1, 4 per element of ?1 bytes (an argument: kept, not copied)\n  shift: f32?2, 4 per element of ?2 bytes (an argument: kept, not copied)\n"
        }
    }
    impl rt::Function for broadcast {
        const NAME: &'static str = "broadcast";
        type Args<'args> = (&'args Tensor, &'args Tensor, &'args Tensor);
        type Actives = BroadcastGrads;
        type Output = rt::Tensor<f32>;
        type Tangent = rt::Tensor<f32>;
        #[inline]
        fn actives(args: &Self::Args<'_>) -> Self::Actives {
            let (x, scale, shift) = args;
            let x = *x;
            let scale = *scale;
            let shift = *shift;
            BroadcastGrads {
                x: ::core::clone::Clone::clone(&*x),
                scale: ::core::clone::Clone::clone(&*scale),
                shift: ::core::clone::Clone::clone(&*shift),
            }
        }
        #[inline]
        fn replace<R>(
            args: &Self::Args<'_>,
            actives: &Self::Actives,
            then: impl ::core::ops::FnOnce(Self::Args<'_>) -> R,
        ) -> R {
            let (x, scale, shift) = args;
            then((&actives.x, &actives.scale, &actives.shift))
        }
        #[inline]
        fn floats(output: &Self::Output) -> Self::Tangent {
            ::core::clone::Clone::clone(&output)
        }
        #[inline]
        fn call(args: Self::Args<'_>) -> rt::Result<Self::Output> {
            let (x, scale, shift) = args;
            Self::call(x, scale, shift)
        }
        #[inline]
        fn vjp(
            args: Self::Args<'_>,
        ) -> rt::Result<
            (
                Self::Output,
                impl rt::Pullback<Cotangent = Self::Tangent, Grads = Self::Actives>,
            ),
        > {
            let (x, scale, shift) = args;
            Self::vjp(x, scale, shift)
        }
        #[inline]
        fn jvp(
            args: Self::Args<'_>,
            tangents: &Self::Actives,
        ) -> rt::Result<(Self::Output, Self::Tangent)> {
            let (x, scale, shift) = args;
            Self::jvp(x, scale, shift, &tangents.x, &tangents.scale, &tangents.shift)
        }
    }
    impl rt::Objective for broadcast {
        #[inline]
        fn value_and_grad(
            args: Self::Args<'_>,
        ) -> rt::Result<(Self::Output, Self::Actives)> {
            let (x, scale, shift) = args;
            Self::value_and_grad(x, scale, shift)
        }
    }
};
