// SPDX-License-Identifier: MIT
#include "export/tiled/tiled.h"

#include <inttypes.h>

// .tmx, as Tiled's documentation has it ("TMX Map Format", version 1.10). Layers are comma-separated numbers,
// which every reader knows.

static void put_escaped(FILE *out, const char *text)
{
    for (; *text != '\0'; text++)
    {
        switch (*text)
        {
        case '&':
            fputs("&amp;", out);
            break;
        case '<':
            fputs("&lt;", out);
            break;
        case '"':
            fputs("&quot;", out);
            break;
        case '\n':
            fputs("&#10;", out);
            break;
        case '\t':
            fputs("&#9;", out);
            break;
        default:
            fputc(*text, out);
            break;
        }
    }
}

static void put_property(FILE *out, const tiled_property *property)
{
    fprintf(out, "<property name=\"%s\" type=\"%s\" value=\"", property->name,
            loam_tiled_type_name(property->kind));
    const loam_colour c = property->colour;
    switch (property->kind)
    {
    case TILED_TEXT:
        put_escaped(out, property->text);
        break;
    case TILED_WHOLE:
        fprintf(out, "%d", (int)property->whole);
        break;
    case TILED_TRUE:
        fputs("true", out);
        break;
    case TILED_COLOUR:
        fprintf(out, "#%02x%02x%02x%02x", c.a, c.r, c.g, c.b);
        break;
    }
    fputs("\"/>\n", out);
}

static void put_properties(FILE *out, const tiled_properties *properties)
{
    if (properties->count > 0)
    {
        fputs("<properties>\n", out);
        for (int32_t i = 0; i < properties->count; i++)
        {
            put_property(out, &properties->list[i]);
        }
        fputs("</properties>\n", out);
    }
}

static void begin_tiles(FILE *out, const tiled_head *head)
{
    const tiled_set *const set = head->set;
    fprintf(out,
            "<tileset firstgid=\"1\" name=\"loam\" tilewidth=\"%d\" tileheight=\"%d\" "
            "tilecount=\"%d\" columns=\"%d\">\n<image source=\"",
            (int)head->pixels, (int)head->pixels, (int)(set->row_count * set->columns),
            (int)set->columns);
    put_escaped(out, head->picture);
    fprintf(out, "\" width=\"%d\" height=\"%d\"/>\n", (int)(set->columns * head->pixels),
            (int)(set->row_count * head->pixels));
}

static void begin(tiled_writer *to)
{
    const tiled_head *const head = to->head;
    const loam_colour sky = head->sky;
    fprintf(to->out,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<map version=\"1.10\" "
            "orientation=\"orthogonal\" renderorder=\"right-down\" width=\"%d\" height=\"%d\" "
            "tilewidth=\"%d\" tileheight=\"%d\" infinite=\"0\" "
            "backgroundcolor=\"#%02x%02x%02x\" nextlayerid=\"%d\" nextobjectid=\"%d\">\n",
            (int)head->w, (int)head->h, (int)head->pixels, (int)head->pixels, sky.r, sky.g, sky.b,
            (int)head->layers + 1, (int)head->objects + 1);
    put_properties(to->out, &head->properties);
    begin_tiles(to->out, head);
}

static void put_tile(tiled_writer *to, const tiled_tile *tile)
{
    fprintf(to->out, "<tile id=\"%d\" type=\"%s\">\n", (int)tile->id, tile->material);
    put_properties(to->out, &tile->properties);
    if (tile->collides)
    {
        fprintf(to->out,
                "<objectgroup draworder=\"index\"><object id=\"1\" x=\"0\" y=\"0\" width=\"%d\" "
                "height=\"%d\"/></objectgroup>\n",
                (int)to->head->pixels, (int)to->head->pixels);
    }
    fputs("</tile>\n", to->out);
}

static void end_tiles(tiled_writer *to)
{
    fputs("</tileset>\n", to->out);
}

static void begin_layer(tiled_writer *to, const char *name)
{
    fprintf(to->out,
            "<layer id=\"%d\" name=\"%s\" width=\"%d\" height=\"%d\">\n<data encoding=\"csv\">\n",
            (int)++to->layers, name, (int)to->head->w, (int)to->head->h);
}

static void end_layer(tiled_writer *to)
{
    fputs("</data>\n</layer>\n", to->out);
}

static void begin_objects(tiled_writer *to, const char *name)
{
    fprintf(to->out, "<objectgroup id=\"%d\" name=\"%s\">\n", (int)++to->layers, name);
}

static void put_object(tiled_writer *to, const tiled_object *object)
{
    fprintf(to->out, "<object id=\"%d\" name=\"", (int)++to->objects);
    put_escaped(to->out, object->name);
    fprintf(to->out, "\" type=\"%s\" x=\"%" PRId64 "\" y=\"%" PRId64 "\"", object->kind, object->x,
            object->y);
    if (object->w > 0)
    {
        fprintf(to->out, " width=\"%" PRId64 "\" height=\"%" PRId64 "\"/>\n", object->w, object->h);
    }
    else
    {
        fputs("><point/></object>\n", to->out);
    }
}

static void end_objects(tiled_writer *to)
{
    fputs("</objectgroup>\n", to->out);
}

static void end(tiled_writer *to)
{
    fputs("</map>\n", to->out);
}

const tiled_form loam_tiled_xml = {begin,         put_tile,   end_tiles,   begin_layer, end_layer,
                                   begin_objects, put_object, end_objects, end};
