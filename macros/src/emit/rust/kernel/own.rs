//! Kernels of the runtime's own: host numbers are fields by name, and a kernel that changes tensors has a form that does so in
//! place.

use super::{Head, Types, cost, implementation, nest, rows, source, texts, tile};
use crate::fuse::Group;
use crate::ir::Graph;

/// A kernel by name.
pub(crate) struct Own<'a> {
    pub head: Head<'a>,
    /// The names of host numbers, as they were declared.
    pub fields: &'a [String],
    /// Those that the group reads, in its order.
    pub hosts: &'a [String],
    /// Whether an operand, inputs and then outputs, is stored in the type that others are computed in.
    pub computed: &'a [bool],
    /// How many inputs, the first ones, are replaced by the outputs.
    pub changed: usize,
    /// What a point costs, if that is not the sum of its ops.
    pub cost: Option<usize>,
}

/// The struct and what makes it a kernel.
pub(crate) fn own(group: &Group, graph: &Graph, own: &Own<'_>) -> String {
    let types = Types::new(&own.head, 0);
    let (name, declared, given) = (own.head.name, types.declared(), types.given());
    let rows = rows(group, own.head.rules);
    let cost = own.cost.unwrap_or_else(|| cost(&rows));
    let fields = texts(own.fields, |host| format!("pub {host}: f64, "));
    let elems = group.inputs.iter().map(|&v| graph.elem(v)).chain(group.outputs.iter().map(|o| &o.elem));
    let stored = elems.zip(own.computed);
    let stored = stored.map(|(elem, &computed)| if computed { types.computed(elem) } else { types.of(elem) });
    let stored: Vec<String> = stored.collect();
    let (ins, outs) = stored.split_at(group.inputs.len());
    let list = |types: &[String]| nest(types.iter().cloned());
    let hosts: Vec<_> = own.hosts.iter().map(|host| format!("self.{host}")).collect();
    let source = source::source(group, graph, &own.head, &types, &hosts);
    let code = tile(group, graph, &rows, &types, &hosts);
    let of = format!("{name}{given}");
    let mut items =
        format!("pub(crate) struct {name}{declared} {{ {fields}pub of: {held} }}\n", held = types.held());
    items +=
        &implementation(&rows, cost, &declared, ("Kernel", &of), &[&list(ins), &list(outs), &source, &code]);
    if own.changed > 0 {
        let types = Types::new(&own.head, own.changed);
        let hosts: Vec<_> = own.hosts.iter().map(|host| format!("self.0.{host}")).collect();
        let code = tile(group, graph, &rows, &types, &hosts);
        let of = format!("crate::launch::update::InPlace<'_, {of}>");
        let read = list(&ins[own.changed..]);
        // Devices run the other form.
        items += &implementation(&rows, cost, &declared, ("Kernel", &of), &[&read, &list(outs), "", &code]);
        items += &run(&stored, group.inputs.len(), own.changed, &declared, &format!("{name}{given}"));
    }
    items
}

/// `run` takes the tensors in order. Nothing is copied where nobody else holds a tensor that is changed.
fn run(stored: &[String], inputs: usize, changed: usize, declared: &str, of: &str) -> String {
    let tensors = texts(0..inputs, |i| {
        let change = if i < changed { "mut " } else { "" };
        format!("x{i}: &{change}rt::Tensor<{}>, ", stored[i])
    });
    let some = texts(0..inputs, |i| format!("Some(y{i}), "));
    let held = texts(0..inputs, |i| {
        let way = if i < changed { "Change::to" } else { "Look::at" };
        format!("update::{way}(x{i}), ")
    });
    let looks = texts(changed..inputs, |i| format!("y{i}, "));
    let changes = texts(0..changed, |i| format!("y{i}, "));
    let args =
        nest((0..inputs).map(|i| format!("rt::Arg::{}(x{i})", if i < changed { "Mut" } else { "Ref" })));
    let made = nest((0..changed).map(|i| format!("y{i}")));
    let kept = texts(0..changed, |i| format!("*x{i} = y{i}; "));
    format!(
        "impl{declared} {of} {{
            pub(crate) fn run(&self, {tensors}) -> rt::Result<()> {{
                use crate::launch::update;
                if let ({some}) = ({held})
                    && update::update(&update::InPlace(self), [{looks}], [{changes}])
                {{
                    return Ok(());
                }}
                let {made} = rt::launch(self, &rt::GroupInfo::UNNAMED, {args}, &[])?;
                {kept}
                Ok(())
            }}
        }}
        "
    )
}
