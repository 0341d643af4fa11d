import FoundationEssentials
import TestExpectations
import Testing

/// Tests that the compiler rejects misuse of the library in an app. Snippets are checked against the built modules.
@Suite("An app that misuses the library")
struct MisuseTests {
  private static let prelude = """
    import CatalogUI

    func app(
      _ catalog: BookCatalog, _ shown: Book, _ record: SourceRecord, _ source: CatalogSource, _ step: HistoryStep
    ) async throws {
      var (book, record) = (shown, record)

    """

  @Test(
    "misuse does not compile, and each mistake is reported at its line",
    .enabled(if: Compiler.path != nil, "no swiftc here"))
  func mistakes() throws {
    let mistakes: [(code: String, named: String)] = [
      ("book.title = \"x\"", "title"),
      ("book.rating = 5", "rating"),
      ("try await catalog.edit(book.id) { $0.pages = \"many\" }", "$0.pages = \"many\""),
      ("try await catalog.edit(book.id) { $0.rating = .five }", "five"),
      ("try await catalog.edit(book.id) { $0.rating = \"five\" }", "$0.rating = \"five\""),
      ("try await catalog.edit(book.id) { $0.readState = \"read\" }", "$0.readState = \"read\""),
      ("try await catalog.edit(book.id) { $0.titel = \"x\" }", "titel"),
      ("try await catalog.edit(book.id) { $0.id = 7 }", "id"),
      ("try await catalog.edit(book.id, .set(.title, .integer(5)))", "set"),
      ("try await catalog.add([.title: .integer(5)])", "add"),
      ("record.values[.title] = .value(.integer(5))", "values"),
      ("let _: FieldBinding<Int> = await catalog.binding(to: book, \\.title)", "title"),
      ("_ = await catalog.binding(to: book, \\.self)", "self"),
      ("try await catalog.edit(source.id) { $0.title = \"x\" }", "edit"),
      ("try await catalog.remove(step.id)", "HistoryStep.ID"),
      ("try await catalog.undo(book.id)", "Book.ID"),
      ("try await catalog.removeSource(book.id, .keepsBooks)", "Book.ID"),
      ("_ = book.id == step.id", "HistoryStep.ID"),
      ("let _: [Book.ID] = [source.id]", "CatalogSource.ID"),
    ]
    let outcome = try check(mistakes.map(\.code))
    #expect(outcome.code != 0)
    let errors = Compiler.errors(in: outcome.errors)
    let first = Self.prelude.split(separator: "\n", omittingEmptySubsequences: false).count
    for (line, mistake) in zip(first..., mistakes) {
      expectEqual(errors[line]?.contains(mistake.named), true, "\(mistake.code): \(errors[line] ?? outcome.errors)")
    }
    expectEqual(errors.count, mistakes.count, "\(errors)")
  }

  @Test("the snippets differ from correct ones", .enabled(if: Compiler.path != nil, "no swiftc here"))
  func uses() throws {
    let outcome = try check([
      "try await catalog.edit(book.id) { $0.title = \"Dune\"; $0.tags.insert(\"favourite\"); $0.rating = 5 }",
      "try await catalog.edit([book.id]) { $0.readState = .read }",
      "try await catalog.add { $0.title = \"Dune\"; $0.isbn = try ISBN(\"978-0-441-01359-3\") }",
      "let _: FieldBinding<String> = await catalog.binding(to: book, \\.title)",
      "record = SourceRecord(\"r1\") { $0.title = \"Dune\"; $0.series = nil }",
      "book = Book(id: 1, title: \"Dune\")",
      "_ = try await catalog.book(4)",
      "try await catalog.remove(Book.ID(4))",
      "_ = (book, record, source.id.rawValue == step.id.rawValue)",
    ])
    expectEqual(outcome.code, 0, "\(outcome)")
  }

  private func check(_ lines: [String]) throws -> Outcome {
    try Compiler.check(Self.prelude + lines.joined(separator: "\n") + "\n}\n")
  }
}
