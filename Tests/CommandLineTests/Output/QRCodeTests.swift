import TestExpectations
import Testing

@testable import catalog_cli

@Suite("QR codes") struct QRCodeTests {
  @Test func `a code has a light border and three finder patterns, whatever the colours of the terminal`() throws {
    // Without libqrencode, no code is drawn.
    guard let code = QRCode("http://192.0.2.2:2665/") else { return }
    let lines = code.lines.map { $0.replacing(/\u{1B}\[[0-9;]*m/, with: "") }
    expectEqual(code.columns, 33)
    #expect(lines.count == 17 && lines.allSatisfy { $0.count == 33 })
    #expect(lines[0].allSatisfy { $0 == " " } && lines[1].allSatisfy { $0 == " " })
    let finder = ["█▀▀▀▀▀█", "█ ███ █", "█ ▀▀▀ █", "▀▀▀▀▀▀▀"]
    expectEqual(lines[2..<6].map { String($0.dropFirst(4).prefix(7)) }, finder)
    expectEqual(lines[2..<6].map { String($0.dropLast(4).suffix(7)) }, finder)
    expectEqual(lines[11..<15].map { String($0.dropFirst(4).prefix(7)) }, finder)
    #expect(code.lines.allSatisfy { $0.hasPrefix("\u{1B}[38;5;16;48;5;231m") && $0.hasSuffix("\u{1B}[0m") })
  }

  @Test func `a text that is too long gets no code`() {
    #expect(QRCode(String(repeating: "x", count: 5_000)) == nil)
  }
}
