// SPDX-License-Identifier: MIT
// A land in a console: a map of letters, a height map as PNG, what stands around a good place to begin at.
using System;
using System.Collections.Generic;
using System.IO;
using Loam;

static class FirstLand
{
    const int Columns = 72, Rows = 24, Step = 4000;

    static char Letter(float height, Biome biome)
    {
        if (height < 0) return height < -200 ? ' ' : '~';
        switch (biome)
        {
        case Biome.Forest: case Biome.Taiga: case Biome.Jungle: return 'f';
        case Biome.Desert: case Biome.Badlands: return 'd';
        case Biome.Ice: case Biome.Tundra: return '*';
        case Biome.Mountains: case Biome.Ridges: case Biome.Alpine: return '^';
        default: return '.';
        }
    }

    static int Main(string[] arguments)
    {
        ulong seed = Seeds.FromText(arguments.Length > 0 ? arguments[0] : "green valley");
        string folder = arguments.Length > 1 ? arguments[1] : ".";
        try
        {
            using (var jobs = new Jobs())
            using (var land = new Land(seed, jobs))
            {
                PrintMap(land);
                WriteHeights(land, Path.Combine(folder, "first_land.png"));
                PrintSurroundings(land);
            }
            return 0;
        }
        catch (LoamException error)
        {
            Console.Error.WriteLine(error.Message);
            return 1;
        }
    }

    static void PrintMap(Land land)
    {
        float[] heights = land.Heights(-Columns / 2 * Step, -Rows * Step, Columns, Rows, Step);
        var biomes = new byte[Columns * Rows];
        land.Biomes(-Columns / 2 * Step, -Rows * Step, Columns, Rows, biomes, Step);
        for (int row = Rows - 1; row >= 0; row--) // rows go north
        {
            var line = new char[Columns];
            for (int i = 0; i < Columns; i++)
                line[i] = Letter(heights[row * Columns + i], (Biome)biomes[row * Columns + i]);
            Console.WriteLine(new string(line));
        }
    }

    static void WriteHeights(Land land, string path)
    {
        const int size = 256;
        float[] heights = land.Heights(-size * 128, -size * 128, size, size, 256);
        Array.Reverse(heights); // half a turn: the map has south above
        using (var picture = new Picture(size, size))
        {
            picture.Field(heights, size, size, -1500, 1500, "terrain");
            picture.WritePng(path);
        }
        Console.WriteLine(path);
    }

    static void PrintSurroundings(Land land)
    {
        LandStart start = land.FindStart();
        Console.WriteLine("begin at {0}, {1}, {2:0.0} m above the sea, in {3}", start.X, start.Z, start.Height,
                          land.BiomeName(land.Biome(start.X, start.Z)));
        var kinds = new SortedDictionary<string, int>();
        using (var things = new LandThings(land))
        {
            foreach (LandThing thing in things.Find(start.X - 64, start.Z - 64, 128, 128))
            {
                int count;
                kinds.TryGetValue(things.KindName(thing), out count);
                kinds[things.KindName(thing)] = count + 1;
            }
        }
        foreach (KeyValuePair<string, int> kind in kinds) Console.WriteLine("{0,6} {1}", kind.Value, kind.Key);
    }
}
