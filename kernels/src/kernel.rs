//! The contract between emitted code and the tile driver.
//!
//! A fused group is a type that implements [`Kernel`]. The driver owns all iteration: it splits the iteration
//! space over threads, packs strided, broadcast or half-precision operands into tiles of the compute type, calls
//! [`Kernel::tile`], and stores or reduces what the tile wrote. A kernel sees only slices of one length, a multiple
//! of [`LANES`]: the driver pads the last tile with copies of its last point, so that four elements cost one vector
//! instead of four scalars.
//!
//! A kernel is safe code, and nothing that safe code can do in it breaks memory: lists are sealed, slices are disjoint, and
//! those of outputs are initialised before the kernel sees them. What it leaves unwritten has an arbitrary value; a kernel
//! that panics leaves outputs of which some elements are written.
//!
//! Where all operands have one element type a kernel is a function of one point, a [`Point`], and the loop is the driver's:
//!
//! ```
//! # use cotangent_kernels::{isa::Isa, kernel::Point, math as m};
//! struct K0 { h0: f64 }
//! impl Point for K0 {
//!     type Ins = [f32; 2];
//!     type Outs = [f32; 1];
//!     #[inline(always)]
//!     fn point<S: Isa>(&self, s: S, [x0, x1]: [f32; 2]) -> [f32; 1] {
//!         let h0 = m::num(s, self.h0);
//!         [m::tanh(s, m::add(s, m::mul(s, x0, x1), h0))]
//!     }
//! }
//! ```
//!
//! Others have loops of their own, in the form that vectorises. LLVM must know that no two slices overlap; `&mut` says so
//! only for the parameters of a function, not for slices taken out of a tuple, and a loop over many would otherwise need
//! more run-time checks than the vectoriser accepts. So the loop stands in an inner function that takes each slice as a
//! parameter, cuts all to `n`, and is inlined:
//!
//! ```
//! # use cotangent_kernels::{Float, isa::Isa, kernel::{Kernel, List}, math as m};
//! struct K1<T> { h0: f64, of: std::marker::PhantomData<T> }
//! impl<T: Float> Kernel for K1<T> {
//!     type Ins = (T, (bool, ()));
//!     type Outs = (T, ());
//!     #[inline(always)]
//!     fn tile<S: Isa>(
//!         &self, s: S, n: usize,
//!         (x0, (x1, ())): <Self::Ins as List>::Tiles<'_>,
//!         (y0, ()): <Self::Outs as List>::TilesMut<'_>,
//!     ) {
//!         #[inline(always)]
//!         fn body<S: Isa, T: Float>(
//!             s: S, n: usize, h0: T::Compute, x0: &[T::Compute], x1: &[bool], y0: &mut [T::Compute],
//!         ) {
//!             let (x0, x1, y0) = (&x0[..n], &x1[..n], &mut y0[..n]);
//!             for i in 0..n {
//!                 y0[i] = m::select(s, x1[i], m::tanh(s, x0[i]), h0);
//!             }
//!         }
//!         body::<S, T>(s, n, m::num(s, self.h0), x0, x1, y0);
//!     }
//! }
//! ```
//!
//! With six inputs and six outputs either still becomes one loop of full vectors without checks, for cheap bodies and
//! for heavy ones, and without a remainder loop, since the driver tells LLVM that `n` is a multiple of [`LANES`].
#![allow(unsafe_code)]

use crate::element::{DType, Element};
use crate::isa::Isa;

mod rows;

/// Every tile's length is a multiple of this.
pub const LANES: usize = 16;

/// Operands of one kernel at most, inputs and outputs together: the fuser splits larger groups.
pub const MAX_OPERANDS: usize = 64;

/// Axes of an iteration space at most.
pub const MAX_AXES: usize = 8;

mod sealed {
    /// The driver makes slices of the element types that a list names: no other crate may name wrong ones.
    pub trait Sealed {}
    impl Sealed for () {}
    impl<T: super::Element, R: super::List> Sealed for (T, R) {}
}

