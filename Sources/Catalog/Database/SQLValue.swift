/// A value that can be bound to a parameter of a statement.
enum SQLValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])

  init(_ value: Int64?) { self = value.map(SQLValue.integer) ?? .null }
  init(_ value: Int?) { self = value.map { .integer(Int64($0)) } ?? .null }
  init(_ id: (some NumericID)?) { self = id.map(SQLValue.id) ?? .null }
  init(_ value: Double?) { self = value.map(SQLValue.real) ?? .null }
  init(_ value: String?) { self = value.map(SQLValue.text) ?? .null }

  static func id(_ id: some NumericID) -> SQLValue { .integer(id.rawValue) }
}

extension SQLValue: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
  init(integerLiteral value: Int64) { self = .integer(value) }
  init(stringLiteral value: String) { self = .text(value) }
}
