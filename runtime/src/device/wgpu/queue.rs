//! Commands in batches: launches are recorded into one pass, and their arguments into one buffer, until somebody reads or
//! much is recorded.

use ::wgpu as gpu;
use rustc_hash::FxHashMap;

/// Launches of a batch at most: the device begins while more are recorded.
const LAUNCHES: usize = 256;
/// Bytes of the arguments of a batch.
const ARGUMENTS: usize = 256 << 10;
/// Bytes that a launch sees of them. Few have more than the first.
const WINDOWS: [usize; 2] = [512, 4096];
/// Bind groups that are kept.
const GROUPS: usize = 4096;

/// Launches that were not handed over yet.
#[derive(Debug)]
pub(super) struct Queue {
    arguments: gpu::Buffer,
    pub(super) layout: gpu::BindGroupLayout,
    windows: [gpu::BindGroup; 2],
    /// Bytes for `arguments`.
    bytes: Vec<u8>,
    align: usize,
    recording: Option<(gpu::CommandEncoder, gpu::ComputePass<'static>)>,
    launches: usize,
    /// The number of the batch. A buffer of an earlier one may be written.
    pub(super) batch: u64,
    /// Bind groups by the numbers of their buffers.
    groups: FxHashMap<Vec<u64>, gpu::BindGroup>,
}

impl Queue {
    pub(super) fn new(device: &gpu::Device) -> Self {
        let entry = gpu::BindGroupLayoutEntry {
            binding: 0,
            visibility: gpu::ShaderStages::COMPUTE,
            ty: gpu::BindingType::Buffer {
                ty: gpu::BufferBindingType::Uniform,
                has_dynamic_offset: true,
                min_binding_size: None,
            },
            count: None,
        };
        let layout = device
            .create_bind_group_layout(&gpu::BindGroupLayoutDescriptor { label: None, entries: &[entry] });
        let arguments = device.create_buffer(&gpu::BufferDescriptor {
            label: None,
            size: (ARGUMENTS + WINDOWS[1]) as u64,
            usage: gpu::BufferUsages::UNIFORM | gpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        let windows = WINDOWS.map(|size| {
            let resource = gpu::BindingResource::Buffer(gpu::BufferBinding {
                buffer: &arguments,
                offset: 0,
                size: std::num::NonZeroU64::new(size as u64),
            });
            device.create_bind_group(&gpu::BindGroupDescriptor {
                label: None,
                layout: &layout,
                entries: &[gpu::BindGroupEntry { binding: 0, resource }],
            })
        });
        let align = device.limits().min_uniform_buffer_offset_alignment as usize;
        Self {
            arguments,
            layout,
            windows,
            bytes: Vec::new(),
            align,
            recording: None,
            launches: 0,
            batch: 1,
            groups: FxHashMap::default(),
        }
    }

    /// Words of arguments that a launch may have.
    pub(super) const WORDS: usize = WINDOWS[1] / 4;

    /// Records a launch over so many workgroups. `key` names the layout and the buffers of `entries`.
    pub(super) fn launch(
        &mut self,
        (device, queue): (&gpu::Device, &gpu::Queue),
        (pipeline, layout): (&gpu::ComputePipeline, &gpu::BindGroupLayout),
        arguments: &[u64],
        key: Vec<u64>,
        entries: &[&gpu::Buffer],
        groups: usize,
    ) {
        if self.launches >= LAUNCHES || self.bytes.len() + WINDOWS[1] > ARGUMENTS {
            self.submit(device, queue);
        }
        let start = self.bytes.len();
        self.bytes.extend(arguments.iter().flat_map(|&word| (word as u32).to_ne_bytes()));
        self.bytes.resize(self.bytes.len().next_multiple_of(self.align), 0);
        let window = usize::from(arguments.len() * 4 > WINDOWS[0]);
        if self.groups.len() >= GROUPS {
            self.groups.clear();
        }
        let bound = self.groups.entry(key).or_insert_with(|| {
            let entries: Vec<_> = entries
                .iter()
                .enumerate()
                .map(|(i, b)| gpu::BindGroupEntry { binding: i as u32, resource: b.as_entire_binding() })
                .collect();
            device.create_bind_group(&gpu::BindGroupDescriptor { label: None, layout, entries: &entries })
        });
        let (_, pass) = self.recording.get_or_insert_with(|| {
            let mut encoder = device.create_command_encoder(&gpu::CommandEncoderDescriptor::default());
            let pass = encoder.begin_compute_pass(&gpu::ComputePassDescriptor::default()).forget_lifetime();
            (encoder, pass)
        });
        pass.set_pipeline(pipeline);
        pass.set_bind_group(0, &self.windows[window], &[start as u32]);
        pass.set_bind_group(1, &*bound, &[]);
        let wide = groups.min(65_535);
        pass.dispatch_workgroups(wide as u32, groups.div_ceil(wide.max(1)) as u32, 1);
        self.launches += 1;
    }

    /// Hands over what was recorded.
    pub(super) fn submit(&mut self, device: &gpu::Device, queue: &gpu::Queue) {
        let Some((encoder, pass)) = self.recording.take() else { return };
        drop(pass);
        // Written before the commands of the same submission, and behind those of the last.
        queue.write_buffer(&self.arguments, 0, &self.bytes);
        queue.submit([encoder.finish()]);
        // What is done gives its memory back.
        let _ = device.poll(gpu::PollType::Poll);
        self.bytes.clear();
        self.launches = 0;
        self.batch += 1;
    }

    /// Forgets bind groups, which hold buffers.
    pub(super) fn forget(&mut self) {
        self.groups.clear();
    }
}
