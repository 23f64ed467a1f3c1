// SPDX-License-Identifier: MIT
#include "volume/preset.h"

#include "base/plain_field.h"
#include "loam/random.h"

#include <stdio.h>

// The numbers of the built-in functions (Blomqvist et al. 2016, A.2 to A.4, and ours), as tables: checks, files, their
// messages and knobs come from one place.

// ---- tables -------------------------------------------------------------------------------------

#define NUMBER(what, field, from, to) \
    { \
        .name = (what), .kind = LOAM_PLAIN_FLOAT, .offset = AT(field), .low = (from), .high = (to) \
    }
#define FLAG(what, field) \
    { \
        .name = (what), .kind = LOAM_PLAIN_FLAG, .offset = AT(field) \
    }
#define SHARE NUMBER("strength", share.strength, 0, 1), FLAG("everywhere", share.everywhere)

#define AT(field) offsetof(loam_tunnels_def, field)
static const loam_plain_field tunnels_fields[] = {
    SHARE,
    NUMBER("wavelength", wavelength_m, 40, 4000),
    NUMBER("depth", depth_m, -200, 2000),
    NUMBER("range", range_m, 0, 500),
    NUMBER("radius", radius_m, 2, 30),
    NUMBER("roughness", roughness, 0, 1),
};
#undef AT

#define AT(field) offsetof(loam_caverns_def, field)
static const loam_plain_field caverns_fields[] = {
    SHARE,
    NUMBER("spacing", spacing_m, 40, 1000),
    NUMBER("height", height_m, 8, 500),
    NUMBER("room", room_m, 16, 500),
    NUMBER("openness", openness, 0, 1),
    NUMBER("least_depth", least_m, 0, 2000),
    NUMBER("most_depth", most_m, 0, 2000),
    FLAG("square", square),
    FLAG("pools", pools),
};
#undef AT

#define AT(field) offsetof(loam_pillars_def, field)
static const loam_plain_field pillars_fields[] = {
    SHARE,
    NUMBER("spacing", spacing_m, 16, 1000),
    NUMBER("cut", cut, 0, 0.95),
    NUMBER("height", height_m, 4, 300),
    NUMBER("erosion", erosion, 0, 1),
};
#undef AT

#define AT(field) offsetof(loam_overhangs_def, field)
static const loam_plain_field overhangs_fields[] = {
    SHARE,
    NUMBER("wavelength", wavelength_m, 12, 500),
    NUMBER("reach", reach_m, 4, 200),
    NUMBER("amplitude", amplitude, 0, 4),
};
#undef AT

#define AT(field) offsetof(loam_arches_def, field)
static const loam_plain_field arches_fields[] = {
    SHARE,
    NUMBER("spacing", spacing_m, 64, 4000),
    NUMBER("chance", chance, 0, 1),
    NUMBER("radius", radius_m, 6, 100),
    NUMBER("thickness", thickness_m, 2, 40),
};
#undef AT

#define AT(field) offsetof(loam_ravines_def, field)
static const loam_plain_field ravines_fields[] = {
    SHARE,
    NUMBER("wavelength", wavelength_m, 64, 8000),
    NUMBER("depth", depth_m, 4, 200),
    NUMBER("width", width_m, 2, 100),
};
#undef AT

#define AT(field) offsetof(loam_sinkholes_def, field)
static const loam_plain_field sinkholes_fields[] = {
    SHARE,
    NUMBER("spacing", spacing_m, 64, 4000),
    NUMBER("chance", chance, 0, 1),
    NUMBER("radius", radius_m, 3, 100),
    NUMBER("layer", layer_m, 40, 1000),
    NUMBER("least_depth", least_m, 0, 2000),
};
#undef AT

#define AT(field) offsetof(loam_cliffs_def, field)
static const loam_plain_field cliffs_fields[] = {
    SHARE,
    NUMBER("bed", bed_m, 8, 100),
    NUMBER("reach", reach_m, 4, 200),
    NUMBER("amplitude", amplitude, 0, 4),
};
#undef AT

#define AT(field) offsetof(loam_inside, field)
static const loam_plain_field shared_fields[] = {
    NUMBER("falloff", falloff_m, 1, 256),
    FLAG("keep_floating", keep_floating),
};
#undef AT

