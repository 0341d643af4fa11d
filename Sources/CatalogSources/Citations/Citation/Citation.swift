/// An entry of a bibliography, independent of its notation. It connects BibTeX, RIS and CSL-JSON with the fields of a
/// book.
struct Citation {
  /// The citation key, such as `herbert1965dune`; `nil` if there is none.
  var key: String?
  /// BibTeX's name for the entry type, in lowercase, such as `book` or `phdthesis`.
  var type = "book"
  /// The UUID of the book, which only our exports contain.
  var uuid: String?
  /// The values in their original order. A field may occur several times.
  private(set) var values: [(field: CitationField, text: String)] = []
  /// The persons with their roles, in their original order. A role may occur several times.
  private(set) var people: [(role: CitedRole, names: [String])] = []

  /// Adds a value, unless it is missing or empty.
  mutating func add(_ text: String?, _ field: CitationField) {
    if let text, !text.isEmpty { values.append((field, text)) }
  }

  /// Adds persons.
  mutating func add(_ names: [String], as role: CitedRole) {
    if !names.isEmpty { people.append((role, names)) }
  }

  /// The values that cannot be stored. The book can have only one value of the field, and an earlier value is
  /// different.
  var repeated: [(field: CitationField, text: String)] {
    var first: [CitationField: String] = [:]
    return values.filter { field, text in
      if field.isRepeatable { return false }
      guard let previous = first.updateValue(first[field] ?? text, forKey: field) else { return false }
      // The language may be given twice: by babel's name and by a display name.
      return previous != text
        && !(field == .language && CitedLanguage.code(of: previous) == CitedLanguage.code(of: text))
    }
  }

  /// The first value of the given field.
  subscript(field: CitationField) -> String? { values.first { $0.field == field }?.text }

  /// The names of all persons with the given role.
  subscript(role: CitedRole) -> [String] { people.filter { $0.role == role }.flatMap(\.names) }

  /// Removes the values of all fields that satisfy a condition.
  mutating func leaveOut(where isLeftOut: (CitationField) -> Bool) { values.removeAll { isLeftOut($0.field) } }

  /// Changes the role of all persons that have the given role.
  mutating func turn(_ role: CitedRole, into other: CitedRole) {
    for index in people.indices where people[index].role == role { people[index].role = other }
  }
}
