// SPDX-License-Identifier: MIT
#include "gpu/tiles.h"

#include <string.h>

// Devices, and what is made of one: a queue, a list of commands, a pool of descriptors. Buffers and kernels are in
// buffer.c and kernel.c.

enum
{
    MAX_FAMILIES = 32
};

loam_gpu_def loam_default_gpu_def(void)
{
    return (loam_gpu_def){.env = loam_default_env(), .device = -1};
}

const char *loam_gpu_kind_name(loam_gpu_kind kind)
{
    static const char *const names[LOAM_GPU_KIND_COUNT] = {"other", "integrated", "discrete",
                                                           "virtual", "processor"};
    return (uint32_t)kind < LOAM_GPU_KIND_COUNT ? names[kind] : "?";
}

// ---- devices --------------------------------------------------------------------------------------

/// The first family of queues that compute; false if there is none.
static bool find_family(const gpu_vulkan *vk, VkPhysicalDevice physical, uint32_t *out)
{
    VkQueueFamilyProperties families[MAX_FAMILIES];
    uint32_t count = MAX_FAMILIES;
    vk->vkGetPhysicalDeviceQueueFamilyProperties(physical, &count, families);
    for (uint32_t i = 0; i < count; i++)
    {
        if (families[i].queueFlags & VK_QUEUE_COMPUTE_BIT)
        {
            *out = i;
            return true;
        }
    }
    return false;
}

static uint64_t own_memory(const VkPhysicalDeviceMemoryProperties *memory)
{
    uint64_t largest = 0;
    for (uint32_t i = 0; i < memory->memoryHeapCount; i++)
    {
        const VkMemoryHeap *const heap = &memory->memoryHeaps[i];
        const bool own = (heap->flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT) != 0;
        largest = own && heap->size > largest ? heap->size : largest;
    }
    return largest;
}

static loam_gpu_info describe(const gpu_vulkan *vk, VkPhysicalDevice physical)
{
    VkPhysicalDeviceProperties properties;
    VkPhysicalDeviceMemoryProperties memory;
    vk->vkGetPhysicalDeviceProperties(physical, &properties);
    vk->vkGetPhysicalDeviceMemoryProperties(physical, &memory);
    const uint32_t type = (uint32_t)properties.deviceType;
    loam_gpu_info info = {.kind = type < LOAM_GPU_KIND_COUNT ? (loam_gpu_kind)type : LOAM_GPU_OTHER,
                          .vulkan_major = (int32_t)VK_API_VERSION_MAJOR(properties.apiVersion),
                          .vulkan_minor = (int32_t)VK_API_VERSION_MINOR(properties.apiVersion),
                          .memory = own_memory(&memory)};
    loam_text_printable(info.name, sizeof info.name, properties.deviceName);
    return info;
}

/// Devices that compute, in the order that Vulkan has them in.
static loam_result find_devices(const gpu_vulkan *vk, VkPhysicalDevice out[LOAM_GPU_MAX_DEVICES],
                                int32_t *count)
{
    VkPhysicalDevice all[LOAM_GPU_MAX_DEVICES];
    uint32_t found = LOAM_GPU_MAX_DEVICES;
    const VkResult result = vk->vkEnumeratePhysicalDevices(vk->instance, &found, all);
    if (result != VK_SUCCESS && result != VK_INCOMPLETE)
    {
        return loam_vulkan_failed(result, "looking for devices");
    }
    *count = 0;
    for (uint32_t i = 0; i < found; i++)
    {
        uint32_t family;
        if (find_family(vk, all[i], &family))
        {
            out[(*count)++] = all[i];
        }
    }
    return LOAM_OK;
}

loam_result loam_gpu_list(loam_gpu_info out[LOAM_GPU_MAX_DEVICES], int32_t *count)
{
    LOAM_ASSERT(NULL, out != NULL && count != NULL);
    gpu_vulkan vk;
    VkPhysicalDevice devices[LOAM_GPU_MAX_DEVICES];
    *count = 0;
    loam_result result = loam_vulkan_open(&vk);
    result = result == LOAM_OK ? find_devices(&vk, devices, count) : result;
    for (int32_t i = 0; i < *count; i++)
    {
        out[i] = describe(&vk, devices[i]);
    }
    loam_vulkan_close(&vk);
    return result;
}

/// How gladly a kind is taken.
static int32_t rank(loam_gpu_kind kind)
{
    static const int32_t ranks[LOAM_GPU_KIND_COUNT] = {[LOAM_GPU_OTHER] = 0,
                                                       [LOAM_GPU_PROCESSOR] = 1,
                                                       [LOAM_GPU_VIRTUAL] = 2,
                                                       [LOAM_GPU_INTEGRATED] = 3,
                                                       [LOAM_GPU_DISCRETE] = 4};
    return ranks[kind];
}

