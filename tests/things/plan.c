// SPDX-License-Identifier: MIT
// What stands by a plan of a program's own: where the plan says, in the layers that it says, never overlapping.
#include "wood.h"

enum
{
    SIDE = 768,
    FEW = 12000,
};

static const int64_t corner_x = -7552, corner_z = -19328; // in a wood of seed 2
static wood list, other;

static loam_land_things *grow(loam_land *land, const loam_thing_plan *plan)
{
    loam_land_things_def def = loam_default_land_things_def();
    loam_land_things *things = NULL;
    def.land = land;
    def.plan = plan;
    CHECK_OK(loam_land_things_create(&def, &things));
    return things;
}

static void find(loam_land *land, const loam_thing_plan *plan, int32_t level, wood *out)
{
    loam_land_things *const things = grow(land, plan);
    wood_find(things, (loam_land_things_area){corner_x, corner_z, SIDE, SIDE}, level, out);
    loam_land_things_destroy(things);
}

/// A layer of large things before all others, and a kind of trees that likes steep ground high up.
static loam_thing_plan own_plan(void)
{
    loam_thing_plan plan = loam_default_thing_plan();
    memmove(plan.layers + 1, plan.layers, 4 * sizeof plan.layers[0]);
    plan.layer_count = 5;
    for (int32_t i = 0; i < plan.kind_count; i++)
    {
        plan.kinds[i].layers <<= 1;
    }
    loam_thing_layer *const towers = &plan.layers[0];
    *towers = loam_default_thing_layer();
    strcpy(towers->name, "towers");
    towers->seen = LOAM_THING_FAR;
    towers->spacing = 48;
    towers->jitter = 0.6f;
    towers->radius = 9;
    towers->clearance = 0; // radii say enough
    for (int32_t b = 0; b < LOAM_BIOME_COUNT; b++)
    {
        towers->share[b] = 1;
    }
    loam_thing_kind_def *const tower = &plan.kinds[plan.kind_count++];
    *tower = loam_default_thing_kind();
    strcpy(tower->name, "tower");
    tower->shape = LOAM_THING_BOULDER;
    tower->layers = 1;
    tower->size = (loam_range){20, 30};
    tower->soil = (loam_range){-2, -1};
    return plan;
}

enum
{
    TOWER = LOAM_THING_KIND_COUNT
};

static void test_the_default_plan_is_what_stands_without_one(void)
{
    loam_land *const land = wood_land(2);
    const loam_thing_plan plan = loam_default_thing_plan();
    CHECK_OK(loam_thing_plan_check(&plan));
    find(land, NULL, 0, &list);
    find(land, &plan, 0, &other);
    CHECK(list.count > 1000);
    CHECK_U64(wood_hash(&list), wood_hash(&other));
    for (size_t i = 0; i < list.count; i++)
    {
        CHECK_INT(list.things[i].shape, list.things[i].kind);
    }
    loam_land_destroy(land);
}

/// One at least of every kind of the plan; no two nearer than their discs.
static void test_discs_never_overlap(void)
{
    loam_land *const land = wood_land(2);
    const loam_thing_plan plan = own_plan();
    int32_t towers = 0, near = 0;
    find(land, &plan, 0, &list);
    CHECK_RANGE(list.count, 1000, FEW);
    for (size_t i = 0; i < list.count; i++)
    {
        const loam_land_thing *const a = &list.things[i];
        if (a->kind != TOWER)
        {
            continue;
        }
        towers++;
        CHECK(a->size >= 20 && a->size <= 30 && a->radius <= 9 && a->radius >= 6);
        CHECK_INT(a->shape, LOAM_THING_BOULDER);
        for (size_t k = 0; k < list.count; k++)
        {
            const double dx = (double)(a->x - list.things[k].x) / LOAM_SCATTER_ONE,
                         dz = (double)(a->z - list.things[k].z) / LOAM_SCATTER_ONE;
            const double apart = (double)(a->radius + list.things[k].radius);
            CHECK(k == i || dx * dx + dz * dz > apart * apart - 1e-3);
            near += k != i && dx * dx + dz * dz < 4 * apart * apart;
        }
    }
    CHECK_RANGE(towers, 60, 350);
    CHECK(near > 100);
    loam_land_destroy(land);
}

/// What is seen from far is in all levels, and what is seen near by in the first alone.
static void test_layers_are_in_the_levels_where_they_are_seen(void)
{
    loam_land *const land = wood_land(2);
    loam_thing_plan plan = own_plan();
    find(land, &plan, 0, &list);
    for (int32_t level = 1; level < LOAM_THINGS_LEVELS; level++)
    {
        size_t missing = 0, towers = 0;
        find(land, &plan, level, &other);
        qsort(other.things, other.count, sizeof other.things[0], wood_by_id);
        for (size_t i = 0; i < list.count; i++)
        {
            const loam_land_thing *const thing = &list.things[i];
            const bool is_there = bsearch(thing, other.things, other.count, sizeof *thing,
                                          wood_by_id) != NULL;
            missing += is_there != (thing->rank < loam_land_things_max_rank(level));
            towers += is_there && thing->kind == TOWER;
            CHECK(!is_there ||
                  (thing->kind != LOAM_THING_BUSH && thing->kind != LOAM_THING_BOULDER));
        }
        CHECK_INT((int64_t)missing, 0);
        CHECK(towers > 20);
    }
    plan.layers[0].seen = LOAM_THING_NEAR;
    find(land, &plan, 1, &other);
    for (size_t i = 0; i < other.count; i++)
    {
        CHECK(other.things[i].kind != TOWER);
    }
    loam_land_destroy(land);
}

