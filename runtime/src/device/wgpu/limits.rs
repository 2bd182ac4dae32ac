//! What is asked of an adapter: all that it has of what kernels use, or no more than every adapter has.

use ::wgpu as gpu;

use super::super::passes::GROUP;
use crate::error::{Error, ErrorKind, Result};

/// Storage buffers of a kernel at most: more than any kernel has operands.
const BUFFERS: u32 = 64;

/// What a device is opened with. `COTANGENT_WGPU_LIMITS=default` stands for WebGPU's default limits, which browsers give.
pub(super) fn asked(adapter: &gpu::Adapter) -> Result<gpu::Limits> {
    let said = std::env::var("COTANGENT_WGPU_LIMITS").unwrap_or_default();
    of(&adapter.limits(), said.trim())
}

fn of(adapter: &gpu::Limits, said: &str) -> Result<gpu::Limits> {
    let has = match said {
        "" => adapter,
        "default" => &gpu::Limits::default(),
        _ => {
            let message = format!("COTANGENT_WGPU_LIMITS: `{said}` are no limits; there are `default`");
            return Err(Error::new(ErrorKind::Device, message));
        }
    };
    Ok(gpu::Limits {
        max_buffer_size: has.max_buffer_size,
        max_storage_buffer_binding_size: has.max_storage_buffer_binding_size,
        max_storage_buffers_per_shader_stage: has.max_storage_buffers_per_shader_stage.min(BUFFERS),
        max_buffers_and_acceleration_structures_per_shader_stage: has
            .max_buffers_and_acceleration_structures_per_shader_stage,
        max_compute_workgroup_storage_size: 16 << 10,
        max_compute_invocations_per_workgroup: GROUP as u32,
        max_compute_workgroup_size_x: GROUP as u32,
        max_compute_workgroup_size_y: GROUP as u32,
        max_compute_workgroups_per_dimension: 65_535,
        min_uniform_buffer_offset_alignment: has.min_uniform_buffer_offset_alignment.max(32),
        ..gpu::Limits::downlevel_defaults().using_resolution(adapter.clone())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_are_asked_for_by_name() {
        let large = gpu::Limits {
            max_storage_buffers_per_shader_stage: 1000,
            max_storage_buffer_binding_size: 1 << 30,
            ..gpu::Limits::default()
        };
        let buffers = |said| {
            of(&large, said)
                .map(|l| (l.max_storage_buffers_per_shader_stage, l.max_storage_buffer_binding_size))
        };
        assert_eq!(buffers("").unwrap(), (BUFFERS, 1 << 30));
        assert_eq!(buffers("default").unwrap(), (8, 128 << 20));
        let refused = buffers("browser").unwrap_err();
        assert!(refused.to_string().contains("`browser` are no limits"), "{refused}");
    }
}
