/// Mean squared error of one layer.
#[allow(dead_code)]
pub fn layer(x: &Tensor, w: &Tensor, b: &Tensor, y: &Tensor) -> Scalar {
    ::cotangent::__private::or_panic(<layer>::call(x, w, b, y))
}
///The transforms of [`layer`](fn@layer): `vjp`, `value_and_grad`, `grad`, `jvp`, `explain`.
#[allow(non_camel_case_types)]
pub enum layer {}
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
    ///Gradients of [`layer`](fn@layer), one field per active parameter.
    #[derive(Clone, Debug)]
    pub struct LayerGrads {
        ///Gradient with respect to `w`.
        pub w: rt::Tensor<f32>,
        ///Gradient with respect to `b`.
        pub b: rt::Tensor<f32>,
    }
    impl rt::TensorTree for LayerGrads {
        fn walk<const N: usize, W: rt::Walk<N>>(
            trees: [&Self; N],
            path: &mut rt::Path,
            walk: &mut W,
        ) -> rt::Result<Self> {
            ::core::result::Result::Ok(LayerGrads {
                w: path.field("w", trees.map(|t| &t.w), walk)?,
                b: path.field("b", trees.map(|t| &t.b), walk)?,
            })
        }
    }
    impl layer {
        ///[`layer`](fn@layer) as a `Result`, whatever its signature.
        #[inline]
        pub fn call(
            x: &Tensor,
            w: &Tensor,
            b: &Tensor,
            y: &Tensor,
        ) -> rt::Result<rt::Tensor<f32>> {
            let mut B = 0usize;
            let mut I = 0usize;
            let mut H = 0usize;
            {
                const SITE: rt::Site = rt::Site {
                    function: "layer",
                    op: "",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::check_dims(
                    &SITE,
                    "x",
                    &rt::shape_of(x),
                    &mut [rt::Dim::Bind(&mut B), rt::Dim::Bind(&mut I)],
                )?;
                rt::check_dims(
                    &SITE,
                    "w",
                    &rt::shape_of(w),
                    &mut [rt::Dim::Equal("I", I), rt::Dim::Bind(&mut H)],
                )?;
                rt::check_dims(
                    &SITE,
                    "b",
                    &rt::shape_of(b),
                    &mut [rt::Dim::Equal("H", H)],
                )?;
                rt::check_dims(
                    &SITE,
                    "y",
                    &rt::shape_of(y),
                    &mut [rt::Dim::Equal("B", B), rt::Dim::Equal("H", H)],
                )?;
            }
            let t4: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "layer",
                    op: "matmul",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::done(rt::ops::matmul(x, w), &SITE)?
            };
            let t9 = { rt::Axes::ALL };
            let t10 = { false };
            let t12 = {
                let site0 = &rt::Site {
                    function: "layer",
                    op: "mean",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::placed(
                    rt::Sizes::from([(B as isize), (H as isize)] as [isize; 2usize])
                        .shape(),
                    site0,
                )?
            };
            let t13 = {
                let s0 = ::core::clone::Clone::clone(&t12);
                let axes = ::core::clone::Clone::clone(&t9);
                1.0 / s0.count(&axes) as f64
            };
            let t15 = {
                struct Kernel0 {
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel0 {
                    type Ins = (f32, (f32, (f32, ())));
                    type Outs = (f32, ());
                    const COST: usize = 24usize;
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
                                let t0: rt::C<f32> = rt::m::add(s, x0[i], x1[i]);
                                let t1: rt::C<f32> = rt::m::tanh(s, t0);
                                let t2: rt::C<f32> = rt::m::sub(s, t1, x2[i]);
                                let t3: rt::C<f32> = rt::m::mul(s, t2, t2);
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
                                function: "layer",
                                op: "add",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16, 1u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "layer",
                                op: "tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[3u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "layer",
                                op: "sub",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[4u16, 2u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "layer",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[5u16, 5u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "layer",
                                op: "mean",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[6u16],
                        },
                    ],
                    outs: &[4u16],
                };
                let (t15, ()) = rt::launch(
                    &Kernel0 {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Own(t4), (rt::Arg::Ref(b), (rt::Arg::Ref(y), ()))),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Axes {
                                axes: &rt::Axes::from(::core::clone::Clone::clone(&t9)),
                                keep: ::core::clone::Clone::clone(&t10),
                            },
                            combine: rt::Combine::Sum,
                            scale: rt::number(&t13),
                        },
                    ],
                )?;
                t15
            };
            ::core::result::Result::Ok(t15)
        }
        ///The value of [`layer`](fn@layer) and its gradient, as one fused program.
        #[inline]
        pub fn value_and_grad(
            x: &Tensor,
            w: &Tensor,
            b: &Tensor,
            y: &Tensor,
        ) -> rt::Result<(rt::Tensor<f32>, LayerGrads)> {
            let mut B = 0usize;
            let mut I = 0usize;
            let mut H = 0usize;
            {
                const SITE: rt::Site = rt::Site {
                    function: "layer",
                    op: "",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::check_dims(
                    &SITE,
                    "x",
                    &rt::shape_of(x),
                    &mut [rt::Dim::Bind(&mut B), rt::Dim::Bind(&mut I)],
                )?;
                rt::check_dims(
                    &SITE,
                    "w",
                    &rt::shape_of(w),
                    &mut [rt::Dim::Equal("I", I), rt::Dim::Bind(&mut H)],
                )?;
                rt::check_dims(
                    &SITE,
                    "b",
                    &rt::shape_of(b),
                    &mut [rt::Dim::Equal("H", H)],
                )?;
                rt::check_dims(
                    &SITE,
                    "y",
                    &rt::shape_of(y),
                    &mut [rt::Dim::Equal("B", B), rt::Dim::Equal("H", H)],
                )?;
            }
            let t4: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "layer",
                    op: "matmul",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::done(rt::ops::matmul(x, w), &SITE)?
            };
            let t9 = { rt::Axes::ALL };
            let t10 = { false };
            let t12 = {
                let site0 = &rt::Site {
                    function: "layer",
                    op: "mean",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::placed(
                    rt::Sizes::from([(B as isize), (H as isize)] as [isize; 2usize])
                        .shape(),
                    site0,
                )?
            };
            let t13 = {
                let s0 = ::core::clone::Clone::clone(&t12);
                let axes = ::core::clone::Clone::clone(&t9);
                1.0 / s0.count(&axes) as f64
            };
            let t22: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "layer",
                    op: "matmul",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::viewed(rt::ops::mt(x), &SITE)?
            };
            let t24 = {
                let site0 = &rt::Site {
                    function: "layer",
                    op: "",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::placed(
                    rt::Sizes::from([(H as isize)] as [isize; 1usize]).shape(),
                    site0,
                )?
            };
            let (t15, t25, t21) = {
                struct Kernel0 {
                    h0: f64,
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel0 {
                    type Ins = (f32, (f32, (f32, ())));
                    type Outs = (f32, (f32, (f32, ())));
                    const COST: usize = 29usize;
                    #[inline(always)]
                    fn tile<Isa: rt::Isa>(
                        &self,
                        s: Isa,
                        n: usize,
                        (x0, (x1, (x2, ()))): <Self::Ins as rt::List>::Tiles<'_>,
                        (y0, (y1, (y2, ()))): <Self::Outs as rt::List>::TilesMut<'_>,
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
                            y2: &mut [rt::C<f32>],
                        ) {
                            let x0 = &x0[..n];
                            let x1 = &x1[..n];
                            let x2 = &x2[..n];
                            let y0 = &mut y0[..n];
                            let y1 = &mut y1[..n];
                            let y2 = &mut y2[..n];
                            for i in 0..n {
                                let t0: rt::C<f32> = rt::m::add(s, x0[i], x1[i]);
                                let t1: rt::C<f32> = rt::m::tanh(s, t0);
                                let t2: rt::C<f32> = rt::m::sub(s, t1, x2[i]);
                                let t3: rt::C<f32> = rt::m::mul(s, t2, t2);
                                let t4: rt::C<f32> = rt::m::mul(s, h0, t2);
                                let t5: rt::C<f32> = rt::m::add(s, t4, t4);
                                let t6: rt::C<f32> = rt::m::mul(s, t1, t1);
                                let t7: rt::C<f32> = rt::m::sub(
                                    s,
                                    rt::m::num::<Isa, rt::C<f32>>(s, 1f64),
                                    t6,
                                );
                                let t8: rt::C<f32> = rt::m::mul(s, t5, t7);
                                y0[i] = t3;
                                y1[i] = t8;
                                y2[i] = t8;
                            }
                        }
                        body::<
                            Isa,
                        >(s, n, rt::m::num(s, self.h0), x0, x1, x2, y0, y1, y2);
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "layer",
                                op: "add",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16, 1u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "layer",
                                op: "tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[3u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "layer",
                                op: "sub",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[4u16, 2u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "layer",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[5u16, 5u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "layer",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[5u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "layer",
                                op: "sub",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[7u16, 7u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "layer",
                                op: "tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[4u16, 4u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "layer",
                                op: "tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[9u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "layer",
                                op: "tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[8u16, 10u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "layer",
                                op: "mean",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[6u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "layer",
                                op: "matmul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[11u16],
                        },
                    ],
                    outs: &[9u16, 10u16, 8u16],
                };
                let (t15, (t25, (t21, ()))) = rt::launch(
                    &Kernel0 {
                        h0: rt::number(&t13),
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Own(t4), (rt::Arg::Ref(b), (rt::Arg::Ref(y), ()))),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Axes {
                                axes: &rt::Axes::from(::core::clone::Clone::clone(&t9)),
                                keep: ::core::clone::Clone::clone(&t10),
                            },
                            combine: rt::Combine::Sum,
                            scale: rt::number(&t13),
                        },
                        rt::OutSpec {
                            space: rt::Space::To(
                                &rt::Sizes::from(::core::clone::Clone::clone(&t24)).shape()?,
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
                (t15, t25, t21)
            };
            let t23: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "layer",
                    op: "matmul",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::done(rt::ops::matmul(&t22, &t21), &SITE)?
            };
            ::core::mem::drop(t22);
            ::core::mem::drop(t21);
            ::core::result::Result::Ok((t15, LayerGrads { w: t23, b: t25 }))
        }
        ///The gradient of [`layer`](fn@layer).
        #[inline]
        pub fn grad(
            x: &Tensor,
            w: &Tensor,
            b: &Tensor,
            y: &Tensor,
        ) -> rt::Result<LayerGrads> {
            ::core::result::Result::Ok(Self::value_and_grad(x, w, b, y)?.1)
        }
        ///The value of [`layer`](fn@layer) and a pullback: cotangents of the result in, cotangents of the active inputs out.
        #[inline]
        pub fn vjp(
            x: &Tensor,
            w: &Tensor,
            b: &Tensor,
            y: &Tensor,
        ) -> rt::Result<
            (
                rt::Tensor<f32>,
                impl rt::Pullback<
                    Cotangent = rt::Tensor<f32>,
                    Grads = LayerGrads,
                > + ::core::clone::Clone + use<>,
            ),
        > {
            let mut B = 0usize;
            let mut I = 0usize;
            let mut H = 0usize;
            {
                const SITE: rt::Site = rt::Site {
                    function: "layer",
                    op: "",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::check_dims(
                    &SITE,
                    "x",
                    &rt::shape_of(x),
                    &mut [rt::Dim::Bind(&mut B), rt::Dim::Bind(&mut I)],
                )?;
                rt::check_dims(
                    &SITE,
                    "w",
                    &rt::shape_of(w),
                    &mut [rt::Dim::Equal("I", I), rt::Dim::Bind(&mut H)],
                )?;
                rt::check_dims(
                    &SITE,
                    "b",
                    &rt::shape_of(b),
                    &mut [rt::Dim::Equal("H", H)],
                )?;
                rt::check_dims(
                    &SITE,
                    "y",
                    &rt::shape_of(y),
                    &mut [rt::Dim::Equal("B", B), rt::Dim::Equal("H", H)],
                )?;
            }
            let t4: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "layer",
                    op: "matmul",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::done(rt::ops::matmul(x, w), &SITE)?
            };
            let t9 = { rt::Axes::ALL };
            let t10 = { false };
            let t12 = {
                let site0 = &rt::Site {
                    function: "layer",
                    op: "mean",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::placed(
                    rt::Sizes::from([(B as isize), (H as isize)] as [isize; 2usize])
                        .shape(),
                    site0,
                )?
            };
            let t13 = {
                let s0 = ::core::clone::Clone::clone(&t12);
                let axes = ::core::clone::Clone::clone(&t9);
                1.0 / s0.count(&axes) as f64
            };
            let t15 = {
                struct Kernel0 {
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel0 {
                    type Ins = (f32, (f32, (f32, ())));
                    type Outs = (f32, ());
                    const COST: usize = 24usize;
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
                                let t0: rt::C<f32> = rt::m::add(s, x0[i], x1[i]);
                                let t1: rt::C<f32> = rt::m::tanh(s, t0);
                                let t2: rt::C<f32> = rt::m::sub(s, t1, x2[i]);
                                let t3: rt::C<f32> = rt::m::mul(s, t2, t2);
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
                                function: "layer",
                                op: "add",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16, 1u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "layer",
                                op: "tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[3u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "layer",
                                op: "sub",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[4u16, 2u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "layer",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[5u16, 5u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "layer",
                                op: "mean",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[6u16],
                        },
                    ],
                    outs: &[4u16],
                };
                let (t15, ()) = rt::launch(
                    &Kernel0 {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Ref(&t4), (rt::Arg::Ref(b), (rt::Arg::Ref(y), ()))),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Axes {
                                axes: &rt::Axes::from(::core::clone::Clone::clone(&t9)),
                                keep: ::core::clone::Clone::clone(&t10),
                            },
                            combine: rt::Combine::Sum,
                            scale: rt::number(&t13),
                        },
                    ],
                )?;
                t15
            };
            let shape_of_result0 = rt::shape_of(&t15);
            let value = t15;
            let residual0 = ::core::clone::Clone::clone(x);
            let residual1 = ::core::clone::Clone::clone(b);
            let residual2 = ::core::clone::Clone::clone(y);
            let residual3 = t4;
            let residual4 = ::core::clone::Clone::clone(&t13);
            let bytes = 0usize + rt::bytes_of(&residual0) + rt::bytes_of(&residual1)
                + rt::bytes_of(&residual2) + rt::bytes_of(&residual3);
            let pullback = rt::pullback::<
                rt::Tensor<f32>,
                _,
                _,
            >(
                bytes,
                move |cotangent| -> rt::Result<LayerGrads> {
                    let cotangent0 = &rt::cotangent(
                        cotangent,
                        &shape_of_result0,
                        "layer",
                    )?;
                    let t10 = {
                        struct Kernel0 {
                            h0: f64,
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
                                    h0: rt::C<f32>,
                                    x0: &[rt::C<f32>],
                                    y0: &mut [rt::C<f32>],
                                ) {
                                    let x0 = &x0[..n];
                                    let y0 = &mut y0[..n];
                                    for i in 0..n {
                                        let t0: rt::C<f32> = rt::m::mul(s, x0[i], h0);
                                        y0[i] = t0;
                                    }
                                }
                                body::<Isa>(s, n, rt::m::num(s, self.h0), x0, y0);
                            }
                        }
                        const INFO: rt::GroupInfo = rt::GroupInfo {
                            ops: &[
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "layer",
                                        op: "mean",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[0u16],
                                },
                            ],
                            outs: &[0u16],
                        };
                        let (t10, ()) = rt::launch(
                            &Kernel0 {
                                h0: rt::number(&residual4),
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
                        t10
                    };
                    let t17: rt::Tensor<f32> = {
                        const SITE: rt::Site = rt::Site {
                            function: "layer",
                            op: "matmul",
                            file: ::core::file!(),
                            line: ::core::line!(),
                        };
                        rt::viewed(rt::ops::mt(&residual0), &SITE)?
                    };
                    ::core::mem::drop(residual0);
                    let t19 = {
                        let site0 = &rt::Site {
                            function: "layer",
                            op: "",
                            file: ::core::file!(),
                            line: ::core::line!(),
                        };
                        rt::placed(
                            rt::Sizes::from([(H as isize)] as [isize; 1usize]).shape(),
                            site0,
                        )?
                    };
                    let (t20, t16) = {
                        struct Kernel1 {
                            types: ::core::marker::PhantomData<()>,
                        }
                        impl rt::Kernel for Kernel1 {
                            type Ins = (f32, (f32, (f32, (f32, ()))));
                            type Outs = (f32, (f32, ()));
                            const COST: usize = 28usize;
                            #[inline(always)]
                            fn tile<Isa: rt::Isa>(
                                &self,
                                s: Isa,
                                n: usize,
                                (
                                    x0,
                                    (x1, (x2, (x3, ()))),
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
                                        let t0: rt::C<f32> = rt::m::add(s, x0[i], x1[i]);
                                        let t1: rt::C<f32> = rt::m::tanh(s, t0);
                                        let t2: rt::C<f32> = rt::m::sub(s, t1, x2[i]);
                                        let t3: rt::C<f32> = rt::m::mul(s, x3[i], t2);
                                        let t4: rt::C<f32> = rt::m::add(s, t3, t3);
                                        let t5: rt::C<f32> = rt::m::mul(s, t1, t1);
                                        let t6: rt::C<f32> = rt::m::sub(
                                            s,
                                            rt::m::num::<Isa, rt::C<f32>>(s, 1f64),
                                            t5,
                                        );
                                        let t7: rt::C<f32> = rt::m::mul(s, t4, t6);
                                        y0[i] = t7;
                                        y1[i] = t7;
                                    }
                                }
                                body::<Isa>(s, n, x0, x1, x2, x3, y0, y1);
                            }
                        }
                        const INFO: rt::GroupInfo = rt::GroupInfo {
                            ops: &[
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "layer",
                                        op: "add",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[0u16, 1u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "layer",
                                        op: "tanh",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[4u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "layer",
                                        op: "sub",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[5u16, 2u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "layer",
                                        op: "mul",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[3u16, 6u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "layer",
                                        op: "sub",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[7u16, 7u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "layer",
                                        op: "tanh",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[5u16, 5u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "layer",
                                        op: "tanh",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[9u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "layer",
                                        op: "tanh",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[8u16, 10u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "layer",
                                        op: "matmul",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[11u16],
                                },
                            ],
                            outs: &[8u16, 7u16],
                        };
                        let (t20, (t16, ())) = rt::launch(
                            &Kernel1 {
                                types: ::core::marker::PhantomData,
                            },
                            &INFO,
                            (
                                rt::Arg::Own(residual3),
                                (
                                    rt::Arg::Own(residual1),
                                    (rt::Arg::Own(residual2), (rt::Arg::Own(t10), ())),
                                ),
                            ),
                            &[
                                rt::OutSpec {
                                    space: rt::Space::To(
                                        &rt::Sizes::from(::core::clone::Clone::clone(&t19)).shape()?,
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
                        (t20, t16)
                    };
                    let t18: rt::Tensor<f32> = {
                        const SITE: rt::Site = rt::Site {
                            function: "layer",
                            op: "matmul",
                            file: ::core::file!(),
                            line: ::core::line!(),
                        };
                        rt::done(rt::ops::matmul(&t17, &t16), &SITE)?
                    };
                    ::core::mem::drop(t17);
                    ::core::mem::drop(t16);
                    ::core::result::Result::Ok(LayerGrads { w: t18, b: t20 })
                },
            );
            ::core::result::Result::Ok((value, pullback))
        }
        ///The value of [`layer`](fn@layer) and its derivative along the tangents.
        #[inline]
        pub fn jvp(
            x: &Tensor,
            w: &Tensor,
            b: &Tensor,
            y: &Tensor,
            w_dot: &rt::Tensor<f32>,
            b_dot: &rt::Tensor<f32>,
        ) -> rt::Result<(rt::Tensor<f32>, rt::Tensor<f32>)> {
            let mut B = 0usize;
            let mut I = 0usize;
            let mut H = 0usize;
            {
                const SITE: rt::Site = rt::Site {
                    function: "layer",
                    op: "",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::check_dims(
                    &SITE,
                    "x",
                    &rt::shape_of(x),
                    &mut [rt::Dim::Bind(&mut B), rt::Dim::Bind(&mut I)],
                )?;
                rt::check_dims(
                    &SITE,
                    "w",
                    &rt::shape_of(w),
                    &mut [rt::Dim::Equal("I", I), rt::Dim::Bind(&mut H)],
                )?;
                rt::check_dims(
                    &SITE,
                    "b",
                    &rt::shape_of(b),
                    &mut [rt::Dim::Equal("H", H)],
                )?;
                rt::check_dims(
                    &SITE,
                    "y",
                    &rt::shape_of(y),
                    &mut [rt::Dim::Equal("B", B), rt::Dim::Equal("H", H)],
                )?;
            }
            rt::check_tangent(w, w_dot, "layer", "w")?;
            rt::check_tangent(b, b_dot, "layer", "b")?;
            let t4: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "layer",
                    op: "matmul",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::done(rt::ops::matmul(x, w), &SITE)?
            };
            let t9 = { rt::Axes::ALL };
            let t10 = { false };
            let t12 = {
                let site0 = &rt::Site {
                    function: "layer",
                    op: "mean",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::placed(
                    rt::Sizes::from([(B as isize), (H as isize)] as [isize; 2usize])
                        .shape(),
                    site0,
                )?
            };
            let t13 = {
                let s0 = ::core::clone::Clone::clone(&t12);
                let axes = ::core::clone::Clone::clone(&t9);
                1.0 / s0.count(&axes) as f64
            };
            let t18: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "layer",
                    op: "matmul",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::done(rt::ops::matmul(x, w_dot), &SITE)?
            };
            let (t15, t27) = {
                struct Kernel0 {
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel0 {
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
                                let t0: rt::C<f32> = rt::m::add(s, x0[i], x1[i]);
                                let t1: rt::C<f32> = rt::m::tanh(s, t0);
                                let t2: rt::C<f32> = rt::m::sub(s, t1, x2[i]);
                                let t3: rt::C<f32> = rt::m::mul(s, t2, t2);
                                let t4: rt::C<f32> = rt::m::add(s, x3[i], x4[i]);
                                let t5: rt::C<f32> = rt::m::mul(s, t1, t1);
                                let t6: rt::C<f32> = rt::m::sub(
                                    s,
                                    rt::m::num::<Isa, rt::C<f32>>(s, 1f64),
                                    t5,
                                );
                                let t7: rt::C<f32> = rt::m::mul(s, t4, t6);
                                let t8: rt::C<f32> = rt::m::mul(s, t7, t2);
                                let t9: rt::C<f32> = rt::m::add(s, t8, t8);
                                y0[i] = t3;
                                y1[i] = t9;
                            }
                        }
                        body::<Isa>(s, n, x0, x1, x2, x3, x4, y0, y1);
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "layer",
                                op: "add",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16, 1u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "layer",
                                op: "tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[5u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "layer",
                                op: "sub",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[6u16, 2u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "layer",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[7u16, 7u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "layer",
                                op: "add",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[3u16, 4u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "layer",
                                op: "tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[6u16, 6u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "layer",
                                op: "tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[10u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "layer",
                                op: "tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[9u16, 11u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "layer",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[12u16, 7u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "layer",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[13u16, 13u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "layer",
                                op: "mean",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[8u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "layer",
                                op: "mean",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[14u16],
                        },
                    ],
                    outs: &[10u16, 11u16],
                };
                let (t15, (t27, ())) = rt::launch(
                    &Kernel0 {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (
                        rt::Arg::Own(t4),
                        (
                            rt::Arg::Ref(b),
                            (
                                rt::Arg::Ref(y),
                                (rt::Arg::Own(t18), (rt::Arg::Ref(b_dot), ())),
                            ),
                        ),
                    ),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Axes {
                                axes: &rt::Axes::from(::core::clone::Clone::clone(&t9)),
                                keep: ::core::clone::Clone::clone(&t10),
                            },
                            combine: rt::Combine::Sum,
                            scale: rt::number(&t13),
                        },
                        rt::OutSpec {
                            space: rt::Space::Axes {
                                axes: &rt::Axes::from(::core::clone::Clone::clone(&t9)),
                                keep: ::core::clone::Clone::clone(&t10),
                            },
                            combine: rt::Combine::Sum,
                            scale: rt::number(&t13),
                        },
                    ],
                )?;
                (t15, t27)
            };
            ::core::result::Result::Ok((t15, t27))
        }
        /// What was made of the function: its graph, its kernels, what it keeps for the pullback.
        #[inline]
        pub const fn explain() -> &'static str {
            "layer\n\ngraph\n  %0 = input 0: f32[B, I]   # x\n  %1 = input 1: f32[I, H]   # w\n  %2 = input 2: f32[H]   # b\n  %3 = input 3: f32[B, H]   # y\n  %4 = matmul(%0, %1): f32[B, H]\n  %5 = add(%4, %2): f32[B, H]\n  %6 = tanh(%5): f32[B, H]   # h\n  %7 = sub(%6, %3): f32[B, H]   # e\n  %8 = mul(%7, %7): f32[B, H]\n  %9 = host { rt::Axes::ALL }: host\n  %10 = host { false }: host\n  %11 = sum(%8, %9, %10): f32[]\n  %12 = host { rt::placed(rt::Sizes::from([(B as isize), (H as isize)] as [isize; 2usize]).shape(), site0)? }: host\n  %13 = host { 1.0 / s0.count(& axes) as f64 }(%12, %9): host\n  %14 = scalar(%13): f32[]\n  %15 = mul(%11, %14): f32[]\n  return %15\n\nvalue\n  %4 = matmul(x, w): f32[B, H]\n  kernel 0 over [B, H]: reads %4, b, y; writes %15: f32[] by sum, scaled; add tanh sub mul\n\nvalue_and_grad\n  %4 = matmul(x, w): f32[B, H]\n  %22 = mt(x): f32[I, B]\n  kernel 0 over [B, H]: reads %4, b, y; writes %15: f32[] by sum, scaled, %25: f32[H] by sum_to, %21: f32[B, H]; add tanh sub mul mul add mul sub mul\n  %23 = matmul(%22, %21): f32[I, H]\n\nforward\n  %4 = matmul(x, w): f32[B, H]\n  kernel 0 over [B, H]: reads %4, b, y; writes %15: f32[] by sum, scaled; add tanh sub mul\n\npullback\n  kernel 0 over []: reads y_bar; writes %10: f32[]; mul\n  %17 = mt(x): f32[I, B]\n  kernel 1 over [B, H]: reads %4 (matmul), b, y, %10; writes %20: f32[H] by sum_to, %16: f32[B, H]; add tanh sub mul add mul sub mul\n  %18 = matmul(%17, %16): f32[I, H]\n\njvp\n  %4 = matmul(x, w): f32[B, H]\n  %18 = matmul(x, w_dot): f32[B, H]\n  kernel 0 over [B, H]: reads %4, b, y, %18, b_dot; writes %15: f32[] by sum, scaled, %27: f32[] by sum, scaled; add tanh sub mul add mul sub mul mul add\n\nresiduals\n  x: f32[B, I], 4*B*I bytes (an argument: kept, not copied)\n  b: f32[H], 4*H bytes (an argument: kept, not copied)\n  y: f32[B, H], 4*B*H bytes (an argument: kept, not copied)\n  %4 (matmul): f32[B, H], 4*B*H bytes\n"
        }
    }
    impl rt::Function for layer {
        const NAME: &'static str = "layer";
        type Args<'args> = (&'args Tensor, &'args Tensor, &'args Tensor, &'args Tensor);
        type Actives = LayerGrads;
        type Output = rt::Tensor<f32>;
        type Tangent = rt::Tensor<f32>;
        #[inline]
        fn actives(args: &Self::Args<'_>) -> Self::Actives {
            let (x, w, b, y) = args;
            let w = *w;
            let b = *b;
            LayerGrads {
                w: ::core::clone::Clone::clone(&*w),
                b: ::core::clone::Clone::clone(&*b),
            }
        }
        #[inline]
        fn replace<R>(
            args: &Self::Args<'_>,
            actives: &Self::Actives,
            then: impl ::core::ops::FnOnce(Self::Args<'_>) -> R,
        ) -> R {
            let (x, w, b, y) = args;
            then((
                ::core::clone::Clone::clone(x),
                &actives.w,
                &actives.b,
                ::core::clone::Clone::clone(y),
            ))
        }
        #[inline]
        fn floats(output: &Self::Output) -> Self::Tangent {
            ::core::clone::Clone::clone(&output)
        }
        #[inline]
        fn call(args: Self::Args<'_>) -> rt::Result<Self::Output> {
            let (x, w, b, y) = args;
            Self::call(x, w, b, y)
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
            let (x, w, b, y) = args;
            Self::vjp(x, w, b, y)
        }
        #[inline]
        fn jvp(
            args: Self::Args<'_>,
            tangents: &Self::Actives,
        ) -> rt::Result<(Self::Output, Self::Tangent)> {
            let (x, w, b, y) = args;
            Self::jvp(x, w, b, y, &tangents.w, &tangents.b)
        }
    }
    impl rt::Objective for layer {
        #[inline]
        fn value_and_grad(
            args: Self::Args<'_>,
        ) -> rt::Result<(Self::Output, Self::Actives)> {
            let (x, w, b, y) = args;
            Self::value_and_grad(x, w, b, y)
        }
    }
};
