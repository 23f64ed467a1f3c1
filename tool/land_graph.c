// SPDX-License-Identifier: MIT
#include "loam/loam.h"
#include "progress.h"
#include "times.h"
#include "tool.h"

#include <inttypes.h>
#include <math.h>

// loam land graph: the Voronoi graph that land grows on, for every way to spread sites (Blomqvist et al.
// 2016, appendix D). Every cell is painted on its own, from its ring, so the picture has a hole wherever
// the graph has one.

enum
{
    ALL = LOAM_DISTRIBUTOR_COUNT, // the choice after the distributors
    MAX_SIDE = 8192,
    COLUMNS = 3, // of the sheet
    LINE = 0x3d4a55,
    SITE = 0x22303c
};

typedef struct graph_settings
{
    int32_t distributor;
    uint64_t seed;
    option_position at; // cells
    option_size size;
    int64_t cell; // pixels
    const char *output;
    bool json;
} graph_settings;

typedef struct graph_figures
{
    int64_t pages, cells, edges, vertices; // of the pages that are shown
    int64_t holes;                         // pixels that lie in no cell: 0, or something is wrong
    uint64_t hash;
} graph_figures;

typedef struct graph_report
{
    graph_figures figures[LOAM_DISTRIBUTOR_COUNT];
    double ms;
} graph_report;

// ---- painting -----------------------------------------------------------------------------------

// A picture of a graph and the 3 x 3 pages around the one that is painted.
typedef struct canvas
{
    const graph_settings *settings;
    FILE *err; // for a bar
    loam_pipeline *pipeline;
    loam_graph *graph;
    loam_picture picture;
    int64_t page_x, page_z;
    const loam_page *held[3][3];
    loam_graph_page pages[3][3]; // z, x
} canvas;

typedef struct place
{
    double x, z;
} place;

static double units_per_pixel(const canvas *c)
{
    return (double)LOAM_GRAPH_CELL / (double)c->settings->cell;
}

// A site in pixels of the picture; z is up.
static place site_at(const canvas *c, loam_graph_ref cell)
{
    const loam_graph_page *const page = &c->pages[cell.page_dz + 1][cell.page_dx + 1];
    const int64_t x = (c->page_x + cell.page_dx) * LOAM_GRAPH_PAGE -
                      c->settings->at.x * LOAM_GRAPH_CELL + page->site_x[cell.index];
    const int64_t z = (c->page_z + cell.page_dz) * LOAM_GRAPH_PAGE -
                      c->settings->at.y * LOAM_GRAPH_CELL + page->site_z[cell.index];
    return (place){c->picture.w * 0.5 + (double)x / units_per_pixel(c),
                   c->picture.h * 0.5 - (double)z / units_per_pixel(c)};
}

// A soft colour of its own for each cell.
static loam_colour colour_of(const canvas *c, int32_t cell)
{
    static const uint32_t paints[] = {0xc9d8b6, 0xb7cfc2, 0xd9d2b0, 0xa9c6cc, 0xd8c3b1,
                                      0xc3d3d8, 0xbfcaa6, 0xe0d8c4, 0xb4c4b0, 0xcdc6d6};
    const uint64_t hash = loam_seed_at(7, c->page_x, cell, c->page_z);
    const loam_colour paint = loam_rgb(paints[hash % (sizeof paints / sizeof paints[0])]);
    return loam_colour_shade(paint, 0.96f + 0.08f * loam_random_float(hash, 1));
}

static float cover(double inside)
{
    return inside <= 0 ? 0 : inside >= 1 ? 1 : (float)inside;
}

// One cell: its site and the ways to the sites around it, in pixels.
typedef struct painted_cell
{
    place site;
    int32_t count;
    double dx[LOAM_GRAPH_MAX_RING], dz[LOAM_GRAPH_MAX_RING], length[LOAM_GRAPH_MAX_RING];
    loam_colour colour;
    double line, dot; // half the width of lines, and the radius of sites, in pixels
} painted_cell;

// Paints a pixel if it lies in the cell.
static void paint_pixel(const canvas *c, const painted_cell *cell, int32_t px, int32_t py)
{
    const double x = px + 0.5 - cell->site.x, z = py + 0.5 - cell->site.z;
    double border = 1e9;
    for (int32_t i = 0; i < cell->count; i++)
    {
        const double along = (x * cell->dx[i] + z * cell->dz[i]) / cell->length[i];
        const double distance = 0.5 * cell->length[i] - along;
        border = distance < border ? distance : border;
    }
    if (border < 0)
    {
        return;
    }
    const float line = cover(cell->line + 0.5 - border);
    const float dot = cover(cell->dot + 0.5 - sqrt(x * x + z * z));
    loam_colour colour = loam_colour_mix(cell->colour, loam_rgb(LINE), line);
    colour = loam_colour_mix(colour, loam_rgb(SITE), dot);
    c->picture.pixels[(int64_t)py * c->picture.w + px] = colour;
}

