// SPDX-License-Identifier: MIT
// Makes sets of height maps and reads them back, for tests. The land has seed 7.
#ifndef LOAM_TESTS_TOOL_HEIGHTMAP_STAGE_H
#define LOAM_TESTS_TOOL_HEIGHTMAP_STAGE_H

#include "export/folder.h"
#include "land/shared_pages.h"
#include "tool/console.h"
#include "tool/json.h"

#include <spng.h>

enum
{
    MAX_SIDE = 160,
    MAX_FILE = 1 << 20
};

static loam_land *land;
static uint8_t file[MAX_FILE];
static size_t file_size;
static char sidecar[1 << 16];

static inline bool read_file(const char *path)
{
    FILE *stream = fopen(path, "rb");
    file_size = stream != NULL ? fread(file, 1, sizeof file, stream) : 0;
    if (stream != NULL)
    {
        fclose(stream);
    }
    return stream != NULL;
}

static inline void read_sidecar(const char *path)
{
    CHECK(read_file(path));
    snprintf(sidecar, sizeof sidecar, "%.*s", (int)file_size, (const char *)file);
    CHECK(json_is_valid(sidecar));
}

/// What a loam land heightmap with these options must do: its files and nothing but them.
static inline void make(const char *options, int files)
{
    char line[512];
    snprintf(line, sizeof line, "land heightmap --seed 7 --threads 1 %s", options);
    CHECK_INT(console_run(line), 0);
    CHECK_TEXT(console_err, "");
    CHECK_INT(folder_count(0), files);
}

/// The k-th number of a list.
static inline double number_in(const char *json, const char *key, int k)
{
    const char *at = json_find(json, key);
    for (at = at != NULL ? at + 1 : NULL; at != NULL && k > 0; k--)
    {
        at = strchr(at, ',');
        at = at != NULL ? at + 1 : NULL;
    }
    return at != NULL ? strtod(*at == '"' ? at + 1 : at, NULL) : -1e300;
}

static inline loam_land_area area_at(int64_t x, int64_t z, int64_t step, int32_t side)
{
    return (loam_land_area){.x = x, .z = z, .step = step, .w = side, .h = side};
}

static inline float *heights_of(loam_land_area area)
{
    static float heights[MAX_SIDE * MAX_SIDE];
    CHECK_OK(loam_land_fill(land, area, &(loam_land_samples){.height = heights}));
    return heights;
}

static struct spng_ihdr header;

static inline bool decode(const char *path, void *out, size_t size)
{
    FILE *stream = fopen(path, "rb");
    spng_ctx *png = spng_ctx_new(0);
    const bool ok = stream != NULL && spng_set_png_file(png, stream) == 0 &&
                    spng_get_ihdr(png, &header) == 0 &&
                    spng_decode_image(png, out, size, SPNG_FMT_PNG, 0) == 0;
    spng_ctx_free(png);
    if (stream != NULL)
    {
        fclose(stream);
    }
    return ok;
}

static inline bool is_installed(const char *program)
{
    char command[100];
    snprintf(command, sizeof command, "command -v %s >/dev/null", program);
    const bool there = system(command) == 0;
    if (!there)
    {
        printf("skipped: there is no %s\n", program);
    }
    return there;
}

/// Levels of a file, the first row on top, against the land; the north is on top if so said.
static inline void check_levels(const uint16_t *levels, loam_land_area area, bool north_first)
{
    const double low = number_in(sidecar, "range", 0);
    const double step = json_number_of(sidecar, "metres_per_step");
    const float *heights = heights_of(area);
    for (int32_t i = 0; i < area.w * area.h; i++)
    {
        const int32_t row = north_first ? area.h - 1 - i / area.w : i / area.w;
        CHECK_NEAR(low + levels[row * area.w + i % area.w] * step, heights[i], step * 0.5001);
    }
}

#endif
