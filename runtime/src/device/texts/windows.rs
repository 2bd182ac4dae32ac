//! Windows that slide along axes.

use cotangent_kernels::DType;
use cotangent_kernels::pad::Slide;
use cotangent_kernels::source::wgsl;

use super::Machine;
use super::body::countable;
use super::opaque::{Kernel, by_layouts};
use super::spare::{Spare, real};
use crate::device::backend::{Call, Place};
use crate::device::opaque::Windows;
use crate::error::Result;
use crate::tensor::layout::Layout;
use crate::tensor::shape::{MAX_RANK, Shape};

pub(super) fn run(context: &dyn Machine, call: &Call<'_>, what: Windows, slides: &[Slide]) -> Result<()> {
    let by_points = |text, ins: &[Place], outs: &[Place]| {
        let points = outs[0].layout.shape.numel();
        let kernel = Kernel { text, numbers: &[], points, fails: None };
        by_layouts(context, &Call { ins, outs, ..*call }, &kernel)
    };
    match (what, call.ins) {
        (Windows::Largest, &[x]) => {
            let axes = Axes::new(&call.outs[0].layout.shape, slides);
            let ins = &[axes.firsts(x), axes.within(x)?][..];
            by_points(wgsl::WINDOW_MAX, ins, call.outs)
        }
        (Windows::Pick, &[x, y, t]) => {
            let axes = Axes::new(&y.layout.shape, slides);
            let ins = &[axes.firsts(x), axes.firsts(t), axes.within(x)?, axes.within(t)?, y][..];
            by_points(wgsl::WINDOW_PICK, ins, call.outs)
        }
        (Windows::Share, &[x, y, c]) => {
            let axes = Axes::new(&y.layout.shape, slides);
            let parts = Spare::new(context, &y.layout.shape, real(y.dtype))?;
            let within = axes.within(x)?;
            by_points(wgsl::WINDOW_PARTS, &[axes.firsts(x), within, y, c], &[parts.place])?;
            let [steps, dilations] = axes.numbers(x)?;
            by_points(wgsl::WINDOW_SHARE, &[y, within, steps, dilations, x, parts.place], call.outs)
        }
        _ => add(context, call, slides),
    }
}

/// Windows added up.
pub(super) fn add(context: &dyn Machine, call: &Call<'_>, slides: &[Slide]) -> Result<()> {
    let (g, shape) = (call.ins[0], call.outs[0].layout.shape);
    if shape.numel() == 0 {
        return Ok(());
    }
    let axes = Axes::new(&Shape::new(&g.layout.shape[..shape.rank()])?, slides);
    let mut windows = g;
    windows.layout.shape = axes.counts;
    let mut within = axes.within(g)?;
    within.layout.strides = [0; MAX_RANK];
    for (k, slide) in slides.iter().enumerate() {
        within.layout.strides[slide.axis] = g.layout.strides[shape.rank() + k];
    }
    let [steps, dilations] = axes.numbers(g)?;
    let text = wgsl::OVERLAP_ADD[usize::from(g.dtype == DType::I32)];
    let kernel = Kernel { text, numbers: &[], points: shape.numel(), fails: None };
    by_layouts(context, &Call { ins: &[windows, within, steps, dilations], ..*call }, &kernel)
}

/// The windows of each axis, those of one element where none slide. Numbers that nothing depends on are 1: they may be any.
struct Axes {
    counts: Shape,
    sizes: [usize; MAX_RANK],
    strides: [isize; MAX_RANK],
    dilations: [isize; MAX_RANK],
}

impl Axes {
    fn new(counts: &Shape, slides: &[Slide]) -> Self {
        let one = [1; MAX_RANK];
        let mut axes = Self { counts: *counts, sizes: [1; MAX_RANK], strides: one, dilations: one };
        for slide in slides {
            let d = slide.axis;
            axes.sizes[d] = slide.size;
            if slide.size > 1 {
                axes.dilations[d] = slide.dilation as isize;
            }
            // One window begins where the axis does; the next would be behind it.
            axes.strides[d] = if counts[d] > 1 { slide.stride } else { slide.reach() } as isize;
        }
        axes
    }

    /// A tensor by the first elements of its windows.
    fn firsts(&self, x: Place) -> Place {
        let mut strides = x.layout.strides;
        strides.iter_mut().zip(self.strides).for_each(|(s, by)| *s = s.wrapping_mul(by));
        Place { layout: Layout { shape: self.counts, strides, ..x.layout }, ..x }
    }

    /// A tensor by the elements of its first window, counted from the first of them.
    fn within(&self, x: Place) -> Result<Place> {
        let mut strides = x.layout.strides;
        strides.iter_mut().zip(self.dilations).for_each(|(s, by)| *s = s.wrapping_mul(by));
        let shape = Shape::new(&self.sizes)?;
        countable(shape.numel())?;
        Ok(Place { layout: Layout { shape, strides, offset: 0 }, ..x })
    }

    /// Operands that are no more than numbers of each axis: how many elements of a window are between those that may lie in one
    /// place, and the strides; the dilations.
    fn numbers(&self, x: Place) -> Result<[Place; 2]> {
        let (mut steps, shape) = ([1; MAX_RANK], Shape::new(&[1; MAX_RANK])?);
        for (d, step) in steps.iter_mut().enumerate() {
            let stride = self.strides[d].unsigned_abs();
            // More than there are of a window are none.
            *step = (stride / gcd(stride, self.dilations[d].unsigned_abs())).min(self.sizes[d]);
        }
        let of = |shape, strides| Place { layout: Layout { shape, strides, offset: 0 }, ..x };
        Ok([of(Shape::new(&steps)?, self.strides), of(shape, self.dilations)])
    }
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}
