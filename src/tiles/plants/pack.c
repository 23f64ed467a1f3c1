// SPDX-License-Identifier: MIT
#include "tiles/plants/pack.h"

#include "tiles/plants/fall.h"

#include <string.h>

enum
{
    FORMAT = 2,
    FORMAT_WITHOUT_FALLS = 1,
    FLOATS = 7,
    MAX_BEND = PLANT_TURN_LIMIT,
    MAX_SIDE = 1 << 13,                          // of a box, tiles
    LONGEST = (PLANT_MAX_PIECE + 2) * PLANT_TILE // of a branch
};

// ---- writing --------------------------------------------------------------------------------------

/// Writes to out, or only counts if that is NULL.
typedef struct writer
{
    uint8_t *out;
    size_t size;
} writer;

static void put_bytes(writer *w, const void *bytes, size_t count)
{
    if (w->out != NULL)
    {
        memcpy(w->out + w->size, bytes, count);
    }
    w->size += count;
}

static void put_byte(writer *w, uint8_t byte)
{
    put_bytes(w, &byte, 1);
}

/// Seven bits a byte, the lowest first.
static void put_number(writer *w, uint64_t number)
{
    for (; number >= 128; number >>= 7)
    {
        put_byte(w, (uint8_t)(number | 128));
    }
    put_byte(w, (uint8_t)number);
}

/// Small ones of either sign are short.
static void put_signed(writer *w, int32_t number)
{
    put_number(w, (uint32_t)number << 1 ^ (number < 0 ? UINT32_MAX : 0));
}

static void put_fixed(writer *w, uint64_t number, int32_t bytes)
{
    for (int32_t i = 0; i < bytes; i++)
    {
        put_byte(w, (uint8_t)(number >> (8 * i)));
    }
}

static void put_float(writer *w, float number)
{
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    put_fixed(w, bits, sizeof bits);
}

static void put_seed(writer *w, const loam_tile_defs *defs, const loam_tile_plant *seed)
{
    const char *const name = defs->species[seed->species].name;
    put_byte(w, (uint8_t)strlen(name));
    put_bytes(w, name, strlen(name));
    put_fixed(w, (uint64_t)seed->x, 8);
    put_fixed(w, (uint64_t)seed->y, 8);
    put_fixed(w, seed->seed, 8);
    const float floats[FLOATS] = {seed->age,   seed->soil,      seed->slope,     seed->moisture,
                                  seed->light, seed->wind_left, seed->wind_right};
    for (int32_t i = 0; i < FLOATS; i++)
    {
        put_float(w, floats[i]);
    }
}

static void put_bends(writer *w, const loam_branch *branches, uint32_t count)
{
    put_number(w, count);
    for (uint32_t i = 0; i < count; i++)
    {
        put_signed(w, branches[i].bend);
        put_signed(w, branches[i].speed);
    }
}

/// Those that have changed, each by how many before it have not.
static void put_cells(writer *w, const loam_plant_cell *cells, uint32_t count)
{
    uint32_t changed = 0, unchanged = 0;
    for (uint32_t i = 0; i < count; i++)
    {
        changed += cells[i].changed;
    }
    put_number(w, count);
    put_number(w, changed);
    for (uint32_t i = 0; i < count; i++, unchanged++)
    {
        if (cells[i].changed)
        {
            put_number(w, unchanged);
            put_byte(w, cells[i].material);
            put_byte(w, cells[i].variant);
            unchanged = UINT32_MAX; // 0 for the next one
        }
    }
}

static bool is_whole(const loam_grown_plant *plant, const loam_branch *branches)
{
    bool whole = !loam_fall_any(plant);
    for (uint32_t i = 0; i < plant->branch_count; i++)
    {
        whole &= loam_branch_stands(&branches[i]);
    }
    return whole;
}

