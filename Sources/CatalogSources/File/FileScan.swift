import CatalogModel

/// One pass over all rows of several files, which are read one after the other as a single list.
struct FileScan {
  let files: BookFiles
  /// The number of rows read.
  private(set) var position = 0

  private var unopened: ArraySlice<String>
  private var input: ImportInput?
  private var path = ""
  private var rows: ArraySlice<ImportRow> = []
  /// The fingerprint of each row's content, keyed by the fingerprint of the row's id.
  private var contents: [UInt64: Int64] = [:]

  init(_ files: BookFiles) {
    self.files = files
    unopened = files.paths[...]
  }

  /// Returns true if no rows are left.
  mutating func isAtEnd() async throws -> Bool {
    try await fill()
    return rows.isEmpty
  }

  /// Reads rows until the page is full or no rows are left.
  mutating func items(size: Int, bytes limit: Int) async throws -> [SourceItem] {
    var items: [SourceItem] = []
    var bytes = 0
    while items.count < size, bytes < limit, let row = try await next() {
      bytes += row.raw.count
      if let item = item(of: row) { items.append(item) }
    }
    return items
  }

  /// Skips rows, to continue where another scan of the same files ended.
  ///
  /// - Returns: True if enough rows exist.
  mutating func skip(to position: Int) async throws -> Bool {
    while self.position < position, let row = try await next() { _ = item(of: row) }
    return self.position == position
  }

  private mutating func next() async throws -> ImportRow? {
    try await fill()
    guard let row = rows.popFirst() else { return nil }
    position += 1
    return row
  }

  private mutating func fill() async throws {
    do {
      while rows.isEmpty {
        try Task.checkCancellation()
        if let batch = try await input?.reader.nextBatch() {
          rows = batch.rows[...]
        } else if let path = unopened.popFirst() {
          self.path = path
          input = try Self.open(path)
        } else {
          return
        }
      }
    } catch let error as InputError {
      throw BookFiles.failure(error)
    }
  }

  /// Opens a file. Returns `nil` if the file does not even have a header.
  private static func open(_ path: String) throws -> ImportInput? {
    do {
      return try ImportInput(path: path)
    } catch ImportError.empty {
      return nil
    } catch let error as ImportError {
      let hint = if case .noTitleColumn = error { "rename one of them to title" } else { "choose a file of books" }
      throw SourceFailure(.malformed, path, cause: error.description, hint: hint)
    }
  }

  /// Converts a row to an item. Returns `nil` if the row equals an earlier row or does not describe a book.
  private mutating func item(of row: ImportRow) -> SourceItem? {
    switch row.content {
    case .field: return nil
    case .rejected(let reason):
      return .bad(bad(row, row.remoteID, "row \(row.number) of \(name): \(reason)"))
    case .waiting(let record, let reason):
      return .bad(bad(row, record.remoteID, "row \(row.number) of \(name): \(reason)"))
    case .record(var record):
      let content = record.fingerprint
      let id = record.remoteID
      var number = 1
      while let earlier = contents[Self.key(record.remoteID)] {
        if earlier == content { return nil }
        guard !record.hasOwnID else {
          return .bad(
            BadRecord(
              remoteID: id, payload: [],
              reason: "row \(row.number) of \(name): an earlier row has the id \(id) but different values"))
        }
        number += 1
        record.remoteID = "\(id)#\(number)"
      }
      contents[Self.key(record.remoteID)] = content
      let isWhole = record.values[.title].value != nil
      return .record(record, raw: isWhole ? [] : input?.rejects.whole(row.raw) ?? [])
    }
  }

  private func bad(_ row: ImportRow, _ id: String?, _ reason: String) -> BadRecord {
    BadRecord(remoteID: id, payload: row.raw.isEmpty ? [] : input?.rejects.whole(row.raw) ?? [], reason: reason)
  }

  private var name: Substring { path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...] }

  private static func key(_ id: String) -> UInt64 {
    var fingerprint = Fingerprint()
    fingerprint.mix(id.utf8)
    return fingerprint.value
  }
}
