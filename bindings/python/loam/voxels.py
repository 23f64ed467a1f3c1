# SPDX-License-Identifier: MIT
"""A world of voxels that is dug and built in."""
import ctypes

from . import native
from ._living import Living, environment, member, settings
from .errors import check

EDITS = {"voxel": native.VoxelEditKind.VOXEL, "box": native.VoxelEditKind.BOX, "sphere": native.VoxelEditKind.SPHERE,
         "line": native.VoxelEditKind.LINE, "dig": native.VoxelEditKind.DIG, "heap": native.VoxelEditKind.HEAP,
         "paint": native.VoxelEditKind.PAINT}


class VoxelWorld(Living):
    """Chunks of a volume around a viewer, edits of them, and meshes. One thread at a time.

    Settings are those of VoxelWorldDef: VoxelWorld(volume, near_m=96, levels=3). store: a Store of a land of the same
    seed and shape, which keeps what was changed.
    """

    def __init__(self, volume, store=None, jobs=None, **values):
        definition = native.loam_default_voxel_world_def()
        definition.env, definition.volume = environment(jobs), volume.pointer
        if store is not None:
            definition.store = native.loam_store_voxels(store.pointer)
        settings(definition, values, "a world of voxels")
        self._events = events = []

        def of_chunk(kind, name):
            callback = kind(lambda _, chunk: events.append((name, chunk)))
            setattr(definition, name, callback)
            return callback

        keep = [of_chunk(native.VoxelWorldDefReady, "ready"), of_chunk(native.VoxelWorldDefChanged, "changed"),
                of_chunk(native.VoxelWorldDefLeave, "leave"),
                native.VoxelWorldDefEdited(lambda _, report: events.append(("edited", report.contents.copy()))),
                native.VoxelWorldDefFailed(lambda _, result, text: events.append(("failed", text.decode())))]
        definition.edited, definition.failed = keep[3], keep[4]
        out = ctypes.POINTER(native.VoxelWorld)()
        check(native.loam_voxel_world_create(definition, out))
        self._begin(out, native.loam_voxel_world_destroy, volume, store, jobs, keep=keep)

    def update(self, x, y, z, budget_us=4000):
        """Applies edits, and makes chunks around a place grow, appear and leave, for about so many microseconds.

        Gives (whether all is there, what has happened): ("ready", chunk), ("changed", chunk), ("leave", chunk) with a
        VoxelChunkPos, ("edited", VoxelReport), ("failed", message). Mesh chunks that are ready or have changed.
        """
        viewer, complete = native.VoxelViewer(at=native.VoxelPos(x, y, z)), ctypes.c_bool()
        check(native.loam_voxel_world_update(self.pointer, viewer, 1, budget_us, complete))
        events = self._events[:]
        del self._events[:]
        return complete.value, events

    def edit(self, kind, x, y, z, material=native.VoxelMaterial.AIR, radius_m=2.5, amount=1.0, to=None):
        """Queues an edit for the next update; its number in reports is returned. kind: "voxel", "box", "sphere",
        "line", "dig", "heap", "paint"; to: (x, y, z) of the other end of a box or a line.

        @doc loam_voxel_world_edit
        """
        if isinstance(kind, str):
            if kind not in EDITS:
                raise ValueError(f"kind is '{kind}'; must be {', '.join(EDITS)}")
            kind = EDITS[kind]
        edit = native.VoxelEdit(kind=kind, radius_m=radius_m, amount=amount, material=material,
                                to=native.VoxelPos(*(to or (x, y, z))))
        edit.from_ = native.VoxelPos(x, y, z)
        number = ctypes.c_uint64()
        check(native.loam_voxel_world_edit(self.pointer, edit, number))
        return number.value

    def undo(self):
        """@doc loam_voxel_world_undo"""
        check(native.loam_voxel_world_undo(self.pointer))

    def redo(self):
        """Queues doing the last edit that was taken back again."""
        check(native.loam_voxel_world_redo(self.pointer))

    def at(self, x, y, z):
        """(VoxelMaterial, density) of a voxel of level 0; NotFound where nothing is there yet."""
        material, density = ctypes.c_uint8(), ctypes.c_int8()
        check(native.loam_voxel_world_at(self.pointer, native.VoxelPos(x, y, z), material, density))
        return native.VoxelMaterial(material.value), density.value

    def add_to(self, mesh, chunk, form=native.VolumeForm.SMOOTH, skirts=0):
        """@doc loam_voxel_world_mesh"""
        check(native.loam_voxel_world_mesh(self.pointer, chunk, member(native.VolumeForm, form), skirts, mesh.pointer))

    def cast(self, position, direction, length_m, form=native.VolumeForm.SMOOTH):
        """Where a ray from (x, y, z), floats, meets what is solid: a VoxelHit, or None.

        @doc loam_voxel_world_cast
        """
        origin = [round(place) for place in position]
        point = native.VoxelPoint(native.VoxelPos(*origin),
                                  (ctypes.c_double * 3)(*(place - whole for place, whole in zip(position, origin))))
        hit = native.VoxelHit()
        check(native.loam_voxel_world_cast(self.pointer, point, (ctypes.c_float * 3)(*direction), length_m,
                                           member(native.VolumeForm, form), hit))
        return hit if hit.any else None

    def save(self):
        """@doc loam_voxel_world_save"""
        check(native.loam_voxel_world_save(self.pointer))

    @property
    def counters(self):
        return native.loam_voxel_world_count(self.pointer)
