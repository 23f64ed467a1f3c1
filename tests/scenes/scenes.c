// SPDX-License-Identifier: MIT
// What must have happened in each of the scenes. They are run as their own headers say, so that what stands
// there is true.
#include "tool/console.h"
#include "tool/json.h"

#include "loam/tile_world.h"

enum
{
    MAX_SAMPLES = 512,
    MAX_LINE = 1024,
};

// ---- running ------------------------------------------------------------------------------------

/// Adds the words of a header's line to a command line: from "loam" on, without a '\' at the end.
static void add_words(char *command, size_t size, const char *line)
{
    const char *words = line + strspn(line, "# ");
    words += strncmp(words, "loam ", 5) == 0 ? 5 : 0;
    const size_t used = strlen(command), length = strcspn(words, "\\\n");
    snprintf(command + used, size - used, "%s%.*s", used > 0 ? " " : "", (int)length, words);
    for (size_t end = strlen(command); end > 0 && command[end - 1] == ' '; end--)
    {
        command[end - 1] = '\0';
    }
}

/// The command line that stands in the header of a scene: one line, or several that end with '\'.
static void read_header(const char *scene, char *command, size_t size)
{
    char path[512], line[MAX_LINE];
    snprintf(path, sizeof path, SCENES "/%s.txt", scene);
    FILE *file = fopen(path, "r");
    CHECK(file != NULL);
    command[0] = '\0';
    bool inside = false;
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
    {
        const bool begins = strncmp(line, "#   loam ", 9) == 0;
        if (begins || inside)
        {
            add_words(command, size, line);
            inside = strchr(line, '\\') != NULL;
        }
    }
    if (file != NULL)
    {
        fclose(file);
    }
}

/// Cuts out an option with its value.
static void drop_option(char *command, const char *option)
{
    char *at = strstr(command, option);
    if (at != NULL)
    {
        char *after = at + strlen(option);
        after += strcspn(after, " ");
        memmove(at, after, strlen(after) + 1);
    }
}

/// Runs a scene as its header says, but without the film, from anywhere, and with more options.
static void run_scene(const char *scene, const char *more)
{
    char command[MAX_LINE], line[2 * MAX_LINE], file[64];
    read_header(scene, command, sizeof command);
    drop_option(command, " --record ");
    snprintf(file, sizeof file, " --commands scenes/%s.txt", scene);
    CHECK_CONTAINS(command, file);
    drop_option(command, " --commands ");
    if (strstr(more, " --at ") != NULL)
    {
        drop_option(command, " --at ");
    }
    snprintf(line, sizeof line, "%s --commands " SCENES "/%s.txt --json%s", command, scene, more);
    CHECK_INT(console_run(line), TOOL_DONE);
    CHECK_TEXT(console_err, "");
    CHECK(json_is_valid(console_out));
    CHECK_NEAR(json_number_of(console_out, "failed_commands"), 0, 0);
}

/// How much there was of a material over time; nothing but zeros if there never was any.
typedef struct history
{
    double values[MAX_SAMPLES];
    int32_t count;
    double first, last, max;
} history;

static history history_in(const char *json, const char *material)
{
    history found = {0};
    const char *at = json_find(json, material);
    found.count = at == NULL ? 1 : 0;
    while (at != NULL && *at != ']' && found.count < MAX_SAMPLES)
    {
        char *end;
        found.values[found.count++] = strtod(at + 1, &end);
        at = end;
    }
    found.first = found.values[0];
    found.last = found.values[found.count - 1];
    for (int32_t i = 0; i < found.count; i++)
    {
        found.max = found.values[i] > found.max ? found.values[i] : found.max;
    }
    return found;
}

static history history_of(const char *material)
{
    return history_in(console_out, material);
}

/// Of walls, and of plants, which stand in them.
static history history_of_wall(const char *material)
{
    const char *walls = strstr(console_out, "\"walls\"");
    CHECK(walls != NULL);
    return history_in(walls != NULL ? walls : console_out, material);
}

// ---- what must have happened --------------------------------------------------------------------

static void test_lava_meets_lake(void)
{
    run_scene("lava_meets_lake", "");
    const history water = history_of("water"), lava = history_of("lava");
    const history stone = history_of("stone");
    CHECK(history_of("steam").max > 10);
    CHECK(stone.last > stone.first + 50);
    CHECK(water.last < water.first - 50);
    CHECK(lava.last < lava.max);
}

// All water is there in the end, as high in one arm as in the other: what the left arm and the tube between them do
// not hold is in the right one.
static void test_u_tube(void)
{
    const double all = 6 * 200, tube = 60 * 8;
    run_scene("u_tube", "");
    CHECK_NEAR(history_of("water").last, all, 0);
    run_scene("u_tube", " --at -24,147 --size 12x62");
    const double left = history_of("water").last, right = all - tube - left;
    CHECK(left > 12 * 20);
    CHECK_NEAR(left / 12, right / 12, 2);
}

static void test_burning_meadow(void)
{
    run_scene("burning_meadow", "");
    const history grass = history_of("dry_grass"), burning = history_of("burning_grass");
    CHECK(burning.max > 60);
    CHECK(grass.last < grass.first - 100);
    CHECK(burning.last < burning.max / 10);
    CHECK(history_of("smoke").max > 0);
    CHECK_NEAR(history_of("fire").last, 0, 0);
}

