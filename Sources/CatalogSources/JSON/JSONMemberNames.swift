/// Collects the names of members in parts of a text, without duplicates, in the order of their first occurrence.
///
/// The names are collected while the parts are skipped, without creating values for the parts.
final class JSONMemberNames {
  /// The name of the member whose own members are collected in each part; `nil` to collect the members of the part
  /// itself.
  private let member: String?
  private let limit: Int
  /// Names that are not collected (again): initially the excluded names, later also the collected ones.
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

  /// Begins a part.
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
