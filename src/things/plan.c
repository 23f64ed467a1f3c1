// SPDX-License-Identifier: MIT
#include "things/things.h"

#include "base/plain_field.h"
#include "base/small.h"
#include "loam/random.h"

#include <stdio.h>
#include <string.h>

// What may stand on a land: the usual plan, the tables of its values, and what is accepted.

// ---- tables -------------------------------------------------------------------------------------

static const char *next_seen(const void *none, int32_t value)
{
    static const char *const names[LOAM_THING_SEEN_COUNT] = {"far", "middle", "near"};
    (void)none;
    return value >= 0 && value < LOAM_THING_SEEN_COUNT ? names[value] : NULL;
}

static const char *next_shape(const void *none, int32_t value)
{
    (void)none;
    return value >= 0 && value < LOAM_THING_KIND_COUNT
               ? loam_thing_kind_name((loam_thing_kind)value)
               : NULL;
}

#define NUMBER(what, field, from, to) \
    { \
        .name = #field, .kind = (what), .offset = AT(field), .low = (from), .high = (to) \
    }
#define CHOICE(field, names) \
    { \
        .name = #field, .kind = LOAM_PLAIN_NAMED, .offset = AT(field), .next = (names) \
    }

#define AT(field) offsetof(loam_thing_layer, field)
static const loam_plain_field layer_fields[LOAM_THING_LAYER_FIELDS] = {
    CHOICE(seen, next_seen),
    NUMBER(LOAM_PLAIN_FLOAT, spacing, 1.5, 64),
    NUMBER(LOAM_PLAIN_FLOAT, jitter, 0, 1),
    NUMBER(LOAM_PLAIN_FLOAT, clearance, 0, 64),
    NUMBER(LOAM_PLAIN_FLOAT, density, 0, 1),
    NUMBER(LOAM_PLAIN_FLOAT, cluster, 0, 1),
    NUMBER(LOAM_PLAIN_FLOAT, cluster_size, 1, 65536),
    NUMBER(LOAM_PLAIN_FLOAT, radius, 0.1, 16),
    NUMBER(LOAM_PLAIN_RANGE, grown, 0.01, 10),
    NUMBER(LOAM_PLAIN_FLOAT, banks, 0, 1),
    NUMBER(LOAM_PLAIN_FLOAT, glades, 0, 1),
};
#undef AT

#define AT(field) offsetof(loam_thing_kind_def, field)
static const loam_plain_field kind_fields[LOAM_THING_KIND_FIELDS] = {
    CHOICE(shape, next_shape),
    NUMBER(LOAM_PLAIN_RANGE, size, 0.05, 60),
    NUMBER(LOAM_PLAIN_FLAG, mostly_small, 0, 1),
    NUMBER(LOAM_PLAIN_FLOAT, stunted, 0, 1),
    NUMBER(LOAM_PLAIN_FLOAT, common, 0, 1000),
    NUMBER(LOAM_PLAIN_RANGE, cold, -200, 200),
    NUMBER(LOAM_PLAIN_RANGE, hot, -200, 200),
    NUMBER(LOAM_PLAIN_RANGE, dry, -10, 10),
    NUMBER(LOAM_PLAIN_RANGE, wet, -10, 10),
    NUMBER(LOAM_PLAIN_RANGE, height, -12000, 12000),
    NUMBER(LOAM_PLAIN_FLOAT, anywhere, -1000, 1000),
    NUMBER(LOAM_PLAIN_FLOAT, coasts, -1000, 1000),
    NUMBER(LOAM_PLAIN_FLOAT, banks, -1000, 1000),
    NUMBER(LOAM_PLAIN_RANGE, tree_line, -200, 200),
    NUMBER(LOAM_PLAIN_RANGE, soil, -10, 10),
    NUMBER(LOAM_PLAIN_RANGE, steep, 0, 100),
};
#undef AT

const loam_plain_field *loam_thing_layer_fields(void)
{
    return layer_fields;
}

const loam_plain_field *loam_thing_kind_fields(void)
{
    return kind_fields;
}

// ---- the usual plan -----------------------------------------------------------------------------

enum
{
    GIANTS, // trees that reach into the light
    TREES,  // and those between them
    BUSHES,
    STONES,
    LAYERS,
};

#define IN(layer) (1u << (layer))