/// Element types of a kernel's operands: as many of one type, `[f32; 2]`, or a nested pair list, `(f32, (bool, ()))`. Sealed.
///
/// ```compile_fail,E0277
/// use cotangent_kernels::{DType, kernel::{List, MAX_OPERANDS}};
/// struct Three;
/// impl List for Three {
///     type Tiles<'a> = ();
///     type TilesMut<'a> = ();
///     const LEN: usize = 3;
///     const DTYPES: [DType; MAX_OPERANDS] = [DType::Bool; MAX_OPERANDS];
///     unsafe fn tiles<'a>(_: *const *const u8, _: usize) -> Self::Tiles<'a> {}
///     unsafe fn tiles_mut<'a>(_: *const *mut u8, _: usize) -> Self::TilesMut<'a> {}
/// }
/// ```
pub trait List: sealed::Sealed + 'static {
    /// Shared tiles of the compute types, in the same nesting.
    type Tiles<'a>: Copy;
    /// Exclusive tiles of the compute types, in the same nesting.
    type TilesMut<'a>;
    /// How many.
    const LEN: usize;
    /// The element types; the first [`List::LEN`] entries count.
    #[doc(hidden)]
    const DTYPES: [DType; MAX_OPERANDS];

    /// Slices of length `n` from addresses.
    ///
    /// # Safety
    /// `ptrs` holds `LEN` addresses, each of `n` initialised elements of the compute type, not written during `'a`.
    #[doc(hidden)]
    unsafe fn tiles<'a>(ptrs: *const *const u8, n: usize) -> Self::Tiles<'a>;

    /// Exclusive slices of length `n` from addresses.
    ///
    /// # Safety
    /// `ptrs` holds `LEN` addresses, each of `n` initialised elements of the compute type that nothing else touches during
    /// `'a`.
    #[doc(hidden)]
    unsafe fn tiles_mut<'a>(ptrs: *const *mut u8, n: usize) -> Self::TilesMut<'a>;
}

impl List for () {
    type Tiles<'a> = ();
    type TilesMut<'a> = ();
    const LEN: usize = 0;
    const DTYPES: [DType; MAX_OPERANDS] = [DType::Bool; MAX_OPERANDS];

    #[inline(always)]
    unsafe fn tiles<'a>(_: *const *const u8, _: usize) -> Self::Tiles<'a> {}

    #[inline(always)]
    unsafe fn tiles_mut<'a>(_: *const *mut u8, _: usize) -> Self::TilesMut<'a> {}
}

impl<T: Element, R: List> List for (T, R) {
    type Tiles<'a> = (&'a [T::Compute], R::Tiles<'a>);
    type TilesMut<'a> = (&'a mut [T::Compute], R::TilesMut<'a>);
    const LEN: usize = 1 + R::LEN;
    const DTYPES: [DType; MAX_OPERANDS] = {
        let mut all = [T::DTYPE; MAX_OPERANDS];
        let mut i = 1;
        while i < MAX_OPERANDS {
            all[i] = R::DTYPES[i - 1];
            i += 1;
        }
        all
    };

    #[inline(always)]
    unsafe fn tiles<'a>(ptrs: *const *const u8, n: usize) -> Self::Tiles<'a> {
        // SAFETY: the caller's contract, for the first address and for the rest.
        unsafe { (std::slice::from_raw_parts((*ptrs).cast(), n), R::tiles(ptrs.add(1), n)) }
    }

    #[inline(always)]
    unsafe fn tiles_mut<'a>(ptrs: *const *mut u8, n: usize) -> Self::TilesMut<'a> {
        // SAFETY: the caller's contract, for the first address and for the rest.
        unsafe { (std::slice::from_raw_parts_mut((*ptrs).cast(), n), R::tiles_mut(ptrs.add(1), n)) }
    }
}

