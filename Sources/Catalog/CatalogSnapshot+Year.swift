import CatalogModel

extension CatalogSnapshot {
  /// Returns changes to a book in which a change of the year is one of the field that the year comes from.
  ///
  /// - Throws: ``InvalidValue`` if the changes also set that field by its own name.
  package func namingYear(_ changes: [FieldChange], of book: Book) throws -> [FieldChange] {
    try LayerStore(connection: connection).namingYear(changes, of: book)
  }
}
