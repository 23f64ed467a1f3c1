// SPDX-License-Identifier: MIT
using System;
using System.Runtime.InteropServices;

namespace Loam
{
    /// <summary>Islands in an endless sea.</summary>
    public sealed unsafe class Isles : Living
    {
        public IslesHandle* Pointer { get { return (IslesHandle*)Raw; } }

        public Isles(ulong seed, Jobs jobs = null)
        {
            IslesDef def = DefaultDef(seed);
            Create(ref def, jobs);
        }

        /// <summary>A sea of islands. The def is copied; it goes by ref because it is large.</summary>
        public Isles(ref IslesDef def, Jobs jobs = null)
        {
            Create(ref def, jobs);
        }

        void Create(ref IslesDef def, Jobs jobs)
        {
            Env env = Jobs.Environment(jobs);
            IslesHandle* made;
            fixed (IslesDef* at = &def) Check.Ok(Native.loam_isles_create(&env, at, &made));
            Begin(made, pointer => Native.loam_isles_destroy((IslesHandle*)pointer), jobs);
        }

        /// <summary>A def to change and to make a sea from.</summary>
        public static IslesDef DefaultDef(ulong seed)
        {
            IslesDef def = IslesDef.Default();
            def.Seed = seed;
            return def;
        }

        /// <summary>The island of a slot; false if the slot is empty.</summary>
        public bool At(long slotX, long slotZ, out Isle isle)
        {
            Isle found;
            Check.Ok(Native.loam_isles_at(Pointer, slotX, slotZ, &found), this);
            isle = found;
            return found.Type >= 0;
        }

        /// <summary>The islands whose areas touch a box: see loam_isles_find.</summary>
        public Isle[] Find(long x0, long z0, long x1, long z1)
        {
            var found = new Collector<Isle>();
            void* user = found.Open();
            var box = new IslesBox { X0 = x0, Z0 = z0, X1 = x1, Z1 = z1 };
            Result result = Native.loam_isles_find(Pointer, box, takeIsle, user);
            Isle[] isles = found.Close();
            GC.KeepAlive(this);
            Check.Ok(result);
            return isles;
        }

        static readonly IslesFindFound takeIsle = TakeIsle;

        [MonoPInvokeCallback(typeof(IslesFindFound))]
        [return: MarshalAs(UnmanagedType.U1)]
        static bool TakeIsle(void* user, Isle* isle)
        {
            Collector<Isle>.Add(user, *isle);
            return true;
        }

        /// <summary>Heights in a grid: (i, j) at (x + i step, z + j step) is number j * w + i.</summary>
        public void Heights(long x, long z, int w, int h, Span<float> heights, long step = 1)
        {
            Check.Room(heights.Length, w, h);
            var area = new IslesArea { X = x, Z = z, Step = step, W = w, H = h };
            fixed (float* at = &MemoryMarshal.GetReference(heights))
                Check.Ok(Native.loam_isles_heights(Pointer, area, at), this);
        }

        public float[] Heights(long x, long z, int w, int h, long step = 1)
        {
            var heights = Check.Array<float>(w, h);
            Heights(x, z, w, h, heights, step);
            return heights;
        }

        /// <summary>The height of one place, m.</summary>
        public float Height(long x, long z)
        {
            float height;
            Check.Ok(Native.loam_isles_height(Pointer, x, z, &height), this);
            return height;
        }

        /// <summary>What stands on the island of a slot.</summary>
        public IsleObject[] Objects(long slotX, long slotZ)
        {
            IsleMaps maps;
            Check.Ok(Native.loam_isles_open(Pointer, slotX, slotZ, IsleStage.Objects, &maps), this);
            IsleObject[] objects = new ReadOnlySpan<IsleObject>(maps.Objects, maps.ObjectCount).ToArray();
            Native.loam_isles_close(Pointer, &maps);
            GC.KeepAlive(this);
            return objects;
        }

        /// <summary>Adds the island of a slot to a mesh.</summary>
        public void AddTo(Mesh mesh, long slotX, long slotZ, IsleMeshDef def)
        {
            IsleMaps maps;
            Check.Ok(Native.loam_isles_open(Pointer, slotX, slotZ, IsleStage.Objects, &maps), this);
            Result result = Native.loam_mesh_add_isle(mesh.Pointer, Pointer, &maps, &def);
            Native.loam_isles_close(Pointer, &maps);
            Check.Ok(result, this, mesh);
        }

        /// @doc loam_isles_map_draw
        public Picture Map(IslesMapDef def)
        {
            PictureData made;
            Check.Ok(Native.loam_isles_map_draw(Pointer, &def, &made, null), this);
            return new Picture(made);
        }
    }
}
