# SPDX-License-Identifier: MIT
"""Reads the public headers: declarations, constants and the comments that belong to them.

The headers keep to a small part of C, which is all that is understood here: typedefs of structs, enums and function
types, prototypes, #define and doc comments. Whatever else comes along is an error with file and line. What was read
is proved by the C compiler: proof.py writes every declaration out again, and it has to be the same one.
"""
import re
import struct
from dataclasses import dataclass, field
from typing import Dict, List, Optional, Union


# ---- types ----------------------------------------------------------------------------------------------------------

@dataclass(frozen=True)
class Named:
    """A type with a name: int32_t, loam_noise_def, void."""
    name: str
    const: bool = False


@dataclass(frozen=True)
class Pointer:
    to: "Type"
    const: bool = False


@dataclass(frozen=True)
class Array:
    of: "Type"
    count: int


@dataclass(frozen=True)
class Function:
    result: "Type"
    parameters: tuple  # of Parameter
    variadic: bool = False


Type = Union[Named, Pointer, Array, Function]


@dataclass(frozen=True)
class Parameter:
    name: str
    type: Type


# ---- declarations ---------------------------------------------------------------------------------------------------

@dataclass
class Field:
    name: str
    type: Type
    doc: str = ""


@dataclass
class Struct:
    name: str
    fields: Optional[List[Field]]  # None: opaque
    doc: str = ""
    header: str = ""


@dataclass
class EnumValue:
    name: str
    value: int
    doc: str = ""


@dataclass
class Enum:
    name: str  # "" without one: its values are constants
    values: List[EnumValue]
    flags: bool = False  # its values are bits
    doc: str = ""
    header: str = ""


@dataclass
class Constant:
    name: str
    value: Union[int, float, str]
    type: str  # int, uint, int64, size, float, double, text
    doc: str = ""
    header: str = ""


@dataclass
class Prototype:
    name: str
    type: Function
    doc: str = ""
    header: str = ""


@dataclass
class Api:
    structs: Dict[str, Struct] = field(default_factory=dict)
    enums: Dict[str, Enum] = field(default_factory=dict)
    constants: Dict[str, Constant] = field(default_factory=dict)
    functions: Dict[str, Prototype] = field(default_factory=dict)
    function_types: Dict[str, Prototype] = field(default_factory=dict)
    inline: List[str] = field(default_factory=list)  # functions that no library has
    macros: List[str] = field(default_factory=list)  # that take arguments
    libraries: Dict[str, str] = field(default_factory=dict)  # of headers: loam, loam-io, loam-gpu

    def doc(self, name):
        """The comment of anything, by its name in C."""
        for kind in (self.functions, self.structs, self.enums, self.constants, self.function_types):
            if name in kind and kind[name].doc:
                return kind[name].doc
        raise KeyError(f"{name} has no comment in the headers, or is not there")


PRIMITIVES = {"void", "bool", "char", "int", "float", "double", "size_t", "int8_t", "uint8_t", "int16_t", "uint16_t",
              "int32_t", "uint32_t", "int64_t", "uint64_t"}
# What stands before or behind a prototype and says nothing of its type.
IGNORED = {"LOAM_API", "LOAM_NORETURN", "extern"}
# Macros with arguments. LOAM_ARENA_SIZE is written by hand in both languages, the others mean something to C alone.
KNOWN_MACROS = {"LOAM_ARENA_SIZE", "LOAM_ASSERT", "LOAM_PRINTF"}
# Functions that no library has, because headers define them: written by hand in both languages.
KNOWN_INLINE = {"loam_floor_div"}
# Macros without a value that a program could use.
PLAIN_MACROS = {"LOAM_API", "LOAM_NORETURN"}

TOKEN = re.compile(r"""
    (?P<doc>///[^\n]*) | (?P<comment>//[^\n]*) | (?P<define>^[ \t]*\#(?:[^\n\\]|\\\n|\\.)*)
  | (?P<name>[A-Za-z_]\w*) | (?P<number>0[xX][0-9a-fA-F]+\w*|\d[\w.]*(?:[eE][+-]\d+\w*)?)
  | (?P<text>"(?:[^"\\]|\\.)*") | (?P<mark>\.\.\.|<<|>>|[^\s\w])
    """, re.VERBOSE | re.MULTILINE)


