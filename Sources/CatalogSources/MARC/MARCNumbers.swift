import CatalogModel
import Platform

/// The numbers by which libraries and other organisations identify a book.
enum MARCNumbers {
  static func identifiers(_ tag: String, _ field: MARCField) -> [BookIdentifier] {
    switch tag {
    case "010": field["a"].map(controlNumber).map { [identifier("lccn", $0)] } ?? []
    case "022": field["a"].map { [identifier("issn", String($0.prefix { $0 != " " && $0 != "(" }))] } ?? []
    case "024": other(field)
    case "035": (field["a"].flatMap(oclc)).map { [identifier("oclc", $0)] } ?? []
    case "050": classification("lcc", field)
    case "082": field["a"].map { [identifier("ddc", $0.replacing("/", with: ""))] } ?? []
    case "856": address(field)
    default: []
    }
  }

  private static func identifier(_ type: String, _ value: String) -> BookIdentifier { BookIdentifier(type, value) }

  /// Returns a control number of the Library of Congress in normalised form
  /// (https://www.loc.gov/marc/lccn-namespace.html).
  static func controlNumber(_ text: String) -> String {
    let number = text.prefix { $0 != "/" }.filter { !$0.isWhitespace }
    let parts = number.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, (1...6).contains(parts[1].utf8.count) else { return String(number) }
    return parts[0] + String(parts[1]).leftPadded(to: 6)
  }

  /// Returns a WorldCat number from any of its forms, such as `(OCoLC)ocm00012345`.
  private static func oclc(_ text: String) -> String? {
    guard text.lowercased().hasPrefix("(ocolc)") else { return nil }
    let digits = text.drop { $0 != ")" }.dropFirst().drop { !$0.isNumber }.drop { $0 == "0" }
    return digits.isEmpty || !digits.isDigits ? nil : String(digits)
  }

  private static func classification(_ type: String, _ field: MARCField) -> [BookIdentifier] {
    guard let number = field["a"] else { return [] }
    return [identifier(type, [number, field["b"]].compactMap(\.self).joined(separator: " "))]
  }

  /// Reads field 024, if its first indicator says that subfield 2 states the type of the number.
  private static func other(_ field: MARCField) -> [BookIdentifier] {
    guard let value = field["a"], field.firstIndicator == UInt8(ascii: "7"), let source = field["2"] else { return [] }
    var given = GivenIdentifiers()
    given.add(value, scheme: source)
    // An ISBN has a field of its own.
    return given.isbn == nil ? given.others : []
  }

  /// Returns the address of the book itself. If subfield 3 is present, the address is only that of a part of the book,
  /// and is ignored.
  private static func address(_ field: MARCField) -> [BookIdentifier] {
    guard field.secondIndicator == UInt8(ascii: "0"), field["3"] == nil, let address = field["u"] else { return [] }
    return [identifier("uri", address)]
  }

  /// Returns the field for an identifier.
  static func field(_ identifier: BookIdentifier) -> MARCField {
    let value = MARCField.Subfield("a", identifier.value)
    return switch identifier.type {
    case "isbn": MARCField("020", "  ", [value])
    case "lccn": MARCField("010", "  ", [value])
    case "issn": MARCField("022", "  ", [value])
    case "oclc": MARCField("035", "  ", [MARCField.Subfield("a", "(OCoLC)\(identifier.value)")])
    case "lcc": MARCField("050", " 4", [value])
    case "ddc": MARCField("082", "04", [value])
    case "uri": MARCField("856", "40", [MARCField.Subfield("u", identifier.value)])
    default: other(identifier)
    }
  }

  /// Returns field 024 for an identifier, with the identifier's type in subfield 2.
  static func other(_ identifier: BookIdentifier) -> MARCField {
    MARCField(
      "024", "7 ", [MARCField.Subfield("a", identifier.value), MARCField.Subfield("2", identifier.type)])
  }
}
