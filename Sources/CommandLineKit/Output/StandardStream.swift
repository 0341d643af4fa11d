import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A buffered writer over standard output, standard error or the pipe to a pager.
///
/// Text is collected and written in pieces of 64 KiB, so that a million rows cost few system calls. Nothing flushes
/// by itself at the end: who writes calls ``flush()``, which also tells whether everything arrived.
///
/// A failed stream stays failed: what was buffered is dropped and every later call throws the same error, so that no
/// output ever goes on after a gap.
///
/// A stream may carry one *transient line*, such as a progress bar: it is drawn in place and wiped before anything
/// else is written, so that messages and progress never mix.
///
/// Safe from any thread; one call's text stays together. The state (buffer, failure, transient line) is guarded by
/// one mutex, which is also held while writing.
package final class StandardStream: Sendable {
  /// What one attempt to write has done: taken some bytes (zero: try again), or failed with an error number.
  package enum Outcome: Sendable {
    case wrote(Int)
    case failed(errno: Int32)
  }

  private struct State {
    var buffer: [UInt8] = []
    var failure: OutputError?
    var eraser: String?
  }

  /// The buffer's size in bytes.
  package static let capacity = 64 * 1024

  package static let standardOutput = StandardStream(descriptor: 1, name: "standard output", isTerminal: isatty(1) == 1)
  package static let standardError = StandardStream(descriptor: 2, name: "standard error", isTerminal: isatty(2) == 1)

  /// How errors call this stream.
  package let name: String
  /// Whether a person reads this stream on a terminal, through a pager included.
  package let isTerminal: Bool

  private let send: @Sendable (UnsafeRawBufferPointer) -> Outcome
  private let state = Mutex(State())

  /// A stream that gives its bytes to `send`, which behaves like `write(2)`: it may take a part of them.
  package init(name: String, isTerminal: Bool, send: @escaping @Sendable (UnsafeRawBufferPointer) -> Outcome) {
    self.name = name
    self.isTerminal = isTerminal
    self.send = send
  }

  /// A stream over an open descriptor, which stays the caller's to close.
  package convenience init(descriptor: Int32, name: String, isTerminal: Bool) {
    self.init(name: name, isTerminal: isTerminal) { bytes in
      Self.write(bytes, to: descriptor)
    }
  }

  /// - Throws: ``OutputError`` when the buffer was full and could not be written.
  package func write(_ text: String) throws(OutputError) {
    try append(text.utf8)
  }

  /// - Throws: ``OutputError`` when the buffer was full and could not be written.
  package func write(_ bytes: [UInt8]) throws(OutputError) {
    try append(bytes)
  }

  /// Writes out what is buffered.
  package func flush() throws(OutputError) {
    try state.withLock { state throws(OutputError) in
      try drain(&state)
    }
  }

  /// Draws `line`, which holds no line break, in place of the transient line and shows it at once.
  ///
  /// - Parameter eraser: what wipes the line and puts the cursor back to its start.
  package func showTransientLine(_ line: String, eraser: String) throws(OutputError) {
    try state.withLock { state throws(OutputError) in
      eraseTransientLine(&state)
      state.buffer.append(contentsOf: line.utf8)
      state.eraser = eraser
      try drain(&state)
    }
  }

  /// Wipes the transient line, if there is one.
  package func removeTransientLine() throws(OutputError) {
    try state.withLock { state throws(OutputError) in
      eraseTransientLine(&state)
      try drain(&state)
    }
  }

  private func append(_ bytes: some Collection<UInt8>) throws(OutputError) {
    try state.withLock { state throws(OutputError) in
      eraseTransientLine(&state)
      state.buffer.append(contentsOf: bytes)
      if state.failure != nil || state.buffer.count >= Self.capacity { try drain(&state) }
    }
  }

  private func eraseTransientLine(_ state: inout State) {
    guard let eraser = state.eraser else { return }
    state.buffer.append(contentsOf: eraser.utf8)
    state.eraser = nil
  }

  private func drain(_ state: inout State) throws(OutputError) {
    if state.failure == nil {
      state.failure = state.buffer.withUnsafeBytes { sendAll($0) }
    }
    state.buffer.removeAll(keepingCapacity: true)
    if let failure = state.failure { throw failure }
  }

  private func sendAll(_ bytes: UnsafeRawBufferPointer) -> OutputError? {
    var rest = bytes[...]
    while !rest.isEmpty {
      switch send(UnsafeRawBufferPointer(rebasing: rest)) {
      case .wrote(let count): rest = rest.dropFirst(count)
      case .failed(EINTR): continue
      case .failed(EPIPE): return .closedPipe
      case .failed(let number): return .failed(stream: name, errno: number)
      }
    }
    return nil
  }

  /// `write(2)`. Any process that shares a terminal or pipe can make it non-blocking for all of them; such a
  /// descriptor is waited for.
  private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Outcome {
    #if canImport(Glibc)
      let count = Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    #elseif canImport(Darwin)
      let count = Darwin.write(descriptor, bytes.baseAddress, bytes.count)
    #endif
    if count >= 0 { return .wrote(count) }
    let number = errno
    guard number == EAGAIN || number == EWOULDBLOCK else { return .failed(errno: number) }
    var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    _ = poll(&wait, 1, -1)
    return .wrote(0)
  }
}
