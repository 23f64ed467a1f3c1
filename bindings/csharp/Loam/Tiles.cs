// SPDX-License-Identifier: MIT
// The endless world of tiles seen from the side: what it is made of, and how it grows. TileWorld.cs has how it lives.
using System;
using System.Runtime.InteropServices;

namespace Loam
{
    /// <summary>All that a world of tiles is made of: materials, biomes, rules, fluids, plants.</summary>
    public sealed unsafe class TileDefs : IDisposable
    {
        TileDefsData* data;

        /// <summary>The built-in definitions of the newest version.</summary>
        public TileDefs() : this(Constants.TilesVersion)
        {
        }

        /// @doc loam_tile_defs_init_version
        public TileDefs(int version)
        {
            data = (TileDefsData*)Marshal.AllocHGlobal(sizeof(TileDefsData));
            Check.Ok(Native.loam_tile_defs_init_version(data, version));
        }

        internal TileDefs(TileDefsData* from)
        {
            data = (TileDefsData*)Marshal.AllocHGlobal(sizeof(TileDefsData));
            *data = *from;
        }

        /// <summary>For functions of Native.</summary>
        public TileDefsData* Pointer
        {
            get
            {
                if (data == null) throw new ObjectDisposedException("TileDefs");
                return data;
            }
        }

        /// <summary>The definitions, to read and to change.</summary>
        public ref TileDefsData Data { get { return ref *Pointer; } }

        /// @doc loam_tile_defs_read
        public void Read(string json)
        {
            Env env = Jobs.Environment(null);
            byte[] bytes = Utf8.Bytes(json);
            fixed (byte* at = bytes) Check.Ok(Native.loam_tile_defs_read(&env, at, (UIntPtr)(bytes.Length - 1), Pointer), this);
        }

        /// <summary>All definitions as JSON.</summary>
        public string Write()
        {
            Env env = Jobs.Environment(null);
            byte* text;
            UIntPtr size;
            Check.Ok(Native.loam_tile_defs_write(&env, Pointer, &text, &size), this);
            string json = Utf8.Text(text);
            Native.loam_free(&env, text, (UIntPtr)((ulong)size + 1));
            return json;
        }

        /// <summary>The id of a material. ArgumentException if there is none of that name.</summary>
        public byte Material(string name)
        {
            int found;
            fixed (byte* bytes = Utf8.Bytes(name)) found = Check.Kept(Native.loam_material_find(Pointer, bytes), this);
            if (found < 0) throw new ArgumentException("there is no material '" + name + "'");
            return (byte)found;
        }

        /// <summary>The name of a material, "" if there is none of that id.</summary>
        public string MaterialName(int id)
        {
            return Check.Kept(Pointer->Materials[id].NameText, this);
        }

        /// <summary>The index of a species. ArgumentException if there is none of that name.</summary>
        public int Species(string name)
        {
            int found;
            fixed (byte* bytes = Utf8.Bytes(name)) found = Check.Kept(Native.loam_species_find(Pointer, bytes), this);
            if (found < 0) throw new ArgumentException("there is no species '" + name + "'");
            return found;
        }

        /// @doc loam_tile_defs_hash
        public ulong Hash()
        {
            Check.Ok(Native.loam_tile_defs_check(Pointer), this);
            return Check.Kept(Native.loam_tile_defs_hash(Pointer), this);
        }

        public void Dispose()
        {
            Free();
            GC.SuppressFinalize(this);
        }

        ~TileDefs()
        {
            Free();
        }

        void Free()
        {
            Marshal.FreeHGlobal((IntPtr)data);
            data = null;
        }
    }

    /// @doc loam_tile_source
    public sealed unsafe class TileSource : Living
    {
        public TileSourceHandle* Pointer { get { return (TileSourceHandle*)Raw; } }

        /// <summary>defs: null for the built-in ones.</summary>
        public TileSource(ulong seed, TileDefs defs = null, Jobs jobs = null)
        {
            Env env = Jobs.Environment(jobs);
            TileDefs used = defs ?? new TileDefs();
            TileSourceHandle* made;
            Check.Ok(Native.loam_tile_source_create(&env, used.Pointer, seed, &made));
            Begin(made, pointer => Native.loam_tile_source_destroy((TileSourceHandle*)pointer), jobs);
            if (defs == null) used.Dispose();
        }

        /// @doc loam_tile_source_fill
        public void Fill(long x, long y, int w, int h, Span<Tile> tiles)
        {
            Check.Room(tiles.Length, w, h);
            var area = new TileArea { X = x, Y = y, W = w, H = h };
            fixed (Tile* at = &MemoryMarshal.GetReference(tiles))
                Check.Ok(Native.loam_tile_source_fill(Pointer, area, at), this);
        }

        /// <summary>The same into a new array.</summary>
        public Tile[] Fill(long x, long y, int w, int h)
        {
            var tiles = Check.Array<Tile>(w, h);
            Fill(x, y, w, h, tiles);
            return tiles;
        }

        /// @doc loam_tile_source_sample
        public void Sample(long x, long y, int w, int h, long step, Span<Tile> tiles)
        {
            Check.Room(tiles.Length, w, h);
            var area = new TileArea { X = x, Y = y, W = w, H = h };
            fixed (Tile* at = &MemoryMarshal.GetReference(tiles))
                Check.Ok(Native.loam_tile_source_sample(Pointer, area, step, at), this);
        }

        /// @doc loam_tile_source_columns
        public TileColumn[] Columns(long x, int count, long step = 1)
        {
            var columns = Check.Array<TileColumn>(count);
            fixed (TileColumn* at = columns) Check.Ok(Native.loam_tile_source_columns(Pointer, x, step, count, at), this);
            return columns;
        }

        /// @doc loam_tile_source_spawn
        public TilePos Spawn(long x = 0)
        {
            return Check.Kept(Native.loam_tile_source_spawn(Pointer, x), this);
        }
    }

    /// <summary>Tiles as pictures.</summary>
    public static unsafe class TilePictures
    {
        /// <summary>A picture of tiles as TileSource.Fill gives them, zoom pixels along the side of a tile, the highest
        /// row on top.</summary>
        public static Picture Draw(TileDefs defs, ReadOnlySpan<Tile> tiles, long x, long y, int w, int h, int zoom = 1)
        {
            Check.Room(tiles.Length, w, h);
            if (zoom < 1 || zoom > Constants.MaxTileZoom)
                throw new ArgumentException("zoom is " + zoom + "; must be 1 to " + Constants.MaxTileZoom);
            var picture = new Picture(w * zoom, h * zoom);
            PictureData pixels = picture.Data;
            fixed (Tile* at = &MemoryMarshal.GetReference(tiles))
            {
                var drawing = new TileDrawing
                {
                    Defs = defs.Pointer, View = TileView.Default(), Tiles = at, Step = 1, Zoom = zoom, Shrink = 1,
                    Area = new TileArea { X = x, Y = y, W = w, H = h },
                };
                Native.loam_tiles_draw(&pixels, 0, 0, &drawing);
            }
            GC.KeepAlive(defs);
            return picture;
        }
    }
}
