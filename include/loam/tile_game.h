// SPDX-License-Identifier: MIT
// Loam, tiles: a game in the tile world. A player with tools, and everything that is done in it as a
// stream of commands: recorded and replayed they give the same world anywhere.
#ifndef LOAM_TILE_GAME_H
#define LOAM_TILE_GAME_H

#include "loam/tile_world.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LOAM_STEPS_PER_SECOND 100
#define LOAM_PLAYER_FIXED 1024 // the player's position is in 1/1024 of a tile
#define LOAM_PLAYER_WIDTH 7    // tiles
#define LOAM_PLAYER_HEIGHT 12

// ---- commands -----------------------------------------------------------------------------------

typedef enum loam_tool
{
    LOAM_TOOL_PICKAXE, // removes blocks
    LOAM_TOOL_HAMMER,  // removes walls
    LOAM_TOOL_BLOCK,   // places the chosen material as a block; fluids as from a bucket
    LOAM_TOOL_WALL,    // places the chosen material as a wall; torches
    LOAM_TOOL_BUCKET,  // takes fluid up
    LOAM_TOOL_COUNT,
} loam_tool;

/// What can be done. In text a command is a line: the step in which it happens, its name, its arguments.
/// docs/commands.md has the grammar. Lines that are empty or begin with '#' mean nothing.
typedef enum loam_action
{
    LOAM_ACTION_WALK,   // "walk left|right|stop": from now on
    LOAM_ACTION_JUMP,   // "jump on|off": as long as it is held; up in fluids
    LOAM_ACTION_DIVE,   // "dive on|off": down in fluids
    LOAM_ACTION_AIM,    // "aim X Y": where the cursor is
    LOAM_ACTION_TOOL,   // "tool pickaxe|hammer|block|wall|bucket"
    LOAM_ACTION_CHOOSE, // "choose MATERIAL": what is placed
    LOAM_ACTION_BRUSH,  // "brush circle|square RADIUS"
    LOAM_ACTION_USE,    // "use on|off": the tool at the cursor, as long as it is held
    LOAM_ACTION_PICK,   // "pick": chooses what is under the cursor
    LOAM_ACTION_GIVE,   // "give MATERIAL COUNT": into the inventory
    LOAM_ACTION_MODE,   // "mode unlimited|limited": limited digs by hardness and uses the inventory
    LOAM_ACTION_EDIT,   // "edit LAYER MATERIAL tile X Y | square X Y R | circle X Y R |
                        //  line X Y X Y R | fill X Y LIMIT | box X Y W H"
    LOAM_ACTION_REPLACE, // "replace LAYER FROM TO X Y W H": one material by another in a rectangle
    LOAM_ACTION_COPY,    // "copy X Y W H": to the clipboard
    LOAM_ACTION_CUT,     // "cut X Y W H"
    LOAM_ACTION_PASTE,   // "paste X Y [flip]": the clipboard, its lowest left tile there
    LOAM_ACTION_STAMP,   // "stamp save|paste NAME [X Y]": clipboards that are kept by name
    LOAM_ACTION_UNDO,    // "undo": the last edit, use, paste ...; what has changed since stays
    LOAM_ACTION_REDO,    // "redo"
    LOAM_ACTION_PLACE,   // "place X Y": the player goes there
    LOAM_ACTION_WEATHER, // "weather changing|clear|cloudy|rain|storm"
    LOAM_ACTION_TIME,    // "time HH:MM"
    LOAM_ACTION_COUNT,
} loam_action;

/// A command in memory. Which fields an action uses is said in src/tiles/command.c, in one table.
typedef struct loam_command
{
    uint64_t step;
    loam_action action;
    int32_t choice;          // left/right/stop, on/off, tool, mode, weather, save/paste, flip ...
    uint8_t material, other; // ids
    loam_edit_shape shape;   // of brushes and edits
    loam_layer layer;
    int64_t x, y, x2, y2;         // places; or w, h
    int32_t number;               // radius, limit, count, time
    char name[LOAM_MAX_NAME + 1]; // of a stamp
} loam_command;

