/// The bytes of a dump, decompressed if necessary.
final class DumpBytes {
  private let file: FileSequence
  private let unpacked: GZIPStream?

  /// Opens the bytes.
  ///
  /// - Parameter offset: The number of decompressed bytes to skip. Compressed bytes must be decompressed to skip them.
  /// - Throws: ``ArchiveFailure``; `InputError`.
  init(_ file: FileBytes, isPacked: Bool, from offset: Int) throws {
    self.file = FileSequence(file, from: isPacked ? 0 : offset)
    // The output is scanned and not stored, so even an extreme compression ratio only costs time.
    unpacked = isPacked ? try GZIPStream(self.file, hasSeveralMembers: true, ratioLimit: nil) : nil
  }

  /// The number of bytes of the file that were read.
  var packed: Int { unpacked?.packed ?? file.offset }

  /// Reads the next bytes into the start of a buffer.
  ///
  /// - Returns: The number of bytes. It is less than the size of the buffer only at the end, and before damaged data,
  ///   for which the next call throws.
  /// - Throws: ``ArchiveFailure``; `InputError`.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    if let unpacked { return try unpacked.read(into: buffer) }
    do { return try file.read(into: buffer) } catch { throw file.failure ?? error as any Error }
  }
}