/// An elementwise op in the languages of devices.
#[derive(Debug)]
pub struct Spelling {
    /// The name of its row.
    pub name: &'static str,
    /// An expression of CUDA C++: `{0}`, `{1}` are operands, `{T}` the type in which the result is computed.
    pub cuda: &'static str,
    /// The same in WGSL.
    pub wgsl: &'static str,
}

/// What a statement reads, and what an output is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Term {
    /// The element of an input.
    Input(usize),
    /// A number of [`Kernel::numbers`].
    Number(usize),
    /// What an earlier statement gives.
    Value(usize),
    /// A constant of a type.
    Const(f64, DType),
}

/// The value of an op. Types are those of elements; f16 and bf16 are computed in f32.
#[derive(Clone, Copy, Debug)]
pub struct Statement {
    /// The op.
    pub op: &'static Spelling,
    /// The type of the value.
    pub dtype: DType,
    /// Its operands.
    pub reads: &'static [Term],
}

/// The body of a kernel for devices. Loads, loops and reductions around it are the launch's.
///
/// ```
/// use cotangent_kernels::DType::F32;
/// use cotangent_kernels::kernel::{Term, Source, Spelling, Statement};
///
/// static MUL: Spelling = Spelling { name: "mul", cuda: "{0} * {1}", wgsl: "{0} * {1}" };
/// const SCALED: &Source = &Source {
///     ins: &[F32],
///     numbers: &[F32],
///     statements: &[Statement { op: &MUL, dtype: F32, reads: &[Term::Number(0), Term::Input(0)] }],
///     outs: &[Term::Value(0)],
/// };
/// assert!(!SCALED.is_none() && Source::NONE.is_none());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Source {
    /// The types of inputs.
    pub ins: &'static [DType],
    /// The types in which host numbers are computed, in the order of [`Kernel::numbers`].
    pub numbers: &'static [DType],
    /// All values, in an order in which each comes behind those that it reads.
    pub statements: &'static [Statement],
    /// What each output is.
    pub outs: &'static [Term],
}

impl Source {
    /// No device runs the kernel.
    pub const NONE: Self = Self { ins: &[], numbers: &[], statements: &[], outs: &[] };

    /// The type of an input, a number, a value or a constant.
    ///
    /// # Panics
    /// If there is no such.
    pub const fn dtype(&self, of: Term) -> DType {
        match of {
            Term::Input(i) => self.ins[i],
            Term::Number(i) => self.numbers[i],
            Term::Value(i) => self.statements[i].dtype,
            Term::Const(_, dtype) => dtype,
        }
    }

    /// Whether no device runs it.
    pub const fn is_none(&self) -> bool {
        self.outs.is_empty()
    }
}

/// A fused group. Emitted code implements this on a struct of its host scalars.
pub trait Kernel: Sync {
    /// Element types of the inputs.
    type Ins: List;
    /// Element types of the outputs.
    type Outs: List;
    /// Rough arithmetic per element, in additions (a division 4, `exp` 20, `tanh` 30): decides from which size on
    /// threads pay, and nothing else.
    const COST: usize = 8;
    /// Whether it calls `sin`, `cos` or `tan`, which are slow for arguments beyond 2^45 in f64: tiles of f64 without
    /// such arguments then take a way without a branch. Affects speed alone.
    const TURNS: bool = false;
    /// Whether it calls `rem` or `floor_mod`, which are slow for quotients beyond 2^23 in f32 and 2^52 in f64: tiles
    /// without such then take a way without a branch. Affects speed alone.
    const REMAINDERS: bool = false;
    /// What devices run in place of [`Self::tile`].
    const SOURCE: &'static Source = &Source::NONE;
    /// Appends the host numbers, in the order of that source.
    fn numbers(&self, _into: &mut Vec<f64>) {}
    /// Computes one tile: every slice has length `n`, a multiple of [`LANES`]. Must be `#[inline(always)]`.
    fn tile<S: Isa>(
        &self,
        s: S,
        n: usize,
        ins: <Self::Ins as List>::Tiles<'_>,
        outs: <Self::Outs as List>::TilesMut<'_>,
    );
}

