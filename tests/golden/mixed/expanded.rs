#[track_caller]
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
    unused_qualifications,
    clippy::all,
    clippy::pedantic,
    clippy::nursery,
    clippy::restriction
)]
const _: () = {
    use ::cotangent::__private::{self as __rt, unnamed::*};
    use __kernels::OPS as __OPS;
    mod __kernels {
        use ::cotangent::__private::{self as rt, m};
        pub const OPS: &rt::Ops = &rt::Ops {
            place: rt::Place::new("mixed", ::core::file!(), &[5, 13, 14, 15]),
            sites: &[("", 0), ("index_select", 1)],
            groups: &[
                (
                    "cast@1(0) mul@2(1,2) powi@2(3,5) powi@2(6) exp@2(3,4) exp@2(8) add@2(7,9) select@2(3,10) gt@3(11) sum@3(11)",
                    &[9, 8],
                ),
                (
                    "mul@2(0,1) powi@2(2,3) select@2(2) powi@2(5) powi@2(4) powi@2(6,7) powi@2(2,8) mul@2(9,1) mul@2(9,0) mul@2(2,10) mul@2(2,11)",
                    &[1, 2, 9, 10],
                ),
                (
                    "cast@1(0) powi@2(1) exp@2(2,4) exp@2(6) add@2(5,7) select@2(2,8) gt@3(9) exp@2(3,7) exp@2(2,11) cast@1(12) sum@3(9)",
                    &[10, 6, 9],
                ),
                (
                    "cast@1(0) mul@2(1,2) powi@2(3,6) exp@2(3,5) exp@2(8) select@2(3,4) exp@2(10,9) exp@2(3,11) powi@2(10) powi@2(7) powi@2(13,14) powi@2(3,15) mul@2(16,2) mul@2(16,1) mul@2(3,17) mul@2(3,18) cast@1(12)",
                    &[14, 15, 16],
                ),
                (
                    "cast@1(0) mul@2(1,2) powi@2(3,8) powi@2(9) exp@2(3,7) exp@2(11) add@2(10,12) select@2(3,13) gt@3(14) cast@1(4) mul@2(5,2) mul@2(6,1) mul@2(17,18) powi@2(3,19) powi@2(20) powi@2(9) powi@2(21,22) exp@2(3,16) exp@2(24,12) add@2(23,25) select@2(3,26) sum@3(14) sum@3(27)",
                    &[21, 22, 8],
                ),
                (
                    "cast@1(0) mul@2(1,2) powi@2(3,10) exp@2(3,9) exp@2(12) select@2(3,4) exp@2(14,13) exp@2(3,15) powi@2(14) powi@2(11) powi@2(17,18) powi@2(3,19) mul@2(20,2) mul@2(20,1) mul@2(3,21) mul@2(3,22) cast@1(16) cast@1(5) mul@2(6,2) mul@2(7,1) mul@2(27,28) powi@2(3,29) exp@2(3,26) exp@2(31,13) select@2(3,8) exp@2(33,13) exp@2(32,14) exp@2(34,35) exp@2(3,36) powi@2(33) powi@2(30) powi@2(11) powi@2(39,40) powi@2(38,18) powi@2(41,17) powi@2(42,43) powi@2(3,44) mul@2(45,2) mul@2(7,20) mul@2(46,47) mul@2(45,1) mul@2(6,20) mul@2(49,50) mul@2(3,48) mul@2(3,51) cast@1(37)",
                    &[14, 15, 16, 43, 44, 45],
                ),
                (
                    "mul@2(0,1) powi@2(2,5) select@2(2) powi@2(7) powi@2(6) powi@2(8,9) powi@2(2,10) mul@2(11,1) mul@2(11,0) mul@2(2,12) mul@2(2,13) mul@2(3,1) mul@2(4,0) mul@2(16,17) powi@2(2,18) powi@2(19) powi@2(6) powi@2(20,21) powi@2(22,8) powi@2(2,23) mul@2(24,1) mul@2(4,11) mul@2(25,26) mul@2(24,0) mul@2(3,11) mul@2(28,29) mul@2(2,27) mul@2(2,30)",
                    &[2, 9, 10, 26, 27],
                ),
                (
                    "cast@1(0) exp@2(1,4) exp@2(5) exp@2(2,6) exp@2(1,7) cast@1(8) cast@1(3) exp@2(1,10) exp@2(11,6) exp@2(12,2) exp@2(1,13) cast@1(14)",
                    &[5, 11],
                ),
            ],
        };
        pub struct Value0<T0: rt::Float>(pub f64, pub rt::PhantomData<(T0,)>);
        impl<T0: rt::Float> rt::Kernel for Value0<T0> {
            type Ins = (f32, (T0, (T0, (bool, ()))));
            type Outs = (T0, (bool, ()));
            const COST: usize = 48;
            #[inline(always)]
            fn tile<Isa: rt::Isa>(
                &self,
                s: Isa,
                n: usize,
                (x0, (x1, (x2, (x3, ())))): <Self::Ins as rt::List>::Tiles<'_>,
                (y0, (y1, ())): <Self::Outs as rt::List>::TilesMut<'_>,
            ) {
                #[inline(always)]
                fn body<Isa: rt::Isa, T0: rt::Float>(
                    s: Isa,
                    n: usize,
                    h0: i32,
                    x0: &[f32],
                    x1: &[rt::C<T0>],
                    x2: &[rt::C<T0>],
                    x3: &[bool],
                    y0: &mut [rt::C<T0>],
                    y1: &mut [bool],
                ) {
                    let x0 = &x0[..n];
                    let x1 = &x1[..n];
                    let x2 = &x2[..n];
                    let x3 = &x3[..n];
                    let y0 = &mut y0[..n];
                    let y1 = &mut y1[..n];
                    for i in 0..n {
                        let t0: rt::C<T0> = m::cast(s, x0[i]);
                        let t1 = m::mul(s, x1[i], x2[i]);
                        let t2 = m::select(s, x3[i], t1, m::num(s, 1f64));
                        let t3 = m::powi(s, t2, h0);
                        let t4 = m::select(s, x3[i], t0, m::num(s, 0f64));
                        let t5 = m::exp(s, t4);
                        let t6 = m::add(s, t3, t5);
                        let t7 = m::select(s, x3[i], t6, m::num(s, 0f64));
                        let t8 = m::gt(s, t7, m::num(s, 1f64));
                        y0[i] = t7;
                        y1[i] = t8;
                    }
                }
                body::<Isa, T0>(s, n, m::num(s, self.0), x0, x1, x2, x3, y0, y1);
            }
        }
        pub struct ValueAndGrad0<T0: rt::Float>(
            pub f64,
            pub f64,
            pub rt::PhantomData<(T0,)>,
        );
        impl<T0: rt::Float> rt::Kernel for ValueAndGrad0<T0> {
            type Ins = (T0, (T0, (bool, ())));
            type Outs = (T0, (T0, (T0, (T0, ()))));
            const COST: usize = 31;
            #[inline(always)]
            fn tile<Isa: rt::Isa>(
                &self,
                s: Isa,
                n: usize,
                (x0, (x1, (x2, ()))): <Self::Ins as rt::List>::Tiles<'_>,
                (y0, (y1, (y2, (y3, ())))): <Self::Outs as rt::List>::TilesMut<'_>,
            ) {
                #[inline(always)]
                fn body<Isa: rt::Isa, T0: rt::Float>(
                    s: Isa,
                    n: usize,
                    h0: rt::C<T0>,
                    h1: i32,
                    x0: &[rt::C<T0>],
                    x1: &[rt::C<T0>],
                    x2: &[bool],
                    y0: &mut [rt::C<T0>],
                    y1: &mut [rt::C<T0>],
                    y2: &mut [rt::C<T0>],
                    y3: &mut [rt::C<T0>],
                ) {
                    let x0 = &x0[..n];
                    let x1 = &x1[..n];
                    let x2 = &x2[..n];
                    let y0 = &mut y0[..n];
                    let y1 = &mut y1[..n];
                    let y2 = &mut y2[..n];
                    let y3 = &mut y3[..n];
                    for i in 0..n {
                        let t0 = m::mul(s, x0[i], x1[i]);
                        let t1 = m::select(s, x2[i], t0, m::num(s, 1f64));
                        let t2 = m::select(
                            s,
                            x2[i],
                            m::num::<_, rt::C<T0>>(s, 1f64),
                            m::num::<_, rt::C<T0>>(s, 0f64),
                        );
                        let t3 = m::mul(s, t2, h0);
                        let t4 = m::powi(s, t1, h1);
                        let t5 = m::mul(s, t3, t4);
                        let t6 = m::select(s, x2[i], t5, m::num(s, 0f64));
                        let t7 = m::mul(s, t6, x1[i]);
                        let t8 = m::mul(s, t6, x0[i]);
                        let t9 = m::select(s, x2[i], t7, m::num(s, 0f64));
                        let t10 = m::select(s, x2[i], t8, m::num(s, 0f64));
                        y0[i] = t1;
                        y1[i] = t2;
                        y2[i] = t9;
                        y3[i] = t10;
                    }
                }
                body::<
                    Isa,
                    T0,
                >(
                    s,
                    n,
                    m::num(s, self.0),
                    m::num(s, self.1),
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
        pub struct ValueAndGrad1<T0: rt::Float>(pub f64, pub rt::PhantomData<(T0,)>);
        impl<T0: rt::Float> rt::Kernel for ValueAndGrad1<T0> {
            type Ins = (f32, (T0, (bool, (T0, ()))));
            type Outs = (T0, (bool, (f32, ())));
            const COST: usize = 49;
            #[inline(always)]
            fn tile<Isa: rt::Isa>(
                &self,
                s: Isa,
                n: usize,
                (x0, (x1, (x2, (x3, ())))): <Self::Ins as rt::List>::Tiles<'_>,
                (y0, (y1, (y2, ()))): <Self::Outs as rt::List>::TilesMut<'_>,
            ) {
                #[inline(always)]
                fn body<Isa: rt::Isa, T0: rt::Float>(
                    s: Isa,
                    n: usize,
                    h0: i32,
                    x0: &[f32],
                    x1: &[rt::C<T0>],
                    x2: &[bool],
                    x3: &[rt::C<T0>],
                    y0: &mut [rt::C<T0>],
                    y1: &mut [bool],
                    y2: &mut [f32],
                ) {
                    let x0 = &x0[..n];
                    let x1 = &x1[..n];
                    let x2 = &x2[..n];
                    let x3 = &x3[..n];
                    let y0 = &mut y0[..n];
                    let y1 = &mut y1[..n];
                    let y2 = &mut y2[..n];
                    for i in 0..n {
                        let t0: rt::C<T0> = m::cast(s, x0[i]);
                        let t1 = m::powi(s, x1[i], h0);
                        let t2 = m::select(s, x2[i], t0, m::num(s, 0f64));
                        let t3 = m::exp(s, t2);
                        let t4 = m::add(s, t1, t3);
                        let t5 = m::select(s, x2[i], t4, m::num(s, 0f64));
                        let t6 = m::gt(s, t5, m::num(s, 1f64));
                        let t7 = m::mul(s, x3[i], t3);
                        let t8 = m::select(s, x2[i], t7, m::num(s, 0f64));
                        let t9: f32 = m::cast(s, t8);
                        y0[i] = t5;
                        y1[i] = t6;
                        y2[i] = t9;
                    }
                }
                body::<Isa, T0>(s, n, m::num(s, self.0), x0, x1, x2, x3, y0, y1, y2);
            }
        }
        pub struct Pullback0<T0: rt::Float>(
            pub f64,
            pub f64,
            pub rt::PhantomData<(T0,)>,
        );
        impl<T0: rt::Float> rt::Kernel for Pullback0<T0> {
            type Ins = (f32, (T0, (T0, (bool, (T0, ())))));
            type Outs = (T0, (T0, (f32, ())));
            const COST: usize = 56;
            #[inline(always)]
            fn tile<Isa: rt::Isa>(
                &self,
                s: Isa,
                n: usize,
                (x0, (x1, (x2, (x3, (x4, ()))))): <Self::Ins as rt::List>::Tiles<'_>,
                (y0, (y1, (y2, ()))): <Self::Outs as rt::List>::TilesMut<'_>,
            ) {
                #[inline(always)]
                fn body<Isa: rt::Isa, T0: rt::Float>(
                    s: Isa,
                    n: usize,
                    h0: rt::C<T0>,
                    h1: i32,
                    x0: &[f32],
                    x1: &[rt::C<T0>],
                    x2: &[rt::C<T0>],
                    x3: &[bool],
                    x4: &[rt::C<T0>],
                    y0: &mut [rt::C<T0>],
                    y1: &mut [rt::C<T0>],
                    y2: &mut [f32],
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
                        let t0: rt::C<T0> = m::cast(s, x0[i]);
                        let t1 = m::mul(s, x1[i], x2[i]);
                        let t2 = m::select(s, x3[i], t1, m::num(s, 1f64));
                        let t3 = m::select(s, x3[i], t0, m::num(s, 0f64));
                        let t4 = m::exp(s, t3);
                        let t5 = m::select(s, x3[i], x4[i], m::num(s, 0f64));
                        let t6 = m::mul(s, t5, t4);
                        let t7 = m::select(s, x3[i], t6, m::num(s, 0f64));
                        let t8 = m::mul(s, t5, h0);
                        let t9 = m::powi(s, t2, h1);
                        let t10 = m::mul(s, t8, t9);
                        let t11 = m::select(s, x3[i], t10, m::num(s, 0f64));
                        let t12 = m::mul(s, t11, x2[i]);
                        let t13 = m::mul(s, t11, x1[i]);
                        let t14 = m::select(s, x3[i], t12, m::num(s, 0f64));
                        let t15 = m::select(s, x3[i], t13, m::num(s, 0f64));
                        let t16: f32 = m::cast(s, t7);
                        y0[i] = t14;
                        y1[i] = t15;
                        y2[i] = t16;
                    }
                }
                body::<
                    Isa,
                    T0,
                >(
                    s,
                    n,
                    m::num(s, self.0),
                    m::num(s, self.1),
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
        pub struct Jvp0<T0: rt::Float>(
            pub f64,
            pub f64,
            pub f64,
            pub rt::PhantomData<(T0,)>,
        );
        impl<T0: rt::Float> rt::Kernel for Jvp0<T0> {
            type Ins = (f32, (T0, (T0, (bool, (f32, (T0, (T0, ())))))));
            type Outs = (T0, (T0, (bool, ())));
            const COST: usize = 79;
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
                fn body<Isa: rt::Isa, T0: rt::Float>(
                    s: Isa,
                    n: usize,
                    h0: i32,
                    h1: rt::C<T0>,
                    h2: i32,
                    x0: &[f32],
                    x1: &[rt::C<T0>],
                    x2: &[rt::C<T0>],
                    x3: &[bool],
                    x4: &[f32],
                    x5: &[rt::C<T0>],
                    x6: &[rt::C<T0>],
                    y0: &mut [rt::C<T0>],
                    y1: &mut [rt::C<T0>],
                    y2: &mut [bool],
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
                        let t0: rt::C<T0> = m::cast(s, x0[i]);
                        let t1 = m::mul(s, x1[i], x2[i]);
                        let t2 = m::select(s, x3[i], t1, m::num(s, 1f64));
                        let t3 = m::powi(s, t2, h0);
                        let t4 = m::select(s, x3[i], t0, m::num(s, 0f64));
                        let t5 = m::exp(s, t4);
                        let t6 = m::add(s, t3, t5);
                        let t7 = m::select(s, x3[i], t6, m::num(s, 0f64));
                        let t8 = m::gt(s, t7, m::num(s, 1f64));
                        let t9: rt::C<T0> = m::cast(s, x4[i]);
                        let t10 = m::mul(s, x5[i], x2[i]);
                        let t11 = m::mul(s, x6[i], x1[i]);
                        let t12 = m::add(s, t10, t11);
                        let t13 = m::select(s, x3[i], t12, m::num(s, 0f64));
                        let t14 = m::mul(s, t13, h1);
                        let t15 = m::powi(s, t2, h2);
                        let t16 = m::mul(s, t14, t15);
                        let t17 = m::select(s, x3[i], t9, m::num(s, 0f64));
                        let t18 = m::mul(s, t17, t5);
                        let t19 = m::add(s, t16, t18);
                        let t20 = m::select(s, x3[i], t19, m::num(s, 0f64));
                        y0[i] = t7;
                        y1[i] = t20;
                        y2[i] = t8;
                    }
                }
                body::<
                    Isa,
                    T0,
                >(
                    s,
                    n,
                    m::num(s, self.0),
                    m::num(s, self.1),
                    m::num(s, self.2),
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
        pub struct PullbackTangent0<T0: rt::Float>(
            pub f64,
            pub f64,
            pub f64,
            pub f64,
            pub rt::PhantomData<(T0,)>,
        );
        impl<T0: rt::Float> rt::Kernel for PullbackTangent0<T0> {
            type Ins = (f32, (T0, (T0, (bool, (T0, (f32, (T0, (T0, (T0, ())))))))));
            type Outs = (T0, (T0, (f32, (T0, (T0, (f32, ()))))));
            const COST: usize = 104;
            #[inline(always)]
            fn tile<Isa: rt::Isa>(
                &self,
                s: Isa,
                n: usize,
                (
                    x0,
                    (x1, (x2, (x3, (x4, (x5, (x6, (x7, (x8, ())))))))),
                ): <Self::Ins as rt::List>::Tiles<'_>,
                (
                    y0,
                    (y1, (y2, (y3, (y4, (y5, ()))))),
                ): <Self::Outs as rt::List>::TilesMut<'_>,
            ) {
                #[inline(always)]
                fn body<Isa: rt::Isa, T0: rt::Float>(
                    s: Isa,
                    n: usize,
                    h0: rt::C<T0>,
                    h1: i32,
                    h2: rt::C<T0>,
                    h3: i32,
                    x0: &[f32],
                    x1: &[rt::C<T0>],
                    x2: &[rt::C<T0>],
                    x3: &[bool],
                    x4: &[rt::C<T0>],
                    x5: &[f32],
                    x6: &[rt::C<T0>],
                    x7: &[rt::C<T0>],
                    x8: &[rt::C<T0>],
                    y0: &mut [rt::C<T0>],
                    y1: &mut [rt::C<T0>],
                    y2: &mut [f32],
                    y3: &mut [rt::C<T0>],
                    y4: &mut [rt::C<T0>],
                    y5: &mut [f32],
                ) {
                    let x0 = &x0[..n];
                    let x1 = &x1[..n];
                    let x2 = &x2[..n];
                    let x3 = &x3[..n];
                    let x4 = &x4[..n];
                    let x5 = &x5[..n];
                    let x6 = &x6[..n];
                    let x7 = &x7[..n];
                    let x8 = &x8[..n];
                    let y0 = &mut y0[..n];
                    let y1 = &mut y1[..n];
                    let y2 = &mut y2[..n];
                    let y3 = &mut y3[..n];
                    let y4 = &mut y4[..n];
                    let y5 = &mut y5[..n];
                    for i in 0..n {
                        let t0: rt::C<T0> = m::cast(s, x0[i]);
                        let t1 = m::mul(s, x1[i], x2[i]);
                        let t2 = m::select(s, x3[i], t1, m::num(s, 1f64));
                        let t3 = m::select(s, x3[i], t0, m::num(s, 0f64));
                        let t4 = m::exp(s, t3);
                        let t5 = m::select(s, x3[i], x4[i], m::num(s, 0f64));
                        let t6 = m::mul(s, t5, t4);
                        let t7 = m::select(s, x3[i], t6, m::num(s, 0f64));
                        let t8 = m::mul(s, t5, h0);
                        let t9 = m::powi(s, t2, h1);
                        let t10 = m::mul(s, t8, t9);
                        let t11 = m::select(s, x3[i], t10, m::num(s, 0f64));
                        let t12 = m::mul(s, t11, x2[i]);
                        let t13 = m::mul(s, t11, x1[i]);
                        let t14 = m::select(s, x3[i], t12, m::num(s, 0f64));
                        let t15 = m::select(s, x3[i], t13, m::num(s, 0f64));
                        let t16: f32 = m::cast(s, t7);
                        let t17: rt::C<T0> = m::cast(s, x5[i]);
                        let t18 = m::mul(s, x6[i], x2[i]);
                        let t19 = m::mul(s, x7[i], x1[i]);
                        let t20 = m::add(s, t18, t19);
                        let t21 = m::select(s, x3[i], t20, m::num(s, 0f64));
                        let t22 = m::select(s, x3[i], t17, m::num(s, 0f64));
                        let t23 = m::mul(s, t22, t4);
                        let t24 = m::select(s, x3[i], x8[i], m::num(s, 0f64));
                        let t25 = m::mul(s, t24, t4);
                        let t26 = m::mul(s, t23, t5);
                        let t27 = m::add(s, t25, t26);
                        let t28 = m::select(s, x3[i], t27, m::num(s, 0f64));
                        let t29 = m::mul(s, t24, h0);
                        let t30 = m::mul(s, t21, h2);
                        let t31 = m::powi(s, t2, h3);
                        let t32 = m::mul(s, t30, t31);
                        let t33 = m::mul(s, t29, t9);
                        let t34 = m::mul(s, t32, t8);
                        let t35 = m::add(s, t33, t34);
                        let t36 = m::select(s, x3[i], t35, m::num(s, 0f64));
                        let t37 = m::mul(s, t36, x2[i]);
                        let t38 = m::mul(s, x7[i], t11);
                        let t39 = m::add(s, t37, t38);
                        let t40 = m::mul(s, t36, x1[i]);
                        let t41 = m::mul(s, x6[i], t11);
                        let t42 = m::add(s, t40, t41);
                        let t43 = m::select(s, x3[i], t39, m::num(s, 0f64));
                        let t44 = m::select(s, x3[i], t42, m::num(s, 0f64));
                        let t45: f32 = m::cast(s, t28);
                        y0[i] = t14;
                        y1[i] = t15;
                        y2[i] = t16;
                        y3[i] = t43;
                        y4[i] = t44;
                        y5[i] = t45;
                    }
                }
                body::<
                    Isa,
                    T0,
                >(
                    s,
                    n,
                    m::num(s, self.0),
                    m::num(s, self.1),
                    m::num(s, self.2),
                    m::num(s, self.3),
                    x0,
                    x1,
                    x2,
                    x3,
                    x4,
                    x5,
                    x6,
                    x7,
                    x8,
                    y0,
                    y1,
                    y2,
                    y3,
                    y4,
                    y5,
                );
            }
        }
        pub struct Hvp0<T0: rt::Float>(
            pub f64,
            pub f64,
            pub f64,
            pub f64,
            pub rt::PhantomData<(T0,)>,
        );
        impl<T0: rt::Float> rt::Kernel for Hvp0<T0> {
            type Ins = (T0, (T0, (bool, (T0, (T0, ())))));
            type Outs = (T0, (T0, (T0, (T0, (T0, ())))));
            const COST: usize = 67;
            #[inline(always)]
            fn tile<Isa: rt::Isa>(
                &self,
                s: Isa,
                n: usize,
                (x0, (x1, (x2, (x3, (x4, ()))))): <Self::Ins as rt::List>::Tiles<'_>,
                (y0, (y1, (y2, (y3, (y4, ()))))): <Self::Outs as rt::List>::TilesMut<'_>,
            ) {
                #[inline(always)]
                fn body<Isa: rt::Isa, T0: rt::Float>(
                    s: Isa,
                    n: usize,
                    h0: rt::C<T0>,
                    h1: i32,
                    h2: rt::C<T0>,
                    h3: i32,
                    x0: &[rt::C<T0>],
                    x1: &[rt::C<T0>],
                    x2: &[bool],
                    x3: &[rt::C<T0>],
                    x4: &[rt::C<T0>],
                    y0: &mut [rt::C<T0>],
                    y1: &mut [rt::C<T0>],
                    y2: &mut [rt::C<T0>],
                    y3: &mut [rt::C<T0>],
                    y4: &mut [rt::C<T0>],
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
                        let t0 = m::mul(s, x0[i], x1[i]);
                        let t1 = m::select(s, x2[i], t0, m::num(s, 1f64));
                        let t2 = m::select(
                            s,
                            x2[i],
                            m::num::<_, rt::C<T0>>(s, 1f64),
                            m::num::<_, rt::C<T0>>(s, 0f64),
                        );
                        let t3 = m::mul(s, t2, h0);
                        let t4 = m::powi(s, t1, h1);
                        let t5 = m::mul(s, t3, t4);
                        let t6 = m::select(s, x2[i], t5, m::num(s, 0f64));
                        let t7 = m::mul(s, t6, x1[i]);
                        let t8 = m::mul(s, t6, x0[i]);
                        let t9 = m::select(s, x2[i], t7, m::num(s, 0f64));
                        let t10 = m::select(s, x2[i], t8, m::num(s, 0f64));
                        let t11 = m::mul(s, x3[i], x1[i]);
                        let t12 = m::mul(s, x4[i], x0[i]);
                        let t13 = m::add(s, t11, t12);
                        let t14 = m::select(s, x2[i], t13, m::num(s, 0f64));
                        let t15 = m::mul(s, t14, h2);
                        let t16 = m::powi(s, t1, h3);
                        let t17 = m::mul(s, t15, t16);
                        let t18 = m::mul(s, t17, t3);
                        let t19 = m::select(s, x2[i], t18, m::num(s, 0f64));
                        let t20 = m::mul(s, t19, x1[i]);
                        let t21 = m::mul(s, x4[i], t6);
                        let t22 = m::add(s, t20, t21);
                        let t23 = m::mul(s, t19, x0[i]);
                        let t24 = m::mul(s, x3[i], t6);
                        let t25 = m::add(s, t23, t24);
                        let t26 = m::select(s, x2[i], t22, m::num(s, 0f64));
                        let t27 = m::select(s, x2[i], t25, m::num(s, 0f64));
                        y0[i] = t2;
                        y1[i] = t9;
                        y2[i] = t10;
                        y3[i] = t26;
                        y4[i] = t27;
                    }
                }
                body::<
                    Isa,
                    T0,
                >(
                    s,
                    n,
                    m::num(s, self.0),
                    m::num(s, self.1),
                    m::num(s, self.2),
                    m::num(s, self.3),
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
        pub struct Hvp1<T0: rt::Float>(pub rt::PhantomData<(T0,)>);
        impl<T0: rt::Float> rt::Kernel for Hvp1<T0> {
            type Ins = (f32, (bool, (T0, (f32, ()))));
            type Outs = (f32, (f32, ()));
            const COST: usize = 32;
            #[inline(always)]
            fn tile<Isa: rt::Isa>(
                &self,
                s: Isa,
                n: usize,
                (x0, (x1, (x2, (x3, ())))): <Self::Ins as rt::List>::Tiles<'_>,
                (y0, (y1, ())): <Self::Outs as rt::List>::TilesMut<'_>,
            ) {
                #[inline(always)]
                fn body<Isa: rt::Isa, T0: rt::Float>(
                    s: Isa,
                    n: usize,
                    x0: &[f32],
                    x1: &[bool],
                    x2: &[rt::C<T0>],
                    x3: &[f32],
                    y0: &mut [f32],
                    y1: &mut [f32],
                ) {
                    let x0 = &x0[..n];
                    let x1 = &x1[..n];
                    let x2 = &x2[..n];
                    let x3 = &x3[..n];
                    let y0 = &mut y0[..n];
                    let y1 = &mut y1[..n];
                    for i in 0..n {
                        let t0: rt::C<T0> = m::cast(s, x0[i]);
                        let t1 = m::select(s, x1[i], t0, m::num(s, 0f64));
                        let t2 = m::exp(s, t1);
                        let t3 = m::mul(s, x2[i], t2);
                        let t4 = m::select(s, x1[i], t3, m::num(s, 0f64));
                        let t5: f32 = m::cast(s, t4);
                        let t6: rt::C<T0> = m::cast(s, x3[i]);
                        let t7 = m::select(s, x1[i], t6, m::num(s, 0f64));
                        let t8 = m::mul(s, t7, t2);
                        let t9 = m::mul(s, t8, x2[i]);
                        let t10 = m::select(s, x1[i], t9, m::num(s, 0f64));
                        let t11: f32 = m::cast(s, t10);
                        y0[i] = t5;
                        y1[i] = t11;
                    }
                }
                body::<Isa, T0>(s, n, x0, x1, x2, x3, y0, y1);
            }
        }
    }
    ///Gradients of [`mixed`](fn@mixed), one field per active parameter.
    #[derive(::core::clone::Clone, ::core::fmt::Debug)]
    pub struct MixedGrads<T: Float + __rt::Float> {
        ///Gradient with respect to `pair`.
        pub pair: (__rt::Tensor<T>, __rt::Tensor<T>),
        ///Gradient with respect to `table`.
        pub table: __rt::Tensor<__rt::f32>,
        #[doc(hidden)]
        pub __types: __rt::PhantomData<(T,)>,
    }
    impl<T: Float + __rt::Float> __rt::TensorTree for MixedGrads<T> {
        fn walk<const __N: __rt::usize, __W: __rt::Walk<__N>>(
            __trees: [&Self; __N],
            __path: &mut __rt::Path,
            __walk: &mut __W,
        ) -> __rt::Result<Self> {
            let (__f0, (__f1, ())) = __path
                .parts(
                    &["pair", "table"],
                    __trees,
                    |__t| (&__t.pair, (&__t.table, ())),
                    __walk,
                )?;
            __rt::Ok(MixedGrads {
                pair: __f0,
                table: __f1,
                __types: __rt::PhantomData,
            })
        }
        fn walk_mut<const __N: __rt::usize, __U: __rt::Update<__N, 0>>(
            &mut self,
            __others: [&Self; __N],
            __path: &mut __rt::Path,
            __update: &mut __U,
        ) -> __rt::Result<()> {
            __path
                .change(
                    &["pair", "table"],
                    (&mut self.pair, (&mut self.table, ())),
                    __others,
                    |__t| (&__t.pair, (&__t.table, ())),
                    __update,
                )
        }
    }
    __rt::operators!([T : Float + __rt::Float,] MixedGrads < T >,);
    impl<T: Float + __rt::Float> __rt::calls::Slots for MixedGrads<T> {
        type Slots = (
            (__rt::Tensor<T>, __rt::Tensor<T>),
            __rt::Tensor<__rt::f32>,
            (),
            (),
            (),
        );
        #[inline]
        fn slots(self) -> Self::Slots {
            (self.pair, self.table, (), (), ())
        }
    }
    impl<T: Float> mixed<T> {
        #[inline]
        fn __dims(
            __of0: &__rt::Tensor<T>,
            __of1: &__rt::Tensor<T>,
            __of2: &__rt::Tensor<__rt::f32>,
            __of3: &__rt::Tensor<__rt::i32>,
            __of4: &__rt::Tensor<__rt::bool>,
        ) -> __rt::Result<[__rt::usize; 2usize]> {
            __rt::bound_dims(
                &__OPS.site(0),
                [0, 0],
                &[
                    ("pair.0", __of0, &[__rt::Dim::Bind(0)]),
                    ("pair.1", __of1, &[__rt::Dim::Same("N", 0)]),
                    ("table", __of2, &[__rt::Dim::Bind(1)]),
                    ("ids", __of3, &[__rt::Dim::Same("N", 0)]),
                    ("keep", __of4, &[__rt::Dim::Same("N", 0)]),
                ],
            )
        }
        ///[`mixed`](fn@mixed) as a `Result`, whatever its signature.
        #[inline]
        pub fn call(
            pair: (&Tensor<T>, &Tensor<T>),
            table: &Tensor<f32>,
            ids: &Tensor<i32>,
            keep: &Tensor<bool>,
            power: i32,
        ) -> __rt::Result<(__rt::Tensor<T>, __rt::Tensor<__rt::bool>)> {
            let __leaf_0_pair_0 = pair.0;
            let __leaf_1_pair_1 = pair.1;
            let [__dim_N, __dim_V] = Self::__dims(
                __leaf_0_pair_0,
                __leaf_1_pair_1,
                table,
                ids,
                keep,
            )?;
            let mut __ops = __rt::Sequence::new(__OPS);
            let __t6 = 0isize;
            let __t7 = __ops
                .done(__rt::ops::index_select(table, __rt::clone(&__t6), ids), 1);
            let __t10 = __rt::int32(__rt::clone(&power));
            let (__t21, (__t22, ())) = __ops
                .launch_to(
                    __kernels::Value0::<T>(__rt::number(&__t10), __rt::PhantomData),
                    0,
                    (__t7, (__leaf_0_pair_0, (__leaf_1_pair_1, (keep, ())))),
                    &[
                        __rt::OutSpec::sum(&__rt::Axes::ALL, false, 1f64),
                        __rt::OutSpec::FULL,
                    ],
                );
            __ops.check()?;
            __rt::Ok((__t21, __t22))
        }
        ///The value of [`mixed`](fn@mixed) and its gradient, as one fused program.
        #[inline]
        pub fn value_and_grad(
            pair: (&Tensor<T>, &Tensor<T>),
            table: &Tensor<f32>,
            ids: &Tensor<i32>,
            keep: &Tensor<bool>,
            power: i32,
        ) -> __rt::Result<((__rt::Tensor<T>, __rt::Tensor<__rt::bool>), MixedGrads<T>)> {
            let __leaf_0_pair_0 = pair.0;
            let __leaf_1_pair_1 = pair.1;
            let [__dim_N, __dim_V] = Self::__dims(
                __leaf_0_pair_0,
                __leaf_1_pair_1,
                table,
                ids,
                keep,
            )?;
            let __device = __rt::device_of(__leaf_0_pair_0);
            let mut __ops = __rt::Sequence::new(__OPS);
            let __t6 = 0isize;
            let __t7 = __ops
                .done(__rt::ops::index_select(table, __rt::clone(&__t6), ids), 1);
            let __t10 = __rt::int32(__rt::clone(&power));
            let __t26 = __t10 as __rt::f64;
            let __t29 = __t10.saturating_sub((__t10 != 0) as __rt::i32);
            let (__t13, (__t23, (__t35, (__t36, ())))) = __ops
                .launch(
                    __kernels::ValueAndGrad0::<
                        T,
                    >(__rt::number(&__t26), __rt::number(&__t29), __rt::PhantomData),
                    1,
                    (__leaf_0_pair_0, (__leaf_1_pair_1, (keep, ()))),
                );
            let (__t21, (__t22, (__t37, ()))) = __ops
                .launch_to(
                    __kernels::ValueAndGrad1::<
                        T,
                    >(__rt::number(&__t10), __rt::PhantomData),
                    2,
                    (__t7, (__t13, (keep, (__t23, ())))),
                    &[
                        __rt::OutSpec::sum(&__rt::Axes::ALL, false, 1f64),
                        __rt::OutSpec::FULL,
                        __rt::OutSpec::FULL,
                    ],
                );
            let __t38 = __ops.sized([__dim_V], 1);
            let __t40 = __ops
                .viewed(
                    __rt::ops::broadcast_to(
                        &__rt::scalar::<__rt::f32>(0f64, __device),
                        __rt::clone(&__t38),
                    ),
                    1,
                );
            let __t41 = __ops
                .done(__rt::ops::index_add(&__t40, __rt::clone(&__t6), ids, &__t37), 1);
            __rt::drop((__t40, __t37));
            __ops.check()?;
            __rt::Ok((
                (__t21, __t22),
                MixedGrads {
                    pair: (__t35, __t36),
                    table: __t41,
                    __types: __rt::PhantomData,
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
        ) -> __rt::Result<MixedGrads<T>> {
            __rt::Ok(Self::value_and_grad(pair, table, ids, keep, power)?.1)
        }
        ///The value of [`mixed`](fn@mixed) and a pullback: cotangents of the result in, cotangents of the active inputs out.
        #[inline]
        pub fn vjp(
            pair: (&Tensor<T>, &Tensor<T>),
            table: &Tensor<f32>,
            ids: &Tensor<i32>,
            keep: &Tensor<bool>,
            power: i32,
        ) -> __rt::Result<
            (
                (__rt::Tensor<T>, __rt::Tensor<__rt::bool>),
                impl __rt::PullbackOf<
                    (__rt::Tensor<T>, __rt::Tensor<__rt::bool>),
                    __rt::Tensor<T>,
                    MixedGrads<T>,
                > + use<T>,
            ),
        > {
            let __leaf_0_pair_0 = pair.0;
            let __leaf_1_pair_1 = pair.1;
            let [__dim_N, __dim_V] = Self::__dims(
                __leaf_0_pair_0,
                __leaf_1_pair_1,
                table,
                ids,
                keep,
            )?;
            let __device = __rt::device_of(__leaf_0_pair_0);
            let mut __ops = __rt::Sequence::new(__OPS);
            let __t6 = 0isize;
            let __t7 = __ops
                .done(__rt::ops::index_select(table, __rt::clone(&__t6), ids), 1);
            let __t10 = __rt::int32(__rt::clone(&power));
            let (__t21, (__t22, ())) = __ops
                .launch_to(
                    __kernels::Value0::<T>(__rt::number(&__t10), __rt::PhantomData),
                    0,
                    (&__t7, (__leaf_0_pair_0, (__leaf_1_pair_1, (keep, ())))),
                    &[
                        __rt::OutSpec::sum(&__rt::Axes::ALL, false, 1f64),
                        __rt::OutSpec::FULL,
                    ],
                );
            let __t24 = __t10 as __rt::f64;
            let __t25 = __t10.saturating_sub((__t10 != 0) as __rt::i32);
            __ops.check()?;
            let __form0 = __rt::Differentiable::form(&__t21);
            let __value = (__t21, __t22);
            let __residual0 = __rt::clone(__leaf_0_pair_0);
            let __residual1 = __rt::clone(__leaf_1_pair_1);
            let __residual2 = __rt::clone(ids);
            let __residual3 = __rt::clone(keep);
            let __residual4 = __t7;
            let __residual5 = __t24;
            let __residual6 = __t25;
            let __pullback = __rt::pullback::<
                (__rt::Tensor<T>, __rt::Tensor<__rt::bool>),
                __rt::Tensor<T>,
                _,
                _,
            >(
                |__whole| __rt::clone(&__whole.0),
                __rt::bytes_of(&__residual0) + __rt::bytes_of(&__residual1)
                    + __rt::bytes_of(&__residual2) + __rt::bytes_of(&__residual3)
                    + __rt::bytes_of(&__residual4),
                move |__cotangent, mut __hooks| -> __rt::Result<MixedGrads<T>> {
                    let __cotangent0 = &__OPS.cotangent(__cotangent, &__form0)?;
                    let mut __ops = __rt::Sequence::new(__OPS);
                    let __t7 = 0isize;
                    let (__t26, (__t27, (__t28, ()))) = __OPS
                        .launch(
                            __kernels::Pullback0::<
                                T,
                            >(
                                __rt::number(&__residual5),
                                __rt::number(&__residual6),
                                __rt::PhantomData,
                            ),
                            3,
                            (
                                __residual4,
                                (
                                    __residual0,
                                    (__residual1, (__residual3, (__cotangent0, ()))),
                                ),
                            ),
                        )?;
                    let __t26 = __hooks
                        .ready(0usize, "pair", |__path| __path.then("0"), __t26)?;
                    let __t27 = __hooks
                        .ready(0usize, "pair", |__path| __path.then("1"), __t27)?;
                    let __t29 = __ops.sized([__dim_V], 1);
                    let __t31 = __ops
                        .viewed(
                            __rt::ops::broadcast_to(
                                &__rt::scalar::<__rt::f32>(0f64, __device),
                                __rt::clone(&__t29),
                            ),
                            1,
                        );
                    let __t32 = __ops
                        .done(
                            __rt::ops::index_add(
                                &__t31,
                                __rt::clone(&__t7),
                                &__residual2,
                                &__t28,
                            ),
                            1,
                        );
                    __rt::drop((__t31, __residual2, __t28));
                    __ops.check()?;
                    __rt::Ok(MixedGrads {
                        pair: __hooks.whole(0usize, "pair", (__t26, __t27))?,
                        table: __hooks.whole(1usize, "table", __t32)?,
                        __types: __rt::PhantomData,
                    })
                },
            );
            __rt::Ok((__value, __pullback))
        }
        ///The value of [`mixed`](fn@mixed) and its derivative along the tangents.
        #[inline]
        pub fn jvp(
            pair: (&Tensor<T>, &Tensor<T>),
            table: &Tensor<f32>,
            ids: &Tensor<i32>,
            keep: &Tensor<bool>,
            power: i32,
            __dot_pair: &(__rt::Tensor<T>, __rt::Tensor<T>),
            __dot_table: &__rt::Tensor<__rt::f32>,
        ) -> __rt::Result<
            ((__rt::Tensor<T>, __rt::Tensor<__rt::bool>), __rt::Tensor<T>),
        > {
            let __leaf_0_pair_0 = pair.0;
            let __leaf_1_pair_1 = pair.1;
            let [__dim_N, __dim_V] = Self::__dims(
                __leaf_0_pair_0,
                __leaf_1_pair_1,
                table,
                ids,
                keep,
            )?;
            let __dot0 = &__dot_pair.0;
            let __dot1 = &__dot_pair.1;
            __rt::all([
                __rt::check_tangent(__leaf_0_pair_0, __dot0, "mixed", "pair.0"),
                __rt::check_tangent(__leaf_1_pair_1, __dot1, "mixed", "pair.1"),
                __rt::check_tangent(table, __dot_table, "mixed", "table"),
            ])?;
            let mut __ops = __rt::Sequence::new(__OPS);
            let __t6 = 0isize;
            let __t7 = __ops
                .done(__rt::ops::index_select(table, __rt::clone(&__t6), ids), 1);
            let __t10 = __rt::int32(__rt::clone(&power));
            let __t26 = __ops
                .done(__rt::ops::index_select(__dot_table, __rt::clone(&__t6), ids), 1);
            let __t32 = __t10 as __rt::f64;
            let __t35 = __t10.saturating_sub((__t10 != 0) as __rt::i32);
            let (__t21, (__t42, (__t22, ()))) = __ops
                .launch_to(
                    __kernels::Jvp0::<
                        T,
                    >(
                        __rt::number(&__t10),
                        __rt::number(&__t32),
                        __rt::number(&__t35),
                        __rt::PhantomData,
                    ),
                    4,
                    (
                        __t7,
                        (
                            __leaf_0_pair_0,
                            (__leaf_1_pair_1, (keep, (__t26, (__dot0, (__dot1, ()))))),
                        ),
                    ),
                    &[
                        __rt::OutSpec::sum(&__rt::Axes::ALL, false, 1f64),
                        __rt::OutSpec::sum(&__rt::Axes::ALL, false, 1f64),
                        __rt::OutSpec::FULL,
                    ],
                );
            __ops.check()?;
            __rt::Ok(((__t21, __t22), __t42))
        }
        #[doc(hidden)]
        #[inline]
        pub fn __jvp<__D2, __D3, __D4>(
            __rt::calls::Pair(
                pair,
                __tangent0,
            ): __rt::calls::Pair<
                (&Tensor<T>, &Tensor<T>),
                &(__rt::Tensor<T>, __rt::Tensor<T>),
            >,
            __rt::calls::Pair(
                table,
                __tangent1,
            ): __rt::calls::Pair<&Tensor<f32>, &__rt::Tensor<__rt::f32>>,
            __rt::calls::Pair(ids, __tangent2): __rt::calls::Pair<&Tensor<i32>, &__D2>,
            __rt::calls::Pair(keep, __tangent3): __rt::calls::Pair<&Tensor<bool>, &__D3>,
            __rt::calls::Pair(power, __tangent4): __rt::calls::Pair<i32, &__D4>,
        ) -> __rt::Result<
            (
                (__rt::Tensor<T>, __rt::Tensor<__rt::bool>),
                <(
                    __rt::Tensor<T>,
                    __rt::Tensor<__rt::bool>,
                ) as __rt::Differentiable>::Tangent,
            ),
        > {
            let (__value, __dot) = Self::jvp(
                pair,
                table,
                ids,
                keep,
                power,
                __tangent0,
                __tangent1,
            )?;
            let __dot = (__dot, __rt::calls::still(&__value.1)?);
            __rt::Ok((__value, __dot))
        }
        #[doc(hidden)]
        #[inline]
        pub fn order_2_vjp<__D2, __D3, __D4>(
            pair: (&Tensor<T>, &Tensor<T>),
            table: &Tensor<f32>,
            ids: &Tensor<i32>,
            keep: &Tensor<bool>,
            power: i32,
            __tangent0: &(__rt::Tensor<T>, __rt::Tensor<T>),
            __tangent1: &__rt::Tensor<__rt::f32>,
            __tangent2: &__D2,
            __tangent3: &__D3,
            __tangent4: &__D4,
        ) -> __rt::Result<
            (
                (__rt::Tensor<T>, __rt::Tensor<__rt::bool>),
                impl __rt::calls::Pullback2<
                    Output = (__rt::Tensor<T>, __rt::Tensor<__rt::bool>),
                    Grads = MixedGrads<T>,
                > + __rt::Clone + use<T, __D2, __D3, __D4>,
                <(
                    __rt::Tensor<T>,
                    __rt::Tensor<__rt::bool>,
                ) as __rt::Differentiable>::Tangent,
            ),
        > {
            let __leaf_0_pair_0 = pair.0;
            let __leaf_1_pair_1 = pair.1;
            let [__dim_N, __dim_V] = Self::__dims(
                __leaf_0_pair_0,
                __leaf_1_pair_1,
                table,
                ids,
                keep,
            )?;
            let __dot_pair = __tangent0;
            let __dot_table = __tangent1;
            let __dot0 = &__dot_pair.0;
            let __dot1 = &__dot_pair.1;
            __rt::all([
                __rt::check_tangent(__leaf_0_pair_0, __dot0, "mixed", "pair.0"),
                __rt::check_tangent(__leaf_1_pair_1, __dot1, "mixed", "pair.1"),
                __rt::check_tangent(table, __dot_table, "mixed", "table"),
            ])?;
            let __device = __rt::device_of(__leaf_0_pair_0);
            let mut __ops = __rt::Sequence::new(__OPS);
            let __t6 = 0isize;
            let __t7 = __ops
                .done(__rt::ops::index_select(table, __rt::clone(&__t6), ids), 1);
            let __t10 = __rt::int32(__rt::clone(&power));
            let __t23 = __t10 as __rt::f64;
            let __t24 = __t10.saturating_sub((__t10 != 0) as __rt::i32);
            let __t28 = __ops
                .done(__rt::ops::index_select(__dot_table, __rt::clone(&__t6), ids), 1);
            let (__t21, (__t42, (__t22, ()))) = __ops
                .launch_to(
                    __kernels::Jvp0::<
                        T,
                    >(
                        __rt::number(&__t10),
                        __rt::number(&__t23),
                        __rt::number(&__t24),
                        __rt::PhantomData,
                    ),
                    4,
                    (
                        &__t7,
                        (
                            __leaf_0_pair_0,
                            (__leaf_1_pair_1, (keep, (&__t28, (__dot0, (__dot1, ()))))),
                        ),
                    ),
                    &[
                        __rt::OutSpec::sum(&__rt::Axes::ALL, false, 1f64),
                        __rt::OutSpec::sum(&__rt::Axes::ALL, false, 1f64),
                        __rt::OutSpec::FULL,
                    ],
                );
            __ops.check()?;
            let __form0 = __rt::Differentiable::form(&__t21);
            let __value = (__t21, __t22);
            let __dot = (__t42, __rt::calls::still(&__value.1)?);
            let __residual0 = __rt::clone(__leaf_0_pair_0);
            let __residual1 = __rt::clone(__leaf_1_pair_1);
            let __residual2 = __rt::clone(ids);
            let __residual3 = __rt::clone(keep);
            let __residual4 = __t7;
            let __residual5 = __t23;
            let __residual6 = __t24;
            let __residual7 = __rt::clone(__dot0);
            let __residual8 = __rt::clone(__dot1);
            let __residual9 = __t28;
            let __pullback = __rt::calls::pullback_2::<
                (__rt::Tensor<T>, __rt::Tensor<__rt::bool>),
                __rt::Tensor<T>,
                _,
                _,
            >(
                |__whole| __rt::clone(&__whole.0),
                move |
                    __cotangent,
                    __cotangent_dot,
                | -> __rt::Result<(MixedGrads<T>, MixedGrads<T>)> {
                    let __cotangent0 = &__OPS.cotangent(__cotangent, &__form0)?;
                    let __cotangent_dot0 = &__OPS.cotangent(__cotangent_dot, &__form0)?;
                    let mut __ops = __rt::Sequence::new(__OPS);
                    let __t7 = 0isize;
                    let __t29 = __ops.sized([__dim_V], 1);
                    let __t31 = __ops
                        .viewed(
                            __rt::ops::broadcast_to(
                                &__rt::scalar::<__rt::f32>(0f64, __device),
                                __rt::clone(&__t29),
                            ),
                            1,
                        );
                    let __t50 = __rt::clone(&__residual6) as __rt::f64;
                    let __t53 = __rt::clone(&__residual6)
                        .saturating_sub((__rt::clone(&__residual6) != 0) as __rt::i32);
                    let (__t26, (__t27, (__t28, (__t66, (__t67, (__t68, ())))))) = __ops
                        .launch(
                            __kernels::PullbackTangent0::<
                                T,
                            >(
                                __rt::number(&__residual5),
                                __rt::number(&__residual6),
                                __rt::number(&__t50),
                                __rt::number(&__t53),
                                __rt::PhantomData,
                            ),
                            5,
                            (
                                __residual4,
                                (
                                    __residual0,
                                    (
                                        __residual1,
                                        (
                                            __residual3,
                                            (
                                                __cotangent0,
                                                (
                                                    __residual9,
                                                    (__residual7, (__residual8, (__cotangent_dot0, ()))),
                                                ),
                                            ),
                                        ),
                                    ),
                                ),
                            ),
                        );
                    let __t32 = __ops
                        .done(
                            __rt::ops::index_add(
                                &__t31,
                                __rt::clone(&__t7),
                                &__residual2,
                                &__t28,
                            ),
                            1,
                        );
                    __rt::drop((__t31, __t28));
                    let __t69 = __ops.zeros::<__rt::f32>(&__t29, __device);
                    let __t70 = __ops
                        .done(
                            __rt::ops::index_add(
                                &__t69,
                                __rt::clone(&__t7),
                                &__residual2,
                                &__t68,
                            ),
                            1,
                        );
                    __rt::drop((__t69, __residual2, __t68));
                    __ops.check()?;
                    __rt::Ok((
                        MixedGrads {
                            pair: (__t26, __t27),
                            table: __t32,
                            __types: __rt::PhantomData,
                        },
                        MixedGrads {
                            pair: (__t66, __t67),
                            table: __t70,
                            __types: __rt::PhantomData,
                        },
                    ))
                },
            );
            __rt::Ok((__value, __pullback, __dot))
        }
        ///The gradient of [`mixed`](fn@mixed) and the product of its Hessian with a vector.
        #[inline]
        pub fn hvp(
            pair: (&Tensor<T>, &Tensor<T>),
            table: &Tensor<f32>,
            ids: &Tensor<i32>,
            keep: &Tensor<bool>,
            power: i32,
            __dot_pair: &(__rt::Tensor<T>, __rt::Tensor<T>),
            __dot_table: &__rt::Tensor<__rt::f32>,
        ) -> __rt::Result<(MixedGrads<T>, MixedGrads<T>)> {
            let __leaf_0_pair_0 = pair.0;
            let __leaf_1_pair_1 = pair.1;
            let [__dim_N, __dim_V] = Self::__dims(
                __leaf_0_pair_0,
                __leaf_1_pair_1,
                table,
                ids,
                keep,
            )?;
            let __dot0 = &__dot_pair.0;
            let __dot1 = &__dot_pair.1;
            __rt::all([
                __rt::check_tangent(__leaf_0_pair_0, __dot0, "mixed", "pair.0"),
                __rt::check_tangent(__leaf_1_pair_1, __dot1, "mixed", "pair.1"),
                __rt::check_tangent(table, __dot_table, "mixed", "table"),
            ])?;
            let __device = __rt::device_of(__leaf_0_pair_0);
            let mut __ops = __rt::Sequence::new(__OPS);
            let __t6 = 0isize;
            let __t7 = __ops
                .done(__rt::ops::index_select(table, __rt::clone(&__t6), ids), 1);
            let __t10 = __rt::int32(__rt::clone(&power));
            let __t19 = __t10 as __rt::f64;
            let __t22 = __t10.saturating_sub((__t10 != 0) as __rt::i32);
            let __t31 = __ops.sized([__dim_V], 1);
            let __t33 = __ops
                .viewed(
                    __rt::ops::broadcast_to(
                        &__rt::scalar::<__rt::f32>(0f64, __device),
                        __rt::clone(&__t31),
                    ),
                    1,
                );
            let __t38 = __ops
                .done(__rt::ops::index_select(__dot_table, __rt::clone(&__t6), ids), 1);
            let __t48 = __t22 as __rt::f64;
            let __t51 = __t22.saturating_sub((__t22 != 0) as __rt::i32);
            let (__t16, (__t28, (__t29, (__t62, (__t63, ()))))) = __ops
                .launch(
                    __kernels::Hvp0::<
                        T,
                    >(
                        __rt::number(&__t19),
                        __rt::number(&__t22),
                        __rt::number(&__t48),
                        __rt::number(&__t51),
                        __rt::PhantomData,
                    ),
                    6,
                    (__leaf_0_pair_0, (__leaf_1_pair_1, (keep, (__dot0, (__dot1, ()))))),
                );
            let (__t30, (__t64, ())) = __ops
                .launch(
                    __kernels::Hvp1::<T>(__rt::PhantomData),
                    7,
                    (__t7, (keep, (__t16, (__t38, ())))),
                );
            let __t34 = __ops
                .done(__rt::ops::index_add(&__t33, __rt::clone(&__t6), ids, &__t30), 1);
            __rt::drop((__t33, __t30));
            let __t65 = __ops.zeros::<__rt::f32>(&__t31, __device);
            let __t66 = __ops
                .done(__rt::ops::index_add(&__t65, __rt::clone(&__t6), ids, &__t64), 1);
            __rt::drop((__t65, __t64));
            __ops.check()?;
            __rt::Ok((
                MixedGrads {
                    pair: (__t28, __t29),
                    table: __t34,
                    __types: __rt::PhantomData,
                },
                MixedGrads {
                    pair: (__t62, __t63),
                    table: __t66,
                    __types: __rt::PhantomData,
                },
            ))
        }
        /// What was made of the function: its graph, its kernels, what it keeps for the pullback.
        #[inline]
        pub const fn explain() -> &'static __rt::str {
            "mixed\n\ngraph\n  %0 = input 0: T[N]   # pair.0\n  %1 = input 1: T[N]   # pair.1\n  %2 = input 2: f32[V]   # table\n  %3 = input 3: i32[N]   # ids\n  %4 = input 4: bool[N]   # keep\n  %5 = input 5: host   # power\n  %6 = size { 0isize }: host\n  %7 = index_select(%2, %6, %3): f32[N]\n  %8 = cast(%7): T[N]   # t\n  %9 = mul(%0, %1): T[N]\n  %10 = size { int32(h0) }(%5): host\n  %11 = const 0.0: T[]\n  %12 = const 1.0: T[]\n  %13 = select(%4, %9, %12): T[N]\n  %14 = powi(%13, %10): T[N]\n  %15 = select(%4, %8, %11): T[N]\n  %16 = exp(%15): T[N]\n  %17 = add(%14, %16): T[N]\n  %18 = select(%4, %17, %11): T[N]   # y\n  %19 = size { Axes::ALL }: host\n  %20 = size { false }: host\n  %21 = sum(%18, %19, %20): T[]\n  %22 = gt(%18, %12): bool[N]\n  return %21, %22\n\nvalue\n  %7 = index_select(table, %6, ids): f32[N]\n  kernel 0 over [N]: reads %7, pair.0, pair.1, keep; writes %21: T[] by sum, %22: bool[N]; cast mul select powi select exp add select gt\n\nvalue_and_grad\n  %7 = index_select(table, %6, ids): f32[N]\n  kernel 0 over [N]: reads pair.0, pair.1, keep; writes %13: T[N], %23: T[N], %35: T[N], %36: T[N]; mul select select mul powi mul select mul mul select select\n  kernel 1 over [N]: reads %7, %13, keep, %23; writes %21: T[] by sum, %22: bool[N], %37: f32[N]; cast powi select exp add select gt mul select cast\n  %40 = broadcast_to(%39, %38): f32[V]\n  %41 = index_add(%40, %6, ids, %37): f32[V]\n\nforward\n  %7 = index_select(table, %6, ids): f32[N]\n  kernel 0 over [N]: reads %7, pair.0, pair.1, keep; writes %21: T[] by sum, %22: bool[N]; cast mul select powi select exp add select gt\n\npullback\n  kernel 0 over [N]: reads %7 (index_select), pair.0, pair.1, keep, y_bar; writes %26: T[N], %27: T[N], %28: f32[N]; cast mul select select exp select mul select mul powi mul select mul mul select select cast\n  %31 = broadcast_to(%30, %29): f32[V]\n  %32 = index_add(%31, %7, ids, %28): f32[V]\n\njvp\n  %7 = index_select(table, %6, ids): f32[N]\n  %26 = index_select(table_dot, %6, ids): f32[N]\n  kernel 0 over [N]: reads %7, pair.0, pair.1, keep, %26, pair.0_dot, pair.1_dot; writes %21: T[] by sum, %42: T[] by sum, %22: bool[N]; cast mul select powi select exp add select gt cast mul mul add select mul powi mul select mul add select\n\nhvp\n  %7 = index_select(table, %6, ids): f32[N]\n  %33 = broadcast_to(%32, %31): f32[V]\n  %38 = index_select(table_dot, %6, ids): f32[N]\n  kernel 0 over [N]: reads pair.0, pair.1, keep, pair.0_dot, pair.1_dot; writes %16: T[N], %28: T[N], %29: T[N], %62: T[N], %63: T[N]; mul select select mul powi mul select mul mul select select mul mul add select mul powi mul mul select mul mul add mul mul add select select\n  kernel 1 over [N]: reads %7, keep, %16, %38; writes %30: f32[N], %64: f32[N]; cast select exp mul select cast cast select mul mul select cast\n  %34 = index_add(%33, %6, ids, %30): f32[V]\n  %66 = index_add(%65, %6, ids, %64): f32[V]\n\nresiduals\n  pair.0: T[N], N * size of T bytes (an argument: kept, not copied)\n  pair.1: T[N], N * size of T bytes (an argument: kept, not copied)\n  ids: i32[N], 4*N bytes (an argument: kept, not copied)\n  keep: bool[N], N bytes (an argument: kept, not copied)\n  %7 (index_select): f32[N], 4*N bytes\n"
        }
    }
    impl<T: Float> __rt::Function for mixed<T> {
        const NAME: &'static __rt::str = "mixed";
        type Args<'__a> = (
            (&'__a Tensor<T>, &'__a Tensor<T>),
            &'__a Tensor<f32>,
            &'__a Tensor<i32>,
            &'__a Tensor<bool>,
            i32,
        );
        type Actives = MixedGrads<T>;
        type Output = (__rt::Tensor<T>, __rt::Tensor<__rt::bool>);
        type Tangent = __rt::Tensor<T>;
        #[inline]
        fn actives(
            (pair, table, ids, keep, power): &Self::Args<'_>,
        ) -> __rt::Result<Self::Actives> {
            let __leaf_0_pair_0 = pair.0;
            let __leaf_1_pair_1 = pair.1;
            __rt::Ok(MixedGrads {
                pair: (__rt::clone(__leaf_0_pair_0), __rt::clone(__leaf_1_pair_1)),
                table: __rt::clone(*table),
                __types: __rt::PhantomData,
            })
        }
        #[inline]
        fn replace<__R>(
            (pair, table, ids, keep, power): &Self::Args<'_>,
            __actives: &Self::Actives,
            __then: impl ::core::ops::FnOnce(Self::Args<'_>) -> __rt::Result<__R>,
        ) -> __rt::Result<__R> {
            __then((
                (&__actives.pair.0, &__actives.pair.1),
                &__actives.table,
                __rt::clone(ids),
                __rt::clone(keep),
                __rt::clone(power),
            ))
        }
        #[inline]
        fn floats(__output: &Self::Output) -> __rt::Result<Self::Tangent> {
            __rt::Ok(__rt::clone(&__output.0))
        }
        #[inline]
        fn call(
            (pair, table, ids, keep, power): Self::Args<'_>,
        ) -> __rt::Result<Self::Output> {
            Self::call(pair, table, ids, keep, power)
        }
        #[inline]
        fn vjp(
            (pair, table, ids, keep, power): Self::Args<'_>,
        ) -> __rt::Result<
            (
                Self::Output,
                impl __rt::Pullback<Cotangent = Self::Tangent, Grads = Self::Actives>,
            ),
        > {
            Self::vjp(pair, table, ids, keep, power)
        }
        #[inline]
        fn jvp(
            (pair, table, ids, keep, power): Self::Args<'_>,
            __tangents: &Self::Actives,
        ) -> __rt::Result<(Self::Output, Self::Tangent)> {
            Self::jvp(pair, table, ids, keep, power, &__tangents.pair, &__tangents.table)
        }
    }
    impl<T: Float> __rt::Objective for mixed<T> {
        #[inline]
        fn value_and_grad(
            (pair, table, ids, keep, power): Self::Args<'_>,
        ) -> __rt::Valued<Self> {
            Self::value_and_grad(pair, table, ids, keep, power)
        }
    }
    impl<T: Float> __rt::TwiceDifferentiable for mixed<T> {
        #[inline]
        fn hvp(
            (pair, table, ids, keep, power): Self::Args<'_>,
            __tangents: &Self::Actives,
        ) -> __rt::Result<(Self::Actives, Self::Actives)> {
            Self::hvp(pair, table, ids, keep, power, &__tangents.pair, &__tangents.table)
        }
    }
};
