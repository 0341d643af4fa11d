import Synchronization
import TestExpectations
import Testing

@testable import CommandLineKit
@testable import catalog_cli

@Suite("A progress bar")
struct ProgressBarTests {
  private let memory = MemoryStream()
  private let clock = ManualClock()

  private func bar(total: Int?, settings: TerminalSettings = .terminal()) -> ProgressBar {
    ProgressBar(
      "Importing", unit: "books", total: total, stream: memory.stream(isTerminal: true), settings: settings,
      now: clock.now)
  }

  private func line(
    done: Int, of total: Int?, initial: Int = 0, after elapsed: Duration, width: Int = 100
  ) -> String {
    ProgressLine(label: "Importing", unit: "books", initial: initial, done: done, total: total, elapsed: elapsed)
      .text(width: width, symbols: .ascii)
  }

  @Test("a progress bar appears at once, without waiting for an update")
  func firstSign() {
    let bar = bar(total: 1000)
    expectEqual(memory.text, "Importing ░░░░░░░░░░░░░░░░░░░░ 0%  0 of 1,000 books")
    bar.finish()
  }

  @Test("an estimated total is shown with two significant digits")
  func guessedTotal() {
    func line(of total: Int) -> String {
      ProgressLine(
        label: "Importing", unit: "rows", initial: 0, done: 16_000, total: total, isTotalEstimated: true,
        elapsed: .seconds(4)
      ).text(width: 100, symbols: .ascii)
    }
    expectEqual(
      line(of: 299_412), "Importing #------------------- 5%  16,000 of about 300,000 rows  4,000/s  1m 11s left")
    expectEqual(line(of: 16_099), "Importing ###################- 99%  16,000 of about 16,000 rows  4,000/s  1s left")
  }

  @Test("a progress bar is drawn at most ten times a second")
  func rateOfDrawing() {
    let bar = bar(total: 1000)
    for done in 1...1000 {
      clock.advance(by: .milliseconds(1))
      bar.update(done: done)
    }
    expectEqual(memory.pieces.count, 11)
    expectEqual(memory.pieces.last, "\r\u{1B}[KImporting ████████████████████ 100%  1,000 of 1,000 books  1,000/s")
  }

  @Test("finishing clears the line, and a late update draws nothing")
  func finishing() {
    let bar = bar(total: nil)
    bar.finish()
    clock.advance(by: .seconds(1))
    bar.update(done: 5)
    bar.finish()
    expectEqual(memory.pieces, ["Importing  0 books", "\r\u{1B}[K"])
  }

  @Test("the total may be set later")
  func lateTotal() {
    let bar = bar(total: nil)
    clock.advance(by: .milliseconds(100))
    bar.update(done: 1, total: 4)
    expectEqual(memory.pieces.last?.hasSuffix("Importing █████░░░░░░░░░░░░░░░ 25%  1 of 4 books"), true)
  }

  @Test("the line is cleared with spaces on a terminal that cannot erase")
  func dumbTerminal() {
    let settings = TerminalSettings.terminal(environment: ["TERM": "dumb"])
    bar(total: nil, settings: settings).finish()
    expectEqual(memory.pieces, ["Importing  0 books", "\r                  \r"])
  }

  @Test("a progress bar writes nothing if standard error is not a terminal")
  func noTerminal() {
    let bar = bar(total: 10, settings: .pipe)
    clock.advance(by: .seconds(1))
    bar.update(done: 5)
    bar.finish()
    #expect(memory.pieces.isEmpty)
  }

  @Test("a progress bar shows count, percent, rate and time left")
  func figures() {
    expectEqual(
      line(done: 300_000, of: 1_000_000, after: .seconds(3)),
      "Importing ######-------------- 30%  300,000 of 1,000,000 books  100,000/s  7s left")
    expectEqual(line(done: 42, of: nil, after: .seconds(2)), "Importing  42 books  21/s")
    #expect(line(done: 1, of: 100, after: .milliseconds(999)).hasSuffix("1%  1 of 100 books"))
    #expect(line(done: 999, of: 1000, after: .zero).contains(" 99%"))
    #expect(line(done: 3, of: 400, after: .seconds(10)).hasSuffix("0.3/s  22m 04s left"))
    #expect(line(done: 600, initial: 500, of: 1000, after: .seconds(5)).hasSuffix("20/s  20s left"))
    #expect(line(done: 1, of: 20_000, after: .seconds(1)).hasSuffix("1.0/s  5h 33m left"))
  }

  @Test("extreme numbers do not crash")
  func oddNumbers() {
    #expect(line(done: 0, of: 0, after: .zero).contains("100%"))
    #expect(line(done: 20, of: 10, after: .seconds(1)).hasSuffix("100%  20 of 10 books  20/s"))
    #expect(line(done: 1, of: Int.max, after: .seconds(1)).hasSuffix("books  1.0/s"))
    #expect(line(done: Int.max, of: nil, after: .seconds(1)).hasSuffix("books"))
    #expect(line(done: 5, initial: 10, of: 20, after: .seconds(2)).hasSuffix("5 of 20 books"))
  }

  @Test("a progress bar fits any width and drops the least important parts first", arguments: 0...90)
  func narrow(width: Int) {
    let text = line(done: 300_000, of: 1_000_000, after: .seconds(3), width: width)
    #expect(DisplayWidth.of(text) <= width)
    if width >= 14 { #expect(text.hasPrefix("Importing") && text.contains("30%")) }
  }
}

extension ProgressBarTests {
  private func line(done: Int, initial: Int, of total: Int?, after elapsed: Duration) -> String {
    line(done: done, of: total, initial: initial, after: elapsed)
  }
}
