import CatalogModel

/// Languages as bibliographies name them: by codes, by their names, and as babel calls them.
enum CitedLanguage {
  /// The code of a language, of several the first; what is not known stays as it is where it may be a code.
  static func code(of text: String) -> String? { reading(of: text)?.code }

  /// The code as ``code(of:)`` has it, and whether the text says no more than that.
  static func reading(of text: String) -> (code: String, isWhole: Bool)? {
    let text = text.trimmed()
    if let code = known(text) ?? (isCode(text) ? text : nil) { return (code, true) }
    var first = String(text.prefix { $0 != "," && $0 != ";" && $0 != "/" }).trimmed()
    if let and = first.firstRange(of: " and ") { first = String(first[..<and.lowerBound]) }
    return (known(first) ?? (first.utf8.count <= 35 && !first.isEmpty ? first : nil)).map { ($0, first == text) }
  }

  private static func known(_ text: String) -> String? {
    var name = text.lowercased()
    // biblatex has keys for their names: `langgerman`.
    if name.hasPrefix("lang"), name.utf8.count > 6 { name = String(name.dropFirst(4)) }
    return LanguageCode.named(name) ?? babel[name]
  }

  private static func isCode(_ text: String) -> Bool { LanguageCode.isKnown(text) && LanguageCode.tag(text) != nil }

  /// What a language is called in bibliographies, where its code stands for no more than its name; else the code.
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
