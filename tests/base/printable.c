// SPDX-License-Identifier: MIT
// Text from outside is shown so that it gives a terminal no orders and is UTF-8, wherever it is cut.
#include "check.h"
#include "loam/base.h"
#include "loam/random.h"

static const char *shown(const char *text)
{
    static char out[256];
    loam_text_printable(out, sizeof out, text);
    return out;
}

static void test_good_text_stays(void)
{
    CHECK_TEXT(shown(""), "");
    CHECK_TEXT(shown("a world, 100 % \"good\" ~ \\x1b"), "a world, 100 % \"good\" ~ \\x1b");
    CHECK_TEXT(shown("\u00e4\u20ac\U0001f30d\u00a0\u07ff\uffff\U0010ffff"),
               "\u00e4\u20ac\U0001f30d\u00a0\u07ff\uffff\U0010ffff");
}

static void test_orders_are_spelt_out(void)
{
    CHECK_TEXT(shown("\x1b[31mred\x1b[0m"), "\\x1b[31mred\\x1b[0m");
    CHECK_TEXT(shown("\a\b\x7f\x01"), "\\x07\\x08\\x7f\\x01");
    CHECK_TEXT(shown("\xc2\x9b"
                     "31m\xc2\x80"),
               "\\xc2\\x9b31m\\xc2\\x80"); // the same order, in two bytes
    CHECK_TEXT(shown("\x9b"
                     "31m"),
               "\\x9b31m"); // and in one
    CHECK_TEXT(shown("a\tb\r\nc"), "a b  c");
}

static void test_what_is_no_utf8_is_spelt_out(void)
{
    CHECK_TEXT(shown("\xff\xc0\x80"), "\\xff\\xc0\\x80");
    CHECK_TEXT(shown("\xe4."), "\\xe4.");                 // Latin-1
    CHECK_TEXT(shown("\xe2\x82"), "\\xe2\\x82");          // cut off
    CHECK_TEXT(shown("\xed\xa0\x80"), "\\xed\\xa0\\x80"); // half of a UTF-16 pair
    CHECK_TEXT(shown("\xe0\x82\xac"), "\\xe0\\x82\\xac"); // longer than it must be
    CHECK_TEXT(shown("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");
}

/// Whether a text is what readers of JSON and terminals may get, by a decoder written another way.
static bool is_harmless(const char *text)
{
    static const uint32_t lowest[] = {0, 0x80, 0x800, 0x10000};
    for (const unsigned char *at = (const unsigned char *)text; *at != 0; at++)
    {
        const int more = *at < 0x80 ? 0 : *at < 0xc0 ? 4 : *at < 0xe0 ? 1 : *at < 0xf0 ? 2 : 3;
        uint32_t letter = more == 0 ? *at : more < 4 ? *at & (0x3fu >> more) : 0;
        for (int i = 0; i < more && more < 4; i++)
        {
            at++;
            if (*at < 0x80 || *at > 0xbf)
            {
                return false;
            }
            letter = letter * 64 + *at - 0x80;
        }
        if (more == 4 || letter < lowest[more] || letter > 0x10ffff || letter < 0x20 ||
            (letter >= 0x7f && letter < 0xa0) || (letter >= 0xd800 && letter <= 0xdfff))
        {
            return false;
        }
    }
    return true;
}

// Any bytes, any room. Once shown it stays as it is.
static void test_anything_becomes_harmless(void)
{
    static const unsigned char often[] = {0x1b, 0xc2, 0x9b, 0xe2, 0x82, 0xac, 0xf0,
                                          0x90, 0x80, 0xed, 0xa0, 0xff, '\n', 'a'};
    for (uint64_t round = 0; round < (uint64_t)check_sample(2000); round++)
    {
        char text[32], out[160], again[160];
        const uint32_t length = loam_random_below(round, 0, sizeof text);
        for (uint32_t i = 0; i < length; i++)
        {
            const uint32_t any = 1 + loam_random_below(round, 2 * i + 1, 255);
            const uint32_t one = loam_random_below(round, 2 * i + 2, 2 * sizeof often);
            text[i] = (char)(one < sizeof often ? often[one] : any);
        }
        text[length] = '\0';
        loam_text_printable(out, sizeof out, text);
        CHECK(is_harmless(out));
        loam_text_printable(again, sizeof again, out);
        CHECK_TEXT(again, out);
        for (size_t room = 1; room <= strlen(out) + 1; room++)
        {
            loam_text_printable(again, room, text);
            CHECK(strlen(again) < room && strncmp(again, out, strlen(again)) == 0);
            CHECK(is_harmless(again) && strlen(again) + 4 >= room);
        }
    }
}

static char last_line[600];

static void keep_line(void *user, loam_log_level level, const char *message)
{
    (void)user;
    (void)level;
    snprintf(last_line, sizeof last_line, "%s", message);
}

// Whatever a message quotes, it is harmless, also where it is cut.
static void test_messages_are_printable(void)
{
    loam_env env = loam_default_env();
    env.log.write = keep_line;
    (void)loam_fail(LOAM_IO, "the line is \"%s\"", "\x1b]0;title\a");
    CHECK_TEXT(loam_last_error(), "the line is \"\\x1b]0;title\\x07\"");
    loam_log_write(&env, LOAM_LOG_INFO, "%s", "\x1b[2J\xff");
    CHECK_TEXT(last_line, "\\x1b[2J\\xff");
    for (int before = 0; before < 4; before++)
    {
        char text[700];
        memset(text, 'x', sizeof text);
        for (int i = before; i + 3 < (int)sizeof text; i += 3)
        {
            memcpy(text + i, "\u20ac", 3);
        }
        text[sizeof text - 1] = '\0';
        (void)loam_fail(LOAM_IO, "%s", text);
        CHECK(is_harmless(loam_last_error()) && strchr(loam_last_error(), '\\') == NULL);
        CHECK_RANGE(strlen(loam_last_error()), 509, 511);
        loam_log_write(&env, LOAM_LOG_INFO, "%s", text);
        CHECK_TEXT(last_line, loam_last_error());
    }
}

int main(void)
{
    RUN(test_good_text_stays);
    RUN(test_orders_are_spelt_out);
    RUN(test_what_is_no_utf8_is_spelt_out);
    RUN(test_anything_becomes_harmless);
    RUN(test_messages_are_printable);
    return CHECK_DONE();
}
