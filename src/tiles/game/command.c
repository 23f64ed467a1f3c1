// SPDX-License-Identifier: MIT
#include "tiles/game/command.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// Commands as text. All that is known of them is in three tables: the forms, which are the grammar as
// people read it; the words in small letters in them, each with the field that it sets; the arguments in
// capitals. Reading (command_read.c), writing, checking, the manual and the tests go along the words of a
// form.

// ---- tables ---------------------------------------------------------------------------------------

static const char *const action_names[LOAM_ACTION_COUNT] = {
    "walk", "jump", "dive",  "aim",     "tool",  "choose", "brush",  "use",   "pick",
    "give", "mode", "edit",  "replace", "plant", "copy",   "cut",    "paste", "stamp",
    "undo", "redo", "place", "weather", "time",  "season", "strike",
};

static const loam_command_form forms[] = {
    {LOAM_ACTION_WALK, "walk left|right|stop", "walks, from now on"},
    {LOAM_ACTION_JUMP, "jump on|off",
     "jumps, the higher the longer it is held; swims up in fluids"},
    {LOAM_ACTION_DIVE, "dive on|off", "swims down in fluids as long as it is held"},
    {LOAM_ACTION_AIM, "aim X Y", "the cursor is there"},
    {LOAM_ACTION_TOOL, "tool pickaxe|hammer|block|wall|bucket|axe|shears|sapling",
     "takes a tool in hand"},
    {LOAM_ACTION_CHOOSE, "choose MATERIAL",
     "the tools block and wall place this, and sapling plants what has it"},
    {LOAM_ACTION_BRUSH, "brush circle|square SIZE", "how much a tool works on"},
    {LOAM_ACTION_USE, "use on|off", "uses the tool at the cursor as long as it is held"},
    {LOAM_ACTION_PICK, "pick",
     "chooses the material of the block, or else of the wall, at the cursor"},
    {LOAM_ACTION_GIVE, "give MATERIAL COUNT", "puts so much into the inventory"},
    {LOAM_ACTION_MODE, "mode unlimited|limited",
     "limited: within reach, digging takes time, what is dug is kept, what is placed is used up"},
    {LOAM_ACTION_EDIT, "edit LAYER MATERIAL tile X Y", "one tile"},
    {LOAM_ACTION_EDIT, "edit LAYER MATERIAL square X Y RADIUS", "a square around a tile"},
    {LOAM_ACTION_EDIT, "edit LAYER MATERIAL circle X Y RADIUS", "a disc around a tile"},
    {LOAM_ACTION_EDIT, "edit LAYER MATERIAL line X Y X2 Y2 RADIUS",
     "a line, as thick as its radius"},
    {LOAM_ACTION_EDIT, "edit LAYER MATERIAL fill X Y LIMIT",
     "all that joins a tile and is of the same material; nothing if that is more than the limit"},
    {LOAM_ACTION_EDIT, "edit LAYER MATERIAL box X Y W H", "a rectangle"},
    {LOAM_ACTION_REPLACE, "replace LAYER FROM TO X Y W H",
     "puts one material in the place of another, within a rectangle"},
    {LOAM_ACTION_PLANT, "plant SPECIES X Y",
     "a young plant, on the nearest ground above or below that tile where its species can stand"},
    {LOAM_ACTION_COPY, "copy X Y W H", "a rectangle, both layers, to the clipboard"},
    {LOAM_ACTION_CUT, "cut X Y W H", "the same, and leaves air"},
    {LOAM_ACTION_PASTE, "paste X Y [flip]",
     "the clipboard, its lowest left tile there; flip: left and right change places"},
    {LOAM_ACTION_STAMP, "stamp save NAME", "keeps the clipboard under a name"},
    {LOAM_ACTION_STAMP, "stamp paste NAME X Y [flip]", "pastes what is kept under a name"},
    {LOAM_ACTION_STAMP, "stamp drop NAME", "forgets it"},
    {LOAM_ACTION_UNDO, "undo",
     "takes back the last edit, paste or use of a tool; tiles that have changed since stay"},
    {LOAM_ACTION_REDO, "redo", "does again what was taken back"},
    {LOAM_ACTION_PLACE, "place X Y", "the player goes there, to the nearest free place"},
    {LOAM_ACTION_WEATHER, "weather changing|clear|cloudy|rain|storm", "the sky, from now on"},
    {LOAM_ACTION_TIME, "time HH:MM", "the time of day"},
    {LOAM_ACTION_SEASON, "season spring|summer|autumn|winter", "the middle of a season"},
    {LOAM_ACTION_SEASON, "season day DAY", "a day of the year: the first is that of spring"},
    {LOAM_ACTION_STRIKE, "strike X", "lightning strikes what stands highest in that column"},
};

