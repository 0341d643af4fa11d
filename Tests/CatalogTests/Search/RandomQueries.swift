import CatalogTestSupport
import Platform
import Testing

@testable import Catalog
@testable import CatalogModel

/// Random queries, catalogs to run them on, and the expected books, determined by looking at each book.
enum RandomQueries {
  private static let pieces = [
    "dune", "du", "the", "messiah", "emile", "łódź", "村", "村上", "ring", "rings", "war", "10", "9", "1", "herbert", "le",
    "\"le guin\"", "\"dune the\"", "title:dune", "title:\"ring\"", "author:her", "author:\"frank herbert\"",
    "series:dune",
    "series:\"dune 1\"", "tag:sci-fi", "tag:clas", "tag:\"read\"", "publisher:ace", "publisher:\"ace books\"", "ace",
    "year:1965", "year:1965..2000", "year:<0", "year:<=0", "year:>0", "year:>=1966", "year:-750", "year:..-1",
    "year:-1..1", "year:1964.5..1965.5", "year:>1964.5", "year:<1965.5", "edition:1965", "edition:1965..2000",
    "edition:<0", "edition:>=1966", "edition:-750", "edition:x", "no:year", "has:published", "no:first-published",
    "pages:200", "pages:>=200", "pages:<200", "pages:>200", "pages:100..200", "rating:4", "rating:>4", "rating:..4",
    "rating:4..4.5", "average:4", "average:>=3.5", "language:en", "language:deu", "language:tlh", "language:xx",
    "source:test", "source:none",
    "is:read", "isbn:978", "\"!\"",
    "is:unread", "is:reading", "is:edited", "is:want", "is:paused", "is:abandoned", "is:unfinished", "format:ebook",
    "format:scroll", "has:file", "file:epub", "file:pdf", "file:mobi", "-file:epub", "is:owned", "is:lent",
    "id:goodreads", "id:goodreads=7", "id:asin=7", "id:", "narrator", "lee", "ringbuch",
    "nothing-like-it", "hitchhiker's", "strasse", "വൎ", "\"വൎ war\"", "title:വൎ",
    "น้ำ", "shelf:attic", "shelf:att", "shelf:\"attic left\"", "shelf:\"att\"", "own.shelf:row", "shelf:etagere",
    "price:2",
    "price:>2", "price>=0", "price:-2..2", "price:<0", "price:x", "price:>1e-9", "price:1e+300", "bought:2024",
    "bought:>2024", "bought:2024-05",
    "bought>2024-05", "bought:<2024-05-01", "bought:>=2024-05-01", "bought:2024-05-01..2024-05-31", "bought:<=2024-05",
    "bought:1999..2024", "bought:..2000", "signed:yes", "signed:no",
    "signed:maybe",
    "readers:ada", "readers:\"le guin\"", "readers:zol", "mood:happy", "has:price", "-has:shelf", "has:nothing",
    "progress:50..", "progress:<30%", "progress:0..100", "has:progress", "progress:x",
    "elsewhere:attic", "dune>3",
    "finished:2024", "finished:2024-05", "finished:>2000", "finished:1990..2010", "finished:last-year",
    "finished:never",
    "started:2024", "started<2000", "-started:1965", "added:today", "added:..2001", "added:last-30-days",
    "changed:this-year",
    "changed:<2000", "has:cover", "no:isbn", "has:tag", "no:author", "has:finished", "has:rating", "no:language",
    "has:year", "has:series-number", "no:series-number", "has:ratings-count", "no:ratings-count",
    "has:pages", "no:publisher", "has:review", "no:series", "no:shelf", "no:own.price", "no:nothing", "is:rated",
    "title~/ring/", "title~/^the .*s$/i", "author~/er(t)?\\b/", "tag~/^c/", "series~/\\d/", "publisher~/ace/i",
    "titel~/ring/",
    "shelf~/at{2}ic/", "own.shelf~/A/i", "mood~/^h/", "price~/2/", "-title~/[aeiou]{2}/", "title~/(/", "pages~/2/",
    "is:reread", "is:to-read", "is:dnf", "is:raed", "tag:=classic", "tag:\"=Sci-Fi\"", "author:\"=frank herbert\"",
    "title:=dune", "series:\"=DUNE\"", "publisher:=ace", "shelf:=attic", "readers:=ada", "mood:=happy", "tag:\"=!\"",
    "tag:=",
    "price:=2", "has:files", "has:attachments", "-has:files", "shelf:\"left attic\"", "shelf:\"left row\"",
    "readers:\"guin le\"", "readers:\"ada ben\"", "readers:\"ben ada\"", "tag:\"=c++\"", "tag:=c", "tag:=C#", "tag:c",
    "jk", "j k", "j.k.", "j. k.", "J.K", "-jk", "author:j.k", "author:jk", "author:\"jk ring\"", "j.k.ring", "jrr",
    "j r r", "j.r.r", "author:j.r.r", "jr", "k", "jk OR dune", "\"j k ring\"", "title:jk", "dr",
    "\"dune “messiah” ring\"", "“dune \"messiah\" ring”", "“ring\" war",
  ]

