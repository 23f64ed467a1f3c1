# SPDX-License-Identifier: MIT
"""Noise over points, rows and grids, in one, two and three dimensions."""
import ctypes

from . import native
from ._buffers import numbers, output
from ._living import settings
from .errors import check


class Noise:
    """A noise that is ready to be asked, from any thread.

    Settings are those of NoiseDef: Noise(7, kind=NoiseKind.PERLIN, wavelength=32, octaves=4).
    """

    def __init__(self, seed, definition=None, **values):
        definition = definition.copy() if definition is not None else native.loam_default_noise_def()
        self.data = native.Noise()
        check(native.loam_noise_init(self.data, settings(definition, values, "a noise"), seed))

    @property
    def range(self):
        """The range that its values lie in: (low, high)."""
        low, high = ctypes.c_float(), ctypes.c_float()
        native.loam_noise_range(self.data, low, high)
        return low.value, high.value

    def at(self, x, y=None, z=None):
        """One sample, in as many dimensions as there are coordinates."""
        if z is not None:
            return native.loam_noise_at3(self.data, x, y, z)
        return native.loam_noise_at1(self.data, x) if y is None else native.loam_noise_at2(self.data, x, y)

    def row(self, x, w, step=1, out=None):
        """w samples in one dimension, at x, x + step, ...: a memoryview of floats."""
        pointer, array = output((w,), "f", out)
        area = native.NoiseArea(x=x, step=step, w=w, h=1, d=1)
        check(native.loam_noise_grid1(self.data, pointer, area))
        return array

    def grid(self, x, y, w, h, step=1, out=None):
        """Samples in two dimensions: a memoryview of h rows of w floats, [j, i] at (x + i step, y + j step)."""
        pointer, array = output((h, w), "f", out)
        area = native.NoiseArea(x=x, y=y, step=step, w=w, h=h, d=1)
        check(native.loam_noise_grid2(self.data, pointer, area))
        return array

    def solid(self, x, y, z, w, h, d, step=1, out=None):
        """Samples in three dimensions: d layers of h rows of w floats."""
        pointer, array = output((d, h, w), "f", out)
        area = native.NoiseArea(x=x, y=y, z=z, step=step, w=w, h=h, d=d)
        check(native.loam_noise_grid3(self.data, pointer, area))
        return array

    def points(self, x, y=None, z=None, out=None):
        """Samples at given places: sequences or arrays of 64-bit integers, one for each dimension, equally long."""
        axes = [numbers(axis, "q") for axis in (x, y, z) if axis is not None]
        count = axes[0][1]
        if any(axis[1] != count for axis in axes):
            raise ValueError(f"points have {', '.join(str(axis[1]) for axis in axes)} coordinates; must be as many on "
                             "every axis")
        pointer, array = output((count,), "f", out)
        arrays = [axis[0] for axis in axes] + [None] * (3 - len(axes))
        check(native.loam_noise_points(self.data, pointer, len(axes), *arrays, count))
        return array

    def slope(self, x, y, w, h, step=1):
        """(values, derivatives by x, derivatives by y) of a grid in two dimensions.

        @doc loam_noise_slope1
        """
        made = [output((h, w), "f") for _ in range(3)]
        area = native.NoiseArea(x=x, y=y, step=step, w=w, h=h, d=1)
        check(native.loam_noise_slope2(self.data, *(pointer for pointer, _ in made), area))
        return tuple(array for _, array in made)
