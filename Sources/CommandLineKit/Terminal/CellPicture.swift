/// The foreground and background colours of a cell. Both are indices into xterm's 256-colour palette
/// (invisible-island.net/xterm/ctlseqs, "256-color"). Only the colour cube and the greys are used, because themes do
/// not change them.
package struct CellColors: Equatable, Sendable {
  package let foreground: UInt8
  package let background: UInt8
}

/// A picture made of cells. Each cell shows two colours, one above the other, with a half-block character.
package struct CellPicture: Equatable, Sendable {
  /// The lines of the picture from top to bottom.
  package let lines: [ScreenLine]
  package let columns: Int

  /// Creates the largest picture that fits in the given cells, assuming that a cell is twice as high as it is wide.
  /// Returns `nil` if a width or height is not positive, or if there are not exactly three bytes for each pixel.
  ///
  /// - Parameters:
  ///   - bytes: The red, green and blue bytes of each pixel, row by row.
  ///   - columns: The maximum width in cells.
  ///   - rows: The maximum height in cells.
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

/// A scaled picture in half cells. Each half cell has the mean colour of the pixels it covers.
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
        let offset = (y * width + x) * 3
        red += Int(bytes[offset])
        green += Int(bytes[offset + 1])
        blue += Int(bytes[offset + 2])
      }
    }
    let count = columns.count * rows.count
    return Self.nearest(red / count, green / count, blue / count)
  }

  /// Returns the range of pixels that a half cell covers, horizontally or vertically. The range contains at least one
  /// pixel, even if the picture is enlarged.
  private static func share(_ index: Int, of count: Int, in pixels: Int) -> Range<Int> {
    let first = min(pixels - 1, index * pixels / count)
    return first..<max(first + 1, min(pixels, (index + 1) * pixels / count))
  }

  /// The six levels of each component in the colour cube.
  private static let steps = [0, 95, 135, 175, 215, 255]

  /// Returns the palette index of the nearest colour.
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
