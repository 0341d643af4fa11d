import Catalog
import CatalogModel
import CatalogSources
import FoundationEssentials
import Platform
import Synchronization

/// The imports of uploaded files. A dry run of each file comes first, and the file is kept until its sender confirms or
/// discards it. Imports continue after the response to their request.
final class ServedImports: Sendable {
  /// The limits on kept files: how long a file is kept, the number of files for each account and in total, and the
  /// total size.
  struct Limits: Sendable {
    var time = Duration.seconds(1_800)
    /// The time to wait for the dry run of an upload before the page shows its progress instead.
    var patience = Duration.seconds(3)
    var ofOne = 4
    var ofAll = 16
    var bytes = 1_073_741_824
  }

  private struct State {
    var kept: [String: KeptImport] = [:]
    var running: [String: Task<Void, Never>] = [:]
    var number = 0
    var isStopped = false
  }

  private let served: ServedCatalog
  private let completer: (any RecordCompleter)?
  private let limits: Limits
  private let queue = ImportTurns()
  /// A closure to call when a file was imported.
  private let imported: @Sendable (SentImport) -> Void
  /// A closure to call when an import ends. An import can end without a change to the catalog, so no other event would
  /// report its end.
  private let ended: @Sendable () -> Void
  private let state = Mutex(State())

  init(
    _ served: ServedCatalog, completer: (any RecordCompleter)? = nil, limits: Limits = Limits(),
    imported: @escaping @Sendable (SentImport) -> Void = { _ in }, ended: @escaping @Sendable () -> Void
  ) {
    (self.served, self.completer, self.limits) = (served, completer, limits)
    (self.imported, self.ended) = (imported, ended)
  }

  /// Returns the source for a file. If the sender chose a name, this is the source with that name. Otherwise, it is the
  /// source that the file updates, or else a source named after the file.
  ///
  /// - Throws: ``Problem``, 400 for a name that is too long; 403 for a source that belongs to somebody else; 409 for a
  ///   file that is older than the source's last import.
  func source(of upload: Upload, wished: String?, for viewer: Viewer) async throws -> SentSource {
    if let wished = wished?.trimmed(), !wished.isEmpty {
      guard wished.utf8.count <= 200 else { throw Problem.badRequest("The source name is longer than 200 bytes.") }
      try await requireOwn(wished, viewer)
      return SentSource(name: wished, isWished: true, scan: try await Self.scan(upload))
    }
    let name = upload.name ?? SentImport.unnamed
    let location = SentImport.location(of: name, by: viewer) ?? ""
    let (catalog, scan) = (try served.catalog(for: viewer), try await Self.scan(upload))
    let (here, found) = try await catalog.read { snapshot in
      (try snapshot.importSource(at: location), try scan.flatMap { try snapshot.importSource(of: $0) })
    }
    let updated = here == nil && found?.isCertain == true ? found : nil
    try Self.requireNewer(scan, than: here ?? updated)
    if let updated { return SentSource(name: updated.name, isWished: false, scan: scan, updated: updated) }
    let free = try await catalog.importName(ImportInput.sourceName(ofFile: name), location: location)
    return SentSource(name: free, isWished: false, scan: scan, similar: here == nil ? found : nil)
  }

  private static func scan(_ upload: Upload) async throws -> ImportScan? {
    // Errors in the file are reported by the dry run.
    guard let input = try? ImportInput(descriptor: upload.file.reopened(), name: upload.name ?? "") else { return nil }
    return try await input.scan(today: PartialDate.day(at: Date()))
  }

  private static func requireNewer(_ scan: ImportScan?, than known: KnownImport?) throws {
    guard let known, let newest = known.newest, let scan, scan.isOlder(than: newest) else { return }
    throw Problem(
      409,
      detail: """
        The file is older than the last import of “\(known.name)”: its latest date is \
        \(scan.newest?.description ?? ""), that of the last import \(newest). To import it anyway, enter \
        “\(known.name)” as the source name.
        """)
  }

