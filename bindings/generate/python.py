# SPDX-License-Identifier: MIT
"""Writes native.py: the headers as ctypes."""
import keyword
from headers import Array, Function, Named, Pointer
from names import bare, callback, callbacks, defaults, enum_members, pascal

HEAD = '''# SPDX-License-Identifier: MIT
# Made from include/loam/*.h by bindings/generate; change those.
"""Everything that Loam's headers declare, as ctypes: structs, enums, constants, callbacks, and the functions under
their names in C, which are looked up in the libraries when they are used first."""
import ctypes as c
from enum import IntEnum, IntFlag

from ._library import Struct, bind

'''

TAIL = '''

def __getattr__(name):
    if name not in FUNCTIONS:
        raise AttributeError(f"module 'loam.native' has no attribute '{name}'")
    function = bind(name, *FUNCTIONS[name])
    globals()[name] = function
    return function


def __dir__():
    return sorted(list(globals()) + list(FUNCTIONS))
'''

SIMPLE = {"bool": "c.c_bool", "char": "c.c_char", "int": "c.c_int", "float": "c.c_float", "double": "c.c_double",
          "size_t": "c.c_size_t", "int8_t": "c.c_int8", "uint8_t": "c.c_uint8", "int16_t": "c.c_int16",
          "uint16_t": "c.c_uint16", "int32_t": "c.c_int32", "uint32_t": "c.c_uint32", "int64_t": "c.c_int64",
          "uint64_t": "c.c_uint64"}


def word(name):
    """A name that Python takes: from_."""
    return name + "_" if keyword.iskeyword(name) else name


def quote(text):
    return '"""' + text.replace("\\", "\\\\").replace('"""', "'''") + ('"""' if not text.endswith('"') else ' """')


class Writer:
    def __init__(self, api):
        self.api = api
        self.defaults = defaults(api)

    def default(self, name):
        """A static method that gives a struct with what is usual."""
        if name not in self.defaults:
            return []
        function = self.defaults[name]
        names = ", ".join(word(p.name) for p in function.type.parameters)
        lines = ["", "    @staticmethod", f"    def default({names}):"]
        if function.doc:
            lines.append("        " + quote(function.doc))
        return lines + [f"        return __getattr__('{function.name}')({names})"]

    def type(self, kind, place):
        """A type; place is the name in C of a pointer to a function that stands there."""
        if isinstance(kind, Array):
            return f"{self.type(kind.of, place)} * {kind.count}"
        if isinstance(kind, Named):
            if kind.name == "void":
                return "None"
            if kind.name in SIMPLE:
                return SIMPLE[kind.name]
            return "c.c_int" if kind.name in self.api.enums else pascal(kind.name)
        if callback(kind):
            return pascal(place)
        to = kind.to
        if to == Named("char", True):
            return "c.c_char_p"
        if isinstance(to, Named) and to.name == "void":
            return "c.c_void_p"
        if isinstance(to, Named) and to.name in self.api.function_types:
            return pascal(to.name)
        return f"c.POINTER({self.type(to, place)})"

    def enum(self, enum):
        base = "IntFlag" if enum.flags else "IntEnum"
        lines = ["", "", f"class {pascal(enum.name)}({base}):"]
        lines += ["    " + quote(enum.doc), ""] if enum.doc else []
        counts = []
        for short, value in enum_members(enum):
            comment = "  # " + value.doc.replace("\n", " ") if value.doc else ""
            if enum.flags and short == "COUNT":  # a number of bits, which is none
                counts.append(f"{bare(value.name)} = {value.value}{comment}")
            else:
                lines.append(f"    {word(short)} = {value.value}{comment}")
        return lines + (["", ""] + counts if counts else [])

    def struct_doc(self, struct):
        lines = [struct.doc] if struct.doc else []
        fields = [f"{word(one.name)}: {' '.join(one.doc.split())}" for one in struct.fields or [] if one.doc]
        return "\n".join(lines + ([""] if lines and fields else []) + fields)

    def callback(self, name, kind):
        result = self.type(kind.result, name)
        parameters = [self.type(p.type, f"{name}_{p.name}") for p in kind.parameters]
        return f"{pascal(name)} = c.CFUNCTYPE({', '.join([result] + parameters)})"

    def function(self, one):
        result = self.type(one.type.result, one.name)
        parameters = [self.type(p.type, f"{one.name}_{p.name}") for p in one.type.parameters]
        listed = ", ".join(parameters) + ("," if len(parameters) == 1 else "")
        return [f'    "{one.name}": ("{self.api.libraries[one.header]}", {result}, ({listed}),',
                f"        {quote(self.signature(one) + one.doc)}),"]

    def signature(self, one):
        names = [p.name for p in one.type.parameters] + (["..."] if one.type.variadic else [])
        return f"{one.name}({', '.join(names)})" + ("\n\n" if one.doc else "")

    def constants(self):
        lines = [""]
        for one in self.api.constants.values():
            comment = "  # " + one.doc.replace("\n", " ") if one.doc else ""
            lines.append(f"{bare(one.name)} = {one.value!r}{comment}")
        return lines

    def module(self):
        lines = self.constants()
        for enum in self.api.enums.values():
            lines += self.enum(enum)
        for struct in self.api.structs.values():
            lines += ["", "", f"class {pascal(struct.name)}(Struct):"]
            doc = self.struct_doc(struct)
            lines += ["    " + quote(doc)] if doc else []
            lines += self.default(struct.name)
            if not doc and struct.name not in self.defaults:
                lines.append("    pass")
        lines += ["", ""]
        waiting = callbacks(self.api)  # those behind others that they take
        lines += [self.callback(name, kind) for name, kind, _ in reversed(waiting)]
        lines += [""]
        for struct in self.api.structs.values():
            if struct.fields is None:
                continue
            rows = [f'    ("{word(one.name)}", {self.type(one.type, f"{struct.name}_{one.name}")}),'
                    for one in struct.fields]
            lines += [f"{pascal(struct.name)}._fields_ = ["] + rows + ["]"]
        lines += ["", "# Of each function: its library, result, parameters and comment.", "FUNCTIONS = {"]
        for one in self.api.functions.values():
            lines += self.function(one)
        return HEAD + "\n".join(lines + ["}", "", self.tables()]) + TAIL

    def tables(self):
        """The same by their names in C, for whoever compares the two."""
        structs = [f'    "{s.name}": ({pascal(s.name)}, ({"".join(repr(f.name) + ", " for f in s.fields)})),'
                   for s in self.api.structs.values() if s.fields is not None]
        enums = [f'    "{value.name}": {pascal(enum.name)}.{word(short)},'
                 for enum in self.api.enums.values() for short, value in enum_members(enum)
                 if not (enum.flags and short == "COUNT")]
        counts = [f'    "{value.name}": {bare(value.name)},' for enum in self.api.enums.values() if enum.flags
                  for short, value in enum_members(enum) if short == "COUNT"]
        constants = [f'    "{one.name}": {bare(one.name)},' for one in self.api.constants.values()]
        return "\n".join(["# Structs with their fields, and values, by their names in C.", "STRUCTS = {"] + structs +
                         ["}", "VALUES = {"] + enums + counts + constants + ["}"])


def module(api):
    return Writer(api).module()
