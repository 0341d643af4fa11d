/// What an entry of a bibliography says, in whatever notation it stands: between BibTeX, RIS and CSL-JSON on one side and the
/// fields of a book on the other.
struct Citation {
  /// The name by which documents cite it, such as `herbert1965dune`; `nil` where it has none.
  var key: String?
  /// What it is, as BibTeX calls it, in small letters: `book`, `phdthesis`.
  var type = "book"
  /// By what our own exports know the book.
  var uuid: String?
  /// What it says, in the order in which it says it. A field may be there several times.
  private(set) var values: [(field: CitationField, text: String)] = []
  /// Who made it, by what they did.
  private(set) var people: [(role: CitedRole, names: [String])] = []

  /// Adds what it says of a field, if that is anything.
  mutating func add(_ text: String?, _ field: CitationField) {
    if let text, !text.isEmpty { values.append((field, text)) }
  }

  /// Adds persons.
  mutating func add(_ names: [String], as role: CitedRole) {
    if !names.isEmpty { people.append((role, names)) }
  }

  /// What it says again of a field of which a book has one, in other words: it has no place there.
  var repeated: [(field: CitationField, text: String)] {
    var first: [CitationField: String] = [:]
    return values.filter { field, text in
      if field.isRepeatable { return false }
      guard let said = first.updateValue(first[field] ?? text, forKey: field) else { return false }
      // Babel's name of a language beside that of people.
      return said != text && !(field == .language && CitedLanguage.code(of: said) == CitedLanguage.code(of: text))
    }
  }

  /// The first that it says of a field.
  subscript(field: CitationField) -> String? { values.first { $0.field == field }?.text }

  /// All persons of a role.
  subscript(role: CitedRole) -> [String] { people.filter { $0.role == role }.flatMap(\.names) }

  /// Leaves out what it says of some fields.
  mutating func leaveOut(where isLeftOut: (CitationField) -> Bool) { values.removeAll { isLeftOut($0.field) } }

  /// Calls persons of a role by another one.
  mutating func turn(_ role: CitedRole, into other: CitedRole) {
    for index in people.indices where people[index].role == role { people[index].role = other }
  }
}
