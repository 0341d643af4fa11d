import Catalog
import CatalogSources

/// `catalog-bench dump-lines`: prints a made-up dump of Open Library, which `gzip` packs as real ones are.
struct DumpLinesTool: Tool {
  static let name = "dump-lines"
  static let usage = "catalog-bench dump-lines [--bytes N] [--seed N] [--after N] editions|works|authors"
  static let options: Set = ["--bytes", "--seed", "--after"]
  private static let pieceBytes = 1 << 20

  private let kind: DumpKind
  private let bytes: Int
  private let maker: DumpMaker

  init(_ arguments: ToolArguments) throws {
    try arguments.requireWords(1)
    guard let kind = DumpKind(rawValue: arguments.words[0]) else { throw BenchError("usage: \(Self.usage)") }
    self.kind = kind
    bytes = try arguments.count("--bytes", or: 1_000_000)
    let after = try arguments.text("--after") == nil ? 0 : arguments.count("--after", or: 1)
    maker = DumpMaker(seed: UInt64(try arguments.count("--seed", or: 42)), after: after)
  }

  func run() throws {
    var maker = maker
    var (written, piece): (Int, [UInt8]) = (0, [])
    while written < bytes {
      let line = maker.next(kind)
      piece += line
      written += line.count
      guard piece.count >= Self.pieceBytes || written >= bytes else { continue }
      try FileWriter.write(piece[...], to: 1, "standard output")
      piece.removeAll(keepingCapacity: true)
    }
  }
}

/// `catalog-bench isbn-rows`: makes an ISBN file of made-up rows, and looks some up.
struct ISBNRowsTool: Tool {
  static let name = "isbn-rows"
  static let usage = "catalog-bench isbn-rows [--rows N] FILE"
  static let options: Set = ["--rows"]

  private let rows: Int
  private let path: String

  init(_ arguments: ToolArguments) throws {
    try arguments.requireWords(1)
    rows = try arguments.count("--rows", or: 1_000_000)
    path = arguments.words[0]
  }

  func run() throws {
    let time = try Stopwatch.milliseconds { _ = try ISBNRows.make(path, rows: rows) }
    let found = Distribution(try ISBNRows.lookups(path, rows: rows, count: 10_000))
    BenchConsole.print(
      "\(rows) rows in \((time / 1_000).fixed(1)) s; a look-up: median \(found.median.fixed(3)) ms, "
        + "p99 \(found.p99.fixed(3)) ms, slowest \(found.slowest.fixed(3)) ms\n")
  }
}

/// ISBN files of made-up rows.
enum ISBNRows {
  /// - Returns: how many rows the file has.
  static func make(_ path: String, rows: Int) throws -> Int {
    let maker = try ISBNFileMaker(path: path)
    var books = BookGenerator()
    // Made-up books repeat: what makes a file large is how many rows it has.
    let titles = (0..<10_000).map { _ in books.next() }
    for index in 1...rows {
      let book = titles[index % titles.count]
      try maker.add(
        isbn: isbn(index), title: book.title, named: book.authors[0], year: book.year, pages: book.pages,
        work: Int64(index))
    }
    return try maker.finish(published: 20_240_131)
  }

  /// Milliseconds of each of so many look-ups, of which a tenth finds nothing.
  static func lookups(_ path: String, rows: Int, count: Int) throws -> [Double] {
    let file = try ISBNFile(path: path)
    var generator = SplitMix64(seed: 7)
    return try (0..<count).map { index in
      let isMissing = index.isMultiple(of: 10)
      let isbn = ISBN(checked: isbn(isMissing ? rows + 1 + generator.below(rows) : 1 + generator.below(rows)))
      var found: ISBNFileBook?
      let time = try Stopwatch.milliseconds { found = try file.book(isbn) }
      guard (found == nil) == isMissing else { throw BenchError("a look-up of \(isbn) in \(path) was wrong") }
      return time
    }
  }

  /// A right ISBN of its own for each row: the multiplier has no divisor in common with the modulus.
  private static func isbn(_ index: Int) -> Int64 {
    var (twelve, sum, weight) = (978_000_000_000 + index * 7_919_111 % 1_000_000_000, 0, 3)
    let body = Int64(twelve)
    while twelve > 0 {
      sum += twelve % 10 * weight
      weight = 4 - weight
      twelve /= 10
    }
    return body * 10 + Int64((10 - sum % 10) % 10)
  }
}
