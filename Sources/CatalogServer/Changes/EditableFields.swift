import Catalog
import CatalogModel
import CatalogSources

/// The fields that requests can change.
enum EditableFields {
  /// Fields that refer to files on the server's machine. Requests cannot change them.
  private static let elsewhere: Set<BookField> = [.cover, .files, .attachments]

  /// Returns true if a viewer's request can change a field.
  static func contains(_ field: BookField, for viewer: Viewer) -> Bool {
    if elsewhere.contains(field) { return false }
    if viewer.role == .owner { return true }
    return field.definition.isPersonal ? viewer.mayMark && BookField.marked.contains(field) : viewer.mayEdit
  }

  /// Returns the reason why a viewer's request cannot change a field.
  static func refusal(of field: BookField) -> String {
    if elsewhere.contains(field) {
      return field == .cover
        ? "A cover cannot be set to an address. Send an image instead."
        : "Files can only be changed on the server's machine."
    }
    return field.definition.isPersonal
      ? "Only the owner can change copies, the date when a book was added, and custom fields."
      : editorsOnly
  }

  static let editorsOnly =
    "You can change only your personal values, such as your rating. Only editors can change shared values."

  /// Returns the editable fields in groups, in the order in which they are shown.
  static func groups(for viewer: Viewer, own: OwnFields) -> [(title: String, fields: [BookField])] {
    let edition = ShownFields.typedEdition + [.ratingsCount]
    return [
      ("Edition", edition), ("Your reading", ShownFields.reading), ("Copies", [.copies] + own.shown.map(\.field)),
    ].map { ($0.0, $0.1.filter { contains($0, for: viewer) }) }.filter { !$0.1.isEmpty }
  }
}
