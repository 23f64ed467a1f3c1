// SPDX-License-Identifier: MIT
#include "volume/preset.h"
#include "volume/volume.h"

#include <string.h>

// Functions that dig: tunnels, caverns, ravines, sinkholes (Blomqvist et al. 2016, A.2 and A.3; the last two are
// ours). Each gives from 0 down to -dig, which is enough to open rock, whose density is 1.

static const float dig = 3.0f;

// ---- tunnels ------------------------------------------------------------------------------------

typedef struct tunnels_state
{
    loam_noise layout, heights, widths, walls;
} tunnels_state;

static loam_result tunnels_prepare(const void *parameters, uint64_t seed, loam_isa isa, void *state)
{
    const loam_tunnels_def *const def = parameters;
    tunnels_state *const to = state;
    loam_result result = loam_preset_check_part(PRESET_TUNNELS, def);
    const float wave = def->wavelength_m;
    result = result == LOAM_OK ? loam_preset_noise(&to->layout, seed, "layout", wave, 2, isa)
                               : result;
    result = result == LOAM_OK
                 ? loam_preset_noise(&to->heights, seed, "heights", 2.0f * wave, 2, isa)
                 : result;
    result = result == LOAM_OK ? loam_preset_noise(&to->widths, seed, "widths", 0.5f * wave, 1, isa)
                               : result;
    return result == LOAM_OK
               ? loam_preset_noise(&to->walls, seed, "walls", 2.5f * def->radius_m, 1, isa)
               : result;
}

static float tunnels_nature(const loam_volume_columns *columns, size_t i)
{
    (void)columns;
    (void)i;
    return 1.0f;
}

static void tunnels_weight(const loam_density_self *self, const loam_volume_columns *columns,
                           float *out)
{
    const loam_tunnels_def *const def = self->parameters;
    loam_preset_weigh(def->share, tunnels_nature, columns, out);
}

static bool tunnels_reach(const loam_density_self *self, const loam_volume_ranges *ranges,
                          float *low, float *high)
{
    const loam_tunnels_def *const def = self->parameters;
    const float max = def->range_m + 4.5f * def->radius_m;
    *low = ranges->base_low - def->depth_m - max;
    *high = ranges->base_high - def->depth_m + max;
    return true;
}

/// Numbers of columns.
enum
{
    TUNNEL_LINE,   // m to the middle, seen from above
    TUNNEL_MIDDLE, // its height
    TUNNEL_RADIUS,
    TUNNEL_NUMBERS,
};

static void tunnels_look(const loam_density_self *self, const loam_volume_lattice *lattice,
                         float *out)
{
    const loam_tunnels_def *const def = self->parameters;
    const tunnels_state *const state = self->state;
    const size_t count = preset_columns(lattice);
    float *const middle = out + TUNNEL_MIDDLE * count, *const radius = out + TUNNEL_RADIUS * count;
    loam_preset_lines(&state->layout, lattice, out + TUNNEL_LINE * count);
    preset_plane(&state->heights, lattice, middle);
    preset_plane(&state->widths, lattice, radius);
    for (size_t i = 0; i < count; i++)
    {
        middle[i] = lattice->columns->base[i] - def->depth_m + def->range_m * middle[i];
        radius[i] = 1.5f * def->radius_m * (1.0f + 0.5f * radius[i]);
    }
}

/// What a tunnel is like at the columns of a row.
typedef struct tunnels_row
{
    const float *line, *middle, *radius;
} tunnels_row;

/// A row of places; out has the roughness of walls.
static void tunnels_dig(const loam_tunnels_def *def, const tunnels_row *row, float y, int32_t w,
                        float *out)
{
    for (int32_t i = 0; i < w; i++)
    {
        // A little higher than wide, so that one can walk.
        const float up = (y - row->middle[i]) * 0.85f, side = row->line[i];
        const float far = sqrtf(side * side + up * up) / row->radius[i];
        out[i] = far > 1.6f ? 0.0f
                            : -dig * loam_clamp01(1.0f - far + 0.5f * def->roughness * out[i]);
    }
}

