import CatalogSources
import TestExpectations
import Testing

@testable import CommandLineKit
@testable import catalog_cli

@Suite("JSON on standard output")
struct JSONWriterTerminalTests {
  private func document(_ settings: TerminalSettings, onePerLine: Bool = false) -> String {
    var json = JSONWriter(for: settings, onePerLine: onePerLine)
    json.strings(["a\u{9B}\u{202E}\u{7F}é👩‍🚀"])
    json.endLine()
    return String(decoding: json.bytes, as: UTF8.self)
  }

  @Test("JSON for programs is compact and exactly as stored")
  func piped() {
    expectEqual(document(.pipe), "[\"a\u{9B}\u{202E}\u{7F}é👩‍🚀\"]\n")
  }

  @Test("JSON for people is indented and harmless")
  func terminal() {
    expectEqual(document(.terminal()), "[\n  \"a\\u009b\\u202e\\u007fé👩‍🚀\"\n]\n")
    expectEqual(document(.terminal(), onePerLine: true), "[\"a\\u009b\\u202e\\u007fé👩‍🚀\"]\n")
  }
}
