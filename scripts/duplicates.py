"""Measures the quality of `catalog duplicates`: run by scripts/duplicates.

Generates books. Every fifth one is a variant of an earlier one, with one or two of the variations that services and
people introduce. Some of the others only look alike: sequels and other volumes, namesakes, translations, other
editions. Imports the books, and prints the share of correct groups for each grade and the share of duplicates that were
found. Exits with 1 if a group graded as sure is wrong, or if sure and likely groups together find less than 95 %.
SEED=7 repeats a run.
"""

import json
import os
import random
import subprocess
import sys
import tempfile
import time

from made_up_books import (
    NOUNS, as_it_is, in_other_letters, in_other_signs, isbn, look, name, title, with_first_author, with_initials,
    with_series, with_spaces, with_subtitle)

program = sys.argv[1]
BOOKS = int(sys.argv[2]) if len(sys.argv) > 2 else 100_000
PLANTED = BOOKS // 5
seed = int(os.environ.get("SEED") or random.randrange(1_000_000))
dice = random.Random(seed)
PUBLISHERS = ["Ace", "Penguin", "Tor", "Faber & Faber", "Éditions du Seuil", "Diogenes", "Anagrama", "Orbit"]


def original():
    """A book that is another one than all before."""
    while True:
        book = {"title": title(dice), "authors": [name(dice) for _ in range(dice.choice([1, 1, 1, 2]))]}
        if look(**book) not in seen:
            seen.add(look(**book))
            break
    if dice.random() < 0.7:
        book["isbn"] = isbn(len(books))
    if dice.random() < 0.3:
        book |= {"series": title(dice), "seriesNumber": dice.randint(1, 12)}
    if dice.random() < 0.2:
        book["subtitle"] = "A " + dice.choice(["novel", "memoir", "history of " + dice.choice(NOUNS)])
    for key, value in (
        ("publisher", dice.choice(PUBLISHERS)), ("published", str(dice.randint(1850, 2024))),
        ("pages", dice.randint(80, 900)), ("language", dice.choice(["en", "en", "de", "fr"])),
        ("format", dice.choice(["hardcover", "paperback", "ebook"])),
    ):
        if dice.random() < 0.5:
            book[key] = value
    return book


def with_family_name_in_front(dice, book):
    def turned(author):
        given, family = author.rsplit(" ", 1)
        return f"{family}, {given}"
    return book["title"], [turned(a) for a in book["authors"]]


def with_joined_initials(dice, book):
    def short(author):
        *given, family = author.split()
        return "".join(word[0] for word in given) + " " + family if len(given) > 1 else f"{given[0][0]}. {family}"
    return book["title"], [short(a) for a in book["authors"]]


def with_family_name_alone(dice, book):
    return book["title"], [a.rsplit(" ", 1)[1] for a in book["authors"]]


def with_translator(dice, book):
    return book["title"], book["authors"] + [name(dice)]


def in_another_order(dice, book):
    return book["title"], book["authors"][::-1]


def without_article(dice, book):
    first, rest = book["title"].split(" ", 1)
    return (rest if first in ("The", "A") else "The " + book["title"]), book["authors"]


def with_note(dice, book):
    return book["title"] + dice.choice([" (Paperback)", " [Audiobook]", " (Penguin Classics)"]), book["authors"]


def divided_name(dice, book):
    return book["title"], [word for a in book["authors"] for word in a.rsplit(" ", 1)[::-1]]


# The frequency of each variation of titles and names.
TITLES = {
    as_it_is: 20, in_other_letters: 10, with_spaces: 5, with_series: 10, with_subtitle: 6, in_other_signs: 8,
    without_article: 4, with_note: 4,
}
NAMES = {
    with_initials: 6, with_first_author: 4, with_family_name_in_front: 8, with_joined_initials: 4,
    with_family_name_alone: 2, with_translator: 4, in_another_order: 3, divided_name: 2,
}


def again(book):
    """A book over again: what it is called by whom, and some of what else is known of it."""
    if dice.random() < 0.2:
        ways = [dice.choices(list(kind), kind.values())[0] for kind in (TITLES, NAMES)]
    else:
        ways = dice.choices(list(TITLES) + list(NAMES), list(TITLES.values()) + list(NAMES.values()))
    copy = dict(book)
    for way in ways:
        copy["title"], copy["authors"] = way(dice, copy)
    for key in ("series", "seriesNumber", "subtitle", "publisher", "published", "pages", "language", "format"):
        if dice.random() < 0.4:
            copy.pop(key, None)
    if dice.random() < 0.1:
        copy["published"] = str(dice.randint(1850, 2024))
    if dice.random() < 0.1:
        copy["publisher"] = dice.choice(PUBLISHERS)
    number = copy.pop("isbn", None)
    if number and dice.random() < 0.3:
        copy["isbn"] = dice.choice([number, ten(number), "-".join([number[:3], number[3], number[4:8], number[8:12], number[12]])])
    return copy, " + ".join(dict.fromkeys(way.__name__.replace("_", " ") for way in ways))


def ten(number):
    """The ten digits of an ISBN of thirteen."""
    digits = number[3:12]
    check = -sum(int(d) * (10 - i) for i, d in enumerate(digits)) % 11
    return digits + ("X" if check == 10 else str(check))


