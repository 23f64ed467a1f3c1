// SPDX-License-Identifier: MIT
#include "isles/isles.h"

#include "loam/random.h"

#include <stdio.h>

// Names of islands: words of sailors, and of those who were there before them. The thesis draws from lists of real
// ones (Karavasilev 2021, 6.5); a sea without an end needs more than any list has.

static const char *const owners[] = {"Gull",    "Turtle",  "Pelican", "Anchor", "Widow",  "Parrot",
                                     "Cutlass", "Lantern", "Coral",   "Tern",   "Whale",  "Barrel",
                                     "Compass", "Heron",   "Kraken",  "Mango",  "Hermit", "Pearl",
                                     "Rum",     "Skull",   "Storm",   "Osprey", "Seal",   "Ember"};

static const char *const starts[] = {"Ta",  "Mo", "Sa", "Ka",  "Ara",  "Be",  "Cu",  "Do",
                                     "Gua", "Ha", "Ja", "Lu",  "Mari", "Ne",  "Oru", "Pa",
                                     "Que", "Ro", "Te", "Uva", "Vi",   "Xan", "Ya",  "Zo"};

static const char *const middles[] = {"",   "",   "",   "na", "li", "ra",
                                      "ba", "mi", "to", "ve", "gu", "so"};

static const char *const ends[] = {"ra", "ca",   "nda", "que", "lla", "mba", "nti", "guana",
                                   "bo", "rico", "via", "lau", "ros", "dad", "ma",  "tobi"};

static const char *const kinds[] = {"Island", "Isle", "Rock", "Key"};

#define PICK(list, index) \
    (list)[loam_random_below(seed, (index), (uint32_t)(sizeof(list) / sizeof((list)[0])))]

void loam_isle_name(const loam_isle_type *type, uint64_t seed, char out[LOAM_ISLE_MAX_NAME + 1])
{
    char word[16];
    const bool owned = loam_random_below(seed, 0, 3) == 0;
    const bool suffixed = type->suffix[0] != '\0' && loam_random_below(seed, 1, 2) == 0;
    if (owned)
    {
        snprintf(word, sizeof word, "%s", PICK(owners, 2));
    }
    else
    {
        snprintf(word, sizeof word, "%s%s%s", PICK(starts, 3), PICK(middles, 4), PICK(ends, 5));
    }
    const char *const kind = suffixed ? type->suffix : owned ? PICK(kinds, 6) : "";
    snprintf(out, LOAM_ISLE_MAX_NAME + 1, "%s%s%.15s", word, kind[0] != '\0' ? " " : "", kind);
}
