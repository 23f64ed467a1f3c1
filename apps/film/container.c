// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700 // for pread

#include "film/container.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// A muxer whose writes fail may go on and say nothing: it fills in the sizes that it would have written. So the
// sizes in the headers are compared with the size of the file. MP4 (ISO/IEC 14496-12, 4.2) is a list of boxes,
// each with its size in front; WebM (RFC 8794) is a header and one segment that has its size in front, too.

typedef struct container
{
    int descriptor;
    uint64_t size;
} container;

static bool read_at(const container *film, uint64_t at, uint8_t *out, size_t count)
{
    return pread(film->descriptor, out, count, (off_t)at) == (ssize_t)count;
}

static uint64_t big_endian(const uint8_t *bytes, int count)
{
    uint64_t value = 0;
    for (int i = 0; i < count; i++)
    {
        value = value << 8 | bytes[i];
    }
    return value;
}

/// The size of the box at a place, its head included; 0 if it does not fit into the file.
static uint64_t box_size(const container *film, uint64_t at, uint8_t head[16])
{
    const uint64_t left = film->size - at;
    if (!read_at(film, at, head, 8))
    {
        return 0;
    }
    uint64_t size = big_endian(head, 4), head_size = 8;
    if (size == 1) // the real one follows
    {
        head_size = 16;
        size = read_at(film, at + 8, head + 8, 8) ? big_endian(head + 8, 8) : 0;
    }
    else if (size == 0) // up to the end
    {
        size = left;
    }
    return size >= head_size && size <= left ? size : 0;
}

static bool mp4_is_whole(const container *film)
{
    bool has_index = false, has_pictures = false;
    uint8_t head[16];
    for (uint64_t at = 0; at < film->size;)
    {
        const uint64_t size = box_size(film, at, head);
        if (size == 0)
        {
            return false;
        }
        has_index = has_index || memcmp(head + 4, "moov", 4) == 0;
        has_pictures = has_pictures || memcmp(head + 4, "mdat", 4) == 0;
        at += size;
    }
    return has_index && has_pictures;
}

/// Reads the head of an EBML element of that id, and moves on to what it contains; false if it is another one, or
/// its size was never filled in.
static bool enter_element(const container *film, uint32_t id, uint64_t *at, uint64_t *size)
{
    uint8_t bytes[8];
    if (!read_at(film, *at, bytes, 5) || big_endian(bytes, 4) != id)
    {
        return false;
    }
    // The zero bits in front of the first one tell how many bytes follow; all others set: unknown.
    int count = 1;
    while (count < 8 && (bytes[4] & 0x80 >> (count - 1)) == 0)
    {
        count++;
    }
    if (!read_at(film, *at + 4, bytes, (size_t)count))
    {
        return false;
    }
    const uint64_t unknown = (UINT64_C(1) << 7 * count) - 1;
    *size = big_endian(bytes, count) & unknown;
    *at += 4 + (uint64_t)count;
    return *size != unknown && *size <= film->size - *at;
}

static bool webm_is_whole(const container *film)
{
    uint64_t at = 0, size = 0;
    if (!enter_element(film, 0x1a45dfa3, &at, &size)) // the header
    {
        return false;
    }
    at += size;
    return enter_element(film, 0x18538067, &at, &size) && at + size == film->size; // the segment
}

bool container_is_whole(const char *path, recorder_kind kind)
{
    container film = {.descriptor = open(path, O_RDONLY)};
    if (film.descriptor < 0)
    {
        return false;
    }
    struct stat found;
    bool whole = fstat(film.descriptor, &found) == 0;
    if (whole)
    {
        film.size = (uint64_t)found.st_size;
        whole = kind == RECORDER_MP4 ? mp4_is_whole(&film) : webm_is_whole(&film);
    }
    close(film.descriptor);
    return whole;
}
