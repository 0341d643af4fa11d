extension EntryNotation {
  /// In BibTeX what stands outside of entries is a comment, unless it has a sign that begins one.
  static let bibtex = EntryNotation(around: ("", "\n\n")) { reason in
    "% " + reason.replacing("@", with: "(at)").replacing("\n", with: " ") + "\n"
  }

  /// In RIS what stands outside of records and has no tag is none.
  static let ris = EntryNotation(around: ("", "\n")) { "rejected: " + $0.replacing("\n", with: " ") + "\n" }

  /// In CSL-JSON an object with nothing but a reason is passed over.
  static let csl = EntryNotation(beginning: "[{}", end: "\n]\n", around: (",\n", "")) { reason in
    var json = JSONWriter(layout: .compact)
    json.beginObject()
    json.member("reason", reason)
    json.endObject()
    return ",\n" + String(decoding: json.bytes, as: UTF8.self)
  }
}
