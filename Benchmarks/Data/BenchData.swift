import Catalog
import CatalogSources

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The generated files, kept in a folder of their own for each number of books and made when they are missing.
struct BenchData {
  private let folder: String
  private let books: Int
  private let catalogProgram: String

  init(_ options: BenchOptions) throws {
    folder = "\(options.dataFolder)/\(options.books)"
    books = options.books
    catalogProgram = options.catalogPath
    try Folder.make(folder)
  }

  /// A path for a file that a measure makes and removes.
  func scratch(_ name: String) -> String { "\(folder)/\(name)" }

  /// The books as JSON Lines.
  func jsonLines() throws -> String {
    try file("books-v\(BookGenerator.version).jsonl", books, BookGenerator())
  }

  /// Returns the path of a file of `count` books that no catalog contains, for an import into a filled catalog.
  func moreJSONLines(_ count: Int) throws -> String {
    try file("more-\(count)-v\(BookGenerator.version).jsonl", count, BookGenerator(seed: 43, after: 500_000_000))
  }

  /// The first lines of a file as a file of its own.
  func part(of path: String, _ count: Int, to target: String) throws -> String {
    let lines = try FileLines(path: path, count: count)
    let file = try FileWriter(path: target)
    for index in 0..<lines.count { try file.write(Array(lines[index]) + [10]) }
    try file.finish()
    return target
  }

  /// The books as another service writes them.
  func file(of format: RowFormat) throws -> String {
    let packed = format == .bookWyrm
    let folder = "\(folder)/formats-v\(BookGenerator.version)"
    let (path, target) = ("\(folder)/\(format.rawValue)", "\(folder)/\(packed ? "bookwyrm.tar.gz" : format.rawValue)")
    if FileTimes.written(target) != nil { return target }
    BenchConsole.message("generating \(books) books into \(target)")
    try Folder.make(folder)
    let file = try FileWriter(path: path + ".new")
    try file.write(Array(format.head.utf8))
    var generator = BookGenerator()
    for number in 1...books { try file.write(Array(format.text(of: generator.next(), number: number).utf8)) }
    try file.write(Array(format.end.utf8))
    try file.finish()
    guard rename(path + ".new", path) == 0 else { throw BenchError(errno: "write", path) }
    // An account's archive, as it is downloaded.
    if packed {
      try ProcessCommand(program: "tar", arguments: ["-czf", target, "-C", folder, format.rawValue]).run()
    }
    return target
  }

  /// The books with what their owner did: one in ten was read, a tenth of these twice, one in five is owned.
  private func readJSONLines() throws -> String {
    try file("read-1-v\(BookGenerator.version).jsonl", books, BookGenerator()) { number, json in
      func date(_ key: String, _ day: Int) {
        json.member(key, "\(2005 + number / 10 % 20)-\(10 + number / 200 % 3)-\(day)")
      }
      if number.isMultiple(of: 10) {
        json.member("readState", "read")
        date("started", 10)
        date("finished", 11 + number / 10 % 18)
        json.member("rating", 1 + number / 10 % 5)
      }
      if number.isMultiple(of: 5) {
        json.key("copies")
        json.fragment("[{\"place\":\"attic\"}]")
      }
      if number.isMultiple(of: 100) {
        json.key("earlierReadings")
        json.fragment("[{\"finished\":\"1999\",\"outcome\":\"read\"}]")
      }
    }
  }

  private func file(
    _ name: String, _ count: Int, _ books: BookGenerator, more: (Int, inout JSONWriter) -> Void = { _, _ in }
  ) throws -> String {
    let path = "\(folder)/\(name)"
    if FileTimes.written(path) != nil { return path }
    BenchConsole.message("generating \(count) books into \(path)")
    let file = try FileWriter(path: path + ".new")
    var generator = books
    var json = JSONWriter(layout: .compact)
    for number in 0..<count {
      generator.next().write(to: &json) { more(number, &$0) }
      try file.write(json.bytes)
      json.removeWrittenBytes()
    }
    try file.finish()
    guard rename(path + ".new", path) == 0 else { throw BenchError(errno: "write", path) }
    return path
  }

  /// Returns the path of a catalog of the books, imported by the measured program. It is made again if the program or
  /// the books are newer. Its write-ahead log is empty, as after any command that closed the catalog.
  func catalog() throws -> String { try catalog("catalog.db", of: try jsonLines()) }

  /// Returns the path of a catalog in which some of the books were read.
  func readCatalog() throws -> String { try catalog("read.db", of: try readJSONLines()) }

  private func catalog(_ name: String, of input: String) throws -> String {
    let path = "\(folder)/\(name)"
    if FileTimes.isCurrent(path, after: catalogProgram), FileTimes.isCurrent(path, after: input) { return path }
    BenchConsole.message("importing \(books) books into \(path)")
    // Under another name until it is whole: a run that was interrupted must not leave a part to be measured.
    let unfinished = path + ".new"
    remove(unfinished)
    try ProcessCommand(program: catalogProgram, arguments: ["--db", unfinished, "import", input]).run()
    let catalog = try BookCatalog.open(unfinished)
    let count = try catalog.read { try $0.count() }
    catalog.close()
    guard count == books else { throw BenchError("\(unfinished) holds \(count) books instead of \(books)") }
    remove(path)
    guard rename(unfinished, path) == 0 else { throw BenchError(errno: "write", path) }
    return path
  }

  /// A copy of the catalog that a measure may change and must remove.
  /// - Parameter path: where it is to be.
  func copyOfCatalog(_ path: String) throws -> String {
    try copy(try catalog(), to: path)
    return path
  }

  /// Copies a database that nobody has open over another one.
  func copy(_ database: String, to path: String) throws {
    remove(path)
    try ProcessCommand(program: "cp", arguments: [database, path]).run()
  }

  /// Removes a database with its log.
  func remove(_ path: String) {
    for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) }
  }
}
