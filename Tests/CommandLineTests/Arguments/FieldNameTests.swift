import Catalog
import TestExpectations
import Testing

@testable import CommandLineKit
@testable import catalog_cli

@Suite("Names of fields as people type them") struct FieldNameTests {
  @Test("a field name consists of words with hyphens, and each name means its field", arguments: BookField.allCases)
  func typed(field: BookField) {
    #expect(field.typedName.allSatisfy { $0.isLowercase || $0 == "-" })
    expectEqual(BookField(argument: field.typedName), field)
  }

  @Test("help lists, completions and errors use these field names")
  func everywhere() throws {
    let topic = try #require(HelpTopics.all.first { $0.name == "fields" })
    for field in BookField.allCases { #expect(topic.text.contains("\n  \(field.typedName) "), "\(field)") }
    expectEqual(BookField.allValueStrings, BookField.allCases.map(\.typedName))
    let known = BookField.bibliographic.map(\.typedName)
    expectEqual(ConflictSubject.allValueStrings, ["book"] + known)
    let error = #expect(throws: ValidationError.self) { try FieldAssignment("red-state=read", own: OwnFields()) }
    expectEqual(error?.message.contains("did you mean 'read-state'?"), true)
  }
}
