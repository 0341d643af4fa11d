import CatalogModel
import FoundationEssentials

/// The cursor of a source that rereads all its files whenever they change. It consists of the state of the files and
/// the position up to which they were read.
struct FileStateCursor {
  /// The cursor after the last record.
  static let end = "end"
  /// The resolution of file times in seconds. File systems have coarse clocks, especially those of e-readers and other
  /// devices, so two changes within this time may leave a file with the same modification time.
  private static let coarseness = 2.0

  /// A string that identifies a state of the files. Contains no spaces.
  let identity: String
  /// The number of rows read, or the number of the book that was read last.
  let position: Int64

  /// The cursor as text.
  var text: String { "\(identity) \(position)" }

  init(_ identity: String, _ position: Int64) { (self.identity, self.position) = (identity, position) }

  /// Parses a cursor.
  ///
  /// - Parameter path: The path of the files, for messages.
  /// - Throws: `SourceFailure` if the text is not a cursor of this form.
  init(_ text: String, of path: String) throws(SourceFailure) {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 2, let position = Int64(parts[1]) else {
      throw SourceFailure(.cursorRefused, path, cause: "the cursor does not belong to this source")
    }
    self.init(String(parts[0]), position)
  }

  /// Returns the error for a refresh that cannot continue because files changed after some of them were read.
  static func changed(_ path: String) -> SourceFailure {
    SourceFailure(.cursorRefused, path, cause: "it changed after a part of it was read")
  }

  /// The position from which a request reads.
  enum Start {
    /// The request reads nothing: the files have not changed since all records were read.
    case unchanged
    /// The request reads from the first record.
    case first
    /// The request continues after a cursor.
    case after(FileStateCursor)
  }

  /// Returns the position from which a request reads.
  ///
  /// - Parameters:
  ///   - path: The path of the files, for messages.
  ///   - identity: Returns the current state of the files, as in the validators.
  /// - Throws: `SourceFailure` if the cursor has another form; or an error that `identity` throws.
  static func start(of request: SourceRequest, path: String, identity: () throws -> String) throws -> Start {
    switch request.cursor {
    case nil: return .first
    case end:
      guard let known = request.validators?.lastModified else { return .first }
      return try known == identity() ? .unchanged : .first
    case let cursor?: return .after(try FileStateCursor(cursor, of: path))
    }
  }

  /// Returns a page as a source's answer. All pages are part of a full enumeration, which the first page begins.
  ///
  /// - Parameters:
  ///   - position: The position after the page; `nil` if the page is the last one.
  ///   - validators: Returns the validators of the last page.
  static func answer(
    _ items: [SourceItem], of identity: String, upTo position: Int64?, to request: SourceRequest,
    validators: @autoclosure () -> SourceValidators?
  ) -> SourceAnswer {
    .page(
      SourcePage(
        items: items, cursor: position.map { FileStateCursor(identity, $0).text } ?? end, isLast: position == nil,
        coverage: .fullEnumeration(begins: request.cursor == nil || request.cursor == end, isStable: true),
        validators: position == nil ? validators() : nil))
  }

  /// Returns validators that identify the state of the files. Returns `nil` if the files changed so recently that
  /// another change could leave them with the same modification time.
  ///
  /// - Parameter written: The time of the last change, in seconds since 1970.
  static func validators(_ identity: String, written: Double, now: Date) -> SourceValidators? {
    now.timeIntervalSince1970 - written >= coarseness ? SourceValidators(lastModified: identity) : nil
  }
}
