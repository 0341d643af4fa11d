import CatalogTestSupport
import Testing

@testable import Catalog
@testable import CatalogModel

/// The orders of a random life's lists, computed from the books' values alone.
extension RandomLife {
  /// The sort value of a book, as this test reads values.
  private enum Rank: Comparable {
    case number(Double)
    case words(String)
  }

  /// Expects that a list in the order of some field follows the values, however it is paged.
  func expectOrder(of books: [Book]) throws {
    let own = seenFields.values.filter { now.fields[$0.id] != nil }.sorted { $0.id < $1.id }
    let isDescending = dice.happens(50)
    let (order, rank): (BookOrder, (Book) -> Rank?)
    if !own.isEmpty, dice.happens(70) {
      let field = dice.pick(own)
      (order, rank) = (
        BookOrder(field, descending: isDescending), { Self.rank(of: $0[field.field], choices: field.choices) }
      )
    } else {
      let (key, fields) = dice.pick([
        (BookOrder.Key.rating, [BookField.rating]), (.average, [.averageRating]), (.pages, [.pages]),
        (.edition, [.published]), (.year, [.firstPublished, .published]),
      ])
      (order, rank) = (
        BookOrder(key, descending: isDescending),
        { book in fields.lazy.compactMap { Self.rank(of: book[$0], choices: [], isExact: true) }.first }
      )
    }
    let size = 1 + dice.roll(9)
    let ids = try catalog.view { snapshot in
      var (ids, position): ([Book.ID], PagePosition?) = ([], .start)
      while let current = position {
        let page = try snapshot.page(order: order, at: current, size: size)
        ids += page.books.map(\.id)
        position = page.next.map(PagePosition.after)
      }
      return ids
    }
    let known = books.compactMap { book in rank(book).map { (book.id, $0) } }
    let sorted = known.sorted { one, other in
      if one.1 != other.1 { return isDescending ? one.1 > other.1 : one.1 < other.1 }
      return isDescending ? one.0 > other.0 : one.0 < other.0
    }
    let others = books.map(\.id).filter { id in !known.contains { $0.0 == id } }
    let expected = sorted.map(\.0) + others.sorted { isDescending ? $0 > $1 : $0 < $1 }
    try #require(ids == expected, "\(order.name), pages of \(size); \(story)")
  }

  private static func rank(of value: FieldValue?, choices: [String], isExact: Bool = false) -> Rank? {
    switch value {
    case .integer(let number)?: .number(Double(number))
    case .decimal(let number)?: .number(number)
    case .flag(let isSet)?: .number(isSet ? 1 : 0)
    // Lists by the year sort a year before its first month, and a month before its first day.
    case .date(let date)? where isExact:
      .number(Double(date.year * 400 + (date.month ?? 0) * 32 + (date.day ?? 0)))
    // A year may mean its first day.
    case .date(let date)?: .number(Double(date.year * 400 + (date.month ?? 1) * 32 + (date.day ?? 1)))
    case .text(let text)?:
      choices.firstIndex(of: text).map { .number(Double($0)) } ?? .words(words(of: text))
    case .list(let items)?: .words(words(of: items.joined(separator: " ")))
    default: nil
    }
  }

  /// Returns a sample text as people look it up in a list.
  private static func words(of text: String) -> String {
    let letters = ["É": "e", "Ż": "z", "ó": "o", "ł": "l", "\n": " "]
    return text.map { letters[String($0)] ?? $0.lowercased() }.joined()
  }
}
