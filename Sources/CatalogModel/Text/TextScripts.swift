/// The scripts of a text, in just enough detail to decide if two texts can be compared by their letters.
package enum TextScripts {
  /// Returns true if both texts use the same scripts and no East Asian script. In East Asian scripts, the same name can
  /// be written in several forms of Han characters or in kana, so comparing letters proves nothing.
  package static func areComparable(_ one: String, _ other: String) -> Bool {
    let scripts = scripts(of: one)
    return !scripts.isEmpty && !scripts.contains(eastAsian) && scripts == self.scripts(of: other)
  }

  private static let latin: UInt32 = 0
  private static let eastAsian: UInt32 = 1

  /// Returns numbers that represent the scripts of a text. All Latin letters share one number, and all East Asian
  /// letters share another. For other letters, each block of 256 scalars counts as a script.
  private static func scripts(of text: String) -> Set<UInt32> {
    var scripts: Set<UInt32> = []
    for scalar in Fold.fold(text).unicodeScalars where scalar.properties.isAlphabetic {
      switch scalar.value {
      case ..<0x250, 0x1E00..<0x1F00, 0xFB00..<0xFB07: scripts.insert(latin)
      case 0x1100..<0x1200, 0x2E80..<0xA000, 0xAC00..<0xD800, 0xF900..<0xFB00, 0xFF00..<0xFFF0, 0x20000...:
        scripts.insert(eastAsian)
      case let value: scripts.insert(value >> 8)
      }
    }
    return scripts
  }
}
