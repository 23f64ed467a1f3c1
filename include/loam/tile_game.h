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
/// The player stays less than this from the origin on both axes: 100 tiles a second get there in a million
/// years.
#define LOAM_PLAYER_END ((int64_t)1 << 52)

// ---- commands -----------------------------------------------------------------------------------

typedef enum loam_tool
{
    LOAM_TOOL_PICKAXE, // removes blocks
    LOAM_TOOL_HAMMER,  // removes walls
    LOAM_TOOL_BLOCK,   // places the chosen material as a block; fluids as from a bucket
    LOAM_TOOL_WALL,    // places the chosen material as a wall, in the place of another too; torches
    LOAM_TOOL_BUCKET,  // takes fluid up
    LOAM_TOOL_AXE,     // cuts wood and leaves, quickly; walls behind them stay
    LOAM_TOOL_SHEARS,  // cuts leaves
    LOAM_TOOL_SAPLING, // plants a species that the chosen material is a part of
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
    LOAM_ACTION_TOOL,   // "tool pickaxe|hammer|block|wall|bucket|axe|shears|sapling"
    LOAM_ACTION_CHOOSE, // "choose MATERIAL": what is placed
    LOAM_ACTION_BRUSH,  // "brush circle|square SIZE"
    LOAM_ACTION_USE,    // "use on|off": the tool at the cursor, as long as it is held
    LOAM_ACTION_PICK,   // "pick": chooses what is under the cursor
    LOAM_ACTION_GIVE,   // "give MATERIAL COUNT": into the inventory
    LOAM_ACTION_MODE,   // "mode unlimited|limited": limited digs by hardness and uses the inventory
    LOAM_ACTION_EDIT,   // "edit LAYER MATERIAL tile X Y | square X Y RADIUS | circle X Y RADIUS |
                        //  line X Y X2 Y2 RADIUS | fill X Y LIMIT | box X Y W H"
    LOAM_ACTION_REPLACE, // "replace LAYER FROM TO X Y W H": one material by another in a rectangle
    LOAM_ACTION_PLANT,   // "plant SPECIES X Y": a young one on the ground there
    LOAM_ACTION_COPY,    // "copy X Y W H": to the clipboard
    LOAM_ACTION_CUT,     // "cut X Y W H"
    LOAM_ACTION_PASTE,   // "paste X Y [flip]": the clipboard, its lowest left tile there
    LOAM_ACTION_STAMP,   // "stamp save|drop NAME", "stamp paste NAME X Y [flip]": clipboards with a
                         // name, as long as the game lasts
    LOAM_ACTION_UNDO,    // "undo": the last edit, use, paste ...; what has changed since stays
    LOAM_ACTION_REDO,    // "redo"
    LOAM_ACTION_PLACE,   // "place X Y": the player goes there
    LOAM_ACTION_WEATHER, // "weather changing|clear|cloudy|rain|storm"
    LOAM_ACTION_TIME,    // "time HH:MM"
    LOAM_ACTION_SEASON,  // "season autumn", "season day DAY"
    LOAM_ACTION_STRIKE,  // "strike X": lightning, there
    LOAM_ACTION_COUNT,
} loam_action;

/// Limits of commands' arguments.
#define LOAM_MAX_BRUSH 7                        // a brush has a radius of 0 to this
#define LOAM_MAX_STAMPS 64                      // clipboards with a name
#define LOAM_MAX_STAMP_BYTES ((size_t)16 << 20) // what they hold together, 4 bytes a tile

/// A command in memory. Which fields an action uses is said by its forms: fields that it does not use are 0.
typedef struct loam_command
{
    uint64_t step;
    loam_action action;
    int32_t
        choice; // walk: -1 left, 0 stop, 1 right; jump, dive, use: 0 off, 1 on; tool: of loam_tool;
                // mode: 1 limited; weather: of loam_weather; stamp: 0 save, 1 paste, 2 drop
    uint8_t material, other; // ids; replace puts `other` in the place of `material`
    loam_edit_shape shape;   // of brushes and edits
    loam_layer layer;
    int64_t x, y;   // a place, the lowest left one of rectangles
    int64_t x2, y2; // the other end of a line; width and height of a rectangle
    int32_t
        number; // radius, limit, count; time: minutes since midnight; flip: 1; plant: the species
    char name[LOAM_MAX_NAME + 1]; // of a stamp: a-z, 0-9, '_'
} loam_command;

