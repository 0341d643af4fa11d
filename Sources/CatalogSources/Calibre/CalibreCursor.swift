import FoundationEssentials

/// Where a calibre library was read to. A run reads the books that are new or changed and then lists all others as still
/// there; a first run reads all books, and need not list them.
struct CalibreCursor: Codable, Equatable {
  /// What comes next.
  enum Phase: String, Codable {
    /// Another run.
    case idle
    /// In this run, books that are new or changed.
    case books
    /// In this run, the names of all books.
    case names
  }

  /// A run that is not at its end.
  struct Run: Codable, Equatable {
    /// What ``CalibreCursor/since`` will be when it ends; `nil` until the first books were read.
    var since: Int64?
    /// What ``CalibreCursor/known`` will be when it ends.
    var known: Int64
    /// The last change of the library before the run began, where that second was over.
    var age: String?
    /// The fingerprint of the list of books that the run goes by.
    var listing: UInt64
    /// The book that was read last, or named last; `nil` at the beginning of a phase.
    var last: Int64?
  }

  var phase = Phase.idle
  /// The library's name, as the server says.
  var library: String
  /// The time of the newest change when the last run began, in seconds since 1970; `nil` before the first one ended.
  var since: Int64?
  /// The largest number of a book when the last run began; 0 before the first one ended. Numbers are never used twice.
  var known: Int64 = 0
  var run: Run?

  /// As compact JSON.
  var text: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
  }
}

extension CalibreCursor {
  /// - Returns: `nil` for a text that ``text`` did not write.
  init?(_ text: String) {
    guard let cursor = try? JSONDecoder().decode(Self.self, from: Data(text.utf8)),
      (cursor.phase == .idle) == (cursor.run == nil)
    else { return nil }
    self = cursor
  }
}
