# SPDX-License-Identifier: MIT
"""Where things stand on a plane without an end."""
import ctypes
import os

from . import native
from ._living import environment
from .errors import check


def scatter_def(json=None, path=None, forest=False):
    """A ScatterDef: one layer of points, or a wood; with JSON read over it: docs/scatter.md."""
    definition = native.loam_forest_scatter_def() if forest else native.loam_default_scatter_def()
    if json is not None:
        data = json.encode()
        check(native.loam_scatter_def_read(data, len(data), definition))
    if path is not None:
        check(native.loam_scatter_def_read_file(os.fsencode(path), definition))
    return definition


def scatter(definition, seed, x, y, w, h, jobs=None):
    """The points of an area of w x h world units: an array of ScatterPoint, whose x and y are 1/256 of a unit.

    @doc loam_scatter_points
    """
    check(native.loam_scatter_check(definition))
    room = native.loam_scatter_capacity(definition, w, h) if w > 0 and h > 0 else 0
    points, count = (native.ScatterPoint * max(room, 1))(), ctypes.c_size_t()
    area = native.ScatterArea(x, y, w, h)
    check(native.loam_scatter_points(environment(jobs), definition, seed, area, points, room, count))
    return (native.ScatterPoint * count.value).from_buffer(points)
