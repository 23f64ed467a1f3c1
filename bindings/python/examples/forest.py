# SPDX-License-Identifier: MIT
"""The trees, bushes and boulders of a part of a land: as CSV, or, run by Blender, as objects on its ground.

    python3 forest.py --out trees.csv
    blender --python forest.py -- --size 256
"""
import argparse
import csv
import math
import sys

import loam

try:
    import bpy
except ImportError:
    bpy = None


def write_csv(land, x, z, size, out):
    with loam.LandThings(land) as things:
        found = things.find(x, z, size, size)
        rows = csv.writer(out)
        rows.writerow(["kind", "east_m", "north_m", "height_m", "size_m", "turn_degrees"])
        for thing in found:
            rows.writerow([things.kind_name(thing), thing.x / loam.SCATTER_ONE, thing.z / loam.SCATTER_ONE,
                           round(thing.y, 3), round(thing.size, 3), round(thing.turn * 360, 1)])
    return len(found)


def to_blender(mesh, name):
    """A mesh as Blender has it: x east, y north, z up, and right-handed."""
    vertices = [(east, north, up) for east, up, north in mesh.positions]
    faces = [(a, c, b) for a, b, c in mesh.triangles]
    data = bpy.data.meshes.new(name)
    data.from_pydata(vertices, [], faces)
    data.update()
    return data


def place(name, data, position, turn=0.0, scale=1.0):
    one = bpy.data.objects.new(name, data)
    one.location, one.rotation_euler, one.scale = position, (0.0, 0.0, turn), (scale, scale, scale)
    bpy.context.collection.objects.link(one)


def show_in_blender(land, x, z, size):
    """The ground of the square as a mesh, and every thing as an object that shares the mesh of its shape."""
    with loam.Mesh() as mesh:
        mesh.add_grid(land.heights(x, z, size + 1, size + 1), size + 1, size + 1)
        place("ground", to_blender(mesh, "ground"), (0.0, 0.0, 0.0))
    shapes = {}
    with loam.LandThings(land) as things, loam.Mesh() as mesh:
        found = things.find(x, z, size, size)
        for thing in found:
            if thing.shape not in shapes:
                mesh.clear()
                mesh.add_thing(thing.shape, level=1)
                shapes[thing.shape] = to_blender(mesh, things.kind_name(thing))
            position = (thing.x / loam.SCATTER_ONE - x, thing.z / loam.SCATTER_ONE - z, thing.y)
            place(things.kind_name(thing), shapes[thing.shape], position, thing.turn * 2 * math.pi, thing.size)
    return len(found)


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--seed", default="green valley")
    options.add_argument("--size", type=int, default=256, help="metres along a side")
    options.add_argument("--out", default="-", help="a file of CSV; - for standard output")
    # Blender's own arguments end with --.
    chosen = options.parse_args(sys.argv[sys.argv.index("--") + 1:] if "--" in sys.argv else None)

    with loam.Jobs() as jobs, loam.Land(loam.seed(chosen.seed), jobs=jobs) as land:
        start = land.find_start()
        if bpy is not None:
            count = show_in_blender(land, start.x, start.z, chosen.size)
        elif chosen.out == "-":
            count = write_csv(land, start.x, start.z, chosen.size, sys.stdout)
        else:
            with open(chosen.out, "w", newline="", encoding="utf-8") as out:
                count = write_csv(land, start.x, start.z, chosen.size, out)
    print(f"{count} things", file=sys.stderr)


if __name__ == "__main__":
    main()
