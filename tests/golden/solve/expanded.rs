/// Negative log density of a normal distribution with covariance `a` at the columns of `b`, without constants.
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
    clippy::all,
    clippy::pedantic,
    clippy::nursery,
    clippy::restriction
)]
const _: () = {
    use ::cotangent::__private as rt;
    ///Gradients of [`solve`](fn@solve), one field per active parameter.
    #[derive(Clone, Debug)]
    pub struct SolveGrads {
        ///Gradient with respect to `a`.
        pub a: rt::Tensor<f32>,
        ///Gradient with respect to `b`.
        pub b: rt::Tensor<f32>,
    }
    impl rt::TensorTree for SolveGrads {
        fn walk<const N: usize, W: rt::Walk<N>>(
            trees: [&Self; N],
            path: &mut rt::Path,
            walk: &mut W,
        ) -> rt::Result<Self> {
            ::core::result::Result::Ok(SolveGrads {
                a: path.field("a", trees.map(|t| &t.a), walk)?,
                b: path.field("b", trees.map(|t| &t.b), walk)?,
            })
        }
    }
    impl solve {
        ///[`solve`](fn@solve) as a `Result`, whatever its signature.
        #[inline]
        pub fn call(a: &Tensor, b: &Tensor) -> rt::Result<rt::Tensor<f32>> {
            let mut N = 0usize;
            let mut K = 0usize;
            {
                const SITE: rt::Site = rt::Site {
                    function: "solve",
                    op: "",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::check_dims(
                    &SITE,
                    "a",
                    &rt::shape_of(a),
                    &mut [rt::Dim::Bind(&mut N), rt::Dim::Any],
                )?;
                rt::check_dims(
                    &SITE,
                    "b",
                    &rt::shape_of(b),
                    &mut [rt::Dim::Equal("N", N), rt::Dim::Bind(&mut K)],
                )?;
                rt::check_dims(
                    &SITE,
                    "a",
                    &rt::shape_of(a),
                    &mut [rt::Dim::Equal("N", N), rt::Dim::Equal("N", N)],
                )?;
            }
            let t2: (rt::Tensor<f32>, rt::Tensor<f32>) = {
                const SITE: rt::Site = rt::Site {
                    function: "solve",
                    op: "slogdet",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::done(rt::ops::logabsdet(a), &SITE)?
            };
            let logdet_3 = t2.0;
            let x_4: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "solve",
                    op: "solve",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::done(rt::ops::solve(a, b), &SITE)?
            };
            let t6 = { rt::Axes::ALL };
            let t7 = { false };
            let t10 = {
                struct Kernel0 {
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel0 {
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
                                let t0: rt::C<f32> = rt::m::mul(s, x0[i], x1[i]);
                                y0[i] = t0;
                            }
                        }
                        body::<Isa>(s, n, x0, x1, y0);
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "solve",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16, 1u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "solve",
                                op: "sum",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[2u16],
                        },
                    ],
                    outs: &[1u16],
                };
                let (t10, ()) = rt::launch(
                    &Kernel0 {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Ref(b), (rt::Arg::Own(x_4), ())),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Axes {
                                axes: &rt::Axes::from(::core::clone::Clone::clone(&t6)),
                                keep: ::core::clone::Clone::clone(&t7),
                            },
                            combine: rt::Combine::Sum,
                            scale: 0.5f64,
                        },
                    ],
                )?;
                t10
            };
            let t12 = {
                struct Kernel1 {
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel1 {
                    type Ins = (f32, (f32, ()));
                    type Outs = (f32, ());
                    const COST: usize = 3usize;
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
                                let t0: rt::C<f32> = rt::m::mul(
                                    s,
                                    rt::m::num::<Isa, rt::C<f32>>(s, 0.5f64),
                                    x0[i],
                                );
                                let t1: rt::C<f32> = rt::m::add(s, x1[i], t0);
                                y0[i] = t1;
                            }
                        }
                        body::<Isa>(s, n, x0, x1, y0);
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "solve",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "solve",
                                op: "add",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[1u16, 2u16],
                        },
                    ],
                    outs: &[1u16],
                };
                let (t12, ()) = rt::launch(
                    &Kernel1 {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Own(logdet_3), (rt::Arg::Own(t10), ())),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Full,
                            combine: rt::Combine::Store,
                            scale: 1.0,
                        },
                    ],
                )?;
                t12
            };
            ::core::result::Result::Ok(t12)
        }
        ///The value of [`solve`](fn@solve) and its gradient, as one fused program.
        #[inline]
        pub fn value_and_grad(
            a: &Tensor,
            b: &Tensor,
        ) -> rt::Result<(rt::Tensor<f32>, SolveGrads)> {
            let mut N = 0usize;
            let mut K = 0usize;
            {
                const SITE: rt::Site = rt::Site {
                    function: "solve",
                    op: "",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::check_dims(
                    &SITE,
                    "a",
                    &rt::shape_of(a),
                    &mut [rt::Dim::Bind(&mut N), rt::Dim::Any],
                )?;
                rt::check_dims(
                    &SITE,
                    "b",
                    &rt::shape_of(b),
                    &mut [rt::Dim::Equal("N", N), rt::Dim::Bind(&mut K)],
                )?;
                rt::check_dims(
                    &SITE,
                    "a",
                    &rt::shape_of(a),
                    &mut [rt::Dim::Equal("N", N), rt::Dim::Equal("N", N)],
                )?;
            }
            let t2: (rt::Tensor<f32>, rt::Tensor<f32>) = {
                const SITE: rt::Site = rt::Site {
                    function: "solve",
                    op: "slogdet",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::done(rt::ops::logabsdet(a), &SITE)?
            };
            let logdet_3 = t2.0;
            let x_4: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "solve",
                    op: "solve",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::done(rt::ops::solve(a, b), &SITE)?
            };
            let t6 = { rt::Axes::ALL };
            let t7 = { false };
            let t10 = {
                struct Kernel1 {
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel1 {
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
                                let t0: rt::C<f32> = rt::m::mul(s, x0[i], x1[i]);
                                y0[i] = t0;
                            }
                        }
                        body::<Isa>(s, n, x0, x1, y0);
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "solve",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16, 1u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "solve",
                                op: "sum",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[2u16],
                        },
                    ],
                    outs: &[1u16],
                };
                let (t10, ()) = rt::launch(
                    &Kernel1 {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Ref(b), (rt::Arg::Ref(&x_4), ())),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Axes {
                                axes: &rt::Axes::from(::core::clone::Clone::clone(&t6)),
                                keep: ::core::clone::Clone::clone(&t7),
                            },
                            combine: rt::Combine::Sum,
                            scale: 0.5f64,
                        },
                    ],
                )?;
                t10
            };
            let t12 = {
                struct Kernel2 {
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel2 {
                    type Ins = (f32, (f32, ()));
                    type Outs = (f32, ());
                    const COST: usize = 3usize;
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
                                let t0: rt::C<f32> = rt::m::mul(
                                    s,
                                    rt::m::num::<Isa, rt::C<f32>>(s, 0.5f64),
                                    x0[i],
                                );
                                let t1: rt::C<f32> = rt::m::add(s, x1[i], t0);
                                y0[i] = t1;
                            }
                        }
                        body::<Isa>(s, n, x0, x1, y0);
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "solve",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "solve",
                                op: "add",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[1u16, 2u16],
                        },
                    ],
                    outs: &[1u16],
                };
                let (t12, ()) = rt::launch(
                    &Kernel2 {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Own(logdet_3), (rt::Arg::Own(t10), ())),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Full,
                            combine: rt::Combine::Store,
                            scale: 1.0,
                        },
                    ],
                )?;
                t12
            };
            let t14 = {
                struct Kernel0 {
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel0 {
                    type Ins = (f32, ());
                    type Outs = (f32, ());
                    const COST: usize = 2usize;
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
                                let t0: rt::C<f32> = rt::m::mul(
                                    s,
                                    rt::m::num::<Isa, rt::C<f32>>(s, 0.5f64),
                                    x0[i],
                                );
                                y0[i] = t0;
                            }
                        }
                        body::<Isa>(s, n, x0, y0);
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "solve",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                    ],
                    outs: &[0u16],
                };
                let (t14, ()) = rt::launch(
                    &Kernel0 {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Ref(b), ()),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Full,
                            combine: rt::Combine::Store,
                            scale: 1.0,
                        },
                    ],
                )?;
                t14
            };
            let t15: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "solve",
                    op: "solve",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::viewed(rt::ops::mt(a), &SITE)?
            };
            let t16: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "solve",
                    op: "solve",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::done(rt::ops::solve(&t15, &t14), &SITE)?
            };
            ::core::mem::drop(t15);
            ::core::mem::drop(t14);
            let t17: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "solve",
                    op: "solve",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::viewed(rt::ops::mt(&x_4), &SITE)?
            };
            let t18: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "solve",
                    op: "solve",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::done(rt::ops::matmul(&t16, &t17), &SITE)?
            };
            ::core::mem::drop(t17);
            let t20: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "solve",
                    op: "slogdet",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::done(rt::ops::inverse(a), &SITE)?
            };
            let t21: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "solve",
                    op: "slogdet",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::viewed(rt::ops::mt(&t20), &SITE)?
            };
            ::core::mem::drop(t20);
            let t23 = {
                struct Kernel4 {
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel4 {
                    type Ins = (f32, (f32, ()));
                    type Outs = (f32, ());
                    const COST: usize = 4usize;
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
                                let t0: rt::C<f32> = rt::m::neg(s, x0[i]);
                                let t1: rt::C<f32> = rt::m::mul(
                                    s,
                                    rt::m::num::<Isa, rt::C<f32>>(s, 0.5f64),
                                    x1[i],
                                );
                                let t2: rt::C<f32> = rt::m::add(s, t0, t1);
                                y0[i] = t2;
                            }
                        }
                        body::<Isa>(s, n, x0, x1, y0);
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "solve",
                                op: "solve",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "solve",
                                op: "slogdet",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[1u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "solve",
                                op: "slogdet",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[2u16, 3u16],
                        },
                    ],
                    outs: &[2u16],
                };
                let (t23, ()) = rt::launch(
                    &Kernel4 {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Own(t18), (rt::Arg::Own(t21), ())),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Full,
                            combine: rt::Combine::Store,
                            scale: 1.0,
                        },
                    ],
                )?;
                t23
            };
            let t24 = {
                struct Kernel3 {
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel3 {
                    type Ins = (f32, (f32, ()));
                    type Outs = (f32, ());
                    const COST: usize = 3usize;
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
                                let t0: rt::C<f32> = rt::m::mul(
                                    s,
                                    rt::m::num::<Isa, rt::C<f32>>(s, 0.5f64),
                                    x0[i],
                                );
                                let t1: rt::C<f32> = rt::m::add(s, t0, x1[i]);
                                y0[i] = t1;
                            }
                        }
                        body::<Isa>(s, n, x0, x1, y0);
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "solve",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "solve",
                                op: "slogdet",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[2u16, 1u16],
                        },
                    ],
                    outs: &[1u16],
                };
                let (t24, ()) = rt::launch(
                    &Kernel3 {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Own(x_4), (rt::Arg::Own(t16), ())),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Full,
                            combine: rt::Combine::Store,
                            scale: 1.0,
                        },
                    ],
                )?;
                t24
            };
            ::core::result::Result::Ok((t12, SolveGrads { a: t23, b: t24 }))
        }
        ///The gradient of [`solve`](fn@solve).
        #[inline]
        pub fn grad(a: &Tensor, b: &Tensor) -> rt::Result<SolveGrads> {
            ::core::result::Result::Ok(Self::value_and_grad(a, b)?.1)
        }
        ///The value of [`solve`](fn@solve) and a pullback: cotangents of the result in, cotangents of the active inputs out.
        #[inline]
        pub fn vjp(
            a: &Tensor,
            b: &Tensor,
        ) -> rt::Result<
            (
                rt::Tensor<f32>,
                impl rt::Pullback<
                    Cotangent = rt::Tensor<f32>,
                    Grads = SolveGrads,
                > + ::core::clone::Clone + use<>,
            ),
        > {
            let mut N = 0usize;
            let mut K = 0usize;
            {
                const SITE: rt::Site = rt::Site {
                    function: "solve",
                    op: "",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::check_dims(
                    &SITE,
                    "a",
                    &rt::shape_of(a),
                    &mut [rt::Dim::Bind(&mut N), rt::Dim::Any],
                )?;
                rt::check_dims(
                    &SITE,
                    "b",
                    &rt::shape_of(b),
                    &mut [rt::Dim::Equal("N", N), rt::Dim::Bind(&mut K)],
                )?;
                rt::check_dims(
                    &SITE,
                    "a",
                    &rt::shape_of(a),
                    &mut [rt::Dim::Equal("N", N), rt::Dim::Equal("N", N)],
                )?;
            }
            let t2: (rt::Tensor<f32>, rt::Tensor<f32>) = {
                const SITE: rt::Site = rt::Site {
                    function: "solve",
                    op: "slogdet",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::done(rt::ops::logabsdet(a), &SITE)?
            };
            let logdet_3 = t2.0;
            let x_4: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "solve",
                    op: "solve",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::done(rt::ops::solve(a, b), &SITE)?
            };
            let t6 = { rt::Axes::ALL };
            let t7 = { false };
            let t10 = {
                struct Kernel0 {
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel0 {
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
                                let t0: rt::C<f32> = rt::m::mul(s, x0[i], x1[i]);
                                y0[i] = t0;
                            }
                        }
                        body::<Isa>(s, n, x0, x1, y0);
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "solve",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16, 1u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "solve",
                                op: "sum",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[2u16],
                        },
                    ],
                    outs: &[1u16],
                };
                let (t10, ()) = rt::launch(
                    &Kernel0 {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Ref(b), (rt::Arg::Ref(&x_4), ())),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Axes {
                                axes: &rt::Axes::from(::core::clone::Clone::clone(&t6)),
                                keep: ::core::clone::Clone::clone(&t7),
                            },
                            combine: rt::Combine::Sum,
                            scale: 0.5f64,
                        },
                    ],
                )?;
                t10
            };
            let t12 = {
                struct Kernel1 {
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel1 {
                    type Ins = (f32, (f32, ()));
                    type Outs = (f32, ());
                    const COST: usize = 3usize;
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
                                let t0: rt::C<f32> = rt::m::mul(
                                    s,
                                    rt::m::num::<Isa, rt::C<f32>>(s, 0.5f64),
                                    x0[i],
                                );
                                let t1: rt::C<f32> = rt::m::add(s, x1[i], t0);
                                y0[i] = t1;
                            }
                        }
                        body::<Isa>(s, n, x0, x1, y0);
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "solve",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "solve",
                                op: "add",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[1u16, 2u16],
                        },
                    ],
                    outs: &[1u16],
                };
                let (t12, ()) = rt::launch(
                    &Kernel1 {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Own(logdet_3), (rt::Arg::Own(t10), ())),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Full,
                            combine: rt::Combine::Store,
                            scale: 1.0,
                        },
                    ],
                )?;
                t12
            };
            let t14: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "solve",
                    op: "slogdet",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::done(rt::ops::inverse(a), &SITE)?
            };
            let shape_of_result0 = rt::shape_of(&t12);
            let value = t12;
            let residual0 = ::core::clone::Clone::clone(a);
            let residual1 = ::core::clone::Clone::clone(b);
            let residual2 = x_4;
            let residual3 = t14;
            let bytes = 0usize + rt::bytes_of(&residual0) + rt::bytes_of(&residual1)
                + rt::bytes_of(&residual2) + rt::bytes_of(&residual3);
            let pullback = rt::pullback::<
                rt::Tensor<f32>,
                _,
                _,
            >(
                bytes,
                move |cotangent| -> rt::Result<SolveGrads> {
                    let cotangent0 = &rt::cotangent(
                        cotangent,
                        &shape_of_result0,
                        "solve",
                    )?;
                    let t6 = {
                        struct Kernel0 {
                            types: ::core::marker::PhantomData<()>,
                        }
                        impl rt::Kernel for Kernel0 {
                            type Ins = (f32, ());
                            type Outs = (f32, ());
                            const COST: usize = 2usize;
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
                                        let t0: rt::C<f32> = rt::m::mul(
                                            s,
                                            x0[i],
                                            rt::m::num::<Isa, rt::C<f32>>(s, 0.5f64),
                                        );
                                        y0[i] = t0;
                                    }
                                }
                                body::<Isa>(s, n, x0, y0);
                            }
                        }
                        const INFO: rt::GroupInfo = rt::GroupInfo {
                            ops: &[
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "solve",
                                        op: "mul",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[0u16],
                                },
                            ],
                            outs: &[0u16],
                        };
                        let (t6, ()) = rt::launch(
                            &Kernel0 {
                                types: ::core::marker::PhantomData,
                            },
                            &INFO,
                            (rt::Arg::Ref(cotangent0), ()),
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
                    let t8 = {
                        struct Kernel1 {
                            types: ::core::marker::PhantomData<()>,
                        }
                        impl rt::Kernel for Kernel1 {
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
                                        let t0: rt::C<f32> = rt::m::mul(s, x0[i], x1[i]);
                                        y0[i] = t0;
                                    }
                                }
                                body::<Isa>(s, n, x0, x1, y0);
                            }
                        }
                        const INFO: rt::GroupInfo = rt::GroupInfo {
                            ops: &[
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "solve",
                                        op: "mul",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[0u16, 1u16],
                                },
                            ],
                            outs: &[0u16],
                        };
                        let (t8, ()) = rt::launch(
                            &Kernel1 {
                                types: ::core::marker::PhantomData,
                            },
                            &INFO,
                            (rt::Arg::Ref(&t6), (rt::Arg::Own(residual1), ())),
                            &[
                                rt::OutSpec {
                                    space: rt::Space::Full,
                                    combine: rt::Combine::Store,
                                    scale: 1.0,
                                },
                            ],
                        )?;
                        t8
                    };
                    let t9: rt::Tensor<f32> = {
                        const SITE: rt::Site = rt::Site {
                            function: "solve",
                            op: "solve",
                            file: ::core::file!(),
                            line: ::core::line!(),
                        };
                        rt::viewed(rt::ops::mt(&residual0), &SITE)?
                    };
                    ::core::mem::drop(residual0);
                    let t10: rt::Tensor<f32> = {
                        const SITE: rt::Site = rt::Site {
                            function: "solve",
                            op: "solve",
                            file: ::core::file!(),
                            line: ::core::line!(),
                        };
                        rt::done(rt::ops::solve(&t9, &t8), &SITE)?
                    };
                    ::core::mem::drop(t9);
                    ::core::mem::drop(t8);
                    let t11: rt::Tensor<f32> = {
                        const SITE: rt::Site = rt::Site {
                            function: "solve",
                            op: "solve",
                            file: ::core::file!(),
                            line: ::core::line!(),
                        };
                        rt::viewed(rt::ops::mt(&residual2), &SITE)?
                    };
                    let t12: rt::Tensor<f32> = {
                        const SITE: rt::Site = rt::Site {
                            function: "solve",
                            op: "solve",
                            file: ::core::file!(),
                            line: ::core::line!(),
                        };
                        rt::done(rt::ops::matmul(&t10, &t11), &SITE)?
                    };
                    ::core::mem::drop(t11);
                    let t14: rt::Tensor<f32> = {
                        const SITE: rt::Site = rt::Site {
                            function: "solve",
                            op: "slogdet",
                            file: ::core::file!(),
                            line: ::core::line!(),
                        };
                        rt::viewed(rt::ops::mt(&residual3), &SITE)?
                    };
                    ::core::mem::drop(residual3);
                    let t16 = {
                        struct Kernel3 {
                            types: ::core::marker::PhantomData<()>,
                        }
                        impl rt::Kernel for Kernel3 {
                            type Ins = (f32, (f32, (f32, ())));
                            type Outs = (f32, ());
                            const COST: usize = 4usize;
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
                                        let t0: rt::C<f32> = rt::m::neg(s, x0[i]);
                                        let t1: rt::C<f32> = rt::m::mul(s, x1[i], x2[i]);
                                        let t2: rt::C<f32> = rt::m::add(s, t0, t1);
                                        y0[i] = t2;
                                    }
                                }
                                body::<Isa>(s, n, x0, x1, x2, y0);
                            }
                        }
                        const INFO: rt::GroupInfo = rt::GroupInfo {
                            ops: &[
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "solve",
                                        op: "solve",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[0u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "solve",
                                        op: "slogdet",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[1u16, 2u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "solve",
                                        op: "slogdet",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[3u16, 4u16],
                                },
                            ],
                            outs: &[2u16],
                        };
                        let (t16, ()) = rt::launch(
                            &Kernel3 {
                                types: ::core::marker::PhantomData,
                            },
                            &INFO,
                            (
                                rt::Arg::Own(t12),
                                (rt::Arg::Ref(&t6), (rt::Arg::Own(t14), ())),
                            ),
                            &[
                                rt::OutSpec {
                                    space: rt::Space::Full,
                                    combine: rt::Combine::Store,
                                    scale: 1.0,
                                },
                            ],
                        )?;
                        t16
                    };
                    let t17 = {
                        struct Kernel2 {
                            types: ::core::marker::PhantomData<()>,
                        }
                        impl rt::Kernel for Kernel2 {
                            type Ins = (f32, (f32, (f32, ())));
                            type Outs = (f32, ());
                            const COST: usize = 3usize;
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
                                        y0[i] = t1;
                                    }
                                }
                                body::<Isa>(s, n, x0, x1, x2, y0);
                            }
                        }
                        const INFO: rt::GroupInfo = rt::GroupInfo {
                            ops: &[
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "solve",
                                        op: "mul",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[0u16, 1u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "solve",
                                        op: "slogdet",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[3u16, 2u16],
                                },
                            ],
                            outs: &[1u16],
                        };
                        let (t17, ()) = rt::launch(
                            &Kernel2 {
                                types: ::core::marker::PhantomData,
                            },
                            &INFO,
                            (
                                rt::Arg::Own(t6),
                                (rt::Arg::Own(residual2), (rt::Arg::Own(t10), ())),
                            ),
                            &[
                                rt::OutSpec {
                                    space: rt::Space::Full,
                                    combine: rt::Combine::Store,
                                    scale: 1.0,
                                },
                            ],
                        )?;
                        t17
                    };
                    ::core::result::Result::Ok(SolveGrads { a: t16, b: t17 })
                },
            );
            ::core::result::Result::Ok((value, pullback))
        }
        ///The value of [`solve`](fn@solve) and its derivative along the tangents.
        #[inline]
        pub fn jvp(
            a: &Tensor,
            b: &Tensor,
            a_dot: &rt::Tensor<f32>,
            b_dot: &rt::Tensor<f32>,
        ) -> rt::Result<(rt::Tensor<f32>, rt::Tensor<f32>)> {
            let mut N = 0usize;
            let mut K = 0usize;
            {
                const SITE: rt::Site = rt::Site {
                    function: "solve",
                    op: "",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::check_dims(
                    &SITE,
                    "a",
                    &rt::shape_of(a),
                    &mut [rt::Dim::Bind(&mut N), rt::Dim::Any],
                )?;
                rt::check_dims(
                    &SITE,
                    "b",
                    &rt::shape_of(b),
                    &mut [rt::Dim::Equal("N", N), rt::Dim::Bind(&mut K)],
                )?;
                rt::check_dims(
                    &SITE,
                    "a",
                    &rt::shape_of(a),
                    &mut [rt::Dim::Equal("N", N), rt::Dim::Equal("N", N)],
                )?;
            }
            rt::check_tangent(a, a_dot, "solve", "a")?;
            rt::check_tangent(b, b_dot, "solve", "b")?;
            let t2: (rt::Tensor<f32>, rt::Tensor<f32>) = {
                const SITE: rt::Site = rt::Site {
                    function: "solve",
                    op: "slogdet",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::done(rt::ops::logabsdet(a), &SITE)?
            };
            let logdet_3 = t2.0;
            let x_4: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "solve",
                    op: "solve",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::done(rt::ops::solve(a, b), &SITE)?
            };
            let t6 = { rt::Axes::ALL };
            let t7 = { false };
            let t10 = {
                struct Kernel0 {
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel0 {
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
                                let t0: rt::C<f32> = rt::m::mul(s, x0[i], x1[i]);
                                y0[i] = t0;
                            }
                        }
                        body::<Isa>(s, n, x0, x1, y0);
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "solve",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16, 1u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "solve",
                                op: "sum",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[2u16],
                        },
                    ],
                    outs: &[1u16],
                };
                let (t10, ()) = rt::launch(
                    &Kernel0 {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Ref(b), (rt::Arg::Ref(&x_4), ())),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Axes {
                                axes: &rt::Axes::from(::core::clone::Clone::clone(&t6)),
                                keep: ::core::clone::Clone::clone(&t7),
                            },
                            combine: rt::Combine::Sum,
                            scale: 0.5f64,
                        },
                    ],
                )?;
                t10
            };
            let t12 = {
                struct Kernel1 {
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel1 {
                    type Ins = (f32, (f32, ()));
                    type Outs = (f32, ());
                    const COST: usize = 3usize;
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
                                let t0: rt::C<f32> = rt::m::mul(
                                    s,
                                    rt::m::num::<Isa, rt::C<f32>>(s, 0.5f64),
                                    x0[i],
                                );
                                let t1: rt::C<f32> = rt::m::add(s, x1[i], t0);
                                y0[i] = t1;
                            }
                        }
                        body::<Isa>(s, n, x0, x1, y0);
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "solve",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "solve",
                                op: "add",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[1u16, 2u16],
                        },
                    ],
                    outs: &[1u16],
                };
                let (t12, ()) = rt::launch(
                    &Kernel1 {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Own(logdet_3), (rt::Arg::Own(t10), ())),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Full,
                            combine: rt::Combine::Store,
                            scale: 1.0,
                        },
                    ],
                )?;
                t12
            };
            let t15: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "solve",
                    op: "slogdet",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::done(rt::ops::inverse(a), &SITE)?
            };
            let t16: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "solve",
                    op: "slogdet",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::viewed(rt::ops::mt(&t15), &SITE)?
            };
            ::core::mem::drop(t15);
            let t18 = { [-2, -1] };
            let t19 = {
                let h0 = ::core::clone::Clone::clone(&t18);
                rt::Axes::from(h0)
            };
            let t21: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "solve",
                    op: "solve",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::done(rt::ops::matmul(a_dot, &x_4), &SITE)?
            };
            let t22 = {
                struct Kernel3 {
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel3 {
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
                                let t0: rt::C<f32> = rt::m::sub(s, x0[i], x1[i]);
                                y0[i] = t0;
                            }
                        }
                        body::<Isa>(s, n, x0, x1, y0);
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "solve",
                                op: "solve",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16, 1u16],
                        },
                    ],
                    outs: &[0u16],
                };
                let (t22, ()) = rt::launch(
                    &Kernel3 {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Ref(b_dot), (rt::Arg::Own(t21), ())),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Full,
                            combine: rt::Combine::Store,
                            scale: 1.0,
                        },
                    ],
                )?;
                t22
            };
            let t23: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "solve",
                    op: "solve",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::done(rt::ops::solve(a, &t22), &SITE)?
            };
            ::core::mem::drop(t22);
            let t28 = {
                struct Kernel4 {
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel4 {
                    type Ins = (f32, (f32, (f32, (f32, ()))));
                    type Outs = (f32, ());
                    const COST: usize = 4usize;
                    #[inline(always)]
                    fn tile<Isa: rt::Isa>(
                        &self,
                        s: Isa,
                        n: usize,
                        (x0, (x1, (x2, (x3, ())))): <Self::Ins as rt::List>::Tiles<'_>,
                        (y0, ()): <Self::Outs as rt::List>::TilesMut<'_>,
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
                        ) {
                            let x0 = &x0[..n];
                            let x1 = &x1[..n];
                            let x2 = &x2[..n];
                            let x3 = &x3[..n];
                            let y0 = &mut y0[..n];
                            for i in 0..n {
                                let t0: rt::C<f32> = rt::m::mul(s, x0[i], x1[i]);
                                let t1: rt::C<f32> = rt::m::mul(s, x2[i], x3[i]);
                                let t2: rt::C<f32> = rt::m::add(s, t0, t1);
                                y0[i] = t2;
                            }
                        }
                        body::<Isa>(s, n, x0, x1, x2, x3, y0);
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "solve",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16, 1u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "solve",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[2u16, 3u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "solve",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[4u16, 5u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "solve",
                                op: "sum",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[6u16],
                        },
                    ],
                    outs: &[3u16],
                };
                let (t28, ()) = rt::launch(
                    &Kernel4 {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (
                        rt::Arg::Ref(b_dot),
                        (rt::Arg::Own(x_4), (rt::Arg::Own(t23), (rt::Arg::Ref(b), ()))),
                    ),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Axes {
                                axes: &rt::Axes::from(::core::clone::Clone::clone(&t6)),
                                keep: ::core::clone::Clone::clone(&t7),
                            },
                            combine: rt::Combine::Sum,
                            scale: 0.5f64,
                        },
                    ],
                )?;
                t28
            };
            let t29 = {
                struct Kernel2 {
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel2 {
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
                                let t0: rt::C<f32> = rt::m::mul(s, x0[i], x1[i]);
                                y0[i] = t0;
                            }
                        }
                        body::<Isa>(s, n, x0, x1, y0);
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "solve",
                                op: "slogdet",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16, 1u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "solve",
                                op: "slogdet",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[2u16],
                        },
                    ],
                    outs: &[1u16],
                };
                let (t29, ()) = rt::launch(
                    &Kernel2 {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Own(t16), (rt::Arg::Ref(a_dot), ())),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Axes {
                                axes: &rt::Axes::from(::core::clone::Clone::clone(&t19)),
                                keep: ::core::clone::Clone::clone(&t7),
                            },
                            combine: rt::Combine::Sum,
                            scale: 0.5f64,
                        },
                    ],
                )?;
                t29
            };
            let t30 = {
                struct Kernel5 {
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel5 {
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
                                let t0: rt::C<f32> = rt::m::add(s, x0[i], x1[i]);
                                y0[i] = t0;
                            }
                        }
                        body::<Isa>(s, n, x0, x1, y0);
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "solve",
                                op: "add",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16, 1u16],
                        },
                    ],
                    outs: &[0u16],
                };
                let (t30, ()) = rt::launch(
                    &Kernel5 {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Own(t28), (rt::Arg::Own(t29), ())),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Full,
                            combine: rt::Combine::Store,
                            scale: 1.0,
                        },
                    ],
                )?;
                t30
            };
            ::core::result::Result::Ok((t12, t30))
        }
        /// What was made of the function: its graph, its kernels, what it keeps for the pullback.
        #[inline]
        pub const fn explain() -> &'static str {
            "solve\n\ngraph\n  %0 = input 0: f32[N, N]   # a\n  %1 = input 1: f32[N, K]   # b\n  %2 = logabsdet(%0): (f32[], f32[])\n  %3 = get 0(%2): f32[]   # logdet\n  %4 = solve(%0, %1): f32[N, K]   # x\n  %5 = mul(%1, %4): f32[N, K]\n  %6 = host { rt::Axes::ALL }: host\n  %7 = host { false }: host\n  %8 = sum(%5, %6, %7): f32[]\n  %9 = const 0.5: f32[]\n  %10 = mul(%9, %8): f32[]\n  %11 = mul(%9, %3): f32[]\n  %12 = add(%10, %11): f32[]\n  return %12\n\nvalue\n  %2 = logabsdet(a): (f32[], f32[])\n  %4 = solve(a, b): f32[N, K]\n  kernel 0 over [N, K]: reads b, %4; writes %10: f32[] by sum, scaled; mul\n  kernel 1 over []: reads %3, %10; writes %12: f32[]; mul add\n\nvalue_and_grad\n  %2 = logabsdet(a): (f32[], f32[])\n  %4 = solve(a, b): f32[N, K]\n  kernel 1 over [N, K]: reads b, %4; writes %10: f32[] by sum, scaled; mul\n  kernel 2 over []: reads %3, %10; writes %12: f32[]; mul add\n  kernel 0 over [N, K]: reads b; writes %14: f32[N, K]; mul\n  %15 = mt(a): f32[N, N]\n  %16 = solve(%15, %14): f32[N, K]\n  %17 = mt(%4): f32[K, N]\n  %18 = matmul(%16, %17): f32[N, N]\n  %20 = inverse(a): f32[N, N]\n  %21 = mt(%20): f32[N, N]\n  kernel 4 over [N, N]: reads %18, %21; writes %23: f32[N, N]; neg mul add\n  kernel 3 over [N, K]: reads %4, %16; writes %24: f32[N, K]; mul add\n\nforward\n  %2 = logabsdet(a): (f32[], f32[])\n  %4 = solve(a, b): f32[N, K]\n  kernel 0 over [N, K]: reads b, %4; writes %10: f32[] by sum, scaled; mul\n  kernel 1 over []: reads %3, %10; writes %12: f32[]; mul add\n  %14 = inverse(a): f32[N, N]\n\npullback\n  kernel 0 over []: reads y_bar; writes %6: f32[]; mul\n  kernel 1 over [N, K]: reads %6, b; writes %8: f32[N, K]; mul\n  %9 = mt(a): f32[N, N]\n  %10 = solve(%9, %8): f32[N, K]\n  %11 = mt(x): f32[K, N]\n  %12 = matmul(%10, %11): f32[N, N]\n  %14 = mt(%14 (inverse)): f32[N, N]\n  kernel 3 over [N, N]: reads %12, %6, %14; writes %16: f32[N, N]; neg mul add\n  kernel 2 over [N, K]: reads %6, x, %10; writes %17: f32[N, K]; mul add\n\njvp\n  %2 = logabsdet(a): (f32[], f32[])\n  %4 = solve(a, b): f32[N, K]\n  kernel 0 over [N, K]: reads b, %4; writes %10: f32[] by sum, scaled; mul\n  kernel 1 over []: reads %3, %10; writes %12: f32[]; mul add\n  %15 = inverse(a): f32[N, N]\n  %16 = mt(%15): f32[N, N]\n  %21 = matmul(a_dot, %4): f32[N, K]\n  kernel 3 over [N, K]: reads b_dot, %21; writes %22: f32[N, K]; sub\n  %23 = solve(a, %22): f32[N, K]\n  kernel 4 over [N, K]: reads b_dot, %4, %23, b; writes %28: f32[] by sum, scaled; mul mul add\n  kernel 2 over [N, N]: reads %16, a_dot; writes %29: f32[] by sum, scaled; mul\n  kernel 5 over []: reads %28, %29; writes %30: f32[]; add\n\nresiduals\n  a: f32[N, N], 4*N*N bytes (an argument: kept, not copied)\n  b: f32[N, K], 4*K*N bytes (an argument: kept, not copied)\n  x: f32[N, K], 4*K*N bytes\n  %14 (inverse): f32[N, N], 4*N*N bytes\n"
        }
    }
    impl rt::Function for solve {
        const NAME: &'static str = "solve";
        type Args<'args> = (&'args Tensor, &'args Tensor);
        type Actives = SolveGrads;
        type Output = rt::Tensor<f32>;
        type Tangent = rt::Tensor<f32>;
        #[inline]
        fn actives(args: &Self::Args<'_>) -> Self::Actives {
            let (a, b) = args;
            let a = *a;
            let b = *b;
            SolveGrads {
                a: ::core::clone::Clone::clone(&*a),
                b: ::core::clone::Clone::clone(&*b),
            }
        }
        #[inline]
        fn replace<R>(
            args: &Self::Args<'_>,
            actives: &Self::Actives,
            then: impl ::core::ops::FnOnce(Self::Args<'_>) -> R,
        ) -> R {
            let (a, b) = args;
            then((&actives.a, &actives.b))
        }
        #[inline]
        fn floats(output: &Self::Output) -> Self::Tangent {
            ::core::clone::Clone::clone(&output)
        }
        #[inline]
        fn call(args: Self::Args<'_>) -> rt::Result<Self::Output> {
            let (a, b) = args;
            Self::call(a, b)
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
            let (a, b) = args;
            Self::vjp(a, b)
        }
        #[inline]
        fn jvp(
            args: Self::Args<'_>,
            tangents: &Self::Actives,
        ) -> rt::Result<(Self::Output, Self::Tangent)> {
            let (a, b) = args;
            Self::jvp(a, b, &tangents.a, &tangents.b)
        }
    }
    impl rt::Objective for solve {
        #[inline]
        fn value_and_grad(
            args: Self::Args<'_>,
        ) -> rt::Result<(Self::Output, Self::Actives)> {
            let (a, b) = args;
            Self::value_and_grad(a, b)
        }
    }
};
