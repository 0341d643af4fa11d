/// Divides groups into menus that people can look through: a menu lists groups where these are few, and else leads to menus of those
/// whose keys begin with the same letter. What it costs depends on the size of a menu, and not on the number of groups: it is read
/// by seeks.
struct GroupMenu {
  /// How many entries a menu has at most, but for groups of one key, which stand together.
  static let mostEntries = 100

  let keys: GroupKeys
  /// At least two: of one entry nothing would be divided.
  var most = mostEntries

  func entries(in stretch: GroupStretch) throws -> [GroupMenuEntry] {
    var groups: [GroupMenuEntry] = []
    var first: String?
    var start = stretch.from
    while let key = try keys.first(start), stretch.contains(key) {
      groups += try keys.groups(key)
      if groups.count > most, let first { return try divided(stretch, from: first) }
      first = first ?? key
      start = keys.behind(key)
    }
    return groups
  }

  /// Menus by the first letter in which the keys differ. A key that ends before it stands beside them with its groups.
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
        start = keys.behind(key)
      } else {
        letters.append((beginning, key))
        guard let next = beginning.behindAllBeginning else { break }
        start = next
      }
    }
    // Scripts of thousands of letters are divided into so many stretches.
    let size = (letters.count + most - 1) / most
    for part in stride(from: 0, to: letters.count, by: max(1, size)) {
      let (one, other) = (letters[part], letters[min(part + size, letters.count) - 1])
      let stretch = GroupStretch(from: one.beginning, through: other.beginning)
      let names = try [one, other].map { try name($0.beginning, first: $0.key) }
      groups.append(.stretch(stretch, name: size == 1 ? names[0] : "\(names[0]) – \(names[1])"))
    }
    return groups
  }

  /// Keys have numbers by their values, which say nothing to people: the first of the groups does.
  private func name(_ beginning: String, first key: String) throws -> String {
    if !beginning.unicodeScalars.contains(where: { ("0"..."9").contains($0) }) {
      return beginning.prefix(1).uppercased() + beginning.dropFirst()
    }
    if case .group(let label, _)? = try keys.groups(key).first { return label }
    return beginning
  }
}
