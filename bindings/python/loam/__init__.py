# SPDX-License-Identifier: MIT
"""Loam: endless game worlds from a seed.

    import loam
    with loam.Land(7) as land:
        print(land.height(0, 0))

Classes are thin: what they do is said by the headers, whose comments they carry. loam.native has every function under
its name in C. Whatever fails raises a LoamError with the library's message.
"""
from . import native
from ._living import Jobs, Living, environment
from .caves import Cave
from .errors import (BadArgument, Cancelled, FileFailure, LoamError, NotFound, OutOfMemory, Unsupported)
from .flora import Grammar, Plant, presets
from .isles import Isles, isles_def
from .land import CHANNELS, Land, LandThings, Volume, VolumeGrower
from .mesh import Mesh
from .noise import Noise
from .picture import Picture, colour, write_field_png
from .random import (floor_div, hash_bytes, hash_floats, random_below, random_float, random_normal, random_pick,
                     random_range, random_u64, seed, seed_at, seed_derive)
from .scatter import scatter, scatter_def
from .store import Store
from .tiles import TileDefs, TileGame, TileSource, TileWorld, draw_tiles, tile_colour, tiles_hash
from .voxels import VoxelWorld


def version():
    """@doc loam_version"""
    return native.loam_version().decode()


def arena_size(size):
    """How much of an arena loam_arena_take(size) uses up at most: LOAM_ARENA_SIZE."""
    return (size + 63) // 64 * 64


def _plain_names():
    """Structs to fill in, enums and constants, beside the classes above, which come first."""
    from enum import IntEnum, IntFlag
    from ._library import Struct
    for name, value in vars(native).items():
        plain = isinstance(value, type) and issubclass(value, (Struct, IntEnum, IntFlag)) and value not in (
            Struct, IntEnum, IntFlag) and hasattr(value, "_fields_" if issubclass(value, Struct) else "__members__")
        if (plain or name.isupper() and isinstance(value, (int, float, str))) and name not in globals():
            globals()[name] = value


_plain_names()
del _plain_names
