import FoundationEssentials

/// The search terms for a person's own values for a book, such as a rating (``Mark``). Each term consists of the
/// person's id and the term that the same value of the owner would have. If that person is the viewer,
/// ``PostingReader`` uses these terms instead of the owner's. They stay in the index while the book is hidden.
struct MarkTerms {
  let person: Person.ID

  /// Returns the search terms of a mark.
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

  /// A book in which all fields that a mark can set are empty.
  private static let blank = Book(id: Book.ID(0), uuid: UUID(bytes: 0, 0), title: "-", added: .distantPast)

  /// Returns true if each person has their own set of books for a term.
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
  /// The names of the fields that a mark can set. A term of a custom field begins with a number, so it matches none of
  /// them.
  private static let ownFields = Mark.fields.map(\.rawValue)
  private static let held = Set((Mark.fields.map(HeldTerms.term) + [HeldTerms.reread]).map { String($0.value) })

  /// Returns the stored form of a term for this person, which begins with the person's id.
  func stored(_ term: Term) -> Term { PostingKind.mark.term("\(person) \(term.text)") }

  func stored(_ key: PostingKey) -> PostingKey {
    switch key {
    case .term(let term): .term(stored(term))
    case .range(let first, let end): .range(stored(first), stored(end))
    }
  }

  /// Returns a stored term without the person's id. This is the inverse of ``stored(_:)``.
  func plain(_ term: Term) -> Term { Term(text: String(term.value.drop { $0 != " " }.dropFirst())) }

  /// The key of the books that have a read state set by this person. For this person, all other books are unread.
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