  /// Refuses a source that belongs to somebody else, because an import under its name could replace or remove all its
  /// values. Owners may use any source.
  ///
  /// - Throws: ``Problem``, 403.
  private func requireOwn(_ name: String, _ viewer: Viewer) async throws {
    let known: CatalogSource
    do { known = try await served.catalog(for: viewer).source(named: name) } catch let error as CatalogError
      where error.code == .noSuchSource
    { return }
    guard !SentImport.isOwn(known.location, of: viewer) else { return }
    throw Problem(403, detail: "A source with this name belongs to somebody else. Choose another name.")
  }

  /// Imports a file, or makes a dry run, and waits until it ends.
  ///
  /// - Throws: ``Problem``, or another error, as ``SentImport/run(in:isDryRun:completer:progress:)``.
  func outcome(of sent: SentImport, isDryRun: Bool) async throws -> ImportOutcome {
    let catalog = try served.catalog(for: sent.viewer)
    let outcome = try await queue.run { [completer] in
      try await sent.run(in: catalog, isDryRun: isDryRun, completer: completer)
    }
    guard !outcome.report.isInterrupted else { throw Self.interrupted }
    if !isDryRun { imported(sent) }
    return outcome
  }

  private static let interrupted = Problem(
    503,
    detail: "The import was stopped before it finished. The rows stored until then are kept. "
      + "Repeat the same import to store the rest.",
    fields: ["Retry-After": "5"])

  // MARK: Kept files

  /// Keeps a file and starts its dry run.
  ///
  /// - Returns: A token of 128 random bits that identifies the file. Only the sender can use it.
  /// - Throws: ``Problem``, 503 if there is no room.
  func keep(_ upload: Upload, source: SentSource, for viewer: Viewer) throws -> String {
    let catalog = try served.catalog(for: viewer)
    let token = Self.newToken()
    let size = upload.file.count
    let refusal: Problem? = state.withLock { state in
      if state.isStopped { return Answerer.stopping }
      // If the sender has too many files, remove the oldest of those that are not being read.
      let own = state.kept.filter { $0.value.account == viewer.account }
      if own.count >= limits.ofOne {
        let idle = own.filter { !$0.value.isRunning }
        guard let oldest = idle.min(by: { $0.value.number < $1.value.number })?.key else { return Self.full }
        state.kept.removeValue(forKey: oldest)?.timer?.cancel()
      }
      let held = state.kept.values.reduce(0) { $0 + ($1.upload == nil ? 0 : $1.size) }
      guard state.kept.count < limits.ofAll, held.saturated(adding: size) <= limits.bytes else { return Self.full }
      state.number += 1
      state.kept[token] = KeptImport(
        account: viewer.account, number: state.number, name: upload.name, size: size, source: source, upload: upload,
        state: .looking(nil))
      begin(SentImport(upload: upload, source: source, viewer: viewer), token, isDryRun: true, in: catalog, &state)
      return nil
    }
    if let refusal { throw refusal }
    return token
  }

  /// Waits a short time for the dry run of a file. The dry run of a large file takes longer than a user would wait for
  /// a page.
  ///
  /// - Throws: ``Problem``, the reason why the file cannot be imported. The file is removed in that case.
  func look(_ token: String) async throws {
    if let task = state.withLock({ $0.running[token] }) { await Self.wait(for: task, atMost: limits.patience) }
    guard case .failed(let problem)? = state.withLock({ $0.kept[token]?.state }) else { return }
    forget(token)
    throw problem
  }

  private static func wait(for task: Task<Void, Never>, atMost limit: Duration) async {
    let (ends, ended) = AsyncStream.makeStream(of: Void.self)
    let tasks = [
      Task {
        await task.value
        ended.finish()
      },
      Task {
        try? await Task.sleep(for: limit)
        ended.finish()
      },
    ]
    for await _ in ends {}
    for task in tasks { task.cancel() }
  }

  private static let full = Problem(
    503, detail: "Too many files are waiting to be imported. Import or cancel yours, or try again in half an hour.",
    fields: ["Retry-After": "600"])

