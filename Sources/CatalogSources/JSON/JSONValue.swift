/// Any JSON value, kept for keys the catalog does not know.
enum JSONValue: Decodable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .boolean(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
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
