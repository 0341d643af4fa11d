import FoundationEssentials

/// The contents of a request's `Authorization` field.
enum Credentials: Equatable {
  /// The field is missing or has an unknown scheme.
  case none
  /// A name and a password, or a device token in place of the password (RFC 7617).
  case basic(name: String, password: String)
  /// A device token (RFC 6750).
  case bearer(String)
  /// A malformed field.
  case unreadable

  init(_ fields: HeaderFields) {
    let values = fields.values(of: "authorization")
    guard let value = values.first else {
      self = .none
      return
    }
    guard values.count == 1 else {
      self = .unreadable
      return
    }
    let scheme = value.prefix { $0 != " " }
    let rest = HeaderFields.trimmed(value[scheme.endIndex...])
    switch scheme.lowercased() {
    case "basic": self = Self.basic(rest)
    case "bearer": self = .bearer(String(rest))
    default: self = .none
    }
  }

  private static func basic(_ text: Substring) -> Credentials {
    guard let data = Data(base64Encoded: String(text)), let pair = String(validating: data, as: UTF8.self),
      let colon = pair.firstIndex(of: ":")
    else { return .unreadable }
    return .basic(name: String(pair[..<colon]), password: String(pair[pair.index(after: colon)...]))
  }
}
