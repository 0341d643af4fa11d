/// The Windows language identifiers (LCID; [MS-LCID], section 2.1), which MOBI files use.
enum WindowsLanguage {
  /// The ISO 639-1 codes, keyed by language identifier without the region.
  private static let codes: [Int: String] = [
    1: "ar", 2: "bg", 3: "ca", 4: "zh", 5: "cs", 6: "da", 7: "de", 8: "el", 9: "en", 10: "es", 11: "fi", 12: "fr",
    13: "he", 14: "hu", 15: "is", 16: "it", 17: "ja", 18: "ko", 19: "nl", 20: "no", 21: "pl", 22: "pt", 24: "ro",
    25: "ru", 27: "sk", 28: "sq", 29: "sv", 30: "th", 31: "tr", 32: "ur", 33: "id", 34: "uk", 35: "be", 36: "sl",
    37: "et", 38: "lv", 39: "lt", 41: "fa", 42: "vi", 43: "hy", 44: "az", 45: "eu", 47: "mk", 54: "af", 55: "ka",
    57: "hi", 58: "mt", 62: "ms", 63: "kk", 65: "sw", 69: "bn", 70: "pa", 71: "gu", 73: "ta", 74: "te", 75: "kn",
    76: "ml", 78: "mr", 79: "sa", 80: "mn", 97: "ne",
  ]

  /// Returns the code of a language.
  ///
  /// - Parameter number: The language identifier, with the region in the bits above the lowest ten.
  /// - Returns: The code, or `nil` if the language is unknown. Serbian and Croatian share an identifier, so `nil` is
  ///   returned for both.
  static func code(_ number: Int) -> String? { codes[number & 0x3FF] }
}
