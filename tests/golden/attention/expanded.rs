#[allow(dead_code)]
pub fn attention(q: &Tensor, k: &Tensor, v: &Tensor, mask: &Tensor<bool>) -> Tensor {
    ::cotangent::__private::or_panic(<attention>::call(q, k, v, mask))
}
///The transforms of [`attention`](fn@attention): `vjp`, `value_and_grad`, `grad`, `jvp`, `explain`.
#[allow(non_camel_case_types)]
pub enum attention {}
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
    ///Gradients of [`attention`](fn@attention), one field per active parameter.
    #[derive(Clone, Debug)]
    pub struct AttentionGrads {
        ///Gradient with respect to `q`.
        pub q: rt::Tensor<f32>,
        ///Gradient with respect to `k`.
        pub k: rt::Tensor<f32>,
        ///Gradient with respect to `v`.
        pub v: rt::Tensor<f32>,
    }
    impl rt::TensorTree for AttentionGrads {
        fn walk<const N: usize, W: rt::Walk<N>>(
            trees: [&Self; N],
            path: &mut rt::Path,
            walk: &mut W,
        ) -> rt::Result<Self> {
            ::core::result::Result::Ok(AttentionGrads {
                q: path.field("q", trees.map(|t| &t.q), walk)?,
                k: path.field("k", trees.map(|t| &t.k), walk)?,
                v: path.field("v", trees.map(|t| &t.v), walk)?,
            })
        }
    }
    impl attention {
        ///[`attention`](fn@attention) as a `Result`, whatever its signature.
        #[inline]
        pub fn call(
            q: &Tensor,
            k: &Tensor,
            v: &Tensor,
            mask: &Tensor<bool>,
        ) -> rt::Result<rt::Tensor<f32>> {
            let mut B = 0usize;
            let mut N = 0usize;
            let mut D = 0usize;
            let mut M = 0usize;
            let mut E = 0usize;
            {
                const SITE: rt::Site = rt::Site {
                    function: "attention",
                    op: "",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::check_dims(
                    &SITE,
                    "q",
                    &rt::shape_of(q),
                    &mut [
                        rt::Dim::Bind(&mut B),
                        rt::Dim::Bind(&mut N),
                        rt::Dim::Bind(&mut D),
                    ],
                )?;
                rt::check_dims(
                    &SITE,
                    "k",
                    &rt::shape_of(k),
                    &mut [
                        rt::Dim::Equal("B", B),
                        rt::Dim::Bind(&mut M),
                        rt::Dim::Equal("D", D),
                    ],
                )?;
                rt::check_dims(
                    &SITE,
                    "v",
                    &rt::shape_of(v),
                    &mut [
                        rt::Dim::Equal("B", B),
                        rt::Dim::Equal("M", M),
                        rt::Dim::Bind(&mut E),
                    ],
                )?;
                rt::check_dims(
                    &SITE,
                    "mask",
                    &rt::shape_of(mask),
                    &mut [rt::Dim::Equal("N", N), rt::Dim::Equal("M", M)],
                )?;
            }
            let t4: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "attention",
                    op: "mt",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::viewed(rt::ops::mt(k), &SITE)?
            };
            let t5: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "attention",
                    op: "matmul",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::done(rt::ops::matmul(q, &t4), &SITE)?
            };
            ::core::mem::drop(t4);
            let t6 = {
                let site0 = &rt::Site {
                    function: "attention",
                    op: "",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::placed(
                    rt::Sizes::from(
                            [(B as isize), (N as isize), (D as isize)] as [isize; 3usize],
                        )
                        .shape(),
                    site0,
                )?
            };
            let t7 = {
                let s0 = ::core::clone::Clone::clone(&t6);
                s0[2]
            };
            let t8 = {
                let d0 = ::core::clone::Clone::clone(&t7);
                1.0 / (d0 as f32).sqrt()
            };
            let t13 = { -1isize };
            let t15 = {
                let h0 = ::core::clone::Clone::clone(&t13);
                rt::Axes::from(h0)
            };
            let t16 = { true };
            let (t17, t12) = {
                struct Kernel0 {
                    h0: f64,
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel0 {
                    type Ins = (f32, (bool, ()));
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
                            h0: rt::C<f32>,
                            x0: &[rt::C<f32>],
                            x1: &[rt::C<bool>],
                            y0: &mut [rt::C<f32>],
                            y1: &mut [rt::C<f32>],
                        ) {
                            let x0 = &x0[..n];
                            let x1 = &x1[..n];
                            let y0 = &mut y0[..n];
                            let y1 = &mut y1[..n];
                            for i in 0..n {
                                let t0: rt::C<f32> = rt::m::mul(s, x0[i], h0);
                                let t1: rt::C<f32> = rt::m::select(
                                    s,
                                    x1[i],
                                    t0,
                                    rt::m::num::<Isa, rt::C<f32>>(s, -1000000000f64),
                                );
                                let t2: rt::C<f32> = t1;
                                y0[i] = t2;
                                y1[i] = t1;
                            }
                        }
                        body::<Isa>(s, n, rt::m::num(s, self.h0), x0, x1, y0, y1);
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "attention",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "attention",
                                op: "select",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[1u16, 2u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "attention",
                                op: "softmax",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[3u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "attention",
                                op: "softmax",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[4u16],
                        },
                    ],
                    outs: &[3u16, 1u16],
                };
                let (t17, (t12, ())) = rt::launch(
                    &Kernel0 {
                        h0: rt::number(&t8),
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Own(t5), (rt::Arg::Ref(mask), ())),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Axes {
                                axes: &rt::Axes::from(::core::clone::Clone::clone(&t15)),
                                keep: ::core::clone::Clone::clone(&t16),
                            },
                            combine: rt::Combine::Max,
                            scale: 1.0,
                        },
                        rt::OutSpec {
                            space: rt::Space::Full,
                            combine: rt::Combine::Store,
                            scale: 1.0,
                        },
                    ],
                )?;
                (t17, t12)
            };
            let (t20, t19) = {
                struct Kernel1 {
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel1 {
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
                                function: "attention",
                                op: "softmax",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16, 1u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "attention",
                                op: "softmax",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[2u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "attention",
                                op: "softmax",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[3u16],
                        },
                    ],
                    outs: &[2u16, 1u16],
                };
                let (t20, (t19, ())) = rt::launch(
                    &Kernel1 {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Own(t12), (rt::Arg::Own(t17), ())),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Axes {
                                axes: &rt::Axes::from(::core::clone::Clone::clone(&t15)),
                                keep: ::core::clone::Clone::clone(&t16),
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
                (t20, t19)
            };
            let t21 = {
                struct Kernel2 {
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel2 {
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
                                function: "attention",
                                op: "softmax",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16, 1u16],
                        },
                    ],
                    outs: &[0u16],
                };
                let (t21, ()) = rt::launch(
                    &Kernel2 {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Own(t19), (rt::Arg::Own(t20), ())),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Full,
                            combine: rt::Combine::Store,
                            scale: 1.0,
                        },
                    ],
                )?;
                t21
            };
            let t22: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "attention",
                    op: "matmul",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::done(rt::ops::matmul(&t21, v), &SITE)?
            };
            ::core::mem::drop(t21);
            ::core::result::Result::Ok(t22)
        }
        ///The value of [`attention`](fn@attention) and a pullback: cotangents of the result in, cotangents of the active inputs out.
        #[inline]
        pub fn vjp(
            q: &Tensor,
            k: &Tensor,
            v: &Tensor,
            mask: &Tensor<bool>,
        ) -> rt::Result<
            (
                rt::Tensor<f32>,
                impl rt::Pullback<
                    Cotangent = rt::Tensor<f32>,
                    Grads = AttentionGrads,
                > + ::core::clone::Clone + use<>,
            ),
        > {
            let mut B = 0usize;
            let mut N = 0usize;
            let mut D = 0usize;
            let mut M = 0usize;
            let mut E = 0usize;
            {
                const SITE: rt::Site = rt::Site {
                    function: "attention",
                    op: "",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::check_dims(
                    &SITE,
                    "q",
                    &rt::shape_of(q),
                    &mut [
                        rt::Dim::Bind(&mut B),
                        rt::Dim::Bind(&mut N),
                        rt::Dim::Bind(&mut D),
                    ],
                )?;
                rt::check_dims(
                    &SITE,
                    "k",
                    &rt::shape_of(k),
                    &mut [
                        rt::Dim::Equal("B", B),
                        rt::Dim::Bind(&mut M),
                        rt::Dim::Equal("D", D),
                    ],
                )?;
                rt::check_dims(
                    &SITE,
                    "v",
                    &rt::shape_of(v),
                    &mut [
                        rt::Dim::Equal("B", B),
                        rt::Dim::Equal("M", M),
                        rt::Dim::Bind(&mut E),
                    ],
                )?;
                rt::check_dims(
                    &SITE,
                    "mask",
                    &rt::shape_of(mask),
                    &mut [rt::Dim::Equal("N", N), rt::Dim::Equal("M", M)],
                )?;
            }
            let t4: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "attention",
                    op: "mt",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::viewed(rt::ops::mt(k), &SITE)?
            };
            let t5: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "attention",
                    op: "matmul",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::done(rt::ops::matmul(q, &t4), &SITE)?
            };
            ::core::mem::drop(t4);
            let t6 = {
                let site0 = &rt::Site {
                    function: "attention",
                    op: "",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::placed(
                    rt::Sizes::from(
                            [(B as isize), (N as isize), (D as isize)] as [isize; 3usize],
                        )
                        .shape(),
                    site0,
                )?
            };
            let t7 = {
                let s0 = ::core::clone::Clone::clone(&t6);
                s0[2]
            };
            let t8 = {
                let d0 = ::core::clone::Clone::clone(&t7);
                1.0 / (d0 as f32).sqrt()
            };
            let t13 = { -1isize };
            let t15 = {
                let h0 = ::core::clone::Clone::clone(&t13);
                rt::Axes::from(h0)
            };
            let t16 = { true };
            let (t17, t12) = {
                struct Kernel0 {
                    h0: f64,
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel0 {
                    type Ins = (f32, (bool, ()));
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
                            h0: rt::C<f32>,
                            x0: &[rt::C<f32>],
                            x1: &[rt::C<bool>],
                            y0: &mut [rt::C<f32>],
                            y1: &mut [rt::C<f32>],
                        ) {
                            let x0 = &x0[..n];
                            let x1 = &x1[..n];
                            let y0 = &mut y0[..n];
                            let y1 = &mut y1[..n];
                            for i in 0..n {
                                let t0: rt::C<f32> = rt::m::mul(s, x0[i], h0);
                                let t1: rt::C<f32> = rt::m::select(
                                    s,
                                    x1[i],
                                    t0,
                                    rt::m::num::<Isa, rt::C<f32>>(s, -1000000000f64),
                                );
                                let t2: rt::C<f32> = t1;
                                y0[i] = t2;
                                y1[i] = t1;
                            }
                        }
                        body::<Isa>(s, n, rt::m::num(s, self.h0), x0, x1, y0, y1);
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "attention",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "attention",
                                op: "select",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[1u16, 2u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "attention",
                                op: "softmax",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[3u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "attention",
                                op: "softmax",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[4u16],
                        },
                    ],
                    outs: &[3u16, 1u16],
                };
                let (t17, (t12, ())) = rt::launch(
                    &Kernel0 {
                        h0: rt::number(&t8),
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Own(t5), (rt::Arg::Ref(mask), ())),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Axes {
                                axes: &rt::Axes::from(::core::clone::Clone::clone(&t15)),
                                keep: ::core::clone::Clone::clone(&t16),
                            },
                            combine: rt::Combine::Max,
                            scale: 1.0,
                        },
                        rt::OutSpec {
                            space: rt::Space::Full,
                            combine: rt::Combine::Store,
                            scale: 1.0,
                        },
                    ],
                )?;
                (t17, t12)
            };
            let (t20, t18, t19) = {
                struct Kernel1 {
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel1 {
                    type Ins = (f32, (f32, ()));
                    type Outs = (f32, (f32, (f32, ())));
                    const COST: usize = 22usize;
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
                                let t0: rt::C<f32> = rt::m::sub(s, x0[i], x1[i]);
                                let t1: rt::C<f32> = rt::m::exp(s, t0);
                                y0[i] = t1;
                                y1[i] = t0;
                                y2[i] = t1;
                            }
                        }
                        body::<Isa>(s, n, x0, x1, y0, y1, y2);
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "attention",
                                op: "softmax",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16, 1u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "attention",
                                op: "softmax",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[2u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "attention",
                                op: "softmax",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[3u16],
                        },
                    ],
                    outs: &[2u16, 0u16, 1u16],
                };
                let (t20, (t18, (t19, ()))) = rt::launch(
                    &Kernel1 {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Own(t12), (rt::Arg::Own(t17), ())),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Axes {
                                axes: &rt::Axes::from(::core::clone::Clone::clone(&t15)),
                                keep: ::core::clone::Clone::clone(&t16),
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
                (t20, t18, t19)
            };
            let t21 = {
                struct Kernel2 {
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel2 {
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
                                function: "attention",
                                op: "softmax",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16, 1u16],
                        },
                    ],
                    outs: &[0u16],
                };
                let (t21, ()) = rt::launch(
                    &Kernel2 {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Own(t19), (rt::Arg::Ref(&t20), ())),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Full,
                            combine: rt::Combine::Store,
                            scale: 1.0,
                        },
                    ],
                )?;
                t21
            };
            let t22: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "attention",
                    op: "matmul",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::done(rt::ops::matmul(&t21, v), &SITE)?
            };
            ::core::mem::drop(t21);
            let shape_of_result0 = rt::shape_of(&t22);
            let value = t22;
            let residual0 = ::core::clone::Clone::clone(q);
            let residual1 = ::core::clone::Clone::clone(k);
            let residual2 = ::core::clone::Clone::clone(v);
            let residual3 = ::core::clone::Clone::clone(mask);
            let residual4 = ::core::clone::Clone::clone(&t8);
            let residual5 = t18;
            let residual6 = t20;
            let bytes = 0usize + rt::bytes_of(&residual0) + rt::bytes_of(&residual1)
                + rt::bytes_of(&residual2) + rt::bytes_of(&residual3)
                + rt::bytes_of(&residual5) + rt::bytes_of(&residual6);
            let pullback = rt::pullback::<
                rt::Tensor<f32>,
                _,
                _,
            >(
                bytes,
                move |cotangent| -> rt::Result<AttentionGrads> {
                    let cotangent0 = &rt::cotangent(
                        cotangent,
                        &shape_of_result0,
                        "attention",
                    )?;
                    let t8 = { -1isize };
                    let t9 = {
                        let h0 = ::core::clone::Clone::clone(&t8);
                        rt::Axes::from(h0)
                    };
                    let t10 = { true };
                    let (t11, t12) = {
                        struct Kernel0 {
                            types: ::core::marker::PhantomData<()>,
                        }
                        impl rt::Kernel for Kernel0 {
                            type Ins = (f32, (f32, ()));
                            type Outs = (f32, (f32, ()));
                            const COST: usize = 26usize;
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
                                        let t0: rt::C<f32> = rt::m::exp(s, x0[i]);
                                        let t1: rt::C<f32> = rt::m::div(s, t0, x1[i]);
                                        y0[i] = t0;
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
                                        function: "attention",
                                        op: "softmax",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[0u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "attention",
                                        op: "softmax",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[2u16, 1u16],
                                },
                            ],
                            outs: &[0u16, 1u16],
                        };
                        let (t11, (t12, ())) = rt::launch(
                            &Kernel0 {
                                types: ::core::marker::PhantomData,
                            },
                            &INFO,
                            (rt::Arg::Own(residual5), (rt::Arg::Ref(&residual6), ())),
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
                        (t11, t12)
                    };
                    let t14 = {
                        let site0 = &rt::Site {
                            function: "attention",
                            op: "matmul",
                            file: ::core::file!(),
                            line: ::core::line!(),
                        };
                        rt::placed(
                            rt::Sizes::from(
                                    [(B as isize), (N as isize), (M as isize)]
                                        as [isize; 3usize],
                                )
                                .shape(),
                            site0,
                        )?
                    };
                    let t15: rt::Tensor<f32> = {
                        const SITE: rt::Site = rt::Site {
                            function: "attention",
                            op: "matmul",
                            file: ::core::file!(),
                            line: ::core::line!(),
                        };
                        rt::viewed(rt::ops::mt(&residual2), &SITE)?
                    };
                    ::core::mem::drop(residual2);
                    let t16: rt::Tensor<f32> = {
                        const SITE: rt::Site = rt::Site {
                            function: "attention",
                            op: "matmul",
                            file: ::core::file!(),
                            line: ::core::line!(),
                        };
                        rt::done(rt::ops::matmul(cotangent0, &t15), &SITE)?
                    };
                    ::core::mem::drop(t15);
                    let t17: rt::Tensor<f32> = {
                        const SITE: rt::Site = rt::Site {
                            function: "attention",
                            op: "matmul",
                            file: ::core::file!(),
                            line: ::core::line!(),
                        };
                        rt::viewed(rt::ops::mt(&t12), &SITE)?
                    };
                    let t18: rt::Tensor<f32> = {
                        const SITE: rt::Site = rt::Site {
                            function: "attention",
                            op: "matmul",
                            file: ::core::file!(),
                            line: ::core::line!(),
                        };
                        rt::done(rt::ops::matmul(&t17, cotangent0), &SITE)?
                    };
                    ::core::mem::drop(t17);
                    let t23 = {
                        let site0 = &rt::Site {
                            function: "attention",
                            op: "",
                            file: ::core::file!(),
                            line: ::core::line!(),
                        };
                        rt::placed(
                            rt::Sizes::from(
                                    [(B as isize), (N as isize), 1isize] as [isize; 3usize],
                                )
                                .shape(),
                            site0,
                        )?
                    };
                    let t24 = {
                        struct Kernel1 {
                            types: ::core::marker::PhantomData<()>,
                        }
                        impl rt::Kernel for Kernel1 {
                            type Ins = (f32, (f32, (f32, ())));
                            type Outs = (f32, ());
                            const COST: usize = 8usize;
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
                                        let t1: rt::C<f32> = rt::m::mul(s, t0, x1[i]);
                                        let t2: rt::C<f32> = rt::m::div(s, t1, x2[i]);
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
                                        function: "attention",
                                        op: "softmax",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[0u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "attention",
                                        op: "softmax",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[3u16, 1u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "attention",
                                        op: "softmax",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[4u16, 2u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "attention",
                                        op: "softmax",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[5u16],
                                },
                            ],
                            outs: &[3u16],
                        };
                        let (t24, ()) = rt::launch(
                            &Kernel1 {
                                types: ::core::marker::PhantomData,
                            },
                            &INFO,
                            (
                                rt::Arg::Ref(&t16),
                                (rt::Arg::Own(t12), (rt::Arg::Ref(&residual6), ())),
                            ),
                            &[
                                rt::OutSpec {
                                    space: rt::Space::To(
                                        &rt::Sizes::from(::core::clone::Clone::clone(&t23)).shape()?,
                                    ),
                                    combine: rt::Combine::Sum,
                                    scale: 1.0,
                                },
                            ],
                        )?;
                        t24
                    };
                    let t25: rt::Tensor<f32> = {
                        const SITE: rt::Site = rt::Site {
                            function: "attention",
                            op: "softmax",
                            file: ::core::file!(),
                            line: ::core::line!(),
                        };
                        rt::viewed(
                            rt::ops::keep_axes(
                                &t24,
                                ::core::clone::Clone::clone(&t14),
                                ::core::clone::Clone::clone(&t9),
                                ::core::clone::Clone::clone(&t10),
                            ),
                            &SITE,
                        )?
                    };
                    ::core::mem::drop(t24);
                    let t30 = {
                        struct Kernel2 {
                            h0: f64,
                            types: ::core::marker::PhantomData<()>,
                        }
                        impl rt::Kernel for Kernel2 {
                            type Ins = (f32, (f32, (f32, (f32, (bool, ())))));
                            type Outs = (f32, ());
                            const COST: usize = 10usize;
                            #[inline(always)]
                            fn tile<Isa: rt::Isa>(
                                &self,
                                s: Isa,
                                n: usize,
                                (
                                    x0,
                                    (x1, (x2, (x3, (x4, ())))),
                                ): <Self::Ins as rt::List>::Tiles<'_>,
                                (y0, ()): <Self::Outs as rt::List>::TilesMut<'_>,
                            ) {
                                #[inline(always)]
                                fn body<Isa: rt::Isa>(
                                    s: Isa,
                                    n: usize,
                                    h0: rt::C<f32>,
                                    x0: &[rt::C<f32>],
                                    x1: &[rt::C<f32>],
                                    x2: &[rt::C<f32>],
                                    x3: &[rt::C<f32>],
                                    x4: &[rt::C<bool>],
                                    y0: &mut [rt::C<f32>],
                                ) {
                                    let x0 = &x0[..n];
                                    let x1 = &x1[..n];
                                    let x2 = &x2[..n];
                                    let x3 = &x3[..n];
                                    let x4 = &x4[..n];
                                    let y0 = &mut y0[..n];
                                    for i in 0..n {
                                        let t0: rt::C<f32> = rt::m::div(s, x0[i], x1[i]);
                                        let t1: rt::C<f32> = rt::m::add(s, t0, x2[i]);
                                        let t2: rt::C<f32> = rt::m::mul(s, t1, x3[i]);
                                        let t3: rt::C<f32> = rt::m::select(
                                            s,
                                            x4[i],
                                            t2,
                                            rt::m::num::<Isa, rt::C<f32>>(s, 0f64),
                                        );
                                        let t4: rt::C<f32> = rt::m::mul(s, t3, h0);
                                        y0[i] = t4;
                                    }
                                }
                                body::<
                                    Isa,
                                >(s, n, rt::m::num(s, self.h0), x0, x1, x2, x3, x4, y0);
                            }
                        }
                        const INFO: rt::GroupInfo = rt::GroupInfo {
                            ops: &[
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "attention",
                                        op: "softmax",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[0u16, 1u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "attention",
                                        op: "softmax",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[5u16, 2u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "attention",
                                        op: "softmax",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[6u16, 3u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "attention",
                                        op: "select",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[4u16, 7u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "attention",
                                        op: "mul",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[8u16],
                                },
                            ],
                            outs: &[4u16],
                        };
                        let (t30, ()) = rt::launch(
                            &Kernel2 {
                                h0: rt::number(&residual4),
                                types: ::core::marker::PhantomData,
                            },
                            &INFO,
                            (
                                rt::Arg::Own(t16),
                                (
                                    rt::Arg::Own(residual6),
                                    (
                                        rt::Arg::Own(t25),
                                        (rt::Arg::Own(t11), (rt::Arg::Own(residual3), ())),
                                    ),
                                ),
                            ),
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
                    let t31: rt::Tensor<f32> = {
                        const SITE: rt::Site = rt::Site {
                            function: "attention",
                            op: "matmul",
                            file: ::core::file!(),
                            line: ::core::line!(),
                        };
                        rt::done(rt::ops::matmul(&t30, &residual1), &SITE)?
                    };
                    ::core::mem::drop(residual1);
                    let t32: rt::Tensor<f32> = {
                        const SITE: rt::Site = rt::Site {
                            function: "attention",
                            op: "matmul",
                            file: ::core::file!(),
                            line: ::core::line!(),
                        };
                        rt::viewed(rt::ops::mt(&residual0), &SITE)?
                    };
                    ::core::mem::drop(residual0);
                    let t33: rt::Tensor<f32> = {
                        const SITE: rt::Site = rt::Site {
                            function: "attention",
                            op: "matmul",
                            file: ::core::file!(),
                            line: ::core::line!(),
                        };
                        rt::done(rt::ops::matmul(&t32, &t30), &SITE)?
                    };
                    ::core::mem::drop(t32);
                    ::core::mem::drop(t30);
                    let t34: rt::Tensor<f32> = {
                        const SITE: rt::Site = rt::Site {
                            function: "attention",
                            op: "mt",
                            file: ::core::file!(),
                            line: ::core::line!(),
                        };
                        rt::viewed(rt::ops::mt(&t33), &SITE)?
                    };
                    ::core::mem::drop(t33);
                    ::core::result::Result::Ok(AttentionGrads {
                        q: t31,
                        k: t34,
                        v: t18,
                    })
                },
            );
            ::core::result::Result::Ok((value, pullback))
        }
        ///The value of [`attention`](fn@attention) and its derivative along the tangents.
        #[inline]
        pub fn jvp(
            q: &Tensor,
            k: &Tensor,
            v: &Tensor,
            mask: &Tensor<bool>,
            q_dot: &rt::Tensor<f32>,
            k_dot: &rt::Tensor<f32>,
            v_dot: &rt::Tensor<f32>,
        ) -> rt::Result<(rt::Tensor<f32>, rt::Tensor<f32>)> {
            let mut B = 0usize;
            let mut N = 0usize;
            let mut D = 0usize;
            let mut M = 0usize;
            let mut E = 0usize;
            {
                const SITE: rt::Site = rt::Site {
                    function: "attention",
                    op: "",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::check_dims(
                    &SITE,
                    "q",
                    &rt::shape_of(q),
                    &mut [
                        rt::Dim::Bind(&mut B),
                        rt::Dim::Bind(&mut N),
                        rt::Dim::Bind(&mut D),
                    ],
                )?;
                rt::check_dims(
                    &SITE,
                    "k",
                    &rt::shape_of(k),
                    &mut [
                        rt::Dim::Equal("B", B),
                        rt::Dim::Bind(&mut M),
                        rt::Dim::Equal("D", D),
                    ],
                )?;
                rt::check_dims(
                    &SITE,
                    "v",
                    &rt::shape_of(v),
                    &mut [
                        rt::Dim::Equal("B", B),
                        rt::Dim::Equal("M", M),
                        rt::Dim::Bind(&mut E),
                    ],
                )?;
                rt::check_dims(
                    &SITE,
                    "mask",
                    &rt::shape_of(mask),
                    &mut [rt::Dim::Equal("N", N), rt::Dim::Equal("M", M)],
                )?;
            }
            rt::check_tangent(q, q_dot, "attention", "q")?;
            rt::check_tangent(k, k_dot, "attention", "k")?;
            rt::check_tangent(v, v_dot, "attention", "v")?;
            let t4: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "attention",
                    op: "mt",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::viewed(rt::ops::mt(k), &SITE)?
            };
            let t5: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "attention",
                    op: "matmul",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::done(rt::ops::matmul(q, &t4), &SITE)?
            };
            let t6 = {
                let site0 = &rt::Site {
                    function: "attention",
                    op: "",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::placed(
                    rt::Sizes::from(
                            [(B as isize), (N as isize), (D as isize)] as [isize; 3usize],
                        )
                        .shape(),
                    site0,
                )?
            };
            let t7 = {
                let s0 = ::core::clone::Clone::clone(&t6);
                s0[2]
            };
            let t8 = {
                let d0 = ::core::clone::Clone::clone(&t7);
                1.0 / (d0 as f32).sqrt()
            };
            let t13 = { -1isize };
            let t15 = {
                let h0 = ::core::clone::Clone::clone(&t13);
                rt::Axes::from(h0)
            };
            let t16 = { true };
            let (t17, t12) = {
                struct Kernel0 {
                    h0: f64,
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel0 {
                    type Ins = (f32, (bool, ()));
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
                            h0: rt::C<f32>,
                            x0: &[rt::C<f32>],
                            x1: &[rt::C<bool>],
                            y0: &mut [rt::C<f32>],
                            y1: &mut [rt::C<f32>],
                        ) {
                            let x0 = &x0[..n];
                            let x1 = &x1[..n];
                            let y0 = &mut y0[..n];
                            let y1 = &mut y1[..n];
                            for i in 0..n {
                                let t0: rt::C<f32> = rt::m::mul(s, x0[i], h0);
                                let t1: rt::C<f32> = rt::m::select(
                                    s,
                                    x1[i],
                                    t0,
                                    rt::m::num::<Isa, rt::C<f32>>(s, -1000000000f64),
                                );
                                let t2: rt::C<f32> = t1;
                                y0[i] = t2;
                                y1[i] = t1;
                            }
                        }
                        body::<Isa>(s, n, rt::m::num(s, self.h0), x0, x1, y0, y1);
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "attention",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "attention",
                                op: "select",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[1u16, 2u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "attention",
                                op: "softmax",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[3u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "attention",
                                op: "softmax",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[4u16],
                        },
                    ],
                    outs: &[3u16, 1u16],
                };
                let (t17, (t12, ())) = rt::launch(
                    &Kernel0 {
                        h0: rt::number(&t8),
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Own(t5), (rt::Arg::Ref(mask), ())),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Axes {
                                axes: &rt::Axes::from(::core::clone::Clone::clone(&t15)),
                                keep: ::core::clone::Clone::clone(&t16),
                            },
                            combine: rt::Combine::Max,
                            scale: 1.0,
                        },
                        rt::OutSpec {
                            space: rt::Space::Full,
                            combine: rt::Combine::Store,
                            scale: 1.0,
                        },
                    ],
                )?;
                (t17, t12)
            };
            let t26: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "attention",
                    op: "mt",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::viewed(rt::ops::mt(k_dot), &SITE)?
            };
            let t27: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "attention",
                    op: "matmul",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::done(rt::ops::matmul(q_dot, &t4), &SITE)?
            };
            ::core::mem::drop(t4);
            let t28: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "attention",
                    op: "matmul",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::done(rt::ops::matmul(q, &t26), &SITE)?
            };
            ::core::mem::drop(t26);
            let (t20, t34, t19, t33) = {
                struct Kernel1 {
                    h0: f64,
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel1 {
                    type Ins = (f32, (f32, (f32, (f32, (bool, ())))));
                    type Outs = (f32, (f32, (f32, (f32, ()))));
                    const COST: usize = 26usize;
                    #[inline(always)]
                    fn tile<Isa: rt::Isa>(
                        &self,
                        s: Isa,
                        n: usize,
                        (
                            x0,
                            (x1, (x2, (x3, (x4, ())))),
                        ): <Self::Ins as rt::List>::Tiles<'_>,
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
                            x0: &[rt::C<f32>],
                            x1: &[rt::C<f32>],
                            x2: &[rt::C<f32>],
                            x3: &[rt::C<f32>],
                            x4: &[rt::C<bool>],
                            y0: &mut [rt::C<f32>],
                            y1: &mut [rt::C<f32>],
                            y2: &mut [rt::C<f32>],
                            y3: &mut [rt::C<f32>],
                        ) {
                            let x0 = &x0[..n];
                            let x1 = &x1[..n];
                            let x2 = &x2[..n];
                            let x3 = &x3[..n];
                            let x4 = &x4[..n];
                            let y0 = &mut y0[..n];
                            let y1 = &mut y1[..n];
                            let y2 = &mut y2[..n];
                            let y3 = &mut y3[..n];
                            for i in 0..n {
                                let t0: rt::C<f32> = rt::m::sub(s, x0[i], x1[i]);
                                let t1: rt::C<f32> = rt::m::exp(s, t0);
                                let t2: rt::C<f32> = rt::m::add(s, x2[i], x3[i]);
                                let t3: rt::C<f32> = rt::m::mul(s, t2, h0);
                                let t4: rt::C<f32> = rt::m::select(
                                    s,
                                    x4[i],
                                    t3,
                                    rt::m::num::<Isa, rt::C<f32>>(s, 0f64),
                                );
                                let t5: rt::C<f32> = rt::m::mul(s, t4, t1);
                                y0[i] = t1;
                                y1[i] = t5;
                                y2[i] = t1;
                                y3[i] = t5;
                            }
                        }
                        body::<
                            Isa,
                        >(
                            s,
                            n,
                            rt::m::num(s, self.h0),
                            x0,
                            x1,
                            x2,
                            x3,
                            x4,
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
                                function: "attention",
                                op: "softmax",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16, 1u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "attention",
                                op: "softmax",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[5u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "attention",
                                op: "matmul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[2u16, 3u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "attention",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[7u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "attention",
                                op: "select",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[4u16, 8u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "attention",
                                op: "softmax",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[9u16, 6u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "attention",
                                op: "softmax",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[6u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "attention",
                                op: "softmax",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[10u16],
                        },
                    ],
                    outs: &[6u16, 7u16, 1u16, 5u16],
                };
                let (t20, (t34, (t19, (t33, ())))) = rt::launch(
                    &Kernel1 {
                        h0: rt::number(&t8),
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (
                        rt::Arg::Own(t12),
                        (
                            rt::Arg::Own(t17),
                            (
                                rt::Arg::Own(t27),
                                (rt::Arg::Own(t28), (rt::Arg::Ref(mask), ())),
                            ),
                        ),
                    ),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Axes {
                                axes: &rt::Axes::from(::core::clone::Clone::clone(&t15)),
                                keep: ::core::clone::Clone::clone(&t16),
                            },
                            combine: rt::Combine::Sum,
                            scale: 1.0,
                        },
                        rt::OutSpec {
                            space: rt::Space::Axes {
                                axes: &rt::Axes::from(::core::clone::Clone::clone(&t15)),
                                keep: ::core::clone::Clone::clone(&t16),
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
                (t20, t34, t19, t33)
            };
            let t21 = {
                struct Kernel3 {
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel3 {
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
                                function: "attention",
                                op: "softmax",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16, 1u16],
                        },
                    ],
                    outs: &[0u16],
                };
                let (t21, ()) = rt::launch(
                    &Kernel3 {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Own(t19), (rt::Arg::Ref(&t20), ())),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Full,
                            combine: rt::Combine::Store,
                            scale: 1.0,
                        },
                    ],
                )?;
                t21
            };
            let t22: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "attention",
                    op: "matmul",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::done(rt::ops::matmul(&t21, v), &SITE)?
            };
            let t36 = {
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
                                let t0: rt::C<f32> = rt::m::neg(s, x0[i]);
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
                                function: "attention",
                                op: "softmax",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                    ],
                    outs: &[0u16],
                };
                let (t36, ()) = rt::launch(
                    &Kernel2 {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Own(t34), ()),
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
            let t39 = {
                struct Kernel4 {
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel4 {
                    type Ins = (f32, (f32, (f32, (f32, ()))));
                    type Outs = (f32, ());
                    const COST: usize = 13usize;
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
                                let t0: rt::C<f32> = rt::m::div(s, x0[i], x1[i]);
                                let t1: rt::C<f32> = rt::m::mul(s, x2[i], x3[i]);
                                let t2: rt::C<f32> = rt::m::div(s, t1, x1[i]);
                                let t3: rt::C<f32> = rt::m::add(s, t0, t2);
                                y0[i] = t3;
                            }
                        }
                        body::<Isa>(s, n, x0, x1, x2, x3, y0);
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "attention",
                                op: "softmax",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16, 1u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "attention",
                                op: "softmax",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[2u16, 3u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "attention",
                                op: "softmax",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[5u16, 1u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "attention",
                                op: "softmax",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[4u16, 6u16],
                        },
                    ],
                    outs: &[3u16],
                };
                let (t39, ()) = rt::launch(
                    &Kernel4 {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (
                        rt::Arg::Own(t33),
                        (
                            rt::Arg::Own(t20),
                            (rt::Arg::Own(t36), (rt::Arg::Ref(&t21), ())),
                        ),
                    ),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Full,
                            combine: rt::Combine::Store,
                            scale: 1.0,
                        },
                    ],
                )?;
                t39
            };
            let t40: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "attention",
                    op: "matmul",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::done(rt::ops::matmul(&t39, v), &SITE)?
            };
            ::core::mem::drop(t39);
            let t41: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "attention",
                    op: "matmul",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::done(rt::ops::matmul(&t21, v_dot), &SITE)?
            };
            ::core::mem::drop(t21);
            let t42 = {
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
                                function: "attention",
                                op: "matmul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16, 1u16],
                        },
                    ],
                    outs: &[0u16],
                };
                let (t42, ()) = rt::launch(
                    &Kernel5 {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Own(t40), (rt::Arg::Own(t41), ())),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Full,
                            combine: rt::Combine::Store,
                            scale: 1.0,
                        },
                    ],
                )?;
                t42
            };
            ::core::result::Result::Ok((t22, t42))
        }
        /// What was made of the function: its graph, its kernels, what it keeps for the pullback.
        #[inline]
        pub const fn explain() -> &'static str {
            "attention\n\ngraph\n  %0 = input 0: f32[B, N, D]   # q\n  %1 = input 1: f32[B, M, D]   # k\n  %2 = input 2: f32[B, M, E]   # v\n  %3 = input 3: bool[N, M]   # mask\n  %4 = mt(%1): f32[B, D, M]\n  %5 = matmul(%0, %4): f32[B, N, M]\n  %6 = host { rt::placed(rt::Sizes::from([(B as isize), (N as isize), (D as isize)] as [isize; 3usize]).shape(), site0)? }: host\n  %7 = host { s0 [2] }(%6): host\n  %8 = host { 1.0 / (d0 as f32).sqrt() }(%7): host\n  %9 = scalar(%8): f32[]\n  %10 = mul(%5, %9): f32[B, N, M]   # scores\n  %11 = const -1000000000.0: f32[]\n  %12 = select(%3, %10, %11): f32[B, N, M]\n  %13 = host { - 1isize }: host\n  %14 = stop_gradient(%12): f32[B, N, M]\n  %15 = host { rt::Axes::from(h0) }(%13): host\n  %16 = host { true }: host\n  %17 = max(%14, %15, %16): f32[B, N, 1]\n  %18 = sub(%12, %17): f32[B, N, M]\n  %19 = exp(%18): f32[B, N, M]\n  %20 = sum(%19, %15, %16): f32[B, N, 1]\n  %21 = div(%19, %20): f32[B, N, M]\n  %22 = matmul(%21, %2): f32[B, N, E]\n  return %22\n\nvalue\n  %4 = mt(k): f32[B, D, M]\n  %5 = matmul(q, %4): f32[B, N, M]\n  kernel 0 over [B, N, M]: reads %5, mask; writes %17: f32[B, N, 1] by max, %12: f32[B, N, M]; mul select stop_gradient\n  kernel 1 over [B, N, M]: reads %12, %17; writes %20: f32[B, N, 1] by sum, %19: f32[B, N, M]; sub exp\n  kernel 2 over [B, N, M]: reads %19, %20; writes %21: f32[B, N, M]; div\n  %22 = matmul(%21, v): f32[B, N, E]\n\nforward\n  %4 = mt(k): f32[B, D, M]\n  %5 = matmul(q, %4): f32[B, N, M]\n  kernel 0 over [B, N, M]: reads %5, mask; writes %17: f32[B, N, 1] by max, %12: f32[B, N, M]; mul select stop_gradient\n  kernel 1 over [B, N, M]: reads %12, %17; writes %20: f32[B, N, 1] by sum, %18: f32[B, N, M], %19: f32[B, N, M]; sub exp\n  kernel 2 over [B, N, M]: reads %19, %20; writes %21: f32[B, N, M]; div\n  %22 = matmul(%21, v): f32[B, N, E]\n\npullback\n  kernel 0 over [B, N, M]: reads %18 (sub), %20 (sum); writes %11: f32[B, N, M], %12: f32[B, N, M]; exp div\n  %15 = mt(v): f32[B, E, M]\n  %16 = matmul(y_bar, %15): f32[B, N, M]\n  %17 = mt(%12): f32[B, M, N]\n  %18 = matmul(%17, y_bar): f32[B, M, E]\n  kernel 1 over [B, N, M]: reads %16, %12, %20 (sum); writes %24: f32[B, N, 1] by sum_to; neg mul div\n  %25 = keep_axes(%24, %14, %9, %10): f32[B, N, 1]\n  kernel 2 over [B, N, M]: reads %16, %20 (sum), %25, %11, mask; writes %30: f32[B, N, M]; div add mul select mul\n  %31 = matmul(%30, k): f32[B, N, D]\n  %32 = mt(q): f32[B, D, N]\n  %33 = matmul(%32, %30): f32[B, D, M]\n  %34 = mt(%33): f32[B, M, D]\n\njvp\n  %4 = mt(k): f32[B, D, M]\n  %5 = matmul(q, %4): f32[B, N, M]\n  kernel 0 over [B, N, M]: reads %5, mask; writes %17: f32[B, N, 1] by max, %12: f32[B, N, M]; mul select stop_gradient\n  %26 = mt(k_dot): f32[B, D, M]\n  %27 = matmul(q_dot, %4): f32[B, N, M]\n  %28 = matmul(q, %26): f32[B, N, M]\n  kernel 1 over [B, N, M]: reads %12, %17, %27, %28, mask; writes %20: f32[B, N, 1] by sum, %34: f32[B, N, 1] by sum, %19: f32[B, N, M], %33: f32[B, N, M]; sub exp add mul select mul\n  kernel 3 over [B, N, M]: reads %19, %20; writes %21: f32[B, N, M]; div\n  %22 = matmul(%21, v): f32[B, N, E]\n  kernel 2 over [B, N, 1]: reads %34; writes %36: f32[B, N, 1]; neg\n  kernel 4 over [B, N, M]: reads %33, %20, %36, %21; writes %39: f32[B, N, M]; div mul div add\n  %40 = matmul(%39, v): f32[B, N, E]\n  %41 = matmul(%21, v_dot): f32[B, N, E]\n  kernel 5 over [B, N, E]: reads %40, %41; writes %42: f32[B, N, E]; add\n\nresiduals\n  q: f32[B, N, D], 4*B*D*N bytes (an argument: kept, not copied)\n  k: f32[B, M, D], 4*B*D*M bytes (an argument: kept, not copied)\n  v: f32[B, M, E], 4*B*E*M bytes (an argument: kept, not copied)\n  mask: bool[N, M], M*N bytes (an argument: kept, not copied)\n  %18 (sub): f32[B, N, M], 4*B*M*N bytes\n  %20 (sum): f32[B, N, 1], 4*B*N bytes\n"
        }
    }
    impl rt::Function for attention {
        const NAME: &'static str = "attention";
        type Args<'args> = (
            &'args Tensor,
            &'args Tensor,
            &'args Tensor,
            &'args Tensor<bool>,
        );
        type Actives = AttentionGrads;
        type Output = rt::Tensor<f32>;
        type Tangent = rt::Tensor<f32>;
        #[inline]
        fn actives(args: &Self::Args<'_>) -> Self::Actives {
            let (q, k, v, mask) = args;
            let q = *q;
            let k = *k;
            let v = *v;
            AttentionGrads {
                q: ::core::clone::Clone::clone(&*q),
                k: ::core::clone::Clone::clone(&*k),
                v: ::core::clone::Clone::clone(&*v),
            }
        }
        #[inline]
        fn replace<R>(
            args: &Self::Args<'_>,
            actives: &Self::Actives,
            then: impl ::core::ops::FnOnce(Self::Args<'_>) -> R,
        ) -> R {
            let (q, k, v, mask) = args;
            then((&actives.q, &actives.k, &actives.v, ::core::clone::Clone::clone(mask)))
        }
        #[inline]
        fn floats(output: &Self::Output) -> Self::Tangent {
            ::core::clone::Clone::clone(&output)
        }
        #[inline]
        fn call(args: Self::Args<'_>) -> rt::Result<Self::Output> {
            let (q, k, v, mask) = args;
            Self::call(q, k, v, mask)
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
            let (q, k, v, mask) = args;
            Self::vjp(q, k, v, mask)
        }
        #[inline]
        fn jvp(
            args: Self::Args<'_>,
            tangents: &Self::Actives,
        ) -> rt::Result<(Self::Output, Self::Tangent)> {
            let (q, k, v, mask) = args;
            Self::jvp(q, k, v, mask, &tangents.q, &tangents.k, &tangents.v)
        }
    }
};
