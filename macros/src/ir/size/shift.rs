//! Axes and shapes of an item as those of an operand with the axis of a batch in front.

use super::{Does, Infix, Size};
use crate::ir::Known;

impl Size {
    /// The same axes, of an item of rank `rank`.
    pub(crate) fn as_axes(&self, rank: Option<usize>) -> Option<Self> {
        let moved = |axis: i64| axis + i64::from(axis >= 0);
        let literal = match self.known() {
            Some(Known::Int(axis)) => axis.as_int().map(|axis| Self::int(moved(axis))),
            Some(Known::List(axes)) => {
                let axis = |known: &Known| match known {
                    Known::Int(axis) => axis.as_int().map(|axis| Self::int(moved(axis))),
                    _ => None,
                };
                axes.iter().map(axis).collect::<Option<Vec<_>>>().map(|axes| Self::of(Does::List, axes))
            }
            Some(Known::All) => {
                let axes: Vec<Self> = (1..=rank?).map(|axis| Self::int(axis as i64)).collect();
                return Some(Self::of(Does::List, axes).to("Axes"));
            }
            _ => None,
        };
        match (self.ty(), literal) {
            (None, literal) => literal,
            (Some(ty), Some(literal)) => Some(literal.to(ty)),
            (Some(ty @ "isize"), None) => {
                let behind = self.clone().infix(Infix::Ge, Self::int(0));
                Some(self.clone().infix(Infix::Add, Self::of(Does::Cast(ty), [behind])))
            }
            _ => None,
        }
    }

    /// The list or shape with `lead` in front.
    pub(crate) fn behind(&self, lead: &Self) -> Option<Self> {
        let Self::Of(does, parts) = self else { return None };
        match does {
            Does::Shape => Some(Self::of(Does::Shape, [std::slice::from_ref(lead), parts].concat())),
            Does::List => {
                let number = |part: &Self| match part {
                    Self::Of(Does::Tuple, _) => part.clone(),
                    part => part.clone().to("isize"),
                };
                Some(Self::of(Does::List, std::iter::once(lead).chain(parts).map(number).collect::<Vec<_>>()))
            }
            Does::To("Shape" | "Sizes" | "Axes" | "Widths") | Does::Told => {
                Some(Self::of(does.clone(), [parts[0].behind(lead)?]))
            }
            _ => None,
        }
    }
}
