import CatalogModel

/// Ids as bare numbers, or `null` for nil.
extension JSONWriter {
  package mutating func integer(_ id: (some NumericID)?) { integer(id?.rawValue) }

  package mutating func member(_ name: String, _ id: (some NumericID)?) { member(name, id?.rawValue) }
}
