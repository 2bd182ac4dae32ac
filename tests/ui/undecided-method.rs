use cotangent::prelude::*;

#[derive(Clone, Differentiable)]
struct State {
    h: Tensor,
    steps: usize,
}

#[derive(Clone, Differentiable)]
struct Cell {
    w: Tensor,
}

#[differentiable(order = 2)]
impl Cell {
    // It takes and gives types of which nothing is known here.
    fn step(&self, s: &State, by: f32) -> State {
        State { h: &s.h * &self.w * by, steps: s.steps + 1 }
    }

    fn start(steps: usize, like: &State) -> State {
        State { steps, ..like.clone() }
    }

    fn run(&self, h: &Tensor) -> Tensor {
        let mut s = Cell::start(0, &State { h: h.clone(), steps: 0 })?;
        for _ in 0..3 {
            s = self.step(&s, 0.5)?;
        }
        s.h
    }
}

#[differentiable]
fn outside(cell: &Cell, s: &State) -> Tensor {
    cell.step(s, 2.0)?.h + cell.run(&s.h)
}

fn main() {
    let _ = outside::vjp;
}
