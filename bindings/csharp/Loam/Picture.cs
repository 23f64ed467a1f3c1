// SPDX-License-Identifier: MIT
using System;
using System.Runtime.InteropServices;

namespace Loam
{
    /// <summary>Pixels, row by row, the first row on top.</summary>
    public sealed unsafe class Picture : IDisposable
    {
        PictureData data;

        /// @doc loam_picture_create
        public Picture(int w, int h, Colour fill = default(Colour))
        {
            Env env = Jobs.Environment(null);
            PictureData made;
            Check.Ok(Native.loam_picture_create(&env, w, h, fill, &made));
            data = made;
        }

        internal Picture(PictureData made)
        {
            data = made;
        }

        public int W { get { return data.W; } }
        public int H { get { return data.H; } }

        /// <summary>The struct, for functions of Native.</summary>
        public PictureData Data
        {
            get
            {
                if (data.Pixels == null) throw new ObjectDisposedException("Picture");
                return data;
            }
        }

        /// <summary>The pixels, to read and to write until it is disposed of: (x, y) is number y * W + x.</summary>
        public Span<Colour> Pixels { get { return new Span<Colour>(Data.Pixels, data.W * data.H); } }

        /// <summary>An opaque colour from 0xRRGGBB.</summary>
        public static Colour Rgb(uint rgb)
        {
            return Native.loam_rgb(rgb);
        }

        /// <summary>Paints w x h values through a ramp, "grey", "heat", "terrain" or "sea"; low and high are the values
        /// at its ends. Clipped.</summary>
        public void Field(ReadOnlySpan<float> values, int w, int h, float low, float high, string ramp = "terrain",
                          int x = 0, int y = 0)
        {
            Check.Room(values.Length, w, h);
            PictureData picture = Data;
            int count;
            RampStop* stops;
            fixed (byte* name = Utf8.Bytes(ramp)) stops = Native.loam_ramp_named(name, &count);
            if (stops == null)
                throw new ArgumentException("there is no ramp '" + ramp + "'; must be grey, heat, terrain or sea");
            fixed (float* at = &MemoryMarshal.GetReference(values))
                Native.loam_picture_field(&picture, x, y, at, w, h, low, high, stops, count);
            GC.KeepAlive(this);
        }

        /// @doc loam_picture_text
        public void Text(int x, int y, string text, Colour colour, int scale = 1)
        {
            PictureData picture = Data;
            fixed (byte* bytes = Utf8.Bytes(text)) Native.loam_picture_text(&picture, x, y, scale, colour, bytes);
            GC.KeepAlive(this);
        }

        /// @doc loam_png_write
        public void WritePng(string path)
        {
            Env env = Jobs.Environment(null);
            PictureData picture = Data;
            fixed (byte* bytes = Utf8.Bytes(path)) Check.Ok(Native.loam_png_write(&env, bytes, &picture), this);
        }

        public void Dispose()
        {
            Free();
            GC.SuppressFinalize(this);
        }

        ~Picture()
        {
            Free();
        }

        void Free()
        {
            if (data.Pixels == null) return;
            Env env = Jobs.Environment(null);
            PictureData gone = data;
            data.Pixels = null;
            Native.loam_picture_destroy(&env, &gone);
        }
    }
}
