/// The colours of a cell's text and of what is behind it: of the 256 that terminals number as xterm does, those of its cube and
/// its greys, which no theme changes (invisible-island.net/xterm/ctlseqs, "256-color").
package struct CellColors: Equatable, Sendable {
  package let foreground: UInt8
  package let background: UInt8
}

/// A picture in cells: each shows two colours, above each other, by half a block.
package struct CellPicture: Equatable, Sendable {
  /// From the top.
  package let lines: [ScreenLine]
  package let columns: Int

  /// As large as it can be in so many cells; a cell is taken to be twice as high as wide.
  ///
  /// - Parameters:
  ///   - bytes: red, green and blue of each pixel, row by row.
  ///   - columns: how many cells it may have side by side.
  ///   - rows: how many above each other.
  package init?(width: Int, height: Int, bytes: [UInt8], columns: Int, rows: Int) {
    guard width > 0, height > 0, bytes.count == width * height * 3, columns > 0, rows > 0 else { return nil }
    let scale = min(Double(columns) / Double(width), Double(2 * rows) / Double(height))
    let across = max(1, Int((Double(width) * scale).rounded()))
    let down = max(2, Int((Double(height) * scale).rounded()) & ~1)
    let halves = Halves(width: width, height: height, bytes: bytes, across: across, down: down)
    self.columns = across
    lines = (0..<down / 2).map { row in
      var line = ScreenLine()
      var (run, colors) = (0, halves.colors(0, row))
      for column in 0..<across {
        let own = halves.colors(column, row)
        if own != colors {
          line.append(String(repeating: Self.upperHalf, count: run), colors: colors)
          (run, colors) = (0, own)
        }
        run += 1
      }
      line.append(String(repeating: Self.upperHalf, count: run), colors: colors)
      return line
    }
  }

  private static let upperHalf = "\u{2580}"
}

/// A picture made smaller, of which each half of a cell has the mean of the pixels that it stands for.
private struct Halves {
  let width: Int
  let height: Int
  let bytes: [UInt8]
  let across: Int
  let down: Int

  func colors(_ column: Int, _ row: Int) -> CellColors {
    CellColors(foreground: color(column, 2 * row), background: color(column, 2 * row + 1))
  }

  private func color(_ column: Int, _ row: Int) -> UInt8 {
    let columns = Self.share(column, of: across, in: width)
    let rows = Self.share(row, of: down, in: height)
    var (red, green, blue) = (0, 0, 0)
    for y in rows {
      for x in columns {
        let place = (y * width + x) * 3
        red += Int(bytes[place])
        green += Int(bytes[place + 1])
        blue += Int(bytes[place + 2])
      }
    }
    let count = columns.count * rows.count
    return Self.nearest(red / count, green / count, blue / count)
  }

  /// At least one pixel, also of a picture that is made larger.
  private static func share(_ index: Int, of count: Int, in pixels: Int) -> Range<Int> {
    let first = min(pixels - 1, index * pixels / count)
    return first..<max(first + 1, min(pixels, (index + 1) * pixels / count))
  }

  /// What the six steps of the cube are.
  private static let steps = [0, 95, 135, 175, 215, 255]

  /// The number of the colour that is nearest.
  private static func nearest(_ red: Int, _ green: Int, _ blue: Int) -> UInt8 {
    func distance(_ r: Int, _ g: Int, _ b: Int) -> Int {
      (red - r) * (red - r) + (green - g) * (green - g) + (blue - b) * (blue - b)
    }
    func step(_ value: Int) -> Int { value < 48 ? 0 : value < 115 ? 1 : (value - 35) / 40 }
    let (r, g, b) = (step(red), step(green), step(blue))
    let grey = max(0, min(23, ((red + green + blue) / 3 - 3) / 10))
    let level = 8 + 10 * grey
    let isGrey = distance(level, level, level) < distance(steps[r], steps[g], steps[b])
    return UInt8(isGrey ? 232 + grey : 16 + 36 * r + 6 * g + b)
  }
}
