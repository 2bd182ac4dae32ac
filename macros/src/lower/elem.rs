//! Element types: unification over the rows.

use crate::ir::{Elem, ElemKind};

/// The element types that a type variable may become.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Class {
    Any,
    Ordered,
    Num,
    Float,
}

impl Class {
    pub(super) fn admits(self, elem: &Elem) -> bool {
        let is = |kinds: &[ElemKind]| {
            elem.is_float() || elem.stored().is_some_and(|row| kinds.contains(&row.kind))
        };
        match self {
            Self::Any => true,
            Self::Ordered => is(&[ElemKind::Int, ElemKind::Order]),
            Self::Num => is(&[ElemKind::Int]),
            Self::Float => is(&[]),
        }
    }

    pub(super) fn text(self) -> &'static str {
        match self {
            Self::Any => "any type",
            Self::Ordered => "of a type with an order",
            Self::Num => "of a type with arithmetic",
            Self::Float => "a float",
        }
    }
}

#[derive(Clone)]
struct Slot {
    /// The type that it was unified with.
    link: Option<Elem>,
    class: Class,
}

#[derive(Clone, Default)]
pub(super) struct Elems {
    slots: Vec<Slot>,
}

impl Elems {
    pub(super) fn fresh(&mut self, class: Class) -> Elem {
        self.slots.push(Slot { link: None, class });
        Elem::Var(self.slots.len() as u32 - 1)
    }

    /// A constant: one with a fraction is a float.
    pub(super) fn number(&mut self, value: f64) -> Elem {
        self.fresh(if value.fract() == 0.0 { Class::Ordered } else { Class::Float })
    }

    /// Follows links to a type or an open variable.
    pub(super) fn resolve(&self, elem: &Elem) -> Elem {
        let mut elem = elem;
        while let Elem::Var(i) = elem {
            match &self.slots[*i as usize].link {
                Some(next) => elem = next,
                None => break,
            }
        }
        elem.clone()
    }

    /// The type in the end: what nothing determined is the function's float type.
    pub(super) fn settle(&self, elem: &Elem, float: &Elem) -> Elem {
        match self.resolve(elem) {
            Elem::Var(_) => float.clone(),
            known => known,
        }
    }

    /// Makes both one type; `false` where they differ.
    pub(super) fn unify(&mut self, a: &Elem, b: &Elem) -> bool {
        let (a, b) = (self.resolve(a), self.resolve(b));
        match (&a, &b) {
            _ if a == b => true,
            (Elem::Var(i), Elem::Var(j)) => {
                let class = self.slots[*i as usize].class.max(self.slots[*j as usize].class);
                self.slots[*j as usize].class = class;
                self.slots[*i as usize].link = Some(b);
                true
            }
            (Elem::Var(i), known) | (known, Elem::Var(i)) => {
                if !self.slots[*i as usize].class.admits(known) {
                    return false;
                }
                self.slots[*i as usize].link = Some(known.clone());
                true
            }
            _ => false,
        }
    }

    /// Narrows to a class; `false` where the type is known and outside of it.
    pub(super) fn restrict(&mut self, elem: &Elem, class: Class) -> bool {
        match self.resolve(elem) {
            Elem::Var(i) => {
                let slot = &mut self.slots[i as usize];
                slot.class = slot.class.max(class);
                true
            }
            known => class.admits(&known),
        }
    }
}
