/// The message about two books that have the same ISBN or identifier but different names.
enum SharedNumber {
  /// Returns a message such as: “People Next Door” by Bo Reed has the ISBN 9780306406157 of “Animals of the Coast” by
  /// Ada Finch but a different title; they are kept as two books
  static func words(of record: SourceRecord, _ book: Book) -> String {
    let title = record.values[.title].value?.description ?? record.remoteID
    let mine = called(title, record.values[.authors].value.items)
    return "\(mine) has the \(number(of: record, book)) of \(called(book.title, book.authors)) "
      + "but a different title; they are kept as two books"
  }

  private static func called(_ title: String, _ authors: [String]) -> String {
    "“\(title.shortened(to: 100))”" + (authors.first.map { " by \($0.shortened(to: 60))" } ?? "")
  }

  private static func number(of record: SourceRecord, _ book: Book) -> String {
    if case .isbn(let isbn)? = record.values[.isbn].value, isbn == book.isbn { return "ISBN \(isbn.digits)" }
    guard case .records(let records)? = record.values[.identifiers].value,
      let shared = records.lazy.compactMap(BookIdentifier.init(record:)).first(where: book.identifiers.contains)
    else { return "number" }
    return "\(shared.type) \(shared.value.shortened(to: 60))"
  }
}
