/// Reads the rows of an import, and completes rows that have no title with data from a ``RecordCompleter``.
///
/// Rows that the source delivered before, or whose books are already in the catalog, are not completed. Rows keep the
/// order of the input. Each batch contains the rows of at most one request to the completer, so that a stopped import
/// keeps the data received so far. If a request fails, no more requests are sent during the import. Later rows without
/// a title are then completed from data that is available offline. If no such data exists, the rows wait for a later
/// import.
actor CompletingReader: RecordReader {
  private let reader: any RecordReader
  private let completer: (any RecordCompleter)?
  private let source: CatalogSource.ID
  private let database: Database
  /// Rows that were read but not yet returned.
  private var rest: ArraySlice<Item> = []
  private var bytesRead: Int64 = 0
  /// The reason why no requests are sent to the completer; `nil` while requests are possible.
  private var refusal: String?

  private struct Item {
    let row: ImportRow
    /// The record for the completer to complete; `nil` if the row needs no completion.
    let question: SourceRecord?
  }

  /// Creates a reader.
  ///
  /// - Parameter source: The id of the source, or the id that it will have when it is created.
  init(
    _ reader: any RecordReader, by completer: (any RecordCompleter)?, source: CatalogSource.ID, _ database: Database
  ) {
    (self.reader, self.completer, self.source, self.database) = (reader, completer, source, database)
    if completer == nil { refusal = "it was not looked up" }
  }

  func nextBatch() async throws -> ImportBatch? {
    if rest.isEmpty {
      guard let batch = try await reader.nextBatch() else { return nil }
      bytesRead = batch.bytesRead
      let isComplete = batch.rows.allSatisfy { Self.question(of: $0) == nil }
      if isComplete { return batch }
      rest = try await items(batch.rows)[...]
    }
    return try await nextPortion()
  }

  /// Returns the next rows, limited to the number of rows that one request can complete.
  private func nextPortion() async throws -> ImportBatch {
    let maxQuestions = refusal == nil ? max(1, completer?.batch ?? 1) : Int.max
    var items: [Item] = []
    var questions: [SourceRecord] = []
    while let item = rest.first {
      if let question = item.question {
        if questions.count == maxQuestions { break }
        questions.append(question)
      }
      items.append(item)
      rest.removeFirst()
    }
    let answers = try await answers(to: questions)[...]
    let asksCompleter = !questions.isEmpty && refusal == nil && completer != nil
    var batch = ImportBatch(rows: rows(items, answers), bytesRead: bytesRead)
    batch.isSlow = asksCompleter
    return batch
  }

  /// The completer's answer for one row.
  private enum Answer {
    case known(BookDraft)
    /// The completer does not know the book.
    case unknown
    /// The completer did not answer.
    case none
  }

  /// Returns the completer's answers. After a request has failed, only the completer's offline data is used.
  private func answers(to questions: [SourceRecord]) async throws -> [Answer] {
    guard let completer, !questions.isEmpty else { return questions.map { _ in .none } }
    if refusal == nil {
      do {
        return try await completer.completions(of: questions).map { $0.map(Answer.known) ?? .unknown }
      } catch let failure as SourceFailure {
        refusal = "looking it up in \(completer.name) failed: \(failure)"
      }
    }
    return try await completer.knownOffline(of: questions).map { $0.map(Answer.known) ?? .none }
  }

  private func rows(_ items: [Item], _ answers: ArraySlice<Answer>) -> [ImportRow] {
    var answers = answers
    return items.map { item in
      guard let question = item.question else { return item.row }
      let content: ImportRow.Content =
        switch answers.popFirst() ?? .none {
        case .known(let draft): .record(question.completed(with: draft))
        case .unknown:
          .rejected(reason: "it has no title, and \(completer?.name ?? "the lookup") has no book \(question.remoteID)")
        case .none: .waiting(question, reason: "it has no title, and \(refusal ?? "the lookup gave no answer")")
        }
      return ImportRow(number: item.row.number, content: content, raw: item.row.raw, remoteID: question.remoteID)
    }
  }

  /// Returns the record of a row if the record has no title; `nil` otherwise.
  private static func question(of row: ImportRow) -> SourceRecord? {
    if case .record(let record) = row.content, record.values[.title].value == nil { record } else { nil }
  }

  /// Returns each row with the record to complete, or with `nil` if the row needs no completion. Records that the
  /// source delivered before, and records whose books are already in the catalog, are not completed.
  private func items(_ rows: [ImportRow]) async throws -> [Item] {
    let (source, completer) = (source, completer)
    return try await database.read { connection in
      let records = SourceRecordTable(connection: connection)
      let matcher = try BookMatcher(connection: connection, source: source)
      return try rows.map { row in
        guard let record = Self.question(of: row), completer?.knowsKind(of: record) ?? record.hasNumber,
          try records.row(source: source, remoteID: record.remoteID) == nil, try matcher.match(of: record).book == nil
        else { return Item(row: row, question: nil) }
        return Item(row: row, question: record)
      }
    }
  }
}

extension SourceRecord {
  /// True if the record contains an ISBN or another identifier by which a completer may find its book.
  fileprivate var hasNumber: Bool { values[.isbn].value != nil || values[.identifiers].value != nil }
}
