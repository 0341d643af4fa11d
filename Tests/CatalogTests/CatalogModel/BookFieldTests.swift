import CatalogTestSupport
import FoundationEssentials
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

@Suite struct BookFieldTests {
  @Test(
    arguments: [
      ("title", .title), ("Author", .authors), ("authors", .authors), ("tag", .tags), ("series-number", .seriesNumber),
      ("seriesNumber", .seriesNumber), ("Series Number", .seriesNumber), ("series_number", .seriesNumber),
      ("number", .seriesNumber), ("year", .published), ("date", .published), ("read-state", .readState),
      ("state", .readState), ("ISBN", .isbn), ("average-rating", .averageRating), ("added", .added),
    ] as [(String, BookField)])
  func `fields have the names people type`(name: String, field: BookField) {
    expectEqual(BookField(named: name), field)
  }

  @Test(arguments: ["", "titles", "id", "uuid", "-", "tïtle"]) func `other names are not fields`(name: String) {
    #expect(BookField(named: name) == nil)
  }

  @Test func `every field has a unique name and belongs to the sources or to the user`() {
    for field in BookField.allCases { expectEqual(BookField(named: field.rawValue), field) }
    #expect(Set(BookField.bibliographic).isDisjoint(with: BookField.personal))
    expectEqual(BookField.bibliographic.count + BookField.personal.count, BookField.allCases.count)
    expectEqual(
      BookField.personal,
      [
        .readState, .started, .finished, .rating, .notes, .added, .review, .attachments, .copies, .earlierReadings,
        .progress,
      ])
    expectEqual(BookField.allCases.filter { !$0.isClearable }, [.title, .readState, .added])
    expectEqual(BookField.allCases.filter(\.isList), [.authors, .tags])
  }

  @Test(
    arguments: [
      (.title, "  Dune \t Messiah ", .text("Dune Messiah")),
      (.title, "Les Mise\u{301}rables", .text("Les Mis\u{E9}rables")),
      (
        .authors, "Le Guin, Ursula K.; ; Kidd, Virginia;Le Guin, Ursula K.",
        .list(["Le Guin, Ursula K.", "Kidd, Virginia"])
      ),
      (.tags, "sci-fi; classic;;classic", .list(["classic", "sci-fi"])),
      (.pages, " 412 ", .integer(412)),
      (.seriesNumber, "1.5", .decimal(1.5)),
      (.averageRating, "4.254", .decimal(4.25)),
      (.rating, "4", .decimal(4)),
      (.rating, "0", nil),
      (.readState, "READ", .readState(.read)),
      (.notes, " one\r\ntwo\rthree \n", .text("one\ntwo\nthree")),
      (.language, "en-US", .text("en-US")),
      (.publisher, "", nil),
      (.authors, " ; ;", nil),
      (.added, "2026-01-31T18:30:00Z", .instant(Date(timeIntervalSince1970: 1_769_884_200))),
      (.added, "2026-01-31T18:30:00.250Z", .instant(Date(timeIntervalSince1970: 1_769_884_200.25))),
      (.added, "2026-01-31T20:30:00+02:00", .instant(Date(timeIntervalSince1970: 1_769_884_200))),
    ] as [(BookField, String, FieldValue?)])
  func `values are parsed from text`(field: BookField, text: String, value: FieldValue?) throws {
    let read = try field.value(of: text)
    expectEqual(read, value)
    // Swift compares texts by canonical equivalence; the stored ones are scalars.
    if case .text(let one)? = read, case .text(let other)? = value {
      #expect(one.unicodeScalars.elementsEqual(other.unicodeScalars))
    }
  }

  @Test(
    arguments: [
      (.title, ""), (.title, " \t"), (.title, "a\0b"), (.pages, "0"), (.pages, "100001"), (.pages, "many"),
      (.pages, "1.5"),
      (.pages, "99999999999999999999"), (.seriesNumber, "-1"), (.seriesNumber, "nan"), (.seriesNumber, "inf"),
      (.averageRating, "5.1"), (.rating, "7"), (.rating, "-1"), (.rating, "good"), (.ratingsCount, "-1"),
      (.isbn, "123"),
      (.published, "soon"), (.readState, "finished"), (.readState, ""), (.added, "yesterday"), (.added, ""),
      (.language, String(repeating: "e", count: 36)),
    ] as [(BookField, String)])
  func `invalid values are refused, and the error names the field`(field: BookField, text: String) {
    let error = #expect(throws: InvalidValue.self) { try field.value(of: text) }
    #expect(error?.subject == field.rawValue || error?.subject == "ISBN")
    expectEqual(error?.reason.isEmpty, false)
  }

