/// Arguments that several commands share, declared once and flattened into each. Help lists them under `title`.
@propertyWrapper
package struct OptionGroup<Value>: ArgumentDeclaration {
  private final class Storage {
    var value: Value
    init(_ value: Value) { self.value = value }
  }

  private let storage: Storage
  private let title: String
  private let definitions: (Value) -> [ArgumentDefinition]
  private let validation: (inout Value) throws -> Void

  /// The bound stands here and not at the type: for each type whose bound has to be met when it is first used, the
  /// runtime looks through all conformances of the program.
  package init(title: String = ArgumentDefinition.sharedSection) where Value: ParsableArguments {
    storage = Storage(Value())
    self.title = title
    definitions = { $0.argumentDefinitions }
    validation = { try $0.validateAll() }
  }

  package var wrappedValue: Value {
    get { storage.value }
    nonmutating set { storage.value = newValue }
  }

  package func definitions(label: String) -> [ArgumentDefinition] {
    definitions(wrappedValue).map { definition in
      var shared = definition
      shared.section = definition.section ?? title
      return shared
    }
  }

  package func validate() throws {
    try validation(&storage.value)
  }
}
