// SPDX-License-Identifier: MIT
using System;

namespace Loam
{
    /// @doc loam_cave
    public sealed unsafe class Cave : Living
    {
        public CaveData* Pointer { get { return (CaveData*)Raw; } }

        /// @doc loam_cave_create
        public Cave(CaveDef def, bool rooms = true, Jobs jobs = null)
        {
            Env env = Jobs.Environment(jobs);
            CaveData* made;
            Check.Ok(Native.loam_cave_create(&env, &def, rooms, &made));
            Begin(made, pointer => Native.loam_cave_destroy((CaveData*)pointer), jobs);
            Def = def;
        }

        /// <summary>A def to change and to make a cave from, in 2 or 3 dimensions.</summary>
        public static CaveDef DefaultDef(ulong seed, int dimensions = 2)
        {
            CaveDef def = CaveDef.Default(dimensions);
            def.Seed = seed;
            return def;
        }

        /// <summary>What it was made from.</summary>
        public CaveDef Def { get; }

        /// <summary>Whether a cell is a wall; beyond the cave it says no.</summary>
        public bool Wall(int x, int y, int z = 0)
        {
            return Check.Kept(Native.loam_solid_get(&Pointer->Walls, x, y, z), this);
        }

        public ReadOnlySpan<CaveRoom> Rooms
        {
            get { return new ReadOnlySpan<CaveRoom>(Pointer->Rooms, Pointer->RoomCount); }
        }

        public ReadOnlySpan<CaveCorridor> Corridors
        {
            get { return new ReadOnlySpan<CaveCorridor>(Pointer->Corridors, Pointer->CorridorCount); }
        }

        public ReadOnlySpan<CaveOpening> Openings
        {
            get { return new ReadOnlySpan<CaveOpening>(Pointer->Openings, Pointer->OpeningCount); }
        }

        /// @doc loam_cave_hash
        public ulong Hash()
        {
            return Check.Kept(Native.loam_cave_hash(Pointer), this);
        }
    }
}