/// Whether any place of a row is near enough.
static bool tunnels_meet(const tunnels_row *row, const loam_volume_lattice *lattice)
{
    const float low = preset_height(lattice, 0), high = preset_height(lattice, lattice->h - 1);
    for (int32_t i = 0; i < lattice->w; i++)
    {
        const float reach = 2.0f * row->radius[i];
        if (row->line[i] < reach && row->middle[i] > low - reach && row->middle[i] < high + reach)
        {
            return true;
        }
    }
    return false;
}

static void tunnels_density(const loam_density_self *self, const loam_volume_lattice *lattice,
                            float *out)
{
    const loam_tunnels_def *const def = self->parameters;
    const tunnels_state *const state = self->state;
    const size_t slice = (size_t)lattice->w * (size_t)lattice->h;
    for (int32_t k = 0; k < lattice->d; k++)
    {
        float *const to = out + (size_t)k * slice;
        const tunnels_row row = {preset_numbers(lattice, TUNNEL_LINE, k),
                                 preset_numbers(lattice, TUNNEL_MIDDLE, k),
                                 preset_numbers(lattice, TUNNEL_RADIUS, k)};
        if (!tunnels_meet(&row, lattice))
        {
            memset(to, 0, slice * sizeof(float));
            continue;
        }
        loam_volume_lattice one = *lattice;
        one.z += k * lattice->step;
        one.d = 1;
        preset_grid(&state->walls, &one, to);
        for (int32_t j = 0; j < lattice->h; j++)
        {
            tunnels_dig(def, &row, preset_height(lattice, j), lattice->w,
                        to + (size_t)j * (size_t)lattice->w);
        }
    }
}

loam_density_function loam_tunnels(const loam_tunnels_def *def)
{
    return (loam_density_function){.name = "tunnels",
                                   .weight = tunnels_weight,
                                   .look = tunnels_look,
                                   .column_numbers = TUNNEL_NUMBERS,
                                   .density = tunnels_density,
                                   .reach = tunnels_reach,
                                   .low = -dig,
                                   .prepare = tunnels_prepare,
                                   .state_size = sizeof(tunnels_state),
                                   .parameters = def,
                                   .parameters_size = sizeof *def};
}

// ---- caverns ------------------------------------------------------------------------------------

typedef struct caverns_state
{
    loam_noise rooms, halls;
} caverns_state;

static loam_result caverns_prepare(const void *parameters, uint64_t seed, loam_isa isa, void *state)
{
    const loam_caverns_def *const def = parameters;
    caverns_state *const to = state;
    loam_result result = loam_preset_check_part(PRESET_CAVERNS, def);
    result = result == LOAM_OK ? loam_preset_noise(&to->rooms, seed, "rooms", def->room_m, 2, isa)
                               : result;
    return result == LOAM_OK
               ? loam_preset_noise(&to->halls, seed, "halls", 5.0f * def->room_m, 2, isa)
               : result;
}

/// Karst: wet lands have more of them.
static float caverns_nature(const loam_volume_columns *columns, size_t i)
{
    return 0.7f + 0.5f * columns->humidity[i];
}

static void caverns_weight(const loam_density_self *self, const loam_volume_columns *columns,
                           float *out)
{
    const loam_caverns_def *const def = self->parameters;
    loam_preset_weigh(def->share, caverns_nature, columns, out);
}

static bool caverns_reach(const loam_density_self *self, const loam_volume_ranges *ranges,
                          float *low, float *high)
{
    const loam_caverns_def *const def = self->parameters;
    *low = ranges->base_low - def->most_m - def->height_m;
    *high = ranges->base_high - def->least_m + def->height_m;
    return true;
}

float loam_volume_cavern_layer(const loam_caverns_def *def, float y, float *middle)
{
    *middle = (float)loam_floor_int(y / def->spacing_m + 0.5f) * def->spacing_m;
    return (y - *middle) / (0.5f * def->height_m);
}

