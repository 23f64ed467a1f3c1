# SPDX-License-Identifier: MIT
"""How the bindings for Python, and their generator, behave."""
import array
import ctypes
import gc
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import loam
from loam import native

WORK, SOURCE, MADE = (pathlib.Path(os.environ[name]) for name in ("WORK", "SOURCE", "MADE"))


class Errors(unittest.TestCase):
    def test_they_carry_the_message_and_are_pythons_own(self):
        with self.assertRaisesRegex(loam.BadArgument, "octaves is 99; must be 1 to 16") as caught:
            loam.Noise(1, octaves=99)
        self.assertIsInstance(caught.exception, ValueError)
        self.assertEqual(caught.exception.result, loam.Result.BAD_ARGUMENT)
        with self.assertRaisesRegex(LookupError, "nowhere.loam"):
            loam.Store.open(WORK / "nowhere.loam")
        (WORK / "text.loam").write_text("a text and no world")
        with self.assertRaises(OSError):
            loam.Store.open(WORK / "text.loam")

    def test_an_unknown_setting_is_named(self):
        with self.assertRaisesRegex(TypeError, "no setting 'octave'; there are kind, "):
            loam.Noise(1, octave=3)

    def test_exceptions_of_callbacks_come_back(self):
        def surface(x, z, step, w, h):
            raise RuntimeError("no ground today")
        with loam.Volume(surface=surface) as volume, volume.grower() as grower:
            with self.assertRaisesRegex(RuntimeError, "no ground today"):
                grower.fill(0, 0, 0, 8, 8, 8)

    def test_a_callback_can_say_why_it_failed(self):
        self.assertEqual(native.loam_fail_text(loam.Result.IO, b"100%s full"), loam.Result.IO)
        self.assertEqual(native.loam_last_error(), b"100%s full")
        self.assertEqual(native.loam_fail(loam.Result.FAILED, b"%d of %s", 3, b"four"), loam.Result.FAILED)
        self.assertEqual(native.loam_last_error(), b"3 of four")


class Buffers(unittest.TestCase):
    def test_a_callers_array_is_filled(self):
        noise = loam.Noise(3)
        mine = array.array("f", [0.0]) * 6
        self.assertIs(noise.grid(5, 6, 3, 2, out=mine), mine)
        self.assertEqual(mine[5], noise.at(7, 7))
        part = memoryview(bytearray(80)).cast("f")
        noise.grid(5, 6, 3, 2, out=part[7:13])
        self.assertEqual((part[6], part[7], part[12], part[13]), (0.0, mine[0], mine[5], 0.0))

    def test_an_array_of_another_size_is_refused(self):
        with self.assertRaisesRegex(ValueError, "20 bytes; must be a writable array of 2 x 3 elements of 4 bytes"):
            loam.Noise(3).grid(5, 6, 3, 2, out=bytearray(20))
        with self.assertRaisesRegex(ValueError, "read-only"):
            loam.Noise(3).grid(5, 6, 3, 2, out=bytes(24))
        with self.assertRaisesRegex(loam.BadArgument, "w is -1"):
            loam.Noise(3).grid(0, 0, -1, 4)

    def test_results_have_rows(self):
        grid = loam.Noise(3).grid(0, 0, 4, 3)
        self.assertEqual((grid.shape, grid.format), ((3, 4), "f"))
        self.assertEqual(grid[2, 1], loam.Noise(3).at(1, 2))

    def test_places_come_from_any_sequence(self):
        noise = loam.Noise(3)
        listed = noise.points([1, 2, 3], range(3)).tolist()
        self.assertEqual(noise.points(array.array("q", [1, 2, 3]), (0, 1, 2)).tolist(), listed)
        self.assertEqual(listed[2], noise.at(3, 2))
        with self.assertRaisesRegex(ValueError, "3, 2 coordinates"):
            noise.points([1, 2, 3], [1, 2])

    def test_numpy_takes_results_without_a_copy(self):
        try:
            import numpy
        except ImportError:
            print("numpy is not there: only other arrays are tested")
            return
        noise = loam.Noise(3)
        mine = numpy.zeros((2, 3), numpy.float32)
        noise.grid(5, 6, 3, 2, out=mine)
        self.assertEqual(mine[1, 2], numpy.float32(noise.at(7, 7)))
        grid = noise.grid(0, 0, 4, 3)
        shared = numpy.asarray(grid)
        shared[0, 0] = 7.0
        self.assertEqual((shared.shape, grid[0, 0]), ((3, 4), 7.0))


