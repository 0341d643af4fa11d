/// The words that `@string` defines, and those that BibTeX knows: the months.
struct BibTeXDefinitions {
  /// The bytes that all of them have at most.
  private static let sizeLimit = 16 * 1_048_576

  private var texts: [String: ArraySlice<UInt8>] = Dictionary(
    uniqueKeysWithValues: CitationDate.months.map { ($0, ArraySlice($0.utf8)) })
  private var size = 0

  mutating func define(_ fields: [BibTeXEntry.Field]) {
    for field in fields {
      // A copy, so that the entry need not be kept.
      let text = ArraySlice(Array(text(of: field.pieces).bytes))
      size += text.count + field.name.utf8.count
      if size <= Self.sizeLimit { texts[field.name.lowercased()] = text }
    }
  }

  /// What the parts of a value say together, and a word among them that nothing defines: it stands there as it is.
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
      // Words that are defined by others could grow without an end.
      if bytes.count > InputBuffer.defaultRecordLimit { break }
    }
    return (bytes[...], undefined)
  }
}
