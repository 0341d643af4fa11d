import CNcurses
@preconcurrency import Dispatch
import Platform

/// A reader of typed keys and terminal signals. It delivers events on the main actor and uses no processor time while
/// there is no input.
@MainActor package final class Keyboard {
  /// An input event.
  package enum Event: Equatable, Sendable {
    /// All available keys, in order.
    case keys([Key])
    /// The window was resized, or the process was resumed after it was stopped.
    case redraw
    /// The user pressed Ctrl-Z.
    case stop
    /// The terminal was disconnected.
    case hungUp
  }

  private let take: @MainActor (Event) -> Void
  private var sources: [any DispatchSourceRead] = []
  /// The part of a pasted text that has arrived so far; `nil` if nothing is being pasted.
  private var pasted: String?
  private var decoder = KeyDecoder()

  /// The maximum size of pasted text in bytes. Any text beyond it is discarded.
  private static let pasteLimit = 1 << 20

  /// Starts reading. A ``Screen`` must be active.
  ///
  /// - Parameter take: A closure that is called with each event.
  package init(_ take: @escaping @MainActor (Event) -> Void) {
    self.take = take
    watch(0) { [weak self] in self?.readKeys() }
    watch(cncurses_signals()) { [weak self] in self?.readSignals() }
  }

  /// Stops reading. Keys typed later are left for the next program to read.
  package func end() {
    for source in sources { source.cancel() }
    sources = []
  }

  private func watch(_ descriptor: Int32, _ body: @escaping @MainActor () -> Void) {
    guard descriptor >= 0 else { return }
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    source.setEventHandler { MainActor.assumeIsolated(body) }
    source.activate()
    sources.append(source)
  }

  private func readKeys() {
    var keys: [Key] = []
    func add(_ decoded: [Key]) {
      for key in decoded { if pasted == nil { keys.append(key) } else { paste(key) } }
    }
    while let typed = Self.next() {
      switch typed {
      case .pasteBegins:
        add(decoder.end())
        pasted = ""
      case .pasteEnds:
        add(decoder.end())
        if let pasted { keys.append(.paste(pasted)) }
        pasted = nil
      case .character(let scalar): add(decoder.take(scalar))
      case .key(let key): add(decoder.take(key))
      }
    }
    add(decoder.pause())
    if !keys.isEmpty {
      take(.keys(keys))
    } else if cncurses_is_hung_up() {
      take(.hungUp)
    }
  }

  /// Adds a key to the text that is being pasted.
  private func paste(_ key: Key) {
    guard let bytes = pasted?.utf8.count, bytes < Self.pasteLimit else { return }
    switch key {
    case .character(let scalar): pasted?.unicodeScalars.append(scalar)
    case .enter: pasted?.append("\n")
    case .control("i"): pasted?.append("\t")
    default: break
    }
  }

  private enum Typed {
    case character(Unicode.Scalar)
    case key(Key)
    case pasteBegins, pasteEnds
  }

  private static func next() -> Typed? {
    var scalar: UInt32 = 0
    switch cncurses_read(&scalar) {
    case CNCURSES_NONE: return nil
    case CNCURSES_PASTE_BEGINS: return .pasteBegins
    case CNCURSES_PASTE_ENDS: return .pasteEnds
    case CNCURSES_CHARACTER: return Unicode.Scalar(scalar).map(Typed.character) ?? .key(.other)
    case let code: return .key(key(code))
    }
  }

  private static func key(_ code: cncurses_key) -> Key {
    switch code {
    case CNCURSES_UP: return .up
    case CNCURSES_DOWN: return .down
    case CNCURSES_LEFT: return .left
    case CNCURSES_RIGHT: return .right
    case CNCURSES_HOME: return .home
    case CNCURSES_END: return .end
    case CNCURSES_PAGE_UP: return .pageUp
    case CNCURSES_PAGE_DOWN: return .pageDown
    case CNCURSES_BACKSPACE: return .backspace
    case CNCURSES_DELETE: return .delete
    case CNCURSES_ENTER: return .enter
    case CNCURSES_WHEEL_UP: return .wheelUp
    case CNCURSES_WHEEL_DOWN: return .wheelDown
    default: return .other
    }
  }

  private func readSignals() {
    while case let signal = cncurses_next_signal(), signal != 0 {
      take(signal == SIGTSTP ? .stop : .redraw)
    }
  }
}