enum
{
    FORMS = sizeof forms / sizeof *forms
};

static const loam_fixed_word fixed_words[] = {
    {"left", offsetof(loam_command, choice), LOAM_WALK_LEFT},
    {"right", offsetof(loam_command, choice), LOAM_WALK_RIGHT},
    {"stop", offsetof(loam_command, choice), LOAM_WALK_STOP},
    {"on", offsetof(loam_command, choice), true},
    {"off", offsetof(loam_command, choice), false},
    {"pickaxe", offsetof(loam_command, choice), LOAM_TOOL_PICKAXE},
    {"hammer", offsetof(loam_command, choice), LOAM_TOOL_HAMMER},
    {"block", offsetof(loam_command, choice), LOAM_TOOL_BLOCK},
    {"wall", offsetof(loam_command, choice), LOAM_TOOL_WALL},
    {"bucket", offsetof(loam_command, choice), LOAM_TOOL_BUCKET},
    {"axe", offsetof(loam_command, choice), LOAM_TOOL_AXE},
    {"shears", offsetof(loam_command, choice), LOAM_TOOL_SHEARS},
    {"sapling", offsetof(loam_command, choice), LOAM_TOOL_SAPLING},
    {"unlimited", offsetof(loam_command, choice), false},
    {"limited", offsetof(loam_command, choice), true},
    {"changing", offsetof(loam_command, choice), LOAM_WEATHER_CHANGING},
    {"clear", offsetof(loam_command, choice), LOAM_WEATHER_CLEAR},
    {"cloudy", offsetof(loam_command, choice), LOAM_WEATHER_CLOUDY},
    {"rain", offsetof(loam_command, choice), LOAM_WEATHER_RAIN},
    {"storm", offsetof(loam_command, choice), LOAM_WEATHER_STORM},
    {"spring", offsetof(loam_command, choice), LOAM_SPRING},
    {"summer", offsetof(loam_command, choice), LOAM_SUMMER},
    {"autumn", offsetof(loam_command, choice), LOAM_AUTUMN},
    {"winter", offsetof(loam_command, choice), LOAM_WINTER},
    {"day", offsetof(loam_command, choice), LOAM_SEASON_COUNT},
    {"save", offsetof(loam_command, choice), LOAM_STAMP_SAVE},
    {"paste", offsetof(loam_command, choice), LOAM_STAMP_PASTE},
    {"drop", offsetof(loam_command, choice), LOAM_STAMP_DROP},
    {"tile", offsetof(loam_command, shape), LOAM_EDIT_TILE},
    {"square", offsetof(loam_command, shape), LOAM_EDIT_SQUARE},
    {"circle", offsetof(loam_command, shape), LOAM_EDIT_CIRCLE},
    {"line", offsetof(loam_command, shape), LOAM_EDIT_LINE},
    {"fill", offsetof(loam_command, shape), LOAM_EDIT_FILL},
    {"box", offsetof(loam_command, shape), LOAM_EDIT_BOX},
    {"flip", offsetof(loam_command, number), true},
};

_Static_assert(sizeof(loam_edit_shape) == sizeof(int32_t), "words set an int32_t");

