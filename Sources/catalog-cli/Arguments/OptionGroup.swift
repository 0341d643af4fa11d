/// Arguments that several commands share, declared once and flattened into each. Help lists them under `title`.
@propertyWrapper
struct OptionGroup<Value: ParsableArguments>: ArgumentDeclaration {
  private final class Storage {
    var value = Value()
  }

  private let storage = Storage()
  private let title: String

  init(title: String = ArgumentDefinition.sharedSection) {
    self.title = title
  }

  var wrappedValue: Value {
    get { storage.value }
    nonmutating set { storage.value = newValue }
  }

  func definitions(label: String) -> [ArgumentDefinition] {
    wrappedValue.argumentDefinitions.map { definition in
      var shared = definition
      shared.section = definition.section ?? title
      return shared
    }
  }

  func validate() throws {
    try storage.value.validateAll()
  }
}
