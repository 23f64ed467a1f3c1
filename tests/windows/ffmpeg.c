// SPDX-License-Identifier: MIT
// A stand-in for ffmpeg: what it is given through the pipe becomes the pictures of an MP4 that is none but for its
// boxes. The film's name is its last word, file:NAME. With FFMPEG_HANGS in the environment it takes nothing, for ever.
#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>
#include <windows.h>

static void put_size(FILE *film, unsigned size)
{
    for (int shift = 24; shift >= 0; shift -= 8)
    {
        fputc((int)(size >> shift & 255), film);
    }
}

int wmain(int count, wchar_t **words)
{
    static char bytes[1 << 16];
    if (count < 2 || wcsncmp(words[count - 1], L"file:", 5) != 0)
    {
        return 2;
    }
    FILE *const film = _wfopen(words[count - 1] + 5, L"wb");
    if (film == NULL)
    {
        return 3;
    }
    if (getenv("FFMPEG_HANGS") != NULL)
    {
        Sleep(INFINITE);
    }
    _setmode(_fileno(stdin), _O_BINARY);
    unsigned size = 8;
    fwrite("\0\0\0\0mdat", 1, 8, film);
    for (size_t got; (got = fread(bytes, 1, sizeof bytes, stdin)) > 0; size += (unsigned)got)
    {
        fwrite(bytes, 1, got, film);
    }
    fwrite("\0\0\0\10moov", 1, 8, film);
    fseek(film, 0, SEEK_SET);
    put_size(film, size);
    return fclose(film) == 0 ? 0 : 4;
}