static const loam_argument arguments[] = {
    {"X", LOAM_ARGUMENT_LONG, offsetof(loam_command, x), -LOAM_TILE_END, LOAM_TILE_END - 1},
    {"Y", LOAM_ARGUMENT_LONG, offsetof(loam_command, y), -LOAM_TILE_END, LOAM_TILE_END - 1},
    {"X2", LOAM_ARGUMENT_LONG, offsetof(loam_command, x2), -LOAM_TILE_END, LOAM_TILE_END - 1},
    {"Y2", LOAM_ARGUMENT_LONG, offsetof(loam_command, y2), -LOAM_TILE_END, LOAM_TILE_END - 1},
    {"W", LOAM_ARGUMENT_LONG, offsetof(loam_command, x2), 1, LOAM_MAX_EDIT_BOX},
    {"H", LOAM_ARGUMENT_LONG, offsetof(loam_command, y2), 1, LOAM_MAX_EDIT_BOX},
    {"SIZE", LOAM_ARGUMENT_INT, offsetof(loam_command, number), 0, LOAM_MAX_BRUSH},
    {"RADIUS", LOAM_ARGUMENT_INT, offsetof(loam_command, number), 0, LOAM_MAX_EDIT_RADIUS},
    {"LIMIT", LOAM_ARGUMENT_INT, offsetof(loam_command, number), 1, LOAM_MAX_EDIT_FILL},
    {"COUNT", LOAM_ARGUMENT_INT, offsetof(loam_command, number), 1, LOAM_MAX_STACK},
    {"DAY", LOAM_ARGUMENT_INT, offsetof(loam_command, number), 1, LOAM_MAX_YEAR_DAYS},
    {"HH:MM", LOAM_ARGUMENT_TIME, offsetof(loam_command, number), 0, LOAM_MINUTES_PER_DAY - 1},
    {"MATERIAL", LOAM_ARGUMENT_MATERIAL, offsetof(loam_command, material), 0, 0},
    {"FROM", LOAM_ARGUMENT_MATERIAL, offsetof(loam_command, material), 0, 0},
    {"TO", LOAM_ARGUMENT_MATERIAL, offsetof(loam_command, other), 0, 0},
    {"SPECIES", LOAM_ARGUMENT_SPECIES, offsetof(loam_command, number), 0, LOAM_MAX_SPECIES - 1},
    {"LAYER", LOAM_ARGUMENT_LAYER, offsetof(loam_command, layer), 0, 0},
    {"NAME", LOAM_ARGUMENT_NAME, offsetof(loam_command, name), 0, 0},
};

const loam_command_form *loam_command_forms(int32_t *count)
{
    LOAM_ASSERT(NULL, count != NULL);
    *count = FORMS;
    return forms;
}

const char *loam_action_name(loam_action action)
{
    return (uint32_t)action < LOAM_ACTION_COUNT ? action_names[action] : NULL;
}

// ---- words ----------------------------------------------------------------------------------------

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

loam_words loam_words_split(const char *text)
{
    loam_words all = {.count = 0};
    for (;;)
    {
        while (is_space(*text))
        {
            text++;
        }
        if (*text == '\0')
        {
            return all;
        }
        if (all.count == LOAM_MAX_WORDS)
        {
            all.count++;
            return all;
        }
        loam_word *const next = &all.at[all.count++];
        next->text = text;
        while (*text != '\0' && !is_space(*text))
        {
            text++;
        }
        next->length = (size_t)(text - next->text);
    }
}

bool loam_word_is(loam_word word, const char *text)
{
    return strlen(text) == word.length && memcmp(word.text, text, word.length) == 0;
}

bool loam_word_next(loam_word of, loam_word *one)
{
    const char *const end = of.text + of.length;
    const char *start = one->length == 0 ? of.text : one->text + one->length;
    while (start < end && (*start == '|' || *start == '[' || *start == ']'))
    {
        start++;
    }
    one->text = start;
    while (start < end && *start != '|' && *start != ']')
    {
        start++;
    }
    one->length = (size_t)(start - one->text);
    return one->length > 0;
}

const loam_fixed_word *loam_fixed_word_find(loam_word word)
{
    for (size_t i = 0; i < sizeof fixed_words / sizeof *fixed_words; i++)
    {
        if (loam_word_is(word, fixed_words[i].text))
        {
            return &fixed_words[i];
        }
    }
    return NULL;
}