/// Hexagons whose points are moved by less than half their way to the next: two of a layer are at least spacing * (1 -
/// jitter) apart. That takes an eighth of the time of Poisson discs, and what the ground leaves of them looks the
/// same.
static const loam_thing_layer layers[LAYERS] = {
    {.name = "giants",
     .seen = LOAM_THING_FAR,
     .spacing = 10.0f,
     .jitter = 0.45f,
     .clearance = 4.5f,
     .density = 0.65f,
     .cluster_size = 32.0f,
     .radius = 2.75f,
     .grown = {1.0f, 1.0f},
     .banks = 0.3f,
     .glades = 1.0f},
    {.name = "trees",
     .seen = LOAM_THING_MIDDLE,
     .spacing = 6.0f,
     .jitter = 0.45f,
     .clearance = 3.0f,
     .density = 1.0f,
     .cluster_size = 32.0f,
     .radius = 1.6f,
     .grown = {0.45f, 0.7f},
     .banks = 0.3f,
     .glades = 1.0f},
    {.name = "bushes",
     .seen = LOAM_THING_NEAR,
     .spacing = 3.5f,
     .jitter = 0.5f,
     .clearance = 2.25f,
     .density = 1.0f,
     .cluster_size = 32.0f,
     .radius = 0.8f,
     .grown = {1.0f, 1.0f},
     .glades = 0.4f},
    {.name = "stones",
     .seen = LOAM_THING_NEAR,
     .spacing = 7.0f,
     .jitter = 0.6f,
     .density = 1.0f,
     .cluster_size = 32.0f,
     .radius = 1.3f,
     .grown = {1.0f, 1.0f},
     .glades = 1.0f},
};

/// What a biome has room for.
static const struct
{
    float trees;   // share of the ground that is wooded
    float grouped; // 0: they stand by themselves, 1: in woods with clearings
    float bushes, boulders;
} rooms[LOAM_BIOME_COUNT] = {
    [LOAM_BIOME_BEACH] = {0.10f, 0.6f, 0.03f, 0.02f},
    [LOAM_BIOME_CLIFF] = {0.12f, 0.8f, 0.10f, 0.20f},
    [LOAM_BIOME_PLAINS] = {0.09f, 0.85f, 0.06f, 0.01f},
    [LOAM_BIOME_GRASSLAND] = {0.13f, 0.85f, 0.08f, 0.02f},
    [LOAM_BIOME_HILLS] = {0.24f, 0.9f, 0.12f, 0.05f},
    [LOAM_BIOME_FOREST] = {0.84f, 1.0f, 0.45f, 0.05f},
    [LOAM_BIOME_TAIGA] = {0.80f, 1.0f, 0.22f, 0.10f},
    [LOAM_BIOME_TUNDRA] = {0.03f, 0.9f, 0.10f, 0.12f},
    [LOAM_BIOME_MOUNTAINS] = {0.50f, 0.95f, 0.10f, 0.16f},
    [LOAM_BIOME_RIDGES] = {0.34f, 0.95f, 0.08f, 0.20f},
    [LOAM_BIOME_ALPINE] = {0.10f, 0.9f, 0.05f, 0.24f},
    [LOAM_BIOME_SAVANNA] = {0.10f, 0.35f, 0.07f, 0.02f},
    [LOAM_BIOME_DESERT] = {0.006f, 0.9f, 0.006f, 0.03f},
    [LOAM_BIOME_BADLANDS] = {0.02f, 0.8f, 0.03f, 0.10f},
    [LOAM_BIOME_JUNGLE] = {0.97f, 1.0f, 0.80f, 0.02f},
    [LOAM_BIOME_SWAMP] = {0.40f, 0.9f, 0.40f, 0.01f},
    [LOAM_BIOME_STEPPE] = {0.025f, 0.8f, 0.06f, 0.03f},
};

static loam_thing_kind_def tree(loam_thing_kind shape, loam_range size, float common)
{
    return (loam_thing_kind_def){.shape = (int32_t)shape,
                                 .layers = IN(GIANTS) | IN(TREES),
                                 .size = size,
                                 .stunted = 0.4f,
                                 .common = common,
                                 .wet = {1.0f, 2.0f},
                                 .height = {-12000.0f, 12000.0f},
                                 .anywhere = 1.0f,
                                 .tree_line = {-7.5f, -3.5f},
                                 .soil = {0.06f, 0.3f},
                                 .steep = {0.55f, 0.95f}};
}

