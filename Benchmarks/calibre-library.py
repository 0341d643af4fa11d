"""calibre-debug -e calibre-library.py -- FILE FOLDER: makes a calibre library in FOLDER from the books of FILE (JSON
Lines), with calibre's own code."""

import json
import sys

from calibre.db.legacy import LibraryDatabase
from calibre.ebooks.metadata.book.base import Metadata
from calibre.utils.date import parse_date


def metadata(book):
    made = Metadata(book["title"], book.get("authors") or ["Unknown"])
    made.tags = book.get("tags") or []
    made.publisher = book.get("publisher")
    made.languages = [book["language"]] if book.get("language") else []
    if book.get("series"):
        made.series, made.series_index = book["series"], book.get("seriesNumber") or 1.0
    if book.get("isbn"):
        made.set_identifier("isbn", book["isbn"])
    if book.get("published"):
        made.pubdate = parse_date(book["published"] + "-01-01")
    if book.get("added"):
        made.timestamp = parse_date(book["added"])
    return made


source, folder = [argument for argument in sys.argv[1:] if argument != "--"]
library = LibraryDatabase(folder).new_api
with open(source, encoding="utf-8") as lines:
    for line in lines:
        library.create_book_entry(metadata(json.loads(line)), apply_import_tags=False)
