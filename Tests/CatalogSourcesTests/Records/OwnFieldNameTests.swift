import CatalogModel
import TestExpectations
import Testing

@testable import CatalogSources

@Suite struct OwnFieldNameTests {
  @Test(arguments: OwnField.Kind.allCases)
  func `a name in an export contains the kind of its field and the words of a choice`(kind: OwnField.Kind) throws {
    let choices = kind == .choice ? ["a; b", "c:d"] : []
    let field = OwnField(id: 1, name: "mood", kind: kind, choices: choices)
    let name = try OwnFieldName(OwnFieldName.text(of: field))
    #expect(name.name == "mood" && name.kind == kind && name.choices == choices)
    if kind == .text { expectEqual(OwnFieldName.text(of: field), "own.mood") }
  }
}
