// SPDX-License-Identifier: MIT
// Plants in a living world: they sway in a storm, burn, leave with their chunks and come back, grow in spring
// and shed their leaves in autumn.
#include "selftest.h"

#include "loam/jobs.h"
#include "loam/random.h"

enum
{
    WOODS = 4150,     // x: a forest, with this seed
    TREELESS = -6300, // x: a desert, and the last acacias beside it
    SEED = 3,
    STEPS = 40,
    FALL_STEPS = 260, // until the first trunks lie
    VISITED = 8190,   // the woods' plants grow in the third step after this
    YEAR_STEPS = 8
};

static loam_result set_fire(loam_tile_world *world, int64_t x)
{
    const loam_tile_defs *const defs = loam_tile_world_defs(world);
    const loam_edit fire = {.shape = LOAM_EDIT_CIRCLE,
                            .layer = LOAM_BLOCKS,
                            .material = (uint8_t)loam_material_find(defs, "fire"),
                            .radius = 8,
                            .from = {x, 90}};
    return loam_tile_world_edit(world, &fire, NULL);
}

/// There and back, twelve tiles a step: chunks of the ring leave and return.
static loam_result walk(loam_tile_world *world, uint64_t hashes[2])
{
    loam_result result = LOAM_OK;
    loam_tile_world_set_weather(world, LOAM_WEATHER_STORM);
    for (int32_t step = 0; step < STEPS && result == LOAM_OK; step++)
    {
        const int64_t away = step < STEPS / 2 ? step : STEPS - step;
        const int64_t x = WOODS + 12 * away;
        result = loam_tile_world_step(world, (loam_tile_pos){x, 80});
        result = result == LOAM_OK && step % 10 == 0 ? set_fire(world, x) : result;
    }
    const loam_tile_plants plants = loam_tile_world_plants(world);
    const uint64_t counts[] = {plants.plants, plants.branches, plants.swaying, plants.lost};
    hashes[0] = loam_tile_world_hash(world);
    hashes[1] = loam_hash_u64(counts, 4, 0);
    return result;
}

/// Trees are felled in a storm: what stands around a place is cut at a height.
static loam_result fell(loam_tile_world *world, loam_tile_pos at, int64_t y, uint64_t hashes[2])
{
    const loam_edit cut = {.shape = LOAM_EDIT_BOX,
                           .layer = LOAM_WALLS,
                           .from = {at.x - 120, y},
                           .to = {at.x + 120, y + 2}};
    loam_tile_world_set_weather(world, LOAM_WEATHER_STORM);
    loam_result result = loam_tile_world_step(world, at);
    result = result == LOAM_OK ? loam_tile_world_edit(world, &cut, NULL) : result;
    for (int32_t step = 0; step < FALL_STEPS && result == LOAM_OK; step++)
    {
        result = loam_tile_world_step(world, at);
    }
    const loam_tile_plants plants = loam_tile_world_plants(world);
    const uint64_t counts[] = {plants.falls, plants.falling,    plants.fallen,
                               plants.taken, plants.splintered, plants.shed};
    hashes[0] = loam_tile_world_hash(world);
    hashes[1] = loam_hash_u64(counts, 6, 0);
    return result;
}

static loam_result fell_woods(loam_tile_world *world, uint64_t hashes[2])
{
    return fell(world, (loam_tile_pos){WOODS, 80}, 84, hashes);
}

static loam_result fell_acacias(loam_tile_world *world, uint64_t hashes[2])
{
    return fell(world, (loam_tile_pos){TREELESS, 130}, 136, hashes);
}

/// Plants grow, and some sprout; then it is autumn, and leaves fall.
static loam_result live(loam_tile_world *world, uint64_t hashes[2])
{
    loam_result result = LOAM_OK;
    for (int32_t step = 0; step < 2 * YEAR_STEPS && result == LOAM_OK; step++)
    {
        if (step % YEAR_STEPS == 0)
        {
            loam_tile_world_set_season(world, step == 0 ? LOAM_SPRING : LOAM_AUTUMN);
        }
        result = loam_tile_world_step(world, (loam_tile_pos){WOODS, 80});
        const uint64_t now = loam_tile_world_hash(world);
        hashes[0] = loam_hash_u64(&now, 1, hashes[0]);
    }
    const loam_tile_plants plants = loam_tile_world_plants(world);
    const uint64_t counts[] = {plants.plants, plants.branches};
    hashes[1] = loam_hash_u64(counts, 2, 0);
    return result;
}

