import CatalogTestSupport

@testable import Catalog
@testable import CatalogModel

/// The people of a simulated world, and their steps.
extension SimulatedWorld {
  /// The owner, more often than two others.
  static let people: [String?] = [nil, nil, "Anna", "Ben"]

  /// The catalog of the acting person.
  var acting: BookCatalog { person.flatMap { try? catalog.acting(as: $0) } ?? catalog }

  /// A prefix that names the acting person.
  var who: String { person.map { "\($0): " } ?? "" }

  /// Records how to undo the changes made since, if they form a step.
  ///
  /// - Parameters:
  ///   - run: The owner's refresh or import that made them.
  ///   - isAlone: True if nothing else was done in the meantime; with several steps the result of undo is unknown.
  func remember(
    since last: HistoryStep.ID?, _ before: SimulationOracle.Knowledge, _ shown: CatalogImage,
    run: SimulatedStep.Run? = nil, isAlone: Bool = true
  ) throws {
    let steps = try catalog.steps()
    guard let step = steps.first?.id, step != last else { return }
    guard isAlone, steps.dropFirst().first?.id == last else { return forgetSteps() }
    let isWhole = standing.allSatisfy { !$0.isPartial }
    let next = SimulatedStep(
      step, of: person, by: run, before, shown, standing: isWhole ? Set(standing.map(\.id)) : nil)
    standing.append(next)
    made.append(next)
    // A refresh ends the redo of other refreshes only.
    let overtaken = undone.filter { $0.person == person && (!next.isRefresh || $0.isRefresh) }.map(\.id)
    undone.removeAll { overtaken.contains($0.id) }
    for index in standing.indices where overtaken.contains(standing[index].id) { standing[index].isPartial = false }
  }

  /// Takes the current knowledge as the result of the last steps.
  func endSteps(_ image: CatalogImage) {
    for index in standing.indices where standing[index].made == nil { standing[index].end(image, oracle.known) }
    for index in made.indices where made[index].made == nil { made[index].end(image, oracle.known) }
  }

  /// Forgets the steps, because the results of undo and redo are no longer known.
  func forgetSteps() { (standing, undone, made) = ([], [], []) }

  /// Returns true if a step may be undone or redone; `nil` if that is uncertain.
  func mayReplay(_ step: SimulatedStep, _ direction: StepReplay.Direction) -> Bool? {
    var isClear = true
    func isMet(by other: SimulatedStep) -> Bool {
      let meets = step.touches.meets(other.touches)
      if meets == nil { isClear = false }
      return meets == true
    }
    if direction == .undo {
      let later = standing.drop { $0.id != step.id }.dropFirst()
      if later.contains(where: isMet) { return false }
    } else {
      let whole = Set(standing.filter { !$0.isPartial }.map(\.id))
      let others = made.filter { $0.person != step.person }
      // An edit does not depend on a refresh that others have overtaken.
      let known = Set((standing + undone).map(\.id))
      let isGone = others.contains { other in
        guard step.ground.standing.contains(other.id), !whole.contains(other.id) else { return false }
        return (!other.isRefresh || step.isRefresh || known.contains(other.id)) && isMet(by: other)
      }
      let isOvertaken = made.dropFirst(step.ground.made).contains {
        $0.person != step.person && (!$0.isRefresh || step.isRefresh) && isMet(by: $0)
      }
      if isGone || isOvertaken { return false }
    }
    return isClear ? true : nil
  }
}
