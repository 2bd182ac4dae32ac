//! Lists, options, arrays, boxes and tuples of differentiable values.

use super::{Differentiable, Form, Leaves, OptionForm, rest, starts_as_zeros};
use crate::device::Device;
use crate::emitted::calls::References;
use crate::error::Result;
use crate::transforms::tree::{self, Path, Update, Visit};

impl<C: Differentiable> Differentiable for Vec<C> {
    type Tangent = Vec<C::Tangent>;
    type Form = Vec<C::Form>;
    type Lends = References;
    fn form(&self) -> Self::Form {
        self.iter().map(C::form).collect()
    }
    fn tensor_bytes(&self) -> usize {
        self.iter().map(C::tensor_bytes).sum()
    }
    fn to_device(&self, device: &Device) -> Result<Self> {
        self.iter().map(|x| x.to_device(device)).collect()
    }
    fn visit_tensors<V: Visit>(&self, path: &mut Path, visitor: &mut V) -> Result<()> {
        for (i, child) in self.iter().enumerate() {
            path.within(i, |path| child.visit_tensors(path, visitor))?;
        }
        Ok(())
    }
    fn walk_tensors<const N: usize, const S: usize, U: Update<N, S>>(
        &mut self,
        tangents: [&Self::Tangent; N],
        mut states: [&mut Self::Tangent; S],
        path: &mut Path,
        update: &mut U,
    ) -> Result<()> {
        tree::same_length(self.len(), tangents, path)?;
        if let Some(other) = states.iter().find(|t| t.len() != self.len()) {
            return Err(path.differ(&format!("{} entries and {}", self.len(), other.len())));
        }
        let tangents = tree::each(tangents, Vec::as_slice);
        for (i, child) in self.iter_mut().enumerate() {
            let states = tree::items_mut(&mut states, i);
            path.within(i, |path| child.walk_tensors(tree::items(tangents, i), states, path, update))?;
        }
        Ok(())
    }
}

impl<F: Form> Form for Vec<F> {
    type Tangent = Vec<F::Tangent>;
    starts_as_zeros!();
    fn zeros(&self) -> Result<Self::Tangent> {
        self.iter().map(F::zeros).collect()
    }
}

impl<C: Differentiable> Differentiable for Option<C> {
    type Tangent = Option<C::Tangent>;
    type Form = OptionForm<C::Form>;
    type Lends = References;
    fn form(&self) -> Self::Form {
        self.form_but(&[])
    }
    fn form_but(&self, brought: &[&str]) -> Self::Form {
        OptionForm(self.as_ref().map(|x| rest(x, &["Some__0"], brought)))
    }
    fn tensor_bytes(&self) -> usize {
        self.iter().map(C::tensor_bytes).sum()
    }
    fn to_device(&self, device: &Device) -> Result<Self> {
        self.as_ref().map(|x| x.to_device(device)).transpose()
    }
    fn visit_tensors<V: Visit>(&self, path: &mut Path, visitor: &mut V) -> Result<()> {
        self.iter().try_for_each(|x| x.visit_tensors(path, visitor))
    }
    fn walk_tensors<const N: usize, const S: usize, U: Update<N, S>>(
        &mut self,
        tangents: [&Self::Tangent; N],
        mut states: [&mut Self::Tangent; S],
        path: &mut Path,
        update: &mut U,
    ) -> Result<()> {
        let absent = tangents.iter().all(|t| t.is_none()) && states.iter().all(|t| t.is_none());
        match (self, tree::each_if(tangents, Option::as_ref), tree::each_mut_if(&mut states, Option::as_mut))
        {
            (Some(x), Some(tangents), Some(states)) => x.walk_tensors(tangents, states, path, update),
            (None, ..) if absent => Ok(()),
            _ => Err(path.differ(tree::ABSENT)),
        }
    }
}

impl<C: Differentiable, const L: usize> Differentiable for [C; L] {
    type Tangent = [C::Tangent; L];
    type Form = [C::Form; L];
    type Lends = References;
    fn form(&self) -> Self::Form {
        self.each_ref().map(C::form)
    }
    fn tensor_bytes(&self) -> usize {
        self.iter().map(C::tensor_bytes).sum()
    }
    fn to_device(&self, device: &Device) -> Result<Self> {
        let moved = self.iter().map(|x| x.to_device(device)).collect::<Result<Vec<_>>>()?;
        Ok(moved.try_into().unwrap_or_else(|_| unreachable!("one for each of L")))
    }
    fn visit_tensors<V: Visit>(&self, path: &mut Path, visitor: &mut V) -> Result<()> {
        for (i, child) in self.iter().enumerate() {
            path.within(i, |path| child.visit_tensors(path, visitor))?;
        }
        Ok(())
    }
    fn walk_tensors<const N: usize, const S: usize, U: Update<N, S>>(
        &mut self,
        tangents: [&Self::Tangent; N],
        mut states: [&mut Self::Tangent; S],
        path: &mut Path,
        update: &mut U,
    ) -> Result<()> {
        let tangents = tree::each(tangents, <[C::Tangent; L]>::as_slice);
        for (i, child) in self.iter_mut().enumerate() {
            let states = tree::items_mut(&mut states, i);
            path.within(i, |path| child.walk_tensors(tree::items(tangents, i), states, path, update))?;
        }
        Ok(())
    }
}

