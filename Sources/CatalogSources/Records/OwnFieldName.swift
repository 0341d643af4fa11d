import CatalogModel

/// The name of a user-defined field in this program's own exports: `own.shelf`, `own.price:number`,
/// `own.mood:choice:happy; sad`.
struct OwnFieldName {
  let name: String
  /// The kind that the field gets if the import creates it.
  let kind: OwnField.Kind
  /// The words of a choice field.
  let choices: [String]

  /// Returns the name of a field.
  static func text(of field: OwnField) -> String {
    var parts = [BookField.ownPrefix + field.name]
    if field.kind != .text { parts.append(field.kind.rawValue) }
    if field.kind == .choice { parts.append(ListDivision.ours.cell(of: field.choices)) }
    return parts.joined(separator: ":")
  }

  /// Returns true if a string begins with the prefix of user-defined fields, `own.`.
  static func isOne(_ text: String) -> Bool { text.lowercased().hasPrefix(BookField.ownPrefix) }

  /// Parses a name.
  ///
  /// - Parameter text: A string that begins with `own.`.
  /// - Throws: `InvalidValue` if the string does not name a valid field.
  init(_ text: String) throws {
    let parts = text.dropFirst(BookField.ownPrefix.count).split(separator: ":", maxSplits: 2).map(String.init)
    name = try OwnField.checked(name: parts.first ?? "")
    guard let kind = parts.count > 1 ? OwnField.Kind(rawValue: parts[1].lowercased()) : .text else {
      let kinds = OwnField.Kind.allCases.map(\.rawValue).joined(separator: ", ")
      throw InvalidValue("kind", parts[1], "it must be one of \(kinds)")
    }
    let words = parts.count > 2 && kind == .choice ? ListDivision.ours.items(of: parts[2]).map { $0.trimmed() } : []
    (self.kind, choices) = (kind, try OwnField.checked(choices: words, of: kind))
  }

  /// Derives a field name from the name of an unknown column: `Shelf Mark` becomes `shelf-mark`. Returns `nil` if no
  /// valid name can be derived.
  static func keeping(_ text: String) -> String? {
    let letters = text.canonicalLine().lowercased().unicodeScalars.map { letter -> Character in
      letter.properties.isAlphabetic || letter.properties.generalCategory == .decimalNumber || letter == "_"
        || letter == "#"
        ? Character(letter) : "-"
    }
    let name = String(letters).split(separator: "-").joined(separator: "-")
    return (try? OwnField.checked(name: name)) ?? (try? OwnField.checked(name: name + "-column"))
  }

  /// Converts a string to a value of the field. Returns `nil` if the string is empty.
  ///
  /// - Throws: `InvalidValue` if the string is not a value of the field's kind.
  func value(of text: String) throws -> OwnValue? {
    try FieldDefinition.own(name, kind.fieldKind).value(of: text).map { OwnValue(name, kind, choices: choices, $0) }
  }
}
