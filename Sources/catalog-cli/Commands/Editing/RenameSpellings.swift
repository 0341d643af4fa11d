import Catalog
import CommandLineKit
import Platform

extension RenameCommand {
  /// Returns the spelling changes to make. With `--yes` and in a dry run, these are all proposed changes. Otherwise,
  /// the user chooses among them.
  ///
  /// - Returns: The changes; `nil` if there is nothing to propose. In this case, a message was already printed.
  func chosenSpellings(in catalog: BookCatalog) throws -> [NameSpellings.Group]? {
    let console = global.console
    let names = try catalog.read { try $0.groups(by: subject.grouping) }.compactMap { group in
      group.label.map { NameSpellings.Spelling($0, count: group.count) }
    }
    let groups = NameSpellings.groups(of: names, subject.kind)
    let report = MutationReport(global: global, options: output)
    try report.printLines(of: Array(groups.enumerated()), isWhole: differences.all) { index, group in
      let others = group.others.map { "\($0.name) (\($0.count.grouped))" }.joined(separator: ", ")
      let arrow = console.outputSettings.symbols.arrow
      return "\(index + 1)  \(others) \(arrow) \(group.kept.name) (\(group.kept.count.grouped))"
    }
    guard !groups.isEmpty else {
      if !output.json { try console.line("no \(subject.plural) have several spellings") }
      return output.json ? [] : nil
    }
    if output.dryRun || yes { return groups }
    return try SpellingChoice(console: console).chosen(of: groups, subject.plural)
  }
}

extension RenameCommand.Subject {
  fileprivate var kind: NameSpellings.Kind {
    switch self {
    case .author: .persons
    case .language: .languages
    case .tag, .series: .others
    }
  }

  fileprivate var plural: String { self == .series ? rawValue : rawValue + "s" }
}

/// A question that asks the user which of the proposed spelling changes to make.
struct SpellingChoice {
  let console: Console

  /// Asks the user and returns the chosen spelling changes.
  ///
  /// - Throws: ``ValidationError`` if there is no terminal at which to ask; ``ExitCode`` if the user chooses none.
  func chosen(of groups: [NameSpellings.Group], _ plural: String) throws -> [NameSpellings.Group] {
    let what = "Unify the spelling of \(groups.count.grouped) \(plural)"
    let question = Question(console: console)
    guard question.isInteractive else {
      throw ValidationError("this would \(what.lowercased()); add --yes to confirm")
    }
    let answer = try question.answer(to: "\(what)? [y/N, or numbers such as 1 3-5]")
    if answer == "y" || answer == "yes" { return groups }
    guard let numbers = Self.numbers(in: answer, upTo: groups.count), !numbers.isEmpty else {
      console.diagnostics.line("nothing was changed")
      throw ExitCode.failure
    }
    return numbers.sorted().map { groups[$0 - 1] }
  }

  /// Parses numbers and ranges such as “1 3-5, 8”. Returns `nil` for any other text and for a number above `limit`.
  static func numbers(in text: String, upTo limit: Int) -> Set<Int>? {
    var numbers = Set<Int>()
    for part in text.split(whereSeparator: { $0 == " " || $0 == "," }) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
      guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1], first >= 1,
        first <= last, last <= limit
      else { return nil }
      numbers.formUnion(first...last)
    }
    return numbers
  }
}
