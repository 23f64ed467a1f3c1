// SPDX-License-Identifier: MIT
#include "scatter/scatter.h"

#include <string.h>

// What a scatter can be: defaults, a wood, and checks.

static const float LEAST_SPACING = 0.125f;
static const float MOST_WEIGHT = 1e6f;
static const float MOST_SIZE = 1e6f;
static const float MOST_PATCH = 65536.0f;

const char *loam_scatter_method_name(loam_scatter_method method)
{
    static const char *const names[] = {"jitter", "hex", "poisson"};
    return (uint32_t)method < LOAM_SCATTER_METHOD_COUNT ? names[method] : "?";
}

// ---- defaults -----------------------------------------------------------------------------------

static void set_name(char to[LOAM_MAX_SCATTER_NAME + 1], const char *name)
{
    const size_t length = strlen(name);
    // One letter too many is kept as no name at all, which the check refuses.
    memcpy(to, name, length <= LOAM_MAX_SCATTER_NAME ? length : 0);
}

loam_scatter_layer loam_default_scatter_layer(const char *name)
{
    loam_scatter_layer layer = {.method = LOAM_SCATTER_POISSON,
                                .spacing = 4.0f,
                                .jitter = 0.75f,
                                .clearance = 1.0f,
                                .density = 1.0f,
                                .cluster_size = 32.0f,
                                .kind_count = 1,
                                .kind_weights = {1.0f},
                                .patch_size = 32.0f,
                                .size_low = 0.75f,
                                .size_high = 1.25f,
                                .widest = 4.0f};
    set_name(layer.name, name);
    return layer;
}

loam_scatter_def loam_default_scatter_def(void)
{
    loam_scatter_def def = {.page_size = 16, .layer_count = 1};
    set_name(def.name, "scatter");
    def.layers[0] = loam_default_scatter_layer("points");
    return def;
}

static loam_scatter_layer forest_trees(void)
{
    loam_scatter_layer trees = loam_default_scatter_layer("trees");
    trees.spacing = 4.5f;
    trees.clearance = 2.0f;
    trees.cluster = 0.9f;
    trees.cluster_size = 70.0f;
    trees.kind_count = 3;
    trees.kind_weights[0] = 5.0f;
    trees.kind_weights[1] = 3.0f;
    trees.kind_weights[2] = 2.0f;
    trees.together = 0.8f;
    trees.patch_size = 48.0f;
    return trees;
}

static loam_scatter_layer forest_bushes(void)
{
    loam_scatter_layer bushes = loam_default_scatter_layer("bushes");
    bushes.spacing = 2.25f;
    bushes.clearance = 1.25f;
    bushes.density = 0.7f;
    bushes.cluster = 0.85f;
    bushes.cluster_size = 30.0f;
    bushes.kind_count = 2;
    bushes.kind_weights[0] = 3.0f;
    bushes.kind_weights[1] = 1.0f;
    bushes.together = 0.9f;
    bushes.patch_size = 20.0f;
    return bushes;
}

static loam_scatter_layer forest_stones(void)
{
    loam_scatter_layer stones = loam_default_scatter_layer("stones");
    stones.spacing = 1.5f;
    stones.clearance = 0.5f;
    stones.density = 0.2f;
    stones.cluster = 0.9f;
    stones.cluster_size = 18.0f;
    stones.size_low = 0.5f;
    stones.size_high = 1.5f;
    return stones;
}

loam_scatter_def loam_forest_scatter_def(void)
{
    loam_scatter_def def = {.page_size = 16, .layer_count = 3};
    set_name(def.name, "forest");
    def.layers[0] = forest_trees();
    def.layers[1] = forest_bushes();
    def.layers[2] = forest_stones();
    return def;
}

// ---- checks -------------------------------------------------------------------------------------

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
}

static loam_result check_name(const char *what, const char name[LOAM_MAX_SCATTER_NAME + 1])
{
    size_t length = 0;
    while (length <= LOAM_MAX_SCATTER_NAME && is_letter(name[length]))
    {
        length++;
    }
    return length >= 1 && length <= LOAM_MAX_SCATTER_NAME && name[length] == '\0'
               ? LOAM_OK
               : loam_fail(LOAM_BAD_ARGUMENT,
                           "the name of %s is \"%.*s\"; must be 1 to %d letters, digits, _ or -",
                           what, LOAM_MAX_SCATTER_NAME, name, LOAM_MAX_SCATTER_NAME);
}

typedef struct bound
{
    const char *name;
    float value, low, high;
} bound;

static loam_result check_bounds(const loam_scatter_layer *layer, const bound *bounds, size_t count)
{
    for (size_t i = 0; i < count; i++)
    {
        const bound *const b = &bounds[i];
        if (!(b->value >= b->low && b->value <= b->high))
        {
            return loam_fail(LOAM_BAD_ARGUMENT, "the %s of layer \"%s\" is %g; must be %g to %g",
                             b->name, layer->name, (double)b->value, (double)b->low,
                             (double)b->high);
        }
    }
    return LOAM_OK;
}

