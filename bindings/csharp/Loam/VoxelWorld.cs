// SPDX-License-Identifier: MIT
using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;

namespace Loam
{
    /// <summary>A world of voxels that is dug and built in: chunks of a volume around a viewer, edits of them, and
    /// meshes. One thread at a time. Events are raised when Update has done its work.</summary>
    public sealed unsafe class VoxelWorld : Living
    {
        // What C calls back with. It is kept by a handle, and knows nothing of the world, which may be forgotten.
        sealed class Happened
        {
            public readonly List<KeyValuePair<Action<VoxelWorld, VoxelChunkPos>, VoxelChunkPos>> Chunks =
                new List<KeyValuePair<Action<VoxelWorld, VoxelChunkPos>, VoxelChunkPos>>();
            public readonly List<VoxelReport> Reports = new List<VoxelReport>();
            public readonly List<string> Failures = new List<string>();

            public static Happened Of(void* user)
            {
                return (Happened)GCHandle.FromIntPtr((IntPtr)user).Target;
            }

            public void Add(Action<VoxelWorld, VoxelChunkPos> raise, VoxelChunkPos chunk)
            {
                Chunks.Add(new KeyValuePair<Action<VoxelWorld, VoxelChunkPos>, VoxelChunkPos>(raise, chunk));
            }
        }

        readonly Happened happened = new Happened();

        public VoxelWorldHandle* Pointer { get { return (VoxelWorldHandle*)Raw; } }

        /// <summary>A chunk is shown from now on: mesh it.</summary>
        public event Action<VoxelChunkPos> Ready;

        /// <summary>Voxels of a chunk that is shown, or beside it, have changed: mesh it anew.</summary>
        public event Action<VoxelChunkPos> Changed;

        /// <summary>A chunk is shown no more.</summary>
        public event Action<VoxelChunkPos> Leave;

        /// <summary>What an edit has done.</summary>
        public event Action<VoxelReport> Edited;

        /// <summary>A chunk could not grow, be read or be saved. The world goes on.</summary>
        public event Action<string> Failed;

        public VoxelWorld(Volume volume, Jobs jobs = null) : this(volume, VoxelWorldDef.Default(), jobs)
        {
        }

        /// @doc loam_voxel_world_create
        public VoxelWorld(Volume volume, VoxelWorldDef def, Jobs jobs = null, Store store = null)
        {
            Jobs.Complete(ref def.Env, jobs);
            def.Volume = volume.Pointer;
            if (store != null) def.Store = Native.loam_store_voxels(store.Pointer);
            GCHandle handle = GCHandle.Alloc(happened);
            def.User = (void*)GCHandle.ToIntPtr(handle);
            def.Ready = Marshal.GetFunctionPointerForDelegate(onReady);
            def.Changed = Marshal.GetFunctionPointerForDelegate(onChanged);
            def.Leave = Marshal.GetFunctionPointerForDelegate(onLeave);
            def.Edited = Marshal.GetFunctionPointerForDelegate(onEdited);
            def.Failed = Marshal.GetFunctionPointerForDelegate(onFailed);
            VoxelWorldHandle* made;
            Result result = Native.loam_voxel_world_create(&def, &made);
            if (result != Result.Ok) handle.Free();
            Check.Ok(result);
            Begin(made, pointer =>
            {
                Native.loam_voxel_world_destroy((VoxelWorldHandle*)pointer); // chunks leave
                handle.Free();
            }, volume, store, jobs);
        }

        /// <summary>Applies edits, and makes chunks around a place grow, appear and leave, for about so many
        /// microseconds. Whether all is there as it should be.</summary>
        public bool Update(VoxelPos at, ulong budgetUs = 4000)
        {
            var viewer = new VoxelViewer { At = at };
            Bool8 complete = false;
            Result result = Native.loam_voxel_world_update(Pointer, &viewer, 1, budgetUs, &complete);
            Raise();
            Check.Ok(result, this);
            return complete;
        }

        // Lists are emptied first: who is told may do what he likes.
        void Raise()
        {
            KeyValuePair<Action<VoxelWorld, VoxelChunkPos>, VoxelChunkPos>[] chunks = happened.Chunks.ToArray();
            VoxelReport[] reports = happened.Reports.ToArray();
            string[] failures = happened.Failures.ToArray();
            happened.Chunks.Clear();
            happened.Reports.Clear();
            happened.Failures.Clear();
            foreach (var one in chunks) one.Key(this, one.Value);
            foreach (VoxelReport report in reports) Edited?.Invoke(report);
            foreach (string message in failures) Failed?.Invoke(message);
        }