  static func query(_ random: inout SeededGenerator) -> String {
    (0..<Int.random(in: 1...4, using: &random)).map { index in
      let term = (random.oneIn(4) ? "-" : "") + random.pick(pieces)
      return (index > 0 && random.oneIn(3) ? "OR " : "") + term
    }.joined(separator: " ")
  }

  /// Random books, some of them edited, some removed.
  struct Catalog {
    let temporary: TemporaryCatalog
    let edited: Set<Book.ID>
    /// The generator, in its state after making the catalog.
    let generator: SeededGenerator

    init(seed: UInt64, books: Int) async throws {
      temporary = try TemporaryCatalog()
      var random = SeededGenerator(seed: seed)
      try await temporary.importRecords(try random.records(books))
      var edited: Set<Book.ID> = []
      for id in 1...Book.ID(books) where random.oneIn(8) {
        try await temporary.catalog.edit(id) { $0.title = "Edited \(id) ring" }
        edited.insert(id)
      }
      let initials = ["J. K. Ring", "JK Ring", "J K Ring", "J.R.R. Lee", "J R R Lee", "J.R.R Lee", "K J Ring", "Jr Dr"]
      for id in 1...Book.ID(books) where random.oneIn(4) {
        let names = (0..<Int.random(in: 1...2, using: &random)).map { _ in random.pick(initials) }.uniqued()
        try await temporary.catalog.edit(id) { $0.authors = names }
        edited.insert(id)
      }
      try OwnFieldSamples.make(in: temporary.catalog)
      for id in 1...Book.ID(books) {
        for field in OwnFieldSamples.fields where random.oneIn(3) {
          let value = try field.value(of: random.pick(OwnFieldSamples.values(of: field)))
          try await temporary.catalog.write { _ = try $0.edit([id], [.set(field, value)]) }
        }
      }
      for id in 1...Book.ID(books) where random.oneIn(10) { try await temporary.catalog.remove(id) }
      self.edited = edited
      generator = random
    }

    func look(at book: Book) -> Look { Look(at: book, isEdited: edited.contains(book.id)) }
  }
}

/// A naive evaluation of queries, from the book alone.
struct Look {
  /// The day of the clock of test catalogs, which advances by seconds.
  static let today = PartialDate.day(at: TestClock().now)

  let book: Book
  let isEdited: Bool
  /// The words of each text of a field.
  private let words: [TextMatch.Field: [[String]]]
  private let others: [[String]]

  init(at book: Book, isEdited: Bool) {
    self.book = book
    self.isEdited = isEdited
    func words(_ texts: String?...) -> [String] { texts.compactMap(\.self).flatMap(SearchWords.words) }
    self.words = [
      .title: [words(book.title)], .author: book.authors.map { words($0) },
      .series: book.series.map { [words($0, book.seriesNumber?.shortest)] } ?? [],
      .tag: book.tags.map { words($0) }, .publisher: [words(book.publisher)],
    ]
    others =
      [words(book.notes), words(book.review), words(book.subtitle)] + book.contributors.map { words($0.name) }
      + book.otherSeries.map { words($0.name) }
  }

