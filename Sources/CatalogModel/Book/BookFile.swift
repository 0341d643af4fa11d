import FoundationEssentials

/// A file of a book, such as an e-book: where it is and what it is. Files are referred to, and never moved or copied.
public struct BookFile: Hashable, Codable, Sendable {
  /// Where it is: an address (RFC 3986) of `file`, `http` or `https`, of at most 4,096 bytes.
  public var address: String
  /// What it is, such as `application/epub+zip` (RFC 6838); `nil` where it is not known.
  public var mediaType: String?
  /// Its bytes; `nil` where they are not known.
  public var size: Int?
  /// When it was changed last, to the millisecond; `nil` where it is not known.
  public var modified: Date?

  /// A file at an address.
  public init(address: String, mediaType: String? = nil, size: Int? = nil, modified: Date? = nil) {
    self.address = address
    self.mediaType = mediaType
    self.size = size
    self.modified = modified
  }

  /// A file of this machine.
  ///
  /// - Parameter path: an absolute path.
  public init(path: String, mediaType: String? = nil, size: Int? = nil, modified: Date? = nil) {
    self.init(
      address: FileAddress.text(ofPath: path), mediaType: mediaType, size: size, modified: modified)
  }

  /// The kind of file as people call it, by the ending of its name: `epub`; `nil` where that has none.
  public var type: String? {
    // Loads ask this of each file. An ending that is written out plainly is the path's too; only another one is looked for in
    // the path, which takes the address apart.
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

  /// The path, where it is on this machine; `nil` for an address of the network.
  public var path: String? { FileAddress.path(of: address) }
}

extension BookFile: FieldRecordConvertible {
  /// The parts of the field.
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

  /// Returns `nil` for a record without an address that can be followed: earlier versions stored any text.
  package init?(record: FieldRecord) {
    guard let address = record["address"].text, FileAddress.isOne(address) else { return nil }
    self.init(
      address: address, mediaType: record["mediaType"].text, size: record["size"].integer,
      modified: record["modified"].instant)
  }
}

/// Addresses of files of this machine (RFC 8089). Paths as they are would not do: a line of the catalog has no needless
/// spaces, tabs or line ends and its letters are composed, and names of files have what they have.
package enum FileAddress {
  /// The bytes that an address may have.
  package static let bytes = 4_096

  /// The address of an absolute path.
  package static func text(ofPath path: String) -> String {
    URL(filePath: path, directoryHint: .notDirectory).absoluteString
  }

  /// The address of a member of an archive, such as the cover in an EPUB: that of the file, with the member's name behind a
  /// `#` (RFC 3986, section 3.5). `nil` where it is longer than an address may be.
  package static func text(ofPath path: String, member: String) -> String? {
    var parts = URLComponents(string: text(ofPath: path))
    parts?.fragment = member
    return parts?.string.flatMap { $0.utf8.count <= bytes ? $0 : nil }
  }

  /// The name of the member of an archive that an address leads to; `nil` for one of a whole file.
  package static func member(of address: String) -> String? { URLComponents(string: address)?.fragment }

  private static let schemes = ["https://", "http://", "file://"]

  /// True if a text is an address that can be followed: of a file, or of the web.
  package static func isOne(_ text: String) -> Bool { problem(of: text) == nil }

  /// Returns the reason why a text is not an address that can be followed; `nil` if it is one.
  ///
  /// No other scheme is taken, since some run programs, and no control character, since addresses reach other
  /// programs and terminals.
  static func problem(of text: String) -> String? {
    guard schemes.contains(where: { begins(text.utf8, $0.utf8) }) else {
      return "it must begin with https://, http:// or file://"
    }
    return text.holdsControlCharacter ? "it holds a control character" : nil
  }

  /// True if a text begins with a scheme, in letters of any case, and goes on.
  private static func begins(_ text: String.UTF8View, _ scheme: String.UTF8View) -> Bool {
    text.count > scheme.count
      && zip(text, scheme).allSatisfy { $0 == $1 || (65...90).contains($0) && $0 | 0x20 == $1 }
  }

  /// The path of an address; `nil` for one of the network, or of no path.
  package static func path(of address: String) -> String? {
    guard let url = URL(string: address), url.isFileURL, url.path.hasPrefix("/") else { return nil }
    // Another machine's file is none here (RFC 8089, section 2).
    guard ["", "localhost"].contains(url.host()?.lowercased() ?? "") else { return nil }
    return url.path
  }
}
