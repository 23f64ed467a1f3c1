// SPDX-License-Identifier: MIT
#include "selftest.h"

#include <inttypes.h>
#include <string.h>

// Checks come in the table's order, so the entry for the next name is usually the next entry. Every
// entry must be met at least once: a check that was lost shows.

enum
{
    MAX_GOLDENS = 2048
};

struct selftest
{
    selftest_style style;
    int32_t threads;
    bool quick;
    FILE *out;
    int32_t cursor; // entry to look at first
    int32_t passed, failed;
    int32_t printed;
    bool met[MAX_GOLDENS];
    char last_name[128]; // SELFTEST_TABLE: the name that was printed last, and its hash
    uint64_t last_hash;
};

void selftest_report(selftest *run, const char *name, const char *variant, loam_result result,
                     uint64_t hash)
{
    if (result != LOAM_OK)
    {
        selftest_fail(run, name, variant, loam_last_error());
        return;
    }
    selftest_check(run, name, variant, hash);
}

int32_t selftest_threads(const selftest *run)
{
    return run->quick ? 1 : run->threads; // an emulator's threads take turns as its host's do
}

static const selftest_golden *find_golden(selftest *run, const char *name)
{
    for (int32_t i = 0; i < selftest_golden_count; i++)
    {
        const int32_t at = (run->cursor + i) % selftest_golden_count;
        if (strcmp(selftest_goldens[at].name, name) == 0)
        {
            run->cursor = at;
            run->met[at] = true;
            return &selftest_goldens[at];
        }
    }
    return NULL;
}

bool selftest_leave_out(selftest *run, const char *name)
{
    const bool left_out = run->quick && run->style != SELFTEST_TABLE;
    return left_out && find_golden(run, name) != NULL;
}

static void print_json_entry(selftest *run, const char *name, const char *variant, uint64_t hash,
                             bool ok)
{
    fprintf(run->out,
            "%s\n{\"name\":\"%s\",\"variant\":\"%s\",\"hash\":\"%016" PRIx64 "\",\"ok\":%s}",
            run->printed++ > 0 ? "," : "", name, variant, hash, ok ? "true" : "false");
}

static void print_failure(selftest *run, const char *name, const char *variant, const char *reason)
{
    fprintf(run->style == SELFTEST_TABLE ? stderr : run->out, "FAILED %s%s%s%s: %s\n", name,
            variant[0] != '\0' ? " [" : "", variant, variant[0] != '\0' ? "]" : "", reason);
}

void selftest_fail(selftest *run, const char *name, const char *variant, const char *reason)
{
    run->failed++;
    if (run->style == SELFTEST_JSON)
    {
        print_json_entry(run, name, variant, 0, false);
        return;
    }
    print_failure(run, name, variant, reason);
}

/// The first variant of a name makes the entry, the others must agree with it.
static void print_entry(selftest *run, const char *name, const char *variant, uint64_t hash)
{
    if (strcmp(run->last_name, name) != 0)
    {
        fprintf(run->out, "    {\"%s\", 0x%016" PRIx64 "},\n", name, hash);
        snprintf(run->last_name, sizeof run->last_name, "%s", name);
        run->last_hash = hash;
    }
    else if (hash != run->last_hash)
    {
        selftest_fail(run, name, variant, "differs from the first variant");
    }
}

void selftest_check(selftest *run, const char *name, const char *variant, uint64_t hash)
{
    if (run->style == SELFTEST_TABLE)
    {
        print_entry(run, name, variant, hash);
        return;
    }
    const selftest_golden *golden = find_golden(run, name);
    const bool ok = golden != NULL && golden->hash == hash;
    run->passed += ok;
    run->failed += !ok;
    if (run->style == SELFTEST_JSON)
    {
        print_json_entry(run, name, variant, hash, ok);
    }
    else if (golden == NULL)
    {
        print_failure(run, name, variant, "is not in the table");
    }
    else if (!ok)
    {
        char reason[80];
        snprintf(reason, sizeof reason, "%016" PRIx64 ", expected %016" PRIx64, hash, golden->hash);
        print_failure(run, name, variant, reason);
    }
}

static void fail_what_was_not_met(selftest *run)
{
    for (int32_t i = 0; i < selftest_golden_count; i++)
    {
        if (!run->met[i])
        {
            selftest_fail(run, selftest_goldens[i].name, "",
                          "is in the table but was not computed");
        }
    }
}

static void print_head(const selftest *run)
{
    if (run->style == SELFTEST_TABLE)
    {
        fputs("// SPDX-License-Identifier: MIT\n"
              "// Printed by `loam_selftest --print`. See selftest.h before changing anything.\n"
              "#include \"selftest.h\"\n\n"
              "const selftest_golden selftest_goldens[] = {\n",
              run->out);
    }
    if (run->style == SELFTEST_JSON)
    {
        fprintf(run->out,
                "{\"version\":\"%s\",\"tiles_version\":%d,\"land_version\":%d,\"isa\":\"%s\","
                "\"entries\":[",
                loam_version(), LOAM_TILES_VERSION, LOAM_LAND_VERSION,
                loam_isa_name(loam_isa_best()));
    }
}

static void print_tail(const selftest *run)
{
    if (run->style == SELFTEST_TABLE)
    {
        fputs("};\n\nconst int32_t selftest_golden_count = sizeof selftest_goldens / sizeof "
              "selftest_goldens[0];\n",
              run->out);
        return;
    }
    fprintf(run->out,
            run->style == SELFTEST_JSON ? "],\"passed\":%d,\"failed\":%d}\n"
                                        : "%d passed, %d failed\n",
            (int)run->passed, (int)run->failed);
}

bool selftest_run(selftest_style style, int32_t threads, bool quick, FILE *out)
{
    static const struct
    {
        const char *name;
        void (*run)(selftest *run);
    } groups[] = {{"base", selftest_base},
                  {"noise", selftest_noise},
                  {"grid", selftest_grid},
                  {"picture", selftest_picture},
                  {"pipeline", selftest_pipeline},
                  {"scatter", selftest_scatter},
                  {"flora", selftest_flora},
                  {"mesh", selftest_mesh},
                  {"plant forms", selftest_plant_forms},
                  {"caves", selftest_caves},
                  {"tiles", selftest_tiles},
                  {"world", selftest_world},
                  {"game", selftest_game},
                  {"life", selftest_life},
                  {"plants", selftest_plants},
                  {"graph", selftest_graph},
                  {"land", selftest_land},
                  {"things", selftest_things},
                  {"volume", selftest_volume},
                  {"patchwork", selftest_patchwork},
                  {"isles", selftest_isles},
                  {"voyage", selftest_voyage}};
    selftest run = {.style = style, .threads = threads, .quick = quick, .out = out};
    print_head(&run);
    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++)
    {
        const int32_t before = run.passed;
        groups[i].run(&run);
        if (style == SELFTEST_TEXT)
        {
            fprintf(out, "%-10s %5d passed\n", groups[i].name, (int)(run.passed - before));
        }
    }
    if (style != SELFTEST_TABLE)
    {
        fail_what_was_not_met(&run);
    }
    print_tail(&run);
    return run.failed == 0 && (style == SELFTEST_TABLE || run.passed > 0);
}
