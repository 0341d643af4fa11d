/// Text in markup that others read: XML, SVG and HTML.
package enum MarkupEscape {
  /// Text within an element or an attribute in double quotes, without what XML does not allow (XML 1.0, 2.2).
  ///
  /// - Parameter keepsLines: whether lines end as they do; else a space stands there, as readers make of them in an attribute.
  package static func text(_ text: String, keepsLines: Bool = false) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\n" where keepsLines: escaped += "\n"
      case "\t", "\n", "\r": escaped += " "
      case _ where scalar.value < 0x20 || scalar.value & 0xFFFE == 0xFFFE: continue
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
