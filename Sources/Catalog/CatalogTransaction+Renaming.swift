import Platform

extension CatalogTransaction {
  /// Renames authors, tags, series or languages in all books that have them, as one step. A book that already has the
  /// new name does not get it twice.
  ///
  /// - Parameters:
  ///   - names: A dictionary from old names, spelled as in the books, to new names.
  ///   - grouping: Any grouping except ``BookGrouping/year``.
  /// - Throws: ``InvalidValue`` for an invalid name, or for a grouping by year.
  @discardableResult
  package func rename(_ names: [String: String], of grouping: BookGrouping) throws -> ChangeOutcome {
    let ids = try Set(names.keys.sorted().flatMap { try whole.ids(in: grouping, $0) }).sorted()
    let rewriting = TextRewriting.renaming(names)
    let changes: [FieldChange] =
      switch grouping {
      case .author: [.rewrite(.authors, rewriting)]
      case .tag: [.rewrite(.tags, rewriting)]
      case .series: [.rewrite(.series, rewriting), .rewrite(.otherSeries, rewriting)]
      case .language: [.rewrite(.language, rewriting)]
      case .year: throw InvalidValue(grouping.rawValue, "", "it cannot be renamed")
      }
    let editor = BookEditor(connection: try snapshot.connection, now: now, scope: scope)
    return try editor.edit(ids, changes) { count in
      let books = count == 1 ? "1 book" : "\(count.grouped) books"
      guard names.count == 1, let (old, new) = names.first else {
        return "\(names.count.grouped) names of \(grouping.plural) changed in \(books)"
      }
      return "\(grouping.rawValue) “\(old)” renamed to “\(new)” in \(books)"
    }
  }
}

extension BookGrouping {
  fileprivate var plural: String { self == .series ? rawValue : rawValue + "s" }
}

extension CatalogSnapshot {
  /// Returns the ids of the shown books in a group, such as the books by an author, in ascending order. A series also
  /// includes books that have it as an additional series.
  package func ids(in grouping: BookGrouping, _ label: String) throws -> [Book.ID] {
    let connection = try unlimited
    var ids = Set<Book.ID>()
    let part = BookGroupPart(grouping: grouping, label: label)
    try PageReader(connection: connection).forEachBook(part.selection, .newestFirst) { ids.insert($0.id) }
    let words = SearchWords.words(in: label)
    if grouping == .series, !words.isEmpty {
      // Queries have no field for additional series, so the words are searched for in all fields, and the books found
      // are tested.
      let query = BookQuery(words.joined(separator: " "))
      try QueryReader(query, connection).forEachBook { book in
        if book.otherSeries.contains(where: { $0.name == label }) { ids.insert(book.id) }
      }
    }
    return ids.sorted()
  }
}
