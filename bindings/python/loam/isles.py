# SPDX-License-Identifier: MIT
"""Islands in an endless sea."""
import ctypes
import os

from . import native
from ._buffers import output, view
from ._living import Living, environment, settings
from .errors import Callbacks, check
from .picture import Picture


def isles_def(seed=None, json=None, path=None):
    """The IslesDef of five types of islands; with the text of a JSON, or a file, read over it: docs/isles.md."""
    definition = native.loam_default_isles_def()
    if seed is not None:
        definition.seed = seed
    if json is not None:
        data = json.encode()
        check(native.loam_isles_def_read(environment(), data, len(data), definition))
    if path is not None:
        check(native.loam_isles_def_read_file(environment(), os.fsencode(path), definition))
    return definition


class Isles(Living):
    """A sea with islands. Settings are the plain fields of IslesDef: Isles(7, empty=0.2)."""

    def __init__(self, seed=None, definition=None, jobs=None, **values):
        definition = definition.copy() if definition is not None else native.loam_default_isles_def()
        if seed is not None:
            definition.seed = seed
        self.definition = settings(definition, values, "a sea of islands")
        out = ctypes.POINTER(native.Isles)()
        check(native.loam_isles_create(environment(jobs), definition, out))
        self._begin(out, native.loam_isles_destroy, jobs)

    def at(self, slot_x, slot_z):
        """The Isle of a slot, None if the slot is empty."""
        isle = native.Isle()
        check(native.loam_isles_at(self.pointer, slot_x, slot_z, isle))
        return None if isle.type < 0 else isle

    def find(self, x0, z0, x1, z1):
        """The islands whose areas touch a box: a list of Isle.

        @doc loam_isles_find
        """
        found, callbacks = [], Callbacks()

        def take(_, isle):
            found.append(isle.contents.copy())
            return True

        visit = native.IslesFindFound(callbacks.guard(take, False))
        callbacks.check(native.loam_isles_find(self.pointer, native.IslesBox(x0, z0, x1, z1), visit, None))
        return found

    def heights(self, x, z, w, h, step=1, out=None):
        """Heights in a grid, rows go north: a memoryview of h rows of w floats.

        @doc loam_isles_heights
        """
        pointer, array = output((h, w), "f", out)
        check(native.loam_isles_heights(self.pointer, native.IslesArea(x, z, step, w, h), pointer))
        return array

    def height(self, x, z):
        """The height of one place, m."""
        height = ctypes.c_float()
        check(native.loam_isles_height(self.pointer, x, z, height))
        return height.value

    def objects(self, slot_x, slot_z):
        """What stands on the island of a slot: a list of IsleObject."""
        maps = native.IsleMaps()
        check(native.loam_isles_open(self.pointer, slot_x, slot_z, native.IsleStage.OBJECTS, maps))
        try:
            return [one.copy() for one in view(maps.objects, maps.object_count, native.IsleObject)]
        finally:
            native.loam_isles_close(self.pointer, maps)

    def add_to(self, mesh, slot_x, slot_z, **form):
        """Adds the island of a slot to a mesh. form: of IsleMeshDef.

        @doc loam_mesh_add_isle
        """
        definition = settings(native.loam_default_isle_mesh_def(), form, "the mesh of an island")
        maps = native.IsleMaps()
        check(native.loam_isles_open(self.pointer, slot_x, slot_z, native.IsleStage.OBJECTS, maps))
        try:
            check(native.loam_mesh_add_isle(mesh.pointer, self.pointer, maps, definition))
        finally:
            native.loam_isles_close(self.pointer, maps)

    def map(self, x, z, w, h, scale, **values):
        """A picture of w x h pixels around (x, z), `scale` metres a pixel. Settings: those of IslesMapDef."""
        definition = native.loam_default_isles_map_def()
        settings(definition, {**values, "x": x, "z": z, "w": w, "h": h, "scale": scale}, "a map")
        data = native.Picture()
        check(native.loam_isles_map_draw(self.pointer, definition, data, None))
        return Picture._made(data)
