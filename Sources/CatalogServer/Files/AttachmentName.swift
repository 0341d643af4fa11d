import CatalogSources

/// The name under which a client saves a file (RFC 6266). It is made from the book's title and author, never from the
/// path of the file.
struct AttachmentName {
  /// The maximum length of the name before its extension, in bytes.
  private static let maxBytes = 120

  /// The value of the field `Content-Disposition`. It contains a name in ASCII for all clients, and the full name (RFC
  /// 8187).
  let field: String

  /// Creates a name.
  ///
  /// - Parameters:
  ///   - title: The title of the book.
  ///   - author: The first author of the book.
  ///   - ending: The extension, of letters and digits, without a dot.
  init(title: String, author: String?, ending: String) {
    let title = Self.plain(title)
    let whole = author.map { "\(title) - \(Self.plain($0))" } ?? title
    var name = ""
    for character in whole where name.utf8.count + String(character).utf8.count <= Self.maxBytes {
      name.append(character)
    }
    // Windows does not allow a dot or a space at the end of a name.
    while let last = name.last, last == "." || last == " " { name.removeLast() }
    while let first = name.first, first == "." || first == " " { name.removeFirst() }
    if name.isEmpty { name = "book" }
    let ascii = String(
      String.UnicodeScalarView(name.unicodeScalars.map { $0.isASCII && $0 != "%" ? $0 : "_" }))
    field = "attachment; filename=\"\(ascii).\(ending)\"; filename*=UTF-8''\(PercentEncoding.encoded(name)).\(ending)"
  }

  /// Returns a text without path separators, characters special to a shell or a file system, and characters that change
  /// the writing direction.
  private static func plain(_ text: String) -> String {
    var plain = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "/", "\\", ":", "*", "?", "\"", "<", ">", "|": plain += "_"
      case _ where scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format:
        continue
      case _ where scalar.properties.isWhitespace: plain += " "
      case _ where scalar.properties.isNoncharacterCodePoint: continue
      default: plain.unicodeScalars.append(scalar)
      }
    }
    return plain
  }
}
