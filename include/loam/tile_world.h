// SPDX-License-Identifier: MIT
// Loam, tiles: the living world. A ring of chunks around a point that moves, grown, kept and changed.
#ifndef LOAM_TILE_WORLD_H
#define LOAM_TILE_WORLD_H

#include "loam/tiles.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LOAM_MIN_RING_LOG2 3
#define LOAM_MAX_RING_LOG2 6
#define LOAM_MAX_AHEAD 16
#define LOAM_MAX_PLANT_BYTES ((size_t)4 << 20)

/// Somewhere to keep chunks. loam/store.h has one in a file. All functions may be NULL: without load
/// nothing is found, without save chunks that have changed stay in memory, as far as forget_distance says.
typedef struct loam_chunk_store
{
    /// Fills tiles: LOAM_OK, or LOAM_NOT_FOUND if it has no such chunk, which is then grown. Any other
    /// result fails the step that needs the chunk, and a later step tries again: what is there and
    /// cannot be read now is never grown over. From any thread, several at a time, also while another thread
    /// saves or flushes; never for a chunk that is being saved.
    loam_result (*load)(void *user, loam_chunk_pos chunk, loam_tile *tiles);
    /// Takes a copy to be written soon; load finds it from now on. May wait if too much is still to be
    /// written. From the thread that calls the world. If it fails, the chunk stays in memory and is
    /// tried again a hundred steps later.
    loam_result (*save)(void *user, loam_chunk_pos chunk, const loam_tile *tiles);
    /// The plants of a chunk, as bytes that mean something to the world only. load_plants is called after load
    /// has found the chunk: *size is how many bytes there are, 0 for none, and at most room of them are
    /// copied. save_plants is called right before save of the same chunk, with size 0 if it has none; both are
    /// to be written together. At most LOAM_MAX_PLANT_BYTES. From the same threads as load and save. Without
    /// them chunks come back without plants.
    loam_result (*load_plants)(void *user, loam_chunk_pos chunk, uint8_t *bytes, size_t room,
                               size_t *size);
    loam_result (*save_plants)(void *user, loam_chunk_pos chunk, const uint8_t *bytes, size_t size);
    /// Returns when all that was saved is safe. From the thread that calls the world.
    loam_result (*flush)(void *user);
    void *user;
} loam_chunk_store;

/// Settings of a world. Start from loam_default_tile_world_def().
typedef struct loam_tile_world_def
{
    loam_env env; // if its jobs have threads, these grow chunks; jobs outlive the world
    const loam_tile_defs *defs; // copied; NULL: built in
    uint64_t seed;
    int32_t ring_log2;    // the ring is 2^ring_log2 chunks wide and high, 3..6; 4
    loam_tile_pos centre; // where it begins, at least twice the ring's side from the world's end
    loam_chunk_pos
        lag; // of a world that goes on: what loam_tile_world_lag said, -1..1 on both axes
    int32_t
        hysteresis; // tiles that the centre goes beyond its chunk before the ring follows, 0..64
    uint64_t first_step; // where counting begins: a world that was kept goes on from its last step
    int32_t keep_steps;  // how long a retired chunk stays in memory, >= 0; 6000, a minute
    size_t keep_bytes;   // and how much of them at most; the oldest leave first; 64 MiB
    /// Without store.save, chunks that have changed leave into a compressed form, some 2 KiB each. Those that
    /// edits changed stay there for good. Those that only lived (rain is a change) are forgotten when the middle
    /// of the ring is further from them than so many chunks on either axis: a player who returns finds them as
    /// they grew, or as store.load has them. So what such a world is follows from this too, as from its seed and
    /// the size of its ring; never from keep_steps, keep_bytes or memory. 0: nothing is ever forgotten. 4096: an
    /// hour and a half of walking, which in the rain is some 25 MiB.
    int32_t forget_distance;
    int32_t
        autosave_steps; // no change is unsaved for longer, >= 0; 0: until the chunk leaves; 1000
    int32_t
        ahead;  // chunks beyond the ring that are grown ahead of the movement, 0..LOAM_MAX_AHEAD; 4
    bool still; // nothing moves or grows but what edits change: for maps, editors and tests
    bool keep_unchanged; // save unchanged chunks, too, once they were in the ring
    loam_chunk_store store;
    /// The pipeline that grows chunks. Its last stage has pages of one chunk, LOAM_CHUNK_TILES tiles.
    /// NULL: the built-in stages. It must outlive the world.
    loam_pipeline *pipeline;
} loam_tile_world_def;

