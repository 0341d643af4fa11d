/// What one declared property means on the command line: read by the parser, help, completion and the manual page.
package struct ArgumentDefinition {
  package enum Shape: Equatable {
    /// `--all`
    case flag
    /// `--page 2` or `--page=2`
    case option
    /// `--json` or `--json=id,title`; the next word is never its value.
    case optionWithOptionalValue
    /// A word without a name.
    case positional
  }

  /// What happens when it is met.
  package enum Effect {
    /// Keeps the value (nil: given without one); false when the value is refused.
    case store((String?) -> Bool)
    case showHelp
    case showVersion
  }

  package let shape: Shape
  /// Empty for a positional argument.
  package var names: [ArgumentName] = []
  package let help: String
  package var valueName = ""
  /// The name of the value behind the first one, of an option that takes two.
  package var secondValueName: String?
  package var isRequired = false
  /// Every value given is kept; otherwise the last one wins.
  package var isRepeatable = false
  package var defaultValue: String?
  package var allowedValues: [String] = []
  package var completion = CompletionKind.none
  /// The end of the sentence that says why a value was refused.
  package var refusal: (String) -> String = { _ in "is not a valid value" }
  /// The title help puts it under when it is shared by several commands; nil for a command's own.
  package var section: String?
  package let effect: Effect

  /// The name errors and help prefer: the long one.
  package var preferredName: String {
    (names.last { !$0.isShort } ?? names.first)?.description ?? "<\(valueName)>"
  }

  /// The names of its values as usage lines and help write them.
  package var valuePlaceholder: String {
    [valueName, secondValueName].compactMap { $0?.uppercased() }.joined(separator: " ")
  }

  package static let sharedSection = "Shared options"

  /// The `--help` every command has.
  package static var help: ArgumentDefinition {
    ArgumentDefinition(
      shape: .flag, names: [.short("h"), .long("help")], help: "Show help.", section: sharedSection, effect: .showHelp)
  }

  /// The `--version` of the program.
  package static var version: ArgumentDefinition {
    ArgumentDefinition(
      shape: .flag, names: [.long("version")], help: "Show the version.", section: sharedSection, effect: .showVersion)
  }
}

/// A property wrapper that declares arguments.
package protocol ArgumentDeclaration {
  /// What the property called `label` declares.
  func definitions(label: String) -> [ArgumentDefinition]

  /// Checks the values that belong together, after parsing.
  func validate() throws
}

extension ArgumentDeclaration {
  package func validate() throws {}
}

/// Declared properties by their names.
package typealias ArgumentDeclarations = KeyValuePairs<String, any ArgumentDeclaration>

extension ParsableArguments {
  /// All arguments this value declares, those of its option groups included. They store into this very value.
  package var argumentDefinitions: [ArgumentDefinition] {
    declarations.flatMap { label, declaration in declaration.definitions(label: label) }
  }

  /// Calls `validate` of the option groups, then of the value itself.
  package mutating func validateAll() throws {
    for (_, declaration) in declarations { try declaration.validate() }
    try validate()
  }
}
