// SPDX-License-Identifier: MIT
// The pieces of worlds of worlds.c, grown through the bindings.
using System;

namespace Loam
{
    static unsafe class Worlds
    {
        const ulong Seed = 7;
        const long LandX = -7680, LandZ = 26624;

        static void Show(string name, ulong value)
        {
            Console.WriteLine(name + " " + value.ToString("x16"));
        }

        public static void Print()
        {
            PrintSeeds();
            PrintNoise();
            PrintTiles();
            PrintGame();
            PrintLand();
            PrintIsles();
            PrintScatter();
            PrintCave();
            PrintPlant();
        }

        static void PrintSeeds()
        {
            Show("seed.text", Seeds.FromText("a green valley"));
            Show("seed.derive", Seeds.Derive(Seed, "trees"));
            Show("seed.at", Seeds.At(Seed, -3, 1L << 40, 9));
            Show("random.u64", Seeds.Random(Seed, 5));
            Show("random.range", (ulong)Seeds.RandomRange(Seed, 6, -1000000, 1000000));
            Show("random.pick", (ulong)Seeds.RandomPick(Seed, 11, new[] { 1.0f, 0.0f, 3.5f }));
        }

        static void PrintNoise()
        {
            NoiseDef def = NoiseDef.Default();
            def.Kind = NoiseKind.Perlin;
            def.Wavelength = 32;
            def.Octaves = 4;
            def.Warp = 5;
            var noise = new Noise(def, Seed);
            Show("noise.row", Seeds.Hash(noise.Row(-5, 20, 3)));
            Show("noise.grid", Seeds.Hash(noise.Grid(-5, 1L << 41, 20, 11, 3)));
            Show("noise.solid", Seeds.Hash(noise.Solid(-5, 1L << 41, 77, 20, 11, 9, 3)));
            var values = new float[3];
            noise.Points(new long[] { 1, 20, -300 }, new long[] { 4, -50, 600 }, ReadOnlySpan<long>.Empty, values);
            Show("noise.points", Seeds.Hash(values));
        }

        static void PrintTiles()
        {
            TilePos spawn;
            using (var defs = new TileDefs())
            using (var source = new TileSource(Seed, defs))
            {
                spawn = source.Spawn();
                Show("tiles.defs", defs.Hash());
                Show("tiles.spawn", (ulong)spawn.Y);
                Show("tiles.fill", Seeds.Hash(source.Fill(-100, spawn.Y - 60, 200, 120)));
            }
            TileWorldDef def = TileWorld.DefaultDef(Seed, spawn.X, spawn.Y);
            def.RingLog2 = 3;
            using (var world = new TileWorld(def))
            {
                long changed = world.EditCircle("water", 5, spawn.Y + 20, 6);
                for (int i = 1; i <= 20; i++) world.Step(i, spawn.Y);
                Show("world.changed", (ulong)changed);
                Show("world.hash", world.Hash());
            }
        }

        static void PrintGame()
        {
            TileGameDef def = TileGameDef.Default();
            def.World.Seed = Seed;
            def.World.Centre = new TilePos { X = 0, Y = 146 };
            def.World.RingLog2 = 3;
            using (var game = new TileGame(def))
            {
                game.Do("walk right");
                game.Do("jump on");
                game.Do("edit blocks sand box 20 150 8 4");
                for (int i = 0; i < 60; i++) game.Step();
                Show("game.hash", game.Hash());
            }
        }

        static void PrintLand()
        {
            using (var land = new Land(Seed))
            {
                var biomes = new byte[48 * 32];
                Show("land.heights", Seeds.Hash(land.Heights(-60000, -40000, 48, 32, 2500)));
                land.Biomes(-60000, -40000, 48, 32, biomes, 2500);
                Show("land.biomes", Seeds.Hash(new ReadOnlySpan<byte>(biomes)));
                Show("land.height", Seeds.Hash(new[] { land.Height(LandX + 0.25, LandZ + 0.5) }));
                ulong hash = 0;
                using (var things = new LandThings(land))
                {
                    foreach (LandThing one in things.Find(LandX, LandZ, 96, 96))
                    {
                        LandThing thing = one;
                        hash = Native.loam_land_thing_hash(&thing, hash);
                    }
                }
                Show("land.things", hash);
                PrintVolume(land);
            }
        }

        static void PrintVolume(Land land)
        {
            var materials = new byte[24 * 24 * 24];
            var density = new sbyte[24 * 24 * 24];
            using (var volume = new Volume(land))
            using (var grower = new VolumeGrower(volume))
            {
                var box = new VolumeBox { X = LandX, Y = 4, Z = LandZ, W = 24, H = 24, D = 24 };
                Show("volume.kind", (ulong)grower.Fill(box, materials, density));
            }
            Show("volume.materials", Seeds.Hash(new ReadOnlySpan<byte>(materials)));
            Show("volume.density", Seeds.Hash(new ReadOnlySpan<byte>((byte[])(Array)density)));
        }

        static void PrintIsles()
        {
            using (var isles = new Isles(Seed))
            {
                ulong hash = 0;
                foreach (Isle one in isles.Find(-4000, -4000, 4000, 4000))
                {
                    Isle isle = one;
                    hash = Seeds.At(hash ^ Native.loam_isle_hash(&isle), isle.X, 0, isle.Z);
                }
                Show("isles.found", hash);
                Show("isles.heights", Seeds.Hash(isles.Heights(-2000, 0, 40, 40, 100)));
            }
        }

        static void PrintScatter()
        {
            ScatterPoint[] points = Scatter.Points(Scatter.Forest(), Seed, -50, 20, 100, 80);
            Show("scatter.count", (ulong)points.Length);
            fixed (ScatterPoint* at = points)
                Show("scatter.hash", Native.loam_scatter_hash(at, (UIntPtr)points.Length, 0));
        }

        static void PrintCave()
        {
            CaveDef def = Cave.DefaultDef(Seed);
            def.W = 60;
            def.H = 40;
            def.Connect = true;
            def.Openings = 2;
            using (var cave = new Cave(def))
            {
                Show("cave.rooms", (ulong)cave.Rooms.Length);
                Show("cave.hash", cave.Hash());
            }
        }

        static void PrintPlant()
        {
            PlantSite site = PlantSite.Default();
            site.Seed = Seed;
            site.Age = 6;
            PlantForm form = PlantForm.Default();
            form.Sides = 6;
            using (Grammar grammar = Grammar.Preset("oak"))
            using (GrownPlant oak = grammar.Grow(site))
            using (var mesh = new Mesh())
            {
                Show("plant.hash", oak.Hash());
                mesh.AddPlant(oak, form);
                Show("mesh.vertices", (ulong)mesh.VertexCount);
                Show("mesh.hash", mesh.Hash());
            }
        }
    }
}
