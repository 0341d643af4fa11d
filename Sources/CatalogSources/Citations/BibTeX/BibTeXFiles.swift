import CatalogModel

/// Parses and writes files in the notation of JabRef, Zotero and Mendeley: `description:path:type`, separated by
/// semicolons. A backslash escapes a colon or semicolon in a path.
enum BibTeXFiles {
  /// Returns the paths of the files, each followed by a tab and the file's type if the type is known.
  static func files(in value: ArraySlice<UInt8>) -> [String] {
    let text = plain(value)
    if FileAddress.isOne(text) { return [text] }
    return divided(text, at: UInt8(ascii: ";")).compactMap { item in
      let parts = divided(item, at: UInt8(ascii: ":")).map { unescaped($0).trimmed() }
      switch parts.count {
      case 1: return parts[0].isEmpty ? nil : parts[0]
      // Zotero writes `path:type`.
      case 2: return parts[0].isEmpty ? parts[1] : "\(parts[0])\t\(parts[1])"
      default: return parts[1].isEmpty ? nil : "\(parts[1])\t\(parts[2])"
      }
    }
  }

  /// Returns files in JabRef's notation.
  ///
  /// - Parameter files: Paths without characters that need escaping, each optionally followed by a tab and the file's
  ///   type.
  static func value(of files: [String]) -> String {
    files.map { ":" + $0.replacing("\t", with: ":") + ($0.holds(9) ? "" : ":") }.joined(separator: ";")
  }

  /// Removes LaTeX escapes. Mendeley writes a backslash as `$\backslash$`; other programs put braces around names with
  /// accents.
  private static func plain(_ value: ArraySlice<UInt8>) -> String {
    String(decoding: value, as: UTF8.self).replacing("{\\_}", with: "_").replacing("\\_", with: "_").replacing(
      "$\\backslash$", with: "\\"
    ).trimmed()
  }

  private static func divided(_ text: String, at separator: UInt8) -> [String] {
    var parts: [String] = []
    var part: [UInt8] = []
    var isEscaped = false
    for byte in text.utf8 {
      if byte == separator, !isEscaped {
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
