import CatalogModel

/// What a MOBI file says of its book: AZW, AZW3 (KF8), AZW4 and PRC too, which are the same container. Its first record has the
/// header with all that is read; of two books in one file, MOBI and KF8, that of the first.
///
/// By MobileRead's wiki, “MOBI”, and what calibre and Amazon write.
package enum MOBIBook {
  /// How many bytes of the first record are read. A description is in it, no image and no text of the book.
  private static let headerLimit = 1_048_576
  /// What other formats begin with that are called by the same endings, and say nothing that is read: Topaz, KFX, its encrypted
  /// form and archives of it.
  private static let silent = ["TPZ", "CONT", "\u{EA}DRMION", "PK\u{3}\u{4}"].map { text in
    text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
  }

  /// - Returns: `nil` for other formats that are called so.
  /// - Throws: ``ArchiveFailure``
  package static func read(_ bytes: some ArchiveBytes) throws(ArchiveFailure) -> EBook? {
    let start = try bytes.bytes(in: 0..<min(8, bytes.count))
    if silent.contains(where: start.starts) { return nil }
    guard let database = try PalmDatabase(bytes) else { throw ArchiveFailure(.damaged, "it is too short for a book") }
    // Of programs for Palm's devices, a text without a header, an eReader's and others.
    guard database.kind == kind else {
      if database.kind.utf8.allSatisfy(\.isASCIILetterOrDigit), database.count > 0 { return nil }
      throw ArchiveFailure(.damaged, "it is no MOBI file")
    }
    guard let record = try database.start(of: 0, atMost: headerLimit) else {
      throw ArchiveFailure(.damaged, "its first record is not there")
    }
    guard let header = MOBIHeader(record) else { throw ArchiveFailure(.damaged, "it has no MOBI header") }
    var book = header.book
    for number in header.coverRecords {
      // A number is believed where an image is.
      guard let start = try database.start(of: number, atMost: 12), ImageHeader.kind(of: start) != nil else { continue }
      book.cover = name(ofRecord: number)
      break
    }
    return book
  }

  static let kind = "BOOKMOBI"
  private static let recordPrefix = "record-"

  /// How a record is called, by which the image in it is found again.
  static func name(ofRecord number: Int) -> String { "\(recordPrefix)\(number)" }

  /// The bytes of the image of such a name; `nil` for what is no MOBI file.
  ///
  /// - Throws: ``ArchiveFailure`` where there is no such record, or it is too large.
  static func image(
    _ name: String, in bytes: some ArchiveBytes, atMost limit: Int
  ) throws(ArchiveFailure) -> [UInt8]? {
    guard let database = try PalmDatabase(bytes), database.kind == kind else { return nil }
    guard name.hasPrefix(recordPrefix), let number = Int(name.dropFirst(recordPrefix.count)),
      let range = try database.range(of: number)
    else { throw ArchiveFailure(.missing, "the book holds no image of that name") }
    guard range.count <= limit else { throw ArchiveFailure(.tooLarge, "its image has more than \(limit) bytes") }
    return try bytes.bytes(in: range)
  }
}
