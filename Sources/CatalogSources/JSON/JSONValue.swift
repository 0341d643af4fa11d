/// Any JSON value. Numbers without a fraction that an `Int64` holds are integers, however they are written.
enum JSONValue {
  case null
  case boolean(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// The member of an object; `nil` where there is none, or of anything else.
  subscript(key: String) -> JSONValue? {
    if case .object(let members) = self { members[key] } else { nil }
  }

  /// The text of a string; `nil` of anything else.
  var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The elements of an array; `nil` of anything else.
  var items: [JSONValue]? {
    if case .array(let items) = self { items } else { nil }
  }

  /// A number without a fraction; `nil` of anything else.
  var integer: Int64? {
    if case .integer(let number) = self { number } else { nil }
  }

  /// A number, with or without a fraction; `nil` of anything else.
  var double: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .number(let number): number
    default: nil
    }
  }

  /// As compact JSON, keys in alphabetical order, so that equal values are equal texts.
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
      json.beginArray()
      for value in values { value.write(to: &json) }
      json.endArray()
    case .object(let members):
      json.beginObject()
      for (key, value) in members.sorted(by: { $0.key < $1.key }) {
        json.key(key)
        value.write(to: &json)
      }
      json.endObject()
    }
  }
}
