/// Any JSON value. Numbers without a fractional part that fit into an `Int64` are integers, whatever their notation.
enum JSONValue {
  case null
  case boolean(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// Returns a member of an object, or `nil` if the object lacks the member or the value is not an object.
  subscript(key: String) -> JSONValue? {
    if case .object(let members) = self { members[key] } else { nil }
  }

  /// The text of a string, or `nil` for other values.
  var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The elements of an array, or `nil` for other values.
  var items: [JSONValue]? {
    if case .array(let items) = self { items } else { nil }
  }

  /// The value of an integer, or `nil` for other values.
  var integer: Int64? {
    if case .integer(let number) = self { number } else { nil }
  }

  /// The value of a number, with or without a fractional part, or `nil` for other values.
  var double: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .number(let number): number
    default: nil
    }
  }

  /// The value as compact JSON with sorted keys, so that equal values have equal strings.
  var text: String {
    var json = JSONWriter(layout: .compact)
    write(to: &json)
    return String(decoding: json.bytes, as: UTF8.self)
  }

  private func write(to json: inout JSONWriter) {
    switch self {
    case .null: json.null()
    case .boolean(let value): json.boolean(value)
    case .integer(let value): json.integer(value)
    case .number(let value): json.number(value)
    case .string(let value): json.string(value)
    case .array(let values):
      json.array { json in
        for value in values { value.write(to: &json) }
      }
    case .object(let members):
      json.object { json in
        for (key, value) in members.sorted(by: { $0.key < $1.key }) {
          json.key(key)
          value.write(to: &json)
        }
      }
    }
  }
}
