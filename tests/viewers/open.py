# SPDX-License-Identifier: MIT
# blender -b -P open.py -- FILE: prints what it sees of a mesh.
import numpy

numpy.bool = bool  # what Blender's importers call it, and newer numpys do not

import sys

import bpy

path = sys.argv[sys.argv.index("--") + 1]
bpy.ops.object.select_all(action="SELECT")
bpy.ops.object.delete()
if path.endswith(".glb"):
    bpy.ops.import_scene.gltf(filepath=path)
elif path.endswith(".obj"):
    bpy.ops.import_scene.obj(filepath=path)
else:
    bpy.ops.import_mesh.ply(filepath=path)
mesh = next(one for one in bpy.data.objects if one.type == "MESH")
width, first, second = sorted(mesh.dimensions)[::-1]
print(f"loam: {len(mesh.data.vertices)} vertices, {len(mesh.data.polygons)} triangles, {width:.0f} x {first:.0f} m")
