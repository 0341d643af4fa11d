import CatalogTestSupport

/// An event in a simulated world. Each has random numbers of its own, so that leaving one out does not change the
/// others.
struct SimulationStep: Sendable, CustomStringConvertible {
  enum Kind: Sendable {
    case serverChanges
    case refresh
    case edit
    case revert
    case resolve
    case remove
    case personal
    case fields
    case mine
    case imports
    case upgrade
    case history
    case timePasses
    case clockIsSetBack
    case rename
    case replace
    case newDecoder
    case backUp
    case restore
    case reopen
  }

  let kind: Kind
  let seed: UInt64

  var description: String { "\(kind)(\(seed % 10_000))" }

  /// Returns the history of a seed.
  static func plan(seed: UInt64, steps: Int) -> [SimulationStep] {
    var dice = SeededGenerator(seed: seed)
    return (0..<steps).map { _ in
      let kind: Kind =
        switch Int.random(in: 0..<130, using: &dice) {
        case 0..<20: .serverChanges
        case 20..<22: .rename
        case 22..<24: .replace
        case 24..<57: .refresh
        case 57..<60: .backUp
        case 60..<73: .edit
        case 73..<76: .restore
        case 76..<78: .revert
        case 78..<81: .resolve
        case 81..<84: .remove
        case 84..<87, 100..<106: .personal
        case 87..<92, 126..<130: .history
        case 92..<95: .timePasses
        case 95: .clockIsSetBack
        case 96..<98: .newDecoder
        case 106..<110: .fields
        case 110..<115: .mine
        case 115..<124: .imports
        case 124..<126: .upgrade
        default: .reopen
        }
      return SimulationStep(kind: kind, seed: dice.next())
    }
  }
}
