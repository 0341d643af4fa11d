"""demo-openlibrary.py PORT [--delay SECONDS] [--limit REQUESTS] [--want-contact] [--log]: serves a small Open Library
on loopback until it is stopped: its search, works, editions, ISBNs and covers, as openlibrary.org/developers/api
describes them, with about thirty books. With port 0, the system chooses a port. Prints its address when it is ready.

--delay delays each response. --limit responds with 429 to a client that sends more requests than this per second.
--want-contact responds with 403 to a client whose User-Agent has no contact address. --log writes each request to
standard error.

The numbers of books are real, so that they find these works; keys, ratings, subjects and descriptions are made up here.
"""

import argparse
import json
import re
import struct
import sys
import threading
import time
import unicodedata
import urllib.parse
import zlib
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

# Title, authors, ISBNs of editions, first year, pages, rating, ratings, subjects, description.
BOOKS = [
    ("Why We Sleep", ["Matthew Walker"], ["9780141983769", "9781501144318"], 2017, 368, 4.38, 1834,
     ["Sleep", "Neurosciences", "Health"], "What happens in the third of our lives that we do not see, and what it costs to shorten it."),
    ("The Hitchhiker's Guide to the Galaxy", ["Douglas Adams"], ["9780671461492", "9780330258647"], 1979, 216, 4.22, 2650,
     ["Science fiction", "Humour", "Space travel"], "A house is in the way of a bypass, and a planet is in the way of another one."),
    ("Die Verwandlung", ["Franz Kafka"], ["9783150099001", "9780486290300"], 1915, 74, 3.85, 1201,
     ["Fiction", "Metamorphosis"], "Gregor Samsa wakes up and is late for work.\r\n\r\nHe is also an insect."),
    ("The Great Gatsby", ["F. Scott Fitzgerald"], ["9780743273565", "9780141182636"], 1925, 180, 3.93, 5210,
     ["Fiction", "Wealth", "Long Island"], "Parties by the water, and a green light on the other side of it."),
    ("Dune", ["Frank Herbert"], ["9780340839935", "9780441013593", "0441172717"], 1965, 604, 4.25, 3120,
     ["Science fiction", "Deserts", "Ecology"], "A family is given a planet of sand, on which the only thing that anybody wants is found."),
    ("Pride and Prejudice", ["Jane Austen"], ["9780679783268", "9780141439518"], 1813, 279, 4.28, 6120,
     ["Fiction", "Courtship", "Sisters"], "Five sisters, one house that none of them will inherit, and a neighbour with ten thousand a year."),
    ("Alice's Adventures in Wonderland & Through the Looking-Glass", ["Lewis Carroll"], ["9780451527745"], 1865, 239,
     4.06, 1990, ["Children's stories", "Fantasy"], "Down a rabbit hole, and later through a mirror."),
    ("The Hobbit", ["J. R. R. Tolkien"], ["9780618260300", "9780261102217"], 1937, 366, 4.27, 7012,
     ["Fantasy", "Dragons", "Journeys"], "Somebody who likes his armchair is talked into a journey to a dragon."),
    ("The Epic of Gilgamesh", ["Anonymous"], ["9780141026282"], -1750, 120, 3.71, 640,
     ["Epic poetry", "Mesopotamia"], "A king looks for a way not to die, and finds a wall that he has built."),
    ("L'Étranger", ["Albert Camus"], ["9782070360024", "9780679720201"], 1942, 184, 3.98, 2890,
     ["Fiction", "Algeria"], "A man who says no more than he feels is judged for it."),
    ("The Hound of the Baskervilles", ["Arthur Conan Doyle"], ["9780451528018", "9780140437867"], 1902, 256, 4.13, 1711,
     ["Detective stories", "Dartmoor"], "A curse, a moor, and footprints that are not a man's."),
    ("A Brief History of Time", ["Stephen Hawking"], ["9780553380163"], 1988, 212, 4.17, 2203,
     ["Cosmology", "Physics"], "Where everything comes from, with one equation."),
    ("The C Programming Language", ["Brian W. Kernighan", "Dennis M. Ritchie"], ["9780131103627"], 1978, 272, 4.43, 980,
     ["C (Computer program language)"], "The language by those who made it, in fewer pages than most books about it."),
    ("Guns, Germs, and Steel", ["Jared Diamond"], ["9780739467350"], 1997, 425, 4.04, 1502, ["History", "Civilization"],
     "Why some came in ships to others, and not the other way round."),
    ("The Republic", ["Plato"], ["9780140449143"], -380, 416, 3.95, 1120, ["Philosophy", "Justice"],
     "What justice is, asked of everybody on the way back from a festival."),
    ("Cien años de soledad", ["Gabriel García Márquez"], ["9780307474728", "9780060883287"], 1967, 496, 4.11, 3310,
     ["Fiction", "Families", "Colombia"], "Seven generations of a family that uses the same names again and again."),
    ("To Kill a Mockingbird", ["Harper Lee"], ["9780061120084"], 1960, 336, 4.27, 5402, ["Fiction", "Race relations"],
     "A lawyer defends a man whom the town has judged already; his daughter tells it."),
    ("Dune Messiah", ["Frank Herbert"], ["9780441172696"], 1969, 331, 3.9, 810, ["Science fiction"],
     "Twelve years later it is the victor who sees no way out."),
    ("Jane Eyre", ["Charlotte Brontë"], ["9780142437209", "9780141441146"], 1847, 532, 4.15, 2901,
     ["Fiction", "Governesses"], "A governess, a house, and a sound behind the wall of the third floor."),
    ("Winnie-the-Pooh", ["A. A. Milne"], ["9780525467564"], 1926, 161, 4.36, 1402, ["Children's stories", "Bears"],
     "A bear of very little brain, and those who live near him."),
    ("The Fellowship of the Ring", ["J. R. R. Tolkien"], ["9780618346257"], 1954, 398, 4.39, 4503, ["Fantasy"],
     "Nine set out to throw away a ring."),
    ("The Iliad", ["Homer"], ["9780140275360"], -750, 683, 3.9, 1605, ["Epic poetry", "Trojan War"],
     "Some weeks in the tenth year of a war, because somebody is angry."),
    ("Мастер и Маргарита", ["Михаил Булгаков"], ["9785040019526"], 1967, 480, 4.3, 1703, ["Fiction", "Moscow"],
     "The devil visits Moscow, where nobody believes in him."),
    ("The Catcher in the Rye", ["J. D. Salinger"], ["9780316769174"], 1951, 277, 3.81, 4010, ["Fiction", "Adolescence"],
     "Three days in New York of a boy who does not go home."),
    ("Foundation", ["Isaac Asimov"], ["9780553803716"], 1951, 244, 4.17, 1880, ["Science fiction"],
     "An empire will fall; how long the night lasts can still be chosen."),
    ("And Then There Were None", ["Agatha Christie"], ["9780312330873"], 1939, 264, 4.28, 2104, ["Detective stories"],
     "Ten are invited to an island, and each day there are fewer."),
    ("The Adventures of Sherlock Holmes", ["Arthur Conan Doyle"], ["9780486474915", "9780140437713"], 1892, 307, 4.3, 1940,
     ["Detective stories", "London"], "Twelve cases, beginning with the one in which he lost."),
    ("Moby Dick", ["Herman Melville"], ["9780142437247"], 1851, 635, 3.53, 1702, ["Whaling", "Sea stories"],
     "A ship is taken round the world after one whale."),
    ("Frankenstein", ["Mary Wollstonecraft Shelley"], ["9780486282114", "9780141439471"], 1818, 280, 3.85, 2203,
     ["Horror", "Science"], "A student makes a being and runs away from it."),
    ("The Time Machine", ["H. G. Wells"], ["9780141439976"], 1895, 118, 3.9, 1202, ["Science fiction", "Time travel"],
     "A dinner guest is late, since he comes from the year 802,701."),
    ("A Notebook of the Nameless", ["Nobody in Particular"], ["9791090724457"], 2011, None, None, 0, [], None),
]

