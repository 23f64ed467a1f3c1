// SPDX-License-Identifier: MIT
// Compares sizes, offsets and values with those that C has printed: see layout.c of bindings/generate/proof.py.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Runtime.InteropServices;

namespace Loam
{
    static unsafe partial class Layout
    {
        static readonly Dictionary<string, string> expected = new Dictionary<string, string>();
        static int compared, wrong;

        /// <summary>Returns how many things differ.</summary>
        public static int Compare(string path)
        {
            foreach (string line in File.ReadAllLines(path))
            {
                string[] words = line.Split(new[] { ' ' }, 3);
                expected.Add(words[0] + " " + words[1], words[2]);
            }
            All();
            if (compared != expected.Count) Complain("C has " + expected.Count + " lines, C# " + compared);
            Console.WriteLine(compared + " sizes, offsets and values, " + wrong + " wrong");
            return wrong;
        }

        static void Complain(string what)
        {
            Console.WriteLine(what);
            wrong++;
        }

        static void Same(string name, string value)
        {
            compared++;
            string there;
            if (!expected.TryGetValue(name, out there)) Complain(name + " is not in C");
            else if (there != value) Complain(name + " is " + value + "; in C it is " + there);
        }

        static void Size(string name, int size, int marshalled)
        {
            Same("size " + name, size.ToString());
            if (size != marshalled) Complain(name + " is marshalled with " + marshalled + " bytes");
        }

        static void Offset(string name, Type type, string field)
        {
            Same("offset " + name, Marshal.OffsetOf(type, field).ToString());
        }

        static void Value(string name, long value)
        {
            Same("value " + name, value.ToString());
        }

        static void Text(string name, string value)
        {
            Same("value " + name, value);
        }

        static void Number(string name, double value)
        {
            compared++;
            double there = double.Parse(expected["value " + name], CultureInfo.InvariantCulture);
            if ((float)there != (float)value) Complain(name + " is " + value + "; in C it is " + there);
        }
    }
}
