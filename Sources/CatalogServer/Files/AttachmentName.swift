import CatalogSources

/// The name under which a client is to save a file (RFC 6266), made of what a book is called, and never of where the file is.
struct AttachmentName {
  /// How long the name is before its ending, in bytes.
  private static let mostBytes = 120

  /// The value of the field `Content-Disposition`: a name in ASCII for all, and the whole name (RFC 8187).
  let field: String

  /// - Parameters:
  ///   - title: of the book.
  ///   - author: its first author.
  ///   - ending: letters and digits, without a dot.
  init(title: String, author: String?, ending: String) {
    let title = Self.plain(title)
    let whole = author.map { "\(title) - \(Self.plain($0))" } ?? title
    var name = ""
    for character in whole where name.utf8.count + String(character).utf8.count <= Self.mostBytes {
      name.append(character)
    }
    // Windows takes neither a dot nor a space at the end.
    while let last = name.last, last == "." || last == " " { name.removeLast() }
    while let first = name.first, first == "." || first == " " { name.removeFirst() }
    if name.isEmpty { name = "book" }
    let ascii = String(
      String.UnicodeScalarView(name.unicodeScalars.map { $0.isASCII && $0 != "%" ? $0 : "_" }))
    field = "attachment; filename=\"\(ascii).\(ending)\"; filename*=UTF-8''\(PercentEncoding.encoded(name)).\(ending)"
  }

  /// A text without what parts a path, means something to a shell of a system, or turns the direction of writing.
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
