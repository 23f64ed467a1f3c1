// SPDX-License-Identifier: MIT
#include "place/json_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static loam_result parse(const char *path, const char *bytes, cJSON **out)
{
    const char *end = bytes;
    *out = cJSON_ParseWithOpts(bytes, &end, true);
    if (*out != NULL)
    {
        return LOAM_OK;
    }
    int32_t line = 1;
    for (const char *at = bytes; at < end; at++)
    {
        line += *at == '\n';
    }
    return loam_fail(LOAM_BAD_ARGUMENT, "%s is not JSON: line %d", path, (int)line);
}

loam_result json_file_read(const char *path, int32_t max_bytes, cJSON **out)
{
    FILE *const file = fopen(path, "rb");
    if (file == NULL)
    {
        return loam_fail(LOAM_IO, "%s cannot be read: %s", path, strerror(errno));
    }
    char *const bytes = malloc((size_t)max_bytes + 2);
    const size_t size = bytes != NULL ? fread(bytes, 1, (size_t)max_bytes + 1, file) : 0;
    const int failed = ferror(file) ? errno : 0;
    fclose(file);
    loam_result result = LOAM_OK;
    if (bytes == NULL || failed != 0 || size > (size_t)max_bytes)
    {
        result = failed != 0 ? loam_fail(LOAM_IO, "%s cannot be read: %s", path, strerror(failed))
                 : bytes == NULL
                     ? loam_fail(LOAM_OUT_OF_MEMORY, "out of memory for %s", path)
                     : loam_fail(LOAM_BAD_ARGUMENT, "%s has more than %d bytes; must be fewer",
                                 path, (int)max_bytes);
    }
    else
    {
        bytes[size] = 0;
        result = parse(path, bytes, out);
    }
    free(bytes);
    return result;
}
