/// The bytes of a dump, unpacked where it is packed.
final class DumpBytes {
  private let file: FileSequence
  private let unpacked: GZIPStream?

  /// - Parameter offset: how many unpacked bytes are passed over. What is packed is unpacked for that.
  /// - Throws: ``ArchiveFailure``; `InputError`.
  init(_ file: FileBytes, isPacked: Bool, from offset: Int) throws {
    self.file = FileSequence(file, from: isPacked ? 0 : offset)
    // What comes out is looked through and not kept: however tightly it is packed, it costs time alone.
    unpacked = isPacked ? try GZIPStream(self.file, hasSeveralMembers: true, ratioLimit: nil) : nil
  }

  /// How many bytes of the file were read.
  var packed: Int { unpacked?.packed ?? file.place }

  /// Puts the next bytes at the start of a buffer.
  ///
  /// - Returns: how many; fewer than there is room for only at the end, and in front of damage, which the next call throws.
  /// - Throws: ``ArchiveFailure``; `InputError`.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    if let unpacked { return try unpacked.read(into: buffer) }
    do { return try file.read(into: buffer) } catch { throw file.failure ?? error as any Error }
  }
}
