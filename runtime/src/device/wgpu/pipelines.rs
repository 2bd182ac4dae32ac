//! Compiled kernels by what their texts depend on.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use ::wgpu as gpu;

use super::shown::Shown;
use super::told;
use crate::device::Device;
use crate::device::texts::body::Bindings;
use crate::device::texts::dialect::Dialect;
use crate::device::texts::module;
use crate::device::texts::text::Text;
use crate::error::{Error, ErrorKind, Result};

/// A compiled kernel.
pub(super) struct Pipeline {
    pub(super) compiled: gpu::ComputePipeline,
    /// The number of its layout.
    pub(super) number: u64,
    pub(super) layout: gpu::BindGroupLayout,
}

/// All that were compiled, and the layouts of their buffers.
#[derive(Default)]
pub(super) struct Pipelines {
    compiled: FxHashMap<Vec<u64>, Arc<Pipeline>>,
    layouts: FxHashMap<Vec<bool>, (u64, gpu::BindGroupLayout)>,
    /// Layouts that were made.
    count: u64,
    shown: Shown,
}

impl Pipelines {
    pub(super) fn new() -> Self {
        Self { shown: Shown::from_env(), ..Self::default() }
    }

    /// The kernel that `write` writes, and its arguments. `first` is the layout of these.
    pub(super) fn get(
        &mut self,
        (home, device): (Device, &gpu::Device),
        first: &gpu::BindGroupLayout,
        bindings: &Bindings,
        write: &dyn Fn(&mut Text),
    ) -> Result<(Arc<Pipeline>, Vec<u64>)> {
        let mut text = Text::key(Dialect::Wgsl);
        write(&mut text);
        let Text { key, arguments, .. } = text;
        if let Some(found) = self.compiled.get(&key) {
            return Ok((Arc::clone(found), arguments));
        }
        let mut text = Text::full(Dialect::Wgsl);
        write(&mut text);
        let source = module(&text.finish(), arguments.len(), false);
        let compile = || {
            let (number, layout) = self.layout(device, bindings);
            let module = device.create_shader_module(gpu::ShaderModuleDescriptor {
                label: None,
                source: gpu::ShaderSource::Wgsl(source.as_str().into()),
            });
            let together = device.create_pipeline_layout(&gpu::PipelineLayoutDescriptor {
                label: None,
                bind_group_layouts: &[Some(first), Some(&layout)],
                immediate_size: 0,
            });
            let compiled = device.create_compute_pipeline(&gpu::ComputePipelineDescriptor {
                label: None,
                layout: Some(&together),
                module: &module,
                entry_point: Some("main"),
                compilation_options: gpu::PipelineCompilationOptions::default(),
                cache: None,
            });
            Pipeline { compiled, number, layout }
        };
        let (made, error) = told(device, gpu::ErrorFilter::Validation, compile);
        if let Some(error) = error {
            // It may be the layout that was refused. Others keep their numbers.
            self.layouts.retain(|_, (number, _)| *number != made.number);
            return Err(Error::new(ErrorKind::Device, format!("{home} refuses a kernel: {error}")));
        }
        self.shown.show(&source)?;
        let made = Arc::new(made);
        self.compiled.insert(key, Arc::clone(&made));
        Ok((made, arguments))
    }

    /// The layout of buffers, by which of them are written.
    fn layout(&mut self, device: &gpu::Device, bindings: &Bindings) -> (u64, gpu::BindGroupLayout) {
        let access: Vec<bool> = bindings.blocks().map(|(_, written)| written).collect();
        let Self { layouts, count, .. } = self;
        let made = layouts.entry(access).or_insert_with_key(|access| {
            *count += 1;
            let entry = |(binding, written): (usize, &bool)| gpu::BindGroupLayoutEntry {
                binding: binding as u32,
                visibility: gpu::ShaderStages::COMPUTE,
                ty: gpu::BindingType::Buffer {
                    ty: gpu::BufferBindingType::Storage { read_only: !written },
                    has_dynamic_offset: false,
                    min_binding_size: None,
                },
                count: None,
            };
            let entries: Vec<_> = access.iter().enumerate().map(entry).collect();
            let how = gpu::BindGroupLayoutDescriptor { label: None, entries: &entries };
            (*count, device.create_bind_group_layout(&how))
        });
        made.clone()
    }
}
