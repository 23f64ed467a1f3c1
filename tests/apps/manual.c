// SPDX-License-Identifier: MIT
// docs/play.md says what every key does, docs/land-explore.md what those of the land do, docs/sailing.md
// those of the sea.
#include "check.h"

#include "play/bindings.h"

#include <stdio.h>
#include <string.h>

static char page[1 << 16];

static void read_page(const char *path)
{
    FILE *file = fopen(path, "rb");
    CHECK(file != NULL);
    if (file != NULL)
    {
        page[fread(page, 1, sizeof page - 1, file)] = '\0';
        fclose(file);
    }
}

/// A row of the table. A backslash and a bar mean something in Markdown.
static void write_row(play_action action, char *row, size_t room)
{
    const play_bindings bindings = play_default_bindings();
    char keys[128], pad[64];
    play_binding_keys(&bindings, action, keys, sizeof keys);
    play_binding_text(&bindings, action, INPUT_GAMEPAD, pad, sizeof pad);
    snprintf(row, room, "| %s | %s | %s |\n", play_action_name(action),
             strcmp(keys, "\\") == 0 ? "\\\\" : keys, strncmp(pad, "Pad ", 4) == 0 ? pad + 4 : pad);
}

static void check_rows(const char *path, play_action first, play_action end)
{
    read_page(path);
    for (play_action action = first; action < end; action++)
    {
        char row[256];
        write_row(action, row, sizeof row);
        const bool found = strstr(page, row) != NULL;
        CHECK(found);
        if (!found)
        {
            fprintf(stderr, "%s has no row %s", path, row);
        }
    }
}

static void test_every_key_is_in_the_manual(void)
{
    check_rows(PLAY_PAGE, 0, PLAY_LAND_FIRST);
    check_rows(LAND_PAGE, PLAY_LAND_FIRST, PLAY_SAIL_FIRST);
    check_rows(SEA_PAGE, PLAY_SAIL_FIRST, PLAY_ACTIONS);
}

int main(void)
{
    RUN(test_every_key_is_in_the_manual);
    return CHECK_DONE();
}
