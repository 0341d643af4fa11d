import Bitmaps

/// Looks up the books that contain all words of a query, and finds out in which fields the words occur.
struct WordSearch {
  /// Books that contain certain words, grouped by the fields in which the words occur. Each set is a subset of the next
  /// set.
  struct Places {
    var title: NumberSet
    var titleOrAuthors: NumberSet
    var anywhere: NumberSet
  }

  private let postings: PostingReader
  private let terms: [TextMatch]
  /// The books to search.
  private let base: GatheredBooks

  init(_ terms: [TextMatch], among base: GatheredBooks, _ postings: PostingReader) {
    self.terms = terms
    self.base = base
    self.postings = postings
  }

  /// Returns the books that contain all terms except the last one, as whole words. Returns `nil` if there is only one
  /// term.
  func allButLast() throws -> Places? {
    // Long words are looked up first, because they usually occur in fewer books.
    try terms.dropLast().sorted { $0.length > $1.length }
      .reduce(nil) { try scopes($1, isBegun: false, within: $0) }
  }

  /// Returns the books that contain the last term.
  ///
  /// - Parameter others: The books that contain all other terms. Only these books are searched.
  func last(isBegun: Bool, beside others: Places?) throws -> Places {
    guard let last = terms.last else {
      return Places(title: NumberSet(), titleOrAuthors: NumberSet(), anywhere: NumberSet())
    }
    return try scopes(last, isBegun: isBegun, within: others)
  }

  /// Returns the books in which every word occurs, in any field and possibly as a prefix.
  func beginnings() throws -> NumberSet {
    var found: Places?
    for term in terms.sorted(by: { $0.length > $1.length }) {
      found = try scopes(term, isBegun: true, within: found, onlyAnywhere: true)
      if found?.anywhere.isEmpty == true { break }
    }
    return found?.anywhere ?? NumberSet()
  }

  /// Returns the books that contain the words of a term.
  ///
  /// - Parameter onlyAnywhere: True if the caller uses only the set `anywhere`. The other sets then need not be exact.
  private func scopes(
    _ match: TextMatch, isBegun: Bool, within others: Places?, onlyAnywhere: Bool = false
  ) throws -> Places {
    let limits = others?.anywhere ?? base.included
    if limits?.isEmpty == true, let others { return others }
    let mayBeBegun = isBegun && match.isPrefix
    func books(_ kinds: [PostingKind]) throws -> NumberSet {
      var found = try booksAsTyped(kinds)
      guard kinds.contains(.author) else { return found }
      for spelling in match.initials {
        found.formUnion(allowed(try initials(spelling, isBegun: isBegun, within: limits), others))
      }
      return found
    }
    func booksAsTyped(_ kinds: [PostingKind]) throws -> NumberSet {
      if match.words.count == 1 {
        let keys = kinds.map { $0.key(of: match.words[0], isBegun: mayBeBegun) }
        return allowed(try postings.books(keys, within: limits), others)
      }
      var union = NumberSet()
      for kind in kinds {
        var found = limits
        for key in kind.keys(of: match.words, isBegun: mayBeBegun) where found?.isEmpty != true {
          found = try postings.books([key], within: found)
        }
        union.formUnion(found ?? NumberSet())
      }
      return allowed(union, others)
    }
    if let field = match.field {
      let found = try books([field.kind])
      guard let others, !onlyAnywhere else { return Places(title: found, titleOrAuthors: found, anywhere: found) }
      return Places(
        title: others.title.intersection(found), titleOrAuthors: others.titleOrAuthors.intersection(found),
        anywhere: found)
    }
    if onlyAnywhere {
      let found = try books(match.anywhere)
      return Places(title: found, titleOrAuthors: found, anywhere: found)
    }
    var title = try books([.title])
    var titleOrAuthors = title.union(try books([.author]))
    let anywhere = titleOrAuthors.union(try books(match.elsewhere))
    if let others {
      title.formIntersection(others.title)
      titleOrAuthors.formIntersection(others.titleOrAuthors)
    }
    return Places(title: title, titleOrAuthors: titleOrAuthors, anywhere: anywhere)
  }

  /// Returns the books whose authors may match because of a spelling of initials with several words. The index cannot
  /// tell if these words are next to each other.
  func uncertain() throws -> NumberSet {
    var uncertain = NumberSet()
    for spelling in terms.flatMap(\.dividedInitials) {
      uncertain.formUnion(try initials(spelling, isBegun: true, within: base.included))
    }
    return uncertain
  }

  /// Returns the books with the words of a spelling in the names of authors, perhaps in other positions.
  private func initials(
    _ spelling: TextMatch.AuthorSpelling, isBegun: Bool, within limits: NumberSet?
  ) throws -> NumberSet {
    var found = limits
    for key in PostingKind.author.keys(of: spelling.words, isBegun: isBegun && spelling.isPrefix)
    where found?.isEmpty != true {
      found = try postings.books([key], within: found)
    }
    return found ?? NumberSet()
  }

  /// Removes excluded books from the results for the first term. Results for later terms are subsets of these results,
  /// so they are returned unchanged.
  private func allowed(_ books: NumberSet, _ others: Places?) -> NumberSet {
    others == nil ? base.removed(from: books) : books
  }
}

extension TextMatch {
  fileprivate var length: Int { words.reduce(0) { $0 + $1.utf8.count } }
}
