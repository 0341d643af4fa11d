import CPseudoTerminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A program in its own pseudo-terminal (pty(7)), which sends it keys and reads its output as a terminal does.
final class TerminalProcess {
  /// The pause after which a frame is complete, in milliseconds. Growing bars are drawn every 40 ms, and after
  /// ``stillness`` their next frame comes 20 ms after the key, so it does not count as the response to the key.
  private static let frameGap: Int32 = 12
  /// A screen on which nothing was written for so many milliseconds is done, what grows or blinks on it included.
  private static let stillness: Int32 = 60
  /// The time limit for any output, in milliseconds.
  private static let patience: Int32 = 10_000

  private let process: RunningProcess
  private let terminal: Int32
  private var piece = [UInt8](repeating: 0, count: 65_536)

  /// Starts a program, and waits until its screen is there.
  ///
  /// - Parameters:
  ///   - command: is run with `TERM` as xterm.
  ///   - rows: of the terminal.
  ///   - columns: of the terminal.
  /// - Throws: ``BenchError`` when there is no terminal to be had, or nothing is written.
  init(_ command: ProcessCommand, rows: Int = 24, columns: Int = 80) throws {
    var (ours, theirs): (Int32, Int32) = (-1, -1)
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    guard openpty(&ours, &theirs, nil, nil, &size) == 0 else { throw BenchError(errno: "open", "a terminal") }
    defer { close(theirs) }
    for end in [ours, theirs] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    terminal = ours
    var command = command
    command.environment += [("TERM", "xterm"), ("LC_ALL", "C.UTF-8")]
    do {
      process = try command.start(atTerminal: theirs)
    } catch {
      close(ours)
      throw error
    }
    _ = try waitUntilStill(since: .now)
  }

  deinit { close(terminal) }

  /// Types, and waits until the screen has answered and is still.
  ///
  /// - Parameter keys: the bytes that a terminal sends for them.
  /// - Returns: milliseconds from the key to the last byte of the first frame.
  func type(_ keys: String) throws -> Double {
    let start = ContinuousClock.now
    try FileWriter.write(Array(keys.utf8)[...], to: terminal, process.command.line)
    return try waitUntilStill(since: start)
  }

  /// Types what ends the program, and waits for its end.
  func end(with keys: String) throws {
    try FileWriter.write(Array(keys.utf8)[...], to: terminal, process.command.line)
    // The program waits until its last output is read. When the other end is closed, read(2) fails.
    while read(terminal, &piece, piece.count) > 0 {}
    try process.wait()
  }

  private func waitUntilStill(since start: ContinuousClock.Instant) throws -> Double {
    var last: Double?
    var frame: Double?
    while true {
      var event = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
      let count = poll(&event, 1, last == nil ? Self.patience : frame == nil ? Self.frameGap : Self.stillness)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        guard let last else { throw BenchError("\(process.command.line) wrote nothing on its terminal") }
        if let frame { return frame }
        frame = last
        continue
      }
      guard read(terminal, &piece, piece.count) > 0 else {
        throw BenchError("\(process.command.line) left its terminal")
      }
      last = Stopwatch.milliseconds(ContinuousClock.now - start)
    }
  }
}
