import CatalogModel

extension String {
  /// What stands between signs of ASCII, without white space around it and without what is empty. By bytes: beside a combining
  /// mark a sign is no `Character` of its own.
  func divided(at sign: UnicodeScalar) -> [String] {
    utf8.split(separator: UInt8(ascii: sign)).map { String(Substring($0)).trimmed() }.filter { !$0.isEmpty }
  }
}
