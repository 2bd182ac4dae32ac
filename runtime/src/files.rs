//! Models and training in files: safetensors, by the names of parameters.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use cotangent_kernels::{Element, Float};
use serde_json::{Map, Value};

mod digest;
mod format;
mod header;
mod replace;
mod restore;
mod unique;

use crate::error::{Error, InOp, Result};
use crate::tensor::Tensor;
use crate::tensor::any::AnyTensor;
use crate::tensor::random::Key;
use crate::training::optim::{Remembers, State};
use crate::transforms::differentiable::Differentiable;
use crate::transforms::tree::{self, AnyVisit, Path as Name, Visit};
use format::{Content, damaged};

/// Writes the parameters of a model to a safetensors file, under their names. The file is there whole or not at all: it
/// takes its name when it is on disk, and after an error what was there before is as it was.
///
/// ```
/// use cotangent::prelude::*;
///
/// #[derive(Clone, Differentiable)]
/// struct Linear {
///     w: Tensor,
///     b: Tensor,
/// }
///
/// # let folder = std::env::temp_dir().join(format!("cotangent-save-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder).unwrap();
/// # let path = folder.join("linear.safetensors");
/// let model = Linear { w: Key::new(1).normal([3, 2])?, b: Tensor::zeros([2])? };
/// cotangent::save(&path, &model)?;
///
/// let mut other = Linear { w: Tensor::zeros([3, 2])?, b: Tensor::ones([2])? };
/// cotangent::load(&path, &mut other)?;
/// assert_eq!(other.w.to_vec()?, model.w.to_vec()?);
///
/// // Whatever does not fit is an error that says what, and changes nothing.
/// let mut narrow = Linear { w: Tensor::zeros([3, 1])?, b: Tensor::ones([2])? };
/// let error = cotangent::load(&path, &mut narrow).unwrap_err();
/// assert!(error.message().ends_with("`w` has shape [3, 2], and in the model shape [3, 1]"));
/// # std::fs::remove_dir_all(&folder).unwrap();
/// # Ok::<(), Error>(())
/// ```
pub fn save<M: Differentiable>(path: impl AsRef<Path>, model: &M) -> Result<()> {
    Snapshot::of(model).and_then(|snapshot| snapshot.save(path)).in_op("save")
}

/// Reads the parameters of a model from a safetensors file, which has to hold all of them, of their shapes and element
/// types, and no others. After an error the model is as before. See [`save`].
pub fn load<M: Differentiable>(path: impl AsRef<Path>, model: &mut M) -> Result<()> {
    Snapshot::open(path).and_then(|snapshot| snapshot.restore(model)).in_op("load")
}

/// A model, and what goes on with its training: the state of an optimiser, a step, a key, notes. Tensors are shared, not
/// copied: the model may train on while this one is written.
///
/// Taken up again, training gives the same bits as if it had never stopped.
///
/// ```
/// use cotangent::Snapshot;
/// use cotangent::optim::{Adam, Optimizer};
/// use cotangent::prelude::*;
///
/// # let folder = std::env::temp_dir().join(format!("cotangent-snapshot-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder).unwrap();
/// # let path = folder.join("run.safetensors");
/// let (mut x, mut optimizer) = (tensor![1.0f32, 2.0], Optimizer::new(Adam::default()));
/// let g = x.clone();
/// optimizer.step(&mut x, &g)?;
/// Snapshot::of(&x)?.with_optimizer(&optimizer)?.with_step(1).with_key(Key::new(7)).save(&path)?;
///
/// let (mut y, mut fresh) = (tensor![0.0f32, 0.0], Optimizer::new(Adam::default()));
/// let snapshot = Snapshot::open(&path)?;
/// snapshot.restore_with(&mut y, &mut fresh)?;
/// assert_eq!((snapshot.step(), snapshot.key()), (Some(1), Some(Key::new(7))));
/// optimizer.step(&mut x, &g)?;
/// fresh.step(&mut y, &g)?;
/// assert_eq!(x.to_vec()?, y.to_vec()?);
/// # std::fs::remove_dir_all(&folder).unwrap();
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    params: BTreeMap<String, AnyTensor>,
    optimizer: Option<State>,
    others: BTreeMap<String, AnyTensor>,
    step: Option<u64>,
    key: Option<Key>,
    notes: BTreeMap<String, String>,
    /// The path that it was read from.
    path: Option<PathBuf>,
}

/// Names in files, which no parameter can have: `/` is in none.
const OPTIMIZER: &str = "optimizer/";
const OTHER: &str = "tensor/";

impl Snapshot {
    /// The parameters of a model.
    pub fn of<M: Differentiable>(model: &M) -> Result<Self> {
        struct Keep(BTreeMap<String, AnyTensor>);
        impl Visit for Keep {
            fn leaf<T: Float>(&mut self, name: &Name, x: &Tensor<T>) -> Result<()> {
                self.0.insert(name.as_str().to_owned(), AnyTensor::of(x));
                Ok(())
            }
        }
        let mut keep = Keep(BTreeMap::new());
        model.visit_tensors(&mut Name::root(), &mut AnyVisit(&mut keep))?;
        Ok(Self { params: keep.0, ..Self::default() })
    }

    /// With what an optimiser remembers. Its options are not part of it: they are in the program that goes on.
    pub fn with_optimizer(mut self, optimizer: &impl Remembers) -> Result<Self> {
        self.optimizer = Some(optimizer.remembered()?);
        Ok(self)
    }

    /// With the number of the step that comes next, or whatever the program counts.
    pub fn with_step(mut self, step: u64) -> Self {
        self.step = Some(step);
        self
    }

    /// With the key that random numbers come from.
    pub fn with_key(mut self, key: Key) -> Self {
        self.key = Some(key);
        self
    }

