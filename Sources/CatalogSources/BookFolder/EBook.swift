import CatalogModel
import FoundationEssentials

/// The metadata of a book, from its file or from the file's name.
package struct EBook: Equatable, Sendable {
  package var title = ""
  var subtitle: String?
  var authors: [String] = []
  var contributors: [Contributor] = []
  private var known = GivenIdentifiers()
  /// The invalid values in the file, with the reasons why they are invalid.
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
  /// The name of the cover image: an archive member, or an image within the file.
  package internal(set) var cover: String?

  var isbn: ISBN? { known.isbn }
  var identifiers: [BookIdentifier] { known.others }

  /// Returns the record of the book. Values that a field cannot hold are left out or cut, because users cannot easily
  /// correct their files.
  ///
  /// - Parameter archive: The path of the file that contains ``cover``.
  /// - Throws: `InvalidValue` if the book has no title.
  package func record(
    id: String, isComic: Bool, files: [BookFile], archive: String? = nil
  ) throws -> SourceRecord {
    var builder = RecordBuilder()
    builder.id = id
    let title = Self.line(title) ?? ""
    guard !title.isEmpty else { throw InvalidValue("book", id, "it has no title") }
    try builder.set(.title, .text(title))
    // Set every field, so that a value removed from the file is also removed from the record. Fields that a record
    // omits keep their values.
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

  /// Returns the other book with this book's cover if this book contains nothing but a cover. Otherwise, returns this
  /// book.
  func orElse(_ other: EBook) -> EBook {
    var silent = EBook()
    silent.cover = cover
    guard self == silent else { return self }
    var book = other
    book.cover = cover
    return book
  }

  /// Fills in a missing title, missing authors and a missing series from the file's name. Does nothing if the file
  /// contains a title that differs from the title in the file name.
  mutating func takeMissing(from named: EBook) {
    let isSame = title.trimmed().isEmpty || Fold.fold(title) == Fold.fold(named.title)
    guard isSame else { return }
    if title.trimmed().isEmpty { title = named.title }
    if authors.isEmpty { authors = named.authors }
    if series == nil { (series, seriesNumber) = (named.series, named.seriesNumber) }
  }

  /// Returns a string as a single line of limited length, or `nil` if the string is empty.
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
  /// Returns a name in natural order. “Herbert, Frank” becomes “Frank Herbert” if the sort name is also “Herbert,
  /// Frank”.
  static func name(_ name: String, sortedAs sortName: String?) -> String {
    let name = name.canonicalLine()
    return sortName?.canonicalLine() == name ? PersonName.turned(name) : name
  }

  /// Adds an identifier (``GivenIdentifiers/add(_:scheme:)``).
  mutating func addIdentifier(_ given: String, scheme: String?) { known.add(given, scheme: scheme) }

  /// Reports that a value was left out because its field cannot hold it.
  mutating func leaveOut(_ value: InvalidValue) { unread.append(value) }

  /// Returns the first date found in the given strings (``date(_:)``). If none of the strings contains a date, the
  /// first non-empty string is reported as left out.
  mutating func date(among texts: [String?], of field: BookField) -> PartialDate? {
    let stated = texts.compactMap { $0?.trimmed() }.filter { !Self.isNoDate($0) }
    if let date = stated.lazy.compactMap(Self.date).first { return date }
    if let text = stated.first { leaveOut(InvalidValue(field.rawValue, text, "it contains no date")) }
    return nil
  }

  /// Parses a number (``number(_:)``). A string that is not a number is reported as left out.
  mutating func number(_ text: String?, of field: BookField) -> Double? {
    let number = Self.number(text)
    if number == nil, let text = text?.trimmed(), !text.isEmpty {
      leaveOut(InvalidValue(field.rawValue, text, "it is not a number"))
    }
    return number
  }

  /// Parses a positive whole number. Returns `nil` for 0 and −1, which programs write for an unknown number. A string
  /// that is not a whole number is reported as left out.
  mutating func count(_ text: String?, of field: BookField) -> Int? {
    guard let text = text?.trimmed(), !text.isEmpty else { return nil }
    guard let number = Int(text) else {
      leaveOut(InvalidValue(field.rawValue, text, "it is not a whole number"))
      return nil
    }
    return number > 0 ? number : nil
  }

  /// Returns true if a string means that the date is unknown: an empty string, only zeros, or the year 101.
  private static func isNoDate(_ text: String) -> Bool {
    text.hasPrefix("0101-") || text.utf8.allSatisfy { !(49...57).contains($0) && !(65...90).contains($0 & 0xDF) }
  }

  /// Returns the code for a language, or the text itself if the language is unknown. Returns `nil` if the text is empty
  /// or is a code that does not name a single language, such as `und`.
  static func language(_ text: String?) -> String? {
    guard let text = text?.trimmed(), !text.isEmpty, !["und", "zxx", "mul", "un"].contains(text.lowercased()) else {
      return nil
    }
    return LanguageCode.named(text) ?? text.replacing("_", with: "-")
  }

  /// Parses a date in one of the notations that occur in files: a day, a month, a year, a time, or a year within text.
  static func date(_ text: String?) -> PartialDate? {
    guard let text = text?.trimmed(), !text.isEmpty else { return nil }
    if Date(rfc3339: text) != nil { return CalibreTime.day(text) }
    if let date = try? PartialDate(text) { return date.year == 101 ? nil : date }
    let digits = text.utf8.split { !(48...57).contains($0) }.first { $0.count == 4 }
    return digits.flatMap { Int(String(decoding: $0, as: UTF8.self)) }
      .flatMap { $0 > 1_000 ? try? PartialDate(year: $0) : nil }
  }

  /// Parses a number, such as a series number. Returns `nil` if the text as a whole is not a number.
  static func number(_ text: String?) -> Double? {
    guard let text = text?.trimmed(), let number = Double(text.replacing(",", with: ".")), number.isFinite else {
      return nil
    }
    return number
  }
}
