import Catalog
import CommandLineKit
import Platform

struct FieldRemoveCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Delete a custom field.",
    discussion: "Its values stay hidden in the books; 'catalog undo' restores them.",
    examples: [Example("catalog field remove shelf")], group: .editing)

  @Flag(help: "Remove the field without confirmation, even if books have a value.") var yes = false
  @OptionGroup var global: GlobalOptions
  @Argument(help: "The name of the field.", valueName: "name", completion: .values(.ownField)) var name: String

  var declarations: ArgumentDeclarations { ["yes": _yes, "global": _global, "name": _name] }

  mutating func run() throws {
    let (name, console) = (name, global.console)
    let catalog = try global.openForWriting(needsBooks: true)
    let count = try catalog.read { snapshot in
      try snapshot.fields()[name].map { try snapshot.count(of: BookQuery("has:\($0.name)")) } ?? 0
    }
    if count > 0 {
      try Confirmation(console: console, isGiven: yes)
        .require("Remove the field, which has a value in \(count.counted("book"))")
    }
    let (field, asking) = try catalog.write { transaction in
      let before = try transaction.snapshot.problemsOfSavedSearches()
      let field = try transaction.removeField(name)
      let after = try transaction.snapshot.problemsOfSavedSearches()
      return (field, after.filter { before[$0.key] != $0.value }.keys.sorted())
    }
    try global.reportField("removed field \(quoted(field.name))")
    for search in asking {
      console.diagnostics.note("@\(search) used this field, and now searches for the condition as plain text")
    }
  }
}

extension CatalogSnapshot {
  /// Returns the problems in the query of each saved search, by the name of the search.
  fileprivate func problemsOfSavedSearches() throws -> [String: [QueryProblem]] {
    let searches = try savedSearches().map { ($0.name, try problems(of: BookQuery("@\($0.name)"))) }
    return Dictionary(uniqueKeysWithValues: searches)
  }
}
