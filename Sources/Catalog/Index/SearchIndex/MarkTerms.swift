import FoundationEssentials

/// The terms of what a person besides the owner says of a book: those that a book of the owner's has which says the same, each
/// behind the person's number. So whoever reads sets for a person (``PostingReader``) reads these in the place of the others.
/// A book keeps them while it is not shown.
struct MarkTerms {
  let person: Person.ID

  /// The terms of a mark.
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

  /// What says nothing of itself.
  private static let blank = Book(id: Book.ID(0), uuid: UUID(bytes: 0, 0), title: "-", added: .distantPast)

  /// Whether each person has a set of their own under a term.
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
  /// Of fields that the user made the number follows.
  private static let ownFields = Mark.fields.map(\.rawValue)
  private static let held = Set((Mark.fields.map(HeldTerms.term) + [HeldTerms.reread]).map { String($0.value) })

  /// Under what the index keeps the person's set of a term.
  func stored(_ term: Term) -> Term { PostingKind.mark.term("\(person) \(term.text)") }

  func stored(_ key: PostingKey) -> PostingKey {
    switch key {
    case .term(let term): .term(stored(term))
    case .range(let first, let end): .range(stored(first), stored(end))
    }
  }

  /// The term under whose person's set a set is kept.
  func plain(_ term: Term) -> Term { Term(text: String(term.value.drop { $0 != " " }.dropFirst())) }

  /// The books of which a person says how far they are: of all others they have read nothing.
  var anyState: PostingKey { stored(PostingKind.readState.all) }
  static let unread = PostingKey.term(PostingKind.readState.term(ReadState.unread.rawValue))
}

extension PostingKey {
  /// The term, or the first one.
  var first: Term {
    switch self {
    case .term(let term), .range(let term, _): term
    }
  }
}
