/// Arguments that several commands share. They are declared once and included in each command. Help lists them under
/// `title`.
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

  /// Creates a group with default values.
  ///
  /// The constraint on `Value` is on this initialiser, not on the type, so that start-up is fast. On the first use of a
  /// generic type with a constraint, the Swift runtime searches all protocol conformances in the program.
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