@dataclass
class Token:
    kind: str
    text: str
    line: int


class HeaderError(Exception):
    pass


def tokens_of(text):
    """All tokens, line numbers counted from 1."""
    line, at, found = 1, 0, []
    for match in TOKEN.finditer(text):
        line += text.count("\n", at, match.start())
        at = match.start()
        found.append(Token(match.lastgroup, match.group(match.lastgroup), line))
    return found


def joined(comments):
    """The words of comment lines: one text, blank lines kept as ends of paragraphs."""
    lines = [re.sub(r"^//+ ?", "", comment).rstrip() for comment in comments]
    return "\n".join(lines).strip()


# ---- values ---------------------------------------------------------------------------------------------------------

def evaluate(tokens, constants):
    """The value of an expression of numbers and constants, and the type that C gives it."""
    words, kind = [], "int"
    for token in tokens:
        text = token.text
        if token.kind == "text":
            return text[1:-1].encode().decode("unicode_escape"), "text"
        if token.kind == "number" and re.match(r"0[xX]", text):
            digits = text.rstrip("uUlL")
            kind = "uint" if re.search("[uU]", text[len(digits):]) else kind
            words.append(digits)
        elif token.kind == "number" and re.search(r"[.]|[eE]", text):
            kind = "float" if text[-1] in "fF" else "double"
            words.append(text.rstrip("fF"))
        elif token.kind == "number":
            digits = text.rstrip("uUlL")
            kind = "uint" if len(digits) < len(text) else kind
            words.append(digits)
        elif text in ("size_t", "int64_t", "INT64_C"):
            kind = "size" if text == "size_t" else "int64"
            words.append("int")
        elif token.kind == "name":
            if text not in constants:
                raise HeaderError(f"line {token.line}: {text} is not a constant that is known here")
            value, other = constants[text]
            kind = other if kind == "int" else kind
            words.append(repr(value))
        else:
            words.append("//" if text == "/" else text)
    text = " ".join(words)
    text = re.sub(r"\( int \)", "", text)
    value = eval(text, {"__builtins__": {}, "int": int})  # numbers and marks of our own headers only
    if kind == "float":
        value = struct.unpack("f", struct.pack("f", value))[0]
    return value, kind


# ---- parser ---------------------------------------------------------------------------------------------------------

