/// A word without a name, read by its place. Without a default it is required, an optional one may be absent; an array
/// takes all words that remain, so it must be declared last.
@propertyWrapper
struct Argument<Value>: ArgumentDeclaration {
  private let storage: ArgumentStorage<Value>
  private let help: String
  private let valueName: String?
  private let completion: CompletionKind

  private init(
    _ storage: ArgumentStorage<Value>, _ help: String, _ valueName: String?, _ completion: CompletionKind
  ) {
    self.storage = storage
    self.help = help
    self.valueName = valueName
    self.completion = completion
  }

  var wrappedValue: Value {
    get { storage.current }
    nonmutating set { storage.current = newValue }
  }

  func definitions(label: String) -> [ArgumentDefinition] {
    [
      storage.definition(
        .positional, names: [], help: help, valueName: valueName ?? kebabCase(label), completion: completion)
    ]
  }
}

extension Argument {
  /// An argument with a default.
  init(wrappedValue: Value, help: String = "", valueName: String? = nil, completion: CompletionKind = .default)
  where Value: ExpressibleByArgument {
    self.init(ArgumentStorage(single: wrappedValue), help, valueName, completion)
  }

  /// A required argument.
  init(help: String = "", valueName: String? = nil, completion: CompletionKind = .default)
  where Value: ExpressibleByArgument {
    self.init(ArgumentStorage(single: nil), help, valueName, completion)
  }

  /// An argument that may be absent.
  init<Wrapped: ExpressibleByArgument>(
    wrappedValue: Wrapped? = nil, help: String = "", valueName: String? = nil, completion: CompletionKind = .default
  ) where Value == Wrapped? {
    self.init(ArgumentStorage(optional: wrappedValue), help, valueName, completion)
  }

  /// All words that remain, or the default when there are none.
  init<Element: ExpressibleByArgument>(
    wrappedValue: [Element], help: String = "", valueName: String? = nil, completion: CompletionKind = .default
  ) where Value == [Element] {
    self.init(ArgumentStorage(array: wrappedValue), help, valueName, completion)
  }

  /// All words that remain, at least one.
  init<Element: ExpressibleByArgument>(
    help: String = "", valueName: String? = nil, completion: CompletionKind = .default
  ) where Value == [Element] {
    self.init(ArgumentStorage(array: nil), help, valueName, completion)
  }
}
