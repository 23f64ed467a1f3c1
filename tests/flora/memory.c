// SPDX-License-Identifier: MIT
// Memory of grammars and growers: it comes back, growing takes none, and running out of it is survived.
#include "check.h"
#include "loam/flora.h"
#include "pipeline/meter.h"

static const char text[] = "axiom T(4)\nT(l) : l > 0.5 -> F(l)[+T(l * 0.7)*][-T(l * 0.6)@]";

static loam_result live(const loam_env *env, const meter *m)
{
    loam_grammar *grammar = NULL;
    loam_plant_grower *grower = NULL;
    const loam_plant_limits limits = loam_default_plant_limits();
    loam_result result = loam_grammar_create(env, text, sizeof text - 1, &grammar);
    result = result == LOAM_OK ? loam_plant_grower_create(env, &limits, &grower) : result;
    if (result == LOAM_OK)
    {
        const long long before = atomic_load(&m->allocations);
        loam_plant_site site = loam_default_plant_site();
        loam_plant plant;
        for (site.seed = 0; site.seed < 10 && result == LOAM_OK; site.seed++)
        {
            result = loam_plant_grow(grower, grammar, &site, &plant);
        }
        CHECK_INT(atomic_load(&m->allocations), before);
    }
    loam_grammar_destroy(grammar);
    loam_plant_grower_destroy(grower);
    return result;
}

static void test_memory_comes_back(void)
{
    meter m = {0};
    const loam_env env = meter_env(&m);
    CHECK_OK(live(&env, &m));
    CHECK_INT(atomic_load(&m.bytes), 0);
    CHECK_INT(atomic_load(&m.blocks), 0);
}

static void test_each_allocation_may_fail(void)
{
    meter m = {0};
    const loam_env env = meter_env(&m);
    CHECK_OK(live(&env, &m));
    const long long count = atomic_load(&m.allocations);
    CHECK_RANGE(count, 4, 100);
    for (long long i = 1; i <= count; i++)
    {
        atomic_store(&m.allocations, 0);
        atomic_store(&m.fail_at, i);
        CHECK_INT(live(&env, &m), LOAM_OUT_OF_MEMORY);
        CHECK_INT(atomic_load(&m.bytes), 0);
    }
}

static void test_bad_limits_are_refused(void)
{
    const loam_env env = loam_default_env();
    loam_plant_grower *grower;
    loam_plant_limits limits = loam_default_plant_limits();
    limits.letters = 0;
    CHECK_INT(loam_plant_grower_create(&env, &limits, &grower), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "the limit of letters is 0; must be 1 to 16777216");
    limits = loam_default_plant_limits();
    limits.organs = -1;
    CHECK_INT(loam_plant_grower_create(&env, &limits, &grower), LOAM_BAD_ARGUMENT);
    CHECK(grower == NULL);
}

int main(void)
{
    RUN(test_memory_comes_back);
    RUN(test_each_allocation_may_fail);
    RUN(test_bad_limits_are_refused);
    return CHECK_DONE();
}
