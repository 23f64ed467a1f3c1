// SPDX-License-Identifier: MIT
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Plants in the tile world, within the part flora: what a forest adds to chunks that come, a storm, still air, trees
// that are felled all at once, and a forest that burns. The forest of seed 3 is beside a lake; where more of it is wanted, trees stand closer. A
// burning one is made of burning wood from the start: so all of it burns at once, and it is plants that burn.

enum
{
    SEED = 3,
    WOODS_X = 4150,
    WOODS_Y = 80,
    DENSE = 5, // tiles between places for trees
    DENSEST = 2,
    FELLED = 350,        // tiles to either side, in which all trees are felled,
    FELLED_HEIGHT = 120, // and up and down, where ground is looked for
    REST = 400,          // steps after which all is quiet in still air
    FIRE_STEPS = 10      // in which most of a fire still burns
};

typedef struct plants_bench
{
    bench *run;
    const loam_tile_defs *defs;
    int32_t ring_log2;
    loam_tile_world *world;
    uint64_t sum;
    loam_result result;
} plants_bench;

static const loam_tile_pos centre = {WOODS_X, WOODS_Y};

static void note(plants_bench *b, loam_result result)
{
    b->result = b->result != LOAM_OK ? b->result : result;
}

static void close_world(plants_bench *b)
{
    loam_tile_world_destroy(b->world);
    b->world = NULL;
}

static void open_world(void *context)
{
    plants_bench *const b = context;
    loam_tile_world_def def = loam_default_tile_world_def();
    def.defs = b->defs;
    def.seed = SEED;
    def.ring_log2 = b->ring_log2;
    def.centre = centre;
    close_world(b);
    note(b, loam_tile_world_create(&def, &b->world));
}

static void step(void *context)
{
    plants_bench *const b = context;
    note(b, loam_tile_world_step(b->world, centre));
}

static void look_at_ring(void *context)
{
    plants_bench *const b = context;
    const loam_tile_ring ring = loam_tile_world_ring(b->world);
    for (size_t i = 0; i < (size_t)ring.side * (size_t)ring.side; i++)
    {
        b->sum += ring.tiles[i].block;
    }
}

/// Without anything else that lives.
static void calm(loam_tile_defs *defs)
{
    loam_tile_defs_init(defs);
    memset(defs->rules, 0, sizeof defs->rules);
    defs->fluids[0].material = defs->sky.rain = defs->sky.snow = defs->sky.lightning = LOAM_AIR;
}

static void make_dense(loam_tile_defs *defs, int32_t spacing)
{
    defs->groves.spacing[LOAM_STOREY_TREES] = (float)spacing;
    defs->groves.spacing[LOAM_STOREY_SHRUBS] = defs->groves.spacing[LOAM_STOREY_HERBS] = 3.0f;
}

// ---- what is measured -----------------------------------------------------------------------------

/// A ring that is filled, with a forest and without.
static void measure_coming(plants_bench *b, loam_tile_defs *defs)
{
    static loam_tile_defs bare;
    calm(defs);
    bare = *defs;
    memset(bare.species, 0, sizeof bare.species);
    plants_bench without = {.run = b->run, .defs = &bare, .ring_log2 = 3};
    const bench_work none = {"a chunk of a ring that is filled, without plants", 64, open_world,
                             &without};
    const bench_work forest = {"flora chunk of a ring that is filled, with a forest", 64,
                               open_world, b};
    b->ring_log2 = 3;
    bench_measure(b->run, &forest, &none);
    close_world(&without);
    note(b, without.result);
}

static void measure_storm(plants_bench *b, loam_tile_defs *defs)
{
    char name[96];
    calm(defs);
    b->ring_log2 = 3;
    open_world(b);
    if (b->result != LOAM_OK)
    {
        return;
    }
    loam_tile_world_set_weather(b->world, LOAM_WEATHER_STORM);
    for (int32_t i = 0; i < 100; i++)
    {
        step(b);
    }
    const loam_tile_plants plants = loam_tile_world_plants(b->world);
    snprintf(name, sizeof name, "flora step in a storm, of %u branches one", plants.branches);
    const bench_work looking = {"looking at a tile", (double)(1 << 20), look_at_ring, b};
    const bench_work storm = {name, (double)plants.branches, step, b};
    bench_measure(b->run, &storm, &looking);
}

/// Nothing grows, sprouts or dies.
static void stop_growth(loam_tile_defs *defs)
{
    for (int32_t i = 0; i < LOAM_MAX_SPECIES && defs->species[i].name[0] != '\0'; i++)
    {
        defs->species[i].growth = defs->species[i].spread = defs->species[i].lifespan = 0.0f;
    }
}

