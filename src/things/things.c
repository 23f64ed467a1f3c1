// SPDX-License-Identifier: MIT
#include "things/things.h"

#include "base/small.h"
#include "loam/random.h"

#include <string.h>

// The living thing: a pipeline beside the land's, with the stages of a scatter and one that asks the land. So things
// may come to a land at any time, and a land without them has nothing of theirs.

struct loam_land_things
{
    loam_env env;
    loam_pipeline *pipeline;
    loam_scatter_def scatter; // the pipeline's stages point to it
    thing_user user;
    int32_t stage;
};

static const char *const kind_names[LOAM_THING_KIND_COUNT] = {
    "oak", "birch", "spruce", "pine", "willow", "acacia", "palm", "bush", "boulder",
};

const char *loam_thing_kind_name(loam_thing_kind kind)
{
    return (uint32_t)kind < LOAM_THING_KIND_COUNT ? kind_names[kind] : "?";
}

bool loam_thing_is_tree(loam_thing_kind kind)
{
    return (uint32_t)kind < LOAM_THING_BUSH;
}

float loam_land_things_max_rank(int32_t level)
{
    static const float shares[LOAM_THINGS_LEVELS] = {1.0f, 0.6f, 0.25f, 0.125f};
    return level >= 0 && level < LOAM_THINGS_LEVELS ? shares[level] : 0.0f;
}

loam_land_things_def loam_default_land_things_def(void)
{
    return (loam_land_things_def){.env = loam_default_env(),
                                  .cache_bytes = (size_t)32 << 20,
                                  .trees = 1,
                                  .bushes = 1,
                                  .boulders = 1};
}

// ---- making ---------------------------------------------------------------------------------------

static loam_result check_factor(const char *name, float value)
{
    return value >= 0 && value <= 4
               ? LOAM_OK
               : loam_fail(LOAM_BAD_ARGUMENT, "the factor of %s is %g; must be 0 to 4", name,
                           (double)value);
}

static loam_result check_def(const loam_land_things_def *def)
{
    loam_result result = def->land != NULL
                             ? LOAM_OK
                             : loam_fail(LOAM_BAD_ARGUMENT, "things without a land; set def.land");
    result = result ? result : check_factor("trees", def->trees);
    result = result ? result : check_factor("bushes", def->bushes);
    result = result ? result : check_factor("boulders", def->boulders);
    return result || def->plan == NULL ? result : loam_thing_plan_check(def->plan);
}

/// How far candidates of later layers stay away: so far at least that no two things meet.
static float clearance_of(const loam_thing_plan *plan, int32_t layer)
{
    float least = plan->layers[layer].clearance;
    for (int32_t i = layer + 1; i < plan->layer_count; i++)
    {
        const float both = plan->layers[layer].radius + plan->layers[i].radius;
        least = both > least ? both : least;
    }
    return least;
}

/// The layers of a plan as those of a scatter.
static loam_scatter_def candidates(const loam_thing_plan *plan)
{
    loam_scatter_def def = loam_default_scatter_def();
    memcpy(def.name, THINGS_SCATTER, sizeof THINGS_SCATTER);
    def.page_size = LOAM_THINGS_PAGE;
    def.layer_count = plan->layer_count;
    for (int32_t i = 0; i < plan->layer_count; i++)
    {
        const loam_thing_layer *const layer = &plan->layers[i];
        def.layers[i] = loam_default_scatter_layer(layer->name);
        def.layers[i].method = LOAM_SCATTER_HEX;
        def.layers[i].spacing = layer->spacing;
        def.layers[i].jitter = layer->jitter;
        def.layers[i].clearance = clearance_of(plan, i);
        def.layers[i].density = layer->density;
        def.layers[i].cluster = layer->cluster;
        def.layers[i].cluster_size = layer->cluster_size;
    }
    return def;
}

static loam_result make_noise(const loam_land_things_def *def, loam_noise *out)
{
    loam_noise_def noise = loam_default_noise_def();
    noise.wavelength = 420;
    noise.octaves = 4;
    noise.persistence = 0.55;
    noise.isa = def->env.isa;
    return loam_noise_init(out, &noise, loam_seed_derive(loam_land_seed(def->land), "things.wood"));
}

static thing_parameters parameters_of(const loam_land_things_def *def, const thing_rules *rules)
{
    const loam_pipeline *const land = loam_land_pipeline(def->land);
    thing_parameters parameters;
    memset(&parameters, 0, sizeof parameters);
    parameters.land = loam_pipeline_stage_identity(
        land, loam_pipeline_stage_index(land, "land.surface"), 0);
    parameters.plan = loam_thing_plan_hash(&rules->plan);
    parameters.factors = rules->factors;
    return parameters;
}

static loam_result build(loam_land_things *things, const loam_land_things_def *def)
{
    loam_pipeline_def pipeline = loam_default_pipeline_def();
    pipeline.env = def->env;
    pipeline.seed = loam_land_seed(def->land);
    pipeline.cache_bytes = def->cache_bytes;
    loam_result result = loam_pipeline_create(&pipeline, &things->pipeline);
    things->user.land = def->land;
    things->user.rules = (thing_rules){def->plan != NULL ? *def->plan : loam_default_thing_plan(),
                                       {def->trees, def->bushes, def->boulders}};
    things->scatter = candidates(&things->user.rules.plan);
    result = result ? result : make_noise(def, &things->user.wood);
    result = result ? result : loam_scatter_add_stages(things->pipeline, &things->scatter);
    const thing_parameters parameters = parameters_of(def, &things->user.rules);
    result = result ? result
                    : loam_things_add_stage(things->pipeline, &parameters, &things->scatter,
                                            &things->user);
    things->stage = result ? -1 : loam_pipeline_stage_index(things->pipeline, "land.things");
    return result;
}

