import CatalogTestSupport
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

/// The query language, line by line: the input and its meaning.
private let lines: [(input: String, meaning: String)] = [
  // Words
  ("", "every book"),
  ("   ", "every book"),
  ("dune", "dune…"),
  ("Dune  MESSIAH", "(dune… and messiah…)"),
  ("misérables", "miserables…"),
  ("hitchhiker's", "hitchhikers…"),
  ("l'étranger", "l etranger…"),
  ("catch-22", "catch 22…"),
  ("J.R.R. Tolkien", "(jrr… [j r r, jr r] and tolkien…)"),
  ("J. R. R. Tolkien", "(jrr… [j r r, jr r] and tolkien…)"),
  ("Tolkien J. R.R.", "(tolkien… and jrr… [j r r, jr r])"),
  ("J R R Tolkien", "(j… [jrr] and r… [jrr] and r… [jrr] and tolkien…)"),
  ("jk rowling", "(jk… [j k] and rowling…)"),
  ("j.k row", "(j k… [jk…] and row…)"),
  ("j k r", "(j… [jkr, jk] and k… [jkr, jk] and r… [jkr])"),
  ("j k OR r s", "(j… [jk] and (k… [jk] or r… [rs]) and s… [rs])"),
  ("author:\"jk rowling\" title:jk tag:jk", "(author “jk rowling” [j k rowling] and title jk… and tag jk…)"),
  ("as the", "(as… and the…)"),
  ("St. J. Rivers", "(st… [s t] and j… and rivers…)"),
  ("-J. R. Tolkien", "(not j… and r… and tolkien…)"),
  ("A. OR B.", "(a… or b…)"),
  ("村上", "村 上…"),
  ("വൎ wonder", "(വൎ… and wonder…)"),
  ("\"വൎ\" title:\u{301}dune", "(“വൎ” and title dune…)"),
  ("C++", "c…"),
  ("...", "no book"),
  ("dune ...", "dune…"),
  // Phrases
  ("\"dune messiah\"", "“dune messiah”"),
  ("“dune messiah”", "“dune messiah”"),
  ("„dune messiah“", "“dune messiah”"),
  ("„dune messiah” empire", "(“dune messiah” and empire…)"),
  ("\"dune “messiah” empire\" x", "(“dune messiah empire” and x…)"),
  ("“dune \"messiah\" empire” x", "(“dune messiah empire” and x…)"),
  ("“dune messiah\" empire", "(“dune messiah” and empire…)"),
  ("\"dune messiah” empire", "(“dune messiah” and empire…)"),
  ("\"dune", "“dune”"),
  ("\"\"", "no book"),
  ("\"dune\"messiah", "(“dune” and messiah…)"),
  ("dune\"messiah\"", "(dune… and “messiah”)"),
  ("\"\u{301}dune messiah\"\u{FE0F} empire", "(“dune messiah” and empire…)"),
  // Either
  ("dune OR foundation", "(dune… or foundation…)"),
  ("dune OR foundation OR hyperion", "(dune… or foundation… or hyperion…)"),
  ("classic dune OR foundation", "(classic… and (dune… or foundation…))"),
  ("dune OR foundation classic", "((dune… or foundation…) and classic…)"),
  ("dune OR \"foundation and empire\"", "(dune… or “foundation and empire”)"),
  ("dune or foundation", "(dune… and or… and foundation…)"),
  ("dune \"OR\" foundation", "(dune… and “or” and foundation…)"),
  ("OR", "or…"),
  ("OR dune", "(or… and dune…)"),
  ("dune OR", "(dune… and or…)"),
  ("a OR OR b", "((a… or or…) and b…)"),
  ("... OR dune", "dune…"),
  ("dune OR -is:read", "(dune… or not is read)"),
  // Without
  ("dune -messiah", "(dune… and not messiah…)"),
  ("-messiah", "not messiah…"),
  ("-\"dune messiah\"", "not “dune messiah”"),
  ("-author:herbert", "not author herbert…"),
  ("-is:read", "not is read"),
  ("--messiah", "not messiah…"),
  ("-", "no book"),
  ("- dune", "dune…"),
  ("-...", "no book"),
  // Fields
  ("title:dune", "title dune…"),
  ("TITLE:Dune", "title dune…"),
  ("title:\u{301}dune", "title dune…"),
  ("title:\"dune messiah\"", "title “dune messiah”"),
  ("author:\"le guin\"", "author “le guin”"),
  ("author:le guin", "(author le… and guin…)"),
  ("series:foundation", "series foundation…"),
  ("tag:sci-fi", "tag sci fi…"),
  ("publisher:ace", "publisher ace…"),
  ("publisher:\"ace books\"", "publisher “ace books”"),
  ("language:en", "language eng"),
  ("language:en-GB", "language eng"),
  ("language:ger", "language deu"),
  ("language:tlh", "language tlh"),
  ("source:goodbooks-10k", "source goodbooks-10k"),
  ("source:\"my books\"", "source my books"),
  // ISBN, however written
  ("0441013597", "isbn 9780441013593…"),
  ("978-0-441-01359-3", "isbn 9780441013593…"),
  ("isbn:0-441-01359-7", "isbn 9780441013593…"),
  ("isbn:978-0-441", "isbn 9780441…"),
  ("isbn:0441", "isbn 0441…"),
  ("978 0 441 01359 3", "isbn 9780441013593…"),
  ("dune 978 0441013593 x", "(dune… and isbn 9780441013593… and x…)"),
  ("isbn:978 0441013593 x", "(isbn 9780441013593… and x…)"),
  ("isbn:0 441 01359 7", "isbn 9780441013593…"),
  ("-isbn:0 8044 2957 X", "not isbn 9780804429573…"),
  ("isbn:978 0441013594", "(isbn 978… and 0441013594…)"),
  ("0 441 01359 7", "(0… and 441… and 01359… and 7…)"),
  ("978-0-441-01359-4", "978 0 441 01359 4…"),
  // Ranges
  ("year:1965", "year 1965"),
  ("edition:1965..", "edition from 1965"),
  ("has:year no:published", "(year any and not has published)"),
  ("year:1990..1999", "year 1990 to 1999"),
  ("year:1990..", "year from 1990"),
  ("year:..1999", "year to 1999"),
  ("year:>=1990", "year from 1990"),
  ("year:<=1990", "year to 1990"),
  ("year:>1990", "year above 1990"),
  ("year:<1990", "year below 1990"),
  ("year:=1990", "year 1990"),
  ("year:-750..-700", "year -750 to -700"),
  ("year:<-500", "year below -500"),
  ("-year:1990", "not year 1990"),
  ("pages:300..", "pages from 300"),
  ("pages:<300", "pages below 300"),
  ("rating:>=4.5", "rating from 4.5"),
  ("rating:4..4.5", "rating 4 to 4.5"),
  ("average>4", "average above 4"),
  // States
  ("is:read", "is read"),
  ("is:unread", "is unread"),
  ("is:READING", "is reading"),
  ("is:edited", "is edited"),
  // Text that only looks like syntax
  ("dune:messiah", "(dune… and messiah…)"),
  ("star trek: picard", "(star… and trek… and picard…)"),
  ("http://example.com", "(http… [h t t p, htt p] and example com…)"),
  ("is:lovely", "(is… and lovely…)"),
  ("year:soon", "(year… and soon…)"),
  ("year:..", "year…"),
  ("year:", "year…"),
  ("title:", "title…"),
  ("title:...", "title…"),
  ("language:", "language…"),
  (":dune", "dune…"),
  ("::", "no book"),
  ("dune AND messiah", "(dune… and and… and messiah…)"),
  ("NOT dune", "(not… and dune…)"),
  ("du*", "du…"),
  ("(dune)", "dune…"),
  ("dune^2", "dune 2…"),
  ("NEAR(dune messiah)", "(near dune… and messiah…)"),
]

