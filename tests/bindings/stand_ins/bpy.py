# SPDX-License-Identifier: MIT
"""As much of Blender as forest.py uses. At the end it prints what was made."""
import atexit


class _Mesh:
    def __init__(self, name):
        self.name, self.vertices, self.faces = name, [], []

    def from_pydata(self, vertices, edges, faces):
        assert edges == [] and max(max(face) for face in faces) < len(vertices)
        self.vertices, self.faces = vertices, faces

    def update(self):
        pass


class _Object:
    def __init__(self, name, mesh):
        self.name, self.data = name, mesh
        self.location = self.rotation_euler = self.scale = None


class _New:
    def __init__(self, kind):
        self.new = kind


class data:
    meshes, objects = _New(_Mesh), _New(_Object)


class context:
    class collection:
        class objects:
            linked = []

            @classmethod
            def link(cls, one):
                cls.linked.append(one)


@atexit.register
def report():
    linked = context.collection.objects.linked
    ground, things = linked[0], linked[1:]
    up = [vertex[2] for vertex in ground.data.vertices]
    for thing in things:
        east, north, height = thing.location
        assert 0 <= east <= 64 and 0 <= north <= 64 and min(up) - 4 <= height <= max(up) + 4, thing.location
    print(f"{len(ground.data.faces)} faces of ground, {len(things)} things of {len({id(t.data) for t in things})} meshes")
