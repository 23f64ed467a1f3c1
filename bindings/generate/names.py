# SPDX-License-Identifier: MIT
"""Names in other languages, made from those in C by rules that users can guess."""
from headers import Array, Function, Named, Pointer


def bare(name):
    """Without loam_ or LOAM_."""
    return name[5:] if name.lower().startswith("loam_") else name


def pascal(name):
    """loam_noise_def, LOAM_MAX_OCTAVES: NoiseDef, MaxOctaves."""
    words = [word for word in bare(name).split("_") if word]
    return "".join(word[0].upper() + (word[1:].lower() if word.isupper() else word[1:]) for word in words)


def enum_members(enum):
    """(name without what all values have in common, value) for each; LOAM_NOISE_KIND_COUNT is COUNT."""
    words = [value.name.split("_") for value in enum.values if not value.name.endswith("_COUNT")]
    shared = 0
    while all(len(one) > shared + 1 and one[shared] == words[0][shared] for one in words):
        shared += 1
    members = []
    for value in enum.values:
        short = "_".join(value.name.split("_")[shared:])
        if value.name.endswith("_COUNT"):
            short = "COUNT"
        elif short[0].isdigit():
            short = value.name.split("_")[shared - 1] + "_" + short
        members.append((short, value))
    return members


def callback(kind):
    """The function type that a pointer points to; None if it is no pointer to a function."""
    return kind.to if isinstance(kind, Pointer) and isinstance(kind.to, Function) else None


def callbacks(api):
    """(name in C, type, comment) of every pointer to a function: of fields, of parameters, of typedefs."""
    found = []

    def add(name, kind, doc):
        if callback(kind):
            found.append((name, kind.to, doc))
            for one in kind.to.parameters:
                add(f"{name}_{one.name}", one.type, "")

    for struct in api.structs.values():
        for one in struct.fields or []:
            add(f"{struct.name}_{one.name}", one.type, one.doc)
    for function in api.functions.values():
        for one in function.type.parameters:
            add(f"{function.name}_{one.name}", one.type, "")
    for kind in api.function_types.values():
        add(kind.name, Pointer(kind.type), kind.doc)
    return found


def element(kind):
    """What an array of arrays has in the end, and how many."""
    count = 1
    while isinstance(kind, Array):
        count, kind = count * kind.count, kind.of
    return kind, count


def defaults(api):
    """loam_default_noise_def() by the name of the struct that it gives, unless it takes pointers."""
    found = {}
    for function in api.functions.values():
        result = function.type.result
        if not function.name.startswith("loam_default_") or not isinstance(result, Named):
            continue
        if any(isinstance(p.type, Pointer) for p in function.type.parameters):
            continue
        if result.name in found:
            raise KeyError(f"{function.name}: {result.name} has a default already, {found[result.name].name}")
        found[result.name] = function
    return found
