/// An order by a field that the user made, from either end.
package struct OwnOrder: Hashable, Sendable {
  package let field: OwnField
  /// Whether the largest value comes first.
  package let isDescending: Bool

  /// `own.shelf`, or `-own.shelf` when descending.
  package var name: String { (isDescending ? "-" : "") + BookField.ownPrefix + field.name }
}
