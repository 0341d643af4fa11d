"""Measures how much of a library's records is kept: for scripts/interchange.

A cell is the text of a subfield, or of a field without subfields. A cell is kept if an export of the catalog that
imported the record has it in the same field. The share of cells that are also in the catalog's own fields is printed as
a note. Only the output of the program is used; records are split here, by their terminators alone.
"""

import collections, os, re, subprocess, tempfile, unicodedata
import xml.etree.ElementTree as xml

# Control fields that identify the record or its last change. The leader's properties of the containing file are ignored
# as well.
REPEATED = {"001", "003", "005"}


def plain(text):
    text = "".join(c for c in text if c in "\t\n\r" or not unicodedata.category(c).startswith("Cc"))
    return " ".join(unicodedata.normalize("NFC", text).split())


def records(path):
    """The cells of each record: field, subfield and text."""
    data = open(path, "rb").read()
    if path.endswith(".marcxml"):
        return [list(xml_cells(element)) for element in xml.fromstring(data).iter() if element.tag.endswith("record")]
    return [list(iso_cells(piece)) for piece in data.split(b"\x1d") if piece.strip()]


def xml_cells(record):
    for field in record:
        tag = field.get("tag")
        if field.tag.endswith("controlfield"):
            yield tag, "", field.text or ""
        elif field.tag.endswith("datafield"):
            for subfield in field:
                yield tag, subfield.get("code"), subfield.text or ""


def iso_cells(record):
    head, *fields = record.lstrip().split(b"\x1e")
    directory = head[24:].decode("ascii")
    tags = [directory[place : place + 3] for place in range(0, len(directory), 12)]
    for tag, field in zip(tags, fields):
        text = field.decode("utf-8")
        if tag < "010":
            yield tag, "", text
            continue
        for subfield in text.split("\x1f")[1:]:
            yield tag, subfield[:1], subfield[1:]


def cells(record):
    return collections.Counter(
        (tag, code, plain(text)) for tag, code, text in record if tag not in REPEATED and text.strip())


def words(text):
    return re.sub(r"\W+", " ", plain(text).lower()).split()


def measured(program, path):
    """The line of a file."""
    given = records(path)
    with tempfile.TemporaryDirectory() as folder:

        def run(*arguments):
            return subprocess.run(
                [program, "--db", os.path.join(folder, "catalog.db"), *arguments], capture_output=True, text=True)

        answer = run("import", path, "--source", "interchange", "--offline", "--json")
        target = os.path.join(folder, "again" + os.path.splitext(path)[1])
        run("export", target)
        if not os.path.exists(target):
            raise SystemExit(f"error: {path}: {answer.stderr.strip()}")
        again = sum((cells(record) for record in records(target)), collections.Counter())
        lines = run("export").stdout
    wanted = sum((cells(record) for record in given), collections.Counter())
    lost = wanted - again
    total, missing = sum(wanted.values()), sum(lost.values())
    # An approximation of the data in the catalog's own fields: values whose words occur in an export of only these
    # fields.
    known = set(words(lines))
    shown = sum(
        count for (tag, _, text), count in wanted.items() if tag in SHOWN and known.issuperset(words(text)))
    names = collections.Counter()
    for (tag, code, _), count in lost.items():
        names[f"{tag} {code}".strip()] += count
    said = ", ".join(f"{name} ({count})" for name, count in names.most_common())
    share = 100 * (total - missing) / total if total else 100
    note = f"{said or '-'}; in fields of the catalog about {100 * shown / total if total else 100:.0f} %"
    return f"{os.path.basename(path):34} {total:8} {total - missing:8} {0:9} {share:7.1f}  {note}"


# MARC fields that become fields of the catalog.
SHOWN = {
    "010", "020", "022", "024", "035", "041", "050", "082", "100", "110", "111", "245", "260", "264", "300", "306", "440",
    "490", "520", "600", "610", "611", "630", "647", "648", "650", "651", "653", "655", "690", "691", "700", "710", "711",
    "800", "810", "811", "830", "856", "880",
}
