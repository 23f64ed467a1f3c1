// SPDX-License-Identifier: MIT
#include "tiles/game/player_pack.h"

#include "tiles/game/tools.h"

#include <string.h>

// The player as bytes: a version, the fields in the order of a table, the inventory; all of it little
// endian. The table also says what each may be, so that bytes from outside are checked field by field.

enum
{
    VERSION = 1,
    SLOT_BYTES = 5,
};

#define PLACE_LIMIT (LOAM_PLAYER_END * LOAM_PLAYER_FIXED - 1)
#define SPEED_LIMIT (1 << 20)

typedef struct field
{
    const char *name;
    size_t offset;
    int32_t size; // of the field in memory, and of its bytes
    int64_t low, high;
} field;

#define FIELD(name, low, high) \
    { \
#name, offsetof(loam_player, name), (int32_t)sizeof((loam_player *)0)->name, low, high \
    }

static const field fields[] = {
    FIELD(x, -PLACE_LIMIT, PLACE_LIMIT),
    FIELD(y, -PLACE_LIMIT, PLACE_LIMIT),
    FIELD(last_x, -PLACE_LIMIT, PLACE_LIMIT),
    FIELD(last_y, -PLACE_LIMIT, PLACE_LIMIT),
    FIELD(vx, -SPEED_LIMIT, SPEED_LIMIT),
    FIELD(vy, -SPEED_LIMIT, SPEED_LIMIT),
    FIELD(facing, -1, 1),
    FIELD(on_ground, 0, 1),
    FIELD(in_fluid, 0, 1),
    FIELD(burning, 0, 1),
    FIELD(health, 0, LOAM_MAX_HEALTH),
    FIELD(walked, 0, (1 << 30) - 1),
    FIELD(walking, -1, 1),
    FIELD(jumping, 0, 1),
    FIELD(diving, 0, 1),
    FIELD(using_tool, 0, 1),
    FIELD(aim.x, -LOAM_TILE_END, LOAM_TILE_END - 1),
    FIELD(aim.y, -LOAM_TILE_END, LOAM_TILE_END - 1),
    FIELD(tool, 0, LOAM_TOOL_COUNT - 1),
    FIELD(material, 0, LOAM_MAX_MATERIALS - 1),
    FIELD(brush, LOAM_EDIT_SQUARE, LOAM_EDIT_CIRCLE),
    FIELD(radius, 0, LOAM_MAX_BRUSH),
    FIELD(limited, 0, 1),
    FIELD(digging, 0, LOAM_MAX_DIGGING - 1),
    FIELD(home.x, -LOAM_MAX_PLACE, LOAM_MAX_PLACE),
    FIELD(home.y, -LOAM_MAX_PLACE, LOAM_MAX_PLACE),
    FIELD(used.x, -LOAM_TILE_END, LOAM_TILE_END - 1),
    FIELD(used.y, -LOAM_TILE_END, LOAM_TILE_END - 1),
    FIELD(dragging, 0, 1),
    FIELD(arriving, 0, 1),
    FIELD(ground_grace, 0, 255),
    FIELD(jump_wish, 0, 255),
    FIELD(unhurt, 0, 65535),
};

enum
{
    FIELDS = sizeof fields / sizeof *fields
};

static size_t packed_size(void)
{
    size_t size = 1;
    for (int32_t i = 0; i < FIELDS; i++)
    {
        size += (size_t)fields[i].size;
    }
    return size + LOAM_INVENTORY_SLOTS * SLOT_BYTES;
}

static uint8_t *put(uint8_t *to, int64_t value, int32_t size)
{
    for (int32_t i = 0; i < size; i++)
    {
        *to++ = (uint8_t)((uint64_t)value >> (8 * i));
    }
    return to;
}

/// With its sign.
static int64_t take(const uint8_t **from, int32_t size)
{
    uint64_t value = 0;
    for (int32_t i = 0; i < size; i++)
    {
        value |= (uint64_t) * (*from)++ << (8 * i);
    }
    const uint64_t sign = (uint64_t)1 << (8 * size - 1);
    return size == 1 ? (int64_t)value : (int64_t)((value ^ sign) - sign);
}