/// A row of places at one height; out has the noise of rooms.
static void caverns_dig(const loam_caverns_def *def, const loam_volume_columns *columns,
                        size_t first, const float *halls, float y, int32_t w, float *out)
{
    float middle;
    const float t = loam_volume_cavern_layer(def, y, &middle);
    const float across = t < 0.0f ? -t : t, closed = def->square ? across * across : across;
    const float top = middle + 0.5f * def->height_m;
    for (int32_t i = 0; i < w; i++)
    {
        const float depth = columns->base[first + (size_t)i] - middle;
        const float ends = loam_clamp01((depth - def->least_m) * 0.08f) *
                           loam_clamp01((def->most_m - depth) * 0.04f) *
                           loam_clamp01((columns->height[first + (size_t)i] - top - 6.0f) * 0.08f);
        const float open = 0.9f * halls[i] + 1.4f * (def->openness - 0.5f) + 0.7f * out[i] -
                           0.9f * closed;
        out[i] = -dig * ends * loam_clamp01((1.9f - across) * 4.0f) * loam_clamp01(1.6f * open);
    }
}

static void caverns_look(const loam_density_self *self, const loam_volume_lattice *lattice,
                         float *out)
{
    const caverns_state *const state = self->state;
    preset_plane(&state->halls, lattice, out);
}

/// Heights between which anything of a slice can be open: near the middle of a layer, where halls are wide enough, and
/// under enough rock.
static preset_span caverns_span(const loam_caverns_def *def, const loam_volume_lattice *lattice,
                                int32_t k)
{
    const float *const halls = preset_numbers(lattice, 0, k);
    const size_t first = (size_t)k * (size_t)lattice->w;
    float hall = halls[0], base = lattice->columns->base[first],
          height = lattice->columns->height[first];
    for (int32_t i = 1; i < lattice->w; i++)
    {
        hall = fmaxf(hall, halls[i]);
        base = fmaxf(base, lattice->columns->base[first + (size_t)i]);
        height = fmaxf(height, lattice->columns->height[first + (size_t)i]);
    }
    preset_span span = {lattice->h, -1};
    for (int32_t j = 0; j < lattice->h; j++)
    {
        float middle;
        const float t = loam_volume_cavern_layer(def, preset_height(lattice, j), &middle);
        const float across = t < 0.0f ? -t : t, closed = def->square ? across * across : across;
        // A little more than the noise gives, for what rounding may do.
        const float open = 0.9f * hall + 1.4f * (def->openness - 0.5f) + 0.75f - 0.9f * closed;
        const bool any = across < 1.9f && open > -0.01f && base - middle > def->least_m - 0.01f &&
                         height > middle + 0.5f * def->height_m + 5.99f;
        if (any)
        {
            span.first = span.first < j ? span.first : j;
            span.last = j;
        }
    }
    return span;
}

static void caverns_density(const loam_density_self *self, const loam_volume_lattice *lattice,
                            float *out)
{
    const loam_caverns_def *const def = self->parameters;
    const caverns_state *const state = self->state;
    for (int32_t k = 0; k < lattice->d; k++)
    {
        const float *const halls = preset_numbers(lattice, 0, k);
        const preset_span open = caverns_span(def, lattice, k);
        loam_preset_slice(&state->rooms, lattice, k, open, out);
        for (int32_t j = open.first; j <= open.last; j++)
        {
            caverns_dig(def, lattice->columns, (size_t)k * (size_t)lattice->w, halls,
                        preset_height(lattice, j), lattice->w,
                        out + preset_index(lattice, 0, j, k));
        }
    }
}

loam_density_function loam_caverns(const loam_caverns_def *def)
{
    return (loam_density_function){.name = "caverns",
                                   .weight = caverns_weight,
                                   .look = caverns_look,
                                   .column_numbers = 1,
                                   .density = caverns_density,
                                   .reach = caverns_reach,
                                   .low = -dig,
                                   .prepare = caverns_prepare,
                                   .state_size = sizeof(caverns_state),
                                   .parameters = def,
                                   .parameters_size = sizeof *def};
}

// ---- ravines ------------------------------------------------------------------------------------

typedef struct ravines_state
{
    loam_noise layout, lengths;
} ravines_state;

static loam_result ravines_prepare(const void *parameters, uint64_t seed, loam_isa isa, void *state)
{
    const loam_ravines_def *const def = parameters;
    ravines_state *const to = state;
    loam_result result = loam_preset_check_part(PRESET_RAVINES, def);
    result = result == LOAM_OK
                 ? loam_preset_noise(&to->layout, seed, "layout", def->wavelength_m, 4, isa)
                 : result;
    return result == LOAM_OK
               ? loam_preset_noise(&to->lengths, seed, "lengths", def->wavelength_m, 1, isa)
               : result;
}

