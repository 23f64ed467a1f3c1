// SPDX-License-Identifier: MIT
// How classes behave: lifetimes, exceptions, buffers, files.
using System;
using System.IO;
using System.Reflection;
using System.Runtime.InteropServices;

namespace Loam
{
    static unsafe class Behaviour
    {
        static int failed;

        static void Expect(bool condition, string what)
        {
            if (condition) return;
            Console.WriteLine("FAILED: " + what);
            failed++;
        }

        static T Throws<T>(Action action, string message) where T : Exception
        {
            try
            {
                action();
            }
            catch (T error)
            {
                Expect(error.Message.Contains(message), "'" + error.Message + "' has no '" + message + "'");
                return error;
            }
            Expect(false, "nothing was thrown, and not " + typeof(T).Name + " with '" + message + "'");
            return null;
        }

        /// <summary>Runs every Test... method; folder is where files may be written.</summary>
        public static int Run(string folder)
        {
            int count = 0;
            foreach (MethodInfo test in typeof(Behaviour).GetMethods(BindingFlags.Static | BindingFlags.NonPublic))
            {
                if (!test.Name.StartsWith("Test")) continue;
                test.Invoke(null, test.GetParameters().Length == 1 ? new object[] { folder } : null);
                count++;
            }
            Console.WriteLine(count + " tests, " + failed + " failures");
            return failed == 0 && count > 0 ? 0 : 1;
        }

        static void TestErrorsCarryTheMessageOfTheLibrary()
        {
            NoiseDef def = NoiseDef.Default();
            def.Octaves = 99;
            LoamException error = Throws<LoamException>(() => new Noise(def, 1), "octaves is 99; must be 1 to 16");
            Throws<ArgumentNullException>(() => Seeds.FromText(null), "text"); // and not the end of the process
            Expect(error != null && error.Result == Result.BadArgument, "the result is not BadArgument");
            Throws<LoamException>(() => Store.Open("/nowhere/at/all.loam"), "/nowhere/at/all.loam");
        }

        static void TestABufferOfAnotherSizeIsRefused()
        {
            var noise = new Noise(1);
            Throws<ArgumentException>(() => noise.Grid(0, 0, 4, 4, new float[15]), "15 elements; must be 4 x 4");
            Throws<LoamException>(() => noise.Grid(0, 0, -1, 4), "w is -1");
        }

        static void TestSpansAreFilledWhereTheyLie()
        {
            var noise = new Noise(1);
            var large = new float[20];
            noise.Grid(5, 6, 3, 2, new Span<float>(large, 7, 6));
            Expect(large[6] == 0 && large[13] == 0, "something was written beside the span");
            Expect(large[7] == noise.At(5, 6) && large[12] == noise.At(7, 7), "the span has other values");
        }

        static void TestWhatIsDisposedOfIsNotUsed()
        {
            var land = new Land(3);
            land.Dispose();
            land.Dispose();
            Throws<ObjectDisposedException>(() => land.Height(0, 0), "Land");
            var picture = new Picture(2, 2);
            picture.Dispose();
            Throws<ObjectDisposedException>(() => Console.WriteLine(picture.Data.W), "Picture");
        }

        static void TestAnOwnerOutlivesWhatWasMadeFromIt()
        {
            using (var jobs = new Jobs(1))
            {
                var land = new Land(3, jobs);
                var things = new LandThings(land);
                land.Dispose();
                jobs.Dispose();
                Expect(things.Find(0, 0, 16, 16) != null, "things of a disposed land cannot be asked");
                things.Dispose();
            }
        }

        static void TestFinalizersFreeInAnyOrder()
        {
            for (int i = 0; i < 20; i++)
            {
                var source = new TileSource((ulong)i);
                var volume = new VolumeGrower(new Volume(new Land((ulong)i)));
                GC.KeepAlive(source);
                GC.KeepAlive(volume);
            }
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }

