# SPDX-License-Identifier: MIT
"""Pixels in memory, and PNG files."""
import ctypes
import os

from . import native
from ._buffers import numbers
from ._living import environment
from .errors import check


def colour(value):
    """A Colour from 0xRRGGBB, (r, g, b), (r, g, b, a), or a Colour."""
    if isinstance(value, native.Colour):
        return value
    if isinstance(value, int):
        return native.loam_rgb(value)
    return native.Colour(*value, *([255] if len(value) == 3 else []))


class Picture:
    """Pixels, row by row, the first row on top. `with` frees it, and so does the garbage collector."""

    def __init__(self, w, h, fill=0):
        self._data = native.Picture()
        check(native.loam_picture_create(environment(), w, h, colour(fill), self._data))

    @classmethod
    def _made(cls, data):
        """Of a struct that the library has filled in."""
        picture = cls.__new__(cls)
        picture._data = data
        return picture

    @property
    def data(self):
        """The Picture of loam.native."""
        if not self._data.pixels:
            raise ValueError("this Picture is closed")
        return self._data

    @property
    def w(self):
        return self.data.w

    @property
    def h(self):
        return self.data.h

    @property
    def pixels(self):
        """h rows of w pixels of 4 bytes, red, green, blue, alpha: a memoryview that can be written to, until the
        picture is closed."""
        count = self.w * self.h * 4
        raw = ctypes.cast(self.data.pixels, ctypes.POINTER(ctypes.c_uint8 * count)).contents
        raw.picture = self
        return memoryview(raw).cast("B").cast("B", (self.h, self.w, 4))

    def field(self, values, w, h, low, high, ramp="terrain", x=0, y=0):
        """Paints w x h values through a ramp: "grey", "heat", "terrain" or "sea". low and high are the values at its
        ends. Clipped."""
        count = ctypes.c_int32()
        stops = native.loam_ramp_named(ramp.encode(), count)
        if not stops:
            raise ValueError(f"there is no ramp '{ramp}'; must be grey, heat, terrain or sea")
        array, given = numbers(_flat(values), "f")
        if given != w * h:
            raise ValueError(f"there are {given} values; must be {w} x {h}")
        native.loam_picture_field(self.data, x, y, array, w, h, low, high, stops, count)

    def line(self, x0, y0, x1, y1, width, ink):
        """@doc loam_picture_line"""
        native.loam_picture_line(self.data, x0, y0, x1, y1, width, colour(ink))

    def text(self, x, y, text, ink=0xFFFFFF, scale=1):
        """@doc loam_picture_text"""
        native.loam_picture_text(self.data, x, y, scale, colour(ink), text.encode())

    def blit(self, x, y, source):
        """@doc loam_picture_blit"""
        native.loam_picture_blit(self.data, x, y, source.data)

    def write_png(self, path):
        """@doc loam_png_write"""
        check(native.loam_png_write(environment(), os.fsencode(path), self.data))

    def close(self):
        """Frees the pixels."""
        if self._data.pixels:
            native.loam_picture_destroy(environment(), self._data)
            self._data.pixels = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __del__(self):
        if hasattr(self, "_data"):
            self.close()


def _flat(values):
    """Any array of any dimensions as one row."""
    try:
        view = memoryview(values)
        return view.cast("B").cast(view.format) if view.ndim != 1 else values
    except TypeError:
        return values


def write_field_png(path, values, w, h, low, high, bits=16):
    """@doc loam_png_write_field"""
    array, given = numbers(_flat(values), "f")
    if given != w * h:
        raise ValueError(f"there are {given} values; must be {w} x {h}")
    check(native.loam_png_write_field(environment(), os.fsencode(path), array, w, h, low, high, bits))
