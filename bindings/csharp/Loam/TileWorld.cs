// SPDX-License-Identifier: MIT
// The world of tiles that lives, and the game in it.
using System;
using System.Runtime.InteropServices;

namespace Loam
{
    /// @doc loam_tile_world
    public sealed unsafe class TileWorld : IDisposable
    {
        sealed class Owned : Living
        {
            public Owned(TileWorldDef def, TileDefs defs, Store store, Jobs jobs)
            {
                Complete(ref def, defs, store, jobs);
                TileWorldHandle* made;
                Check.Ok(Native.loam_tile_world_create(&def, &made), defs);
                Begin(made, pointer => Native.loam_tile_world_destroy((TileWorldHandle*)pointer), store, jobs);
            }
        }

        readonly Owned owned;
        readonly TileGame game; // that it belongs to
        TileDefs defs;

        /// <summary>A world of the built-in definitions around a place.</summary>
        public TileWorld(ulong seed, long x = 0, long y = 0) : this(DefaultDef(seed, x, y))
        {
        }

        /// <summary>A world with its ring full. What is not null here is put into def: definitions, where chunks are
        /// kept, and threads.</summary>
        public TileWorld(TileWorldDef def, TileDefs defs = null, Store store = null, Jobs jobs = null)
        {
            owned = new Owned(def, defs, store, jobs);
        }

        internal TileWorld(TileGame game)
        {
            this.game = game;
        }

        /// <summary>A def to change and to make a world from.</summary>
        public static TileWorldDef DefaultDef(ulong seed, long x = 0, long y = 0)
        {
            TileWorldDef def = TileWorldDef.Default();
            def.Seed = seed;
            def.Centre = new TilePos { X = x, Y = y };
            return def;
        }

        internal static void Complete(ref TileWorldDef def, TileDefs defs, Store store, Jobs jobs)
        {
            if (defs != null) def.Defs = defs.Pointer;
            if (store != null) def.Store = Native.loam_store_chunks(store.Pointer);
            Jobs.Complete(ref def.Env, jobs);
        }

        public TileWorldHandle* Pointer
        {
            get { return game != null ? Native.loam_tile_game_world(game.Pointer) : (TileWorldHandle*)owned.Raw; }
        }

        /// <summary>The definitions that it is made of, as a copy.</summary>
        public TileDefs Defs
        {
            get { return defs ?? (defs = new TileDefs(Native.loam_tile_world_defs(Pointer))); }
        }

        /// @doc loam_tile_world_step
        public void Step(long x, long y)
        {
            Check.Ok(Native.loam_tile_world_step(Pointer, new TilePos { X = x, Y = y }), this);
        }

        /// @doc loam_tile_world_ready
        public bool Ready(long x, long y)
        {
            return Check.Kept(Native.loam_tile_world_ready(Pointer, new TilePos { X = x, Y = y }), this);
        }

        /// @doc loam_tile_world_pump
        public bool Pump(ulong budgetUs)
        {
            return Check.Kept(Native.loam_tile_world_pump(Pointer, budgetUs), this);
        }

        /// @doc loam_tile_world_at
        public Tile At(long x, long y)
        {
            return Check.Kept(Native.loam_tile_world_at(Pointer, new TilePos { X = x, Y = y }), this);
        }

        /// @doc loam_tile_world_contains
        public bool Contains(long x, long y)
        {
            return Check.Kept(Native.loam_tile_world_contains(Pointer, new TilePos { X = x, Y = y }), this);
        }

        /// <summary>A copy of an area of the ring, the lowest row first; beyond the ring there is air before
        /// air.</summary>
        public void Tiles(long x, long y, int w, int h, Span<Tile> tiles)
        {
            Check.Room(tiles.Length, w, h);
            tiles.Clear();
            TileRing ring = Native.loam_tile_world_ring(Pointer);
            long lowX = ring.Lowest.X * Constants.ChunkSide, lowY = ring.Lowest.Y * Constants.ChunkSide;
            long mask = ring.Side - 1; // the side is a power of two
            for (long j = Math.Max(y, lowY); j < Math.Min(y + h, lowY + ring.Side); j++)
            {
                Tile* row = ring.Tiles + (j & mask) * ring.Side;
                for (long i = Math.Max(x, lowX); i < Math.Min(x + w, lowX + ring.Side); i++)
                    tiles[(int)((j - y) * w + i - x)] = row[i & mask];
            }
            GC.KeepAlive(this);
        }

        /// <summary>The same into a new array.</summary>
        public Tile[] Tiles(long x, long y, int w, int h)
        {
            var tiles = Check.Array<Tile>(w, h);
            Tiles(x, y, w, h, tiles);
            return tiles;
        }

        /// <summary>Changes tiles; how many have another material now is returned.</summary>
        public long Edit(Edit edit)
        {
            long changed;
            Check.Ok(Native.loam_tile_world_edit(Pointer, &edit, &changed), this);
            return changed;
        }

        /// <summary>A circle of blocks of a material, "air" to remove them.</summary>
        public long EditCircle(string material, long x, long y, int radius)
        {
            return Edit(new Edit
            {
                Shape = EditShape.Circle, Layer = Layer.Blocks, Material = Defs.Material(material), Radius = radius,
                From = new TilePos { X = x, Y = y },
            });
        }

        /// <summary>A rectangle of blocks between two corners, both included.</summary>
        public long EditBox(string material, long x, long y, long x2, long y2)
        {
            return Edit(new Edit
            {
                Shape = EditShape.Box, Layer = Layer.Blocks, Material = Defs.Material(material),
                From = new TilePos { X = x, Y = y }, To = new TilePos { X = x2, Y = y2 },
            });
        }