  private static func newToken() -> String {
    var random = SystemRandomNumberGenerator()
    return (0..<2).map { _ in (random.next() as UInt64).hexadecimal }.joined()
  }

  /// Returns the file with the given token; `nil` if the token is unknown or belongs to somebody else.
  func kept(_ token: String, for viewer: Viewer) -> KeptImport? {
    state.withLock { state in state.kept[token].flatMap { $0.account == viewer.account ? $0 : nil } }
  }

  /// Makes another dry run of a file with a different source.
  func lookAgain(_ token: String, source: SentSource, for viewer: Viewer) throws {
    try begin(token, source: source, isDryRun: true, for: viewer)
  }

  /// Starts the import of a file, unless it has already started. A form sent twice therefore imports once.
  func start(_ token: String, for viewer: Viewer) throws {
    try begin(token, source: nil, isDryRun: false, for: viewer)
  }

  /// Starts another dry run or the import of a file, if its dry run has finished; otherwise does nothing.
  ///
  /// - Parameter source: The new source; `nil` to keep the previous one.
  private func begin(_ token: String, source: SentSource?, isDryRun: Bool, for viewer: Viewer) throws {
    let catalog = try served.catalog(for: viewer)
    state.withLock { state in
      guard !state.isStopped, let kept = state.kept[token], let upload = kept.upload, case .tried = kept.state else {
        return
      }
      state.kept[token]?.source = source ?? kept.source
      let sent = SentImport(upload: upload, source: source ?? kept.source, viewer: viewer)
      begin(sent, token, isDryRun: isDryRun, in: catalog, &state)
    }
  }

  private func begin(
    _ sent: SentImport, _ token: String, isDryRun: Bool, in catalog: BookCatalog, _ state: inout State
  ) {
    state.kept[token]?.timer?.cancel()
    state.kept[token]?.state = isDryRun ? .looking(nil) : .running(nil)
    state.running[token] = Task { finish(token, await work(sent, token, isDryRun: isDryRun, in: catalog)) }
  }

  private func work(
    _ sent: SentImport, _ token: String, isDryRun: Bool, in catalog: BookCatalog
  ) async -> KeptImport.State {
    do {
      let outcome = try await queue.run { [completer, self] in
        try await sent.run(in: catalog, isDryRun: isDryRun, completer: completer) { progress in
          self.state.withLock { $0.kept[token]?.state = isDryRun ? .looking(progress) : .running(progress) }
        }
      }
      if !isDryRun { imported(sent) }
      return isDryRun && !outcome.report.isInterrupted ? .tried(outcome) : .ended(outcome)
    } catch {
      return .failed(error as? Problem ?? (error is CancellationError ? Self.interrupted : .failed))
    }
  }

  private func finish(_ token: String, _ end: KeptImport.State) {
    let timer = timer(for: token)
    state.withLock { state in
      state.running[token] = nil
      state.kept[token]?.timer = timer
      state.kept[token]?.state = end
      if case .tried = end { return }
      state.kept[token]?.upload = nil
    }
    ended()
  }

  private func timer(for token: String) -> Task<Void, Never> {
    Task { [weak self, limits] in
      guard (try? await Task.sleep(for: limits.time)) != nil else { return }
      self?.forget(token)
    }
  }

  /// Removes a file, unless it is being read.
  func forget(_ token: String) {
    state.withLock { state in
      if state.kept[token]?.isRunning == false { state.kept.removeValue(forKey: token)?.timer?.cancel() }
    }
  }

  /// Cancels all imports and removes all files. Data already stored is kept.
  func stop() async {
    let running = state.withLock { state in
      state.isStopped = true
      for kept in state.kept.values { kept.timer?.cancel() }
      state.kept = state.kept.filter { $0.value.isRunning }
      return Array(state.running.values)
    }
    for task in running { task.cancel() }
    for task in running { await task.value }
    state.withLock { $0.kept = [:] }
  }
}
