// SPDX-License-Identifier: MIT
#include "gpu/vulkan.h"

#include <dlfcn.h>
#include <string.h>

#ifdef _WIN32
#define LIBRARY "vulkan-1.dll"
#else
#define LIBRARY "libvulkan.so.1"
#endif

loam_result loam_vulkan_failed(VkResult result, const char *what)
{
    switch (result)
    {
    case VK_SUCCESS:
        return LOAM_OK;
    case VK_ERROR_OUT_OF_HOST_MEMORY:
    case VK_ERROR_OUT_OF_DEVICE_MEMORY:
        return loam_fail(LOAM_OUT_OF_MEMORY, "gpu: %s: out of memory", what);
    case VK_ERROR_INCOMPATIBLE_DRIVER:
        return loam_fail(LOAM_UNSUPPORTED, "gpu: %s: there is no driver for Vulkan", what);
    case VK_ERROR_DEVICE_LOST:
        return loam_fail(LOAM_FAILED, "gpu: %s: the device was lost", what);
    default:
        return loam_fail(LOAM_FAILED, "gpu: %s: Vulkan's error %d", what, (int)result);
    }
}

/// Functions are no objects in C: their address is copied.
static PFN_vkGetInstanceProcAddr find_entry(void *library)
{
    void *const symbol = dlsym(library, "vkGetInstanceProcAddr");
    PFN_vkGetInstanceProcAddr entry = NULL;
    memcpy(&entry, &symbol, sizeof entry);
    return entry;
}

static bool load_functions(gpu_vulkan *vulkan, PFN_vkGetInstanceProcAddr entry)
{
    bool complete = true;
#define VULKAN_LOAD(name) \
    vulkan->name = (PFN_##name)entry(vulkan->instance, #name); \
    complete = complete && vulkan->name != NULL;
    VULKAN_FUNCTIONS(VULKAN_LOAD)
#undef VULKAN_LOAD
    return complete;
}

loam_result loam_vulkan_open(gpu_vulkan *vulkan)
{
    *vulkan = (gpu_vulkan){.library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL)};
    const PFN_vkGetInstanceProcAddr entry = vulkan->library != NULL ? find_entry(vulkan->library)
                                                                    : NULL;
    const PFN_vkCreateInstance create = entry != NULL
                                            ? (PFN_vkCreateInstance)entry(NULL, "vkCreateInstance")
                                            : NULL;
    if (create == NULL)
    {
        return loam_fail(LOAM_UNSUPPORTED, "gpu: there is no Vulkan here: %s was not found",
                         LIBRARY);
    }
    const VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                           .pApplicationName = "loam",
                                           .apiVersion = VK_API_VERSION_1_1};
    const VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                       .pApplicationInfo = &application};
    const VkResult result = create(&info, NULL, &vulkan->instance);
    if (result != VK_SUCCESS)
    {
        vulkan->instance = VK_NULL_HANDLE;
        return loam_vulkan_failed(result, "starting Vulkan");
    }
    return load_functions(vulkan, entry)
               ? LOAM_OK
               : loam_fail(LOAM_UNSUPPORTED, "gpu: this Vulkan is older than 1.0");
}

void loam_vulkan_close(gpu_vulkan *vulkan)
{
    if (vulkan->instance != VK_NULL_HANDLE && vulkan->vkDestroyInstance != NULL)
    {
        vulkan->vkDestroyInstance(vulkan->instance, NULL);
    }
    if (vulkan->library != NULL)
    {
        (void)dlclose(vulkan->library);
    }
    *vulkan = (gpu_vulkan){0};
}
