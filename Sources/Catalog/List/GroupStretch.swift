/// Groups that stand side by side in their order: those whose keys lie from one text on up to all that begin with another one.
package struct GroupStretch: Hashable, Sendable {
  /// The keys of sort orders that it begins with; empty for the first of all.
  package let from: String
  /// What the last keys begin with; empty for all up to the last one.
  package let through: String

  /// All groups.
  package static let everything = GroupStretch(from: "", through: "")

  /// A stretch of its ends, each described at the property of the same name. One whose end lies before its beginning is empty.
  package init(from: String, through: String) { (self.from, self.through) = (from, through) }

  /// The first key behind it; `nil` where it goes on to the end.
  var end: String? { through.behindAllBeginning }

  func contains(_ key: String) -> Bool {
    !key.utf8.lexicographicallyPrecedes(from.utf8)
      && end.map { key.utf8.lexicographicallyPrecedes($0.utf8) } ?? true
  }
}

/// What a menu of groups leads to.
package enum GroupMenuEntry: Hashable, Sendable {
  /// A group, and how many books are in it where these are soon counted.
  case group(label: String, count: Int?)
  /// Many groups, with what they are called together: a letter, the first and the last of several.
  case stretch(GroupStretch, name: String)
}

extension String {
  /// The first text, in the order of bytes, behind all that begin with this one; `nil` where all texts do, or those behind do not
  /// end.
  var behindAllBeginning: String? {
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
