import CatalogModel

/// A fingerprint that recognises a moved file. It consists of the file's size and a hash of its first and last 64 KiB.
/// A program that changes the metadata of a book changes the size or one of the hashed parts. The middle of the file is
/// not read.
struct FolderFingerprint: Equatable {
  static let part = 65_536

  let value: UInt64
  let size: Int

  /// Computes the fingerprint of a file.
  ///
  /// - Throws: ``ArchiveFailure`` if the file cannot be read.
  init(of bytes: some ArchiveBytes) throws(ArchiveFailure) {
    var fingerprint = Fingerprint()
    let first = min(Self.part, bytes.count)
    let ranges = [0..<first, max(first, bytes.count - Self.part)..<bytes.count]
    for range in ranges where !range.isEmpty {
      try bytes.bytes(in: range).withUnsafeBufferPointer { fingerprint.mix($0) }
    }
    (value, size) = (fingerprint.value, bytes.count)
  }
}
