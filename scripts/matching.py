"""Measures how rows without an ISBN are matched with books: run by scripts/interchange.

Generates 100,000 books, and a table of 2,000 rows in the format of Goodreads without ISBNs. The correct result of each
row is known: a variant of a book in the catalog, as services and people write it; a book that is not in the catalog and
only looks alike; or one that fits two books. Imports both and prints the results. Exits with 1 if a row was joined to a
wrong book, or if one that fits two books was joined to either. `astray` counts rows that are proposed as duplicates of
wrong books. SEED=7 repeats a run.
"""

import csv
import json
import os
import random
import subprocess
import sys
import tempfile

from made_up_books import (
    GIVEN, NOUNS, as_it_is, in_other_letters, in_other_signs, isbn, look, name, title, with_first_author, with_initials,
    with_series, with_spaces, with_subtitle)

BOOKS, ROWS = 100_000, 2_000
program = sys.argv[1]
seed = int(os.environ.get("SEED") or random.randrange(1_000_000))
dice = random.Random(seed)

books, seen = [], {}
while len(books) < BOOKS:
    book = {"title": title(dice), "authors": [name(dice) for _ in range(dice.choice([1, 1, 1, 2]))]}
    if look(**book) in seen:
        continue
    seen[look(**book)] = True
    if dice.random() < 0.7:
        book["isbn13"] = isbn(len(books))
    if dice.random() < 0.3:
        book |= {"series": title(dice), "seriesNumber": dice.randint(1, 12)}
    if dice.random() < 0.2:
        book["subtitle"] = "A " + dice.choice(["novel", "memoir", "history of " + dice.choice(NOUNS)])
    books.append(book)
    # Two editions of one book. A row that matches both must be matched with neither.
    if dice.random() < 0.01 and len(books) < BOOKS:
        books.append(book | {"isbn13": isbn(500_000_000 + len(books))})
twins = [i for i in range(BOOKS - 1) if look(books[i]["title"], books[i]["authors"]) == look(books[i + 1]["title"], books[i + 1]["authors"])]
paired = set(twins) | {i + 1 for i in twins}


# The variations of a book, with their frequencies.
WAYS = {
    as_it_is: 30, in_other_letters: 15, with_spaces: 10, with_series: 15, with_subtitle: 8, with_initials: 7,
    in_other_signs: 8, with_first_author: 7,
}


def alike(book):
    """Another book than any that is there, which looks like one."""
    while True:
        text, authors = book["title"], list(book["authors"])
        match dice.randrange(4):
            case 0: text += dice.choice([" Vol. 2", " II", " 3", ": The Sequel"])
            case 1: authors[0] = name(dice)
            case 2: text = text.replace(text.split()[-1], dice.choice(NOUNS).title())
            case 3: authors[0] = dice.choice(GIVEN) + " " + authors[0].split(" ")[-1]
        if look(text, authors) not in seen:
            return text, authors


rows = []
for number in range(ROWS):
    kind = dice.random()
    if kind < 0.05:
        rows.append(("fits two", as_it_is(dice, books[dice.choice(twins)]), None))
    elif kind < 0.2:
        rows.append(("looks alike", alike(books[dice.randrange(BOOKS)]), None))
    else:
        index = dice.choice([i for i in (dice.randrange(BOOKS) for _ in range(50)) if i not in paired])
        way = dice.choices(list(WAYS), WAYS.values())[0]
        rows.append((way.__name__.replace("_", " "), way(dice, books[index]), index))


def run(*arguments):
    answer = subprocess.run([program, "--db", os.path.join(folder, "catalog.db"), *arguments], capture_output=True, text=True)
    if answer.returncode not in (0, 3):
        sys.exit(f"error: catalog {' '.join(arguments)}: {answer.stderr.strip()}")
    return answer.stdout


with tempfile.TemporaryDirectory() as folder:
    with open(os.path.join(folder, "books.jsonl"), "w") as file:
        for index, book in enumerate(books):
            file.write(json.dumps(book | {"identifiers": [{"type": "truth", "value": str(index)}]}) + "\n")
    with open(os.path.join(folder, "goodreads.csv"), "w", newline="") as file:
        table = csv.writer(file)
        table.writerow(["Book Id", "Title", "Author", "Additional Authors", "ISBN", "ISBN13", "My Rating", "Exclusive Shelf"])
        for number, (_, (text, authors), _) in enumerate(rows, 1):
            table.writerow([number, text, authors[0], ", ".join(authors[1:]), '=""', '=""', 4, "read"])
    run("import", os.path.join(folder, "books.jsonl"), "--offline")
    run("import", os.path.join(folder, "goodreads.csv"), "--offline")
    found = json.loads(run("list", "--all", "--json=id,identifiers"))
    groups = json.loads(run("duplicates", "--json"))

truths, numbers = {}, {}
for book in found:
    for identifier in book["identifiers"]:
        if identifier["type"] == "truth":
            truths.setdefault(book["id"], set()).add(int(identifier["value"]))
        if identifier["type"] == "goodreads":
            numbers[int(identifier["value"])] = book["id"]
proposed = {}
for group in groups:
    for id in group["ids"]:
        proposed.setdefault(id, set()).update(group["ids"])


def proposals(id):
    """The books among which `duplicates` counts a row that was not joined."""
    return set().union(*(truths.get(other, set()) for other in proposed.get(id, ())))


counts, wrong = {}, []
for number, (kind, written, truth) in enumerate(rows, 1):
    count = counts.setdefault(kind, dict.fromkeys(["rows", "joined", "proposed", "wrong", "astray"], 0))
    count["rows"] += 1
    id = numbers[number]
    if joined := truths.get(id, set()):
        right = truth in joined
        count["joined" if right else "wrong"] += 1
        if not right:
            wrong.append((kind, written, books[min(joined)]))
    elif truth is not None and truth in proposals(id):
        count["proposed"] += 1
    elif proposals(id):
        count["astray"] += 1

print(f"\nmatches of {ROWS} rows without ISBN among {BOOKS} books, seed {seed}")
print(f"{'row':20} {'rows':>6} {'joined':>7} {'proposed':>9} {'wrong':>6} {'astray':>7}")
for kind, count in sorted(counts.items()):
    print(f"{kind:20} {count['rows']:6} {count['joined']:7} {count['proposed']:9} {count['wrong']:6} {count['astray']:7}")
real = [count for kind, count in counts.items() if kind not in ("fits two", "looks alike")]
total, right = sum(c["rows"] for c in real), sum(c["joined"] + c["proposed"] for c in real)
print(f"found: {right} of {total} ({100 * right / total:.1f} %); wrong: {len(wrong)}")
for kind, written, book in wrong[:10]:
    print(f"wrong ({kind}): {written} taken for {book['title']!r} by {book['authors']}")
sys.exit(1 if wrong else 0)
