import CatalogDatabase

extension LayerStore {
  /// Returns a book as its sources and the user describe it, without the metadata of providers.
  func withoutMetadata(_ book: Book) throws -> Book {
    let layers = try layers(of: book)
    return Materialise.book(book, sources: layers.sources, edits: layers.edits, metadata: [])
  }

  /// Returns changes to a book in which a change of the year is one of the field that the year comes from.
  ///
  /// - Throws: ``InvalidValue`` if the changes also set that field by its own name.
  func namingYear(_ changes: [FieldChange], of book: Book) throws -> [FieldChange] {
    guard changes.contains(where: { if case .year = $0 { true } else { false } }) else { return changes }
    let field = try withoutMetadata(book).yearField
    let named = changes.map { $0.named(year: field) }
    guard named.count(where: { $0.field == field }) == 1 else {
      throw InvalidValue("year", "", "the changes set \(field.words), too, which gives the year of book \(book.id)")
    }
    return named
  }
}
