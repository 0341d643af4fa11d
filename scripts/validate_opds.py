"""validate_opds.py PROGRAM SCHEMAS BOOKS: what scripts/validate-opds does."""

import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import urllib.parse
import urllib.request
import xml.etree.ElementTree as ElementTree

import jsonschema
import referencing
import referencing.jsonschema

ATOM = "{http://www.w3.org/2005/Atom}"
TEXTS = [
    "<script>alert(1)</script>", "]]>", "<![CDATA[x]]>", "&amp;&#0;", '"', "'", "' onload='x", "{?query}", "a\u0001b",
    "\ufffe\uffffx", "\u202eevil", "שלום", "مرحبا", "村上春樹", "é", "../../etc/passwd", "?a=b&c=d#e", "%00", " x ",
    "long " * 400, "javascript:alert(1)", "Ann Lee", "Łem", "7 Seconds", "a b", "💥",
]
ACCEPT = {"2.0": "application/opds+json", "1.2": "application/atom+xml"}


def books(count, seed):
    """Lines of JSON for an import, every field of which may have any of the texts."""
    chance = random.Random(seed)
    for number in range(count):
        some = lambda most: [chance.choice(TEXTS) for _ in range(chance.randint(0, most))]
        book = {"id": f"b{number}", "title": f"{number} " + chance.choice(TEXTS)[:1900], "authors": some(3), "tags": [
            tag[:100] for tag in some(3)]}
        if chance.random() < 0.5:
            book |= {"series": chance.choice(TEXTS), "seriesNumber": chance.choice([1, 1.5, 12])}
        if chance.random() < 0.7:
            book |= {"language": chance.choice(["eng", "en-US", "zh_Hant_TW", "de", "tlh"]), "pages": chance.randint(1, 900)}
        if chance.random() < 0.7:
            book["published"] = chance.choice(["1965", "1965-08", "1965-08-01", "0101", "-0750"])
        if chance.random() < 0.5:
            book |= {"publisher": chance.choice(TEXTS), "subtitle": chance.choice(TEXTS)}
        if chance.random() < 0.5:
            book["description"] = "\n".join(some(4))
        if chance.random() < 0.5:
            book["contributors"] = [{"name": name, "role": chance.choice(["trl", "x", None])} for name in some(2)]
        if chance.random() < 0.5:
            book["files"] = [{"address": "https://books.example/a.epub", "size": 7}]
        book["readState"] = chance.choice(["unread", "read", "reading", "want"])
        yield json.dumps(book)


def validator(schemas):
    """A validator of OPDS 2.0, of files alone: nothing is fetched."""
    resources = []
    for folder, bases in {
        "opds": ["https://specs.opds.io/schema/", "https://drafts.opds.io/schema/"],
        "readium": ["https://readium.org/webpub-manifest/schema/"],
    }.items():
        for path in (schemas / folder).rglob("*.json"):
            # Python has another syntax for named groups, and no group is referred to by name here.
            text = re.sub(r"\(\?<[A-Za-z]\w*>", "(?:", path.read_text())
            resource = referencing.jsonschema.DRAFT7.create_resource(json.loads(text))
            for base in bases:
                resources.append((base + path.relative_to(schemas / folder).as_posix(), resource))
    registry = referencing.Registry().with_resources(resources)
    # A year alone is a valid ISO 8601 date and the only known date of many books, but the format `date` requires a full
    # date.
    formats = jsonschema.FormatChecker(["uri", "uri-reference", "uri-template", "date-time"])
    return jsonschema.Draft7Validator(
        {"$ref": "https://specs.opds.io/schema/feed.schema.json"}, registry=registry, format_checker=formats)


def fetch(address, version):
    request = urllib.request.Request(address, headers={"Accept": ACCEPT[version]})
    with urllib.request.urlopen(request) as answer:
        assert answer.geturl() == address, f"{address} leads elsewhere"
        return answer.read()


