// SPDX-License-Identifier: MIT
// Reports: one list of fields, printed as JSON or as a sentence.
#include "report.h"

#include "check.h"

#include <string.h>

static char printed[512];

static void print(bool as_json, double frames, const char *file, const char *sentence)
{
    FILE *const out = tmpfile();
    const tool_io io = {.out = out, .err = stderr};
    tool_report r = report_begin(as_json);
    report_uint64(&r, "seed", 18446744073709551615u);
    report_number(&r, "frames", frames);
    report_size(&r, "size", 4, 3);
    report_place(&r, "at", -5, 6);
    report_hash(&r, "hash", 255);
    report_words(&r, "file", file);
    report_say_number(&r, "share", 0.126);
    report_say_words(&r, "name", "a [b] {c}");
    CHECK_INT(report_print(&io, &r, sentence), TOOL_DONE);
    rewind(out);
    const size_t size = fread(printed, 1, sizeof printed - 1, out);
    printed[size] = '\0';
    fclose(out);
}

static void test_sentences_name_their_fields(void)
{
    print(false, 2, "a.png", "{seed}: {frames} of {size} at {at}, {share:.1f}, {hash}");
    CHECK_TEXT(printed, "18446744073709551615: 2 of 4x3 at -5,6, 0.1, 00000000000000ff\n");
    print(false, 2, "a.png", "{size: by } ({at:, }) {name}");
    CHECK_TEXT(printed, "4 by 3 (-5, 6) a [b] {c}\n");
}

static void test_one_of_a_thing_is_no_plural(void)
{
    print(false, 1, NULL, "{frames#frame}");
    CHECK_TEXT(printed, "1 frame\n");
    print(false, 0, NULL, "{frames#frame}");
    CHECK_TEXT(printed, "0 frames\n");
}

static void test_what_is_not_there_is_left_out(void)
{
    print(false, 2, NULL, "{frames} frames[; written to {file}], {hash}");
    CHECK_TEXT(printed, "2 frames, 00000000000000ff\n");
    print(false, 2, "a.png", "{frames} frames[; written to {file}], {hash}");
    CHECK_TEXT(printed, "2 frames; written to a.png, 00000000000000ff\n");
}

static void test_json_has_all_but_words_of_the_sentence(void)
{
    print(true, 2, NULL, "{frames}");
    CHECK_TEXT(printed,
               "{\"seed\":\"18446744073709551615\",\"frames\":2,\"size\":[4,3],\"at\":[\"-5\","
               "\"6\"],\"hash\":\"00000000000000ff\",\"file\":null}\n");
}

int main(void)
{
    RUN(test_sentences_name_their_fields);
    RUN(test_one_of_a_thing_is_no_plural);
    RUN(test_what_is_not_there_is_left_out);
    RUN(test_json_has_all_but_words_of_the_sentence);
    return CHECK_DONE();
}
