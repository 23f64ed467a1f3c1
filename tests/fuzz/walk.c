// SPDX-License-Identifier: MIT
// Any bytes as the inputs of a walk: what was read is within what files may hold, or there is a message.
#include "walk/inputs.h"
#include "written.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *weathers(int32_t index)
{
    static const char *const names[] = {"clear", "fair", NULL};
    return names[index];
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    inputs read;
    if (inputs_read(written(data, size), weathers, &read) == LOAM_OK)
    {
        if (read.run_count < 1 || read.run_count > INPUTS_MAX_RUNS || read.steps < 1 ||
            read.steps > INPUTS_MAX_STEPS)
        {
            abort();
        }
        inputs_free(&read);
    }
    return 0;
}