static float least_spacing(float page)
{
    const float by_page = page / LOAM_MAX_SCATTER_ROW;
    return by_page > LEAST_SPACING ? by_page : LEAST_SPACING;
}

static loam_result check_kinds(const loam_scatter_layer *layer)
{
    float sum = 0.0f;
    if (layer->kind_count < 1 || layer->kind_count > LOAM_MAX_SCATTER_KINDS)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "layer \"%s\" has %d kinds; must be 1 to %d",
                         layer->name, (int)layer->kind_count, LOAM_MAX_SCATTER_KINDS);
    }
    for (int32_t i = 0; i < layer->kind_count; i++)
    {
        const bound weight = {"weight of a kind", layer->kind_weights[i], 0.0f, MOST_WEIGHT};
        const loam_result result = check_bounds(layer, &weight, 1);
        if (result != LOAM_OK)
        {
            return result;
        }
        sum += layer->kind_weights[i];
    }
    return sum > 0.0f ? LOAM_OK
                      : loam_fail(LOAM_BAD_ARGUMENT,
                                  "all kinds of layer \"%s\" have weight 0; one must be above",
                                  layer->name);
}

static loam_result check_layer(const loam_scatter_layer *layer, float page)
{
    const float half = 0.5f * page, max = layer->spacing * LOAM_MAX_SCATTER_VARIATION;
    const bound bounds[] = {
        {"spacing", layer->spacing, least_spacing(page), half},
        {"jitter", layer->jitter, 0.0f, 1.0f},
        {"clearance", layer->clearance, 0.0f, half},
        {"density", layer->density, 0.0f, 1.0f},
        {"cluster", layer->cluster, 0.0f, 1.0f},
        {"cluster size", layer->cluster_size, 1.0f, MOST_PATCH},
        {"share that goes together", layer->together, 0.0f, 1.0f},
        {"patch size", layer->patch_size, 1.0f, MOST_PATCH},
        {"smallest size", layer->size_low, 0.0f, MOST_SIZE},
        {"largest size", layer->size_high, layer->size_low, MOST_SIZE},
        {"widest spacing", layer->widest, layer->spacing, max < half ? max : half},
    };
    // Only who has a function for it has a widest spacing.
    const size_t count = sizeof bounds / sizeof bounds[0] - (layer->spacing_at == NULL);
    loam_result result = check_name("a layer", layer->name);
    if (result == LOAM_OK && (uint32_t)layer->method >= LOAM_SCATTER_METHOD_COUNT)
    {
        result = loam_fail(LOAM_BAD_ARGUMENT, "the method of layer \"%s\" is %d; must be 0 to %d",
                           layer->name, (int)layer->method, LOAM_SCATTER_METHOD_COUNT - 1);
    }
    result = result == LOAM_OK ? check_bounds(layer, bounds, count) : result;
    return result == LOAM_OK ? check_kinds(layer) : result;
}

static loam_result check_page(const loam_scatter_def *def)
{
    const int32_t page = def->page_size;
    return page >= LOAM_MIN_SCATTER_PAGE && page <= LOAM_MAX_SCATTER_PAGE &&
                   (page & (page - 1)) == 0
               ? LOAM_OK
               : loam_fail(LOAM_BAD_ARGUMENT,
                           "the page size is %d; must be a power of two, %d to %d", (int)page,
                           LOAM_MIN_SCATTER_PAGE, LOAM_MAX_SCATTER_PAGE);
}

static loam_result check_unique(const loam_scatter_def *def, int32_t index)
{
    for (int32_t i = 0; i < index; i++)
    {
        if (strcmp(def->layers[i].name, def->layers[index].name) == 0)
        {
            return loam_fail(LOAM_BAD_ARGUMENT, "two layers are called \"%s\"; must be one",
                             def->layers[index].name);
        }
    }
    return LOAM_OK;
}

loam_result loam_scatter_check(const loam_scatter_def *def)
{
    loam_result result = check_name("a scatter", def->name);
    result = result == LOAM_OK ? check_page(def) : result;
    if (result == LOAM_OK && (def->layer_count < 1 || def->layer_count > LOAM_MAX_SCATTER_LAYERS))
    {
        result = loam_fail(LOAM_BAD_ARGUMENT, "there are %d layers; must be 1 to %d",
                           (int)def->layer_count, LOAM_MAX_SCATTER_LAYERS);
    }
    for (int32_t i = 0; i < def->layer_count && result == LOAM_OK; i++)
    {
        result = check_layer(&def->layers[i], (float)def->page_size);
        result = result == LOAM_OK ? check_unique(def, i) : result;
    }
    return result;
}
