/// The names of members that stand in parts of a text, each once, in the order of their first appearance.
///
/// They are noted while the parts are passed over: to find them no value is made of any part.
final class JSONMemberNames {
  /// The member of a part whose own members are noted; `nil` notes those of the part.
  private let member: String?
  private let limit: Int
  /// Names that are known, and not noted, at first; then those that were noted, too.
  private var known: Set<String>
  private var isWithin = false
  private(set) var names: [String] = []

  /// - Parameters:
  ///   - member: the member of a part whose own members are noted; `nil` notes those of the part itself.
  ///   - known: names that are not noted.
  ///   - limit: how many are noted at most.
  init(of member: String?, besides known: Set<String>, limit: Int) {
    (self.member, self.known, self.limit) = (member, known, limit)
  }

  /// Begins a part.
  func begin() { isWithin = false }

  /// Takes a name that is passed over.
  ///
  /// - Parameters:
  ///   - depth: in how many arrays and objects it stands, the part among them.
  ///   - name: made only where it is asked for; `nil` of one that no text holds.
  func note(depth: Int, _ name: () -> String?) {
    if depth == 1, let member { isWithin = name() == member }
    guard depth == (member == nil ? 1 : 2), member == nil || isWithin, names.count < limit else { return }
    if let name = name(), known.insert(name).inserted { names.append(name) }
  }
}