static loam_result choose_device(loam_gpu *gpu, int32_t wanted)
{
    VkPhysicalDevice devices[LOAM_GPU_MAX_DEVICES];
    int32_t count = 0;
    const loam_result result = find_devices(&gpu->vk, devices, &count);
    if (result != LOAM_OK)
    {
        return result;
    }
    if (count == 0)
    {
        return loam_fail(LOAM_UNSUPPORTED, "gpu: Vulkan has no device that can compute");
    }
    if (wanted < -1 || wanted >= count)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "gpu: device is %d; must be 0 to %d, or -1 for any",
                         (int)wanted, (int)count - 1);
    }
    int32_t best = wanted < 0 ? 0 : wanted;
    for (int32_t i = 1; i < count && wanted < 0; i++)
    {
        const bool better = rank(describe(&gpu->vk, devices[i]).kind) >
                            rank(describe(&gpu->vk, devices[best]).kind);
        best = better ? i : best;
    }
    gpu->physical = devices[best];
    gpu->info = describe(&gpu->vk, gpu->physical);
    return LOAM_OK;
}

// ---- a device -------------------------------------------------------------------------------------

static loam_result make_device(loam_gpu *gpu)
{
    const float priority = 1.0f;
    (void)find_family(&gpu->vk, gpu->physical, &gpu->family);
    VkPhysicalDeviceProperties properties;
    gpu->vk.vkGetPhysicalDeviceMemoryProperties(gpu->physical, &gpu->memory);
    gpu->vk.vkGetPhysicalDeviceProperties(gpu->physical, &properties);
    gpu->most_bound = properties.limits.maxStorageBufferRange;
    const VkDeviceQueueCreateInfo queue = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                           .queueFamilyIndex = gpu->family,
                                           .queueCount = 1,
                                           .pQueuePriorities = &priority};
    const VkDeviceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                     .queueCreateInfoCount = 1,
                                     .pQueueCreateInfos = &queue};
    const VkResult result = gpu->vk.vkCreateDevice(gpu->physical, &info, NULL, &gpu->device);
    if (result == VK_SUCCESS)
    {
        gpu->vk.vkGetDeviceQueue(gpu->device, gpu->family, 0, &gpu->queue);
    }
    return loam_vulkan_failed(result, "opening the device");
}

static VkResult make_list(loam_gpu *gpu)
{
    const VkCommandPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                          .flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT,
                                          .queueFamilyIndex = gpu->family};
    const VkResult result = gpu->vk.vkCreateCommandPool(gpu->device, &pool, NULL, &gpu->commands);
    const VkCommandBufferAllocateInfo list = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
        .commandPool = gpu->commands,
        .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
        .commandBufferCount = 1};
    return result == VK_SUCCESS ? gpu->vk.vkAllocateCommandBuffers(gpu->device, &list, &gpu->list)
                                : result;
}

static VkResult make_sets(loam_gpu *gpu)
{
    const VkDescriptorPoolSize size = {.type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                       .descriptorCount = GPU_MAX_KERNELS * GPU_MAX_BINDINGS};
    const VkDescriptorPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                             .maxSets = GPU_MAX_KERNELS,
                                             .poolSizeCount = 1,
                                             .pPoolSizes = &size};
    return gpu->vk.vkCreateDescriptorPool(gpu->device, &info, NULL, &gpu->sets);
}

static loam_result open_gpu(loam_gpu *gpu, int32_t device)
{
    loam_result result = loam_vulkan_open(&gpu->vk);
    result = result == LOAM_OK ? choose_device(gpu, device) : result;
    result = result == LOAM_OK ? make_device(gpu) : result;
    if (result != LOAM_OK)
    {
        return result;
    }
    const VkFenceCreateInfo fence = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    VkResult made = make_list(gpu);
    made = made == VK_SUCCESS ? make_sets(gpu) : made;
    made = made == VK_SUCCESS ? gpu->vk.vkCreateFence(gpu->device, &fence, NULL, &gpu->done) : made;
    return loam_vulkan_failed(made, "preparing the device");
}

