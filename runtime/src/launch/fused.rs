//! Kernels of several outputs, written by hand where emitted code cannot stand: inside the runtime.

/// A kernel whose fields are numbers of the host, and one expression for what becomes of an element: the outputs, in
/// order, of the inputs by name. Numbers of the host are `T::Compute` in it, operands the compute type of theirs.
macro_rules! fused {
    ($(
        $(#[$doc:meta])*
        $Name:ident { $($h:ident),* $(,)? } cost $cost:literal
        ($($x:ident: $X:ty),+) -> ($($y:ident: $Y:ty),+), |$s:pat_param| $body:expr;
    )+) => {$(
        $(#[$doc])*
        pub(crate) struct $Name<T> {
            $(pub(crate) $h: f64,)*
            pub(crate) of: std::marker::PhantomData<T>,
        }

        $crate::launch::fused::kernel! {
            ($Name<T>), $Name, |this| this, { $($h),* }, $cost, ($($x: $X),+), ($($y: $Y),+),
            { $($x),+ }, {}, |$s| $body
        }
    )+};
}

/// As [`fused`], of tensors that are changed: `x -> y: T` is what an element was, and what the expression makes of it. `run`
/// takes them in order, and then what is read alone. Nothing is copied where nobody else holds a tensor that is changed.
macro_rules! updates {
    ($(
        $Name:ident { $($h:ident),* $(,)? } cost $cost:literal
        [$($x:ident -> $y:ident: $X:ty),+] ($($r:ident: $R:ty),*), |$s:pat_param| $body:expr;
    )+) => {$(
        pub(crate) struct $Name<T> {
            $(pub(crate) $h: f64,)*
            pub(crate) of: std::marker::PhantomData<T>,
        }

        $crate::launch::fused::kernel! {
            ($Name<T>), $Name, |this| this, { $($h),* }, $cost, ($($x: $X,)+ $($r: $R),*), ($($y: $X),+),
            { $($x,)+ $($r),* }, {}, |$s| $body
        }

        $crate::launch::fused::kernel! {
            ($crate::launch::update::InPlace<'_, $Name<T>>), $Name, |this| this.0, { $($h),* }, $cost,
            ($($r: $R),*), ($($y: $X),+), { $($r),* }, { $($x $y),+ }, |$s| $body
        }

        impl<T: cotangent_kernels::Float> $Name<T> {
            pub(crate) fn run(
                &self,
                $($x: &mut $crate::tensor::Tensor<$X>,)+
                $($r: &$crate::tensor::Tensor<$R>,)*
            ) -> $crate::error::Result<()> {
                use $crate::launch::update;
                if let ($(Some($x),)+ $(Some($r),)*) =
                    ($(update::Change::to($x),)+ $(update::Look::at($r),)*)
                    && update::update(&update::InPlace(self), [$($r),*], [$($x),+])
                {
                    return Ok(());
                }
                let info = &$crate::launch::GroupInfo::UNNAMED;
                let outs = [$($crate::launch::fused::full!($x)),+];
                let ins = $crate::launch::fused::nest!(
                    expr $($crate::launch::Arg::Mut($x),)+ $($crate::launch::Arg::Ref($r),)*
                );
                let $crate::launch::fused::nest!(pat $($y),+) = $crate::launch::launch(self, info, ins, &outs)?;
                $(*$x = $y;)+
                Ok(())
            }
        }
    )+};
}

macro_rules! full {
    ($x:ident) => {
        $crate::launch::OutSpec::FULL
    };
}

/// The loop of a kernel: inputs by name, then what is read from where it is written.
macro_rules! kernel {
    (
        ($($Type:tt)+), $Name:ident, |$this:ident| $kernel:expr, { $($h:ident),* }, $cost:literal,
        ($($x:ident: $X:ty),* $(,)?), ($($y:ident: $Y:ty),+),
        { $($read:ident),* $(,)? }, { $($old:ident $at:ident),* }, |$s:pat_param| $body:expr
    ) => {
        impl<T: cotangent_kernels::Float> cotangent_kernels::kernel::Kernel for $($Type)+ {
            type Ins = $crate::launch::fused::nest!($($X),*);
            type Outs = $crate::launch::fused::nest!($($Y),+);
            const COST: usize = $cost;
            #[inline(always)]
            fn tile<S: cotangent_kernels::isa::Isa>(
                &self,
                s: S,
                n: usize,
                $crate::launch::fused::nest!(pat $($x),*): <Self::Ins as cotangent_kernels::kernel::List>::Tiles<'_>,
                $crate::launch::fused::nest!(pat $($y),+): <Self::Outs as cotangent_kernels::kernel::List>::TilesMut<'_>,
            ) {
                #[inline(always)]
                #[allow(clippy::too_many_arguments, unused_variables)]
                fn body<S: cotangent_kernels::isa::Isa, T: cotangent_kernels::Float>(
                    s: S,
                    n: usize,
                    $($h: T::Compute,)*
                    $($x: &[<$X as cotangent_kernels::Element>::Compute],)*
                    $($y: &mut [<$Y as cotangent_kernels::Element>::Compute],)+
                ) {
                    $(let $x = &$x[..n];)*
                    $(let $y = &mut $y[..n];)+
                    for i in 0..n {
                        let $s = s;
                        $(let $read = $read[i];)*
                        $(let $old = $at[i];)*
                        ($($y[i],)+) = $body;
                    }
                }
                body::<S, T>(
                    s,
                    n,
                    $({
                        let $this = self;
                        let kernel: &$Name<T> = $kernel;
                        cotangent_kernels::math::num(s, kernel.$h)
                    },)*
                    $($x,)*
                    $($y,)+
                );
            }
        }
    };
}

/// `(a, (b, ()))`: a list of types, patterns or values, as kernels have them.
macro_rules! nest {
    () => { () };
    (pat) => { () };
    (expr) => { () };
    (expr $x:expr, $($rest:tt)*) => { ($x, $crate::launch::fused::nest!(expr $($rest)*)) };
    (pat $x:ident $(, $rest:ident)*) => { ($x, $crate::launch::fused::nest!(pat $($rest),*)) };
    ($X:ty $(, $rest:ty)*) => { ($X, $crate::launch::fused::nest!($($rest),*)) };
}

pub(crate) use {full, fused, kernel, nest, updates};