def alike(book):
    """Another book than the one that it looks like, or another edition of it."""
    other = {key: value for key, value in book.items() if key in ("title", "authors", "language", "publisher")}
    kind = dice.randrange(8)
    if kind == 0:
        other["title"] += dice.choice([" Vol. 2", " II", " 3", ": The Sequel"])
    elif kind == 1:
        other["authors"] = [name(dice)] + other["authors"][1:]
    elif kind == 2:
        words = other["title"].split()
        other["title"] = " ".join(words[:-1] + [dice.choice(NOUNS).title()])
    elif kind == 3:
        other["authors"] = [name(dice).split(" ")[0] + " " + other["authors"][0].split(" ")[-1]] + other["authors"][1:]
    elif kind == 4:
        # Another volume of the same series, titled by the series.
        other |= {"series": other["title"], "seriesNumber": dice.randint(20, 40)}
        book |= {"series": other["title"], "seriesNumber": 1}
    elif kind == 5:
        book["language"], other["language"] = "en", "es"
    elif kind == 6:
        book["format"], other["format"] = "hardcover", "audiobook"
    else:
        other["isbn"] = isbn(500_000_000 + len(books))
        book.setdefault("isbn", isbn(600_000_000 + len(books)))
    # By chance, the variant may equal another book.
    return None if kind < 4 and look(other["title"], other["authors"]) in seen else other


books, seen, truths, ways = [], set(), [], []
while len(books) < BOOKS - PLANTED:
    book = original()
    truths.append(len(books))
    books.append(book)
    ways.append(None)
    if dice.random() < 0.05 and len(books) < BOOKS - PLANTED:
        if other := alike(book):
            seen.add(look(other["title"], other["authors"]))
            truths.append(len(books))
            books.append(other)
            ways.append(None)
for number in dice.sample(range(len(books)), PLANTED):
    copy, way = again(books[number])
    truths.append(number)
    books.append(copy)
    ways.append(way)
order = list(range(len(books)))
dice.shuffle(order)


def run(*arguments):
    begun = time.monotonic()
    answer = subprocess.run([program, "--db", os.path.join(folder, "catalog.db"), *arguments], capture_output=True, text=True)
    if answer.returncode not in (0, 3):
        sys.exit(f"error: catalog {' '.join(arguments)}: {answer.stderr.strip()}")
    return answer.stdout, time.monotonic() - begun


with tempfile.TemporaryDirectory() as folder:
    with open(os.path.join(folder, "books.jsonl"), "w") as file:
        for number in order:
            # The row number is stored in a field that is not compared.
            file.write(json.dumps(books[number] | {"notes": str(number)}) + "\n")
    run("import", os.path.join(folder, "books.jsonl"), "--offline")
    numbers = {book["id"]: int(book["notes"]) for book in json.loads(run("list", "--all", "--json=id,notes")[0])}
    answer, seconds = run("duplicates", "--all-editions", "--json")
    groups = json.loads(answer)

found, right, wrong = set(), dict.fromkeys(["sure", "likely"], 0), {"sure": [], "likely": []}
for group in groups:
    if group["grade"] == "edition":
        continue
    rows = [numbers[id] for id in group["ids"]]
    is_right = len({truths[row] for row in rows}) == 1
    if is_right:
        right[group["grade"]] += 1
    else:
        wrong[group["grade"]].append((group, rows))
    # A duplicate counts as found if it is in a group with its counterpart.
    found |= {row for row in rows if ways[row] and any(truths[row] == truths[other] for other in rows if other != row)}

print(f"\n{PLANTED} of {len(books)} books are there twice, seed {seed}; {seconds:.2f} s")
print(f"{'written':58} {'planted':>8} {'found':>8}")
counts = {}
for row, way in enumerate(ways):
    if way:
        count = counts.setdefault(way, [0, 0])
        count[0] += 1
        count[1] += row in found
for way, (planted, hits) in sorted(counts.items(), key=lambda item: item[1][0] - item[1][1], reverse=True)[:25]:
    print(f"{way:58} {planted:8} {hits:8}")
for grade in ("sure", "likely"):
    total = right[grade] + len(wrong[grade])
    print(f"{grade}: {total} groups, right {100 * right[grade] / max(1, total):.2f} %")
share = 100 * len(found) / PLANTED
print(f"found: {len(found)} of {PLANTED} ({share:.1f} %)")
for grade, limit in (("sure", 10), ("likely", 5)):
    for group, rows in wrong[grade][:limit]:
        print(f"wrong ({grade}, {group['reason']}):", *(f"{truths[row]} {json.dumps(books[row], ensure_ascii=False)}" for row in rows), sep="\n    ")
if os.environ.get("MISSED"):
    for row in [row for row, way in enumerate(ways) if way and row not in found][: int(os.environ["MISSED"])]:
        print(f"missed ({ways[row]}):", json.dumps(books[row], ensure_ascii=False), json.dumps(books[truths[row]], ensure_ascii=False), sep="\n    ")
sys.exit(1 if wrong["sure"] or share < 95 else 0)
