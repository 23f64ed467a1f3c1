// SPDX-License-Identifier: MIT
// What all classes share: errors, lifetimes, text and buffers.
using System;
using System.Runtime.InteropServices;
using System.Text;

namespace Loam
{
    /// <summary>A call failed. The message names what was wrong and what is accepted.</summary>
    public class LoamException : Exception
    {
        /// <summary>Of which kind the failure is.</summary>
        public Result Result { get; }

        public LoamException(Result result, string message) : base(message)
        {
            Result = result;
        }
    }

    /// <summary>A bool of one byte, as structs of C have it.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Bool8
    {
        byte value;

        public static implicit operator bool(Bool8 from)
        {
            return from.value != 0;
        }

        public static implicit operator Bool8(bool from)
        {
            return new Bool8 { value = from ? (byte)1 : (byte)0 };
        }

        public override string ToString()
        {
            return value != 0 ? "true" : "false";
        }
    }

    /// <summary>Text as C has it: UTF-8 with a zero at its end.</summary>
    public static unsafe class Utf8
    {
        /// <summary>Bytes for a `const char *`. ArgumentNullException without a text.</summary>
        public static byte[] Bytes(string text)
        {
            if (text == null) throw new ArgumentNullException(nameof(text));
            return Encoding.UTF8.GetBytes(text + "\0");
        }

        /// <summary>Text that C has given; null stays null.</summary>
        public static string Text(byte* text)
        {
            if (text == null) return null;
            int length = 0;
            while (text[length] != 0) length++;
            return Encoding.UTF8.GetString(text, length);
        }

        /// <summary>Text in an array of a struct.</summary>
        public static string Read(byte* from, int room)
        {
            int length = 0;
            while (length < room && from[length] != 0) length++;
            return Encoding.UTF8.GetString(from, length);
        }

        /// <summary>Puts text into an array of a struct. ArgumentException if there is no room for it.</summary>
        public static void Write(string text, byte* to, int room)
        {
            byte[] bytes = Encoding.UTF8.GetBytes(text ?? "");
            if (bytes.Length >= room)
                throw new ArgumentException("'" + text + "' has " + bytes.Length + " bytes; must be at most " + (room - 1));
            for (int i = 0; i < room; i++) to[i] = i < bytes.Length ? bytes[i] : (byte)0;
        }
    }

    /// <summary>Results of calls, and sizes of buffers.</summary>
    public static unsafe class Check
    {
        /// <summary>Throws what a loam_result says, with the message of loam_last_error().</summary>
        public static void Ok(Result result)
        {
            if (result != Result.Ok) throw new LoamException(result, Utf8.Text(Native.loam_last_error()));
        }

        /// <summary>The same, when what C has worked on is still there: the collector takes whatever is not named any
        /// more, in the middle of a call of its own too.</summary>
        internal static void Ok(Result result, object used, object alsoUsed = null)
        {
            Ok(result);
            GC.KeepAlive(used);
            GC.KeepAlive(alsoUsed);
        }

        /// <summary>A value that C has given, when what it was asked of is still there.</summary>
        internal static T Kept<T>(T value, object used)
        {
            GC.KeepAlive(used);
            return value;
        }

        /// <summary>ArgumentException unless the buffer has as many elements as the sides say. Sides below 1 are for C to
        /// complain about.</summary>
        public static void Room(int length, params long[] sides)
        {
            foreach (long side in sides)
            {
                if (side < 1) return;
            }
            long count = Count(sides);
            if (length != count)
                throw new ArgumentException("the buffer has " + length + " elements; must be " + string.Join(" x ", sides));
        }

        /// <summary>How many elements there are; ArgumentException for more than an array can have.</summary>
        public static long Count(params long[] sides)
        {
            long count = 1;
            foreach (long side in sides)
            {
                long one = Math.Max(side, 0);
                if (one != 0 && count > int.MaxValue / one)
                    throw new ArgumentException("an array of " + string.Join(" x ", sides) + " elements is too large");
                count *= one;
            }
            return count;
        }

        /// <summary>ArgumentException unless a value is 0 .. count - 1.</summary>
        internal static void Range(string name, int value, int count)
        {
            if (value < 0 || value >= count)
                throw new ArgumentException(name + " is " + value + "; must be 0 to " + (count - 1));
        }

        /// <summary>A new array of so many elements, at least one.</summary>
        internal static T[] Array<T>(params long[] sides)
        {
            return new T[Math.Max(Count(sides), 1)];
        }
    }