        static readonly Action<VoxelWorld, VoxelChunkPos> raiseReady = (world, chunk) => world.Ready?.Invoke(chunk);
        static readonly Action<VoxelWorld, VoxelChunkPos> raiseChanged = (world, chunk) => world.Changed?.Invoke(chunk);
        static readonly Action<VoxelWorld, VoxelChunkPos> raiseLeave = (world, chunk) => world.Leave?.Invoke(chunk);
        static readonly VoxelWorldDefReady onReady = OnReady;
        static readonly VoxelWorldDefChanged onChanged = OnChanged;
        static readonly VoxelWorldDefLeave onLeave = OnLeave;
        static readonly VoxelWorldDefEdited onEdited = OnEdited;
        static readonly VoxelWorldDefFailed onFailed = OnFailed;

        [MonoPInvokeCallback(typeof(VoxelWorldDefReady))]
        static void OnReady(void* user, VoxelChunkPos chunk)
        {
            Happened.Of(user).Add(raiseReady, chunk);
        }

        [MonoPInvokeCallback(typeof(VoxelWorldDefChanged))]
        static void OnChanged(void* user, VoxelChunkPos chunk)
        {
            Happened.Of(user).Add(raiseChanged, chunk);
        }

        [MonoPInvokeCallback(typeof(VoxelWorldDefLeave))]
        static void OnLeave(void* user, VoxelChunkPos chunk)
        {
            Happened.Of(user).Add(raiseLeave, chunk);
        }

        [MonoPInvokeCallback(typeof(VoxelWorldDefEdited))]
        static void OnEdited(void* user, VoxelReport* report)
        {
            Happened.Of(user).Reports.Add(*report);
        }

        [MonoPInvokeCallback(typeof(VoxelWorldDefFailed))]
        static void OnFailed(void* user, Result result, byte* message)
        {
            Happened.Of(user).Failures.Add(Utf8.Text(message));
        }

        /// @doc loam_voxel_world_edit
        public ulong Edit(VoxelEdit edit)
        {
            ulong number;
            Check.Ok(Native.loam_voxel_world_edit(Pointer, &edit, &number), this);
            return number;
        }

        /// <summary>Queues taking what is solid around a place away, as with a shovel: see LOAM_VOXEL_EDIT_DIG.</summary>
        public ulong Dig(VoxelPos at, float radiusM, float amount)
        {
            return Edit(new VoxelEdit { Kind = VoxelEditKind.Dig, From = at, RadiusM = radiusM, Amount = amount });
        }

        /// <summary>Queues setting one voxel.</summary>
        public ulong Set(VoxelPos at, VoxelMaterial material)
        {
            return Edit(new VoxelEdit { Kind = VoxelEditKind.Voxel, From = at, Material = (byte)material });
        }

        /// @doc loam_voxel_world_undo
        public void Undo()
        {
            Check.Ok(Native.loam_voxel_world_undo(Pointer), this);
        }

        /// <summary>Queues doing the last edit that was taken back again.</summary>
        public void Redo()
        {
            Check.Ok(Native.loam_voxel_world_redo(Pointer), this);
        }

        /// <summary>One voxel of level 0; false where nothing is there yet.</summary>
        public bool At(VoxelPos at, out VoxelMaterial material, out sbyte density)
        {
            byte found;
            sbyte depth;
            Result result = Native.loam_voxel_world_at(Pointer, at, &found, &depth);
            if (result != Result.NotFound) Check.Ok(result);
            material = result == Result.Ok ? (VoxelMaterial)found : VoxelMaterial.Air;
            density = result == Result.Ok ? depth : (sbyte)0;
            return Check.Kept(result == Result.Ok, this);
        }

        /// @doc loam_voxel_world_mesh
        public void AddTo(Mesh mesh, VoxelChunkPos chunk, VolumeForm form = VolumeForm.Smooth, uint skirts = 0)
        {
            Check.Range("form", (int)form, (int)VolumeForm.Count);
            Check.Ok(Native.loam_voxel_world_mesh(Pointer, chunk, form, skirts, mesh.Pointer), this, mesh);
        }

        /// @doc loam_voxel_world_save
        public void Save()
        {
            Check.Ok(Native.loam_voxel_world_save(Pointer), this);
        }

        public VoxelWorldCounters Counters { get { return Check.Kept(Native.loam_voxel_world_count(Pointer), this); } }
    }
}