/// Bolts that a storm draws, and one at will.
static loam_result strike(loam_tile_world *world, uint64_t hashes[2])
{
    loam_tile_world_set_weather(world, LOAM_WEATHER_STORM);
    loam_result result = loam_tile_world_strike(world, WOODS + 20);
    for (int32_t step = 0; step < STEPS && result == LOAM_OK; step++)
    {
        result = loam_tile_world_step(world, (loam_tile_pos){WOODS, 80});
    }
    loam_tile_strike bolts[LOAM_MAX_STRIKES];
    const int32_t count = loam_tile_world_strikes(world, bolts);
    hashes[0] = loam_tile_world_hash(world);
    hashes[1] = 0;
    for (int32_t i = 0; i < count; i++)
    {
        const uint64_t numbers[] = {(uint64_t)bolts[i].x, (uint64_t)bolts[i].y,
                                    (uint64_t)bolts[i].top, bolts[i].step, bolts[i].kindled};
        hashes[1] = loam_hash_u64(numbers, 5, hashes[1]);
    }
    return result;
}

/// What happens to a world, and what its two hashes are called.
typedef struct trial
{
    const char *names[2];
    loam_result (*run)(loam_tile_world *world, uint64_t hashes[2]);
    loam_tile_pos at;
    bool takes_long; // so that a quick selftest leaves it out
    uint64_t first_step;
    int32_t day_steps; // 0: as always. If years are short all plants grow when they are looked at
    int32_t lightning_chance; // 0: as built in
} trial;

static const trial trials[] = {
    {.names = {"tile plants in a storm", "tile plants, counted"},
     .run = walk,
     .at = {WOODS, 80},
     .takes_long = true},
    {.names = {"tile plants, felled", "tile plants, wood that fell"},
     .run = fell_woods,
     .at = {WOODS, 80},
     .takes_long = true},
    {.names = {"tile plants, acacias felled", "tile plants, acacia wood that fell"},
     .run = fell_acacias,
     .at = {TREELESS, 130}},
    {.names = {"tile plants in spring and autumn", "tile plants, grown"},
     .run = live,
     .at = {WOODS, 80},
     .first_step = VISITED,
     .day_steps = 100},
    {.names = {"tile plants under lightning", "tile lightning"},
     .run = strike,
     .at = {WOODS, 80},
     .lightning_chance = 1200},
};

/// LOAM_UNSUPPORTED where there are no threads.
static loam_result run_with(int32_t helpers, const trial *of, uint64_t hashes[2])
{
    static loam_tile_defs defs;
    loam_jobs *jobs = NULL;
    loam_tile_world *world = NULL;
    loam_result result = LOAM_OK;
    if (helpers > 0)
    {
        loam_jobs_def def = loam_default_jobs_def();
        def.threads = helpers;
        result = loam_jobs_create(&def, &jobs);
    }
    loam_tile_defs_init(&defs);
    defs.sky.day_steps = of->day_steps > 0 ? of->day_steps : defs.sky.day_steps;
    defs.sky.lightning_chance = of->lightning_chance > 0 ? of->lightning_chance
                                                         : defs.sky.lightning_chance;
    loam_tile_world_def def = loam_default_tile_world_def();
    def.env.jobs = jobs;
    def.seed = SEED;
    def.ring_log2 = 3;
    def.centre = of->at;
    def.defs = &defs;
    def.first_step = of->first_step;
    result = result == LOAM_OK ? loam_tile_world_create(&def, &world) : result;
    result = result == LOAM_OK ? of->run(world, hashes) : result;
    loam_tile_world_destroy(world);
    loam_jobs_destroy(jobs);
    return result;
}

static bool left_out(selftest *run, const trial *of)
{
    return of->takes_long && selftest_leave_out(run, of->names[0]) &&
           selftest_leave_out(run, of->names[1]);
}

static void check_trial(selftest *run, const trial *of)
{
    if (left_out(run, of))
    {
        return;
    }
    uint64_t alone[2] = {0}, together[2] = {0};
    const int32_t helpers = selftest_threads(run) - 1;
    const loam_result one = run_with(0, of, alone);
    const loam_result many = helpers > 0 ? run_with(helpers, of, together) : LOAM_UNSUPPORTED;
    for (int32_t i = 0; i < 2; i++)
    {
        selftest_report(run, of->names[i], "", one, alone[i]);
        if (many != LOAM_UNSUPPORTED)
        {
            selftest_report(run, of->names[i], "threads", many, together[i]);
        }
    }
}

void selftest_plants(selftest *run)
{
    for (size_t i = 0; i < sizeof trials / sizeof trials[0]; i++)
    {
        check_trial(run, &trials[i]);
    }
}
