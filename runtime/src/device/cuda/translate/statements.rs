//! Statements. Loops are `while`, with a label for what continues one.

use std::fmt::Write as _;

use naga::{AtomicFunction, Block, Expression, Statement, SwitchValue};

use super::{Body, Refusal, function_name, native, needs_given, type_name};

impl Body<'_> {
    fn line(&mut self, line: std::fmt::Arguments<'_>) {
        let _ = self.out.write_fmt(line);
        self.out.push('\n');
    }

    /// Variables of the function, which begin as zeros.
    pub(super) fn locals(&mut self) -> Result<(), Refusal> {
        for (handle, local) in self.function.local_variables.iter() {
            let ty = type_name(self.module, local.ty)?;
            let init = match local.init {
                Some(init) => self.start(init)?,
                None => format!("{ty}{{}}"),
            };
            self.line(format_args!("{ty} l{} = {init};", handle.index()));
        }
        Ok(())
    }

    /// A value that is known before the first statement.
    fn start(&self, init: naga::Handle<Expression>) -> Result<String, Refusal> {
        match self.expression(init) {
            Expression::Compose { .. } | Expression::Splat { .. } => self.written(init),
            _ => self.value(init),
        }
    }

    pub(super) fn block(&mut self, block: &Block) -> Result<(), Refusal> {
        block.iter().try_for_each(|statement| self.statement(statement))
    }

    fn braced(&mut self, block: &Block) -> Result<(), Refusal> {
        self.line(format_args!("{{"));
        self.block(block)?;
        self.line(format_args!("}}"));
        Ok(())
    }

    fn statement(&mut self, statement: &Statement) -> Result<(), Refusal> {
        match statement {
            Statement::Emit(range) => {
                for handle in range.clone() {
                    if self.is_place(handle) {
                        continue;
                    }
                    let (ty, value) = (self.inner_name(handle)?, self.written(handle)?);
                    self.line(format_args!("const {ty} e{} = {value};", handle.index()));
                }
            }
            Statement::Block(block) => self.braced(block)?,
            Statement::If { condition, accept, reject } => {
                let condition = self.value(*condition)?;
                self.line(format_args!("if ({condition})"));
                self.braced(accept)?;
                if !reject.is_empty() {
                    self.line(format_args!("else"));
                    self.braced(reject)?;
                }
            }
            Statement::Switch { selector, cases } => {
                let selector = self.value(*selector)?;
                self.line(format_args!("switch ({selector}) {{"));
                for case in cases {
                    match case.value {
                        SwitchValue::I32(value) => self.line(format_args!("case {value}:")),
                        SwitchValue::U32(value) => self.line(format_args!("case {value}u:")),
                        SwitchValue::Default => self.line(format_args!("default:")),
                    }
                    self.braced(&case.body)?;
                    if !case.fall_through {
                        self.line(format_args!("break;"));
                    }
                }
                self.line(format_args!("}}"));
            }
            Statement::Loop { body, continuing, break_if } => {
                let label = continues(body).then(|| {
                    self.labels += 1;
                    self.labels
                });
                self.loops.push(label);
                self.line(format_args!("while (true) {{"));
                self.braced(body)?;
                self.loops.pop();
                if let Some(label) = label {
                    self.line(format_args!("next{label}:;"));
                }
                self.block(continuing)?;
                if let Some(condition) = break_if {
                    let condition = self.value(*condition)?;
                    self.line(format_args!("if ({condition}) break;"));
                }
                self.line(format_args!("}}"));
            }
            Statement::Break => self.line(format_args!("break;")),
            Statement::Continue => {
                let label = self.loops.last().copied().flatten().ok_or("nothing goes on here")?;
                self.line(format_args!("goto next{label};"));
            }
            Statement::Return { value: None } => self.line(format_args!("return;")),
            Statement::Return { value: Some(value) } => {
                let value = if self.is_place(*value) { self.pointer(*value)? } else { self.value(*value)? };
                self.line(format_args!("return {value};"));
            }
            Statement::ControlBarrier(_) => self.line(format_args!("__syncthreads();")),
            Statement::MemoryBarrier(_) => self.line(format_args!("__threadfence_block();")),
            Statement::WorkGroupUniformLoad { pointer, result } => {
                let (ty, place) = (self.inner_name(*result)?, self.place(*pointer)?);
                self.line(format_args!(
                    "__syncthreads();\nconst {ty} e{} = {place};\n__syncthreads();",
                    result.index()
                ));
            }
            Statement::Store { pointer, value } => {
                let (place, value) = (self.place(*pointer)?, self.value(*value)?);
                self.line(format_args!("{place} = {value};"));
            }
            Statement::Call { function, arguments, result } => {
                let call = self.call(*function, arguments)?;
                self.called(*result, &call)?;
            }
            Statement::Atomic { pointer, fun, value, result } => {
                let name = match fun {
                    AtomicFunction::Add => "atomicAdd",
                    AtomicFunction::Exchange { compare: None } => "atomicExch",
                    other => return Err(format!("no atomic function is {other:?}")),
                };
                let call = format!("{name}(&{}, {})", self.place(*pointer)?, self.value(*value)?);
                self.called(*result, &call)?;
            }
            other => return Err(format!("no statement is {other:?}")),
        }
        Ok(())
    }

    /// A call as a statement, and what it gives as a value.
    fn called(&mut self, result: Option<naga::Handle<Expression>>, call: &str) -> Result<(), Refusal> {
        match result {
            Some(result) => {
                let ty = self.inner_name(result)?;
                self.line(format_args!("const {ty} e{} = {call};", result.index()));
            }
            None => self.line(format_args!("{call};")),
        }
        Ok(())
    }

    fn call(
        &mut self,
        function: naga::Handle<naga::Function>,
        arguments: &[naga::Handle<Expression>],
    ) -> Result<String, Refusal> {
        let mut values = Vec::new();
        let name = self.module.functions[function].name.as_deref();
        if native(name, self.is_double).is_none() && needs_given(self.module, &self.info[function]) {
            values.push("given".to_owned());
        }
        for &argument in arguments {
            values.push(if self.is_place(argument) {
                self.pointer(argument)?
            } else {
                self.value(argument)?
            });
        }
        Ok(format!("{}({})", function_name(self.module, function, self.is_double), values.join(", ")))
    }
}

/// Whether something in the body goes on with the next round.
fn continues(block: &Block) -> bool {
    block.iter().any(|statement| match statement {
        Statement::Continue => true,
        Statement::Block(block) => continues(block),
        Statement::If { accept, reject, .. } => continues(accept) || continues(reject),
        Statement::Switch { cases, .. } => cases.iter().any(|case| continues(&case.body)),
        _ => false,
    })
}
