import TestExpectations
import Testing

@testable import Catalog
@testable import CommandLineKit
@testable import catalog_cli

@Suite("The progress bar of a scan")
struct ScanBarTests {
  private let memory = MemoryStream()
  private let clock = ManualClock()

  private func bar() -> ScanBar {
    ScanBar(
      Diagnostics(
        stream: memory.stream(isTerminal: true), settings: .terminal(), output: memory.stream(isTerminal: true)),
      now: clock.now)
  }

  @Test("a short scan shows no bar")
  func quick() {
    let bar = bar()
    for done in [4_096, 8_192, 10_000] {
      clock.advance(by: .milliseconds(100))
      bar.show(ScanProgress(done: done, total: 10_000))
    }
    #expect(memory.text.isEmpty)
  }

  @Test("a longer scan shows a bar until it ends, and the next scan starts anew")
  func slow() {
    let bar = bar()
    for _ in 1...2 {
      let drawn = memory.pieces.count
      bar.show(ScanProgress(done: 4_096, total: 10_000))
      clock.advance(by: .milliseconds(500))
      expectEqual(memory.pieces.count, drawn)
      bar.show(ScanProgress(done: 8_192, total: 10_000))
      #expect(memory.text.hasSuffix("81%  8,192 of 10,000 books"), "\(memory.text)")
      bar.show(ScanProgress(done: 10_000, total: 10_000))
      #expect(!memory.text.hasSuffix("books"))
    }
  }
}
