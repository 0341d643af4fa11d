/// What sources may be called.
enum SourceName {
  /// A name as it is stored.
  ///
  /// - Throws: ``InvalidValue`` where it is no visible word.
  static func checked(_ given: String) throws -> String {
    let name = given.canonicalLine()
    let isVisible = name.unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator,
        .spaceSeparator:
        false
      default: scalar != "/"
      }
    }
    // Bytes too: a character may hold any number of marks.
    guard isVisible, (1...64).contains(name.count), name.utf8.count <= 256 else {
      throw InvalidValue("name", given, "a source's name is one word of 1 to 64 visible characters without “/”")
    }
    return name
  }
}
