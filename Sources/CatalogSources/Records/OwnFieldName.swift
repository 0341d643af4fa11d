import CatalogModel

/// What our own exports call a field that the user made: `own.shelf`, `own.price:number`, `own.mood:choice:happy; sad`.
struct OwnFieldName {
  let name: String
  /// What it holds where the catalog does not have it yet.
  let kind: OwnField.Kind
  /// Of a choice its words.
  let choices: [String]

  /// The text for a field.
  static func text(of field: OwnField) -> String {
    var parts = [BookField.ownPrefix + field.name]
    if field.kind != .text { parts.append(field.kind.rawValue) }
    if field.kind == .choice { parts.append(ListDivision.ours.cell(of: field.choices)) }
    return parts.joined(separator: ":")
  }

  /// Whether a text begins as such names do.
  static func isOne(_ text: String) -> Bool { text.lowercased().hasPrefix(BookField.ownPrefix) }

  /// - Parameter text: begins with `own.`.
  /// - Throws: `InvalidValue` where no field can be called so.
  init(_ text: String) throws {
    let parts = text.dropFirst(BookField.ownPrefix.count).split(separator: ":", maxSplits: 2).map(String.init)
    name = try OwnField.checked(name: parts.first ?? "")
    guard let kind = parts.count > 1 ? OwnField.Kind(rawValue: parts[1].lowercased()) : .text else {
      let kinds = OwnField.Kind.allCases.map(\.rawValue).joined(separator: ", ")
      throw InvalidValue("kind", parts[1], "the kinds are \(kinds)")
    }
    let words = parts.count > 2 && kind == .choice ? ListDivision.ours.items(of: parts[2]).map { $0.trimmed() } : []
    (self.kind, choices) = (kind, try OwnField.checked(choices: words, of: kind))
  }

  /// The name of a field for what is nothing the catalog knows: `Shelf Mark` is `shelf-mark`. `nil` where no field can be
  /// called so.
  static func keeping(_ text: String) -> String? {
    let letters = text.canonicalLine().lowercased().unicodeScalars.map { letter -> Character in
      letter.properties.isAlphabetic || letter.properties.generalCategory == .decimalNumber || letter == "_"
        || letter == "#"
        ? Character(letter) : "-"
    }
    let name = String(letters).split(separator: "-").joined(separator: "-")
    return (try? OwnField.checked(name: name)) ?? (try? OwnField.checked(name: name + "-column"))
  }

  /// The value of a text; `nil` of an empty one.
  ///
  /// - Throws: `InvalidValue` for what is no value of its kind.
  func value(of text: String) throws -> OwnValue? {
    try FieldDefinition.own(name, kind.fieldKind).value(of: text).map { OwnValue(name, kind, choices: choices, $0) }
  }
}
