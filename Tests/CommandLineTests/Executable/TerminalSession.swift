import CatalogTestSupport
import Platform

extension Sandbox {
  /// The view of a user who runs `catalog` on a terminal: both streams as they arrive, and the exit code.
  struct Screen: Equatable, CustomStringConvertible {
    var text: String
    var code: Int32

    var description: String { "exit code \(code)\n--- screen\n\(text)---" }
    var masked: Screen { Screen(text: text.masked, code: code) }
  }

  /// Runs `catalog` on a new terminal.
  ///
  /// - Parameters:
  ///   - keys: The typed keys, which are not shown.
  ///   - columns: The width of the window.
  ///   - variables: Environment variables. By default, colors and the pager are off.
  func onTerminal(
    _ arguments: String..., keys: String = "", columns: Int = 80, variables: [String: String] = [:]
  ) throws -> Screen {
    let (terminal, path) = try Self.openTerminal()
    // The device stays open until the child has opened it, so that its settings and input are kept.
    let device = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard device >= 0 else { throw ChildProcess.Failure(call: "open \(path)", code: errno) }
    var settings = termios()
    tcgetattr(device, &settings)
    settings.c_lflag &= ~tcflag_t(ECHO)
    settings.c_oflag &= ~tcflag_t(OPOST)
    tcsetattr(device, TCSANOW, &settings)
    var size = winsize(ws_row: 24, ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(terminal, UInt(TIOCSWINSZ), &size)
    let defaults = ["TERM": "xterm", "NO_COLOR": "1", "CATALOG_PAGER": "cat"]
    let child = try ChildProcess(
      Self.inFolder(folder.path, arguments), environment: environment(with: defaults.merging(variables) { $1 }),
      streams: [.file(path, flags: O_RDWR), .file(path, flags: O_RDWR), .file(path, flags: O_RDWR)],
      ownsSession: true)
    close(device)
    if !keys.isEmpty { _ = keys.utf8.withContiguousStorageIfAvailable { write(terminal, $0.baseAddress, $0.count) } }
    let received = child.read([terminal])
    return Screen(text: String(decoding: received[0], as: UTF8.self), code: child.wait())
  }

  /// Opens a new terminal and returns the descriptor of its controlling side and the path of its device.
  private static func openTerminal() throws -> (descriptor: Int32, path: String) {
    let flags = O_RDWR | O_NOCTTY | O_CLOEXEC
    #if canImport(Glibc)
      // The equivalent of grantpt(3), unlockpt(3) and ptsname(3), which Swift does not import here.
      let terminal = open("/dev/ptmx", flags)
      var (number, isLocked): (UInt32, Int32) = (0, 0)
      guard terminal >= 0, ioctl(terminal, UInt(0x4004_5431), &isLocked) == 0,  // TIOCSPTLCK
        ioctl(terminal, UInt(0x8004_5430), &number) == 0  // TIOCGPTN
      else { throw ChildProcess.Failure(call: "open /dev/ptmx", code: errno) }
      return (terminal, "/dev/pts/\(number)")
    #elseif canImport(Darwin)
      let terminal = posix_openpt(flags)
      guard terminal >= 0, grantpt(terminal) == 0, unlockpt(terminal) == 0, let name = ptsname(terminal) else {
        throw ChildProcess.Failure(call: "posix_openpt", code: errno)
      }
      return (terminal, String(cString: name))
    #endif
  }
}