impl<F: Form, const N: usize> Form for [F; N] {
    type Tangent = [F::Tangent; N];
    starts_as_zeros!();
    fn zeros(&self) -> Result<Self::Tangent> {
        let mut zeros = Vec::with_capacity(N);
        for form in self {
            zeros.push(form.zeros()?);
        }
        Ok(zeros.try_into().unwrap_or_else(|_| unreachable!("one for each of N")))
    }
}

impl<C: Differentiable> Differentiable for Box<C> {
    type Tangent = Box<C::Tangent>;
    type Form = Box<C::Form>;
    type Lends = C::Lends;
    fn form(&self) -> Self::Form {
        Box::new(C::form(self))
    }
    fn form_but(&self, brought: &[&str]) -> Self::Form {
        Box::new(C::form_but(self, brought))
    }
    fn tensor_bytes(&self) -> usize {
        C::tensor_bytes(self)
    }
    fn to_device(&self, device: &Device) -> Result<Self> {
        C::to_device(self, device).map(Self::new)
    }
    fn visit_tensors<V: Visit>(&self, path: &mut Path, visitor: &mut V) -> Result<()> {
        C::visit_tensors(self, path, visitor)
    }
    fn walk_tensors<const N: usize, const S: usize, U: Update<N, S>>(
        &mut self,
        tangents: [&Self::Tangent; N],
        mut states: [&mut Self::Tangent; S],
        path: &mut Path,
        update: &mut U,
    ) -> Result<()> {
        C::walk_tensors(
            self,
            tree::each(tangents, Box::as_ref),
            tree::each_mut(&mut states, Box::as_mut),
            path,
            update,
        )
    }
}

impl<F: Form> Form for Box<F> {
    type Tangent = Box<F::Tangent>;
    type Start = Box<F::Start>;
    fn zeros(&self) -> Result<Self::Tangent> {
        F::zeros(self).map(Box::new)
    }
    fn start(&self) -> Result<Self::Start> {
        F::start(self).map(Box::new)
    }
    fn whole(start: Self::Start) -> Result<Self::Tangent> {
        F::whole(*start).map(Box::new)
    }
    fn leaves(&self, path: &mut Path, leaves: &mut Leaves) -> Result<()> {
        F::leaves(self, path, leaves)
    }
}

macro_rules! tuples {
    ($(($($A:ident $i:tt),*))*) => {$(
        impl<$($A: Differentiable),*> Differentiable for ($($A,)*) {
            type Tangent = ($($A::Tangent,)*);
            type Form = ($($A::Form,)*);
            type Lends = References;
            #[allow(clippy::unused_unit)]
            fn form(&self) -> Self::Form {
                ($(self.$i.form(),)*)
            }
            fn tensor_bytes(&self) -> usize {
                0 $(+ self.$i.tensor_bytes())*
            }
            #[allow(unused_variables)]
            fn to_device(&self, device: &Device) -> Result<Self> {
                Ok(($(self.$i.to_device(device)?,)*))
            }
            #[allow(unused_variables)]
            fn visit_tensors<V: Visit>(&self, path: &mut Path, visitor: &mut V) -> Result<()> {
                $(path.within($i, |path| self.$i.visit_tensors(path, visitor))?;)*
                Ok(())
            }
            #[allow(unused_variables, unused_mut)]
            fn walk_tensors<const N: usize, const S: usize, Z: Update<N, S>>(
                &mut self,
                tangents: [&Self::Tangent; N],
                mut states: [&mut Self::Tangent; S],
                path: &mut Path,
                update: &mut Z,
            ) -> Result<()> {
                $({
                    let states = tree::each_mut(&mut states, |t| &mut t.$i);
                    path.within($i, |path| {
                        self.$i.walk_tensors(tree::each(tangents, |t| &t.$i), states, path, update)
                    })?;
                })*
                Ok(())
            }
        }
        impl<$($A: Form),*> Form for ($($A,)*) {
            type Tangent = ($($A::Tangent,)*);
            starts_as_zeros!();
            fn zeros(&self) -> Result<Self::Tangent> {
                Ok(($(self.$i.zeros()?,)*))
            }
        }
    )*};
}
tuples! {
    ()
    (A 0)
    (A 0, B 1)
    (A 0, B 1, C 2)
    (A 0, B 1, C 2, D 3)
    (A 0, B 1, C 2, D 3, E 4)
    (A 0, B 1, C 2, D 3, E 4, F 5)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7)
}
