# SPDX-License-Identifier: MIT
"""The endless world of tiles seen from the side: what it is made of, how it grows, how it lives, and a game in it."""
import ctypes
import os

from . import native
from ._buffers import output
from ._living import Living, environment, member, settings
from .errors import BadArgument, check
from .picture import Picture, colour


class TileDefs:
    """All that a world is made of: materials, biomes, rules, fluids, plants. `data` is the TileDefs of loam.native."""

    def __init__(self, version=native.TILES_VERSION):
        self.data = native.TileDefs()
        check(native.loam_tile_defs_init_version(self.data, version))

    @classmethod
    def _copied(cls, pointer):
        made = cls()
        ctypes.memmove(ctypes.byref(made.data), pointer, ctypes.sizeof(made.data))
        return made

    def read(self, text):
        """@doc loam_tile_defs_read"""
        data = text.encode() if isinstance(text, str) else bytes(text)
        check(native.loam_tile_defs_read(environment(), data, len(data), self.data))

    def read_file(self, path):
        """The same from a file; messages begin with its name."""
        check(native.loam_tile_defs_read_file(environment(), os.fsencode(path), self.data))

    def write(self):
        """All definitions as JSON."""
        text, size, env = ctypes.POINTER(ctypes.c_char)(), ctypes.c_size_t(), environment()
        check(native.loam_tile_defs_write(env, self.data, text, size))
        try:
            return text[:size.value].decode()
        finally:
            native.loam_free(env, text, size.value + 1)

    def check(self):
        """@doc loam_tile_defs_check"""
        check(native.loam_tile_defs_check(self.data))

    def material(self, name):
        """The id of a material by its name, or an id as it is."""
        if isinstance(name, int):
            return name
        found = native.loam_material_find(self.data, name.encode())
        if found < 0:
            raise LookupError(f"there is no material '{name}'; must be one of {', '.join(self.materials)}")
        return found

    @property
    def materials(self):
        """Names by id: {"air": 0, "stone": 1, ...}."""
        return {material.name.decode(): index for index, material in enumerate(self.data.materials) if material.name}

    def species(self, name):
        """The index of a species by its name."""
        found = native.loam_species_find(self.data, name.encode())
        if found < 0:
            raise LookupError(f"there is no species '{name}'")
        return found

    def hash(self):
        """@doc loam_tile_defs_hash"""
        self.check()
        return native.loam_tile_defs_hash(self.data)


