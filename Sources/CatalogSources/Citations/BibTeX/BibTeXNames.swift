import CatalogModel

/// Parses BibTeX names. They are joined by `and`, and each is written as `First von Last`, `von Last, First` or
/// `von Last, Jr, First`. Text in braces is one word. biblatex's extended format is also supported:
/// `family=Herbert, given=Frank`.
enum BibTeXNames {
  /// Returns the names in a value, in display form. `hasOthers` is true if the value mentions further, unnamed persons.
  static func names(in value: ArraySlice<UInt8>) -> (names: [String], hasOthers: Bool) {
    var names: [String] = []
    var hasOthers = false
    for name in divided(value) {
      // Braces protect a person who is really called “others”.
      if ["others", "et al.", "et al"].contains(String(decoding: name, as: UTF8.self).trimmed().lowercased()) {
        hasOthers = true
        continue
      }
      let text = self.name(of: name)
      if !text.isEmpty { names.append(text) }
    }
    return (names, hasOthers)
  }

  /// Divides the value at `and` outside braces.
  private static func divided(_ value: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var parts: [ArraySlice<UInt8>] = []
    var (start, position, depth) = (value.startIndex, value.startIndex, 0)
    while position < value.endIndex {
      switch value[position] {
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"): depth -= 1
      case UInt8(ascii: "a"), UInt8(ascii: "A"):
        if depth <= 0, position > value.startIndex, isAnd(value, at: position) {
          parts.append(value[start..<position])
          position += 3
          start = position
          continue
        }
      default: break
      }
      position += 1
    }
    return parts + [value[start...]]
  }

  private static func isAnd(_ value: ArraySlice<UInt8>, at position: Int) -> Bool {
    value.endIndex - position >= 4 && value[position - 1] <= 32 && value[position + 3] <= 32
      && value[position + 1] | 32 == UInt8(ascii: "n") && value[position + 2] | 32 == UInt8(ascii: "d")
  }

  private static func name(of value: ArraySlice<UInt8>) -> String {
    let parts = commaParts(value).map(LaTeXDecoder.line)
    if parts.count > 1, let first = parts.first, isExtended(first) { return extended(parts) }
    switch parts.count {
    case 2 where SortKey.isSuffix(parts[1]): return "\(parts[0]), \(parts[1])"
    case 2: return CitedName(family: parts[0], given: parts[1], suffix: "", isWhole: false).name
    case 3...:
      let given = parts[2...].filter { !$0.isEmpty }.joined(separator: ", ")
      // The suffix is in the wrong position in “King, Martin Luther, Jr.”, a common mistake.
      if SortKey.isSuffix(given) {
        return CitedName(family: parts[0], given: parts[1], suffix: given, isWhole: false).name
      }
      return CitedName(family: parts[0], given: given, suffix: parts[1], isWhole: false).name
    default: return parts.first ?? ""
    }
  }

  /// Divides the value at commas outside braces.
  private static func commaParts(_ value: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    guard value.contains(UInt8(ascii: ",")) else { return [value] }
    var depth = 0
    return value.split(omittingEmptySubsequences: false) { byte in
      if byte == UInt8(ascii: "{") { depth += 1 }
      if byte == UInt8(ascii: "}") { depth -= 1 }
      return byte == UInt8(ascii: ",") && depth <= 0
    }
  }

  /// Returns true if a name is in biblatex's extended format, in which each part has a label (biblatex manual, section
  /// 3.4).
  private static func isExtended(_ part: String) -> Bool {
    guard let end = part.utf8.firstIndex(of: UInt8(ascii: "=")) else { return false }
    return ["family", "given", "prefix", "suffix"].contains(String(part[..<end]).trimmed())
  }

  private static func extended(_ parts: [String]) -> String {
    var values: [String: String] = [:]
    for part in parts {
      let pair = part.split(separator: "=", maxSplits: 1).map { String($0).trimmed() }
      if pair.count == 2, values[pair[0].lowercased()] == nil {
        values[pair[0].lowercased()] = pair[1].trimmingQuotes()
      }
    }
    let family = [values["prefix"], values["family"]].compactMap(\.self).joined(separator: " ")
    return CitedName(family: family, given: values["given"] ?? "", suffix: values["suffix"] ?? "", isWhole: false).name
  }
}

extension String {
  /// Returns the text without enclosing quotes.
  fileprivate func trimmingQuotes() -> String {
    utf8.count > 1 && hasPrefix("\"") && hasSuffix("\"") ? String(dropFirst().dropLast()) : self
  }
}
