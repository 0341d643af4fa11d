import CatalogModel

/// A dump of Open Library on this machine: lines of text, optionally compressed with gzip. Its kind follows from its
/// content, not from its name.
package struct DumpFile: Sendable {
  /// The number of bytes at the start that are examined.
  private static let headBytes = 1_048_576

  package let path: String
  package let kind: DumpKind
  /// The size of the file in bytes.
  package let size: Int
  let isPacked: Bool
  /// A fingerprint of the path, the size, the modification time and the first bytes.
  let fingerprint: Int64

  /// Examines a file.
  ///
  /// - Throws: ``SourceFailure`` if the file cannot be read or is not a dump of editions, works or authors.
  package init(path: String) throws {
    self.path = path
    let file = try Self.open(path)
    var head: [UInt8]
    do {
      let start = try file.bytes(in: 0..<min(file.count, 65_536))
      isPacked = TARReader.begins(start)
      var fingerprint = Fingerprint()
      fingerprint.mix(text: FileBytes.realPath(path) ?? path)
      fingerprint.mix(text: "\(file.count) \(file.modified)")
      fingerprint.mix(start)
      self.fingerprint = Int64(bitPattern: fingerprint.value)
      let bytes = try DumpBytes(file, isPacked: isPacked, from: 0)
      head = try [UInt8](unsafeUninitializedCapacity: Self.headBytes) { buffer, count in
        count = try bytes.read(into: UnsafeMutableRawBufferPointer(buffer))
      }
    } catch {
      throw Self.failure(error, path)
    }
    size = file.count
    let kinds = Self.kinds(in: head)
    guard let kind = kinds.first else {
      throw SourceFailure(
        .malformed, path,
        cause: head.isEmpty
          ? "it is empty"
          : "it is not a dump of Open Library: no line begins with /type/edition, "
            + "/type/work or /type/author",
        hint: "download one from https://openlibrary.org/developers/dumps")
    }
    guard kinds.count == 1 else {
      throw SourceFailure(
        .malformed, path, cause: "it is the dump of all types",
        hint: "use the dumps of editions, works and authors")
    }
    self.kind = kind
  }

  /// Returns the kinds of the lines at the start of a dump, without duplicates.
  private static func kinds(in head: [UInt8]) -> [DumpKind] {
    var kinds: [DumpKind] = []
    let types = DumpKind.allCases.map { ($0, Array(($0.type + "\t/").utf8)) }
    for line in head.split(separator: 10) {
      for (kind, type) in types where line.starts(with: type) && !kinds.contains(kind) { kinds.append(kind) }
    }
    return kinds
  }

  static func open(_ path: String) throws -> FileBytes {
    // Follow a link, since the user named the file.
    do { return try FileBytes(path: FileBytes.realPath(path) ?? path) } catch { throw failure(error, path) }
  }

  /// Returns a failure with a message for the user.
  static func failure(_ error: any Error, _ path: String) -> any Error {
    guard let failure = error as? ArchiveFailure else { return error }
    switch failure.code {
    case .missing: return SourceFailure(.missing, path, cause: failure.cause, hint: "check the path")
    case .unreadable: return SourceFailure(.failed, path, cause: failure.cause)
    case .notAnArchive, .damaged, .tooLarge, .unsupported:
      return SourceFailure(.malformed, path, cause: failure.cause, hint: "download it again completely")
    }
  }
}
