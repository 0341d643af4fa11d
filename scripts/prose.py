"""Checks that comments, messages and guides are in plain English: run by scripts/prose.

Each check has a limit, the number of offences in scripts/prose.json, which may only fall. Numbers are stored instead of
lists of files, so that moving a file changes nothing. If a limit is exceeded, the offences are compared with those of
the commit that last changed the limits, and only the new ones are listed.
"""

import ast
import collections
import glob
import io
import json
import multiprocessing
import os
import re
import subprocess
import sys
import tarfile
import tempfile
from typing import NamedTuple

from prose_words import FRONTED, MESSAGES, SENTENCE_OPENERS
from swift_text import SwiftFile

LIMITS = "scripts/prose.json"
CORRECT_WORDS = "scripts/prose-spelling.txt"
CHECKS = {
    "public-openers": "documentation of public declarations that opens with a fronted word",
    "openers": "other comments that open with a fronted word",
    "messages": "words that users should not meet in messages and help",
    "page-texts": "texts of web pages outside the folder of texts",
    "width": "comment and Markdown lines of more than 120 characters",
    "repeats": "documentation that only repeats the name",
    "paragraphs": "paragraphs of more than six lines in guides",
    "spelling": "misspelled words (codespell)",
}
# The documentation of public declarations is read by people who do not know the code.
ALWAYS_ZERO = {"public-openers"}
# The texts of the web pages are in one folder, for translators.
PAGES, PAGE_TEXTS = "Sources/CatalogServer/Pages/", "Sources/CatalogServer/Pages/Texts/"
PAGE_TEXT = re.compile(
    r"(?:text: |\btext\(|\bsentence\(|\blink\(|\boption\(|label: |\.(?:ariaLabel|placeholder|title), )\Z")
CODE = ("Sources", "Tests", "Benchmarks", "Examples", "Fuzz", "Plugins", "Package.swift")
# Web pages and migrations, which are embedded as they are, and the rows of the sample catalog.
DATA = re.compile(r"/(EmbeddedAssets|EmbeddedMigrations|SampleBookTable)\.swift$")
# Recorded sessions: the output of the program, not text that somebody wrote.
RECORDED = "Tests/Days/"
# Recorded and foreign text, codes of languages, and titles of books: codespell passes over them.
SKIPPED = "Tests/Days,Tests/Interchange,LanguageCode.swift,WindowsLanguage.swift,SampleBookTable.swift"
IGNORED = r"\b[a-z]+[A-Z]\w*|\\(?:textit|[nrt])"
WIDTH, PARAGRAPH = 120, 6


class Offence(NamedTuple):
    check: str
    path: str
    line: int
    wrong: str
    text: str  # Recognises the offence in another version of the file.

    def __str__(self):
        return f"{self.path}:{self.line}: {self.wrong}"


def files(roots, ending):
    """The paths of the files in folders, without hidden ones; a root may also be a file."""
    for root in roots:
        if os.path.isfile(root):
            yield root
        for folder, folders, names in os.walk(root):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            yield from (os.path.join(folder, name) for name in sorted(names) if name.endswith(ending))


def shortened(text, length=60):
    text = " ".join(text.split())
    return text if len(text) <= length else text[:length] + "…"


def words(name):
    """The words of an identifier or a sentence in lower case, without articles and endings that only inflect."""
    parts = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+", name)
    return [re.sub(r"(?<=\w\w)s$", "", part.lower()) for part in parts if part.lower() not in ("a", "an", "the")]


def repeats(comment, declaration):
    text = " ".join(comment.lines)
    if not declaration or len(text) > 80 or re.search(r"[`\d]", text):
        return False
    said, name = words(text), words(declaration.name)
    with_labels = name + [word for label in declaration.labels for word in words(label)]
    return bool(said) and (said == name or said == with_labels)


def too_wide(line):
    """True if a line is too long even without links, which cannot be broken."""
    if len(line) <= WIDTH:
        return False
    return len(re.sub(r"\]\([^)]*\)|<?https?://[^\s)>]*>?", "", line)) > WIDTH


def width(path, number, line):
    if too_wide(line):
        yield Offence("width", path, number, f"{len(line)} characters (wrap the text at {WIDTH})", line.strip())


def swift(path):
    return list(swift_offences(path))


