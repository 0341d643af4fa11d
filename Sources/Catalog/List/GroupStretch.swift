/// A contiguous range of groups in their order: from the first key at or after `from` through the last key that begins
/// with `through`.
package struct GroupStretch: Hashable, Sendable {
  /// The lower bound of the sort keys, inclusive; empty to start at the first key.
  package let from: String
  /// The beginning of the last keys in the range; empty to end at the last key of all.
  package let through: String

  /// The range of all groups.
  package static let everything = GroupStretch(from: "", through: "")

  /// Creates a range of groups. If its end comes before its start, the range is empty.
  package init(from: String, through: String) { (self.from, self.through) = (from, through) }

  /// The first key after the range, or `nil` if the range extends to the last key.
  var end: String? { through.afterAllBeginning }

  func contains(_ key: String) -> Bool {
    !key.utf8.lexicographicallyPrecedes(from.utf8)
      && end.map { key.utf8.lexicographicallyPrecedes($0.utf8) } ?? true
  }
}

/// An entry in a menu of groups.
package enum GroupMenuEntry: Hashable, Sendable {
  /// A single group, with its number of books, or `nil` if there are too many to count quickly.
  case group(label: String, count: Int?)
  /// A range of many groups and its name: a letter, or the first and last of several letters.
  case stretch(GroupStretch, name: String)
}

extension String {
  /// The first text, in byte order, after all texts that begin with this text; `nil` if there is no such text.
  var afterAllBeginning: String? {
    var scalars = Array(unicodeScalars)
    while let last = scalars.popLast() {
      guard let next = last.next else { continue }
      var text = String.UnicodeScalarView(scalars)
      text.append(next)
      return String(text)
    }
    return nil
  }
}
