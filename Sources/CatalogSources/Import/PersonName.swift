import CatalogModel

/// Names of persons as catalogs write them.
enum PersonName {
  /// “Frank Herbert” of “Herbert, Frank”; “Martin Luther King, Jr.” of “King, Martin Luther, Jr.”. A name with more commas,
  /// or none, stays as it is.
  static func turned(_ name: String) -> String {
    let parts = name.split(separator: ",", omittingEmptySubsequences: false).map { String($0).trimmed() }
    guard !parts.contains("") else { return name.trimmed() }
    switch parts.count {
    case 2 where SortKey.isSuffix(parts[1]): return name.trimmed()
    case 2: return "\(parts[1]) \(parts[0])"
    case 3 where SortKey.isSuffix(parts[2]): return "\(parts[1]) \(parts[0]), \(parts[2])"
    default: return name.trimmed()
    }
  }
}