def swift_offences(path):
    with open(path, encoding="utf-8") as file:
        source = SwiftFile(file.read())
    for comment in source.comments:
        text, line = " ".join(comment.lines), source.line(comment.start)
        declaration = source.declaration(comment) if comment.is_documentation else None
        if found := FRONTED.match(text):
            is_public = declaration and declaration.is_public and path.startswith("Sources/")
            yield Offence(
                "public-openers" if is_public else "openers", path, line,
                f"the comment opens with “{found[0]}”: “{shortened(text)}” (begin with a verb or a noun, such as "
                "“Returns …”, “The …” or “True if …”)", text)
        if repeats(comment, declaration):
            yield Offence(
                "repeats", path, line,
                f"the comment only repeats the name: “{shortened(text)}” (say what the name does not, or delete it)",
                text)
    comment_lines = {}
    for start, end in source.spans:
        first = source.source.rfind("\n", 0, start) + 1
        if end - first > WIDTH:
            comment_lines[source.line(start)] = source.source[first:end]
    for number, line in comment_lines.items():
        yield from width(path, number, line)
    if path.startswith("Sources/") and not DATA.search(path):
        for literal in source.literals:
            for offset, wrong, text in messages(literal.text):
                yield Offence("messages", path, source.line(literal.start + offset), wrong, text)
            if path.startswith(PAGES) and not path.startswith(PAGE_TEXTS) and is_page_text(source, literal):
                text = literal.text.replace("\0", "")
                yield Offence(
                    "page-texts", path, source.line(literal.start),
                    f"“{shortened(text)}” is a text of a page (move it to {PAGE_TEXTS})", text)


def is_page_text(source, literal):
    """True if a string literal is a word or more that a page shows."""
    before = source.source[:literal.start].rstrip('"#')[-40:]
    return PAGE_TEXT.search(before) and re.search(r"[^\W\d_]{2}", literal.text)


SQL = re.compile(
    r"\b(?:SELECT|INSERT (?:OR|INTO)|UPDATE \w+\s+SET|DELETE FROM|REPLACE INTO|ALTER TABLE|"
    r"(?:CREATE|DROP) (?:TABLE|INDEX|TRIGGER|VIEW|VIRTUAL|TEMP|UNIQUE)|WHERE|ORDER BY|GROUP BY|VALUES \(|JOIN|"
    r"USING \(|GLOB|LIMIT \?|PRAGMA|PARTITION BY)(?=\W|$)")
# Elements of HTML, comments of embedded scripts, and the marks that continue a line.
UNREAD = re.compile(r"<[^<>]*>|^[ \t]*(?:#|//|--) [^\n]*|\\\n", re.M)


def messages(literal):
    """The words in a string literal that users should not meet: offset, what is wrong, and the text around it."""
    if not re.search(r"[^\W\d] | [^\W\d]", literal) or SQL.search(literal):
        return
    text = UNREAD.sub(lambda found: " " * len(found[0]), literal)
    found = [(match, instead) for pattern, instead in MESSAGES for match in pattern.finditer(text)]
    ends = {match.end() for match, _ in found}
    for match in SENTENCE_OPENERS.finditer(text):
        # A question may open with such a word. A word that is already listed counts once.
        if match.end() not in ends and not re.match(r"[^.!]*\?", text[match.end():]):
            found.append((match, "begin with the subject or the verb"))
    for match, instead in found:
        # The interpolations are left out of the excerpt.
        around = text[max(0, match.start() - 30):match.end() + 30]
        excerpt = " ".join(re.sub("\0+", " … ", around).split())
        offset = match.start() + len(match[0]) - len(match[0].lstrip())
        yield offset, f"“{' '.join(match[0].split())}” in “{excerpt}” ({instead})", excerpt


def markdown(path):
    is_guide = path == "README.md" or path.startswith("docs/") or ".docc/" in path
    is_code, is_list, paragraph = False, False, []
    with open(path, encoding="utf-8") as file:
        lines = file.read().split("\n") + [""]
    for number, line in enumerate(lines, 1):
        fence = line.lstrip().startswith("```")
        is_code ^= fence
        if not is_code and not fence and not line.lstrip().startswith("|"):
            yield from width(path, number, line)
        # A list ends at the first line that is neither blank nor indented.
        is_item = bool(re.match(r"\s*(?:[-*+]|\d+[.)])\s", line))
        is_list = is_item or is_list and (not line.strip() or line.startswith(" "))
        is_prose = line.strip() and not (is_code or fence or is_list or re.match(r"\s*(?:[|#>@]|<!--|    )", line))
        if is_prose:
            paragraph.append(line)
        elif paragraph:
            if is_guide and len(paragraph) > PARAGRAPH:
                yield Offence(
                    "paragraphs", path, number - len(paragraph),
                    f"a paragraph of {len(paragraph)} lines: “{shortened(paragraph[0])}” (at most {PARAGRAPH}: one "
                    "topic a paragraph, lists for lists)", " ".join(paragraph))
            paragraph = []


def scripts():
    """The comments of scripts that are too wide."""
    for path in sorted(glob.glob("scripts/*") + glob.glob("Benchmarks/*.py") + [".ci/run"]):
        if not os.path.isfile(path) or path.endswith((".json", ".txt")):
            continue
        with open(path, encoding="utf-8") as file:
            text = file.read()
        lines = text.split("\n")
        numbers = {number for number, line in enumerate(lines, 1) if line.lstrip().startswith("#")}
        if path.endswith(".py"):
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, (ast.Module, ast.FunctionDef, ast.ClassDef)) and ast.get_docstring(node):
                    numbers |= set(range(node.body[0].lineno, node.body[0].end_lineno + 1))
        for number in sorted(numbers):
            yield from width(path, number, lines[number - 1])


