import TestExpectations
import Testing

@testable import CommandLineKit
@testable import catalog_cli

struct DeclarationTests {
  @Test func `every command lists exactly the arguments that it declares`() {
    let types: [any ParsableArguments.Type] = [Program.tree.sharedOptions] + all(Program.tree.commands)
    #expect(types.count > 20)
    for type in types { check(type.init()) }
  }

  /// Returns the commands of a level and their subcommands.
  private func all(_ commands: [any ParsableCommand.Type]) -> [any ParsableArguments.Type] {
    commands.flatMap { [$0] + all($0.configuration.subcommands) }
  }

  private func check(_ arguments: any ParsableArguments) {
    let declared = Mirror(reflecting: arguments).children.compactMap { child in
      // A wrapped property `page` is stored as `_page`.
      (child.value as? any ArgumentDeclaration).map { Property(String((child.label ?? "").dropFirst()), $0) }
    }
    let listed = arguments.declarations.map { Property($0.key, $0.value) }
    expectEqual(listed, declared, "\(type(of: arguments))")
    for property in declared {
      if let group = Mirror(reflecting: property.storage).descendant("value") as? any ParsableArguments { check(group) }
    }
  }

  /// A property that is equal only to itself, so that a list that mixes up the names of two properties is detected.
  private struct Property: Equatable, CustomStringConvertible {
    let name: String
    /// The object that stores the property's value.
    let storage: AnyObject

    init(_ name: String, _ declaration: any ArgumentDeclaration) {
      self.name = name
      storage = Mirror(reflecting: declaration).descendant("storage") as AnyObject
    }

    var description: String { name }

    static func == (one: Property, other: Property) -> Bool {
      one.name == other.name && ObjectIdentifier(one.storage) == ObjectIdentifier(other.storage)
    }
  }
}
