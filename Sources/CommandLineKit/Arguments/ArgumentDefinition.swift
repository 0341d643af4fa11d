/// The command-line meaning of one declared property, used by the parser, help, completion and the manual page.
package struct ArgumentDefinition {
  package enum Shape: Equatable {
    /// `--all`
    case flag
    /// `--page 2` or `--page=2`
    case option
    /// `--json` or `--json=id,title`. The next word on the command line is never its value.
    case optionWithOptionalValue
    /// A positional argument.
    case positional
  }

  /// The action to take when the argument is read.
  package enum Effect {
    /// Stores the value (`nil` if the option was given without one). Returns false to refuse the value.
    case store((String?) -> Bool)
    case showHelp
    case showVersion
  }

  package let shape: Shape
  /// The spellings of the option. Empty for a positional argument.
  package var names: [ArgumentName] = []
  package let help: String
  package var valueName = ""
  /// The name of the second value if the option takes two values; otherwise `nil`.
  package var secondValueName: String?
  package var isRequired = false
  /// True if the argument keeps every given value. If false, the last given value applies.
  package var isRepeatable = false
  package var defaultValue: String?
  package var allowedValues: [String] = []
  package var completion = CompletionKind.none
  /// Returns the words that follow a refused value in an error message, such as `is not a valid value`.
  package var refusal: (String) -> String = { _ in "is not a valid value" }
  /// The heading under which help lists an argument that several commands share; `nil` for a command's own arguments.
  package var section: String?
  package let effect: Effect

  /// The name used in errors and help: the long spelling if there is one.
  package var preferredName: String {
    (names.last { !$0.isShort } ?? names.first)?.description ?? "<\(valueName)>"
  }

  /// The names of the values as shown in usage lines and help.
  package var valuePlaceholder: String {
    [valueName, secondValueName].compactMap { $0?.uppercased() }.joined(separator: " ")
  }

  package static let sharedSection = "Shared options"

  /// The `--help` option of every command.
  package static var help: ArgumentDefinition {
    ArgumentDefinition(
      shape: .flag, names: [.short("h"), .long("help")], help: "Show help.", section: sharedSection, effect: .showHelp)
  }

  /// The `--version` option of the program.
  package static var version: ArgumentDefinition {
    ArgumentDefinition(
      shape: .flag, names: [.long("version")], help: "Show the version.", section: sharedSection, effect: .showVersion)
  }
}

/// A property wrapper that declares arguments.
package protocol ArgumentDeclaration {
  /// Returns the definitions that the property named `label` declares.
  func definitions(label: String) -> [ArgumentDefinition]

  /// Checks, after parsing, that the values are valid together.
  func validate() throws
}

extension ArgumentDeclaration {
  package func validate() throws {}
}

/// The declared properties, each with its name.
package typealias ArgumentDeclarations = KeyValuePairs<String, any ArgumentDeclaration>

extension ParsableArguments {
  /// The definitions of all arguments that this value declares, including the arguments of its option groups. The
  /// parser sets the properties of this value through these definitions.
  package var argumentDefinitions: [ArgumentDefinition] {
    declarations.flatMap { label, declaration in declaration.definitions(label: label) }
  }

  /// Calls `validate` on the option groups and then on the value itself.
  package mutating func validateAll() throws {
    for (_, declaration) in declarations { try declaration.validate() }
    try validate()
  }
}
