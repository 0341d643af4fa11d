/// An option without a value, such as `--all`. The property is true if the option is given.
@propertyWrapper
package struct Flag: ArgumentDeclaration {
  private final class Storage {
    var isOn: Bool
    init(isOn: Bool) { self.isOn = isOn }
  }

  private let storage: Storage
  private let name: NameSpecification
  private let help: String

  package init(wrappedValue: Bool, name: NameSpecification = .long, help: String = "") {
    storage = Storage(isOn: wrappedValue)
    self.name = name
    self.help = help
  }

  package var wrappedValue: Bool {
    get { storage.isOn }
    nonmutating set { storage.isOn = newValue }
  }

  package func definitions(label: String) -> [ArgumentDefinition] {
    let storage = storage
    return [
      ArgumentDefinition(
        shape: .flag, names: name.names(for: label), help: help,
        effect: .store { _ in
          storage.isOn = true
          return true
        })
    ]
  }
}
