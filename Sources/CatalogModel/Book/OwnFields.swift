/// The user-defined fields of a catalog at one point in time.
public struct OwnFields: Sendable, Hashable {
  /// All fields. Removed fields are included, because the history may contain changes to them.
  private let fields: [OwnField.ID: OwnField]
  /// The fields that are not removed, in the order of their creation.
  public let shown: [OwnField]
  /// The fields for each lower-case name, in order of preference. The field that has the name comes first, then fields
  /// that originally had the name, then removed fields with the name, newest first. The table is computed once, because
  /// a refresh looks up a field for each value of each book.
  private let called: [String: [OwnField]]

  /// Creates an empty collection of fields.
  public init() { self.init([]) }

  /// Creates a collection from the fields of a catalog.
  package init(_ fields: [OwnField]) {
    self.fields = Dictionary(fields.map { ($0.id, $0) }) { first, _ in first }
    let all = self.fields.values.sorted { $0.id < $1.id }
    shown = all.filter { !$0.isRemoved }
    var called: [String: [OwnField]] = [:]
    for field in shown { called[field.name.lowercased(), default: []].append(field) }
    for field in shown where field.firstName.lowercased() != field.name.lowercased() {
      called[field.firstName.lowercased(), default: []].append(field)
    }
    for field in all.reversed() where field.isRemoved { called[field.name.lowercased(), default: []].append(field) }
    self.called = called
  }

  /// True if the catalog has no user-defined fields, not counting removed ones.
  public var isEmpty: Bool { shown.isEmpty }

  /// The field with the given name; `nil` if there is no such field or it was removed. Case is ignored, and the prefix
  /// `own.` is optional.
  public subscript(name: String) -> OwnField? {
    let plain = name.lowercased()
    let bare = plain.hasPrefix(BookField.ownPrefix) ? String(plain.dropFirst(BookField.ownPrefix.count)) : plain
    return called[bare]?.first { !$0.isRemoved && $0.name.lowercased() == bare }
  }

  /// The field with the given number, even if it was removed; `nil` if there is no such field.
  public subscript(id: OwnField.ID) -> OwnField? { fields[id] }

  /// Returns the field that a typed name refers to. If a built-in and a user-defined field match, the built-in field is
  /// returned. The prefix `own.` always selects the user-defined field.
  public func field(named name: String) -> BookField? { BookField(named: name) ?? self[name]?.field }

  /// Returns the field for a source's value, and the value converted to the field's kind; `nil` if no field matches.
  ///
  /// A field must match in name and in kind. Its current or original name must be the name that the source gives. Its
  /// kind must be the kind of the value, or the value must be convertible to its kind. If no field matches, the search
  /// continues with a number appended to the name: `shelf-2`. A removed field matches only if no other field with the
  /// name does.
  package func field(for ownValue: OwnValue) -> (OwnField, FieldValue?)? {
    for number in 1...OwnField.limit + 1 {
      let name = (number == 1 ? ownValue.name : "\(ownValue.name)-\(number)").lowercased()
      guard let called = called[name] else { return nil }
      for field in called {
        if field.kind == ownValue.kind { return (field, ownValue.value) }
        if let converted = field.converted(ownValue) { return (field, converted.value) }
      }
    }
    return nil
  }

  /// Returns a name that no field has: the given name, or the given name with the lowest free number appended, such as
  /// `shelf-2`.
  package func free(_ name: String) -> String {
    var (free, number) = (name, 1)
    while self[free] != nil {
      number += 1
      free = "\(name)-\(number)"
    }
    return free
  }

  /// Returns the name of a field in words for people.
  public func words(of field: BookField) -> String {
    guard let id = field.ownID else { return field.words }
    return fields[id]?.name ?? field.rawValue
  }

  /// Returns the name of a field for programs and JSON, such as `own.shelf` for a user-defined field.
  public func name(of field: BookField) -> String {
    field.ownID.flatMap { fields[$0] }.map { BookField.ownPrefix + $0.name } ?? field.rawValue
  }

  /// Returns the values of a book's user-defined fields, in the order of the fields' creation. Removed fields are left
  /// out.
  public func values(of book: Book) -> [(field: OwnField, value: FieldValue)] {
    book.ownFields.compactMap { field in
      guard let id = field.ownID, let own = fields[id], !own.isRemoved, own.field == field else { return nil }
      return book[field].map { (own, $0) }
    }
  }

  /// Returns the definition of a field, including its name and choices.
  package func definition(of field: BookField) -> FieldDefinition {
    field.ownID.flatMap { fields[$0]?.definition } ?? field.definition
  }
}

extension OwnField {
  /// Returns a source's value, converted to this field's kind; `nil` if the conversion is not possible.
  fileprivate func converted(_ ownValue: OwnValue) -> OwnValue? {
    switch (ownValue.kind, kind, ownValue.value) {
    case (.text, _, .text(let text)?), (.choice, .text, .text(let text)?): OwnValue(name, kind, of: text)
    case (_, _, nil): OwnValue(name, kind, nil)
    default: nil
    }
  }
}
