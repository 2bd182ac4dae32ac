//! Gradients leaf by leaf, each as soon as nothing is added to it any more: while the rest of the reverse pass still runs,
//! a leaf can be sent to another machine, or spent on an update and let go.

use std::any::Any;
use std::collections::HashSet;
use std::fmt;

use cotangent_kernels::{DType, Float};

use crate::error::{Error, ErrorKind, Result};
use crate::tensor::Tensor;
use crate::tensor::shape::Shape;
use crate::transforms::differentiable::{Form, Leaves};
use crate::transforms::tree::{self, AnyUpdate, Path, TensorTree, Update};

/// A leaf of a gradient that is complete.
///
/// The gradient keeps the tensor that a hook leaves in its place. It has to have the same shape.
pub struct Ready<'a> {
    path: &'a Path,
    dtype: DType,
    leaf: &'a mut dyn Any,
}

impl<'a> Ready<'a> {
    /// The place in the gradient: `model.layers.2.w`, parameter first.
    pub fn name(&self) -> &'a str {
        self.path.as_str()
    }

    /// The type of the leaf's elements.
    pub fn dtype(&self) -> DType {
        self.dtype
    }

    /// The gradient itself; an `Err` where its elements are of another type.
    pub fn grad<T: Float>(&mut self) -> Result<&mut Tensor<T>> {
        let Self { path, dtype, leaf } = self;
        leaf.downcast_mut().ok_or_else(|| tree::other_type(path, *dtype, T::DTYPE))
    }
}

impl fmt::Debug for Ready<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ready")
            .field("name", &self.name())
            .field("dtype", &self.dtype)
            .finish_non_exhaustive()
    }
}

/// Calls `hook` with every leaf of a gradient that is there as a whole: for a [`Pullback`](crate::Pullback) that
/// cannot say earlier.
pub fn all<G: TensorTree>(grads: G, hook: impl FnMut(Ready<'_>) -> Result<()>) -> Result<G> {
    asked(hook, |mut hooks| hooks.all(grads))
}

/// The hook, and what it has seen.
struct Sink<'h> {
    hook: &'h mut dyn FnMut(Ready<'_>) -> Result<()>,
    done: HashSet<String>,
    /// Parts whose leaves are known, and these.
    parts: HashSet<String>,
    leaves: HashSet<String>,
    /// Parts below which they are not known, but from what is said there.
    open: HashSet<String>,
}

impl<'h> Sink<'h> {
    fn new(hook: &'h mut dyn FnMut(Ready<'_>) -> Result<()>) -> Self {
        Self {
            hook,
            done: HashSet::new(),
            parts: HashSet::new(),
            leaves: HashSet::new(),
            open: HashSet::new(),
        }
    }
}

trait Report {
    /// Whether the leaves below are known, or those of something around it.
    fn knows(&self, part: &Path) -> bool;
    fn know(&mut self, part: &Path, leaves: Leaves);
    fn leaf(&mut self, path: &Path, dtype: DType, leaf: &mut dyn Any) -> Result<()>;
}

impl Report for Sink<'_> {
    fn knows(&self, part: &Path) -> bool {
        let part = part.as_str();
        let ends = part.match_indices('.').map(|(end, _)| end).chain([part.len()]);
        ends.fold(false, |known, end| {
            let around = &part[..end];
            (known || self.parts.contains(around)) && !self.open.contains(around)
        })
    }

    fn know(&mut self, part: &Path, leaves: Leaves) {
        self.parts.insert(part.as_str().to_owned());
        // It is said here.
        self.open.remove(part.as_str());
        self.leaves.extend(leaves.known);
        self.open.extend(leaves.open);
    }

    fn leaf(&mut self, path: &Path, dtype: DType, leaf: &mut dyn Any) -> Result<()> {
        if self.knows(path) && !self.leaves.contains(path.as_str()) {
            return Ok(());
        }
        if self.done.insert(path.as_str().to_owned()) {
            (self.hook)(Ready { path, dtype, leaf })?;
        }
        Ok(())
    }
}

struct Each<'r>(&'r mut dyn Report);

impl Update<0, 0> for Each<'_> {
    fn leaf<T: Float>(
        &mut self,
        path: &Path,
        leaf: &mut Tensor<T>,
        _: [&Tensor<T>; 0],
        _: [&mut Tensor<T>; 0],
    ) -> Result<()> {
        let shape = leaf.layout().shape;
        self.0.leaf(path, T::DTYPE, leaf)?;
        let left = leaf.layout().shape;
        if left == shape { Ok(()) } else { Err(reshaped(path, &shape, &left)) }
    }
}

#[cold]
fn reshaped(path: &Path, shape: &Shape, left: &Shape) -> Error {
    let message = format!("a hook left `{path}` with shape {left}, but its gradient has shape {shape}");
    Error::new(ErrorKind::Shape, message)
}

