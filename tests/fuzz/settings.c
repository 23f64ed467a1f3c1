// SPDX-License-Identifier: MIT
// Any bytes as the file of settings: whatever stands in it, what comes out can be used, and written and read
// again without a complaint.
#include "play/settings.h"
#include "written.h"

#include "loam/tile_frame.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void count(void *user, const char *message)
{
    (void)message;
    ++*(int *)user;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    play_settings settings, again;
    int complaints = 0, later = 0;
    (void)play_settings_read(written(data, size), &settings, count, &complaints);
    if (settings.zoom < 1 || settings.zoom > LOAM_MAX_FRAME_ZOOM || settings.window_w < 320 ||
        settings.window_h < 200 || settings.frame_limit < 30 || settings.autosave_seconds < 1 ||
        settings.mode >= WINDOW_MODES || settings.light >= PLAY_LIGHT_QUALITIES)
    {
        abort();
    }
    if (play_settings_write(written_path, &settings) != LOAM_OK ||
        play_settings_read(written_path, &again, count, &later) != LOAM_OK || later != 0)
    {
        abort();
    }
    return 0;
}
