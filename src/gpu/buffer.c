// SPDX-License-Identifier: MIT
#include "gpu/device.h"

// Buffers have memory of their own each: there are few of them, and they stay.

#define NO_TYPE UINT32_MAX

/// Memory that the program reads is better cached; the device's own is better than any other.
static uint32_t find_type(const loam_gpu *gpu, uint32_t allowed, bool mapped)
{
    const VkMemoryPropertyFlags needed = mapped ? VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT |
                                                      VK_MEMORY_PROPERTY_HOST_COHERENT_BIT
                                                : 0;
    const VkMemoryPropertyFlags liked = needed | (mapped ? VK_MEMORY_PROPERTY_HOST_CACHED_BIT
                                                         : VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT);
    uint32_t found = NO_TYPE;
    for (uint32_t i = gpu->memory.memoryTypeCount; i-- > 0;)
    {
        const VkMemoryPropertyFlags flags = gpu->memory.memoryTypes[i].propertyFlags;
        const bool found_liked = found != NO_TYPE &&
                                 (gpu->memory.memoryTypes[found].propertyFlags & liked) == liked;
        if ((allowed >> i & 1) && (flags & needed) == needed &&
            (!found_liked || (flags & liked) == liked))
        {
            found = i;
        }
    }
    return found;
}

static VkResult make_buffer(loam_gpu *gpu, gpu_buffer *buffer, bool mapped)
{
    const gpu_vulkan *const vk = &gpu->vk;
    const VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                     .size = buffer->size,
                                     .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT |
                                              VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
                                              VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                                     .sharingMode = VK_SHARING_MODE_EXCLUSIVE};
    VkResult result = vk->vkCreateBuffer(gpu->device, &info, NULL, &buffer->handle);
    if (result != VK_SUCCESS)
    {
        return result;
    }
    VkMemoryRequirements needs;
    vk->vkGetBufferMemoryRequirements(gpu->device, buffer->handle, &needs);
    const VkMemoryAllocateInfo memory = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
        .allocationSize = needs.size,
        .memoryTypeIndex = find_type(gpu, needs.memoryTypeBits, mapped)};
    if (memory.memoryTypeIndex == NO_TYPE)
    {
        return VK_ERROR_OUT_OF_DEVICE_MEMORY;
    }
    result = vk->vkAllocateMemory(gpu->device, &memory, NULL, &buffer->memory);
    result = result == VK_SUCCESS
                 ? vk->vkBindBufferMemory(gpu->device, buffer->handle, buffer->memory, 0)
                 : result;
    return result == VK_SUCCESS && mapped
               ? vk->vkMapMemory(gpu->device, buffer->memory, 0, VK_WHOLE_SIZE, 0, &buffer->mapped)
               : result;
}

loam_result loam_gpu_buffer_need(loam_gpu *gpu, gpu_buffer *buffer, size_t size, bool mapped)
{
    if (buffer->size >= size)
    {
        return LOAM_OK;
    }
    loam_gpu_buffer_free(gpu, buffer);
    buffer->size = size;
    const VkResult result = make_buffer(gpu, buffer, mapped);
    if (result != VK_SUCCESS)
    {
        loam_gpu_buffer_free(gpu, buffer);
    }
    return loam_vulkan_failed(result, "making a buffer");
}

void loam_gpu_buffer_free(loam_gpu *gpu, gpu_buffer *buffer)
{
    gpu->vk.vkDestroyBuffer(gpu->device, buffer->handle, NULL);
    gpu->vk.vkFreeMemory(gpu->device, buffer->memory, NULL);
    *buffer = (gpu_buffer){0};
}
