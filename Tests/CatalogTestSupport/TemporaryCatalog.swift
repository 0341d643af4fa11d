import Catalog
import FoundationEssentials
import Synchronization

/// A clock that advances by a second with each reading, so that times differ and are the same on every run.
public final class TestClock: Sendable {
  private let seconds: Mutex<Double>

  /// - Parameter start: Seconds since 1970; 2026-01-01 by default.
  public init(start: Double = 1_767_225_600) { seconds = Mutex(start) }

  public var now: Date {
    seconds.withLock { seconds in
      seconds += 1
      return Date(timeIntervalSince1970: seconds)
    }
  }

  public func advance(by interval: Double) { seconds.withLock { $0 += interval } }
}

/// A new catalog in a folder of its own.
public final class TemporaryCatalog: Sendable {
  public let folder: TemporaryFolder
  public let clock = TestClock()
  public let catalog: BookCatalog

  public init() throws {
    folder = TemporaryFolder()
    var options = BookCatalog.Options()
    let clock = clock
    options.now = { clock.now }
    // Other holders of the file release it, which may take long on a busy machine.
    options.patience = .seconds(3_000)
    catalog = try BookCatalog.open(folder.file("catalog.db"), options: options)
  }

  deinit { catalog.close() }

  public var path: String { catalog.path }

  /// Imports records under the name of a source, in one batch.
  @discardableResult
  public func importRecords(_ records: [SourceRecord], source: String = "test") async throws -> ImportReport {
    try await catalog.importRecords(from: ListReader(records), source: source)
  }

  /// Returns a connection of another program, without the catalog's functions.
  public func foreign() throws -> ForeignConnection { try ForeignConnection(path) }
}

/// A reader that delivers records from memory, in batches.
public actor ListReader: RecordReader {
  private var rest: ArraySlice<SourceRecord>
  private let batch: Int
  private var number = 0

  public init(_ records: [SourceRecord], batch: Int = 1_000) {
    rest = records[...]
    self.batch = batch
  }

  public func nextBatch() -> ImportBatch? {
    guard !rest.isEmpty else { return nil }
    let rows = rest.prefix(batch).map { record in
      number += 1
      return ImportRow(number: number, content: .record(record), raw: Array(record.remoteID.utf8))
    }
    rest = rest.dropFirst(batch)
    return ImportBatch(rows: rows, bytesRead: Int64(number))
  }
}

extension SourceRecord {
  /// Creates a record from texts as people type them; `nil` is an explicit null.
  public init(_ remoteID: String, _ fields: [BookField: String?]) throws {
    var values = FieldPresences()
    for (field, text) in fields {
      guard let text else {
        values[field] = .null
        continue
      }
      if let value = try field.value(of: text) { values[field] = .value(value) }
    }
    self.init(remoteID: remoteID, values: values)
  }
}
