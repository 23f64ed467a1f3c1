// SPDX-License-Identifier: MIT
// Commands as text: every form is read and written, what is wrong is named, and the manual agrees.
#include "tiles/game/command.h"
#include "check.h"

#include "loam/random.h"
#include "loam/tile_game.h"

#include <stdlib.h>

static loam_tile_defs defs;

static loam_command read_line(const char *line)
{
    loam_command command = {0};
    CHECK_OK(loam_command_read(line, &defs, &command));
    return command;
}

static bool equal(const loam_command *a, const loam_command *b)
{
    return a->step == b->step && a->action == b->action && a->choice == b->choice &&
           a->material == b->material && a->other == b->other && a->shape == b->shape &&
           a->layer == b->layer && a->x == b->x && a->y == b->y && a->x2 == b->x2 &&
           a->y2 == b->y2 && a->number == b->number && strcmp(a->name, b->name) == 0;
}

// ---- reading --------------------------------------------------------------------------------------

static void test_lines_of_every_kind(void)
{
    loam_command c = read_line("12 walk left");
    CHECK_U64(c.step, 12);
    CHECK_INT(c.action, LOAM_ACTION_WALK);
    CHECK_INT(c.choice, -1);
    CHECK_INT(read_line("0 jump on").choice, 1);
    CHECK_INT(read_line("0 use off").choice, 0);
    c = read_line("7 aim -5 1152921504606846975");
    CHECK_INT(c.x, -5);
    CHECK_INT(c.y, LOAM_TILE_END - 1);
    CHECK_INT(read_line("1 tool bucket").choice, LOAM_TOOL_BUCKET);
    CHECK_INT(read_line("1 choose water").material, loam_material_find(&defs, "water"));
    c = read_line("1 brush square 7");
    CHECK_INT(c.shape, LOAM_EDIT_SQUARE);
    CHECK_INT(c.number, 7);
    c = read_line("18446744073709551615 edit walls stone line 1 2 -3 -4 5");
    CHECK_U64(c.step, UINT64_MAX);
    CHECK_INT(c.layer, LOAM_WALLS);
    CHECK_INT(c.material, loam_material_find(&defs, "stone"));
    CHECK_INT(c.shape, LOAM_EDIT_LINE);
    CHECK(c.x == 1 && c.y == 2 && c.x2 == -3 && c.y2 == -4 && c.number == 5);
    c = read_line("1 edit blocks air fill 3 4 500");
    CHECK(c.shape == LOAM_EDIT_FILL && c.layer == LOAM_BLOCKS && c.material == LOAM_AIR);
    CHECK_INT(c.number, 500);
    c = read_line("1 replace blocks dirt mud -8 9 1024 1");
    CHECK_INT(c.material, loam_material_find(&defs, "dirt"));
    CHECK_INT(c.other, loam_material_find(&defs, "mud"));
    CHECK(c.x == -8 && c.y == 9 && c.x2 == 1024 && c.y2 == 1);
    c = read_line("1 plant birch -3 4");
    CHECK_TEXT(defs.species[c.number].name, "birch");
    CHECK(c.x == -3 && c.y == 4);
    CHECK_INT(read_line("1 tool sapling").choice, LOAM_TOOL_SAPLING);
    CHECK_INT(read_line("1 paste 1 2 flip").number, 1);
    CHECK_INT(read_line("1 paste 1 2").number, 0);
    c = read_line("1 stamp paste my_house 4 5 flip");
    CHECK_TEXT(c.name, "my_house");
    CHECK(c.choice == LOAM_STAMP_PASTE && c.x == 4 && c.y == 5 && c.number == 1);
    CHECK_INT(read_line("1 weather storm").choice, LOAM_WEATHER_STORM);
    CHECK_INT(read_line("1 time 23:59").number, 23 * 60 + 59);
}

static void test_space_does_not_matter(void)
{
    const loam_command c = read_line(" \t 3\tgive   sand  100000\t\r\n");
    CHECK_U64(c.step, 3);
    CHECK_INT(c.action, LOAM_ACTION_GIVE);
    CHECK_INT(c.number, LOAM_MAX_STACK);
}