        static void TestWhatHeadersDefineIsWrittenByHand()
        {
            Expect(Seeds.FloorDiv(-4, 3) == -2 && Seeds.FloorDiv(-3, 3) == -1 && Seeds.FloorDiv(2, 3) == 0, "it rounds otherwise");
            Expect(Library.ArenaSize(0) == 0 && Library.ArenaSize(64) == 64 && Library.ArenaSize(65) == 128, "sizes differ");
        }

        static void TestStructsHoldText()
        {
            var material = new Material { NameText = "moss" };
            Expect(material.NameText == "moss", "the name is '" + material.NameText + "'");
            Throws<ArgumentException>(() => material.NameText = new string('x', 32), "must be at most 31");
            using (var defs = new TileDefs())
            {
                Expect(defs.MaterialName(defs.Material("stone")) == "stone", "stone has another name");
                defs.Data.Materials[defs.Material("stone")].Hardness = 77;
                Expect(defs.Write().Contains("\"hardness\":\t77") || defs.Write().Contains("\"hardness\": 77"),
                       "a changed hardness is not written");
                Throws<LoamException>(() => defs.Read("{\"materials\": [{\"name\": \"stone\", \"hardness\": -3}]}"), "hardness is -3");
                Throws<IndexOutOfRangeException>(() => defs.MaterialName(256), "");
            }
        }

        static void TestArraysOfStructsHaveLimits()
        {
            PlantSite site = PlantSite.Default();
            site.Heading[2] = 0.5f;
            PlantSite copy = site;
            copy.Heading[2] = 1;
            Expect(site.Heading[1] == 1 && site.Heading[2] == 0.5f, "a heading is not what was set");
            Throws<IndexOutOfRangeException>(() => Console.WriteLine(copy.Heading[3]), "");
        }

        static void TestNamesGoThroughAsUtf8()
        {
            using (var picture = new Picture(8, 8)) picture.WritePng(Path.Combine(Path.GetTempPath(), "loam-größe.png"));
            string path = Path.Combine(Path.GetTempPath(), "loam-größe.png");
            Expect(File.Exists(path), path + " was not written");
            File.Delete(path);
        }

        static void TestCommandsThatCannotBeDoneLeaveTheGame()
        {
            TileGameDef def = TileGame.DefaultDef(7);
            def.World.RingLog2 = 3;
            using (var game = new TileGame(def))
            {
                Throws<LoamException>(() => game.Do("walk up"), "must be left, right, stop");
                Throws<LoamException>(() => game.Do("undo"), "");
                game.Step();
                Expect(game.World.Steps == 1, "the game did not go on");
            }
        }

        static void TestTilesOfARingAreThoseAtTheirPlaces()
        {
            TileWorldDef def = TileWorld.DefaultDef(7, 90, 140);
            def.RingLog2 = 3;
            def.Still = true;
            using (var world = new TileWorld(def))
            {
                Tile[] tiles = world.Tiles(-20, 120, 40, 30);
                for (int j = 0; j < 30; j++)
                    for (int i = 0; i < 40; i++)
                    {
                        Tile there = world.At(i - 20, j + 120), copied = tiles[j * 40 + i];
                        if (there.Block != copied.Block || there.WallVariant != copied.WallVariant)
                            Expect(false, "tile " + i + ", " + j + " is another");
                    }
                Expect(world.EditBox("stone", 90, 140, 93, 141) <= 8, "an edit changed too much");
                Expect(world.At(91, 141).Block == world.Defs.Material("stone"), "no stone was placed");
                Throws<LoamException>(() => world.EditCircle("stone", 0, 0, 65), "radius is 65");
                Throws<ArgumentException>(() => world.EditCircle("chalkdust", 0, 0, 1), "chalkdust");
            }
        }

