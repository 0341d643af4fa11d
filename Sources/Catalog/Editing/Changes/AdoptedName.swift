import FoundationEssentials

/// The names of adopted records: the number of the source that a record came from, a slash, and the record's name there.
///
/// The source finds its records by these names if it is added again. The number also tells readings apart: two in one source
/// are two, and readings of different sources may be one. A book that was added by hand is named by its identity alone.
enum AdoptedName {
  static func text(_ name: String, from origin: CatalogSource.ID) -> String { prefix(of: origin) + name }

  /// The beginning of the names of all records that came from a source.
  static func prefix(of origin: CatalogSource.ID) -> String { "\(origin)/" }

  /// Returns the source that a record of `local` came from; `nil` for a book that was added by hand, and if an older version
  /// adopted the record.
  static func origin(of name: String) -> CatalogSource.ID? {
    name.firstIndex(of: "/").flatMap { CatalogSource.ID(String(name[..<$0])) }
  }
}