static painted_cell describe_cell(const canvas *c, int32_t index)
{
    const loam_graph_page *const page = &c->pages[1][1];
    const double size = (double)c->settings->cell;
    painted_cell cell = {.site = site_at(c, (loam_graph_ref){0, 0, (uint16_t)index}),
                         .colour = colour_of(c, index),
                         .line = fmin(fmax(size / 64, 0.4), 1.5),
                         .dot = size < 8 ? -1 : fmin(fmax(size / 24, 0.9), 3)};
    for (int32_t i = page->ring_begin[index]; i < page->ring_begin[index + 1]; i++)
    {
        const place other = site_at(c, page->ring_cells[i]);
        const double dx = other.x - cell.site.x, dz = other.z - cell.site.z;
        cell.dx[cell.count] = dx;
        cell.dz[cell.count] = dz;
        cell.length[cell.count++] = sqrt(dx * dx + dz * dz);
    }
    return cell;
}

static int32_t clip(double value, int32_t high)
{
    return value < 0 ? 0 : value > high ? high : (int32_t)value;
}

// A cell's pixels lie within the box of its corners.
static void paint_cell(const canvas *c, int32_t index)
{
    const loam_graph_page *const page = &c->pages[1][1];
    const painted_cell cell = describe_cell(c, index);
    double reach = 0;
    for (int32_t i = page->ring_begin[index]; i < page->ring_begin[index + 1]; i++)
    {
        const loam_graph_ref ref = page->ring_vertices[i];
        const loam_graph_vertex *const vertex =
            &c->pages[ref.page_dz + 1][ref.page_dx + 1].vertices[ref.index];
        const double x = vertex->x + ref.page_dx * LOAM_GRAPH_PAGE - page->site_x[index];
        const double z = vertex->z + ref.page_dz * LOAM_GRAPH_PAGE - page->site_z[index];
        reach = fmax(reach, sqrt(x * x + z * z) / units_per_pixel(c) + 2);
    }
    const int32_t x0 = clip(cell.site.x - reach, c->picture.w);
    const int32_t x1 = clip(cell.site.x + reach, c->picture.w);
    const int32_t y1 = clip(cell.site.z + reach, c->picture.h);
    for (int32_t y = clip(cell.site.z - reach, c->picture.h); y < y1; y++)
    {
        for (int32_t x = x0; x < x1; x++)
        {
            paint_pixel(c, &cell, x, y);
        }
    }
}

// ---- pages --------------------------------------------------------------------------------------

static loam_result hold_pages(canvas *c)
{
    loam_result result = LOAM_OK;
    for (int32_t i = 0; result == LOAM_OK && i < 9; i++)
    {
        const loam_page_id id = {.stage = loam_graph_stage(c->graph),
                                 .x = c->page_x + i % 3 - 1,
                                 .z = c->page_z + i / 3 - 1};
        result = loam_pipeline_get(c->pipeline, id, &c->held[i / 3][i % 3]);
        if (result == LOAM_OK)
        {
            result = loam_graph_read(c->held[i / 3][i % 3], &c->pages[i / 3][i % 3]);
        }
    }
    return result;
}

static void release_pages(canvas *c)
{
    for (int32_t i = 0; i < 9; i++)
    {
        loam_pipeline_release(c->pipeline, c->held[i / 3][i % 3]);
        c->held[i / 3][i % 3] = NULL;
    }
}

static loam_result paint_page(canvas *c, graph_figures *figures)
{
    const loam_result result = hold_pages(c);
    if (result == LOAM_OK)
    {
        const loam_graph_page *const page = &c->pages[1][1];
        for (int32_t i = 0; i < page->cell_count; i++)
        {
            paint_cell(c, i);
        }
        figures->pages++;
        figures->cells += page->cell_count;
        figures->edges += page->edge_count;
        figures->vertices += page->vertex_count;
        figures->hash = loam_hash_bytes(c->held[1][1]->data, c->held[1][1]->size, figures->hash);
    }
    release_pages(c);
    return result;
}

static int64_t page_of(int64_t cell)
{
    return loam_floor_div(cell, LOAM_GRAPH_SIDE);
}

