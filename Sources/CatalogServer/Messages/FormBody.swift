import CatalogSources

/// The fields of a form as browsers send it (`application/x-www-form-urlencoded`; URL Standard, section 5.1), in their order.
///
/// Strict: all of it is UTF-8, each percent sign begins an encoded byte, and no field holds the character zero.
public struct FormBody: Sendable, Equatable {
  /// A field of a form.
  public struct Field: Sendable, Equatable {
    /// The name, decoded.
    public let name: String
    /// The value, decoded; empty where there is none. Lines end in LF, where browsers send CR LF (HTML, section 4.10.22.4).
    public let value: String
  }

  /// How many fields a form may have: one for each of a thousand books, and what is said of them.
  public static let mostFields = 1_100

  /// The fields, in their order, those without a value too.
  public let fields: [Field]

  /// Reads the body of a request.
  ///
  /// - Throws: ``Problem``: 415 where it is no such form, 400 where it cannot be read, 413 where it has more fields than ``mostFields``.
  public init(_ request: Request) throws(Problem) {
    guard Self.isForm(request.fields) else {
      throw Problem(415, detail: "Send the fields of a form, as application/x-www-form-urlencoded.")
    }
    try self.init(request.body)
  }

  /// Reads bytes.
  ///
  /// - Throws: ``Problem``, 400 or 413.
  public init(_ bytes: [UInt8]) throws(Problem) {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .badRequest("The form is not UTF-8.") }
    var fields: [Field] = []
    for part in text.utf8.split(separator: UInt8(ascii: "&")) {
      guard fields.count < Self.mostFields else {
        throw Problem(413, detail: "A form may have \(Self.mostFields) fields.")
      }
      let name = part.prefix { $0 != UInt8(ascii: "=") }
      let value = part[name.endIndex...].dropFirst()
      fields.append(
        Field(
          name: try Self.decoded(Substring(name)),
          value: try Self.decoded(Substring(value)).replacing("\r\n", with: "\n")))
    }
    self.fields = fields
  }

  /// The value of the first field of a name; `nil` where there is none.
  public subscript(_ name: String) -> String? { fields.first { $0.name == name }?.value }

  /// The values of all fields of a name, in their order.
  public func values(of name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

  /// Whether header fields say that the body is such a form.
  static func isForm(_ fields: HeaderFields) -> Bool {
    mediaType(fields) == "application/x-www-form-urlencoded"
  }

  /// Whether header fields say that the body is what forms of any page can send (HTML, section 4.10.19.6).
  static func isSentByPages(_ fields: HeaderFields) -> Bool {
    ["application/x-www-form-urlencoded", "multipart/form-data", "text/plain"].contains(mediaType(fields))
  }

  /// The media type of a body, in small letters, without its parameters; empty where none is named.
  static func mediaType(_ fields: HeaderFields) -> String {
    FieldList(fields["content-type"] ?? "").members.first?.value.lowercased() ?? ""
  }

  private static func decoded(_ text: Substring) throws(Problem) -> String {
    guard let value = PercentEncoding.decoded(text, plusIsSpace: true) else {
      throw .badRequest("A percent sign in the form begins no encoded character.")
    }
    guard !value.utf8.contains(0) else { throw .badRequest("The form holds the character zero.") }
    return value
  }
}
