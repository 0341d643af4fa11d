extension EntryNotation {
  /// What stands outside of entries is a comment, unless it has a sign that begins one.
  static let bibtex = EntryNotation(around: ("", "\n\n")) { reason in
    "% " + reason.replacing("@", with: "(at)").replacing("\n", with: " ") + "\n"
  }
}