/// A world. Its functions are called from one thread at a time.
typedef struct loam_tile_world loam_tile_world;

LOAM_API loam_tile_world_def loam_default_tile_world_def(void);

/// Makes a world with its ring full.
LOAM_API loam_result loam_tile_world_create(const loam_tile_world_def *def, loam_tile_world **out);

/// Saves what has changed, and frees everything. Whether saving worked is said by loam_tile_world_save,
/// called before; here it is only logged. NULL is allowed.
LOAM_API void loam_tile_world_destroy(loam_tile_world *world);

// ---- steps --------------------------------------------------------------------------------------

/// One step: the centre is at a place, the ring follows, chunks retire and come, old ones are saved.
/// The ring is always full; which chunks are in it follows from the places of all steps and nothing
/// else. If a chunk is not there yet the step waits for it (helping), and that is counted. Jumps of any
/// length are steps like others. Unless the world is still, it lives then: rain falls, slow rules are
/// followed, fluids move; in that order, everywhere in the continuous update chunks. If a chunk cannot be
/// grown the step fails and has not happened: the ring, the centre and the number of steps are as before.
/// Saving that fails does not fail a step.
LOAM_API loam_result loam_tile_world_step(loam_tile_world *world, loam_tile_pos centre);

/// Whether a step to this place would find everything there; also if it would fail at once. What is
/// missing is asked for: a program that wants no step to wait asks again until it is there. Without
/// threads each call grows one chunk that is missing. What was asked for stays for a hundred steps, or
/// until another place is asked for.
LOAM_API bool loam_tile_world_ready(loam_tile_world *world, loam_tile_pos centre);

/// For programs without threads: grows chunks ahead of the movement on the calling thread until all are
/// there or budget_us microseconds have passed, plus at most one chunk. Whether all are there. If
/// env.jobs has threads they do the work, and this only looks.
LOAM_API bool loam_tile_world_pump(loam_tile_world *world, uint64_t budget_us);

/// Saves all that has changed and returns when it is safe. If something could not be saved, the rest
/// was saved nevertheless, and the message is of the first failure. Without store.save there is nothing to do.
LOAM_API loam_result loam_tile_world_save(loam_tile_world *world);

/// Passes up to max_chunks (> 0) changed chunks to store.save without waiting until they are on disk: for
/// programs that save a little in every frame. *cursor is 0 at first, and 0 again once every changed chunk
/// was passed on; until then call again with the same cursor. Chunks that change meanwhile are saved in the
/// next round. A failure, that of the first chunk that could not be saved, ends the round.
LOAM_API loam_result loam_tile_world_save_some(loam_tile_world *world, int32_t max_chunks,
                                               int32_t *cursor);

// ---- looking ------------------------------------------------------------------------------------

/// The ring itself: one array of side x side tiles, where tile (x, y) is at
/// (y mod side) * side + x mod side.
typedef struct loam_tile_ring
{
    const loam_tile *tiles;
    int32_t side;          // tiles, a power of two
    loam_chunk_pos lowest; // the chunk with the least x and y
} loam_tile_ring;

LOAM_API loam_tile_ring loam_tile_world_ring(const loam_tile_world *world);

/// How many chunks the middle of the ring is behind the centre's, because of the hysteresis. A world that
/// goes on later from the same centre, step and lag goes on as if it had never stopped.
LOAM_API loam_chunk_pos loam_tile_world_lag(const loam_tile_world *world);

/// Whether a tile is in the ring.
LOAM_API bool loam_tile_world_contains(const loam_tile_world *world, loam_tile_pos at);

/// A tile of the ring; air before air beyond it.
LOAM_API loam_tile loam_tile_world_at(const loam_tile_world *world, loam_tile_pos at);

/// The same without the plant that stands there: plants are in the wall layer, before the wall. Chunks are saved
/// so.
LOAM_API loam_tile loam_tile_world_at_without_plants(const loam_tile_world *world,
                                                     loam_tile_pos at);

/// The bytes of plants as they grow, for programs that save chunks themselves (loam_chunk_store.save_plants): how
/// many there are; they are written to out if there is room for all of them.
LOAM_API size_t loam_tile_plants_pack(const loam_tile_defs *defs, const loam_tile_plant *plants,
                                      int32_t count, uint8_t *out, size_t room);

