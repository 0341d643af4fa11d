/// A parser for the arguments of one command. It reads the command line from left to right and stores the values in the
/// command's properties.
///
/// - The parser accepts `--name value`, `--name=value` and `-n value`. Unless the command takes a query, it also
///   accepts `-nvalue` and joined flags (`-ab`).
/// - An option with two values also takes the word after the first value.
/// - A value may begin with one dash (`--sort -year`). A value that begins with two dashes must follow `=`. An option
///   with a forgotten value therefore never swallows the next option.
/// - `--` ends the options; `-` alone is a positional argument.
/// - With `takesQuery`, a word that begins with one dash is an option only if a single ASCII letter follows the dash.
///   To exclude a one-letter word from a query, put it after `--`. An unknown one-letter option is an error. With
///   `takesSignedWords`, it is a query word instead.
/// - Words are assigned to the positional arguments after all options are read, because an option may take the place of
///   an argument (`ArgumentDefinition.replacement`).
package struct ArgumentReader {
  package enum Ending: Equatable {
    /// All arguments were read.
    case complete
    /// The next word is not an option (returned by `readOptions` only).
    case word
    case help
    case version
  }

  private let definitions: [ArgumentDefinition]
  /// The indices of the positional arguments in `definitions`.
  private let positionals: [Int]
  /// The words for the positional arguments.
  private var words: [String] = []
  /// The words that have not been read yet.
  private(set) var rest: ArraySlice<String> = []
  private var takesQuery = false
  private var takesSignedWords = false
  private var stopsAtFirstWord = false
  private var optionsEnded = false
  /// For each element of `definitions`, true if the command line contains the argument.
  private var isGiven: [Bool]

  package init(_ definitions: [ArgumentDefinition]) {
    self.definitions = definitions
    isGiven = Array(repeating: false, count: definitions.count)
    assert(
      Set(definitions.flatMap(\.names)).count == definitions.reduce(0) { $0 + $1.names.count },
      "An option is declared twice.")
    positionals = definitions.indices.filter { definitions[$0].shape == .positional }
    assert(
      !positionals.dropLast().contains { definitions[$0].isRepeatable }, "An argument follows one that takes the rest.")
  }

  /// Reads the options before a command's name and stops at the first word that is not an option.
  package mutating func readOptions(_ arguments: ArraySlice<String>) throws(ArgumentProblem) -> Ending {
    rest = arguments
    stopsAtFirstWord = true
    return try read()
  }

  /// Reads the arguments after a command's name. Throws if a required argument is missing.
  ///
  /// A request for help takes precedence, even over an earlier error.
  package mutating func readAll(
    _ arguments: ArraySlice<String>, takesQuery: Bool, takesSignedWords: Bool = false
  ) throws(ArgumentProblem) -> Ending {
    rest = arguments
    stopsAtFirstWord = false
    (self.takesQuery, self.takesSignedWords) = (takesQuery, takesSignedWords)
    return try read()
  }

  private mutating func read() throws(ArgumentProblem) -> Ending {
    do throws(ArgumentProblem) {
      while let word = rest.first {
        if let ending = try readNext(word) { return ending }
      }
      if !stopsAtFirstWord {
        try assignWords()
        try refuseAbsence()
      }
      return .complete
    } catch {
      let remaining = optionsEnded ? [] : rest.prefix { $0 != "--" }
      if remaining.contains(where: { $0 == "--help" || $0 == "-h" }) { return .help }
      throw error
    }
  }

  private mutating func readNext(_ word: String) throws(ArgumentProblem) -> Ending? {
    if optionsEnded || !isOption(word) {
      if stopsAtFirstWord { return .word }
      words.append(rest.removeFirst())
      return nil
    }
    if word == "--", stopsAtFirstWord { throw ArgumentProblem(message: "missing command before '--'") }
    rest.removeFirst()
    if word == "--" {
      optionsEnded = true
      return nil
    }
    return word.hasPrefix("--") ? try readLong(word) : try readShort(word)
  }

  /// Returns the index of the option with this name in `definitions`. For so few definitions, a linear search is faster
  /// than building a dictionary.
  private func index(of name: ArgumentName) -> Int? {
    definitions.firstIndex { $0.names.contains(name) }
  }

  private func isOption(_ word: String) -> Bool {
    guard word.hasPrefix("-"), word != "-" else { return false }
    if word.hasPrefix("--") { return true }
    let letters = word.dropFirst()
    let isDeclared = letters.first.map { index(of: .short($0)) != nil } ?? false
    if takesQuery {
      let isLetter = letters.unicodeScalars.allSatisfy { $0.isASCII && $0.properties.isAlphabetic }
      return letters.count == 1 && (isDeclared || isLetter && !takesSignedWords)
    }
    let isNegativeNumber = letters.allSatisfy { $0 == "." || ("0"..."9").contains($0) } && Double(word) != nil
    return isDeclared || !isNegativeNumber
  }

  private mutating func readLong(_ word: String) throws(ArgumentProblem) -> Ending? {
    // Splits at Unicode scalars, because an equals sign and a following combining mark form a single `Character`.
    let parts = word.unicodeScalars.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts.first.map { String($0) } ?? word
    let attached = parts.count > 1 ? String(parts[1]) : nil
    guard let index = index(of: .long(String(name.dropFirst(2)))) else {
      throw ArgumentProblem(
        message: "unknown option \(quoted(name))", suggestion: suggestion(for: name, among: optionNames))
    }
    if definitions[index].shape == .flag, attached != nil {
      throw ArgumentProblem(message: "option \(quoted(name)) takes no value")
    }
    return try apply(index, named: name, attached: attached)
  }

  /// Reads `-n value`, `-nvalue`, `-n=value` or joined flags.
  private mutating func readShort(_ word: String) throws(ArgumentProblem) -> Ending? {
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      let name = "-\(letter)"
      guard let index = index(of: .short(letter)) else { throw unknownShortOption(name, in: word) }
      let shape = definitions[index].shape
      let hasEquals = letters.first == "="
      if shape == .flag, hasEquals { throw ArgumentProblem(message: "option \(quoted(name)) takes no value") }
      if hasEquals || (shape == .option && !letters.isEmpty) {
        return try apply(index, named: name, attached: String(hasEquals ? letters.dropFirst() : letters))
      }
      if let ending = try apply(index, named: name, attached: nil) { return ending }
    }
    return nil
  }

  /// Applies one option. `attached` is the value in the same word as the option; `nil` if there is none.
  private mutating func apply(
    _ index: Int, named name: String, attached: String?
  ) throws(ArgumentProblem) -> Ending? {
    let definition = definitions[index]
    switch definition.effect {
    case .showHelp: return .help
    case .showVersion: return .version
    case .store(let store):
      let value = definition.shape == .option && attached == nil ? try nextValue(named: name) : attached
      guard store(value) else { throw Self.refusal(of: value ?? "", for: definition, named: name) }
      if definition.secondValueName != nil {
        let second = try nextValue(named: name)
        guard store(second) else { throw Self.refusal(of: second, for: definition, named: name) }
      }
      isGiven[index] = true
      return nil
    }
  }

  private mutating func nextValue(named name: String) throws(ArgumentProblem) -> String {
    guard let next = rest.first else { throw ArgumentProblem(message: "missing value for \(quoted(name))") }
    guard next.hasPrefix("--") else { return rest.removeFirst() }
    let word = next.prefix { $0 != "=" }
    let isOption = next == "--" || index(of: .long(String(word.dropFirst(2)))) != nil
    let joined = name.hasPrefix("--") ? "\(name)=\(next)" : "\(name)\(next)"
    throw ArgumentProblem(
      message: "missing value for \(quoted(name)) before \(quoted(next))",
      suggestion: isOption ? nil : escapingControls(joined))
  }

  /// Assigns the words to the positional arguments, without those that an option replaces.
  private mutating func assignWords() throws(ArgumentProblem) {
    var open = positionals.filter { !isReplaced(definitions[$0]) }[...]
    let isLimited = !open.contains { definitions[$0].isRepeatable }
    if let replaced = definitions.first(where: isReplaced), let option = replaced.replacement, isLimited,
      words.count > open.count
    {
      throw ArgumentProblem(message: "specify \(replaced.valuePlaceholder) or use \(option), not both")
    }
    for word in words {
      guard let index = open.first else {
        let option = definitions.first { $0.shape == .option && $0.allowedValues.contains(word) }
        throw ArgumentProblem(
          message: "unexpected argument \(quoted(word))",
          suggestion: option.map { "\($0.preferredName) \(escapingControls(word))" })
      }
      let definition = definitions[index]
      guard case .store(let store) = definition.effect, store(word) else {
        throw Self.refusal(of: word, for: definition, named: definition.preferredName)
      }
      isGiven[index] = true
      if !definition.isRepeatable { open.removeFirst() }
    }
  }

  /// Returns true if the command line contains the option that replaces the argument.
  private func isReplaced(_ definition: ArgumentDefinition) -> Bool {
    definition.replacement.flatMap(index).map { isGiven[$0] } ?? false
  }

  private func refuseAbsence() throws(ArgumentProblem) {
    guard
      let index = definitions.indices.first(where: {
        definitions[$0].isRequired && !isGiven[$0] && !isReplaced(definitions[$0])
      })
    else {
      return
    }
    let definition = definitions[index]
    let name = definition.preferredName
    throw ArgumentProblem(
      message: definition.shape == .positional
        ? "missing expected argument '\(name)'" : "missing expected option '\(name) <\(definition.valueName)>'")
  }

  private var optionNames: [String] { definitions.flatMap { $0.names.map(\.description) } }

  private func unknownShortOption(_ name: String, in word: String) -> ArgumentProblem {
    guard word != name else {
      let leavingOut = takesQuery ? " (to exclude a one-letter word, write '-- \(name)')" : ""
      return ArgumentProblem(message: "unknown option \(quoted(name))\(leavingOut)")
    }
    return ArgumentProblem(
      message: "unknown option \(quoted(name)) in \(quoted(word))",
      suggestion: suggestion(for: "-\(word)", among: optionNames))
  }

  private static func refusal(
    of word: String, for definition: ArgumentDefinition, named name: String
  ) -> ArgumentProblem {
    ArgumentProblem(
      message: "\(quoted(word)) \(definition.refusal(word)) for \(name)",
      suggestion: suggestion(for: word, among: definition.allowedValues))
  }
}
