# SPDX-License-Identifier: MIT
"""Compares sizes, offsets and values with those that C has printed: layout.py FILE."""
import ctypes
import sys

from loam import native


def ours(kind, name):
    if kind == "size":
        return ctypes.sizeof(native.STRUCTS[name][0] if name in native.STRUCTS else ctypes.c_int)
    if kind == "offset":
        struct, field = name.split(".")
        made, fields = native.STRUCTS[struct]
        return getattr(made, made._fields_[fields.index(field)][0]).offset
    value = native.VALUES[name]
    return f"{value:.9g}" if isinstance(value, float) else value if isinstance(value, str) else int(value)


def main(path):
    compared, wrong = set(), 0
    for line in open(path, encoding="utf-8"):
        kind, name, value = line.rstrip("\n").split(" ", 2)
        compared.add((kind, name))
        if str(ours(kind, name)) != value:
            wrong += 1
            print(f"{kind} of {name} is {ours(kind, name)}; in C it is {value}")
    expected = {("size", name) for name in native.STRUCTS} | {("value", name) for name in native.VALUES} | {
        ("offset", f"{name}.{field}") for name, (_, fields) in native.STRUCTS.items() for field in fields}
    for kind, name in sorted(expected - compared):
        wrong += 1
        print(f"{kind} of {name} is not in C")
    print(f"{len(compared)} sizes, offsets and values, {wrong} wrong")
    return 1 if wrong or len(compared) < 2000 else 0


sys.exit(main(sys.argv[1]))
