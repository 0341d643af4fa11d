import FoundationEssentials

/// The search terms for the marks of a person other than the owner. They are the terms of a book with the values of the
/// mark, each preceded by the person's id. If that person is the viewer, ``PostingReader`` reads these terms instead of
/// the owner's. They are kept while the book is hidden.
struct MarkTerms {
  let person: Person.ID

  /// Returns the terms of a mark.
  func terms(of mark: Mark) -> [Term] {
    guard mark != Mark() else { return [] }
    let book = mark.shown(in: Self.blank)
    var terms = SearchTerms.terms(rating: book.rating, average: nil)
    terms += ReadingTerms.terms(of: book) + HeldTerms.terms(of: book)
    if book.readState != .unread { terms.append(PostingKind.readState.term(book.readState.rawValue)) }
    if let rating = book[.rating], let key = OwnTerms.key(rating, in: .rating) {
      terms += [OwnTerms.any(of: .rating), key]
    }
    for text in book.writtenTexts {
      for word in Set(SearchWords.words(in: text)) {
        let term = PostingKind.note.term(word)
        terms += [term] + term.beginnings
      }
    }
    return terms.map(stored)
  }

  /// A book without any values that a mark can set.
  private static let blank = Book(id: Book.ID(0), uuid: UUID(bytes: 0, 0), title: "-", added: .distantPast)

  /// Returns true if each person has a separate set for a term.
  static func isPersonal(_ term: Term) -> Bool {
    if term.text.utf8.first == beginning { return true }
    return switch term.kind {
    case .readState, .rating, .ratingRange, .finishedIn, .startedIn, .note: true
    case .own: ownFields.contains { term.value.utf8.starts(with: $0.utf8) }
    case .held: held.contains(String(term.value))
    default: false
    }
  }

  private static let beginning = PostingKind.note.beginning("").text.utf8.first
  /// The names of the fields that a mark can set. Terms of custom fields begin with a number instead of a name.
  private static let ownFields = Mark.fields.map(\.rawValue)
  private static let held = Set((Mark.fields.map(HeldTerms.term) + [HeldTerms.reread]).map { String($0.value) })

  /// Returns the term under which the index stores the person's set.
  func stored(_ term: Term) -> Term { PostingKind.mark.term("\(person) \(term.text)") }

  func stored(_ key: PostingKey) -> PostingKey {
    switch key {
    case .term(let term): .term(stored(term))
    case .range(let first, let end): .range(stored(first), stored(end))
    }
  }

  /// Returns a person's stored term without the person's id, which is the inverse of ``stored(_:)``.
  func plain(_ term: Term) -> Term { Term(text: String(term.value.drop { $0 != " " }.dropFirst())) }

  /// The key of the books for which the person has set a read state. All other books are unread for this person.
  var anyState: PostingKey { stored(PostingKind.readState.all) }
  static let unread = PostingKey.term(PostingKind.readState.term(ReadState.unread.rawValue))
}

extension PostingKey {
  /// The term, or the first term of the range.
  var first: Term {
    switch self {
    case .term(let term), .range(let term, _): term
    }
  }
}
