import Catalog
import CatalogTestSupport
import TestExpectations
import Testing

/// User-defined fields as an app uses them.
@Suite("User-defined fields every day")
struct EverydayOwnFieldTests {
  private let catalog: BookCatalog

  init() throws {
    catalog = try BookCatalog.temporary(holding: [Book(id: 1, title: "Dune"), Book(id: 2, title: "Emma")])
  }

  @Test func `a field of another catalog is refused, even if a field here has its number`() async throws {
    let other = try BookCatalog.temporary()
    let (shelf, price) = (try await other.addField("shelf", .text), try await other.addField("price", .number))
    _ = try await catalog.addField("mood", .text)
    for (field, value) in [(shelf, FieldValue.text("attic")), (price, .decimal(2))] {
      let refused = await #expect(throws: CatalogError.self) { try await catalog.edit(1) { $0[field] = value } }
      #expect(refused?.code == .noSuchField && refused?.subject == field.name)
      await #expect(throws: CatalogError.self) {
        try await catalog.add {
          $0.title = "Ulysses"
          $0[field] = value
        }
      }
    }
    try await expectEqual(catalog.book(1)?.ownFields.isEmpty, true)
    try await expectEqual(catalog.count(), 2)
  }

  @Test func `a book named twice is edited once`() async throws {
    let outcome = try await catalog.write { try $0.edit([1, 2, 1, 1]) { $0.tags.insert("new") } }
    expectEqual(outcome.books, [1, 2])
    try await expectEqual(catalog.history(of: 1)[0].changes.count, 1)
    try await expectEqual(catalog.write { try $0.remove([2, 2]) }.books, [2])
  }

  @Test("a field is created, filled, shown, queried and removed")
  func life() async throws {
    let shelf = try await catalog.addField("shelf", .text)
    #expect(shelf.name == "shelf" && shelf.kind == .text && shelf.choices.isEmpty && shelf.id == 1)
    try await catalog.edit(1) { $0[shelf] = .text("attic, row 2") }
    let book = try #require(try await catalog.book(1))
    #expect(book[shelf] == .text("attic, row 2") && book.ownFields == [shelf.field])
    #expect(shelf.field.isOwn && shelf.field.ownID == shelf.id && shelf.field.isPersonal && !BookField.title.isOwn)
    let fields = try await catalog.fields()
    #expect(fields.shown == [shelf] && !fields.isEmpty && OwnFields().isEmpty)
    #expect(
      fields["SHELF"] == shelf && fields["own.shelf"] == shelf && fields["nook"] == nil && fields[shelf.id] == shelf)
    #expect(fields.field(named: "shelf") == shelf.field && fields.field(named: "title") == .title)
    #expect(fields.words(of: shelf.field) == "shelf" && fields.words(of: .readState) == "read state")
    #expect(fields.name(of: shelf.field) == "own.shelf" && fields.name(of: .readState) == "readState")
    expectEqual(fields.values(of: book).map(\.value), [.text("attic, row 2")])
    try await expectEqual(catalog.page(matching: "shelf:attic").books.map(\.id), [1])
    try await catalog.renameField("shelf", to: "room")
    try await expectEqual(catalog.page(matching: "room:row").books.map(\.id), [1])
    let removal = try await catalog.write { transaction in
      try transaction.removeField("room")
      return try transaction.snapshot.undoable
    }
    expectEqual(removal?.kind, .field)
    #expect(try await catalog.fields().isEmpty)
    try await catalog.undo()
    try await expectEqual(catalog.page(matching: "has:room").books.map(\.id), [1])
  }

  @Test("undoing the creation of a field keeps the field if a book has a value of it")
  func used() async throws {
    let shelf = try await catalog.addField("shelf", .text)
    let step = try #require(try await catalog.read { try $0.undoable }?.id)
    try await catalog.edit(1) { $0[shelf] = .text("attic") }
    try await expectEqual(catalog.undo(step: step).left, [.ownField("shelf")])
    try await expectEqual(catalog.page(matching: "shelf:attic").books.map(\.id), [1])
  }

  @Test("fields of every kind hold their values and refuse others")
  func kinds() async throws {
    expectEqual(OwnField.limit, 200)
    let fields = try await catalog.write { transaction in
      try OwnField.Kind.allCases.map { kind in
        try transaction.addField("my-\(kind.rawValue)", kind, choices: kind == .choice ? ["happy", "sad"] : [])
      }
    }
    let date = try PartialDate("2024-05")
    let values: [FieldValue] = [
      .text("a\nb"), .decimal(3.14159), .date(date), .flag(true), .list(["a", "b"]), .text("happy"),
    ]
    try await catalog.edit([1, 2]) { draft in
      for (field, value) in zip(fields, values) { draft[field] = value }
    }
    let book = try #require(try await catalog.book(2))
    expectEqual(fields.map { book[$0] }, values)
    for (field, value) in zip(fields, values.dropFirst() + [.text("angry")]) {
      await #expect(throws: InvalidValue.self, "\(field.name)") { try await catalog.edit(1) { $0[field] = value } }
    }
    let mood = try await catalog.write { try $0.setChoices(["angry"], of: "my-choice") }
    expectEqual(mood.choices, ["angry"])
    try await catalog.edit(1) { $0[mood] = .text("angry") }
    try await expectEqual(catalog.book(2)?[mood], .text("happy"), "what none of the words is stays until it is changed")
  }

  @Test("invalid names are refused")
  func names() async throws {
    try await catalog.addField("shelf", .text)
    for name in [
      "", "Shelf", "title", "year", "a b", "own.x", "id", "-x", "a:b", "#", String(repeating: "x", count: 201),
    ] {
      await #expect(throws: InvalidValue.self, "\(name)") { try await catalog.addField(name, .flag) }
    }
    await #expect(throws: CatalogError.self) { try await catalog.removeField("nook") }
    await #expect(throws: CatalogError.self) { try await catalog.renameField("nook", to: "x") }
    let other = try await BookCatalog.temporary().addField("other", .flag)
    await #expect(throws: CatalogError.self, "a field of another catalog") {
      try await catalog.edit(1) { $0[other] = .flag(true) }
    }
    try await expectEqual(catalog.addField("Étagère_2", .text).name, "Étagère_2")
  }

  @Test(
    "a record of the user's own source creates and fills its fields, and other sources' fields are ignored",
    arguments: [true, false])
  func sources(isMine: Bool) async throws {
    var record = SourceRecord("r1") {
      $0.title = "Persuasion"
      $0.rating = 4
    }
    record.own = [
      OwnValue("#shelf", .text, .text("attic")), OwnValue("mood", .choice, choices: ["happy", "sad"], .text("sad")),
      OwnValue("read-by", .list, .list(["Ada"])), OwnValue("empty", .date, nil),
    ]
    #expect(record.own[1].name == "mood" && record.own[1].kind == .choice && record.own[1].choices == ["happy", "sad"])
    expectEqual(record.own[1].value, .text("sad"))
    let source = ScriptedSource("shop") { [record] _ in SourcePage(records: [record], cursor: "1", isLast: true) }
    try await catalog.write { transaction in
      try transaction.addSource("shop", kind: .samples, location: nil)
      try transaction.setSource("shop", [.isMine(isMine)])
    }
    try await expectEqual(catalog.sources().first { $0.name == "shop" }?.isMine, isMine)
    _ = try await catalog.syncEngine(sources: [source]).refresh()
    let fields = try await catalog.fields()
    let book = try #require(try await catalog.page(matching: "persuasion").books.first)
    guard isMine else {
      #expect(fields.isEmpty && book.rating == nil && book.ownFields.isEmpty)
      return
    }
    #expect(fields.shown.map(\.name) == ["#shelf", "mood", "read-by"] && book.rating == 4)
    expectEqual(fields["mood"]?.choices, ["happy", "sad"])
    expectEqual(fields.values(of: book).map(\.value.description), ["attic", "sad", "Ada"])
    try await expectEqual(catalog.page(matching: "#shelf:att read-by:ada").books, [book])
    try await catalog.renameField("#shelf", to: "room")
    record.own = [OwnValue("#shelf", .text, .text("cellar")), OwnValue("read-by", .number, .decimal(2))]
    let later = ScriptedSource("shop") { [record] _ in SourcePage(records: [record], cursor: "2", isLast: true) }
    _ = try await catalog.syncEngine(sources: [later]).refresh()
    let names = try await catalog.fields()
    let after = try #require(try await catalog.book(book.id))
    expectEqual(
      names.values(of: after).map { "\($0.field.name) \($0.value)" }, ["room cellar", "mood sad", "read-by-2 2"])
  }
}
