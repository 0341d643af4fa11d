import CatalogModel

/// Reads the metadata of a MOBI file, including AZW, AZW3 (KF8), AZW4 and PRC, which use the same container. All
/// metadata is in the header in the first record. If a file contains both MOBI and KF8, the first of the two is used.
///
/// Based on MobileRead's wiki, “MOBI”, and on what calibre and Amazon write.
package enum MOBIBook {
  /// The maximum number of bytes to read from the first record. The record may contain a description, but no images or
  /// book text.
  private static let headerLimit = 1_048_576
  /// The signatures of other formats with the same extensions, whose metadata is not read: Topaz, KFX, encrypted KFX
  /// and archives of KFX.
  private static let silent = ["TPZ", "CONT", "\u{EA}DRMION", "PK\u{3}\u{4}"].map { text in
    text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
  }

  /// Reads a MOBI file.
  ///
  /// - Returns: The book, or `nil` if the file is in another format, such as KFX.
  /// - Throws: ``ArchiveFailure``
  package static func read(_ bytes: some ArchiveBytes) throws(ArchiveFailure) -> EBook? {
    let start = try bytes.bytes(in: 0..<min(8, bytes.count))
    if silent.contains(where: start.starts) { return nil }
    guard let database = try PalmDatabase(bytes) else { throw ArchiveFailure(.damaged, "it is too short for a book") }
    // The file may be in another program's format for Palm devices, such as eReader or plain text without a header.
    guard database.kind == kind else {
      if database.kind.utf8.allSatisfy(\.isASCIILetterOrDigit), database.count > 0 { return nil }
      throw ArchiveFailure(.damaged, "it is not a MOBI file")
    }
    guard let record = try database.start(of: 0, atMost: headerLimit) else {
      throw ArchiveFailure(.damaged, "its first record is missing")
    }
    guard let header = MOBIHeader(record) else { throw ArchiveFailure(.damaged, "it has no MOBI header") }
    var book = header.book
    for number in header.coverRecords {
      // Use a record only if it actually contains an image.
      guard let start = try database.start(of: number, atMost: 12), ImageHeader.kind(of: start) != nil else { continue }
      book.cover = name(ofRecord: number)
      break
    }
    return book
  }

  static let kind = "BOOKMOBI"
  private static let recordPrefix = "record-"

  /// Returns a name that identifies the image in a record.
  static func name(ofRecord number: Int) -> String { "\(recordPrefix)\(number)" }

  /// Returns the bytes of the image with the given name, or `nil` if the file is not a MOBI file.
  ///
  /// - Throws: ``ArchiveFailure`` if no record has that name, or if the image is too large.
  static func image(
    _ name: String, in bytes: some ArchiveBytes, atMost limit: Int
  ) throws(ArchiveFailure) -> [UInt8]? {
    guard let database = try PalmDatabase(bytes), database.kind == kind else { return nil }
    guard name.hasPrefix(recordPrefix), let number = Int(name.dropFirst(recordPrefix.count)),
      let range = try database.range(of: number)
    else { throw ArchiveFailure(.missing, "the book contains no image with that name") }
    guard range.count <= limit else { throw ArchiveFailure(.tooLarge, "its image has more than \(limit) bytes") }
    return try bytes.bytes(in: range)
  }
}
