import CatalogTestSupport
import FoundationEssentials
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

@Suite("The table of fields") struct FieldDefinitionTests {
  @Test("the table has one entry per field, at the position where the field looks for it")
  func order() {
    expectEqual(BookField.definitions.map(\.name), BookField.allCases.map(\.rawValue))
    for (position, field) in BookField.allCases.enumerated() {
      expectEqual(field.ordinal, position)
      expectEqual(field.definition.field, field)
    }
  }

  @Test("the table has unique names and columns, and each entry has words for people")
  func names() {
    let definitions = BookField.definitions
    func expectDistinct(_ names: [String]) { expectEqual(Set(names).count, names.count, "\(names)") }
    expectDistinct(definitions.flatMap { [$0.name.lowercased()] + $0.otherNames })
    expectDistinct(definitions.flatMap { [$0.name] + $0.otherKeys })
    expectDistinct(definitions.flatMap(\.columns))
    #expect(definitions.allSatisfy { !$0.help.isEmpty && !$0.columns.isEmpty })
    expectEqual(BookField.readState.words, "read state")
  }
}

@Suite("User-defined fields") struct OwnFieldTests {
  private static let credits = FieldKind.records([
    FieldPart("name", .line(bytes: 100)), FieldPart("role", .vocabulary(FieldVocabulary(["narrator", "Editor"]))),
    FieldPart("since", .date), FieldPart("share", .decimal(0...1)),
  ])

  private static func record(_ name: String?, _ role: String?, _ since: String? = nil) throws -> FieldRecord {
    FieldRecord([
      FieldRecord.Part("name", name.map(FieldValue.text)), FieldRecord.Part("role", role.map(FieldValue.text)),
      FieldRecord.Part("since", try since.map { .date(try PartialDate($0)) }), FieldRecord.Part("share", nil),
    ])
  }

  @Test(
    "fields report their limits exactly, including fractions and very large ones",
    arguments: [
      (0...0.5, "0.7", "it must be from 0 to 0.5"), (0...100_000, "-1", "it must be from 0 to 100,000"),
      (0...1e300, "-1", "it must be from 0 to 1e+300"),
    ] as [(ClosedRange<Double>, String, String)])
  func limits(range: ClosedRange<Double>, typed: String, reason: String) throws {
    let field = try FieldDefinition.own("share", .decimal(range))
    #expect { try field.value(of: typed) } throws: { ($0 as? InvalidValue)?.reason == reason }
  }

  @Test("fields hold values of every kind: typed, stored and read again")
  func kinds() throws {
    let cases: [(FieldKind, typed: String, FieldValue)] = [
      (.line(bytes: 20), "  lent \t to Ann ", .text("lent to Ann")),
      (.text(bytes: 200), "one\r\ntwo", .text("one\ntwo")),
      (.integer(-5...5), "-4", .integer(-4)),
      (.decimal(-1...1), "0.125", .decimal(0.13)),
      (.date, "1965-08", .date(try PartialDate("1965-08"))),
      (.instant, "2026-01-31T18:30:00.250Z", .instant(Date(timeIntervalSince1970: 1_769_884_200.25))),
      (.vocabulary(FieldVocabulary(["Hardback", "paperback"])), "hardback", .text("Hardback")),
      (.names(bytes: 20), "b; a ;b", .list(["b", "a"])),
      (.tags(bytes: 20), "b; a ;b", .list(["a", "b"])),
      (.isbn, "0-441-01359-7", .isbn(try ISBN("0-441-01359-7"))),
      (
        Self.credits, "Simon Vance | editor; Jo ||1999-05; ; | narrator;Simon  Vance|Editor",
        .records([
          try Self.record("Simon Vance", "Editor"), try Self.record("Jo", nil, "1999-05"),
          try Self.record(nil, "narrator"),
        ])
      ),
    ]
    for (kind, typed, value) in cases {
      let field = try FieldDefinition.own("shelf mark", kind)
      try expectEqual(field.value(of: typed), value)
      try expectEqual(field.canonical(value), value, "a canonical value is its own canonical form")
      expectEqual(field.decode(value.storedText), value)
      try expectEqual(field.value(of: value.description), value)
      #expect(try field.value(of: " ") == nil)
    }
  }

  @Test("fields refuse unsuitable values and name the field and the part")
  func refused() throws {
    let field = try FieldDefinition.own("credits", Self.credits)
    func subject(_ body: () throws -> FieldValue?) -> String? {
      let error = #expect(throws: InvalidValue.self) { try body() }
      return error?.subject
    }
    expectEqual(subject { try field.value(of: "Jo | singer") }, "credits role")
    expectEqual(subject { try field.value(of: "Jo | editor | 1999 | 0.5 | more") }, "credits")
    expectEqual(subject { try field.canonical(.list(["Jo"])) }, "credits")
    let strange = FieldRecord([FieldRecord.Part("name", .text("Jo")), FieldRecord.Part("voice", .text("alto"))])
    expectEqual(subject { try field.canonical(.records([strange])) }, "credits")
    let many = try (0...500).map { try Self.record("Name \($0)", nil) }
    expectEqual(subject { try field.canonical(.records(many)) }, "credits")
    try expectEqual(field.canonical(.records(Array(many.dropLast()))), .records(Array(many.dropLast())))
    #expect(try field.canonical(.records([try Self.record(nil, " ")])) == nil)
  }

  @Test("fields keep stored values when a part is added to them")
  func laterPart() throws {
    let before = try FieldDefinition.own("loans", .records([FieldPart("to", .line(bytes: 50))]))
    let stored = try #require(try before.value(of: "Ann; Ben")).storedText
    let after = try FieldDefinition.own(
      "loans", .records([FieldPart("to", .line(bytes: 50)), FieldPart("on", .date)]))
    expectEqual(after.decode(stored)?.description, "Ann; Ben")
    expectEqual(
      after.decode("\t1999"), .records([FieldRecord([.init("to", nil), .init("on", .date(try PartialDate("1999")))])]))
  }

  @Test("fields have names that no built-in field has, and distinguishable parts")
  func checked() throws {
    for name in ["", " ", "Title", "read-state", "Author", String(repeating: "n", count: 201)] {
      #expect(throws: InvalidValue.self, "\(name)") { try FieldDefinition.own(name, .date) }
    }
    let line = FieldKind.line(bytes: 10)
    let kinds: [FieldKind] = [
      .vocabulary(FieldVocabulary([])), .vocabulary(FieldVocabulary(["a", "A"])),
      .vocabulary(FieldVocabulary(["a\nb"])),
      .records([]), .records([FieldPart("a", line), FieldPart("A", .date)]),
      .records([FieldPart("a", .text(bytes: 10))]),
      .records([FieldPart("a", .tags(bytes: 10))]), .records([FieldPart("a", .vocabulary(FieldVocabulary([])))]),
    ]
    for kind in kinds { #expect(throws: InvalidValue.self, "\(kind)") { try FieldDefinition.own("mine", kind) } }
    let field = try FieldDefinition.own(" Shelf  mark ", line, help: "where it stands")
    #expect(field.name == "Shelf mark" && field.isPersonal && field.whyRequired == nil && field.field == nil)
  }
}
