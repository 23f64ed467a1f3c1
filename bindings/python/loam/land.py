# SPDX-License-Identifier: MIT
"""An endless land with seas, mountains, rivers, climate and biomes; what stands on it, and what is inside of it."""
import ctypes

from . import native
from ._buffers import output
from ._living import Living, environment, settings
from .errors import Callbacks, check
from .picture import Picture

# What a land knows of places, and the type that it has.
CHANNELS = {"height": "f", "water": "f", "base": "f", "temperature": "f", "rain": "f", "humidity": "f", "soil": "f",
            "ruggedness": "f", "coast": "f", "flow": "f", "river": "f", "kind": "B", "biome": "B"}


class Land(Living):
    """A land: a pure function of seed and shape, to be asked from any thread.

    shape: fields of LandShape by name, as Land(7, shape={"sea": 0.3}). Other settings are those of LandDef, as
    cache_bytes.
    """

    def __init__(self, seed, shape=None, jobs=None, **values):
        definition = native.loam_default_land_def()
        definition.env, definition.seed = environment(jobs), seed
        settings(definition.shape, shape or {}, "the shape of a land")
        settings(definition, values, "a land")
        out = ctypes.POINTER(native.Land)()
        check(native.loam_land_create(definition, out))
        self._begin(out, native.loam_land_destroy, jobs)

    @property
    def seed(self):
        return native.loam_land_seed(self.pointer)

    def fill(self, x, z, w, h, step=1, channels=("height",), out=None):
        """What places in a grid are like: {"height": memoryview of h rows of w floats, ...}, rows go north. channels
        are names of CHANNELS; out: arrays by their names to be filled instead of new ones.

        @doc loam_land_fill
        """
        samples, arrays = native.LandSamples(), {}
        for name in channels:
            if name not in CHANNELS:
                raise ValueError(f"there is no channel '{name}'; must be of {', '.join(CHANNELS)}")
            pointer, arrays[name] = output((h, w), CHANNELS[name], (out or {}).get(name))
            setattr(samples, name, pointer)
        check(native.loam_land_fill(self.pointer, native.LandArea(x, z, step, w, h), samples))
        return arrays

    def heights(self, x, z, w, h, step=1, out=None):
        """Heights alone, in metres: a memoryview of h rows of w floats."""
        return self.fill(x, z, w, h, step, ("height",), {"height": out} if out is not None else None)["height"]

    def _one(self, function, x, z, kind):
        value = kind()
        check(function(self.pointer, x, z, value))
        return value.value

    def height(self, x, z):
        """@doc loam_land_height"""
        return self._one(native.loam_land_height, x, z, ctypes.c_float)

    def water(self, x, z):
        """The level of the water at a place, None where it is dry."""
        level = self._one(native.loam_land_water, x, z, ctypes.c_float)
        return None if level == native.LAND_DRY else level

    def biome(self, x, z):
        """The biome of a place: a Biome, or the number of one of a program's own."""
        index = self._one(native.loam_land_biome_at, x, z, ctypes.c_int32)
        return native.Biome(index) if index < native.Biome.COUNT else index

    def biome_name(self, biome):
        return native.loam_land_biome_name(self.pointer, biome).decode()

    def river_distance(self, x, z):
        """Metres to the bank of the nearest river or lake, negative inside."""
        return self._one(native.loam_land_river_distance, x, z, ctypes.c_float)

    def cast(self, position, direction, length):
        """Where a ray from (x, y, z) first meets the ground: a LandHit, or None.

        @doc loam_land_patch_cast
        """
        found, hit = ctypes.c_bool(), native.LandHit()
        check(native.loam_land_cast(self.pointer, native.LandRay(*position, *direction, length), found, hit))
        return hit if found.value else None

    def find_start(self, x=0, z=0):
        """@doc loam_land_find_start"""
        start = native.LandStart()
        check(native.loam_land_find_start(self.pointer, x, z, start))
        return start

    def river(self, x, z, min_flow=0.0, coarse=False, capacity=65536):
        """The nearest river, from there to its end: (list of RiverPoint, RiverEnd).

        @doc loam_land_river
        """
        definition = native.loam_default_land_river_def()
        definition.x, definition.z, definition.min_flow, definition.coarse = x, z, min_flow, coarse
        points, count, end = (native.RiverPoint * capacity)(), ctypes.c_int32(), ctypes.c_int()
        check(native.loam_land_river(self.pointer, definition, points, capacity, count, end))
        return points[:count.value], native.RiverEnd(end.value)

    def lines(self, x, z, w, h, level=1, min_flow=0.0):
        """Rivers and roads of a level that touch an area of w x h metres: a list of LandLine."""
        found, callbacks = [], Callbacks()

        def line(_, one):
            found.append(one.contents.copy())
            return native.Result.OK

        visit = native.LandLinesLine(callbacks.guard(line, native.Result.FAILED))
        area = native.LandArea(x, z, 1, w, h)
        callbacks.check(native.loam_land_lines(self.pointer, level, area, min_flow, visit, None))
        return found

    def _map(self, x, z, w, h, scale, values):
        definition = native.loam_default_land_map_def()
        return settings(definition, {**values, "x": x, "z": z, "w": w, "h": h, "scale": scale}, "a map")

    def map(self, x, z, w, h, scale, **values):
        """A picture of w x h pixels around (x, z), `scale` metres a pixel. Settings are those of LandMapDef:
        layer=MapLayer.BIOME, names=True ..."""
        data = native.Picture()
        check(native.loam_land_map_draw(self.pointer, self._map(x, z, w, h, scale, values), environment(), data, None))
        return Picture._made(data)

    def features(self, x, z, w, h, scale, capacity=256):
        """What a map would name: a list of LandFeature.

        @doc loam_land_features
        """
        found, count = (native.LandFeature * capacity)(), ctypes.c_int32()
        check(native.loam_land_features(self.pointer, self._map(x, z, w, h, scale, {}), environment(), found, capacity,
                                        count))
        return found[:min(count.value, capacity)]