class Parser:
    """Reads one header into an Api that has those before it."""

    def __init__(self, api, values, header, text):
        self.api, self.values, self.header = api, values, header
        self.tokens = tokens_of(text)
        self.at = 0
        self.last = ("", 0)  # comment of what was declared last, and the line that it ends in
        self.comment = []  # doc lines that wait for what they belong to

    def fail(self, why):
        token = self.tokens[min(self.at, len(self.tokens) - 1)]
        raise HeaderError(f"{self.header}:{token.line}: {why} (at '{token.text}')")

    def peek(self):
        """The next token that is no comment. Doc comments on the way are kept."""
        while self.at < len(self.tokens) and self.tokens[self.at].kind in ("doc", "comment"):
            token = self.tokens[self.at]
            if token.kind == "doc":
                self.comment.append(token.text)
            elif not self.comment or self.tokens[self.at - 1].line != token.line - 1:
                self.comment = []
            self.at += 1
        return self.tokens[self.at] if self.at < len(self.tokens) else Token("end", "", 0)

    def next(self):
        token = self.peek()
        self.at += 1
        return token

    def accept(self, text):
        if self.peek().text != text:
            return False
        self.at += 1
        return True

    def expect(self, text):
        if not self.accept(text):
            self.fail(f"expected '{text}'")

    def take_doc(self):
        doc, self.comment = joined(self.comment), []
        return doc

    def trailing_doc(self):
        """A comment behind what was just read, on its line and going on in the next ones."""
        lines, line = [], self.tokens[self.at - 1].line
        while self.at < len(self.tokens) and self.tokens[self.at].kind == "comment":
            token = self.tokens[self.at]
            if token.line != line:
                break
            lines.append(token.text)
            line += 1
            self.at += 1
        return joined(lines)

    # -- declarations

    def parse(self):
        while self.peek().kind != "end":
            self.declaration()

    def declaration(self):
        token = self.peek()
        if token.kind == "define":
            self.at += 1
            self.directive(token)
        elif token.text == "extern":
            self.at += 3 if self.tokens[self.at + 2].text == "{" else self.fail("expected extern \"C\" {")
        elif token.text == "}":  # of extern "C"
            self.at += 1
        elif token.text == "typedef":
            self.typedef()
        elif token.text == "enum":
            doc = self.take_doc()
            self.at += 1
            self.enum("", doc)
            self.expect(";")
        elif token.text == "struct":
            doc = self.take_doc()
            self.at += 1
            name = self.next().text
            self.struct(name, doc or self.api.structs[name].doc)
            self.expect(";")
        elif token.text == "static":
            self.inline_function()
        else:
            self.prototype()

    def directive(self, token):
        match = re.match(r"\s*#\s*define\s+(\w+)(\(?)(.*)", token.text.replace("\\\n", " "), re.DOTALL)
        if not match or match.group(1).endswith("_H") or match.group(1) in PLAIN_MACROS:
            self.comment = []
            return
        name, opening, rest = match.groups()
        doc = self.take_doc()
        if opening:
            if name not in KNOWN_MACROS:
                self.fail(f"{name} is a macro with arguments; bindings cannot have it. Say so in headers.py")
            self.api.macros.append(name)
            return
        parts = [t for t in tokens_of(rest) if t.kind not in ("comment", "doc")]
        comments = [t.text for t in tokens_of(rest) if t.kind == "comment"]
        try:
            value, kind = evaluate(parts, self.values)
        except (HeaderError, SyntaxError) as error:
            self.fail(f"{name}: {error}")
        self.values[name] = (value, kind)
        self.api.constants[name] = Constant(name, value, kind, doc or joined(comments), self.header)
        self.comment = []
        self.last = (doc, token.line + token.text.count("\n"))

    def typedef(self):
        doc = self.take_doc()
        if not doc and self.last[1] == self.tokens[self.at].line - 1:
            doc = self.last[0]
        self.expect("typedef")
        if self.accept("enum"):
            name = self.next().text
            self.enum(name, doc)
            self.expect(name)
        elif self.accept("struct"):
            name = self.next().text
            if self.peek().text == "{":
                self.struct(name, doc)
            else:
                self.api.structs.setdefault(name, Struct(name, None, doc, self.header))
                if doc and not self.api.structs[name].doc:
                    self.api.structs[name].doc = doc
            self.expect(name)
        else:
            base = self.base_type()
            name, kind = self.declarator(base)
            if not isinstance(kind, Function):
                self.fail(f"{name} is a typedef of something else than a struct, an enum or a function")
            self.api.function_types[name] = Prototype(name, kind, doc, self.header)
        self.expect(";")
        self.trailing_doc()

    def enum(self, name, doc):
        self.expect("{")
        values, value, flags = [], 0, False
        while not self.accept("}"):
            own = self.take_doc() if self.peek() else ""
            word = self.next().text
            if self.accept("="):
                expression = []
                while self.peek().text not in (",", "}"):
                    expression.append(self.next())
                flags = flags or any(t.text == "<<" for t in expression) and expression[0].text == "1"
                value, _ = evaluate(expression, self.values)
            self.values[word] = (value, "int")
            self.accept(",")
            own = own or self.trailing_doc()
            values.append(EnumValue(word, value, own))
            value += 1
            self.peek()
        self.comment = []
        if name:
            self.api.enums[name] = Enum(name, values, flags, doc, self.header)
            return
        for one in values:
            self.api.constants[one.name] = Constant(one.name, one.value, "int", one.doc, self.header)

    def struct(self, name, doc):
        self.expect("{")
        fields = []
        while not self.accept("}"):
            self.peek()
            own = self.take_doc()
            base = self.base_type()
            group = []
            while True:
                word, kind = self.declarator(base)
                if self.peek().text == ":":
                    self.fail("bit-fields have no layout that other languages know")
                group.append(Field(word, kind))
                if not self.accept(","):
                    break
            self.expect(";")
            own = own or self.trailing_doc()
            for one in group:
                one.doc = own
            fields += group
            self.peek()
        self.comment = []
        self.api.structs.pop(name, None)  # it stands behind what it is made of
        self.api.structs[name] = Struct(name, fields, doc, self.header)

    def prototype(self):
        doc, first = self.take_doc(), self.tokens[self.at].line
        base = self.base_type()
        name, kind = self.declarator(base)
        if not isinstance(kind, Function):
            self.fail(f"{name} is neither a function nor a type")
        if self.accept("LOAM_PRINTF"):
            while not self.accept(")"):
                self.at += 1
        self.expect(";")
        end = self.tokens[self.at - 1].line
        doc = doc or self.trailing_doc()
        if not doc and self.last[1] == first - 1:  # one comment for several
            doc = self.last[0]
        self.api.functions[name] = Prototype(name, kind, doc, self.header)
        self.last = (doc, end)

    def inline_function(self):
        self.take_doc()
        name = None
        while self.peek().text != "{":
            token = self.next()
            name = token.text if token.text.startswith("loam_") else name
        if name not in KNOWN_INLINE:
            self.fail(f"{name} is in no library, so bindings cannot call it. Write it by hand and say so in headers.py")
        self.api.inline.append(name)
        depth = 0
        while True:
            token = self.next()
            depth += (token.text == "{") - (token.text == "}")
            if depth == 0 and token.text == "}":
                return

    # -- types

    def base_type(self):
        const = False
        while True:
            word = self.next()
            if word.text == "const":
                const = True
            elif word.text == "struct":
                name = self.next().text
                self.api.structs.setdefault(name, Struct(name, None, "", self.header))
                break
            elif word.text not in IGNORED:
                name = word.text
                break
        known = name in PRIMITIVES or name in self.api.structs or name in self.api.enums
        if not known and name not in self.api.function_types:
            self.at -= 1
            self.fail(f"unknown type {name}")
        const = self.accept("const") or const
        return Named(name, const)

    def declarator(self, base):
        """Name and type: pointers, then a name or a declarator in brackets, then arrays or parameters."""
        while self.accept("*"):
            base = Pointer(base, self.accept("const"))
        inner = None
        if self.peek().text == "(":
            self.at += 1
            start = self.at
            depth = 1
            while depth:
                text = self.next().text
                depth += (text == "(") - (text == ")")
            inner = (start, self.at - 1)
            name = ""
        else:
            name = self.next().text if self.peek().kind == "name" else ""
        base = self.suffix(base)
        if inner:
            behind, self.at = self.at, inner[0]
            name, base = self.declarator(base)
            if self.at != inner[1]:
                self.fail("a declarator that is not understood")
            self.at = behind
        return name, base

    def suffix(self, base):
        if self.accept("("):
            return self.parameters(base)
        counts = []
        while self.accept("["):
            expression = []
            while not self.accept("]"):
                expression.append(self.next())
            counts.append(evaluate(expression, self.values)[0] if expression else 0)
        for count in reversed(counts):
            base = Array(base, count)
        return base

    def parameters(self, result):
        found, variadic = [], False
        while not self.accept(")"):
            if self.accept("..."):
                variadic = True
                continue
            base = self.base_type()
            name, kind = self.declarator(base)
            if isinstance(kind, Array):  # as C has it
                kind = Pointer(kind.of)
            if kind != Named("void"):
                found.append(Parameter(name or f"argument{len(found)}", kind))
            self.accept(",")
        return Function(result, tuple(found), variadic)


def library_of(text):
    """The library whose functions a header declares, as its first comment says it."""
    words = " ".join(joined(re.match(r"(?://[^\n]*\n)*", text).group().splitlines()).split())
    found = re.search(r"\b[Pp]art of (?:the library )?(loam-\w+)", words)
    return found.group(1) if found else "loam"


def includes(text):
    return re.findall(r'#include "loam/(\w+)\.h"', text)


def read_headers(folder):
    """All of include/loam/*.h, each behind those that it includes."""
    texts = {path.stem: path.read_text() for path in sorted(folder.glob("*.h"))}
    api, values, done = Api(), {}, set()

    def read(name):
        if name in done:
            return
        done.add(name)
        for other in includes(texts[name]):
            read(other)
        api.libraries[name] = library_of(texts[name])
        Parser(api, values, name, texts[name]).parse()

    for name in texts:
        read(name)
    return api
