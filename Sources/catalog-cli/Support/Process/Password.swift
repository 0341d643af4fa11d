import CommandLineKit
import Platform

/// A reader of a password. The user types it at the terminal, or another program pipes it to standard input.
struct Password {
  let console: Console
  /// True if the password may be the first line of standard input when standard input is not a terminal.
  let isOnStandardInput: Bool

  /// Reads a password.
  ///
  /// - Parameter subject: The login that the password belongs to, such as “reader at https://books.example”.
  /// - Throws: ``ValidationError`` if there is no password; `CancellationError` on Ctrl-C.
  func read(for subject: String) throws -> String {
    let isTerminal = isatty(0) == 1
    guard isTerminal || isOnStandardInput else {
      throw ValidationError("no password for \(subject); pipe it to this command with --password-stdin")
    }
    let password = isTerminal ? try ask("Password for \(subject): ") : readLine() ?? ""
    guard !password.isEmpty else {
      throw ValidationError("no password given for \(subject); type it in a terminal or pipe it to this command")
    }
    return password
  }

  /// Asks for a password at the terminal and reads it without echoing the typed characters.
  func ask(_ question: String) throws -> String {
    try console.output.flush()
    let stream = console.diagnostics.stream
    try? stream.write(VisibleText.forTerminal(question))
    try? stream.flush()
    defer {
      try? stream.write("\n")
      try? stream.flush()
    }
    var original = termios()
    guard tcgetattr(0, &original) == 0 else { return readLine() ?? "" }
    var silent = original
    // Keys such as Ctrl-C are read as characters, because a signal would end the process while echo is still off.
    silent.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
    tcsetattr(0, TCSADRAIN, &silent)
    defer { tcsetattr(0, TCSADRAIN, &original) }
    return try Self.line()
  }

  /// Reads the typed characters up to the end of the line.
  private static func line() throws -> String {
    var typed: [UInt8] = []
    var byte: UInt8 = 0
    while typed.count < 4_096 {
      let count = withUnsafeMutableBytes(of: &byte) { SystemCall.read(0, into: $0) }
      guard count == 1 else { break }
      switch byte {
      case 0x0A, 0x0D, 0x04: return String(decoding: typed, as: UTF8.self)
      case 0x03: throw CancellationError()
      case 0x08, 0x7F:
        // Removes all bytes of the last UTF-8 character.
        while let last = typed.popLast(), last & 0xC0 == 0x80 {}
      case 0x15: typed = []
      default: typed.append(byte)
      }
    }
    return String(decoding: typed, as: UTF8.self)
  }
}
