import FoundationEssentials

/// The names of adopted records: an identity, and behind a slash the number of the source that the record came from.
///
/// Two readings in one source are two, and readings of different sources may be one. That stays so after the sources were
/// removed.
enum AdoptedName {
  static func text(of identity: UUID, from origin: CatalogSource.ID?) -> String {
    identity.lowercaseText + (origin.map { "/\($0)" } ?? "")
  }

  /// Returns the source that a record of `local` came from; `nil` for a book that was added by hand, and if an older version
  /// adopted the record.
  static func origin(of name: String) -> CatalogSource.ID? {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    return parts.count == 2 ? CatalogSource.ID(String(parts[1])) : nil
  }
}
