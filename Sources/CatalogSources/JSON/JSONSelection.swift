/// How much of a JSON value is read. What is not is passed over while parsing: it takes no memory, and whatever is the
/// matter with it, as long as it is JSON, does no harm.
indirect enum JSONSelection {
  /// All of it.
  case everything
  /// Of an object the named members, and of each as much as is said there; of an array as much of each of its elements.
  /// Anything else is read.
  case members([String: JSONSelection])
  /// Of an array or an object nothing but where its elements or members stand: each can be read by itself. Anything else
  /// is read.
  ///
  /// - Parameter label: by which these parts are told from others of the same text.
  case parts(label: String)

  /// The members with these names, whole.
  static func members(named names: some Sequence<String>) -> JSONSelection {
    .members(Dictionary(uniqueKeysWithValues: names.map { ($0, .everything) }))
  }
}

/// Where an element of an array, or the value of a member of an object, stands in a text.
struct JSONPart {
  /// Of which parts it is one (``JSONSelection/parts(label:)``).
  let label: String
  /// The member's name; `nil` of an element, and of a name that no text holds.
  let name: String?
  /// The bytes, by their places in the text that was given.
  let range: Range<Int>
}
