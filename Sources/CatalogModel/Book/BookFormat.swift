/// The format of an edition.
public enum BookFormat: String, CaseIterable, Sendable, Codable {
  case hardcover, paperback, ebook, audiobook, comic, other

  /// The words that other programs use for formats, mapped to the raw values.
  static let otherWords: [String: String] = [
    "hardback": "hardcover", "hard cover": "hardcover", "library binding": "hardcover", "cloth": "hardcover",
    "leather bound": "hardcover", "board book": "hardcover", "gebundene ausgabe": "hardcover",
    "mass market paperback": "paperback", "trade paperback": "paperback", "softcover": "paperback",
    "pocket book": "paperback", "taschenbuch": "paperback", "broché": "paperback", "poche": "paperback",
    "spiral-bound": "paperback", "paper book": "paperback", "print": "paperback",
    "kindle edition": "ebook", "kindle": "ebook", "nook": "ebook", "epub": "ebook", "pdf": "ebook",
    "e-book": "ebook", "digital": "ebook",
    "audio": "audiobook", "audio cd": "audiobook", "audio cassette": "audiobook", "audible audio": "audiobook",
    "mp3 cd": "audiobook", "cd-rom": "audiobook", "listened": "audiobook",
    "graphic novel": "comic", "comics": "comic", "manga": "comic",
  ]
}
