import FoundationEssentials

/// The position up to which a calibre library was read. Each run through the library reads new and changed books, and
/// then lists all other books as still present. The first run reads all books and does not need to list them.
struct CalibreCursor: Codable, Equatable {
  /// The next step of reading the library.
  enum Phase: String, Codable {
    /// No run is in progress. The next step starts a run.
    case idle
    /// The current run reads new and changed books.
    case books
    /// The current run lists the ids of all books.
    case names
  }

  /// A run in progress.
  struct Run: Codable, Equatable {
    /// The value of ``CalibreCursor/since`` after this run, or `nil` until the run has read its first books.
    var since: Int64?
    /// The value of ``CalibreCursor/known`` after this run.
    var known: Int64
    /// The time of the library's last change before the run, or `nil` if the time is unknown. Also `nil` if the run
    /// began in the same second as that change, because later changes could then have the same time.
    var age: String?
    /// The fingerprint of the list of books on which the run is based.
    var listing: UInt64
    /// The id of the book that was read or listed last, or `nil` at the beginning of a phase.
    var last: Int64?
  }

  var phase = Phase.idle
  /// The name of the library, as reported by the server.
  var library: String
  /// The time of the library's newest change when the last complete run began, in seconds since 1970. `nil` before the
  /// first run is complete.
  var since: Int64?
  /// The largest book id when the last complete run began, or 0 before the first run is complete. calibre never reuses
  /// ids.
  var known: Int64 = 0
  var run: Run?

  /// The cursor as compact JSON.
  var text: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
  }
}

extension CalibreCursor {
  /// Parses a cursor. Returns `nil` if the text was not written by ``text``.
  init?(_ text: String) {
    guard let cursor = try? JSONDecoder().decode(Self.self, from: Data(text.utf8)),
      (cursor.phase == .idle) == (cursor.run == nil)
    else { return nil }
    self = cursor
  }
}
