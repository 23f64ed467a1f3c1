// SPDX-License-Identifier: MIT
#include "base/nearest.h"

#include <string.h>

int32_t loam_text_distance(const char *a, const char *b)
{
    enum
    {
        LONGEST = 32
    };
    const size_t la = strlen(a), lb = strlen(b);
    if (la > LONGEST || lb > LONGEST)
    {
        return LONGEST;
    }
    int32_t row[LONGEST + 1];
    for (size_t j = 0; j <= lb; j++)
    {
        row[j] = (int32_t)j;
    }
    for (size_t i = 1; i <= la; i++)
    {
        int32_t diagonal = row[0]; // the distance of the prefixes one shorter (Levenshtein 1966)
        row[0] = (int32_t)i;
        for (size_t j = 1; j <= lb; j++)
        {
            const int32_t change = diagonal + (a[i - 1] != b[j - 1]);
            const int32_t other = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
            diagonal = row[j];
            row[j] = change < other ? change : other;
        }
    }
    return row[lb];
}

int32_t loam_text_nearest(const char *word, const char *(*next)(const void *, int32_t),
                          const void *context)
{
    int32_t nearest = -1;
    int32_t least = 3; // further away it is another word, not a slip
    for (int32_t i = 0; next(context, i) != NULL; i++)
    {
        const char *const candidate = next(context, i);
        const int32_t distance = loam_text_distance(word, candidate);
        if (distance < least && (size_t)distance < strlen(candidate))
        {
            least = distance;
            nearest = i;
        }
    }
    return nearest;
}