class Lifetimes(unittest.TestCase):
    def test_what_is_closed_is_not_used(self):
        land = loam.Land(3)
        land.close()
        land.close()
        with self.assertRaisesRegex(ValueError, "this Land is closed"):
            land.height(0, 0)

    def test_an_owner_closes_what_was_made_from_it(self):
        with loam.Jobs(1) as jobs:
            land = loam.Land(3, jobs=jobs)
            things, volume = loam.LandThings(land), loam.Volume(land)
            grower = volume.grower()
        self.assertTrue(land.closed and things.closed and volume.closed and grower.closed)

    def test_forgotten_ones_are_freed_in_the_right_order(self):
        for seed in range(20):
            grower = loam.Volume(loam.Land(seed)).grower()
            ring = [grower]
            ring.append(ring)
        del grower, ring
        gc.collect()

    def test_pixels_go_with_their_picture(self):
        with loam.Picture(3, 2, 0x102030) as picture:
            pixels = picture.pixels
            self.assertEqual((pixels.shape, bytes(pixels)[:4]), ((2, 3, 4), b"\x10\x20\x30\xff"))
            del pixels
        with self.assertRaisesRegex(ValueError, "closed"):
            picture.pixels


class Worlds(unittest.TestCase):
    def test_commands_that_cannot_be_done_leave_the_game(self):
        with loam.TileGame(7, ring_log2=3) as game:
            with self.assertRaisesRegex(loam.BadArgument, "must be left, right, stop"):
                game.do("walk up")
            with self.assertRaises(loam.LoamError):
                game.do("undo")
            game.step()
            self.assertEqual(game.world.steps, 1)

    def test_tiles_of_a_ring_are_those_at_their_places(self):
        with loam.TileWorld(7, 90, 140, ring_log2=3, still=True) as world:
            low = native.loam_tile_world_ring(world.pointer).lowest.x * native.CHUNK_SIDE
            for x in (low - 10, -20, 80):  # beyond the ring, across chunks
                tiles = world.tiles(x, 120, 40, 30)
                for j in range(30):
                    for i in range(40):
                        self.assertEqual(bytes(tiles)[(j * 40 + i) * 4:][:4], bytes(world.at(x + i, 120 + j)))
            self.assertLessEqual(world.edit("box", "stone", 90, 140, 93, 141), 8)
            self.assertEqual(world.census(90, 140, 4, 2), {"stone": 8})
            with self.assertRaisesRegex(loam.BadArgument, "radius is 65"):
                world.edit("circle", "stone", 0, 0, radius=65)
            with self.assertRaisesRegex(LookupError, "no material 'chalkdust'; must be one of air, "):
                world.edit("circle", "chalkdust", 0, 0)
            with self.assertRaisesRegex(ValueError, "shape is 'round'"):
                world.edit("round", "stone", 0, 0)

    def test_a_game_is_kept(self):
        path = WORK / "kept.loam"
        with loam.Store.create(path, 11) as store, store.begin_game() as game:
            game.do("walk right")
            game.step(30)
            game.world.edit("tile", "gold_ore", -121, 133)  # tile (7, 5) of chunk (-1, 1)
            store.save_game(game)
            store["notes/first"] = b"hello"
            hashed = game.hash()
            store.flush()
            chunk = (native.Tile * native.CHUNK_TILES)()
            self.assertEqual(native.loam_store_load(store.pointer, native.ChunkPos(-1, 1), chunk), loam.Result.OK)
            self.assertEqual(chunk[5 * native.CHUNK_SIDE + 7].block, game.world.defs.material("gold_ore"))
        with loam.Store.open(path) as store, store.begin_game() as game:
            self.assertEqual((game.hash(), store.seed, store["notes/first"]), (hashed, 11, b"hello"))
            del store["notes/first"]
            with self.assertRaises(KeyError):
                store["notes/first"]
            self.assertEqual(store.verify()[0].bad_chunks, 0)

    def test_definitions_are_read_and_written(self):
        defs = loam.TileDefs()
        defs.read('{"materials": [{"name": "stone", "hardness": 77}]}')
        self.assertEqual(defs.data.materials[defs.material("stone")].hardness, 77)
        other = loam.TileDefs()
        other.read(defs.write())
        self.assertEqual(other.hash(), defs.hash())
        with self.assertRaisesRegex(loam.BadArgument, "hardness is -3"):
            defs.read('{"materials": [{"name": "stone", "hardness": -3}]}')
        with loam.TileSource(7, defs) as source, self.assertRaisesRegex(loam.BadArgument, "zoom is 65"):
            source.picture(0, 0, 4, 4, zoom=65)

    def test_a_land_has_its_channels(self):
        with loam.Land(7, shape={"sea": 0.2}) as land:
            found = land.fill(0, 0, 8, 6, 4096, loam.CHANNELS)
            self.assertEqual({name: view.shape for name, view in found.items()}, dict.fromkeys(loam.CHANNELS, (6, 8)))
            with self.assertRaisesRegex(ValueError, "no channel 'heigth'; must be of height, "):
                land.fill(0, 0, 8, 6, 4096, ["heigth"])
            start = land.find_start()
            self.assertIsNone(land.water(start.x, start.z))
            hit = land.cast((start.x, start.height + 50, start.z), (0, -1, 0), 100)
            self.assertAlmostEqual(hit.y, start.height, places=2)
            with land.map(0, 0, 40, 30, 10000, layer=loam.MapLayer.HEIGHT) as picture:
                self.assertGreater(len(set(bytes(picture.pixels)[0::4])), 4)
            self.assertIn(land.biome_name(land.biome(start.x, start.z)), {name.name.lower() for name in loam.Biome})

    def test_voxels_are_dug_and_put_back(self):
        def hills(x, z, step, w, h):
            return [3.0 + ((x + i * step) % 7) / 4 for _ in range(h) for i in range(w)]
        with loam.Volume(surface=hills, plain=True) as volume, loam.Mesh() as mesh, \
                loam.VoxelWorld(volume, near_m=32, levels=1) as world:
            seen, complete = [], False
            while not complete:
                complete, events = world.update(0, 4, 0, 20000)
                seen += events
            self.assertEqual({name for name, _ in seen}, {"ready"})
            solid = world.at(3, 0, -2)
            self.assertTrue(native.loam_voxel_is_solid(solid[0]) and solid[1] > 0)
            hit = world.cast((0.25, 30.0, 0.5), (0, -1, 0), 100)
            self.assertTrue(2 < 30 - hit.distance_m < 6, hit.distance_m)
            number = world.edit("sphere", 3, 0, -2)
            _, events = world.update(0, 4, 0)
            report = [what for name, what in events if name == "edited"][0]
            self.assertEqual(report.number, number)
            self.assertTrue(60 < sum(report.dug) <= report.changed < 600, report)
            self.assertEqual(world.at(3, 0, -2)[0], loam.VoxelMaterial.AIR)
            changed = [chunk for name, chunk in events if name == "changed"]
            world.add_to(mesh, changed[0])
            self.assertGreater(len(mesh.triangles), 50)
            world.undo()
            world.update(0, 4, 0)
            self.assertEqual(world.at(3, 0, -2), solid)
            with self.assertRaisesRegex(loam.BadArgument, "radius of an edit is 99 m; must be 0.5 to 32"):
                world.edit("sphere", 0, 0, 0, radius_m=99)
            with self.assertRaises(loam.NotFound):
                world.at(5000, 0, 0)

    def test_an_island_has_objects_and_a_mesh(self):
        with loam.Isles(7) as sea, loam.Mesh() as mesh:
            isle = next(one for one in sea.find(-6000, -6000, 6000, 6000) if one.node_count)
            self.assertGreater(sea.height(isle.x + isle.nodes[0].x, isle.z + isle.nodes[0].z), -1000)
            sea.add_to(mesh, isle.slot_x, isle.slot_z, every=8)
            self.assertGreater(len(mesh.triangles), 100)
            objects = sea.objects(isle.slot_x, isle.slot_z)
            self.assertTrue(all(one.radius > 0 for one in objects))

    def test_meshes_are_written(self):
        with loam.Mesh() as mesh, loam.Cave(5, w=24, h=20) as cave:
            mesh.add_cave(cave)
            mesh.add_grid([0.0, 1.0, 2.0, 3.0], 2, 2, 4.0, offset=(100, 0, 0))
            self.assertEqual(mesh.bounds[1][0], 104.0)
            for ending in ("glb", "obj", "ply"):
                mesh.write(WORK / f"mesh.{ending}", materials=[("ground", 0x808080)] * 8)
                self.assertGreater((WORK / f"mesh.{ending}").stat().st_size, 1000)
            with self.assertRaisesRegex(ValueError, "must be heights, blocks or surface"):
                mesh.add_cave(cave, "round")


