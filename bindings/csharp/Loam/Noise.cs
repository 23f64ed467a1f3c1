// SPDX-License-Identifier: MIT
using System;
using System.Runtime.InteropServices;

namespace Loam
{
    /// <summary>A noise that is ready to be asked, from any thread.</summary>
    public sealed unsafe class Noise
    {
        readonly NoiseData[] data = new NoiseData[1]; // one that can be pinned

        /// @doc loam_noise_init
        public Noise(NoiseDef def, ulong seed)
        {
            fixed (NoiseData* noise = data) Check.Ok(Native.loam_noise_init(noise, &def, seed));
        }

        /// <summary>One octave of simplex with a wavelength of 64.</summary>
        public Noise(ulong seed) : this(NoiseDef.Default(), seed)
        {
        }

        /// @doc loam_noise_range
        public void Range(out float low, out float high)
        {
            float least, most;
            fixed (NoiseData* noise = data) Native.loam_noise_range(noise, &least, &most);
            low = least;
            high = most;
        }

        /// <summary>One sample.</summary>
        public float At(long x)
        {
            fixed (NoiseData* noise = data) return Native.loam_noise_at1(noise, x);
        }

        /// <summary>One sample.</summary>
        public float At(long x, long y)
        {
            fixed (NoiseData* noise = data) return Native.loam_noise_at2(noise, x, y);
        }

        /// <summary>One sample.</summary>
        public float At(long x, long y, long z)
        {
            fixed (NoiseData* noise = data) return Native.loam_noise_at3(noise, x, y, z);
        }

        /// <summary>w samples in one dimension, at x, x + step, ...</summary>
        public void Row(long x, int w, Span<float> values, long step = 1)
        {
            Check.Room(values.Length, w);
            var area = new NoiseArea { X = x, Step = step, W = w, H = 1, D = 1 };
            fixed (NoiseData* noise = data)
            fixed (float* at = &MemoryMarshal.GetReference(values)) Check.Ok(Native.loam_noise_grid1(noise, at, area));
        }

        public float[] Row(long x, int w, long step = 1)
        {
            var values = Check.Array<float>(w);
            Row(x, w, values, step);
            return values;
        }

        /// <summary>Samples in two dimensions: (i, j) at (x + i step, y + j step) is number j * w + i.</summary>
        public void Grid(long x, long y, int w, int h, Span<float> values, long step = 1)
        {
            Check.Room(values.Length, w, h);
            var area = new NoiseArea { X = x, Y = y, Step = step, W = w, H = h, D = 1 };
            fixed (NoiseData* noise = data)
            fixed (float* at = &MemoryMarshal.GetReference(values)) Check.Ok(Native.loam_noise_grid2(noise, at, area));
        }

        public float[] Grid(long x, long y, int w, int h, long step = 1)
        {
            var values = Check.Array<float>(w, h);
            Grid(x, y, w, h, values, step);
            return values;
        }

        /// <summary>Samples in three dimensions: (i, j, k) is number (k * h + j) * w + i.</summary>
        public void Solid(long x, long y, long z, int w, int h, int d, Span<float> values, long step = 1)
        {
            Check.Room(values.Length, w, h, d);
            var area = new NoiseArea { X = x, Y = y, Z = z, Step = step, W = w, H = h, D = d };
            fixed (NoiseData* noise = data)
            fixed (float* at = &MemoryMarshal.GetReference(values)) Check.Ok(Native.loam_noise_grid3(noise, at, area));
        }

        public float[] Solid(long x, long y, long z, int w, int h, int d, long step = 1)
        {
            var values = Check.Array<float>(w, h, d);
            Solid(x, y, z, w, h, d, values, step);
            return values;
        }

        /// <summary>Samples at given places in one, two or three dimensions; leave axes that there are not empty.</summary>
        public void Points(ReadOnlySpan<long> x, ReadOnlySpan<long> y, ReadOnlySpan<long> z, Span<float> values)
        {
            int dims = !z.IsEmpty ? 3 : !y.IsEmpty ? 2 : 1;
            Check.Room(values.Length, x.Length);
            if (dims >= 2) Check.Room(y.Length, x.Length);
            if (dims == 3) Check.Room(z.Length, x.Length);
            fixed (NoiseData* noise = data)
            fixed (long* xs = &MemoryMarshal.GetReference(x), ys = &MemoryMarshal.GetReference(y),
                   zs = &MemoryMarshal.GetReference(z))
            fixed (float* at = &MemoryMarshal.GetReference(values))
                Check.Ok(Native.loam_noise_points(noise, at, dims, xs, ys, zs, (UIntPtr)x.Length));
        }
    }
}