/// What falls of a plant and what has fallen: which part each branch is of, how far it stands, the box, and the
/// parts themselves. One byte if nothing ever has.
static void put_falls(writer *w, const loam_grown_plant *plant, const loam_branch *branches)
{
    const bool whole = is_whole(plant, branches);
    put_byte(w, !whole);
    for (uint32_t i = 0; !whole && i < plant->branch_count; i++)
    {
        put_byte(w, branches[i].part);
        put_byte(w, branches[i].top);
    }
    const int32_t box[4] = {plant->left, plant->right, plant->low, plant->high};
    for (int32_t i = 0; !whole && i < 4; i++)
    {
        put_signed(w, box[i]);
    }
    for (int32_t i = 0; !whole && i < PLANT_MAX_FALLS; i++)
    {
        int32_t numbers[FALL_NUMBERS];
        memcpy(numbers, &plant->falls[i], sizeof numbers);
        put_byte(w, (uint8_t)plant->falls[i].state);
        for (int32_t j = 0; plant->falls[i].state != FALL_NONE && j < FALL_NUMBERS; j++)
        {
            put_signed(w, numbers[j]);
        }
    }
}

static void put_block(writer *w, const loam_tile_defs *defs, const loam_plant_block *block)
{
    put_byte(w, FORMAT);
    put_number(w, block->plant_count);
    for (uint32_t i = 0; i < block->plant_count; i++)
    {
        const loam_grown_plant *const plant = &block->plants[i];
        put_seed(w, defs, &plant->seed);
        put_bends(w, block->branches + plant->branch, plant->branch_count);
        put_cells(w, block->cells + plant->cell, plant->cell_count);
        put_falls(w, plant, block->branches + plant->branch);
    }
}

size_t loam_plants_pack_size(const loam_tile_defs *defs, const loam_plant_block *block)
{
    writer w = {0};
    put_block(&w, defs, block);
    return w.size;
}

void loam_plants_pack(const loam_tile_defs *defs, const loam_plant_block *block, uint8_t *out)
{
    writer w = {.out = out};
    put_block(&w, defs, block);
}

/// Plants without a state, which then is that of new ones.
static void put_new(writer *w, const loam_tile_defs *defs, const loam_tile_plant *plants,
                    int32_t count)
{
    put_byte(w, FORMAT);
    put_number(w, (uint64_t)count);
    for (int32_t i = 0; i < count; i++)
    {
        put_seed(w, defs, &plants[i]);
        put_bends(w, NULL, 0);
        put_cells(w, NULL, 0);
        put_byte(w, 0);
    }
}

size_t loam_tile_plants_pack(const loam_tile_defs *defs, const loam_tile_plant *plants,
                             int32_t count, uint8_t *out, size_t room)
{
    count = count < LOAM_MAX_CHUNK_PLANTS ? count : LOAM_MAX_CHUNK_PLANTS;
    writer w = {0};
    put_new(&w, defs, plants, count);
    if (w.size <= room)
    {
        w = (writer){.out = out};
        put_new(&w, defs, plants, count);
    }
    return w.size;
}

// ---- reading --------------------------------------------------------------------------------------

/// Nothing is read beyond the end: then bad is set, and all is 0 from there on.
typedef struct reader
{
    const uint8_t *at, *end;
    bool bad;
    bool has_falls; // the format knows them
} reader;

static uint8_t get_byte(reader *r)
{
    if (r->at == r->end)
    {
        r->bad = true;
        return 0;
    }
    return *r->at++;
}

static uint64_t get_number(reader *r)
{
    uint64_t number = 0;
    for (uint32_t shift = 0; shift < 42; shift += 7)
    {
        const uint8_t byte = get_byte(r);
        number |= (uint64_t)(byte & 127) << shift;
        if (byte < 128)
        {
            return number;
        }
    }
    r->bad = true;
    return 0;
}

static int64_t get_signed(reader *r)
{
    const uint64_t number = get_number(r);
    return number & 1 ? -(int64_t)(number >> 1) - 1 : (int64_t)(number >> 1);
}

static uint64_t get_fixed(reader *r, int32_t bytes)
{
    uint64_t number = 0;
    for (int32_t i = 0; i < bytes; i++)
    {
        number |= (uint64_t)get_byte(r) << (8 * i);
    }
    return number;
}

static float get_float(reader *r)
{
    const uint32_t bits = (uint32_t)get_fixed(r, sizeof bits);
    float number;
    memcpy(&number, &bits, sizeof number);
    r->bad |= !(number > -1.0e6f && number < 1.0e6f);
    return number;
}

