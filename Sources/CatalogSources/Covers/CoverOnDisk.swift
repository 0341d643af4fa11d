import CatalogModel

/// Covers that are on this machine already: files, and members of archives such as EPUBs. Each is read from where it is, and
/// nothing is copied or unpacked to a disk.
enum CoverOnDisk {
  /// The cover at an address.
  ///
  /// - Parameter path: of the file, as ``FileAddress/path(of:)`` reads it.
  /// - Throws: `SourceFailure`: `missing` where there is no such file or member; `nonsense` where it is no image;
  ///   `tooLarge`; or why it cannot be read.
  static func cover(at address: String, path: String) throws(SourceFailure) -> Cover {
    let member = FileAddress.member(of: address)
    let subject = member.map { "\(path)#\($0)" } ?? path
    do throws(ArchiveFailure) {
      // Who named the file means what its links lead to.
      let file = try FileBytes(path: FileBytes.realPath(path) ?? path)
      let bytes = if let member { try contents(of: member, in: file) } else { try whole(file) }
      return Cover(bytes: bytes, image: try image(bytes), path: path)
    } catch {
      throw SourceFailure(code(of: error), subject, cause: error.cause)
    }
  }

  private static func whole(_ file: FileBytes) throws(ArchiveFailure) -> [UInt8] {
    try check(file.count)
    return try file.bytes(in: 0..<file.count)
  }

  private static func contents(of name: String, in file: FileBytes) throws(ArchiveFailure) -> [UInt8] {
    let archive = try ZIPArchive(file)
    guard let member = archive.member(named: name) else {
      throw ArchiveFailure(.missing, "the archive has no such member any more")
    }
    try check(member.size)
    return try archive.contents(of: member)
  }

  private static func check(_ size: Int) throws(ArchiveFailure) {
    guard size <= CoverFiles.imageBytes else {
      throw ArchiveFailure(
        .tooLarge, "it has \(size.spoken) bytes, and at most \(CoverFiles.imageBytes.spoken) are read")
    }
  }

  private static func image(_ bytes: [UInt8]) throws(ArchiveFailure) -> ImageHeader {
    guard let image = ImageHeader(bytes) else {
      throw ArchiveFailure(.damaged, "it is no cover: \(CoverRequest.description(of: bytes))")
    }
    return image
  }

  private static func code(of failure: ArchiveFailure) -> SourceFailure.Code {
    switch failure.code {
    case .missing: .missing
    case .tooLarge: .tooLarge
    case .notAnArchive, .damaged, .unsupported: .nonsense
    case .unreadable: .failed
    }
  }
}