static void plan_trees(loam_thing_kind_def *kinds)
{
    loam_thing_kind_def *k = &kinds[LOAM_THING_OAK];
    *k = tree(LOAM_THING_OAK, (loam_range){11, 17}, 1.0f);
    k->cold = (loam_range){4, 8}, k->hot = (loam_range){16, 21};
    k->dry = (loam_range){0.30f, 0.42f};
    k = &kinds[LOAM_THING_BIRCH];
    *k = tree(LOAM_THING_BIRCH, (loam_range){9, 15}, 0.55f);
    k->cold = (loam_range){-3, 2}, k->hot = (loam_range){9, 14};
    k->dry = (loam_range){0.28f, 0.38f};
    k = &kinds[LOAM_THING_SPRUCE];
    *k = tree(LOAM_THING_SPRUCE, (loam_range){12, 23}, 1.3f);
    k->cold = (loam_range){-9, -5}, k->hot = (loam_range){5, 9};
    k->dry = (loam_range){0.22f, 0.34f};
    k = &kinds[LOAM_THING_PINE];
    *k = tree(LOAM_THING_PINE, (loam_range){12, 20}, 0.8f);
    k->cold = (loam_range){-5, 1}, k->hot = (loam_range){14, 20};
    k->dry = (loam_range){0.10f, 0.2f}, k->wet = (loam_range){0.5f, 0.75f};
    k = &kinds[LOAM_THING_WILLOW];
    *k = tree(LOAM_THING_WILLOW, (loam_range){8, 13}, 0.15f);
    k->cold = (loam_range){4, 8}, k->hot = (loam_range){20, 25};
    k->dry = (loam_range){0.2f, 0.35f};
    k->anywhere = 0.1f, k->banks = 14.0f, k->biomes[LOAM_BIOME_SWAMP] = 4.0f;
    k = &kinds[LOAM_THING_ACACIA];
    *k = tree(LOAM_THING_ACACIA, (loam_range){6, 10}, 1.0f);
    k->cold = (loam_range){16, 20}, k->hot = (loam_range){40, 60};
    k->dry = (loam_range){0.02f, 0.08f}, k->wet = (loam_range){0.5f, 0.7f};
    k->biomes[LOAM_BIOME_JUNGLE] = -0.9f;
    k = &kinds[LOAM_THING_PALM];
    *k = tree(LOAM_THING_PALM, (loam_range){9, 15}, 0.9f);
    k->cold = (loam_range){17, 21}, k->hot = (loam_range){40, 60};
    k->dry = (loam_range){0.15f, 0.4f};
    k->anywhere = 0.25f, k->coasts = 3.0f, k->banks = 2.0f, k->biomes[LOAM_BIOME_JUNGLE] = 1.0f;
}

loam_thing_kind_def loam_default_thing_kind(void)
{
    return (loam_thing_kind_def){.shape = LOAM_THING_BUSH,
                                 .size = {0.7f, 2.0f},
                                 .common = 1.0f,
                                 .cold = {-101, -100},
                                 .hot = {100, 101},
                                 .dry = {-2, -1},
                                 .wet = {9, 10},
                                 .height = {-12000.0f, 12000.0f},
                                 .anywhere = 1.0f,
                                 .tree_line = {-7.5f, -3.5f},
                                 .soil = {0.06f, 0.3f},
                                 .steep = {0.55f, 0.95f}};
}

loam_thing_layer loam_default_thing_layer(void)
{
    return (loam_thing_layer){.seen = LOAM_THING_NEAR,
                              .spacing = 4.0f,
                              .jitter = 0.5f,
                              .density = 1.0f,
                              .cluster_size = 32.0f,
                              .radius = 0.5f,
                              .grown = {1.0f, 1.0f},
                              .glades = 1.0f};
}

loam_thing_plan loam_default_thing_plan(void)
{
    loam_thing_plan plan;
    memset(&plan, 0, sizeof plan); // plans are compared and hashed
    plan.layer_count = LAYERS;
    plan.kind_count = LOAM_THING_KIND_COUNT;
    memcpy(plan.layers, layers, sizeof layers);
    for (int32_t b = 0; b < LOAM_BIOME_COUNT; b++)
    {
        plan.layers[GIANTS].share[b] = plan.layers[TREES].share[b] = rooms[b].trees;
        plan.layers[GIANTS].groves[b] = plan.layers[TREES].groves[b] = rooms[b].grouped;
        plan.layers[BUSHES].share[b] = rooms[b].bushes;
        plan.layers[STONES].share[b] = rooms[b].boulders;
    }
    plan_trees(plan.kinds);
    loam_thing_kind_def *const bush = &plan.kinds[LOAM_THING_BUSH];
    *bush = loam_default_thing_kind();
    bush->layers = IN(BUSHES);
    loam_thing_kind_def *const boulder = &plan.kinds[LOAM_THING_BOULDER];
    *boulder = loam_default_thing_kind();
    boulder->shape = LOAM_THING_BOULDER;
    boulder->layers = IN(STONES);
    boulder->size = (loam_range){0.5f, 2.7f};
    boulder->mostly_small = true;
    boulder->tree_line = (loam_range){-101, -100};
    boulder->soil = (loam_range){-2, -1};
    boulder->steep = (loam_range){0.9f, 1.2f};
    for (int32_t i = 0; i < LOAM_THING_KIND_COUNT; i++)
    {
        const char *const name = loam_thing_kind_name((loam_thing_kind)i);
        memcpy(plan.kinds[i].name, name, strlen(name));
    }
    return plan;
}

