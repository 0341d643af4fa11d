/// Single-byte encodings that expat does not support, and that are used for books from Eastern Europe.
///
/// The characters of the bytes 0x80 to 0xFF follow the WHATWG Encoding Standard (single-byte indexes); the lower bytes
/// are ASCII. A byte without a character is an error.
enum XMLEncoding {
  /// The characters of the bytes 0x80 to 0xFF, keyed by the lowercase encoding names that a document may declare.
  private static let upperHalves: [String: [Int32]] = {
    var table: [String: [Int32]] = [:]
    for (names, text) in texts {
      let characters = text.unicodeScalars.map { $0 == "\u{FFFD}" ? -1 : Int32($0.value) }
      for name in names { table[name] = characters }
    }
    return table
  }()

  /// Returns the characters of all 256 bytes of an encoding, −1 for unassigned bytes; `nil` for an unknown encoding.
  static func characters(of name: String) -> [Int32]? {
    upperHalves[name.lowercased()].map { Array(0..<128) + $0 }
  }

  private static let texts: [([String], String)] = [
    (
      ["windows-1251", "cp1251", "win-1251"],
      "ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u{FFFD}™љ›њќћџ"
        + "\u{A0}ЎўЈ¤Ґ¦§Ё©Є«¬\u{AD}®Ї°±Ііґµ¶·ё№є»јЅѕї"
        + "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ"
        + "абвгдежзийклмнопрстуфхцчшщъыьэюя"
    ),
    (
      ["koi8-r", "koi8r"],
      "\u{2500}\u{2502}\u{250C}\u{2510}\u{2514}\u{2518}\u{251C}\u{2524}\u{252C}\u{2534}\u{253C}"
        + "\u{2580}\u{2584}\u{2588}\u{258C}\u{2590}\u{2591}\u{2592}\u{2593}\u{2320}\u{25A0}\u{2219}"
        + "\u{221A}\u{2248}\u{2264}\u{2265}\u{A0}\u{2321}°\u{B2}·\u{F7}"
        + "\u{2550}\u{2551}\u{2552}ё\u{2553}\u{2554}\u{2555}\u{2556}\u{2557}\u{2558}\u{2559}\u{255A}"
        + "\u{255B}\u{255C}\u{255D}\u{255E}\u{255F}\u{2560}\u{2561}Ё\u{2562}\u{2563}\u{2564}\u{2565}"
        + "\u{2566}\u{2567}\u{2568}\u{2569}\u{256A}\u{256B}\u{256C}©"
        + "юабцдефгхийклмнопярстужвьызшэщчъ"
        + "ЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧЪ"
    ),
    (
      ["koi8-u"],
      "\u{2500}\u{2502}\u{250C}\u{2510}\u{2514}\u{2518}\u{251C}\u{2524}\u{252C}\u{2534}\u{253C}"
        + "\u{2580}\u{2584}\u{2588}\u{258C}\u{2590}\u{2591}\u{2592}\u{2593}\u{2320}\u{25A0}\u{2219}"
        + "\u{221A}\u{2248}\u{2264}\u{2265}\u{A0}\u{2321}°\u{B2}·\u{F7}"
        + "\u{2550}\u{2551}\u{2552}ёє\u{2554}ії\u{2557}\u{2558}\u{2559}\u{255A}\u{255B}ґ\u{255D}\u{255E}"
        + "\u{255F}\u{2560}\u{2561}ЁЄ\u{2563}ІЇ\u{2566}\u{2567}\u{2568}\u{2569}\u{256A}Ґ\u{256C}©"
        + "юабцдефгхийклмнопярстужвьызшэщчъ"
        + "ЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧЪ"
    ),
    (
      ["windows-1250", "cp1250"],
      "€\u{FFFD}‚\u{FFFD}„…†‡\u{FFFD}‰Š‹ŚŤŽŹ\u{FFFD}‘’“”•–—\u{FFFD}™š›śťžź"
        + "\u{A0}ˇ\u{2D8}Ł¤Ą¦§\u{A8}©Ş«¬\u{AD}®Ż°±\u{2DB}ł\u{B4}µ¶·\u{B8}ąş»Ľ\u{2DD}ľż"
        + "ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ\u{D7}ŘŮÚŰÜÝŢß"
        + "ŕáâăäĺćçčéęëěíîďđńňóôőö\u{F7}řůúűüýţ\u{2D9}"
    ),
    (
      ["windows-1252", "cp1252"],
      "€\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}Ž\u{FFFD}\u{FFFD}‘’“”•–—\u{2DC}™š›œ\u{FFFD}žŸ"
        + "\u{A0}\u{A1}\u{A2}\u{A3}¤\u{A5}¦§\u{A8}©ª«¬\u{AD}®\u{AF}°±\u{B2}\u{B3}\u{B4}µ¶·\u{B8}\u{B9}º»"
        + "\u{BC}\u{BD}\u{BE}\u{BF}"
        + "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ\u{D7}ØÙÚÛÜÝÞß"
        + "àáâãäåæçèéêëìíîïðñòóôõö\u{F7}øùúûüýþÿ"
    ),
  ]
}
