// SPDX-License-Identifier: MIT
// Tests of the bindings for C#: Program.exe PART ..., as tests/bindings/check calls it.
using System;

namespace Loam
{
    static class Program
    {
        static int Main(string[] arguments)
        {
            switch (arguments[0])
            {
            case "layout": return Layout.Compare(arguments[1]) == 0 ? 0 : 1;
            case "worlds": Worlds.Print(); return 0;
            case "behaviour": return Behaviour.Run(arguments[1]);
            default: return 2;
            }
        }
    }
}
