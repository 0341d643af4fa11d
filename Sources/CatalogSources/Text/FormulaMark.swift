/// The apostrophe before a cell that a spreadsheet would take for a formula and compute: what a stranger's title may ask of
/// it is nothing that its reader wants done (owasp.org/www-community/attacks/CSV_Injection). A cell that begins with an
/// apostrophe gets another one, so that each is read back as it was.
enum FormulaMark {
  /// What a formula begins with, in full width too, as some spreadsheets take it.
  private static let signs: Set<Unicode.Scalar> = ["=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠"]

  static func marked(_ cell: String) -> String { "'" + cell }

  /// The cell, marked where it needs it.
  static func protecting(_ cell: String) -> String {
    guard let first = cell.unicodeScalars.first, first == "'" || signs.contains(first) else { return cell }
    return marked(cell)
  }

  /// The cell as it was before ``protecting(_:)``.
  static func removed(from cell: String) -> String {
    cell.utf8.first == UInt8(ascii: "'") ? String(decoding: cell.utf8.dropFirst(), as: UTF8.self) : cell
  }
}
