/// The fields that the user made, as a catalog has them at one time.
public struct OwnFields: Sendable, Hashable {
  /// Those that were removed among them: what a step did to them is still told.
  private let fields: [OwnField.ID: OwnField]
  /// Those that show, in the order in which they were made.
  public let shown: [OwnField]
  /// The fields that a name in small letters may mean: those that are called so, then those that were when they were made,
  /// then removed ones, the newest in front. Made once: refreshes ask for each value of each book.
  private let called: [String: [OwnField]]

  /// None.
  public init() { self.init([]) }

  /// Fields as the file has them.
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

  /// Whether none shows.
  public var isEmpty: Bool { shown.isEmpty }

  /// The field of a name, in letters of either case, with or without `own.` in front; `nil` where none shows.
  public subscript(name: String) -> OwnField? {
    let plain = name.lowercased()
    let bare = plain.hasPrefix(BookField.ownPrefix) ? String(plain.dropFirst(BookField.ownPrefix.count)) : plain
    return called[bare]?.first { !$0.isRemoved && $0.name.lowercased() == bare }
  }

  /// The field of a number, a removed one too; `nil` where there is none.
  public subscript(id: OwnField.ID) -> OwnField? { fields[id] }

  /// The field that people mean by a name: one that every catalog has goes before one that the user made, which is always
  /// found under `own.` and its name.
  public func field(named name: String) -> BookField? { BookField(named: name) ?? self[name]?.field }

  /// The field that a source means, with the value as the field has it: of that name now or when it was made, and of that
  /// kind, or of another one where a text says a value of that; else of that name with a number behind it. A removed one
  /// where none shows. `nil` where there is none.
  package func field(for said: OwnValue) -> (OwnField, FieldValue?)? {
    for number in 1...OwnField.limit + 1 {
      let name = (number == 1 ? said.name : "\(said.name)-\(number)").lowercased()
      guard let called = called[name] else { return nil }
      for field in called {
        if field.kind == said.kind { return (field, said.value) }
        if let converted = field.converted(said) { return (field, converted.value) }
      }
    }
    return nil
  }

  /// The name, or the first with a number behind it, that no field has.
  package func free(_ name: String) -> String {
    var (free, number) = (name, 1)
    while self[free] != nil {
      number += 1
      free = "\(name)-\(number)"
    }
    return free
  }

  /// How a field is called in words for people.
  public func words(of field: BookField) -> String {
    guard let id = field.ownID else { return field.words }
    return fields[id]?.name ?? field.rawValue
  }

  /// How a field is called in JSON and for programs: `own.shelf` of one that the user made.
  public func name(of field: BookField) -> String {
    field.ownID.flatMap { fields[$0] }.map { BookField.ownPrefix + $0.name } ?? field.rawValue
  }

  /// The values that a book has of the fields that show, in the order in which these were made.
  public func values(of book: Book) -> [(field: OwnField, value: FieldValue)] {
    book.ownFields.compactMap { field in
      guard let id = field.ownID, let own = fields[id], !own.isRemoved, own.field == field else { return nil }
      return book[field].map { (own, $0) }
    }
  }

  /// What is known of a field, its name and its choices among it.
  package func definition(of field: BookField) -> FieldDefinition {
    field.ownID.flatMap { fields[$0]?.definition } ?? field.definition
  }
}

extension OwnField {
  /// What a text, as cells of tables hold it, says in this field; `nil` for what is no value of its kind.
  fileprivate func converted(_ said: OwnValue) -> OwnValue? {
    switch (said.kind, kind, said.value) {
    case (.text, _, .text(let text)?), (.choice, .text, .text(let text)?): OwnValue(name, kind, of: text)
    case (_, _, nil): OwnValue(name, kind, nil)
    default: nil
    }
  }
}
