/// Escapes strings for XML and HTML.
package enum MarkupEscape {
  /// The treatment of line ends and tabs.
  package enum Lines {
    /// Replaces line ends and tabs by spaces, as parsers do in XML attributes.
    case joined
    /// Keeps line ends and tabs, for text within an element.
    case kept
    /// Writes line ends and tabs as numeric character references, which parsers preserve even in attributes.
    case numbered
  }

  /// Returns a string for an element, or for an attribute in double quotes, without characters that XML forbids (XML
  /// 1.0, 2.2).
  package static func text(_ text: String, lines: Lines = .joined) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\t", "\n", "\r":
        switch lines {
        case .joined: escaped += " "
        // A parser would read a bare carriage return as a line end (XML 1.0, 2.11).
        case .kept where scalar != "\r": escaped.unicodeScalars.append(scalar)
        case .kept, .numbered: escaped += "&#\(scalar.value);"
        }
      case _ where scalar.value < 0x20 || scalar.value & 0xFFFE == 0xFFFE: continue
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
