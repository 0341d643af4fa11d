import CatalogModel

/// A book in KOReader's statistics.
struct StatisticsBook {
  /// The smallest id of the book's rows.
  var number: Int64
  /// The hash by which KOReader identifies the file, 32 hexadecimal digits; `nil` if unknown.
  var hash: String?
  /// A string that distinguishes the book from an earlier book with the same hash; `nil` if no earlier book has this
  /// hash. Collisions occur because KOReader hashes only a few parts of a file.
  var distinction: String?
  var title = ""
  /// The names of the authors, one per line.
  var authors = ""
  /// The series and the number in it, for example `Dune #1`.
  var series = ""
  var language = ""
  /// The read state, or `nil` if the book was not read.
  var state: ReadState?
  /// The readings, the latest last.
  var readings: [Reading] = []
  /// The positions at the ends of the last days of reading.
  var positions: [ReadingPosition] = []

  /// The value that KOReader writes for missing values.
  private static let unknown = "n/a"

  static func known(_ text: String) -> String? {
    let text = text.replacing("\0", with: "").trimmed()
    return text.isEmpty || text.lowercased() == unknown ? nil : text
  }

  /// The source's id of the book. The hash of the file stays the same when the user corrects the title. Without a hash,
  /// the title and the authors identify the book.
  var remoteID: String {
    guard let hash else { return key }
    return distinction.map { "\(hash) \($0)".cut(toBytes: SourceRecord.remoteIDBytes) } ?? hash
  }

  /// The title and the authors, reduced to the parts that distinguish books.
  var key: String {
    BookIdentity.key(title: title, authors: PersonName.all(in: authors)).cut(toBytes: SourceRecord.remoteIDBytes)
  }

  /// Returns true if two rows with the same hash are certainly different books. In this case, both rows name authors
  /// but share none of them, and their titles share at most half of their words.
  func contradicts(_ other: StatisticsBook) -> Bool {
    func names(_ book: StatisticsBook) -> [Set<String>] {
      (Self.known(book.authors).map(PersonName.all) ?? []).map { Set(SearchWords.words(in: $0)) }.filter { !$0.isEmpty }
    }
    func title(_ book: StatisticsBook) -> Set<String> { Set(SearchWords.words(in: TitleParts(book.title).bare)) }
    let (names, others) = (names(self), names(other))
    guard !names.isEmpty, !others.isEmpty,
      !names.contains(where: { name in others.contains { name.isSubset(of: $0) || $0.isSubset(of: name) } })
    else { return false }
    let (mine, theirs) = (title(self), title(other))
    return mine.intersection(theirs).count * 2 < max(1, min(mine.count, theirs.count))
  }

  func item() -> SourceItem {
    do {
      return .record(try record())
    } catch {
      return .bad(BadRecord(remoteID: remoteID, payload: payload, reason: String(describing: error)))
    }
  }

  /// Returns the record of the book.
  ///
  /// - Throws: `InvalidValue` if the book has no title.
  func record() throws -> SourceRecord {
    guard let title = Self.known(title)?.canonicalLine().cut(toBytes: FieldLimits.lineBytes) else {
      throw InvalidValue("title", title, "it has no title")
    }
    var builder = RecordBuilder()
    builder.id = remoteID
    if distinction != nil, let hash {
      builder.leaveOut(
        InvalidValue("md5", hash, "another book on the device has the same value; they are kept as two books"))
    }
    // If a document does not name its author, its title comes from the name of its file.
    let names = Self.known(authors).map(PersonName.all) ?? []
    let stem = DocumentName.stem(of: title, namesAuthors: !names.isEmpty)
    let named = names.isEmpty ? FileNameBook.book(stem, in: []) : EBook()
    try builder.set(.title, .text(names.isEmpty ? named.title : stem))
    try Self.fill(&builder, .authors, .list(names.isEmpty ? named.authors : names))
    let (series, seriesNumber) = seriesPosition ?? (named.series, named.seriesNumber)
    try Self.fill(&builder, .series, series.map(FieldValue.text))
    try Self.fill(&builder, .seriesNumber, series == nil ? nil : seriesNumber.map(FieldValue.decimal))
    try Self.fill(&builder, .language, Self.known(language).flatMap(EBook.language).map(FieldValue.text))
    try builder.set(.format, .text(BookFormat.ebook.rawValue))
    // A book that was not read on the device may have been read elsewhere, so it is not reported as unread.
    if let state { try builder.set(.readState, .readState(state)) }
    try builder.set(.started, readings.last?.started.map(FieldValue.date))
    try builder.set(.finished, readings.last?.finished.map(FieldValue.date))
    try builder.set(.earlierReadings, nil)
    try builder.add(Array(readings.dropLast()))
    try builder.set(.progress, positions.isEmpty ? nil : .records(positions.map(\.record)))
    return try builder.record()
  }

