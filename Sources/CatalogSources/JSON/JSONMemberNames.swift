/// Collects member names while a JSON parser skips parts of a text. Each name is collected once, in the order of first
/// occurrence.
///
/// No values are created for the skipped parts.
final class JSONMemberNames {
  /// The name of the member whose own members are collected in each part; `nil` to collect the members of the part
  /// itself.
  private let member: String?
  private let limit: Int
  /// Names that are not collected: the excluded names, and the names that were already collected.
  private var known: Set<String>
  private var isWithin = false
  private(set) var names: [String] = []

  /// Creates a collector.
  ///
  /// - Parameters:
  ///   - member: The name of the member whose own members are collected in each part; `nil` to collect the members of
  ///     the part itself.
  ///   - known: Names to exclude.
  ///   - limit: The maximum number of names collected.
  init(of member: String?, excluding known: Set<String>, limit: Int) {
    (self.member, self.known, self.limit) = (member, known, limit)
  }

  /// Prepares for the next part.
  func begin() { isWithin = false }

  /// Receives the name of a skipped member.
  ///
  /// - Parameters:
  ///   - depth: The number of enclosing arrays and objects, including the part itself.
  ///   - name: Returns the name, or `nil` if it is not valid text. Called only if needed.
  func note(depth: Int, _ name: () -> String?) {
    if depth == 1, let member { isWithin = name() == member }
    guard depth == (member == nil ? 1 : 2), member == nil || isWithin, names.count < limit else { return }
    if let name = name(), known.insert(name).inserted { names.append(name) }
  }
}
