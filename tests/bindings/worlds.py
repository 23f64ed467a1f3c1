# SPDX-License-Identifier: MIT
"""The pieces of worlds of worlds.c, grown through the bindings."""
import ctypes

import loam
from loam import native

SEED, LAND_X, LAND_Z = 7, -7680, 26624


def show(name, value):
    print(f"{name} {value & 0xFFFFFFFFFFFFFFFF:016x}")


def seeds():
    show("seed.text", loam.seed("a green valley"))
    show("seed.derive", loam.seed_derive(SEED, "trees"))
    show("seed.at", loam.seed_at(SEED, -3, 1 << 40, 9))
    show("random.u64", loam.random_u64(SEED, 5))
    show("random.range", loam.random_range(SEED, 6, -1000000, 1000000))
    show("random.pick", loam.random_pick(SEED, 11, [1.0, 0.0, 3.5]))


def noise():
    made = loam.Noise(SEED, kind=loam.NoiseKind.PERLIN, wavelength=32, octaves=4, warp=5)
    show("noise.row", loam.hash_floats(made.row(-5, 20, 3)))
    grid = made.grid(-5, 1 << 41, 20, 11, 3)
    show("noise.grid", loam.hash_floats(grid))
    show("noise.solid", loam.hash_floats(made.solid(-5, 1 << 41, 77, 20, 11, 9, 3)))
    show("noise.points", loam.hash_floats(made.points([1, 20, -300], [4, -50, 600])))


def tiles():
    with loam.TileSource(SEED) as source:
        x, y = source.spawn()
        show("tiles.defs", source.defs.hash())
        show("tiles.spawn", y)
        show("tiles.fill", loam.tiles_hash(source.fill(-100, y - 60, 200, 120)))
    with loam.TileWorld(SEED, x, y, ring_log2=3) as world:
        changed = world.edit("circle", "water", 5, y + 20, radius=6)
        for i in range(1, 21):
            world.step(i, y)
        show("world.changed", changed)
        show("world.hash", world.hash())


def game():
    with loam.TileGame(SEED, 0, 146, ring_log2=3) as played:
        for command in ("walk right", "jump on", "edit blocks sand box 20 150 8 4"):
            played.do(command)
        played.step(60)
        show("game.hash", played.hash())


def land():
    with loam.Land(SEED) as made:
        wide = made.fill(-60000, -40000, 48, 32, 2500, ("height", "biome"))
        show("land.heights", loam.hash_floats(wide["height"]))
        show("land.biomes", loam.hash_bytes(wide["biome"]))
        show("land.height", loam.hash_floats([made.height(LAND_X + 0.25, LAND_Z + 0.5)]))
        hashed = 0
        with loam.LandThings(made) as things:
            for thing in things.find(LAND_X, LAND_Z, 96, 96):
                hashed = native.loam_land_thing_hash(thing, hashed)
        show("land.things", hashed)
        with loam.Volume(made) as volume, volume.grower() as grower:
            materials, density, kind = grower.fill(LAND_X, 4, LAND_Z, 24, 24, 24)
        show("volume.kind", kind)
        show("volume.materials", loam.hash_bytes(materials))
        show("volume.density", loam.hash_bytes(density))


def isles():
    with loam.Isles(SEED) as sea:
        hashed = 0
        for isle in sea.find(-4000, -4000, 4000, 4000):
            hashed = loam.seed_at(hashed ^ native.loam_isle_hash(isle), isle.x, 0, isle.z)
        show("isles.found", hashed)
        show("isles.heights", loam.hash_floats(sea.heights(-2000, 0, 40, 40, 100)))


def scatter():
    points = loam.scatter(loam.scatter_def(forest=True), SEED, -50, 20, 100, 80)
    show("scatter.count", len(points))
    show("scatter.hash", native.loam_scatter_hash(points, len(points), 0))


def cave():
    with loam.Cave(SEED, w=60, h=40, connect=True, openings=2) as made:
        show("cave.rooms", len(made.rooms))
        show("cave.hash", made.hash())


def plant():
    with loam.Grammar.preset("oak") as grammar, grammar.grow(SEED, age=6.0) as oak, loam.Mesh() as mesh:
        show("plant.hash", oak.hash())
        mesh.add_plant(oak, sides=6)
        show("mesh.vertices", len(mesh.vertices))
        show("mesh.hash", mesh.hash())


if __name__ == "__main__":
    for part in (seeds, noise, tiles, game, land, isles, scatter, cave, plant):
        part()
