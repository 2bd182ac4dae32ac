//! Structs, enums, lists and calls as text.

use super::super::flow::{Act, At, Block, Count, Node, Owner, Test};
use super::Writer;

pub(super) fn state(h: &str, rest: &str) -> String {
    format!("State {{ h: {h}.clone(), {rest} }}")
}

impl Writer<'_> {
    /// A statement that makes something, or adds to a list.
    pub(super) fn made(&mut self, node: &Node) {
        match node {
            Node::State { text, from, assigned, rest, t, .. } => {
                let before = if *assigned { "" } else { "let mut " };
                let rest = match rest {
                    Some(rest) => format!("..{rest}"),
                    None => format!("c: {}.clone(), t: {}", self.func.names[from[1]], self.amount(t.1)),
                };
                self.line(&format!("{before}{text} = {};", state(&self.func.names[from[0]], &rest)));
            }
            Node::Act { id, test, arms } => {
                let [one, other] = arms.map(|(variant, held)| {
                    let held = &self.func.names[held];
                    match variant {
                        0 => format!("Act::Scale({held}.clone())"),
                        1 => format!("Act::Shift {{ by: {held}.clone(), slope: 0.25 }}"),
                        _ => "Act::Plain".to_owned(),
                    }
                });
                let test = self.test(*test);
                self.line(&format!("let act{id} = if {test} {{ {one} }} else {{ {other} }};"));
            }
            Node::List { list, first, literal } => {
                let first = &self.func.names[*first];
                if *literal {
                    return self.line(&format!("let mut hs{list} = vec![{first}.clone()];"));
                }
                let push = format!("hs{list}.push({first}.clone());");
                self.line(&format!("let mut hs{list} = Vec::new();"));
                self.line(&push);
            }
            Node::Push { list, stmt } => {
                self.line(&format!("hs{list}.push({});", self.fill(&stmt.dsl, &stmt.args)));
            }
            Node::Put { list, at, from, how, .. } => {
                let at = match at {
                    At::First => "0".to_owned(),
                    At::Last => format!("hs{list}.len() - 1"),
                    At::Count(count) => format!("{} % hs{list}.len()", self.count(*count)),
                };
                let entry = format!("hs{list}[{at}]");
                let text = how.0.replace("{0}", &entry).replace("{1}", &self.func.names[*from]);
                self.line(&format!("{entry} {text};"));
            }
            Node::Gather { list, how, arg, def } => {
                let value = self.fill(&how.0.replace("hs", &format!("hs{list}")), &[*arg]);
                self.line(&format!("{} = {value};", self.binding(&[*def])));
            }
            Node::Option { option } => {
                self.line(&format!("let mut last{option}: Option<Tensor<f64>> = None;"));
            }
            Node::Hold { option, from } => {
                let from = &self.func.names[*from];
                self.line(&format!("last{option} = Some({from}.clone());"));
            }
            Node::Number { number, first } => {
                let name = &self.func.numbers[*number];
                self.line(&format!("let mut {name} = {first:?};"));
            }
            Node::Tally { tally } => self.line(&format!("let mut ks{tally}: Vec<f64> = Vec::new();")),
            _ => unreachable!("all others are written where they are met"),
        }
    }

    pub(super) fn variants(
        &mut self,
        on: &Act,
        bound: [usize; 2],
        arms: &[Block],
        defs: &[usize],
        short: bool,
        guard: Option<Test>,
    ) {
        let before = self.before(defs);
        let on = match on {
            Act::Layer(layer, _) => format!("&{layer}.act"),
            Act::Local(id) => format!("&act{id}"),
        };
        let [first, second] = bound.map(|b| self.func.names[b].clone());
        if short {
            self.line(&format!("{before}if let Act::Scale({first}) = {on} {{"));
            self.inside(&arms[0]);
            self.line("} else {");
            self.inside(&arms[1]);
            return self.line("};");
        }
        let guarded = guard.map(|guard| format!("Act::Scale({first}) if {}", self.test(guard)));
        let patterns = [
            format!("Act::Scale({first})"),
            format!("Act::Shift {{ by: {second}, slope }}"),
            "Act::Plain".to_owned(),
        ];
        self.matched(&format!("{before}match {on}"), guarded.into_iter().chain(patterns), arms, defs);
    }

    pub(super) fn held(
        &mut self,
        option: usize,
        bound: usize,
        guard: Option<Test>,
        arms: &[Block],
        defs: &[usize],
    ) {
        let (before, bound) = (self.before(defs), self.func.names[bound].clone());
        if let Some(guard) = guard {
            let patterns = [format!("Some({bound}) if {}", self.test(guard)), "_".to_owned()];
            let head = format!("{before}match &last{option}");
            return self.matched(&head, patterns.into_iter(), arms, defs);
        }
        self.line(&format!("{before}if let Some({bound}) = &last{option} {{"));
        self.inside(&arms[0]);
        self.line("} else {");
        self.inside(&arms[1]);
        self.line(if defs.is_empty() { "}" } else { "};" });
    }

    pub(super) fn call(&self, helper: usize, args: &[usize], owner: Option<&Owner>, count: Count) -> String {
        let func = &self.flow.helpers[helper];
        let args: String = args.iter().flat_map(|&a| ["&", &self.func.names[a], ", "]).collect();
        let last = format!("{args}{}, s)", self.count(count));
        // As the README writes calls that give structs.
        let asked = if func.makes_state { "?" } else { "" };
        let name = self.flow.name_of(helper);
        match owner {
            Some(owner) if func.method => format!("{}.{name}({last}{asked}", owner.text),
            Some(owner) => {
                let by_ref = if owner.local { "&" } else { "" };
                format!("{name}({by_ref}{}, {last}{asked}", owner.text)
            }
            None => format!("{name}({last}{asked}"),
        }
    }
}
