import CatalogDatabase

/// The owner's answer to the question whether covers that books name on the web may be fetched. It is stored in the
/// catalog.
package enum CoverConsent: Int64, Sendable {
  /// The owner was asked and has not answered.
  case asked
  case granted
  case refused

  /// Reads the answer. Returns `nil` if the owner was not asked.
  static func stored(in connection: Connection) throws -> Self? {
    try connection.integer("SELECT value FROM catalog_fact WHERE name = 'covers'").flatMap(Self.init)
  }

  func store(in connection: Connection) throws {
    try connection.run("INSERT OR REPLACE INTO catalog_fact (name, value) VALUES ('covers', ?)", [.integer(rawValue)])
  }
}
