import CatalogModel

/// By what a file is known when it has moved: its size, its first and its last 64 KiB. Programs that change what a book says
/// of itself change one of them; whatever else is in the middle of a file is not read.
struct FolderFingerprint: Equatable {
  static let part = 65_536

  let value: UInt64
  let size: Int

  /// - Throws: ``ArchiveFailure`` when the file cannot be read.
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
