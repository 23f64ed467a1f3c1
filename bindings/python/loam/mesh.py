# SPDX-License-Identifier: MIT
"""Triangle meshes: of heights, plants, caves, islands and voxels, and files of them."""
import ctypes
import os

from . import native
from ._buffers import numbers, view
from ._living import Living, environment, settings
from .errors import check
from .picture import _flat


class Mesh(Living):
    """@doc loam_mesh"""

    def __init__(self):
        out = ctypes.POINTER(native.Mesh)()
        check(native.loam_mesh_create(environment(), out))
        self._begin(out, native.loam_mesh_destroy)

    @property
    def vertices(self):
        """An array of Vertex that lies in the mesh's own memory: valid until something is added. It is a buffer of
        40 bytes a vertex, as numpy.frombuffer and graphics libraries take it."""
        data = self.pointer.contents
        return view(data.vertices, data.vertex_count, native.Vertex)

    @property
    def indices(self):
        """Three numbers of vertices a triangle, as an array in the mesh's own memory."""
        data = self.pointer.contents
        return view(data.indices, data.index_count, ctypes.c_uint32)

    @property
    def triangles(self):
        """Triples of numbers of vertices, as Blender's from_pydata takes them."""
        flat = list(self.indices)
        return list(zip(flat[0::3], flat[1::3], flat[2::3]))

    @property
    def positions(self):
        """(east, up, north) of every vertex, metres."""
        return [tuple(vertex.position) for vertex in self.vertices]

    @property
    def bounds(self):
        """((east, up, north) of the lowest corner, of the highest)."""
        low, high = (ctypes.c_float * 3)(), (ctypes.c_float * 3)()
        native.loam_mesh_bounds(self.pointer, low, high)
        return tuple(low), tuple(high)

    def add_grid(self, heights, w, h, step=1.0, offset=None):
        """Adds heights in a grid, w to the east, h to the north, `step` metres apart, two triangles a square."""
        array, given = numbers(_flat(heights), "f")
        if given != w * h:
            raise ValueError(f"there are {given} heights; must be {w} x {h}")
        grid = native.HeightGrid(w=w, h=h, step=step, height=ctypes.cast(array, ctypes.POINTER(ctypes.c_float)),
                                 stride=w)
        check(native.loam_mesh_add_grid(self.pointer, grid, _vector(offset)))

    def add_plant(self, plant, **form):
        """@doc loam_mesh_add_plant"""
        definition = settings(native.loam_default_plant_form(), form, "the form of a plant")
        check(native.loam_mesh_add_plant(self.pointer, plant.data, definition))

    def add_cave(self, cave, how="heights", **form):
        """Adds a cave: "heights" (two dimensions), "blocks" or "surface". form: of CaveForm."""
        definition = native.loam_default_cave_form(cave.definition)
        settings(definition, form, "the form of a cave")
        add = {"heights": native.loam_mesh_add_cave_heights, "surface": native.loam_mesh_add_cave_surface}
        if how == "blocks":
            check(native.loam_mesh_add_cave_blocks(self.pointer, cave.pointer, definition, None))
        elif how in add:
            check(add[how](self.pointer, cave.pointer, definition))
        else:
            raise ValueError(f"how is '{how}'; must be heights, blocks or surface")

    def add_thing(self, kind, variant=0, level=0):
        """@doc loam_mesh_add_thing"""
        check(native.loam_mesh_add_thing(self.pointer, kind, variant, level))

    def append(self, other, offset=None):
        """@doc loam_mesh_append"""
        if other is self:
            raise ValueError("a mesh cannot be appended to itself")
        check(native.loam_mesh_append(self.pointer, other.pointer, _vector(offset)))

    def clear(self):
        """@doc loam_mesh_clear"""
        native.loam_mesh_clear(self.pointer)

    def simplify(self, share, max_error):
        """@doc loam_mesh_simplify"""
        check(native.loam_mesh_simplify(self.pointer, share, max_error))

    def hash(self):
        """@doc loam_mesh_hash"""
        return native.loam_mesh_hash(self.pointer)

    def write(self, path, name=None, materials=None, x=0, z=0):
        """Writes a .glb, .obj or .ply. materials: (name, 0xRRGGBB) by their numbers; x, z: where the corner lies.

        @doc loam_mesh_write
        """
        definition = native.loam_default_mesh_file_def()
        definition.path, definition.x, definition.z = os.fsencode(path), x, z
        definition.name = name.encode() if name else None
        if materials:
            rows = [native.MeshMaterial(word.encode(), ink) for word, ink in materials]
            definition.materials = (native.MeshMaterial * len(rows))(*rows)
            definition.material_count = len(rows)
        check(native.loam_mesh_write(definition, self.pointer))


def _vector(offset):
    return (ctypes.c_float * 3)(*offset) if offset is not None else None
