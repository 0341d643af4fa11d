import CatalogModel

/// Reads the bytes of a JSON document from a file, or from an archive that contains it.
enum DocumentBytes {
  /// The archive member that contains the document.
  private static let member = "archive.json"

  /// Returns true if the document is in an archive, judging by the first bytes.
  static func isArchived(in stream: ByteStream) throws -> Bool { try TARReader.begins(stream.peek(2)) }

  /// Returns the whole document in UTF-8.
  ///
  /// - Parameter encoding: The encoding that the user specified, or `nil` to detect it.
  /// - Throws: `SourceFailure` if the document exceeds ``DocumentRows/sizeLimit`` bytes, or if the archive is damaged
  ///   or does not contain the document; `InputError`.
  static func all(of stream: ByteStream, _ encoding: TextEncoding?) throws -> [UInt8] {
    if try isArchived(in: stream) { return try archived(in: stream) }
    let input = try TextInput(stream, encoding: encoding)
    let bytes = try input.source.all(
      atMost: DocumentRows.sizeLimit, path: stream.path, hint: "import the table that the same program exports")
    return input.isWindows1252 ? bytes.withUnsafeBufferPointer(Windows1252.utf8) : bytes
  }

  private static func archived(in stream: ByteStream) throws -> [UInt8] {
    do {
      guard let bytes = try TARReader(stream).contents(of: member, atMost: DocumentRows.sizeLimit) else {
        throw SourceFailure(
          .malformed, stream.path, cause: "the archive contains no \(member)",
          hint: "import an archive that BookWyrm exported")
      }
      return bytes
    } catch let failure as ArchiveFailure {
      let isLarge = failure.code == .tooLarge
      throw SourceFailure(
        isLarge ? .tooLarge : .malformed, stream.path, cause: failure.cause,
        hint: isLarge ? "unpack it and import \(member)" : "download it again, or unpack it and import its content")
    }
  }
}
