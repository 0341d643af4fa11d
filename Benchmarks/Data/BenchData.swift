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
    var path = ""
    for part in folder.split(separator: "/", omittingEmptySubsequences: false) {
      path += (path.isEmpty ? "" : "/") + part
      if path.isEmpty { path = "/" }
      guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw BenchError(errno: "make", path) }
    }
  }

  /// A path for a file that a measure makes and removes.
  func scratch(_ name: String) -> String { "\(folder)/\(name)" }

  /// The books as JSON Lines.
  func jsonLines() throws -> String {
    try file("books-v\(BookGenerator.version).jsonl") { file in
      var json = JSONWriter(layout: .compact)
      return { book in
        book.write(to: &json)
        try file.write(json.bytes)
        json.removeWrittenBytes()
      }
    }
  }

  /// The same books as CSV with a header.
  func csv() throws -> String {
    try file("books-v\(BookGenerator.version).csv") { file in
      try file.write(Array((GeneratedBook.columns.joined(separator: ",") + "\n").utf8))
      var row: [UInt8] = []
      return { book in
        row.removeAll(keepingCapacity: true)
        book.appendRow(to: &row)
        try file.write(row)
      }
    }
  }

  private func file(
    _ name: String, _ writing: (FileWriter) throws -> (GeneratedBook) throws -> Void
  ) throws -> String {
    let path = "\(folder)/\(name)"
    if FileTimes.written(path) != nil { return path }
    BenchConsole.message("generating \(books) books into \(path)")
    let file = try FileWriter(path: path + ".new")
    let write = try writing(file)
    var generator = BookGenerator()
    for _ in 0..<books { try write(generator.next()) }
    try file.finish()
    guard rename(path + ".new", path) == 0 else { throw BenchError(errno: "write", path) }
    return path
  }

  /// A catalog of the books, imported by the program that is measured and made anew when that is newer. Its log is
  /// empty, as after any command that closed it.
  func catalog() throws -> String {
    let path = "\(folder)/catalog.db"
    let input = try jsonLines()
    if let made = FileTimes.written(path), let built = FileTimes.written(catalogProgram), made > built { return path }
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

  /// Removes a database with its log.
  func remove(_ path: String) {
    for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) }
  }
}