/// -1 if there is none of that name.
static int32_t get_species(reader *r, const loam_tile_defs *defs)
{
    char name[LOAM_MAX_NAME + 1] = "";
    const uint8_t length = get_byte(r);
    r->bad |= length == 0 || length > LOAM_MAX_NAME;
    for (uint8_t i = 0; i < length && !r->bad; i++)
    {
        name[i] = (char)get_byte(r);
    }
    for (int32_t i = 0; i < LOAM_MAX_SPECIES && defs->species[i].name[0] != '\0'; i++)
    {
        if (strcmp(defs->species[i].name, name) == 0)
        {
            return i;
        }
    }
    return -1;
}

static loam_tile_plant get_seed(reader *r, const loam_tile_defs *defs, loam_chunk_pos chunk)
{
    loam_tile_plant seed = {.species = get_species(r, defs)};
    seed.x = (int64_t)get_fixed(r, 8);
    seed.y = (int64_t)get_fixed(r, 8);
    seed.seed = get_fixed(r, 8);
    float *const floats[FLOATS] = {&seed.age,   &seed.soil,      &seed.slope,     &seed.moisture,
                                   &seed.light, &seed.wind_left, &seed.wind_right};
    for (int32_t i = 0; i < FLOATS; i++)
    {
        *floats[i] = get_float(r);
    }
    const loam_chunk_pos in = loam_chunk_of_tile((loam_tile_pos){seed.x, seed.y});
    r->bad |= in.x != chunk.x || in.y != chunk.y;
    return seed;
}

/// Reads them into branches, or over them if there are others. How many there were.
static uint32_t get_bends(reader *r, loam_branch *branches, uint32_t count)
{
    const uint64_t kept = get_number(r);
    r->bad |= kept > PLANT_MAX_BRANCHES;
    for (uint64_t i = 0; i < kept && !r->bad; i++)
    {
        const int64_t bend = get_signed(r), speed = get_signed(r);
        r->bad |= bend < -MAX_BEND || bend > MAX_BEND || speed < -MAX_BEND || speed > MAX_BEND;
        if (kept == count && !r->bad)
        {
            branches[i].bend = (int32_t)bend;
            branches[i].speed = (int32_t)speed;
        }
    }
    return r->bad ? 0 : (uint32_t)kept;
}

static bool can_be(const loam_tile_defs *defs, uint8_t material, uint8_t variant)
{
    const loam_material *const m = &defs->materials[material];
    return material == LOAM_AIR ||
           ((m->properties & (LOAM_WOOD | LOAM_LEAF)) != 0 && variant < m->inner + m->outer);
}

static void get_cells(reader *r, const loam_tile_defs *defs, loam_plant_cell *cells, uint32_t count)
{
    const uint64_t kept = get_number(r), changed = get_number(r);
    uint64_t cell = 0;
    r->bad |= kept > PLANT_MAX_CELLS || changed > kept;
    for (uint64_t i = 0; i < changed && !r->bad; i++, cell++)
    {
        cell += get_number(r);
        const uint8_t material = get_byte(r), variant = get_byte(r);
        r->bad |= cell >= kept || !can_be(defs, material, variant);
        if (kept == count && !r->bad)
        {
            cells[cell].material = material;
            cells[cell].variant = variant;
            cells[cell].changed = true;
        }
    }
}

static bool is_within(int32_t value, int32_t bound)
{
    return value >= -bound && value <= bound;
}

/// Whether a part could be so: nothing that is made of it then reaches beyond its arrays or 32 bits.
static bool can_fall(const loam_fall *fall, const loam_branch *branches, uint32_t count)
{
    const int32_t far = 1 << 20; // 4096 tiles
    bool can = fall->state > FALL_NONE && fall->state < FALL_STATES && fall->root >= 0 &&
               (uint32_t)fall->root < count && fall->from_row >= 0 && fall->from_row <= fall->rows;
    can = can && branches[fall->root].length > 0 && fall->rows <= branches[fall->root].rows;
    for (int32_t i = 0; i < 2; i++)
    {
        can = can && fall->owed[i] >= 0 && fall->owed[i] <= PLANT_MAX_CELLS;
        const int32_t *const older = fall->points[FALL_OLDER], *const tip = fall->points[FALL_TIP];
        const int32_t base = fall->points[FALL_BASE][i];
        can = can && is_within(base, far) && is_within(older[i], far) && is_within(tip[i], far);
        can = can && is_within(base - older[i], LONGEST) && is_within(tip[i] - base, LONGEST);
        can = can && is_within(fall->middle[i], far) && is_within(fall->at[i] >> 8, far) &&
              is_within(fall->pivot[i], far) && is_within(fall->arm[i], far) &&
              is_within(fall->speed[i], 1 << 18);
    }
    return can && fall->inertia >= 0 && fall->inertia <= 1 << 24 && fall->reach >= 0 &&
           fall->reach <= 1 << 12 && fall->spin_limit >= 0 && fall->spin_limit <= 1 << 30 &&
           is_within(fall->spin, 1 << 30) && fall->age >= 0 && fall->age <= 1 << 20 &&
           fall->hits >= 0 && fall->hits <= 1 << 20;
}

