// SPDX-License-Identifier: MIT
using System;
using System.Runtime.InteropServices;

namespace Loam
{
    /// <summary>A world in one file that survives crashes.</summary>
    public sealed unsafe class Store : Living
    {
        public StoreHandle* Pointer { get { return (StoreHandle*)Raw; } }

        Store(StoreHandle* made, Jobs jobs)
        {
            Begin(made, pointer => Native.loam_store_close((StoreHandle*)pointer), jobs);
        }

        /// @doc loam_store_create
        public static Store Create(string path, ulong seed, TileDefs defs = null, Jobs jobs = null)
        {
            StoreDef def = StoreDef.Default();
            Jobs.Complete(ref def.Env, jobs);
            StoreHandle* made;
            fixed (byte* bytes = Utf8.Bytes(path))
            {
                def.Path = bytes;
                Check.Ok(Native.loam_store_create(&def, seed, defs != null ? defs.Pointer : null, &made), defs);
            }
            return new Store(made, jobs);
        }

        /// @doc loam_store_open
        public static Store Open(string path, bool readOnly = false, Jobs jobs = null)
        {
            StoreDef def = StoreDef.Default();
            Jobs.Complete(ref def.Env, jobs);
            def.ReadOnly = readOnly;
            StoreHandle* made;
            fixed (byte* bytes = Utf8.Bytes(path))
            {
                def.Path = bytes;
                Check.Ok(Native.loam_store_open(&def, &made));
            }
            return new Store(made, jobs);
        }

        public ulong Seed { get { return Check.Kept(Native.loam_store_seed(Pointer), this); } }

        /// <summary>The definitions of a world of tiles, as a copy; null for a land.</summary>
        public TileDefs Defs
        {
            get
            {
                TileDefsData* defs = Native.loam_store_defs(Pointer);
                return Check.Kept(defs == null ? null : new TileDefs(defs), this);
            }
        }

        /// @doc loam_store_describe
        public StoreInfo Info
        {
            get
            {
                StoreInfo info;
                Check.Ok(Native.loam_store_describe(Pointer, &info), this);
                return info;
            }
        }

        /// @doc loam_store_begin_game
        public TileGame BeginGame(Jobs jobs = null)
        {
            return new TileGame(this, jobs);
        }

        /// <summary>Saves a game: what has changed in its world, and where player, sky and time are.</summary>
        public void SaveGame(TileGame game)
        {
            game.World.Save();
            Check.Ok(Native.loam_store_save_game(Pointer, game.Pointer), this, game);
        }

        /// @doc loam_store_flush
        public void Flush()
        {
            Check.Ok(Native.loam_store_flush(Pointer), this);
        }

        /// @doc loam_store_set_extra
        public void SetExtra(string name, ReadOnlySpan<byte> bytes)
        {
            fixed (byte* word = Utf8.Bytes(name))
            fixed (byte* at = &MemoryMarshal.GetReference(bytes))
                Check.Ok(Native.loam_store_set_extra(Pointer, word, at, (UIntPtr)bytes.Length), this);
        }

        /// <summary>The bytes that are kept under a name; null if there are none.</summary>
        public byte[] Extra(string name)
        {
            UIntPtr count;
            fixed (byte* word = Utf8.Bytes(name))
            {
                Result result = Native.loam_store_get_extra(Pointer, word, null, UIntPtr.Zero, &count);
                if (result == Result.NotFound) return null;
                Check.Ok(result);
                var bytes = new byte[(int)count];
                fixed (byte* at = bytes) Check.Ok(Native.loam_store_get_extra(Pointer, word, at, count, &count), this);
                return bytes;
            }
        }
    }
}
