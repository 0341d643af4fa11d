import CommandLineKit

// Names of keys in help and settings.

extension Key {
  private static let names: [(name: String, key: Key)] = [
    ("Space", .character(" ")), ("Tab", .control("i")), ("↑", .up), ("↓", .down), ("←", .left), ("→", .right),
    ("Home", .home), ("End", .end), ("PgUp", .pageUp), ("PgDn", .pageDown), ("Enter", .enter), ("Esc", .escape),
    ("Backspace", .backspace), ("Del", .delete),
  ]
  /// Alternative names for the arrow keys, because arrow symbols are hard to type.
  private static let arrows: [(name: String, key: Key)] = [
    ("Up", .up), ("Down", .down), ("Left", .left), ("Right", .right),
  ]
  /// Letters that never reach the program together with Ctrl, because the terminal or the system handles them.
  private static let kept: [Unicode.Scalar] = ["q", "s", "z"]

  /// The name of the key as shown to the user.
  var words: String {
    if let named = Self.names.first(where: { $0.key == self }) { return named.name }
    return switch self {
    case .character(let scalar): String(Character(scalar))
    case .control(let scalar): "Ctrl-" + String(Character(scalar)).uppercased()
    case .wheelUp, .wheelDown: "wheel"
    default: ""
    }
  }

  /// Creates a key from its name: a character, or a name such as `Space`, `Up`, `PgDn` or `Ctrl-R`. Returns `nil` if
  /// the name is unknown or the terminal does not pass the key on.
  init?(named name: String) {
    let scalars = Array(name.unicodeScalars)
    if let named = (Self.names + Self.arrows).first(where: { $0.name.lowercased() == name.lowercased() }) {
      self = named.key
    } else if scalars.count == 1 {
      self.init(scalars[0])
    } else if name.lowercased().hasPrefix("ctrl-"), scalars.count == 6,
      let letter = name.lowercased().unicodeScalars.last,
      ("a"..."z").contains(letter), !Self.kept.contains(letter), let code = Unicode.Scalar(letter.value - 0x60)
    {
      self.init(code)
    } else {
      return nil
    }
    if self == .other { return nil }
  }
}