loam_result loam_land_things_create(const loam_land_things_def *def, loam_land_things **out)
{
    LOAM_ASSERT(NULL, def != NULL);
    LOAM_ASSERT(&def->env, out != NULL);
    *out = NULL;
    const loam_result bad = check_def(def);
    if (bad)
    {
        return bad;
    }
    loam_land_things *const things = loam_alloc(&def->env, sizeof *things);
    if (things == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    memset(things, 0, sizeof *things);
    things->env = def->env;
    const loam_result result = build(things, def);
    if (result)
    {
        loam_land_things_destroy(things);
        return result;
    }
    *out = things;
    return LOAM_OK;
}

void loam_land_things_destroy(loam_land_things *things)
{
    if (things != NULL)
    {
        const loam_env env = things->env;
        loam_pipeline_destroy(things->pipeline);
        loam_free(&env, things, sizeof *things);
    }
}

loam_pipeline *loam_land_things_pipeline(loam_land_things *things)
{
    return things->pipeline;
}

int32_t loam_land_things_stage(const loam_land_things *things)
{
    return things->stage;
}

const loam_thing_plan *loam_land_things_plan(const loam_land_things *things)
{
    return &things->user.rules.plan;
}

// ---- asking ---------------------------------------------------------------------------------------

static loam_result check_area(const loam_land_things_area *area, int32_t level)
{
    if (level < 0 || level >= LOAM_THINGS_LEVELS)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "level of things is %d; must be 0 to %d", (int)level,
                         LOAM_THINGS_LEVELS - 1);
    }
    if (area->w < 1 || area->h < 1 || area->w > LOAM_MAX_THINGS_EXTENT ||
        area->h > LOAM_MAX_THINGS_EXTENT)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "an area of %lld x %lld m; must be 1 to %lld",
                         (long long)area->w, (long long)area->h, (long long)LOAM_MAX_THINGS_EXTENT);
    }
    const int64_t end = LOAM_THINGS_END;
    if (area->x < -end || area->z < -end || area->x > end - area->w || area->z > end - area->h)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "an area at (%lld, %lld); must lie within %lld m of 0",
                         (long long)area->x, (long long)area->z, (long long)end);
    }
    return LOAM_OK;
}

static bool is_within(const loam_land_things_area *area, const loam_land_thing *thing)
{
    const int64_t x = thing->x - area->x * LOAM_SCATTER_ONE,
                  z = thing->z - area->z * LOAM_SCATTER_ONE;
    return x >= 0 && z >= 0 && x < area->w * LOAM_SCATTER_ONE && z < area->h * LOAM_SCATTER_ONE;
}

/// Whom things of an area go to.
typedef struct visitor
{
    loam_land_things_area area;
    loam_land_thing_visit *visit;
    void *user;
} visitor;

static loam_result visit_page(loam_land_things *things, const visitor *to, loam_page_id id)
{
    const loam_page *page;
    loam_result result = loam_pipeline_get(things->pipeline, id, &page);
    if (result)
    {
        return result;
    }
    const loam_land_thing *const list = page->data;
    const size_t count = page->size / sizeof *list;
    for (size_t i = 0; i < count && !result; i++)
    {
        result = is_within(&to->area, &list[i]) ? to->visit(to->user, &list[i]) : LOAM_OK;
    }
    loam_pipeline_release(things->pipeline, page);
    return result;
}

static int64_t page_of(int64_t at, int64_t side)
{
    return at >= 0 ? at / side : -((side - 1 - at) / side);
}

loam_result loam_land_things_find(loam_land_things *things, loam_land_things_area area,
                                  int32_t level, loam_land_thing_visit *visit, void *user)
{
    loam_result result = check_area(&area, level);
    if (result)
    {
        return result;
    }
    const visitor to = {area, visit, user};
    const int64_t side = (int64_t)LOAM_THINGS_PAGE << level;
    const int64_t last_x = page_of(area.x + area.w - 1, side);
    const int64_t last_z = page_of(area.z + area.h - 1, side);
    for (int64_t z = page_of(area.z, side); z <= last_z && !result; z++)
    {
        for (int64_t x = page_of(area.x, side); x <= last_x && !result; x++)
        {
            result = visit_page(
                things, &to,
                (loam_page_id){.stage = things->stage, .level = level, .x = x, .z = z});
        }
    }
    return result;
}

loam_result loam_land_things_tree_cover(const loam_land_things *things, loam_land_area area,
                                        const uint8_t *biomes, float *out)
{
    const loam_noise_area samples = {
        .x = area.x, .y = area.z, .step = area.step, .w = area.w, .h = area.h, .d = 1};
    const loam_result result = loam_thing_wood(&things->user.wood, samples, out);
    for (int64_t i = 0; i < (int64_t)area.w * area.h && !result; i++)
    {
        const thing_rules *const rules = &things->user.rules;
        out[i] = loam_clamp01(rules->factors.trees *
                              loam_thing_wooded(&rules->plan, biomes[i], out[i]));
    }
    return result;
}

uint64_t loam_land_thing_hash(const loam_land_thing *thing, uint64_t seed)
{
    const uint64_t whole[4] = {(uint64_t)thing->x, (uint64_t)thing->z, thing->id,
                               (uint64_t)(uint32_t)thing->kind};
    const float values[5] = {thing->y, thing->size, thing->radius, thing->turn, thing->rank};
    return loam_hash_f32(values, 5, loam_hash_u64(whole, 4, seed));
}
