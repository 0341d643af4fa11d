/// A positional argument of a command. The argument is required unless it has a default value or its type is optional.
/// An array takes all remaining words, so it must be declared last.
@propertyWrapper
package struct Argument<Value>: ArgumentDeclaration {
  private let storage: ArgumentStorage<Value>
  private let help: String
  private let valueName: String?
  private let completion: CompletionKind
  private let replacement: String?

  private init(
    _ storage: ArgumentStorage<Value>, _ help: String, _ valueName: String?, _ completion: CompletionKind,
    replacement: String? = nil
  ) {
    self.storage = storage
    self.help = help
    self.valueName = valueName
    self.completion = completion
    self.replacement = replacement
  }

  package var wrappedValue: Value {
    get { storage.current }
    nonmutating set { storage.current = newValue }
  }

  package func definitions(label: String) -> [ArgumentDefinition] {
    var definition = storage.definition(
      .positional, names: [], help: help, valueName: valueName ?? kebabCase(label), completion: completion)
    if let replacement { (definition.replacement, definition.isRequired) = (.long(replacement), true) }
    return [definition]
  }
}

extension Argument {
  /// Creates an argument with a default value.
  package init(wrappedValue: Value, help: String = "", valueName: String? = nil, completion: CompletionKind = .default)
  where Value: ExpressibleByArgument {
    self.init(ArgumentStorage(single: wrappedValue), help, valueName, completion)
  }

  /// Creates a required argument.
  package init(help: String = "", valueName: String? = nil, completion: CompletionKind = .default)
  where Value: ExpressibleByArgument {
    self.init(ArgumentStorage(single: nil), help, valueName, completion)
  }

  /// Creates an optional argument.
  ///
  /// - Parameter replacement: The long name of the option without which the argument is required, and with which it is
  ///   skipped.
  package init<Wrapped: ExpressibleByArgument>(
    wrappedValue: Wrapped? = nil, help: String = "", valueName: String? = nil, completion: CompletionKind = .default,
    replacement: String? = nil
  ) where Value == Wrapped? {
    self.init(ArgumentStorage(optional: wrappedValue), help, valueName, completion, replacement: replacement)
  }

  /// Creates an argument that takes all remaining words. If there are none, the argument has its default value.
  ///
  /// - Parameter replacement: See the initialiser of an optional argument.
  package init<Element: ExpressibleByArgument>(
    wrappedValue: [Element], help: String = "", valueName: String? = nil, completion: CompletionKind = .default,
    replacement: String? = nil
  ) where Value == [Element] {
    self.init(ArgumentStorage(array: wrappedValue), help, valueName, completion, replacement: replacement)
  }

  /// Creates an argument that takes all remaining words and requires at least one.
  package init<Element: ExpressibleByArgument>(
    help: String = "", valueName: String? = nil, completion: CompletionKind = .default
  ) where Value == [Element] {
    self.init(ArgumentStorage(array: nil), help, valueName, completion)
  }
}
