import CatalogModel
import FoundationEssentials

/// Reads the files of a book.
struct FolderReader {
  /// What the files say.
  struct Reading {
    var book: EBook
    /// The file that says what the book is; `nil` where their names do.
    let speaker: FolderFile?
    let isComic: Bool
    /// Of the file that speaks for the book, where it can be read at all.
    let fingerprint: FolderFingerprint?
    /// Whether a file has said what its book is, or none of them could.
    let isRead: Bool
    /// Why a file does not say what its book is.
    let problem: String?
    /// Whether the file was the same from the first byte to the last, and as it was listed.
    let isSettled: Bool
    /// Whether a file is there no more, and nothing else says what the book is.
    let isGone: Bool
  }

  /// Absolute.
  let folder: String
  /// Whether PDFs are read, not known by their names alone; `nil` where the first of them tells, as the library that reads them
  /// is there or not.
  var readsPDF: Bool?

  /// Reads the file of a book that says most. Where it cannot be read the next one is asked, and at last its name.
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
        // One that came and went is no trouble: the folder is listed again.
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
      // Packed ones are often called like others.
      try FictionBook.read(bytes, isPacked: bytes.bytes(in: 0..<min(4, bytes.count)) == [0x50, 0x4B, 3, 4])
    case .comicArchive: try ComicArchive.read(bytes)
    case .mobi: try MOBIBook.read(bytes)
    case .pdf: try readsPDF ?? PDFInformation.canBeRead ? PDFBook.read(bytes) : nil
    case .name: nil
    }
  }

  /// The record of a book.
  ///
  /// - Throws: `InvalidValue` when there is no title, not even of a name.
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
  /// What is kept of a book that cannot be read, by which it is tried again: its name, and the paths of its files.
  static func payload(id: String, _ group: FolderGroup) -> [UInt8] {
    Array(([id] + group.files.map(\.path)).map { Array($0.utf8) }.joined(separator: [0]))
  }

  /// Reads a book again.
  ///
  /// - Throws: ``ArchiveFailure`` or `InvalidValue` when it still cannot be read.
  func record(from payload: [UInt8]) throws -> SourceRecord? {
    let texts = payload.split(separator: 0, omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
    guard texts.count > 1, !texts[0].isEmpty else { return nil }
    // What is kept may have been changed by anybody who can write the catalog: no path leads out of the folder.
    let files = try texts.dropFirst().compactMap { path -> FolderFile? in
      let parts = path.split(separator: "/", omittingEmptySubsequences: false)
      guard !parts.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }) else {
        throw InvalidValue("path", path, "it leads out of the folder")
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