// All pages that have cells in the picture; relaxed ones reach three cells beyond their page.
static loam_result paint_pages(canvas *c, graph_figures *figures)
{
    const graph_settings *const settings = c->settings;
    const int64_t half_w = settings->size.w / settings->cell / 2 + 4;
    const int64_t half_h = settings->size.h / settings->cell / 2 + 4;
    const int64_t x0 = page_of(settings->at.x - half_w), x1 = page_of(settings->at.x + half_w);
    const int64_t z0 = page_of(settings->at.y - half_h), z1 = page_of(settings->at.y + half_h);
    progress bar;
    loam_result result = LOAM_OK;
    progress_begin(&bar, c->err, "pages", (x1 - x0 + 1) * (z1 - z0 + 1));
    for (c->page_z = z0; result == LOAM_OK && c->page_z <= z1; c->page_z++)
    {
        for (c->page_x = x0; result == LOAM_OK && c->page_x <= x1; c->page_x++)
        {
            result = paint_page(c, figures);
            progress_add(&bar, 1);
        }
    }
    progress_end(&bar);
    return result;
}

// Paint is opaque, so what nobody has painted is still clear.
static int64_t count_holes(const loam_picture *picture)
{
    int64_t holes = 0;
    for (int64_t i = 0; i < (int64_t)picture->w * picture->h; i++)
    {
        holes += picture->pixels[i].a == 0;
    }
    return holes;
}

static loam_result draw(const tool_io *io, const graph_settings *settings,
                        loam_distributor distributor, loam_picture *picture, graph_figures *figures)
{
    loam_pipeline_def pipeline_def = loam_default_pipeline_def();
    pipeline_def.seed = settings->seed;
    pipeline_def.cache_bytes = (size_t)256 << 20;
    loam_graph_def graph_def = loam_default_graph_def();
    graph_def.distributor = distributor;
    canvas c = {.settings = settings, .err = io->err};
    loam_result result = loam_pipeline_create(&pipeline_def, &c.pipeline);
    if (result != LOAM_OK)
    {
        return result;
    }
    result = loam_graph_create(c.pipeline, &pipeline_def.env, &graph_def, &c.graph);
    if (result == LOAM_OK)
    {
        result = loam_picture_create(&pipeline_def.env, settings->size.w, settings->size.h,
                                     (loam_colour){0}, &c.picture);
    }
    if (result == LOAM_OK)
    {
        result = paint_pages(&c, figures);
        figures->holes = count_holes(&c.picture);
        *picture = c.picture;
    }
    loam_pipeline_destroy(c.pipeline);
    loam_graph_destroy(c.graph);
    return result;
}

// ---- running ------------------------------------------------------------------------------------

static loam_result make_sheet(const loam_env *env, const loam_picture *pictures, loam_picture *out)
{
    const char *captions[LOAM_DISTRIBUTOR_COUNT];
    for (int32_t i = 0; i < LOAM_DISTRIBUTOR_COUNT; i++)
    {
        captions[i] = loam_distributor_name((loam_distributor)i);
    }
    return loam_picture_sheet(env, pictures, captions, LOAM_DISTRIBUTOR_COUNT, COLUMNS,
                              "Voronoi graphs", out);
}

static loam_result write_picture(const graph_settings *settings, const loam_env *env,
                                 const loam_picture *pictures)
{
    if (settings->output == NULL)
    {
        return LOAM_OK;
    }
    if (settings->distributor != ALL)
    {
        return loam_png_write(env, settings->output, &pictures[settings->distributor]);
    }
    loam_picture sheet;
    loam_result result = make_sheet(env, pictures, &sheet);
    if (result == LOAM_OK)
    {
        result = loam_png_write(env, settings->output, &sheet);
        loam_picture_destroy(env, &sheet);
    }
    return result;
}

static bool is_shown(const graph_settings *settings, int32_t distributor)
{
    return settings->distributor == ALL || settings->distributor == distributor;
}

static loam_result make(const tool_io *io)
{
    const graph_settings *const settings = io->settings;
    graph_report *const report = io->work;
    const loam_env env = loam_default_env();
    const uint64_t start = loam_clock_ns();
    loam_picture pictures[LOAM_DISTRIBUTOR_COUNT] = {{0}};
    loam_result result = settings->output != NULL ? loam_file_check(settings->output) : LOAM_OK;
    for (int32_t i = 0; result == LOAM_OK && i < LOAM_DISTRIBUTOR_COUNT; i++)
    {
        if (is_shown(settings, i))
        {
            result = draw(io, settings, (loam_distributor)i, &pictures[i], &report->figures[i]);
        }
    }
    report->ms = ms_since(start);
    result = result == LOAM_OK ? write_picture(settings, &env, pictures) : result;
    for (int32_t i = 0; i < LOAM_DISTRIBUTOR_COUNT; i++)
    {
        loam_picture_destroy(&env, &pictures[i]);
    }
    return result;
}

