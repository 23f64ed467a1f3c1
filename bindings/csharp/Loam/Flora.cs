// SPDX-License-Identifier: MIT
using System;

namespace Loam
{
    /// @doc loam_grammar
    public sealed unsafe class Grammar : Living
    {
        public GrammarHandle* Pointer { get { return (GrammarHandle*)Raw; } }

        /// @doc loam_grammar_create
        public Grammar(string text)
        {
            Env env = Jobs.Environment(null);
            GrammarHandle* made;
            byte[] bytes = Utf8.Bytes(text);
            fixed (byte* at = bytes)
                Check.Ok(Native.loam_grammar_create(&env, at, (UIntPtr)(bytes.Length - 1), &made));
            Begin(made, pointer => Native.loam_grammar_destroy((GrammarHandle*)pointer));
        }

        /// <summary>A grammar that comes with the library: "oak". inSpace: one with rules of its own in three
        /// dimensions. ArgumentException if there is none.</summary>
        public static Grammar Preset(string name, bool inSpace = false)
        {
            GrammarPreset* found;
            fixed (byte* bytes = Utf8.Bytes(name))
                found = inSpace ? Native.loam_grammar_preset_3d_find(bytes) : Native.loam_grammar_preset_find(bytes);
            if (found == null) throw new ArgumentException("there is no grammar '" + name + "'");
            return new Grammar(Utf8.Text(found->Text));
        }

        /// @doc loam_grammar_title
        public string Title { get { return Check.Kept(Utf8.Text(Native.loam_grammar_title(Pointer)), this); } }

        /// @doc loam_grammar_dimensions
        public int Dimensions { get { return Check.Kept(Native.loam_grammar_dimensions(Pointer), this); } }

        /// @doc loam_plant_grow
        public GrownPlant Grow(PlantSite site)
        {
            return new GrownPlant(this, site);
        }

        /// <summary>Grows a plant of eight years on good flat soil.</summary>
        public GrownPlant Grow(ulong seed)
        {
            PlantSite site = PlantSite.Default();
            site.Seed = seed;
            return Grow(site);
        }
    }

    /// <summary>A plant that has grown: segments and organs, until it is disposed of.</summary>
    public sealed unsafe class GrownPlant : Living
    {
        Plant data;

        public PlantGrowerHandle* Pointer { get { return (PlantGrowerHandle*)Raw; } }

        internal GrownPlant(Grammar grammar, PlantSite site)
        {
            Env env = Jobs.Environment(null);
            PlantLimits limits = PlantLimits.Default();
            PlantGrowerHandle* made;
            Check.Ok(Native.loam_plant_grower_create(&env, &limits, &made));
            Begin(made, pointer => Native.loam_plant_grower_destroy((PlantGrowerHandle*)pointer), grammar);
            Plant plant;
            Check.Ok(Native.loam_plant_grow(made, grammar.Pointer, &site, &plant));
            data = plant;
        }

        /// <summary>The struct, for functions of Native.</summary>
        public Plant Data
        {
            get
            {
                void* alive = Raw; // throws if it is not
                return alive == null ? default(Plant) : data;
            }
        }

        /// <summary>Pieces of branches, parents before children.</summary>
        public ReadOnlySpan<PlantSegment> Segments
        {
            get { return new ReadOnlySpan<PlantSegment>(Data.Segments, data.SegmentCount); }
        }

        /// <summary>Leaves, buds and flowers.</summary>
        public ReadOnlySpan<PlantOrgan> Organs
        {
            get { return new ReadOnlySpan<PlantOrgan>(Data.Organs, data.OrganCount); }
        }

        public ulong Hash()
        {
            Plant plant = Data;
            return Check.Kept(Native.loam_plant_hash(&plant), this);
        }

        /// @doc loam_plant_draw
        public void Draw(Picture picture, PlantLook look)
        {
            Plant plant = Data;
            PictureData pixels = picture.Data;
            Native.loam_plant_draw(&pixels, &plant, &look);
            GC.KeepAlive(this);
            GC.KeepAlive(picture);
        }
    }
}