@Suite struct QueryParserTests {
  @Test(arguments: lines) func `the query language means what the help states`(line: (input: String, meaning: String)) {
    expectEqual(QueryParser.parse(line.input).meaning, line.meaning)
  }

  @Test func `the first 64 terms count`() {
    func words(_ query: Query) -> Int { if case .all(let parts) = query { parts.count } else { 1 } }
    let text = (1...200).map { "word\($0)" }.joined(separator: " ")
    expectEqual(words(QueryParser.parse(text)), QueryParser.termLimit)
    let either = (1...200).map { "word\($0)" }.joined(separator: " OR ")
    guard case .any(let parts) = QueryParser.parse(either) else {
      Issue.record("not an OR")
      return
    }
    expectEqual(parts.count, QueryParser.termLimit / 2)
  }

  @Test(
    arguments: [
      ("1990", 1990, 1990), ("1990..1999", 1990, 1999), ("-5..5", -5, 5), ("..0", nil, 0), (">=4.25", 4.25, nil),
      ("<3", nil, 3), ("=7", 7, 7),
    ] as [(String, Double?, Double?)])
  func `ranges have the written bounds`(text: String, lower: Double?, upper: Double?) throws {
    let range = try #require(QueryRange(text))
    expectEqual(range.lower, lower)
    expectEqual(range.upper, upper)
  }

  @Test(arguments: [
    "", "..", "a..b", "1..b", "a..1", ">", ">=", "nan", "inf", "1e5", "0x10", "--1", "1-2", "1,000", "９",
    "999999999999999",
  ])
  func `an invalid range is text`(text: String) {
    #expect(QueryRange(text) == nil)
  }
}
