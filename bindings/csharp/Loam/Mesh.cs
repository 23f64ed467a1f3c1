// SPDX-License-Identifier: MIT
using System;
using System.Runtime.InteropServices;

namespace Loam
{
    /// @doc loam_mesh
    public sealed unsafe class Mesh : Living
    {
        public MeshData* Pointer { get { return (MeshData*)Raw; } }

        /// @doc loam_mesh_create
        public Mesh()
        {
            Env env = Jobs.Environment(null);
            MeshData* made;
            Check.Ok(Native.loam_mesh_create(&env, &made));
            Begin(made, pointer => Native.loam_mesh_destroy((MeshData*)pointer));
        }

        public int VertexCount { get { return (int)Pointer->VertexCount; } }
        public int IndexCount { get { return (int)Pointer->IndexCount; } }

        /// <summary>The vertices in the mesh's own memory: valid until something is added.</summary>
        public ReadOnlySpan<Vertex> Vertices
        {
            get { return new ReadOnlySpan<Vertex>(Pointer->Vertices, VertexCount); }
        }

        /// <summary>Three numbers of vertices a triangle, in the mesh's own memory. Axes are x east, y up, z north, as
        /// in Unity; a right-handed engine, as Godot, negates z and swaps two corners.</summary>
        public ReadOnlySpan<uint> Indices { get { return new ReadOnlySpan<uint>(Pointer->Indices, IndexCount); } }

        /// <summary>Adds heights in a grid, w to the east, h to the north, step metres apart.</summary>
        public void AddGrid(ReadOnlySpan<float> heights, int w, int h, float step = 1)
        {
            Check.Room(heights.Length, w, h);
            fixed (float* at = &MemoryMarshal.GetReference(heights))
            {
                var grid = new HeightGrid { W = w, H = h, Step = step, Height = at, Stride = w };
                Check.Ok(Native.loam_mesh_add_grid(Pointer, &grid, null), this);
            }
        }

        /// @doc loam_mesh_add_plant
        public void AddPlant(GrownPlant plant, PlantForm form)
        {
            Plant data = plant.Data;
            Check.Ok(Native.loam_mesh_add_plant(Pointer, &data, &form), this, plant);
        }

        public void AddPlant(GrownPlant plant)
        {
            AddPlant(plant, PlantForm.Default());
        }

        /// @doc loam_mesh_add_cave_heights
        public void AddCave(Cave cave, CaveForm form)
        {
            Check.Ok(Native.loam_mesh_add_cave_heights(Pointer, cave.Pointer, &form), this, cave);
        }

        /// @doc loam_mesh_add_cave_blocks
        public void AddCaveBlocks(Cave cave, CaveForm form)
        {
            Check.Ok(Native.loam_mesh_add_cave_blocks(Pointer, cave.Pointer, &form, null), this, cave);
        }

        /// @doc loam_mesh_add_thing
        public void AddThing(ThingKind kind, int variant = 0, int level = 0)
        {
            Check.Ok(Native.loam_mesh_add_thing(Pointer, kind, variant, level), this);
        }

        /// @doc loam_mesh_bounds
        public void Bounds(Span<float> low, Span<float> high)
        {
            Check.Room(low.Length, 3);
            Check.Room(high.Length, 3);
            fixed (float* least = &MemoryMarshal.GetReference(low), most = &MemoryMarshal.GetReference(high))
                Native.loam_mesh_bounds(Pointer, least, most);
            GC.KeepAlive(this);
        }

        /// @doc loam_mesh_clear
        public void Clear()
        {
            Native.loam_mesh_clear(Pointer);
            GC.KeepAlive(this);
        }

        /// @doc loam_mesh_simplify
        public void Simplify(float share, float maxError)
        {
            Check.Ok(Native.loam_mesh_simplify(Pointer, share, maxError), this);
        }

        /// @doc loam_mesh_hash
        public ulong Hash()
        {
            return Check.Kept(Native.loam_mesh_hash(Pointer), this);
        }

        /// @doc loam_mesh_write
        public void Write(string path)
        {
            MeshFileDef def = MeshFileDef.Default();
            fixed (byte* bytes = Utf8.Bytes(path))
            {
                def.Path = bytes;
                Check.Ok(Native.loam_mesh_write(&def, Pointer), this);
            }
        }
    }
}
