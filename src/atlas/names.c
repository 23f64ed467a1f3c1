// SPDX-License-Identifier: MIT
#include "atlas/names.h"

#include "loam/random.h"

#include <stdio.h>
#include <string.h>

// A name is two or three syllables of one way of sounding, in a form that fits what it names. Syllables are
// made so that any may follow any other: beginnings end with a vowel or a soft consonant, endings begin with
// one. Rivers are older than towns, and named otherwise: by words for water that wore down (Avon, Glomma, Arno,
// Waikato), so they have syllables of their own, and forms of each region (River, Rio, Wadi).

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

static const name_style river_styles[STYLES] = {
    // Glomma, Driva, Rana, Orkla
    {{"Glom", "Dris", "Ork", "Num",  "Ran",  "Tan", "Skel", "Orn", "Sul", "Lag", "Ves", "Alt",
      "Mal",  "Kvin", "Jok", "Kald", "Stor", "Ulv", "Raum", "Nid", "Hem", "Tov", "Sog", "Bard"},
     {NULL},
     {"a", "elva", "na", "ra", "elv", "ana", "en", "ora", "essa", "fossa", "unda", "la", "ara",
      "inga"}},
    // Arno, Volturno, Salenza
    {{"Ar",  "Vol", "Tev",  "Dol", "Gav", "Sess", "Mel",  "Sal", "Maz", "Oll", "Bed",
      "Cal", "Lim", "Vall", "Sil", "Tus", "Ad",   "Gual", "Om",  "Vel", "Bon", "Tan"},
     {NULL},
     {"ino", "one", "aro", "ere", "ana", "enza", "isio", "ero", "iva", "ola", "io", "uro", "andro",
      "erno", "agna", "ezza"}},
    // Waikato, Awatere, Mangaroa: water, river and stream
    {{"Wai", "Vai", "Awa", "Manga", "Waia", "Waio", "Waita", "Vaito", "Awaha", "Waipa", "Vaima",
      "Mangi"},
     {"ka", "ri", "ma", "ho"},
     {"kato", "mea", "nui", "roa", "taki", "pori", "hara", "tere", "kere", "rau", "hou", "pua",
      "mata", "wera", "koa", "rere"}},
    // Zayand, Helmand, Sefidab: ab is water
    {{"Zay", "Sefid", "Zar", "Gor",  "Kar", "Am",  "Hel",  "Mur", "Sir", "Tej",
      "Har", "Kun",   "Pan", "Kash", "Dal", "Fir", "Shah", "Tir", "Bal", "Jag"},
     {NULL},
     {"ab", "and", "un", "ush", "iya", "mand", "aba", "dar", "kan", "ira", "ud", "ara", "ez",
      "ghab"}},
    // Derwent, Severn, Cherwell, Medway
    {{"Dal", "Ev",  "Wel",  "Tam", "Sev",  "Med", "Ald", "Win", "Ken",  "Chel", "Lod",
      "Wen", "Isk", "Than", "Cal", "Yeov", "Ash", "Nad", "Ell", "Bran", "Tol",  "Wyl"},
     {NULL},
     {"ise", "ent", "went", "eth", "en", "ern", "ar", "low", "et", "ine", "rush", "well", "way",
      "ane"}},
    // Anduin, Sirion, Celebrin: duin is a long river
    {{"Ela", "Gal", "Lor", "Nim", "Ithi", "Cele", "Fae", "Mel", "Ari", "Sil", "Tal", "Eri", "Ona",
      "Lin", "Rua", "An", "Gel", "Bara"},
     {"la", "re", "na", "li"},
     {"duin", "nen", "rill", "sir", "rion", "lion", "ruin", "wend", "rodel", "linn", "brin",
      "duir"}},
};

static const char *const river_forms[STYLES][MAX_FORMS] = {
    {"%s"},
    {"%s", "%s", "Rio %s"},
    {"%s"},
    {"%s", "%s Rud", "Wadi %s", "%s Darya"},
    {"River %s", "River %s", "%s"},
    {"%s"},
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
    [MAP_FOREST] = {"%s Forest", "%s Woods", "Forest of %s"},
    [MAP_JUNGLE] = {"%s Jungle", "%s Rainforest"},
    [MAP_TAIGA] = {"%s Taiga", "%s Forest"},
    [MAP_DESERT] = {"%s Desert", "%s Sands", "Desert of %s", "%s Waste"},
    [MAP_MARSH] = {"%s Marshes", "%s Fen", "%s Mire"},
    [MAP_ICE] = {"%s Ice", "%s Glacier", "%s Icefield"},
    [MAP_PLAIN] = {"%s Plains", "Plains of %s", "%s Downs", "%s Steppe"},
};

/// One of a list; nothing of an empty one.
static const char *pick(const char *const *parts, int32_t max, uint64_t hash, uint64_t index)
{
    uint32_t count = 0;
    while ((int32_t)count < max && parts[count] != NULL)
    {
        count++;
    }
    return count > 0 ? parts[loam_random_below(hash, index, count)] : "";
}

int32_t loam_map_name_styles(void)
{
    return STYLES;
}

void loam_map_name_make(map_kind kind, uint64_t hash, uint32_t style, char out[MAP_MAX_NAME])
{
    const bool river = kind == MAP_RIVER;
    const name_style *sounds = river ? &river_styles[style % STYLES] : &styles[style % STYLES];
    const bool longer = loam_random_below(hash, 0, 3) == 0;
    char word[MAP_MAX_NAME / 2]; // syllables have at most six letters
    snprintf(word, sizeof word, "%s%s%s", pick(sounds->first, MAX_PARTS, hash, 1),
             longer ? pick(sounds->middle, MAX_PARTS, hash, 2) : "",
             pick(sounds->last, MAX_PARTS, hash, 3));
    const char *form = pick(river ? river_forms[style % STYLES] : forms[kind], MAX_FORMS, hash, 4);
    const char *slot = strstr(form, "%s");
    snprintf(out, MAP_MAX_NAME, "%.*s%s%s", (int)(slot - form) % 16, form, word, slot + 2);
}
