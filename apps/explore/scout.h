// SPDX-License-Identifier: MIT
// Questions about a land that take long, answered by a thread of its own, so that no frame waits:
// where to begin, what the map looks like, what is called what, what a land of another shape would look like.
#ifndef LOAM_EXPLORE_SCOUT_H
#define LOAM_EXPLORE_SCOUT_H

#include "loam/loam.h"

typedef enum scout_kind
{
    SCOUT_START,
    SCOUT_RIVER,
    SCOUT_NEAR, // lakes, ranges and peaks around
    SCOUT_PREVIEW,
    SCOUT_MAP,
    SCOUT_FIND, // all that a map names
    SCOUT_KINDS,
} scout_kind;

enum
{
    SCOUT_MAX_FEATURES = 400,
};

typedef struct scout_question
{
    int64_t x, z;
    int64_t scale;         // of a map or preview, m a pixel
    int32_t w, h;          // likewise, pixels
    loam_land_shape shape; // of a preview
} scout_question;

typedef struct scout_answer
{
    scout_question asked;
    loam_result result;
    char message[256]; // why there is none
    loam_land_start start;
    char river[LOAM_MAX_RIVER_NAME]; // "" if none is near
    double river_m;                  // to its middle
    loam_picture picture;            // the taker's: scout_answer_free
    loam_land_feature *features;     // likewise: of SCOUT_NEAR and SCOUT_FIND, nearest first
    int32_t feature_count;
    float degrees, humidity, base; // of SCOUT_NEAR: the climate there, and the height, m
} scout_answer;

typedef struct scout scout;

/// The land must outlive it.
loam_result scout_create(loam_land *land, scout **out);
/// Waits for what is being answered, which is told to stop. NULL is allowed.
void scout_destroy(scout *s);

/// Asks. An earlier question of the kind that is not answered yet is forgotten.
void scout_ask(scout *s, scout_kind kind, const scout_question *question);
/// Whether a question of the kind is open.
bool scout_is_busy(scout *s, scout_kind kind);
/// Takes an answer, if there is one.
bool scout_take(scout *s, scout_kind kind, scout_answer *out);
void scout_answer_free(scout_answer *answer);

#endif
