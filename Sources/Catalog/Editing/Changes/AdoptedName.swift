import FoundationEssentials

/// The names of adopted records. A name consists of the number of the record's original source, a slash, and the
/// record's name in that source.
///
/// A removed source that is added again finds its records by these names. The number also distinguishes readings: two
/// readings from one source are different, while readings from different sources may be the same. The record of a book
/// that was added by hand is named by the book's UUID, without a number.
enum AdoptedName {
  static func text(_ name: String, from origin: CatalogSource.ID) -> String { prefix(of: origin) + name }

  /// Returns the prefix that the names of all records from a source share.
  static func prefix(of origin: CatalogSource.ID) -> String { "\(origin)/" }

  /// Returns the original source of a record in the `local` source. The result is `nil` if the book was added by hand
  /// or if an older version adopted the record.
  static func origin(of name: String) -> CatalogSource.ID? {
    name.firstIndex(of: "/").flatMap { CatalogSource.ID(String(name[..<$0])) }
  }
}