static float ravines_nature(const loam_volume_columns *columns, size_t i)
{
    return 1.5f - 1.5f * columns->soil[i] + columns->ruggedness[i] * 0.5f;
}

static void ravines_weight(const loam_density_self *self, const loam_volume_columns *columns,
                           float *out)
{
    const loam_ravines_def *const def = self->parameters;
    loam_preset_weigh(def->share, ravines_nature, columns, out);
}

static bool ravines_reach(const loam_density_self *self, const loam_volume_ranges *ranges,
                          float *low, float *high)
{
    const loam_ravines_def *const def = self->parameters;
    *low = ranges->height_low - def->depth_m - 8.0f;
    *high = ranges->height_high + 20.0f;
    return true;
}

/// A V with a round bottom: how deep it is follows from how far its middle is away.
static float ravine_at(const loam_ravines_def *def, float line, float length, float below)
{
    const float deep = def->depth_m * loam_clamp01(2.5f * length);
    const float half = 0.5f * def->width_m *
                       (0.45f + 0.55f * loam_clamp01(1.0f - below / (deep + 1.0f)));
    const float inside = (half - line) / 14.0f + 0.6f;
    const float above = (deep - below) / 6.0f;
    // Squared, so that walls begin gently: the lattice would show in an edge.
    const float open = loam_clamp01(inside < above ? inside : above);
    return -dig * loam_clamp01(10.0f * length) * open * open;
}

static void ravines_look(const loam_density_self *self, const loam_volume_lattice *lattice,
                         float *out)
{
    const ravines_state *const state = self->state;
    loam_preset_lines(&state->layout, lattice, out);
    preset_plane(&state->lengths, lattice, out + preset_columns(lattice));
}

static void ravines_density(const loam_density_self *self, const loam_volume_lattice *lattice,
                            float *out)
{
    const loam_ravines_def *const def = self->parameters;
    for (int32_t k = 0; k < lattice->d; k++)
    {
        const float *const height = lattice->columns->height + (size_t)k * (size_t)lattice->w;
        const float *const lines = preset_numbers(lattice, 0, k);
        const float *const lengths = preset_numbers(lattice, 1, k);
        for (int32_t j = 0; j < lattice->h; j++)
        {
            const float y = preset_height(lattice, j);
            float *const to = out + preset_index(lattice, 0, j, k);
            for (int32_t i = 0; i < lattice->w; i++)
            {
                // Above the ground it fades, for there is nothing to dig.
                const float over = loam_clamp01(1.0f - (y - height[i] - 8.0f) / 12.0f);
                to[i] = over * ravine_at(def, lines[i], lengths[i], height[i] - y);
            }
        }
    }
}

loam_density_function loam_ravines(const loam_ravines_def *def)
{
    return (loam_density_function){.name = "ravines",
                                   .weight = ravines_weight,
                                   .look = ravines_look,
                                   .column_numbers = 2,
                                   .density = ravines_density,
                                   .reach = ravines_reach,
                                   .low = -dig,
                                   .prepare = ravines_prepare,
                                   .state_size = sizeof(ravines_state),
                                   .parameters = def,
                                   .parameters_size = sizeof *def};
}

// ---- sinkholes ----------------------------------------------------------------------------------

static loam_result sinkholes_prepare(const void *parameters, uint64_t seed, loam_isa isa,
                                     void *state)
{
    const loam_sinkholes_def *const def = parameters;
    loam_result result = loam_preset_check_part(PRESET_SINKHOLES, def);
    return result == LOAM_OK ? loam_preset_noise(state, seed, "walls", 1.4f * def->radius_m, 2, isa)
                             : result;
}

static float sinkholes_nature(const loam_volume_columns *columns, size_t i)
{
    return 0.5f + columns->humidity[i];
}

static void sinkholes_weight(const loam_density_self *self, const loam_volume_columns *columns,
                             float *out)
{
    const loam_sinkholes_def *const def = self->parameters;
    loam_preset_weigh(def->share, sinkholes_nature, columns, out);
}

/// How wide the hall below is, in radii of the shaft, and how high.
static const float hall_wide = 2.6f, hall_high = 1.1f;

