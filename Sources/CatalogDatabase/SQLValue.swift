import CatalogModel

/// A value that can be bound to a parameter of a statement.
package enum SQLValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])

  @inlinable package init(_ value: Int64?) { self = value.map(SQLValue.integer) ?? .null }
  @inlinable package init(_ value: Int?) { self = value.map { .integer(Int64($0)) } ?? .null }
  @inlinable package init(_ id: (some NumericID)?) { self = id.map(SQLValue.id) ?? .null }
  @inlinable package init(_ value: Double?) { self = value.map(SQLValue.real) ?? .null }
  @inlinable package init(_ value: String?) { self = value.map(SQLValue.text) ?? .null }

  @inlinable package static func id(_ id: some NumericID) -> SQLValue { .integer(id.rawValue) }
}

extension SQLValue: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
  @inlinable package init(integerLiteral value: Int64) { self = .integer(value) }
  @inlinable package init(stringLiteral value: String) { self = .text(value) }
}
