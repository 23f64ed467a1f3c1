// SPDX-License-Identifier: MIT
// Words between a module and its page: one buffer, UTF-8 with a 0 behind it, for what a call is told and for what
// it says. Calls that can fail return MODULE_FAILED, and the words say why.
#ifndef LOAM_WEB_WORDS_H
#define LOAM_WEB_WORDS_H

#include <stdint.h>

#define MODULE_FAILED (-1)
#define MODULE_EXPORT(name) __attribute__((export_name(#name)))
#define MODULE_IMPORT(module, name) __attribute__((import_module(#module), import_name(#name)))

enum
{
    WORDS_ROOM = 1 << 16
};

extern char words[WORDS_ROOM];

MODULE_EXPORT(words_at) char *words_at(void);
MODULE_EXPORT(words_room) int32_t words_room(void);

/// Says what the last failure of the library was; returns MODULE_FAILED.
int32_t words_fail(void);
/// Says what is wrong with a call; returns MODULE_FAILED.
int32_t words_refuse(const char *why);

#endif