// ---- checks -------------------------------------------------------------------------------------

static loam_result check_number(const char *whose, const char *name, double value, double low,
                                double high)
{
    return value >= low && value <= high
               ? LOAM_OK
               : loam_fail(LOAM_BAD_ARGUMENT, "%s%s is %g; must be %g to %g", whose, name, value,
                           low, high);
}

static loam_result check_biomes(const char *whose, const char *name,
                                const float values[LOAM_BIOME_COUNT], double low, double high)
{
    char full[64];
    loam_result result = LOAM_OK;
    for (int32_t b = 0; b < LOAM_BIOME_COUNT && result == LOAM_OK; b++)
    {
        snprintf(full, sizeof full, "%s.%s", name, loam_biome_name((loam_biome)b));
        result = check_number(whose, full, (double)values[b], low, high);
    }
    return result;
}

static bool is_plain(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
}

/// Names stand in tables and in names of stages.
static loam_result check_name(const char *whose, const char *name, size_t room)
{
    size_t length = 0;
    while (length < room && is_plain(name[length]))
    {
        length++;
    }
    return length >= 1 && length < room && name[length] == '\0'
               ? LOAM_OK
               : loam_fail(LOAM_BAD_ARGUMENT, "%sname must have 1 to %zu letters, digits, _ or -",
                           whose, room - 1);
}

/// Discs of things of a layer must not meet, and far ones must not be too many.
static loam_result check_room(const loam_thing_layer *layer, const char *whose)
{
    const float min[] = {6, 3, 1.5f}, rounding = 1e-6f;
    const float max = 0.5f * layer->spacing * (1 - layer->jitter);
    if (layer->spacing < min[layer->seen])
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "%sspacing is %g; must be %g to 64, as far as the layer is seen", whose,
                         (double)layer->spacing, (double)min[layer->seen]);
    }
    return layer->radius <= max + rounding
               ? LOAM_OK
               : loam_fail(LOAM_BAD_ARGUMENT,
                           "%sradius is %g; must be 0.1 to %g, half of spacing x (1 - jitter)",
                           whose, (double)layer->radius, (double)max);
}

static loam_result check_layer(const loam_thing_plan *plan, int32_t index)
{
    const loam_thing_layer *const layer = &plan->layers[index];
    char whose[24];
    snprintf(whose, sizeof whose, "layers[%d].", (int)index);
    loam_result result = check_name(whose, layer->name, sizeof layer->name);
    for (int32_t i = 0; i < index && result == LOAM_OK; i++)
    {
        result = strcmp(plan->layers[i].name, layer->name) != 0
                     ? LOAM_OK
                     : loam_fail(LOAM_BAD_ARGUMENT,
                                 "%sname is %s, as that of layers[%d]; must be another", whose,
                                 layer->name, (int)i);
    }
    result = result == LOAM_OK
                 ? loam_plain_check_all(layer_fields, LOAM_THING_LAYER_FIELDS, layer, whose)
                 : result;
    result = result == LOAM_OK ? check_biomes(whose, "share", layer->share, 0, 1) : result;
    result = result == LOAM_OK ? check_biomes(whose, "groves", layer->groves, 0, 1) : result;
    return result == LOAM_OK ? check_room(layer, whose) : result;
}

static loam_result check_ramps(const loam_thing_kind_def *kind, const char *whose)
{
    const struct
    {
        const char *name;
        loam_range ramp;
    } ramps[] = {{"cold", kind->cold},  {"hot", kind->hot},   {"dry", kind->dry},
                 {"wet", kind->wet},    {"soil", kind->soil}, {"tree_line", kind->tree_line},
                 {"steep", kind->steep}};
    for (size_t i = 0; i < sizeof ramps / sizeof ramps[0]; i++)
    {
        if (!(ramps[i].ramp.low < ramps[i].ramp.high))
        {
            return loam_fail(LOAM_BAD_ARGUMENT,
                             "%s%s is from %g to %g; must be two numbers, the lower first", whose,
                             ramps[i].name, (double)ramps[i].ramp.low, (double)ramps[i].ramp.high);
        }
    }
    return LOAM_OK;
}

