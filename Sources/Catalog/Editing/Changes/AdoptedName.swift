import FoundationEssentials

/// Builds and parses the names of adopted records: records that the local source took over from another source. The
/// name consists of the number of the original source, a slash, and the record's name in that source.
///
/// If a removed source is added again, these names identify its earlier records. The source number also shows which
/// readings come from the same source: two readings from one source are always different, while readings from different
/// sources may be the same. The record of a book that was added by hand has no source number; its name is the book's
/// UUID.
enum AdoptedName {
  static func text(_ name: String, from origin: CatalogSource.ID) -> String { prefix(of: origin) + name }

  /// Returns the prefix shared by the names of all records from a source.
  static func prefix(of origin: CatalogSource.ID) -> String { "\(origin)/" }

  /// Returns the source from which the record with this name was adopted; `nil` if the record's book was added by hand,
  /// or if an older version adopted the record.
  static func origin(of name: String) -> CatalogSource.ID? {
    name.firstIndex(of: "/").flatMap { CatalogSource.ID(String(name[..<$0])) }
  }
}
