// SPDX-License-Identifier: MIT
// An endless land; what stands on it, and what is inside of it.
using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;

namespace Loam
{
    /// <summary>Collects what C hands over one by one. User pointers are handles of its instances, because IL2CPP can
    /// have static methods called only.</summary>
    sealed unsafe class Collector<T>
    {
        readonly List<T> found = new List<T>();
        GCHandle handle;

        public void* Open()
        {
            handle = GCHandle.Alloc(this);
            return (void*)GCHandle.ToIntPtr(handle);
        }

        public T[] Close()
        {
            handle.Free();
            return found.ToArray();
        }

        public static void Add(void* user, T one)
        {
            ((Collector<T>)GCHandle.FromIntPtr((IntPtr)user).Target).found.Add(one);
        }
    }

    /// <summary>A land: a pure function of seed and shape, to be asked from any thread. x grows east, z north, heights
    /// are metres above the sea.</summary>
    public sealed unsafe class Land : Living
    {
        public LandHandle* Pointer { get { return (LandHandle*)Raw; } }

        public Land(ulong seed, Jobs jobs = null) : this(DefaultDef(seed), jobs)
        {
        }

        /// @doc loam_land_create
        public Land(LandDef def, Jobs jobs = null)
        {
            Jobs.Complete(ref def.Env, jobs);
            LandHandle* made;
            Check.Ok(Native.loam_land_create(&def, &made));
            Begin(made, pointer => Native.loam_land_destroy((LandHandle*)pointer), jobs);
        }

        /// <summary>A def to change and to make a land from.</summary>
        public static LandDef DefaultDef(ulong seed)
        {
            LandDef def = LandDef.Default();
            def.Seed = seed;
            return def;
        }

        public ulong Seed { get { return Check.Kept(Native.loam_land_seed(Pointer), this); } }

        /// <summary>Fills whatever arrays of samples are not null: see loam_land_fill.</summary>
        public void Fill(LandArea area, LandSamples samples)
        {
            Check.Ok(Native.loam_land_fill(Pointer, area, &samples), this);
        }

        static LandArea Area(long x, long z, int w, int h, long step)
        {
            return new LandArea { X = x, Z = z, W = w, H = h, Step = step };
        }

        /// <summary>Heights in a grid: (i, j) at (x + i step, z + j step) is number j * w + i. So rows go
        /// north.</summary>
        public void Heights(long x, long z, int w, int h, Span<float> heights, long step = 1)
        {
            Check.Room(heights.Length, w, h);
            fixed (float* at = &MemoryMarshal.GetReference(heights))
                Fill(Area(x, z, w, h, step), new LandSamples { Height = at });
        }

        public float[] Heights(long x, long z, int w, int h, long step = 1)
        {
            var heights = Check.Array<float>(w, h);
            Heights(x, z, w, h, heights, step);
            return heights;
        }

        /// <summary>Levels of the water in a grid, Constants.LandDry without any.</summary>
        public void Water(long x, long z, int w, int h, Span<float> levels, long step = 1)
        {
            Check.Room(levels.Length, w, h);
            fixed (float* at = &MemoryMarshal.GetReference(levels))
                Fill(Area(x, z, w, h, step), new LandSamples { Water = at });
        }

        /// <summary>Biomes in a grid, those with the greatest weights, as of Biome.</summary>
        public void Biomes(long x, long z, int w, int h, Span<byte> biomes, long step = 1)
        {
            Check.Room(biomes.Length, w, h);
            fixed (byte* at = &MemoryMarshal.GetReference(biomes))
                Fill(Area(x, z, w, h, step), new LandSamples { Biome = at });
        }

        /// @doc loam_land_height
        public float Height(double x, double z)
        {
            float height;
            Check.Ok(Native.loam_land_height(Pointer, x, z, &height), this);
            return height;
        }

        /// <summary>The level of the water at a place; false where it is dry.</summary>
        public bool Water(double x, double z, out float level)
        {
            float found;
            Check.Ok(Native.loam_land_water(Pointer, x, z, &found), this);
            level = found;
            return found != Constants.LandDry;
        }

        /// @doc loam_land_biome_at
        public Biome Biome(double x, double z)
        {
            int biome;
            Check.Ok(Native.loam_land_biome_at(Pointer, x, z, &biome), this);
            return (Biome)biome;
        }

        public string BiomeName(Biome biome)
        {
            return Check.Kept(Utf8.Text(Native.loam_land_biome_name(Pointer, (int)biome)), this);
        }

        /// <summary>0xRRGGBB, as on maps.</summary>
        public uint BiomeColour(Biome biome)
        {
            return Check.Kept(Native.loam_land_biome_colour(Pointer, (int)biome), this);
        }

        /// @doc loam_land_river_distance
        public float RiverDistance(double x, double z)
        {
            float metres;
            Check.Ok(Native.loam_land_river_distance(Pointer, x, z, &metres), this);
            return metres;
        }

        /// <summary>Where a ray first meets the ground; false if it meets none.</summary>
        public bool Cast(LandRay ray, out LandHit hit)
        {
            Bool8 found;
            LandHit met;
            Check.Ok(Native.loam_land_cast(Pointer, &ray, &found, &met), this);
            hit = met;
            return found;
        }

        /// @doc loam_land_find_start
        public LandStart FindStart(long x = 0, long z = 0)
        {
            LandStart start;
            Check.Ok(Native.loam_land_find_start(Pointer, x, z, &start), this);
            return start;
        }

