# SPDX-License-Identifier: MIT
"""Writes Native.cs: the headers for P/Invoke, in the C# 7 that Unity, Godot and mono have in common."""
from xml.sax.saxutils import escape
from headers import Array, Named, Pointer
from names import callback, callbacks, defaults, element, enum_members, pascal

HEAD = '''// SPDX-License-Identifier: MIT
// Made from include/loam/*.h by bindings/generate; change those.
using System;
using System.Runtime.InteropServices;

namespace Loam
{
'''

SIMPLE = {"void": "void", "bool": "Bool8", "char": "byte", "int": "int", "float": "float", "double": "double",
          "size_t": "UIntPtr", "int8_t": "sbyte", "uint8_t": "byte", "int16_t": "short", "uint16_t": "ushort",
          "int32_t": "int", "uint32_t": "uint", "int64_t": "long", "uint64_t": "ulong"}
# Arrays of numbers longer than this are fixed buffers, which only unsafe code reads.
LONGEST_ARRAY = 64
LIBRARIES = {"loam": "Core", "loam-io": "Io", "loam-gpu": "Gpu"}
CONSTANTS = {"int": "int", "uint": "uint", "int64": "long", "size": "ulong", "float": "float", "double": "double",
             "text": "string"}
# Structs whose names belong to the classes that people use, and words that every program has from System.
NAMES = {"loam_noise": "NoiseData", "loam_mesh": "MeshData", "loam_picture": "PictureData", "loam_cave": "CaveData",
         "loam_tile_defs": "TileDefsData", "loam_action": "GameAction", "loam_range": "ValueRange"}
KEYWORDS = {"from", "in", "out", "ref", "params", "object", "string", "base", "lock", "event", "fixed", "is", "as",
            "checked", "operator", "class", "this", "new", "default", "short", "long", "float", "double", "bool",
            "byte", "char", "int", "decimal", "namespace", "internal", "public", "private", "static", "void", "null"}


def word(name):
    return "@" + name if name in KEYWORDS else name


def summary(text, indent):
    """A comment of the headers as XML."""
    if not text:
        return []
    lines = [escape(line) for line in text.split("\n")]
    pad = " " * indent
    if len(lines) == 1:
        return [f"{pad}/// <summary>{lines[0]}</summary>"]
    return [f"{pad}/// <summary>"] + [f"{pad}/// {line}".rstrip() for line in lines] + [f"{pad}/// </summary>"]