// The cave is closed: what is no steam is water. Steam that becomes water again shows as water that becomes
// more.
static void test_steam_cave(void)
{
    run_scene("steam_cave", " --sample 25");
    const history water = history_of("water"), steam = history_of("steam");
    double condensed = 0;
    CHECK_INT(water.count, steam.count);
    for (int32_t i = 1; i < water.count; i++)
    {
        CHECK_NEAR(water.values[i] + steam.values[i], 70 * 13, 0);
        const double more = water.values[i] - water.values[i - 1];
        condensed += i > 1 && more > 0 ? more : 0;
    }
    CHECK(steam.max > 200);
    CHECK(condensed > 20);
}

static void test_mould_outbreak(void)
{
    run_scene("mould_outbreak", "");
    const history mould = history_of("mould_stone");
    CHECK(mould.values[1] > 0);
    CHECK(mould.last > 3 * mould.values[1]);
}

static void test_rain_on_dry_land(void)
{
    run_scene("rain_on_dry_land", "");
    const history water = history_of("water");
    CHECK_NEAR(water.first, 0, 0);
    CHECK(water.last > 150);
    CHECK(json_number_of(console_out, "fallen") > 150);
}

// All wood that broke off lies there, and leaves were seen to fly.
static void test_felling_an_oak(void)
{
    run_scene("felling_an_oak", "");
    CHECK(json_number_of(console_out, "fallen_wood") > 300);
    CHECK_NEAR(json_number_of(console_out, "falling_wood"), 0, 0);
    CHECK_NEAR(json_number_of(console_out, "splintered_wood"), 0, 0);
    CHECK(json_number_of(console_out, "shed_leaves") > 1000);
    CHECK(history_of("falling_leaf").max > 50);
}

// A sample is taken at the end of every day; the first day is that of summer. Leaves fall late in autumn.
static void test_meadow_year(void)
{
    run_scene("meadow_year", " --sample 50");
    const history leaves = history_of("falling_leaf");
    CHECK_INT(leaves.count, 14);
    CHECK_NEAR(leaves.values[3], 0, 3); // some come off all the time
    CHECK(leaves.values[6] > 10);
    CHECK(leaves.last < leaves.values[7]);
    CHECK_CONTAINS(console_out, "\"season\":\"summer\"");
}

// The grove on one side burns down to the water. Beyond that nothing has burnt, and the grove is as it was.
static void test_forest_fire_at_a_river(void)
{
    run_scene("forest_fire_at_a_river", "");
    const history burning = history_of_wall("burning_wood");
    CHECK(burning.max > 300);
    CHECK(history_of_wall("burnt_wood").last > 500);
    CHECK(history_of("water").last > 300);
    run_scene("forest_fire_at_a_river", " --at -1640,105 --size 80x90");
    const history oak = history_of_wall("oak_wood"), leaves = history_of_wall("leaf");
    CHECK_NEAR(history_of_wall("burning_wood").max + history_of_wall("burnt_wood").max, 0, 0);
    CHECK(oak.first > 100 && leaves.first > 300);
    CHECK_RANGE(oak.last, oak.first * 0.85, oak.first * 1.15); // it sways
    CHECK_RANGE(leaves.last, leaves.first * 0.85, leaves.first * 1.15);
}

// Leaves fly, and it rains into the lake, while most of what falls on earth soaks away; nobody is felled.
static void test_storm_over_willows(void)
{
    run_scene("storm_over_willows", " --sample 20");
    const history leaves = history_of("falling_leaf");
    CHECK_NEAR(leaves.first, 0, 0);
    CHECK(leaves.max > 12);
    CHECK(json_number_of(console_out, "fallen") > 20);
    CHECK(history_of_wall("willow_wood").last > 0.8 * history_of_wall("willow_wood").first);
}

// What the mould has taken in the beginning is the acacia; the cactus is what it has taken since.
static void test_mould_takes_a_cactus(void)
{
    run_scene("mould_takes_a_cactus", "");
    const history mould = history_of_wall("mould_wood"), cactus = history_of_wall("cactus");
    CHECK_NEAR(mould.first, 0, 0);
    CHECK(mould.values[1] > 400);
    CHECK(cactus.last < cactus.first - 80);
    CHECK(mould.last > mould.values[1] + 80);
}

// Both bolts are commands: what the storm itself strikes is elsewhere. Without them nothing burns.
static void test_lightning_in_a_savanna(void)
{
    run_scene("lightning_in_a_savanna", "");
    CHECK_NEAR(history_of_wall("burning_wood").values[1], 0, 0);
    CHECK(history_of_wall("burning_wood").max > 200);
    CHECK(history_of_wall("burnt_wood").last > 500);
    CHECK(history_of_wall("acacia_wood").last < 0.5 * history_of_wall("acacia_wood").first);
}

int main(void)
{
    RUN(test_lava_meets_lake);
    RUN(test_u_tube);
    RUN(test_burning_meadow);
    RUN(test_steam_cave);
    RUN(test_mould_outbreak);
    RUN(test_rain_on_dry_land);
    RUN(test_felling_an_oak);
    RUN(test_meadow_year);
    RUN(test_forest_fire_at_a_river);
    RUN(test_storm_over_willows);
    RUN(test_mould_takes_a_cactus);
    RUN(test_lightning_in_a_savanna);
    console_done();
    return CHECK_DONE();
}
