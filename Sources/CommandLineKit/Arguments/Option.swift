/// An option with a value: `--page 2` or `--page=2`. The option is required unless it has a default value or its type
/// is optional. An array collects the values of all occurrences.
@propertyWrapper
package struct Option<Value>: ArgumentDeclaration {
  private let storage: ArgumentStorage<Value>
  private let name: NameSpecification
  private let shape: ArgumentDefinition.Shape
  private let help: String
  private let valueName: String?
  private let secondValueName: String?
  private let completion: CompletionKind

  private init(
    _ storage: ArgumentStorage<Value>, _ name: NameSpecification, _ shape: ArgumentDefinition.Shape,
    _ help: String, _ valueName: String?, _ completion: CompletionKind, secondValueName: String? = nil
  ) {
    self.storage = storage
    self.name = name
    self.shape = shape
    self.help = help
    self.valueName = valueName
    self.secondValueName = secondValueName
    self.completion = completion
  }

  package var wrappedValue: Value {
    get { storage.current }
    nonmutating set { storage.current = newValue }
  }

  package func definitions(label: String) -> [ArgumentDefinition] {
    let names = name.names(for: label)
    var definition = storage.definition(
      shape, names: names, help: help, valueName: valueName ?? kebabCase(label), completion: completion)
    definition.secondValueName = secondValueName
    return [definition]
  }
}

extension Option {
  /// Creates an option with a default value.
  package init(
    wrappedValue: Value, name: NameSpecification = .long, help: String = "", valueName: String? = nil,
    completion: CompletionKind = .default
  ) where Value: ExpressibleByArgument {
    self.init(ArgumentStorage(single: wrappedValue), name, .option, help, valueName, completion)
  }

  /// Creates a required option.
  package init(
    name: NameSpecification = .long, help: String = "", valueName: String? = nil,
    completion: CompletionKind = .default
  ) where Value: ExpressibleByArgument {
    self.init(ArgumentStorage(single: nil), name, .option, help, valueName, completion)
  }

  /// Creates an option that may be absent.
  package init<Wrapped: ExpressibleByArgument>(
    wrappedValue: Wrapped? = nil, name: NameSpecification = .long, help: String = "", valueName: String? = nil,
    completion: CompletionKind = .default
  ) where Value == Wrapped? {
    self.init(ArgumentStorage(optional: wrappedValue), name, .option, help, valueName, completion)
  }

  /// Creates an option whose value may be omitted: `--json` alone means `defaultAsFlag`. A value must follow `=`
  /// (`--json=id,title`), so the option never takes the next word.
  package init<Wrapped: ExpressibleByArgument>(
    wrappedValue: Wrapped? = nil, name: NameSpecification = .long, defaultAsFlag: Wrapped, help: String = "",
    valueName: String? = nil, completion: CompletionKind = .default
  ) where Value == Wrapped? {
    let storage = ArgumentStorage(optional: wrappedValue, valueAsFlag: defaultAsFlag)
    self.init(storage, name, .optionWithOptionalValue, help, valueName, completion)
  }

  /// Creates a repeatable option. Values on the command line replace the default.
  package init<Element: ExpressibleByArgument>(
    wrappedValue: [Element], name: NameSpecification = .long, help: String = "", valueName: String? = nil,
    completion: CompletionKind = .default
  ) where Value == [Element] {
    self.init(ArgumentStorage(array: wrappedValue), name, .option, help, valueName, completion)
  }

  /// Creates a repeatable option with two values: `--replace title /a/b/`. The array contains two values for each
  /// occurrence, in order.
  package init<Element: ExpressibleByArgument>(
    wrappedValue: [Element], name: NameSpecification = .long, help: String = "", valueNames: (String, String),
    completion: CompletionKind = .default
  ) where Value == [Element] {
    self.init(
      ArgumentStorage(array: wrappedValue), name, .option, help, valueNames.0, completion,
      secondValueName: valueNames.1)
  }

  /// Creates a repeatable option that must be given at least once.
  package init<Element: ExpressibleByArgument>(
    name: NameSpecification = .long, help: String = "", valueName: String? = nil,
    completion: CompletionKind = .default
  ) where Value == [Element] {
    self.init(ArgumentStorage(array: nil), name, .option, help, valueName, completion)
  }
}
