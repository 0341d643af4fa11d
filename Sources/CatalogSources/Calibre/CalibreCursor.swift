import FoundationEssentials

/// The position up to which a calibre library was read. A run reads new and changed books, and then lists all other
/// books as still present. The first run reads all books and does not need to list them.
struct CalibreCursor: Codable, Equatable {
  /// The next step of reading the library.
  enum Phase: String, Codable {
    /// Start a new run.
    case idle
    /// Read new and changed books in the current run.
    case books
    /// List the ids of all books in the current run.
    case names
  }

  /// A run in progress.
  struct Run: Codable, Equatable {
    /// The value of ``CalibreCursor/since`` when the run ends, or `nil` before the first books were read.
    var since: Int64?
    /// The value of ``CalibreCursor/known`` when the run ends.
    var known: Int64
    /// The time of the library's last change before the run. `nil` if unknown, or if that second had not passed yet and
    /// further changes could have had the same time.
    var age: String?
    /// The fingerprint of the list of books on which the run is based.
    var listing: UInt64
    /// The id of the book that was read or listed last, or `nil` at the beginning of a phase.
    var last: Int64?
  }

  var phase = Phase.idle
  /// The name of the library, as reported by the server.
  var library: String
  /// The time of the newest change when the last run began, in seconds since 1970, or `nil` before the first run has
  /// ended.
  var since: Int64?
  /// The largest book id when the last run began, or 0 before the first run has ended. calibre never reuses ids.
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
