import CatalogModel

/// A fingerprint that recognises a moved file: its size, and its first and last 64 KiB. Programs that change the
/// metadata of a book change one of these. The middle of the file is not read.
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
