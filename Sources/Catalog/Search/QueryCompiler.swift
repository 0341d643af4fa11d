import CatalogDatabase

/// A compiler that turns queries into index lookups. Text typed by the user is passed to SQL only as a parameter.
struct QueryCompiler {
  let connection: Connection
  /// True to use the owner's values, regardless of the viewer.
  var isOwners = false

  /// Returns the selection of the books that a query finds.
  func selection(for query: Query) throws -> BookSelection {
    let matcher = try QueryMatcher(query, connection: connection)
    return BookSelection(indexed: try indexed(matcher.query), contains: matcher.finds)
  }

  func indexed(_ query: Query) throws -> IndexedBooks {
    switch query {
    case .everything: .all([])
    case .nothing: .any([])
    case .text(let match): Self.text(match)
    case .isbn(let digits): .rows(.init(Self.isbn(digits)))
    case .year(let range): .postings(NumberScale.years(range))
    case .edition(let range): .postings(NumberScale.editions(range))
    case .pages(let range): .postings(NumberScale.pages(range))
    case .progress(let range): progress(range)
    case .rating(let range): .postings(NumberScale.ratings(range))
    case .average(let range): .postings(NumberScale.averages(range))
    case .dates(let condition): condition.indexed
    case .has(let field): HeldCondition.indexed(field) ?? .any([])
    case .language(let code): .postings([.term(PostingKind.language.term(code))])
    case .source(let name):
      .postings(
        try SourceTable(connection: connection).ids(named: name).map { .term(PostingKind.source.term(String($0))) })
    case .state(.edited):
      .rows(.init(BookFilter(condition: "id IN (SELECT book_id FROM field_edit)", values: [])))
    case .state(.unfinished): .not(try indexed(.state(.state(.read))))
    case .state(.state(let state)): .postings([.term(PostingKind.readState.term(state.rawValue))])
    case .state(.owned): .postings([.term(PostingKind.copy.term("owned"))])
    case .state(.lent): .postings([.term(PostingKind.copy.term("lent"))])
    case .state(.rated): try indexed(.has(.rating))
    case .state(.reread): .postings([.term(HeldTerms.reread)])
    case .file(let type): .postings([.term(PostingKind.file.term(type))])
    case .format(let format): .postings([.term(PostingKind.format.term(format.rawValue))])
    case .identifier(let type, let value): .rows(.init(Self.identifier(type, value)))
    case .pattern(let condition): try marked(condition.field, condition.contains) ?? condition.indexed
    case .whole(let condition): try marked(condition.field, condition.contains) ?? condition.indexed(indexed)
    case .named(let field): try indexed(field.otherwise)
    case .own(let condition): condition.indexed
    case .saved(let search): try indexed(search.otherwise)
    case .all(let parts): .all(try parts.map(indexed))
    case .any(let parts): .any(try parts.map(indexed))
    case .not(let part): .not(try indexed(part))
    case .owners(let part): .owners(try QueryCompiler(connection: connection, isOwners: true).indexed(part))
    }
  }

  private static func text(_ match: TextMatch) -> IndexedBooks {
    guard !match.initials.isEmpty else { return typed(match) }
    let spellings = match.initials.map { spelling -> IndexedBooks in
      let keys = PostingKind.author.keys(of: spelling.words, isBegun: spelling.isPrefix)
      if keys.count == 1 { return .postings(keys) }
      return .tested(.all(keys.map { .postings([$0]) })) { book in
        BookWords(book).contain(spelling.words, lastBegun: spelling.isPrefix)
      }
    }
    return .any([typed(match)] + spellings)
  }

  /// Returns the lookup for the words as typed, without other spellings of initials.
  private static func typed(_ match: TextMatch) -> IndexedBooks {
    let kinds = match.field.map { [$0.kind] } ?? match.anywhere
    if match.words.count == 1 { return .postings(kinds.map { $0.key(of: match.words[0], isBegun: match.isPrefix) }) }
    let candidates = kinds.map { kind in
      IndexedBooks.all(kind.keys(of: match.words, isBegun: match.isPrefix).map { .postings([$0]) })
    }
    return .tested(.any(candidates)) { book in
      let words = BookWords(book)
      if let field = match.field { return words.contain(match, in: field, allowsBeginning: true) }
      return words.scope(of: match, allowsBeginning: true) != nil
    }
  }

  /// Returns a lookup that tests the viewer's own value in a field. Returns `nil` if the viewer sees the owner's value
  /// in the field.
  private func marked(_ field: BookField, _ test: @escaping (Book) throws -> Bool) throws -> IndexedBooks? {
    guard !isOwners, Mark.fields.contains(field), try connection.marker != nil, let keys = HeldTerms.keys(of: field)
    else {
      return nil
    }
    return .tested(.postings(keys), test)
  }

  /// Returns the lookup for books by the part that was read. Few books are being read, so each is tested.
  private func progress(_ range: QueryRange) -> IndexedBooks {
    let reading = [ReadState.reading, .paused].map { PostingKey.term(PostingKind.readState.term($0.rawValue)) }
    return .tested(.postings(reading)) { [connection, isOwners] book in
      // The given book has the viewer's values.
      let book = isOwners ? try BookTable(connection: connection).storedBook(book.id) ?? book : book
      return range.contains(progressOf: book)
    }
  }

  private static func identifier(_ type: String, _ value: String?) -> BookFilter {
    let books = "id IN (SELECT book_id FROM book_identifier WHERE type = ?"
    guard let value else { return BookFilter(condition: books + ")", values: [.text(type)]) }
    return BookFilter(condition: books + " AND value = ?)", values: [.text(type), .text(value)])
  }

  /// Returns the condition for ISBNs that begin with the given digits. Stored ISBNs have 13 digits. An ISBN-10 consists
  /// of nine digits and a check digit. The nine digits are the digits 4 to 12 of the ISBN-13 that begins with 978.
  private static func isbn(_ digits: String) -> BookFilter {
    let short = digits.utf8.count < 10 ? ["978" + digits] : []
    let ranges = ([digits] + short).compactMap { beginning -> [SQLValue]? in
      guard let number = Int64(beginning) else { return nil }
      let unit = (beginning.utf8.count..<13).reduce(Int64(1)) { unit, _ in unit * 10 }
      return [.integer(number * unit), .integer((number + 1) * unit)]
    }
    return BookFilter(
      condition: ranges.map { _ in "isbn >= ? AND isbn < ?" }.joined(separator: " OR "), values: ranges.flatMap(\.self))
  }
}