/// Reads one line. LOAM_NOT_FOUND: it is empty or a comment. The message of a failure names the word that
/// is wrong and what is accepted. Materials are those of the definitions.
LOAM_API loam_result loam_command_read(const char *line, const loam_tile_defs *defs,
                                       loam_command *out);

#define LOAM_MAX_COMMAND_LINE 256

/// Writes a command as a line without its end, so that reading it gives the same command.
LOAM_API void loam_command_write(const loam_command *command, const loam_tile_defs *defs,
                                 char out[LOAM_MAX_COMMAND_LINE]);

// ---- the player ---------------------------------------------------------------------------------

#define LOAM_INVENTORY_SLOTS 40
#define LOAM_MAX_STACK 100000

typedef struct loam_inventory_slot
{
    uint8_t material; // LOAM_AIR: empty
    int32_t count;
} loam_inventory_slot;

/// What the player is and has. x, y is the middle of the feet.
typedef struct loam_player
{
    int64_t x, y;           // 1/LOAM_PLAYER_FIXED of a tile
    int64_t last_x, last_y; // before the last step: draw in between
    int32_t vx, vy;         // a step
    int32_t facing;         // -1 left, 1 right
    bool on_ground, in_fluid, burning;
    int32_t health; // 0..1000; it comes back
    int32_t walked; // how far it has walked, for drawing legs
    loam_tile_pos aim;
    loam_tool tool;
    uint8_t material;      // chosen
    loam_edit_shape brush; // LOAM_EDIT_SQUARE or LOAM_EDIT_CIRCLE
    int32_t radius;
    bool limited;    // by hardness and inventory
    int32_t digging; // steps spent on what is under the cursor
    loam_inventory_slot inventory[LOAM_INVENTORY_SLOTS];
} loam_player;

// ---- the game -----------------------------------------------------------------------------------

/// Settings of a game. Start from loam_default_tile_game_def().
typedef struct loam_tile_game_def
{
    loam_tile_world_def world; // world.centre is where the player begins
    size_t undo_bytes;         // how much is kept for undo; 16 MiB
} loam_tile_game_def;

typedef struct loam_tile_game loam_tile_game;

LOAM_API loam_tile_game_def loam_default_tile_game_def(void);

/// Makes a game: a world with a player in it. If the place is solid, the player stands on the nearest free
/// place above or below.
LOAM_API loam_result loam_tile_game_create(const loam_tile_game_def *def, loam_tile_game **out);
LOAM_API void loam_tile_game_destroy(loam_tile_game *game);

/// Does a command now, as part of the next step. A command that cannot be done (a fill beyond its limit,
/// nothing to undo) is a failure with its message and changes nothing; the game goes on.
LOAM_API loam_result loam_tile_game_do(loam_tile_game *game, const loam_command *command);

/// One step: the player moves and uses the tool, the world steps around it.
LOAM_API loam_result loam_tile_game_step(loam_tile_game *game);

LOAM_API loam_tile_world *loam_tile_game_world(loam_tile_game *game);
LOAM_API const loam_player *loam_tile_game_player(const loam_tile_game *game);

/// For worlds that are kept: the player as bytes, the same on every machine, and back. Returns the length;
/// bytes may be NULL to ask for it.
LOAM_API size_t loam_player_pack(const loam_player *player, uint8_t *bytes, size_t room);
LOAM_API loam_result loam_tile_game_set_player(loam_tile_game *game, const uint8_t *bytes,
                                               size_t count);

/// A hash of the world and all that the player is.
LOAM_API uint64_t loam_tile_game_hash(const loam_tile_game *game);

// ---- the camera ---------------------------------------------------------------------------------

/// What is looked at, for drawing: follows the player and leads a little to the cursor (by a quarter of
/// the way). Not part of the world.
typedef struct loam_camera
{
    double x, y;           // tiles, of the middle of the view
    double last_x, last_y; // before the last step
} loam_camera;

LOAM_API void loam_camera_begin(loam_camera *camera, const loam_player *player);
LOAM_API void loam_camera_step(loam_camera *camera, const loam_player *player);

#ifdef __cplusplus
}
#endif
#endif
