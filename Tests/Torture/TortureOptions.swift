/// The command-line options of the program.
///
/// `torture --runs N [--seed S]` kills N refreshes; `torture --pairs N [--seed S]` runs N pairs of processes on one
/// file. The program starts itself as `torture child …`.
enum TortureOptions {
  case kills(runs: Int, seed: UInt64)
  case pairs(runs: Int, seed: UInt64)
  case child(ChildWork.Plan)

  struct Wrong: Error, CustomStringConvertible {
    let description = "use: torture --runs N [--seed S], or torture --pairs N [--seed S]"
  }

  init(_ arguments: some Collection<String>) throws {
    let words = Array(arguments)
    if words.first == "child" {
      guard let plan = ChildWork.Plan(words.dropFirst()) else { throw Wrong() }
      self = .child(plan)
      return
    }
    var values: [String: UInt64] = [:]
    for index in stride(from: 0, to: words.count, by: 2) {
      guard index + 1 < words.count, let value = UInt64(words[index + 1]) else { throw Wrong() }
      values[words[index]] = value
    }
    let seed = values["--seed"] ?? 1
    if let runs = values["--runs"] {
      self = .kills(runs: Int(runs), seed: seed)
    } else if let runs = values["--pairs"] {
      self = .pairs(runs: Int(runs), seed: seed)
    } else {
      throw Wrong()
    }
  }
}
