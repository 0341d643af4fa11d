import FoundationEssentials

/// The names of adopted records. A name consists of the number of the record's original source, a slash, and the
/// record's name in that source.
///
/// A source that is added again finds its records by these names. The number also distinguishes readings: two readings
/// from one source are different, while readings from different sources may be the same. A book that was added by hand
/// has a name without a number: its UUID.
enum AdoptedName {
  static func text(_ name: String, from origin: CatalogSource.ID) -> String { prefix(of: origin) + name }

  /// Returns the prefix of the names of all records that came from a source.
  static func prefix(of origin: CatalogSource.ID) -> String { "\(origin)/" }

  /// Returns the source that a record of the `local` source came from. The result is `nil` for a book that was added by
  /// hand, and for a record that an older version adopted.
  static func origin(of name: String) -> CatalogSource.ID? {
    name.firstIndex(of: "/").flatMap { CatalogSource.ID(String(name[..<$0])) }
  }
}
