import CUTF8Proc

/// The one function that makes text comparable, for search and for sort keys: compatibility decomposition, marks
/// dropped, case folded, and the letters that Unicode does not decompose spelled out. “Półciężkość” and “polciezkosc”
/// fold to the same text.
package enum Fold {
  /// Stored in the catalog; a catalog with another number has its keys and its search index rebuilt. Under 1, words were
  /// divided by characters where they are joined by scalars, so that some were two in the vocabulary, and rows stood where
  /// nobody took them out.
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

  /// The folded text when all of it is ASCII, which nearly every title is.
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

  /// Letters that look decomposable to a reader and are not to Unicode.
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