def start_codespell():
    """Starts codespell, which works while the other checks run. It passes over identifiers such as `upTo`, escapes,
    and files that hold nothing but data."""
    paths = [path for path in ("Sources", "docs", "README.md", "CHANGELOG.md", "Tests") if os.path.exists(path)]
    ignored = ["--ignore-words", CORRECT_WORDS] if os.path.exists(CORRECT_WORDS) else []
    return subprocess.Popen(
        ["codespell", *ignored, "--ignore-regex", IGNORED, "--skip", SKIPPED, *paths],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def spelling(codespell):
    output, errors = codespell.communicate()
    # 65: words were found. Warnings about files that are not text go to standard error.
    if codespell.returncode not in (0, 65):
        sys.exit(f"error: codespell failed: {errors.strip()}")
    for found in re.finditer(r"^(?:\./)?(.+?):(\d+): (\S+) ==> (.+)$", output, re.M):
        wrong = f"“{found[3]}” is misspelled ({found[4]}; a name goes into {CORRECT_WORDS})"
        yield Offence("spelling", found[1], int(found[2]), wrong, found[3])


def offences():
    """The offences in the current folder, by check."""
    codespell = start_codespell()
    found = []
    with multiprocessing.Pool() as pool:
        for some in pool.imap(swift, list(files(CODE, ".swift")), chunksize=100):
            found += some
    for path in files(["."], ".md"):
        path = os.path.relpath(path)
        if not path.startswith(RECORDED):
            found += markdown(path)
    found += scripts()
    found += spelling(codespell)
    return {check: [offence for offence in found if offence.check == check] for check in CHECKS}


def stored_offences():
    """The offences in the commit that last changed the limits; `None` if there is no such commit."""
    def git(*arguments):
        return subprocess.run(["git", *arguments], capture_output=True)
    commit = git("log", "-1", "--format=%H", "--", LIMITS).stdout.decode().strip()
    archive = git("archive", commit) if commit else None
    if not archive or archive.returncode:
        return None
    here = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as tar:
            tar.extractall(folder)
        os.chdir(folder)
        try:
            return offences()
        finally:
            os.chdir(here)


def new_offences(current, stored):
    """The current offences without the stored ones. Those that are still in their file are matched first, then those
    that were moved to another file."""
    new = current
    for key in (lambda offence: (offence.path, offence.text), lambda offence: offence.text):
        new, stored = unmatched(new, stored, key), unmatched(stored, new, key)
    return new or current


def unmatched(offences, others, key):
    """The offences that have no counterpart with the same key among the others."""
    counterparts = collections.Counter(map(key, others))
    left = []
    for offence in offences:
        if counterparts[key(offence)]:
            counterparts[key(offence)] -= 1
        else:
            left.append(offence)
    return left


def read_limits():
    if not os.path.exists(LIMITS):
        return {}
    with open(LIMITS) as file:
        return json.load(file)


def store(counts, limits):
    lowered = {
        check: min(count, limits.get(check, count)) for check, count in counts.items() if check not in ALWAYS_ZERO}
    with open(LIMITS, "w") as file:
        file.write(json.dumps(lowered, indent=2) + "\n")
    return lowered


def usage():
    print("usage: scripts/prose [--store | --list CHECK], where CHECK is one of:", file=sys.stderr)
    for name, meaning in CHECKS.items():
        print(f"  {name:15} {meaning}", file=sys.stderr)
    return 64


def main(arguments):
    if len(arguments) == 2 and arguments[0] == "--list" and arguments[1] in CHECKS:
        for offence in offences()[arguments[1]]:
            print(offence)
        return 0
    if arguments not in ([], ["--store"]):
        return usage()
    current, limits = offences(), read_limits()
    counts = {check: len(found) for check, found in current.items()}
    if arguments:
        limits = store(counts, limits)
    exceeded = [check for check in CHECKS if counts[check] > limits.get(check, 0)]
    before = stored_offences() if any(limits.get(check) for check in exceeded) else None
    for check in exceeded:
        limit = limits.get(check, 0)
        for offence in new_offences(current[check], before[check] if before and limit else []):
            print(offence)
        print(f"error: {check}: {counts[check]}, and the limit is {limit}: {CHECKS[check]}", file=sys.stderr)
    if exceeded:
        return 1
    print("prose: " + ", ".join(f"{check} {count}" for check, count in counts.items()))
    if fallen := [check for check in CHECKS if counts[check] < limits.get(check, 0)]:
        print(f"Fewer than the limit: {', '.join(fallen)}. Lower the limits with scripts/prose --store.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