class Writer:
    def __init__(self, api):
        self.api = api
        self.defaults = defaults(api)
        self.arrays = {}  # name: (element, count)

    def name(self, name):
        if name in NAMES:
            return NAMES[name]
        opaque = name in self.api.structs and self.api.structs[name].fields is None
        return pascal(name) + ("Handle" if opaque else "")

    def type(self, kind):
        if isinstance(kind, Named):
            return SIMPLE.get(kind.name) or self.name(kind.name)
        if callback(kind) or isinstance(kind.to, Named) and kind.to.name in self.api.function_types:
            return "IntPtr"
        return self.type(kind.to) + "*"

    def passed(self, kind, place):
        """The type of a parameter, with how it is passed."""
        if kind == Named("bool"):
            return "[MarshalAs(UnmanagedType.U1)] bool"
        if callback(kind):
            return pascal(place)
        if isinstance(kind, Pointer) and isinstance(kind.to, Named) and kind.to.name in self.api.function_types:
            return pascal(kind.to.name)
        return self.type(kind)

    def parameters(self, kind, place):
        return ", ".join(f"{self.passed(p.type, f'{place}_{p.name}')} {word(p.name)}" for p in kind.parameters)

    def returned(self, kind):
        if kind == Named("bool"):
            return "[return: MarshalAs(UnmanagedType.U1)]", "bool"
        return "", self.type(kind)

    def enum(self, enum):
        lines = summary(enum.doc, 4) + (["    [Flags]"] if enum.flags else [])
        lines += [f"    public enum {self.name(enum.name)}", "    {"]
        for short, value in enum_members(enum):
            lines += summary(value.doc, 8) + [f"        {pascal(short)} = {value.value},"]
        return lines + ["    }", ""]

    def constants(self):
        lines = ["    /// <summary>Numbers of the headers: LOAM_MAX_OCTAVES is Constants.MaxOctaves.</summary>",
                 "    public static class Constants", "    {"]
        for one in self.api.constants.values():
            value = {"text": f'"{one.value}"', "float": f"{one.value!r}f", "uint": f"{one.value}u",
                     "int64": f"{one.value}L", "size": f"{one.value}UL"}.get(one.type, repr(one.value))
            lines += summary(one.doc, 8)
            lines.append(f"        public const {CONSTANTS[one.type]} {pascal(one.name)} = {value};")
        return lines + ["    }", ""]

    def field(self, struct, one):
        name = self.field_name(struct, one)
        kind, count = element(one.type)
        lines = summary(one.doc, 8)
        if not isinstance(one.type, Array):
            return lines + [f"        public {self.type(kind)} {name};"]
        if kind == Named("char") or isinstance(kind, Named) and kind.name in SIMPLE and count > LONGEST_ARRAY:
            base = SIMPLE[kind.name]
            lines.append(f"        public fixed {base} {name}[{count}];")
            if kind.name == "char" and isinstance(one.type.of, Named):
                lines += [f"        /// <summary>{name} as text.</summary>",
                          f"        public string {name}Text",
                          "        {",
                          f"            get {{ fixed (byte* at = {name}) return Utf8.Read(at, {count}); }}",
                          f"            set {{ fixed (byte* at = {name}) Utf8.Write(value, at, {count}); }}",
                          "        }"]
            return lines
        base = self.type(kind).replace("*", "Pointer")
        array = f"{base[0].upper()}{base[1:]}Array{count}"
        self.arrays[array] = (self.type(kind), count)
        return lines + [f"        public {array} {name};"]

    def field_name(self, struct, one):
        name = pascal(one.name)
        return name + "Value" if name == self.name(struct.name) else name

    def struct(self, struct):
        lines = summary(struct.doc, 4) + ["    [StructLayout(LayoutKind.Sequential)]"]
        lines += [f"    public unsafe struct {self.name(struct.name)}", "    {"]
        for one in struct.fields or []:
            lines += self.field(struct, one)
        return lines + self.default(struct.name) + ["    }", ""]

    def default(self, name):
        """A static method that gives a struct with what is usual."""
        if name not in self.defaults:
            return []
        function = self.defaults[name]
        names = ", ".join(word(p.name) for p in function.type.parameters)
        return summary(function.doc, 8) + [
            f"        public static {self.name(name)} Default({self.parameters(function.type, function.name)})",
            "        {", f"            return Native.{function.name}({names});", "        }"]

    def array(self, name, kind, count):
        pointer = kind.endswith("*")
        lines = [f"    /// <summary>{count} of {kind}, one after the other.</summary>",
                 "    [StructLayout(LayoutKind.Sequential)]", f"    public unsafe struct {name}", "    {",
                 f"        public const int Length = {count};"]
        for first in range(0, count, 16):
            members = ", ".join(f"e{i}" for i in range(first, min(first + 16, count)))
            lines.append(f"        {kind} {members};")
        if pointer:
            lines.append(f"        public {kind} this[int index]")
            lines += ["        {", f"            get {{ fixed ({kind}* first = &e0) return first[Check(index)]; }}",
                      f"            set {{ fixed ({kind}* first = &e0) first[Check(index)] = value; }}", "        }"]
        else:
            lines += [f"        public ref {kind} this[int index]", "        {",
                      f"            get {{ fixed ({kind}* first = &e0) return ref first[Check(index)]; }}", "        }"]
        lines += ["        static int Check(int index)", "        {",
                  "            if ((uint)index >= Length) throw new IndexOutOfRangeException();",
                  "            return index;", "        }"]
        return lines + ["    }", ""]

    def delegate(self, name, kind, doc):
        attribute, result = self.returned(kind.result)
        lines = summary(doc, 4) + ["    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]"]
        lines += [f"    {attribute}"] if attribute else []
        return lines + [f"    public unsafe delegate {result} {pascal(name)}({self.parameters(kind, name)});", ""]

    def function(self, one):
        if one.type.variadic:
            return [f"        // {one.name} takes any number of arguments, which P/Invoke cannot pass everywhere.", ""]
        attribute, result = self.returned(one.type.result)
        lines = summary(one.doc, 8)
        lines.append(f"        [DllImport({LIBRARIES[self.api.libraries[one.header]]}, CallingConvention = CallingConvention.Cdecl)]")
        lines += [f"        {attribute}"] if attribute else []
        return lines + [f"        public static extern {result} {one.name}({self.parameters(one.type, one.name)});", ""]

    def source(self):
        lines = self.constants()
        for enum in self.api.enums.values():
            lines += self.enum(enum)
        for struct in self.api.structs.values():
            lines += self.struct(struct)
        for name, (kind, count) in self.arrays.items():
            lines += self.array(name, kind, count)
        for name, kind, doc in callbacks(self.api):
            lines += self.delegate(name, kind, doc)
        lines += ["    /// <summary>All functions, under their names in C. Classes like Noise and Land call them for"
                  " you.</summary>", "    public static unsafe class Native", "    {",
                  '        public const string Core = "loam";', '        public const string Io = "loam-io";',
                  '        public const string Gpu = "loam-gpu";', ""]
        for one in self.api.functions.values():
            lines += self.function(one)
        return HEAD + "\n".join(lines + ["    }", "}"]) + "\n"

    def layout(self):
        """A program for the tests: sizes, offsets and values as this language has them."""
        lines = []
        for struct in self.api.structs.values():
            if struct.fields is None:
                continue
            name = self.name(struct.name)
            lines.append(f'            Size("{struct.name}", sizeof({name}), Marshal.SizeOf(typeof({name})));')
            lines += [f'            Offset("{struct.name}.{one.name}", typeof({name}), '
                      f'"{self.field_name(struct, one)}");' for one in struct.fields]
        for enum in self.api.enums.values():
            name = self.name(enum.name)
            lines.append(f'            Size("{enum.name}", sizeof({name}), sizeof({name}));')
            lines += [f'            Value("{value.name}", (long){name}.{pascal(short)});'
                      for short, value in enum_members(enum)]
        for one in self.api.constants.values():
            kind = {"text": "Text", "float": "Number", "double": "Number"}.get(one.type, "Value")
            cast = "(long)" if kind == "Value" else ""
            lines.append(f'            {kind}("{one.name}", {cast}Constants.{pascal(one.name)});')
        return ("// Made from include/loam/*.h by bindings/generate; change those.\n"
                "using System.Runtime.InteropServices;\n\nnamespace Loam\n{\n    static unsafe partial class Layout\n"
                "    {\n        static void All()\n        {\n" + "\n".join(lines) + "\n        }\n    }\n}\n")


def sources(api):
    """Native.cs, and the program of the tests."""
    writer = Writer(api)
    return writer.source(), writer.layout()
