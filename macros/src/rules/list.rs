//! Lists whose length is known at run time only: the slices that a function takes, and their cotangents. All rows are
//! linear, and each is the cotangent of another, so that derivatives of every order stay here.

use super::rules;

rules! { List:
    /// Tensor number `i` of a list: `xs[i]`.
    Item = list_item(xs: list any, #i: usize) -> y: any {
        linear;
        vjp { xs: list_put(g, xs.shapes(), i) }
        internal;
        shape list_item;
        note "an index out of range is an error";
        sample { xs: list([2, 3], [4]), i: 1 }
    }
    /// Zeros of these shapes, but `x` in place `i`: the cotangent of `list_item`.
    Put = list_put(x: any, #shapes: Shapes, #i: usize) -> ys: list any {
        linear;
        vjp { x: list_item(g, i) }
        internal;
        sample { x: [2], shapes: [[2, 3], [2], []], i: 1 }
    }
    /// `xs` with `x` added to tensor number `i`.
    AddTo = list_add_to(xs: list num, x: num, #i: usize) -> ys: list num {
        linear;
        vjp { xs: g, x: list_item(g, i) }
        internal;
        sample { xs: list([2, 3], [4]), x: [2, 3], i: 0 }
    }
    /// The sums of two lists of one length, tensor by tensor.
    Add = list_add(a: list num, b: list num) -> ys: list num {
        linear;
        vjp { a: g, b: g }
        internal;
        sample { a: list([2, 3], [4]), b: list([2, 3], [4]) }
    }
    /// `concat` of a list.
    Concat = list_concat(xs: list any, #axis: Axis) -> y: any {
        linear;
        vjp { xs: list_split(g, xs.shapes(), axis) }
        internal;
        shape list_concat;
        note "no tensors at all are an error";
        sample { xs: list([2, 3], [2, 0], [2, 1]), axis: 1 }
    }
    /// Cut along an axis into pieces of these shapes: the cotangent of `list_concat`.
    Split = list_split(x: any, #shapes: Shapes, #axis: Axis) -> ys: list any {
        linear;
        vjp { x: list_concat(g, axis) }
        internal;
        sample { x: [2, 4], shapes: [[2, 3], [2, 1]], axis: -1 }
    }
    /// `stack` of a list.
    Stack = list_stack(xs: list any, #axis: Axis) -> y: any {
        linear;
        vjp { xs: list_unstack(g, axis) }
        internal;
        shape list_stack;
        note "no tensors at all are an error";
        sample { xs: list([2, 3], [2, 3], [2, 3]), axis: 1 }
    }
    /// The tensors along an axis, without it: the cotangent of `list_stack`.
    Unstack = list_unstack(x: any, #axis: Axis) -> ys: list any {
        linear;
        vjp { x: list_stack(g, axis) }
        internal;
        sample { x: [2, 3], axis: -1 }
    }
    /// `xs` with `x` behind its tensors. A list that nobody else has grows in place.
    Push = list_push(xs: list any, x: any) -> ys: list any {
        linear;
        vjp {
            let last = list_last(g);
            xs: list_pop(g), x: last
        }
        internal;
        sample { xs: list([2, 3], [4]), x: [2] }
    }
    /// `xs` with `x` in place `i`, in place like `list_push`: `xs[i] = x`.
    Set = list_set(xs: list any, x: any, #i: usize) -> ys: list any {
        linear;
        vjp {
            let item = list_item(g, i);
            xs: list_cleared(g, xs.shapes(), i), x: item
        }
        internal;
        shape list_push;
        sample { xs: list([2, 3], [4]), x: [2], i: 0 }
    }
    /// `xs` with zeros in place `i`, of the shape there: the cotangent of what `list_set` took over.
    Cleared = list_cleared(xs: list any, #shapes: Shapes, #i: usize) -> ys: list any {
        linear;
        vjp { xs: list_cleared(g, xs.shapes(), i) }
        internal;
        sample { xs: list([2, 3], [4], [2]), shapes: [[2, 3], [3, 2], [2]], i: 1 }
    }
    /// `xs` without its last tensor, in place like `list_push`.
    Pop = list_pop(xs: list any) -> ys: list any {
        linear;
        vjp { xs: list_grown(g, xs.shapes()) }
        internal;
        shape same;
        sample { xs: list([2, 3], [4], [2]) }
    }
    /// The last tensor.
    Last = list_last(xs: list any) -> y: any {
        linear;
        vjp { xs: list_ended(g, xs.shapes()) }
        internal;
        shape list_item;
        sample { xs: list([2, 3], [4]) }
    }
    /// `xs`, and behind it zeros of the last of these shapes: the cotangent of `list_pop`.
    Grown = list_grown(xs: list any, #shapes: Shapes) -> ys: list any {
        linear;
        vjp { xs: list_pop(g) }
        internal;
        sample { xs: list([2, 3], [4]), shapes: [[2, 3], [4], [2]] }
    }
    /// Zeros of these shapes, but `x` in the last place: the cotangent of `list_last`.
    Ended = list_ended(x: any, #shapes: Shapes) -> ys: list any {
        linear;
        vjp { x: list_last(g) }
        internal;
        sample { x: [4], shapes: [[2, 3], [4]] }
    }
}
