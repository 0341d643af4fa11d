import CommandLineKit

/// A word that may stand in the place of the one that is typed.
struct Offer: Equatable {
  let word: String
  /// What it means, for shells that show that.
  var note = ""

  init(_ word: String, note: String = "") { (self.word, self.note) = (word, note) }

  /// Whether it could not be shown, or not be typed, as it is: a terminal obeys control characters and hides others.
  var isHazardous: Bool { word.unicodeScalars.contains(where: VisibleText.isHazard) }

  /// As the scripts read it.
  var line: String {
    let shown = VisibleText.forTerminal(note).prefix(Self.noteLength)
    return shown.isEmpty ? word : "\(word)\t\(shown)"
  }

  private static let noteLength = 60
}

extension Sequence<String> {
  /// Those that begin with a text, in letters of either case.
  func beginning(with text: String) -> [String] {
    let typed = text.lowercased().utf8
    return filter { $0.lowercased().utf8.starts(with: typed) }
  }
}
