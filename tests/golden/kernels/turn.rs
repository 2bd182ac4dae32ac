pub(crate) struct Turn<T0: rt::Float> {
    pub low: f64,
    pub by: f64,
    pub of: rt::PhantomData<(T0,)>,
}
impl<T0: rt::Float> rt::Kernel for Turn<T0> {
    type Ins = (T0, (rt::C<T0>, (T0, ())));
    type Outs = (T0, (rt::C<T0>, ()));
    const COST: usize = 4;
    const SOURCE: &'static rt::Source = &rt::Source {
        ins: &[
            <T0 as rt::Element>::DTYPE,
            <T0 as rt::Element>::DTYPE,
            <T0 as rt::Element>::DTYPE,
        ],
        numbers: &[<T0 as rt::Element>::DTYPE, <T0 as rt::Element>::DTYPE],
        statements: &[
            rt::Statement {
                op: &rt::spelled::MUL,
                dtype: <T0 as rt::Element>::DTYPE,
                reads: &[rt::Term::Input(1), rt::Term::Number(0)],
            },
            rt::Statement {
                op: &rt::spelled::MUL,
                dtype: <T0 as rt::Element>::DTYPE,
                reads: &[rt::Term::Input(2), rt::Term::Number(1)],
            },
            rt::Statement {
                op: &rt::spelled::SUB,
                dtype: <T0 as rt::Element>::DTYPE,
                reads: &[rt::Term::Value(0), rt::Term::Value(1)],
            },
        ],
        outs: &[rt::Term::Value(2), rt::Term::Input(0)],
    };
    #[inline]
    fn numbers(&self, into: &mut rt::Vec<f64>) {
        into.push(self.by);
        into.push(self.low);
    }
    #[inline(always)]
    fn tile<Isa: rt::Isa>(
        &self,
        s: Isa,
        n: usize,
        (x0, (x1, (x2, ()))): <Self::Ins as rt::List>::Tiles<'_>,
        (y0, (y1, ())): <Self::Outs as rt::List>::TilesMut<'_>,
    ) {
        #[inline(always)]
        fn body<Isa: rt::Isa, T0: rt::Float>(
            s: Isa,
            n: usize,
            h0: rt::C<T0>,
            h1: rt::C<T0>,
            x0: &[rt::C<T0>],
            x1: &[rt::C<T0>],
            x2: &[rt::C<T0>],
            y0: &mut [rt::C<T0>],
            y1: &mut [rt::C<T0>],
        ) {
            let x0 = &x0[..n];
            let x1 = &x1[..n];
            let x2 = &x2[..n];
            let y0 = &mut y0[..n];
            let y1 = &mut y1[..n];
            for i in 0..n {
                let t0 = m::mul(s, x1[i], h0);
                let t1 = m::mul(s, x2[i], h1);
                let t2 = m::sub(s, t0, t1);
                y0[i] = t2;
                y1[i] = x0[i];
            }
        }
        body::<
            Isa,
            T0,
        >(s, n, m::num(s, self.by), m::num(s, self.low), x0, x1, x2, y0, y1);
    }
}
impl<T0: rt::Float> rt::Kernel for crate::launch::update::InPlace<'_, Turn<T0>> {
    type Ins = (T0, ());
    type Outs = (T0, (rt::C<T0>, ()));
    const COST: usize = 4;
    #[inline(always)]
    fn tile<Isa: rt::Isa>(
        &self,
        s: Isa,
        n: usize,
        (x2, ()): <Self::Ins as rt::List>::Tiles<'_>,
        (y0, (y1, ())): <Self::Outs as rt::List>::TilesMut<'_>,
    ) {
        #[inline(always)]
        fn body<Isa: rt::Isa, T0: rt::Float>(
            s: Isa,
            n: usize,
            h0: rt::C<T0>,
            h1: rt::C<T0>,
            x2: &[rt::C<T0>],
            y0: &mut [rt::C<T0>],
            y1: &mut [rt::C<T0>],
        ) {
            let x2 = &x2[..n];
            let y0 = &mut y0[..n];
            let y1 = &mut y1[..n];
            for i in 0..n {
                let x0 = y0[i];
                let x1 = y1[i];
                let t0 = m::mul(s, x1, h0);
                let t1 = m::mul(s, x2[i], h1);
                let t2 = m::sub(s, t0, t1);
                y0[i] = t2;
                y1[i] = x0;
            }
        }
        body::<Isa, T0>(s, n, m::num(s, self.0.by), m::num(s, self.0.low), x2, y0, y1);
    }
}
impl<T0: rt::Float> Turn<T0> {
    pub(crate) fn run(
        &self,
        x0: &mut rt::Tensor<T0>,
        x1: &mut rt::Tensor<rt::C<T0>>,
        x2: &rt::Tensor<T0>,
    ) -> rt::Result<()> {
        use crate::launch::update;
        if let (Some(y0), Some(y1), Some(y2)) = (
            update::Change::to(x0),
            update::Change::to(x1),
            update::Look::at(x2),
        ) && update::update(&update::InPlace(self), [y2], [y0, y1])
        {
            return Ok(());
        }
        let (y0, (y1, ())) = rt::launch(
            self,
            &rt::GroupInfo::UNNAMED,
            (rt::Arg::Mut(x0), (rt::Arg::Mut(x1), (rt::Arg::Ref(x2), ()))),
            &[],
        )?;
        *x0 = y0;
        *x1 = y1;
        Ok(())
    }
}
