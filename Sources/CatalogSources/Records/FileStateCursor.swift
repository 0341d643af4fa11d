import CatalogModel
import FoundationEssentials

/// Where a source stands that reads its files whole whenever they changed: the state of the files, and what was read last of them.
struct FileStateCursor {
  /// The cursor behind all that there is.
  static let end = "end"
  /// For how many seconds another change may leave a file with the same time: clocks of file systems are coarse, those of devices most of all.
  private static let coarseness = 2.0

  /// Another one for each state of the files; without a space.
  let identity: String
  /// How many rows were read, or the number of the book that was read last.
  let place: Int64

  /// The text that the next request brings.
  var text: String { "\(identity) \(place)" }

  init(_ identity: String, _ place: Int64) { (self.identity, self.place) = (identity, place) }

  /// - Parameter path: of the files, for messages.
  /// - Throws: `SourceFailure` where the text is no such cursor.
  init(_ text: String, of path: String) throws(SourceFailure) {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 2, let place = Int64(parts[1]) else {
      throw SourceFailure(.cursorRefused, path, cause: "the cursor is none of this source")
    }
    self.init(String(parts[0]), place)
  }

  /// Why a refresh that has read a part of the files in another state cannot go on.
  static func changed(_ path: String) -> SourceFailure {
    SourceFailure(.cursorRefused, path, cause: "it changed since a part of it was read")
  }

  /// What a page covers: all of the files, from their beginning or not.
  static func coverage(of request: SourceRequest) -> SourceCoverage {
    .fullEnumeration(begins: request.cursor == nil || request.cursor == end, isStable: true)
  }

  /// By what files are known again whose state has not changed; `nil` while another change may leave them with the same time.
  ///
  /// - Parameter written: when they were changed last, in seconds since 1970.
  static func validators(_ identity: String, written: Double, now: Date) -> SourceValidators? {
    now.timeIntervalSince1970 - written >= coarseness ? SourceValidators(lastModified: identity) : nil
  }
}