        /// @doc loam_tile_world_plant
        public void Plant(string species, long x, long y)
        {
            Check.Ok(Native.loam_tile_world_plant(Pointer, Defs.Species(species), new TilePos { X = x, Y = y }), this);
        }

        /// @doc loam_tile_world_strike
        public void Strike(long x)
        {
            Check.Ok(Native.loam_tile_world_strike(Pointer, x), this);
        }

        public Weather Weather
        {
            get { return Check.Kept(Native.loam_tile_world_weather(Pointer), this); }
            set
            {
                Check.Range("weather", (int)value, (int)Weather.Count);
                Native.loam_tile_world_set_weather(Pointer, value);
                GC.KeepAlive(this);
            }
        }

        public Season Season
        {
            get { return Check.Kept(Native.loam_tile_world_season(Pointer), this); }
            set
            {
                Check.Range("season", (int)value, (int)Season.Count);
                Native.loam_tile_world_set_season(Pointer, value);
                GC.KeepAlive(this);
            }
        }

        /// <summary>The time of day, 0 .. 65535; 0 is midnight.</summary>
        public ushort Time
        {
            get { return Check.Kept(Native.loam_tile_world_time(Pointer), this); }
            set
            {
                Native.loam_tile_world_set_time(Pointer, value);
                GC.KeepAlive(this);
            }
        }

        /// <summary>The sky above a column.</summary>
        public TileSkyState Sky(long x)
        {
            TileSkyState state;
            Native.loam_tile_world_sky(Pointer, x, 1, 1, &state);
            return Check.Kept(state, this);
        }

        public ulong Seed { get { return Check.Kept(Native.loam_tile_world_seed(Pointer), this); } }
        public ulong Steps { get { return Check.Kept(Native.loam_tile_world_steps(Pointer), this); } }
        public TileLife Life { get { return Check.Kept(Native.loam_tile_world_life(Pointer), this); } }
        public TileWorldCounters Counters { get { return Check.Kept(Native.loam_tile_world_count(Pointer), this); } }

        /// @doc loam_tile_world_hash
        public ulong Hash()
        {
            return Check.Kept(Native.loam_tile_world_hash(Pointer), this);
        }

        /// @doc loam_tile_world_save
        public void Save()
        {
            Check.Ok(Native.loam_tile_world_save(Pointer), this);
        }

        /// <summary>Ends the world; that of a game ends with the game.</summary>
        public void Dispose()
        {
            if (owned != null) owned.Dispose();
            if (defs != null) defs.Dispose();
        }
    }

    /// <summary>A game: a world with a player in it, and all that is done as commands in text.</summary>
    public sealed unsafe class TileGame : Living
    {
        public TileGameHandle* Pointer { get { return (TileGameHandle*)Raw; } }

        /// <summary>The game's world, to look at and to change.</summary>
        public TileWorld World { get; }

        /// <summary>A game of the built-in definitions that begins near x, where one can stand.</summary>
        public TileGame(ulong seed, long x = 0) : this(DefaultDef(seed, x))
        {
        }

        /// @doc loam_tile_game_create
        public TileGame(TileGameDef def, TileDefs defs = null, Store store = null, Jobs jobs = null)
        {
            TileWorld.Complete(ref def.World, defs, store, jobs);
            TileGameHandle* made;
            Check.Ok(Native.loam_tile_game_create(&def, &made), defs);
            Start(made, store, jobs);
            World = new TileWorld(this);
        }

        internal TileGame(Store store, Jobs jobs)
        {
            TileGameDef def = TileGameDef.Default();
            Jobs.Complete(ref def.World.Env, jobs);
            TileGameHandle* made;
            Check.Ok(Native.loam_store_begin_game(store.Pointer, &def, null, &made));
            Start(made, store, jobs);
            World = new TileWorld(this);
        }

        void Start(TileGameHandle* made, Store store, Jobs jobs)
        {
            Begin(made, pointer => Native.loam_tile_game_destroy((TileGameHandle*)pointer), store, jobs);
        }

        /// <summary>A def to change and to make a game from; it begins near x, where one can stand.</summary>
        public static TileGameDef DefaultDef(ulong seed, long x = 0)
        {
            TileGameDef def = TileGameDef.Default();
            def.World.Seed = seed;
            using (var source = new TileSource(seed)) def.World.Centre = source.Spawn(x);
            return def;
        }

        /// <summary>Does a command as docs/commands.md has them, without the step before it, which is the next one:
        /// "walk right", "edit blocks stone circle 0 100 3". LoamException if it cannot be done; the game goes
        /// on.</summary>
        public void Do(string command)
        {
            Command parsed;
            TileWorldHandle* world = World.Pointer;
            fixed (byte* line = Utf8.Bytes(World.Steps + " " + command))
                Check.Ok(Native.loam_command_read(line, Native.loam_tile_world_defs(world), &parsed), this);
            Check.Ok(Native.loam_tile_game_do(Pointer, &parsed), this);
        }

        /// @doc loam_tile_game_do
        public void Do(Command command)
        {
            Check.Ok(Native.loam_tile_game_do(Pointer, &command), this);
        }

        /// @doc loam_tile_game_step
        public void Step()
        {
            Check.Ok(Native.loam_tile_game_step(Pointer), this);
        }

        /// <summary>The player, as a copy.</summary>
        public Player Player { get { return Check.Kept(*Native.loam_tile_game_player(Pointer), this); } }

        /// @doc loam_tile_game_hash
        public ulong Hash()
        {
            return Check.Kept(Native.loam_tile_game_hash(Pointer), this);
        }
    }
}
