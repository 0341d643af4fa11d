import CatalogModel
import CatalogSources
import Platform

/// The fields of a form as browsers send it (`application/x-www-form-urlencoded`; URL Standard, section 5.1), in order.
///
/// Parsing is strict: all text must be UTF-8, each percent sign must begin an encoded byte, and no field may contain
/// U+0000.
public struct FormBody: Sendable, Equatable {
  /// A field of a form.
  public struct Field: Sendable, Equatable {
    /// The decoded name.
    public let name: String
    /// The decoded value; empty if the field has no value. Lines end in LF, although browsers send CR LF (HTML, section
    /// 4.10.22.4).
    public let value: String
  }

  /// The maximum number of fields in a form: enough for a thousand books and the change to make to them.
  public static let maxFields = 1_100

  /// The fields, in order, including those without a value.
  public let fields: [Field]

  /// Creates a form from the body of a request.
  ///
  /// - Throws: ``Problem``: 415 if the body is not a form of this type, 400 if it is malformed, 413 if it has more than
  ///   ``maxFields`` fields.
  public init(_ request: Request) throws(Problem) {
    guard Self.isForm(request.fields) else {
      throw Problem(415, detail: "Send form fields as application/x-www-form-urlencoded.")
    }
    try self.init(request.body)
  }

  /// Creates a form from bytes.
  ///
  /// - Throws: ``Problem``, 400 if the form is malformed, or 413 if it has too many fields.
  public init(_ bytes: [UInt8]) throws(Problem) {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .badRequest("The form is not valid UTF-8.") }
    var fields: [Field] = []
    for part in text.utf8.split(separator: UInt8(ascii: "&")) {
      guard fields.count < Self.maxFields else {
        throw Problem(413, detail: "Forms are limited to \(Self.maxFields.grouped) fields.")
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

  /// Returns the value of the first field with the given name; `nil` if there is no such field.
  public subscript(_ name: String) -> String? { fields.first { $0.name == name }?.value }

  /// Returns the values of all fields with the given name, in order.
  public func values(of name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

  /// Returns true if header fields declare a form of this type.
  static func isForm(_ fields: HeaderFields) -> Bool {
    mediaType(fields) == "application/x-www-form-urlencoded"
  }

  /// Returns true if header fields declare a media type that a form on any web page can send (HTML, section 4.10.19.6).
  static func isSentByPages(_ fields: HeaderFields) -> Bool {
    ["application/x-www-form-urlencoded", "multipart/form-data", "text/plain"].contains(mediaType(fields))
  }

  /// Returns the media type of a body, in lower case and without parameters; empty if none is given.
  static func mediaType(_ fields: HeaderFields) -> String {
    FieldList(fields["content-type"] ?? "").members.first?.value.lowercased() ?? ""
  }

  private static func decoded(_ text: Substring) throws(Problem) -> String {
    guard let value = PercentEncoding.decoded(text, plusIsSpace: true) else {
      throw .badRequest("The form contains an invalid percent-encoded character.")
    }
    guard !value.utf8.contains(0) else { throw .badRequest("The form contains a NUL character.") }
    return value
  }
}