class Names(unittest.TestCase):
    def test_comments_of_the_headers_are_docstrings(self):
        self.assertIn("LOAM_NOT_FOUND where all", " ".join(loam.Land.find_start.__doc__.split()))
        self.assertIn("frequency of an octave relative to the one before, 1 .. 16", native.NoiseDef.__doc__)
        self.assertIn("Checks def and prepares a noise.", native.loam_noise_init.__doc__)

    def test_no_placeholder_is_left(self):
        for path in list(MADE.glob("python/**/*.py")) + list(MADE.glob("csharp/**/*.cs")):
            self.assertNotIn("@doc", path.read_text(), path)

    def test_the_package_has_the_librarys_version(self):
        project = (MADE / "python/pyproject.toml").read_text()
        self.assertIn(f'version = "{loam.version()}"', project)
        self.assertIn(f"<Version>{loam.version()}<", (MADE / "csharp/Loam.csproj").read_text())

    def test_what_headers_define_is_written_by_hand(self):
        self.assertEqual([loam.floor_div(value, 3) for value in (-4, -3, -1, 0, 2, 3)], [-2, -1, -1, 0, 0, 1])
        self.assertEqual([loam.arena_size(size) for size in (0, 1, 64, 65)], [0, 64, 64, 128])

    def test_defs_begin_with_what_is_usual(self):
        self.assertEqual(native.NoiseDef.default().wavelength, 64)
        self.assertEqual(native.CaveDef.default(3).d, 64)
        self.assertEqual(native.Property.SOLID | native.Property.WOOD, 1 | 1 << 14)

    def test_a_library_that_is_not_there_is_named(self):
        code = ("import loam._library as found\nfound.PATTERNS = ('libno{}.so',)\n"
                "try:\n    found.library('loam')\nexcept OSError as error:\n    print(error)")
        run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        self.assertRegex(run.stdout, "the library loam was not found; LOAM_LIBRARY can name its folder. Tried:\n.*libnoloam")


