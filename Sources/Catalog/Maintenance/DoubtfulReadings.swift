import Platform

/// Collects readings with contradictory values.
struct DoubtfulReadings {
  /// The maximum number of books to list in a line.
  private static let named = 5

  private var reversed: [Book.ID] = []
  private var finishedButUnread: [Book.ID] = []

  mutating func look(at book: Book) {
    if let started = book.started, let finished = book.finished, finished < started,
      !finished.isCompatible(with: started)
    {
      reversed.append(book.id)
    }
    if book.finished != nil, [.want, .unread].contains(book.readState) { finishedButUnread.append(book.id) }
  }

  /// The lines of text, one for each type of contradiction that was found.
  var lines: [String] {
    [
      Self.line(reversed, "whose reading ends before it begins"),
      Self.line(finishedButUnread, "that have a finish date but are marked as not read"),
    ].compactMap(\.self)
  }

  private static func line(_ books: [Book.ID], _ words: String) -> String? {
    guard !books.isEmpty else { return nil }
    let names = books.prefix(named).map(String.init).joined(separator: ", ")
    return "books \(words): \(books.count.grouped) (\(names)\(books.count > named ? ", …" : ""))"
  }
}
