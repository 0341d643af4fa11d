import Catalog
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Measures a user's edits while the same process or another one adds many books to a filled catalog.
struct EditsDuringLoad {
  /// Milliseconds between two edits: a person is slower.
  private static let pause: UInt32 = 10

  private let context: BenchContext
  /// The concurrent operation in words, such as “an import”.
  private let load: String

  init(_ context: BenchContext, load: String) {
    self.context = context
    self.load = load
  }

  /// The number of books that are added.
  static func books(_ context: BenchContext) -> Int { max(20_000, min(context.options.books, 200_000)) }

  func sameProcess(_ loading: @escaping @Sendable (BookCatalog) async throws -> Void) throws -> Measure {
    let path = try context.data.copyOfCatalog(context.data.scratch("edit.db"))
    defer { context.data.remove(path) }
    let catalog = try BookCatalog.open(path)
    defer { catalog.close() }
    let outcome = Mutex<Result<Void, any Error>?>(nil)
    let task = Task {
      do {
        try await loading(catalog)
        outcome.withLock { $0 = .success(()) }
      } catch {
        outcome.withLock { $0 = .failure(error) }
      }
    }
    defer { task.cancel() }
    let times = try edits(
      while: { outcome.withLock { $0 == nil } },
      { turn in
        _ = try catalog.write {
          try $0.edit([Book.ID(EditGroup.book(turn, context))], [EditedField.title.change(turn)])
        }
      })
    try outcome.withLock { try $0?.get() }
    return measure("an edit during \(load), same process", times, .p99Milliseconds(20))
  }

  /// - Parameter command: what brings the books into the catalog at a path.
  func otherProcess(_ command: (String) throws -> ProcessCommand) throws -> Measure {
    let path = try context.data.copyOfCatalog(context.data.scratch("edit.db"))
    defer { context.data.remove(path) }
    let loading = try command(path).start()
    let times = try edits(
      while: { loading.isRunning },
      { turn in
        try context.catalog("--db", path, "edit-title", String(EditGroup.book(turn, context)), EditedField.title(turn))
          .run()
      })
    try loading.wait()
    return measure("catalog edit-title during \(load)", times, .p99Milliseconds(200))
  }

  private func edits(while isImporting: () -> Bool, _ edit: (Int) throws -> Void) throws -> [Double] {
    var times: [Double] = []
    repeat {
      let turn = times.count + 1
      times.append(try Stopwatch.milliseconds { try edit(turn) })
      usleep(Self.pause * 1_000)
    } while isImporting()
    return times
  }

  private func measure(_ name: String, _ times: [Double], _ limit: Limit) -> Measure {
    var samples = Samples()
    samples.own = times
    var measure = Measure(name, samples, peer: nil)
    measure.limit = limit
    measure.note = "of a title, slowest \((times.max() ?? 0).fixed(1)) ms"
    return measure
  }
}
