import TestExpectations
import Testing

@testable import CommandLineKit

@Suite("A picture in cells")
struct CellPictureTests {
  private func picture(_ width: Int, _ colors: [(UInt8, UInt8, UInt8)], in columns: Int, _ rows: Int) -> CellPicture? {
    CellPicture(
      width: width, height: colors.count / width, bytes: colors.flatMap { [$0.0, $0.1, $0.2] }, columns: columns,
      rows: rows)
  }

  private func colors(_ picture: CellPicture?) -> [[String]] {
    (picture?.lines ?? []).map { line in
      line.pieces.map { "\($0.text.count)×\($0.colors?.foreground ?? 0)/\($0.colors?.background ?? 0)" }
    }
  }

  @Test("a picture shows two pixels per cell, merges equal ones, and uses the nearest color of the cube or the grays")
  func halves() {
    let (red, blue, grey): ((UInt8, UInt8, UInt8), (UInt8, UInt8, UInt8), (UInt8, UInt8, UInt8)) =
      ((255, 0, 0), (10, 5, 250), (100, 101, 99))
    let shown = picture(3, [red, red, grey, blue, blue, blue], in: 3, 1)
    expectEqual(colors(shown), [["2×196/21", "1×241/21"]])
    #expect(shown?.columns == 3 && shown?.lines.map(\.width) == [3])
    expectEqual(colors(picture(1, [(255, 255, 255), (0, 0, 0)], in: 5, 1)), [["1×231/16"]])
  }

  @Test("a picture keeps its shape within its room, averaged if smaller and repeated if larger")
  func size() {
    let checked: [(UInt8, UInt8, UInt8)] = (0..<64).map { $0 % 2 == 0 ? (0, 0, 0) : (254, 254, 254) }
    expectEqual(colors(picture(8, checked, in: 4, 50)), [["4×244/244"], ["4×244/244"]])
    expectEqual(colors(picture(8, checked, in: 50, 1)), [["2×244/244"]])
    expectEqual(
      colors(picture(1, [(255, 0, 0), (0, 0, 255)], in: 4, 4)),
      [
        ["4×196/196"], ["4×196/196"], ["4×21/21"], ["4×21/21"],
      ])
    // Even a very thin picture has a cell.
    expectEqual(
      picture(1, .init(repeating: (0, 0, 0), count: 900), in: 40, 10).map { [$0.columns, $0.lines.count] }, [1, 10])
    expectEqual(
      picture(900, .init(repeating: (0, 0, 0), count: 900), in: 40, 10).map { [$0.columns, $0.lines.count] }, [40, 1])
  }

  @Test("a picture without pixels or room is empty")
  func none() {
    #expect(CellPicture(width: 2, height: 2, bytes: [0, 0, 0], columns: 4, rows: 4) == nil)
    #expect(CellPicture(width: 0, height: 0, bytes: [], columns: 4, rows: 4) == nil)
    #expect(picture(1, [(0, 0, 0)], in: 0, 4) == nil)
  }
}
