#[allow(dead_code)]
pub fn elementwise(x: &Tensor) -> Scalar {
    ::cotangent::__private::or_panic(<elementwise>::call(x))
}
///The transforms of [`elementwise`](fn@elementwise): `vjp`, `value_and_grad`, `grad`, `jvp`, `explain`.
#[allow(non_camel_case_types)]
pub enum elementwise {}
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
    ///Gradients of [`elementwise`](fn@elementwise), one field per active parameter.
    #[derive(Clone, Debug)]
    pub struct ElementwiseGrads {
        ///Gradient with respect to `x`.
        pub x: rt::Tensor<f32>,
    }
    impl rt::TensorTree for ElementwiseGrads {
        fn walk<const N: usize, W: rt::Walk<N>>(
            trees: [&Self; N],
            path: &mut rt::Path,
            walk: &mut W,
        ) -> rt::Result<Self> {
            ::core::result::Result::Ok(ElementwiseGrads {
                x: path.field("x", trees.map(|t| &t.x), walk)?,
            })
        }
    }
    impl elementwise {
        ///[`elementwise`](fn@elementwise) as a `Result`, whatever its signature.
        #[inline]
        pub fn call(x: &Tensor) -> rt::Result<rt::Tensor<f32>> {
            let mut N = 0usize;
            {
                const SITE: rt::Site = rt::Site {
                    function: "elementwise",
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
            }
            let t19 = { rt::Axes::ALL };
            let t20 = { false };
            let t22 = {
                let site0 = &rt::Site {
                    function: "elementwise",
                    op: "mean",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::placed(
                    rt::Sizes::from([(N as isize)] as [isize; 1usize]).shape(),
                    site0,
                )?
            };
            let t23 = {
                let s0 = ::core::clone::Clone::clone(&t22);
                let axes = ::core::clone::Clone::clone(&t19);
                1.0 / s0.count(&axes) as f64
            };
            let t25 = {
                struct Kernel0 {
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel0 {
                    type Ins = (f32, ());
                    type Outs = (f32, ());
                    const COST: usize = 92usize;
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
                                let t0: rt::C<f32> = rt::m::clamp(
                                    s,
                                    x0[i],
                                    rt::m::num::<Isa, rt::C<f32>>(s, -64f64),
                                    rt::m::num::<Isa, rt::C<f32>>(s, 64f64),
                                );
                                let t1: rt::C<f32> = rt::m::mul(s, t0, t0);
                                let t2: rt::C<f32> = rt::m::mul(
                                    s,
                                    rt::m::num::<Isa, rt::C<f32>>(s, 0.07135481627260025f64),
                                    t1,
                                );
                                let t3: rt::C<f32> = rt::m::add(
                                    s,
                                    rt::m::num::<Isa, rt::C<f32>>(s, 1.5957691216057308f64),
                                    t2,
                                );
                                let t4: rt::C<f32> = rt::m::mul(s, t0, t3);
                                let t5: rt::C<f32> = rt::m::sigmoid(s, t4);
                                let t6: rt::C<f32> = rt::m::mul(s, x0[i], t5);
                                let t7: rt::C<f32> = rt::m::sigmoid(s, x0[i]);
                                let t8: rt::C<f32> = rt::m::mul(s, t6, t7);
                                let t9: rt::C<f32> = rt::m::abs(s, x0[i]);
                                let t10: rt::C<f32> = rt::m::neg(s, t9);
                                let t11: rt::C<f32> = rt::m::exp(s, t10);
                                let t12: rt::C<f32> = rt::m::log1p(s, t11);
                                let t13: rt::C<f32> = rt::m::add(s, t8, t12);
                                y0[i] = t13;
                            }
                        }
                        body::<Isa>(s, n, x0, y0);
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "gelu_tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "gelu_tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[1u16, 1u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "gelu_tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[2u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "gelu_tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[3u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "gelu_tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[1u16, 4u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "gelu_tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[5u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "gelu_tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16, 6u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "sigmoid",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[7u16, 8u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "abs",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "neg",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[10u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "exp",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[11u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "log1p",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[12u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "add",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[9u16, 13u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "mean",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[14u16],
                        },
                    ],
                    outs: &[14u16],
                };
                let (t25, ()) = rt::launch(
                    &Kernel0 {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Ref(x), ()),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Axes {
                                axes: &rt::Axes::from(::core::clone::Clone::clone(&t19)),
                                keep: ::core::clone::Clone::clone(&t20),
                            },
                            combine: rt::Combine::Sum,
                            scale: rt::number(&t23),
                        },
                    ],
                )?;
                t25
            };
            ::core::result::Result::Ok(t25)
        }
        ///The value of [`elementwise`](fn@elementwise) and its gradient, as one fused program.
        #[inline]
        pub fn value_and_grad(
            x: &Tensor,
        ) -> rt::Result<(rt::Tensor<f32>, ElementwiseGrads)> {
            let mut N = 0usize;
            {
                const SITE: rt::Site = rt::Site {
                    function: "elementwise",
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
            }
            let t19 = { rt::Axes::ALL };
            let t20 = { false };
            let t22 = {
                let site0 = &rt::Site {
                    function: "elementwise",
                    op: "mean",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::placed(
                    rt::Sizes::from([(N as isize)] as [isize; 1usize]).shape(),
                    site0,
                )?
            };
            let t23 = {
                let s0 = ::core::clone::Clone::clone(&t22);
                let axes = ::core::clone::Clone::clone(&t19);
                1.0 / s0.count(&axes) as f64
            };
            let (t25, t56) = {
                struct Kernel0 {
                    h0: f64,
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel0 {
                    type Ins = (f32, ());
                    type Outs = (f32, (f32, ()));
                    const COST: usize = 126usize;
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
                                let t0: rt::C<f32> = rt::m::clamp(
                                    s,
                                    x0[i],
                                    rt::m::num::<Isa, rt::C<f32>>(s, -64f64),
                                    rt::m::num::<Isa, rt::C<f32>>(s, 64f64),
                                );
                                let t1: rt::C<f32> = rt::m::mul(s, t0, t0);
                                let t2: rt::C<f32> = rt::m::mul(
                                    s,
                                    rt::m::num::<Isa, rt::C<f32>>(s, 0.07135481627260025f64),
                                    t1,
                                );
                                let t3: rt::C<f32> = rt::m::add(
                                    s,
                                    rt::m::num::<Isa, rt::C<f32>>(s, 1.5957691216057308f64),
                                    t2,
                                );
                                let t4: rt::C<f32> = rt::m::mul(s, t0, t3);
                                let t5: rt::C<f32> = rt::m::sigmoid(s, t4);
                                let t6: rt::C<f32> = rt::m::mul(s, x0[i], t5);
                                let t7: rt::C<f32> = rt::m::sigmoid(s, x0[i]);
                                let t8: rt::C<f32> = rt::m::mul(s, t6, t7);
                                let t9: rt::C<f32> = rt::m::abs(s, x0[i]);
                                let t10: rt::C<f32> = rt::m::neg(s, t9);
                                let t11: rt::C<f32> = rt::m::exp(s, t10);
                                let t12: rt::C<f32> = rt::m::log1p(s, t11);
                                let t13: rt::C<f32> = rt::m::add(s, t8, t12);
                                let t14: rt::C<f32> = rt::m::add(
                                    s,
                                    rt::m::num::<Isa, rt::C<f32>>(s, 1f64),
                                    t11,
                                );
                                let t15: rt::C<f32> = rt::m::div(s, h0, t14);
                                let t16: rt::C<f32> = rt::m::mul(s, t15, t11);
                                let t17: rt::C<f32> = rt::m::neg(s, t16);
                                let t18: rt::C<f32> = rt::m::sign(s, x0[i]);
                                let t19: rt::C<f32> = rt::m::mul(s, t17, t18);
                                let t20: rt::C<f32> = rt::m::mul(s, h0, t7);
                                let t21: rt::C<f32> = rt::m::mul(s, h0, t6);
                                let t22: rt::C<f32> = rt::m::mul(s, t21, t7);
                                let t23: rt::C<f32> = rt::m::sub(
                                    s,
                                    rt::m::num::<Isa, rt::C<f32>>(s, 1f64),
                                    t7,
                                );
                                let t24: rt::C<f32> = rt::m::mul(s, t22, t23);
                                let t25: rt::C<f32> = rt::m::mul(s, t20, t5);
                                let t26: rt::C<f32> = rt::m::mul(s, t20, x0[i]);
                                let t27: rt::C<f32> = rt::m::mul(s, t26, t5);
                                let t28: rt::C<f32> = rt::m::sub(
                                    s,
                                    rt::m::num::<Isa, rt::C<f32>>(s, 1f64),
                                    t5,
                                );
                                let t29: rt::C<f32> = rt::m::mul(s, t27, t28);
                                let t30: rt::C<f32> = rt::m::mul(s, t29, t3);
                                let t31: rt::C<f32> = rt::m::mul(s, t29, t0);
                                let t32: rt::C<f32> = rt::m::mul(
                                    s,
                                    t31,
                                    rt::m::num::<Isa, rt::C<f32>>(s, 0.07135481627260025f64),
                                );
                                let t33: rt::C<f32> = rt::m::mul(s, t32, t0);
                                let t34: rt::C<f32> = rt::m::add(s, t30, t33);
                                let t35: rt::C<f32> = rt::m::add(s, t34, t33);
                                let t36: rt::C<bool> = rt::m::ge(
                                    s,
                                    x0[i],
                                    rt::m::num::<Isa, rt::C<f32>>(s, -64f64),
                                );
                                let t37: rt::C<bool> = rt::m::le(
                                    s,
                                    x0[i],
                                    rt::m::num::<Isa, rt::C<f32>>(s, 64f64),
                                );
                                let t38: rt::C<bool> = rt::m::and(s, t36, t37);
                                let t39: rt::C<f32> = rt::m::select(
                                    s,
                                    t38,
                                    t35,
                                    rt::m::num::<Isa, rt::C<f32>>(s, 0f64),
                                );
                                let t40: rt::C<f32> = rt::m::add(s, t19, t24);
                                let t41: rt::C<f32> = rt::m::add(s, t40, t25);
                                let t42: rt::C<f32> = rt::m::add(s, t41, t39);
                                y0[i] = t13;
                                y1[i] = t42;
                            }
                        }
                        body::<Isa>(s, n, rt::m::num(s, self.h0), x0, y0, y1);
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "gelu_tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "gelu_tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[1u16, 1u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "gelu_tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[2u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "gelu_tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[3u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "gelu_tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[1u16, 4u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "gelu_tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[5u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "gelu_tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16, 6u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "sigmoid",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[7u16, 8u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "abs",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "neg",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[10u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "exp",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[11u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "log1p",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[12u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "add",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[9u16, 13u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "log1p",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[12u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "log1p",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[15u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "exp",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[16u16, 12u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "neg",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[17u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "abs",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "abs",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[18u16, 19u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[8u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[7u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "sigmoid",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[22u16, 8u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "sigmoid",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[8u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "sigmoid",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[23u16, 24u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "gelu_tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[21u16, 6u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "gelu_tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[21u16, 0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "gelu_tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[27u16, 6u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "gelu_tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[6u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "gelu_tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[28u16, 29u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "gelu_tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[30u16, 4u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "gelu_tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[30u16, 1u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "gelu_tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[32u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "gelu_tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[33u16, 1u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "gelu_tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[31u16, 34u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "gelu_tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[35u16, 34u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "gelu_tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "gelu_tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "gelu_tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[37u16, 38u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "gelu_tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[39u16, 36u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "gelu_tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[20u16, 25u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "gelu_tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[41u16, 26u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "gelu_tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[42u16, 40u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "mean",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[14u16],
                        },
                    ],
                    outs: &[43u16, 42u16],
                };
                let (t25, (t56, ())) = rt::launch(
                    &Kernel0 {
                        h0: rt::number(&t23),
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Ref(x), ()),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Axes {
                                axes: &rt::Axes::from(::core::clone::Clone::clone(&t19)),
                                keep: ::core::clone::Clone::clone(&t20),
                            },
                            combine: rt::Combine::Sum,
                            scale: rt::number(&t23),
                        },
                        rt::OutSpec {
                            space: rt::Space::Full,
                            combine: rt::Combine::Store,
                            scale: 1.0,
                        },
                    ],
                )?;
                (t25, t56)
            };
            ::core::result::Result::Ok((t25, ElementwiseGrads { x: t56 }))
        }
        ///The gradient of [`elementwise`](fn@elementwise).
        #[inline]
        pub fn grad(x: &Tensor) -> rt::Result<ElementwiseGrads> {
            ::core::result::Result::Ok(Self::value_and_grad(x)?.1)
        }
        ///The value of [`elementwise`](fn@elementwise) and a pullback: cotangents of the result in, cotangents of the active inputs out.
        #[inline]
        pub fn vjp(
            x: &Tensor,
        ) -> rt::Result<
            (
                rt::Tensor<f32>,
                impl rt::Pullback<
                    Cotangent = rt::Tensor<f32>,
                    Grads = ElementwiseGrads,
                > + ::core::clone::Clone + use<>,
            ),
        > {
            let mut N = 0usize;
            {
                const SITE: rt::Site = rt::Site {
                    function: "elementwise",
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
            }
            let t19 = { rt::Axes::ALL };
            let t20 = { false };
            let t22 = {
                let site0 = &rt::Site {
                    function: "elementwise",
                    op: "mean",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::placed(
                    rt::Sizes::from([(N as isize)] as [isize; 1usize]).shape(),
                    site0,
                )?
            };
            let t23 = {
                let s0 = ::core::clone::Clone::clone(&t22);
                let axes = ::core::clone::Clone::clone(&t19);
                1.0 / s0.count(&axes) as f64
            };
            let t25 = {
                struct Kernel0 {
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel0 {
                    type Ins = (f32, ());
                    type Outs = (f32, ());
                    const COST: usize = 92usize;
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
                                let t0: rt::C<f32> = rt::m::clamp(
                                    s,
                                    x0[i],
                                    rt::m::num::<Isa, rt::C<f32>>(s, -64f64),
                                    rt::m::num::<Isa, rt::C<f32>>(s, 64f64),
                                );
                                let t1: rt::C<f32> = rt::m::mul(s, t0, t0);
                                let t2: rt::C<f32> = rt::m::mul(
                                    s,
                                    rt::m::num::<Isa, rt::C<f32>>(s, 0.07135481627260025f64),
                                    t1,
                                );
                                let t3: rt::C<f32> = rt::m::add(
                                    s,
                                    rt::m::num::<Isa, rt::C<f32>>(s, 1.5957691216057308f64),
                                    t2,
                                );
                                let t4: rt::C<f32> = rt::m::mul(s, t0, t3);
                                let t5: rt::C<f32> = rt::m::sigmoid(s, t4);
                                let t6: rt::C<f32> = rt::m::mul(s, x0[i], t5);
                                let t7: rt::C<f32> = rt::m::sigmoid(s, x0[i]);
                                let t8: rt::C<f32> = rt::m::mul(s, t6, t7);
                                let t9: rt::C<f32> = rt::m::abs(s, x0[i]);
                                let t10: rt::C<f32> = rt::m::neg(s, t9);
                                let t11: rt::C<f32> = rt::m::exp(s, t10);
                                let t12: rt::C<f32> = rt::m::log1p(s, t11);
                                let t13: rt::C<f32> = rt::m::add(s, t8, t12);
                                y0[i] = t13;
                            }
                        }
                        body::<Isa>(s, n, x0, y0);
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "gelu_tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "gelu_tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[1u16, 1u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "gelu_tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[2u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "gelu_tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[3u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "gelu_tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[1u16, 4u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "gelu_tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[5u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "gelu_tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16, 6u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "sigmoid",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[7u16, 8u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "abs",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "neg",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[10u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "exp",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[11u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "log1p",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[12u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "add",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[9u16, 13u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "mean",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[14u16],
                        },
                    ],
                    outs: &[14u16],
                };
                let (t25, ()) = rt::launch(
                    &Kernel0 {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Ref(x), ()),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Axes {
                                axes: &rt::Axes::from(::core::clone::Clone::clone(&t19)),
                                keep: ::core::clone::Clone::clone(&t20),
                            },
                            combine: rt::Combine::Sum,
                            scale: rt::number(&t23),
                        },
                    ],
                )?;
                t25
            };
            let shape_of_result0 = rt::shape_of(&t25);
            let value = t25;
            let residual0 = ::core::clone::Clone::clone(x);
            let residual1 = ::core::clone::Clone::clone(&t23);
            let bytes = 0usize + rt::bytes_of(&residual0);
            let pullback = rt::pullback::<
                rt::Tensor<f32>,
                _,
                _,
            >(
                bytes,
                move |cotangent| -> rt::Result<ElementwiseGrads> {
                    let cotangent0 = &rt::cotangent(
                        cotangent,
                        &shape_of_result0,
                        "elementwise",
                    )?;
                    let t19 = {
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
                                        function: "elementwise",
                                        op: "mean",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[0u16],
                                },
                            ],
                            outs: &[0u16],
                        };
                        let (t19, ()) = rt::launch(
                            &Kernel0 {
                                h0: rt::number(&residual1),
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
                        t19
                    };
                    let t50 = {
                        struct Kernel1 {
                            types: ::core::marker::PhantomData<()>,
                        }
                        impl rt::Kernel for Kernel1 {
                            type Ins = (f32, (f32, ()));
                            type Outs = (f32, ());
                            const COST: usize = 104usize;
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
                                        let t0: rt::C<f32> = rt::m::clamp(
                                            s,
                                            x0[i],
                                            rt::m::num::<Isa, rt::C<f32>>(s, -64f64),
                                            rt::m::num::<Isa, rt::C<f32>>(s, 64f64),
                                        );
                                        let t1: rt::C<f32> = rt::m::mul(s, t0, t0);
                                        let t2: rt::C<f32> = rt::m::mul(
                                            s,
                                            rt::m::num::<Isa, rt::C<f32>>(s, 0.07135481627260025f64),
                                            t1,
                                        );
                                        let t3: rt::C<f32> = rt::m::add(
                                            s,
                                            rt::m::num::<Isa, rt::C<f32>>(s, 1.5957691216057308f64),
                                            t2,
                                        );
                                        let t4: rt::C<f32> = rt::m::mul(s, t0, t3);
                                        let t5: rt::C<f32> = rt::m::sigmoid(s, t4);
                                        let t6: rt::C<f32> = rt::m::mul(s, x0[i], t5);
                                        let t7: rt::C<f32> = rt::m::sigmoid(s, x0[i]);
                                        let t8: rt::C<f32> = rt::m::abs(s, x0[i]);
                                        let t9: rt::C<f32> = rt::m::neg(s, t8);
                                        let t10: rt::C<f32> = rt::m::exp(s, t9);
                                        let t11: rt::C<f32> = rt::m::add(
                                            s,
                                            rt::m::num::<Isa, rt::C<f32>>(s, 1f64),
                                            t10,
                                        );
                                        let t12: rt::C<f32> = rt::m::div(s, x1[i], t11);
                                        let t13: rt::C<f32> = rt::m::mul(s, t12, t10);
                                        let t14: rt::C<f32> = rt::m::neg(s, t13);
                                        let t15: rt::C<f32> = rt::m::sign(s, x0[i]);
                                        let t16: rt::C<f32> = rt::m::mul(s, t14, t15);
                                        let t17: rt::C<f32> = rt::m::mul(s, x1[i], t7);
                                        let t18: rt::C<f32> = rt::m::mul(s, x1[i], t6);
                                        let t19: rt::C<f32> = rt::m::mul(s, t18, t7);
                                        let t20: rt::C<f32> = rt::m::sub(
                                            s,
                                            rt::m::num::<Isa, rt::C<f32>>(s, 1f64),
                                            t7,
                                        );
                                        let t21: rt::C<f32> = rt::m::mul(s, t19, t20);
                                        let t22: rt::C<f32> = rt::m::mul(s, t17, t5);
                                        let t23: rt::C<f32> = rt::m::mul(s, t17, x0[i]);
                                        let t24: rt::C<f32> = rt::m::mul(s, t23, t5);
                                        let t25: rt::C<f32> = rt::m::sub(
                                            s,
                                            rt::m::num::<Isa, rt::C<f32>>(s, 1f64),
                                            t5,
                                        );
                                        let t26: rt::C<f32> = rt::m::mul(s, t24, t25);
                                        let t27: rt::C<f32> = rt::m::mul(s, t26, t3);
                                        let t28: rt::C<f32> = rt::m::mul(s, t26, t0);
                                        let t29: rt::C<f32> = rt::m::mul(
                                            s,
                                            t28,
                                            rt::m::num::<Isa, rt::C<f32>>(s, 0.07135481627260025f64),
                                        );
                                        let t30: rt::C<f32> = rt::m::mul(s, t29, t0);
                                        let t31: rt::C<f32> = rt::m::add(s, t27, t30);
                                        let t32: rt::C<f32> = rt::m::add(s, t31, t30);
                                        let t33: rt::C<bool> = rt::m::ge(
                                            s,
                                            x0[i],
                                            rt::m::num::<Isa, rt::C<f32>>(s, -64f64),
                                        );
                                        let t34: rt::C<bool> = rt::m::le(
                                            s,
                                            x0[i],
                                            rt::m::num::<Isa, rt::C<f32>>(s, 64f64),
                                        );
                                        let t35: rt::C<bool> = rt::m::and(s, t33, t34);
                                        let t36: rt::C<f32> = rt::m::select(
                                            s,
                                            t35,
                                            t32,
                                            rt::m::num::<Isa, rt::C<f32>>(s, 0f64),
                                        );
                                        let t37: rt::C<f32> = rt::m::add(s, t16, t21);
                                        let t38: rt::C<f32> = rt::m::add(s, t37, t22);
                                        let t39: rt::C<f32> = rt::m::add(s, t38, t36);
                                        y0[i] = t39;
                                    }
                                }
                                body::<Isa>(s, n, x0, x1, y0);
                            }
                        }
                        const INFO: rt::GroupInfo = rt::GroupInfo {
                            ops: &[
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "elementwise",
                                        op: "gelu_tanh",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[0u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "elementwise",
                                        op: "gelu_tanh",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[2u16, 2u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "elementwise",
                                        op: "gelu_tanh",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[3u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "elementwise",
                                        op: "gelu_tanh",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[4u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "elementwise",
                                        op: "gelu_tanh",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[2u16, 5u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "elementwise",
                                        op: "gelu_tanh",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[6u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "elementwise",
                                        op: "gelu_tanh",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[0u16, 7u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "elementwise",
                                        op: "sigmoid",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[0u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "elementwise",
                                        op: "abs",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[0u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "elementwise",
                                        op: "neg",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[10u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "elementwise",
                                        op: "exp",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[11u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "elementwise",
                                        op: "log1p",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[12u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "elementwise",
                                        op: "log1p",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[1u16, 13u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "elementwise",
                                        op: "exp",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[14u16, 12u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "elementwise",
                                        op: "neg",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[15u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "elementwise",
                                        op: "abs",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[0u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "elementwise",
                                        op: "abs",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[16u16, 17u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "elementwise",
                                        op: "mul",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[1u16, 9u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "elementwise",
                                        op: "mul",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[1u16, 8u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "elementwise",
                                        op: "sigmoid",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[20u16, 9u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "elementwise",
                                        op: "sigmoid",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[9u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "elementwise",
                                        op: "sigmoid",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[21u16, 22u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "elementwise",
                                        op: "gelu_tanh",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[19u16, 7u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "elementwise",
                                        op: "gelu_tanh",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[19u16, 0u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "elementwise",
                                        op: "gelu_tanh",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[25u16, 7u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "elementwise",
                                        op: "gelu_tanh",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[7u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "elementwise",
                                        op: "gelu_tanh",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[26u16, 27u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "elementwise",
                                        op: "gelu_tanh",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[28u16, 5u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "elementwise",
                                        op: "gelu_tanh",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[28u16, 2u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "elementwise",
                                        op: "gelu_tanh",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[30u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "elementwise",
                                        op: "gelu_tanh",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[31u16, 2u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "elementwise",
                                        op: "gelu_tanh",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[29u16, 32u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "elementwise",
                                        op: "gelu_tanh",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[33u16, 32u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "elementwise",
                                        op: "gelu_tanh",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[0u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "elementwise",
                                        op: "gelu_tanh",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[0u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "elementwise",
                                        op: "gelu_tanh",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[35u16, 36u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "elementwise",
                                        op: "gelu_tanh",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[37u16, 34u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "elementwise",
                                        op: "gelu_tanh",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[18u16, 23u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "elementwise",
                                        op: "gelu_tanh",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[39u16, 24u16],
                                },
                                rt::OpInfo {
                                    site: rt::Site {
                                        function: "elementwise",
                                        op: "gelu_tanh",
                                        file: ::core::file!(),
                                        line: ::core::line!(),
                                    },
                                    args: &[40u16, 38u16],
                                },
                            ],
                            outs: &[39u16],
                        };
                        let (t50, ()) = rt::launch(
                            &Kernel1 {
                                types: ::core::marker::PhantomData,
                            },
                            &INFO,
                            (rt::Arg::Own(residual0), (rt::Arg::Own(t19), ())),
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
                    ::core::result::Result::Ok(ElementwiseGrads { x: t50 })
                },
            );
            ::core::result::Result::Ok((value, pullback))
        }
        ///The value of [`elementwise`](fn@elementwise) and its derivative along the tangents.
        #[inline]
        pub fn jvp(
            x: &Tensor,
            x_dot: &rt::Tensor<f32>,
        ) -> rt::Result<(rt::Tensor<f32>, rt::Tensor<f32>)> {
            let mut N = 0usize;
            {
                const SITE: rt::Site = rt::Site {
                    function: "elementwise",
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
            }
            rt::check_tangent(x, x_dot, "elementwise", "x")?;
            let t19 = { rt::Axes::ALL };
            let t20 = { false };
            let t22 = {
                let site0 = &rt::Site {
                    function: "elementwise",
                    op: "mean",
                    file: ::core::file!(),
                    line: ::core::line!(),
                };
                rt::placed(
                    rt::Sizes::from([(N as isize)] as [isize; 1usize]).shape(),
                    site0,
                )?
            };
            let t23 = {
                let s0 = ::core::clone::Clone::clone(&t22);
                let axes = ::core::clone::Clone::clone(&t19);
                1.0 / s0.count(&axes) as f64
            };
            let (t25, t59) = {
                struct Kernel0 {
                    types: ::core::marker::PhantomData<()>,
                }
                impl rt::Kernel for Kernel0 {
                    type Ins = (f32, (f32, ()));
                    type Outs = (f32, (f32, ()));
                    const COST: usize = 126usize;
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
                                let t0: rt::C<f32> = rt::m::clamp(
                                    s,
                                    x0[i],
                                    rt::m::num::<Isa, rt::C<f32>>(s, -64f64),
                                    rt::m::num::<Isa, rt::C<f32>>(s, 64f64),
                                );
                                let t1: rt::C<f32> = rt::m::mul(s, t0, t0);
                                let t2: rt::C<f32> = rt::m::mul(
                                    s,
                                    rt::m::num::<Isa, rt::C<f32>>(s, 0.07135481627260025f64),
                                    t1,
                                );
                                let t3: rt::C<f32> = rt::m::add(
                                    s,
                                    rt::m::num::<Isa, rt::C<f32>>(s, 1.5957691216057308f64),
                                    t2,
                                );
                                let t4: rt::C<f32> = rt::m::mul(s, t0, t3);
                                let t5: rt::C<f32> = rt::m::sigmoid(s, t4);
                                let t6: rt::C<f32> = rt::m::mul(s, x0[i], t5);
                                let t7: rt::C<f32> = rt::m::sigmoid(s, x0[i]);
                                let t8: rt::C<f32> = rt::m::mul(s, t6, t7);
                                let t9: rt::C<f32> = rt::m::abs(s, x0[i]);
                                let t10: rt::C<f32> = rt::m::neg(s, t9);
                                let t11: rt::C<f32> = rt::m::exp(s, t10);
                                let t12: rt::C<f32> = rt::m::log1p(s, t11);
                                let t13: rt::C<f32> = rt::m::add(s, t8, t12);
                                let t14: rt::C<bool> = rt::m::ge(
                                    s,
                                    x0[i],
                                    rt::m::num::<Isa, rt::C<f32>>(s, -64f64),
                                );
                                let t15: rt::C<bool> = rt::m::le(
                                    s,
                                    x0[i],
                                    rt::m::num::<Isa, rt::C<f32>>(s, 64f64),
                                );
                                let t16: rt::C<bool> = rt::m::and(s, t14, t15);
                                let t17: rt::C<f32> = rt::m::select(
                                    s,
                                    t16,
                                    x1[i],
                                    rt::m::num::<Isa, rt::C<f32>>(s, 0f64),
                                );
                                let t18: rt::C<f32> = rt::m::mul(s, t17, t0);
                                let t19: rt::C<f32> = rt::m::add(s, t18, t18);
                                let t20: rt::C<f32> = rt::m::mul(
                                    s,
                                    t19,
                                    rt::m::num::<Isa, rt::C<f32>>(s, 0.07135481627260025f64),
                                );
                                let t21: rt::C<f32> = rt::m::mul(s, t17, t3);
                                let t22: rt::C<f32> = rt::m::mul(s, t20, t0);
                                let t23: rt::C<f32> = rt::m::add(s, t21, t22);
                                let t24: rt::C<f32> = rt::m::mul(s, t23, t5);
                                let t25: rt::C<f32> = rt::m::sub(
                                    s,
                                    rt::m::num::<Isa, rt::C<f32>>(s, 1f64),
                                    t5,
                                );
                                let t26: rt::C<f32> = rt::m::mul(s, t24, t25);
                                let t27: rt::C<f32> = rt::m::mul(s, x1[i], t5);
                                let t28: rt::C<f32> = rt::m::mul(s, t26, x0[i]);
                                let t29: rt::C<f32> = rt::m::add(s, t27, t28);
                                let t30: rt::C<f32> = rt::m::mul(s, x1[i], t7);
                                let t31: rt::C<f32> = rt::m::sub(
                                    s,
                                    rt::m::num::<Isa, rt::C<f32>>(s, 1f64),
                                    t7,
                                );
                                let t32: rt::C<f32> = rt::m::mul(s, t30, t31);
                                let t33: rt::C<f32> = rt::m::mul(s, t29, t7);
                                let t34: rt::C<f32> = rt::m::mul(s, t32, t6);
                                let t35: rt::C<f32> = rt::m::add(s, t33, t34);
                                let t36: rt::C<f32> = rt::m::sign(s, x0[i]);
                                let t37: rt::C<f32> = rt::m::mul(s, x1[i], t36);
                                let t38: rt::C<f32> = rt::m::neg(s, t37);
                                let t39: rt::C<f32> = rt::m::mul(s, t38, t11);
                                let t40: rt::C<f32> = rt::m::add(
                                    s,
                                    rt::m::num::<Isa, rt::C<f32>>(s, 1f64),
                                    t11,
                                );
                                let t41: rt::C<f32> = rt::m::div(s, t39, t40);
                                let t42: rt::C<f32> = rt::m::add(s, t35, t41);
                                y0[i] = t13;
                                y1[i] = t42;
                            }
                        }
                        body::<Isa>(s, n, x0, x1, y0, y1);
                    }
                }
                const INFO: rt::GroupInfo = rt::GroupInfo {
                    ops: &[
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "gelu_tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "gelu_tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[2u16, 2u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "gelu_tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[3u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "gelu_tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[4u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "gelu_tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[2u16, 5u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "gelu_tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[6u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "gelu_tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16, 7u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "sigmoid",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[8u16, 9u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "abs",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "neg",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[11u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "exp",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[12u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "log1p",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[13u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "add",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[10u16, 14u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "gelu_tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "gelu_tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "gelu_tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[16u16, 17u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "gelu_tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[18u16, 1u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "gelu_tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[19u16, 2u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "gelu_tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[20u16, 20u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "gelu_tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[21u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "gelu_tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[19u16, 5u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "gelu_tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[22u16, 2u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "gelu_tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[23u16, 24u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "gelu_tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[25u16, 7u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "gelu_tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[7u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "gelu_tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[26u16, 27u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "gelu_tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[1u16, 7u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "gelu_tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[28u16, 0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "gelu_tanh",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[29u16, 30u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "sigmoid",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[1u16, 9u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "sigmoid",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[9u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "sigmoid",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[32u16, 33u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[31u16, 9u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[34u16, 8u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "mul",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[35u16, 36u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "abs",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[0u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "abs",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[1u16, 38u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "neg",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[39u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "exp",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[40u16, 13u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "log1p",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[13u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "log1p",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[41u16, 42u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "add",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[37u16, 43u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "mean",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[15u16],
                        },
                        rt::OpInfo {
                            site: rt::Site {
                                function: "elementwise",
                                op: "mean",
                                file: ::core::file!(),
                                line: ::core::line!(),
                            },
                            args: &[44u16],
                        },
                    ],
                    outs: &[43u16, 44u16],
                };
                let (t25, (t59, ())) = rt::launch(
                    &Kernel0 {
                        types: ::core::marker::PhantomData,
                    },
                    &INFO,
                    (rt::Arg::Ref(x), (rt::Arg::Ref(x_dot), ())),
                    &[
                        rt::OutSpec {
                            space: rt::Space::Axes {
                                axes: &rt::Axes::from(::core::clone::Clone::clone(&t19)),
                                keep: ::core::clone::Clone::clone(&t20),
                            },
                            combine: rt::Combine::Sum,
                            scale: rt::number(&t23),
                        },
                        rt::OutSpec {
                            space: rt::Space::Axes {
                                axes: &rt::Axes::from(::core::clone::Clone::clone(&t19)),
                                keep: ::core::clone::Clone::clone(&t20),
                            },
                            combine: rt::Combine::Sum,
                            scale: rt::number(&t23),
                        },
                    ],
                )?;
                (t25, t59)
            };
            ::core::result::Result::Ok((t25, t59))
        }
        /// What was made of the function: its graph, its kernels, what it keeps for the pullback.
        #[inline]
        pub const fn explain() -> &'static str {
            "elementwise\n\ngraph\n  %0 = input 0: f32[N]   # x\n  %1 = const -64.0: f32[]\n  %2 = const 64.0: f32[]\n  %3 = clamp(%0, %1, %2): f32[N]\n  %4 = mul(%3, %3): f32[N]\n  %5 = const 0.07135481627260025: f32[]\n  %6 = mul(%5, %4): f32[N]\n  %7 = const 1.5957691216057308: f32[]\n  %8 = add(%7, %6): f32[N]\n  %9 = mul(%3, %8): f32[N]\n  %10 = sigmoid(%9): f32[N]\n  %11 = mul(%0, %10): f32[N]\n  %12 = sigmoid(%0): f32[N]\n  %13 = mul(%11, %12): f32[N]\n  %14 = abs(%0): f32[N]\n  %15 = neg(%14): f32[N]\n  %16 = exp(%15): f32[N]\n  %17 = log1p(%16): f32[N]\n  %18 = add(%13, %17): f32[N]\n  %19 = host { rt::Axes::ALL }: host\n  %20 = host { false }: host\n  %21 = sum(%18, %19, %20): f32[]\n  %22 = host { rt::placed(rt::Sizes::from([(N as isize)] as [isize; 1usize]).shape(), site0)? }: host\n  %23 = host { 1.0 / s0.count(& axes) as f64 }(%22, %19): host\n  %24 = scalar(%23): f32[]\n  %25 = mul(%21, %24): f32[]\n  return %25\n\nvalue\n  kernel 0 over [N]: reads x; writes %25: f32[] by sum, scaled; clamp mul mul add mul sigmoid mul sigmoid mul abs neg exp log1p add\n\nvalue_and_grad\n  kernel 0 over [N]: reads x; writes %25: f32[] by sum, scaled, %56: f32[N]; clamp mul mul add mul sigmoid mul sigmoid mul abs neg exp log1p add add div mul neg sign mul mul mul mul sub mul mul mul mul sub mul mul mul mul mul add add ge le and select add add add\n\nforward\n  kernel 0 over [N]: reads x; writes %25: f32[] by sum, scaled; clamp mul mul add mul sigmoid mul sigmoid mul abs neg exp log1p add\n\npullback\n  kernel 0 over []: reads y_bar; writes %19: f32[]; mul\n  kernel 1 over [N]: reads x, %19; writes %50: f32[N]; clamp mul mul add mul sigmoid mul sigmoid abs neg exp add div mul neg sign mul mul mul mul sub mul mul mul mul sub mul mul mul mul mul add add ge le and select add add add\n\njvp\n  kernel 0 over [N]: reads x, x_dot; writes %25: f32[] by sum, scaled, %59: f32[] by sum, scaled; clamp mul mul add mul sigmoid mul sigmoid mul abs neg exp log1p add ge le and select mul add mul mul mul add mul sub mul mul mul add mul sub mul mul mul add sign mul neg mul add div add\n\nresiduals\n  x: f32[N], 4*N bytes (an argument: kept, not copied)\n"
        }
    }
    impl rt::Function for elementwise {
        const NAME: &'static str = "elementwise";
        type Args<'args> = (&'args Tensor,);
        type Actives = ElementwiseGrads;
        type Output = rt::Tensor<f32>;
        type Tangent = rt::Tensor<f32>;
        #[inline]
        fn actives(args: &Self::Args<'_>) -> Self::Actives {
            let (x,) = args;
            let x = *x;
            ElementwiseGrads {
                x: ::core::clone::Clone::clone(&*x),
            }
        }
        #[inline]
        fn replace<R>(
            args: &Self::Args<'_>,
            actives: &Self::Actives,
            then: impl ::core::ops::FnOnce(Self::Args<'_>) -> R,
        ) -> R {
            let (x,) = args;
            then((&actives.x,))
        }
        #[inline]
        fn floats(output: &Self::Output) -> Self::Tangent {
            ::core::clone::Clone::clone(&output)
        }
        #[inline]
        fn call(args: Self::Args<'_>) -> rt::Result<Self::Output> {
            let (x,) = args;
            Self::call(x)
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
            let (x,) = args;
            Self::vjp(x)
        }
        #[inline]
        fn jvp(
            args: Self::Args<'_>,
            tangents: &Self::Actives,
        ) -> rt::Result<(Self::Output, Self::Tangent)> {
            let (x,) = args;
            Self::jvp(x, &tangents.x)
        }
    }
    impl rt::Objective for elementwise {
        #[inline]
        fn value_and_grad(
            args: Self::Args<'_>,
        ) -> rt::Result<(Self::Output, Self::Actives)> {
            let (x,) = args;
            Self::value_and_grad(x)
        }
    }
};
