import CQREncode

/// A QR code, drawn with characters on a terminal. It is made by libqrencode (fukuchi.org/works/qrencode) if that is
/// installed. The library is loaded with the first code.
struct QRCode {
  /// The width of the light border that scanners need, in modules (ISO/IEC 18004, section 6.3.8).
  private static let quietZone = 4
  /// The modules on one side, without the border.
  private let width: Int
  /// The modules row by row; true for dark ones.
  private let isDark: [Bool]

  /// Creates the smallest code for a text. Returns `nil` if the library is not installed or the text is too long.
  init?(_ text: String) {
    guard cqrencode_load() == nil else { return nil }
    let size = Int(CQRENCODE_MAX_WIDTH)
    var modules = [UInt8](repeating: 0, count: size * size)
    width = cqrencode_make(text, &modules)
    guard width > 0 else { return nil }
    isDark = modules.prefix(width * width).map { $0 == 1 }
  }

  /// The width of the lines in cells.
  var columns: Int { width + 2 * Self.quietZone }

  /// The lines of the code. Each character shows two modules, one above the other. The lines set the colours black and
  /// white, because some scanners cannot read light codes on a dark background.
  var lines: [String] {
    let range = -Self.quietZone..<width + Self.quietZone
    return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { row in
      let characters = range.map { column in
        switch (dark(column, row), dark(column, row + 1)) {
        case (false, false): " "
        case (true, false): "▀"
        case (false, true): "▄"
        case (true, true): "█"
        }
      }
      return "\u{1B}[38;5;16;48;5;231m\(characters.joined())\u{1B}[0m"
    }
  }

  private func dark(_ column: Int, _ row: Int) -> Bool {
    (0..<width).contains(column) && (0..<width).contains(row) && isDark[row * width + column]
  }
}
