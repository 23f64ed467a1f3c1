// SPDX-License-Identifier: MIT
#include "export/heightmap/heightmap.h"

#include "export/file.h"

#include <inttypes.h>
#include <string.h>

// What geographic information systems read: a world file beside each picture (six lines: metres a pixel, the place
// of the first), and a virtual raster of GDAL, which is all tiles as one map of heights in metres.

bool loam_heightmap_world_name(const heightmap_plan *plan, int32_t layer, int32_t column,
                               int32_t row, char out[HEIGHTMAP_NAME])
{
    loam_heightmap_file_name(plan, layer, column, row, out);
    char *const dot = strrchr(out, '.');
    const bool there = plan->gis && dot != NULL && strcmp(dot, ".png") == 0;
    if (there)
    {
        memcpy(dot, ".pgw", 4);
    }
    return there;
}

static loam_result begin(const char *folder, const char *name, char path[2 * HEIGHTMAP_PATH],
                         loam_file *out)
{
    snprintf(path, 2 * HEIGHTMAP_PATH, "%s%s", folder, name);
    return loam_file_begin(out, path);
}

/// Pictures have the north on top: the first pixel is the one in the north-west.
static loam_result write_world(const heightmap_plan *plan, const char *folder, int32_t layer,
                               int32_t tile)
{
    const int32_t column = tile % plan->columns, row = tile / plan->columns;
    const loam_land_area area = loam_heightmap_area(plan, column, row);
    char name[HEIGHTMAP_NAME];
    if (!loam_heightmap_world_name(plan, layer, column, row, name))
    {
        return LOAM_OK;
    }
    loam_file file;
    char path[2 * HEIGHTMAP_PATH];
    const loam_result result = begin(folder, name, path, &file);
    if (result != LOAM_OK)
    {
        return result;
    }
    fprintf(file.stream, "%" PRId64 "\n0\n0\n%" PRId64 "\n%" PRId64 "\n%" PRId64 "\n", plan->step,
            -plan->step, area.x, area.z + (area.h - 1) * plan->step);
    return loam_file_commit(&file);
}

static void add_escaped(FILE *xml, const char *name)
{
    for (const char *c = name; *c != '\0'; c++)
    {
        const char plain[2] = {*c, '\0'};
        fprintf(xml, "%s", *c == '&' ? "&amp;" : *c == '<' ? "&lt;" : *c == '>' ? "&gt;" : plain);
    }
}

static void add_source(FILE *xml, const heightmap_plan *plan, int32_t layer, int32_t tile)
{
    const int32_t column = tile % plan->columns, row = tile / plan->columns;
    const int64_t stride = plan->shared ? plan->size - 1 : plan->size;
    char name[HEIGHTMAP_NAME];
    loam_heightmap_file_name(plan, layer, column, row, name);
    fprintf(xml, "    <ComplexSource>\n      <SourceFilename relativeToVRT=\"1\">");
    add_escaped(xml, name);
    fprintf(xml, "</SourceFilename>\n      <SourceBand>1</SourceBand>\n");
    fprintf(xml, "      <SrcRect xOff=\"0\" yOff=\"0\" xSize=\"%d\" ySize=\"%d\"/>\n",
            (int)plan->size, (int)plan->size);
    fprintf(xml,
            "      <DstRect xOff=\"%" PRId64 "\" yOff=\"%" PRId64
            "\" xSize=\"%d\" ySize=\"%d\"/>\n",
            column * stride, (plan->rows - 1 - row) * stride, (int)plan->size, (int)plan->size);
    fprintf(xml,
            "      <ScaleOffset>%.17g</ScaleOffset>\n      <ScaleRatio>%.17g</ScaleRatio>\n"
            "    </ComplexSource>\n",
            plan->low, (plan->high - plan->low) / 65535);
}

static void add_band(FILE *xml, const heightmap_plan *plan, int32_t band, int32_t layer)
{
    char number[16];
    fprintf(xml, "  <VRTRasterBand dataType=\"Float32\" band=\"%d\">\n", (int)band);
    fprintf(xml, "    <Description>%s</Description>\n    <UnitType>m</UnitType>\n",
            loam_heightmap_layer_name(layer, number));
    for (int32_t tile = 0; tile < plan->columns * plan->rows; tile++)
    {
        add_source(xml, plan, layer, tile);
    }
    fprintf(xml, "  </VRTRasterBand>\n");
}

/// Samples are the middles of GDAL's pixels: its map begins half a pixel before the first.
static loam_result write_virtual_raster(const heightmap_plan *plan, const char *folder)
{
    const int64_t w = loam_heightmap_side(plan, plan->columns),
                  h = loam_heightmap_side(plan, plan->rows);
    const double half = 0.5 * (double)plan->step;
    char name[HEIGHTMAP_NAME], path[2 * HEIGHTMAP_PATH];
    loam_file file;
    loam_heightmap_about_name(plan, ".vrt", name);
    const loam_result result = begin(folder, name, path, &file);
    if (result != LOAM_OK)
    {
        return result;
    }
    FILE *const xml = file.stream;
    fprintf(xml,
            "<VRTDataset rasterXSize=\"%" PRId64 "\" rasterYSize=\"%" PRId64 "\">\n"
            "  <SRS>LOCAL_CS[\"Loam\",UNIT[\"metre\",1],AXIS[\"x\",EAST],AXIS[\"z\",NORTH]]"
            "</SRS>\n",
            w, h);
    fprintf(xml, "  <GeoTransform>%.1f, %" PRId64 ", 0, %.1f, 0, %" PRId64 "</GeoTransform>\n",
            (double)plan->x - half, plan->step, (double)(plan->z + (h - 1) * plan->step) + half,
            -plan->step);
    add_band(xml, plan, 1, LAYER_HEIGHT);
    if (plan->wanted[LAYER_WATER])
    {
        add_band(xml, plan, 2, LAYER_WATER);
    }
    fprintf(xml, "</VRTDataset>\n");
    return loam_file_commit(&file);
}

loam_result loam_heightmap_write_gis(const heightmap_plan *plan, const heightmap_result *result,
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
