extension BookQuery {
  /// A part of a query's text, such as `tag:sf OR tag:fantasy`, and the text that is left without it.
  package typealias Part = (text: String, rest: String)

  /// The parts of the text that must all match, in order. A text that cannot be divided is a single part, and an
  /// empty text has none. Use this to show the conditions one by one, each with a button that removes it.
  package var parts: [Part] {
    let pieces = Self.pieces(of: text)
    // The parser ignores further terms, so the parts of such a text would not mean what the text means.
    guard pieces.count <= QueryParser.termLimit else { return [(text.trimmed(), "")] }
    let all = pieces.indices.map { index in
      (pieces[index], (pieces[..<index] + pieces[(index + 1)...]).joined(separator: " "))
    }
    // A division is used only if all texts mean what they mean together. Words next to each other may belong together,
    // such as the initials of a name or the parts of an ISBN.
    let queries = pieces.map { Self.flat(QueryParser.parse($0)) }
    let isExact =
      Self.flat(QueryParser.parse(text)) == queries.flatMap(\.self)
      && all.indices.allSatisfy { index in
        Self.flat(QueryParser.parse(all[index].1)) == (queries[..<index] + queries[(index + 1)...]).flatMap(\.self)
      }
    return isExact ? all : [(text.trimmed(), "")]
  }

  /// Divides a text at its spaces, except inside quotation marks and next to `OR`.
  private static func pieces(of text: String) -> [String] {
    var pieces: [String] = []
    var piece = ""
    var closing: Character?
    func end() {
      guard !piece.isEmpty else { return }
      if piece == "OR" || pieces.last?.hasSuffix(" OR") == true, let last = pieces.popLast() {
        piece = "\(last) \(piece)"
      }
      pieces.append(piece)
      piece = ""
    }
    for character in text {
      if character == closing {
        closing = nil
      } else if closing == nil {
        if character.isWhitespace {
          end()
          continue
        }
        closing = ["\"": "\"", "“": "”"][character]
      }
      piece.append(character)
    }
    end()
    return pieces
  }
}
