// SPDX-License-Identifier: MIT
// A path as a file, which loam land view --path films: {"stops": [{"at": [x, z], "height": m, "look": [azimuth,
// elevation], "time": "17:30", "weather": "clear", "season": "autumn"}, ...]}. What a stop does not say is as at
// the stop before.
#ifndef LOAM_PLACE_PATH_H
#define LOAM_PLACE_PATH_H

#include "place/place.h"

enum
{
    PATH_MAX_STOPS = 1000
};

/// LOAM_BAD_ARGUMENT, with what is wrong, for files that are no paths of 1 to PATH_MAX_STOPS stops; nothing is
/// changed then. stops: room for PATH_MAX_STOPS. first: what the first stop has where it does not say.
loam_result path_read(const char *path, const char *(*weathers)(int32_t index), const place *first,
                      place *stops, int32_t *count);
loam_result path_write(const char *path, const char *(*weathers)(int32_t index), const place *stops,
                       int32_t count);

#endif
