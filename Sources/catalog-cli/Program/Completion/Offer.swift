import CommandLineKit

/// A candidate for the word being typed.
struct Offer: Equatable {
  let word: String
  /// A description of the candidate, shown by shells that support descriptions.
  var note = ""

  init(_ word: String, note: String = "") { (self.word, self.note) = (word, note) }

  /// True if the word contains characters that a terminal would obey or hide. Such a word can be neither shown nor
  /// typed unchanged.
  var isHazardous: Bool { word.unicodeScalars.contains(where: VisibleText.isHazard) }

  /// The line for completion scripts: the word, a tab and the beginning of the description. Without a description, only
  /// the word.
  var line: String {
    let shown = VisibleText.forTerminal(note).prefix(Self.noteLength)
    return shown.isEmpty ? word : "\(word)\t\(shown)"
  }

  private static let noteLength = 60
}
