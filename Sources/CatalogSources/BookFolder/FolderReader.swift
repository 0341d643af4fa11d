import CatalogModel
import FoundationEssentials

/// Reads the files of a book.
struct FolderReader {
  /// The result of reading a book's files.
  struct Reading {
    var book: EBook
    /// The file that the metadata was read from, or `nil` if the metadata comes from a file name.
    let speaker: FolderFile?
    let isComic: Bool
    /// The fingerprint of the first file of the book, or `nil` if that file is not readable.
    let fingerprint: FolderFingerprint?
    /// True if a file contained metadata, or if no read error occurred.
    let isRead: Bool
    /// The reason why a file could not be read, or `nil` if no error occurred.
    let problem: String?
    /// True if no file has changed since it was listed, including while it was read.
    let isSettled: Bool
    /// True if a file no longer exists and no other file contains metadata.
    let isGone: Bool
  }

  /// The absolute path of the folder.
  let folder: String
  /// True to read PDFs, false to use only their names. If `nil`, PDFs are read if the required library is installed,
  /// which is checked at the first PDF.
  var readsPDF: Bool?

  /// Reads the metadata of a book from its best file. If that fails, the next file is read, and finally the file name
  /// is used.
  func read(_ group: FolderGroup) -> Reading {
    var fingerprint: FolderFingerprint?
    var problem: String?
    var isSettled = true
    var missing = 0
    var found: (book: EBook, file: FolderFile)?
    for (index, file) in group.files.enumerated() where found == nil && (index == 0 || file.type.reader != .name) {
      do throws(ArchiveFailure) {
        let bytes = try FileBytes(file, in: folder)
        if index == 0 { fingerprint = try FolderFingerprint(of: bytes) }
        defer {
          isSettled = isSettled && bytes.isAsItWas && bytes.modified == file.modified && bytes.count == file.size
        }
        if let book = try book(bytes, file.type.reader) { found = (book, file) }
      } catch {
        // A file that has just been deleted is not a problem, because the folder is listed again.
        if error.code == .missing { missing += 1 } else { problem = problem ?? "\(file.path): \(error)" }
      }
    }
    let named = FileNameBook.book(group.best.stem, in: group.best.folders)
    var book = found?.book.orElse(named) ?? named
    book.takeMissing(from: named)
    return Reading(
      book: book, speaker: found?.file, isComic: (found?.file ?? group.best).type.isComic, fingerprint: fingerprint,
      isRead: found != nil || problem == nil, problem: problem, isSettled: isSettled && missing == 0,
      isGone: missing > 0 && found == nil)
  }

  private func book(_ bytes: FileBytes, _ reader: BookFileType.Reader) throws(ArchiveFailure) -> EBook? {
    switch reader {
    case .epub: try EPUBBook.read(bytes)
    case .fictionBook:
      // A compressed file often has the same extension as an uncompressed file.
      try FictionBook.read(bytes, isPacked: bytes.bytes(in: 0..<min(4, bytes.count)) == [0x50, 0x4B, 3, 4])
    case .comicArchive: try ComicArchive.read(bytes)
    case .mobi: try MOBIBook.read(bytes)
    case .pdf: try readsPDF ?? PDFInformation.canBeRead ? PDFBook.read(bytes) : nil
    case .name: nil
    }
  }

  /// Returns the record for a book.
  ///
  /// - Throws: `InvalidValue` if not even the file name yields a title.
  func record(_ reading: Reading, of group: FolderGroup, id: String) throws -> SourceRecord {
    try reading.book.record(
      id: id, isComic: reading.isComic, files: group.files.map(bookFile), archive: reading.speaker?.path(in: folder))
  }

  private func bookFile(_ file: FolderFile) -> BookFile {
    BookFile(
      path: file.path(in: folder), mediaType: file.type.mediaType,
      size: Int(clamping: file.size), modified: Date(timeIntervalSince1970: Double(file.modified) / 1e9))
  }
}

extension FolderReader {
  /// Returns the data for another attempt to read an unreadable book: the id of the book and the paths of its files.
  static func payload(id: String, _ group: FolderGroup) -> [UInt8] {
    Array(([id] + group.files.map(\.path)).map { Array($0.utf8) }.joined(separator: [0]))
  }

  /// Tries to read a book again.
  ///
  /// - Throws: ``ArchiveFailure`` or `InvalidValue` if the book still cannot be read.
  func record(from payload: [UInt8]) throws -> SourceRecord? {
    let texts = payload.split(separator: 0, omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
    guard texts.count > 1, !texts[0].isEmpty else { return nil }
    // Anyone with write access to the catalog may have changed the payload, so reject paths that lead out of the
    // folder.
    let files = try texts.dropFirst().compactMap { path -> FolderFile? in
      let parts = path.split(separator: "/", omittingEmptySubsequences: false)
      guard !parts.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }) else {
        throw InvalidValue("path", path, "it points outside the folder")
      }
      guard let file = FolderFile(path: path, size: 0, modified: 0, isLink: true) else { return nil }
      let bytes = try FileBytes(file, in: folder)
      return FolderFile(path: path, size: Int64(bytes.count), modified: bytes.modified, isLink: true)
    }
    guard !files.isEmpty else { return nil }
    let group = FolderGroup(files: files)
    let reading = read(group)
    if let problem = reading.problem { throw ArchiveFailure(.damaged, problem) }
    return try record(reading, of: group, id: texts[0])
  }
}