/// Whether bytes could be the plants of a chunk, without growing them. LOAM_IO with a message if they are not.
LOAM_API loam_result loam_tile_plants_check(const loam_tile_defs *defs, loam_chunk_pos chunk,
                                            const uint8_t *bytes, size_t size);

/// What grows in the ring, and what has happened to it.
typedef struct loam_tile_plants
{
    uint32_t plants, branches; // branches are pieces of at most 12 tiles, and clumps of leaves
    uint32_t swaying;          // plants that moved in the last step
    uint64_t
        lost; // tiles of plants that have burnt, rotted or been dug away, since the world was made
    size_t bytes; // that all of it takes
    // Parts that have broken off. All wood of them that was seen when they broke is in one of the four sums.
    uint32_t falls;      // parts that fall now
    uint64_t falling;    // tiles of wood in these
    uint64_t fallen;     // that came to lie in the walls, since the world was made
    uint64_t taken;      // that burnt, rotted or were dug away while they fell
    uint64_t splintered; // that found no open place around
    uint64_t decayed;    // wood in the walls that slow rules took, of what has fallen or was built
    uint64_t shed;       // leaves that came off
    uint64_t seeds;      // that dropped
} loam_tile_plants;

LOAM_API loam_tile_plants loam_tile_world_plants(const loam_tile_world *world);

/// What it was made of, its seed, and how many steps it has had: those before def.first_step count.
LOAM_API const loam_tile_defs *loam_tile_world_defs(const loam_tile_world *world);
LOAM_API uint64_t loam_tile_world_seed(const loam_tile_world *world);
LOAM_API uint64_t loam_tile_world_steps(const loam_tile_world *world);

/// A hash of all that the ring holds and of where it is.
LOAM_API uint64_t loam_tile_world_hash(const loam_tile_world *world);

/// What has happened since the world was made, and what it holds. Chunks count as generated, loaded or
/// recalled when they come into the ring. All but ahead, waits and the last four follow from the steps
/// and edits alone, never from threads.
typedef struct loam_tile_world_counters
{
    uint64_t generated, loaded, recalled; // chunks that came from growing, the store, memory
    uint64_t retired, saved, dropped;     // left the ring, given to the store, left memory
    uint64_t forgotten; // of those that left memory: had lived, and were too far away
    uint64_t save_failures, load_failures;
    uint64_t unsaved;       // chunks that have changed since they were last saved
    uint64_t ahead;         // chunks grown or loaded before they were needed
    uint64_t waits;         // steps that had to wait for a chunk
    size_t ring_bytes;      // the ring
    size_t kept_bytes;      // retired chunks, and those grown ahead
    size_t ahead_bytes;     // of these, grown ahead or under way: not limited by keep_bytes
    size_t packed_bytes;    // of these, compressed: see forget_distance
    size_t kept_peak_bytes; // the most that kept_bytes ever was
} loam_tile_world_counters;

LOAM_API loam_tile_world_counters loam_tile_world_count(const loam_tile_world *world);

// ---- what may be simulated ----------------------------------------------------------------------

/// Update chunks are shifted by half a chunk, and continuous if the four chunks that they overlap are
/// neighbours in the world as they are in the ring (Dubsky 2022, 3.3.3 and 4.6). Tiles of a continuous
/// one have everything up to 64 tiles around them in its place, across the edges of the array too.
typedef struct loam_ring_slot
{
    loam_chunk_pos chunk;
    bool loaded;
} loam_ring_slot;

/// Given what each of side x side slots holds, row by row (loaded false: nothing), writes the lowest
/// tile of every continuous update chunk to out (room for side * side), in order of the slots that they
/// begin in, and returns how many there are: (side - 1)^2 for a full ring.
LOAM_API int32_t loam_update_chunks(const loam_ring_slot *slots, int32_t side, loam_tile_pos *out);

/// The same for a world, kept from step to step. Valid until the next step.
LOAM_API const loam_tile_pos *loam_tile_world_updates(const loam_tile_world *world, int32_t *count);

// ---- life ---------------------------------------------------------------------------------------

