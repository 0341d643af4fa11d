/// A contiguous range of groups. It begins with the first sort key that is equal to or greater than `from`, and ends
/// with the last key that begins with `through`.
package struct GroupStretch: Hashable, Sendable {
  /// The smallest sort key in the range. Empty if the range begins with the first group.
  package let from: String
  /// The beginning of the last sort keys in the range. Empty if the range extends to the last group.
  package let through: String

  /// The range of all groups.
  package static let everything = GroupStretch(from: "", through: "")

  /// Creates a range of groups. The range is empty if `through` is before `from`.
  package init(from: String, through: String) { (self.from, self.through) = (from, through) }

  /// The upper bound of the sort keys, exclusive, or `nil` if the range extends to the last group.
  var end: String? { through.afterAllBeginning }

  func contains(_ key: String) -> Bool {
    !key.utf8.lexicographicallyPrecedes(from.utf8)
      && end.map { key.utf8.lexicographicallyPrecedes($0.utf8) } ?? true
  }
}

/// An entry in a menu of groups.
package enum GroupMenuEntry: Hashable, Sendable {
  /// A single group and its number of books. The number is `nil` if there are too many books to count quickly.
  case group(label: String, count: Int?)
  /// A submenu for a range of groups. Its name is a letter, or the first and last of several letters.
  case stretch(GroupStretch, name: String)
}

extension String {
  /// The smallest text, in byte order, that is greater than all texts that begin with this text; `nil` if there is
  /// none.
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
