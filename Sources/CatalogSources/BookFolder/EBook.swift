import CatalogModel
import FoundationEssentials

/// What a file says of its book, or what its name does.
package struct EBook: Equatable, Sendable {
  package var title = ""
  var subtitle: String?
  var authors: [String] = []
  var contributors: [Contributor] = []
  private var known = GivenIdentifiers()
  /// What the file says that makes no sense, with the reasons.
  private var unread: [InvalidValue] = []
  var series: String?
  var seriesNumber: Double?
  var tags: [String] = []
  var publisher: String?
  var published: PartialDate?
  var firstPublished: PartialDate?
  var language: String?
  var pages: Int?
  var description: String?
  /// The name of the archive's member that is the image of its cover, or of the image within the file.
  package internal(set) var cover: String?

  var isbn: ISBN? { known.isbn }
  var identifiers: [BookIdentifier] { known.others }

  /// The record of the book. What a field cannot hold is left out, or cut: whoever has a file cannot mend it.
  ///
  /// - Parameter archive: the path of the file of which ``cover`` is a member.
  /// - Throws: `InvalidValue` when it has no title.
  package func record(
    id: String, isComic: Bool, files: [BookFile], archive: String? = nil
  ) throws -> SourceRecord {
    var builder = RecordBuilder()
    builder.id = id
    let title = Self.line(title) ?? ""
    guard !title.isEmpty else { throw InvalidValue("book", id, "it has no title") }
    try builder.set(.title, .text(title))
    // What it says no more is said no more: what a record does not mention would stay.
    func set(_ field: BookField, _ value: FieldValue?) {
      do { try builder.set(field, value) } catch {
        if let error = error as? InvalidValue { builder.leaveOut(error) }
        try? builder.set(field, nil)
      }
    }
    set(.subtitle, Self.line(subtitle).map(FieldValue.text))
    func set(_ field: BookField, _ items: [String], bytes: Int) {
      let items = Self.distinct(items)
      for item in items where item.utf8.count > bytes {
        builder.leaveOut(InvalidValue(field.rawValue, item, "it has more than \(bytes) bytes"))
      }
      let kept = items.filter { $0.utf8.count <= bytes }
      if kept.count > FieldLimits.listItems {
        builder.leaveOut(InvalidValue(field.rawValue, "\(kept.count) entries", "the limit is \(FieldLimits.listItems)"))
      }
      set(field, .list(Array(kept.prefix(FieldLimits.listItems))))
    }
    set(.authors, authors, bytes: FieldLimits.lineBytes)
    set(.isbn, isbn.map(FieldValue.isbn))
    set(.publisher, Self.line(publisher).map(FieldValue.text))
    set(.published, published.map(FieldValue.date))
    set(.firstPublished, firstPublished.map(FieldValue.date))
    set(.language, language.map(FieldValue.text))
    set(.series, Self.line(series).map(FieldValue.text))
    set(.seriesNumber, series == nil ? nil : seriesNumber.map(FieldValue.decimal))
    set(.tags, tags, bytes: FieldLimits.tagBytes)
    try builder.setDescription(description)
    try builder.set(files)
    let address = archive.flatMap { path in cover.flatMap { FileAddress.text(ofPath: path, member: $0) } }
    set(.cover, address.map(FieldValue.text))
    set(.pages, pages.map(FieldValue.integer))
    set(.format, .text((isComic ? BookFormat.comic : BookFormat.ebook).rawValue))
    set(.contributors, nil)
    for contributor in contributors.prefix(FieldLimits.listItems) {
      try builder.leavingOutInvalid { try $0.add([contributor]) }
    }
    set(.identifiers, nil)
    try builder.add(identifiers)
    for value in known.leftOut + unread { builder.leaveOut(value) }
    return try builder.record()
  }

  /// This book, or where it says nothing but where its cover is, the other one with that.
  func orElse(_ other: EBook) -> EBook {
    var silent = EBook()
    silent.cover = cover
    guard self == silent else { return self }
    var book = other
    book.cover = cover
    return book
  }

  /// Takes the title from what the name of its file says, where the file itself says none, and where it is the same one, or there
  /// is none, what is not said of authors and the series.
  mutating func takeMissing(from named: EBook) {
    let isSame = title.trimmed().isEmpty || Fold.fold(title) == Fold.fold(named.title)
    guard isSame else { return }
    if title.trimmed().isEmpty { title = named.title }
    if authors.isEmpty { authors = named.authors }
    if series == nil { (series, seriesNumber) = (named.series, named.seriesNumber) }
  }

  /// A text that fits into a line; `nil` where there is none.
  private static func line(_ text: String?) -> String? {
    guard let line = text?.canonicalLine(), !line.isEmpty else { return nil }
    return line.cut(toBytes: FieldLimits.lineBytes)
  }

  private static func distinct(_ items: [String]) -> [String] {
    var seen = Set<String>()
    return items.map { $0.canonicalLine() }.filter { !$0.isEmpty && seen.insert($0).inserted }
  }
}