/// Each number of a kind that keeps it from standing somewhere does.
static void test_kinds_stand_where_the_plan_says(void)
{
    loam_land *const land = wood_land(2);
    float low = 1e9f, high = -1e9f;
    loam_thing_plan plan = own_plan();
    loam_thing_kind_def *const tower = &plan.kinds[TOWER];
    const loam_thing_kind_def usual = *tower;
    find(land, &plan, 0, &list);
    for (size_t i = 0; i < list.count; i++)
    {
        low = list.things[i].y < low ? list.things[i].y : low;
        high = list.things[i].y > high ? list.things[i].y : high;
    }
    const float middle = 0.5f * (low + high);
    int32_t counts[8] = {0};
    for (int32_t i = 0; i < 8; i++)
    {
        *tower = usual;
        tower->height.high = i == 1 ? middle : usual.height.high;
        tower->height.low = i == 2 ? middle : usual.height.low;
        tower->cold = i == 3 ? (loam_range){100, 101} : usual.cold;
        tower->wet = i == 4 ? (loam_range){-2, -1} : usual.wet;
        tower->steep = i == 5 ? (loam_range){0, 0.01f} : usual.steep;
        tower->anywhere = i == 6 || i == 7 ? 0 : usual.anywhere;
        tower->biomes[LOAM_BIOME_FOREST] = i == 7 ? 1 : 0;
        find(land, &plan, 0, &list);
        for (size_t k = 0; k < list.count; k++)
        {
            const loam_land_thing *const thing = &list.things[k];
            counts[i] += thing->kind == TOWER;
            CHECK(thing->kind != TOWER ||
                  (thing->y <= tower->height.high + 2 && thing->y >= tower->height.low - 2));
        }
    }
    CHECK(counts[0] > 60);
    CHECK_RANGE(counts[1] + counts[2], counts[0] - 3, counts[0] + 3);
    CHECK(counts[1] > 5 && counts[2] > 5);
    CHECK_INT(counts[3], 0);
    CHECK_INT(counts[4], 0);
    CHECK(counts[5] < counts[0] / 2);
    CHECK_INT(counts[6], 0);
    CHECK_RANGE(counts[7], 20, counts[0]);
    loam_land_destroy(land);
}

static void test_factors_are_those_of_shapes(void)
{
    loam_land *const land = wood_land(2);
    const loam_thing_plan plan = own_plan();
    loam_land_things_def def = loam_default_land_things_def();
    loam_land_things *things = NULL;
    def.land = land;
    def.plan = &plan;
    def.boulders = 0;
    CHECK_OK(loam_land_things_create(&def, &things));
    CHECK_TEXT(loam_land_things_plan(things)->kinds[TOWER].name, "tower");
    wood_find(things, (loam_land_things_area){corner_x, corner_z, SIDE, SIDE}, 0, &list);
    for (size_t i = 0; i < list.count; i++)
    {
        CHECK(list.things[i].kind != TOWER && list.things[i].kind != LOAM_THING_BOULDER);
    }
    CHECK(list.count > 1000);
    loam_land_things_destroy(things);
    loam_land_destroy(land);
}

// ---- checks -------------------------------------------------------------------------------------

static void refuses(const loam_thing_plan *plan, const char *message)
{
    CHECK_INT(loam_thing_plan_check(plan), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), message);
}

