/// The records of a Palm database, which MOBI files are: a header of 78 bytes, then where each record begins; it ends where
/// the next one does. Of the file no more is read than is asked for.
///
/// By MobileRead's wiki, “PDB”, and what calibre reads.
struct PalmDatabase {
  private static let headerBytes = 78
  private static let entryBytes = 8

  /// The type and the creator, such as `BOOKMOBI`.
  let kind: String
  /// How many records it says that there are.
  let count: Int
  private let bytes: any ArchiveBytes

  /// - Returns: `nil` for what is too short for a header.
  /// - Throws: ``ArchiveFailure`` when the file cannot be read.
  init?(_ bytes: some ArchiveBytes) throws(ArchiveFailure) {
    guard bytes.count >= Self.headerBytes else { return nil }
    let header = HeaderBytes(bytes: try bytes.bytes(in: 0..<Self.headerBytes))
    kind = String(decoding: header.bytes[60..<68], as: UTF8.self)
    count = header.big(2, at: 76) ?? 0
    self.bytes = bytes
  }

  /// Where a record is; `nil` where there is no such record, or it lies elsewhere than in the file.
  ///
  /// - Throws: ``ArchiveFailure`` when the file cannot be read.
  func range(of number: Int) throws(ArchiveFailure) -> Range<Int>? {
    guard number >= 0, number < count else { return nil }
    let place = Self.headerBytes + number * Self.entryBytes
    let length = number + 1 < count ? 2 * Self.entryBytes : Self.entryBytes
    guard place + length <= bytes.count else { return nil }
    let entries = HeaderBytes(bytes: try bytes.bytes(in: place..<place + length))
    guard let start = entries.big(4, at: 0), start >= Self.headerBytes, start < bytes.count else { return nil }
    // Of the last one, and of one whose end cannot be, the file's end is that.
    let end = entries.big(4, at: Self.entryBytes).flatMap { $0 > start ? $0 : nil } ?? bytes.count
    return start..<min(end, bytes.count)
  }

  /// The bytes of a record, of a longer one the first; `nil` where there is none.
  ///
  /// - Throws: ``ArchiveFailure`` when the file cannot be read.
  func start(of number: Int, atMost limit: Int) throws(ArchiveFailure) -> [UInt8]? {
    guard let range = try range(of: number) else { return nil }
    return try bytes.bytes(in: range.prefix(limit))
  }
}