const loam_argument *loam_argument_find(loam_word word)
{
    for (size_t i = 0; i < sizeof arguments / sizeof *arguments; i++)
    {
        if (loam_word_is(word, arguments[i].name))
        {
            return &arguments[i];
        }
    }
    return NULL;
}

bool loam_stamp_name_is_good(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
    {
        const char c = text[i];
        if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'))
        {
            return false;
        }
    }
    return length >= 1 && length <= LOAM_MAX_NAME;
}

// ---- the form of a command ------------------------------------------------------------------------

static int32_t get_int(const loam_command *command, size_t offset)
{
    int32_t value;
    memcpy(&value, (const char *)command + offset, sizeof value);
    return value;
}

static int64_t get_number(const loam_command *command, const loam_argument *of)
{
    int64_t value;
    if (of->kind != LOAM_ARGUMENT_LONG)
    {
        return get_int(command, of->offset);
    }
    memcpy(&value, (const char *)command + of->offset, sizeof value);
    return value;
}

static uint8_t get_material(const loam_command *command, const loam_argument *of)
{
    return *((const uint8_t *)command + of->offset);
}

/// The alternative that a command means by a word in small letters; NULL if it is none of them. What may
/// be left out is then left out.
static const loam_fixed_word *meant(const loam_command *command, loam_word of)
{
    loam_word one = {of.text, 0};
    while (loam_word_next(of, &one))
    {
        const loam_fixed_word *const fixed = loam_fixed_word_find(one);
        if (get_int(command, fixed->offset) == fixed->value)
        {
            return fixed;
        }
    }
    return NULL;
}

static bool is_optional(loam_word word)
{
    return word.text[0] == '[';
}

/// Whether the words in small letters of a form can say what the command means.
static bool fits(const loam_command_form *form, const loam_command *command)
{
    const loam_words words = loam_words_split(form->syntax);
    for (int32_t i = 1; i < words.count; i++)
    {
        const loam_word word = words.at[i];
        if (loam_argument_find(word) == NULL && !is_optional(word) && meant(command, word) == NULL)
        {
            return false;
        }
    }
    return true;
}

static const loam_command_form *form_of(const loam_command *command)
{
    for (int32_t i = 0; i < FORMS; i++)
    {
        if (forms[i].action == command->action && fits(&forms[i], command))
        {
            return &forms[i];
        }
    }
    return NULL;
}

// ---- checking -------------------------------------------------------------------------------------

static bool has_species(const loam_tile_defs *defs, int64_t index)
{
    return index >= 0 && index < LOAM_MAX_SPECIES && defs->species[index].name[0] != '\0';
}

static loam_result check_argument(const loam_command *command, const loam_tile_defs *defs,
                                  const loam_argument *of)
{
    const char *const action = action_names[command->action];
    const char *const end = memchr(command->name, '\0', sizeof command->name);
    const size_t length = end == NULL ? sizeof command->name : (size_t)(end - command->name);
    switch (of->kind)
    {
    case LOAM_ARGUMENT_MATERIAL:
        return defs->materials[get_material(command, of)].name[0] != '\0'
                   ? LOAM_OK
                   : loam_fail(LOAM_BAD_ARGUMENT,
                               "%s: %s is %d; must be the id of a material that exists", action,
                               of->name, get_material(command, of));
    case LOAM_ARGUMENT_SPECIES:
        return has_species(defs, get_number(command, of))
                   ? LOAM_OK
                   : loam_fail(LOAM_BAD_ARGUMENT,
                               "%s: %s is %lld; must be the index of a species that exists", action,
                               of->name, (long long)get_number(command, of));
    case LOAM_ARGUMENT_LAYER:
        return command->layer == LOAM_BLOCKS || command->layer == LOAM_WALLS
                   ? LOAM_OK
                   : loam_fail(LOAM_BAD_ARGUMENT, "%s: %s is %d; must be %d or %d", action,
                               of->name, (int)command->layer, LOAM_BLOCKS, LOAM_WALLS);
    case LOAM_ARGUMENT_NAME:
        return loam_stamp_name_is_good(command->name, length)
                   ? LOAM_OK
                   : loam_fail(LOAM_BAD_ARGUMENT,
                               "%s: %s is '%.*s'; must be 1 to %d of a-z, "
                               "0-9 and _",
                               action, of->name, (int)length, command->name, LOAM_MAX_NAME);
    default:
        break;
    }
    const int64_t value = get_number(command, of);
    return value >= of->low && value <= of->high
               ? LOAM_OK
               : loam_fail(LOAM_BAD_ARGUMENT, "%s: %s is %lld; must be %lld to %lld", action,
                           of->name, (long long)value, (long long)of->low, (long long)of->high);
}