static bool sinkholes_reach(const loam_density_self *self, const loam_volume_ranges *ranges,
                            float *low, float *high)
{
    const loam_sinkholes_def *const def = self->parameters;
    *low = ranges->height_low - def->least_m - 2.0f * def->layer_m - 2.0f * def->radius_m;
    *high = ranges->height_high + 20.0f;
    return true;
}

/// A shaft down to a layer of caverns, and a hall where it ends.
static float shaft_at(float radius, float away, float layer, float y)
{
    const float shaft = y > layer ? (radius - away) / 9.0f + 0.6f : 0.0f;
    const float side = away / (hall_wide * radius), up = (y - layer) / (hall_high * radius);
    const float hall = 2.0f * (1.0f - side * side - up * up);
    const float open = loam_clamp01(shaft > hall ? shaft : hall);
    return open * open;
}

/// It goes to the nearest layer that is deep enough. Where the ground changes that, to both for a little way.
static float sinkhole_at(const loam_sinkholes_def *def, float radius, float away, float height,
                         float y)
{
    const float layers = (height - def->least_m) / def->layer_m;
    const float under = (float)loam_floor_int(layers);
    const float share = loam_clamp01((layers - under) * 8.0f);
    const float near = shaft_at(radius, away, under * def->layer_m, y);
    const float far = share < 1.0f ? shaft_at(radius, away, (under - 1.0f) * def->layer_m, y)
                                   : 0.0f;
    const float over = loam_clamp01(1.0f - (y - height - 8.0f) / 12.0f);
    return -dig * over * (share * near + (1.0f - share) * far);
}

static void sinkhole_visit(const void *context, const preset_feature *feature,
                           const loam_volume_lattice *lattice, float *out)
{
    const loam_density_self *const self = context;
    const loam_sinkholes_def *const def = self->parameters;
    const float radius = def->radius_m * (0.5f + 0.5f * loam_random_float(feature->seed, 3));
    const float reach = 1.4f * hall_wide * radius, step = 0.5f * (float)lattice->step;
    const preset_span across = loam_preset_span(feature->x, reach, step, lattice->w),
                      along = loam_preset_span(feature->z, reach, step, lattice->d);
    for (int32_t k = along.first; k <= along.last; k++)
    {
        const float *const walls = preset_numbers(lattice, 0, k);
        for (int32_t i = across.first; i <= across.last; i++)
        {
            const float dx = (float)i * step - feature->x, dz = (float)k * step - feature->z;
            const float away = sqrtf(dx * dx + dz * dz) * (1.0f + 0.3f * walls[i]);
            const float height =
                lattice->columns->height[(size_t)k * (size_t)lattice->w + (size_t)i];
            for (int32_t j = 0; j < lattice->h; j++)
            {
                float *const to = &out[preset_index(lattice, i, j, k)];
                const float value = sinkhole_at(def, radius, away, height,
                                                preset_height(lattice, j));
                *to = value < *to ? value : *to;
            }
        }
    }
}

static void sinkholes_look(const loam_density_self *self, const loam_volume_lattice *lattice,
                           float *out)
{
    preset_plane(self->state, lattice, out);
}

static void sinkholes_density(const loam_density_self *self, const loam_volume_lattice *lattice,
                              float *out)
{
    const loam_sinkholes_def *const def = self->parameters;
    const preset_cells cells = {.seed = self->seed,
                                .spacing_m = def->spacing_m,
                                .chance = def->chance,
                                .reach_m = 1.4f * hall_wide * def->radius_m,
                                .visit = sinkhole_visit,
                                .context = self};
    loam_preset_visit_cells(&cells, lattice, out);
}

loam_density_function loam_sinkholes(const loam_sinkholes_def *def)
{
    return (loam_density_function){.name = "sinkholes",
                                   .weight = sinkholes_weight,
                                   .look = sinkholes_look,
                                   .column_numbers = 1,
                                   .density = sinkholes_density,
                                   .reach = sinkholes_reach,
                                   .low = -dig,
                                   .prepare = sinkholes_prepare,
                                   .state_size = sizeof(loam_noise),
                                   .parameters = def,
                                   .parameters_size = sizeof *def};
}
