/// A pair of neighbours against the whole.
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
    clippy::all,
    clippy::pedantic,
    clippy::nursery,
    clippy::restriction
)]
const _: () = {
    use ::cotangent::__private as rt;
    ///Gradients of [`slices`](fn@slices), one field per active parameter.
    #[derive(Clone, Debug)]
    pub struct SlicesGrads {
        ///Gradient with respect to `xs`.
        pub xs: ::std::vec::Vec<rt::Tensor<f32>>,
    }
    impl rt::TensorTree for SlicesGrads {
        fn walk<const N: usize, W: rt::Walk<N>>(
            trees: [&Self; N],
            path: &mut rt::Path,
            walk: &mut W,
        ) -> rt::Result<Self> {
            ::core::result::Result::Ok(SlicesGrads {
                xs: path.field("xs", trees.map(|t| &t.xs), walk)?,
            })
        }
    }
    impl slices {
        ///[`slices`](fn@slices) as a `Result`, whatever its signature.
        #[inline]
        pub fn call(xs: &[Tensor], i: usize) -> rt::Result<rt::Tensor<f32>> {
            let xs = &xs[..];
            let mut D = 0usize;
            {
                const SITE: rt::Site = rt::Site {
                    function: "slices",
                    op: "",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::lists::check_dims(
                    &SITE,
                    "xs",
                    xs,
                    &mut [rt::Dim::Any, rt::Dim::First("D", &mut D)],
                )?;
            }
            let t2 = { 0 };
            let t3 = { 0isize };
            let all_4: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "slices",
                    op: "concat",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::done(
                    rt::lists::list_concat(xs, ::core::clone::Clone::clone(&t3)),
                    &SITE,
                )?
            };
            let t5 = {
                let h0 = ::core::clone::Clone::clone(&i);
                h0 as usize
            };
            let t6: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "slices",
                    op: "index",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::viewed(
                    rt::lists::list_item(xs, ::core::clone::Clone::clone(&t5), "xs"),
                    &SITE,
                )?
            };
            let t7 = {
                let h0 = ::core::clone::Clone::clone(&t2);
                rt::Axes::from(h0)
            };
            let t8 = { false };
            let t9 = {
                struct Kernel1 {
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel1 {
                    type Ins = (f32, ());
                    type Outs = (f32, ());
                    const COST: usize = 1usize;
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
                                y0[i] = x0[i];
                            }
                        }
                        body::<Isa>(s, n, x0, y0);
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "mean",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                    ],
                    outs: &[0u16],
                };
                let (t9, ()) = rt::launch(
                    &Kernel1 {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Ref(&t6), ()),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Axes {
                                axes: &rt::Axes::from(::core::clone::Clone::clone(&t7)),
                                keep: ::core::clone::Clone::clone(&t8),
                            },
                            combine: rt::Combine::Sum,
                            scale: 1.0,
                        },
                    ],
                )?;
                t9
            };
            let t10 = rt::shape_of(&t6);
            ::core::mem::drop(t6);
            let t11 = {
                let s0 = ::core::clone::Clone::clone(&t10);
                let axes = ::core::clone::Clone::clone(&t7);
                1.0 / s0.count(&axes) as f64
            };
            let t14 = {
                let i = ::core::clone::Clone::clone(&i);
                i + 1
            };
            let t15 = {
                let h0 = ::core::clone::Clone::clone(&t14);
                h0 as usize
            };
            let t16: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "slices",
                    op: "index",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::viewed(
                    rt::lists::list_item(xs, ::core::clone::Clone::clone(&t15), "xs"),
                    &SITE,
                )?
            };
            let t17 = {
                struct Kernel0 {
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel0 {
                    type Ins = (f32, ());
                    type Outs = (f32, ());
                    const COST: usize = 1usize;
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
                                y0[i] = x0[i];
                            }
                        }
                        body::<Isa>(s, n, x0, y0);
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "mean",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                    ],
                    outs: &[0u16],
                };
                let (t17, ()) = rt::launch(
                    &Kernel0 {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Ref(&t16), ()),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Axes {
                                axes: &rt::Axes::from(::core::clone::Clone::clone(&t7)),
                                keep: ::core::clone::Clone::clone(&t8),
                            },
                            combine: rt::Combine::Sum,
                            scale: 1.0,
                        },
                    ],
                )?;
                t17
            };
            let t18 = rt::shape_of(&t16);
            ::core::mem::drop(t16);
            let t19 = {
                let s0 = ::core::clone::Clone::clone(&t18);
                let axes = ::core::clone::Clone::clone(&t7);
                1.0 / s0.count(&axes) as f64
            };
            let t24 = { rt::Axes::ALL };
            let t25 = {
                struct Kernel2 {
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel2 {
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
                                let t0: rt::C<f32> = rt::m::mul(s, x0[i], x0[i]);
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
                                function: "slices",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16, 0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "mean",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[1u16],
                        },
                    ],
                    outs: &[1u16],
                };
                let (t25, ()) = rt::launch(
                    &Kernel2 {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Ref(&all_4), ()),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Axes {
                                axes: &rt::Axes::from(::core::clone::Clone::clone(&t24)),
                                keep: ::core::clone::Clone::clone(&t8),
                            },
                            combine: rt::Combine::Sum,
                            scale: 1.0,
                        },
                    ],
                )?;
                t25
            };
            let t26 = rt::shape_of(&all_4);
            ::core::mem::drop(all_4);
            let t27 = {
                let s0 = ::core::clone::Clone::clone(&t26);
                let axes = ::core::clone::Clone::clone(&t24);
                1.0 / s0.count(&axes) as f64
            };
            let t30 = rt::lists::shapes_of::<f32, _>(xs);
            let t31 = {
                let s0 = ::core::clone::Clone::clone(&t30);
                s0.len()
            };
            let t35 = {
                struct Kernel3 {
                    h0: f64,
                    h1: f64,
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel3 {
                    type Ins = (f32, (f32, ()));
                    type Outs = (f32, ());
                    const COST: usize = 24usize;
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
                            h0: rt::C<f32>,
                            h1: rt::C<f32>,
                            x0: &[rt::C<f32>],
                            x1: &[rt::C<f32>],
                            y0: &mut [rt::C<f32>],
                        ) {
                            let x0 = &x0[..n];
                            let x1 = &x1[..n];
                            let y0 = &mut y0[..n];
                            for i in 0..n {
                                let t0: rt::C<f32> = rt::m::mul(s, x0[i], h0);
                                let t1: rt::C<f32> = rt::m::mul(s, x1[i], h1);
                                let t2: rt::C<f32> = rt::m::sub(s, t0, t1);
                                let t3: rt::C<f32> = rt::m::tanh(s, t2);
                                y0[i] = t3;
                            }
                        }
                        body::<
                            Isa,
                        >(
                            s,
                            n,
                            rt::m::num(s, self.h0),
                            rt::m::num(s, self.h1),
                            x0,
                            x1,
                            y0,
                        );
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "mean",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "mean",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[1u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "sub",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[2u16, 3u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[4u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "sum",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[5u16],
                        },
                    ],
                    outs: &[4u16],
                };
                let (t35, ()) = rt::launch(
                    &Kernel3 {
                        h0: rt::number(&t11),
                        h1: rt::number(&t19),
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Own(t9), (rt::Arg::Own(t17), ())),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Axes {
                                axes: &rt::Axes::from(::core::clone::Clone::clone(&t24)),
                                keep: ::core::clone::Clone::clone(&t8),
                            },
                            combine: rt::Combine::Sum,
                            scale: 1.0,
                        },
                    ],
                )?;
                t35
            };
            let t36 = {
                struct Kernel4 {
                    h0: f64,
                    h1: f64,
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
                            h0: rt::C<f32>,
                            h1: rt::C<f32>,
                            x0: &[rt::C<f32>],
                            x1: &[rt::C<f32>],
                            y0: &mut [rt::C<f32>],
                        ) {
                            let x0 = &x0[..n];
                            let x1 = &x1[..n];
                            let y0 = &mut y0[..n];
                            for i in 0..n {
                                let t0: rt::C<f32> = rt::m::mul(s, x0[i], h0);
                                let t1: rt::C<f32> = rt::m::mul(s, t0, h1);
                                let t2: rt::C<f32> = rt::m::add(s, t1, x1[i]);
                                y0[i] = t2;
                            }
                        }
                        body::<
                            Isa,
                        >(
                            s,
                            n,
                            rt::m::num(s, self.h0),
                            rt::m::num(s, self.h1),
                            x0,
                            x1,
                            y0,
                        );
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "mean",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[2u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "add",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[3u16, 1u16],
                        },
                    ],
                    outs: &[2u16],
                };
                let (t36, ()) = rt::launch(
                    &Kernel4 {
                        h0: rt::number(&t27),
                        h1: rt::number(&t31),
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Own(t25), (rt::Arg::Own(t35), ())),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Full,
                            combine: rt::Combine::Store,
                            scale: 1.0,
                        },
                    ],
                )?;
                t36
            };
            ::core::result::Result::Ok(t36)
        }
        ///The value of [`slices`](fn@slices) and its gradient, as one fused program.
        #[inline]
        pub fn value_and_grad(
            xs: &[Tensor],
            i: usize,
        ) -> rt::Result<(rt::Tensor<f32>, SlicesGrads)> {
            let xs = &xs[..];
            let mut D = 0usize;
            {
                const SITE: rt::Site = rt::Site {
                    function: "slices",
                    op: "",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::lists::check_dims(
                    &SITE,
                    "xs",
                    xs,
                    &mut [rt::Dim::Any, rt::Dim::First("D", &mut D)],
                )?;
            }
            let t2 = { 0 };
            let t3 = { 0isize };
            let all_4: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "slices",
                    op: "concat",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::done(
                    rt::lists::list_concat(xs, ::core::clone::Clone::clone(&t3)),
                    &SITE,
                )?
            };
            let t5 = {
                let h0 = ::core::clone::Clone::clone(&i);
                h0 as usize
            };
            let t6: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "slices",
                    op: "index",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::viewed(
                    rt::lists::list_item(xs, ::core::clone::Clone::clone(&t5), "xs"),
                    &SITE,
                )?
            };
            let t7 = {
                let h0 = ::core::clone::Clone::clone(&t2);
                rt::Axes::from(h0)
            };
            let t8 = { false };
            let t9 = {
                struct Kernel1 {
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel1 {
                    type Ins = (f32, ());
                    type Outs = (f32, ());
                    const COST: usize = 1usize;
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
                                y0[i] = x0[i];
                            }
                        }
                        body::<Isa>(s, n, x0, y0);
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "mean",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                    ],
                    outs: &[0u16],
                };
                let (t9, ()) = rt::launch(
                    &Kernel1 {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Ref(&t6), ()),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Axes {
                                axes: &rt::Axes::from(::core::clone::Clone::clone(&t7)),
                                keep: ::core::clone::Clone::clone(&t8),
                            },
                            combine: rt::Combine::Sum,
                            scale: 1.0,
                        },
                    ],
                )?;
                t9
            };
            let t10 = rt::shape_of(&t6);
            ::core::mem::drop(t6);
            let t11 = {
                let s0 = ::core::clone::Clone::clone(&t10);
                let axes = ::core::clone::Clone::clone(&t7);
                1.0 / s0.count(&axes) as f64
            };
            let t14 = {
                let i = ::core::clone::Clone::clone(&i);
                i + 1
            };
            let t15 = {
                let h0 = ::core::clone::Clone::clone(&t14);
                h0 as usize
            };
            let t16: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "slices",
                    op: "index",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::viewed(
                    rt::lists::list_item(xs, ::core::clone::Clone::clone(&t15), "xs"),
                    &SITE,
                )?
            };
            let t17 = {
                struct Kernel0 {
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel0 {
                    type Ins = (f32, ());
                    type Outs = (f32, ());
                    const COST: usize = 1usize;
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
                                y0[i] = x0[i];
                            }
                        }
                        body::<Isa>(s, n, x0, y0);
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "mean",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                    ],
                    outs: &[0u16],
                };
                let (t17, ()) = rt::launch(
                    &Kernel0 {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Ref(&t16), ()),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Axes {
                                axes: &rt::Axes::from(::core::clone::Clone::clone(&t7)),
                                keep: ::core::clone::Clone::clone(&t8),
                            },
                            combine: rt::Combine::Sum,
                            scale: 1.0,
                        },
                    ],
                )?;
                t17
            };
            let t18 = rt::shape_of(&t16);
            ::core::mem::drop(t16);
            let t19 = {
                let s0 = ::core::clone::Clone::clone(&t18);
                let axes = ::core::clone::Clone::clone(&t7);
                1.0 / s0.count(&axes) as f64
            };
            let t24 = { rt::Axes::ALL };
            let t25 = {
                struct Kernel2 {
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel2 {
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
                                let t0: rt::C<f32> = rt::m::mul(s, x0[i], x0[i]);
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
                                function: "slices",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16, 0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "mean",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[1u16],
                        },
                    ],
                    outs: &[1u16],
                };
                let (t25, ()) = rt::launch(
                    &Kernel2 {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Ref(&all_4), ()),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Axes {
                                axes: &rt::Axes::from(::core::clone::Clone::clone(&t24)),
                                keep: ::core::clone::Clone::clone(&t8),
                            },
                            combine: rt::Combine::Sum,
                            scale: 1.0,
                        },
                    ],
                )?;
                t25
            };
            let t26 = rt::shape_of(&all_4);
            let t27 = {
                let s0 = ::core::clone::Clone::clone(&t26);
                let axes = ::core::clone::Clone::clone(&t24);
                1.0 / s0.count(&axes) as f64
            };
            let t30 = rt::lists::shapes_of::<f32, _>(xs);
            let t31 = {
                let s0 = ::core::clone::Clone::clone(&t30);
                s0.len()
            };
            let (t35, t43, t47) = {
                struct Kernel3 {
                    h0: f64,
                    h1: f64,
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel3 {
                    type Ins = (f32, (f32, ()));
                    type Outs = (f32, (f32, (f32, ())));
                    const COST: usize = 29usize;
                    #[inline(always)]
                    fn tile<Isa: rt::Isa>(
                        &self,
                        s: Isa,
                        n: usize,
                        (x0, (x1, ())): <Self::Ins as rt::List>::Tiles<'_>,
                        (y0, (y1, (y2, ()))): <Self::Outs as rt::List>::TilesMut<'_>,
                    ) {
                        #[inline(always)]
                        fn body<Isa: rt::Isa>(
                            s: Isa,
                            n: usize,
                            h0: rt::C<f32>,
                            h1: rt::C<f32>,
                            x0: &[rt::C<f32>],
                            x1: &[rt::C<f32>],
                            y0: &mut [rt::C<f32>],
                            y1: &mut [rt::C<f32>],
                            y2: &mut [rt::C<f32>],
                        ) {
                            let x0 = &x0[..n];
                            let x1 = &x1[..n];
                            let y0 = &mut y0[..n];
                            let y1 = &mut y1[..n];
                            let y2 = &mut y2[..n];
                            for i in 0..n {
                                let t0: rt::C<f32> = rt::m::mul(s, x0[i], h0);
                                let t1: rt::C<f32> = rt::m::mul(s, x1[i], h1);
                                let t2: rt::C<f32> = rt::m::sub(s, t0, t1);
                                let t3: rt::C<f32> = rt::m::tanh(s, t2);
                                let t4: rt::C<f32> = rt::m::mul(s, t3, t3);
                                let t5: rt::C<f32> = rt::m::sub(
                                    s,
                                    rt::m::num::<Isa, rt::C<f32>>(s, 1f64),
                                    t4,
                                );
                                let t6: rt::C<f32> = rt::m::neg(s, t5);
                                let t7: rt::C<f32> = rt::m::mul(s, t6, h1);
                                let t8: rt::C<f32> = rt::m::mul(s, t5, h0);
                                y0[i] = t3;
                                y1[i] = t7;
                                y2[i] = t8;
                            }
                        }
                        body::<
                            Isa,
                        >(
                            s,
                            n,
                            rt::m::num(s, self.h0),
                            rt::m::num(s, self.h1),
                            x0,
                            x1,
                            y0,
                            y1,
                            y2,
                        );
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "mean",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "mean",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[1u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "sub",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[2u16, 3u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[4u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[5u16, 5u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[6u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "sub",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[7u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "mean",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[8u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "mean",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[7u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "sum",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[5u16],
                        },
                    ],
                    outs: &[9u16, 7u16, 8u16],
                };
                let (t35, (t43, (t47, ()))) = rt::launch(
                    &Kernel3 {
                        h0: rt::number(&t11),
                        h1: rt::number(&t19),
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Own(t9), (rt::Arg::Own(t17), ())),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Axes {
                                axes: &rt::Axes::from(::core::clone::Clone::clone(&t24)),
                                keep: ::core::clone::Clone::clone(&t8),
                            },
                            combine: rt::Combine::Sum,
                            scale: 1.0,
                        },
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
                (t35, t43, t47)
            };
            let (t36, t40) = {
                struct Kernel4 {
                    h0: f64,
                    h1: f64,
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel4 {
                    type Ins = (f32, (f32, ()));
                    type Outs = (f32, (f32, ()));
                    const COST: usize = 5usize;
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
                            h0: rt::C<f32>,
                            h1: rt::C<f32>,
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
                                let t0: rt::C<f32> = rt::m::mul(s, x0[i], h0);
                                let t1: rt::C<f32> = rt::m::mul(s, t0, h1);
                                let t2: rt::C<f32> = rt::m::add(s, t1, x1[i]);
                                let t3: rt::C<f32> = rt::m::mul(s, h1, h0);
                                y0[i] = t2;
                                y1[i] = t3;
                            }
                        }
                        body::<
                            Isa,
                        >(
                            s,
                            n,
                            rt::m::num(s, self.h0),
                            rt::m::num(s, self.h1),
                            x0,
                            x1,
                            y0,
                            y1,
                        );
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "mean",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[2u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "add",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[3u16, 1u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "mean",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[],
                        },
                    ],
                    outs: &[2u16, 3u16],
                };
                let (t36, (t40, ())) = rt::launch(
                    &Kernel4 {
                        h0: rt::number(&t27),
                        h1: rt::number(&t31),
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Own(t25), (rt::Arg::Own(t35), ())),
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
                (t36, t40)
            };
            let t44: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "slices",
                    op: "mean",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::viewed(
                    rt::ops::keep_axes(
                        &t43,
                        ::core::clone::Clone::clone(&t18),
                        ::core::clone::Clone::clone(&t7),
                        ::core::clone::Clone::clone(&t8),
                    ),
                    &SITE,
                )?
            };
            ::core::mem::drop(t43);
            let t45: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "slices",
                    op: "mean",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::viewed(
                    rt::ops::broadcast_to(&t44, ::core::clone::Clone::clone(&t18)),
                    &SITE,
                )?
            };
            ::core::mem::drop(t44);
            let t46: ::std::vec::Vec<rt::Tensor<f32>> = {
                const SITE: rt::Site = rt::Site {
                    function: "slices",
                    op: "index",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::viewed(
                    rt::lists::list_put(
                        &t45,
                        ::core::clone::Clone::clone(&t30),
                        ::core::clone::Clone::clone(&t15),
                    ),
                    &SITE,
                )?
            };
            ::core::mem::drop(t45);
            let t48: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "slices",
                    op: "mean",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::viewed(
                    rt::ops::keep_axes(
                        &t47,
                        ::core::clone::Clone::clone(&t10),
                        ::core::clone::Clone::clone(&t7),
                        ::core::clone::Clone::clone(&t8),
                    ),
                    &SITE,
                )?
            };
            ::core::mem::drop(t47);
            let t49: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "slices",
                    op: "mean",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::viewed(
                    rt::ops::broadcast_to(&t48, ::core::clone::Clone::clone(&t10)),
                    &SITE,
                )?
            };
            ::core::mem::drop(t48);
            let t50 = {
                struct Kernel5 {
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel5 {
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
                                let t0: rt::C<f32> = rt::m::mul(s, x0[i], x1[i]);
                                let t1: rt::C<f32> = rt::m::add(s, t0, t0);
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
                                function: "slices",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16, 1u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "concat",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[2u16, 2u16],
                        },
                    ],
                    outs: &[1u16],
                };
                let (t50, ()) = rt::launch(
                    &Kernel5 {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Own(t40), (rt::Arg::Own(all_4), ())),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Full,
                            combine: rt::Combine::Store,
                            scale: 1.0,
                        },
                    ],
                )?;
                t50
            };
            let t51: ::std::vec::Vec<rt::Tensor<f32>> = {
                const SITE: rt::Site = rt::Site {
                    function: "slices",
                    op: "concat",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::viewed(
                    rt::lists::list_split(
                        &t50,
                        ::core::clone::Clone::clone(&t30),
                        ::core::clone::Clone::clone(&t3),
                    ),
                    &SITE,
                )?
            };
            ::core::mem::drop(t50);
            let t52: ::std::vec::Vec<rt::Tensor<f32>> = {
                const SITE: rt::Site = rt::Site {
                    function: "slices",
                    op: "concat",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::done(
                    rt::lists::list_add_to(&t46, &t49, ::core::clone::Clone::clone(&t5)),
                    &SITE,
                )?
            };
            ::core::mem::drop(t46);
            ::core::mem::drop(t49);
            let t53: ::std::vec::Vec<rt::Tensor<f32>> = {
                const SITE: rt::Site = rt::Site {
                    function: "slices",
                    op: "concat",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::done(rt::lists::list_add(&t52, &t51), &SITE)?
            };
            ::core::mem::drop(t52);
            ::core::mem::drop(t51);
            ::core::result::Result::Ok((t36, SlicesGrads { xs: t53 }))
        }
        ///The gradient of [`slices`](fn@slices).
        #[inline]
        pub fn grad(xs: &[Tensor], i: usize) -> rt::Result<SlicesGrads> {
            ::core::result::Result::Ok(Self::value_and_grad(xs, i)?.1)
        }
        ///The value of [`slices`](fn@slices) and a pullback: cotangents of the result in, cotangents of the active inputs out.
        #[inline]
        pub fn vjp(
            xs: &[Tensor],
            i: usize,
        ) -> rt::Result<
            (
                rt::Tensor<f32>,
                impl rt::Pullback<
                    Cotangent = rt::Tensor<f32>,
                    Grads = SlicesGrads,
                > + ::core::clone::Clone + use<>,
            ),
        > {
            let xs = &xs[..];
            let mut D = 0usize;
            {
                const SITE: rt::Site = rt::Site {
                    function: "slices",
                    op: "",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::lists::check_dims(
                    &SITE,
                    "xs",
                    xs,
                    &mut [rt::Dim::Any, rt::Dim::First("D", &mut D)],
                )?;
            }
            let t2 = { 0 };
            let t3 = { 0isize };
            let all_4: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "slices",
                    op: "concat",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::done(
                    rt::lists::list_concat(xs, ::core::clone::Clone::clone(&t3)),
                    &SITE,
                )?
            };
            let t5 = {
                let h0 = ::core::clone::Clone::clone(&i);
                h0 as usize
            };
            let t6: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "slices",
                    op: "index",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::viewed(
                    rt::lists::list_item(xs, ::core::clone::Clone::clone(&t5), "xs"),
                    &SITE,
                )?
            };
            let t7 = {
                let h0 = ::core::clone::Clone::clone(&t2);
                rt::Axes::from(h0)
            };
            let t8 = { false };
            let t9 = {
                struct Kernel1 {
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel1 {
                    type Ins = (f32, ());
                    type Outs = (f32, ());
                    const COST: usize = 1usize;
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
                                y0[i] = x0[i];
                            }
                        }
                        body::<Isa>(s, n, x0, y0);
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "mean",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                    ],
                    outs: &[0u16],
                };
                let (t9, ()) = rt::launch(
                    &Kernel1 {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Ref(&t6), ()),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Axes {
                                axes: &rt::Axes::from(::core::clone::Clone::clone(&t7)),
                                keep: ::core::clone::Clone::clone(&t8),
                            },
                            combine: rt::Combine::Sum,
                            scale: 1.0,
                        },
                    ],
                )?;
                t9
            };
            let t10 = rt::shape_of(&t6);
            ::core::mem::drop(t6);
            let t11 = {
                let s0 = ::core::clone::Clone::clone(&t10);
                let axes = ::core::clone::Clone::clone(&t7);
                1.0 / s0.count(&axes) as f64
            };
            let t14 = {
                let i = ::core::clone::Clone::clone(&i);
                i + 1
            };
            let t15 = {
                let h0 = ::core::clone::Clone::clone(&t14);
                h0 as usize
            };
            let t16: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "slices",
                    op: "index",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::viewed(
                    rt::lists::list_item(xs, ::core::clone::Clone::clone(&t15), "xs"),
                    &SITE,
                )?
            };
            let t17 = {
                struct Kernel0 {
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel0 {
                    type Ins = (f32, ());
                    type Outs = (f32, ());
                    const COST: usize = 1usize;
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
                                y0[i] = x0[i];
                            }
                        }
                        body::<Isa>(s, n, x0, y0);
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "mean",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                    ],
                    outs: &[0u16],
                };
                let (t17, ()) = rt::launch(
                    &Kernel0 {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Ref(&t16), ()),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Axes {
                                axes: &rt::Axes::from(::core::clone::Clone::clone(&t7)),
                                keep: ::core::clone::Clone::clone(&t8),
                            },
                            combine: rt::Combine::Sum,
                            scale: 1.0,
                        },
                    ],
                )?;
                t17
            };
            let t18 = rt::shape_of(&t16);
            ::core::mem::drop(t16);
            let t19 = {
                let s0 = ::core::clone::Clone::clone(&t18);
                let axes = ::core::clone::Clone::clone(&t7);
                1.0 / s0.count(&axes) as f64
            };
            let t24 = { rt::Axes::ALL };
            let (t35, d_22) = {
                struct Kernel3 {
                    h0: f64,
                    h1: f64,
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel3 {
                    type Ins = (f32, (f32, ()));
                    type Outs = (f32, (f32, ()));
                    const COST: usize = 24usize;
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
                            h0: rt::C<f32>,
                            h1: rt::C<f32>,
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
                                let t0: rt::C<f32> = rt::m::mul(s, x0[i], h0);
                                let t1: rt::C<f32> = rt::m::mul(s, x1[i], h1);
                                let t2: rt::C<f32> = rt::m::sub(s, t0, t1);
                                let t3: rt::C<f32> = rt::m::tanh(s, t2);
                                y0[i] = t3;
                                y1[i] = t2;
                            }
                        }
                        body::<
                            Isa,
                        >(
                            s,
                            n,
                            rt::m::num(s, self.h0),
                            rt::m::num(s, self.h1),
                            x0,
                            x1,
                            y0,
                            y1,
                        );
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "mean",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "mean",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[1u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "sub",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[2u16, 3u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[4u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "sum",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[5u16],
                        },
                    ],
                    outs: &[4u16, 2u16],
                };
                let (t35, (d_22, ())) = rt::launch(
                    &Kernel3 {
                        h0: rt::number(&t11),
                        h1: rt::number(&t19),
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Own(t9), (rt::Arg::Own(t17), ())),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Axes {
                                axes: &rt::Axes::from(::core::clone::Clone::clone(&t24)),
                                keep: ::core::clone::Clone::clone(&t8),
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
                (t35, d_22)
            };
            let t25 = {
                struct Kernel2 {
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel2 {
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
                                let t0: rt::C<f32> = rt::m::mul(s, x0[i], x0[i]);
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
                                function: "slices",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16, 0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "mean",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[1u16],
                        },
                    ],
                    outs: &[1u16],
                };
                let (t25, ()) = rt::launch(
                    &Kernel2 {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Ref(&all_4), ()),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Axes {
                                axes: &rt::Axes::from(::core::clone::Clone::clone(&t24)),
                                keep: ::core::clone::Clone::clone(&t8),
                            },
                            combine: rt::Combine::Sum,
                            scale: 1.0,
                        },
                    ],
                )?;
                t25
            };
            let t26 = rt::shape_of(&all_4);
            let t27 = {
                let s0 = ::core::clone::Clone::clone(&t26);
                let axes = ::core::clone::Clone::clone(&t24);
                1.0 / s0.count(&axes) as f64
            };
            let t30 = rt::lists::shapes_of::<f32, _>(xs);
            let t31 = {
                let s0 = ::core::clone::Clone::clone(&t30);
                s0.len()
            };
            let t36 = {
                struct Kernel4 {
                    h0: f64,
                    h1: f64,
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
                            h0: rt::C<f32>,
                            h1: rt::C<f32>,
                            x0: &[rt::C<f32>],
                            x1: &[rt::C<f32>],
                            y0: &mut [rt::C<f32>],
                        ) {
                            let x0 = &x0[..n];
                            let x1 = &x1[..n];
                            let y0 = &mut y0[..n];
                            for i in 0..n {
                                let t0: rt::C<f32> = rt::m::mul(s, x0[i], h0);
                                let t1: rt::C<f32> = rt::m::mul(s, t0, h1);
                                let t2: rt::C<f32> = rt::m::add(s, t1, x1[i]);
                                y0[i] = t2;
                            }
                        }
                        body::<
                            Isa,
                        >(
                            s,
                            n,
                            rt::m::num(s, self.h0),
                            rt::m::num(s, self.h1),
                            x0,
                            x1,
                            y0,
                        );
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "mean",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[2u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "add",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[3u16, 1u16],
                        },
                    ],
                    outs: &[2u16],
                };
                let (t36, ()) = rt::launch(
                    &Kernel4 {
                        h0: rt::number(&t27),
                        h1: rt::number(&t31),
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Own(t25), (rt::Arg::Own(t35), ())),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Full,
                            combine: rt::Combine::Store,
                            scale: 1.0,
                        },
                    ],
                )?;
                t36
            };
            let shape_of_result0 = rt::shape_of(&t36);
            let value = t36;
            let residual0 = all_4;
            let residual1 = ::core::clone::Clone::clone(&t5);
            let residual2 = ::core::clone::Clone::clone(&t10);
            let residual3 = ::core::clone::Clone::clone(&t11);
            let residual4 = ::core::clone::Clone::clone(&t15);
            let residual5 = ::core::clone::Clone::clone(&t18);
            let residual6 = ::core::clone::Clone::clone(&t19);
            let residual7 = d_22;
            let residual8 = ::core::clone::Clone::clone(&t27);
            let residual9 = ::core::clone::Clone::clone(&t30);
            let residual10 = ::core::clone::Clone::clone(&t31);
            let bytes = 0usize + rt::bytes_of(&residual0) + rt::bytes_of(&residual7);
            let pullback = rt::pullback::<
                rt::Tensor<f32>,
                _,
                _,
            >(
                bytes,
                move |cotangent| -> rt::Result<SlicesGrads> {
                    let cotangent0 = &rt::cotangent(
                        cotangent,
                        &shape_of_result0,
                        "slices",
                    )?;
                    let t11 = { 0 };
                    let t12 = { 0isize };
                    let t13 = {
                        let h0 = ::core::clone::Clone::clone(&t11);
                        rt::Axes::from(h0)
                    };
                    let t14 = { false };
                    let t26 = {
                        struct Kernel0 {
                            h0: f64,
                            h1: f64,
                            types: ::core::marker::PhantomData<()>,
                        }
                        impl rt::Kernel for Kernel0 {
                            type Ins = (f32, ());
                            type Outs = (f32, ());
                            const COST: usize = 3usize;
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
                                    h0: rt::C<f32>,
                                    h1: rt::C<f32>,
                                    x0: &[rt::C<f32>],
                                    y0: &mut [rt::C<f32>],
                                ) {
                                    let x0 = &x0[..n];
                                    let y0 = &mut y0[..n];
                                    for i in 0..n {
                                        let t0: rt::C<f32> = rt::m::mul(s, x0[i], h0);
                                        let t1: rt::C<f32> = rt::m::mul(s, t0, h1);
                                        y0[i] = t1;
                                    }
                                }
                                body::<
                                    Isa,
                                >(
                                    s,
                                    n,
                                    rt::m::num(s, self.h0),
                                    rt::m::num(s, self.h1),
                                    x0,
                                    y0,
                                );
                            }
                        }
                        const INFO: rt::GroupInfo = rt::GroupInfo {
                            ops: &[
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "slices",
                                        op: "mul",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[0u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "slices",
                                        op: "mean",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[1u16],
                                },
                            ],
                            outs: &[1u16],
                        };
                        let (t26, ()) = rt::launch(
                            &Kernel0 {
                                h0: rt::number(&residual10),
                                h1: rt::number(&residual8),
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
                        t26
                    };
                    let (t29, t33) = {
                        struct Kernel1 {
                            h0: f64,
                            h1: f64,
                            types: ::core::marker::PhantomData<()>,
                        }
                        impl rt::Kernel for Kernel1 {
                            type Ins = (f32, (f32, ()));
                            type Outs = (f32, (f32, ()));
                            const COST: usize = 27usize;
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
                                    h0: rt::C<f32>,
                                    h1: rt::C<f32>,
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
                                        let t0: rt::C<f32> = rt::m::tanh(s, x0[i]);
                                        let t1: rt::C<f32> = rt::m::mul(s, t0, t0);
                                        let t2: rt::C<f32> = rt::m::sub(
                                            s,
                                            rt::m::num::<Isa, rt::C<f32>>(s, 1f64),
                                            t1,
                                        );
                                        let t3: rt::C<f32> = rt::m::mul(s, x1[i], t2);
                                        let t4: rt::C<f32> = rt::m::neg(s, t3);
                                        let t5: rt::C<f32> = rt::m::mul(s, t4, h0);
                                        let t6: rt::C<f32> = rt::m::mul(s, t3, h1);
                                        y0[i] = t5;
                                        y1[i] = t6;
                                    }
                                }
                                body::<
                                    Isa,
                                >(
                                    s,
                                    n,
                                    rt::m::num(s, self.h0),
                                    rt::m::num(s, self.h1),
                                    x0,
                                    x1,
                                    y0,
                                    y1,
                                );
                            }
                        }
                        const INFO: rt::GroupInfo = rt::GroupInfo {
                            ops: &[
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "slices",
                                        op: "tanh",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[0u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "slices",
                                        op: "tanh",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[2u16, 2u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "slices",
                                        op: "tanh",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[3u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "slices",
                                        op: "tanh",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[1u16, 4u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "slices",
                                        op: "sub",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[5u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "slices",
                                        op: "mean",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[6u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "slices",
                                        op: "mean",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[5u16],
                                },
                            ],
                            outs: &[5u16, 6u16],
                        };
                        let (t29, (t33, ())) = rt::launch(
                            &Kernel1 {
                                h0: rt::number(&residual6),
                                h1: rt::number(&residual3),
                                types: ::core::marker::PhantomData,
                            },
                            &INFO,
                            (rt::Arg::Own(residual7), (rt::Arg::Ref(cotangent0), ())),
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
                        (t29, t33)
                    };
                    let t30: rt::Tensor<f32> = {
                        const SITE: rt::Site = rt::Site {
                            function: "slices",
                            op: "mean",
                            file: ::core::file!(),
                            line: ::core::line!(),
                        };
                        rt::viewed(
                            rt::ops::keep_axes(
                                &t29,
                                ::core::clone::Clone::clone(&residual5),
                                ::core::clone::Clone::clone(&t13),
                                ::core::clone::Clone::clone(&t14),
                            ),
                            &SITE,
                        )?
                    };
                    ::core::mem::drop(t29);
                    let t31: rt::Tensor<f32> = {
                        const SITE: rt::Site = rt::Site {
                            function: "slices",
                            op: "mean",
                            file: ::core::file!(),
                            line: ::core::line!(),
                        };
                        rt::viewed(
                            rt::ops::broadcast_to(
                                &t30,
                                ::core::clone::Clone::clone(&residual5),
                            ),
                            &SITE,
                        )?
                    };
                    ::core::mem::drop(t30);
                    let t32: ::std::vec::Vec<rt::Tensor<f32>> = {
                        const SITE: rt::Site = rt::Site {
                            function: "slices",
                            op: "index",
                            file: ::core::file!(),
                            line: ::core::line!(),
                        };
                        rt::viewed(
                            rt::lists::list_put(
                                &t31,
                                ::core::clone::Clone::clone(&residual9),
                                ::core::clone::Clone::clone(&residual4),
                            ),
                            &SITE,
                        )?
                    };
                    ::core::mem::drop(t31);
                    let t34: rt::Tensor<f32> = {
                        const SITE: rt::Site = rt::Site {
                            function: "slices",
                            op: "mean",
                            file: ::core::file!(),
                            line: ::core::line!(),
                        };
                        rt::viewed(
                            rt::ops::keep_axes(
                                &t33,
                                ::core::clone::Clone::clone(&residual2),
                                ::core::clone::Clone::clone(&t13),
                                ::core::clone::Clone::clone(&t14),
                            ),
                            &SITE,
                        )?
                    };
                    ::core::mem::drop(t33);
                    let t35: rt::Tensor<f32> = {
                        const SITE: rt::Site = rt::Site {
                            function: "slices",
                            op: "mean",
                            file: ::core::file!(),
                            line: ::core::line!(),
                        };
                        rt::viewed(
                            rt::ops::broadcast_to(
                                &t34,
                                ::core::clone::Clone::clone(&residual2),
                            ),
                            &SITE,
                        )?
                    };
                    ::core::mem::drop(t34);
                    let t36 = {
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
                                        let t0: rt::C<f32> = rt::m::mul(s, x0[i], x1[i]);
                                        let t1: rt::C<f32> = rt::m::add(s, t0, t0);
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
                                        function: "slices",
                                        op: "mul",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[0u16, 1u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "slices",
                                        op: "concat",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[2u16, 2u16],
                                },
                            ],
                            outs: &[1u16],
                        };
                        let (t36, ()) = rt::launch(
                            &Kernel2 {
                                types: ::core::marker::PhantomData,
                            },
                            &INFO,
                            (rt::Arg::Own(t26), (rt::Arg::Own(residual0), ())),
                            &[
                                rt::OutSpec {
                                    space: rt::Space::Full,
                                    combine: rt::Combine::Store,
                                    scale: 1.0,
                                },
                            ],
                        )?;
                        t36
                    };
                    let t37: ::std::vec::Vec<rt::Tensor<f32>> = {
                        const SITE: rt::Site = rt::Site {
                            function: "slices",
                            op: "concat",
                            file: ::core::file!(),
                            line: ::core::line!(),
                        };
                        rt::viewed(
                            rt::lists::list_split(
                                &t36,
                                ::core::clone::Clone::clone(&residual9),
                                ::core::clone::Clone::clone(&t12),
                            ),
                            &SITE,
                        )?
                    };
                    ::core::mem::drop(t36);
                    let t38: ::std::vec::Vec<rt::Tensor<f32>> = {
                        const SITE: rt::Site = rt::Site {
                            function: "slices",
                            op: "concat",
                            file: ::core::file!(),
                            line: ::core::line!(),
                        };
                        rt::done(
                            rt::lists::list_add_to(
                                &t32,
                                &t35,
                                ::core::clone::Clone::clone(&residual1),
                            ),
                            &SITE,
                        )?
                    };
                    ::core::mem::drop(t32);
                    ::core::mem::drop(t35);
                    let t39: ::std::vec::Vec<rt::Tensor<f32>> = {
                        const SITE: rt::Site = rt::Site {
                            function: "slices",
                            op: "concat",
                            file: ::core::file!(),
                            line: ::core::line!(),
                        };
                        rt::done(rt::lists::list_add(&t38, &t37), &SITE)?
                    };
                    ::core::mem::drop(t38);
                    ::core::mem::drop(t37);
                    ::core::result::Result::Ok(SlicesGrads { xs: t39 })
                },
            );
            ::core::result::Result::Ok((value, pullback))
        }
        ///The value of [`slices`](fn@slices) and its derivative along the tangents.
        #[inline]
        pub fn jvp(
            xs: &[Tensor],
            i: usize,
            xs_dot: &[rt::Tensor<f32>],
        ) -> rt::Result<(rt::Tensor<f32>, rt::Tensor<f32>)> {
            let xs = &xs[..];
            let mut D = 0usize;
            {
                const SITE: rt::Site = rt::Site {
                    function: "slices",
                    op: "",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::lists::check_dims(
                    &SITE,
                    "xs",
                    xs,
                    &mut [rt::Dim::Any, rt::Dim::First("D", &mut D)],
                )?;
            }
            let xs_dot = &xs_dot[..];
            rt::lists::check_tangent(xs, xs_dot, "slices", "xs")?;
            let t2 = { 0 };
            let t3 = { 0isize };
            let all_4: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "slices",
                    op: "concat",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::done(
                    rt::lists::list_concat(xs, ::core::clone::Clone::clone(&t3)),
                    &SITE,
                )?
            };
            let t5 = {
                let h0 = ::core::clone::Clone::clone(&i);
                h0 as usize
            };
            let t6: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "slices",
                    op: "index",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::viewed(
                    rt::lists::list_item(xs, ::core::clone::Clone::clone(&t5), "xs"),
                    &SITE,
                )?
            };
            let t7 = {
                let h0 = ::core::clone::Clone::clone(&t2);
                rt::Axes::from(h0)
            };
            let t8 = { false };
            let t10 = rt::shape_of(&t6);
            let t11 = {
                let s0 = ::core::clone::Clone::clone(&t10);
                let axes = ::core::clone::Clone::clone(&t7);
                1.0 / s0.count(&axes) as f64
            };
            let t14 = {
                let i = ::core::clone::Clone::clone(&i);
                i + 1
            };
            let t15 = {
                let h0 = ::core::clone::Clone::clone(&t14);
                h0 as usize
            };
            let t16: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "slices",
                    op: "index",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::viewed(
                    rt::lists::list_item(xs, ::core::clone::Clone::clone(&t15), "xs"),
                    &SITE,
                )?
            };
            let t18 = rt::shape_of(&t16);
            let t19 = {
                let s0 = ::core::clone::Clone::clone(&t18);
                let axes = ::core::clone::Clone::clone(&t7);
                1.0 / s0.count(&axes) as f64
            };
            let t24 = { rt::Axes::ALL };
            let t26 = rt::shape_of(&all_4);
            let t27 = {
                let s0 = ::core::clone::Clone::clone(&t26);
                let axes = ::core::clone::Clone::clone(&t24);
                1.0 / s0.count(&axes) as f64
            };
            let t30 = rt::lists::shapes_of::<f32, _>(xs);
            let t31 = {
                let s0 = ::core::clone::Clone::clone(&t30);
                s0.len()
            };
            let t38: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "slices",
                    op: "concat",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::done(
                    rt::lists::list_concat(xs_dot, ::core::clone::Clone::clone(&t3)),
                    &SITE,
                )?
            };
            let (t25, t49) = {
                struct Kernel2 {
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel2 {
                    type Ins = (f32, (f32, ()));
                    type Outs = (f32, (f32, ()));
                    const COST: usize = 4usize;
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
                                let t0: rt::C<f32> = rt::m::mul(s, x0[i], x0[i]);
                                let t1: rt::C<f32> = rt::m::mul(s, x1[i], x0[i]);
                                let t2: rt::C<f32> = rt::m::add(s, t1, t1);
                                y0[i] = t0;
                                y1[i] = t2;
                            }
                        }
                        body::<Isa>(s, n, x0, x1, y0, y1);
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16, 0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[1u16, 0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[3u16, 3u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "mean",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[2u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "mean",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[4u16],
                        },
                    ],
                    outs: &[3u16, 4u16],
                };
                let (t25, (t49, ())) = rt::launch(
                    &Kernel2 {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Own(all_4), (rt::Arg::Own(t38), ())),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Axes {
                                axes: &rt::Axes::from(::core::clone::Clone::clone(&t24)),
                                keep: ::core::clone::Clone::clone(&t8),
                            },
                            combine: rt::Combine::Sum,
                            scale: 1.0,
                        },
                        rt::OutSpec {
                            space: rt::Space::Axes {
                                axes: &rt::Axes::from(::core::clone::Clone::clone(&t24)),
                                keep: ::core::clone::Clone::clone(&t8),
                            },
                            combine: rt::Combine::Sum,
                            scale: 1.0,
                        },
                    ],
                )?;
                (t25, t49)
            };
            let t39: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "slices",
                    op: "index",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::viewed(
                    rt::lists::list_item(xs_dot, ::core::clone::Clone::clone(&t5), ""),
                    &SITE,
                )?
            };
            let (t9, t40) = {
                struct Kernel1 {
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel1 {
                    type Ins = (f32, (f32, ()));
                    type Outs = (f32, (f32, ()));
                    const COST: usize = 1usize;
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
                                y0[i] = x0[i];
                                y1[i] = x1[i];
                            }
                        }
                        body::<Isa>(s, n, x0, x1, y0, y1);
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "mean",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "mean",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[1u16],
                        },
                    ],
                    outs: &[0u16, 1u16],
                };
                let (t9, (t40, ())) = rt::launch(
                    &Kernel1 {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Own(t6), (rt::Arg::Own(t39), ())),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Axes {
                                axes: &rt::Axes::from(::core::clone::Clone::clone(&t7)),
                                keep: ::core::clone::Clone::clone(&t8),
                            },
                            combine: rt::Combine::Sum,
                            scale: 1.0,
                        },
                        rt::OutSpec {
                            space: rt::Space::Axes {
                                axes: &rt::Axes::from(::core::clone::Clone::clone(&t7)),
                                keep: ::core::clone::Clone::clone(&t8),
                            },
                            combine: rt::Combine::Sum,
                            scale: 1.0,
                        },
                    ],
                )?;
                (t9, t40)
            };
            let t42: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "slices",
                    op: "index",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::viewed(
                    rt::lists::list_item(xs_dot, ::core::clone::Clone::clone(&t15), ""),
                    &SITE,
                )?
            };
            let (t17, t43) = {
                struct Kernel0 {
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel0 {
                    type Ins = (f32, (f32, ()));
                    type Outs = (f32, (f32, ()));
                    const COST: usize = 1usize;
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
                                y0[i] = x0[i];
                                y1[i] = x1[i];
                            }
                        }
                        body::<Isa>(s, n, x0, x1, y0, y1);
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "mean",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "mean",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[1u16],
                        },
                    ],
                    outs: &[0u16, 1u16],
                };
                let (t17, (t43, ())) = rt::launch(
                    &Kernel0 {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Own(t16), (rt::Arg::Own(t42), ())),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Axes {
                                axes: &rt::Axes::from(::core::clone::Clone::clone(&t7)),
                                keep: ::core::clone::Clone::clone(&t8),
                            },
                            combine: rt::Combine::Sum,
                            scale: 1.0,
                        },
                        rt::OutSpec {
                            space: rt::Space::Axes {
                                axes: &rt::Axes::from(::core::clone::Clone::clone(&t7)),
                                keep: ::core::clone::Clone::clone(&t8),
                            },
                            combine: rt::Combine::Sum,
                            scale: 1.0,
                        },
                    ],
                )?;
                (t17, t43)
            };
            let (t35, t56) = {
                struct Kernel3 {
                    h0: f64,
                    h1: f64,
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel3 {
                    type Ins = (f32, (f32, (f32, (f32, ()))));
                    type Outs = (f32, (f32, ()));
                    const COST: usize = 31usize;
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
                            h0: rt::C<f32>,
                            h1: rt::C<f32>,
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
                                let t0: rt::C<f32> = rt::m::mul(s, x0[i], h0);
                                let t1: rt::C<f32> = rt::m::mul(s, x1[i], h1);
                                let t2: rt::C<f32> = rt::m::sub(s, t0, t1);
                                let t3: rt::C<f32> = rt::m::tanh(s, t2);
                                let t4: rt::C<f32> = rt::m::mul(s, x2[i], h0);
                                let t5: rt::C<f32> = rt::m::mul(s, x3[i], h1);
                                let t6: rt::C<f32> = rt::m::neg(s, t5);
                                let t7: rt::C<f32> = rt::m::add(s, t4, t6);
                                let t8: rt::C<f32> = rt::m::mul(s, t3, t3);
                                let t9: rt::C<f32> = rt::m::sub(
                                    s,
                                    rt::m::num::<Isa, rt::C<f32>>(s, 1f64),
                                    t8,
                                );
                                let t10: rt::C<f32> = rt::m::mul(s, t7, t9);
                                y0[i] = t3;
                                y1[i] = t10;
                            }
                        }
                        body::<
                            Isa,
                        >(
                            s,
                            n,
                            rt::m::num(s, self.h0),
                            rt::m::num(s, self.h1),
                            x0,
                            x1,
                            x2,
                            x3,
                            y0,
                            y1,
                        );
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "mean",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "mean",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[1u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "sub",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[4u16, 5u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[6u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "mean",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[2u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "mean",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[3u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "sub",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[9u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "sub",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[8u16, 10u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[7u16, 7u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[12u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[11u16, 13u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "sum",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[7u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "sum",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[14u16],
                        },
                    ],
                    outs: &[11u16, 12u16],
                };
                let (t35, (t56, ())) = rt::launch(
                    &Kernel3 {
                        h0: rt::number(&t11),
                        h1: rt::number(&t19),
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (
                        rt::Arg::Own(t9),
                        (rt::Arg::Own(t17), (rt::Arg::Own(t40), (rt::Arg::Own(t43), ()))),
                    ),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Axes {
                                axes: &rt::Axes::from(::core::clone::Clone::clone(&t24)),
                                keep: ::core::clone::Clone::clone(&t8),
                            },
                            combine: rt::Combine::Sum,
                            scale: 1.0,
                        },
                        rt::OutSpec {
                            space: rt::Space::Axes {
                                axes: &rt::Axes::from(::core::clone::Clone::clone(&t24)),
                                keep: ::core::clone::Clone::clone(&t8),
                            },
                            combine: rt::Combine::Sum,
                            scale: 1.0,
                        },
                    ],
                )?;
                (t35, t56)
            };
            let (t36, t57) = {
                struct Kernel4 {
                    h0: f64,
                    h1: f64,
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel4 {
                    type Ins = (f32, (f32, (f32, (f32, ()))));
                    type Outs = (f32, (f32, ()));
                    const COST: usize = 7usize;
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
                            h0: rt::C<f32>,
                            h1: rt::C<f32>,
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
                                let t0: rt::C<f32> = rt::m::mul(s, x0[i], h0);
                                let t1: rt::C<f32> = rt::m::mul(s, t0, h1);
                                let t2: rt::C<f32> = rt::m::add(s, t1, x1[i]);
                                let t3: rt::C<f32> = rt::m::mul(s, x2[i], h0);
                                let t4: rt::C<f32> = rt::m::mul(s, t3, h1);
                                let t5: rt::C<f32> = rt::m::add(s, t4, x3[i]);
                                y0[i] = t2;
                                y1[i] = t5;
                            }
                        }
                        body::<
                            Isa,
                        >(
                            s,
                            n,
                            rt::m::num(s, self.h0),
                            rt::m::num(s, self.h1),
                            x0,
                            x1,
                            x2,
                            x3,
                            y0,
                            y1,
                        );
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "mean",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[4u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "add",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[5u16, 1u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "mean",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[2u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[7u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "add",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[8u16, 3u16],
                        },
                    ],
                    outs: &[2u16, 5u16],
                };
                let (t36, (t57, ())) = rt::launch(
                    &Kernel4 {
                        h0: rt::number(&t27),
                        h1: rt::number(&t31),
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (
                        rt::Arg::Own(t25),
                        (rt::Arg::Own(t35), (rt::Arg::Own(t49), (rt::Arg::Own(t56), ()))),
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
                (t36, t57)
            };
            ::core::result::Result::Ok((t36, t57))
        }
        ///The gradient of [`slices`](fn@slices) and the product of its Hessian with a vector.
        #[inline]
        pub fn hvp(
            xs: &[Tensor],
            i: usize,
            xs_dot: &[rt::Tensor<f32>],
        ) -> rt::Result<(SlicesGrads, SlicesGrads)> {
            let xs = &xs[..];
            let mut D = 0usize;
            {
                const SITE: rt::Site = rt::Site {
                    function: "slices",
                    op: "",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::lists::check_dims(
                    &SITE,
                    "xs",
                    xs,
                    &mut [rt::Dim::Any, rt::Dim::First("D", &mut D)],
                )?;
            }
            let xs_dot = &xs_dot[..];
            rt::lists::check_tangent(xs, xs_dot, "slices", "xs")?;
            let t2 = { 0 };
            let t3 = { 0isize };
            let all_4: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "slices",
                    op: "concat",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::done(
                    rt::lists::list_concat(xs, ::core::clone::Clone::clone(&t3)),
                    &SITE,
                )?
            };
            let t5 = {
                let h0 = ::core::clone::Clone::clone(&i);
                h0 as usize
            };
            let t6: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "slices",
                    op: "index",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::viewed(
                    rt::lists::list_item(xs, ::core::clone::Clone::clone(&t5), "xs"),
                    &SITE,
                )?
            };
            let t7 = {
                let h0 = ::core::clone::Clone::clone(&t2);
                rt::Axes::from(h0)
            };
            let t8 = { false };
            let t10 = rt::shape_of(&t6);
            let t11 = {
                let s0 = ::core::clone::Clone::clone(&t10);
                let axes = ::core::clone::Clone::clone(&t7);
                1.0 / s0.count(&axes) as f64
            };
            let t14 = {
                let i = ::core::clone::Clone::clone(&i);
                i + 1
            };
            let t15 = {
                let h0 = ::core::clone::Clone::clone(&t14);
                h0 as usize
            };
            let t16: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "slices",
                    op: "index",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::viewed(
                    rt::lists::list_item(xs, ::core::clone::Clone::clone(&t15), "xs"),
                    &SITE,
                )?
            };
            let t18 = rt::shape_of(&t16);
            let t19 = {
                let s0 = ::core::clone::Clone::clone(&t18);
                let axes = ::core::clone::Clone::clone(&t7);
                1.0 / s0.count(&axes) as f64
            };
            let t23 = { rt::Axes::ALL };
            let t24 = rt::shape_of(&all_4);
            let t25 = {
                let s0 = ::core::clone::Clone::clone(&t24);
                let axes = ::core::clone::Clone::clone(&t23);
                1.0 / s0.count(&axes) as f64
            };
            let t27 = rt::lists::shapes_of::<f32, _>(xs);
            let t28 = {
                let s0 = ::core::clone::Clone::clone(&t27);
                s0.len()
            };
            let t34 = {
                struct Kernel3 {
                    h0: f64,
                    h1: f64,
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel3 {
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
                            h1: rt::C<f32>,
                            y0: &mut [rt::C<f32>],
                        ) {
                            let y0 = &mut y0[..n];
                            for i in 0..n {
                                let t0: rt::C<f32> = rt::m::mul(s, h0, h1);
                                y0[i] = t0;
                            }
                        }
                        body::<
                            Isa,
                        >(s, n, rt::m::num(s, self.h0), rt::m::num(s, self.h1), y0);
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "mean",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[],
                        },
                    ],
                    outs: &[0u16],
                };
                let (t34, ()) = rt::launch(
                    &Kernel3 {
                        h0: rt::number(&t28),
                        h1: rt::number(&t25),
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
                t34
            };
            let t49: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "slices",
                    op: "concat",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::done(
                    rt::lists::list_concat(xs_dot, ::core::clone::Clone::clone(&t3)),
                    &SITE,
                )?
            };
            let (t44, t70) = {
                struct Kernel4 {
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel4 {
                    type Ins = (f32, (f32, (f32, ())));
                    type Outs = (f32, (f32, ()));
                    const COST: usize = 5usize;
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
                                let t0: rt::C<f32> = rt::m::mul(s, x0[i], x1[i]);
                                let t1: rt::C<f32> = rt::m::add(s, t0, t0);
                                let t2: rt::C<f32> = rt::m::mul(s, x2[i], x0[i]);
                                let t3: rt::C<f32> = rt::m::add(s, t2, t2);
                                y0[i] = t1;
                                y1[i] = t3;
                            }
                        }
                        body::<Isa>(s, n, x0, x1, x2, y0, y1);
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16, 1u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "concat",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[3u16, 3u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[2u16, 0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "concat",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[5u16, 5u16],
                        },
                    ],
                    outs: &[1u16, 3u16],
                };
                let (t44, (t70, ())) = rt::launch(
                    &Kernel4 {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Own(t34), (rt::Arg::Own(all_4), (rt::Arg::Own(t49), ()))),
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
                (t44, t70)
            };
            let t45: ::std::vec::Vec<rt::Tensor<f32>> = {
                const SITE: rt::Site = rt::Site {
                    function: "slices",
                    op: "concat",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::viewed(
                    rt::lists::list_split(
                        &t44,
                        ::core::clone::Clone::clone(&t27),
                        ::core::clone::Clone::clone(&t3),
                    ),
                    &SITE,
                )?
            };
            ::core::mem::drop(t44);
            let t50: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "slices",
                    op: "index",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::viewed(
                    rt::lists::list_item(xs_dot, ::core::clone::Clone::clone(&t5), ""),
                    &SITE,
                )?
            };
            let (t9, t51) = {
                struct Kernel1 {
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel1 {
                    type Ins = (f32, (f32, ()));
                    type Outs = (f32, (f32, ()));
                    const COST: usize = 1usize;
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
                                y0[i] = x0[i];
                                y1[i] = x1[i];
                            }
                        }
                        body::<Isa>(s, n, x0, x1, y0, y1);
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "mean",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "mean",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[1u16],
                        },
                    ],
                    outs: &[0u16, 1u16],
                };
                let (t9, (t51, ())) = rt::launch(
                    &Kernel1 {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Own(t6), (rt::Arg::Own(t50), ())),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Axes {
                                axes: &rt::Axes::from(::core::clone::Clone::clone(&t7)),
                                keep: ::core::clone::Clone::clone(&t8),
                            },
                            combine: rt::Combine::Sum,
                            scale: 1.0,
                        },
                        rt::OutSpec {
                            space: rt::Space::Axes {
                                axes: &rt::Axes::from(::core::clone::Clone::clone(&t7)),
                                keep: ::core::clone::Clone::clone(&t8),
                            },
                            combine: rt::Combine::Sum,
                            scale: 1.0,
                        },
                    ],
                )?;
                (t9, t51)
            };
            let t53: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "slices",
                    op: "index",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::viewed(
                    rt::lists::list_item(xs_dot, ::core::clone::Clone::clone(&t15), ""),
                    &SITE,
                )?
            };
            let (t17, t54) = {
                struct Kernel0 {
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel0 {
                    type Ins = (f32, (f32, ()));
                    type Outs = (f32, (f32, ()));
                    const COST: usize = 1usize;
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
                                y0[i] = x0[i];
                                y1[i] = x1[i];
                            }
                        }
                        body::<Isa>(s, n, x0, x1, y0, y1);
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "mean",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "mean",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[1u16],
                        },
                    ],
                    outs: &[0u16, 1u16],
                };
                let (t17, (t54, ())) = rt::launch(
                    &Kernel0 {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Own(t16), (rt::Arg::Own(t53), ())),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Axes {
                                axes: &rt::Axes::from(::core::clone::Clone::clone(&t7)),
                                keep: ::core::clone::Clone::clone(&t8),
                            },
                            combine: rt::Combine::Sum,
                            scale: 1.0,
                        },
                        rt::OutSpec {
                            space: rt::Space::Axes {
                                axes: &rt::Axes::from(::core::clone::Clone::clone(&t7)),
                                keep: ::core::clone::Clone::clone(&t8),
                            },
                            combine: rt::Combine::Sum,
                            scale: 1.0,
                        },
                    ],
                )?;
                (t17, t54)
            };
            let (t37, t41, t63, t67) = {
                struct Kernel2 {
                    h0: f64,
                    h1: f64,
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel2 {
                    type Ins = (f32, (f32, (f32, (f32, ()))));
                    type Outs = (f32, (f32, (f32, (f32, ()))));
                    const COST: usize = 39usize;
                    #[inline(always)]
                    fn tile<Isa: rt::Isa>(
                        &self,
                        s: Isa,
                        n: usize,
                        (x0, (x1, (x2, (x3, ())))): <Self::Ins as rt::List>::Tiles<'_>,
                        (
                            y0,
                            (y1, (y2, (y3, ()))),
                        ): <Self::Outs as rt::List>::TilesMut<'_>,
                    ) {
                        #[inline(always)]
                        fn body<Isa: rt::Isa>(
                            s: Isa,
                            n: usize,
                            h0: rt::C<f32>,
                            h1: rt::C<f32>,
                            x0: &[rt::C<f32>],
                            x1: &[rt::C<f32>],
                            x2: &[rt::C<f32>],
                            x3: &[rt::C<f32>],
                            y0: &mut [rt::C<f32>],
                            y1: &mut [rt::C<f32>],
                            y2: &mut [rt::C<f32>],
                            y3: &mut [rt::C<f32>],
                        ) {
                            let x0 = &x0[..n];
                            let x1 = &x1[..n];
                            let x2 = &x2[..n];
                            let x3 = &x3[..n];
                            let y0 = &mut y0[..n];
                            let y1 = &mut y1[..n];
                            let y2 = &mut y2[..n];
                            let y3 = &mut y3[..n];
                            for i in 0..n {
                                let t0: rt::C<f32> = rt::m::mul(s, x0[i], h0);
                                let t1: rt::C<f32> = rt::m::mul(s, x1[i], h1);
                                let t2: rt::C<f32> = rt::m::sub(s, t0, t1);
                                let t3: rt::C<f32> = rt::m::tanh(s, t2);
                                let t4: rt::C<f32> = rt::m::mul(s, t3, t3);
                                let t5: rt::C<f32> = rt::m::sub(
                                    s,
                                    rt::m::num::<Isa, rt::C<f32>>(s, 1f64),
                                    t4,
                                );
                                let t6: rt::C<f32> = rt::m::neg(s, t5);
                                let t7: rt::C<f32> = rt::m::mul(s, t6, h1);
                                let t8: rt::C<f32> = rt::m::mul(s, t5, h0);
                                let t9: rt::C<f32> = rt::m::mul(s, x2[i], h0);
                                let t10: rt::C<f32> = rt::m::mul(s, x3[i], h1);
                                let t11: rt::C<f32> = rt::m::neg(s, t10);
                                let t12: rt::C<f32> = rt::m::add(s, t9, t11);
                                let t13: rt::C<f32> = rt::m::mul(s, t12, t5);
                                let t14: rt::C<f32> = rt::m::mul(s, t13, t3);
                                let t15: rt::C<f32> = rt::m::add(s, t14, t14);
                                let t16: rt::C<f32> = rt::m::neg(s, t15);
                                let t17: rt::C<f32> = rt::m::mul(s, t15, h1);
                                let t18: rt::C<f32> = rt::m::mul(s, t16, h0);
                                y0[i] = t7;
                                y1[i] = t8;
                                y2[i] = t17;
                                y3[i] = t18;
                            }
                        }
                        body::<
                            Isa,
                        >(
                            s,
                            n,
                            rt::m::num(s, self.h0),
                            rt::m::num(s, self.h1),
                            x0,
                            x1,
                            x2,
                            x3,
                            y0,
                            y1,
                            y2,
                            y3,
                        );
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "mean",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "mean",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[1u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "sub",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[4u16, 5u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[6u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[7u16, 7u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[8u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "sub",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[9u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "mean",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[10u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "mean",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[9u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "mean",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[2u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "mean",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[3u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "sub",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[14u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "sub",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[13u16, 15u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[16u16, 9u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[17u16, 7u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[18u16, 18u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[19u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "mean",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[19u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "slices",
                                op: "mean",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[20u16],
                        },
                    ],
                    outs: &[7u16, 8u16, 17u16, 18u16],
                };
                let (t37, (t41, (t63, (t67, ())))) = rt::launch(
                    &Kernel2 {
                        h0: rt::number(&t11),
                        h1: rt::number(&t19),
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (
                        rt::Arg::Own(t9),
                        (rt::Arg::Own(t17), (rt::Arg::Own(t51), (rt::Arg::Own(t54), ()))),
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
                (t37, t41, t63, t67)
            };
            let t38: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "slices",
                    op: "mean",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::viewed(
                    rt::ops::keep_axes(
                        &t37,
                        ::core::clone::Clone::clone(&t18),
                        ::core::clone::Clone::clone(&t7),
                        ::core::clone::Clone::clone(&t8),
                    ),
                    &SITE,
                )?
            };
            ::core::mem::drop(t37);
            let t39: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "slices",
                    op: "mean",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::viewed(
                    rt::ops::broadcast_to(&t38, ::core::clone::Clone::clone(&t18)),
                    &SITE,
                )?
            };
            ::core::mem::drop(t38);
            let t40: ::std::vec::Vec<rt::Tensor<f32>> = {
                const SITE: rt::Site = rt::Site {
                    function: "slices",
                    op: "index",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::viewed(
                    rt::lists::list_put(
                        &t39,
                        ::core::clone::Clone::clone(&t27),
                        ::core::clone::Clone::clone(&t15),
                    ),
                    &SITE,
                )?
            };
            ::core::mem::drop(t39);
            let t42: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "slices",
                    op: "mean",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::viewed(
                    rt::ops::keep_axes(
                        &t41,
                        ::core::clone::Clone::clone(&t10),
                        ::core::clone::Clone::clone(&t7),
                        ::core::clone::Clone::clone(&t8),
                    ),
                    &SITE,
                )?
            };
            ::core::mem::drop(t41);
            let t43: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "slices",
                    op: "mean",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::viewed(
                    rt::ops::broadcast_to(&t42, ::core::clone::Clone::clone(&t10)),
                    &SITE,
                )?
            };
            ::core::mem::drop(t42);
            let t46: ::std::vec::Vec<rt::Tensor<f32>> = {
                const SITE: rt::Site = rt::Site {
                    function: "slices",
                    op: "concat",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::done(
                    rt::lists::list_add_to(&t40, &t43, ::core::clone::Clone::clone(&t5)),
                    &SITE,
                )?
            };
            ::core::mem::drop(t40);
            ::core::mem::drop(t43);
            let t47: ::std::vec::Vec<rt::Tensor<f32>> = {
                const SITE: rt::Site = rt::Site {
                    function: "slices",
                    op: "concat",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::done(rt::lists::list_add(&t46, &t45), &SITE)?
            };
            ::core::mem::drop(t46);
            ::core::mem::drop(t45);
            let t64: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "slices",
                    op: "mean",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::viewed(
                    rt::ops::keep_axes(
                        &t63,
                        ::core::clone::Clone::clone(&t18),
                        ::core::clone::Clone::clone(&t7),
                        ::core::clone::Clone::clone(&t8),
                    ),
                    &SITE,
                )?
            };
            ::core::mem::drop(t63);
            let t65: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "slices",
                    op: "mean",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::viewed(
                    rt::ops::broadcast_to(&t64, ::core::clone::Clone::clone(&t18)),
                    &SITE,
                )?
            };
            ::core::mem::drop(t64);
            let t66: ::std::vec::Vec<rt::Tensor<f32>> = {
                const SITE: rt::Site = rt::Site {
                    function: "slices",
                    op: "index",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::viewed(
                    rt::lists::list_put(
                        &t65,
                        ::core::clone::Clone::clone(&t27),
                        ::core::clone::Clone::clone(&t15),
                    ),
                    &SITE,
                )?
            };
            ::core::mem::drop(t65);
            let t68: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "slices",
                    op: "mean",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::viewed(
                    rt::ops::keep_axes(
                        &t67,
                        ::core::clone::Clone::clone(&t10),
                        ::core::clone::Clone::clone(&t7),
                        ::core::clone::Clone::clone(&t8),
                    ),
                    &SITE,
                )?
            };
            ::core::mem::drop(t67);
            let t69: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "slices",
                    op: "mean",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::viewed(
                    rt::ops::broadcast_to(&t68, ::core::clone::Clone::clone(&t10)),
                    &SITE,
                )?
            };
            ::core::mem::drop(t68);
            let t71: ::std::vec::Vec<rt::Tensor<f32>> = {
                const SITE: rt::Site = rt::Site {
                    function: "slices",
                    op: "concat",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::viewed(
                    rt::lists::list_split(
                        &t70,
                        ::core::clone::Clone::clone(&t27),
                        ::core::clone::Clone::clone(&t3),
                    ),
                    &SITE,
                )?
            };
            ::core::mem::drop(t70);
            let t72: ::std::vec::Vec<rt::Tensor<f32>> = {
                const SITE: rt::Site = rt::Site {
                    function: "slices",
                    op: "concat",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::done(
                    rt::lists::list_add_to(&t66, &t69, ::core::clone::Clone::clone(&t5)),
                    &SITE,
                )?
            };
            ::core::mem::drop(t66);
            ::core::mem::drop(t69);
            let t73: ::std::vec::Vec<rt::Tensor<f32>> = {
                const SITE: rt::Site = rt::Site {
                    function: "slices",
                    op: "concat",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::done(rt::lists::list_add(&t72, &t71), &SITE)?
            };
            ::core::mem::drop(t72);
            ::core::mem::drop(t71);
            ::core::result::Result::Ok((
                SlicesGrads { xs: t47 },
                SlicesGrads { xs: t73 },
            ))
        }
        /// What was made of the function: its graph, its kernels, what it keeps for the pullback.
        #[inline]
        pub const fn explain() -> &'static str {
            "slices\n\ngraph\n  %0 = input 0: list of f32[_, D]   # xs\n  %1 = input 1: host   # i\n  %2 = host { 0 }: host\n  %3 = host { 0isize }: host\n  %4 = list_concat(%0, %3): f32[_, D]   # all\n  %5 = host { h0 as usize }(%1): host\n  %6 = list_item(%0, %5): f32[_, D]\n  %7 = host { rt::Axes::from(h0) }(%2): host\n  %8 = host { false }: host\n  %9 = sum(%6, %7, %8): f32[D]\n  %10 = shape(%6): host\n  %11 = host { 1.0 / s0.count(& axes) as f64 }(%10, %7): host\n  %12 = scalar(%11): f32[]\n  %13 = mul(%9, %12): f32[D]\n  %14 = host { i + 1 }(%1): host\n  %15 = host { h0 as usize }(%14): host\n  %16 = list_item(%0, %15): f32[_, D]\n  %17 = sum(%16, %7, %8): f32[D]\n  %18 = shape(%16): host\n  %19 = host { 1.0 / s0.count(& axes) as f64 }(%18, %7): host\n  %20 = scalar(%19): f32[]\n  %21 = mul(%17, %20): f32[D]\n  %22 = sub(%13, %21): f32[D]   # d\n  %23 = mul(%4, %4): f32[_, D]\n  %24 = host { rt::Axes::ALL }: host\n  %25 = sum(%23, %24, %8): f32[]\n  %26 = shape(%4): host\n  %27 = host { 1.0 / s0.count(& axes) as f64 }(%26, %24): host\n  %28 = scalar(%27): f32[]\n  %29 = mul(%25, %28): f32[]\n  %30 = shape(%0): host\n  %31 = host { s0.len() }(%30): host\n  %32 = scalar(%31): f32[]\n  %33 = mul(%29, %32): f32[]\n  %34 = tanh(%22): f32[D]\n  %35 = sum(%34, %24, %8): f32[]\n  %36 = add(%33, %35): f32[]\n  return %36\n\nvalue\n  %4 = list_concat(xs, %3): f32[_, D]\n  %6 = list_item(xs, %5): f32[_, D]\n  kernel 1 over [_, D]: reads %6; writes %9: f32[D] by sum; no arithmetic\n  %16 = list_item(xs, %15): f32[_, D]\n  kernel 0 over [_, D]: reads %16; writes %17: f32[D] by sum; no arithmetic\n  kernel 2 over [_, D]: reads %4; writes %25: f32[] by sum; mul\n  kernel 3 over [D]: reads %9, %17; writes %35: f32[] by sum; mul mul sub tanh\n  kernel 4 over []: reads %25, %35; writes %36: f32[]; mul mul add\n\nvalue_and_grad\n  %4 = list_concat(xs, %3): f32[_, D]\n  %6 = list_item(xs, %5): f32[_, D]\n  kernel 1 over [_, D]: reads %6; writes %9: f32[D] by sum; no arithmetic\n  %16 = list_item(xs, %15): f32[_, D]\n  kernel 0 over [_, D]: reads %16; writes %17: f32[D] by sum; no arithmetic\n  kernel 2 over [_, D]: reads %4; writes %25: f32[] by sum; mul\n  kernel 3 over [D]: reads %9, %17; writes %35: f32[] by sum, %43: f32[D], %47: f32[D]; mul mul sub tanh mul sub neg mul mul\n  kernel 4 over []: reads %25, %35; writes %36: f32[], %40: f32[]; mul mul add mul\n  %44 = keep_axes(%43, %18, %7, %8): f32[1, D]\n  %45 = broadcast_to(%44, %18): f32[_, D]\n  %46 = list_put(%45, %30, %15): list of f32?10\n  %48 = keep_axes(%47, %10, %7, %8): f32[1, D]\n  %49 = broadcast_to(%48, %10): f32[_, D]\n  kernel 5 over [_, D]: reads %40, %4; writes %50: f32[_, D]; mul add\n  %51 = list_split(%50, %30, %3): list of f32?12\n  %52 = list_add_to(%46, %49, %5): list of f32?13\n  %53 = list_add(%52, %51): list of f32?14\n\nforward\n  %4 = list_concat(xs, %3): f32[_, D]\n  %6 = list_item(xs, %5): f32[_, D]\n  kernel 1 over [_, D]: reads %6; writes %9: f32[D] by sum; no arithmetic\n  %16 = list_item(xs, %15): f32[_, D]\n  kernel 0 over [_, D]: reads %16; writes %17: f32[D] by sum; no arithmetic\n  kernel 3 over [D]: reads %9, %17; writes %35: f32[] by sum, %22: f32[D]; mul mul sub tanh\n  kernel 2 over [_, D]: reads %4; writes %25: f32[] by sum; mul\n  kernel 4 over []: reads %25, %35; writes %36: f32[]; mul mul add\n\npullback\n  kernel 0 over []: reads y_bar; writes %26: f32[]; mul mul\n  kernel 1 over [D]: reads d, y_bar; writes %29: f32[D], %33: f32[D]; tanh mul sub mul neg mul mul\n  %30 = keep_axes(%29, %18 (shape), %13, %14): f32[1, D]\n  %31 = broadcast_to(%30, %18 (shape)): f32[_, D]\n  %32 = list_put(%31, %30 (shape), %15 (host)): list of f32?5\n  %34 = keep_axes(%33, %10 (shape), %13, %14): f32[1, D]\n  %35 = broadcast_to(%34, %10 (shape)): f32[_, D]\n  kernel 2 over [_, D]: reads %26, all; writes %36: f32[_, D]; mul add\n  %37 = list_split(%36, %30 (shape), %12): list of f32?7\n  %38 = list_add_to(%32, %35, %5 (host)): list of f32?8\n  %39 = list_add(%38, %37): list of f32?9\n\njvp\n  %4 = list_concat(xs, %3): f32[_, D]\n  %6 = list_item(xs, %5): f32[_, D]\n  %16 = list_item(xs, %15): f32[_, D]\n  %38 = list_concat(xs_dot, %3): f32[_, D]\n  kernel 2 over [_, D]: reads %4, %38; writes %25: f32[] by sum, %49: f32[] by sum; mul mul add\n  %39 = list_item(xs_dot, %5): f32[_, D]\n  kernel 1 over [_, D]: reads %6, %39; writes %9: f32[D] by sum, %40: f32[D] by sum; no arithmetic\n  %42 = list_item(xs_dot, %15): f32[_, D]\n  kernel 0 over [_, D]: reads %16, %42; writes %17: f32[D] by sum, %43: f32[D] by sum; no arithmetic\n  kernel 3 over [D]: reads %9, %17, %40, %43; writes %35: f32[] by sum, %56: f32[] by sum; mul mul sub tanh mul mul neg add mul sub mul\n  kernel 4 over []: reads %25, %35, %49, %56; writes %36: f32[], %57: f32[]; mul mul add mul mul add\n\nhvp\n  %4 = list_concat(xs, %3): f32[_, D]\n  %6 = list_item(xs, %5): f32[_, D]\n  %16 = list_item(xs, %15): f32[_, D]\n  kernel 3 over []: reads nothing; writes %34: f32[]; mul\n  %49 = list_concat(xs_dot, %3): f32[_, D]\n  kernel 4 over [_, D]: reads %34, %4, %49; writes %44: f32[_, D], %70: f32[_, D]; mul add mul add\n  %45 = list_split(%44, %27, %3): list of f32?21\n  %50 = list_item(xs_dot, %5): f32[_, D]\n  kernel 1 over [_, D]: reads %6, %50; writes %9: f32[D] by sum, %51: f32[D] by sum; no arithmetic\n  %53 = list_item(xs_dot, %15): f32[_, D]\n  kernel 0 over [_, D]: reads %16, %53; writes %17: f32[D] by sum, %54: f32[D] by sum; no arithmetic\n  kernel 2 over [D]: reads %9, %17, %51, %54; writes %37: f32[D], %41: f32[D], %63: f32[D], %67: f32[D]; mul mul sub tanh mul sub neg mul mul mul mul neg add mul mul add neg mul mul\n  %38 = keep_axes(%37, %18, %7, %8): f32[1, D]\n  %39 = broadcast_to(%38, %18): f32[_, D]\n  %40 = list_put(%39, %27, %15): list of f32?19\n  %42 = keep_axes(%41, %10, %7, %8): f32[1, D]\n  %43 = broadcast_to(%42, %10): f32[_, D]\n  %46 = list_add_to(%40, %43, %5): list of f32?22\n  %47 = list_add(%46, %45): list of f32?23\n  %64 = keep_axes(%63, %18, %7, %8): f32[1, D]\n  %65 = broadcast_to(%64, %18): f32[_, D]\n  %66 = list_put(%65, %27, %15): list of f32?28\n  %68 = keep_axes(%67, %10, %7, %8): f32[1, D]\n  %69 = broadcast_to(%68, %10): f32[_, D]\n  %71 = list_split(%70, %27, %3): list of f32?29\n  %72 = list_add_to(%66, %69, %5): list of f32?30\n  %73 = list_add(%72, %71): list of f32?31\n\nresiduals\n  all: f32[_, D], 4*D*_ bytes\n  d: f32[D], 4*D bytes\n"
        }
    }
    impl rt::Function for slices {
        const NAME: &'static str = "slices";
        type Args<'args> = (&'args [Tensor], usize);
        type Actives = SlicesGrads;
        type Output = rt::Tensor<f32>;
        type Tangent = rt::Tensor<f32>;
        #[inline]
        fn actives(args: &Self::Args<'_>) -> Self::Actives {
            let (xs, i) = args;
            let xs = &xs[..];
            SlicesGrads {
                xs: rt::lists::owned(xs),
            }
        }
        #[inline]
        fn replace<R>(
            args: &Self::Args<'_>,
            actives: &Self::Actives,
            then: impl ::core::ops::FnOnce(Self::Args<'_>) -> R,
        ) -> R {
            let (xs, i) = args;
            then((&actives.xs[..], ::core::clone::Clone::clone(i)))
        }
        #[inline]
        fn floats(output: &Self::Output) -> Self::Tangent {
            ::core::clone::Clone::clone(&output)
        }
        #[inline]
        fn call(args: Self::Args<'_>) -> rt::Result<Self::Output> {
            let (xs, i) = args;
            Self::call(xs, i)
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
            let (xs, i) = args;
            Self::vjp(xs, i)
        }
        #[inline]
        fn jvp(
            args: Self::Args<'_>,
            tangents: &Self::Actives,
        ) -> rt::Result<(Self::Output, Self::Tangent)> {
            let (xs, i) = args;
            Self::jvp(xs, i, &tangents.xs)
        }
    }
    impl rt::Objective for slices {
        #[inline]
        fn value_and_grad(
            args: Self::Args<'_>,
        ) -> rt::Result<(Self::Output, Self::Actives)> {
            let (xs, i) = args;
            Self::value_and_grad(xs, i)
        }
    }
    impl rt::TwiceDifferentiable for slices {
        #[inline]
        fn hvp(
            args: Self::Args<'_>,
            tangents: &Self::Actives,
        ) -> rt::Result<(Self::Actives, Self::Actives)> {
            let (xs, i) = args;
            Self::hvp(xs, i, &tangents.xs)
        }
    }
};
