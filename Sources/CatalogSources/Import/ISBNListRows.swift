import CatalogModel

/// A plain list of ISBNs, one per line, as a table of one column. Blank lines and comments that start with `#` are
/// skipped. The first line may be a column name.
final class ISBNListRows: TableRows {
  let headerRow = CSVRow(number: 0, line: 0, cells: ["isbn"], raw: Array("isbn".utf8), problem: nil)
  let delimiter = UInt8(ascii: ",")
  let encoding = RowEncoding.utf8

  /// The number of bytes to examine when recognising a list of ISBNs.
  static let startBytes = 64 * 1024

  private let lines: LineReader
  private var number = 0
  private static let values = CellValues(dialect: .unknown)

  init(_ lines: LineReader) { self.lines = lines }

  /// Returns true if the input begins like a list of ISBNs: with a line that contains only an ISBN, or with the column
  /// name.
  static func isOne(_ start: ArraySlice<UInt8>) -> Bool {
    var isNamed = false
    for line in start.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      guard let text = text(of: String(decoding: line, as: UTF8.self)) else { continue }
      if !isNamed, isName(text) {
        isNamed = true
        continue
      }
      return isbn(text) != nil
    }
    return isNamed
  }

  func next() throws(InputError) -> CSVRow? {
    while let line = try lines.next() {
      guard case .bytes(let bytes) = line.content else {
        number += 1
        return CSVRow(number: number, line: line.number, cells: [], raw: [], problem: "is not an ISBN")
      }
      guard let text = Self.text(of: String(decoding: bytes, as: UTF8.self)) else { continue }
      if number == 0, Self.isName(text) { continue }
      number += 1
      let problem = Self.isbn(text) == nil ? "is not an ISBN: \(text.shortened(to: 40))" : nil
      return CSVRow(number: number, line: line.number, cells: [text], raw: Array(text.utf8), problem: problem)
    }
    return nil
  }

  /// Returns the text of a line without its comment, quotes and trailing separators, or `nil` if nothing is left.
  private static func text(of line: String) -> String? {
    let line = line.prefix { $0 != "#" }.drop { $0 == "\u{FEFF}" }
    var text = String(line).trimmed()
    while let last = text.last, last == "," || last == ";" { text = String(text.dropLast()).trimmed() }
    if text.utf8.count > 1, text.hasPrefix("\""), text.hasSuffix("\"") { text = String(text.dropFirst().dropLast()) }
    text = values.unwrapped(text.replacing("\"\"", with: "\""), .isbn)
    return text.isEmpty ? nil : text
  }

  private static func isName(_ text: String) -> Bool {
    BookField.isbn.definition.columns.contains(ColumnMapping.plain(text))
  }

  private static func isbn(_ text: String) -> ISBN? {
    // If a line contains two ISBNs, the intended one is unknown.
    guard !text.contains(where: { $0 == "," || $0 == ";" || $0 == "|" || $0 == "\t" }) else { return nil }
    return try? CellValues.isbn(text)
  }
}