static loam_result check_kind(const loam_thing_plan *plan, int32_t index)
{
    const loam_thing_kind_def *const kind = &plan->kinds[index];
    char whose[24];
    snprintf(whose, sizeof whose, "kinds[%d].", (int)index);
    loam_result result = check_name(whose, kind->name, sizeof kind->name);
    for (int32_t i = 0; i < index && result == LOAM_OK; i++)
    {
        result = strcmp(plan->kinds[i].name, kind->name) != 0
                     ? LOAM_OK
                     : loam_fail(LOAM_BAD_ARGUMENT,
                                 "%sname is %s, as that of kinds[%d]; must be another", whose,
                                 kind->name, (int)i);
    }
    if (result == LOAM_OK && (kind->layers == 0 || kind->layers >> plan->layer_count != 0))
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "%slayers of %s are none of the %d; must be one or more", whose,
                         kind->name, (int)plan->layer_count);
    }
    result = result == LOAM_OK
                 ? loam_plain_check_all(kind_fields, LOAM_THING_KIND_FIELDS, kind, whose)
                 : result;
    result = result == LOAM_OK ? check_ramps(kind, whose) : result;
    return result == LOAM_OK ? check_biomes(whose, "biomes", kind->biomes, -1000, 1000) : result;
}

loam_result loam_thing_plan_check(const loam_thing_plan *plan)
{
    loam_result result = check_number("", "the number of layers", plan->layer_count, 1,
                                      LOAM_MAX_THING_LAYERS);
    result = result == LOAM_OK ? check_number("", "the number of kinds", plan->kind_count, 1,
                                              LOAM_MAX_THING_KINDS)
                               : result;
    for (int32_t i = 0; result == LOAM_OK && i < plan->layer_count; i++)
    {
        result = check_layer(plan, i);
    }
    for (int32_t i = 0; result == LOAM_OK && i < plan->kind_count; i++)
    {
        result = check_kind(plan, i);
    }
    return result;
}

// ---- the hash -----------------------------------------------------------------------------------

static uint64_t hash_field(const loam_plain_field *field, const void *of, uint64_t hash)
{
    const void *const at = (const char *)of + field->offset;
    float numbers[2] = {0};
    switch (field->kind)
    {
    case LOAM_PLAIN_RANGE:
        memcpy(numbers, at, sizeof numbers);
        break;
    case LOAM_PLAIN_FLOAT:
        memcpy(numbers, at, sizeof numbers[0]);
        break;
    case LOAM_PLAIN_FLAG:
        numbers[0] = *(const bool *)at ? 1.0f : 0.0f;
        break;
    default: // of names
        numbers[0] = (float)*(const int32_t *)at;
        break;
    }
    return loam_hash_f32(numbers, 2, hash);
}

static uint64_t hash_plain(const loam_plain_field *fields, int32_t count, const void *of,
                           uint64_t hash)
{
    for (int32_t i = 0; i < count; i++)
    {
        hash = hash_field(&fields[i], of, hash);
    }
    return hash;
}

uint64_t loam_thing_plan_hash(const loam_thing_plan *plan)
{
    const uint64_t counts[2] = {(uint64_t)plan->layer_count, (uint64_t)plan->kind_count};
    uint64_t hash = loam_hash_u64(counts, 2, 0);
    for (int32_t i = 0; i < plan->layer_count; i++)
    {
        const loam_thing_layer *const layer = &plan->layers[i];
        hash = loam_hash_bytes(layer->name, strlen(layer->name), hash);
        hash = hash_plain(layer_fields, LOAM_THING_LAYER_FIELDS, layer, hash);
        hash = loam_hash_f32(layer->share, LOAM_BIOME_COUNT, hash);
        hash = loam_hash_f32(layer->groves, LOAM_BIOME_COUNT, hash);
    }
    for (int32_t i = 0; i < plan->kind_count; i++)
    {
        const loam_thing_kind_def *const kind = &plan->kinds[i];
        const uint64_t in = kind->layers;
        hash = loam_hash_bytes(kind->name, strlen(kind->name), hash);
        hash = loam_hash_u64(&in, 1, hash);
        hash = hash_plain(kind_fields, LOAM_THING_KIND_FIELDS, kind, hash);
        hash = loam_hash_f32(kind->biomes, LOAM_BIOME_COUNT, hash);
    }
    return hash;
}