  /// Sets a field. A value that the field cannot hold is left out and reported.
  private static func fill(_ builder: inout RecordBuilder, _ field: BookField, _ value: FieldValue?) throws {
    do { try builder.set(field, value) } catch let error as InvalidValue {
      builder.leaveOut(error)
      try builder.set(field, nil)
    }
  }

  private var seriesPosition: (series: String?, number: Double?)? {
    guard let text = Self.known(series)?.canonicalLine() else { return nil }
    guard let separator = text.lastIndex(of: "#"),
      let number = EBook.number(String(text[text.index(after: separator)...])),
      number >= 0, case let name = String(text[..<separator]).trimmed(), !name.isEmpty
    else { return (text, nil) }
    return (name, number)
  }
}

/// The stored form of a book whose record could not be used, as JSON.
extension StatisticsBook {
  var payload: [UInt8] {
    var members: [String: JSONValue] = [
      "id": .integer(number), "title": .string(title), "authors": .string(authors), "series": .string(series),
      "language": .string(language),
      "readings": .array(
        readings.map { .array([$0.started, $0.finished].map { .string($0?.description ?? "") }) }),
      "positions": .array(positions.compactMap(Self.payload)),
    ]
    members["md5"] = hash.map(JSONValue.string)
    members["distinction"] = distinction.map(JSONValue.string)
    members["state"] = state.map { .string($0.rawValue) }
    return Array(JSONValue.object(members).text.utf8)
  }

  /// Decodes a value of ``payload``.
  ///
  /// - Throws: `JSONParser.Failure`, or ``JSONBook/Failure`` if the JSON does not describe a book.
  init(payload: [UInt8]) throws {
    let value = try JSONParser().value(of: payload)
    guard case .object = value, let number = value["id"]?.integer else { throw JSONBook.Failure.notAnObject }
    self.number = number
    hash = value["md5"]?.string
    distinction = value["distinction"]?.string
    (title, authors) = (value["title"]?.string ?? "", value["authors"]?.string ?? "")
    (series, language) = (value["series"]?.string ?? "", value["language"]?.string ?? "")
    state = value["state"]?.string.flatMap(ReadState.init(rawValue:))
    readings =
      value["readings"]?.items?.map { days in
        let days = days.items?.map { $0.string.flatMap { try? PartialDate($0) } } ?? []
        return Reading(started: days.first ?? nil, finished: days.count > 1 ? days[1] : nil)
      } ?? []
    positions = value["positions"]?.items?.compactMap(Self.position) ?? []
  }

  private static func payload(of position: ReadingPosition) -> JSONValue? {
    guard case .percent(let percent) = position.place else { return nil }
    return .array([.string(position.day.description), .integer(Int64((percent * 100).rounded()))])
  }

  private static func position(of payload: JSONValue) -> ReadingPosition? {
    guard let parts = payload.items, parts.count == 2, let part = parts[1].integer, (0...10_000).contains(part),
      let day = parts[0].string.flatMap({ try? PartialDate($0) })
    else { return nil }
    return ReadingPosition(.percent(Double(part) / 100), on: day, origin: .device)
  }
}
