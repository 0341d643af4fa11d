import CatalogDatabase
import FoundationEssentials

/// The table `metadata`, with metadata of books from providers.
struct MetadataTable {
  let connection: Connection

  private static let columns = """
    provider, input, fetched_at, title, authors, first_published, pages, average_rating, ratings_count, subjects, cover, \
    key, description
    """

  /// Returns the metadata of a book, ordered by provider name. Metadata that was fetched for an earlier title or ISBN
  /// of the book is included.
  func layers(of book: Book.ID) throws -> [MetadataLayer] {
    var layers: [MetadataLayer] = []
    try connection.statement("SELECT \(Self.columns) FROM metadata WHERE book_id = ? ORDER BY provider")
      .forEachRow([.id(book)]) { layers.append(Self.decode($0)) }
    return layers
  }

  /// Returns the metadata of a book from one provider.
  func layer(of book: Book.ID, _ provider: String) throws -> MetadataLayer? {
    try connection.statement("SELECT \(Self.columns) FROM metadata WHERE book_id = ? AND provider = ?")
      .first([.id(book), .text(provider)], Self.decode)
  }

  func write(_ layer: MetadataLayer, of book: Book.ID) throws {
    let metadata = layer.metadata
    try connection.run(
      "INSERT OR REPLACE INTO metadata (book_id, \(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      [
        .id(book), .text(layer.provider), .integer(layer.input), .integer(layer.fetched.milliseconds),
        SQLValue(metadata.title), .text(metadata.authors.joined(separator: "\n")),
        SQLValue(metadata.firstPublished?.encoded), SQLValue(metadata.pages), SQLValue(metadata.averageRating),
        SQLValue(metadata.ratingsCount), .text(metadata.subjects.joined(separator: "\n")), SQLValue(metadata.cover),
        SQLValue(metadata.key), SQLValue(metadata.description),
      ])
  }

  /// Records that the stored metadata of a provider is still current.
  func confirm(_ provider: String, of book: Book.ID, now: Date) throws {
    try connection.run(
      "UPDATE metadata SET fetched_at = ? WHERE book_id = ? AND provider = ?",
      [.integer(now.milliseconds), .id(book), .text(provider)])
  }

  func delete(_ provider: String, of book: Book.ID) throws {
    try connection.run(
      "DELETE FROM metadata WHERE book_id = ? AND provider = ?", [.id(book), .text(provider)])
  }

  private static func decode(_ row: borrowing Statement) -> MetadataLayer {
    var metadata = ProviderMetadata()
    metadata.title = row.optionalText(3)
    metadata.authors = row.lines(4)
    metadata.firstPublished = row.optionalInteger(5).flatMap { PartialDate(encoded: $0) }
    metadata.pages = row.optionalInteger(6).map { Int($0) }
    metadata.averageRating = row.optionalReal(7)
    metadata.ratingsCount = row.optionalInteger(8).map { Int($0) }
    metadata.subjects = row.lines(9)
    metadata.cover = row.optionalText(10)
    metadata.key = row.optionalText(11)
    metadata.description = row.optionalText(12)
    return MetadataLayer(
      provider: row.text(0), input: row.integer(1), fetched: Date(milliseconds: row.integer(2)), metadata: metadata)
  }
}
