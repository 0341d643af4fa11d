import Catalog
import CatalogSources

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Edits of single books: beside a bare UPDATE, and while an import goes on.
struct EditGroup: BenchGroup {
  let name = "edit"
  let summary = "edits of single books"

  /// A folder in memory (tmpfs), where synchronising a file costs nothing.
  static let memoryFolder = "/dev/shm"

  func run(_ context: BenchContext, _ results: inout GroupResults) throws {
    for kind in [EditedField.title, .readState] {
      var measure = try beside(
        kind, context, folder: context.data.scratch(""), synchronous: "FULL", "an edit of \(kind.words)")
      measure.limit = .ratio(1.5)
      results.measures.append(measure)
    }
    if let measure = try besideGRDB(context) { results.measures.append(measure) }
    if try Self.hasRoomInMemory(for: context.data.catalog()) {
      let folder = "\(Self.memoryFolder)/catalog-bench-\(getpid())"
      try Folder.make(folder)
      defer { rmdir(folder) }
      for kind in [EditedField.title, .readState] {
        var measure = try beside(
          kind, context, folder: folder, synchronous: "OFF", "an edit of \(kind.words), in memory")
        measure.limit = .ratio(4)
        results.measures.append(measure)
      }
    }
    let input = try context.data.moreJSONLines(EditsDuringLoad.books(context))
    let edits = EditsDuringLoad(context, load: "an import")
    results.measures.append(
      try edits.sameProcess { catalog in
        _ = try await catalog.importRecords(from: try ImportInput(path: input).reader, source: "more")
      })
    results.measures.append(
      try edits.otherProcess { path in context.catalog("--db", path, "import", input) })
  }

  /// True if the memory folder has room for two copies of a file and their logs.
  static func hasRoomInMemory(for path: String) throws -> Bool {
    var (file, system) = (stat(), statvfs())
    guard stat(path, &file) == 0 else { throw BenchError(errno: "look at", path) }
    guard access(memoryFolder, W_OK) == 0, statvfs(memoryFolder, &system) == 0 else { return false }
    let room = Int(system.f_bavail) * Int(system.f_frsize)
    if room > Int(file.st_size) * 5 / 2 { return true }
    BenchConsole.message("no room in \(memoryFolder) for two copies of \(path): edits in memory are left out")
    return false
  }

  private func besideGRDB(_ context: BenchContext) throws -> Measure? {
    let (path, copy) = (context.data.scratch("edit.db"), context.data.scratch("edit-grdb.db"))
    defer { for path in [path, copy] { context.data.remove(path) } }
    guard let peer = try GRDBPeer(context, copy) else { return nil }
    let own = try context.data.copyOfCatalog(path)
    let catalog = try BookCatalog.open(own)
    defer { catalog.close() }
    var (edited, renamed) = (0, 0)
    let samples = try Interleaved.measure(
      SampleCount(warmUp: 20, most: 500),
      {
        edited += 1
        _ = try catalog.write { try $0.edit([Book.ID(Self.book(edited, context))], [EditedField.title.change(edited)]) }
      },
      timedPeer: {
        renamed += 1
        return try peer.rename(Self.book(renamed, context), EditedField.title(renamed))
      })
    var measure = Measure("an edit of the title, beside GRDB", samples, peer: GRDBPeer.rename)
    measure.limit = .ratio(1.2)
    return measure
  }

  /// Ours and the peer's have a copy of the catalog each, and edit the same books.
  private func beside(
    _ field: EditedField, _ context: BenchContext, folder: String, synchronous: String, _ name: String
  ) throws -> Measure {
    let own = try context.data.copyOfCatalog("\(folder)/edit.db")
    let peer = try context.data.copyOfCatalog("\(folder)/edit-peer.db")
    defer { for path in [own, peer] { context.data.remove(path) } }
    let catalog = try BookCatalog.open(own)
    defer { catalog.close() }
    let update = try BareUpdate(peer, column: field.column, synchronous: synchronous)
    var (edited, updated) = (0, 0)
    let samples = try Interleaved.measure(
      SampleCount(warmUp: 20, most: 500),
      {
        edited += 1
        _ = try catalog.write { try $0.edit([Book.ID(Self.book(edited, context))], [field.change(edited)]) }
      },
      {
        updated += 1
        try field.update(updated, update, id: Self.book(updated, context))
      })
    return Measure(
      name, samples,
      peer: "C calls to SQLite, prepared once: UPDATE book SET one column of the same row in a transaction of its own, "
        + "synchronous=\(synchronous); ours keeps synchronous=FULL")
  }

  /// The books that are edited lie all over the file.
  static func book(_ turn: Int, _ context: BenchContext) -> Int { 1 + turn * 7_919 % context.options.books }
}

/// The edited field: the one with the most derived data, or the one with the least.
enum EditedField {
  case title, readState

  var words: String { self == .title ? "the title" : "the read state" }
  var column: String { self == .title ? "title" : "read_state" }

  func change(_ turn: Int) -> FieldChange {
    switch self {
    case .title: .set(.title, .text(Self.title(turn)))
    case .readState: .set(.readState, .readState(turn.isMultiple(of: 2) ? .read : .reading))
    }
  }

  func update(_ turn: Int, _ statement: BareUpdate, id: Int) throws {
    switch self {
    case .title: try statement.run(Self.title(turn), id: id)
    case .readState: try statement.run(turn.isMultiple(of: 2) ? 2 : 1, id: id)
    }
  }

  static func title(_ turn: Int) -> String { "The Edited Book Number \(turn)" }
}
