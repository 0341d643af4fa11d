import CatalogModel

/// Languages in bibliographies: codes, names, and the names used by babel.
enum CitedLanguage {
  /// Returns the code for the language in a string, or for the first of several languages. An unknown language is
  /// returned unchanged if it may be a code.
  static func code(of text: String) -> String? { reading(of: text)?.code }

  /// Returns the code for the first language in a string. `isWhole` is true if the string names no other language.
  static func reading(of text: String) -> (code: String, isWhole: Bool)? {
    let text = text.trimmed()
    if let code = known(text) ?? (isCode(text) ? text : nil) { return (code, true) }
    var first = String(text.prefix { $0 != "," && $0 != ";" && $0 != "/" }).trimmed()
    if let and = first.firstRange(of: " and ") { first = String(first[..<and.lowerBound]) }
    return (known(first) ?? (first.utf8.count <= 35 && !first.isEmpty ? first : nil)).map { ($0, first == text) }
  }

  private static func known(_ text: String) -> String? {
    var name = text.lowercased()
    // biblatex prefixes the names with `lang`, as in `langgerman`.
    if name.hasPrefix("lang"), name.utf8.count > 6 { name = String(name.dropFirst(4)) }
    return LanguageCode.named(name) ?? babel[name]
  }

  private static func isCode(_ text: String) -> Bool { LanguageCode.isKnown(text) && LanguageCode.tag(text) != nil }

  /// Returns the English name for a language code. Returns the code itself if that name does not convert back to the
  /// same code.
  static func name(of code: String) -> String {
    guard let name = LanguageCode.englishName(of: code)?.lowercased(), Self.code(of: name) == code else { return code }
    return name
  }

  private static let babel = [
    "american": "en-US", "usenglish": "en-US", "british": "en-GB", "ukenglish": "en-GB", "australian": "en-AU",
    "newzealand": "en-NZ", "canadian": "en-CA", "ngerman": "deu", "germanb": "deu", "austrian": "de-AT",
    "naustrian": "de-AT", "swissgerman": "de-CH", "nswissgerman": "de-CH", "francais": "fra", "frenchb": "fra",
    "canadien": "fr-CA", "acadian": "fr-CA", "brazil": "pt-BR", "brazilian": "pt-BR", "portuges": "por",
    "mexican": "es-MX", "magyar": "hun", "norsk": "nor", "nynorsk": "nno", "bahasa": "ind", "polutonikogreek": "ell",
    "ancientgreek": "grc", "farsi": "fas", "bokmal": "nob", "uppersorbian": "hsb", "scottish": "gla",
  ]
}
