// SPDX-License-Identifier: MIT
#include "export/tiled/tiled.h"

#include <inttypes.h>

// .tmj, as Tiled's documentation has it ("JSON Map Format", version 1.10).

static void put_string(FILE *out, const char *text)
{
    fputc('"', out);
    for (; *text != '\0'; text++)
    {
        const unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\')
        {
            fprintf(out, "\\%c", c);
        }
        else if (c < 0x20)
        {
            fprintf(out, "\\u%04x", c);
        }
        else
        {
            fputc(c, out);
        }
    }
    fputc('"', out);
}

static void put_comma(tiled_writer *to)
{
    fputs(to->follows ? ",\n" : "\n", to->out);
    to->follows = true;
}

static void put_property(FILE *out, const tiled_property *property)
{
    fprintf(out, "{\"name\":\"%s\",\"type\":\"%s\",\"value\":", property->name,
            loam_tiled_type_name(property->kind));
    const loam_colour c = property->colour;
    switch (property->kind)
    {
    case TILED_TEXT:
        put_string(out, property->text);
        break;
    case TILED_WHOLE:
        fprintf(out, "%d", (int)property->whole);
        break;
    case TILED_TRUE:
        fputs("true", out);
        break;
    case TILED_COLOUR:
        fprintf(out, "\"#%02x%02x%02x%02x\"", c.a, c.r, c.g, c.b);
        break;
    }
    fputc('}', out);
}

static void put_properties(FILE *out, const tiled_properties *properties)
{
    fputs("\"properties\":[", out);
    for (int32_t i = 0; i < properties->count; i++)
    {
        fputs(i > 0 ? "," : "", out);
        put_property(out, &properties->list[i]);
    }
    fputs("]", out);
}

static void begin_tiles(tiled_writer *to)
{
    const tiled_head *const head = to->head;
    const tiled_set *const set = head->set;
    fprintf(to->out,
            "\"tilesets\":[{\"firstgid\":1,\"name\":\"loam\",\"tilewidth\":%d,\"tileheight\":%d,"
            "\"tilecount\":%d,\"columns\":%d,\"margin\":0,\"spacing\":0,\"imagewidth\":%d,"
            "\"imageheight\":%d,\"image\":",
            (int)head->pixels, (int)head->pixels, (int)(set->row_count * set->columns),
            (int)set->columns, (int)(set->columns * head->pixels),
            (int)(set->row_count * head->pixels));
    put_string(to->out, head->picture);
    fputs(",\"tiles\":[", to->out);
    to->follows = false;
}

static void begin(tiled_writer *to)
{
    const tiled_head *const head = to->head;
    const loam_colour sky = head->sky;
    fprintf(to->out,
            "{\"type\":\"map\",\"version\":\"1.10\",\"orientation\":\"orthogonal\","
            "\"renderorder\":\"right-down\",\"width\":%d,\"height\":%d,\"tilewidth\":%d,"
            "\"tileheight\":%d,\"infinite\":false,\"backgroundcolor\":\"#%02x%02x%02x\","
            "\"nextlayerid\":%d,\"nextobjectid\":%d,\n",
            (int)head->w, (int)head->h, (int)head->pixels, (int)head->pixels, sky.r, sky.g, sky.b,
            (int)head->layers + 1, (int)head->objects + 1);
    put_properties(to->out, &head->properties);
    fputs(",\n", to->out);
    begin_tiles(to);
}

static void put_rectangle(FILE *out, int64_t x, int64_t y, int64_t w, int64_t h)
{
    fprintf(out,
            "\"x\":%" PRId64 ",\"y\":%" PRId64 ",\"width\":%" PRId64 ",\"height\":%" PRId64
            ",\"rotation\":0,\"visible\":true",
            x, y, w, h);
}

static void put_tile(tiled_writer *to, const tiled_tile *tile)
{
    put_comma(to);
    fprintf(to->out, "{\"id\":%d,\"type\":\"%s\",", (int)tile->id, tile->material);
    put_properties(to->out, &tile->properties);
    if (tile->collides)
    {
        fputs(",\"objectgroup\":{\"type\":\"objectgroup\",\"draworder\":\"index\",\"name\":\"\","
              "\"opacity\":1,\"visible\":true,\"x\":0,\"y\":0,\"objects\":[{\"id\":1,\"name\":\"\","
              "\"type\":\"\",",
              to->out);
        put_rectangle(to->out, 0, 0, to->head->pixels, to->head->pixels);
        fputs("}]}", to->out);
    }
    fputs("}", to->out);
}

static void end_tiles(tiled_writer *to)
{
    fputs("\n]}],\n\"layers\":[", to->out);
    to->follows = false;
}

static void begin_any_layer(tiled_writer *to, const char *type, const char *name)
{
    put_comma(to);
    fprintf(to->out,
            "{\"type\":\"%s\",\"id\":%d,\"name\":\"%s\",\"x\":0,\"y\":0,\"opacity\":1,"
            "\"visible\":true,",
            type, (int)++to->layers, name);
}

static void begin_layer(tiled_writer *to, const char *name)
{
    begin_any_layer(to, "tilelayer", name);
    fprintf(to->out, "\"width\":%d,\"height\":%d,\"data\":[\n", (int)to->head->w, (int)to->head->h);
}

static void end_layer(tiled_writer *to)
{
    fputs("]}", to->out);
}

static void begin_objects(tiled_writer *to, const char *name)
{
    begin_any_layer(to, "objectgroup", name);
    fputs("\"draworder\":\"topdown\",\"objects\":[", to->out);
    to->follows = false;
}

static void put_object(tiled_writer *to, const tiled_object *object)
{
    put_comma(to);
    fprintf(to->out, "{\"id\":%d,\"name\":", (int)++to->objects);
    put_string(to->out, object->name);
    fprintf(to->out, ",\"type\":\"%s\",", object->kind);
    put_rectangle(to->out, object->x, object->y, object->w, object->h);
    fputs(object->w > 0 ? "}" : ",\"point\":true}", to->out);
}

static void end_objects(tiled_writer *to)
{
    fputs("\n]}", to->out);
    to->follows = true;
}

static void end(tiled_writer *to)
{
    fputs("\n]}\n", to->out);
}

const tiled_form loam_tiled_json = {begin,         put_tile,   end_tiles,   begin_layer, end_layer,
                                    begin_objects, put_object, end_objects, end};