/// In still air, beside the same ring without plants: what both do, looking at tiles whose turn it is, is not the
/// plants' cost.
static void measure_still_air(plants_bench *b, loam_tile_defs *defs, bool grow)
{
    static loam_tile_defs bare;
    char name[96];
    calm(defs);
    make_dense(defs, DENSEST);
    defs->sky.wind_strength = 0.0f;
    if (!grow)
    {
        stop_growth(defs);
    }
    bare = *defs;
    memset(bare.species, 0, sizeof bare.species);
    plants_bench without = {.run = b->run, .defs = &bare, .ring_log2 = 5};
    b->ring_log2 = 5;
    open_world(b);
    for (int32_t i = 0; i < REST && b->result == LOAM_OK; i++)
    {
        step(b);
        i = loam_tile_world_plants(b->world).swaying == 0 ? REST : i;
    }
    if (b->result != LOAM_OK)
    {
        return;
    }
    const loam_tile_plants plants = loam_tile_world_plants(b->world);
    snprintf(name, sizeof name, "flora step of %u quiet branches%s", plants.branches,
             grow ? " that grow" : "");
    open_world(&without);
    note(b, without.result);
    const bench_work none = {"a step of the same ring without plants", 1, step, &without};
    const bench_work quiet = {name, 1, step, b};
    if (b->result == LOAM_OK)
    {
        bench_measure(b->run, &quiet, &none);
    }
    close_world(&without);
}

static void measure_quiet(plants_bench *b, loam_tile_defs *defs)
{
    measure_still_air(b, defs, false);
}

static void measure_growing(plants_bench *b, loam_tile_defs *defs)
{
    measure_still_air(b, defs, true);
}

/// Cuts all trees of the woods at once, a few tiles above the ground.
static void fell_all(plants_bench *b)
{
    for (int32_t x = WOODS_X - FELLED; x < WOODS_X + FELLED; x++)
    {
        int32_t y = WOODS_Y + FELLED_HEIGHT;
        while (y > WOODS_Y - FELLED_HEIGHT &&
               loam_tile_world_at(b->world, (loam_tile_pos){x, y}).block == LOAM_AIR)
        {
            y--;
        }
        const loam_edit cut = {
            .shape = LOAM_EDIT_BOX, .layer = LOAM_WALLS, .from = {x, y + 5}, .to = {x, y + 6}};
        note(b, loam_tile_world_edit(b->world, &cut, NULL));
    }
}

/// Trees that fall, most of them in the first hundred steps. Nobody is to wait for one of these.
static void measure_felling(plants_bench *b, loam_tile_defs *defs)
{
    char name[96];
    calm(defs);
    b->ring_log2 = 3;
    open_world(b);
    if (b->result != LOAM_OK)
    {
        return;
    }
    step(b);
    fell_all(b);
    step(b);
    snprintf(name, sizeof name, "flora step while %u parts of trees fall",
             loam_tile_world_plants(b->world).falls);
    const bench_work looking = {"looking at a tile", (double)(1 << 20), look_at_ring, b};
    const bench_work felling = {name, 1, step, b};
    if (b->result == LOAM_OK)
    {
        bench_wait(b->run, &felling, &looking);
    }
}

static double count_burning(const plants_bench *b)
{
    const loam_tile_ring ring = loam_tile_world_ring(b->world);
    double count = 0;
    for (size_t i = 0; i < (size_t)ring.side * (size_t)ring.side; i++)
    {
        count += (b->defs->materials[ring.tiles[i].wall].properties & LOAM_BURNING) != 0;
    }
    return count;
}

static void burn(void *context)
{
    for (int32_t i = 0; i < FIRE_STEPS; i++)
    {
        step(context);
    }
}

static void measure_fire(plants_bench *b, loam_tile_defs *defs)
{
    char name[96];
    loam_tile_defs_init(defs);
    make_dense(defs, DENSE);
    const int32_t burning = loam_material_find(defs, "burning_wood");
    for (int32_t i = 0; i < LOAM_MAX_SPECIES && defs->species[i].name[0] != '\0'; i++)
    {
        memset(defs->species[i].parts, burning, sizeof defs->species[i].parts);
        defs->species[i].leaf = defs->species[i].leaf != LOAM_AIR ? (uint8_t)burning : LOAM_AIR;
    }
    b->ring_log2 = 4;
    open_world(b);
    const double tiles = b->result == LOAM_OK ? count_burning(b) : 1;
    snprintf(name, sizeof name, "flora step of a forest fire, of %.0f burning tiles one", tiles);
    const bench_work fire = {name, FIRE_STEPS * tiles, burn, b};
    if (b->result == LOAM_OK)
    {
        bench_prepared(b->run, &fire, open_world);
    }
}

loam_result bench_plants(bench *run)
{
    loam_tile_defs *const defs = malloc(sizeof *defs);
    plants_bench b = {.run = run, .defs = defs};
    if (defs == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    static const struct
    {
        const char *name; // with what its lines begin
        void (*measure)(plants_bench *b, loam_tile_defs *defs);
    } all[] = {{"flora chunk", measure_coming},
               {"flora step in a storm", measure_storm},
               {"flora step of quiet branches", measure_quiet},
               {"flora step of quiet branches that grow", measure_growing},
               {"flora step while parts of trees fall", measure_felling},
               {"flora step of a forest fire", measure_fire}};
    for (size_t i = 0; i < sizeof all / sizeof *all && b.result == LOAM_OK; i++)
    {
        if (bench_wants(run, all[i].name))
        {
            all[i].measure(&b, defs);
        }
    }
    close_world(&b);
    free(defs);
    return b.result;
}
