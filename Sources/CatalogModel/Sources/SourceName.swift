/// The name of a source: one word that people can type.
package enum SourceName {
  private static let characters = 1...64
  /// Bytes are limited, too: a character may have any number of combining marks.
  private static let bytes = 256

  /// Returns the canonical form of a name.
  ///
  /// - Throws: ``InvalidValue`` if the name is not valid.
  package static func checked(_ given: String) throws -> String {
    let name = given.canonicalLine()
    guard name.unicodeScalars.allSatisfy(isVisible), characters.contains(name.count), name.utf8.count <= bytes else {
      throw InvalidValue("name", given, "the name must be one word of 1 to 64 visible characters without “/”")
    }
    return name
  }

  /// Returns a valid name that resembles a text, such as a file's name, with room for a number after it.
  package static func resembling(_ text: String) -> String {
    var name = String.UnicodeScalarView()
    for scalar in text.canonicalLine().unicodeScalars { name.append(isVisible(scalar) ? scalar : "-") }
    let short = String(String(name).prefix(characters.upperBound - 10)).cut(toBytes: bytes - 10)
    return short.isEmpty ? "import" : short
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator, .spaceSeparator:
      false
    default: scalar != "/"
    }
  }
}
