import Synchronization

@testable import CommandLineKit
@testable import catalog_cli

/// The writes of a stream, piece by piece.
final class MemoryStream: Sendable {
  private let written = Mutex<[[UInt8]]>([])

  /// Each write as text.
  var pieces: [String] { written.withLock { $0.map { String(decoding: $0, as: UTF8.self) } } }
  var text: String { written.withLock { String(decoding: $0.flatMap(\.self), as: UTF8.self) } }
  var lines: [String] { text.split(separator: "\n").map(String.init) }

  func stream(isTerminal: Bool = false) -> StandardStream {
    StandardStream(name: "memory", isTerminal: isTerminal) { bytes in
      self.written.withLock { $0.append(Array(bytes)) }
      return .wrote(bytes.count)
    }
  }
}

extension TerminalSettings {
  /// Returns the settings of a terminal of `width` cells that shows UTF-8.
  static func terminal(
    width: Int = 80, color: ColorChoice = .never, environment: [String: String] = [:]
  ) -> TerminalSettings {
    let defaults = ["LANG": "C.UTF-8", "TERM": "xterm"]
    return TerminalSettings(
      environment: defaults.merging(environment) { _, new in new }, isTerminal: true, color: color,
      windowColumns: width)
  }

  /// The settings of a pipe or a file.
  static let pipe = TerminalSettings(environment: [:], isTerminal: false)
}
