// SPDX-License-Identifier: MIT
#include "land/map/names.h"

#include "loam/random.h"

#include <stdio.h>
#include <string.h>

// A name is two or three syllables of one way of sounding, in a form that fits what it names. Syllables are
// made so that any may follow any other: beginnings end with a vowel or a soft consonant, endings begin with
// one.

enum
{
    STYLES = 6,
    MAX_PARTS = 24,
    MAX_FORMS = 5,
};

typedef struct name_style
{
    const char *first[MAX_PARTS];  // as written at the beginning
    const char *middle[MAX_PARTS]; // one in three names has one
    const char *last[MAX_PARTS];
} name_style;

static const name_style styles[STYLES] = {
    // of fjords and halls
    {{"Skar", "Hal", "Vin", "Thor", "Eld", "Brand", "Ul", "Nor", "Sig", "Hrafn", "Ask", "Fal",
      "Grim", "Isen", "Jor", "Stor", "Var", "Tor"},
     {"a", "e", "en", "ing", "er", "ar"},
     {"vik", "heim", "mark", "gard", "dal", "holm", "nes", "fell", "land", "stad", "berg", "sund"}},
    // of warm shores
    {{"Al", "Vel", "Cor", "Mar", "Ser", "Lu", "Ama", "Tes", "Ori", "Cal", "Fio", "Ros", "Bel",
      "Ven", "Tar", "Sil", "Es", "Mon"},
     {"a", "i", "an", "el", "or", "en"},
     {"ora", "ino", "essa", "ante", "uria", "ella", "ona", "ena", "avia", "iera", "ento", "illa"}},
    // of islands far out
    {{"Ta", "Ko", "Mau", "Rai", "Nuku", "Ha", "Pao", "Lo", "Te", "Wai", "Fa", "Moa", "Ki", "Oro",
      "Vai", "Mani"},
     {"ma", "ri", "le", "ta", "no", "ha", "ke"},
     {"rua", "nui", "loa", "tea", "moa", "lani", "ravu", "hiki", "waka", "tapu", "nga", "roa"}},
    // of sands and stars
    {{"Qas", "Zah", "Al", "Sam", "Tar", "Mir", "Far", "Haz", "Ras", "Nad", "Kha", "Jaz", "Sha",
      "Bal", "Dur", "Yaz"},
     {"a", "i", "ar", "im", "an", "u"},
     {"rah", "miya", "ran", "zad", "dira", "sur", "bad", "laya", "quen", "mir", "shan", "thar"}},
    // of hedges and fords
    {{"Ash", "Wil", "Thorn", "Mere", "Black", "Hazel", "Wind", "Elm", "Fair", "Green", "Stone",
      "Brack", "Raven", "Oak", "Long", "Wether", "Hart", "Fen"},
     {"en", "er", "ing", "le"},
     {"ford", "wick", "combe", "mere", "ley", "don", "worth", "ham", "field", "bury", "hurst",
      "well"}},
    // of old forests
    {{"Ela", "Gal", "Lor", "Nim", "Ithi", "Cele", "Fae", "Mel", "Ari", "Sil", "Tal", "Eri", "Ona",
      "Lin", "Rua", "Aeth"},
     {"la", "re", "na", "li", "ma", "ra"},
     {"dor", "riel", "then", "mir", "nor", "wen", "las", "dren", "lith", "vale", "thien", "ros"}},
};

static const char *const forms[MAP_KIND_COUNT][MAX_FORMS] = {
    [MAP_OCEAN] = {"%s Ocean", "Ocean of %s"},
    [MAP_SEA] = {"%s Sea", "Sea of %s", "%s Sea"},
    [MAP_BAY] = {"%s Bay", "Bay of %s", "%s Sound", "Gulf of %s"},
    [MAP_CONTINENT] = {"%s"},
    [MAP_ISLAND] = {"%s", "%s Island", "Isle of %s", "%s"},
    [MAP_RANGE] = {"%s Mountains", "%s Range", "%s Heights", "%s Mountains"},
    [MAP_PEAK] = {"Mount %s", "%s Peak", "Mount %s", "%s Horn"},
    [MAP_LAKE] = {"Lake %s", "%s Lake", "%s Water", "Lake %s"},
    [MAP_RIVER] = {"%s"},
    [MAP_FOREST] = {"%s Forest", "%s Woods", "Forest of %s"},
    [MAP_JUNGLE] = {"%s Jungle", "%s Rainforest"},
    [MAP_TAIGA] = {"%s Taiga", "%s Forest"},
    [MAP_DESERT] = {"%s Desert", "%s Sands", "Desert of %s", "%s Waste"},
    [MAP_MARSH] = {"%s Marshes", "%s Fen", "%s Mire"},
    [MAP_ICE] = {"%s Ice", "%s Glacier", "%s Icefield"},
    [MAP_PLAIN] = {"%s Plains", "Plains of %s", "%s Downs", "%s Steppe"},
};

static const char *pick(const char *const *parts, int32_t most, uint64_t hash, uint64_t index)
{
    uint32_t count = 0;
    while ((int32_t)count < most && parts[count] != NULL)
    {
        count++;
    }
    return parts[loam_random_below(hash, index, count)];
}

int32_t loam_map_name_styles(void)
{
    return STYLES;
}

void loam_map_name_make(map_kind kind, uint64_t hash, uint32_t style, char out[MAP_MAX_NAME])
{
    const name_style *sounds = &styles[style % STYLES];
    const bool longer = loam_random_below(hash, 0, 3) == 0;
    char word[MAP_MAX_NAME / 2]; // syllables have at most six letters
    snprintf(word, sizeof word, "%s%s%s", pick(sounds->first, MAX_PARTS, hash, 1),
             longer ? pick(sounds->middle, MAX_PARTS, hash, 2) : "",
             pick(sounds->last, MAX_PARTS, hash, 3));
    const char *form = pick(forms[kind], MAX_FORMS, hash, 4);
    const char *slot = strstr(form, "%s");
    snprintf(out, MAP_MAX_NAME, "%.*s%s%s", (int)(slot - form) % 16, form, word, slot + 2);
}
