//! The reverse sweep, by the `vjp` texts.

use super::{Class, Cotangent, Env, HashMap, Host, Kind, Machine, Rc, Record, Row, Value, Vjp};

impl Machine {
    /// The cotangents of `wrt` for the cotangent `g` of tensor `y`. What runs here is recorded too.
    pub(super) fn pull(&mut self, y: usize, g: usize, wrt: &[usize]) -> Vec<usize> {
        let zero = |m: &mut Self, x: usize| {
            let zeros = m.arrays[x].step(-1.0, &m.arrays[x].clone());
            m.tensor(zeros)
        };
        let mut cotangents = HashMap::from_iter([(y, g)]);
        for i in (0..self.records.len()).rev() {
            let results = self.records[i].results.clone();
            let g = if self.gives_list(self.records[i].name) {
                if !results.iter().any(|y| cotangents.contains_key(y)) {
                    continue;
                }
                let of = |y: &usize| cotangents.get(y).copied().unwrap_or_else(|| zero(self, *y));
                Value::Many(results.iter().map(of).map(Value::Tensor).collect())
            } else {
                let Some(&g) = cotangents.get(&results[0]) else { continue };
                Value::Tensor(g)
            };
            for (x, bar) in self.rule(i, g) {
                let sum = match cotangents.get(&x) {
                    Some(&before) => self.op("add", &[Value::Tensor(before), Value::Tensor(bar)]),
                    None => bar,
                };
                cotangents.insert(x, sum);
            }
        }
        wrt.iter().map(|x| cotangents.get(x).copied().unwrap_or_else(|| zero(self, *x))).collect()
    }

    /// The cotangents that record `i` gives its float operands.
    fn rule(&mut self, i: usize, g: Value) -> Vec<(usize, usize)> {
        let Record { name, args, results } = &self.records[i];
        let (name, args, results) = (*name, args.clone(), results.clone());
        let rows = self.rows.clone();
        let (class, row) = &rows[name];
        let Vjp::Text { lets, cotangents } = &row.vjp else { return self.hatch(name, &args, g.tensor()) };
        let mut env = bound(row, &args, &results);
        env.insert("g".to_owned(), g);
        for s in lets {
            self.bind(s, &mut env);
        }
        let mut out = Vec::new();
        for (param, cotangent) in cotangents {
            let Cotangent::Expr(expr) = cotangent else { continue };
            if let Value::Many(xs) = env[&param.to_string()].clone() {
                let Value::Many(bars) = self.expr(expr, &env) else { panic!("the cotangent of a list") };
                assert_eq!(xs.len(), bars.len(), "row `{name}`: length of the cotangent of `{param}`");
                let pairs = xs.iter().zip(&bars).map(|(x, bar)| (x.tensor(), bar.tensor()));
                out.extend(pairs.filter(|(x, _)| self.arrays[*x].kind == Kind::Float));
                continue;
            }
            let x = env[&param.to_string()].tensor();
            if self.arrays[x].kind != Kind::Float {
                continue;
            }
            let mut bar = self.expr(expr, &env);
            if *class == Class::Map || matches!(bar, Value::Host(_)) {
                let shape = Value::Host(Host::list(&self.arrays[x].shape));
                bar = match bar {
                    Value::Host(_) => self.call("broadcast_to", vec![bar, shape]),
                    _ => self.call("sum_to", vec![bar, shape]),
                };
            }
            let (have, want) = (&self.arrays[bar.tensor()].shape, &self.arrays[x].shape);
            assert_eq!(have, want, "row `{name}`: shape of the cotangent of `{param}`");
            out.push((x, bar.tensor()));
        }
        out
    }

    /// The tangent of the first result by the `jvp` text, or by the op itself for a linear row.
    pub(super) fn push(
        &mut self,
        name: &str,
        args: &[Value],
        results: &[usize],
        tangents: &HashMap<usize, usize>,
    ) -> usize {
        let rows = self.rows.clone();
        let (_, row) = &rows[name];
        let tangent = |m: &mut Self, v: &Value| match v {
            Value::Tensor(t) if m.arrays[*t].kind == Kind::Float => {
                Value::Tensor(tangents.get(t).copied().unwrap_or_else(|| {
                    let zeros = m.arrays[*t].step(-1.0, &m.arrays[*t].clone());
                    m.tensor(zeros)
                }))
            }
            other => other.clone(),
        };
        let Some(stmts) = &row.jvp else {
            assert!(row.linear, "row `{name}` has no jvp and is not linear");
            let args: Vec<Value> = args
                .iter()
                .map(|a| match a {
                    Value::Many(xs) => Value::Many(xs.iter().map(|x| tangent(self, x)).collect()),
                    _ => tangent(self, a),
                })
                .collect();
            return match self.call(name, args) {
                Value::Many(items) => self.flat(&items),
                one => one.tensor(),
            };
        };
        let mut env = bound(row, args, results);
        for (param, arg) in row.params.iter().zip(args) {
            let tangent = tangent(self, arg);
            env.insert(format!("d{}", param.name), tangent);
        }
        let stmts = Rc::new(stmts.clone());
        self.block(&stmts, env).tensor()
    }

    /// The rules of `differentiate/hatches.rs`, written a second time.
    fn hatch(&mut self, name: &str, args: &[Value], g: usize) -> Vec<(usize, usize)> {
        let (Value::Many(xs), axis) = (&args[0], args[1].host().int()) else { panic!("a list and an axis") };
        let axis = self.arrays[g].axis(axis) as i64;
        let mut start = 0;
        let mut out = Vec::new();
        for (i, x) in xs.iter().enumerate() {
            let len = if name == "stack" { 1 } else { self.arrays[x.tensor()].shape[axis as usize] as i64 };
            let hosts = [axis, start, len].map(|i| Value::Host(Host::Int(i)));
            let part = self.op("narrow", &[&[Value::Tensor(g)], &hosts[..]].concat());
            let bar = if name == "stack" {
                self.op("squeeze", &[Value::Tensor(part), hosts[0].clone()])
            } else {
                part
            };
            let wrong = self.wrong_item.is_some_and(|at| at == (name, i));
            let bar = if wrong { self.op("neg", &[Value::Tensor(bar)]) } else { bar };
            out.push((x.tensor(), bar));
            start += len;
        }
        out
    }
}

fn bound(row: &Row, args: &[Value], results: &[usize]) -> Env {
    let params = row.params.iter().map(|p| p.name.to_string()).zip(args.iter().cloned());
    let results: Vec<Value> = results.iter().map(|y| Value::Tensor(*y)).collect();
    let results = if row.results[0].list { vec![Value::Many(results)] } else { results };
    let named = row.results.iter().map(|r| r.name.to_string()).zip(results);
    params.chain(named).collect()
}