loam_result loam_gpu_create(const loam_gpu_def *def, loam_gpu **out)
{
    LOAM_ASSERT(NULL, def != NULL && out != NULL);
    loam_gpu *const gpu = loam_alloc(&def->env, sizeof *gpu);
    *out = NULL;
    if (gpu == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    memset(gpu, 0, sizeof *gpu);
    gpu->env = def->env;
    const loam_result result = open_gpu(gpu, def->device);
    if (result != LOAM_OK)
    {
        loam_gpu_destroy(gpu);
        return result;
    }
    loam_log_write(&gpu->env, LOAM_LOG_INFO, "gpu: %s (%s), Vulkan %d.%d", gpu->info.name,
                   loam_gpu_kind_name(gpu->info.kind), (int)gpu->info.vulkan_major,
                   (int)gpu->info.vulkan_minor);
    *out = gpu;
    return LOAM_OK;
}

static void free_kernels(loam_gpu *gpu)
{
    for (int32_t i = 0; i < gpu->kernel_count; i++)
    {
        const gpu_kernel *const kernel = &gpu->kernels[i];
        gpu->vk.vkDestroyPipeline(gpu->device, kernel->pipeline, NULL);
        gpu->vk.vkDestroyPipelineLayout(gpu->device, kernel->layout, NULL);
        gpu->vk.vkDestroyDescriptorSetLayout(gpu->device, kernel->set_layout, NULL);
    }
}

void loam_gpu_destroy(loam_gpu *gpu)
{
    if (gpu == NULL)
    {
        return;
    }
    if (gpu->device != VK_NULL_HANDLE)
    {
        (void)gpu->vk.vkDeviceWaitIdle(gpu->device);
        free_kernels(gpu);
        loam_gpu_buffer_free(gpu, &gpu->job);
        loam_gpu_buffer_free(gpu, &gpu->samples);
        loam_gpu_buffer_free(gpu, &gpu->staging);
        loam_gpu_tiles_free(gpu);
        gpu->vk.vkDestroyFence(gpu->device, gpu->done, NULL);
        gpu->vk.vkDestroyDescriptorPool(gpu->device, gpu->sets, NULL);
        gpu->vk.vkDestroyCommandPool(gpu->device, gpu->commands, NULL);
        gpu->vk.vkDestroyDevice(gpu->device, NULL);
    }
    loam_vulkan_close(&gpu->vk);
    const loam_env env = gpu->env;
    loam_free(&env, gpu, sizeof *gpu);
}

loam_gpu_info loam_gpu_describe(const loam_gpu *gpu)
{
    LOAM_ASSERT(NULL, gpu != NULL);
    return gpu->info;
}

// ---- lists of commands ----------------------------------------------------------------------------

loam_result loam_gpu_begin(loam_gpu *gpu)
{
    const VkCommandBufferBeginInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                           .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT};
    return loam_vulkan_failed(gpu->vk.vkBeginCommandBuffer(gpu->list, &info),
                              "beginning a list of commands");
}

void loam_gpu_dispatch(loam_gpu *gpu, const gpu_kernel *kernel, const void *push,
                       uint32_t push_bytes, uint32_t groups)
{
    const gpu_vulkan *const vk = &gpu->vk;
    vk->vkCmdBindPipeline(gpu->list, VK_PIPELINE_BIND_POINT_COMPUTE, kernel->pipeline);
    vk->vkCmdBindDescriptorSets(gpu->list, VK_PIPELINE_BIND_POINT_COMPUTE, kernel->layout, 0, 1,
                                &kernel->set, 0, NULL);
    if (push_bytes > 0)
    {
        vk->vkCmdPushConstants(gpu->list, kernel->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0,
                               push_bytes, push);
    }
    vk->vkCmdDispatch(gpu->list, groups, 1, 1);
}

void loam_gpu_copy(loam_gpu *gpu, const gpu_buffer *from, size_t from_at, const gpu_buffer *to,
                   size_t to_at, size_t size)
{
    const VkBufferCopy part = {.srcOffset = from_at, .dstOffset = to_at, .size = size};
    gpu->vk.vkCmdCopyBuffer(gpu->list, from->handle, to->handle, 1, &part);
}

void loam_gpu_barrier(loam_gpu *gpu)
{
    const VkPipelineStageFlags stages = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT |
                                        VK_PIPELINE_STAGE_TRANSFER_BIT;
    const VkMemoryBarrier barrier = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
        .srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_WRITE_BIT,
        .dstAccessMask = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT |
                         VK_ACCESS_TRANSFER_READ_BIT | VK_ACCESS_TRANSFER_WRITE_BIT |
                         VK_ACCESS_HOST_READ_BIT};
    gpu->vk.vkCmdPipelineBarrier(gpu->list, stages, stages | VK_PIPELINE_STAGE_HOST_BIT, 0, 1,
                                 &barrier, 0, NULL, 0, NULL);
}

loam_result loam_gpu_finish(loam_gpu *gpu)
{
    const gpu_vulkan *const vk = &gpu->vk;
    const VkSubmitInfo submit = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                                 .commandBufferCount = 1,
                                 .pCommandBuffers = &gpu->list};
    VkResult result = vk->vkEndCommandBuffer(gpu->list);
    result = result == VK_SUCCESS ? vk->vkResetFences(gpu->device, 1, &gpu->done) : result;
    result = result == VK_SUCCESS ? vk->vkQueueSubmit(gpu->queue, 1, &submit, gpu->done) : result;
    result = result == VK_SUCCESS
                 ? vk->vkWaitForFences(gpu->device, 1, &gpu->done, VK_TRUE, UINT64_MAX)
                 : result;
    return loam_vulkan_failed(result, "computing");
}