LANGUAGES = {"Die Verwandlung": "ger", "L'Étranger": "fre", "Cien años de soledad": "spa", "Мастер и Маргарита": "rus"}


def words(text):
    plain = unicodedata.normalize("NFKD", text).casefold()
    return re.findall(r"\w+", "".join(letter for letter in plain if not unicodedata.combining(letter)))


def ten_digits(isbn):
    total = sum(int(digit) * weight for digit, weight in zip(isbn[3:12], range(10, 1, -1)))
    check = (11 - total % 11) % 11
    return isbn[3:12] + ("X" if check == 10 else str(check))


def thirteen_digits(isbn):
    if len(isbn) == 13:
        return isbn
    body = "978" + isbn[:9]
    return body + str(-sum(int(digit) * (3 if place % 2 else 1) for place, digit in enumerate(body)) % 10)


class Shelf:
    """The records, by their names."""

    def __init__(self):
        self.documents, self.works, self.editions, self.isbns = [], {}, {}, {}
        for number, book in enumerate(BOOKS):
            self.add(number, *book)
        # A work that was merged into another one: the search still has the old key.
        hobbit = next(document for document in self.documents if document["title"] == "The Hobbit")
        self.works["OL9001W"] = {
            "key": "/works/OL9001W", "type": {"key": "/type/redirect"}, "location": hobbit["key"]}
        hobbit["key"] = "/works/OL9001W"

    def add(self, number, title, authors, isbns, year, pages, rating, ratings, subjects, description):
        work, cover, language = f"OL{1001 + number}W", 5001 + number, LANGUAGES.get(title, "eng")
        isbns = [thirteen_digits(isbn) for isbn in isbns]
        document = {
            "key": f"/works/{work}", "title": title, "author_name": authors, "first_publish_year": year,
            "edition_count": len(isbns), "language": [language],
            "isbn": isbns + [ten_digits(isbn) for isbn in isbns if isbn.startswith("978")],
        }
        optional = {
            "number_of_pages_median": pages, "ratings_average": rating, "ratings_count": ratings or None,
            "subject": subjects or None, "cover_i": cover if description else None}
        document.update({name: value for name, value in optional.items() if value is not None})
        record = {
            "key": f"/works/{work}", "type": {"key": "/type/work"}, "title": title, "subjects": subjects,
            "covers": [-1, cover], "latest_revision": 3, "revision": 3}
        if description:
            # Both forms occur in Open Library.
            record["description"] = (
                description if number % 2 else {"type": "/type/text", "value": description})
        self.works[work] = record
        editions = []
        for place, isbn in enumerate(isbns):
            edition = f"OL{2001 + number * 10 + place}M"
            self.editions[edition] = {
                "key": f"/books/{edition}", "type": {"key": "/type/edition"}, "title": title,
                "works": [{"key": f"/works/{work}"}], "isbn_13": [isbn], "publishers": ["The Demonstration Press"],
                "publish_date": f"March {1 + number % 28}, {1990 + number}", "languages": [{"key": f"/languages/{language}"}],
                "covers": [cover]}
            if pages:
                self.editions[edition]["number_of_pages"] = pages
            self.isbns[isbn] = edition
            editions.append({"key": f"/books/{edition}", "title": title, "isbn": [isbn], "cover_i": cover})
        document["_editions"] = editions
        self.documents.append(document)

    def search(self, query):
        def given(name):
            return query.get(name, [""])[0]

        limit, fields = int(given("limit") or 100), given("fields").split(",")
        # Only ISBNs without hyphens are recognised.
        asked = re.findall(r"\b\d{13}\b|\b\d{9}[\dXx]\b", given("q")) if "isbn:" in given("q") else []
        key = re.fullmatch(r"key:(/works/OL\d+W)", given("q"))
        found = []
        for document in self.documents:
            if asked:
                matches = bool(set(document["isbn"]) & set(asked))
            elif key:
                names = {document["key"], f"/works/OL{1001 + self.documents.index(document)}W"}
                matches = key[1] in names
            else:
                title, authors = words(document["title"]), words(" ".join(document["author_name"]))
                matches = (
                    all(word in title + authors for word in words(given("q")))
                    and all(word in title for word in words(given("title")))
                    and all(word in authors for word in words(given("author"))))
            if matches:
                found.append(self.shown(document, fields, asked, key[1] if key else None))
        return {
            "numFound": len(found), "start": 0, "numFoundExact": True, "num_found": len(found), "q": given("q"),
            "offset": None, "docs": found[:limit]}

    @staticmethod
    def shown(document, fields, asked, key):
        shown = {name: value for name, value in document.items() if name in fields}
        if key and "key" in shown:
            shown["key"] = key
        if "editions" in fields:
            editions = [edition for edition in document["_editions"] if set(edition["isbn"]) & set(asked)]
            editions = (editions or document["_editions"])[:1]
            wanted = [field[len("editions."):] for field in fields if field.startswith("editions.")]
            shown["editions"] = {
                "numFound": len(editions), "start": 0, "numFoundExact": True,
                "docs": [{name: edition[name] for name in wanted if name in edition} for edition in editions]}
        return shown


