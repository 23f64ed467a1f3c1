# SPDX-License-Identifier: MIT
"""Caves by cellular automata, in two and three dimensions."""
import ctypes

from . import native
from ._buffers import view
from ._living import Living, environment, settings
from .errors import check


class Cave(Living):
    """A cave of a given size. Settings are those of CaveDef: Cave(7, w=80, h=60, connect=True, openings=2).

    rooms: whether rooms are looked for, as they are in any case if the settings need them.
    """

    def __init__(self, seed, dimensions=2, rooms=True, jobs=None, **values):
        definition = native.loam_default_cave_def(dimensions)
        definition.seed = seed
        self.definition = settings(definition, values, "a cave")
        out = ctypes.POINTER(native.Cave)()
        check(native.loam_cave_create(environment(jobs), definition, rooms, out))
        self._begin(out, native.loam_cave_destroy, jobs)

    def wall(self, x, y, z=0):
        """Whether a cell is a wall; beyond the cave it says no."""
        return native.loam_solid_get(self.pointer.contents.walls, x, y, z)

    @property
    def rooms(self):
        """An array of CaveRoom."""
        return view(self.pointer.contents.rooms, self.pointer.contents.room_count, native.CaveRoom)

    @property
    def corridors(self):
        return view(self.pointer.contents.corridors, self.pointer.contents.corridor_count, native.CaveCorridor)

    @property
    def openings(self):
        return view(self.pointer.contents.openings, self.pointer.contents.opening_count, native.CaveOpening)

    def rows(self, z=0):
        """The cells of a layer as text, '#' for walls, the first row first."""
        walls = self.pointer.contents.walls
        return ["".join("#" if native.loam_solid_get(walls, x, y, z) else "." for x in range(walls.w))
                for y in range(walls.h)]

    def hash(self):
        """@doc loam_cave_hash"""
        return native.loam_cave_hash(self.pointer)
