// SPDX-License-Identifier: MIT
// A patchwork's definitions and what was seen of one, from any bytes: what is refused changes nothing; definitions that
// are accepted make a patchwork, and write and read back the same; what was seen packs again to the same bytes.
#include "loam/defs.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition)
{
    if (!condition)
    {
        abort();
    }
}

static void check_accepted(const loam_env *env, const loam_patchwork_def *def)
{
    loam_patchwork_def again = loam_default_patchwork_def();
    loam_patchwork *patchwork = NULL;
    char *texts[2] = {NULL, NULL};
    size_t sizes[2] = {0, 0};
    require(loam_patchwork_def_write(env, def, &texts[0], &sizes[0]) == LOAM_OK);
    require(loam_patchwork_def_read(env, texts[0], sizes[0], &again) == LOAM_OK);
    require(loam_patchwork_create(env, &again, &patchwork) == LOAM_OK);
    loam_patchwork_destroy(patchwork);
    require(loam_patchwork_def_write(env, &again, &texts[1], &sizes[1]) == LOAM_OK);
    // Materials may have come in another order: the second time all are there.
    require(sizes[0] == sizes[1]);
    loam_free(env, texts[0], sizes[0] + 1);
    loam_free(env, texts[1], sizes[1] + 1);
}

static void check_seen(const loam_env *env, const uint8_t *bytes, size_t size)
{
    const loam_patchwork_def def = loam_default_patchwork_def();
    loam_patchwork *patchwork = NULL;
    require(loam_patchwork_create(env, &def, &patchwork) == LOAM_OK);
    if (loam_patchwork_unpack(patchwork, bytes, size) == LOAM_OK)
    {
        uint8_t *packed = NULL;
        size_t packed_size = 0;
        require(loam_patchwork_pack(patchwork, &packed, &packed_size) == LOAM_OK);
        require(packed_size == size);
        loam_free(env, packed, packed_size);
    }
    require(loam_patchwork_seen(patchwork) >= 0);
    loam_patchwork_destroy(patchwork);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const loam_env env = loam_default_env();
    char *text = malloc(size > 0 ? size
                                 : 1); // of exactly this size, so that a step too far is seen
    if (text == NULL)
    {
        return 0;
    }
    if (size > 0)
    {
        memcpy(text, data, size);
    }
    loam_patchwork_def def = loam_default_patchwork_def();
    const int32_t chunk_size = def.chunk_size;
    if (loam_patchwork_def_read(&env, text, size, &def) == LOAM_OK)
    {
        check_accepted(&env, &def);
    }
    else
    {
        require(def.chunk_size == chunk_size && loam_last_error()[0] != '\0');
    }
    check_seen(&env, (const uint8_t *)text, size);
    free(text);
    return 0;
}
