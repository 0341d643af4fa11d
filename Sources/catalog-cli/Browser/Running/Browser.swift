import Catalog
import CatalogSources
import CommandLineKit
@preconcurrency import Dispatch
import Observation
import Platform

/// The running browser. It passes keys to the state, carries out the resulting actions, and redraws the screen. All of
/// this runs on the main actor. The catalog is read and written elsewhere, without blocking the main actor.
@MainActor final class Browser {
  /// The settings of the browser from the command line.
  struct Settings: Sendable {
    let console: Console
    /// A query that limits the browser to the matching books.
    let query: String
    /// The `catalog` command line that selects this catalog, used in hints.
    let command: TypedCommand
    /// The metadata provider; `nil` for none.
    let provider: (any MetadataProvider)?
    /// The cache of covers; `nil` if no covers are shown.
    let covers: CoverCache?
    /// The user's settings for keys and columns.
    let preferences: BrowserPreferences

    /// The generator of hints for error messages.
    var hints: ErrorHints { ErrorHints(command) }
  }

  let settings: Settings
  var state = BrowserState()
  var session: BrowserSession
  var refresh: Task<Void, Never>?
  /// The task that keeps the open page of a book up to date.
  var page: Task<Void, Never>?
  /// The task that keeps the open page of conflicts up to date.
  var following: Task<Void, Never>?
  /// The previewed book (`previewed`), and the task that reads the parts of the preview that the row lacks
  /// (`previewing`).
  var previewed: Book?
  var previewing: Task<Void, Never>?
  /// The task that looks for alternatives to a query without results.
  var reading: Task<Void, Never>?
  /// The task that awaits a provider's response, either to a search or to a request for a book to add.
  var asking: Task<Void, Never>?
  /// The task that checks which selected books still exist.
  var marking: Task<Void, Never>?
  /// The task that reads a range of books to select.
  var selecting: Task<Void, Never>? {
    didSet { state.isSelecting = selecting != nil }
  }
  /// The task that searches the list for a book to select.
  var placing: Task<Void, Never>?
  /// The last query for which suggestions were looked up.
  var suggested = ""
  /// A counter that numbers the requested changes (`changes`), and the numbers of changes not yet visible in the list
  /// (`unshown`).
  var changes = 0
  var unshown: Set<Int> = []
  let screen: Screen
  private var keyboard: Keyboard?
  private var growth = BarGrowth()
  private var growing: Task<Void, Never>?
  private var isDrawing = false
  /// The task that redraws after a short delay, even if rows are still loading.
  private var overdue: Task<Void, Never>?
  private var isOverdue = false
  private(set) var isLeaving = false
  /// Keys that are held back until the actions of earlier keys are complete, in order.
  private var ahead: [Key] = []
  /// The paths of files with texts from the editor that are not stored yet.
  var unstored: [String] = []
  /// The number of the current observation. Notifications from earlier observations are ignored.
  private var observation = 0

  /// Creates the browser and takes over the screen.
  ///
  /// - Throws: The errors of ``Screen/init(_:)``.
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

  /// Shows the screen until the user quits, which ends the process.
  func run() -> Never {
    keyboard = Keyboard { [weak self] in self?.take($0) }
    begin(session)
    draw()
    dispatchMain()
  }

  /// Switches to a session and cancels all tasks of the previous session.
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

  /// Handles keys. A key that leaves the view or starts another search discards the earlier keys that are still held
  /// back.
  private func take(_ keys: [Key]) {
    for key in keys {
      if isListAwaited || state.isAwaited, state.isHasty(key, after: ahead) { ahead = [] }
      ahead.append(key)
    }
    takeKeys()
  }

  /// True if the list or the selection does not show the result of the latest request yet.
  private var isListAwaited: Bool {
    session.isAwaited(in: state.mode) || selecting != nil || !unshown.isEmpty
  }

  /// True if the selected line of the list is still loading.
  private var isRowAwaited: Bool { session.isLoading(state.scroll.selected, in: state.mode) }

  /// Handles the keys that were held back, up to the first key that must still wait. A key that acts on a book waits
  /// until the requested list or selection is loaded. A key typed after Enter waits for the result of Enter.
  private func takeKeys() {
    while let key = ahead.first, !state.waits(key, isListAwaited: isListAwaited, isRowAwaited: isRowAwaited) {
      ahead.removeFirst()
      handle(key)
    }
  }

  private func handle(_ key: Key) {
    // The list may have grown since the last key.
    count()
    let row = session.row(state.scroll.selected, in: state.mode)
    for effect in state.handle(key, on: row) { perform(effect) }
  }

  private func count() {
    state.setCount(session.count(in: state.mode))
    state.found = session.books.list.count
  }

  /// Redraws the whole screen.
  func redraw() {
    screen.resume()
    state.resize(screen.size)
    // The cover's size depends on the screen.
    previewed = nil
    setNeedsDrawing()
  }

  /// Ends the process after pending changes are stored. A second call ends the process immediately.
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
    for path in unstored { settings.console.diagnostics.line("not saved: your text is in \(path)") }
    exit(code.rawValue)
  }

  /// Observes changes to the displayed data.
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

  /// Schedules one redraw after the current work. Further calls before that redraw have no effect.
  func setNeedsDrawing() {
    guard !isDrawing else { return }
    isDrawing = true
    Task {
      isDrawing = false
      draw()
    }
  }

  /// Draws the screen. While rows are loading, the screen stays unchanged for 20 milliseconds to avoid flicker.
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
