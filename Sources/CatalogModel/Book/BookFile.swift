import FoundationEssentials

/// A file of a book, such as an e-book. The catalog only refers to files; it never moves or copies them.
public struct BookFile: Hashable, Codable, Sendable {
  /// The address of the file: a `file`, `http` or `https` URL (RFC 3986) of at most 4,096 bytes.
  public var address: String
  /// The media type, such as `application/epub+zip` (RFC 6838); `nil` if it is unknown.
  public var mediaType: String?
  /// The size in bytes; `nil` if it is unknown.
  public var size: Int?
  /// The time of the last modification, to the millisecond; `nil` if it is unknown.
  public var modified: Date?

  /// Creates a reference to the file at the given address.
  public init(address: String, mediaType: String? = nil, size: Int? = nil, modified: Date? = nil) {
    self.address = address
    self.mediaType = mediaType
    self.size = size
    self.modified = modified
  }

  /// Creates a reference to a file on this machine.
  ///
  /// - Parameter path: The absolute path.
  public init(path: String, mediaType: String? = nil, size: Int? = nil, modified: Date? = nil) {
    self.init(
      address: FileAddress.text(ofPath: path), mediaType: mediaType, size: size, modified: modified)
  }

  /// The file's extension in lower case, such as `epub`; `nil` if there is no extension.
  public var type: String? {
    // Loading calls this for each file. An extension without percent escapes can be read from the address itself. The
    // address is parsed only if the name contains escapes.
    let shown = address.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    if let plain = Self.ending(of: shown) { return plain }
    guard Self.name(in: shown).contains(UInt8(ascii: "%")), let path else { return nil }
    return Self.ending(of: path.utf8[...])
  }

  private static func name(in path: Substring.UTF8View) -> Substring.UTF8View {
    let end = path.lastIndex { $0 != UInt8(ascii: "/") }.map(path.index(after:)) ?? path.startIndex
    let whole = path[..<end]
    return whole.lastIndex(of: UInt8(ascii: "/")).map { whole[whole.index(after: $0)...] } ?? whole
  }

  private static func ending(of path: Substring.UTF8View) -> String? {
    let name = name(in: path)
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    let ending = name[name.index(after: dot)...]
    guard (1...10).contains(ending.count), ending.allSatisfy(\.isASCIILetterOrDigit) else { return nil }
    return String(Substring(ending)).lowercased()
  }

  /// The path of a file on this machine; `nil` for a network address.
  public var path: String? { FileAddress.path(of: address) }
}

extension BookFile: FieldRecordConvertible {
  /// The parts of each record in ``BookField/files`` and ``BookField/attachments``.
  static let parts = [
    FieldPart("address", .address(bytes: FileAddress.bytes), isRequired: true),
    FieldPart("mediaType", .line(bytes: 127)),
    FieldPart("size", .integer(0...1 << 53)),
    FieldPart("modified", .instant),
  ]

  package var record: FieldRecord {
    FieldRecord([
      FieldRecord.Part("address", .text(address)), FieldRecord.Part("mediaType", mediaType.map(FieldValue.text)),
      FieldRecord.Part("size", size.map(FieldValue.integer)),
      FieldRecord.Part("modified", modified.map(FieldValue.instant)),
    ])
  }

  /// Creates a file from a record. Returns `nil` if the record has no valid address. Earlier versions accepted any text
  /// as an address.
  package init?(record: FieldRecord) {
    guard let address = record["address"].text, FileAddress.isOne(address) else { return nil }
    self.init(
      address: address, mediaType: record["mediaType"].text, size: record["size"].integer,
      modified: record["modified"].instant)
  }
}

/// Addresses of files on this machine (RFC 8089), and web addresses. Plain paths cannot be stored, because the catalog
/// normalises each line of text: it removes extra spaces, tabs and line ends, and composes letters. These changes would
/// damage file names.
package enum FileAddress {
  /// The maximum size of an address in bytes.
  package static let bytes = 4_096

  /// Returns the address of an absolute path.
  package static func text(ofPath path: String) -> String {
    URL(filePath: path, directoryHint: .notDirectory).absoluteString
  }

  /// Returns the address of a member of an archive, such as the cover in an EPUB: the address of the file, with the
  /// member's name after a `#` (RFC 3986, section 3.5). Returns `nil` if the result exceeds the maximum size.
  package static func text(ofPath path: String, member: String) -> String? {
    var parts = URLComponents(string: text(ofPath: path))
    parts?.fragment = member
    return parts?.string.flatMap { $0.utf8.count <= bytes ? $0 : nil }
  }

  /// Returns the name of the archive member that an address refers to; `nil` if the address refers to a whole file.
  package static func member(of address: String) -> String? { URLComponents(string: address)?.fragment }

  /// Removes the user and the password from a web address. An address without a scheme, such as
  /// `ada:secret@books.example/feed`, becomes an https URL.
  ///
  /// - Returns: The address, or `nil` if the text contains no credentials.
  package static func withoutCredentials(_ given: String) -> String? {
    guard let scheme = given.firstRange(of: "://") else {
      let authority = given.prefix { !"/?#".contains($0) }
      guard let at = authority.lastIndex(of: "@"), authority[..<at].contains(":") else { return nil }
      return "https://\(given[given.index(after: at)...])"
    }
    let authority = given[scheme.upperBound...].prefix { !"/?#".contains($0) }
    guard let at = authority.lastIndex(of: "@") else { return nil }
    return "\(given[..<scheme.upperBound])\(given[given.index(after: at)...])"
  }

  private static let schemes = ["https://", "http://", "file://"]

  /// Returns true if a text is the address of a file or a web address.
  package static func isOne(_ text: String) -> Bool { problem(of: text) == nil }

  /// Returns the reason why a text is not a valid address; `nil` if it is valid.
  ///
  /// Schemes other than `file`, `http` and `https` are rejected, because some of them run programs. Control characters
  /// are rejected, because addresses are passed to other programs and terminals.
  static func problem(of text: String) -> String? {
    guard schemes.contains(where: { begins(text.utf8, $0.utf8) }) else {
      return "it must begin with https://, http:// or file://"
    }
    return text.holdsControlCharacter ? "it contains a control character" : nil
  }

  /// Returns true if a text begins with a scheme, in upper or lower case, and is longer than the scheme.
  private static func begins(_ text: String.UTF8View, _ scheme: String.UTF8View) -> Bool {
    text.count > scheme.count
      && zip(text, scheme).allSatisfy { $0 == $1 || (65...90).contains($0) && $0 | 0x20 == $1 }
  }

  /// Returns the path of an address; `nil` for a network address or an address without a path.
  package static func path(of address: String) -> String? {
    guard let url = URL(string: address), url.isFileURL, url.path.hasPrefix("/") else { return nil }
    // A file on another machine is not a local file (RFC 8089, section 2).
    guard ["", "localhost"].contains(url.host()?.lowercased() ?? "") else { return nil }
    return url.path
  }
}
