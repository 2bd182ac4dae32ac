#[allow(dead_code)]
pub fn mixed<T: Float>(
    pair: (&Tensor<T>, &Tensor<T>),
    table: &Tensor<f32>,
    ids: &Tensor<i32>,
    keep: &Tensor<bool>,
    power: i32,
) -> (Scalar<T>, Tensor<bool>) {
    ::cotangent::__private::or_panic(<mixed<T>>::call(pair, table, ids, keep, power))
}
///The transforms of [`mixed`](fn@mixed): `vjp`, `value_and_grad`, `grad`, `jvp`, `explain`.
#[allow(non_camel_case_types)]
pub struct mixed<T: Float> {
    types: ::cotangent::__private::PhantomData<(T,)>,
}
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
    ///Gradients of [`mixed`](fn@mixed), one field per active parameter.
    #[derive(Clone, Debug)]
    pub struct MixedGrads<T: rt::Float> {
        ///Gradient with respect to `pair`.
        pub pair: (rt::Tensor<T>, rt::Tensor<T>),
        ///Gradient with respect to `table`.
        pub table: rt::Tensor<f32>,
        #[doc(hidden)]
        pub types: ::core::marker::PhantomData<(T,)>,
    }
    impl<T: rt::Float> rt::TensorTree for MixedGrads<T> {
        fn walk<const N: usize, W: rt::Walk<N>>(
            trees: [&Self; N],
            path: &mut rt::Path,
            walk: &mut W,
        ) -> rt::Result<Self> {
            ::core::result::Result::Ok(MixedGrads {
                pair: path.field("pair", trees.map(|t| &t.pair), walk)?,
                table: path.field("table", trees.map(|t| &t.table), walk)?,
                types: ::core::marker::PhantomData,
            })
        }
    }
    impl<T: Float> mixed<T> {
        ///[`mixed`](fn@mixed) as a `Result`, whatever its signature.
        #[inline]
        pub fn call(
            pair: (&Tensor<T>, &Tensor<T>),
            table: &Tensor<f32>,
            ids: &Tensor<i32>,
            keep: &Tensor<bool>,
            power: i32,
        ) -> rt::Result<(rt::Tensor<T>, rt::Tensor<bool>)> {
            let pair_0 = pair.0;
            let pair_1 = pair.1;
            let mut N = 0usize;
            let mut V = 0usize;
            {
                const SITE: rt::Site = rt::Site {
                    function: "mixed",
                    op: "",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::check_dims(
                    &SITE,
                    "pair.0",
                    &rt::shape_of(pair_0),
                    &mut [rt::Dim::Bind(&mut N)],
                )?;
                rt::check_dims(
                    &SITE,
                    "pair.1",
                    &rt::shape_of(pair_1),
                    &mut [rt::Dim::Equal("N", N)],
                )?;
                rt::check_dims(
                    &SITE,
                    "table",
                    &rt::shape_of(table),
                    &mut [rt::Dim::Bind(&mut V)],
                )?;
                rt::check_dims(
                    &SITE,
                    "ids",
                    &rt::shape_of(ids),
                    &mut [rt::Dim::Equal("N", N)],
                )?;
                rt::check_dims(
                    &SITE,
                    "keep",
                    &rt::shape_of(keep),
                    &mut [rt::Dim::Equal("N", N)],
                )?;
            }
            let t6 = { 0isize };
            let t7: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "mixed",
                    op: "index_select",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::done(
                    rt::ops::index_select(table, ::core::clone::Clone::clone(&t6), ids),
                    &SITE,
                )?
            };
            let t10 = {
                let h0 = ::core::clone::Clone::clone(&power);
                h0 as i32
            };
            let t19 = { rt::Axes::ALL };
            let t20 = { false };
            let (t21, t22) = {
                struct Kernel0<T: rt::Float> {
                    h0: f64,
                    types: ::core::marker::PhantomData<(T,)>,
                }
                impl<T: rt::Float> rt::Kernel for Kernel0<T> {
                    type Ins = (f32, (T, (T, (bool, ()))));
                    type Outs = (T, (bool, ()));
                    const COST: usize = 48usize;
                    #[inline(always)]
                    fn tile<Isa: rt::Isa>(
                        &self,
                        s: Isa,
                        n: usize,
                        (x0, (x1, (x2, (x3, ())))): <Self::Ins as rt::List>::Tiles<'_>,
                        (y0, (y1, ())): <Self::Outs as rt::List>::TilesMut<'_>,
                    ) {
                        #[inline(always)]
                        fn body<Isa: rt::Isa, T: rt::Float>(
                            s: Isa,
                            n: usize,
                            h0: rt::C<i32>,
                            x0: &[rt::C<f32>],
                            x1: &[rt::C<T>],
                            x2: &[rt::C<T>],
                            x3: &[rt::C<bool>],
                            y0: &mut [rt::C<T>],
                            y1: &mut [rt::C<bool>],
                        ) {
                            let x0 = &x0[..n];
                            let x1 = &x1[..n];
                            let x2 = &x2[..n];
                            let x3 = &x3[..n];
                            let y0 = &mut y0[..n];
                            let y1 = &mut y1[..n];
                            for i in 0..n {
                                let t0: rt::C<T> = rt::m::cast(s, x0[i]);
                                let t1: rt::C<T> = rt::m::mul(s, x1[i], x2[i]);
                                let t2: rt::C<T> = rt::m::select(
                                    s,
                                    x3[i],
                                    t1,
                                    rt::m::num::<Isa, rt::C<T>>(s, 1f64),
                                );
                                let t3: rt::C<T> = rt::m::powi(s, t2, h0);
                                let t4: rt::C<T> = rt::m::select(
                                    s,
                                    x3[i],
                                    t0,
                                    rt::m::num::<Isa, rt::C<T>>(s, 0f64),
                                );
                                let t5: rt::C<T> = rt::m::exp(s, t4);
                                let t6: rt::C<T> = rt::m::add(s, t3, t5);
                                let t7: rt::C<T> = rt::m::select(
                                    s,
                                    x3[i],
                                    t6,
                                    rt::m::num::<Isa, rt::C<T>>(s, 0f64),
                                );
                                let t8: rt::C<bool> = rt::m::gt(
                                    s,
                                    t7,
                                    rt::m::num::<Isa, rt::C<T>>(s, 1f64),
                                );
                                y0[i] = t7;
                                y1[i] = t8;
                            }
                        }
                        body::<
                            Isa,
                            T,
                        >(s, n, rt::m::num(s, self.h0), x0, x1, x2, x3, y0, y1);
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "cast",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[1u16, 2u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "powi",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[3u16, 5u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "powi",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[6u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "exp",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[3u16, 4u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "exp",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[8u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "add",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[7u16, 9u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "select",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[3u16, 10u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "gt",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[11u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "sum",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[11u16],
                        },
                    ],
                    outs: &[9u16, 8u16],
                };
                let (t21, (t22, ())) = rt::launch(
                    &Kernel0::<T> {
                        h0: rt::number(&t10),
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (
                        rt::Arg::Own(t7),
                        (
                            rt::Arg::Ref(pair_0),
                            (rt::Arg::Ref(pair_1), (rt::Arg::Ref(keep), ())),
                        ),
                    ),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Axes {
                                axes: &rt::Axes::from(::core::clone::Clone::clone(&t19)),
                                keep: ::core::clone::Clone::clone(&t20),
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
                (t21, t22)
            };
            ::core::result::Result::Ok((t21, t22))
        }
        ///The value of [`mixed`](fn@mixed) and its gradient, as one fused program.
        #[inline]
        pub fn value_and_grad(
            pair: (&Tensor<T>, &Tensor<T>),
            table: &Tensor<f32>,
            ids: &Tensor<i32>,
            keep: &Tensor<bool>,
            power: i32,
        ) -> rt::Result<((rt::Tensor<T>, rt::Tensor<bool>), MixedGrads<T>)> {
            let pair_0 = pair.0;
            let pair_1 = pair.1;
            let mut N = 0usize;
            let mut V = 0usize;
            {
                const SITE: rt::Site = rt::Site {
                    function: "mixed",
                    op: "",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::check_dims(
                    &SITE,
                    "pair.0",
                    &rt::shape_of(pair_0),
                    &mut [rt::Dim::Bind(&mut N)],
                )?;
                rt::check_dims(
                    &SITE,
                    "pair.1",
                    &rt::shape_of(pair_1),
                    &mut [rt::Dim::Equal("N", N)],
                )?;
                rt::check_dims(
                    &SITE,
                    "table",
                    &rt::shape_of(table),
                    &mut [rt::Dim::Bind(&mut V)],
                )?;
                rt::check_dims(
                    &SITE,
                    "ids",
                    &rt::shape_of(ids),
                    &mut [rt::Dim::Equal("N", N)],
                )?;
                rt::check_dims(
                    &SITE,
                    "keep",
                    &rt::shape_of(keep),
                    &mut [rt::Dim::Equal("N", N)],
                )?;
            }
            let t6 = { 0isize };
            let t7: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "mixed",
                    op: "index_select",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::done(
                    rt::ops::index_select(table, ::core::clone::Clone::clone(&t6), ids),
                    &SITE,
                )?
            };
            let t10 = {
                let h0 = ::core::clone::Clone::clone(&power);
                h0 as i32
            };
            let t19 = { rt::Axes::ALL };
            let t20 = { false };
            let t26 = {
                let n = ::core::clone::Clone::clone(&t10);
                n as f64
            };
            let t29 = {
                let n = ::core::clone::Clone::clone(&t10);
                n.saturating_sub((n != 0) as i32)
            };
            let t30 = {
                let h0 = ::core::clone::Clone::clone(&t29);
                h0 as i32
            };
            let (t13, t23, t34, t35) = {
                struct Kernel0<T: rt::Float> {
                    h0: f64,
                    h1: f64,
                    types: ::core::marker::PhantomData<(T,)>,
                }
                impl<T: rt::Float> rt::Kernel for Kernel0<T> {
                    type Ins = (T, (T, (bool, ())));
                    type Outs = (T, (T, (T, (T, ()))));
                    const COST: usize = 29usize;
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
                        fn body<Isa: rt::Isa, T: rt::Float>(
                            s: Isa,
                            n: usize,
                            h0: rt::C<T>,
                            h1: rt::C<i32>,
                            x0: &[rt::C<T>],
                            x1: &[rt::C<T>],
                            x2: &[rt::C<bool>],
                            y0: &mut [rt::C<T>],
                            y1: &mut [rt::C<T>],
                            y2: &mut [rt::C<T>],
                            y3: &mut [rt::C<T>],
                        ) {
                            let x0 = &x0[..n];
                            let x1 = &x1[..n];
                            let x2 = &x2[..n];
                            let y0 = &mut y0[..n];
                            let y1 = &mut y1[..n];
                            let y2 = &mut y2[..n];
                            let y3 = &mut y3[..n];
                            for i in 0..n {
                                let t0: rt::C<T> = rt::m::mul(s, x0[i], x1[i]);
                                let t1: rt::C<T> = rt::m::select(
                                    s,
                                    x2[i],
                                    t0,
                                    rt::m::num::<Isa, rt::C<T>>(s, 1f64),
                                );
                                let t2: rt::C<T> = rt::m::select(
                                    s,
                                    x2[i],
                                    rt::m::num::<Isa, rt::C<T>>(s, 1f64),
                                    rt::m::num::<Isa, rt::C<T>>(s, 0f64),
                                );
                                let t3: rt::C<T> = rt::m::mul(s, t2, h0);
                                let t4: rt::C<T> = rt::m::powi(s, t1, h1);
                                let t5: rt::C<T> = rt::m::mul(s, t3, t4);
                                let t6: rt::C<T> = rt::m::select(
                                    s,
                                    x2[i],
                                    t5,
                                    rt::m::num::<Isa, rt::C<T>>(s, 0f64),
                                );
                                let t7: rt::C<T> = rt::m::mul(s, t6, x1[i]);
                                let t8: rt::C<T> = rt::m::mul(s, t6, x0[i]);
                                y0[i] = t1;
                                y1[i] = t2;
                                y2[i] = t7;
                                y3[i] = t8;
                            }
                        }
                        body::<
                            Isa,
                            T,
                        >(
                            s,
                            n,
                            rt::m::num(s, self.h0),
                            rt::m::num(s, self.h1),
                            x0,
                            x1,
                            x2,
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
                                function: "mixed",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16, 1u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "powi",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[2u16, 3u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "select",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[2u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "powi",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[5u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "powi",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[4u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "powi",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[6u16, 7u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "powi",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[2u16, 8u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[9u16, 1u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[9u16, 0u16],
                        },
                    ],
                    outs: &[1u16, 2u16, 7u16, 8u16],
                };
                let (t13, (t23, (t34, (t35, ())))) = rt::launch(
                    &Kernel0::<T> {
                        h0: rt::number(&t26),
                        h1: rt::number(&t30),
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (
                        rt::Arg::Ref(pair_0),
                        (rt::Arg::Ref(pair_1), (rt::Arg::Ref(keep), ())),
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
                (t13, t23, t34, t35)
            };
            let (t21, t22, t36) = {
                struct Kernel1<T: rt::Float> {
                    h0: f64,
                    types: ::core::marker::PhantomData<(T,)>,
                }
                impl<T: rt::Float> rt::Kernel for Kernel1<T> {
                    type Ins = (f32, (T, (bool, (T, ()))));
                    type Outs = (T, (bool, (f32, ())));
                    const COST: usize = 49usize;
                    #[inline(always)]
                    fn tile<Isa: rt::Isa>(
                        &self,
                        s: Isa,
                        n: usize,
                        (x0, (x1, (x2, (x3, ())))): <Self::Ins as rt::List>::Tiles<'_>,
                        (y0, (y1, (y2, ()))): <Self::Outs as rt::List>::TilesMut<'_>,
                    ) {
                        #[inline(always)]
                        fn body<Isa: rt::Isa, T: rt::Float>(
                            s: Isa,
                            n: usize,
                            h0: rt::C<i32>,
                            x0: &[rt::C<f32>],
                            x1: &[rt::C<T>],
                            x2: &[rt::C<bool>],
                            x3: &[rt::C<T>],
                            y0: &mut [rt::C<T>],
                            y1: &mut [rt::C<bool>],
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
                                let t0: rt::C<T> = rt::m::cast(s, x0[i]);
                                let t1: rt::C<T> = rt::m::powi(s, x1[i], h0);
                                let t2: rt::C<T> = rt::m::select(
                                    s,
                                    x2[i],
                                    t0,
                                    rt::m::num::<Isa, rt::C<T>>(s, 0f64),
                                );
                                let t3: rt::C<T> = rt::m::exp(s, t2);
                                let t4: rt::C<T> = rt::m::add(s, t1, t3);
                                let t5: rt::C<T> = rt::m::select(
                                    s,
                                    x2[i],
                                    t4,
                                    rt::m::num::<Isa, rt::C<T>>(s, 0f64),
                                );
                                let t6: rt::C<bool> = rt::m::gt(
                                    s,
                                    t5,
                                    rt::m::num::<Isa, rt::C<T>>(s, 1f64),
                                );
                                let t7: rt::C<T> = rt::m::mul(s, x3[i], t3);
                                let t8: rt::C<T> = rt::m::select(
                                    s,
                                    x2[i],
                                    t7,
                                    rt::m::num::<Isa, rt::C<T>>(s, 0f64),
                                );
                                let t9: rt::C<f32> = rt::m::cast(s, t8);
                                y0[i] = t5;
                                y1[i] = t6;
                                y2[i] = t9;
                            }
                        }
                        body::<
                            Isa,
                            T,
                        >(s, n, rt::m::num(s, self.h0), x0, x1, x2, x3, y0, y1, y2);
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "cast",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "powi",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[1u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "exp",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[2u16, 4u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "exp",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[6u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "add",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[5u16, 7u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "select",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[2u16, 8u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "gt",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[9u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "exp",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[3u16, 7u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "exp",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[2u16, 11u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "cast",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[12u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "sum",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[9u16],
                        },
                    ],
                    outs: &[10u16, 6u16, 9u16],
                };
                let (t21, (t22, (t36, ()))) = rt::launch(
                    &Kernel1::<T> {
                        h0: rt::number(&t10),
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (
                        rt::Arg::Own(t7),
                        (
                            rt::Arg::Own(t13),
                            (rt::Arg::Ref(keep), (rt::Arg::Own(t23), ())),
                        ),
                    ),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Axes {
                                axes: &rt::Axes::from(::core::clone::Clone::clone(&t19)),
                                keep: ::core::clone::Clone::clone(&t20),
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
                (t21, t22, t36)
            };
            let t37 = {
                let site0 = &rt::Site {
                    function: "mixed",
                    op: "index_select",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::placed(
                    rt::Sizes::from([(V as isize)] as [isize; 1usize]).shape(),
                    site0,
                )?
            };
            let t39: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "mixed",
                    op: "index_select",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::viewed(
                    rt::ops::broadcast_to(
                        &rt::scalar::<f32>(0f64),
                        ::core::clone::Clone::clone(&t37),
                    ),
                    &SITE,
                )?
            };
            let t40: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "mixed",
                    op: "index_select",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::done(
                    rt::ops::index_add(
                        &t39,
                        ::core::clone::Clone::clone(&t6),
                        ids,
                        &t36,
                    ),
                    &SITE,
                )?
            };
            ::core::mem::drop(t39);
            ::core::mem::drop(t36);
            ::core::result::Result::Ok((
                (t21, t22),
                MixedGrads {
                    pair: (t34, t35),
                    table: t40,
                    types: ::core::marker::PhantomData,
                },
            ))
        }
        ///The gradient of [`mixed`](fn@mixed).
        #[inline]
        pub fn grad(
            pair: (&Tensor<T>, &Tensor<T>),
            table: &Tensor<f32>,
            ids: &Tensor<i32>,
            keep: &Tensor<bool>,
            power: i32,
        ) -> rt::Result<MixedGrads<T>> {
            ::core::result::Result::Ok(
                Self::value_and_grad(pair, table, ids, keep, power)?.1,
            )
        }
        ///The value of [`mixed`](fn@mixed) and a pullback: cotangents of the result in, cotangents of the active inputs out.
        #[inline]
        pub fn vjp(
            pair: (&Tensor<T>, &Tensor<T>),
            table: &Tensor<f32>,
            ids: &Tensor<i32>,
            keep: &Tensor<bool>,
            power: i32,
        ) -> rt::Result<
            (
                (rt::Tensor<T>, rt::Tensor<bool>),
                impl rt::Pullback<
                    Cotangent = rt::Tensor<T>,
                    Grads = MixedGrads<T>,
                > + ::core::clone::Clone + use<T>,
            ),
        > {
            let pair_0 = pair.0;
            let pair_1 = pair.1;
            let mut N = 0usize;
            let mut V = 0usize;
            {
                const SITE: rt::Site = rt::Site {
                    function: "mixed",
                    op: "",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::check_dims(
                    &SITE,
                    "pair.0",
                    &rt::shape_of(pair_0),
                    &mut [rt::Dim::Bind(&mut N)],
                )?;
                rt::check_dims(
                    &SITE,
                    "pair.1",
                    &rt::shape_of(pair_1),
                    &mut [rt::Dim::Equal("N", N)],
                )?;
                rt::check_dims(
                    &SITE,
                    "table",
                    &rt::shape_of(table),
                    &mut [rt::Dim::Bind(&mut V)],
                )?;
                rt::check_dims(
                    &SITE,
                    "ids",
                    &rt::shape_of(ids),
                    &mut [rt::Dim::Equal("N", N)],
                )?;
                rt::check_dims(
                    &SITE,
                    "keep",
                    &rt::shape_of(keep),
                    &mut [rt::Dim::Equal("N", N)],
                )?;
            }
            let t6 = { 0isize };
            let t7: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "mixed",
                    op: "index_select",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::done(
                    rt::ops::index_select(table, ::core::clone::Clone::clone(&t6), ids),
                    &SITE,
                )?
            };
            let t10 = {
                let h0 = ::core::clone::Clone::clone(&power);
                h0 as i32
            };
            let t19 = { rt::Axes::ALL };
            let t20 = { false };
            let (t21, t22) = {
                struct Kernel0<T: rt::Float> {
                    h0: f64,
                    types: ::core::marker::PhantomData<(T,)>,
                }
                impl<T: rt::Float> rt::Kernel for Kernel0<T> {
                    type Ins = (f32, (T, (T, (bool, ()))));
                    type Outs = (T, (bool, ()));
                    const COST: usize = 48usize;
                    #[inline(always)]
                    fn tile<Isa: rt::Isa>(
                        &self,
                        s: Isa,
                        n: usize,
                        (x0, (x1, (x2, (x3, ())))): <Self::Ins as rt::List>::Tiles<'_>,
                        (y0, (y1, ())): <Self::Outs as rt::List>::TilesMut<'_>,
                    ) {
                        #[inline(always)]
                        fn body<Isa: rt::Isa, T: rt::Float>(
                            s: Isa,
                            n: usize,
                            h0: rt::C<i32>,
                            x0: &[rt::C<f32>],
                            x1: &[rt::C<T>],
                            x2: &[rt::C<T>],
                            x3: &[rt::C<bool>],
                            y0: &mut [rt::C<T>],
                            y1: &mut [rt::C<bool>],
                        ) {
                            let x0 = &x0[..n];
                            let x1 = &x1[..n];
                            let x2 = &x2[..n];
                            let x3 = &x3[..n];
                            let y0 = &mut y0[..n];
                            let y1 = &mut y1[..n];
                            for i in 0..n {
                                let t0: rt::C<T> = rt::m::cast(s, x0[i]);
                                let t1: rt::C<T> = rt::m::mul(s, x1[i], x2[i]);
                                let t2: rt::C<T> = rt::m::select(
                                    s,
                                    x3[i],
                                    t1,
                                    rt::m::num::<Isa, rt::C<T>>(s, 1f64),
                                );
                                let t3: rt::C<T> = rt::m::powi(s, t2, h0);
                                let t4: rt::C<T> = rt::m::select(
                                    s,
                                    x3[i],
                                    t0,
                                    rt::m::num::<Isa, rt::C<T>>(s, 0f64),
                                );
                                let t5: rt::C<T> = rt::m::exp(s, t4);
                                let t6: rt::C<T> = rt::m::add(s, t3, t5);
                                let t7: rt::C<T> = rt::m::select(
                                    s,
                                    x3[i],
                                    t6,
                                    rt::m::num::<Isa, rt::C<T>>(s, 0f64),
                                );
                                let t8: rt::C<bool> = rt::m::gt(
                                    s,
                                    t7,
                                    rt::m::num::<Isa, rt::C<T>>(s, 1f64),
                                );
                                y0[i] = t7;
                                y1[i] = t8;
                            }
                        }
                        body::<
                            Isa,
                            T,
                        >(s, n, rt::m::num(s, self.h0), x0, x1, x2, x3, y0, y1);
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "cast",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[1u16, 2u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "powi",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[3u16, 5u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "powi",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[6u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "exp",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[3u16, 4u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "exp",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[8u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "add",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[7u16, 9u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "select",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[3u16, 10u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "gt",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[11u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "sum",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[11u16],
                        },
                    ],
                    outs: &[9u16, 8u16],
                };
                let (t21, (t22, ())) = rt::launch(
                    &Kernel0::<T> {
                        h0: rt::number(&t10),
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (
                        rt::Arg::Ref(&t7),
                        (
                            rt::Arg::Ref(pair_0),
                            (rt::Arg::Ref(pair_1), (rt::Arg::Ref(keep), ())),
                        ),
                    ),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Axes {
                                axes: &rt::Axes::from(::core::clone::Clone::clone(&t19)),
                                keep: ::core::clone::Clone::clone(&t20),
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
                (t21, t22)
            };
            let t24 = {
                let n = ::core::clone::Clone::clone(&t10);
                n as f64
            };
            let t25 = {
                let n = ::core::clone::Clone::clone(&t10);
                n.saturating_sub((n != 0) as i32)
            };
            let t26 = {
                let h0 = ::core::clone::Clone::clone(&t25);
                h0 as i32
            };
            let shape_of_result0 = rt::shape_of(&t21);
            let value = (t21, t22);
            let residual0 = ::core::clone::Clone::clone(pair_0);
            let residual1 = ::core::clone::Clone::clone(pair_1);
            let residual2 = ::core::clone::Clone::clone(ids);
            let residual3 = ::core::clone::Clone::clone(keep);
            let residual4 = t7;
            let residual5 = ::core::clone::Clone::clone(&t24);
            let residual6 = ::core::clone::Clone::clone(&t26);
            let bytes = 0usize + rt::bytes_of(&residual0) + rt::bytes_of(&residual1)
                + rt::bytes_of(&residual2) + rt::bytes_of(&residual3)
                + rt::bytes_of(&residual4);
            let pullback = rt::pullback::<
                rt::Tensor<T>,
                _,
                _,
            >(
                bytes,
                move |cotangent| -> rt::Result<MixedGrads<T>> {
                    let cotangent0 = &rt::cotangent(
                        cotangent,
                        &shape_of_result0,
                        "mixed",
                    )?;
                    let t7 = { 0isize };
                    let (t24, t25, t26) = {
                        struct Kernel0<T: rt::Float> {
                            h0: f64,
                            h1: f64,
                            types: ::core::marker::PhantomData<(T,)>,
                        }
                        impl<T: rt::Float> rt::Kernel for Kernel0<T> {
                            type Ins = (f32, (T, (T, (bool, (T, ())))));
                            type Outs = (T, (T, (f32, ())));
                            const COST: usize = 54usize;
                            #[inline(always)]
                            fn tile<Isa: rt::Isa>(
                                &self,
                                s: Isa,
                                n: usize,
                                (
                                    x0,
                                    (x1, (x2, (x3, (x4, ())))),
                                ): <Self::Ins as rt::List>::Tiles<'_>,
                                (y0, (y1, (y2, ()))): <Self::Outs as rt::List>::TilesMut<'_>,
                            ) {
                                #[inline(always)]
                                fn body<Isa: rt::Isa, T: rt::Float>(
                                    s: Isa,
                                    n: usize,
                                    h0: rt::C<T>,
                                    h1: rt::C<i32>,
                                    x0: &[rt::C<f32>],
                                    x1: &[rt::C<T>],
                                    x2: &[rt::C<T>],
                                    x3: &[rt::C<bool>],
                                    x4: &[rt::C<T>],
                                    y0: &mut [rt::C<T>],
                                    y1: &mut [rt::C<T>],
                                    y2: &mut [rt::C<f32>],
                                ) {
                                    let x0 = &x0[..n];
                                    let x1 = &x1[..n];
                                    let x2 = &x2[..n];
                                    let x3 = &x3[..n];
                                    let x4 = &x4[..n];
                                    let y0 = &mut y0[..n];
                                    let y1 = &mut y1[..n];
                                    let y2 = &mut y2[..n];
                                    for i in 0..n {
                                        let t0: rt::C<T> = rt::m::cast(s, x0[i]);
                                        let t1: rt::C<T> = rt::m::mul(s, x1[i], x2[i]);
                                        let t2: rt::C<T> = rt::m::select(
                                            s,
                                            x3[i],
                                            t1,
                                            rt::m::num::<Isa, rt::C<T>>(s, 1f64),
                                        );
                                        let t3: rt::C<T> = rt::m::select(
                                            s,
                                            x3[i],
                                            t0,
                                            rt::m::num::<Isa, rt::C<T>>(s, 0f64),
                                        );
                                        let t4: rt::C<T> = rt::m::exp(s, t3);
                                        let t5: rt::C<T> = rt::m::select(
                                            s,
                                            x3[i],
                                            x4[i],
                                            rt::m::num::<Isa, rt::C<T>>(s, 0f64),
                                        );
                                        let t6: rt::C<T> = rt::m::mul(s, t5, t4);
                                        let t7: rt::C<T> = rt::m::select(
                                            s,
                                            x3[i],
                                            t6,
                                            rt::m::num::<Isa, rt::C<T>>(s, 0f64),
                                        );
                                        let t8: rt::C<T> = rt::m::mul(s, t5, h0);
                                        let t9: rt::C<T> = rt::m::powi(s, t2, h1);
                                        let t10: rt::C<T> = rt::m::mul(s, t8, t9);
                                        let t11: rt::C<T> = rt::m::select(
                                            s,
                                            x3[i],
                                            t10,
                                            rt::m::num::<Isa, rt::C<T>>(s, 0f64),
                                        );
                                        let t12: rt::C<T> = rt::m::mul(s, t11, x2[i]);
                                        let t13: rt::C<T> = rt::m::mul(s, t11, x1[i]);
                                        let t14: rt::C<f32> = rt::m::cast(s, t7);
                                        y0[i] = t12;
                                        y1[i] = t13;
                                        y2[i] = t14;
                                    }
                                }
                                body::<
                                    Isa,
                                    T,
                                >(
                                    s,
                                    n,
                                    rt::m::num(s, self.h0),
                                    rt::m::num(s, self.h1),
                                    x0,
                                    x1,
                                    x2,
                                    x3,
                                    x4,
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
                                        function: "mixed",
                                        op: "cast",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[0u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "mixed",
                                        op: "mul",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[1u16, 2u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "mixed",
                                        op: "powi",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[3u16, 6u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "mixed",
                                        op: "exp",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[3u16, 5u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "mixed",
                                        op: "exp",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[8u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "mixed",
                                        op: "select",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[3u16, 4u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "mixed",
                                        op: "exp",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[10u16, 9u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "mixed",
                                        op: "exp",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[3u16, 11u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "mixed",
                                        op: "powi",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[10u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "mixed",
                                        op: "powi",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[7u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "mixed",
                                        op: "powi",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[13u16, 14u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "mixed",
                                        op: "powi",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[3u16, 15u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "mixed",
                                        op: "mul",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[16u16, 2u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "mixed",
                                        op: "mul",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[16u16, 1u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "mixed",
                                        op: "cast",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[12u16],
                                },
                            ],
                            outs: &[12u16, 13u16, 14u16],
                        };
                        let (t24, (t25, (t26, ()))) = rt::launch(
                            &Kernel0::<T> {
                                h0: rt::number(&residual5),
                                h1: rt::number(&residual6),
                                types: ::core::marker::PhantomData,
                            },
                            &INFO,
                            (
                                rt::Arg::Own(residual4),
                                (
                                    rt::Arg::Own(residual0),
                                    (
                                        rt::Arg::Own(residual1),
                                        (rt::Arg::Own(residual3), (rt::Arg::Ref(cotangent0), ())),
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
                                rt::OutSpec {
                                    space: rt::Space::Full,
                                    combine: rt::Combine::Store,
                                    scale: 1.0,
                                },
                            ],
                        )?;
                        (t24, t25, t26)
                    };
                    let t27 = {
                        let site0 = &rt::Site {
                            function: "mixed",
                            op: "index_select",
                            file: ::core::file!(),
                            line: ::core::line!(),
                        };
                        rt::placed(
                            rt::Sizes::from([(V as isize)] as [isize; 1usize]).shape(),
                            site0,
                        )?
                    };
                    let t29: rt::Tensor<f32> = {
                        const SITE: rt::Site = rt::Site {
                            function: "mixed",
                            op: "index_select",
                            file: ::core::file!(),
                            line: ::core::line!(),
                        };
                        rt::viewed(
                            rt::ops::broadcast_to(
                                &rt::scalar::<f32>(0f64),
                                ::core::clone::Clone::clone(&t27),
                            ),
                            &SITE,
                        )?
                    };
                    let t30: rt::Tensor<f32> = {
                        const SITE: rt::Site = rt::Site {
                            function: "mixed",
                            op: "index_select",
                            file: ::core::file!(),
                            line: ::core::line!(),
                        };
                        rt::done(
                            rt::ops::index_add(
                                &t29,
                                ::core::clone::Clone::clone(&t7),
                                &residual2,
                                &t26,
                            ),
                            &SITE,
                        )?
                    };
                    ::core::mem::drop(t29);
                    ::core::mem::drop(residual2);
                    ::core::mem::drop(t26);
                    ::core::result::Result::Ok(MixedGrads {
                        pair: (t24, t25),
                        table: t30,
                        types: ::core::marker::PhantomData,
                    })
                },
            );
            ::core::result::Result::Ok((value, pullback))
        }
        ///The value of [`mixed`](fn@mixed) and its derivative along the tangents.
        #[inline]
        pub fn jvp(
            pair: (&Tensor<T>, &Tensor<T>),
            table: &Tensor<f32>,
            ids: &Tensor<i32>,
            keep: &Tensor<bool>,
            power: i32,
            pair_dot: &(rt::Tensor<T>, rt::Tensor<T>),
            table_dot: &rt::Tensor<f32>,
        ) -> rt::Result<((rt::Tensor<T>, rt::Tensor<bool>), rt::Tensor<T>)> {
            let pair_0 = pair.0;
            let pair_1 = pair.1;
            let mut N = 0usize;
            let mut V = 0usize;
            {
                const SITE: rt::Site = rt::Site {
                    function: "mixed",
                    op: "",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::check_dims(
                    &SITE,
                    "pair.0",
                    &rt::shape_of(pair_0),
                    &mut [rt::Dim::Bind(&mut N)],
                )?;
                rt::check_dims(
                    &SITE,
                    "pair.1",
                    &rt::shape_of(pair_1),
                    &mut [rt::Dim::Equal("N", N)],
                )?;
                rt::check_dims(
                    &SITE,
                    "table",
                    &rt::shape_of(table),
                    &mut [rt::Dim::Bind(&mut V)],
                )?;
                rt::check_dims(
                    &SITE,
                    "ids",
                    &rt::shape_of(ids),
                    &mut [rt::Dim::Equal("N", N)],
                )?;
                rt::check_dims(
                    &SITE,
                    "keep",
                    &rt::shape_of(keep),
                    &mut [rt::Dim::Equal("N", N)],
                )?;
            }
            let pair_0_dot = &pair_dot.0;
            rt::check_tangent(pair_0, pair_0_dot, "mixed", "pair.0")?;
            let pair_1_dot = &pair_dot.1;
            rt::check_tangent(pair_1, pair_1_dot, "mixed", "pair.1")?;
            rt::check_tangent(table, table_dot, "mixed", "table")?;
            let t6 = { 0isize };
            let t7: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "mixed",
                    op: "index_select",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::done(
                    rt::ops::index_select(table, ::core::clone::Clone::clone(&t6), ids),
                    &SITE,
                )?
            };
            let t10 = {
                let h0 = ::core::clone::Clone::clone(&power);
                h0 as i32
            };
            let t19 = { rt::Axes::ALL };
            let t20 = { false };
            let t26: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "mixed",
                    op: "index_select",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::done(
                    rt::ops::index_select(
                        table_dot,
                        ::core::clone::Clone::clone(&t6),
                        ids,
                    ),
                    &SITE,
                )?
            };
            let t32 = {
                let n = ::core::clone::Clone::clone(&t10);
                n as f64
            };
            let t35 = {
                let n = ::core::clone::Clone::clone(&t10);
                n.saturating_sub((n != 0) as i32)
            };
            let t36 = {
                let h0 = ::core::clone::Clone::clone(&t35);
                h0 as i32
            };
            let (t21, t43, t22) = {
                struct Kernel0<T: rt::Float> {
                    h0: f64,
                    h1: f64,
                    h2: f64,
                    types: ::core::marker::PhantomData<(T,)>,
                }
                impl<T: rt::Float> rt::Kernel for Kernel0<T> {
                    type Ins = (f32, (T, (T, (bool, (f32, (T, (T, ())))))));
                    type Outs = (T, (T, (bool, ())));
                    const COST: usize = 79usize;
                    #[inline(always)]
                    fn tile<Isa: rt::Isa>(
                        &self,
                        s: Isa,
                        n: usize,
                        (
                            x0,
                            (x1, (x2, (x3, (x4, (x5, (x6, ())))))),
                        ): <Self::Ins as rt::List>::Tiles<'_>,
                        (y0, (y1, (y2, ()))): <Self::Outs as rt::List>::TilesMut<'_>,
                    ) {
                        #[inline(always)]
                        fn body<Isa: rt::Isa, T: rt::Float>(
                            s: Isa,
                            n: usize,
                            h0: rt::C<i32>,
                            h1: rt::C<T>,
                            h2: rt::C<i32>,
                            x0: &[rt::C<f32>],
                            x1: &[rt::C<T>],
                            x2: &[rt::C<T>],
                            x3: &[rt::C<bool>],
                            x4: &[rt::C<f32>],
                            x5: &[rt::C<T>],
                            x6: &[rt::C<T>],
                            y0: &mut [rt::C<T>],
                            y1: &mut [rt::C<T>],
                            y2: &mut [rt::C<bool>],
                        ) {
                            let x0 = &x0[..n];
                            let x1 = &x1[..n];
                            let x2 = &x2[..n];
                            let x3 = &x3[..n];
                            let x4 = &x4[..n];
                            let x5 = &x5[..n];
                            let x6 = &x6[..n];
                            let y0 = &mut y0[..n];
                            let y1 = &mut y1[..n];
                            let y2 = &mut y2[..n];
                            for i in 0..n {
                                let t0: rt::C<T> = rt::m::cast(s, x0[i]);
                                let t1: rt::C<T> = rt::m::mul(s, x1[i], x2[i]);
                                let t2: rt::C<T> = rt::m::select(
                                    s,
                                    x3[i],
                                    t1,
                                    rt::m::num::<Isa, rt::C<T>>(s, 1f64),
                                );
                                let t3: rt::C<T> = rt::m::powi(s, t2, h0);
                                let t4: rt::C<T> = rt::m::select(
                                    s,
                                    x3[i],
                                    t0,
                                    rt::m::num::<Isa, rt::C<T>>(s, 0f64),
                                );
                                let t5: rt::C<T> = rt::m::exp(s, t4);
                                let t6: rt::C<T> = rt::m::add(s, t3, t5);
                                let t7: rt::C<T> = rt::m::select(
                                    s,
                                    x3[i],
                                    t6,
                                    rt::m::num::<Isa, rt::C<T>>(s, 0f64),
                                );
                                let t8: rt::C<bool> = rt::m::gt(
                                    s,
                                    t7,
                                    rt::m::num::<Isa, rt::C<T>>(s, 1f64),
                                );
                                let t9: rt::C<T> = rt::m::cast(s, x4[i]);
                                let t10: rt::C<T> = rt::m::mul(s, x5[i], x2[i]);
                                let t11: rt::C<T> = rt::m::mul(s, x6[i], x1[i]);
                                let t12: rt::C<T> = rt::m::add(s, t10, t11);
                                let t13: rt::C<T> = rt::m::select(
                                    s,
                                    x3[i],
                                    t12,
                                    rt::m::num::<Isa, rt::C<T>>(s, 0f64),
                                );
                                let t14: rt::C<T> = rt::m::mul(s, t13, h1);
                                let t15: rt::C<T> = rt::m::powi(s, t2, h2);
                                let t16: rt::C<T> = rt::m::mul(s, t14, t15);
                                let t17: rt::C<T> = rt::m::select(
                                    s,
                                    x3[i],
                                    t9,
                                    rt::m::num::<Isa, rt::C<T>>(s, 0f64),
                                );
                                let t18: rt::C<T> = rt::m::mul(s, t17, t5);
                                let t19: rt::C<T> = rt::m::add(s, t16, t18);
                                let t20: rt::C<T> = rt::m::select(
                                    s,
                                    x3[i],
                                    t19,
                                    rt::m::num::<Isa, rt::C<T>>(s, 0f64),
                                );
                                y0[i] = t7;
                                y1[i] = t20;
                                y2[i] = t8;
                            }
                        }
                        body::<
                            Isa,
                            T,
                        >(
                            s,
                            n,
                            rt::m::num(s, self.h0),
                            rt::m::num(s, self.h1),
                            rt::m::num(s, self.h2),
                            x0,
                            x1,
                            x2,
                            x3,
                            x4,
                            x5,
                            x6,
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
                                function: "mixed",
                                op: "cast",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[1u16, 2u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "powi",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[3u16, 8u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "powi",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[9u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "exp",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[3u16, 7u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "exp",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[11u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "add",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[10u16, 12u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "select",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[3u16, 13u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "gt",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[14u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "cast",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[4u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[5u16, 2u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[6u16, 1u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[17u16, 18u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "powi",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[3u16, 19u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "powi",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[20u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "powi",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[9u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "powi",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[21u16, 22u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "exp",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[3u16, 16u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "exp",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[24u16, 12u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "add",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[23u16, 25u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "select",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[3u16, 26u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "sum",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[14u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "sum",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[27u16],
                        },
                    ],
                    outs: &[21u16, 22u16, 8u16],
                };
                let (t21, (t43, (t22, ()))) = rt::launch(
                    &Kernel0::<T> {
                        h0: rt::number(&t10),
                        h1: rt::number(&t32),
                        h2: rt::number(&t36),
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (
                        rt::Arg::Own(t7),
                        (
                            rt::Arg::Ref(pair_0),
                            (
                                rt::Arg::Ref(pair_1),
                                (
                                    rt::Arg::Ref(keep),
                                    (
                                        rt::Arg::Own(t26),
                                        (rt::Arg::Ref(pair_0_dot), (rt::Arg::Ref(pair_1_dot), ())),
                                    ),
                                ),
                            ),
                        ),
                    ),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Axes {
                                axes: &rt::Axes::from(::core::clone::Clone::clone(&t19)),
                                keep: ::core::clone::Clone::clone(&t20),
                            },
                            combine: rt::Combine::Sum,
                            scale: 1.0,
                        },
                        rt::OutSpec {
                            space: rt::Space::Axes {
                                axes: &rt::Axes::from(::core::clone::Clone::clone(&t19)),
                                keep: ::core::clone::Clone::clone(&t20),
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
                (t21, t43, t22)
            };
            ::core::result::Result::Ok(((t21, t22), t43))
        }
        ///The gradient of [`mixed`](fn@mixed) and the product of its Hessian with a vector.
        #[inline]
        pub fn hvp(
            pair: (&Tensor<T>, &Tensor<T>),
            table: &Tensor<f32>,
            ids: &Tensor<i32>,
            keep: &Tensor<bool>,
            power: i32,
            pair_dot: &(rt::Tensor<T>, rt::Tensor<T>),
            table_dot: &rt::Tensor<f32>,
        ) -> rt::Result<(MixedGrads<T>, MixedGrads<T>)> {
            let pair_0 = pair.0;
            let pair_1 = pair.1;
            let mut N = 0usize;
            let mut V = 0usize;
            {
                const SITE: rt::Site = rt::Site {
                    function: "mixed",
                    op: "",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::check_dims(
                    &SITE,
                    "pair.0",
                    &rt::shape_of(pair_0),
                    &mut [rt::Dim::Bind(&mut N)],
                )?;
                rt::check_dims(
                    &SITE,
                    "pair.1",
                    &rt::shape_of(pair_1),
                    &mut [rt::Dim::Equal("N", N)],
                )?;
                rt::check_dims(
                    &SITE,
                    "table",
                    &rt::shape_of(table),
                    &mut [rt::Dim::Bind(&mut V)],
                )?;
                rt::check_dims(
                    &SITE,
                    "ids",
                    &rt::shape_of(ids),
                    &mut [rt::Dim::Equal("N", N)],
                )?;
                rt::check_dims(
                    &SITE,
                    "keep",
                    &rt::shape_of(keep),
                    &mut [rt::Dim::Equal("N", N)],
                )?;
            }
            let pair_0_dot = &pair_dot.0;
            rt::check_tangent(pair_0, pair_0_dot, "mixed", "pair.0")?;
            let pair_1_dot = &pair_dot.1;
            rt::check_tangent(pair_1, pair_1_dot, "mixed", "pair.1")?;
            rt::check_tangent(table, table_dot, "mixed", "table")?;
            let t6 = { 0isize };
            let t7: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "mixed",
                    op: "index_select",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::done(
                    rt::ops::index_select(table, ::core::clone::Clone::clone(&t6), ids),
                    &SITE,
                )?
            };
            let t10 = {
                let h0 = ::core::clone::Clone::clone(&power);
                h0 as i32
            };
            let t19 = {
                let n = ::core::clone::Clone::clone(&t10);
                n as f64
            };
            let t22 = {
                let n = ::core::clone::Clone::clone(&t10);
                n.saturating_sub((n != 0) as i32)
            };
            let t23 = {
                let h0 = ::core::clone::Clone::clone(&t22);
                h0 as i32
            };
            let t30 = {
                let site0 = &rt::Site {
                    function: "mixed",
                    op: "index_select",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::placed(
                    rt::Sizes::from([(V as isize)] as [isize; 1usize]).shape(),
                    site0,
                )?
            };
            let t32: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "mixed",
                    op: "index_select",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::viewed(
                    rt::ops::broadcast_to(
                        &rt::scalar::<f32>(0f64),
                        ::core::clone::Clone::clone(&t30),
                    ),
                    &SITE,
                )?
            };
            let t37: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "mixed",
                    op: "index_select",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::done(
                    rt::ops::index_select(
                        table_dot,
                        ::core::clone::Clone::clone(&t6),
                        ids,
                    ),
                    &SITE,
                )?
            };
            let t47 = {
                let n = ::core::clone::Clone::clone(&t23);
                n as f64
            };
            let t50 = {
                let n = ::core::clone::Clone::clone(&t23);
                n.saturating_sub((n != 0) as i32)
            };
            let t51 = {
                let h0 = ::core::clone::Clone::clone(&t50);
                h0 as i32
            };
            let (t16, t27, t28, t58, t61) = {
                struct Kernel0<T: rt::Float> {
                    h0: f64,
                    h1: f64,
                    h2: f64,
                    h3: f64,
                    types: ::core::marker::PhantomData<(T,)>,
                }
                impl<T: rt::Float> rt::Kernel for Kernel0<T> {
                    type Ins = (T, (T, (bool, (T, (T, ())))));
                    type Outs = (T, (T, (T, (T, (T, ())))));
                    const COST: usize = 63usize;
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
                            (y1, (y2, (y3, (y4, ())))),
                        ): <Self::Outs as rt::List>::TilesMut<'_>,
                    ) {
                        #[inline(always)]
                        fn body<Isa: rt::Isa, T: rt::Float>(
                            s: Isa,
                            n: usize,
                            h0: rt::C<T>,
                            h1: rt::C<i32>,
                            h2: rt::C<T>,
                            h3: rt::C<i32>,
                            x0: &[rt::C<T>],
                            x1: &[rt::C<T>],
                            x2: &[rt::C<bool>],
                            x3: &[rt::C<T>],
                            x4: &[rt::C<T>],
                            y0: &mut [rt::C<T>],
                            y1: &mut [rt::C<T>],
                            y2: &mut [rt::C<T>],
                            y3: &mut [rt::C<T>],
                            y4: &mut [rt::C<T>],
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
                            let y4 = &mut y4[..n];
                            for i in 0..n {
                                let t0: rt::C<T> = rt::m::mul(s, x0[i], x1[i]);
                                let t1: rt::C<T> = rt::m::select(
                                    s,
                                    x2[i],
                                    t0,
                                    rt::m::num::<Isa, rt::C<T>>(s, 1f64),
                                );
                                let t2: rt::C<T> = rt::m::select(
                                    s,
                                    x2[i],
                                    rt::m::num::<Isa, rt::C<T>>(s, 1f64),
                                    rt::m::num::<Isa, rt::C<T>>(s, 0f64),
                                );
                                let t3: rt::C<T> = rt::m::mul(s, t2, h0);
                                let t4: rt::C<T> = rt::m::powi(s, t1, h1);
                                let t5: rt::C<T> = rt::m::mul(s, t3, t4);
                                let t6: rt::C<T> = rt::m::select(
                                    s,
                                    x2[i],
                                    t5,
                                    rt::m::num::<Isa, rt::C<T>>(s, 0f64),
                                );
                                let t7: rt::C<T> = rt::m::mul(s, t6, x1[i]);
                                let t8: rt::C<T> = rt::m::mul(s, t6, x0[i]);
                                let t9: rt::C<T> = rt::m::mul(s, x3[i], x1[i]);
                                let t10: rt::C<T> = rt::m::mul(s, x4[i], x0[i]);
                                let t11: rt::C<T> = rt::m::add(s, t9, t10);
                                let t12: rt::C<T> = rt::m::select(
                                    s,
                                    x2[i],
                                    t11,
                                    rt::m::num::<Isa, rt::C<T>>(s, 0f64),
                                );
                                let t13: rt::C<T> = rt::m::mul(s, t12, h2);
                                let t14: rt::C<T> = rt::m::powi(s, t1, h3);
                                let t15: rt::C<T> = rt::m::mul(s, t13, t14);
                                let t16: rt::C<T> = rt::m::mul(s, t15, t3);
                                let t17: rt::C<T> = rt::m::select(
                                    s,
                                    x2[i],
                                    t16,
                                    rt::m::num::<Isa, rt::C<T>>(s, 0f64),
                                );
                                let t18: rt::C<T> = rt::m::mul(s, t17, x1[i]);
                                let t19: rt::C<T> = rt::m::mul(s, x4[i], t6);
                                let t20: rt::C<T> = rt::m::add(s, t18, t19);
                                let t21: rt::C<T> = rt::m::mul(s, t17, x0[i]);
                                let t22: rt::C<T> = rt::m::mul(s, x3[i], t6);
                                let t23: rt::C<T> = rt::m::add(s, t21, t22);
                                y0[i] = t2;
                                y1[i] = t7;
                                y2[i] = t8;
                                y3[i] = t20;
                                y4[i] = t23;
                            }
                        }
                        body::<
                            Isa,
                            T,
                        >(
                            s,
                            n,
                            rt::m::num(s, self.h0),
                            rt::m::num(s, self.h1),
                            rt::m::num(s, self.h2),
                            rt::m::num(s, self.h3),
                            x0,
                            x1,
                            x2,
                            x3,
                            x4,
                            y0,
                            y1,
                            y2,
                            y3,
                            y4,
                        );
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16, 1u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "powi",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[2u16, 5u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "select",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[2u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "powi",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[7u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "powi",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[6u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "powi",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[8u16, 9u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "powi",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[2u16, 10u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[11u16, 1u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[11u16, 0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[3u16, 1u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[4u16, 0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[14u16, 15u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "powi",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[2u16, 16u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "powi",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[17u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "powi",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[6u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "powi",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[18u16, 19u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "powi",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[20u16, 8u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "powi",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[2u16, 21u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[22u16, 1u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[4u16, 11u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[23u16, 24u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[22u16, 0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[3u16, 11u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[26u16, 27u16],
                        },
                    ],
                    outs: &[2u16, 7u16, 8u16, 20u16, 23u16],
                };
                let (t16, (t27, (t28, (t58, (t61, ()))))) = rt::launch(
                    &Kernel0::<T> {
                        h0: rt::number(&t19),
                        h1: rt::number(&t23),
                        h2: rt::number(&t47),
                        h3: rt::number(&t51),
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (
                        rt::Arg::Ref(pair_0),
                        (
                            rt::Arg::Ref(pair_1),
                            (
                                rt::Arg::Ref(keep),
                                (rt::Arg::Ref(pair_0_dot), (rt::Arg::Ref(pair_1_dot), ())),
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
                (t16, t27, t28, t58, t61)
            };
            let (t29, t62) = {
                struct Kernel1<T: rt::Float> {
                    types: ::core::marker::PhantomData<(T,)>,
                }
                impl<T: rt::Float> rt::Kernel for Kernel1<T> {
                    type Ins = (f32, (bool, (T, (f32, ()))));
                    type Outs = (f32, (f32, ()));
                    const COST: usize = 32usize;
                    #[inline(always)]
                    fn tile<Isa: rt::Isa>(
                        &self,
                        s: Isa,
                        n: usize,
                        (x0, (x1, (x2, (x3, ())))): <Self::Ins as rt::List>::Tiles<'_>,
                        (y0, (y1, ())): <Self::Outs as rt::List>::TilesMut<'_>,
                    ) {
                        #[inline(always)]
                        fn body<Isa: rt::Isa, T: rt::Float>(
                            s: Isa,
                            n: usize,
                            x0: &[rt::C<f32>],
                            x1: &[rt::C<bool>],
                            x2: &[rt::C<T>],
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
                                let t0: rt::C<T> = rt::m::cast(s, x0[i]);
                                let t1: rt::C<T> = rt::m::select(
                                    s,
                                    x1[i],
                                    t0,
                                    rt::m::num::<Isa, rt::C<T>>(s, 0f64),
                                );
                                let t2: rt::C<T> = rt::m::exp(s, t1);
                                let t3: rt::C<T> = rt::m::mul(s, x2[i], t2);
                                let t4: rt::C<T> = rt::m::select(
                                    s,
                                    x1[i],
                                    t3,
                                    rt::m::num::<Isa, rt::C<T>>(s, 0f64),
                                );
                                let t5: rt::C<f32> = rt::m::cast(s, t4);
                                let t6: rt::C<T> = rt::m::cast(s, x3[i]);
                                let t7: rt::C<T> = rt::m::select(
                                    s,
                                    x1[i],
                                    t6,
                                    rt::m::num::<Isa, rt::C<T>>(s, 0f64),
                                );
                                let t8: rt::C<T> = rt::m::mul(s, t7, t2);
                                let t9: rt::C<T> = rt::m::mul(s, t8, x2[i]);
                                let t10: rt::C<T> = rt::m::select(
                                    s,
                                    x1[i],
                                    t9,
                                    rt::m::num::<Isa, rt::C<T>>(s, 0f64),
                                );
                                let t11: rt::C<f32> = rt::m::cast(s, t10);
                                y0[i] = t5;
                                y1[i] = t11;
                            }
                        }
                        body::<Isa, T>(s, n, x0, x1, x2, x3, y0, y1);
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "cast",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "exp",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[1u16, 4u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "exp",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[5u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "exp",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[2u16, 6u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "exp",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[1u16, 7u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "cast",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[8u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "cast",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[3u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "exp",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[1u16, 10u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "exp",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[11u16, 6u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "exp",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[12u16, 2u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "exp",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[1u16, 13u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "mixed",
                                op: "cast",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[14u16],
                        },
                    ],
                    outs: &[5u16, 11u16],
                };
                let (t29, (t62, ())) = rt::launch(
                    &Kernel1::<T> {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (
                        rt::Arg::Own(t7),
                        (
                            rt::Arg::Ref(keep),
                            (rt::Arg::Own(t16), (rt::Arg::Own(t37), ())),
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
                (t29, t62)
            };
            let t33: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "mixed",
                    op: "index_select",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::done(
                    rt::ops::index_add(
                        &t32,
                        ::core::clone::Clone::clone(&t6),
                        ids,
                        &t29,
                    ),
                    &SITE,
                )?
            };
            ::core::mem::drop(t32);
            ::core::mem::drop(t29);
            let t63 = rt::zeros::<f32>(::core::clone::Clone::clone(&t30))?;
            let t64: rt::Tensor<f32> = {
                const SITE: rt::Site = rt::Site {
                    function: "mixed",
                    op: "index_select",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::done(
                    rt::ops::index_add(
                        &t63,
                        ::core::clone::Clone::clone(&t6),
                        ids,
                        &t62,
                    ),
                    &SITE,
                )?
            };
            ::core::mem::drop(t63);
            ::core::mem::drop(t62);
            ::core::result::Result::Ok((
                MixedGrads {
                    pair: (t27, t28),
                    table: t33,
                    types: ::core::marker::PhantomData,
                },
                MixedGrads {
                    pair: (t58, t61),
                    table: t64,
                    types: ::core::marker::PhantomData,
                },
            ))
        }
        /// What was made of the function: its graph, its kernels, what it keeps for the pullback.
        #[inline]
        pub const fn explain() -> &'static str {
            "mixed\n\ngraph\n  %0 = input 0: T[N]   # pair.0\n  %1 = input 1: T[N]   # pair.1\n  %2 = input 2: f32[V]   # table\n  %3 = input 3: i32[N]   # ids\n  %4 = input 4: bool[N]   # keep\n  %5 = input 5: host   # power\n  %6 = host { 0isize }: host\n  %7 = index_select(%2, %6, %3): f32[N]\n  %8 = cast(%7): T[N]   # t\n  %9 = mul(%0, %1): T[N]\n  %10 = host { h0 as i32 }(%5): host\n  %11 = const 0.0: T[]\n  %12 = const 1.0: T[]\n  %13 = select(%4, %9, %12): T[N]\n  %14 = powi(%13, %10): T[N]\n  %15 = select(%4, %8, %11): T[N]\n  %16 = exp(%15): T[N]\n  %17 = add(%14, %16): T[N]\n  %18 = select(%4, %17, %11): T[N]   # y\n  %19 = host { rt::Axes::ALL }: host\n  %20 = host { false }: host\n  %21 = sum(%18, %19, %20): T[]\n  %22 = gt(%18, %12): bool[N]\n  return %21, %22\n\nvalue\n  %7 = index_select(table, %6, ids): f32[N]\n  kernel 0 over [N]: reads %7, pair.0, pair.1, keep; writes %21: T[] by sum, %22: bool[N]; cast mul select powi select exp add select gt\n\nvalue_and_grad\n  %7 = index_select(table, %6, ids): f32[N]\n  kernel 0 over [N]: reads pair.0, pair.1, keep; writes %13: T[N], %23: T[N], %34: T[N], %35: T[N]; mul select select mul powi mul select mul mul\n  kernel 1 over [N]: reads %7, %13, keep, %23; writes %21: T[] by sum, %22: bool[N], %36: f32[N]; cast powi select exp add select gt mul select cast\n  %39 = broadcast_to(%38, %37): f32[V]\n  %40 = index_add(%39, %6, ids, %36): f32[V]\n\nforward\n  %7 = index_select(table, %6, ids): f32[N]\n  kernel 0 over [N]: reads %7, pair.0, pair.1, keep; writes %21: T[] by sum, %22: bool[N]; cast mul select powi select exp add select gt\n\npullback\n  kernel 0 over [N]: reads %7 (index_select), pair.0, pair.1, keep, y_bar; writes %24: T[N], %25: T[N], %26: f32[N]; cast mul select select exp select mul select mul powi mul select mul mul cast\n  %29 = broadcast_to(%28, %27): f32[V]\n  %30 = index_add(%29, %7, ids, %26): f32[V]\n\njvp\n  %7 = index_select(table, %6, ids): f32[N]\n  %26 = index_select(table_dot, %6, ids): f32[N]\n  kernel 0 over [N]: reads %7, pair.0, pair.1, keep, %26, pair.0_dot, pair.1_dot; writes %21: T[] by sum, %43: T[] by sum, %22: bool[N]; cast mul select powi select exp add select gt cast mul mul add select mul powi mul select mul add select\n\nhvp\n  %7 = index_select(table, %6, ids): f32[N]\n  %32 = broadcast_to(%31, %30): f32[V]\n  %37 = index_select(table_dot, %6, ids): f32[N]\n  kernel 0 over [N]: reads pair.0, pair.1, keep, pair.0_dot, pair.1_dot; writes %16: T[N], %27: T[N], %28: T[N], %58: T[N], %61: T[N]; mul select select mul powi mul select mul mul mul mul add select mul powi mul mul select mul mul add mul mul add\n  kernel 1 over [N]: reads %7, keep, %16, %37; writes %29: f32[N], %62: f32[N]; cast select exp mul select cast cast select mul mul select cast\n  %33 = index_add(%32, %6, ids, %29): f32[V]\n  %64 = index_add(%63, %6, ids, %62): f32[V]\n\nresiduals\n  pair.0: T[N], N * size of T bytes (an argument: kept, not copied)\n  pair.1: T[N], N * size of T bytes (an argument: kept, not copied)\n  ids: i32[N], 4*N bytes (an argument: kept, not copied)\n  keep: bool[N], N bytes (an argument: kept, not copied)\n  %7 (index_select): f32[N], 4*N bytes\n"
        }
    }
    impl<T: Float> rt::Function for mixed<T> {
        const NAME: &'static str = "mixed";
        type Args<'args> = (
            (&'args Tensor<T>, &'args Tensor<T>),
            &'args Tensor<f32>,
            &'args Tensor<i32>,
            &'args Tensor<bool>,
            i32,
        );
        type Actives = MixedGrads<T>;
        type Output = (rt::Tensor<T>, rt::Tensor<bool>);
        type Tangent = rt::Tensor<T>;
        #[inline]
        fn actives(args: &Self::Args<'_>) -> Self::Actives {
            let (pair, table, ids, keep, power) = args;
            let pair_0 = pair.0;
            let pair_1 = pair.1;
            let table = *table;
            MixedGrads {
                pair: (
                    ::core::clone::Clone::clone(&*pair_0),
                    ::core::clone::Clone::clone(&*pair_1),
                ),
                table: ::core::clone::Clone::clone(&*table),
                types: ::core::marker::PhantomData,
            }
        }
        #[inline]
        fn replace<R>(
            args: &Self::Args<'_>,
            actives: &Self::Actives,
            then: impl ::core::ops::FnOnce(Self::Args<'_>) -> R,
        ) -> R {
            let (pair, table, ids, keep, power) = args;
            then((
                (&actives.pair.0, &actives.pair.1),
                &actives.table,
                ::core::clone::Clone::clone(ids),
                ::core::clone::Clone::clone(keep),
                ::core::clone::Clone::clone(power),
            ))
        }
        #[inline]
        fn floats(output: &Self::Output) -> Self::Tangent {
            ::core::clone::Clone::clone(&output.0)
        }
        #[inline]
        fn call(args: Self::Args<'_>) -> rt::Result<Self::Output> {
            let (pair, table, ids, keep, power) = args;
            Self::call(pair, table, ids, keep, power)
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
            let (pair, table, ids, keep, power) = args;
            Self::vjp(pair, table, ids, keep, power)
        }
        #[inline]
        fn jvp(
            args: Self::Args<'_>,
            tangents: &Self::Actives,
        ) -> rt::Result<(Self::Output, Self::Tangent)> {
            let (pair, table, ids, keep, power) = args;
            Self::jvp(pair, table, ids, keep, power, &tangents.pair, &tangents.table)
        }
    }
    impl<T: Float> rt::Objective for mixed<T> {
        #[inline]
        fn value_and_grad(
            args: Self::Args<'_>,
        ) -> rt::Result<(Self::Output, Self::Actives)> {
            let (pair, table, ids, keep, power) = args;
            Self::value_and_grad(pair, table, ids, keep, power)
        }
    }
    impl<T: Float> rt::TwiceDifferentiable for mixed<T> {
        #[inline]
        fn hvp(
            args: Self::Args<'_>,
            tangents: &Self::Actives,
        ) -> rt::Result<(Self::Actives, Self::Actives)> {
            let (pair, table, ids, keep, power) = args;
            Self::hvp(pair, table, ids, keep, power, &tangents.pair, &tangents.table)
        }
    }
};
