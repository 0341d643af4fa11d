/// Divides groups into menus that are short enough to look through. If there are few groups, the menu lists them.
/// Otherwise, it leads to submenus, one for each first letter. Entries are found by index seeks, so the cost depends on
/// the size of a menu rather than the number of groups.
struct GroupMenu {
  /// The maximum number of entries in a menu. A menu exceeds it only if many groups have the same sort key, because
  /// such groups cannot be divided further.
  static let maxEntries = 100

  let keys: GroupKeys
  /// The maximum number of entries in this menu. It must be at least 2, so that dividing a menu makes it shorter.
  var limit = maxEntries

  func entries(in stretch: GroupStretch) throws -> [GroupMenuEntry] {
    var groups: [GroupMenuEntry] = []
    var first: String?
    var start = stretch.from
    while let key = try keys.first(start), stretch.contains(key) {
      groups += try keys.groups(key)
      if groups.count > limit, let first { return try divided(stretch, from: first) }
      first = first ?? key
      start = keys.successor(key)
    }
    return groups
  }

  /// Divides a range of groups into submenus by the first letter in which their sort keys differ. Groups whose keys end
  /// before that letter are listed next to the submenus.
  private func divided(_ stretch: GroupStretch, from first: String) throws -> [GroupMenuEntry] {
    let last = try keys.last(stretch.end) ?? first
    let common = zip(first.unicodeScalars, last.unicodeScalars).prefix { $0 == $1 }.count
    var groups: [GroupMenuEntry] = []
    var letters: [(beginning: String, key: String)] = []
    var start = first
    while let key = try keys.first(start), stretch.contains(key) {
      let beginning = String(key.unicodeScalars.prefix(common + 1))
      if key.unicodeScalars.count == common {
        groups += try keys.groups(key)
        start = keys.successor(key)
      } else {
        letters.append((beginning, key))
        guard let next = beginning.afterAllBeginning else { break }
        start = next
      }
    }
    // If there are more letters than entries, as in scripts with thousands of letters, several letters share a submenu.
    let size = (letters.count + limit - 1) / limit
    for part in stride(from: 0, to: letters.count, by: max(1, size)) {
      let (one, other) = (letters[part], letters[min(part + size, letters.count) - 1])
      let stretch = GroupStretch(from: one.beginning, through: other.beginning)
      let names = try [one, other].map { try name($0.beginning, first: $0.key) }
      groups.append(.stretch(stretch, name: size == 1 ? names[0] : "\(names[0]) – \(names[1])"))
    }
    return groups
  }

  /// Returns the label of a submenu. The sort key of a number is not readable. If the key contains digits, the label of
  /// the submenu's first group is used instead.
  private func name(_ beginning: String, first key: String) throws -> String {
    if !beginning.unicodeScalars.contains(where: { ("0"..."9").contains($0) }) {
      return beginning.prefix(1).uppercased() + beginning.dropFirst()
    }
    if case .group(let label, _)? = try keys.groups(key).first { return label }
    return beginning
  }
}
