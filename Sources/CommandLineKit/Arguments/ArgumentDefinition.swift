/// A description of one argument, created from the property that declares it. The parser, help, completion and the
/// manual page use it.
package struct ArgumentDefinition {
  package enum Shape: Equatable {
    /// An option without a value, such as `--all`.
    case flag
    /// An option with a value, such as `--page 2` or `--page=2`.
    case option
    /// An option whose value can be omitted, such as `--json` or `--json=id,title`. The next word on the command line
    /// is never its value.
    case optionWithOptionalValue
    /// A positional argument.
    case positional
  }

  /// The action that the parser takes when it reads the argument.
  package enum Effect {
    /// Stores the value, or `nil` if the option was given without a value. Returns false if the value is not valid.
    case store((String?) -> Bool)
    case showHelp
    case showVersion
  }

  package let shape: Shape
  /// The spellings of the option; empty for a positional argument.
  package var names: [ArgumentName] = []
  package let help: String
  package var valueName = ""
  /// The name of the second value if the option takes two values; otherwise `nil`.
  package var secondValueName: String?
  package var isRequired = false
  /// The option that takes the place of this positional argument, such as `--matching`. If the command line contains
  /// that option, the argument is skipped. Otherwise the argument is required.
  package var replacement: ArgumentName?
  /// True if the argument can be given several times and keeps all values. If false, the last value replaces the
  /// earlier ones.
  package var isRepeatable = false
  package var defaultValue: String?
  package var allowedValues: [String] = []
  package var completion = CompletionKind.none
  /// A closure that returns the end of the error message for an invalid value, such as `is not a valid value`.
  package var refusal: (String) -> String = { _ in "is not a valid value" }
  /// The heading in help for an argument that several commands share; `nil` for a command's own arguments.
  package var section: String?
  package let effect: Effect

  /// The name used in errors and help. This is the long spelling if there is one.
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

  /// Checks the parsed values. Throws if a combination of values is not valid.
  func validate() throws
}

extension ArgumentDeclaration {
  package func validate() throws {}
}

/// The declared properties, each with its name.
package typealias ArgumentDeclarations = KeyValuePairs<String, any ArgumentDeclaration>

extension ParsableArguments {
  /// The definitions of all arguments that this value declares, including the arguments in its option groups. The
  /// parser uses these definitions to set the value's properties.
  package var argumentDefinitions: [ArgumentDefinition] {
    declarations.flatMap { label, declaration in declaration.definitions(label: label) }
  }

  /// Calls `validate` on the option groups and then on the value itself.
  package mutating func validateAll() throws {
    for (_, declaration) in declarations { try declaration.validate() }
    try validate()
  }
}
