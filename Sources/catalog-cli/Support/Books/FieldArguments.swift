import Catalog
import CatalogJSON
import CommandLineKit

extension BookField: ExpressibleByArgument {
  package init?(argument: String) { self.init(named: argument) }

  package static var allValueStrings: [String] { allCases.map(\.typedName) }

  /// The field as people type it: `read-state`; JSON and pipes have `readState`.
  var typedName: String { words.replacing(" ", with: "-") }
}

extension OwnFields {
  /// The field as people type it.
  func typedName(of field: BookField) -> String { field.isOwn ? words(of: field) : field.typedName }
}

/// A field that a person names among those of a catalog.
enum FieldArgument {
  /// - Throws: ``ValidationError`` for a name that no field has.
  static func field(_ name: String, _ own: OwnFields) throws -> BookField {
    if let field = own.field(named: name) { return field }
    let known = BookField.allCases.map(\.typedName) + own.shown.map(\.name)
    throw ValidationError(unknown: "field", name, known: known)
  }

  /// - Throws: ``ValidationError`` for a name that no field has, or one without texts.
  static func textField(_ name: String, _ own: OwnFields) throws -> BookField {
    let field = try field(name, own)
    guard own.definition(of: field).kind.hasTexts else {
      throw ValidationError("\(own.words(of: field)) is no text in which something could be replaced")
    }
    return field
  }
}

extension ConflictSubject: ExpressibleByArgument {
  /// The field as people type it.
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
