/// An encoder of pixels as sixels (DEC, VT330/VT340 Programmer Reference Manual, chapter 14), in 216 colours.
enum Sixel {
  /// The number of levels for each of the components red, green and blue.
  private static let steps = 6
  /// The height of a sixel in pixels.
  private static let rows = 6

  static func text(of pixels: Pixels) -> String {
    let colors = stride(from: 0, to: pixels.width * pixels.height * 3, by: 3).map { color(pixels.bytes[$0..<$0 + 3]) }
    var text = "\u{1B}P0;1;0q\"1;1;\(pixels.width);\(pixels.height)"
    for color in Set(colors).sorted() {
      let parts = [color / (steps * steps), color / steps % steps, color % steps].map { $0 * 100 / (steps - 1) }
      text += "#\(color);2;\(parts[0]);\(parts[1]);\(parts[2])"
    }
    for top in stride(from: 0, to: pixels.height, by: rows) {
      text += band(colors, pixels.width, top..<min(top + rows, pixels.height)) + "-"
    }
    return text + "\u{1B}\\"
  }

  private static func color(_ pixel: ArraySlice<UInt8>) -> Int {
    pixel.reduce(0) { $0 * steps + (Int($1) * (steps - 1) + 127) / 255 }
  }

  /// Returns a band of pixel rows as high as one sixel. The band has a line of sixels for each colour; `$` returns to
  /// the start of the band.
  private static func band(_ colors: [Int], _ width: Int, _ rows: Range<Int>) -> String {
    var columns: [Int: [UInt8]] = [:]
    for row in rows {
      for column in 0..<width {
        columns[colors[row * width + column], default: [UInt8](repeating: 0, count: width)][column] |=
          1 << UInt8(row - rows.lowerBound)
      }
    }
    return columns.sorted { $0.key < $1.key }.map { "#\($0.key)" + runs($0.value) }.joined(separator: "$")
  }

  /// Returns sixels with run-length encoding.
  private static func runs(_ sixels: [UInt8]) -> String {
    var text = ""
    var rest = sixels[...]
    while let first = rest.first {
      let count = rest.prefix { $0 == first }.count
      rest = rest.dropFirst(count)
      let character = String(UnicodeScalar(63 + first))
      text += count > 3 ? "!\(count)\(character)" : String(repeating: character, count: count)
    }
    return text
  }
}