#define PART(part) \
    { \
#part, offsetof(loam_inside, part), part##_fields, \
            (int32_t)(sizeof part##_fields / sizeof part##_fields[0]) \
    }

static const loam_inside_part parts[LOAM_INSIDE_PARTS] = {
    [PRESET_TUNNELS] = PART(tunnels),
    [PRESET_CAVERNS] = PART(caverns),
    [PRESET_PILLARS] = PART(pillars),
    [PRESET_OVERHANGS] = PART(overhangs),
    [PRESET_ARCHES] = PART(arches),
    [PRESET_RAVINES] = PART(ravines),
    [PRESET_SINKHOLES] = PART(sinkholes),
    [PRESET_CLIFFS] = PART(cliffs),
    [PRESET_SHARED] = {"", 0, shared_fields, sizeof shared_fields / sizeof shared_fields[0]},
};

// ---- defaults -----------------------------------------------------------------------------------

static const loam_inside usual = {
    .falloff_m = 12.0f,
    .tunnels = {.share = {1.0f, false},
                .wavelength_m = 150.0f,
                .depth_m = 24.0f,
                .range_m = 34.0f,
                .radius_m = 6.0f,
                .roughness = 0.4f},
    .caverns = {.share = {1.0f, false},
                .spacing_m = 96.0f,
                .height_m = 40.0f,
                .room_m = 64.0f,
                .openness = 0.5f,
                .least_m = 48.0f,
                .most_m = 320.0f,
                .square = true,
                .pools = true},
    .pillars = {.share = {1.0f, false},
                .spacing_m = 56.0f,
                .cut = 0.5f,
                .height_m = 42.0f,
                .erosion = 0.5f},
    .overhangs = {.share = {1.0f, false},
                  .wavelength_m = 44.0f,
                  .reach_m = 26.0f,
                  .amplitude = 1.5f},
    .arches = {.share = {1.0f, false},
               .spacing_m = 220.0f,
               .chance = 0.6f,
               .radius_m = 24.0f,
               .thickness_m = 13.0f},
    .ravines = {.share = {1.0f, false}, .wavelength_m = 700.0f, .depth_m = 36.0f, .width_m = 13.0f},
    .sinkholes = {.share = {1.0f, false},
                  .spacing_m = 420.0f,
                  .chance = 0.45f,
                  .radius_m = 15.0f,
                  .layer_m = 96.0f,
                  .least_m = 48.0f},
    .cliffs = {.share = {1.0f, false}, .bed_m = 14.0f, .reach_m = 18.0f, .amplitude = 1.3f},
};

#define DEFAULT(part) \
    loam_##part##_def loam_default_##part##_def(void) \
    { \
        return usual.part; \
    }
DEFAULT(tunnels)
DEFAULT(caverns)
DEFAULT(pillars)
DEFAULT(overhangs)
DEFAULT(arches)
DEFAULT(ravines)
DEFAULT(sinkholes)
DEFAULT(cliffs)

loam_density_function loam_default_density(int32_t index)
{
    loam_density_function all[LOAM_DENSITY_COUNT];
    loam_inside_functions(&usual, all);
    return index >= 0 && index < LOAM_DENSITY_COUNT ? all[index]
                                                    : (loam_density_function){.name = "?"};
}

loam_inside loam_default_inside(void)
{
    return usual;
}

loam_volume_def loam_default_volume_def(void)
{
    return (loam_volume_def){.env = loam_default_env(), .seed = 1, .falloff_m = usual.falloff_m};
}

// ---- checks -------------------------------------------------------------------------------------

/// Layers of halls lie apart.
static loam_result check_layers(const loam_caverns_def *def)
{
    const float max = 0.5f * def->spacing_m;
    if (def->height_m > max)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "caverns.height is %g; must be 8 to %g",
                         (double)def->height_m, (double)max);
    }
    return def->least_m <= def->most_m
               ? LOAM_OK
               : loam_fail(LOAM_BAD_ARGUMENT, "caverns.least_depth is %g; must be 0 to %g",
                           (double)def->least_m, (double)def->most_m);
}

loam_result loam_preset_check_part(int32_t index, const void *part)
{
    const loam_inside_part *const of = &parts[index];
    char whose[16];
    snprintf(whose, sizeof whose, "%s%s", of->name, of->name[0] != '\0' ? "." : "");
    const loam_result result = loam_plain_check_all(of->fields, of->field_count, part, whose);
    return result == LOAM_OK && index == PRESET_CAVERNS ? check_layers(part) : result;
}

loam_result loam_inside_check(const loam_inside *inside)
{
    loam_result result = LOAM_OK;
    for (int32_t i = 0; i < LOAM_INSIDE_PARTS && result == LOAM_OK; i++)
    {
        result = loam_preset_check_part(i, (const char *)inside + parts[i].offset);
    }
    return result;
}

// ---- the inside ---------------------------------------------------------------------------------

void loam_inside_functions(const loam_inside *inside, loam_density_function out[LOAM_DENSITY_COUNT])
{
    out[PRESET_TUNNELS] = loam_tunnels(&inside->tunnels);
    out[PRESET_CAVERNS] = loam_caverns(&inside->caverns);
    out[PRESET_PILLARS] = loam_pillars(&inside->pillars);
    out[PRESET_OVERHANGS] = loam_overhangs(&inside->overhangs);
    out[PRESET_ARCHES] = loam_arches(&inside->arches);
    out[PRESET_RAVINES] = loam_ravines(&inside->ravines);
    out[PRESET_SINKHOLES] = loam_sinkholes(&inside->sinkholes);
    out[PRESET_CLIFFS] = loam_cliffs(&inside->cliffs);
}

const loam_inside_part *loam_inside_parts(void)
{
    return parts;
}

double loam_inside_number(const loam_inside *inside, int32_t part, int32_t field)
{
    const loam_plain_field *const f = &parts[part].fields[field];
    const void *const at = (const char *)inside + parts[part].offset + f->offset;
    return f->kind == LOAM_PLAIN_FLAG ? (double)*(const bool *)at : (double)*(const float *)at;
}

bool loam_inside_next_difference(const loam_inside *a, const loam_inside *b, int32_t *part,
                                 int32_t *field)
{
    do
    {
        *field += 1;
        if (*field == parts[*part].field_count)
        {
            *part += 1;
            *field = 0;
        }
    } while (*part < LOAM_INSIDE_PARTS &&
             loam_inside_number(a, *part, *field) == loam_inside_number(b, *part, *field));
    return *part < LOAM_INSIDE_PARTS;
}

uint64_t loam_inside_hash(const loam_inside *inside)
{
    uint64_t hash = 0;
    for (int32_t i = 0; i < LOAM_INSIDE_PARTS; i++)
    {
        for (int32_t f = 0; f < parts[i].field_count; f++)
        {
            const float number = (float)loam_inside_number(inside, i, f) + 0.0f; // -0 is 0
            hash = loam_hash_f32(&number, 1, hash);
        }
    }
    return hash;
}