/// What lived in the last step. It follows from the commands alone, never from threads.
typedef struct loam_tile_life
{
    uint64_t awake;       // tiles that can still change, after the step
    uint64_t looked_at;   // fluid tiles that were awake when it was their turn
    uint64_t moved;       // changed places with another
    uint64_t converted;   // turned into something else: contacts, decays, settling, dissolving
    uint64_t levelled;    // went to another vessel
    uint64_t transformed; // by slow rules
    uint64_t fallen;      // drops and flakes that appeared
    uint64_t struck;      // bolts of lightning that the sky let strike
} loam_tile_life;

LOAM_API loam_tile_life loam_tile_world_life(const loam_tile_world *world);

/// Adds to counts[LOAM_MAX_MATERIALS] how many tiles of the area have a material as their block; tiles
/// beyond the ring are not counted.
LOAM_API void loam_tile_world_census(const loam_tile_world *world, loam_tile_area area,
                                     uint64_t *counts);

/// What the sky is like: follows from seed, step and place.
typedef enum loam_weather
{
    LOAM_WEATHER_CHANGING, // as clouds come and go
    LOAM_WEATHER_CLEAR,
    LOAM_WEATHER_CLOUDY,
    LOAM_WEATHER_RAIN, // everywhere; snow where it is cold
    LOAM_WEATHER_STORM,
    LOAM_WEATHER_COUNT,
} loam_weather;

/// "changing", "clear", ...; NULL from LOAM_WEATHER_COUNT on.
LOAM_API const char *loam_weather_name(loam_weather weather);

/// Commands like edits: the same ones in the same steps make the same world. A time of day is in 0 ..
/// 65535, 0 is midnight.
LOAM_API void loam_tile_world_set_weather(loam_tile_world *world, loam_weather weather);
LOAM_API loam_weather loam_tile_world_weather(const loam_tile_world *world);
LOAM_API void loam_tile_world_set_time(loam_tile_world *world, uint16_t time);
LOAM_API uint16_t loam_tile_world_time(const loam_tile_world *world);

/// The same exactly, for worlds that are kept: steps since midnight, 0 .. day_steps - 1 of the sky.
LOAM_API void loam_tile_world_set_day_step(loam_tile_world *world, int32_t step);
LOAM_API int32_t loam_tile_world_day_step(const loam_tile_world *world);

typedef enum loam_season
{
    LOAM_SPRING, // a year begins with it
    LOAM_SUMMER, // a world begins with it
    LOAM_AUTUMN,
    LOAM_WINTER,
    LOAM_SEASON_COUNT,
} loam_season;

/// "spring", "summer", ...; NULL from LOAM_SEASON_COUNT on.
LOAM_API const char *loam_season_name(loam_season season);

/// The season: each is a quarter of a year. Setting it goes to its middle. A command, as the weather is.
LOAM_API void loam_tile_world_set_season(loam_tile_world *world, loam_season season);
LOAM_API loam_season loam_tile_world_season(const loam_tile_world *world);

/// What part of a year has passed, 0 .. 65535; 0 is the first morning of spring.
LOAM_API uint16_t loam_tile_world_year(const loam_tile_world *world);

/// The same exactly: steps since spring began, 0 .. loam_tile_world_year_steps - 1.
LOAM_API void loam_tile_world_set_year_step(loam_tile_world *world, int64_t step);
LOAM_API int64_t loam_tile_world_year_step(const loam_tile_world *world);

/// How long a year is: day_steps times year_days of the sky.
LOAM_API int64_t loam_tile_world_year_steps(const loam_tile_world *world);

typedef struct loam_tile_sky_state
{
    float wind;            // tiles a step, positive to the right
    double drifted;        // tiles that clouds have been carried to the right since the world began
    float cloud;           // 0 none .. 1 densest
    float rain;            // 0 none .. 1 as much as falls from the densest cloud
    bool snows;            // what falls is snow
    int64_t cloud_y;       // where clouds are
    loam_colour light;     // of the sky: colour, and in alpha how strong
    loam_colour low, high; // colours of the sky at the horizon and far up
    int32_t temperature, humidity; // at the ground, 0..LOAM_CLIMATE_MAX
} loam_tile_sky_state;

/// The sky above the columns x, x + step, ...; step may be negative. Beyond the ring the climate is that of
/// its nearest column; beyond the world the sky is that of its end.
LOAM_API void loam_tile_world_sky(const loam_tile_world *world, int64_t x, int64_t step,
                                  int32_t count, loam_tile_sky_state *out);