/// How commands are written. Words in small letters stand for themselves, '|' is a choice, [] may be left
/// out, and words in capitals are arguments: see docs/commands.md, which has this table.
typedef struct loam_command_form
{
    loam_action action;
    const char *syntax;  // "jump on|off"
    const char *meaning; // a sentence without its full stop
} loam_command_form;

/// "walk", "jump", ...; NULL from LOAM_ACTION_COUNT on.
LOAM_API const char *loam_action_name(loam_action action);

/// All forms, in the order of the actions. An action may have several.
LOAM_API const loam_command_form *loam_command_forms(int32_t *count);

/// Reads one line, which may have its end. LOAM_NOT_FOUND: it is empty or a comment. The message of a
/// failure names the word that is wrong and what is accepted. Materials are those of the definitions.
LOAM_API loam_result loam_command_read(const char *line, const loam_tile_defs *defs,
                                       loam_command *out);

/// Room for a written command, with its 0.
#define LOAM_MAX_COMMAND_LINE 256

/// Writes a command, one that loam_command_check accepts, as a line without its end, so that reading it
/// gives the same command.
LOAM_API void loam_command_write(const loam_command *command, const loam_tile_defs *defs,
                                 char out[LOAM_MAX_COMMAND_LINE]);

/// Whether all that the command says is among what is accepted; fields that it does not use do not count.
LOAM_API loam_result loam_command_check(const loam_command *command, const loam_tile_defs *defs);

// ---- the player ---------------------------------------------------------------------------------

#define LOAM_INVENTORY_SLOTS 40
#define LOAM_MAX_STACK 100000

typedef struct loam_inventory_slot
{
    uint8_t material; // LOAM_AIR: empty
    int32_t count;
} loam_inventory_slot;

#define LOAM_MAX_HEALTH 1000
#define LOAM_PLAYER_REACH 40 // tiles from the middle of the body, when limited
#define LOAM_CUTTING_TILES \
    3 // of the chosen material that a limited player plants a species without seeds with

/// What the player is and has. x, y is the middle of the feet.
typedef struct loam_player
{
    int64_t x, y;           // 1/LOAM_PLAYER_FIXED of a tile
    int64_t last_x, last_y; // before the last step: draw in between
    int32_t vx, vy;         // a step
    int32_t facing;         // -1 left, 1 right
    bool on_ground;
    bool in_fluid; // half of the body or more
    bool burning;
    int32_t health; // 0..LOAM_MAX_HEALTH; it comes back
    int32_t walked; // how far it has walked on the ground, for drawing legs; it wraps at 2^30

    // what is held
    int32_t walking; // -1, 0, 1
    bool jumping, diving, using_tool;

    // tools
    loam_tile_pos aim;
    loam_tool tool;
    uint8_t material;      // chosen
    loam_edit_shape brush; // LOAM_EDIT_SQUARE or LOAM_EDIT_CIRCLE
    int32_t radius;        // 0..LOAM_MAX_BRUSH
    bool limited;          // by hardness and inventory
    int32_t digging;       // steps spent on what is under the cursor, fewer than it takes
    loam_inventory_slot inventory[LOAM_INVENTORY_SLOTS];

    // what the next steps follow from, besides
    loam_tile_pos home;   // where it respawns
    loam_tile_pos used;   // where the tool was used in the last step: drags leave no gaps
    bool dragging;        // it was
    bool arriving;        // it has been placed, and is still to find its footing
    int32_t ground_grace; // steps for which it can still jump off ground that it has left
    int32_t jump_wish;    // steps for which a jump that came too early is remembered
    int32_t unhurt;       // steps since it was hurt last, up to a limit
} loam_player;

// ---- the game -----------------------------------------------------------------------------------

