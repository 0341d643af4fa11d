import Platform
import Synchronization

/// A buffered writer for standard output, standard error or the pipe to a pager.
///
/// Text is written in chunks of 64 KiB, so that a million rows need few system calls. The stream is not flushed
/// automatically: the caller must call ``flush()`` at the end, which also reports whether everything was written. After
/// a failure, the stream discards its buffer, and every later call throws the same error. The output therefore never
/// has gaps.
///
/// A stream may have one *transient line*, such as a progress bar. It is erased before any other text is written, so
/// that messages and progress never mix.
///
/// The stream is safe to use from any thread, and the text of one call is never split. One mutex guards the state
/// (buffer, failure, transient line) and is also held while writing.
package final class StandardStream: Sendable {
  /// The result of one attempt to write: the number of bytes accepted (zero means try again), or an error number.
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

  /// The name of this stream in error messages.
  package let name: String
  /// True if the stream's text appears on a terminal, either directly or through a pager.
  package let isTerminal: Bool

  private let send: @Sendable (UnsafeRawBufferPointer) -> Outcome
  private let state = Mutex(State())

  /// Creates a stream that passes its bytes to `send`. Like `write(2)`, `send` may accept only some of the bytes.
  package init(name: String, isTerminal: Bool, send: @escaping @Sendable (UnsafeRawBufferPointer) -> Outcome) {
    self.name = name
    self.isTerminal = isTerminal
    self.send = send
  }

  /// Creates a stream for an open descriptor. The caller remains responsible for closing the descriptor.
  package convenience init(descriptor: Int32, name: String, isTerminal: Bool) {
    self.init(name: name, isTerminal: isTerminal) { bytes in
      Self.write(bytes, to: descriptor)
    }
  }

  /// Appends text to the buffer and writes the buffer out when it is full.
  ///
  /// - Throws: ``OutputError`` if the buffer could not be written out.
  package func write(_ text: String) throws(OutputError) {
    try append(text.utf8)
  }

  /// Appends bytes to the buffer and writes the buffer out when it is full.
  ///
  /// - Throws: ``OutputError`` if the buffer could not be written out.
  package func write(_ bytes: [UInt8]) throws(OutputError) {
    try append(bytes)
  }

  /// Writes out the buffer.
  package func flush() throws(OutputError) {
    try state.withLock { state throws(OutputError) in
      try drain(&state)
    }
  }

  /// Replaces the transient line with `line`, which must not contain line breaks, and flushes the stream.
  ///
  /// - Parameter eraser: The text that erases the line and returns the cursor to its start.
  package func showTransientLine(_ line: String, eraser: String) throws(OutputError) {
    try state.withLock { state throws(OutputError) in
      eraseTransientLine(&state)
      state.buffer.append(contentsOf: line.utf8)
      state.eraser = eraser
      try drain(&state)
    }
  }

  /// Erases the transient line, if there is one, and flushes the stream.
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

  /// Writes bytes with `write(2)`, and waits until the descriptor is ready. The wait is necessary because any process
  /// that shares a terminal or pipe can make it non-blocking for every other process.
  private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Outcome {
    let count = SystemCall.write(descriptor, bytes)
    if count >= 0 { return .wrote(count) }
    let number = errno
    guard number == EAGAIN || number == EWOULDBLOCK else { return .failed(errno: number) }
    var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    _ = poll(&wait, 1, -1)
    return .wrote(0)
  }
}
