import CUTF8Proc

/// Text folding, which makes texts comparable. It is the basis of search and of sort keys. It applies compatibility
/// decomposition, removes marks, folds case, and spells out letters that Unicode does not decompose. “Półciężkość” and
/// “polciezkosc” fold to the same text.
package enum Fold {
  /// The version of the folding rules, which is stored in the catalog. If the stored version differs, the catalog's
  /// keys and its search index are rebuilt.
  package static let version: Int64 = 2

  package static func fold(_ text: String) -> String {
    if let ascii = foldASCII(text) { return ascii }
    let options = [
      UTF8PROC_COMPAT, UTF8PROC_DECOMPOSE, UTF8PROC_CASEFOLD, UTF8PROC_STRIPMARK, UTF8PROC_IGNORE, UTF8PROC_STABLE,
    ]
    let folded = text.transformed(by: options) ?? text.lowercased()
    guard folded.unicodeScalars.contains(where: { spelledOut($0) != nil }) else { return folded }
    var result = ""
    for scalar in folded.unicodeScalars {
      if let spelling = spelledOut(scalar) { result += spelling } else { result.unicodeScalars.append(scalar) }
    }
    return result
  }

  /// Returns the folded text if the text is all ASCII, as nearly every title is; otherwise `nil`.
  private static func foldASCII(_ text: String) -> String? {
    var copy = text
    return copy.withUTF8 { bytes -> String? in
      guard bytes.allSatisfy({ $0 < 128 }) else { return nil }
      return String(unsafeUninitializedCapacity: bytes.count) { folded in
        for (index, byte) in bytes.enumerated() {
          folded[index] = (65...90).contains(byte) ? byte + 32 : byte
        }
        return bytes.count
      }
    }
  }

  /// Returns the plain spelling of a letter that Unicode does not decompose, such as “ł”; `nil` for any other letter.
  private static func spelledOut(_ scalar: UnicodeScalar) -> String? {
    switch scalar {
    case "ł": "l"
    case "ø": "o"
    case "đ", "ð": "d"
    case "þ": "th"
    case "æ": "ae"
    case "œ": "oe"
    case "ı": "i"
    case "ħ": "h"
    case "ŧ": "t"
    default: nil
    }
  }
}