/// Settings of a game. Start from loam_default_tile_game_def().
typedef struct loam_tile_game_def
{
    loam_tile_world_def world; // world.centre is where the player begins
    size_t undo_bytes;         // how much is kept for undo, and a third of it to count with; 16 MiB
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

/// Whether the next step, if nothing is done before it, would wait for no chunk: loam_tile_world_ready for
/// the place where the player will be. Nothing changes by asking.
LOAM_API bool loam_tile_game_ready(loam_tile_game *game);

/// What the last undo or redo has left as it was: tiles that have changed since, because water ran away or
/// grass grew.
typedef struct loam_undo_report
{
    int64_t stayed;  // how many
    bool all_stayed; // there were no others: nothing was put back
    bool some_far;   // others are beyond the ring, and stay as well
} loam_undo_report;

LOAM_API loam_undo_report loam_tile_game_undo_report(const loam_tile_game *game);

/// The game's own, as long as it lasts.
LOAM_API loam_tile_world *loam_tile_game_world(loam_tile_game *game);
LOAM_API const loam_player *loam_tile_game_player(const loam_tile_game *game);

/// How many steps a limited player needs to remove what is under the cursor: player->digging of them are
/// done.
/// 0 if there is nothing to remove, and with tools that place. Nothing changes by asking.
LOAM_API int32_t loam_tile_game_dig_steps(loam_tile_game *game);

/// Whether the tool in hand, used now, would do something at the cursor. If not, the message says why not,
/// for people: it is too far away, occupied, hidden behind a block, of the wrong kind, or nothing is left to
/// place. LOAM_NOT_FOUND: there is simply nothing to remove. Nothing changes by asking.
LOAM_API loam_result loam_tile_game_check_use(loam_tile_game *game);

/// For worlds that are kept: the player as bytes, the same on every machine, and back. Undo and redo, the
/// clipboard and stamps are the game's, not the player's: they end with it. Returns the length,
/// at most LOAM_MAX_PLAYER_BYTES; bytes may be NULL to ask for it, otherwise there is room for it.
#define LOAM_MAX_PLAYER_BYTES 4096
LOAM_API size_t loam_player_pack(const loam_player *player, uint8_t *bytes, size_t room);

/// The player is as it was packed. If that is beyond the ring, because the game was made elsewhere, the
/// next step takes the ring there without moving the player, except, as the command place does, out of what
/// is solid; else it goes on at once. Bytes of another length or version, and fields
/// that are beyond what they may be, are refused, and nothing changes.
LOAM_API loam_result loam_tile_game_set_player(loam_tile_game *game, const uint8_t *bytes,
                                               size_t count);

/// A hash of the world, its sky and all that the player is.
LOAM_API uint64_t loam_tile_game_hash(const loam_tile_game *game);

// ---- time ---------------------------------------------------------------------------------------

/// A fixed timestep: says when steps are due, while the program draws as often as it likes (Dubsky 2022, 2.4).
typedef struct loam_timestep
{
    uint64_t step_us;   // microseconds a step
    int32_t max_steps;  // at a time: a program that cannot keep up gets slower, not stuck
    uint64_t last_us;   // when it was asked last
    uint64_t behind_us; // time that is still to be stepped through
} loam_timestep;

/// step_us >= 1, max_steps >= 1.
LOAM_API loam_timestep loam_timestep_begin(uint64_t now_us, uint64_t step_us, int32_t max_steps);

/// How many steps are to be done now, 0..max_steps. A clock that goes back stands still.
LOAM_API int32_t loam_timestep_due(loam_timestep *timestep, uint64_t now_us);

/// How far the time is from the last step to the next, 0..1: draw so far between what was before the last
/// step and what is now.
LOAM_API float loam_timestep_fraction(const loam_timestep *timestep);

// ---- the camera ---------------------------------------------------------------------------------

/// Whether the camera leads to the cursor. While a tool is used it had better stay: a cursor that rests on
/// the screen would draw a line in a world that moves below it.
typedef enum loam_camera_lead
{
    LOAM_LEAD_FOLLOWS, // by a quarter of the way to the cursor, at most max_lead
    LOAM_LEAD_STAYS,   // as far from the player as it is
    LOAM_LEAD_NONE,    // the player is in the middle
    LOAM_LEAD_COUNT,
} loam_camera_lead;

/// What is looked at, for drawing: follows the player smoothly and leads a little to the cursor. Not part of
/// the world. Steps up and down a hill, which the player takes at once, are eased for the eyes.
#define LOAM_CAMERA_LEAD 48
typedef struct loam_camera
{
    double x, y;           // tiles, of the middle of the view
    double last_x, last_y; // before the last step
    double sunk,
        last_sunk;         // tiles that the player is drawn below where it is; before the last step
    double lead_x, lead_y; // from the player to where it looks
    loam_camera_lead lead;
    double max_lead; // tiles; 0: LOAM_CAMERA_LEAD
} loam_camera;

/// Looks at the player at once; afterwards, once after every step. lead and max_lead are the caller's.
LOAM_API void loam_camera_begin(loam_camera *camera, const loam_player *player);
LOAM_API void loam_camera_step(loam_camera *camera, const loam_player *player);

/// Where the camera is between the last two steps; fraction is 0..1.
LOAM_API void loam_camera_interpolate(const loam_camera *camera, float fraction, double *x,
                                      double *y);

#ifdef __cplusplus
}
#endif
#endif
