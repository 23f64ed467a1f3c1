# SPDX-License-Identifier: MIT
"""Plants from grammars."""
import ctypes

from . import native
from ._buffers import view
from ._living import Living, environment, settings
from .errors import check
from .picture import colour


def presets(three_d=False):
    """Names of the grammars that come with the library; three_d: those with rules of their own in space."""
    at = native.loam_grammar_preset_3d_at if three_d else native.loam_grammar_preset_at
    names, index = [], 0
    while at(index):
        names.append(at(index).contents.name.decode())
        index += 1
    return names


class Grammar(Living):
    """An L-system from its text: docs/flora.md. Grammar.preset("oak") has one that comes with the library."""

    def __init__(self, text):
        self._create(text.encode())

    def _create(self, text):
        out = ctypes.POINTER(native.Grammar)()
        check(native.loam_grammar_create(environment(), text, len(text), out))
        self._begin(out, native.loam_grammar_destroy)

    @classmethod
    def preset(cls, name, three_d=False):
        """One of presets()."""
        find = native.loam_grammar_preset_3d_find if three_d else native.loam_grammar_preset_find
        found = find(name.encode())
        if not found:
            raise LookupError(f"there is no grammar '{name}'; must be one of {', '.join(presets(three_d))}")
        grammar = cls.__new__(cls)
        grammar._create(found.contents.text)
        return grammar

    @property
    def title(self):
        return native.loam_grammar_title(self.pointer).decode()

    @property
    def dimensions(self):
        return native.loam_grammar_dimensions(self.pointer)

    @property
    def text(self):
        """The text form, which reads back as the same grammar."""
        size = native.loam_grammar_write(self.pointer, None, 0)
        text = ctypes.create_string_buffer(size + 1)
        native.loam_grammar_write(self.pointer, text, size + 1)
        return text.value.decode()

    def grow(self, seed, **site):
        """Grows a plant. site: fields of PlantSite: age, soil, slope, moisture, light, heading, iterations ..."""
        return Plant(self, seed, site)


class Plant(Living):
    """A plant that has grown: segments and organs, until it is closed."""

    def __init__(self, grammar, seed, site):
        definition = native.loam_default_plant_site()
        definition.seed = seed
        for name, value in site.items():
            settings(definition, {name: (ctypes.c_float * 3)(*value) if isinstance(value, (tuple, list)) else value},
                     "the site of a plant")
        out = ctypes.POINTER(native.PlantGrower)()
        limits = native.loam_default_plant_limits()
        check(native.loam_plant_grower_create(environment(), limits, out))
        self._begin(out, native.loam_plant_grower_destroy, grammar)
        self._data = native.Plant()
        check(native.loam_plant_grow(out, grammar.pointer, definition, self._data))

    @property
    def data(self):
        """The Plant of loam.native."""
        self.pointer
        return self._data

    @property
    def segments(self):
        """Pieces of branches, parents before children: an array of PlantSegment."""
        return view(self.data.segments, self.data.segment_count, native.PlantSegment)

    @property
    def organs(self):
        """Leaves, buds and flowers: an array of PlantOrgan."""
        return view(self.data.organs, self.data.organ_count, native.PlantOrgan)

    @property
    def extent(self):
        """((x, y, z) lowest, (x, y, z) highest), in units of the grammar."""
        low, high = (ctypes.c_float * 3)(), (ctypes.c_float * 3)()
        native.loam_plant_extent(self.data, low, high)
        return tuple(low), tuple(high)

    def hash(self):
        return native.loam_plant_hash(self.data)

    def draw(self, picture, x, y, scale, **look):
        """Draws it with its root at a pixel, `scale` pixels a unit. look: fields of PlantLook."""
        definition = native.loam_default_plant_look()
        inks = {name: colour(value) for name, value in look.items() if name in ("wood", "leaf", "bud", "flower")}
        settings(definition, {**look, **inks, "x": x, "y": y, "scale": scale}, "the look of a plant")
        native.loam_plant_draw(picture.data, self.data, definition)
