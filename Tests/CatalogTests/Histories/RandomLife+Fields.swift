import CatalogTestSupport
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

/// User-defined fields in a random life: its people create, rename and remove them, and imported files name them.
extension RandomLife {
  /// The fields that can be edited.
  var liveFields: [BookField] {
    BookField.allCases
      + seenFields.values.filter { now.fields[$0.id] != nil && Self.isSimple($0) }.map(\.field).sorted()
  }

  /// All user-defined fields that ever existed.
  var ownFields: [BookField] { seenFields.values.map(\.field).sorted() }

  /// All fields that ever existed.
  var allFields: [BookField] { BookField.allCases + ownFields }

  /// Returns true if any value of the field's kind fits it.
  private static func isSimple(_ field: OwnField) -> Bool {
    field.kind != .choice || field.choices == ["happy", "sad"]
  }

  /// Returns the names of the current fields, as the catalog reports them.
  func shownFields() throws -> [OwnField.ID: String] {
    let shown = try catalog.view { try $0.fields() }.shown
    for field in shown { seenFields[field.id] = field }
    return Dictionary(uniqueKeysWithValues: shown.map { ($0.id, $0.name) })
  }

  /// Creates, renames or removes a field, and expects that all other fields and all values stay.
  func changeFields() throws -> HistoryStep.ID? {
    let free = ["nook", "corner", "shelf", "price", "mood"].filter { !now.fields.values.contains($0) }
    let names = now.fields.values.sorted()
    switch dice.roll(3) {
    case 0 where now.fields.count < 9 && !free.isEmpty:
      let (name, kind) = (dice.pick(free), dice.pick(OwnField.Kind.allCases))
      log.append("make \(name), a \(kind)")
      let field = try catalog.write {
        try $0.addField(name, kind, choices: kind == .choice ? ["happy", "sad"] : [])
      }
      now.fields[field.id] = name
    case 1 where !names.isEmpty && !free.isEmpty:
      let (old, name) = (dice.pick(names), dice.pick(free))
      log.append("rename \(old) to \(name)")
      let field = try catalog.write { try $0.renameField(old, to: name) }
      expectEqual(now.fields[field.id], old, "\(story)")
      now.fields[field.id] = name
      renameInSearches(old, to: name)
    case 2 where names.count > 2:
      let name = dice.pick(names)
      log.append("remove field \(name)")
      let field = try catalog.write { try $0.removeField(name) }
      expectEqual(now.fields.removeValue(forKey: field.id), name, "\(story)")
    default: return nil
    }
    return try catalog.view { try $0.steps(limit: 1) }.first?.id
  }

  /// Returns a file's values for a field or two known by name: existing, renamed, removed or by now of another kind.
  func ownValues() throws -> [OwnValue] {
    let kinds: [OwnField.Kind] = [.text, .number, .date, .flag, .list]
    let fields = OwnFieldSamples.all.filter { kinds.contains($0.kind) }
    return try Set((0...dice.roll(2)).map { _ in dice.roll(fields.count) }).sorted().map { index in
      let field = fields[index]
      let text = dice.happens(20) ? nil : dice.pick(OwnFieldSamples.values(of: field.field))
      return OwnValue(field.name, field.kind, try text.flatMap { try field.field.value(of: $0) })
    }
  }
}
