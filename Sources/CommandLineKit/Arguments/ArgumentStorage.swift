/// The storage for the value of one declared property. This is a class so that all definitions of the property share
/// its storage.
package final class ArgumentStorage<Value> {
  private var value: Value?
  private var isGiven = false
  private let type: any ExpressibleByArgument.Type
  private let isRepeatable: Bool
  private let defaultValue: String?
  private let valueAsFlag: Value?
  /// A closure that returns the new value, given the current value (`nil` at first) and one more word. It returns `nil`
  /// if the word is not valid.
  private let read: (Value?, String) -> Value?

  private init(
    initial: Value?, type: any ExpressibleByArgument.Type, isRepeatable: Bool = false, defaultValue: String? = nil,
    valueAsFlag: Value? = nil, read: @escaping (Value?, String) -> Value?
  ) {
    self.value = initial
    self.type = type
    self.isRepeatable = isRepeatable
    self.defaultValue = defaultValue
    self.valueAsFlag = valueAsFlag
    self.read = read
  }

  /// Creates storage for a single value, which is required if `initial` is `nil`.
  package convenience init(single initial: Value?) where Value: ExpressibleByArgument {
    self.init(initial: initial, type: Value.self, defaultValue: initial?.defaultValueDescription) { _, word in
      Value(argument: word)
    }
  }

  /// Creates storage for an optional value. `valueAsFlag` is stored if the option is given without a value.
  package convenience init<Wrapped: ExpressibleByArgument>(optional initial: Wrapped?, valueAsFlag: Wrapped? = nil)
  where Value == Wrapped? {
    self.init(
      initial: .some(initial), type: Wrapped.self, defaultValue: initial?.defaultValueDescription,
      valueAsFlag: valueAsFlag.map(Optional.some)
    ) { _, word in Wrapped(argument: word).map(Optional.some) }
  }

  /// Creates storage for a list of values. Without an initial value, at least one value is required. Values from the
  /// command line replace the initial value.
  package convenience init<Element: ExpressibleByArgument>(array initial: [Element]?) where Value == [Element] {
    self.init(
      initial: initial, type: Element.self, isRepeatable: true,
      defaultValue: initial.flatMap { $0.isEmpty ? nil : $0.map(\.defaultValueDescription).joined(separator: " ") }
    ) { given, word in Element(argument: word).map { (given ?? []) + [$0] } }
  }

  /// The value from the command line, or else the default. Reading a required value before parsing is a programming
  /// error.
  package var current: Value {
    get {
      guard let value else { preconditionFailure("A required argument was read before parsing.") }
      return value
    }
    set { value = newValue }
  }

  /// Returns a definition for help, completion and the parser. The definition's effect stores values in this object.
  package func definition(
    _ shape: ArgumentDefinition.Shape, names: [ArgumentName], help: String, valueName: String,
    completion: CompletionKind
  ) -> ArgumentDefinition {
    let allowedValues = type.allValueStrings
    var resolvedCompletion = completion
    if case .default = completion { resolvedCompletion = allowedValues.isEmpty ? .none : .list(allowedValues) }
    return ArgumentDefinition(
      shape: shape, names: names, help: help, valueName: valueName, isRequired: value == nil,
      isRepeatable: isRepeatable, defaultValue: (defaultValue ?? "").isEmpty ? nil : defaultValue,
      allowedValues: allowedValues, completion: resolvedCompletion, refusal: type.refusal, effect: .store(store))
  }

  private func store(_ word: String?) -> Bool {
    let newValue = if let word { read(isGiven ? value : nil, word) } else { valueAsFlag }
    guard let newValue else { return false }
    value = newValue
    isGiven = true
    return true
  }
}
