import CPCRE2

/// A regular expression in Perl's syntax, as the library PCRE2 reads it. Letters, digits and words are those of Unicode:
/// `\w` is also an `é`. The library is loaded with the first one.
///
/// Small and large letters are different unless it says otherwise, by `(?i)` too. A match is given up after
/// ``stepLimit`` steps, which only patterns need that try ever more combinations, so that none goes on for ever; it may take
/// some tenths of a second until then.
package final class RegularExpression: @unchecked Sendable {
  // @unchecked Sendable: the compiled pattern is only read once it is made, and each match has memory of its own.
  private let compiled: OpaquePointer
  /// As it was given.
  package let pattern: String
  /// How many groups it has; the whole match is not among them.
  package let groupCount: Int

  /// UTF-8 bytes of a pattern.
  static let lengthLimit = 2_000
  /// Each part of a pattern that is tried is a step, and each byte that it passes. A pattern that reads through a text once
  /// takes few for each of its bytes.
  static let stepLimit = 5_000_000

  /// - Throws: ``InvalidValue`` for what is no regular expression; ``CatalogError`` where the library is not there.
  package init(_ pattern: String, ignoresCase: Bool = false) throws {
    if let reason = cpcre2_load() {
      throw CatalogError(
        .failed, "look for", pattern.shortened(to: 80),
        cause: "there are no regular expressions: \(String(cString: reason))",
        hint: "install the package libpcre2-8-0, on Debian: sudo apt-get install libpcre2-8-0")
    }
    guard pattern.utf8.count <= Self.lengthLimit else {
      throw Self.problem(of: pattern, "it has more than \(Self.lengthLimit.spoken) bytes")
    }
    var (text, place) = (pattern, 0)
    var message = [CChar](repeating: 0, count: 200)
    let made = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        cpcre2_compile($0.baseAddress, $0.count, ignoresCase, &message, message.count, &place)
      }
    }
    guard let made else {
      let words = String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      let before = pattern.utf8.prefix(place).count { $0 & 0xC0 != 0x80 }
      throw Self.problem(of: pattern, "\(words), at character \(before + 1)")
    }
    (compiled, self.pattern, groupCount) = (made, pattern, cpcre2_groups(made))
  }

  deinit { cpcre2_free(compiled) }

  static func problem(of pattern: String, _ reason: String) -> InvalidValue {
    InvalidValue("regular expression", pattern, reason)
  }

  /// Whether it is found anywhere in a text.
  ///
  /// - Throws: ``InvalidValue`` where that would take too long to find out.
  package func matches(_ text: String) throws -> Bool {
    var text = text
    return try text.withUTF8 { try firstMatch(in: $0, groups: 0) != nil }
  }

  /// The first match at a place or behind it.
  ///
  /// - Parameters:
  ///   - text: well-formed UTF-8.
  ///   - start: where characters begin.
  ///   - groups: how many of its groups are asked for; by default all.
  /// - Returns: the whole match and the groups, in bytes; `nil` of a group that took no part. `nil` without a match.
  /// - Throws: ``InvalidValue`` where that would take too long to find out.
  func firstMatch(
    in text: UnsafeBufferPointer<UInt8>, from start: Int = 0, groups: Int? = nil
  ) throws -> [Range<Int>?]? {
    var ranges = [cpcre2_range](repeating: cpcre2_range(start: -1, end: -1), count: 1 + (groups ?? groupCount))
    let result = text.withMemoryRebound(to: CChar.self) {
      cpcre2_match(compiled, $0.baseAddress, $0.count, start, Self.stepLimit, &ranges, ranges.count)
    }
    switch result {
    case CPCRE2_NONE: return nil
    case CPCRE2_FOUND: return ranges.map { $0.start < 0 ? nil : $0.start..<$0.end }
    case CPCRE2_TOO_MUCH:
      // The text is not quoted: it may be one that whoever asks must not see.
      throw Self.problem(of: pattern, "it needs too many steps on one of the texts; make it simpler")
    default: throw Self.problem(of: pattern, "the search failed")
    }
  }
}
