// SPDX-License-Identifier: MIT
#include "gpu/device.h"

#include <string.h>

// A kernel is made once for each set of its specialisation constants, and kept: drivers take long to translate one.

static VkResult make_layouts(loam_gpu *gpu, const gpu_source *source, gpu_kernel *kernel)
{
    VkDescriptorSetLayoutBinding bindings[GPU_MAX_BINDINGS];
    for (int32_t i = 0; i < source->bindings; i++)
    {
        bindings[i] = (VkDescriptorSetLayoutBinding){
            .binding = (uint32_t)i,
            .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
            .descriptorCount = 1,
            .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT};
    }
    const VkDescriptorSetLayoutCreateInfo set = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
        .bindingCount = (uint32_t)source->bindings,
        .pBindings = bindings};
    const VkPushConstantRange push = {.stageFlags = VK_SHADER_STAGE_COMPUTE_BIT,
                                      .size = GPU_PUSH_BYTES};
    const VkResult result = gpu->vk.vkCreateDescriptorSetLayout(gpu->device, &set, NULL,
                                                                &kernel->set_layout);
    const VkPipelineLayoutCreateInfo layout = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
        .setLayoutCount = 1,
        .pSetLayouts = &kernel->set_layout,
        .pushConstantRangeCount = 1,
        .pPushConstantRanges = &push};
    return result == VK_SUCCESS
               ? gpu->vk.vkCreatePipelineLayout(gpu->device, &layout, NULL, &kernel->layout)
               : result;
}

static VkResult make_pipeline(loam_gpu *gpu, const gpu_source *source, gpu_kernel *kernel)
{
    VkSpecializationMapEntry entries[GPU_MAX_SPECIAL];
    for (uint32_t i = 0; i < (uint32_t)source->special_count; i++)
    {
        entries[i] = (VkSpecializationMapEntry){i, i * (uint32_t)sizeof(int32_t), sizeof(int32_t)};
    }
    const VkSpecializationInfo special = {.mapEntryCount = (uint32_t)source->special_count,
                                          .pMapEntries = entries,
                                          .dataSize = sizeof source->special,
                                          .pData = source->special};
    const VkShaderModuleCreateInfo module = {.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
                                             .codeSize = source->code_bytes,
                                             .pCode = source->code};
    VkShaderModule shader;
    VkResult result = gpu->vk.vkCreateShaderModule(gpu->device, &module, NULL, &shader);
    if (result != VK_SUCCESS)
    {
        return result;
    }
    const VkComputePipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                  .module = shader,
                  .pName = "main",
                  .pSpecializationInfo = &special},
        .layout = kernel->layout};
    result = gpu->vk.vkCreateComputePipelines(gpu->device, VK_NULL_HANDLE, 1, &info, NULL,
                                              &kernel->pipeline);
    gpu->vk.vkDestroyShaderModule(gpu->device, shader, NULL);
    return result;
}

static VkResult make_set(loam_gpu *gpu, gpu_kernel *kernel)
{
    const VkDescriptorSetAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
        .descriptorPool = gpu->sets,
        .descriptorSetCount = 1,
        .pSetLayouts = &kernel->set_layout};
    return gpu->vk.vkAllocateDescriptorSets(gpu->device, &info, &kernel->set);
}

loam_result loam_gpu_kernel_get(loam_gpu *gpu, const gpu_source *source, gpu_kernel **out)
{
    for (int32_t i = 0; i < gpu->kernel_count; i++)
    {
        *out = &gpu->kernels[i];
        if ((*out)->code == source->code &&
            memcmp((*out)->special, source->special, sizeof source->special) == 0)
        {
            return LOAM_OK;
        }
    }
    LOAM_ASSERT(&gpu->env, gpu->kernel_count < GPU_MAX_KERNELS);
    gpu_kernel *const kernel = *out = &gpu->kernels[gpu->kernel_count];
    *kernel = (gpu_kernel){.code = source->code};
    memcpy(kernel->special, source->special, sizeof source->special);
    VkResult result = make_layouts(gpu, source, kernel);
    result = result == VK_SUCCESS ? make_pipeline(gpu, source, kernel) : result;
    result = result == VK_SUCCESS ? make_set(gpu, kernel) : result;
    if (result != VK_SUCCESS)
    {
        gpu->vk.vkDestroyPipeline(gpu->device, kernel->pipeline, NULL);
        gpu->vk.vkDestroyPipelineLayout(gpu->device, kernel->layout, NULL);
        gpu->vk.vkDestroyDescriptorSetLayout(gpu->device, kernel->set_layout, NULL);
        return loam_vulkan_failed(result, "making a kernel");
    }
    gpu->kernel_count++;
    return LOAM_OK;
}

void loam_gpu_kernel_bind(loam_gpu *gpu, const gpu_kernel *kernel, const gpu_buffer *const *buffers,
                          int32_t count)
{
    VkDescriptorBufferInfo infos[GPU_MAX_BINDINGS];
    VkWriteDescriptorSet writes[GPU_MAX_BINDINGS];
    for (int32_t i = 0; i < count; i++)
    {
        infos[i] = (VkDescriptorBufferInfo){buffers[i]->handle, 0, VK_WHOLE_SIZE};
        writes[i] = (VkWriteDescriptorSet){.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                           .dstSet = kernel->set,
                                           .dstBinding = (uint32_t)i,
                                           .descriptorCount = 1,
                                           .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                           .pBufferInfo = &infos[i]};
    }
    gpu->vk.vkUpdateDescriptorSets(gpu->device, (uint32_t)count, writes, 0, NULL);
}
