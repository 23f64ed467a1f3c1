// SPDX-License-Identifier: MIT
// What a file of settings has in it, for reading and for writing it.
#ifndef LOAM_PLAY_SETTINGS_FIELDS_H
#define LOAM_PLAY_SETTINGS_FIELDS_H

#include "play/settings.h"

typedef enum setting_kind
{
    SETTING_NUMBER, // low..high
    SETTING_ONE_OF, // of the numbers in `accepted`
    SETTING_SWITCH, // true, false
    SETTING_NAME,   // one of `names`, an enum of high + 1 values
} setting_kind;

enum
{
    SETTING_MAX_ACCEPTED = 4
};

/// A number, a switch or a choice; the bindings are treated apart.
typedef struct setting_field
{
    const char *key;
    setting_kind kind;
    size_t offset; // in play_settings
    int32_t low, high;
    int32_t accepted[SETTING_MAX_ACCEPTED];
    const char *const *names;
} setting_field;

const setting_field *setting_fields(int32_t *count);

/// Switches are 0 and 1. A value is one that the field accepts.
int32_t setting_get(const play_settings *settings, const setting_field *field);
void setting_set(play_settings *settings, const setting_field *field, int32_t value);

#endif