/// The hooks of a reverse pass: whom to tell, and where its own parameters are in the gradient that was asked for.
pub struct Hooks<'h> {
    report: Option<&'h mut (dyn Report + 'h)>,
    /// The places by parameter, `None` for one that is part of a sum in what was asked for. The function that was asked
    /// has no list.
    places: Option<Vec<Option<Path>>>,
    /// The parameters whose cotangents somebody reads, bit by bit; those beyond the bits are read.
    read: u64,
}

impl Hooks<'_> {
    /// Hooks to which nobody listens.
    #[inline]
    pub const fn none() -> Self {
        Self { report: None, places: None, read: u64::MAX }
    }

    /// The caller reads the cotangents of these parameters alone.
    #[inline]
    #[must_use]
    pub fn reading(mut self, params: u64) -> Self {
        self.read = params;
        self
    }

    /// The caller also reads the cotangent of this parameter, on a condition.
    #[inline]
    #[must_use]
    pub fn reading_if(mut self, param: usize, condition: bool) -> Self {
        self.read |= u64::from(condition) << param;
        self
    }

    /// Whether somebody reads the cotangent of this parameter. What else is in its place is nobody's matter.
    #[inline]
    pub fn reads(&self, param: usize) -> bool {
        u32::try_from(param).map_or(0, |param| self.read.checked_shr(param).unwrap_or(1)) & 1 == 1
    }

    /// The hooks of a call whose parameters are at `places`.
    #[inline]
    pub fn within(&mut self, places: impl FnOnce(&Self) -> Vec<Option<Path>>) -> Hooks<'_> {
        if self.report.is_none() {
            return Hooks::none();
        }
        let places = Some(places(self));
        match &mut self.report {
            Some(report) => Hooks { report: Some(&mut **report), places, read: u64::MAX },
            None => Hooks::none(),
        }
    }

    /// The place of a part of parameter number `param`, which is called `name` in this function.
    pub fn at(&self, param: usize, name: &str, part: impl FnOnce(Path) -> Path) -> Option<Path> {
        self.place(param, name).map(part)
    }

    fn place(&self, param: usize, name: &str) -> Option<Path> {
        match &self.places {
            None => Some(Path::root().then(name)),
            Some(places) => places.get(param)?.clone(),
        }
    }

    /// Such a part has the leaves of `form`: the cotangent of a field that has no tangent is nobody's gradient.
    #[inline]
    pub fn expect(
        &mut self,
        param: usize,
        name: &str,
        part: impl FnOnce(Path) -> Path,
        form: &impl Form,
    ) -> Result<()> {
        if self.report.is_none() { Ok(()) } else { self.learn(self.at(param, name, part), form) }
    }

    #[cold]
    fn learn(&mut self, at: Option<Path>, form: &impl Form) -> Result<()> {
        let (Some(report), Some(mut path)) = (&mut self.report, at) else { return Ok(()) };
        if !report.knows(&path) {
            let mut leaves = Leaves::default();
            form.leaves(&mut path, &mut leaves)?;
            report.know(&path, leaves);
        }
        Ok(())
    }

    /// The cotangent of a parameter is complete.
    #[inline]
    pub fn whole<V: TensorTree>(&mut self, param: usize, name: &str, value: V) -> Result<V> {
        if self.report.is_none() { Ok(value) } else { self.tell(self.place(param, name), value) }
    }

    /// The cotangent of such a part is complete.
    #[inline]
    pub fn ready<V: TensorTree>(
        &mut self,
        param: usize,
        name: &str,
        part: impl FnOnce(Path) -> Path,
        value: V,
    ) -> Result<V> {
        if self.report.is_none() { Ok(value) } else { self.tell(self.at(param, name, part), value) }
    }

    /// The gradient of the function that was asked, all at once. What it is to others they tell themselves.
    pub(crate) fn all<G: TensorTree>(&mut self, grads: G) -> Result<G> {
        let at = self.places.is_none().then(Path::root);
        self.tell(at, grads)
    }

    #[cold]
    fn tell<V: TensorTree>(&mut self, at: Option<Path>, mut value: V) -> Result<V> {
        if let (Some(report), Some(mut path)) = (&mut self.report, at) {
            value.walk_mut([], &mut path, &mut AnyUpdate(&mut Each(&mut **report)))?;
        }
        Ok(value)
    }
}

impl fmt::Debug for Hooks<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hooks").field("places", &self.places).finish_non_exhaustive()
    }
}

/// Calls `run` with the hooks of the function that was asked.
pub(crate) fn asked<R>(
    mut hook: impl FnMut(Ready<'_>) -> Result<()>,
    run: impl FnOnce(Hooks<'_>) -> Result<R>,
) -> Result<R> {
    let mut sink = Sink::new(&mut hook);
    run(Hooks { report: Some(&mut sink), ..Hooks::none() })
}
