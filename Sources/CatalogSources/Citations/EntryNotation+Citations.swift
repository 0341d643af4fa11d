extension EntryNotation {
  /// The BibTeX notation. Text outside entries is a comment unless it contains `@`.
  static let bibtex = EntryNotation(around: ("", "\n\n")) { reason in
    "% " + reason.replacing("@", with: "(at)").replacing("\n", with: " ") + "\n"
  }

  /// The RIS notation. Text outside records and without a tag is a comment.
  static let ris = EntryNotation(around: ("", "\n")) { "rejected: " + $0.replacing("\n", with: " ") + "\n" }

  /// The CSL-JSON notation. Our reader skips objects that contain only a reason.
  static let csl = EntryNotation(beginning: "[{}", end: "\n]\n", around: (",\n", "")) { reason in
    var json = JSONWriter(layout: .compact)
    json.object { json in
      json.member("reason", reason)
    }
    return ",\n" + String(decoding: json.bytes, as: UTF8.self)
  }
}
