import CatalogModel

/// Files as JabRef, Zotero and Mendeley write them: `description:path:type`, divided by semicolons; a backslash stands before a
/// colon or semicolon that belongs to a path.
enum BibTeXFiles {
  /// The paths, each with its type behind a tab.
  static func files(in value: ArraySlice<UInt8>) -> [String] {
    let text = plain(value)
    if FileAddress.isOne(text) { return [text] }
    return divided(text, at: UInt8(ascii: ";")).compactMap { item in
      let parts = divided(item, at: UInt8(ascii: ":")).map { unescaped($0).trimmed() }
      switch parts.count {
      case 1: return parts[0].isEmpty ? nil : parts[0]
      // `path:type` of Zotero.
      case 2: return parts[0].isEmpty ? parts[1] : "\(parts[0])\t\(parts[1])"
      default: return parts[1].isEmpty ? nil : "\(parts[1])\t\(parts[2])"
      }
    }
  }

  /// Files as JabRef has them.
  ///
  /// - Parameter files: paths without signs that have a meaning there, each with its type behind a tab.
  static func value(of files: [String]) -> String {
    files.map { ":" + $0.replacing("\t", with: ":") + ($0.holds(9) ? "" : ":") }.joined(separator: ";")
  }

  /// Mendeley writes a backslash as `$\backslash$`; in others braces stand around names that have accents.
  private static func plain(_ value: ArraySlice<UInt8>) -> String {
    String(decoding: value, as: UTF8.self).replacing("{\\_}", with: "_").replacing("\\_", with: "_").replacing(
      "$\\backslash$", with: "\\"
    ).trimmed()
  }

  private static func divided(_ text: String, at sign: UInt8) -> [String] {
    var parts: [String] = []
    var part: [UInt8] = []
    var isEscaped = false
    for byte in text.utf8 {
      if byte == sign, !isEscaped {
        parts.append(String(decoding: part, as: UTF8.self))
        part = []
      } else {
        part.append(byte)
      }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
    }
    parts.append(String(decoding: part, as: UTF8.self))
    return parts
  }

  private static func unescaped(_ text: String) -> String {
    text.replacing("\\:", with: ":").replacing("\\;", with: ";").replacing("\\\\", with: "\\")
  }
}
