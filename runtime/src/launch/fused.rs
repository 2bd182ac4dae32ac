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

        impl<T: cotangent_kernels::Float> cotangent_kernels::kernel::Kernel for $Name<T> {
            type Ins = $crate::launch::fused::nest!($($X),+);
            type Outs = $crate::launch::fused::nest!($($Y),+);
            const COST: usize = $cost;
            #[inline(always)]
            fn tile<S: cotangent_kernels::isa::Isa>(
                &self,
                s: S,
                n: usize,
                $crate::launch::fused::nest!(pat $($x),+): <Self::Ins as cotangent_kernels::kernel::List>::Tiles<'_>,
                $crate::launch::fused::nest!(pat $($y),+): <Self::Outs as cotangent_kernels::kernel::List>::TilesMut<'_>,
            ) {
                #[inline(always)]
                #[allow(clippy::too_many_arguments, unused_variables)]
                fn body<S: cotangent_kernels::isa::Isa, T: cotangent_kernels::Float>(
                    s: S, n: usize, $($h: T::Compute,)*
                    $($x: &[<$X as cotangent_kernels::Element>::Compute],)+
                    $($y: &mut [<$Y as cotangent_kernels::Element>::Compute],)+
                ) {
                    $(let $x = &$x[..n];)+
                    $(let $y = &mut $y[..n];)+
                    for i in 0..n {
                        let $s = s;
                        $(let $x = $x[i];)+
                        ($($y[i],)+) = $body;
                    }
                }
                body::<S, T>(s, n, $(cotangent_kernels::math::num(s, self.$h),)* $($x,)+ $($y,)+);
            }
        }
    )+};
}

/// `(a, (b, ()))`: a list of types or patterns, as kernels have them.
macro_rules! nest {
    () => { () };
    (pat) => { () };
    (pat $x:ident $(, $rest:ident)*) => { ($x, $crate::launch::fused::nest!(pat $($rest),*)) };
    ($X:ty $(, $rest:ty)*) => { ($X, $crate::launch::fused::nest!($($rest),*)) };
}

pub(crate) use {fused, nest};
