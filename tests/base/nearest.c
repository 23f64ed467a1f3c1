// SPDX-License-Identifier: MIT
// Which word was meant.
#include "base/nearest.h"

#include "check.h"

static void test_distance_counts_changes(void)
{
    CHECK_INT(loam_text_distance("", ""), 0);
    CHECK_INT(loam_text_distance("perlin", "perlin"), 0);
    CHECK_INT(loam_text_distance("perlon", "perlin"), 1);
    CHECK_INT(loam_text_distance("prlin", "perlin"), 1);
    CHECK_INT(loam_text_distance("kitten", "sitting"), 3);
    CHECK_INT(loam_text_distance("", "abc"), 3);
    CHECK_INT(loam_text_distance("a much longer word than any name could be", "a"), 32);
    // Words of up to 32 letters are compared; of longer ones it is enough to know that they are.
    const char *const longest = "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb",
                      *const longer = "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb";
    CHECK_INT(loam_text_distance(longest, "b"), 31);
    CHECK_INT(loam_text_distance("b", longest), 31);
    CHECK_INT(loam_text_distance(longer, "a"), 32);
    CHECK_INT(loam_text_distance("a", longer), 32);
}

static const char *next_word(const void *context, int32_t index)
{
    return ((const char *const *)context)[index];
}

static void test_a_slip_is_near_its_word(void)
{
    const char *const words[] = {"sand", "land", "gravel", "a", NULL};
    CHECK_INT(loam_text_nearest("gravle", next_word, words), 2);
    CHECK_INT(loam_text_nearest("band", next_word, words), 0); // the first of two
    CHECK_INT(loam_text_nearest("lands", next_word, words), 1);
    CHECK_INT(loam_text_nearest("grv", next_word, words), -1);
    CHECK_INT(loam_text_nearest("b", next_word, words), -1); // nothing of "a" is left in it
    CHECK_INT(loam_text_nearest("", next_word, words), -1);
    CHECK_INT(loam_text_nearest("sand", next_word, words + 4), -1);
}

int main(void)
{
    RUN(test_distance_counts_changes);
    RUN(test_a_slip_is_near_its_word);
    return CHECK_DONE();
}
