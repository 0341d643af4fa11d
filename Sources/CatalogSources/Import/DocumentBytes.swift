import CatalogModel

/// The bytes of a JSON document: as they stand in a file, or in an archive that holds it.
enum DocumentBytes {
  /// The member of an archive that is the document.
  private static let member = "archive.json"

  /// Whether the document is in an archive, which is told by the first bytes.
  static func isArchived(in stream: ByteStream) throws -> Bool { try TARReader.begins(stream.peek(2)) }

  /// All of a document, in UTF-8.
  ///
  /// - Parameter encoding: what the user said that it is in; `nil` finds it out.
  /// - Throws: `SourceFailure` for more than ``DocumentRows/sizeLimit`` bytes, or an archive that holds none or is damaged;
  ///   `InputError`.
  static func all(of stream: ByteStream, _ encoding: TextEncoding?) throws -> [UInt8] {
    if try isArchived(in: stream) { return try archived(in: stream) }
    let input = try TextInput(stream, encoding: encoding)
    let bytes = try input.source.all(
      atMost: DocumentRows.sizeLimit, path: stream.path, hint: "bring the table that the same program writes")
    return input.isWindows1252 ? bytes.withUnsafeBufferPointer(Windows1252.utf8) : bytes
  }

  private static func archived(in stream: ByteStream) throws -> [UInt8] {
    do {
      guard let bytes = try TARReader(stream).contents(of: member, atMost: DocumentRows.sizeLimit) else {
        throw SourceFailure(
          .nonsense, stream.path, cause: "the archive holds no \(member)", hint: "bring one that BookWyrm wrote")
      }
      return bytes
    } catch let failure as ArchiveFailure {
      let isLarge = failure.code == .tooLarge
      throw SourceFailure(
        isLarge ? .tooLarge : .nonsense, stream.path, cause: failure.cause,
        hint: isLarge ? "unpack it, and bring \(member)" : "download it again, or unpack it and bring what is in it")
    }
  }
}