def tiles_hash(tiles, seed=0):
    """@doc loam_tiles_hash"""
    raw = bytes(memoryview(tiles).cast("B"))
    return native.loam_tiles_hash(ctypes.cast(raw, ctypes.POINTER(native.Tile)), len(raw) // 4, seed)


def _tiles(shape, out):
    pointer, array = output((*shape, 4), "B", out)
    typed = ctypes.cast(pointer, ctypes.POINTER(native.Tile))
    typed.owner = pointer
    return typed, array


class TileSource(Living):
    """@doc loam_tile_source"""

    def __init__(self, seed, defs=None, jobs=None):
        self.defs, self.seed = defs or TileDefs(), seed
        out = ctypes.POINTER(native.TileSource)()
        check(native.loam_tile_source_create(environment(jobs), self.defs.data, seed, out))
        self._begin(out, native.loam_tile_source_destroy, jobs)

    def fill(self, x, y, w, h, out=None):
        """Tiles from (x, y) on: a memoryview of h rows, the lowest first, of w tiles of four bytes: block, its
        variant, wall, its variant.

        @doc loam_tile_source_fill
        """
        pointer, array = _tiles((h, w), out)
        check(native.loam_tile_source_fill(self.pointer, native.TileArea(x, y, w, h), pointer))
        return array

    def sample(self, x, y, w, h, step, out=None):
        """@doc loam_tile_source_sample"""
        pointer, array = _tiles((h, w), out)
        check(native.loam_tile_source_sample(self.pointer, native.TileArea(x, y, w, h), step, pointer))
        return array

    def columns(self, x, count, step=1):
        """What the world is like along x: an array of TileColumn: surface, water, temperature, humidity, biome."""
        columns = (native.TileColumn * max(count, 1))()
        check(native.loam_tile_source_columns(self.pointer, x, step, count, columns))
        return columns

    def plants(self, chunk_x, chunk_y):
        """The plants that are rooted in a chunk of a new world, from left to right: a list of TilePlant."""
        room, count = (native.TilePlant * native.MAX_CHUNK_PLANTS)(), ctypes.c_int32()
        check(native.loam_tile_source_plants(self.pointer, native.ChunkPos(chunk_x, chunk_y), room, count))
        return room[:count.value]

    def spawn(self, x=0):
        """(x, y) of a place where one can stand.

        @doc loam_tile_source_spawn
        """
        place = native.loam_tile_source_spawn(self.pointer, x)
        return place.x, place.y

    def picture(self, x, y, w, h, zoom=1):
        """A picture of an area, zoom pixels along the side of a tile."""
        return draw_tiles(self.defs, self.fill(x, y, w, h), x, y, w, h, zoom)


def draw_tiles(defs, tiles, x, y, w, h, zoom=1):
    """A picture of tiles as fill gives them, the highest row on top."""
    if not 1 <= zoom <= native.MAX_TILE_ZOOM:
        raise BadArgument(f"zoom is {zoom}; must be 1 to {native.MAX_TILE_ZOOM}")
    picture = Picture(w * zoom, h * zoom, 0)
    pointer, _ = _tiles((h, w), bytearray(memoryview(tiles).cast("B")))
    drawing = native.TileDrawing(defs=ctypes.pointer(defs.data), view=native.loam_default_tile_view(), tiles=pointer,
                                 area=native.TileArea(x, y, w, h), step=1, zoom=zoom, shrink=1)
    native.loam_tiles_draw(picture.data, 0, 0, drawing)
    return picture


SHAPES = {"tile": native.EditShape.TILE, "square": native.EditShape.SQUARE, "circle": native.EditShape.CIRCLE,
          "line": native.EditShape.LINE, "fill": native.EditShape.FILL, "box": native.EditShape.BOX}


class _World:
    """What a world of tiles can be asked, whoever it belongs to. `_world` is its pointer."""

    @property
    def defs(self):
        """The definitions that it is made of, as a copy."""
        if self._defs is None:
            self._defs = TileDefs._copied(native.loam_tile_world_defs(self._world))
        return self._defs

    @property
    def seed(self):
        return native.loam_tile_world_seed(self._world)

    @property
    def steps(self):
        """How many steps it has lived through."""
        return native.loam_tile_world_steps(self._world)

    def hash(self):
        """@doc loam_tile_world_hash"""
        return native.loam_tile_world_hash(self._world)

    def at(self, x, y):
        """@doc loam_tile_world_at"""
        return native.loam_tile_world_at(self._world, native.TilePos(x, y))

    def contains(self, x, y):
        """@doc loam_tile_world_contains"""
        return native.loam_tile_world_contains(self._world, native.TilePos(x, y))

    def tiles(self, x, y, w, h):
        """A copy of an area of the ring, as TileSource.fill gives it; beyond the ring there is air before air."""
        ring = native.loam_tile_world_ring(self._world)
        side = ring.side
        low_x, low_y = ring.lowest.x * native.CHUNK_SIDE, ring.lowest.y * native.CHUNK_SIDE
        rows = ctypes.cast(ring.tiles, ctypes.POINTER(ctypes.c_uint8))
        out = bytearray(w * h * 4)
        first, last = max(x, low_x), min(x + w, low_x + side)
        for j in range(max(y, low_y), min(y + h, low_y + side)):
            at = first
            while at < last:  # a row of the ring goes on at its beginning
                end = min(last, at + side - at % side)
                begin = ((j % side) * side + at % side) * 4
                to = ((j - y) * w + at - x) * 4
                out[to:to + (end - at) * 4] = bytes(rows[begin:begin + (end - at) * 4])
                at = end
        return memoryview(out).cast("B", (h, w, 4))

    def picture(self, x, y, w, h, zoom=1):
        """A picture of an area of the ring."""
        return draw_tiles(self.defs, self.tiles(x, y, w, h), x, y, w, h, zoom)

    def edit(self, shape, material, x, y, x2=0, y2=0, radius=0, layer=native.Layer.BLOCKS, limit=native.MAX_EDIT_FILL):
        """Changes tiles; how many have another material now is returned. shape: "tile", "square", "circle", "line",
        "fill", "box", or an EditShape; material: a name, or an id, "air" removes.

        @doc loam_tile_world_edit
        """
        if isinstance(shape, str):
            if shape not in SHAPES:
                raise BadArgument(f"shape is '{shape}'; must be {', '.join(SHAPES)}")
            shape = SHAPES[shape]
        edit = native.Edit(shape=shape, layer=layer, material=self.defs.material(material), radius=radius,
                           to=native.TilePos(x2, y2), limit=limit)
        edit.from_ = native.TilePos(x, y)
        changed = ctypes.c_int64()
        check(native.loam_tile_world_edit(self._world, edit, changed))
        return changed.value

    def plant(self, species, x, y):
        """@doc loam_tile_world_plant"""
        index = self.defs.species(species) if isinstance(species, str) else species
        check(native.loam_tile_world_plant(self._world, index, native.TilePos(x, y)))

    def strike(self, x):
        """@doc loam_tile_world_strike"""
        check(native.loam_tile_world_strike(self._world, x))

    def census(self, x, y, w, h):
        """How many tiles of an area have a material as their block: {"stone": 1200, ...}."""
        counts = (ctypes.c_uint64 * native.MAX_MATERIALS)()
        native.loam_tile_world_census(self._world, native.TileArea(x, y, w, h), counts)
        return {name: counts[index] for name, index in self.defs.materials.items() if counts[index]}

    @property
    def weather(self):
        return native.Weather(native.loam_tile_world_weather(self._world))

    @weather.setter
    def weather(self, weather):
        native.loam_tile_world_set_weather(self._world, member(native.Weather, weather))

    @property
    def season(self):
        return native.Season(native.loam_tile_world_season(self._world))

    @season.setter
    def season(self, season):
        native.loam_tile_world_set_season(self._world, member(native.Season, season))

    @property
    def time(self):
        """The time of day, 0 .. 65535; 0 is midnight."""
        return native.loam_tile_world_time(self._world)

    @time.setter
    def time(self, time):
        native.loam_tile_world_set_time(self._world, time)

    def sky(self, x):
        """The TileSkyState above a column."""
        state = native.TileSkyState()
        native.loam_tile_world_sky(self._world, x, 1, 1, state)
        return state

    @property
    def life(self):
        """What lived in the last step: a TileLife."""
        return native.loam_tile_world_life(self._world)

    @property
    def counters(self):
        return native.loam_tile_world_count(self._world)

    def save(self):
        """@doc loam_tile_world_save"""
        check(native.loam_tile_world_save(self._world))


def _world_def(definition, seed, defs, x, y, store, jobs, values):
    definition.env = environment(jobs)
    definition.seed = seed
    definition.centre = native.TilePos(x, y)
    if defs is not None:
        definition.defs = ctypes.pointer(defs.data)
    if store is not None:
        definition.store = native.loam_store_chunks(store.pointer)
    settings(definition, values, "a world of tiles")


class TileWorld(Living, _World):
    """A world that lives: a ring of chunks around a point that moves, grown, kept and changed.

    Settings are those of TileWorldDef: TileWorld(7, x=0, y=100, ring_log2=3, still=True). store: a Store, which has to
    be of the same seed and definitions. One thread at a time.
    """

    def __init__(self, seed, x=0, y=0, defs=None, store=None, jobs=None, **values):
        definition = native.loam_default_tile_world_def()
        _world_def(definition, seed, defs, x, y, store, jobs, values)
        out = ctypes.POINTER(native.TileWorld)()
        self._defs = None
        check(native.loam_tile_world_create(definition, out))
        self._begin(out, native.loam_tile_world_destroy, jobs, store)

    @property
    def _world(self):
        return self.pointer

    def step(self, x, y):
        """@doc loam_tile_world_step"""
        check(native.loam_tile_world_step(self.pointer, native.TilePos(x, y)))

    def ready(self, x, y):
        """@doc loam_tile_world_ready"""
        return native.loam_tile_world_ready(self.pointer, native.TilePos(x, y))

    def pump(self, budget_us):
        """@doc loam_tile_world_pump"""
        return native.loam_tile_world_pump(self.pointer, budget_us)


class _GameWorld(_World):
    def __init__(self, game):
        self._game, self._defs = game, None

    @property
    def _world(self):
        return native.loam_tile_game_world(self._game.pointer)


class TileGame(Living):
    """A game: a world with a player in it, and all that is done as commands in text. Settings as of TileWorld.

    game = TileGame(7); game.do("walk right"); game.step()
    """

    def __init__(self, seed, x=None, y=None, defs=None, store=None, jobs=None, **values):
        if x is None or y is None:
            with TileSource(seed, defs) as source:
                x, y = source.spawn(x or 0)
        definition = native.loam_default_tile_game_def()
        _world_def(definition.world, seed, defs, x, y, store, jobs, values)
        out = ctypes.POINTER(native.TileGame)()
        check(native.loam_tile_game_create(definition, out))
        self._begin(out, native.loam_tile_game_destroy, jobs, store)

    @classmethod
    def _of_store(cls, store, jobs):
        definition = native.loam_default_tile_game_def()
        definition.world.env = environment(jobs)
        out = ctypes.POINTER(native.TileGame)()
        check(native.loam_store_begin_game(store.pointer, definition, None, out))
        game = cls.__new__(cls)
        game._begin(out, native.loam_tile_game_destroy, jobs, store)
        return game

    @property
    def world(self):
        """The game's world, to look at and to change."""
        return _GameWorld(self)

    def do(self, command):
        """Does a command as docs/commands.md has them, without the step before it, which is the next one:
        "walk right", "edit blocks stone circle 0 100 3". LoamError if it cannot be done; the game goes on."""
        parsed, world = native.Command(), native.loam_tile_game_world(self.pointer)
        line = f"{native.loam_tile_world_steps(world)} {command}"
        check(native.loam_command_read(line.encode(), native.loam_tile_world_defs(world), parsed))
        check(native.loam_tile_game_do(self.pointer, parsed))

    def step(self, steps=1):
        """Steps of a hundredth of a second: the player moves and uses the tool, the world steps around it."""
        for _ in range(steps):
            check(native.loam_tile_game_step(self.pointer))

    @property
    def player(self):
        """The Player of loam.native, as a copy."""
        return native.loam_tile_game_player(self.pointer).contents.copy()

    @property
    def position(self):
        """(x, y) of the player's feet in tiles."""
        player = native.loam_tile_game_player(self.pointer).contents
        return player.x / native.PLAYER_FIXED, player.y / native.PLAYER_FIXED

    def hash(self):
        """@doc loam_tile_game_hash"""
        return native.loam_tile_game_hash(self.pointer)


def tile_colour(defs, tile, y=0, view=None):
    """@doc loam_tile_colour"""
    return native.loam_tile_colour(defs.data, view or native.loam_default_tile_view(), tile, y)


__all__ = ["TileDefs", "TileSource", "TileWorld", "TileGame", "tiles_hash", "draw_tiles", "tile_colour", "colour"]
