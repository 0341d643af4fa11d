import Testing

/// Tests of the built executable that run it as a user does and check its whole output, exit codes and files.
@Suite struct ExecutableTests {
  /// Five books as JSON Lines. In an empty catalog they get the ids 1 to 5, and the last one is the newest.
  static let shelf = """
    {"uuid":"019b7000-0000-7000-8000-000000000001","title":"Dune","authors":["Frank Herbert"],"isbn":"978-0-441-01359-3",\
    "pages":412,"publisher":"Ace","published":"1965-08","language":"eng","series":"Dune","seriesNumber":1,\
    "tags":["classic","science fiction"],"averageRating":4.25,"ratingsCount":1200,"added":"2026-01-01T00:00:00Z"}
    {"uuid":"019b7000-0000-7000-8000-000000000002","title":"Les Misérables","authors":["Victor Hugo"],"pages":1463,\
    "published":"1862","language":"fra","tags":["classic"],"readState":"read","finished":"2025-12-24","rating":5,\
    "notes":"Long.\\nWorth it.","added":"2026-01-02T00:00:00Z"}
    {"uuid":"019b7000-0000-7000-8000-000000000003","title":"The Color Purple","authors":["Alice Walker"],\
    "published":"1982","language":"eng","added":"2026-01-03T00:00:00Z"}
    {"uuid":"019b7000-0000-7000-8000-000000000004","title":"Good Omens","authors":["Terry Pratchett","Neil Gaiman"],\
    "published":"1990","language":"eng","averageRating":4.5,"readState":"reading","added":"2026-01-04T00:00:00Z"}
    {"uuid":"019b7000-0000-7000-8000-000000000005","title":"1Q84","authors":["村上春樹"],"pages":554,\
    "published":"2009","language":"jpn","added":"2026-01-05T00:00:00.250Z"}

    """
}
