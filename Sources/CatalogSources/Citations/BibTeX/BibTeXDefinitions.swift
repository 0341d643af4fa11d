/// The words that `@string` defines, and the predefined abbreviations of the months.
struct BibTeXDefinitions {
  /// The maximum total size of all definitions in bytes.
  private static let sizeLimit = 16 * 1_048_576

  private var texts: [String: ArraySlice<UInt8>] = Dictionary(
    uniqueKeysWithValues: CitationDate.months.map { ($0, ArraySlice($0.utf8)) })
  private var size = 0

  mutating func define(_ fields: [BibTeXEntry.Field]) {
    for field in fields {
      // Copy the text, so that the entry can be released.
      let text = ArraySlice(Array(text(of: field.pieces).bytes))
      size += text.count + field.name.utf8.count
      if size <= Self.sizeLimit { texts[field.name.lowercased()] = text }
    }
  }

  /// Joins the pieces of a value. Also returns the first undefined word among the pieces, which is kept as text.
  func text(of pieces: [BibTeXEntry.Piece]) -> (bytes: ArraySlice<UInt8>, undefined: String?) {
    if pieces.count == 1, case .text(let text) = pieces[0] { return (text, nil) }
    var bytes: [UInt8] = []
    var undefined: String?
    for piece in pieces {
      switch piece {
      case .text(let text): bytes += text
      case .word(let word):
        if let text = texts[word] {
          bytes += text
        } else {
          bytes += Array(word.utf8)
          undefined = undefined ?? word
        }
      }
      // Definitions may contain earlier definitions, so their text could grow without limit.
      if bytes.count > InputBuffer.defaultRecordLimit { break }
    }
    return (bytes[...], undefined)
  }
}
