// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700 // for fseeko

#include "export/raster.h"

#ifdef LOAM_HAS_EXR
#include <errno.h>
#include <openexr.h>
#include <string.h>
#endif

// Maps as OpenEXR files, through the C library OpenEXRCore. R, G and B hold the same heights: Godot takes
// files of one channel for something else. Equal channels compress to little more than one.

bool loam_raster_supports(loam_raster_format format)
{
#ifdef LOAM_HAS_EXR
    (void)format;
    return true;
#else
    return format != LOAM_RASTER_EXR;
#endif
}

#ifdef LOAM_HAS_EXR

enum
{
    ROWS = 16, // of one piece of the file
    CHANNELS = 3
};

struct loam_exr
{
    exr_context_t context;
    exr_encode_pipeline_t pipeline;
    bool encoding; // the pipeline has something to free
};

static loam_result failed(loam_raster *raster, exr_result_t error)
{
    return error == EXR_ERR_OUT_OF_MEMORY
               ? loam_fail(LOAM_OUT_OF_MEMORY, "%s: %s", raster->path,
                           exr_get_default_error_message(error))
               : loam_raster_failure(raster, exr_get_default_error_message(error));
}

static int64_t write_bytes(exr_const_context_t context, void *user, const void *bytes,
                           uint64_t size, uint64_t offset, exr_stream_error_func_ptr_t complain)
{
    (void)context, (void)complain;
    loam_file *file = user;
    errno = 0;
    if (fseeko(file->stream, (off_t)offset, SEEK_SET) != 0 ||
        fwrite(bytes, 1, size, file->stream) != size)
    {
        file->error = errno;
        return -1;
    }
    return (int64_t)size;
}

/// The library would print to stderr otherwise.
static void keep_silent(exr_const_context_t context, exr_result_t error, const char *message)
{
    (void)context, (void)error, (void)message;
}

static exr_result_t write_header(loam_raster *raster)
{
    const exr_context_t context = raster->exr->context;
    static const char *const names[CHANNELS] = {"B", "G", "R"}; // in the order of the alphabet
    int part;
    exr_result_t error = exr_add_part(context, "heights", EXR_STORAGE_SCANLINE, &part);
    error = error != EXR_ERR_SUCCESS
                ? error
                : exr_initialize_required_attr_simple(context, part, raster->def.w, raster->def.h,
                                                      EXR_COMPRESSION_ZIP);
    for (int i = 0; i < CHANNELS && error == EXR_ERR_SUCCESS; i++)
    {
        error = exr_add_channel(context, part, names[i], EXR_PIXEL_FLOAT,
                                EXR_PERCEPTUALLY_LOGARITHMIC, 1, 1);
    }
    return error != EXR_ERR_SUCCESS ? error : exr_write_header(context);
}

static loam_result begin_exr(loam_raster *raster)
{
    raster->exr = loam_alloc(&raster->def.env, sizeof *raster->exr);
    if (raster->exr == NULL)
    {
        return LOAM_OUT_OF_MEMORY;
    }
    *raster->exr = (struct loam_exr){0};
    exr_context_initializer_t setup = EXR_DEFAULT_CONTEXT_INITIALIZER;
    setup.error_handler_fn = keep_silent;
    setup.user_data = &raster->file;
    setup.write_fn = write_bytes;
    exr_result_t error = exr_start_write(&raster->exr->context, raster->path,
                                         EXR_WRITE_FILE_DIRECTLY, &setup);
    error = error != EXR_ERR_SUCCESS ? error : write_header(raster);
    return error == EXR_ERR_SUCCESS ? LOAM_OK : failed(raster, error);
}

/// Where the rows of a piece lie: all channels read the same floats.
static void point_to_rows(loam_raster *raster)
{
    exr_encode_pipeline_t *pipeline = &raster->exr->pipeline;
    for (int i = 0; i < pipeline->channel_count; i++)
    {
        pipeline->channels[i].user_pixel_stride = (int32_t)sizeof(float);
        pipeline->channels[i].user_line_stride = raster->def.w * (int32_t)sizeof(float);
        pipeline->channels[i].encode_from_ptr = raster->scratch;
    }
}

static exr_result_t write_piece(loam_raster *raster, int32_t first_row)
{
    struct loam_exr *exr = raster->exr;
    exr_chunk_info_t piece;
    exr_result_t error = exr_write_scanline_chunk_info(exr->context, 0, first_row, &piece);
    if (error != EXR_ERR_SUCCESS)
    {
        return error;
    }
    error = exr->encoding ? exr_encoding_update(exr->context, 0, &piece, &exr->pipeline)
                          : exr_encoding_initialize(exr->context, 0, &piece, &exr->pipeline);
    if (error == EXR_ERR_SUCCESS)
    {
        point_to_rows(raster);
        error = exr->encoding
                    ? EXR_ERR_SUCCESS
                    : exr_encoding_choose_default_routines(exr->context, 0, &exr->pipeline);
        exr->encoding = true;
    }
    return error != EXR_ERR_SUCCESS ? error : exr_encoding_run(exr->context, 0, &exr->pipeline);
}

static loam_result write_row(loam_raster *raster, const void *row)
{
    const int32_t w = raster->def.w, at = raster->rows % ROWS;
    memcpy((float *)raster->scratch + (size_t)at * (size_t)w, row, (size_t)w * sizeof(float));
    if (at + 1 < ROWS && raster->rows + 1 < raster->def.h)
    {
        return LOAM_OK;
    }
    const exr_result_t error = write_piece(raster, raster->rows - at);
    return error == EXR_ERR_SUCCESS ? LOAM_OK : failed(raster, error);
}

static loam_result end_exr(loam_raster *raster)
{
    if (raster->exr->encoding)
    {
        exr_encoding_destroy(raster->exr->context, &raster->exr->pipeline);
        raster->exr->encoding = false;
    }
    const exr_result_t error = exr_finish(&raster->exr->context); // the table of pieces
    return error == EXR_ERR_SUCCESS ? LOAM_OK : failed(raster, error);
}

static void close_exr(loam_raster *raster)
{
    if (raster->exr == NULL)
    {
        return;
    }
    if (raster->exr->encoding)
    {
        exr_encoding_destroy(raster->exr->context, &raster->exr->pipeline);
    }
    if (raster->exr->context != NULL)
    {
        exr_finish(&raster->exr->context);
    }
    loam_free(&raster->def.env, raster->exr, sizeof *raster->exr);
    raster->exr = NULL;
}

const raster_kind loam_raster_exr = {begin_exr, write_row, end_exr, close_exr};

#else

const raster_kind loam_raster_exr; // never asked for: loam_raster_supports says no

#endif