/// Whether every branch of a part hangs together with the one that broke.
static bool hang_together(const loam_grown_plant *plant, const loam_branch *branches)
{
    bool good = true;
    for (uint32_t i = 0; i < plant->branch_count && good; i++)
    {
        const loam_branch *const branch = &branches[i];
        const bool falls = branch->part != PLANT_STANDS && branch->part != PLANT_GONE;
        good = branch->top <= branch->rows && (!falls || branch->part <= PLANT_MAX_FALLS);
        if (good && falls)
        {
            const loam_fall *const fall = &plant->falls[branch->part - 1];
            good = fall->state != FALL_NONE && branch->parent >= 0 &&
                   (branch->parent == fall->root || branches[branch->parent].part == branch->part);
        }
    }
    return good;
}

/// What a plant has that is not yet known to be good.
typedef struct read_falls
{
    uint8_t parts[PLANT_MAX_BRANCHES], tops[PLANT_MAX_BRANCHES];
    int32_t box[4];
    loam_fall falls[PLANT_MAX_FALLS];
} read_falls;

static void get_fall(reader *r, loam_fall *fall)
{
    int32_t numbers[FALL_NUMBERS] = {0};
    const uint8_t state = get_byte(r);
    for (int32_t i = 0; state != FALL_NONE && i < FALL_NUMBERS; i++)
    {
        const int64_t number = get_signed(r);
        r->bad |= number < INT32_MIN || number > INT32_MAX;
        numbers[i] = r->bad ? 0 : (int32_t)number;
    }
    memcpy(fall, numbers, sizeof *fall);
    r->bad |= fall->state != state;
}

/// Takes it over if it fits; else the plant stands as it has grown.
static void use_falls(const read_falls *read, loam_grown_plant *plant, loam_branch *branches)
{
    bool good = true;
    for (int32_t i = 0; i < PLANT_MAX_FALLS; i++)
    {
        good = good && (read->falls[i].state == FALL_NONE ||
                        can_fall(&read->falls[i], branches, plant->branch_count));
    }
    for (uint32_t i = 0; i < plant->branch_count; i++)
    {
        branches[i].part = read->parts[i];
        branches[i].top = read->tops[i];
    }
    memcpy(plant->falls, read->falls, sizeof plant->falls);
    good = good && hang_together(plant, branches);
    for (uint32_t i = 0; i < plant->branch_count; i++)
    {
        branches[i].part = good ? branches[i].part : PLANT_STANDS;
        branches[i].top = good ? branches[i].top : branches[i].rows;
        const bool stands = branches[i].part == PLANT_STANDS;
        branches[i].drag = stands ? branches[i].drag : 0;
        branches[i].weight = stands ? branches[i].weight : 0;
    }
    if (!good)
    {
        memset(plant->falls, 0, sizeof plant->falls);
        return;
    }
    plant->left = read->box[0];
    plant->right = read->box[1];
    plant->low = read->box[2];
    plant->high = read->box[3];
}

static void get_falls(reader *r, loam_grown_plant *plant, loam_branch *branches, uint32_t count)
{
    read_falls read = {0};
    const uint8_t any = r->has_falls ? get_byte(r) : 0;
    r->bad |= any > 1;
    for (uint32_t i = 0; any && i < count; i++)
    {
        read.parts[i] = get_byte(r);
        read.tops[i] = get_byte(r);
    }
    for (int32_t i = 0; any && i < 4; i++)
    {
        const int64_t side = get_signed(r);
        r->bad |= side < -MAX_SIDE || side > MAX_SIDE;
        read.box[i] = r->bad ? 0 : (int32_t)side;
    }
    for (int32_t i = 0; any && i < PLANT_MAX_FALLS; i++)
    {
        get_fall(r, &read.falls[i]);
    }
    if (any && !r->bad && plant != NULL && plant->branch_count == count)
    {
        use_falls(&read, plant, branches);
    }
}

