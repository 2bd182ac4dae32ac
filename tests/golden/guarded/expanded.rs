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
    clippy::all,
    clippy::pedantic,
    clippy::nursery,
    clippy::restriction
)]
const _: () = {
    use ::cotangent::__private as rt;
    ///Gradients of [`guarded`](fn@guarded), one field per active parameter.
    #[derive(Clone, Debug)]
    pub struct GuardedGrads {
        ///Gradient with respect to `x`.
        pub x: rt::Tensor<f32>,
        ///Gradient with respect to `y`.
        pub y: rt::Tensor<f32>,
    }
    impl rt::TensorTree for GuardedGrads {
        fn walk<const N: usize, W: rt::Walk<N>>(
            trees: [&Self; N],
            path: &mut rt::Path,
            walk: &mut W,
        ) -> rt::Result<Self> {
            ::core::result::Result::Ok(GuardedGrads {
                x: path.field("x", trees.map(|t| &t.x), walk)?,
                y: path.field("y", trees.map(|t| &t.y), walk)?,
            })
        }
    }
    impl guarded {
        ///[`guarded`](fn@guarded) as a `Result`, whatever its signature.
        #[inline]
        pub fn call(x: &Tensor, y: &Tensor) -> rt::Result<rt::Tensor<f32>> {
            let mut N = 0usize;
            {
                const SITE: rt::Site = rt::Site {
                    function: "guarded",
                    op: "",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::check_dims(
                    &SITE,
                    "x",
                    &rt::shape_of(x),
                    &mut [rt::Dim::Bind(&mut N)],
                )?;
                rt::check_dims(
                    &SITE,
                    "y",
                    &rt::shape_of(y),
                    &mut [rt::Dim::Equal("N", N)],
                )?;
            }
            let t10 = {
                struct Kernel0 {
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel0 {
                    type Ins = (f32, (f32, ()));
                    type Outs = (f32, ());
                    const COST: usize = 16usize;
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
                                let t0: rt::C<bool> = rt::m::gt(
                                    s,
                                    x0[i],
                                    rt::m::num::<Isa, rt::C<f32>>(s, 0f64),
                                );
                                let t1: rt::C<f32> = rt::m::square(s, x1[i]);
                                let t2: rt::C<f32> = rt::m::select(
                                    s,
                                    t0,
                                    x0[i],
                                    rt::m::num::<Isa, rt::C<f32>>(s, 1f64),
                                );
                                let t3: rt::C<f32> = rt::m::sqrt(s, t2);
                                let t4: rt::C<f32> = rt::m::div(s, x1[i], t2);
                                let t5: rt::C<f32> = rt::m::add(s, t3, t4);
                                let t6: rt::C<f32> = rt::m::select(s, t0, t5, t1);
                                y0[i] = t6;
                            }
                        }
                        body::<Isa>(s, n, x0, x1, y0);
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "guarded",
                                op: "gt",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "guarded",
                                op: "square",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[1u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "guarded",
                                op: "sqrt",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[2u16, 0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "guarded",
                                op: "sqrt",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[4u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "guarded",
                                op: "div",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[1u16, 4u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "guarded",
                                op: "add",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[5u16, 6u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "guarded",
                                op: "select",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[2u16, 7u16, 3u16],
                        },
                    ],
                    outs: &[6u16],
                };
                let (t10, ()) = rt::launch(
                    &Kernel0 {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Ref(x), (rt::Arg::Ref(y), ())),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Full,
                            combine: rt::Combine::Store,
                            scale: 1.0,
                        },
                    ],
                )?;
                t10
            };
            ::core::result::Result::Ok(t10)
        }
        ///The value of [`guarded`](fn@guarded) and a pullback: cotangents of the result in, cotangents of the active inputs out.
        #[inline]
        pub fn vjp(
            x: &Tensor,
            y: &Tensor,
        ) -> rt::Result<
            (
                rt::Tensor<f32>,
                impl rt::Pullback<
                    Cotangent = rt::Tensor<f32>,
                    Grads = GuardedGrads,
                > + ::core::clone::Clone + use<>,
            ),
        > {
            let mut N = 0usize;
            {
                const SITE: rt::Site = rt::Site {
                    function: "guarded",
                    op: "",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::check_dims(
                    &SITE,
                    "x",
                    &rt::shape_of(x),
                    &mut [rt::Dim::Bind(&mut N)],
                )?;
                rt::check_dims(
                    &SITE,
                    "y",
                    &rt::shape_of(y),
                    &mut [rt::Dim::Equal("N", N)],
                )?;
            }
            let t10 = {
                struct Kernel0 {
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel0 {
                    type Ins = (f32, (f32, ()));
                    type Outs = (f32, ());
                    const COST: usize = 16usize;
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
                                let t0: rt::C<bool> = rt::m::gt(
                                    s,
                                    x0[i],
                                    rt::m::num::<Isa, rt::C<f32>>(s, 0f64),
                                );
                                let t1: rt::C<f32> = rt::m::square(s, x1[i]);
                                let t2: rt::C<f32> = rt::m::select(
                                    s,
                                    t0,
                                    x0[i],
                                    rt::m::num::<Isa, rt::C<f32>>(s, 1f64),
                                );
                                let t3: rt::C<f32> = rt::m::sqrt(s, t2);
                                let t4: rt::C<f32> = rt::m::div(s, x1[i], t2);
                                let t5: rt::C<f32> = rt::m::add(s, t3, t4);
                                let t6: rt::C<f32> = rt::m::select(s, t0, t5, t1);
                                y0[i] = t6;
                            }
                        }
                        body::<Isa>(s, n, x0, x1, y0);
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "guarded",
                                op: "gt",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "guarded",
                                op: "square",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[1u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "guarded",
                                op: "sqrt",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[2u16, 0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "guarded",
                                op: "sqrt",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[4u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "guarded",
                                op: "div",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[1u16, 4u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "guarded",
                                op: "add",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[5u16, 6u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "guarded",
                                op: "select",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[2u16, 7u16, 3u16],
                        },
                    ],
                    outs: &[6u16],
                };
                let (t10, ()) = rt::launch(
                    &Kernel0 {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Ref(x), (rt::Arg::Ref(y), ())),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Full,
                            combine: rt::Combine::Store,
                            scale: 1.0,
                        },
                    ],
                )?;
                t10
            };
            let shape_of_result0 = rt::shape_of(&t10);
            let value = t10;
            let residual0 = ::core::clone::Clone::clone(x);
            let residual1 = ::core::clone::Clone::clone(y);
            let bytes = 0usize + rt::bytes_of(&residual0) + rt::bytes_of(&residual1);
            let pullback = rt::pullback::<
                rt::Tensor<f32>,
                _,
                _,
            >(
                bytes,
                move |cotangent| -> rt::Result<GuardedGrads> {
                    let cotangent0 = &rt::cotangent(
                        cotangent,
                        &shape_of_result0,
                        "guarded",
                    )?;
                    let (t19, t23) = {
                        struct Kernel0 {
                            types: ::core::marker::PhantomData<()>,
                        }
                        impl rt::Kernel for Kernel0 {
                            type Ins = (f32, (f32, (f32, ())));
                            type Outs = (f32, (f32, ()));
                            const COST: usize = 38usize;
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
                                        let t0: rt::C<bool> = rt::m::gt(
                                            s,
                                            x0[i],
                                            rt::m::num::<Isa, rt::C<f32>>(s, 0f64),
                                        );
                                        let t1: rt::C<f32> = rt::m::select(
                                            s,
                                            t0,
                                            x0[i],
                                            rt::m::num::<Isa, rt::C<f32>>(s, 1f64),
                                        );
                                        let t2: rt::C<f32> = rt::m::sqrt(s, t1);
                                        let t3: rt::C<f32> = rt::m::div(s, x1[i], t1);
                                        let t4: rt::C<f32> = rt::m::select(
                                            s,
                                            t0,
                                            x2[i],
                                            rt::m::num::<Isa, rt::C<f32>>(s, 0f64),
                                        );
                                        let t5: rt::C<f32> = rt::m::select(
                                            s,
                                            t0,
                                            rt::m::num::<Isa, rt::C<f32>>(s, 0f64),
                                            x2[i],
                                        );
                                        let t6: rt::C<f32> = rt::m::div(s, t4, t1);
                                        let t7: rt::C<f32> = rt::m::neg(s, t4);
                                        let t8: rt::C<f32> = rt::m::mul(s, t7, t3);
                                        let t9: rt::C<f32> = rt::m::div(s, t8, t1);
                                        let t10: rt::C<f32> = rt::m::mul(
                                            s,
                                            rt::m::num::<Isa, rt::C<f32>>(s, 0.5f64),
                                            t4,
                                        );
                                        let t11: rt::C<f32> = rt::m::div(s, t10, t2);
                                        let t12: rt::C<f32> = rt::m::add(s, t9, t11);
                                        let t13: rt::C<f32> = rt::m::select(
                                            s,
                                            t0,
                                            t12,
                                            rt::m::num::<Isa, rt::C<f32>>(s, 0f64),
                                        );
                                        let t14: rt::C<f32> = rt::m::mul(
                                            s,
                                            rt::m::num::<Isa, rt::C<f32>>(s, 2f64),
                                            t5,
                                        );
                                        let t15: rt::C<f32> = rt::m::mul(s, t14, x1[i]);
                                        let t16: rt::C<f32> = rt::m::add(s, t6, t15);
                                        y0[i] = t13;
                                        y1[i] = t16;
                                    }
                                }
                                body::<Isa>(s, n, x0, x1, x2, y0, y1);
                            }
                        }
                        const INFO: rt::GroupInfo = rt::GroupInfo {
                            ops: &[
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "guarded",
                                        op: "gt",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[0u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "guarded",
                                        op: "sqrt",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[3u16, 0u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "guarded",
                                        op: "sqrt",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[4u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "guarded",
                                        op: "div",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[1u16, 4u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "guarded",
                                        op: "select",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[3u16, 2u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "guarded",
                                        op: "select",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[3u16, 2u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "guarded",
                                        op: "div",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[7u16, 4u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "guarded",
                                        op: "div",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[7u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "guarded",
                                        op: "div",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[10u16, 6u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "guarded",
                                        op: "div",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[11u16, 4u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "guarded",
                                        op: "sqrt",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[7u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "guarded",
                                        op: "sqrt",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[13u16, 5u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "guarded",
                                        op: "sqrt",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[12u16, 14u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "guarded",
                                        op: "sqrt",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[3u16, 15u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "guarded",
                                        op: "square",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[8u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "guarded",
                                        op: "square",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[17u16, 1u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "guarded",
                                        op: "square",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[9u16, 18u16],
                                },
                            ],
                            outs: &[13u16, 16u16],
                        };
                        let (t19, (t23, ())) = rt::launch(
                            &Kernel0 {
                                types: ::core::marker::PhantomData,
                            },
                            &INFO,
                            (
                                rt::Arg::Own(residual0),
                                (rt::Arg::Own(residual1), (rt::Arg::Ref(cotangent0), ())),
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
                        (t19, t23)
                    };
                    ::core::result::Result::Ok(GuardedGrads { x: t19, y: t23 })
                },
            );
            ::core::result::Result::Ok((value, pullback))
        }
        ///The value of [`guarded`](fn@guarded) and its derivative along the tangents.
        #[inline]
        pub fn jvp(
            x: &Tensor,
            y: &Tensor,
            x_dot: &rt::Tensor<f32>,
            y_dot: &rt::Tensor<f32>,
        ) -> rt::Result<(rt::Tensor<f32>, rt::Tensor<f32>)> {
            let mut N = 0usize;
            {
                const SITE: rt::Site = rt::Site {
                    function: "guarded",
                    op: "",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::check_dims(
                    &SITE,
                    "x",
                    &rt::shape_of(x),
                    &mut [rt::Dim::Bind(&mut N)],
                )?;
                rt::check_dims(
                    &SITE,
                    "y",
                    &rt::shape_of(y),
                    &mut [rt::Dim::Equal("N", N)],
                )?;
            }
            rt::check_tangent(x, x_dot, "guarded", "x")?;
            rt::check_tangent(y, y_dot, "guarded", "y")?;
            let (t10, t28) = {
                struct Kernel0 {
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel0 {
                    type Ins = (f32, (f32, (f32, (f32, ()))));
                    type Outs = (f32, (f32, ()));
                    const COST: usize = 42usize;
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
                                let t0: rt::C<bool> = rt::m::gt(
                                    s,
                                    x0[i],
                                    rt::m::num::<Isa, rt::C<f32>>(s, 0f64),
                                );
                                let t1: rt::C<f32> = rt::m::square(s, x1[i]);
                                let t2: rt::C<f32> = rt::m::select(
                                    s,
                                    t0,
                                    x0[i],
                                    rt::m::num::<Isa, rt::C<f32>>(s, 1f64),
                                );
                                let t3: rt::C<f32> = rt::m::sqrt(s, t2);
                                let t4: rt::C<f32> = rt::m::div(s, x1[i], t2);
                                let t5: rt::C<f32> = rt::m::add(s, t3, t4);
                                let t6: rt::C<f32> = rt::m::select(s, t0, t5, t1);
                                let t7: rt::C<f32> = rt::m::mul(
                                    s,
                                    rt::m::num::<Isa, rt::C<f32>>(s, 2f64),
                                    x2[i],
                                );
                                let t8: rt::C<f32> = rt::m::mul(s, t7, x1[i]);
                                let t9: rt::C<f32> = rt::m::select(
                                    s,
                                    t0,
                                    x3[i],
                                    rt::m::num::<Isa, rt::C<f32>>(s, 0f64),
                                );
                                let t10: rt::C<f32> = rt::m::mul(
                                    s,
                                    rt::m::num::<Isa, rt::C<f32>>(s, 0.5f64),
                                    t9,
                                );
                                let t11: rt::C<f32> = rt::m::div(s, t10, t3);
                                let t12: rt::C<f32> = rt::m::div(s, x2[i], t2);
                                let t13: rt::C<f32> = rt::m::neg(s, t9);
                                let t14: rt::C<f32> = rt::m::mul(s, t13, t4);
                                let t15: rt::C<f32> = rt::m::div(s, t14, t2);
                                let t16: rt::C<f32> = rt::m::add(s, t12, t15);
                                let t17: rt::C<f32> = rt::m::add(s, t11, t16);
                                let t18: rt::C<f32> = rt::m::select(
                                    s,
                                    t0,
                                    t17,
                                    rt::m::num::<Isa, rt::C<f32>>(s, 0f64),
                                );
                                let t19: rt::C<f32> = rt::m::select(
                                    s,
                                    t0,
                                    rt::m::num::<Isa, rt::C<f32>>(s, 0f64),
                                    t8,
                                );
                                let t20: rt::C<f32> = rt::m::add(s, t18, t19);
                                y0[i] = t6;
                                y1[i] = t20;
                            }
                        }
                        body::<Isa>(s, n, x0, x1, x2, x3, y0, y1);
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "guarded",
                                op: "gt",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "guarded",
                                op: "square",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[1u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "guarded",
                                op: "sqrt",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[4u16, 0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "guarded",
                                op: "sqrt",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[6u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "guarded",
                                op: "div",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[1u16, 6u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "guarded",
                                op: "add",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[7u16, 8u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "guarded",
                                op: "select",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[4u16, 9u16, 5u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "guarded",
                                op: "square",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[2u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "guarded",
                                op: "square",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[11u16, 1u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "guarded",
                                op: "sqrt",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[4u16, 3u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "guarded",
                                op: "sqrt",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[13u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "guarded",
                                op: "sqrt",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[14u16, 7u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "guarded",
                                op: "div",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[2u16, 6u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "guarded",
                                op: "div",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[13u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "guarded",
                                op: "div",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[17u16, 8u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "guarded",
                                op: "div",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[18u16, 6u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "guarded",
                                op: "div",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[16u16, 19u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "guarded",
                                op: "add",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[15u16, 20u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "guarded",
                                op: "select",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[4u16, 21u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "guarded",
                                op: "select",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[4u16, 12u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "guarded",
                                op: "select",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[22u16, 23u16],
                        },
                    ],
                    outs: &[6u16, 20u16],
                };
                let (t10, (t28, ())) = rt::launch(
                    &Kernel0 {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (
                        rt::Arg::Ref(x),
                        (
                            rt::Arg::Ref(y),
                            (rt::Arg::Ref(y_dot), (rt::Arg::Ref(x_dot), ())),
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
                (t10, t28)
            };
            ::core::result::Result::Ok((t10, t28))
        }
        /// What was made of the function: its graph, its kernels, what it keeps for the pullback.
        #[inline]
        pub const fn explain() -> &'static str {
            "guarded\n\ngraph\n  %0 = input 0: f32[N]   # x\n  %1 = input 1: f32[N]   # y\n  %2 = const 0.0: f32[]\n  %3 = gt(%0, %2): bool[N]\n  %4 = square(%1): f32[N]\n  %5 = const 1.0: f32[]\n  %6 = select(%3, %0, %5): f32[N]\n  %7 = sqrt(%6): f32[N]\n  %8 = div(%1, %6): f32[N]\n  %9 = add(%7, %8): f32[N]\n  %10 = select(%3, %9, %4): f32[N]\n  return %10\n\nvalue\n  kernel 0 over [N]: reads x, y; writes %10: f32[N]; gt square select sqrt div add select\n\nforward\n  kernel 0 over [N]: reads x, y; writes %10: f32[N]; gt square select sqrt div add select\n\npullback\n  kernel 0 over [N]: reads x, y, y_bar; writes %19: f32[N], %23: f32[N]; gt select sqrt div select select div neg mul div mul div add select mul mul add\n\njvp\n  kernel 0 over [N]: reads x, y, y_dot, x_dot; writes %10: f32[N], %28: f32[N]; gt square select sqrt div add select mul mul select mul div div neg mul div add add select select add\n\nresiduals\n  x: f32[N], 4*N bytes (an argument: kept, not copied)\n  y: f32[N], 4*N bytes (an argument: kept, not copied)\n"
        }
    }
    impl rt::Function for guarded {
        const NAME: &'static str = "guarded";
        type Args<'args> = (&'args Tensor, &'args Tensor);
        type Actives = GuardedGrads;
        type Output = rt::Tensor<f32>;
        type Tangent = rt::Tensor<f32>;
        #[inline]
        fn actives(args: &Self::Args<'_>) -> Self::Actives {
            let (x, y) = args;
            let x = *x;
            let y = *y;
            GuardedGrads {
                x: ::core::clone::Clone::clone(&*x),
                y: ::core::clone::Clone::clone(&*y),
            }
        }
        #[inline]
        fn replace<R>(
            args: &Self::Args<'_>,
            actives: &Self::Actives,
            then: impl ::core::ops::FnOnce(Self::Args<'_>) -> R,
        ) -> R {
            let (x, y) = args;
            then((&actives.x, &actives.y))
        }
        #[inline]
        fn floats(output: &Self::Output) -> Self::Tangent {
            ::core::clone::Clone::clone(&output)
        }
        #[inline]
        fn call(args: Self::Args<'_>) -> rt::Result<Self::Output> {
            let (x, y) = args;
            Self::call(x, y)
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
            let (x, y) = args;
            Self::vjp(x, y)
        }
        #[inline]
        fn jvp(
            args: Self::Args<'_>,
            tangents: &Self::Actives,
        ) -> rt::Result<(Self::Output, Self::Tangent)> {
            let (x, y) = args;
            Self::jvp(x, y, &tangents.x, &tangents.y)
        }
    }
};