  /// Returns true if texts have the same words, with the same plus and number signs at their ends. Texts without words
  /// must be equal.
  private func isWhole(_ one: String, _ other: String) -> Bool {
    func symbols(_ text: String) -> [Substring] {
      text.matches(of: /[\p{L}\p{M}\p{N}]([+#]+)(?![\p{L}\p{N}+#])/).map(\.1)
    }
    let words = SearchWords.words(in: one)
    guard !words.isEmpty else { return SearchWords.words(in: other).isEmpty && one == other.trimmed() }
    return words == SearchWords.words(in: other) && symbols(one) == symbols(other)
  }

  func matches(_ query: Query) -> Bool {
    switch query {
    case .everything: true
    case .nothing: false
    case .text(let match):
      texts(of: match.field).contains { contains(match.words, match.isPrefix, $0) }
        || match.initials.contains { spelling in
          words[.author, default: []].contains { contains(spelling.words, spelling.isPrefix, $0) }
        }
    case .owners(let part): matches(part)
    case .isbn(let digits):
      book.isbn.map { $0.digits.hasPrefix(digits) || $0.tenDigits?.hasPrefix(digits) == true } ?? false
    case .year(let range): (book.firstPublished ?? book.published).map { contains(range, Double($0.year)) } ?? false
    case .edition(let range): book.published.map { contains(range, Double($0.year)) } ?? false
    case .pages(let range): book.pages.map { contains(range, Double($0)) } ?? false
    case .progress(let range): book.fractionRead.map { contains(range, $0 * 100) } ?? false
    case .rating(let range): book.rating.map { contains(range, $0) } ?? false
    case .average(let range): book.averageRating.map { contains(range, $0) } ?? false
    // ``ReadingQueryTests`` compares the dates with their texts.
    case .dates(let condition): condition.on(Self.today).contains(book)
    case .has(let field): book[field] != nil
    case .state(.rated): book.rating != nil
    case .state(.reread): book.readCount > 1
    case .language(let code): book.language.map { LanguageCode.canonical($0) == code } ?? false
    case .source(let name): name == "test"
    case .state(.edited): isEdited
    case .state(.owned): !book.copies.isEmpty
    case .state(.lent): book.copies.contains { $0.lentTo != nil }
    case .file(let type):
      (book.files + book.attachments).contains { file in
        type.isEmpty || file.address.split(separator: "?")[0].lowercased().hasSuffix("." + type)
      }
    case .state(.unfinished): book.readState != .read
    case .state(.state(let state)): book.readState == state
    case .format(let format): book.format == format
    case .identifier(let type, let value):
      book.identifiers.contains { $0.type == type && (value == nil || value == $0.value) }
    // ``PatternQueryTests`` compares the patterns with the texts.
    case .pattern(let condition): (try? condition.contains(book)) ?? false
    case .whole(let condition):
      switch book[condition.field] {
      case .text(let text)?: isWhole(condition.text, text)
      case .list(let texts)?: texts.contains { isWhole(condition.text, $0) }
      default: false
      }
    case .named(let named): matches(named)
    case .saved(let search): matches(search.otherwise)
    // Only the catalog knows these.
    case .own: false
    case .all(let parts): parts.allSatisfy(matches)
    case .any(let parts): parts.contains(where: matches)
    case .not(let part): !matches(part)
    }
  }

  private func matches(_ named: Query.NamedField) -> Bool {
    func field(_ name: String) -> BookField? { OwnFieldSamples.all.first { $0.name == name }?.field }
    let fieldName = named.text.hasPrefix("own.") ? String(named.text.dropFirst(4)) : named.text
    if ["has", "no"].contains(named.name), let field = field(fieldName) {
      return (book[field] != nil) == (named.name == "has")
    }
    guard let field = field(named.name.hasPrefix("own.") ? String(named.name.dropFirst(4)) : named.name) else {
      return matches(named.otherwise)
    }
    if named.isPattern {
      guard [.text, .list, .choice].contains(field.ownKind) else { return matches(named.otherwise) }
      return (try? book[field].map(TextPattern(named.text).matches)) ?? false
    }
    switch book[field] {
    case .decimal(let number)?: return QueryRange(named.text, isUnbounded: true).map { contains($0, number) } ?? false
    case .flag(let isSet)?: return named.text == (isSet ? "yes" : "no")
    case .date(let date)?: return Self.contains(named.text, date.description)
    case let value? where named.text.hasPrefix("=") && named.text.count > 1:
      let text = String(named.text.dropFirst())
      if case .list(let texts) = value { return texts.contains { isWhole(text, $0) } }
      return isWhole(text, value.description)
    case let value?:
      let sought = SearchWords.words(in: named.text)
      if named.isPhrase {
        let texts = if case .list(let items) = value { items } else { [value.description] }
        return !sought.isEmpty && texts.contains { SearchWords.words(in: $0).contains(sought) }
      }
      let held = SearchWords.words(in: value.description)
      return !sought.isEmpty
        && sought.enumerated().allSatisfy { index, word in
          held.contains { $0 == word || index == sought.count - 1 && $0.hasPrefix(word) }
        }
    case nil: return false
    }
  }

  /// Compares dates as texts: all days that a date may mean have to be in the requested one.
  static func contains(_ condition: String, _ date: String) -> Bool {
    func first(_ date: String) -> String { date + "-01-01".suffix(10 - date.count) }
    func last(_ date: String) -> String { date + (date.count == 4 ? "-12-31" : date.count == 7 ? "-31" : "") }
    let (from, to) = (first(date), last(date))
    if let dots = condition.firstRange(of: "..") {
      let (lower, upper) = (String(condition[..<dots.lowerBound]), String(condition[dots.upperBound...]))
      return (lower.isEmpty || first(lower) <= from) && (upper.isEmpty || to <= last(upper))
    }
    let period = String(condition.drop { "<>=".contains($0) })
    return switch condition.prefix(while: { "<>=".contains($0) }) {
    case ">": from > last(period)
    case ">=": from >= first(period)
    case "<": to < first(period)
    case "<=": to <= last(period)
    default: first(period) <= from && to <= last(period)
    }
  }

  private func texts(of field: TextMatch.Field?) -> [[String]] {
    if let field { return words[field] ?? [] }
    return words.filter { $0.key != .publisher }.flatMap(\.value) + others
  }

  private func contains(_ sought: [String], _ isPrefix: Bool, _ words: [String]) -> Bool {
    guard words.count >= sought.count else { return false }
    return (0...(words.count - sought.count)).contains { start in
      sought.indices.allSatisfy { index in
        let word = words[start + index]
        let isLast = index == sought.count - 1
        return isPrefix && isLast ? word.utf8.starts(with: sought[index].utf8) : word == sought[index]
      }
    }
  }

  private func contains(_ range: QueryRange, _ value: Double) -> Bool {
    if let lower = range.lower, range.isOpen ? value <= lower : value < lower { return false }
    if let upper = range.upper, range.isOpen ? value >= upper : value > upper { return false }
    return true
  }
}