static int64_t get(const loam_player *player, const field *of)
{
    const char *const at = (const char *)player + of->offset;
    int64_t wide;
    int32_t narrow;
    switch (of->size)
    {
    case 8:
        memcpy(&wide, at, sizeof wide);
        return wide;
    case 4:
        memcpy(&narrow, at, sizeof narrow);
        return narrow;
    default:
        return *(const uint8_t *)at;
    }
}

static void set(loam_player *player, const field *of, int64_t value)
{
    char *const at = (char *)player + of->offset;
    const int32_t narrow = (int32_t)value;
    switch (of->size)
    {
    case 8:
        memcpy(at, &value, sizeof value);
        break;
    case 4:
        memcpy(at, &narrow, sizeof narrow);
        break;
    default:
        *(uint8_t *)at = (uint8_t)value;
        break;
    }
}

size_t loam_player_pack(const loam_player *player, uint8_t *bytes, size_t room)
{
    const size_t size = packed_size();
    LOAM_ASSERT(NULL, player != NULL && size <= LOAM_MAX_PLAYER_BYTES);
    if (bytes == NULL)
    {
        return size;
    }
    LOAM_ASSERT(NULL, room >= size);
    *bytes++ = VERSION;
    for (int32_t i = 0; i < FIELDS; i++)
    {
        bytes = put(bytes, get(player, &fields[i]), fields[i].size);
    }
    for (int32_t i = 0; i < LOAM_INVENTORY_SLOTS; i++)
    {
        *bytes++ = player->inventory[i].material;
        bytes = put(bytes, player->inventory[i].count, SLOT_BYTES - 1);
    }
    return size;
}

static loam_result unpack_fields(loam_player *player, const uint8_t **from)
{
    for (int32_t i = 0; i < FIELDS; i++)
    {
        const field *const of = &fields[i];
        const int64_t value = take(from, of->size);
        if (value < of->low || value > of->high)
        {
            return loam_fail(LOAM_BAD_ARGUMENT, "player: %s is %lld; must be %lld to %lld",
                             of->name, (long long)value, (long long)of->low, (long long)of->high);
        }
        set(player, of, value);
    }
    return player->facing != 0
               ? LOAM_OK
               : loam_fail(LOAM_BAD_ARGUMENT, "player: facing is 0; must be -1 or 1");
}

static loam_result check_material(const loam_tile_defs *defs, const char *name, uint8_t id)
{
    return defs->materials[id].name[0] != '\0'
               ? LOAM_OK
               : loam_fail(LOAM_BAD_ARGUMENT,
                           "player: %s is material %d; must be the id of a material that "
                           "exists",
                           name, id);
}

static loam_result unpack_inventory(loam_player *player, const loam_tile_defs *defs,
                                    const uint8_t **from)
{
    for (int32_t i = 0; i < LOAM_INVENTORY_SLOTS; i++)
    {
        const uint8_t material = *(*from)++;
        const int64_t count = take(from, SLOT_BYTES - 1);
        const int64_t min = material == LOAM_AIR ? 0 : 1;
        const int64_t max = material == LOAM_AIR ? 0 : LOAM_MAX_STACK;
        if (count < min || count > max)
        {
            return loam_fail(LOAM_BAD_ARGUMENT,
                             "player: slot %d has %lld pieces; must be %lld to %lld", (int)i,
                             (long long)count, (long long)min, (long long)max);
        }
        const loam_result result = check_material(defs, "what a slot has", material);
        if (result != LOAM_OK)
        {
            return result;
        }
        player->inventory[i] = (loam_inventory_slot){material, (int32_t)count};
    }
    return LOAM_OK;
}

loam_result loam_player_unpack(loam_player *player, const loam_tile_defs *defs,
                               const uint8_t *bytes, size_t count)
{
    if (count != packed_size() || bytes[0] != VERSION)
    {
        return loam_fail(LOAM_BAD_ARGUMENT,
                         "player: %zu bytes of version %d; must be %zu of version %d", count,
                         count > 0 ? bytes[0] : 0, packed_size(), VERSION);
    }
    loam_player read;
    memset(&read, 0, sizeof read);
    const uint8_t *from = bytes + 1;
    loam_result result = unpack_fields(&read, &from);
    result = result != LOAM_OK ? result : unpack_inventory(&read, defs, &from);
    result = result != LOAM_OK ? result : check_material(defs, "what is chosen", read.material);
    if (result == LOAM_OK)
    {
        *player = read;
    }
    return result;
}
