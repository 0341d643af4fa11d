import CommandLineKit

/// A candidate for the word being typed.
struct Offer: Equatable {
  let word: String
  /// A description, for shells that show one.
  var note = ""

  init(_ word: String, note: String = "") { (self.word, self.note) = (word, note) }

  /// True if the word cannot be shown or typed unchanged, because a terminal obeys or hides some of its characters.
  var isHazardous: Bool { word.unicodeScalars.contains(where: VisibleText.isHazard) }

  /// The line that completion scripts read.
  var line: String {
    let shown = VisibleText.forTerminal(note).prefix(Self.noteLength)
    return shown.isEmpty ? word : "\(word)\t\(shown)"
  }

  private static let noteLength = 60
}

extension Sequence<String> {
  /// Returns the strings that begin with a text, ignoring case.
  func beginning(with text: String) -> [String] {
    let typed = text.lowercased().utf8
    return filter { $0.lowercased().utf8.starts(with: typed) }
  }
}
