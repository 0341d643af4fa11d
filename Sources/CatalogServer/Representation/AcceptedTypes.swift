/// The media types that a client accepts, from its `Accept` field (RFC 9110, section 12.5.1).
struct AcceptedTypes {
  private struct MediaRange {
    let type: Substring
    let subtype: Substring
    let parameters: [(name: String, value: String)]
    let quality: Int

    /// The precision of the range: 0 for `*/*`, 1 for `type/*`, 2 for a type, and more for a type with parameters.
    var precision: Int { type == "*" ? 0 : subtype == "*" ? 1 : 2 + parameters.count }

    init?(_ member: FieldList.Member) {
      let parts = member.value.lowercased().split(separator: "/", omittingEmptySubsequences: false)
      guard parts.count == 2, parts.allSatisfy({ HeaderFields.isToken($0) }), parts[0] != "*" || parts[1] == "*" else {
        return nil
      }
      (type, subtype) = (parts[0], parts[1])
      parameters = member.parameters.filter { $0.name != "q" }
      quality = member.quality
    }

    func matches(_ offered: MediaRange) -> Bool {
      (type == "*" || type == offered.type && (subtype == "*" || subtype == offered.subtype))
        && parameters.allSatisfy { parameter in
          offered.parameters.contains {
            $0.name == parameter.name && $0.value.lowercased() == parameter.value.lowercased()
          }
        }
    }
  }

  private let ranges: [MediaRange]

  /// Creates the accepted types from an `Accept` field.
  ///
  /// - Parameter field: The field. `nil` and a field without types accept everything.
  init(_ field: String?) { ranges = FieldList(field ?? "").members.compactMap { MediaRange($0) } }

  /// Returns the format that the client prefers.
  ///
  /// If several formats are equally preferred, those that the client names explicitly come before those that match a
  /// wildcard. The order in the `Accept` field decides between the remaining formats, and then the order of `formats`.
  /// If the client accepts none of the formats, returns the first one, which is more useful than a refusal.
  func preferred(of formats: [Format]) -> Format? {
    var best: (format: Format, rank: [Int])?
    for (index, format) in formats.enumerated() {
      guard let rank = rank(of: format) else { continue }
      let whole = rank + [-index]
      if best.map({ $0.rank.lexicographicallyPrecedes(whole) }) ?? true { best = (format, whole) }
    }
    return best?.format ?? formats.first
  }

  private func rank(of format: Format) -> [Int]? {
    guard let offered = FieldList(format.type).members.first.flatMap({ MediaRange($0) }) else { return nil }
    if ranges.isEmpty { return [1_000, 0, 0] }
    let matching = ranges.enumerated().filter { $0.element.matches(offered) }
    // The most precise range that matches the type applies.
    guard let match = matching.max(by: { ($0.element.precision, -$0.offset) < ($1.element.precision, -$1.offset) }),
      match.element.quality > 0
    else { return nil }
    // A type with parameters ranks no higher than a type without them.
    return [match.element.quality, min(match.element.precision, 2), -match.offset]
  }
}