class LandThings(Living):
    """What stands on a land: trees, bushes, boulders. Settings are those of LandThingsDef: trees=0.5."""

    def __init__(self, land, plan=None, jobs=None, **values):
        definition = native.loam_default_land_things_def()
        definition.env, definition.land = environment(jobs), land.pointer
        if plan is not None:
            definition.plan = ctypes.pointer(plan)
        settings(definition, values, "things on a land")
        out = ctypes.POINTER(native.LandThings)()
        check(native.loam_land_things_create(definition, out))
        self._begin(out, native.loam_land_things_destroy, land, jobs)

    def find(self, x, z, w, h, level=0):
        """Things whose middle lies in an area of w x h metres: a list of LandThing. Their x and z are 1/256 m.

        @doc loam_land_things_find
        """
        found, callbacks = [], Callbacks()

        def visit(_, thing):
            found.append(thing.contents.copy())
            return native.Result.OK

        taken = native.LandThingVisit(callbacks.guard(visit, native.Result.FAILED))
        area = native.LandThingsArea(x, z, w, h)
        callbacks.check(native.loam_land_things_find(self.pointer, area, level, taken, None))
        return found

    def kind_name(self, thing):
        """The name of a thing's kind in the plan."""
        return native.loam_land_things_plan(self.pointer).contents.kinds[thing.kind].name.decode()


class Volume(Living):
    """The land as a body: voxels with materials and densities. Settings are those of VolumeDef.

    surface: a function (x, z, step, w, h) -> heights of a program's own instead of a land's, row by row.
    """

    def __init__(self, land=None, seed=None, surface=None, jobs=None, **values):
        definition = native.loam_default_volume_def()
        definition.env = environment(jobs)
        definition.seed = seed if seed is not None else land.seed if land is not None else 1
        self._callbacks, keep = Callbacks(), None
        if surface is not None:
            keep = native.VolumeSurfaceFill(self._callbacks.guard(_surface(surface), native.Result.FAILED))
            definition.surface.fill = keep
        elif land is not None:
            definition.surface = native.loam_volume_land(land.pointer)
        settings(definition, values, "a volume")
        out = ctypes.POINTER(native.Volume)()
        check(native.loam_volume_create(definition, out))
        self._begin(out, native.loam_volume_destroy, land, jobs, keep=keep)

    def grower(self):
        """What fills boxes: one for each thread."""
        return VolumeGrower(self)


class VolumeGrower(Living):
    """@doc loam_volume_grower"""

    def __init__(self, volume):
        out = ctypes.POINTER(native.VolumeGrower)()
        check(native.loam_volume_grower_create(volume.pointer, out))
        self._begin(out, native.loam_volume_grower_destroy, volume)
        self._callbacks = volume._callbacks

    def fill(self, x, y, z, w, h, d, level=0):
        """(materials, densities, VolumeKind) of a box of w x h x d voxels: memoryviews [z][y][x] of bytes.

        @doc loam_volume_fill
        """
        materials, array = output((d, h, w), "B")
        density, values = output((d, h, w), "b")
        box = native.VolumeBox(level=level, x=x, y=y, z=z, w=w, h=h, d=d)
        kind = ctypes.c_int()
        voxels = native.VolumeVoxels(materials=materials, density=density)
        self._callbacks.check(native.loam_volume_fill(self.pointer, box, voxels, kind))
        return array, values, native.VolumeKind(kind.value)

    def add_to(self, mesh, x, y, z, w, h, d, level=0, form=native.VolumeForm.SMOOTH):
        """@doc loam_mesh_add_volume"""
        box = native.VolumeBox(level=level, x=x, y=y, z=z, w=w, h=h, d=d)
        self._callbacks.check(native.loam_mesh_add_volume(mesh.pointer, self.pointer, box, form, None))


def _surface(function):
    def fill(_, area, columns):
        out = columns.contents
        heights = function(area.x, area.z, area.step, area.w, area.h)
        for index, height in enumerate(heights):
            out.height[index] = out.base[index] = height
            out.water[index] = native.LAND_DRY
        return native.Result.OK
    return fill
