import CatalogModel

/// Writes ids as numbers, or `null` for nil.
extension JSONWriter {
  package mutating func integer(_ id: (some NumericID)?) { integer(id?.rawValue) }

  package mutating func member(_ name: String, _ id: (some NumericID)?) { member(name, id?.rawValue) }
}
