/// The records of a Palm database, the container of MOBI files: a header of 78 bytes, followed by the offsets of the
/// records. Each record ends where the next record begins. Only the requested parts of the file are read.
///
/// Based on MobileRead's wiki, “PDB”, and on what calibre reads.
struct PalmDatabase {
  private static let headerBytes = 78
  private static let entryBytes = 8

  /// The type and the creator, such as `BOOKMOBI`.
  let kind: String
  /// The number of records that the header states.
  let count: Int
  private let bytes: any ArchiveBytes

  /// Reads the header. Returns `nil` if the file is too short to contain a header.
  ///
  /// - Throws: ``ArchiveFailure`` if the file cannot be read.
  init?(_ bytes: some ArchiveBytes) throws(ArchiveFailure) {
    guard bytes.count >= Self.headerBytes else { return nil }
    let header = HeaderBytes(bytes: try bytes.bytes(in: 0..<Self.headerBytes))
    kind = String(decoding: header.bytes[60..<68], as: UTF8.self)
    count = header.big(2, at: 76) ?? 0
    self.bytes = bytes
  }

  /// Returns the byte range of a record, or `nil` if the record does not exist or its offset is outside the file.
  ///
  /// - Throws: ``ArchiveFailure`` if the file cannot be read.
  func range(of number: Int) throws(ArchiveFailure) -> Range<Int>? {
    guard number >= 0, number < count else { return nil }
    let offset = Self.headerBytes + number * Self.entryBytes
    let length = number + 1 < count ? 2 * Self.entryBytes : Self.entryBytes
    guard offset + length <= bytes.count else { return nil }
    let entries = HeaderBytes(bytes: try bytes.bytes(in: offset..<offset + length))
    guard let start = entries.big(4, at: 0), start >= Self.headerBytes, start < bytes.count else { return nil }
    // The last record, and a record with an invalid end, extend to the end of the file.
    let end = entries.big(4, at: Self.entryBytes).flatMap { $0 > start ? $0 : nil } ?? bytes.count
    return start..<min(end, bytes.count)
  }

  /// Returns the first bytes of a record, up to a limit, or `nil` if the record does not exist.
  ///
  /// - Throws: ``ArchiveFailure`` if the file cannot be read.
  func start(of number: Int, atMost limit: Int) throws(ArchiveFailure) -> [UInt8]? {
    guard let range = try range(of: number) else { return nil }
    return try bytes.bytes(in: range.prefix(limit))
  }
}
