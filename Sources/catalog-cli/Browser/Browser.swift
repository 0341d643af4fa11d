import Catalog
import CatalogSources
import CommandLineKit
@preconcurrency import Dispatch
import Observation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The browser at work: gives keys to the state, does what that asks for, and draws what comes of it. All of it happens on
/// the main actor, one thing after the other; what reads or writes the catalog is awaited there and runs elsewhere.
@MainActor final class Browser {
  /// What a browser is told by the command line.
  struct Settings: Sendable {
    let console: Console
    /// What the books must match.
    let query: String
    /// Commands for this catalog, for hints.
    let command: TypedCommand
    /// Who is asked for metadata; `nil` for nobody.
    let provider: (any MetadataProvider)?
    /// Where covers come from; `nil` where none are shown.
    let covers: CoverCache?
    /// What the user's settings say of keys and rows.
    let preferences: BrowserPreferences

    /// What to type about an error.
    var hints: ErrorHints { ErrorHints(command) }
  }

  let settings: Settings
  var state = BrowserState()
  var session: BrowserSession
  var refresh: Task<Void, Never>?
  /// Follows the book whose page is shown.
  var page: Task<Void, Never>?
  /// Follows what is in conflict, while that is shown.
  var following: Task<Void, Never>?
  /// The book whose preview is shown, and the reading of what is not in its row.
  var previewed: Book?
  var previewing: Task<Void, Never>?
  /// What is being read for a selection, or for suggestions.
  var reading: Task<Void, Never>?
  /// What a provider is being asked for a book that is to be added.
  var asking: Task<Void, Never>?
  /// Follows which of the selected books there are.
  var marking: Task<Void, Never>?
  /// What is being read of a range of books that is to be selected.
  var selecting: Task<Void, Never>? {
    didSet { state.isSelecting = selecting != nil }
  }
  /// The looking for the place of a book that is to be selected.
  var placing: Task<Void, Never>?
  /// The query for which suggestions were looked for last.
  var suggested = ""
  /// Counts the changes that were asked for, and has those that the list does not show yet.
  var changes = 0
  var unshown: Set<Int> = []
  let screen: Screen
  private var keyboard: Keyboard?
  private var growth = BarGrowth()
  private var growing: Task<Void, Never>?
  private var isDrawing = false
  /// Draws rows that are still being loaded, once it has waited for them.
  private var overdue: Task<Void, Never>?
  private var isOverdue = false
  private(set) var isLeaving = false
  /// Keys that were typed ahead of what the keys before them asked for.
  private var ahead: [Key] = []
  /// The files with texts that were written and are not stored yet.
  var unstored: [String] = []
  /// Counts what is observed, so that what was observed before is known.
  private var observation = 0

  /// - Throws: as ``Screen/init(_:)``.
  init(_ catalog: BookCatalog, _ settings: Settings) throws {
    self.settings = settings
    screen = try Screen(settings.console)
    (state.filter, state.isReadOnly) = (settings.query, catalog.isReadOnly)
    (state.keys, state.rowColumns) = (settings.preferences.keys, settings.preferences.columns)
    state.resize(screen.size)
    if !settings.preferences.problems.isEmpty {
      state.say(settings.preferences.problems.joined(separator: "\n"), isError: true)
    }
    session = BrowserSession(catalog, state, settings)
  }

  /// Shows the screen until the user leaves it; the process ends then.
  func run() -> Never {
    keyboard = Keyboard { [weak self] in self?.take($0) }
    begin(session)
    draw()
    dispatchMain()
  }

  /// Shows what a session has, from now on.
  func begin(_ session: BrowserSession) {
    self.session = session
    page?.cancel()
    following?.cancel()
    reading?.cancel()
    previewing?.cancel()
    asking?.cancel()
    placing?.cancel()
    selecting?.cancel()
    marking?.cancel()
    (previewed, selecting, unshown) = (nil, nil, [])
    session.books.moved = { [weak self] lines in
      guard let self else { return }
      state.shift(.list, by: lines, count: self.session.count(in: .list))
    }
    session.treeMoved = { [weak self] lines in
      guard let self else { return }
      state.shift(.tree, by: lines, count: self.session.count(in: .tree))
    }
    session.refresh.progress = { [weak self] progress in
      self?.state.refreshing = progress
      self?.setNeedsDrawing()
    }
    session.books.metadata?.refused = { [weak self] reason in
      self?.state.say(reason)
      self?.setNeedsDrawing()
    }
    followMarks()
    observe()
  }

