import Catalog
import CommandLineKit
import FoundationEssentials

/// A book in full, a line a field, in groups: what it is, the user's reading of it, the user's copies and files, its record.
/// A group of which nothing is known is left out.
struct BookDetails {
  private static let labelWidth = 17

  private let book: Book
  private let metadata: [BookMetadata]
  private let own: OwnFields
  private let console: Console

  init(_ book: Book, _ metadata: [BookMetadata], own: OwnFields, console: Console) {
    self.book = book
    self.own = own
    self.metadata = metadata
    self.console = console
  }

  /// Writes books in full, an empty line between two; or as JSON, where that is asked for.
  static func write(
    _ books: [(Book, [BookMetadata])], _ options: JSONOptions, own: OwnFields, console: Console,
    to stream: StandardStream
  ) throws {
    if options.isJSON {
      var printer = try JSONBookPrinter(options, own: own, console: console, stream: stream)
      for (book, metadata) in books {
        try printer.print(book, metadata.map { MetadataEntry(provider: $0.provider, state: .loaded($0)) })
      }
      return try printer.finish()
    }
    for (index, (book, metadata)) in books.enumerated() {
      if index > 0 { try stream.write("\n") }
      try BookDetails(book, metadata, own: own, console: console).write(to: stream)
    }
  }

  func write(to stream: StandardStream) throws {
    let lines = LabelledLines(labelWidth: Self.labelWidth, stream: stream, settings: console.outputSettings)
    for (index, group) in groups.enumerated() {
      // A program reads lines of a label and a value.
      if index > 0, console.isTerminal { try stream.write("\n") }
      for (label, value) in group { try lines.write(label, value, style: label == "title" ? .bold : .plain) }
    }
    if !metadata.isEmpty, console.isTerminal { try stream.write("\n") }
    try metadataDetails.write(metadata, to: lines, labelWidth: Self.labelWidth)
  }

  /// The book's fields, and what providers say of it, each with its label.
  func labelledValues() -> [(String, String)] {
    groups.flatMap(\.self) + metadataDetails.labelledValues(metadata)
  }

  private var metadataDetails: MetadataDetails { MetadataDetails(console: console, now: Date()) }

  private static let reading: [BookField] = [
    .readState, .started, .finished, .rating, .review, .notes, .earlierReadings,
  ]
  private static let possession: [BookField] = [.copies, .files, .attachments]
  /// What a person looks for first stands in front of the other fields in their order.
  private static let edition: [BookField] = {
    let first: [BookField] = [
      .title, .subtitle, .authors, .contributors, .series, .otherSeries, .published, .firstPublished, .publisher,
      .format, .pages, .duration, .language,
    ]
    // Some stand in the line of another one.
    let elsewhere = first + reading + possession + [.added, .seriesNumber, .ratingsCount]
    return first + BookField.allCases.filter { !elsewhere.contains($0) }
  }()

  private var groups: [[(String, String)]] {
    let own = own.values(of: book).map { ($0.name, text(of: $0.field, $1)) }
    let groups = [
      [("id", String(book.id))] + values(of: Self.edition), values(of: Self.reading),
      values(of: Self.possession) + own,
      values(of: [.added]) + [("changed", time(book.changed)), ("uuid", book.uuid.lowercaseText)],
    ]
    return groups.filter { !$0.isEmpty }
  }

  private func values(of fields: [BookField]) -> [(String, String)] {
    fields.compactMap { field in
      guard let text = book[field].map({ text(of: field, $0) }), !text.isEmpty else { return nil }
      return (field == .rating ? "your rating" : field.words, text)
    }
  }

  private func text(of field: BookField, _ value: FieldValue) -> String {
    switch (field, value) {
    case (.series, _): value.description + (book.seriesNumber.map { " #" + $0.shortest } ?? "")
    case (.averageRating, _): value.description + (book.ratingsCount.map { " (\($0.grouped) ratings)" } ?? "")
    case (.contributors, _): book.contributors.map(Self.text).joined(separator: "; ")
    case (.identifiers, _): book.identifiers.map { "\($0.type) \($0.value)" }.joined(separator: "; ")
    case (.otherSeries, _):
      book.otherSeries.map { $0.name + ($0.number.map { " #" + $0.shortest } ?? "") }.joined(separator: "; ")
    case (.files, _): Self.text(book.files)
    case (.attachments, _): Self.text(book.attachments)
    case (.copies, _): book.copies.map(Self.text).joined(separator: "; ")
    case (.earlierReadings, _): book.earlierReadings.map(Self.text).joined(separator: "; ")
    case (.duration, .integer(let minutes)): Self.duration(minutes)
    case (_, .integer(let number)): console.isTerminal ? number.grouped : String(number)
    case (_, .isbn(let isbn)): isbn.asGiven == isbn.digits ? isbn.digits : "\(isbn.asGiven) (\(isbn.digits))"
    case (_, .instant(let instant)): time(instant)
    default: value.description
    }
  }

  /// “Simon Vance (narrator)”.
  private static func text(_ contributor: Contributor) -> String {
    contributor.name + (contributor.roleInWords.map { " (\($0))" } ?? "")
  }

  private static func text(_ files: [BookFile]) -> String {
    files.map { $0.path ?? $0.address }.joined(separator: "; ")
  }

  /// “attic, worn, lent to Ada since 2020-05”.
  private static func text(_ copy: BookCopy) -> String {
    let lent = copy.lentTo.map { "lent to \($0)" + (copy.lentSince.map { " since \($0)" } ?? "") }
    let parts = [copy.place, copy.condition, copy.acquired.map { "acquired \($0)" }, copy.price, lent].compactMap(
      \.self)
    if copy.count > 1 { return (["\(copy.count.grouped) copies"] + parts).joined(separator: ", ") }
    return parts.isEmpty ? "1 copy" : parts.joined(separator: ", ")
  }

  /// “1999 to 2000-01”, “abandoned 2003”, “2 times”.
  private static func text(_ reading: Reading) -> String {
    let outcome = reading.outcome == .read ? nil : reading.outcome.rawValue
    let dates: String? =
      switch (reading.started, reading.finished) {
      case (let started?, let finished?): "\(started) to \(finished)"
      case (let started?, nil): "from \(started)"
      case (nil, let finished?): finished.description
      case (nil, nil): nil
      }
    let times = reading.times > 1 || dates == nil ? (reading.times == 1 ? "once" : "\(reading.times) times") : nil
    return [outcome, dates, times].compactMap(\.self).joined(separator: " ")
  }

  /// “21 h 5 min”.
  private static func duration(_ minutes: Int) -> String {
    let (hours, rest) = minutes.quotientAndRemainder(dividingBy: 60)
    return [hours > 0 ? "\(hours) h" : "", rest > 0 ? "\(rest) min" : ""].filter { !$0.isEmpty }.joined(separator: " ")
  }

  private func time(_ instant: Date) -> String { console.isTerminal ? instant.localTime : instant.rfc3339 }
}