static void test_bad_plans_are_refused(void)
{
    const loam_thing_plan usual = loam_default_thing_plan();
    loam_thing_plan plan = usual;
    plan.layer_count = 0;
    refuses(&plan, "the number of layers is 0; must be 1 to 8");
    plan = usual;
    plan.kind_count = 33;
    refuses(&plan, "the number of kinds is 33; must be 1 to 32");
    plan = usual;
    plan.layers[0].clearance = 65;
    refuses(&plan, "layers[0].clearance is 65; must be 0 to 64");
    plan = usual;
    plan.layers[2].radius = 0.9f;
    refuses(&plan, "layers[2].radius is 0.9; must be 0.1 to 0.875");
    plan = usual;
    plan.layers[0].spacing = 5.5f;
    refuses(&plan, "layers[0].spacing is 5.5; must be 6 to 64, as far as the layer is seen");
    plan = usual;
    plan.layers[3].share[LOAM_BIOME_DESERT] = 1.1f;
    refuses(&plan, "layers[3].share.desert is 1.1; must be 0 to 1");
    plan = usual;
    plan.layers[3].groves[LOAM_BIOME_STEPPE] = NAN;
    refuses(&plan, "layers[3].groves.steppe is ");
    plan = usual;
    strcpy(plan.layers[3].name, "trees");
    refuses(&plan, "layers[3].name is trees, as that of layers[1]; must be another");
    plan = usual;
    plan.kinds[2].layers = 16;
    refuses(&plan, "kinds[2].layers of spruce are none of the 4; must be one or more");
    plan.kinds[2].layers = 0;
    refuses(&plan, "kinds[2].layers of spruce");
    plan = usual;
    plan.kinds[8].soil.high = plan.kinds[8].soil.low;
    refuses(&plan, "kinds[8].soil is from -2 to -2; must be two numbers, the lower first");
    plan = usual;
    plan.kinds[1].biomes[LOAM_BIOME_ICE] = -1001;
    refuses(&plan, "kinds[1].biomes.ice is -1001; must be -1000 to 1000");
    plan = usual;
    plan.kinds[1].shape = LOAM_THING_KIND_COUNT;
    refuses(&plan, "kinds[1].shape is 9; must be one of those that have names");
    plan = usual;
    strcpy(plan.kinds[1].name, "a,b");
    refuses(&plan, "kinds[1].name must have 1 to 23 letters, digits, _ or -");
    memset(plan.kinds[1].name, 'a', sizeof plan.kinds[1].name);
    refuses(&plan, "kinds[1].name must have 1 to 23 letters");
    plan = usual;
    strcpy(plan.kinds[1].name, "oak");
    refuses(&plan, "kinds[1].name is oak, as that of kinds[0]; must be another");
    loam_land *const land = wood_land(2);
    loam_land_things_def def = loam_default_land_things_def();
    loam_land_things *things = NULL;
    def.land = land;
    def.plan = &plan;
    CHECK_INT(loam_land_things_create(&def, &things), LOAM_BAD_ARGUMENT);
    CHECK(things == NULL);
    loam_land_destroy(land);
}

/// Changes what a field stands for.
static void change(const loam_plain_field *field, void *of)
{
    void *const at = (char *)of + field->offset;
    if (field->kind == LOAM_PLAIN_FLAG)
    {
        *(bool *)at = !*(const bool *)at;
    }
    else if (field->kind == LOAM_PLAIN_NAMED)
    {
        *(int32_t *)at ^= 1;
    }
    else
    {
        // The last number of it, so that both of a range count.
        ((float *)at)[field->kind == LOAM_PLAIN_RANGE] += 0.25f;
    }
}

/// So pages of two plans are never taken for each other.
static void test_all_of_a_plan_is_in_its_hash(void)
{
    const loam_thing_plan usual = loam_default_thing_plan();
    const uint64_t known = loam_thing_plan_hash(&usual);
    loam_thing_plan plan;
    for (int32_t i = 0; i < LOAM_THING_LAYER_FIELDS; i++)
    {
        plan = usual;
        change(&loam_thing_layer_fields()[i], &plan.layers[3]);
        CHECK_REPORT(loam_thing_plan_hash(&plan) != known, "%s", loam_thing_layer_fields()[i].name);
    }
    for (int32_t i = 0; i < LOAM_THING_KIND_FIELDS; i++)
    {
        plan = usual;
        change(&loam_thing_kind_fields()[i], &plan.kinds[8]);
        CHECK_REPORT(loam_thing_plan_hash(&plan) != known, "%s", loam_thing_kind_fields()[i].name);
    }
    for (int32_t i = 0; i < 7; i++)
    {
        plan = usual;
        plan.layers[3].share[LOAM_BIOME_STEPPE] += i == 0 ? 0.1f : 0;
        plan.layers[3].groves[LOAM_BIOME_STEPPE] += i == 1 ? 0.1f : 0;
        plan.layers[0].name[0] = i == 2 ? 'G' : 'g';
        plan.kinds[8].biomes[0] += i == 3 ? 0.1f : 0;
        plan.kinds[8].layers ^= i == 4;
        plan.kinds[8].name[0] = i == 5 ? 'B' : 'b';
        plan.kind_count -= i == 6;
        CHECK_REPORT(loam_thing_plan_hash(&plan) != known, "change %d", (int)i);
    }
    CHECK_U64(loam_thing_plan_hash(&usual), known);
}

int main(void)
{
    RUN(test_the_default_plan_is_what_stands_without_one);
    RUN(test_discs_never_overlap);
    RUN_UNSANITIZED(test_layers_are_in_the_levels_where_they_are_seen);
    RUN_UNSANITIZED(test_kinds_stand_where_the_plan_says);
    RUN(test_factors_are_those_of_shapes);
    RUN(test_bad_plans_are_refused);
    RUN(test_all_of_a_plan_is_in_its_hash);
    return CHECK_DONE();
}
