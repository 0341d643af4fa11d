"""Reads the comments, string literals and declarations of a Swift file, for scripts/prose."""

import bisect
import functools
import re
from typing import NamedTuple

# Everything in code that may hide a quote or a brace. Simple string literals match as a whole. Regex literals are
# recognised where an expression can begin. Each alternative begins with a fixed character, which makes the search fast.
HIDING = (
    r'//[^\n]*|/\*|##*"""(?=[ \t]*\n)|"""(?=[ \t]*\n)|"[^"\\\n]*"|##*"|"|#/[^\n]*?/#|'
    r'/(?:(?<=\(/)|(?<=[=:,] /))(?![/* ])(?:\\.|[^\n\\/])+/')
IN_CODE = re.compile(HIDING)
IN_INTERPOLATION = re.compile(HIDING + r"|\(|\)")
ATTRIBUTES = r"(?:\s|@\w+(?:\([^()]*(?:\([^()]*\)[^()]*)*\))?)*"
MODIFIERS = (
    r"((?:(?:public|open|package|internal|fileprivate|private|static|final|class(?=\s+(?:func|var|subscript)\b)|"
    r"mutating|nonmutating|nonisolated|isolated|distributed|indirect|convenience|required|override|lazy|weak|unowned|"
    r"optional|prefix|postfix|infix|consuming|borrowing|dynamic)(?:\([a-z]+\))?\s+)*)")
DECLARATION = re.compile(
    ATTRIBUTES + MODIFIERS
    + r"(struct|class|enum|actor|protocol|extension|func|var|let|init|subscript|case|typealias|associatedtype|macro|"
    r"operator|deinit)\b[?!]?\s*(`?\w*`?)")
BRACE = re.compile("[{}]")
LABEL = re.compile(r"(?<=[(,])\s*(?:@\w+\s+)*(\w+)(?:\s+\w+)?\s*:")


def blank(text):
    """Spaces instead of a text; its line breaks are kept."""
    if "\n" not in text:
        return " " * len(text)
    return "\n".join(" " * len(line) for line in text.split("\n"))


@functools.cache
def string_marks(quote, hashes):
    """What ends a string literal, an interpolation (group 1 is a parenthesis), or another escape."""
    return re.compile(re.escape(quote + hashes) + r"|\\" + hashes + r"(\(|.)" + ("" if quote == '"""' else r"|\n"))


class Comment(NamedTuple):
    """A comment line, or consecutive lines of one comment."""
    start: int
    end: int
    lines: list
    is_documentation: bool


class Literal(NamedTuple):
    """A string literal; its interpolations are replaced with NUL characters, so that offsets stay valid."""
    start: int
    text: str


class Declaration(NamedTuple):
    kind: str
    name: str
    labels: list
    is_public: bool


class SwiftFile:
    def __init__(self, source):
        self.source = source
        self.ends = [found.start() for found in re.finditer("\n", source)]
        self.literals = []
        self.spans = []  # The comments that are not in the lines of another one.
        self.masked = []  # Ranges that are not code.
        self.read_code(0, nested=False)
        pieces, end = [], 0
        for start, stop in sorted(self.masked):
            if stop <= end:
                continue
            pieces += [source[end:start], blank(source[max(start, end):stop])]
            end = stop
        self.code = "".join(pieces) + source[end:]
        self.comments = self.joined_comments()
        self.public_scopes = self.scopes()

    def line(self, offset):
        return bisect.bisect_left(self.ends, offset) + 1

    def read_code(self, position, nested):
        """Reads code from a position to the end of the file, or of an interpolation; returns its end."""
        depth, token = 1, IN_INTERPOLATION if nested else IN_CODE
        while found := token.search(self.source, position):
            text, position = found[0], found.end()
            if text[0] == '"' and len(text) > 1 and text != '"""':
                self.literals.append(Literal(found.start() + 1, text[1:-1]))
                self.masked.append((found.start(), position))
            elif text == "(":
                depth += 1
            elif text == ")":
                depth -= 1
                if depth == 0:
                    return position
            elif text.startswith("//"):
                self.spans.append((found.start(), position))
                self.masked.append((found.start(), position))
            elif text == "/*":
                end = self.source.find("*/", position)
                position = len(self.source) if end < 0 else end + 2
                self.masked.append((found.start(), position))
            elif text.endswith('"'):
                position = self.read_string(found)
                self.masked.append((found.start(), position))
            else:
                self.masked.append((found.start(), position))
        return len(self.source)

    def read_string(self, opening):
        hashes = "#" * opening[0].count("#")
        quote = opening[0][len(hashes):]
        marks = string_marks(quote, hashes)
        start = piece = position = opening.end()
        pieces = []
        while found := marks.search(self.source, position):
            position = found.end()
            if found[1] == "(":
                position = self.read_code(position, nested=True)
                pieces += [self.source[piece:found.start()], "\0" * (position - found.start())]
                piece = position
            elif found[1] is None:
                pieces.append(self.source[piece:found.start()])
                self.literals.append(Literal(start, "".join(pieces)))
                return position
        return len(self.source)

    def joined_comments(self):
        """The comments, with consecutive lines of one kind joined."""
        comments = []
        for start, end in self.spans:
            text = self.source[start:end]
            is_documentation = text.startswith("///")
            is_alone = not self.source[self.source.rfind("\n", 0, start) + 1:start].strip()
            line = text[3 if is_documentation else 2:].strip()
            last = comments[-1] if comments else None
            if (last and is_alone and last.is_documentation == is_documentation
                    and self.line(start) == self.line(last.end) + 1 and was_alone):
                comments[-1] = last._replace(end=end, lines=last.lines + [line])
            else:
                comments.append(Comment(start, end, [line], is_documentation))
                was_alone = is_alone
        return comments

    def scopes(self):
        """The bodies of public enumerations, protocols and extensions, whose members need no modifier to be public."""
        scopes = []
        for found in re.finditer(r"(?:public|open)\s+(?:indirect\s+)?(enum|protocol|extension)\b[^{}]*\{", self.code):
            depth = 1
            for brace in BRACE.finditer(self.code, found.end()):
                depth += 1 if brace[0] == "{" else -1
                if depth == 0:
                    scopes.append((found[1], found.end(), brace.start()))
                    break
        return scopes

    def declaration(self, comment):
        """The declaration that a documentation comment describes."""
        found = DECLARATION.match(self.code, comment.end)
        if not found:
            return None
        modifiers, kind, name = found[1].split(), found[2], found[3].strip("`")
        labels = []
        if kind in ("func", "init", "subscript"):
            end = self.code.find("{", found.end())
            head = self.code[found.start():end if end >= 0 else len(self.code)].split("->")[0]
            labels = [label for label in LABEL.findall(head) if label != "_"]
        is_public = "public" in modifiers or "open" in modifiers
        if not is_public and not {"private", "fileprivate", "internal", "package"} & set(modifiers):
            for scope, start, end in self.public_scopes:
                if start <= comment.start < end and (scope != "enum" or kind == "case"):
                    body = self.code[start:comment.start]
                    is_public = is_public or body.count("{") == body.count("}")
        return Declaration(kind, name, labels, is_public)