  // MARK: Events

  private func take(_ event: Keyboard.Event) {
    switch event {
    case .keys(let keys):
      placing?.cancel()
      take(keys)
    case .redraw: redraw()
    case .stop:
      screen.stop()
      redraw()
    case .hungUp: if !isLeaving { leave(.failure) }
    }
    setNeedsDrawing()
  }

  /// Takes keys. Who types on while keys wait, and leaves or searches for something else, does not want those any more.
  private func take(_ keys: [Key]) {
    for key in keys {
      if isListAwaited || state.isAwaited, state.isHasty(key, behind: ahead) { ahead = [] }
      ahead.append(key)
    }
    takeKeys()
  }

  /// Whether the list, or what is selected of it, is not yet what was asked for.
  private var isListAwaited: Bool {
    session.isAwaited(in: state.mode) || selecting != nil || !unshown.isEmpty
  }

  /// Whether the selected line of the list is being loaded.
  private var isRowAwaited: Bool { session.isLoading(state.scroll.selected, in: state.mode) }

  /// Takes the keys that need not wait: one that is about a book is about one of the list that was asked for, or of all that
  /// were selected, which may not be there yet; and what is typed behind Enter is about what comes of that.
  private func takeKeys() {
    while let key = ahead.first, !state.waits(key, isListAwaited: isListAwaited, isRowAwaited: isRowAwaited) {
      ahead.removeFirst()
      handle(key)
    }
  }

  private func handle(_ key: Key) {
    // What came before it may have made the list longer.
    count()
    let row = session.row(state.scroll.selected, in: state.mode)
    for effect in state.handle(key, on: row) { perform(effect) }
  }

  private func count() {
    state.setCount(session.count(in: state.mode))
    state.found = session.books.list.count
  }

  /// Shows everything anew.
  func redraw() {
    screen.resume()
    state.resize(screen.size)
    // Its cover is as large as the screen allows.
    previewed = nil
    setNeedsDrawing()
  }

  /// Ends the process once what was asked to be stored is stored; asked again, at once.
  func leave(_ code: ExitCode) {
    if isLeaving { end(code) }
    isLeaving = true
    refresh?.cancel()
    Task { [session] in
      await refresh?.value
      await session.end()
      end(code)
    }
  }

  private func end(_ code: ExitCode) -> Never {
    keyboard?.end()
    screen.end()
    for path in unstored { settings.console.diagnostics.line("not stored: what you typed is in \(path)") }
    exit(code.rawValue)
  }

  /// Notices when what is shown changes.
  func observe() {
    observation += 1
    let own = observation
    withObservationTracking {
      session.touch()
    } onChange: {
      Task { @MainActor [weak self] in
        guard let self, own == observation else { return }
        observe()
        if let trouble = session.newTrouble() { take(trouble) }
        setNeedsDrawing()
      }
    }
  }

  // MARK: Drawing

  /// Draws once what is under way is done, however often it is called until then.
  func setNeedsDrawing() {
    guard !isDrawing else { return }
    isDrawing = true
    Task {
      isDrawing = false
      draw()
    }
  }

  /// Draws. For rows that are being loaded the screen stays as it is for a moment, so that it does not flicker.
  private func draw() {
    if !ahead.isEmpty { takeKeys() }
    count()
    suggest()
    preview(session.row(state.scroll.selected, in: state.mode)?.book)
    let range = state.scroll.top..<max(state.scroll.top, min(state.count, state.scroll.top + state.height))
    let lines = session.lines(range, state)
    if lines.content?.rows.contains(nil) == true, !isOverdue {
      if overdue == nil { overdue = Task { await drawOverdue() } }
      return
    }
    isOverdue = false
    growth.show(lines.content?.rows.compactMap { $0?.score == nil ? nil : $0?.book?.id } ?? [])
    screen.draw(BrowserView(state: state, lines: lines, growth: growth, symbols: symbols).frame)
    state.drawn()
    if growth.isGrowing, growing == nil { grow() }
  }

  private func drawOverdue() async {
    try? await Task.sleep(for: .milliseconds(20))
    overdue = nil
    isOverdue = true
    draw()
  }

  var symbols: TerminalSymbols { settings.console.outputSettings.symbols }

  private func grow() {
    growing = Task {
      while growth.isGrowing {
        try? await Task.sleep(for: .milliseconds(40))
        growth.step()
        draw()
      }
      growing = nil
    }
  }
}