def leads(body, version):
    """The feeds that a feed leads to."""
    if version == "2.0":
        feed = json.loads(body)
        links = feed["links"] + feed.get("navigation", []) + [
            link for facet in feed.get("facets", []) for link in facet["links"]]
        return [link["href"] for link in links if not link.get("templated")]
    root = ElementTree.fromstring(body)
    links = list(root.findall(ATOM + "link")) + [
        link for entry in root.findall(ATOM + "entry") for link in entry.findall(ATOM + "link")]
    return [link.get("href") for link in links if (link.get("type") or "").startswith("application/atom+xml")]


def walk(start, version, most):
    """All feeds, each once, or so many of them."""
    waiting, seen = [start], {start}
    while waiting and most > 0:
        address = waiting.pop(0)
        body = fetch(address, version)
        yield address, body
        most -= 1
        for reference in leads(body, version):
            target = urllib.parse.urljoin(address, reference)
            if target not in seen:
                seen.add(target)
                waiting.append(target)


def check_atom(folder, schemas):
    """The feeds that break the schema of OPDS 1.2, in the words of jing."""
    if not (schemas / "atom.rnc").exists():
        print("OPDS 1.2: no atom.rnc, so only walked")
        return []
    work = folder / "schema"
    work.mkdir()
    (work / "atom.rnc").write_text((schemas / "atom.rnc").read_text())
    # The published schema lacks two backslashes and therefore rejects every address with an r or a t.
    text = (schemas / "opds" / "opds.rnc").read_text().replace("\\nrt]", "\\n\\r\\t]")
    (work / "opds.rnc").write_text(text)
    feeds = sorted((folder / "feeds").glob("*.xml"))
    problems = []
    for first in range(0, len(feeds), 500):
        result = subprocess.run(
            ["jing", "-c", str(work / "opds.rnc")] + [str(feed) for feed in feeds[first:first + 500]],
            capture_output=True, text=True)
        problems += result.stdout.splitlines() + result.stderr.splitlines()
    # Ignore warnings of Debian's jing about optional libraries.
    return [line for line in problems if line.strip() and not line.startswith("[warning] /usr/bin/jing")]


def main():
    program, schemas, count = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3])
    seed = int(os.environ.get("SEED", "1"))
    most = int(os.environ.get("FEEDS", "4000"))
    print(f"{count} books of seed {seed}")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "feeds").mkdir()
        (folder / "books.jsonl").write_text("\n".join(books(count, seed)) + "\n")
        environment = os.environ | {"CATALOG_DB": str(folder / "catalog.db"), "XDG_CACHE_HOME": str(folder / "cache")}
        subprocess.run(
            [program, "import", str(folder / "books.jsonl")], env=environment, check=True, stdout=subprocess.DEVNULL)
        server = subprocess.Popen(
            [program, "serve", "--listen", "127.0.0.1:0"], env=environment, stdout=subprocess.PIPE, text=True)
        problems = []
        try:
            start = re.search(r"http://[^ ]*", server.stdout.readline()).group() + "opds"
            schema, feeds, total = validator(schemas), 0, 0
            for address, body in walk(start, "2.0", most):
                feed = json.loads(body)
                feeds, total = feeds + 1, total + len(feed.get("publications", []))
                problems += [f"{address}: {error.json_path}: {error.message[:200]}" for error in schema.iter_errors(feed)]
            print(f"OPDS 2.0: {feeds} feeds with {total} entries, {len(problems)} problems")
            feeds = total = 0
            for address, body in walk(start, "1.2", most):
                feeds, total = feeds + 1, total + body.count(b"/acquisition/open-access")
                (folder / "feeds" / f"{feeds:05}.xml").write_bytes(body)
            broken = check_atom(folder, schemas)
            print(f"OPDS 1.2: {feeds} feeds with {total} links to books, {len(broken)} problems")
            problems += broken
        finally:
            server.terminate()
            server.wait()
    for problem in problems[:20]:
        print(problem)
    sys.exit(1 if problems else 0)


main()
