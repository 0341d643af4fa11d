import Catalog
import CatalogUI
@preconcurrency import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// `catalog-bench live`: uses a list as a person does on a screen, and prints one number per line: milliseconds, or for
/// `scroll` the peak of resident bytes and for `idle` the share of a processor. It is a separate process because lists
/// live on the main actor, which the groups occupy.
struct LiveTool: Tool {
  /// The operation that is measured.
  enum Scene: String, CaseIterable {
    /// A list is made, in one order after the other, until its first rows are there.
    case open
    /// A jump to places all over the list.
    case jump
    /// A letter more in the search text, until its rows are there.
    case type
    /// A commit that changes a row in view, until that is told; by this object of the catalog.
    case commit
    /// A commit through another object that has the file open, which is noticed only by watching the folder.
    case hear
    /// A row in view is renamed, until that is told: the transaction, and all that hangs on it.
    case rename
    /// Every row comes into view, from the first to the last.
    case scroll
    /// A list is there, and nothing happens.
    case idle
  }

  static let name = "live"
  static let usage = "catalog-bench live --db FILE [--repeat 300] SCENE"
  static let options: Set<String> = ["--db", "--repeat"]

  private let path: String
  private let repetitions: Int
  private let scene: Scene

  init(_ arguments: ToolArguments) throws {
    try arguments.requireWords(1)
    path = try arguments.required("--db")
    repetitions = try arguments.count("--repeat", or: 300)
    guard let scene = Scene(rawValue: arguments.words[0]) else {
      throw BenchError("'\(arguments.words[0])' is no scene: \(Scene.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    self.scene = scene
  }

  func run() throws {
    let (path, repetitions, scene) = (path, repetitions, scene)
    Task { @MainActor in
      do {
        for number in try await LiveScenes(path, repetitions).play(scene) { BenchConsole.print("\(number)\n") }
        exit(0)
      } catch {
        BenchConsole.message("error: \(error)")
        exit(1)
      }
    }
    dispatchMain()
  }
}

/// The scenes, on the main actor as an app has them.
@MainActor private final class LiveScenes {
  private let path: String
  private let repetitions: Int
  private let catalog: BookCatalog
  private var random = SplitMix64(seed: 11)
  /// The number of reported updates, and the time of the last one.
  private var updates = 0
  private var lastUpdate = ContinuousClock.now
  private var waiting: CheckedContinuation<Void, Never>?

  init(_ path: String, _ repetitions: Int) throws {
    (self.path, self.repetitions) = (path, repetitions)
    var options = BookCatalog.Options()
    options.createsFile = false
    catalog = try BookCatalog.open(path, options: options)
  }

  func play(_ scene: LiveTool.Scene) async throws -> [Double] {
    switch scene {
    case .open: try await open()
    case .jump: try await jump()
    case .type: try await type()
    case .commit: try await commit(seenBy: catalog)
    case .hear: try await commit(seenBy: LibraryCalls.open(path))
    case .rename: try await rename()
    case .scroll: try await scroll()
    case .idle: try await idle()
    }
  }

  private func follow(_ list: BookList) {
    list.onUpdate = { [weak self] _ in
      guard let self else { return }
      (updates, lastUpdate) = (updates + 1, .now)
      waiting?.resume()
      waiting = nil
    }
  }

  /// Waits for an update, where none came since so many.
  /// - Returns: when the last one came.
  @discardableResult
  private func update(after count: Int) async -> ContinuousClock.Instant {
    while updates == count { await withCheckedContinuation { waiting = $0 } }
    return lastUpdate
  }

  /// Waits for the next update.
  private func nextUpdate() async { await update(after: updates) }

  private func measure(_ body: () async throws -> Void) async rethrows -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    try await body()
    return Stopwatch.milliseconds(clock.now - start)
  }

  private func open() async throws -> [Double] {
    let orders = BookOrder.Key.allCases.flatMap { [BookOrder($0), BookOrder($0, descending: true)] }
    var times: [Double] = []
    for turn in 0..<(repetitions + orders.count) {
      var made: BookList?
      let time = await measure {
        let list = BookList(catalog, order: orders[turn % orders.count])
        follow(list)
        made = list
        await nextUpdate()
      }
      guard made?[19] != nil else { throw BenchError("the list has no rows") }
      if turn >= orders.count { times.append(time) }
    }
    return times
  }

  private func list(_ order: BookOrder = BookOrder(.title), in catalog: BookCatalog) async -> BookList {
    let list = BookList(catalog, order: order)
    await list.settled()
    follow(list)
    return list
  }

  private func jump() async throws -> [Double] {
    let list = await list(in: catalog)
    var times: [Double] = []
    for turn in 0..<(repetitions + 5) {
      let place = random.below(list.count.known)
      let time = await measure { await list.jump(to: place) }
      guard list[place] != nil else { throw BenchError("row \(place) was not loaded") }
      if turn >= 5 { times.append(time) }
    }
    return times
  }

  private func type() async throws -> [Double] {
    let list = await list(in: catalog)
    var times: [Double] = []
    for text in Keystrokes.queries(books: list.count.known) {
      for typed in Keystrokes.prefixes(of: text) where typed != list.searchText {
        times.append(
          await measure {
            list.searchText = typed
            await nextUpdate()
          })
        if times.count == repetitions { return times }
        // The next letter comes later: what is counted behind the rows may come to its end.
        if random.below(4) == 0 { await list.settled() }
      }
    }
    return times
  }

  /// From the end of what is written, before it is committed, to the telling.
  private func commit(seenBy shown: BookCatalog) async throws -> [Double] {
    try await change(seenBy: shown) { [catalog] book in
      try await catalog.write { transaction in
        try transaction.edit([book.id]) { $0.rating = book.rating == 4 ? 3 : 4 }
        return ContinuousClock.now
      }
    }
  }

  /// From before the transaction to the telling.
  private func rename() async throws -> [Double] {
    try await change(seenBy: catalog) { [catalog] book in
      let start = ContinuousClock.now
      // Counted on from what it is called, so that it is another title each time.
      let parts = book.title.split(separator: " #")
      let title = "\(parts.first ?? "") #\(parts.count > 1 ? (Int(parts[1]) ?? 0) + 1 : 1)"
      try await catalog.write { _ = try $0.edit([book.id]) { $0.title = title } }
      return start
    }
  }

  /// Changes a row in view again and again.
  /// - Parameter edit: gives the time from which is counted.
  private func change(
    seenBy shown: BookCatalog, _ edit: (Book) async throws -> ContinuousClock.Instant
  ) async throws -> [Double] {
    let list = await list(in: shown)
    await list.jump(to: list.count.known / 2)
    var times: [Double] = []
    for turn in 0..<(repetitions + 5) {
      guard let book = list.state.content?.rows.randomElement(using: &random) else {
        throw BenchError("the list has no rows")
      }
      // It may come before the edit gives its answer.
      let before = updates
      let start = try await edit(book)
      let time = Stopwatch.milliseconds(await update(after: before) - start)
      if turn >= 5 { times.append(time) }
    }
    withExtendedLifetime(list) {}
    return times
  }

  private func scroll() async throws -> [Double] {
    let list = await list(.newestFirst, in: catalog)
    for index in 0..<list.count.known {
      list.rowAppeared(at: index)
      list.rowDisappeared(at: index - 30)
      while list[index] == nil { await nextUpdate() }
    }
    return [Double(ResourceUsage.own.ru_maxrss) * 1_024]
  }

  private func idle() async throws -> [Double] {
    let list = await list(in: catalog)
    list.rowAppeared(at: 0)
    try await Task.sleep(for: .milliseconds(500))
    let before = ResourceUsage.processorTime
    try await Task.sleep(for: .seconds(5))
    let share = (ResourceUsage.processorTime - before) / 5
    withExtendedLifetime(list) {}
    return [share]
  }
}