def png(number, size):
    """A cover: a ground, a lighter frame, and stripes where a title would be."""
    width, height = {"S": (40, 60), "M": (120, 180), "L": (240, 360)}[size]
    ground = [40 + number * step % 150 for step in (37, 61, 97)]
    light = [min(255, value + 90) for value in ground]
    rows = []
    for y in range(height):
        row = bytearray(b"\0")
        for x in range(width):
            edge = min(x, y, width - 1 - x, height - 1 - y) * 24 // width
            stripe = height // 4 < y < height // 2 and y * 24 // height % 2 == 0 and width // 5 < x < width * 4 // 5
            row += bytes(light if edge == 1 or stripe else ground)
        rows.append(bytes(row))

    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
        + chunk(b"IDAT", zlib.compress(b"".join(rows))) + chunk(b"IEND", b""))


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = "demonstration"
    options = None
    shelf = Shelf()
    lock = threading.Lock()
    times = []

    def do_GET(self):
        if self.options.delay:
            time.sleep(self.options.delay)
        if self.options.want_contact and not re.search(r"@|https?:", self.headers.get("User-Agent", "")):
            return self.answer(403, {"message": "Please say in the User-Agent how to reach you."})
        if self.is_too_often():
            return self.answer(429, {"message": "Too many requests."}, [("Retry-After", "1")])
        address = urllib.parse.urlsplit(self.path)
        query = urllib.parse.parse_qs(address.query)
        if address.path == "/search.json":
            return self.answer(200, self.shelf.search(query))
        if match := re.fullmatch(r"/works/(OL\d+W)\.json", address.path):
            return self.record(self.shelf.works.get(match[1]), address.path)
        if match := re.fullmatch(r"/books/(OL\d+M)\.json", address.path):
            return self.record(self.shelf.editions.get(match[1]), address.path)
        if match := re.fullmatch(r"/isbn/(\d{9}[\dX]|\d{13})\.json", address.path):
            edition = self.shelf.isbns.get(thirteen_digits(match[1]))
            if edition:
                return self.send(302, b"", "text/html", [("Location", f"/books/{edition}.json")])
        if match := re.fullmatch(r"/b/id/(\d+)-([SML])\.jpg", address.path):
            if any(document.get("cover_i") == int(match[1]) for document in self.shelf.documents):
                return self.send(200, png(int(match[1]), match[2]), "image/png")
        return self.record(None, address.path)

    def is_too_often(self):
        if not self.options.limit:
            return False
        now = time.monotonic()
        with self.lock:
            self.times[:] = [moment for moment in self.times if now - moment < 1]
            if len(self.times) >= self.options.limit:
                return True
            self.times.append(now)
            return False

    def record(self, record, path):
        if record is None:
            return self.answer(404, {"error": "notfound", "key": path.removesuffix(".json")})
        tag = '"%08x"' % zlib.crc32(json.dumps(record).encode())
        if self.headers.get("If-None-Match") == tag:
            return self.send(304, b"", None, [("ETag", tag)])
        return self.answer(200, record, [("ETag", tag)])

    def answer(self, status, value, headers=()):
        self.send(status, json.dumps(value, ensure_ascii=False).encode(), "application/json", headers)

    def send(self, status, body, kind, headers=()):
        self.send_response(status)
        if kind:
            self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_request(self, code="-", size="-"):
        if self.options.log:
            print(code, urllib.parse.unquote(self.path), file=sys.stderr, flush=True)

    def log_message(self, form, *arguments):
        pass


def main():
    parser = argparse.ArgumentParser(description="serves a small Open Library on loopback")
    parser.add_argument("port", type=int)
    parser.add_argument("--delay", type=float, default=0)
    parser.add_argument("--limit", type=int, default=0)
    parser.add_argument("--want-contact", action="store_true")
    parser.add_argument("--log", action="store_true")
    Handler.options = parser.parse_args()
    server = ThreadingHTTPServer(("127.0.0.1", Handler.options.port), Handler)
    server.daemon_threads = True
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass


main()
