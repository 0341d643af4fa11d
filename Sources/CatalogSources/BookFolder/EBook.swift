import CatalogModel
import FoundationEssentials

/// What a file says of its book, or what its name does.
package struct EBook: Equatable, Sendable {
  package var title = ""
  var subtitle: String?
  var authors: [String] = []
  var contributors: [Contributor] = []
  private var known = GivenIdentifiers()
  var series: String?
  var seriesNumber: Double?
  var tags: [String] = []
  var publisher: String?
  var published: PartialDate?
  var firstPublished: PartialDate?
  var language: String?
  var pages: Int?
  var description: String?

  var isbn: ISBN? { known.isbn }
  var identifiers: [BookIdentifier] { known.others }

  /// The record of the book. What a field cannot hold is left out, or cut: whoever has a file cannot mend it.
  ///
  /// - Throws: `InvalidValue` when it has no title.
  package func record(id: String, isComic: Bool, files: [BookFile]) throws -> SourceRecord {
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
    set(.authors, .list(Self.list(authors, bytes: FieldLimits.lineBytes)))
    set(.isbn, isbn.map(FieldValue.isbn))
    set(.publisher, Self.line(publisher).map(FieldValue.text))
    set(.published, published.map(FieldValue.date))
    set(.firstPublished, firstPublished.map(FieldValue.date))
    set(.language, language.map(FieldValue.text))
    set(.series, Self.line(series).map(FieldValue.text))
    set(.seriesNumber, series == nil ? nil : seriesNumber.map(FieldValue.decimal))
    set(.tags, .list(Self.list(tags, bytes: FieldLimits.tagBytes)))
    try builder.setDescription(description)
    try builder.set(files)
    set(.pages, pages.map(FieldValue.integer))
    set(.format, .text((isComic ? BookFormat.comic : BookFormat.ebook).rawValue))
    set(.contributors, nil)
    for contributor in contributors.prefix(FieldLimits.listItems) { try? builder.add([contributor]) }
    set(.identifiers, nil)
    try builder.add(identifiers)
    for value in known.leftOut { builder.leaveOut(value) }
    return try builder.record()
  }

  /// A text that fits into a line; `nil` where there is none.
  private static func line(_ text: String?) -> String? {
    guard let line = text?.canonicalLine(), !line.isEmpty else { return nil }
    return line.cut(toBytes: FieldLimits.lineBytes)
  }

  private static func list(_ items: [String], bytes: Int) -> [String] {
    var seen = Set<String>()
    return Array(
      items.map { $0.canonicalLine() }.filter { !$0.isEmpty && $0.utf8.count <= bytes && seen.insert($0).inserted }
        .prefix(FieldLimits.listItems))
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