#define LOAM_MAX_STRIKES 8

/// A bolt of lightning: from a cloud to the first tile below it that is solid, has a wall or wood, or is
/// standing water; it goes through leaves.
typedef struct loam_tile_strike
{
    int64_t x, y;  // the tile that was struck
    int64_t top;   // where it came from
    uint64_t step; // in which it struck
    bool kindled;  // something has changed there: it burns
} loam_tile_strike;

/// Lets lightning strike the column x, whatever the weather. A command, as the weather is. What is struck, and all
/// within two tiles of it, has its chance to change as it would beside `lightning` of the sky: dry wood and grass
/// burn. In storms it strikes by itself.
/// LOAM_BAD_ARGUMENT with a message if the sky has no lightning, if x is beyond the columns that live, or if
/// there is no cloud or nothing to strike in the ring.
LOAM_API loam_result loam_tile_world_strike(loam_tile_world *world, int64_t x);

/// The last bolts, the newest first: writes up to LOAM_MAX_STRIKES and returns how many. They are only to be
/// seen: a world that was kept has none.
LOAM_API int32_t loam_tile_world_strikes(const loam_tile_world *world,
                                         loam_tile_strike out[LOAM_MAX_STRIKES]);

// ---- edits --------------------------------------------------------------------------------------

typedef enum loam_edit_shape
{
    LOAM_EDIT_TILE,   // the tile at from
    LOAM_EDIT_SQUARE, // tiles less than radius + 1 from `from` on both axes
    LOAM_EDIT_CIRCLE, // tiles at most radius + 1/2 from `from`
    LOAM_EDIT_LINE,   // tiles at most radius + 1/2 from the line between `from` and `to`: no gaps
    LOAM_EDIT_FILL,   // all tiles of the same material as at `from` that join it by their sides
    LOAM_EDIT_BOX,    // the rectangle that has `from` and `to` for corners, both included
    LOAM_EDIT_SHAPE_COUNT,
} loam_edit_shape;

#define LOAM_MAX_EDIT_RADIUS 64
#define LOAM_MAX_EDIT_LINE 16384
#define LOAM_MAX_EDIT_FILL 65536
#define LOAM_MAX_EDIT_BOX 1024

/// One change of the world.
typedef struct loam_edit
{
    loam_edit_shape shape;
    loam_layer layer; // one of them
    uint8_t material; // one that may stand in that layer; LOAM_AIR removes
    int32_t radius;   // of squares, circles and lines, 0..LOAM_MAX_EDIT_RADIUS
    loam_tile_pos from;
    loam_tile_pos to; // of a line: at most LOAM_MAX_EDIT_LINE tiles from `from` on both axes; of a
                      // box: it has at most LOAM_MAX_EDIT_BOX tiles on both axes
    int32_t limit;    // of a fill: it changes at most this many tiles, 1..LOAM_MAX_EDIT_FILL
} loam_edit;

/// Changes tiles at once. What lies beyond the ring is left alone. New tiles get random variants, by
/// the rule of generation: outer ones if something around is not solid. Tiles around that have become
/// an edge or are none any more get another variant, too; the rest keep theirs. Neighbours beyond the
/// ring do not make an edge. *changed, if not NULL, is how many tiles have another material now. A fill
/// that would go beyond its limit or the ring changes nothing: LOAM_FAILED. Random by seed, step and
/// place: the same edits in the same steps make the same world.
LOAM_API loam_result loam_tile_world_edit(loam_tile_world *world, const loam_edit *edit,
                                          int64_t *changed);

/// Plants a young one of a species, an index of the definitions' list, on the ground that is nearest above or below
/// a tile, at most 12 away; under a ceiling or on water if that is where it grows. It must be of the kind that
/// the species grows on, with room above, and no other of its storey within 2 tiles; the climate is the
/// gardener's concern. LOAM_FAILED with a message for people where it cannot stand: then nothing has changed.
/// A command like an edit: the same ones in the same steps make the same world.
LOAM_API loam_result loam_tile_world_plant(loam_tile_world *world, int32_t species,
                                           loam_tile_pos at);

/// Whether it would be planted there, and if not, why. Nothing changes by asking.
LOAM_API loam_result loam_tile_world_can_plant(const loam_tile_world *world, int32_t species,
                                               loam_tile_pos at);

#ifdef __cplusplus
}
#endif
#endif
