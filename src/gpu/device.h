// SPDX-License-Identifier: MIT
// A device: buffers, kernels, and lists of commands that it carries out.
#ifndef LOAM_GPU_DEVICE_H
#define LOAM_GPU_DEVICE_H

#include "loam/gpu.h"

#include "gpu/vulkan.h"

enum
{
    GPU_MAX_BINDINGS = 4,
    GPU_MAX_SPECIAL = 4,
    GPU_MAX_KERNELS = 64,
    GPU_PUSH_BYTES = 64
};

typedef struct gpu_buffer
{
    VkBuffer handle;
    VkDeviceMemory memory;
    VkDeviceSize size;
    void *mapped; // NULL: the device's own memory
} gpu_buffer;

/// A program for the device: what it was made from, and the pipeline.
typedef struct gpu_kernel
{
    const uint32_t *code;
    int32_t special[GPU_MAX_SPECIAL];
    VkDescriptorSetLayout set_layout;
    VkPipelineLayout layout;
    VkPipeline pipeline;
    VkDescriptorSet set;
} gpu_kernel;

/// Buffers that tiles grow in: see tiles.c.
typedef struct gpu_tile_buffers
{
    gpu_buffer upload;                // what is brought to the next four
    gpu_buffer noises, job, bricks;   // parameters of kernels
    gpu_buffer fields, ground, tiles; // as they leave it
    gpu_buffer staging;               // tiles, for the program
} gpu_tile_buffers;

/// What a kernel is made from.
typedef struct gpu_source
{
    const uint32_t *code; // SPIR-V
    size_t code_bytes;
    int32_t bindings;                 // of buffers, from 0 on
    int32_t special_count;            // of specialisation constants, from 0 on
    int32_t special[GPU_MAX_SPECIAL]; // their values
} gpu_source;

struct loam_gpu
{
    loam_env env;
    loam_gpu_info info;
    gpu_vulkan vk;
    VkPhysicalDevice physical;
    VkPhysicalDeviceMemoryProperties memory;
    uint64_t most_bound; // bytes of a buffer that a kernel can bind
    uint32_t family;
    VkDevice device;
    VkQueue queue;
    VkCommandPool commands;
    VkCommandBuffer list;
    VkFence done;
    VkDescriptorPool sets;
    gpu_kernel kernels[GPU_MAX_KERNELS];
    int32_t kernel_count;
    gpu_buffer job, samples, staging; // of noise
    gpu_tile_buffers tile;
};

/// Makes a buffer of at least size bytes; one that is large enough already stays. mapped: the program can read and
/// write it.
loam_result loam_gpu_buffer_need(loam_gpu *gpu, gpu_buffer *buffer, size_t size, bool mapped);
void loam_gpu_buffer_free(loam_gpu *gpu, gpu_buffer *buffer);

/// The kernel of a source, made when it is asked for first.
loam_result loam_gpu_kernel_get(loam_gpu *gpu, const gpu_source *source, gpu_kernel **out);
void loam_gpu_kernel_bind(loam_gpu *gpu, const gpu_kernel *kernel, const gpu_buffer *const *buffers,
                          int32_t count);

/// A list of commands: begun, filled, carried out.
loam_result loam_gpu_begin(loam_gpu *gpu);
void loam_gpu_dispatch(loam_gpu *gpu, const gpu_kernel *kernel, const void *push,
                       uint32_t push_bytes, uint32_t groups);
/// From a place in one buffer to a place in another.
void loam_gpu_copy(loam_gpu *gpu, const gpu_buffer *from, size_t from_at, const gpu_buffer *to,
                   size_t to_at, size_t size);
void loam_gpu_barrier(loam_gpu *gpu); // what comes sees what was written
loam_result loam_gpu_finish(loam_gpu *gpu);

#endif
