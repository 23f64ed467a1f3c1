# SPDX-License-Identifier: MIT
"""Writes C programs that prove what was read from the headers.

declared.c names every type again as it was understood, and does not compile if one of them is another. layout.c
prints sizes, offsets and values, for comparison with what the other languages make of them.
"""
from headers import Array, Function, Named, Pointer


def declare(kind, name):
    """A declaration as C writes it, of a name that has a type."""
    if isinstance(kind, Named):
        return f"{'const ' if kind.const else ''}{kind.name} {name}".rstrip()
    if isinstance(kind, Pointer):
        inner = f"*{'const ' if kind.const else ''}{name}"
        if isinstance(kind.to, (Array, Function)):
            inner = f"({inner})"
        return declare(kind.to, inner)
    if isinstance(kind, Array):
        return declare(kind.of, f"{name}[{kind.count}]")
    parameters = [declare(p.type, "") for p in kind.parameters] + (["..."] if kind.variadic else [])
    return declare(kind.result, f"{name}({', '.join(parameters) or 'void'})")


def tagged(api, kind):
    """The same, where a struct that has no typedef is called by its tag."""
    text = declare(kind, "") if not isinstance(kind, str) else kind
    return text.replace("loam_noise_kernels", "struct loam_noise_kernels")


def declared(api):
    lines = ["// What the generator of bindings read; it does not compile if that is not what the headers say.",
             '#include "loam/gpu.h"', '#include "loam/loam.h"', "",
             "#define SAME(place, type) _Static_assert(_Generic((place), type : 1, default : 0), #place)", ""]
    for struct in api.structs.values():
        for one in struct.fields or []:
            lines.append(f"SAME(&(({struct.name} *)0)->{one.name}, {tagged(api, Pointer(one.type))});")
    for function in api.functions.values():
        lines.append(f"SAME(&{function.name}, {tagged(api, Pointer(function.type))});")
    for kind in api.function_types.values():
        lines.append(f"SAME(({kind.name} *)0, {tagged(api, Pointer(kind.type))});")
    return "\n".join(lines) + "\nint main(void) { return 0; }\n"


def layout(api):
    """Prints "size NAME N", "offset NAME.FIELD N", "value NAME N", in the order of the headers."""
    lines = ['#include "loam/gpu.h"', '#include "loam/loam.h"', "#include <inttypes.h>", "#include <stdio.h>", "",
             "#define SIZE(type) printf(\"size \" #type \" %zu\\n\", sizeof(type))",
             "#define OFFSET(type, field) printf(\"offset \" #type \".\" #field \" %zu\\n\", offsetof(type, field))",
             "#define VALUE(name) printf(\"value \" #name \" %\" PRId64 \"\\n\", (int64_t)(name))",
             "#define NUMBER(name) printf(\"value \" #name \" %.9g\\n\", (double)(name))",
             "#define TEXT(name) printf(\"value \" #name \" %s\\n\", name)", "",
             "int main(void)", "{"]
    for struct in api.structs.values():
        if struct.fields is None:
            continue
        lines.append(f"    SIZE({struct.name});")
        lines += [f"    OFFSET({struct.name}, {one.name});" for one in struct.fields]
    for enum in api.enums.values():
        lines.append(f"    SIZE({enum.name});")
        lines += [f"    VALUE({one.name});" for one in enum.values]
    for constant in api.constants.values():
        how = {"text": "TEXT", "float": "NUMBER", "double": "NUMBER"}.get(constant.type, "VALUE")
        lines.append(f"    {how}({constant.name});")
    return "\n".join(lines + ["    return 0;", "}"]) + "\n"