  @Test func `texts are limited in bytes and lists in entries`() throws {
    let maxText = String(repeating: "é", count: 1_000)
    try expectEqual(BookField.title.canonical(.text(maxText)), .text(maxText))
    #expect(throws: InvalidValue.self) { try BookField.title.canonical(.text(maxText + "e")) }
    let tag = String(repeating: "t", count: 200)
    try expectEqual(BookField.tags.canonical(.list([tag])), .list([tag]))
    #expect(throws: InvalidValue.self) { try BookField.tags.canonical(.list([tag + "t"])) }
    let notes = String(repeating: "n", count: 1_048_576)
    try expectEqual(BookField.notes.canonical(.text(notes)), .text(notes))
    let error = #expect(throws: InvalidValue.self) { try BookField.notes.canonical(.text(notes + "n")) }
    #expect((error?.value.count ?? 0) <= 80, "the message does not hold a megabyte")
    let names = (1...500).map { "Author \($0)" }
    try expectEqual(BookField.authors.canonical(.list(names)), .list(names))
    #expect(throws: InvalidValue.self) { try BookField.authors.canonical(.list(names + ["One more"])) }
    try expectEqual(BookField.authors.canonical(.list(names + names)), .list(names))
  }

  @Test func `values of another kind are refused`() {
    let values: [FieldValue] = [.text("a"), .integer(1), .decimal(1), .list(["a"]), .readState(.read)]
    let fitting: [BookField: [FieldValue]] = [
      .title: [values[0]], .publisher: [values[0]], .language: [values[0]], .series: [values[0]], .notes: [values[0]],
      .review: [values[0]], .description: [values[0]],
      .subtitle: [values[0]], .duration: [values[1]],
      .pages: [values[1]], .ratingsCount: [values[1]], .seriesNumber: [values[2]], .averageRating: [values[2]],
      .rating: [values[2]], .authors: [values[3]], .tags: [values[3]], .readState: [values[4]],
    ]
    for field in BookField.allCases {
      for value in values {
        if fitting[field]?.contains(value) == true {
          #expect(throws: Never.self) { try field.canonical(value) }
        } else {
          #expect(throws: InvalidValue.self, "\(field) \(value)") { try field.canonical(value) }
        }
      }
    }
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>) func `a canonical value is its own canonical form`(seed: UInt64) throws
  {
    var random = SeededGenerator(seed: seed)
    for field in BookField.allCases {
      for _ in 0..<40 {
        guard let value = random.value(of: field) else { continue }
        let again = try field.canonical(value)
        expectEqual(again?.storedText.isSame(as: value.storedText), true, "seed \(seed): \(field) \(value)")
      }
    }
  }
}

@Suite struct FieldValueTests {
  @Test(arguments: 1...8 as ClosedRange<UInt64>) func `a value round-trips through its stored text`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for field in BookField.allCases {
      for _ in 0..<50 {
        guard let value = random.value(of: field) else { continue }
        let stored = value.storedText
        let back = field.decode(stored)
        expectEqual(back, value, "seed \(seed): \(field) \(stored.debugDescription)")
        expectEqual(back?.storedText.isSame(as: stored), true, "seed \(seed): \(field) \(stored.debugDescription)")
        #expect(!stored.utf8.contains(0), "seed \(seed)")
      }
    }
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>) func `a value can be typed again as displayed`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for field in BookField.allCases {
      for _ in 0..<40 {
        guard let value = random.value(of: field) else { continue }
        try expectEqual(field.value(of: value.typedText), value, "seed \(seed): \(field) \(value)")
      }
    }
  }

  @Test func `an ISBN is stored with its digits and as given`() throws {
    let isbn = try ISBN("0-441-01359-7")
    expectEqual(FieldValue.isbn(isbn).storedText, "9780441013593 0-441-01359-7")
    expectEqual(FieldValue.isbn(try ISBN("9780441013593")).storedText, "9780441013593")
    expectEqual(FieldValue.isbn(isbn), .isbn(try ISBN("9780441013593")))
  }

  @Test(
    arguments: [
      (.pages, "many"), (.rating, ""), (.published, "soon"), (.isbn, "Dune"), (.readState, "done"), (.added, "now"),
    ] as [(BookField, String)])
  func `an invalid stored text has no value`(field: BookField, text: String) {
    #expect(field.decode(text) == nil)
  }

  @Test func `numbers are shown without needless digits`() {
    expectEqual(FieldValue.decimal(4).description, "4")
    expectEqual(FieldValue.decimal(4.25).description, "4.25")
    expectEqual(FieldValue.decimal(0.1).description, "0.1")
    expectEqual(FieldValue.decimal(100_000).description, "100000")
  }
}

extension FieldValue {
  fileprivate var items: [String] { if case .list(let items) = self { items } else { [] } }
}

extension String {
  /// Compares scalar by scalar; `==` treats composed and decomposed text as equal.
  fileprivate func isSame(as other: String) -> Bool { unicodeScalars.elementsEqual(other.unicodeScalars) }
}