    /// <summary>Tells Unity's IL2CPP, which goes by its name, that C calls a method.</summary>
    [AttributeUsage(AttributeTargets.Method)]
    sealed class MonoPInvokeCallbackAttribute : Attribute
    {
        public MonoPInvokeCallbackAttribute(Type type)
        {
        }
    }

    /// <summary>Something of C's that has to be freed. What others are made from is freed after them, in whichever
    /// order they are disposed of: a Land that LandThings stand on stays until these are gone.</summary>
    public abstract unsafe class Living : IDisposable
    {
        sealed class Handle
        {
            public IntPtr Pointer;
            public Action<IntPtr> Destroy;
            public Handle[] Owners;
            int uses = 1;

            public void Take()
            {
                lock (this) uses++;
            }

            public void Leave()
            {
                lock (this)
                {
                    if (--uses > 0) return;
                }
                Destroy(Pointer);
                foreach (Handle owner in Owners) owner.Leave();
            }
        }

        Handle handle;

        internal Living()
        {
        }

        /// <summary>Begins the lifetime of a pointer. Owners have to outlive it; null is no owner.</summary>
        internal void Begin(void* pointer, Action<IntPtr> destroy, params Living[] owners)
        {
            var all = new System.Collections.Generic.List<Handle>();
            foreach (Living owner in owners)
            {
                if (owner == null) continue;
                owner.handle.Take();
                all.Add(owner.handle);
            }
            handle = new Handle { Pointer = (IntPtr)pointer, Destroy = destroy, Owners = all.ToArray() };
        }

        /// <summary>The pointer, for functions of Native.</summary>
        internal void* Raw
        {
            get
            {
                if (handle == null) throw new ObjectDisposedException(GetType().Name);
                return (void*)handle.Pointer;
            }
        }

        /// <summary>Frees it. Afterwards nothing but Dispose() may be called.</summary>
        public void Dispose()
        {
            Handle gone = System.Threading.Interlocked.Exchange(ref handle, null);
            if (gone != null) gone.Leave();
            GC.SuppressFinalize(this);
        }

        ~Living()
        {
            Handle gone = handle;
            handle = null;
            if (gone != null) gone.Leave();
        }
    }

    /// <summary>A pool of threads for whatever grows.</summary>
    public sealed unsafe class Jobs : Living
    {
        public JobsHandle* Pointer { get { return (JobsHandle*)Raw; } }

        /// <summary>As many threads as the processor runs at once, less the calling one.</summary>
        public Jobs() : this(Native.loam_default_jobs_def().Threads)
        {
        }

        public Jobs(int threads)
        {
            JobsDef def = JobsDef.Default();
            def.Threads = threads;
            JobsHandle* made;
            Check.Ok(Native.loam_jobs_create(&def, &made));
            Begin(made, pointer => Native.loam_jobs_destroy((JobsHandle*)pointer));
        }

        /// <summary>How many jobs can run at the same time, the calling thread included.</summary>
        public int Width { get { return Check.Kept(Native.loam_jobs_width(Pointer), this); } }

        /// <summary>An environment with the C library's memory and the threads of a pool; null for none.</summary>
        public static Env Environment(Jobs jobs)
        {
            Env env = Env.Default();
            Complete(ref env, jobs);
            return env;
        }

        /// <summary>Puts threads into an environment, and somebody who reports bugs.</summary>
        internal static void Complete(ref Env env, Jobs jobs)
        {
            if (jobs != null) env.Jobs = jobs.Pointer;
            if (env.Assertion.Failed == IntPtr.Zero)
                env.Assertion.Failed = Marshal.GetFunctionPointerForDelegate(reportBug);
        }

        static readonly AssertHookFailed reportBug = ReportBug;

        // C ends the process after this: its arrays may not be what they should be.
        [MonoPInvokeCallback(typeof(AssertHookFailed))]
        static void ReportBug(void* user, byte* condition, byte* file, int line)
        {
            Console.Error.WriteLine("loam: a caller's bug: " + Utf8.Text(condition) + " is false (" + Utf8.Text(file) +
                                    ":" + line + ")");
        }
    }

    /// <summary>The library itself.</summary>
    public static unsafe class Library
    {
        /// <summary>How much of an arena loam_arena_take(size) uses up at most: LOAM_ARENA_SIZE.</summary>
        public static ulong ArenaSize(ulong size)
        {
            return (size + 63) / 64 * 64;
        }

        /// @doc loam_version
        public static string Version { get { return Utf8.Text(Native.loam_version()); } }
    }
}
