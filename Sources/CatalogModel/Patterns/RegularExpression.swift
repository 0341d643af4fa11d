import CPCRE2
import Platform

/// A regular expression in Perl's syntax, as implemented by the library PCRE2, which is loaded on first use. Letters,
/// digits and word characters are those of Unicode: `\w` also matches `é`.
///
/// Matching is case-sensitive unless the expression is created with `ignoresCase` or contains `(?i)`. Matching fails
/// after ``stepLimit`` steps. Only patterns with excessive backtracking reach that limit, after a few tenths of a
/// second.
package final class RegularExpression: @unchecked Sendable {
  // @unchecked Sendable: the compiled pattern is never modified, and each match uses its own memory.
  private let compiled: OpaquePointer
  /// The pattern as it was given.
  package let pattern: String
  /// The number of capture groups, not counting the whole match.
  package let groupCount: Int

  /// The maximum size of a pattern in UTF-8 bytes.
  static let lengthLimit = 2_000
  /// The maximum number of steps in one match. Each attempt to match a part of the pattern is a step, and so is each
  /// byte that the attempt consumes. A pattern that scans a text once takes only a few steps for each byte.
  static let stepLimit = 5_000_000

  /// Creates a regular expression.
  ///
  /// - Throws: ``InvalidValue`` if the pattern is invalid; ``CatalogError`` if the library is not installed.
  package init(_ pattern: String, ignoresCase: Bool = false) throws {
    if let reason = cpcre2_load() {
      throw CatalogError(
        .failed, "search for", pattern.shortened(to: 80),
        cause: "regular expressions are not available: \(String(cString: reason))",
        hint: "install the package libpcre2-8-0, on Debian: sudo apt-get install libpcre2-8-0")
    }
    guard pattern.utf8.count <= Self.lengthLimit else {
      throw Self.problem(of: pattern, "it has more than \(Self.lengthLimit.grouped) bytes")
    }
    var (text, offset) = (pattern, 0)
    var message = [CChar](repeating: 0, count: 200)
    let made = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        cpcre2_compile($0.baseAddress, $0.count, ignoresCase, &message, message.count, &offset)
      }
    }
    guard let made else {
      let words = String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      let before = pattern.utf8.prefix(offset).count { $0 & 0xC0 != 0x80 }
      throw Self.problem(of: pattern, "\(words), at character \(before + 1)")
    }
    (compiled, self.pattern, groupCount) = (made, pattern, cpcre2_groups(made))
  }

  deinit { cpcre2_free(compiled) }

  static func problem(of pattern: String, _ reason: String) -> InvalidValue {
    InvalidValue("regular expression", pattern, reason)
  }

  /// Returns true if the pattern matches anywhere in a text.
  ///
  /// - Throws: ``InvalidValue`` if matching takes too many steps.
  package func matches(_ text: String) throws -> Bool {
    var text = text
    return try text.withUTF8 { try firstMatch(in: $0, groups: 0) != nil }
  }

  /// Returns the first match at or after the given offset.
  ///
  /// - Parameters:
  ///   - text: The text, as well-formed UTF-8.
  ///   - start: The byte offset at which to start, on a character boundary.
  ///   - groups: The number of capture groups to return; `nil` for all.
  /// - Returns: The byte ranges of the whole match and of the groups; `nil` if there is no match. The range of a group
  ///   that did not take part in the match is `nil`.
  /// - Throws: ``InvalidValue`` if matching takes too many steps.
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
      // The error does not quote the text, which the viewer may not be allowed to see.
      throw Self.problem(of: pattern, "it takes too many steps to match one of the texts; simplify the pattern")
    default: throw Self.problem(of: pattern, "the search failed")
    }
  }
}