        /// <summary>Rivers and roads of a level that touch an area of w x h metres: see loam_land_lines.</summary>
        public LandLine[] Lines(long x, long z, int w, int h, int level = 1, float minFlow = 0)
        {
            var found = new Collector<LandLine>();
            void* user = found.Open();
            Result result = Native.loam_land_lines(Pointer, level, Area(x, z, w, h, 1), minFlow, takeLine, user);
            LandLine[] lines = found.Close();
            GC.KeepAlive(this);
            Check.Ok(result);
            return lines;
        }

        static readonly LandLinesLine takeLine = TakeLine;

        [MonoPInvokeCallback(typeof(LandLinesLine))]
        static Result TakeLine(void* user, LandLine* line)
        {
            Collector<LandLine>.Add(user, *line);
            return Result.Ok;
        }

        /// <summary>A map of w x h pixels around (x, z), scale metres a pixel.</summary>
        public Picture Map(long x, long z, int w, int h, long scale, MapLayer layer = MapLayer.Atlas)
        {
            LandMapDef def = LandMapDef.Default();
            def.X = x;
            def.Z = z;
            def.W = w;
            def.H = h;
            def.Scale = scale;
            def.Layer = layer;
            return Map(def);
        }

        /// @doc loam_land_map_draw
        public Picture Map(LandMapDef def)
        {
            Env env = Jobs.Environment(null);
            PictureData made;
            Check.Ok(Native.loam_land_map_draw(Pointer, &def, &env, &made, null), this);
            return new Picture(made);
        }
    }

    /// <summary>What stands on a land: trees, bushes, boulders.</summary>
    public sealed unsafe class LandThings : Living
    {
        public LandThingsHandle* Pointer { get { return (LandThingsHandle*)Raw; } }

        /// @doc loam_land_things_create
        public LandThings(Land land, Jobs jobs = null) : this(land, LandThingsDef.Default(), jobs)
        {
        }

        public LandThings(Land land, LandThingsDef def, Jobs jobs = null)
        {
            def.Land = land.Pointer;
            Jobs.Complete(ref def.Env, jobs);
            LandThingsHandle* made;
            Check.Ok(Native.loam_land_things_create(&def, &made));
            Begin(made, pointer => Native.loam_land_things_destroy((LandThingsHandle*)pointer), land, jobs);
        }

        /// <summary>Things whose middle lies in an area of w x h metres. Their X and Z are 1/256 m.</summary>
        public LandThing[] Find(long x, long z, long w, long h, int level = 0)
        {
            var found = new Collector<LandThing>();
            void* user = found.Open();
            var area = new LandThingsArea { X = x, Z = z, W = w, H = h };
            Result result = Native.loam_land_things_find(Pointer, area, level, takeThing, user);
            LandThing[] things = found.Close();
            GC.KeepAlive(this);
            Check.Ok(result);
            return things;
        }

        static readonly LandThingVisit takeThing = TakeThing;

        [MonoPInvokeCallback(typeof(LandThingVisit))]
        static Result TakeThing(void* user, LandThing* thing)
        {
            Collector<LandThing>.Add(user, *thing);
            return Result.Ok;
        }

        /// <summary>The name of a thing's kind in the plan.</summary>
        public string KindName(LandThing thing)
        {
            return Check.Kept(Native.loam_land_things_plan(Pointer)->Kinds[thing.Kind].NameText, this);
        }
    }

    /// <summary>The land as a body: voxels with materials and densities.</summary>
    public sealed unsafe class Volume : Living
    {
        public VolumeHandle* Pointer { get { return (VolumeHandle*)Raw; } }

        /// <summary>The body of a land.</summary>
        public Volume(Land land, Jobs jobs = null) : this(land, VolumeDef.Default(), jobs)
        {
        }

        /// @doc loam_volume_create
        public Volume(Land land, VolumeDef def, Jobs jobs = null)
        {
            def.Surface = Native.loam_volume_land(land.Pointer);
            def.Seed = land.Seed;
            Jobs.Complete(ref def.Env, jobs);
            VolumeHandle* made;
            Check.Ok(Native.loam_volume_create(&def, &made));
            Begin(made, pointer => Native.loam_volume_destroy((VolumeHandle*)pointer), land, jobs);
        }
    }

    /// @doc loam_volume_grower
    public sealed unsafe class VolumeGrower : Living
    {
        public VolumeGrowerHandle* Pointer { get { return (VolumeGrowerHandle*)Raw; } }

        public VolumeGrower(Volume volume)
        {
            VolumeGrowerHandle* made;
            Check.Ok(Native.loam_volume_grower_create(volume.Pointer, &made));
            Begin(made, pointer => Native.loam_volume_grower_destroy((VolumeGrowerHandle*)pointer), volume);
        }

        /// <summary>Materials and densities of a box: voxel (i, j, k) is number (k * h + j) * w + i.</summary>
        public VolumeKind Fill(VolumeBox box, Span<byte> materials, Span<sbyte> density)
        {
            Check.Room(materials.Length, box.W, box.H, box.D);
            Check.Room(density.Length, box.W, box.H, box.D);
            VolumeKind kind;
            fixed (byte* first = &MemoryMarshal.GetReference(materials))
            fixed (sbyte* second = &MemoryMarshal.GetReference(density))
            {
                var voxels = new VolumeVoxels { Materials = first, Density = second };
                Check.Ok(Native.loam_volume_fill(Pointer, &box, &voxels, &kind), this);
            }
            return kind;
        }

        /// @doc loam_mesh_add_volume
        public void AddTo(Mesh mesh, VolumeBox box, VolumeForm form = VolumeForm.Smooth)
        {
            Check.Ok(Native.loam_mesh_add_volume(mesh.Pointer, Pointer, &box, form, null), this, mesh);
        }
    }
}
