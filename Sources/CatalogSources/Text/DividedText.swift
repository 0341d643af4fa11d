import CatalogModel

extension String {
  /// Returns the parts between ASCII separators, without surrounding whitespace and without empty parts. Works on
  /// bytes, since a separator next to a combining mark is not a `Character` of its own.
  func divided(at separator: UnicodeScalar) -> [String] {
    utf8.split(separator: UInt8(ascii: separator)).map { String(Substring($0)).trimmed() }.filter { !$0.isEmpty }
  }
}
