import CatalogTestSupport
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

/// The people of a random life.
extension RandomLife {
  /// The owner, more often than two others.
  static let people: [String?] = [nil, nil, "Anna", "Ben"]

  /// Lets a person who did not make the last step undo and redo their own last one, if others have not changed the same
  /// since, and expects the state to be unchanged.
  func meddle() throws -> HistoryStep.ID? {
    let others = Self.people.filter { $0 != states[position].maker }
    person = dice.pick(others)
    guard position > 0, let step = try catalog.view({ try $0.stepsToUndo(limit: 1) }).first else { return nil }
    expectEqual(step.person?.name, person, "\(story)")
    do {
      let fields = try shownFields()
      let outcome = try catalog.undoStep()
      log.append("\(person ?? "owner"): undo and redo \(step.id)")
      try #require(outcome.step.id == step.id && Self.isOnlyFields(outcome.left), "\(outcome.left); \(story)")
      try #require(try catalog.findings() == [], "\(story)")
      let again = try catalog.redoStep()
      try #require(again.step.id == step.id && Self.isOnlyFields(again.left), "\(again.left); \(story)")
      let left = try shownFields().filter { fields[$0.key] != $0.value }
      try #require(left.count == again.left.count, "\(left) but \(again.left); \(story)")
      leftFields.formUnion(left.keys)
      forgetImports()
    } catch let error as CatalogError where error.code == .nothingToDo {
      log.append("\(person ?? "owner"): undo (refused)")
    }
    try expectState()
    return nil
  }

  /// Returns true if only fields were left: a field that others use or have renamed stays, in either direction.
  private static func isOnlyFields(_ left: [LeftChange]) -> Bool {
    left.allSatisfy { if case .ownField = $0 { true } else { false } }
  }
}
