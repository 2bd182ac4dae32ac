//! What the threads of a row have when its points are done: numbers of the row, and parts of those of all rows.

use super::super::body::UNBOUND;
use super::super::text::Text;
use super::kernel::Rows;
use super::member::{From, Kind, Made, Member};
use crate::device::Block;

impl Rows<'_> {
    /// What members have of a row when its points are done.
    pub(super) fn end(&self, text: &mut Text, at: usize) {
        let (member, kernel, lanes) = (&self.chain.members[at], &self.kernels[at], self.plan.lanes);
        if !member.is_wide {
            member.read().for_each(|(i, _)| text.line(format_args!("const auto x{i} = x{at}_{i};")));
            kernel.statements(text);
        }
        for made @ Made { k, out, kind } in member.made() {
            let target = &member.outs[out];
            let ty = self.dialect.computed(target.at.dtype);
            let fold = self.dialect.fold(target.combine);
            match kind {
                Kind::Point | Kind::Column => continue,
                // The same in all threads.
                _ if !member.is_wide => {
                    let value = kernel.value(out);
                    text.line(format_args!("const {ty} f{at}_{k} = {value};"));
                }
                Kind::Pick | Kind::Number => {
                    text.line(format_args!(
                        "const auto f{at}_{k} = ct_share_row<{lanes}>(g{at}_{k}, lane, sub);"
                    ));
                }
                Kind::Row | Kind::Total => {
                    text.line(format_args!(
                        "const auto f{at}_{k} = ct_join_row<{fold}, {lanes}>(a{at}_{k}, sub);"
                    ));
                }
            }
            match self.totals[at] {
                Some(parts) if kind == Kind::Total => self.part(text, at, made, parts),
                _ => {
                    let mut value = text.spell(|_| format!("f{at}_{k}"));
                    if text.whether(kind == Kind::Row && target.scale != 1.0 && ty != "bool") {
                        let factor = text.number(target.scale, self.dialect.factor());
                        value = text.spell(|d| d.scaled(&value, &factor, ty));
                    }
                    self.keep(text, at, made, &value);
                }
            }
        }
    }

    /// A number of a row as a part of one of all rows.
    fn part(&self, text: &mut Text, at: usize, Made { k, .. }: Made, parts: Block) {
        let member = &self.chain.members[at];
        let number = member.made().filter(|made| made.kind == Kind::Total && made.k < k).count();
        let (bound, rows) = (text.on(self.bound(parts)), text.length(self.chain.rows));
        let part =
            text.spell(|d| format!("{}[{number}u * {rows} + row] = double(f{at}_{k});", d.buffer(bound)));
        text.line(format_args!("if (leads) {{ {part} }}"));
    }

    /// A number of a row for all of its threads, and for memory.
    fn keep(&self, text: &mut Text, at: usize, Made { k, out, kind }: Made, value: &str) {
        let y = &self.chain.members[at].outs[out].at;
        let value = text.spell(|d| d.loaded(&d.kept(value, y.dtype), y.dtype));
        text.line(format_args!("r{at}_{k} = {value};"));
        let bound = self.at[at][k];
        if bound == UNBOUND {
            return;
        }
        if text.whether(self.is_read_once(y.block)) {
            // Other threads of the row may not have read what lies there.
            text.line(format_args!("__syncthreads();"));
        }
        let line = text.spell(|d| {
            let leads = if kind == Kind::Number { "leads && own == 0u" } else { "leads" };
            let kept = d.kept(&format!("r{at}_{k}"), y.dtype);
            format!("if ({leads}) {{ {}[p{at}_{k}] = {kept}; }}", d.buffer(bound))
        });
        text.line(format_args!("{line}"));
    }

    /// Whether all threads of a row read a number of it in memory.
    fn is_read_once(&self, block: Block) -> bool {
        let reads = |(at, member): (usize, &Member)| {
            member.read().any(|(i, x)| x.block == block && self.chain.from(at, i) == From::Once)
        };
        self.chain.members.iter().enumerate().any(reads)
    }
}
