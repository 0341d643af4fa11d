/// An order by a field of which lists have no index of their own, from either end: the search index has a term for each of its
/// values, and these stand in order.
package struct TermOrder: Hashable, Sendable {
  /// Whose values decide the order.
  package let field: BookField
  /// What it holds.
  package let kind: OwnField.Kind
  /// The field, where the user made it.
  package let own: OwnField?
  /// Whether the largest value comes first.
  package let isDescending: Bool

  /// The order by a field that the user made.
  package init(_ own: OwnField, descending: Bool) {
    (field, kind, self.own, isDescending) = (own.field, own.kind, own, descending)
  }

  /// The order by a field that every catalog has.
  private init(_ field: BookField, _ kind: OwnField.Kind, descending: Bool) {
    (self.field, self.kind, own, isDescending) = (field, kind, nil, descending)
  }

  /// By when the reading that counts began.
  static let started = TermOrder(BookField.started, .date, descending: false)
  /// By when the reading that counts ended.
  static let finished = TermOrder(BookField.finished, .date, descending: false)
  /// By the rating that somebody besides the owner gave a book for themselves: lists have an index of the owner's.
  package static let markedRating = TermOrder(BookField.rating, .number, descending: false)
  /// Those by fields that every catalog has.
  package static let common = [started, finished]

  /// The same order from its other end, or from the same.
  package func descending(_ isDescending: Bool) -> TermOrder {
    own.map { TermOrder($0, descending: isDescending) } ?? TermOrder(field, kind, descending: isDescending)
  }

  /// Of a choice its words, in order.
  package var choices: [String] { own?.choices ?? [] }

  /// `finished`, `own.shelf`, or with a minus in front when descending.
  package var name: String {
    (isDescending ? "-" : "") + (own.map { BookField.ownPrefix + $0.name } ?? field.rawValue)
  }
}
