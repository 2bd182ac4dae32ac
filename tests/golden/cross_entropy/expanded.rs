#[allow(dead_code)]
pub fn cross_entropy(logits: &Tensor, labels: &Tensor<i32>) -> Scalar {
    ::cotangent::__private::or_panic(<cross_entropy>::call(logits, labels))
}
///The transforms of [`cross_entropy`](fn@cross_entropy): `vjp`, `value_and_grad`, `grad`, `jvp`, `explain`.
#[allow(non_camel_case_types)]
pub enum cross_entropy {}
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
    ///Gradients of [`cross_entropy`](fn@cross_entropy), one field per active parameter.
    #[derive(Clone, Debug)]
    pub struct CrossEntropyGrads {
        ///Gradient with respect to `logits`.
        pub logits: rt::Tensor<f32>,
    }
    impl rt::TensorTree for CrossEntropyGrads {
        fn walk<const N: usize, W: rt::Walk<N>>(
            trees: [&Self; N],
            path: &mut rt::Path,
            walk: &mut W,
        ) -> rt::Result<Self> {
            ::core::result::Result::Ok(CrossEntropyGrads {
                logits: path.field("logits", trees.map(|t| &t.logits), walk)?,
            })
        }
    }
    impl cross_entropy {
        ///[`cross_entropy`](fn@cross_entropy) as a `Result`, whatever its signature.
        #[inline]
        pub fn call(
            logits: &Tensor,
            labels: &Tensor<i32>,
        ) -> rt::Result<rt::Tensor<f32>> {
            let mut B = 0usize;
            let mut C = 0usize;
            {
                const SITE: rt::Site = rt::Site {
                    function: "cross_entropy",
                    op: "",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::check_dims(
                    &SITE,
                    "logits",
                    &rt::shape_of(logits),
                    &mut [rt::Dim::Bind(&mut B), rt::Dim::Bind(&mut C)],
                )?;
                rt::check_dims(
                    &SITE,
                    "labels",
                    &rt::shape_of(labels),
                    &mut [rt::Dim::Equal("B", B)],
                )?;
            }
            let t2 = { -1 };
            let t3 = { -1isize };
            let t4: rt::Tensor<i32> = {
                const SITE: rt::Site = rt::Site {
                    function: "cross_entropy",
                    op: "cross_entropy",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::viewed(
                    rt::ops::unsqueeze(labels, ::core::clone::Clone::clone(&t3)),
                    &SITE,
                )?
            };
            let t5: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "cross_entropy",
                    op: "cross_entropy",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::done(
                    rt::ops::gather(logits, ::core::clone::Clone::clone(&t3), &t4),
                    &SITE,
                )?
            };
            ::core::mem::drop(t4);
            let t6 = {
                let h0 = ::core::clone::Clone::clone(&t2);
                rt::Axes::from(h0)
            };
            let t7 = { true };
            let t9 = {
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
                                let t0: rt::C<f32> = x0[i];
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
                                function: "cross_entropy",
                                op: "cross_entropy",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "cross_entropy",
                                op: "cross_entropy",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[1u16],
                        },
                    ],
                    outs: &[1u16],
                };
                let (t9, ()) = rt::launch(
                    &Kernel0 {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Ref(logits), ()),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Axes {
                                axes: &rt::Axes::from(::core::clone::Clone::clone(&t6)),
                                keep: ::core::clone::Clone::clone(&t7),
                            },
                            combine: rt::Combine::Max,
                            scale: 1.0,
                        },
                    ],
                )?;
                t9
            };
            let t12 = {
                struct Kernel1 {
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel1 {
                    type Ins = (f32, ());
                    type Outs = (f32, ());
                    const COST: usize = 4usize;
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
                                let t0: rt::C<bool> = rt::m::is_finite(s, x0[i]);
                                let t1: rt::C<f32> = rt::m::select(
                                    s,
                                    t0,
                                    x0[i],
                                    rt::m::num::<Isa, rt::C<f32>>(s, 0f64),
                                );
                                y0[i] = t1;
                            }
                        }
                        body::<Isa>(s, n, x0, y0);
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "cross_entropy",
                                op: "cross_entropy",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "cross_entropy",
                                op: "cross_entropy",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[1u16, 0u16],
                        },
                    ],
                    outs: &[1u16],
                };
                let (t12, ()) = rt::launch(
                    &Kernel1 {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Own(t9), ()),
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
            let t13 = {
                let site0 = &rt::Site {
                    function: "cross_entropy",
                    op: "cross_entropy",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::placed(
                    rt::Sizes::from([(B as isize), (C as isize)] as [isize; 2usize])
                        .shape(),
                    site0,
                )?
            };
            let t14: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "cross_entropy",
                    op: "cross_entropy",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::viewed(
                    rt::ops::keep_axes(
                        &t12,
                        ::core::clone::Clone::clone(&t13),
                        ::core::clone::Clone::clone(&t6),
                        ::core::clone::Clone::clone(&t7),
                    ),
                    &SITE,
                )?
            };
            let t17 = {
                struct Kernel2 {
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel2 {
                    type Ins = (f32, (f32, ()));
                    type Outs = (f32, ());
                    const COST: usize = 22usize;
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
                                let t1: rt::C<f32> = rt::m::exp(s, t0);
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
                                function: "cross_entropy",
                                op: "cross_entropy",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16, 1u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "cross_entropy",
                                op: "cross_entropy",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[2u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "cross_entropy",
                                op: "cross_entropy",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[3u16],
                        },
                    ],
                    outs: &[2u16],
                };
                let (t17, ()) = rt::launch(
                    &Kernel2 {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Ref(logits), (rt::Arg::Own(t14), ())),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Axes {
                                axes: &rt::Axes::from(::core::clone::Clone::clone(&t6)),
                                keep: ::core::clone::Clone::clone(&t7),
                            },
                            combine: rt::Combine::Sum,
                            scale: 1.0,
                        },
                    ],
                )?;
                t17
            };
            let t21 = { rt::Axes::ALL };
            let t22 = { false };
            let t24 = {
                let site0 = &rt::Site {
                    function: "cross_entropy",
                    op: "cross_entropy",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::placed(
                    rt::Sizes::from([(B as isize), 1isize] as [isize; 2usize]).shape(),
                    site0,
                )?
            };
            let t25 = {
                let s0 = ::core::clone::Clone::clone(&t24);
                let axes = ::core::clone::Clone::clone(&t21);
                1.0 / s0.count(&axes) as f64
            };
            let t27 = {
                struct Kernel3 {
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel3 {
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
                                let t0: rt::C<f32> = rt::m::ln(s, x0[i]);
                                let t1: rt::C<f32> = rt::m::add(s, t0, x1[i]);
                                let t2: rt::C<f32> = rt::m::sub(s, t1, x2[i]);
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
                                function: "cross_entropy",
                                op: "cross_entropy",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "cross_entropy",
                                op: "cross_entropy",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[3u16, 1u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "cross_entropy",
                                op: "cross_entropy",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[4u16, 2u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "cross_entropy",
                                op: "cross_entropy",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[5u16],
                        },
                    ],
                    outs: &[3u16],
                };
                let (t27, ()) = rt::launch(
                    &Kernel3 {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Own(t17), (rt::Arg::Own(t12), (rt::Arg::Own(t5), ()))),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Axes {
                                axes: &rt::Axes::from(::core::clone::Clone::clone(&t21)),
                                keep: ::core::clone::Clone::clone(&t22),
                            },
                            combine: rt::Combine::Sum,
                            scale: rt::number(&t25),
                        },
                    ],
                )?;
                t27
            };
            ::core::result::Result::Ok(t27)
        }
        ///The value of [`cross_entropy`](fn@cross_entropy) and its gradient, as one fused program.
        #[inline]
        pub fn value_and_grad(
            logits: &Tensor,
            labels: &Tensor<i32>,
        ) -> rt::Result<(rt::Tensor<f32>, CrossEntropyGrads)> {
            let mut B = 0usize;
            let mut C = 0usize;
            {
                const SITE: rt::Site = rt::Site {
                    function: "cross_entropy",
                    op: "",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::check_dims(
                    &SITE,
                    "logits",
                    &rt::shape_of(logits),
                    &mut [rt::Dim::Bind(&mut B), rt::Dim::Bind(&mut C)],
                )?;
                rt::check_dims(
                    &SITE,
                    "labels",
                    &rt::shape_of(labels),
                    &mut [rt::Dim::Equal("B", B)],
                )?;
            }
            let t2 = { -1 };
            let t3 = { -1isize };
            let t4: rt::Tensor<i32> = {
                const SITE: rt::Site = rt::Site {
                    function: "cross_entropy",
                    op: "cross_entropy",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::viewed(
                    rt::ops::unsqueeze(labels, ::core::clone::Clone::clone(&t3)),
                    &SITE,
                )?
            };
            let t5: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "cross_entropy",
                    op: "cross_entropy",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::done(
                    rt::ops::gather(logits, ::core::clone::Clone::clone(&t3), &t4),
                    &SITE,
                )?
            };
            let t6 = {
                let h0 = ::core::clone::Clone::clone(&t2);
                rt::Axes::from(h0)
            };
            let t7 = { true };
            let t9 = {
                struct Kernel1 {
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel1 {
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
                                let t0: rt::C<f32> = x0[i];
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
                                function: "cross_entropy",
                                op: "cross_entropy",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "cross_entropy",
                                op: "cross_entropy",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[1u16],
                        },
                    ],
                    outs: &[1u16],
                };
                let (t9, ()) = rt::launch(
                    &Kernel1 {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Ref(logits), ()),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Axes {
                                axes: &rt::Axes::from(::core::clone::Clone::clone(&t6)),
                                keep: ::core::clone::Clone::clone(&t7),
                            },
                            combine: rt::Combine::Max,
                            scale: 1.0,
                        },
                    ],
                )?;
                t9
            };
            let t12 = {
                struct Kernel2 {
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel2 {
                    type Ins = (f32, ());
                    type Outs = (f32, ());
                    const COST: usize = 4usize;
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
                                let t0: rt::C<bool> = rt::m::is_finite(s, x0[i]);
                                let t1: rt::C<f32> = rt::m::select(
                                    s,
                                    t0,
                                    x0[i],
                                    rt::m::num::<Isa, rt::C<f32>>(s, 0f64),
                                );
                                y0[i] = t1;
                            }
                        }
                        body::<Isa>(s, n, x0, y0);
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "cross_entropy",
                                op: "cross_entropy",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "cross_entropy",
                                op: "cross_entropy",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[1u16, 0u16],
                        },
                    ],
                    outs: &[1u16],
                };
                let (t12, ()) = rt::launch(
                    &Kernel2 {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Own(t9), ()),
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
            let t13 = {
                let site0 = &rt::Site {
                    function: "cross_entropy",
                    op: "cross_entropy",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::placed(
                    rt::Sizes::from([(B as isize), (C as isize)] as [isize; 2usize])
                        .shape(),
                    site0,
                )?
            };
            let t14: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "cross_entropy",
                    op: "cross_entropy",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::viewed(
                    rt::ops::keep_axes(
                        &t12,
                        ::core::clone::Clone::clone(&t13),
                        ::core::clone::Clone::clone(&t6),
                        ::core::clone::Clone::clone(&t7),
                    ),
                    &SITE,
                )?
            };
            let (t17, t16) = {
                struct Kernel3 {
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel3 {
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
                                let t0: rt::C<f32> = rt::m::sub(s, x0[i], x1[i]);
                                let t1: rt::C<f32> = rt::m::exp(s, t0);
                                y0[i] = t1;
                                y1[i] = t1;
                            }
                        }
                        body::<Isa>(s, n, x0, x1, y0, y1);
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "cross_entropy",
                                op: "cross_entropy",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16, 1u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "cross_entropy",
                                op: "cross_entropy",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[2u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "cross_entropy",
                                op: "cross_entropy",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[3u16],
                        },
                    ],
                    outs: &[2u16, 1u16],
                };
                let (t17, (t16, ())) = rt::launch(
                    &Kernel3 {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Ref(logits), (rt::Arg::Own(t14), ())),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Axes {
                                axes: &rt::Axes::from(::core::clone::Clone::clone(&t6)),
                                keep: ::core::clone::Clone::clone(&t7),
                            },
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
                (t17, t16)
            };
            let t21 = { rt::Axes::ALL };
            let t22 = { false };
            let t24 = {
                let site0 = &rt::Site {
                    function: "cross_entropy",
                    op: "cross_entropy",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::placed(
                    rt::Sizes::from([(B as isize), 1isize] as [isize; 2usize]).shape(),
                    site0,
                )?
            };
            let t25 = {
                let s0 = ::core::clone::Clone::clone(&t24);
                let axes = ::core::clone::Clone::clone(&t21);
                1.0 / s0.count(&axes) as f64
            };
            let (t27, t30) = {
                struct Kernel4 {
                    h0: f64,
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel4 {
                    type Ins = (f32, (f32, (f32, ())));
                    type Outs = (f32, (f32, ()));
                    const COST: usize = 28usize;
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
                            h0: rt::C<f32>,
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
                                let t0: rt::C<f32> = rt::m::ln(s, x0[i]);
                                let t1: rt::C<f32> = rt::m::add(s, t0, x1[i]);
                                let t2: rt::C<f32> = rt::m::sub(s, t1, x2[i]);
                                let t3: rt::C<f32> = rt::m::div(s, h0, x0[i]);
                                y0[i] = t2;
                                y1[i] = t3;
                            }
                        }
                        body::<Isa>(s, n, rt::m::num(s, self.h0), x0, x1, x2, y0, y1);
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "cross_entropy",
                                op: "cross_entropy",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "cross_entropy",
                                op: "cross_entropy",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[3u16, 1u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "cross_entropy",
                                op: "cross_entropy",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[4u16, 2u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "cross_entropy",
                                op: "cross_entropy",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "cross_entropy",
                                op: "cross_entropy",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[5u16],
                        },
                    ],
                    outs: &[4u16, 3u16],
                };
                let (t27, (t30, ())) = rt::launch(
                    &Kernel4 {
                        h0: rt::number(&t25),
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Own(t17), (rt::Arg::Own(t12), (rt::Arg::Own(t5), ()))),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Axes {
                                axes: &rt::Axes::from(::core::clone::Clone::clone(&t21)),
                                keep: ::core::clone::Clone::clone(&t22),
                            },
                            combine: rt::Combine::Sum,
                            scale: rt::number(&t25),
                        },
                        rt::OutSpec {
                            space: rt::Space::Full,
                            combine: rt::Combine::Store,
                            scale: 1.0,
                        },
                    ],
                )?;
                (t27, t30)
            };
            let t28 = {
                struct Kernel0 {
                    h0: f64,
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel0 {
                    type Ins = ();
                    type Outs = (f32, ());
                    const COST: usize = 2usize;
                    #[inline(always)]
                    fn tile<Isa: rt::Isa>(
                        &self,
                        s: Isa,
                        n: usize,
                        (): <Self::Ins as rt::List>::Tiles<'_>,
                        (y0, ()): <Self::Outs as rt::List>::TilesMut<'_>,
                    ) {
                        #[inline(always)]
                        fn body<Isa: rt::Isa>(
                            s: Isa,
                            n: usize,
                            h0: rt::C<f32>,
                            y0: &mut [rt::C<f32>],
                        ) {
                            let y0 = &mut y0[..n];
                            for i in 0..n {
                                let t0: rt::C<f32> = rt::m::neg(s, h0);
                                y0[i] = t0;
                            }
                        }
                        body::<Isa>(s, n, rt::m::num(s, self.h0), y0);
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "cross_entropy",
                                op: "cross_entropy",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[],
                        },
                    ],
                    outs: &[0u16],
                };
                let (t28, ()) = rt::launch(
                    &Kernel0 {
                        h0: rt::number(&t25),
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Full,
                            combine: rt::Combine::Store,
                            scale: 1.0,
                        },
                    ],
                )?;
                t28
            };
            let t29: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "cross_entropy",
                    op: "cross_entropy",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::viewed(
                    rt::ops::broadcast_to(&t28, ::core::clone::Clone::clone(&t24)),
                    &SITE,
                )?
            };
            ::core::mem::drop(t28);
            let t31: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "cross_entropy",
                    op: "cross_entropy",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::viewed(
                    rt::ops::keep_axes(
                        &t30,
                        ::core::clone::Clone::clone(&t13),
                        ::core::clone::Clone::clone(&t6),
                        ::core::clone::Clone::clone(&t7),
                    ),
                    &SITE,
                )?
            };
            ::core::mem::drop(t30);
            let t33: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "cross_entropy",
                    op: "cross_entropy",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::viewed(
                    rt::ops::broadcast_to(
                        &rt::scalar::<f32>(0f64),
                        ::core::clone::Clone::clone(&t13),
                    ),
                    &SITE,
                )?
            };
            let t34: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "cross_entropy",
                    op: "cross_entropy",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::done(
                    rt::ops::scatter_add(
                        &t33,
                        ::core::clone::Clone::clone(&t3),
                        &t4,
                        &t29,
                    ),
                    &SITE,
                )?
            };
            ::core::mem::drop(t33);
            ::core::mem::drop(t4);
            ::core::mem::drop(t29);
            let t35 = {
                struct Kernel5 {
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel5 {
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
                                function: "cross_entropy",
                                op: "cross_entropy",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16, 1u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "cross_entropy",
                                op: "cross_entropy",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[3u16, 2u16],
                        },
                    ],
                    outs: &[1u16],
                };
                let (t35, ()) = rt::launch(
                    &Kernel5 {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Own(t31), (rt::Arg::Own(t16), (rt::Arg::Own(t34), ()))),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Full,
                            combine: rt::Combine::Store,
                            scale: 1.0,
                        },
                    ],
                )?;
                t35
            };
            ::core::result::Result::Ok((t27, CrossEntropyGrads { logits: t35 }))
        }
        ///The gradient of [`cross_entropy`](fn@cross_entropy).
        #[inline]
        pub fn grad(
            logits: &Tensor,
            labels: &Tensor<i32>,
        ) -> rt::Result<CrossEntropyGrads> {
            ::core::result::Result::Ok(Self::value_and_grad(logits, labels)?.1)
        }
        ///The value of [`cross_entropy`](fn@cross_entropy) and a pullback: cotangents of the result in, cotangents of the active inputs out.
        #[inline]
        pub fn vjp(
            logits: &Tensor,
            labels: &Tensor<i32>,
        ) -> rt::Result<
            (
                rt::Tensor<f32>,
                impl rt::Pullback<
                    Cotangent = rt::Tensor<f32>,
                    Grads = CrossEntropyGrads,
                > + ::core::clone::Clone + use<>,
            ),
        > {
            let mut B = 0usize;
            let mut C = 0usize;
            {
                const SITE: rt::Site = rt::Site {
                    function: "cross_entropy",
                    op: "",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::check_dims(
                    &SITE,
                    "logits",
                    &rt::shape_of(logits),
                    &mut [rt::Dim::Bind(&mut B), rt::Dim::Bind(&mut C)],
                )?;
                rt::check_dims(
                    &SITE,
                    "labels",
                    &rt::shape_of(labels),
                    &mut [rt::Dim::Equal("B", B)],
                )?;
            }
            let t2 = { -1 };
            let t3 = { -1isize };
            let t4: rt::Tensor<i32> = {
                const SITE: rt::Site = rt::Site {
                    function: "cross_entropy",
                    op: "cross_entropy",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::viewed(
                    rt::ops::unsqueeze(labels, ::core::clone::Clone::clone(&t3)),
                    &SITE,
                )?
            };
            let t5: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "cross_entropy",
                    op: "cross_entropy",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::done(
                    rt::ops::gather(logits, ::core::clone::Clone::clone(&t3), &t4),
                    &SITE,
                )?
            };
            ::core::mem::drop(t4);
            let t6 = {
                let h0 = ::core::clone::Clone::clone(&t2);
                rt::Axes::from(h0)
            };
            let t7 = { true };
            let t9 = {
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
                                let t0: rt::C<f32> = x0[i];
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
                                function: "cross_entropy",
                                op: "cross_entropy",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "cross_entropy",
                                op: "cross_entropy",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[1u16],
                        },
                    ],
                    outs: &[1u16],
                };
                let (t9, ()) = rt::launch(
                    &Kernel0 {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Ref(logits), ()),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Axes {
                                axes: &rt::Axes::from(::core::clone::Clone::clone(&t6)),
                                keep: ::core::clone::Clone::clone(&t7),
                            },
                            combine: rt::Combine::Max,
                            scale: 1.0,
                        },
                    ],
                )?;
                t9
            };
            let t12 = {
                struct Kernel1 {
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel1 {
                    type Ins = (f32, ());
                    type Outs = (f32, ());
                    const COST: usize = 4usize;
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
                                let t0: rt::C<bool> = rt::m::is_finite(s, x0[i]);
                                let t1: rt::C<f32> = rt::m::select(
                                    s,
                                    t0,
                                    x0[i],
                                    rt::m::num::<Isa, rt::C<f32>>(s, 0f64),
                                );
                                y0[i] = t1;
                            }
                        }
                        body::<Isa>(s, n, x0, y0);
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "cross_entropy",
                                op: "cross_entropy",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "cross_entropy",
                                op: "cross_entropy",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[1u16, 0u16],
                        },
                    ],
                    outs: &[1u16],
                };
                let (t12, ()) = rt::launch(
                    &Kernel1 {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Own(t9), ()),
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
            let t13 = {
                let site0 = &rt::Site {
                    function: "cross_entropy",
                    op: "cross_entropy",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::placed(
                    rt::Sizes::from([(B as isize), (C as isize)] as [isize; 2usize])
                        .shape(),
                    site0,
                )?
            };
            let t14: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "cross_entropy",
                    op: "cross_entropy",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::viewed(
                    rt::ops::keep_axes(
                        &t12,
                        ::core::clone::Clone::clone(&t13),
                        ::core::clone::Clone::clone(&t6),
                        ::core::clone::Clone::clone(&t7),
                    ),
                    &SITE,
                )?
            };
            let (t17, t15) = {
                struct Kernel2 {
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel2 {
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
                                let t0: rt::C<f32> = rt::m::sub(s, x0[i], x1[i]);
                                let t1: rt::C<f32> = rt::m::exp(s, t0);
                                y0[i] = t1;
                                y1[i] = t0;
                            }
                        }
                        body::<Isa>(s, n, x0, x1, y0, y1);
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "cross_entropy",
                                op: "cross_entropy",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16, 1u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "cross_entropy",
                                op: "cross_entropy",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[2u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "cross_entropy",
                                op: "cross_entropy",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[3u16],
                        },
                    ],
                    outs: &[2u16, 0u16],
                };
                let (t17, (t15, ())) = rt::launch(
                    &Kernel2 {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Ref(logits), (rt::Arg::Own(t14), ())),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Axes {
                                axes: &rt::Axes::from(::core::clone::Clone::clone(&t6)),
                                keep: ::core::clone::Clone::clone(&t7),
                            },
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
                (t17, t15)
            };
            let t21 = { rt::Axes::ALL };
            let t22 = { false };
            let t24 = {
                let site0 = &rt::Site {
                    function: "cross_entropy",
                    op: "cross_entropy",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::placed(
                    rt::Sizes::from([(B as isize), 1isize] as [isize; 2usize]).shape(),
                    site0,
                )?
            };
            let t25 = {
                let s0 = ::core::clone::Clone::clone(&t24);
                let axes = ::core::clone::Clone::clone(&t21);
                1.0 / s0.count(&axes) as f64
            };
            let t27 = {
                struct Kernel3 {
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel3 {
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
                                let t0: rt::C<f32> = rt::m::ln(s, x0[i]);
                                let t1: rt::C<f32> = rt::m::add(s, t0, x1[i]);
                                let t2: rt::C<f32> = rt::m::sub(s, t1, x2[i]);
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
                                function: "cross_entropy",
                                op: "cross_entropy",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "cross_entropy",
                                op: "cross_entropy",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[3u16, 1u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "cross_entropy",
                                op: "cross_entropy",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[4u16, 2u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "cross_entropy",
                                op: "cross_entropy",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[5u16],
                        },
                    ],
                    outs: &[3u16],
                };
                let (t27, ()) = rt::launch(
                    &Kernel3 {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Ref(&t17), (rt::Arg::Own(t12), (rt::Arg::Own(t5), ()))),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Axes {
                                axes: &rt::Axes::from(::core::clone::Clone::clone(&t21)),
                                keep: ::core::clone::Clone::clone(&t22),
                            },
                            combine: rt::Combine::Sum,
                            scale: rt::number(&t25),
                        },
                    ],
                )?;
                t27
            };
            let shape_of_result0 = rt::shape_of(&t27);
            let value = t27;
            let residual0 = ::core::clone::Clone::clone(labels);
            let residual1 = t15;
            let residual2 = t17;
            let residual3 = ::core::clone::Clone::clone(&t25);
            let bytes = 0usize + rt::bytes_of(&residual0) + rt::bytes_of(&residual1)
                + rt::bytes_of(&residual2);
            let pullback = rt::pullback::<
                rt::Tensor<f32>,
                _,
                _,
            >(
                bytes,
                move |cotangent| -> rt::Result<CrossEntropyGrads> {
                    let cotangent0 = &rt::cotangent(
                        cotangent,
                        &shape_of_result0,
                        "cross_entropy",
                    )?;
                    let t4 = { -1 };
                    let t5 = { -1isize };
                    let t6: rt::Tensor<i32> = {
                        const SITE: rt::Site = rt::Site {
                            function: "cross_entropy",
                            op: "cross_entropy",
                            file: ::core::file!(),
                            line: ::core::line!(),
                        };
                        rt::viewed(
                            rt::ops::unsqueeze(
                                &residual0,
                                ::core::clone::Clone::clone(&t5),
                            ),
                            &SITE,
                        )?
                    };
                    ::core::mem::drop(residual0);
                    let t7 = {
                        let h0 = ::core::clone::Clone::clone(&t4);
                        rt::Axes::from(h0)
                    };
                    let t8 = { true };
                    let t10 = {
                        let site0 = &rt::Site {
                            function: "cross_entropy",
                            op: "cross_entropy",
                            file: ::core::file!(),
                            line: ::core::line!(),
                        };
                        rt::placed(
                            rt::Sizes::from(
                                    [(B as isize), (C as isize)] as [isize; 2usize],
                                )
                                .shape(),
                            site0,
                        )?
                    };
                    let t12 = {
                        let site0 = &rt::Site {
                            function: "cross_entropy",
                            op: "cross_entropy",
                            file: ::core::file!(),
                            line: ::core::line!(),
                        };
                        rt::placed(
                            rt::Sizes::from([(B as isize), 1isize] as [isize; 2usize])
                                .shape(),
                            site0,
                        )?
                    };
                    let (t15, t16) = {
                        struct Kernel0 {
                            h0: f64,
                            types: ::core::marker::PhantomData<()>,
                        }
                        impl rt::Kernel for Kernel0 {
                            type Ins = (f32, ());
                            type Outs = (f32, (f32, ()));
                            const COST: usize = 3usize;
                            #[inline(always)]
                            fn tile<Isa: rt::Isa>(
                                &self,
                                s: Isa,
                                n: usize,
                                (x0, ()): <Self::Ins as rt::List>::Tiles<'_>,
                                (y0, (y1, ())): <Self::Outs as rt::List>::TilesMut<'_>,
                            ) {
                                #[inline(always)]
                                fn body<Isa: rt::Isa>(
                                    s: Isa,
                                    n: usize,
                                    h0: rt::C<f32>,
                                    x0: &[rt::C<f32>],
                                    y0: &mut [rt::C<f32>],
                                    y1: &mut [rt::C<f32>],
                                ) {
                                    let x0 = &x0[..n];
                                    let y0 = &mut y0[..n];
                                    let y1 = &mut y1[..n];
                                    for i in 0..n {
                                        let t0: rt::C<f32> = rt::m::mul(s, x0[i], h0);
                                        let t1: rt::C<f32> = rt::m::neg(s, t0);
                                        y0[i] = t0;
                                        y1[i] = t1;
                                    }
                                }
                                body::<Isa>(s, n, rt::m::num(s, self.h0), x0, y0, y1);
                            }
                        }
                        const INFO: rt::GroupInfo = rt::GroupInfo {
                            ops: &[
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "cross_entropy",
                                        op: "cross_entropy",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[0u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "cross_entropy",
                                        op: "cross_entropy",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[1u16],
                                },
                            ],
                            outs: &[0u16, 1u16],
                        };
                        let (t15, (t16, ())) = rt::launch(
                            &Kernel0 {
                                h0: rt::number(&residual3),
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
                                rt::OutSpec {
                                    space: rt::Space::Full,
                                    combine: rt::Combine::Store,
                                    scale: 1.0,
                                },
                            ],
                        )?;
                        (t15, t16)
                    };
                    let t17: rt::Tensor<f32> = {
                        const SITE: rt::Site = rt::Site {
                            function: "cross_entropy",
                            op: "cross_entropy",
                            file: ::core::file!(),
                            line: ::core::line!(),
                        };
                        rt::viewed(
                            rt::ops::broadcast_to(
                                &t16,
                                ::core::clone::Clone::clone(&t12),
                            ),
                            &SITE,
                        )?
                    };
                    ::core::mem::drop(t16);
                    let t18 = {
                        struct Kernel1 {
                            types: ::core::marker::PhantomData<()>,
                        }
                        impl rt::Kernel for Kernel1 {
                            type Ins = (f32, (f32, ()));
                            type Outs = (f32, ());
                            const COST: usize = 6usize;
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
                                        let t0: rt::C<f32> = rt::m::div(s, x0[i], x1[i]);
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
                                        function: "cross_entropy",
                                        op: "cross_entropy",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[0u16, 1u16],
                                },
                            ],
                            outs: &[0u16],
                        };
                        let (t18, ()) = rt::launch(
                            &Kernel1 {
                                types: ::core::marker::PhantomData,
                            },
                            &INFO,
                            (rt::Arg::Own(t15), (rt::Arg::Own(residual2), ())),
                            &[
                                rt::OutSpec {
                                    space: rt::Space::Full,
                                    combine: rt::Combine::Store,
                                    scale: 1.0,
                                },
                            ],
                        )?;
                        t18
                    };
                    let t19: rt::Tensor<f32> = {
                        const SITE: rt::Site = rt::Site {
                            function: "cross_entropy",
                            op: "cross_entropy",
                            file: ::core::file!(),
                            line: ::core::line!(),
                        };
                        rt::viewed(
                            rt::ops::keep_axes(
                                &t18,
                                ::core::clone::Clone::clone(&t10),
                                ::core::clone::Clone::clone(&t7),
                                ::core::clone::Clone::clone(&t8),
                            ),
                            &SITE,
                        )?
                    };
                    ::core::mem::drop(t18);
                    let t21: rt::Tensor<f32> = {
                        const SITE: rt::Site = rt::Site {
                            function: "cross_entropy",
                            op: "cross_entropy",
                            file: ::core::file!(),
                            line: ::core::line!(),
                        };
                        rt::viewed(
                            rt::ops::broadcast_to(
                                &rt::scalar::<f32>(0f64),
                                ::core::clone::Clone::clone(&t10),
                            ),
                            &SITE,
                        )?
                    };
                    let t22: rt::Tensor<f32> = {
                        const SITE: rt::Site = rt::Site {
                            function: "cross_entropy",
                            op: "cross_entropy",
                            file: ::core::file!(),
                            line: ::core::line!(),
                        };
                        rt::done(
                            rt::ops::scatter_add(
                                &t21,
                                ::core::clone::Clone::clone(&t5),
                                &t6,
                                &t17,
                            ),
                            &SITE,
                        )?
                    };
                    ::core::mem::drop(t21);
                    ::core::mem::drop(t6);
                    ::core::mem::drop(t17);
                    let t23 = {
                        struct Kernel2 {
                            types: ::core::marker::PhantomData<()>,
                        }
                        impl rt::Kernel for Kernel2 {
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
                                        let t0: rt::C<f32> = rt::m::exp(s, x0[i]);
                                        let t1: rt::C<f32> = rt::m::mul(s, x1[i], t0);
                                        let t2: rt::C<f32> = rt::m::add(s, t1, x2[i]);
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
                                        function: "cross_entropy",
                                        op: "cross_entropy",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[0u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "cross_entropy",
                                        op: "cross_entropy",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[1u16, 3u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "cross_entropy",
                                        op: "cross_entropy",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[4u16, 2u16],
                                },
                            ],
                            outs: &[2u16],
                        };
                        let (t23, ()) = rt::launch(
                            &Kernel2 {
                                types: ::core::marker::PhantomData,
                            },
                            &INFO,
                            (
                                rt::Arg::Own(residual1),
                                (rt::Arg::Own(t19), (rt::Arg::Own(t22), ())),
                            ),
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
                    ::core::result::Result::Ok(CrossEntropyGrads { logits: t23 })
                },
            );
            ::core::result::Result::Ok((value, pullback))
        }
        ///The value of [`cross_entropy`](fn@cross_entropy) and its derivative along the tangents.
        #[inline]
        pub fn jvp(
            logits: &Tensor,
            labels: &Tensor<i32>,
            logits_dot: &rt::Tensor<f32>,
        ) -> rt::Result<(rt::Tensor<f32>, rt::Tensor<f32>)> {
            let mut B = 0usize;
            let mut C = 0usize;
            {
                const SITE: rt::Site = rt::Site {
                    function: "cross_entropy",
                    op: "",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::check_dims(
                    &SITE,
                    "logits",
                    &rt::shape_of(logits),
                    &mut [rt::Dim::Bind(&mut B), rt::Dim::Bind(&mut C)],
                )?;
                rt::check_dims(
                    &SITE,
                    "labels",
                    &rt::shape_of(labels),
                    &mut [rt::Dim::Equal("B", B)],
                )?;
            }
            rt::check_tangent(logits, logits_dot, "cross_entropy", "logits")?;
            let t2 = { -1 };
            let t3 = { -1isize };
            let t4: rt::Tensor<i32> = {
                const SITE: rt::Site = rt::Site {
                    function: "cross_entropy",
                    op: "cross_entropy",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::viewed(
                    rt::ops::unsqueeze(labels, ::core::clone::Clone::clone(&t3)),
                    &SITE,
                )?
            };
            let t5: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "cross_entropy",
                    op: "cross_entropy",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::done(
                    rt::ops::gather(logits, ::core::clone::Clone::clone(&t3), &t4),
                    &SITE,
                )?
            };
            let t6 = {
                let h0 = ::core::clone::Clone::clone(&t2);
                rt::Axes::from(h0)
            };
            let t7 = { true };
            let t9 = {
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
                                let t0: rt::C<f32> = x0[i];
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
                                function: "cross_entropy",
                                op: "cross_entropy",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "cross_entropy",
                                op: "cross_entropy",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[1u16],
                        },
                    ],
                    outs: &[1u16],
                };
                let (t9, ()) = rt::launch(
                    &Kernel0 {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Ref(logits), ()),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Axes {
                                axes: &rt::Axes::from(::core::clone::Clone::clone(&t6)),
                                keep: ::core::clone::Clone::clone(&t7),
                            },
                            combine: rt::Combine::Max,
                            scale: 1.0,
                        },
                    ],
                )?;
                t9
            };
            let t12 = {
                struct Kernel1 {
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel1 {
                    type Ins = (f32, ());
                    type Outs = (f32, ());
                    const COST: usize = 4usize;
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
                                let t0: rt::C<bool> = rt::m::is_finite(s, x0[i]);
                                let t1: rt::C<f32> = rt::m::select(
                                    s,
                                    t0,
                                    x0[i],
                                    rt::m::num::<Isa, rt::C<f32>>(s, 0f64),
                                );
                                y0[i] = t1;
                            }
                        }
                        body::<Isa>(s, n, x0, y0);
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "cross_entropy",
                                op: "cross_entropy",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "cross_entropy",
                                op: "cross_entropy",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[1u16, 0u16],
                        },
                    ],
                    outs: &[1u16],
                };
                let (t12, ()) = rt::launch(
                    &Kernel1 {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Own(t9), ()),
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
            let t13 = {
                let site0 = &rt::Site {
                    function: "cross_entropy",
                    op: "cross_entropy",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::placed(
                    rt::Sizes::from([(B as isize), (C as isize)] as [isize; 2usize])
                        .shape(),
                    site0,
                )?
            };
            let t14: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "cross_entropy",
                    op: "cross_entropy",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::viewed(
                    rt::ops::keep_axes(
                        &t12,
                        ::core::clone::Clone::clone(&t13),
                        ::core::clone::Clone::clone(&t6),
                        ::core::clone::Clone::clone(&t7),
                    ),
                    &SITE,
                )?
            };
            let t21 = { rt::Axes::ALL };
            let t22 = { false };
            let t24 = {
                let site0 = &rt::Site {
                    function: "cross_entropy",
                    op: "cross_entropy",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::placed(
                    rt::Sizes::from([(B as isize), 1isize] as [isize; 2usize]).shape(),
                    site0,
                )?
            };
            let t25 = {
                let s0 = ::core::clone::Clone::clone(&t24);
                let axes = ::core::clone::Clone::clone(&t21);
                1.0 / s0.count(&axes) as f64
            };
            let (t17, t31) = {
                struct Kernel2 {
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel2 {
                    type Ins = (f32, (f32, (f32, ())));
                    type Outs = (f32, (f32, ()));
                    const COST: usize = 23usize;
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
                                let t0: rt::C<f32> = rt::m::sub(s, x0[i], x1[i]);
                                let t1: rt::C<f32> = rt::m::exp(s, t0);
                                let t2: rt::C<f32> = rt::m::mul(s, x2[i], t1);
                                y0[i] = t1;
                                y1[i] = t2;
                            }
                        }
                        body::<Isa>(s, n, x0, x1, x2, y0, y1);
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "cross_entropy",
                                op: "cross_entropy",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16, 1u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "cross_entropy",
                                op: "cross_entropy",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[3u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "cross_entropy",
                                op: "cross_entropy",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[2u16, 4u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "cross_entropy",
                                op: "cross_entropy",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[4u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "cross_entropy",
                                op: "cross_entropy",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[5u16],
                        },
                    ],
                    outs: &[3u16, 4u16],
                };
                let (t17, (t31, ())) = rt::launch(
                    &Kernel2 {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (
                        rt::Arg::Ref(logits),
                        (rt::Arg::Own(t14), (rt::Arg::Ref(logits_dot), ())),
                    ),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Axes {
                                axes: &rt::Axes::from(::core::clone::Clone::clone(&t6)),
                                keep: ::core::clone::Clone::clone(&t7),
                            },
                            combine: rt::Combine::Sum,
                            scale: 1.0,
                        },
                        rt::OutSpec {
                            space: rt::Space::Axes {
                                axes: &rt::Axes::from(::core::clone::Clone::clone(&t6)),
                                keep: ::core::clone::Clone::clone(&t7),
                            },
                            combine: rt::Combine::Sum,
                            scale: 1.0,
                        },
                    ],
                )?;
                (t17, t31)
            };
            let t29: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "cross_entropy",
                    op: "cross_entropy",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::done(
                    rt::ops::gather(logits_dot, ::core::clone::Clone::clone(&t3), &t4),
                    &SITE,
                )?
            };
            ::core::mem::drop(t4);
            let (t27, t36) = {
                struct Kernel3 {
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel3 {
                    type Ins = (f32, (f32, (f32, (f32, (f32, ())))));
                    type Outs = (f32, (f32, ()));
                    const COST: usize = 30usize;
                    #[inline(always)]
                    fn tile<Isa: rt::Isa>(
                        &self,
                        s: Isa,
                        n: usize,
                        (
                            x0,
                            (x1, (x2, (x3, (x4, ())))),
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
                            y0: &mut [rt::C<f32>],
                            y1: &mut [rt::C<f32>],
                        ) {
                            let x0 = &x0[..n];
                            let x1 = &x1[..n];
                            let x2 = &x2[..n];
                            let x3 = &x3[..n];
                            let x4 = &x4[..n];
                            let y0 = &mut y0[..n];
                            let y1 = &mut y1[..n];
                            for i in 0..n {
                                let t0: rt::C<f32> = rt::m::ln(s, x0[i]);
                                let t1: rt::C<f32> = rt::m::add(s, t0, x1[i]);
                                let t2: rt::C<f32> = rt::m::sub(s, t1, x2[i]);
                                let t3: rt::C<f32> = rt::m::div(s, x3[i], x0[i]);
                                let t4: rt::C<f32> = rt::m::neg(s, x4[i]);
                                let t5: rt::C<f32> = rt::m::add(s, t3, t4);
                                y0[i] = t2;
                                y1[i] = t5;
                            }
                        }
                        body::<Isa>(s, n, x0, x1, x2, x3, x4, y0, y1);
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "cross_entropy",
                                op: "cross_entropy",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "cross_entropy",
                                op: "cross_entropy",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[5u16, 1u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "cross_entropy",
                                op: "cross_entropy",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[6u16, 2u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "cross_entropy",
                                op: "cross_entropy",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[3u16, 0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "cross_entropy",
                                op: "cross_entropy",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[4u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "cross_entropy",
                                op: "cross_entropy",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[8u16, 9u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "cross_entropy",
                                op: "cross_entropy",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[7u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "cross_entropy",
                                op: "cross_entropy",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[10u16],
                        },
                    ],
                    outs: &[6u16, 7u16],
                };
                let (t27, (t36, ())) = rt::launch(
                    &Kernel3 {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (
                        rt::Arg::Own(t17),
                        (
                            rt::Arg::Own(t12),
                            (
                                rt::Arg::Own(t5),
                                (rt::Arg::Own(t31), (rt::Arg::Own(t29), ())),
                            ),
                        ),
                    ),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Axes {
                                axes: &rt::Axes::from(::core::clone::Clone::clone(&t21)),
                                keep: ::core::clone::Clone::clone(&t22),
                            },
                            combine: rt::Combine::Sum,
                            scale: rt::number(&t25),
                        },
                        rt::OutSpec {
                            space: rt::Space::Axes {
                                axes: &rt::Axes::from(::core::clone::Clone::clone(&t21)),
                                keep: ::core::clone::Clone::clone(&t22),
                            },
                            combine: rt::Combine::Sum,
                            scale: rt::number(&t25),
                        },
                    ],
                )?;
                (t27, t36)
            };
            ::core::result::Result::Ok((t27, t36))
        }
        /// What was made of the function: its graph, its kernels, what it keeps for the pullback.
        #[inline]
        pub const fn explain() -> &'static str {
            "cross_entropy\n\ngraph\n  %0 = input 0: f32[B, C]   # logits\n  %1 = input 1: i32[B]   # labels\n  %2 = host { - 1 }: host\n  %3 = host { - 1isize }: host\n  %4 = unsqueeze(%1, %3): i32[B, 1]\n  %5 = gather(%0, %3, %4): f32[B, 1]\n  %6 = host { rt::Axes::from(h0) }(%2): host\n  %7 = host { true }: host\n  %8 = stop_gradient(%0): f32[B, C]\n  %9 = max(%8, %6, %7): f32[B, 1]\n  %10 = is_finite(%9): bool[B, 1]\n  %11 = const 0.0: f32[]\n  %12 = select(%10, %9, %11): f32[B, 1]\n  %13 = host { rt::placed(rt::Sizes::from([(B as isize), (C as isize)] as [isize; 2usize]).shape(), site0)? }: host\n  %14 = keep_axes(%12, %13, %6, %7): f32[B, 1]\n  %15 = sub(%0, %14): f32[B, C]\n  %16 = exp(%15): f32[B, C]\n  %17 = sum(%16, %6, %7): f32[B, 1]\n  %18 = ln(%17): f32[B, 1]\n  %19 = add(%18, %12): f32[B, 1]\n  %20 = sub(%19, %5): f32[B, 1]\n  %21 = host { rt::Axes::ALL }: host\n  %22 = host { false }: host\n  %23 = sum(%20, %21, %22): f32[]\n  %24 = host { rt::placed(rt::Sizes::from([(B as isize), 1isize] as [isize; 2usize]).shape(), site0)? }: host\n  %25 = host { 1.0 / s0.count(& axes) as f64 }(%24, %21): host\n  %26 = scalar(%25): f32[]\n  %27 = mul(%23, %26): f32[]\n  return %27\n\nvalue\n  %4 = unsqueeze(labels, %3): i32[B, 1]\n  %5 = gather(logits, %3, %4): f32[B, 1]\n  kernel 0 over [B, C]: reads logits; writes %9: f32[B, 1] by max; stop_gradient\n  kernel 1 over [B, 1]: reads %9; writes %12: f32[B, 1]; is_finite select\n  %14 = keep_axes(%12, %13, %6, %7): f32[B, 1]\n  kernel 2 over [B, C]: reads logits, %14; writes %17: f32[B, 1] by sum; sub exp\n  kernel 3 over [B, 1]: reads %17, %12, %5; writes %27: f32[] by sum, scaled; ln add sub\n\nvalue_and_grad\n  %4 = unsqueeze(labels, %3): i32[B, 1]\n  %5 = gather(logits, %3, %4): f32[B, 1]\n  kernel 1 over [B, C]: reads logits; writes %9: f32[B, 1] by max; stop_gradient\n  kernel 2 over [B, 1]: reads %9; writes %12: f32[B, 1]; is_finite select\n  %14 = keep_axes(%12, %13, %6, %7): f32[B, 1]\n  kernel 3 over [B, C]: reads logits, %14; writes %17: f32[B, 1] by sum, %16: f32[B, C]; sub exp\n  kernel 4 over [B, 1]: reads %17, %12, %5; writes %27: f32[] by sum, scaled, %30: f32[B, 1]; ln add sub div\n  kernel 0 over []: reads nothing; writes %28: f32[]; neg\n  %29 = broadcast_to(%28, %24): f32[B, 1]\n  %31 = keep_axes(%30, %13, %6, %7): f32[B, 1]\n  %33 = broadcast_to(%11, %13): f32[B, C]\n  %34 = scatter_add(%33, %3, %4, %29): f32[B, C]\n  kernel 5 over [B, C]: reads %31, %16, %34; writes %35: f32[B, C]; mul add\n\nforward\n  %4 = unsqueeze(labels, %3): i32[B, 1]\n  %5 = gather(logits, %3, %4): f32[B, 1]\n  kernel 0 over [B, C]: reads logits; writes %9: f32[B, 1] by max; stop_gradient\n  kernel 1 over [B, 1]: reads %9; writes %12: f32[B, 1]; is_finite select\n  %14 = keep_axes(%12, %13, %6, %7): f32[B, 1]\n  kernel 2 over [B, C]: reads logits, %14; writes %17: f32[B, 1] by sum, %15: f32[B, C]; sub exp\n  kernel 3 over [B, 1]: reads %17, %12, %5; writes %27: f32[] by sum, scaled; ln add sub\n\npullback\n  %6 = unsqueeze(labels, %5): i32[B, 1]\n  kernel 0 over []: reads y_bar; writes %15: f32[], %16: f32[]; mul neg\n  %17 = broadcast_to(%16, %12): f32[B, 1]\n  kernel 1 over [B, 1]: reads %15, %17 (sum); writes %18: f32[B, 1]; div\n  %19 = keep_axes(%18, %10, %7, %8): f32[B, 1]\n  %21 = broadcast_to(%9, %10): f32[B, C]\n  %22 = scatter_add(%21, %5, %6, %17): f32[B, C]\n  kernel 2 over [B, C]: reads %15 (sub), %19, %22; writes %23: f32[B, C]; exp mul add\n\njvp\n  %4 = unsqueeze(labels, %3): i32[B, 1]\n  %5 = gather(logits, %3, %4): f32[B, 1]\n  kernel 0 over [B, C]: reads logits; writes %9: f32[B, 1] by max; stop_gradient\n  kernel 1 over [B, 1]: reads %9; writes %12: f32[B, 1]; is_finite select\n  %14 = keep_axes(%12, %13, %6, %7): f32[B, 1]\n  kernel 2 over [B, C]: reads logits, %14, logits_dot; writes %17: f32[B, 1] by sum, %31: f32[B, 1] by sum; sub exp mul\n  %29 = gather(logits_dot, %3, %4): f32[B, 1]\n  kernel 3 over [B, 1]: reads %17, %12, %5, %31, %29; writes %27: f32[] by sum, scaled, %36: f32[] by sum, scaled; ln add sub div neg add\n\nresiduals\n  labels: i32[B], 4*B bytes (an argument: kept, not copied)\n  %15 (sub): f32[B, C], 4*B*C bytes\n  %17 (sum): f32[B, 1], 4*B bytes\n"
        }
    }
    impl rt::Function for cross_entropy {
        const NAME: &'static str = "cross_entropy";
        type Args<'args> = (&'args Tensor, &'args Tensor<i32>);
        type Actives = CrossEntropyGrads;
        type Output = rt::Tensor<f32>;
        type Tangent = rt::Tensor<f32>;
        #[inline]
        fn actives(args: &Self::Args<'_>) -> Self::Actives {
            let (logits, labels) = args;
            let logits = *logits;
            CrossEntropyGrads {
                logits: ::core::clone::Clone::clone(&*logits),
            }
        }
        #[inline]
        fn replace<R>(
            args: &Self::Args<'_>,
            actives: &Self::Actives,
            then: impl ::core::ops::FnOnce(Self::Args<'_>) -> R,
        ) -> R {
            let (logits, labels) = args;
            then((&actives.logits, ::core::clone::Clone::clone(labels)))
        }
        #[inline]
        fn floats(output: &Self::Output) -> Self::Tangent {
            ::core::clone::Clone::clone(&output)
        }
        #[inline]
        fn call(args: Self::Args<'_>) -> rt::Result<Self::Output> {
            let (logits, labels) = args;
            Self::call(logits, labels)
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
            let (logits, labels) = args;
            Self::vjp(logits, labels)
        }
        #[inline]
        fn jvp(
            args: Self::Args<'_>,
            tangents: &Self::Actives,
        ) -> rt::Result<(Self::Output, Self::Tangent)> {
            let (logits, labels) = args;
            Self::jvp(logits, labels, &tangents.logits)
        }
    }
    impl rt::Objective for cross_entropy {
        #[inline]
        fn value_and_grad(
            args: Self::Args<'_>,
        ) -> rt::Result<(Self::Output, Self::Actives)> {
            let (logits, labels) = args;
            Self::value_and_grad(logits, labels)
        }
    }
};