static void get_state(reader *r, const loam_tile_defs *defs, const loam_plant_block *block,
                      loam_grown_plant *plant)
{
    loam_branch *const branches = plant != NULL ? block->branches + plant->branch : NULL;
    loam_plant_cell *const cells = plant != NULL ? block->cells + plant->cell : NULL;
    const uint32_t kept = get_bends(r, branches, plant != NULL ? plant->branch_count : UINT32_MAX);
    get_cells(r, defs, cells, plant != NULL ? plant->cell_count : UINT32_MAX);
    get_falls(r, plant, branches, kept);
    if (plant != NULL)
    {
        loam_branches_place(branches, plant->branch_count);
        loam_fall_place(plant, branches);
    }
}

/// All seeds; the states between them are only checked.
static int32_t get_seeds(reader *r, const loam_tile_defs *defs, loam_chunk_pos chunk,
                         loam_tile_plant seeds[LOAM_MAX_CHUNK_PLANTS + 1])
{
    const uint8_t format = get_byte(r);
    r->bad |= format != FORMAT && format != FORMAT_WITHOUT_FALLS;
    r->has_falls = format == FORMAT;
    const uint64_t count = get_number(r);
    r->bad |= count > LOAM_MAX_CHUNK_PLANTS;
    int32_t found = 0;
    for (uint64_t i = 0; i < count && !r->bad; i++)
    {
        seeds[found] = get_seed(r, defs, chunk);
        found += seeds[found].species >= 0;
        get_state(r, defs, NULL, NULL);
    }
    r->bad |= r->at != r->end;
    return r->bad ? 0 : found;
}

/// The same again, now that they have grown: those that could not are left out.
static void get_states(reader *r, const loam_tile_world *world, loam_chunk_pos chunk,
                       loam_plant_block *block)
{
    r->has_falls = get_byte(r) == FORMAT;
    const uint64_t count = get_number(r);
    uint32_t grown = 0;
    for (uint64_t i = 0; i < count; i++)
    {
        const loam_tile_plant seed = get_seed(r, world->defs, chunk);
        loam_grown_plant *const next = grown < block->plant_count ? &block->plants[grown] : NULL;
        const bool same = next != NULL && next->seed.seed == seed.seed && next->seed.x == seed.x &&
                          next->seed.species == seed.species;
        get_state(r, world->defs, block, same ? next : NULL);
        grown += same;
    }
}

static loam_result get_all_seeds(reader *r, const loam_tile_defs *defs, loam_chunk_pos chunk,
                                 loam_tile_plant seeds[LOAM_MAX_CHUNK_PLANTS + 1], int32_t *count)
{
    *count = get_seeds(r, defs, chunk, seeds);
    return !r->bad ? LOAM_OK
                   : loam_fail(LOAM_IO, "the plants of chunk (%lld, %lld) are damaged",
                               (long long)chunk.x, (long long)chunk.y);
}

loam_result loam_tile_plants_check(const loam_tile_defs *defs, loam_chunk_pos chunk,
                                   const uint8_t *bytes, size_t size)
{
    loam_tile_plant seeds[LOAM_MAX_CHUNK_PLANTS + 1];
    reader r = {.at = bytes, .end = bytes + size};
    int32_t count;
    return size == 0 ? LOAM_OK : get_all_seeds(&r, defs, chunk, seeds, &count);
}

loam_result loam_plants_unpack(loam_tile_world *world, loam_chunk_pos chunk, const uint8_t *bytes,
                               size_t size, loam_plant_block **out)
{
    loam_tile_plant seeds[LOAM_MAX_CHUNK_PLANTS + 1];
    reader r = {.at = bytes, .end = bytes + size};
    *out = NULL;
    if (world->plants == NULL || size == 0)
    {
        return LOAM_OK;
    }
    int32_t count;
    loam_result result = get_all_seeds(&r, world->defs, chunk, seeds, &count);
    result = result == LOAM_OK ? loam_plants_sprout(world, seeds, count, out) : result;
    if (result == LOAM_OK && *out != NULL)
    {
        r = (reader){.at = bytes, .end = bytes + size};
        get_states(&r, world, chunk, *out);
    }
    return result;
}