class Generator(unittest.TestCase):
    """What it does not understand it refuses, with the place."""

    def generate(self, change, header="noise"):
        with tempfile.TemporaryDirectory() as folder:
            for path in (SOURCE / "include/loam").glob("*.h"):
                text = path.read_text()
                pathlib.Path(folder, path.name).write_text(change(text) if path.stem == header else text)
            out = pathlib.Path(folder, "out")
            run = subprocess.run([sys.executable, "-B", SOURCE / "bindings/generate", folder, out],
                                 capture_output=True, text=True)
            proof = (out / "proof/declared.c").read_text() if run.returncode == 0 else ""
            return run, proof

    def test_it_says_where_it_stopped(self):
        for old, new, why in (("int32_t octaves; ", "int32_t octaves : 5; ", "bit-fields"),
                              ("int32_t octaves; ", "loam_octaves octaves; ", "unknown type loam_octaves"),
                              ("#define LOAM_MAX_OCTAVES 16", "#define LOAM_OCTAVES(n) n", "a macro with arguments"),
                              ("#define LOAM_MAX_OCTAVES 16", "#define LOAM_MAX_OCTAVES LOAM_MANY", "LOAM_MANY is not a"),
                              ("#define LOAM_MAX_OCTAVES 16", "#define LOAM_MAX_OCTAVES 16\nstatic inline int loam_two(void) "
                               "{ return 2; }", "loam_two is in no library")):
            run, _ = self.generate(lambda text: text.replace(old, new, 1))
            self.assertEqual(run.returncode, 1, run.stdout)
            self.assertRegex(run.stderr, rf"^bindings: noise:\d+: .*{why}")

    def test_a_header_that_says_something_else_does_not_compile(self):
        for old, new in (("float jitter; ", "double jitter; "), ("int64_t x, int64_t y);", "int64_t x, int32_t y);"),
                         ("uint32_t key[3][2];", "uint32_t key[2][3];"),
                         ("const loam_noise *noise, float *low", "loam_noise *noise, float *low")):
            run, proof = self.generate(lambda text: text.replace(old, new, 1))
            self.assertEqual(run.returncode, 0, run.stderr)
            compiled = subprocess.run([os.environ["CC"], "-std=c17", "-w", "-fsyntax-only", f"-I{SOURCE}/include", "-x", "c",
                                       "-"], input=proof, capture_output=True, text=True)
            self.assertNotEqual(compiled.returncode, 0, f"'{new}' instead of '{old}' went unnoticed")

    def test_what_is_no_more_is_not_left_behind(self):
        with tempfile.TemporaryDirectory() as folder:
            stale = pathlib.Path(folder, "csharp/Loam/Renamed.cs")
            for _ in range(2):
                subprocess.run([sys.executable, "-B", SOURCE / "bindings/generate", SOURCE / "include/loam", folder],
                               check=True)
                self.assertFalse(stale.exists())
                self.assertTrue(pathlib.Path(folder, "csharp/Loam/Native.cs").exists())
                stale.write_text("// was made before a file got another name")

    def test_a_comment_that_is_asked_for_has_to_be_there(self):
        run, _ = self.generate(lambda text: text.replace("/// Checks def and prepares a noise.\n", ""))
        self.assertEqual(run.returncode, 1)
        self.assertIn("loam_noise_init has no comment", run.stderr)


if __name__ == "__main__":
    unittest.main()