/// Operands of one element type, `[f32; 2]`. Sealed.
pub trait Row: List {
    /// An element of each, of the compute type.
    type Point;
    /// As many values of another type.
    #[doc(hidden)]
    type Array<R>;
    /// One value after the other, made where they stay.
    #[doc(hidden)]
    fn array<R>(of: impl FnMut(usize) -> R) -> Self::Array<R>;
    /// The elements at `i`.
    #[doc(hidden)]
    fn point(tiles: &Self::Tiles<'_>, i: usize) -> Self::Point;
    /// Elements `0..n` of each.
    #[doc(hidden)]
    fn fill(n: usize, tiles: Self::TilesMut<'_>, of: impl Fn(usize) -> Self::Point);
}

/// A fused group whose operands have one element type, as a function of one point.
pub trait Point: Sync {
    /// The inputs.
    type Ins: Row;
    /// The outputs.
    type Outs: Row;
    /// As [`Kernel::COST`].
    const COST: usize = 8;
    /// As [`Kernel::TURNS`].
    const TURNS: bool = false;
    /// As [`Kernel::REMAINDERS`].
    const REMAINDERS: bool = false;
    /// As [`Kernel::SOURCE`].
    const SOURCE: &'static Source = &Source::NONE;
    /// As [`Kernel::numbers`].
    fn numbers(&self, _into: &mut Vec<f64>) {}
    /// One point. Must be `#[inline(always)]`.
    fn point<S: Isa>(&self, s: S, x: <Self::Ins as Row>::Point) -> <Self::Outs as Row>::Point;
}

impl<P: Point> Kernel for P {
    type Ins = P::Ins;
    type Outs = P::Outs;
    const COST: usize = P::COST;
    const TURNS: bool = P::TURNS;
    const REMAINDERS: bool = P::REMAINDERS;
    const SOURCE: &'static Source = P::SOURCE;

    #[inline]
    fn numbers(&self, into: &mut Vec<f64>) {
        Point::numbers(self, into);
    }

    #[inline(always)]
    fn tile<S: Isa>(
        &self,
        s: S,
        n: usize,
        ins: <Self::Ins as List>::Tiles<'_>,
        outs: <Self::Outs as List>::TilesMut<'_>,
    ) {
        P::Outs::fill(
            n,
            outs,
            #[inline(always)]
            |i| self.point(s, P::Ins::point(&ins, i)),
        );
    }
}

/// How the driver turns the tile of one output into memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Combine {
    /// One element per point of the iteration space.
    Store,
    /// Sum over the axes on which the output has stride 0.
    Sum,
    /// Product over them.
    Prod,
    /// Maximum over them; NaN wins.
    Max,
    /// Minimum over them; NaN wins.
    Min,
    /// All points on those axes carry the same value; keep one.
    Pick,
}

/// A read operand: a base pointer to the element at index 0 and strides in elements, one per axis of the
/// iteration space (0 on broadcast axes).
#[derive(Clone, Copy, Debug)]
pub struct In<'a> {
    /// Address of the element at the origin of the iteration space.
    pub ptr: *const u8,
    /// One stride per axis, in elements.
    pub strides: &'a [isize],
    /// The memory is also written by an output of the same launch, element for element: read before write.
    pub aliased: bool,
}

/// A written operand: memory that holds values of its type before, too. With [`Combine::Store`] no two points may share
/// an address.
#[derive(Clone, Copy, Debug)]
pub struct Out<'a> {
    /// Address of the element at the origin of the iteration space.
    pub ptr: *mut u8,
    /// One stride per axis, in elements; 0 on the axes that are reduced.
    pub strides: &'a [isize],
    /// The way to combine elements on the axes with stride 0.
    pub combine: Combine,
    /// Factor applied to the finished value of a reduction (1.0: none); this is how `mean` stays one pass.
    pub scale: f64,
}
