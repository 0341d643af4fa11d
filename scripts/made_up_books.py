"""Books that nobody wrote, and the ways in which services and people write one book: what scripts/matching.py and
scripts/duplicates.py make their tables of."""

import unicodedata

NOUNS = """orchard tide winter lantern river ashes mirror garden letter bridge crown harbour salt thunder island needle
wolf sparrow engine cathedral desert meadow glass copper ember shadow compass ladder violin archive märchen schloß façade
jalapeño señora été cœur øre łódź""".split()
QUALITIES = """silent broken last hidden golden bitter distant endless paper iron crooked scarlet forgotten burning pale
lonely ancient electric hollow restless""".split()
GIVEN = """Ada Bo Cem Dóra Elif Finn Greta Hugo Inês Jürgen Kaja Łucja Mateo Núria Olaf Petra Quinn Rosa Søren Tomás Uma
Vera Wim Xenia Yara Zoë""".split()
FAMILY = """Lindqvist Karr Ozan Novák Müller García Østergård Żeromska O’Neil D'Angelo Smith-Jones Tanaka Ferreira Kowalski
Dubois Rossi Petrov Haddad Nakamura Okafor Byrne Castillo Eriksen Fischer Guzmán Horváth Ivanova Jansen""".split()


def name(dice):
    """The name of a person."""
    middle = f" {dice.choice('ABCDEFGHJKLMRST')}. " if dice.random() < 0.3 else " "
    return dice.choice(GIVEN) + middle + dice.choice(FAMILY) + dice.choice(["", "", "", "-" + dice.choice(FAMILY)])


def title(dice):
    """A title."""
    words = [dice.choice(QUALITIES), dice.choice(NOUNS)]
    if dice.random() < 0.7:
        words += [dice.choice(["of the", "and the", "in the", "beyond the", "&"]), dice.choice(QUALITIES), dice.choice(NOUNS)]
    if dice.random() < 0.2:
        words[1] += dice.choice(["'s", "’s"])
    text = " ".join(words).title() if dice.random() < 0.8 else " ".join(words).capitalize()
    return (dice.choice(["The ", "A ", ""]) + text).replace("'S", "'s").replace("’S", "’s")


def isbn(number):
    """The ISBN of a number below 1,000,000,000."""
    digits = f"978{number:09d}"
    total = sum(int(d) * (3 if i % 2 else 1) for i, d in enumerate(digits))
    return digits + str(-total % 10)


def folded(text):
    """A text without case, accents and signs."""
    plain = unicodedata.normalize("NFKD", text).casefold()
    return " ".join("".join(c if c.isalnum() else " " for c in plain if not unicodedata.combining(c)).split())


def look(title, authors):
    """What two books have in common that nobody could tell apart by their titles and authors."""
    return folded(title), tuple(folded(a) for a in authors)


# The variations of a book: the title and the authors in a row about it.


def as_it_is(dice, book):
    return book["title"], book["authors"]


def in_other_letters(dice, book):
    text = "".join(c for c in unicodedata.normalize("NFD", book["title"]) if not unicodedata.combining(c))
    return dice.choice([text, book["title"].upper(), book["title"].lower()]), book["authors"]


def with_spaces(dice, book):
    return book["title"].replace(" ", "  ", 1) + " ", [a.replace(" ", "   ", 1) for a in book["authors"]]


def with_series(dice, book):
    return f"{book['title']} ({book.get('series') or title(dice)}, #{book.get('seriesNumber') or 1})", book["authors"]


def with_subtitle(dice, book):
    return f"{book['title']}: {book.get('subtitle') or 'A Novel'}", book["authors"]


def with_initials(dice, book):
    def short(author):
        given, rest = author.split(" ", 1)
        return f"{given[0]}. {rest}"
    return book["title"], [short(a) for a in book["authors"]]


def in_other_signs(dice, book):
    text = book["title"].replace("’", "\0").replace("'", "’").replace("\0", "'").replace("&", "and")
    return text, [a.replace("’", "'").replace("-", "‐") for a in book["authors"]]


def with_first_author(dice, book):
    return book["title"], book["authors"][:1]
