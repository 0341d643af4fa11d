/// An ascending or descending order by a field that has no index for lists. It sorts the field's terms in the search
/// index, which has one term for each value.
package struct TermOrder: Hashable, Sendable {
  /// The field whose values decide the order.
  package let field: BookField
  /// The kind of the field's values.
  package let kind: OwnField.Kind
  /// The user-defined field; `nil` for an order by a built-in field.
  package let own: OwnField?
  /// True if the largest value comes first.
  package let isDescending: Bool

  /// Creates an order by a user-defined field.
  package init(_ own: OwnField, descending: Bool) {
    (field, kind, self.own, isDescending) = (own.field, own.kind, own, descending)
  }

  /// Creates an order by a built-in field.
  private init(_ field: BookField, _ kind: OwnField.Kind, descending: Bool) {
    (self.field, self.kind, own, isDescending) = (field, kind, nil, descending)
  }

  /// The order by the start of the current reading.
  static let started = TermOrder(BookField.started, .date, descending: false)
  /// The order by the end of the current reading.
  static let finished = TermOrder(BookField.finished, .date, descending: false)
  /// The order by the ratings of a person other than the owner. Only the owner's ratings have an index for lists.
  package static let markedRating = TermOrder(BookField.rating, .number, descending: false)
  /// The orders by built-in fields that users can request.
  package static let common = [started, finished]

  /// Returns this order, with the largest value first if `isDescending` is true.
  package func descending(_ isDescending: Bool) -> TermOrder {
    own.map { TermOrder($0, descending: isDescending) } ?? TermOrder(field, kind, descending: isDescending)
  }

  /// The choices of the field, in order; empty if the field is not of kind ``OwnField/Kind/choice``.
  package var choices: [String] { own?.choices ?? [] }

  /// The name of the order: `finished` or `own.shelf`, preceded by a minus if descending.
  package var name: String {
    (isDescending ? "-" : "") + (own.map { BookField.ownPrefix + $0.name } ?? field.rawValue)
  }
}
