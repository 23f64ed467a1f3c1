// SPDX-License-Identifier: MIT
using System;

namespace Loam
{
    /// <summary>Where things stand on a plane without an end.</summary>
    public static unsafe class Scatter
    {
        /// @doc loam_forest_scatter_def
        public static ScatterDef Forest()
        {
            return Native.loam_forest_scatter_def();
        }

        /// <summary>The points of an area of w x h world units, whose X and Y are 1/256 of a unit: see
        /// loam_scatter_points.</summary>
        public static ScatterPoint[] Points(ScatterDef def, ulong seed, long x, long y, long w, long h, Jobs jobs = null)
        {
            Check.Ok(Native.loam_scatter_check(&def));
            ulong room = w > 0 && h > 0 ? (ulong)Native.loam_scatter_capacity(&def, w, h) : 0;
            if (room > int.MaxValue) throw new ArgumentException("there may be too many points in " + w + " x " + h);
            var points = new ScatterPoint[Math.Max(room, 1)];
            Env env = Jobs.Environment(jobs);
            var area = new ScatterArea { X = x, Y = y, W = w, H = h };
            UIntPtr count;
            fixed (ScatterPoint* at = points)
                Check.Ok(Native.loam_scatter_points(&env, &def, seed, area, at, (UIntPtr)room, &count));
            Array.Resize(ref points, (int)count);
            return points;
        }
    }
}
