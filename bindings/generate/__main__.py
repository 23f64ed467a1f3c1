# SPDX-License-Identifier: MIT
"""python3 bindings/generate HEADERS OUT [DEPFILE]: makes the bindings for C# and Python in the folder OUT.

The parts that are written by hand are copied from beside this folder. In them `@doc loam_noise_init` stands for the
comment that the headers have for it. DEPFILE gets the names of all that the bindings are made from, for make and
ninja.
"""
import pathlib
import re
import sys
import textwrap

import csharp
import proof
import python
from headers import HeaderError, read_headers

HERE = pathlib.Path(__file__).resolve().parent


def docs_in_csharp(api, text):
    def xml(match):
        return "\n".join(csharp.summary(api.doc(match.group(2)), len(match.group(1))))
    return re.sub(r"^( *)/// @doc (\w+)$", xml, text, flags=re.MULTILINE)


def docs_in_python(api, text):
    def words(match):
        doc = api.doc(match.group(2)).replace("\\", "\\\\")
        return textwrap.indent(doc, match.group(1))[len(match.group(1)):].join([match.group(1), ""])
    return re.sub(r"^( *)@doc (\w+)$", words, re.sub(r'^( *)"""@doc (\w+)"""$', r'\1"""\n\1@doc \2\n\1"""', text,
                                                    flags=re.MULTILINE), flags=re.MULTILINE)


def write(path, text):
    """Leaves a file alone that is the same already, so that nothing is made again from it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


def hand_written(folder):
    skipped = {"__pycache__", "build", "bin", "obj"}
    return [path for path in sorted(folder.rglob("*"))
            if path.is_file() and not skipped & set(path.parts) and not path.parent.name.endswith(".egg-info")]


def copy(api, out):
    """Copies what is written by hand, with the comments of the headers in it. Returns what it has read, folders too:
    these are newer when a file has come or gone."""
    found = [HERE.parent / language for language in ("python", "csharp")]
    found += [path for folder in found for path in folder.iterdir() if path.is_dir()]
    for language, docs in (("python", docs_in_python), ("csharp", docs_in_csharp)):
        folder = HERE.parent / language
        for path in hand_written(folder):
            text = path.read_text()
            if path.suffix in (".py", ".cs"):
                text = docs(api, text)
            write(out / language / path.relative_to(folder), text)
            found.append(path)
    return found


def remove_stale(out, found):
    """Of files that were written by hand once, and are no more, copies go too."""
    made = {out / path.relative_to(HERE.parent) for path in found} | {out / "python/loam/native.py",
                                                                      out / "csharp/Loam/Native.cs"}
    for path in list((out / "python").rglob("*.py")) + list((out / "csharp").rglob("*.cs")):
        if path not in made:
            path.unlink()


def main(arguments):
    if len(arguments) not in (2, 3):
        sys.exit(__doc__)
    headers, out = pathlib.Path(arguments[0]), pathlib.Path(arguments[1])
    try:
        api = read_headers(headers)
        found = copy(api, out)
    except (HeaderError, KeyError) as error:
        sys.exit(f"bindings: {error}")
    remove_stale(out, found)
    native, layout = csharp.sources(api)
    write(out / "python/loam/native.py", python.module(api))
    write(out / "csharp/Loam/Native.cs", native)
    write(out / "proof/Layout.cs", layout)
    write(out / "proof/declared.c", proof.declared(api))
    write(out / "proof/layout.c", proof.layout(api))
    if len(arguments) == 3:
        read = [headers] + sorted(headers.glob("*.h")) + sorted(HERE.glob("*.py")) + found
        pathlib.Path(arguments[2]).write_text(f"{out}/made: " + " ".join(str(path) for path in read) + "\n")
    (out / "made").write_text("")


main(sys.argv[1:])
