import Catalog
import FoundationEssentials
import TestExpectations
import Testing

@testable import CatalogSources

@Suite("Values of fields that no book has yet") struct FieldFormTests {
  private static let credits = FieldKind.records([
    FieldPart("name", .line(bytes: 100)), FieldPart("since", .date), FieldPart("share", .decimal(0...1)),
  ])

  private static func credit(_ name: String?, _ since: String?, _ share: Double? = nil) throws -> FieldRecord {
    FieldRecord([
      FieldRecord.Part("name", name.map(FieldValue.text)),
      FieldRecord.Part("since", try since.map { .date(try PartialDate($0)) }),
      FieldRecord.Part("share", share.map(FieldValue.decimal)),
    ])
  }

  /// Kinds of fields, each with a value and its forms in JSON and in a table cell.
  private static func forms() throws -> [(FieldKind, FieldValue, json: String, cell: String)] {
    [
      (.line(bytes: 50), .text("on loan"), #""on loan""#, "on loan"),
      (.text(bytes: 50), .text("one\ntwo"), #""one\ntwo""#, "one\ntwo"),
      (.integer(0...9), .integer(0), "0", "0"),
      (.decimal(0...9), .decimal(1.5), "1.5", "1.5"),
      (.date, .date(try PartialDate("1965-08")), #""1965-08""#, "1965-08"),
      (
        .instant, .instant(Date(timeIntervalSince1970: 1_769_884_200)), #""2026-01-31T18:30:00Z""#,
        "2026-01-31T18:30:00Z"
      ),
      (.vocabulary(FieldVocabulary(["Hardback", "paperback"])), .text("Hardback"), #""Hardback""#, "Hardback"),
      (.names(bytes: 50), .list(["b;c", #"a\"#]), #"["b;c","a\\"]"#, #"b\;c; a\\"#),
      (.tags(bytes: 50), .list(["a", "b"]), #"["a","b"]"#, "a; b"),
      (.isbn, .isbn(try ISBN("0-441-01359-7")), #""0-441-01359-7""#, "0-441-01359-7"),
      (
        credits,
        .records([try credit(#"A|B; \C"#, "1999-05", 0.5), try credit("Jo", nil), try credit(nil, "2001")]),
        #"[{"name":"A|B; \\C","since":"1999-05","share":0.5},{"name":"Jo","since":null,"share":null},"#
          + #"{"name":null,"since":"2001","share":null}]"#,
        #"A\|B\; \\C| 1999-05| 0.5; Jo; | 2001"#
      ),
    ]
  }

  @Test("are the same after they were written as JSON and read again")
  func json() throws {
    for (kind, value, json, _) in try Self.forms() {
      let field = try FieldDefinition.own("mine", kind)
      var writer = JSONWriter(layout: .compact)
      writer.value(value, of: field)
      expectEqual(String(decoding: writer.bytes, as: UTF8.self), json)
      let parsed = try JSONParser().value(of: writer.bytes[...])
      try expectEqual(field.canonical(JSONFieldValue.value(parsed, of: field, key: "mine")), value)
    }
  }

  @Test("are the same after they were written as a cell and read again")
  func cells() throws {
    let ours = TableDialect.of(["uuid", "seriesnumber", "averagerating", "ratingscount", "readstate"])
    for (kind, value, _, cell) in try Self.forms() {
      let field = try FieldDefinition.own("mine", kind)
      expectEqual(value.typedText, cell)
      let division: ListDivision = if case .records = value { .records } else { .ours }
      try expectEqual(field.canonical(CellValues(dialect: ours).value(of: cell, for: field, division)), value)
    }
  }

  @Test("are the same after they were typed, signs that divide and backslashes among them")
  func typed() throws {
    for (kind, value, _, _) in try Self.forms() {
      let field = try FieldDefinition.own("mine", kind)
      try expectEqual(field.value(of: value.typedText), field.canonical(value))
    }
    let names = try FieldDefinition.own("mine", .names(bytes: 50))
    try expectEqual(names.value(of: #"C:\old; a\;b;; c\\d; e\|f|g "#), .list([#"C:\old"#, "a;b", #"c\d"#, "e|f|g"]))
    let credits = try FieldDefinition.own("mine", Self.credits)
    try expectEqual(credits.value(of: #"A\|B | 1999"#), .records([try Self.credit("A|B", "1999")]))
    try expectEqual(
      credits.value(of: #"\\\\host\\a\;b\|c | 1999"#), .records([try Self.credit(#"\\host\a;b|c"#, "1999")]))
  }

  @Test("are arrays also where there is none, if they hold several")
  func none() throws {
    for (kind, json) in [(Self.credits, "[]"), (.names(bytes: 9), "[]"), (.date, "null")] as [(FieldKind, String)] {
      var writer = JSONWriter(layout: .compact)
      writer.value(nil, of: try FieldDefinition.own("mine", kind))
      expectEqual(String(decoding: writer.bytes, as: UTF8.self), json)
    }
  }

  @Test(
    "of records are refused where they say what the field cannot hold",
    arguments: [#"[{"name":"Jo","voice":"alto"}]"#, #"[{"since":"soon"}]"#, #"["Jo"]"#, #"{"name":"Jo"}"#])
  func refused(text: String) throws {
    let field = try FieldDefinition.own("mine", Self.credits)
    let parsed = try JSONParser().value(of: ArraySlice(text.utf8))
    #expect(throws: (any Error).self) { try JSONFieldValue.value(parsed, of: field, key: "mine") }
  }
}