extension EBook {
  /// A name as people read it: of “Herbert, Frank” where that is how the name is sorted, “Frank Herbert”.
  static func name(_ name: String, sortedAs sortName: String?) -> String {
    let name = name.canonicalLine()
    return sortName?.canonicalLine() == name ? PersonName.turned(name) : name
  }

  /// Adds a number or a name by which the book is known (``GivenIdentifiers/add(_:scheme:)``).
  mutating func addIdentifier(_ given: String, scheme: String?) { known.add(given, scheme: scheme) }

  /// Says of a text that the field it stands for cannot have it.
  mutating func leaveOut(_ value: InvalidValue) { unread.append(value) }

  /// The first date among texts (``date(_:)``); where there is none, the first that says something is left out.
  mutating func date(among texts: [String?], of field: BookField) -> PartialDate? {
    let said = texts.compactMap { $0?.trimmed() }.filter { !Self.isNoDate($0) }
    if let date = said.lazy.compactMap(Self.date).first { return date }
    if let text = said.first { leaveOut(InvalidValue(field.rawValue, text, "there is no date in it")) }
    return nil
  }

  /// A number that can be read whole (``number(_:)``); another text is left out.
  mutating func number(_ text: String?, of field: BookField) -> Double? {
    let number = Self.number(text)
    if number == nil, let text = text?.trimmed(), !text.isEmpty {
      leaveOut(InvalidValue(field.rawValue, text, "it is not a number"))
    }
    return number
  }

  /// A whole number above zero, by which programs write that it is not known, as they do by −1; another text is left out.
  mutating func count(_ text: String?, of field: BookField) -> Int? {
    guard let text = text?.trimmed(), !text.isEmpty else { return nil }
    guard let number = Int(text) else {
      leaveOut(InvalidValue(field.rawValue, text, "it is not a whole number"))
      return nil
    }
    return number > 0 ? number : nil
  }

  /// Whether a text is how programs write that a date is not known: nothing, zeros alone, the year 101.
  private static func isNoDate(_ text: String) -> Bool {
    text.hasPrefix("0101-") || text.utf8.allSatisfy { !(49...57).contains($0) && !(65...90).contains($0 & 0xDF) }
  }

  /// The code of a language, or what was written.
  static func language(_ text: String?) -> String? {
    guard let text = text?.trimmed(), !text.isEmpty, !["und", "zxx", "mul", "un"].contains(text.lowercased()) else {
      return nil
    }
    return LanguageCode.named(text) ?? text.replacing("_", with: "-")
  }

  /// A date as files write it: a day, a month, a year, a time, or a year among words.
  static func date(_ text: String?) -> PartialDate? {
    guard let text = text?.trimmed(), !text.isEmpty else { return nil }
    if Date(rfc3339: text) != nil { return CalibreTime.day(text) }
    if let date = try? PartialDate(text) { return date.year == 101 ? nil : date }
    let digits = text.utf8.split { !(48...57).contains($0) }.first { $0.count == 4 }
    return digits.flatMap { Int(String(decoding: $0, as: UTF8.self)) }
      .flatMap { $0 > 1_000 ? try? PartialDate(year: $0) : nil }
  }

  /// A number that can be read whole, such as one of a series; `nil` for another text.
  static func number(_ text: String?) -> Double? {
    guard let text = text?.trimmed(), let number = Double(text.replacing(",", with: ".")), number.isFinite else {
      return nil
    }
    return number
  }
}
