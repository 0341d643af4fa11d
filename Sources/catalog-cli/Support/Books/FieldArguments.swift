import Catalog
import CatalogJSON
import CommandLineKit

extension BookField: ExpressibleByArgument {
  package init?(argument: String) { self.init(named: argument) }

  package static var allValueStrings: [String] { allCases.map(\.typedName) }

  /// The name of the field on the command line, such as `read-state`. JSON and tab-separated output use a different
  /// name, such as `readState`.
  var typedName: String { words.replacing(" ", with: "-") }
}

extension OwnFields {
  /// Returns the name of a field on the command line.
  func typedName(of field: BookField) -> String { field.isOwn ? words(of: field) : field.typedName }
}

/// Functions that find fields by their names on the command line.
enum FieldArgument {
  /// Returns the field with the given name.
  ///
  /// - Throws: ``ValidationError`` if there is no such field.
  static func field(_ name: String, _ own: OwnFields) throws -> BookField {
    if let field = own.field(named: name) { return field }
    let known = BookField.allCases.map(\.typedName) + own.shown.map(\.name)
    throw ValidationError(unknown: "field", name, known: known)
  }

  /// Returns the text field with the given name.
  ///
  /// - Throws: ``ValidationError`` if there is no such field or it does not contain text.
  static func textField(_ name: String, _ own: OwnFields) throws -> BookField {
    let field = try field(name, own)
    guard own.definition(of: field).kind.hasTexts else {
      throw ValidationError("\(own.words(of: field)) is not a text field, so nothing can be replaced in it")
    }
    return field
  }
}

extension ConflictSubject: ExpressibleByArgument {
  /// The name of the conflict's subject on the command line: a field, or the removal of the book.
  var typedName: String {
    switch self {
    case .field(let field): field.typedName
    case .removal: Self.removalName
    }
  }

  package init?(argument: String) { self.init(named: argument) }

  package var defaultValueDescription: String { typedName }

  package static var allValueStrings: [String] { [removalName] + BookField.bibliographic.map(\.typedName) }
}