static void add_graphs(text *json, const graph_settings *settings, const graph_report *report)
{
    json_open_at(json, "graphs", '{');
    for (int32_t i = 0; i < LOAM_DISTRIBUTOR_COUNT; i++)
    {
        if (is_shown(settings, i))
        {
            const graph_figures *const figures = &report->figures[i];
            json_open_at(json, loam_distributor_name((loam_distributor)i), '{');
            json_add_number(json, "pages", (double)figures->pages);
            json_add_number(json, "cells", (double)figures->cells);
            json_add_number(json, "edges", (double)figures->edges);
            json_add_number(json, "vertices", (double)figures->vertices);
            json_add_number(json, "holes", (double)figures->holes);
            json_add_hash(json, "hash", figures->hash);
            json_close(json, '}');
        }
    }
    json_close(json, '}');
}

static int print_json(const tool_io *io, const graph_settings *settings, const graph_report *report)
{
    text json = {0};
    json_open(&json, '{');
    json_add_uint64(&json, "seed", settings->seed);
    json_add_place(&json, "at", settings->at.x, settings->at.y);
    json_add_size(&json, "size", settings->size.w, settings->size.h);
    json_add_number(&json, "cell", (double)settings->cell);
    add_graphs(&json, settings, report);
    json_add_number(&json, "ms", report->ms);
    json_add_text(&json, "file", settings->output);
    json_close(&json, '}');
    return tool_print_json(io, &json);
}

static int print_lines(const tool_io *io, const graph_settings *settings,
                       const graph_report *report)
{
    for (int32_t i = 0; i < LOAM_DISTRIBUTOR_COUNT; i++)
    {
        if (is_shown(settings, i))
        {
            const graph_figures *const figures = &report->figures[i];
            fprintf(io->out,
                    "%s: %" PRId64 " pages with %" PRId64 " cells, %" PRId64 " edges and %" PRId64
                    " vertices; hash %016" PRIx64 "\n",
                    loam_distributor_name((loam_distributor)i), figures->pages, figures->cells,
                    figures->edges, figures->vertices, figures->hash);
        }
    }
    if (settings->output != NULL)
    {
        fprintf(io->out, "%.0f ms; written to %s\n", report->ms, settings->output);
    }
    return TOOL_DONE;
}

static int print(const tool_io *io)
{
    const graph_settings *const settings = io->settings;
    return (settings->json ? print_json : print_lines)(io, settings, io->work);
}

// ---- options ------------------------------------------------------------------------------------

static const char *choose_distributor(int32_t i)
{
    return i < ALL ? loam_distributor_name((loam_distributor)i) : i == ALL ? "all" : NULL;
}

#define AT(field) offsetof(graph_settings, field)

static const tool_option graph_options[] = {
    CHOICE_OPTION("distributor", AT(distributor), choose_distributor, "NAME", "jittered",
                  "how sites are spread; all makes a sheet of them"),
    SEED_OPTION(AT(seed), "of the graph"),
    POSITION_OPTION("at", AT(at), -(double)((int64_t)1 << 48), (double)((int64_t)1 << 48), "X,Z",
                    "0,0", "the cell in the centre; x grows east, z grows north"),
    SIZE_OPTION("size", AT(size), 1, MAX_SIDE, "WxH", "800x600", "how many pixels"),
    INT_OPTION("cell", AT(cell), 2, 512, "PIXELS", "48", "pixels along a cell"),
    PICTURE_OPTION(AT(output), "where the picture goes; without it, elements are only counted"),
    JSON_OPTION(AT(json)),
    {0},
};

const tool_verb verb_land_graph = {
    .name = "land graph",
    .summary = "draws the Voronoi graph that land grows on",
    .details =
        "Each cell has a colour of its own, with its site and its borders. The graph is made in "
        "pages of 32 columns of cells that join exactly; those that the picture touches are "
        "counted, and the hash is that of their elements. Jittered is what land uses: hexagons, "
        "each site moved by up to a third of a cell; uniform sites lie anywhere in their squares; "
        "lloyd1 and lloyd5 are those relaxed once and five times.",
    .options = graph_options,
    .settings_size = sizeof(graph_settings),
    .example = "loam land graph --distributor all --size 400x300 --cell 32 -o graph.png",
    .work_size = sizeof(graph_report),
    .make = make,
    .report = print,
};