    /// With a text.
    pub fn with_note(mut self, name: impl Into<String>, text: impl Into<String>) -> Self {
        self.notes.insert(name.into(), text.into());
        self
    }

    /// With a tensor that is no parameter: a running mean, an order of examples.
    pub fn with_tensor<T: Element>(mut self, name: impl Into<String>, x: &Tensor<T>) -> Self {
        self.others.insert(name.into(), AnyTensor::of(x));
        self
    }

    /// The step, if there is one.
    pub fn step(&self) -> Option<u64> {
        self.step
    }

    /// The key, if there is one.
    pub fn key(&self) -> Option<Key> {
        self.key
    }

    /// The text of this name.
    pub fn note(&self, name: &str) -> Option<&str> {
        self.notes.get(name).map(String::as_str)
    }

    /// The names of the parameters.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.params.keys().map(String::as_str)
    }

    /// The tensor of this name: one that [`Snapshot::with_tensor`] added, or a parameter.
    pub fn tensor<T: Element>(&self, name: &str) -> Result<Tensor<T>> {
        let Some(any) = self.others.get(name).or_else(|| self.params.get(name)) else {
            return Err(self.names_file(&tree::unknown(name)));
        };
        any.typed().cloned().ok_or_else(|| {
            let message = format!("`{name}` has elements of type {}, not {}", any.dtype(), T::DTYPE);
            self.names_file(&damaged(message))
        })
    }

    /// Writes it to a file, as [`save`] does.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<()> {
        let path = path.as_ref();
        let content = self.content();
        replace::replace(path, |out| format::write(&content, out)).map_err(|e| {
            Error::new(e.kind(), format!("`{}` is not written: {}", path.display(), e.message()))
        })
    }

    /// Reads a file that [`Snapshot::save`] wrote, or a safetensors file of another program, which then is parameters alone.
    /// A file that is torn or was changed is an error.
    pub fn open(path: impl AsRef<Path>) -> Result<Self> {
        let path = path.as_ref();
        let read = format::read(path).and_then(Self::from_content);
        let mut snapshot = read.map_err(|e| {
            Error::new(e.kind(), format!("`{}` is not read: {}", path.display(), e.message()))
        })?;
        snapshot.path = Some(path.to_owned());
        Ok(snapshot)
    }

    fn content(&self) -> Content {
        let mut tensors = self.params.clone();
        tensors.extend(self.others.iter().map(|(name, x)| (format!("{OTHER}{name}"), x.clone())));
        let mut about = Map::new();
        if let Some(state) = &self.optimizer {
            let named = |(name, x): (&String, &AnyTensor)| (format!("{OPTIMIZER}{name}"), x.clone());
            tensors.extend(state.tensors.iter().map(named));
            about.insert("rule".to_owned(), state.rule.clone().into());
            about.insert("steps".to_owned(), state.steps.into());
            about.insert("counts".to_owned(), sorted(&state.counts));
        }
        if let Some(step) = self.step {
            about.insert("step".to_owned(), step.into());
        }
        if let Some(key) = self.key {
            about.insert("key".to_owned(), key.seed().into());
        }
        about.insert("notes".to_owned(), sorted(&self.notes));
        Content { tensors, about: Some(about) }
    }

    fn from_content(content: Content) -> Result<Self> {
        let Some(about) = content.about else {
            return Ok(Self { params: content.tensors, ..Self::default() });
        };
        let missing = |name: &str| damaged(format!("its `{name}` is missing, or not what it should be"));
        let number = |name: &str| match about.get(name) {
            None => Ok(None),
            Some(value) => value.as_u64().map(Some).ok_or_else(|| missing(name)),
        };
        let mut snapshot =
            Self { step: number("step")?, key: number("key")?.map(Key::new), ..Self::default() };
        for (name, text) in entries(&about, "notes").ok_or_else(|| missing("notes"))? {
            snapshot.notes.insert(name.clone(), text.as_str().ok_or_else(|| missing("notes"))?.to_owned());
        }
        if let Some(rule) = about.get("rule") {
            let rule = rule.as_str().ok_or_else(|| missing("rule"))?.to_owned();
            let steps = number("steps")?.ok_or_else(|| missing("steps"))?;
            let mut state = State { rule, steps, ..State::default() };
            for (name, count) in entries(&about, "counts").ok_or_else(|| missing("counts"))? {
                state.counts.insert(name.clone(), count.as_u64().ok_or_else(|| missing("counts"))?);
            }
            snapshot.optimizer = Some(state);
        }
        for (name, x) in content.tensors {
            if let Some(name) = name.strip_prefix(OTHER) {
                snapshot.others.insert(name.to_owned(), x);
                continue;
            }
            match (name.strip_prefix(OPTIMIZER), &mut snapshot.optimizer) {
                (Some(name), Some(state)) => state.tensors.insert(name.to_owned(), x),
                _ => snapshot.params.insert(name, x),
            };
        }
        Ok(snapshot)
    }

    /// An error of a snapshot that came from a file names the file.
    fn names_file(&self, error: &Error) -> Error {
        match &self.path {
            Some(path) => Error::new(error.kind(), format!("`{}`: {}", path.display(), error.message())),
            None => Error::new(error.kind(), error.message().to_owned()),
        }
    }
}

fn sorted<V: Clone + Into<Value>>(map: &BTreeMap<String, V>) -> Value {
    Value::Object(map.iter().map(|(name, value)| (name.clone(), value.clone().into())).collect())
}

fn entries<'a>(about: &'a Map<String, Value>, name: &str) -> Option<&'a Map<String, Value>> {
    about.get(name).and_then(Value::as_object)
}
