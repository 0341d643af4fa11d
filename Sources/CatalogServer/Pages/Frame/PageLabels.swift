import Catalog
import CatalogModel
import CatalogSources

// The names of fields, filters and orders on pages, which begin with a capital letter.

extension OwnFields {
  /// Returns the label of a field. User-defined fields keep the name that the user gave them.
  func label(of field: BookField) -> String {
    switch field {
    case _ where field.isOwn: words(of: field)
    case .isbn: Texts.Fields.isbn
    case .readState: Texts.Fields.status
    case .rating: Texts.Fields.myRating
    case .averageRating: Texts.Fields.averageRating
    default: ShownFields.words(of: field).capitalizedStart
    }
  }
}

extension BookFacet {
  /// The label of the facet.
  var label: String {
    switch self {
    case .rating: Texts.Fields.myRating
    case .state: Texts.Fields.status
    default: words.capitalizedStart
    }
  }
}

extension BookOrder {
  /// The label of the order.
  var label: String { words.capitalizedStart }
}

extension String {
  /// The text with its first letter in upper case.
  var capitalizedStart: String { prefix(1).uppercased() + dropFirst() }
}
