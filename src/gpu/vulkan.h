// SPDX-License-Identifier: MIT
// Vulkan, found while the program runs: the library does not link with it.
#ifndef LOAM_GPU_VULKAN_H
#define LOAM_GPU_VULKAN_H

#include "loam/base.h"

#define VK_NO_PROTOTYPES
#include <vulkan/vulkan.h>

/// What is asked of an instance, once there is one.
#define VULKAN_FUNCTIONS(X) \
    X(vkDestroyInstance) \
    X(vkEnumeratePhysicalDevices) \
    X(vkGetPhysicalDeviceProperties) \
    X(vkGetPhysicalDeviceMemoryProperties) \
    X(vkGetPhysicalDeviceQueueFamilyProperties) \
    X(vkCreateDevice) \
    X(vkDestroyDevice) \
    X(vkGetDeviceQueue) \
    X(vkDeviceWaitIdle) \
    X(vkCreateBuffer) \
    X(vkDestroyBuffer) \
    X(vkGetBufferMemoryRequirements) \
    X(vkAllocateMemory) \
    X(vkFreeMemory) \
    X(vkBindBufferMemory) \
    X(vkMapMemory) \
    X(vkCreateShaderModule) \
    X(vkDestroyShaderModule) \
    X(vkCreateDescriptorSetLayout) \
    X(vkDestroyDescriptorSetLayout) \
    X(vkCreatePipelineLayout) \
    X(vkDestroyPipelineLayout) \
    X(vkCreateComputePipelines) \
    X(vkDestroyPipeline) \
    X(vkCreateDescriptorPool) \
    X(vkDestroyDescriptorPool) \
    X(vkAllocateDescriptorSets) \
    X(vkUpdateDescriptorSets) \
    X(vkCreateCommandPool) \
    X(vkDestroyCommandPool) \
    X(vkAllocateCommandBuffers) \
    X(vkBeginCommandBuffer) \
    X(vkEndCommandBuffer) \
    X(vkCmdBindPipeline) \
    X(vkCmdBindDescriptorSets) \
    X(vkCmdPushConstants) \
    X(vkCmdDispatch) \
    X(vkCmdPipelineBarrier) \
    X(vkCmdCopyBuffer) \
    X(vkCreateFence) \
    X(vkDestroyFence) \
    X(vkResetFences) \
    X(vkQueueSubmit) \
    X(vkWaitForFences)

#define VULKAN_MEMBER(name) PFN_##name name;

/// An instance and its functions.
typedef struct gpu_vulkan
{
    void *library;
    VkInstance instance;
    VULKAN_FUNCTIONS(VULKAN_MEMBER)
} gpu_vulkan;

/// Finds the library and makes an instance. To be closed in any case.
loam_result loam_vulkan_open(gpu_vulkan *vulkan);
void loam_vulkan_close(gpu_vulkan *vulkan);

/// What went wrong, as a loam_result with a message: "gpu: WHAT: reason".
loam_result loam_vulkan_failed(VkResult result, const char *what);

#endif
