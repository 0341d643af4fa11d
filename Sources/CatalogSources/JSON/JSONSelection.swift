/// The parts of a JSON value to read. All other parts are skipped during parsing. They take no memory, and may contain
/// anything that is valid JSON.
indirect enum JSONSelection {
  /// The whole value.
  case everything
  /// Only the named members of an object. Each named member has its own selection. In an array, the selection applies
  /// to each element. Values of other types are read as a whole.
  case members([String: JSONSelection])
  /// Only the ranges of the elements of an array or the members of an object, so that each can be parsed separately.
  /// Values of other types are read as a whole.
  ///
  /// - Parameter label: A label that distinguishes these parts from other parts of the same text.
  case parts(label: String)

  /// Returns a selection of the complete members with these names.
  static func members(named names: some Sequence<String>) -> JSONSelection {
    .members(Dictionary(uniqueKeysWithValues: names.map { ($0, .everything) }))
  }
}

/// The location of an array element or a member's value in a JSON text.
struct JSONPart {
  /// The label of the selection (``JSONSelection/parts(label:)``).
  let label: String
  /// The name of the member. `nil` for array elements, and for names that are not valid text.
  let name: String?
  /// The range of the bytes in the text.
  let range: Range<Int>
}
