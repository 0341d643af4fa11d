/// The series that stands in parentheses at the end of a title, as Goodreads writes it: `(The Hunger Games, #1)`,
/// `(The Locked Tomb #1)`. The title itself stays as it is.
struct SeriesInTitle: Equatable {
  let name: String
  let number: Double?

  init?(_ title: String) {
    // Scalars: beside a combining mark a sign is no `Character` of its own.
    let title = title.unicodeScalars
    guard title.last == ")", let open = title.lastIndex(of: "(") else { return nil }
    // Of several series the first is the book's own.
    let inside = title[title.index(after: open)...].dropLast().prefix { $0 != ";" }
    guard let hash = inside.lastIndex(of: "#") else { return nil }
    let name = String(inside[..<hash]).trimmed()
    let trimmedName = name.unicodeScalars.last == "," ? String(name.unicodeScalars.dropLast()).trimmed() : name
    guard !trimmedName.isEmpty else { return nil }
    // Of a range, such as #1-3, the first.
    let digits = inside[inside.index(after: hash)...].prefix { ("0"..."9").contains($0) || $0 == "." }
    guard !digits.isEmpty else { return nil }
    self.name = trimmedName
    self.number = Double(String(digits))
  }
}
