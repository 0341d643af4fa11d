import CatalogSources
import CommandLineKit

extension BrowserKeys {
  /// Commands whose keys cannot be changed, because each key has a value of its own, such as a number of stars.
  private static let fixed: Set<BrowserCommand> = [.rate]

  /// The keys that the settings assign to a command, and the line number of that assignment.
  private struct Chosen {
    let keys: [Key]
    let line: Int
  }

  /// Returns the default keys with the user's changes. An invalid assignment is ignored, so the command keeps its
  /// default keys.
  ///
  /// - Parameter problem: A closure called with a description of each invalid assignment, including its line number.
  static func settled(_ lines: [Settings.Line], problem: (String) -> Void) -> BrowserKeys {
    var chosen: [BrowserCommand: Chosen] = [:]
    for line in lines {
      guard let command = BrowserCommand(rawValue: line.name.lowercased()) else {
        let nearest = suggestion(for: line.name, among: BrowserCommand.allCases.map(\.rawValue))
        problem(
          "line \(line.number): unknown command \(quoted(line.name))"
            + (nearest.map { "; did you mean '\($0)'?" } ?? ""))
        continue
      }
      if fixed.contains(command) {
        problem("line \(line.number): \(command.rawValue) always uses the number keys")
        continue
      }
      let names = line.value.split(separator: " ").map(String.init)
      if let unknown = names.first(where: { Key(named: $0) == nil }) {
        problem(
          "line \(line.number): \(quoted(unknown)) is not a valid key (examples: x, Space, Tab, Up, PgDn, Ctrl-R)")
        continue
      }
      chosen[command] = Chosen(keys: names.compactMap(Key.init(named:)), line: line.number)
    }
    while true {
      let keys = standard.with(chosen.mapValues(\.keys))
      guard let conflict = keys.conflict(chosen) else { return keys }
      problem(conflict.words)
      for command in conflict.commands { chosen[command] = nil }
    }
  }

  /// Finds a key that has two meanings in the same context, at least one of which comes from the settings. Returns the
  /// message to show and the commands to reset to their default keys; `nil` if there is no such key.
  private func conflict(_ chosen: [BrowserCommand: Chosen]) -> (words: String, commands: [BrowserCommand])? {
    for context in BrowserFocus.all {
      var seen: [(key: Key, command: BrowserCommand)] = []
      for binding in bindings where binding.contexts.contains(context) {
        for key in binding.keys + binding.fixed {
          guard let other = seen.first(where: { $0.key == key && $0.command != binding.command })?.command else {
            seen.append((key, binding.command))
            continue
          }
          let wrong = [other, binding.command].filter { chosen[$0] != nil }
            .sorted { (chosen[$0]?.line ?? 0) < (chosen[$1]?.line ?? 0) }
          let lines = wrong.compactMap { chosen[$0]?.line }.map(String.init).joined(separator: " and ")
          let subject = wrong.count == 1 ? "line \(lines)" : "lines \(lines)"
          return (
            "\(subject): \(key.words) would be both \(other.rawValue) and \(binding.command.rawValue) "
              + "\(context.words); using the default for \(wrong.map(\.rawValue).joined(separator: " and "))",
            wrong
          )
        }
      }
    }
    return nil
  }
}

extension BrowserFocus {
  fileprivate static let all: [BrowserFocus] = [.list, .tree, .book, .conflicts, .text]

  fileprivate var words: String {
    switch self {
    case .list: "in the list"
    case .tree: "in the tree"
    case .book: "on a book's page"
    case .conflicts: "on the conflicts page"
    case .text: "on a text page"
    }
  }
}
