/// Protects cells that a spreadsheet would evaluate as formulas, since titles may come from untrusted sources
/// (owasp.org/www-community/attacks/CSV_Injection). Such a cell gets an apostrophe at its start. A cell that already
/// begins with an apostrophe also gets another apostrophe, so that each cell can be restored.
enum FormulaMark {
  /// The first characters of formulas, including their full-width forms, which some spreadsheets accept.
  private static let characters: Set<Unicode.Scalar> = ["=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠"]

  static func marked(_ cell: String) -> String { "'" + cell }

  /// Returns the cell, protected if necessary.
  static func protecting(_ cell: String) -> String {
    guard let first = cell.unicodeScalars.first, first == "'" || characters.contains(first) else { return cell }
    return marked(cell)
  }

  /// Returns the cell as it was before ``protecting(_:)``.
  static func removed(from cell: String) -> String {
    cell.utf8.first == UInt8(ascii: "'") ? String(decoding: cell.utf8.dropFirst(), as: UTF8.self) : cell
  }
}
