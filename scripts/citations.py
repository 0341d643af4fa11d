"""Reads the entries of a bibliography as a table, for scripts/interchange. Each field of an entry is a cell. Parts of
books, articles and papers are not the user's books and are left out. The files must be well-formed; tests cover the
others."""
import json
import re

OTHERS = {
    "article", "inproceedings", "incollection", "jour", "cpaper", "chap", "article-journal", "paper-conference", "chapter",
    "string", "comment", "preamble",
}


def bibtex(text):
    """The entries of a file of BibTeX, each as a dictionary."""
    entries = []
    for head in re.finditer(r"^@(\w+)\s*\{", text, re.M):
        kind, depth, end = head[1].lower(), 1, head.end()
        while depth:
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        fields = re.findall(r"^\s*([\w-]+)\s*=\s*(.+?),?$", text[head.end():end - 1], re.M)
        entries.append((kind, {name.lower(): value for name, value in fields}))
    return entries


def ris(text):
    """The records of a file of RIS; a tag that comes several times is as many columns."""
    records = []
    for line in text.splitlines():
        found = re.match(r"([A-Z][A-Z0-9])  - ?(.*)", line)
        if not found or found[1] == "ER":
            continue
        if found[1] == "TY":
            records.append((found[2].lower(), {}))
            continue
        record = records[-1][1]
        name, count = found[1], 2
        while name in record:
            name, count = f"{found[1]}{count}", count + 1
        record[name] = found[2]
    return records


def table(path):
    """The header and the rows of a bibliography; `None` for another file."""
    text = open(path, encoding="utf-8-sig").read()
    if path.endswith(".bib"):
        entries = bibtex(text)
    elif path.endswith(".ris"):
        entries = ris(text)
    else:
        document = json.loads(text) if path.endswith(".json") else None
        if not isinstance(document, list):
            return None
        entries = [(entry["type"], {k: json.dumps(v) for k, v in entry.items() if k != "type"}) for entry in document]
    books = [fields for kind, fields in entries if kind not in OTHERS]
    header = sorted({name for book in books for name in book})
    return header, [[book.get(name, "") for name in header] for book in books]
