import CatalogModel
import Platform

/// Reads covers from local files: images, members of archives such as EPUBs and BookWyrm exports, and images in
/// FictionBook and MOBI files. Files are read in place, and nothing is copied or unpacked to disk.
enum CoverOnDisk {
  /// Returns the cover at an address.
  ///
  /// - Parameter path: The path of the file, as parsed by ``FileAddress/path(of:)``.
  /// - Throws: `SourceFailure`: `missing` if the file or member does not exist; `malformed` if it is not an image;
  ///   `tooLarge`; or the reason why it cannot be read.
  static func cover(at address: String, path: String) throws(SourceFailure) -> Cover {
    let member = FileAddress.member(of: address)
    let subject = member.map { "\(path)#\($0)" } ?? path
    do throws(ArchiveFailure) {
      // The user chose this path, so follow symbolic links.
      let file = try FileBytes(path: FileBytes.realPath(path) ?? path)
      let limit = OwnCovers.isName(path) ? OwnCovers.imageBytes : CoverFiles.imageBytes
      let bytes = if let member { try contents(of: member, in: file) } else { try whole(file, atMost: limit) }
      return Cover(bytes: bytes, image: try image(bytes), path: path)
    } catch {
      throw SourceFailure(code(of: error), subject, cause: error.cause)
    }
  }

  private static func whole(_ file: FileBytes, atMost limit: Int) throws(ArchiveFailure) -> [UInt8] {
    try check(file.count, limit)
    return try file.bytes(in: 0..<file.count)
  }

  private static func contents(of name: String, in file: FileBytes) throws(ArchiveFailure) -> [UInt8] {
    let start = try file.bytes(in: 0..<min(1_024, file.count))
    if let image = try MOBIBook.image(name, in: file, atMost: CoverFiles.imageBytes) { return image }
    if TARReader.begins(start) { return try archived(name, in: file) }
    if FictionBookImage.isOne(start) {
      guard file.count <= FictionBookImage.documentLimit else {
        throw ArchiveFailure(
          .tooLarge,
          "it has \(file.count.grouped) bytes; the limit for reading a cover is \(FictionBookImage.documentLimit.grouped)"
        )
      }
      return try image(name, in: file.bytes(in: 0..<file.count))
    }
    let archive = try ZIPArchive(file)
    if let member = archive.member(named: name) {
      try check(member.size)
      return try archive.contents(of: member)
    }
    guard let (book, image) = FictionBookImage.parts(of: name), let member = archive.member(named: book) else {
      throw isMissing
    }
    return try Self.image(image, in: archive.contents(of: member))
  }

  private static var isMissing: ArchiveFailure {
    ArchiveFailure(.missing, "the archive no longer has this member")
  }

  private static func image(_ name: String, in document: [UInt8]) throws(ArchiveFailure) -> [UInt8] {
    try FictionBookImage.contents(of: name, in: document, atMost: CoverFiles.imageBytes)
  }

  /// Returns a member of a compressed tar archive, which is decompressed up to that member. Only the last component of
  /// the path in a BookWyrm document is compared, because the folders in the archive may be written differently.
  private static func archived(_ name: String, in file: FileBytes) throws(ArchiveFailure) -> [UInt8] {
    guard let last = name.split(separator: "/").last else { throw isMissing }
    let sequence = FileSequence(file)
    do {
      let reader = try TARReader(sequence)
      guard let bytes = try reader.contents(of: String(last), atMost: CoverFiles.imageBytes) else { throw isMissing }
      return bytes
    } catch let error as ArchiveFailure {
      throw error
    } catch {
      throw sequence.failure ?? ArchiveFailure(.unreadable, "it cannot be read: \(error)")
    }
  }

  private static func check(_ size: Int, _ limit: Int = CoverFiles.imageBytes) throws(ArchiveFailure) {
    guard size <= limit else {
      throw ArchiveFailure(.tooLarge, "it has \(size.grouped) bytes; the limit is \(limit.grouped)")
    }
  }

  private static func image(_ bytes: [UInt8]) throws(ArchiveFailure) -> ImageHeader {
    guard let image = ImageHeader(bytes) else {
      throw ArchiveFailure(.damaged, "it is not a cover: \(CoverRequest.description(of: bytes))")
    }
    return image
  }

  private static func code(of failure: ArchiveFailure) -> SourceFailure.Code {
    switch failure.code {
    case .missing: .missing
    case .tooLarge: .tooLarge
    case .notAnArchive, .damaged, .unsupported: .malformed
    case .unreadable: .failed
    }
  }
}