loam_result loam_command_check(const loam_command *command, const loam_tile_defs *defs)
{
    LOAM_ASSERT(NULL, command != NULL && defs != NULL);
    if ((uint32_t)command->action >= LOAM_ACTION_COUNT)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "action is %d; must be 0 to %d", (int)command->action,
                         LOAM_ACTION_COUNT - 1);
    }
    const loam_command_form *const form = form_of(command);
    if (form == NULL)
    {
        return loam_fail(LOAM_BAD_ARGUMENT, "%s: choice %d and shape %d are none that it has",
                         action_names[command->action], (int)command->choice, (int)command->shape);
    }
    const loam_words words = loam_words_split(form->syntax);
    for (int32_t i = 1; i < words.count; i++)
    {
        const loam_argument *const of = loam_argument_find(words.at[i]);
        const loam_result result = of == NULL ? LOAM_OK : check_argument(command, defs, of);
        if (result != LOAM_OK)
        {
            return result;
        }
    }
    return LOAM_OK;
}

// ---- writing --------------------------------------------------------------------------------------

/// A line being written.
typedef struct line
{
    char *text;
    size_t length;
} line;

static void add(line *out, const char *format, ...) LOAM_PRINTF(2, 3);

static void add(line *out, const char *format, ...)
{
    va_list arguments_of;
    va_start(arguments_of, format);
    const size_t room = LOAM_MAX_COMMAND_LINE - out->length;
    const int length = vsnprintf(out->text + out->length, room, format, arguments_of);
    va_end(arguments_of);
    LOAM_ASSERT(NULL, length >= 0 && (size_t)length < room);
    out->length += (size_t)length;
}

static void add_argument(line *out, const loam_command *command, const loam_tile_defs *defs,
                         const loam_argument *of)
{
    switch (of->kind)
    {
    case LOAM_ARGUMENT_MATERIAL:
        add(out, " %s", defs->materials[get_material(command, of)].name);
        break;
    case LOAM_ARGUMENT_SPECIES:
        add(out, " %s", defs->species[get_number(command, of)].name);
        break;
    case LOAM_ARGUMENT_LAYER:
        add(out, " %s", command->layer == LOAM_BLOCKS ? "blocks" : "walls");
        break;
    case LOAM_ARGUMENT_NAME:
        add(out, " %s", command->name);
        break;
    case LOAM_ARGUMENT_TIME:
        add(out, " %02d:%02d", (int)get_number(command, of) / 60,
            (int)get_number(command, of) % 60);
        break;
    default:
        add(out, " %lld", (long long)get_number(command, of));
        break;
    }
}

void loam_command_write(const loam_command *command, const loam_tile_defs *defs,
                        char out[LOAM_MAX_COMMAND_LINE])
{
    LOAM_ASSERT(NULL, out != NULL);
    LOAM_ASSERT(NULL, loam_command_check(command, defs) == LOAM_OK);
    const loam_words words = loam_words_split(form_of(command)->syntax);
    line to = {out, 0};
    add(&to, "%" PRIu64 " %s", command->step, action_names[command->action]);
    for (int32_t i = 1; i < words.count; i++)
    {
        const loam_argument *const of = loam_argument_find(words.at[i]);
        const loam_fixed_word *const fixed = of == NULL ? meant(command, words.at[i]) : NULL;
        if (of != NULL)
        {
            add_argument(&to, command, defs, of);
        }
        else if (fixed != NULL)
        {
            add(&to, " %s", fixed->text);
        }
    }
}
