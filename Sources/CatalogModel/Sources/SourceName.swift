/// The name of a source: one word that people can type.
package enum SourceName {
  private static let characters = 1...64
  /// The maximum size in bytes. A limit on characters is not enough, because a character may have any number of
  /// combining marks.
  private static let bytes = 256

  /// Checks a name, and returns it in canonical form.
  ///
  /// - Throws: ``InvalidValue`` if the name is not valid.
  package static func checked(_ given: String) throws -> String {
    let name = given.canonicalLine()
    guard name.unicodeScalars.allSatisfy(isVisible), characters.contains(name.count), name.utf8.count <= bytes else {
      throw InvalidValue("name", given, "the name must be one word of 1 to 64 visible characters without “/”")
    }
    return name
  }

  /// Returns a valid name that resembles a text, such as a file's name, and leaves room for a number to be appended.
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
