import TestExpectations
import Testing

@testable import catalog_bench

@Suite("The data of benchmarks")
struct DataTests {
  @Test("the data is the same on every run, and a second import gets different books")
  func generator() {
    var (first, second, more) = (BookGenerator(), BookGenerator(), BookGenerator(seed: 43, after: 500_000_000))
    let books = (0..<500).map { _ in first.next() }
    expectEqual(books.map(\.title), (0..<500).map { _ in second.next().title })
    let others = (0..<500).map { _ in more.next() }
    expectEqual(Set(books.map(\.isbn)).union(others.map(\.isbn)).count, 1_000)
    #expect(Set(books.map(\.id)).isDisjoint(with: others.map(\.id)))
  }

  @Test("most ratings belong to a few books")
  func ratings() {
    let counts = BookGenerator.sample(of: 10_000).map(\.ratingsCount).sorted(by: >)
    #expect(counts.prefix(100).reduce(0, +) > counts.dropFirst(100).reduce(0, +))
    #expect((1_500...2_500).contains(counts.count { $0 == 0 }))
  }

  @Test("a query is typed letter by letter")
  func keystrokes() {
    expectEqual(Keystrokes.prefixes(of: "ab c"), ["a", "ab", "ab c"])
    let queries = Keystrokes.queries(books: 1_000)
    expectEqual(queries.count, Keystrokes.sequences)
    expectEqual(queries, Keystrokes.queries(books: 1_000))
    #expect(Set(queries).count > 800)
    #expect(queries.allSatisfy { !$0.isEmpty && $0.count <= 24 })
  }

  @Test("queries for titles contain whole words in any number and order, authors, and beginnings of words")
  func titleQueries() {
    let queries = TitleQueries.queries(books: 1_000)
    expectEqual(queries.count, TitleQueries.count)
    expectEqual(queries, TitleQueries.queries(books: 1_000))
    #expect(Set(queries).count > 300)
    #expect(Set(queries.map { $0.split(separator: " ").count }).isSuperset(of: 2...6))
    let titles = BookGenerator.sample(of: 1_000).map { $0.title.lowercased() }
    let inOrder = queries.filter { query in titles.contains { $0.contains(query) } }
    #expect(inOrder.count > 50 && inOrder.count < queries.count - 50)
    #expect(TitleQueries.queries(books: 1).allSatisfy { !$0.isEmpty })
  }

  @Test("the data contains fifty queries, each with the expected title")
  func goodbooks() throws {
    let expectations = try GoodbooksQueries.parse(FileReader.text(of: Folders.benchmarks + "/Queries/goodbooks.tsv"))
    expectEqual(expectations.count, 50)
    expectEqual(Set(expectations.map(\.query)).count, 50)
    expectEqual(
      expectations.first,
      GoodbooksQueries.Expectation(
        query: "harry potter 1", title: "Harry Potter and the Sorcerer's Stone"))
    #expect(throws: BenchError.self) { try GoodbooksQueries.parse("no tab") }
    #expect(GoodbooksQueries.isTitle("Dune", "Dune (Dune Chronicles #1)"))
    #expect(GoodbooksQueries.isTitle("It", "It"))
    #expect(!GoodbooksQueries.isTitle("It", "It Happened"))
  }

  @Test("options list groups in the order of the registry and reject unknown groups")
  func options() throws {
    let options = try BenchOptions(["memory", "list", "--books", "100", "--peers", "--python", "/p"])
    expectEqual(options.groups.map(\.name), ["list", "memory"])
    expectEqual(options.books, 100)
    #expect(options.measuresPeers)
    expectEqual(options.pythonPath, "/p")
    #expect(throws: BenchError.self) { try BenchOptions(["--books", "0"]) }
    #expect(throws: BenchError.self) { try BenchOptions(["nothing"]) }
  }
}
