/// The scripts of texts, as far as it takes to know whether two texts can be compared by their letters.
package enum TextScripts {
  /// True if both texts have letters of the same scripts, and of such that are spelled in one way: the same name may be
  /// written in Han characters of several forms, or in kana.
  package static func areComparable(_ one: String, _ other: String) -> Bool {
    let scripts = scripts(of: one)
    return !scripts.isEmpty && !scripts.contains(eastAsian) && scripts == self.scripts(of: other)
  }

  private static let latin: UInt32 = 0
  private static let eastAsian: UInt32 = 1

  /// Numbers that tell scripts apart. Blocks of 256 scalars do, apart from those of Latin and of East Asia.
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
