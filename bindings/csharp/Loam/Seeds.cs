// SPDX-License-Identifier: MIT
using System;
using System.Runtime.InteropServices;

namespace Loam
{
    /// <summary>Seeds, hashes and numbers drawn without a generator: each is a function of seed and index.</summary>
    public static unsafe class Seeds
    {
        /// @doc loam_seed_from_text
        public static ulong FromText(string text)
        {
            fixed (byte* bytes = Utf8.Bytes(text)) return Native.loam_seed_from_text(bytes);
        }

        /// @doc loam_seed_derive
        public static ulong Derive(ulong parent, string name)
        {
            fixed (byte* bytes = Utf8.Bytes(name)) return Native.loam_seed_derive(parent, bytes);
        }

        /// @doc loam_seed_at
        public static ulong At(ulong parent, long x, long y, long z = 0)
        {
            return Native.loam_seed_at(parent, x, y, z);
        }

        /// <summary>A hash of bytes (XXH3, 64 bits), the same on every machine.</summary>
        public static ulong Hash(ReadOnlySpan<byte> bytes, ulong seed = 0)
        {
            fixed (byte* at = &MemoryMarshal.GetReference(bytes))
                return Native.loam_hash_bytes(at, (UIntPtr)bytes.Length, seed);
        }

        /// <summary>A hash of floats in their little-endian form, the same on every machine.</summary>
        public static ulong Hash(ReadOnlySpan<float> values, ulong seed = 0)
        {
            fixed (float* at = &MemoryMarshal.GetReference(values))
                return Native.loam_hash_f32(at, (UIntPtr)values.Length, seed);
        }

        /// @doc loam_tiles_hash
        public static ulong Hash(ReadOnlySpan<Tile> tiles, ulong seed = 0)
        {
            fixed (Tile* at = &MemoryMarshal.GetReference(tiles))
                return Native.loam_tiles_hash(at, (UIntPtr)tiles.Length, seed);
        }

        /// <summary>A number of 64 bits.</summary>
        public static ulong Random(ulong seed, ulong index)
        {
            return Native.loam_random_u64(seed, index);
        }

        /// @doc loam_random_below
        public static uint RandomBelow(ulong seed, ulong index, uint limit)
        {
            return Native.loam_random_below(seed, index, limit);
        }

        /// @doc loam_random_range
        public static long RandomRange(ulong seed, ulong index, long first, long last)
        {
            return Native.loam_random_range(seed, index, first, last);
        }

        /// @doc loam_random_float
        public static float RandomFloat(ulong seed, ulong index)
        {
            return Native.loam_random_float(seed, index);
        }

        /// @doc loam_random_normal
        public static float RandomNormal(ulong seed, ulong index)
        {
            return Native.loam_random_normal(seed, index);
        }

        /// @doc loam_random_pick
        public static int RandomPick(ulong seed, ulong index, ReadOnlySpan<float> weights)
        {
            fixed (float* at = &MemoryMarshal.GetReference(weights))
                return (int)Native.loam_random_pick(seed, index, at, (UIntPtr)weights.Length);
        }

        /// <summary>Rounds down: the page, chunk or cell that a place is in, also left of 0. by &gt; 0.</summary>
        public static long FloorDiv(long value, long by)
        {
            return value / by - (value % by < 0 ? 1 : 0);
        }
    }
}
