/// The key of a record in Open Library: `OL45804W` is a work, `OL7353617M` an edition.
struct OpenLibraryKey: Hashable, CustomStringConvertible {
  enum Kind: String {
    case work = "works"
    case edition = "books"
  }

  let kind: Kind
  /// The key without a path.
  let description: String

  /// Parses a key.
  ///
  /// - Parameter text: The key alone, or the path that Open Library writes: `/works/OL45804W`. The result is `nil` for
  ///   any other string, so that a response never leads to another part of the server.
  init?(_ text: String) {
    var name = text[...]
    if let slash = text.lastIndex(of: "/") { name = text[text.index(after: slash)...] }
    switch name.last {
    case "W": kind = .work
    case "M": kind = .edition
    default: return nil
    }
    let number = name.dropFirst(2).dropLast()
    guard name.hasPrefix("OL"), (1...18).contains(number.utf8.count),
      number.isDigits,
      name.count == text.count || text == "/\(kind.rawValue)/\(name)"
    else { return nil }
    description = String(name)
  }

  /// The path of the record on a server: `/works/OL45804W`.
  var path: String { "/\(kind.rawValue)/\(description)" }
}