static void test_empty_lines_and_comments_are_no_commands(void)
{
    static const char *const lines[] = {"", "  ", "\n", "\t\r\n", "# 1 undo", "  #", "#"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    {
        loam_command command = {.step = 77};
        CHECK_INT(loam_command_read(lines[i], &defs, &command), LOAM_NOT_FOUND);
        CHECK_U64(command.step, 77);
    }
}

static void refuse(const char *line, const char *message)
{
    loam_command command = {.step = 77};
    CHECK_INT(loam_command_read(line, &defs, &command), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), message);
    CHECK_U64(command.step, 77);
}

static void test_messages_name_what_is_wrong(void)
{
    refuse("walk left", "the step is 'walk'; must be 0 to 2^64 - 1");
    refuse("-1 undo", "the step is '-1'");
    refuse("18446744073709551616 undo", "the step is '18446744073709551616'");
    refuse("5", "the command is missing");
    refuse("5 wlak left", "the command is 'wlak'; must be walk, jump,");
    refuse("5 wlak left", "strike (did you mean walk?)");
    refuse("5 walk lft", "walk: there is 'lft'; must be left, right, stop (did you mean left?)");
    refuse("5 walk", "walk: left|right|stop is missing, the command is 'walk left|right|stop'");
    refuse("5 walk left now", "walk: 'now' is too much, the command is 'walk left|right|stop'");
    refuse("5 choose watr",
           "choose: MATERIAL is 'watr'; must be the name of a material, as stone or "
           "water (did you mean water?)");
    refuse("5 choose", "choose: MATERIAL is missing");
    refuse("5 plant okk 1 2",
           "plant: SPECIES is 'okk'; must be the name of a species, as oak (did you mean oak?)");
    refuse("5 aim 1 up", "aim: Y is 'up'; must be -1152921504606846976 to 1152921504606846975");
    refuse("5 aim 1152921504606846976 0", "aim: X is '1152921504606846976'");
    refuse("5 aim 99999999999999999999 0", "aim: X is '99999999999999999999'");
    refuse("5 aim - 0", "aim: X is '-'");
    refuse("5 aim +1 0", "aim: X is '+1'");
    refuse("5 give sandd 5", "give: MATERIAL is 'sandd'; must be the name of a material, as stone "
                             "or water (did you mean sand?)");
    refuse("5 give sand", "give: COUNT is missing, the command is 'give MATERIAL COUNT'");
    refuse("5 give sand 0", "give: COUNT is '0'; must be 1 to 100000");
    refuse("5 give sand 100001", "give: COUNT is '100001'; must be 1 to 100000");
    refuse("5 brush circle 8", "brush: SIZE is '8'; must be 0 to 7");
    refuse("5 brush disc 3", "brush: there is 'disc'; must be circle, square");
    refuse("5 edit block stone tile 1 2", "edit: LAYER is 'block'; must be blocks or walls");
    refuse("5 edit blocks stone cirle 1 2 3",
           "edit: there is 'cirle'; must be tile, square, circle, line, fill, box (did you mean "
           "circle?)");
    refuse("5 edit blocks stone circle 1 2 65", "edit: RADIUS is '65'; must be 0 to 64");
    refuse("5 edit blocks stone box 1 2 0 4", "edit: W is '0'; must be 1 to 1024");
    refuse("5 edit blocks stone fill 1 2", "edit: LIMIT is missing");
    refuse("5 copy 0 0 1025 1", "copy: W is '1025'; must be 1 to 1024");
    refuse("5 stamp keep a", "stamp: there is 'keep'; must be save, paste, drop");
    refuse("5 stamp save A", "stamp: NAME is 'A'; must be 1 to 31 of a-z, 0-9 and _");
    refuse("5 stamp save aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "stamp: NAME is 'aaaaaaaa");
    refuse("5 stamp paste a 1",
           "stamp: Y is missing, the command is 'stamp paste NAME X Y [flip]'");
    refuse("5 paste 1 2 flop", "paste: there is 'flop'; must be flip (did you mean flip?)");
    refuse("5 time 24:00", "time: HH:MM is '24:00'; must be 00:00 to 23:59");
    refuse("5 time 7:30", "time: HH:MM is '7:30'");
    refuse("5 time 12:60", "time: HH:MM is '12:60'");
    refuse("5 weather snow", "weather: there is 'snow'; must be changing, clear, cloudy, rain, "
                             "storm");
    refuse("5 undo 1 2 3 4 5 6 7 8 9 10 11 12 13", "undo: '1' is too much");
    refuse("5 \x01x", "the command is '\\x01x'");
}

// ---- writing --------------------------------------------------------------------------------------

/// A value for an argument that is accepted.
static void fill_argument(loam_command *c, const loam_argument *of, uint64_t seed)
{
    static const char *const names[] = {"a", "house_1", "abcdefghijklmnopqrstuvwxyz01234", "0",
                                        "_"};
    // Now and then an end of the range.
    const uint32_t end = loam_random_below(seed, 0, 8);
    const int64_t value = end == 0   ? of->low
                          : end == 1 ? of->high
                                     : loam_random_range(seed, 1, of->low, of->high);
    const int32_t narrow = (int32_t)value;
    uint8_t material = (uint8_t)loam_random_below(seed, 2, 256);
    switch (of->kind)
    {
    case LOAM_ARGUMENT_MATERIAL:
        while (defs.materials[material].name[0] == '\0')
        {
            material++;
        }
        *((uint8_t *)c + of->offset) = material;
        break;
    case LOAM_ARGUMENT_SPECIES:
        c->number = (int32_t)loam_random_below(seed, 5, 33);
        break;
    case LOAM_ARGUMENT_LAYER:
        c->layer = loam_random_below(seed, 3, 2) ? LOAM_WALLS : LOAM_BLOCKS;
        break;
    case LOAM_ARGUMENT_NAME:
        strcpy(c->name, names[loam_random_below(seed, 4, 5)]);
        break;
    case LOAM_ARGUMENT_LONG:
        memcpy((char *)c + of->offset, &value, sizeof value);
        break;
    default:
        memcpy((char *)c + of->offset, &narrow, sizeof narrow);
        break;
    }
}

/// A random command of a form.
static loam_command draw_command(const loam_command_form *form, uint64_t seed)
{
    loam_command c = {.step = loam_random_u64(seed, 0) >> loam_random_below(seed, 1, 64),
                      .action = form->action};
    const loam_words words = loam_words_split(form->syntax);
    for (int32_t i = 1; i < words.count; i++)
    {
        const uint64_t word_seed = loam_seed_at(seed, i, 0, 0);
        const loam_argument *const of = loam_argument_find(words.at[i]);
        if (of != NULL)
        {
            fill_argument(&c, of, word_seed);
            continue;
        }
        loam_word one = {words.at[i].text, 0}, chosen = one;
        for (uint32_t n = 1; loam_word_next(words.at[i], &one); n++)
        {
            chosen = loam_random_below(word_seed, n, n) == 0 ? one : chosen;
        }
        const loam_fixed_word *const fixed = loam_fixed_word_find(chosen);
        CHECK(fixed != NULL);
        if (words.at[i].text[0] != '[' || loam_random_below(word_seed, 0, 2) == 0)
        {
            memcpy((char *)&c + fixed->offset, &fixed->value, sizeof fixed->value);
        }
    }
    return c;
}

// Reading what was written gives the same command, and writing that gives the same line.
static void test_commands_survive_being_written(void)
{
    int32_t count;
    const loam_command_form *const forms = loam_command_forms(&count);
    for (int32_t i = 0; i < 20000; i++)
    {
        const loam_command command = draw_command(&forms[i % count], loam_seed_at(5, i, 0, 0));
        char line[LOAM_MAX_COMMAND_LINE], again[LOAM_MAX_COMMAND_LINE];
        CHECK_OK(loam_command_check(&command, &defs));
        loam_command_write(&command, &defs, line);
        const loam_command read = read_line(line);
        CHECK_REPORT(equal(&command, &read), "'%s' is another command", line);
        loam_command_write(&read, &defs, again);
        CHECK_TEXT(again, line);
    }
}

static void test_writing_is_canonical(void)
{
    char line[LOAM_MAX_COMMAND_LINE];
    const loam_command command = read_line("007  edit\twalls stone  circle -0 012 03 ");
    loam_command_write(&command, &defs, line);
    CHECK_TEXT(line, "7 edit walls stone circle 0 12 3");
    const loam_command time = read_line("1 time 06:05");
    loam_command_write(&time, &defs, line);
    CHECK_TEXT(line, "1 time 06:05");
}

// The longest that there can be.
static void test_a_line_has_room(void)
{
    static loam_tile_defs long_names;
    char line[LOAM_MAX_COMMAND_LINE];
    long_names = defs;
    strcpy(long_names.materials[1].name, "a_material_with_31_letters_in_it");
    long_names.materials[1].name[31] = '\0';
    const loam_command command = {.step = UINT64_MAX,
                                  .action = LOAM_ACTION_EDIT,
                                  .layer = LOAM_BLOCKS,
                                  .material = 1,
                                  .shape = LOAM_EDIT_LINE,
                                  .x = -LOAM_TILE_END,
                                  .y = -LOAM_TILE_END,
                                  .x2 = -LOAM_TILE_END,
                                  .y2 = -LOAM_TILE_END,
                                  .number = LOAM_MAX_EDIT_RADIUS};
    loam_command_write(&command, &long_names, line);
    CHECK_RANGE(strlen(line), 150, LOAM_MAX_COMMAND_LINE - 1);
}

static void test_commands_from_programs_are_checked(void)
{
    const loam_command good = {.action = LOAM_ACTION_EDIT, .layer = LOAM_BLOCKS, .number = 1};
    loam_command bad = good;
    CHECK_OK(loam_command_check(&good, &defs));
    bad.action = LOAM_ACTION_COUNT;
    CHECK_INT(loam_command_check(&bad, &defs), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "action is 25; must be 0 to 24");
    bad = good;
    bad.layer = (loam_layer)3;
    CHECK_INT(loam_command_check(&bad, &defs), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "edit: LAYER is 3; must be 1 or 2");
    bad = good;
    bad.shape = LOAM_EDIT_SHAPE_COUNT;
    CHECK_INT(loam_command_check(&bad, &defs), LOAM_BAD_ARGUMENT);
    bad = good;
    bad.material = 255;
    CHECK_INT(loam_command_check(&bad, &defs), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "edit: MATERIAL is 255");
    bad = (loam_command){.action = LOAM_ACTION_PLANT, .number = 47};
    CHECK_INT(loam_command_check(&bad, &defs), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "plant: SPECIES is 47; must be the index of a species");
    bad = (loam_command){.action = LOAM_ACTION_WALK, .choice = 2};
    CHECK_INT(loam_command_check(&bad, &defs), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "walk: choice 2");
    bad = (loam_command){.action = LOAM_ACTION_STAMP};
    CHECK_INT(loam_command_check(&bad, &defs), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "stamp: NAME is ''");
    memset(bad.name, 'a', sizeof bad.name);
    CHECK_INT(loam_command_check(&bad, &defs), LOAM_BAD_ARGUMENT);
    bad = (loam_command){.action = LOAM_ACTION_AIM, .x = LOAM_TILE_END};
    CHECK_INT(loam_command_check(&bad, &defs), LOAM_BAD_ARGUMENT);
    CHECK_CONTAINS(loam_last_error(), "aim: X is 1152921504606846976; must be");
}

// ---- tables ---------------------------------------------------------------------------------------

// Forms are in the order of the actions, begin with their names, and have no word that stands for nothing.
static void test_forms_are_sound(void)
{
    int32_t count;
    const loam_command_form *const forms = loam_command_forms(&count);
    loam_action last = LOAM_ACTION_WALK;
    for (int32_t i = 0; i < count; i++)
    {
        const loam_words words = loam_words_split(forms[i].syntax);
        CHECK(forms[i].action == last || forms[i].action == last + 1);
        last = forms[i].action;
        CHECK(loam_word_is(words.at[0], loam_action_name(last)));
        CHECK_RANGE(words.count, 1, LOAM_MAX_WORDS - 1);
        for (int32_t w = 1; w < words.count; w++)
        {
            loam_word one = {words.at[w].text, 0};
            while (loam_argument_find(words.at[w]) == NULL && loam_word_next(words.at[w], &one))
            {
                CHECK_REPORT(loam_fixed_word_find(one) != NULL, "'%.*s' stands for nothing",
                             (int)one.length, one.text);
            }
        }
    }
    CHECK_INT(last, LOAM_ACTION_COUNT - 1);
    CHECK(loam_action_name(LOAM_ACTION_COUNT) == NULL);
}

static void test_weathers_have_their_names(void)
{
    for (int32_t i = 0; i < LOAM_WEATHER_COUNT; i++)
    {
        char line[64];
        snprintf(line, sizeof line, "1 weather %s", loam_weather_name((loam_weather)i));
        CHECK_INT(read_line(line).choice, i);
    }
}

/// A page of the manual. The caller frees it.
static char *read_page(const char *path)
{
    FILE *const file = fopen(path, "rb");
    char *const text = calloc(1, 100000);
    CHECK(file != NULL && text != NULL);
    if (file != NULL && text != NULL)
    {
        CHECK(fread(text, 1, 99999, file) > 0);
        fclose(file);
    }
    return text;
}

// The page has every form with its meaning, in order, and no other; and the range of every argument.
static void test_the_manual_has_all_forms(void)
{
    char *const page = read_page(COMMANDS_PAGE);
    int32_t count, rows = 0;
    const loam_command_form *const forms = loam_command_forms(&count);
    const char *from = page;
    for (int32_t i = 0; i < count; i++)
    {
        char row[512], shown[160];
        size_t length = 0;
        for (const char *c = forms[i].syntax; *c != '\0'; c++)
        {
            length += (size_t)snprintf(shown + length, sizeof shown - length,
                                       *c == '|' ? "\\|" : "%c", *c);
        }
        snprintf(row, sizeof row, "\n| `%s` | %s |\n", shown, forms[i].meaning);
        const char *const found = from == NULL ? NULL : strstr(from, row);
        CHECK_REPORT(found != NULL, "missing or not in its place: %s", row);
        from = found != NULL ? found + strlen(row) - 1 : from;
    }
    for (const char *row = strstr(page, "\n| `"); row != NULL; row = strstr(row + 1, "\n| `"))
    {
        rows += row[5] >= 'a' && row[5] <= 'z';
    }
    CHECK_INT(rows, count);
    free(page);
}

// Every line of an example in the manual is a command or a comment.
static void test_the_manuals_examples_can_be_read(void)
{
    char *const page = read_page(COMMANDS_PAGE);
    int32_t commands = 0;
    char *const begin = strstr(page, "```text\n");
    char *const end = begin != NULL ? strstr(begin + 8, "\n```") : NULL;
    CHECK(end != NULL);
    if (end != NULL)
    {
        *end = '\0';
        for (char *line = strtok(begin + 8, "\n"); line != NULL; line = strtok(NULL, "\n"))
        {
            loam_command command;
            const loam_result result = loam_command_read(line, &defs, &command);
            CHECK_REPORT(result == LOAM_OK || result == LOAM_NOT_FOUND, "%s: %s", line,
                         loam_last_error());
            commands += result == LOAM_OK;
        }
    }
    CHECK_RANGE(commands, 5, 100);
    free(page);
}

int main(void)
{
    loam_tile_defs_init(&defs);
    RUN(test_lines_of_every_kind);
    RUN(test_space_does_not_matter);
    RUN(test_empty_lines_and_comments_are_no_commands);
    RUN(test_messages_name_what_is_wrong);
    RUN(test_commands_survive_being_written);
    RUN(test_writing_is_canonical);
    RUN(test_a_line_has_room);
    RUN(test_commands_from_programs_are_checked);
    RUN(test_forms_are_sound);
    RUN(test_weathers_have_their_names);
    RUN(test_the_manual_has_all_forms);
    RUN(test_the_manuals_examples_can_be_read);
    return CHECK_DONE();
}