        static void TestAGameIsKept(string folder)
        {
            string path = Path.Combine(folder, "kept.loam");
            File.Delete(path);
            ulong hash;
            using (Store store = Store.Create(path, 11))
            using (TileGame game = store.BeginGame())
            {
                game.Do("walk right");
                for (int i = 0; i < 30; i++) game.Step();
                game.World.EditBox("gold_ore", -121, 133, -121, 133); // tile (7, 5) of chunk (-1, 1)
                store.SaveGame(game);
                store.SetExtra("notes/first", new byte[] { 1, 2, 3 });
                hash = game.Hash();
                store.Flush();
                var chunk = new Tile[Constants.ChunkTiles];
                fixed (Tile* tiles = chunk)
                    Check.Ok(Native.loam_store_load(store.Pointer, new ChunkPos { X = -1, Y = 1 }, tiles));
                Expect(chunk[5 * Constants.ChunkSide + 7].Block == game.World.Defs.Material("gold_ore"),
                       "an edit is not in the file before the game has ended");
            }
            using (Store store = Store.Open(path))
            using (TileGame game = store.BeginGame())
            {
                Expect(game.Hash() == hash, "a game that was kept is another one");
                Expect(store.Extra("notes/first").Length == 3 && store.Extra("other") == null, "extras are lost");
                Expect(store.Info.Kind == StoreKind.Tiles && store.Seed == 11, "the store is another one");
            }
        }

        static void TestVoxelsAreDugAndPutBack()
        {
            int ready = 0, left = 0;
            long changed = 0;
            var at = new VoxelPos { X = -7680, Y = 10, Z = 26624 };
            VoxelWorldDef def = VoxelWorldDef.Default();
            def.NearM = 32;
            def.Levels = 1;
            using (var land = new Land(7))
            using (var volume = new Volume(land))
            using (var mesh = new Mesh())
            using (var world = new VoxelWorld(volume, def))
            {
                VoxelChunkPos last = default(VoxelChunkPos);
                world.Ready += chunk => ready++;
                world.Leave += chunk => left++;
                world.Changed += chunk => last = chunk;
                world.Edited += report => changed += report.Changed;
                while (!world.Update(at, 20000)) continue;
                Expect(ready == world.Counters.Shown && ready > 0, ready + " chunks were ready, not those that are shown");
                VoxelMaterial before, after;
                sbyte density;
                Expect(world.At(at, out before, out density), "a voxel is not there");
                world.Set(at, VoxelMaterial.Gold);
                world.Update(at);
                Expect(world.At(at, out after, out density) && after == VoxelMaterial.Gold, "no gold was placed");
                world.Dig(at, 3, 2);
                world.Update(at);
                Expect(changed > 1, "hardly a voxel was dug");
                world.AddTo(mesh, last);
                Expect(mesh.IndexCount > 0, "a chunk that was dug has no mesh");
                world.Undo();
                world.Undo();
                world.Update(at);
                Expect(world.At(at, out after, out density) && after == before, "undo left something else");
                Expect(!world.At(new VoxelPos { X = 5000 }, out after, out density), "a voxel far away is there");
                world.Update(new VoxelPos { X = at.X + 100000, Y = 10, Z = at.Z });
                Expect(left == ready, left + " chunks left of " + ready);
                Throws<LoamException>(() => world.Dig(at, 99, 1), "radius of an edit is 99 m; must be 0.5 to 32");
            }
        }

        static void TestCallbacksOfAUsersOwnAreCalled()
        {
            int rows = 0;
            LandMapDefProgress progress = (user, done, of) => { rows = done; return true; };
            LandMapDef def = LandMapDef.Default();
            def.W = def.H = 32;
            def.Scale = 4000;
            def.Progress = Marshal.GetFunctionPointerForDelegate(progress);
            using (var land = new Land(2))
            using (Picture map = land.Map(def)) Expect(map.W == 32 && rows == 32, rows + " rows were told of 32");
            GC.KeepAlive(progress);
        }
    }
}
