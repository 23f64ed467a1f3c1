// SPDX-License-Identifier: MIT
#include "heightmap.h"

#include <inttypes.h>
#include <string.h>

// What geographic information systems read: a world file beside each picture (six lines: metres a pixel, the place
// of the first), and a virtual raster of GDAL, which is all tiles as one map of heights in metres.

bool heightmap_world_name(const heightmap_plan *plan, int32_t layer, int32_t column, int32_t row,
                          char out[HEIGHTMAP_NAME])
{
    heightmap_file_name(plan, layer, column, row, out);
    char *const dot = strrchr(out, '.');
    const bool there = plan->gis && dot != NULL && strcmp(dot, ".png") == 0;
    if (there)
    {
        memcpy(dot, ".pgw", 4);
    }
    return there;
}

static loam_result write_text(const char *folder, const char *name, text *words)
{
    char path[2 * HEIGHTMAP_PATH];
    snprintf(path, sizeof path, "%s%s", folder, name);
    const loam_result result = words->failed ? loam_fail(LOAM_OUT_OF_MEMORY,
                                                         "%s: there is no memory for it", path)
                                             : loam_file_write(path, text_get(words), words->size);
    text_free(words);
    return result;
}

/// Pictures have the north on top: the first pixel is the one in the north-west.
static loam_result write_world(const heightmap_plan *plan, const char *folder, int32_t layer,
                               int32_t tile)
{
    const int32_t column = tile % plan->columns, row = tile / plan->columns;
    const loam_land_area area = heightmap_area(plan, column, row);
    char name[HEIGHTMAP_NAME];
    if (!heightmap_world_name(plan, layer, column, row, name))
    {
        return LOAM_OK;
    }
    text words = {0};
    text_add(&words, "%" PRId64 "\n0\n0\n%" PRId64 "\n%" PRId64 "\n%" PRId64 "\n", plan->step,
             -plan->step, area.x, area.z + (area.h - 1) * plan->step);
    return write_text(folder, name, &words);
}

static void add_escaped(text *xml, const char *name)
{
    for (const char *c = name; *c != '\0'; c++)
    {
        const char plain[2] = {*c, '\0'};
        text_add(xml, "%s", *c == '&' ? "&amp;" : *c == '<' ? "&lt;" : *c == '>' ? "&gt;" : plain);
    }
}

static void add_source(text *xml, const heightmap_plan *plan, int32_t layer, int32_t tile)
{
    const int32_t column = tile % plan->columns, row = tile / plan->columns;
    const int64_t stride = plan->shared ? plan->size - 1 : plan->size;
    char name[HEIGHTMAP_NAME];
    heightmap_file_name(plan, layer, column, row, name);
    text_add(xml, "    <ComplexSource>\n      <SourceFilename relativeToVRT=\"1\">");
    add_escaped(xml, name);
    text_add(xml, "</SourceFilename>\n      <SourceBand>1</SourceBand>\n");
    text_add(xml, "      <SrcRect xOff=\"0\" yOff=\"0\" xSize=\"%d\" ySize=\"%d\"/>\n",
             (int)plan->size, (int)plan->size);
    text_add(xml,
             "      <DstRect xOff=\"%" PRId64 "\" yOff=\"%" PRId64
             "\" xSize=\"%d\" ySize=\"%d\"/>\n",
             column * stride, (plan->rows - 1 - row) * stride, (int)plan->size, (int)plan->size);
    text_add(xml,
             "      <ScaleOffset>%.17g</ScaleOffset>\n      <ScaleRatio>%.17g</ScaleRatio>\n"
             "    </ComplexSource>\n",
             plan->low, (plan->high - plan->low) / 65535);
}

static void add_band(text *xml, const heightmap_plan *plan, int32_t band, int32_t layer)
{
    char number[16];
    text_add(xml, "  <VRTRasterBand dataType=\"Float32\" band=\"%d\">\n", (int)band);
    text_add(xml, "    <Description>%s</Description>\n    <UnitType>m</UnitType>\n",
             heightmap_layer_name(layer, number));
    for (int32_t tile = 0; tile < plan->columns * plan->rows; tile++)
    {
        add_source(xml, plan, layer, tile);
    }
    text_add(xml, "  </VRTRasterBand>\n");
}

/// Samples are the middles of GDAL's pixels: its map begins half a pixel before the first.
static loam_result write_virtual_raster(const heightmap_plan *plan, const char *folder)
{
    const int64_t w = heightmap_side(plan, plan->columns), h = heightmap_side(plan, plan->rows);
    const double half = 0.5 * (double)plan->step;
    char name[HEIGHTMAP_NAME];
    text xml = {0};
    text_add(&xml,
             "<VRTDataset rasterXSize=\"%" PRId64 "\" rasterYSize=\"%" PRId64 "\">\n"
             "  <SRS>LOCAL_CS[\"Loam\",UNIT[\"metre\",1],AXIS[\"x\",EAST],AXIS[\"z\",NORTH]]"
             "</SRS>\n",
             w, h);
    text_add(&xml, "  <GeoTransform>%.1f, %" PRId64 ", 0, %.1f, 0, %" PRId64 "</GeoTransform>\n",
             (double)plan->x - half, plan->step, (double)(plan->z + (h - 1) * plan->step) + half,
             -plan->step);
    add_band(&xml, plan, 1, LAYER_HEIGHT);
    if (plan->wanted[LAYER_WATER])
    {
        add_band(&xml, plan, 2, LAYER_WATER);
    }
    text_add(&xml, "</VRTDataset>\n");
    heightmap_about_name(plan, ".vrt", name);
    return write_text(folder, name, &xml);
}

loam_result heightmap_write_gis(const heightmap_plan *plan, const heightmap_result *result,
                                const char *folder)
{
    loam_result code = write_virtual_raster(plan, folder);
    for (int32_t tile = 0; tile < plan->columns * plan->rows; tile++)
    {
        for (int32_t layer = 0; layer < LAYER_LIMIT && code == LOAM_OK; layer++)
        {
            if (plan->wanted[layer] && result->used[layer])
            {
                code = write_world(plan, folder, layer, tile);
            }
        }
    }
    return code;
}
