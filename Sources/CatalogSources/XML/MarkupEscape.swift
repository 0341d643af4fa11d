/// Texts within XML and HTML.
package enum MarkupEscape {
  /// What becomes of ends of lines and of tabs.
  package enum Lines {
    /// Spaces, as readers make of them in an attribute of XML.
    case joined
    /// They stay as they are, within an element.
    case kept
    /// They stand by their numbers: within an attribute, too, readers have them as they are.
    case numbered
  }

  /// Text within an element or an attribute in double quotes, without what XML does not allow (XML 1.0, 2.2).
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
        // A bare carriage return would be read as the end of a line (XML 1.0, 2.11).
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
