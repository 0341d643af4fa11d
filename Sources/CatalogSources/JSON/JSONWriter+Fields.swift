import CatalogModel
import FoundationEssentials

extension JSONWriter {
  /// Writes the value of a field. Lists are arrays, even if empty. Records are objects with all their parts. Other
  /// missing values are null.
  package mutating func value(_ value: FieldValue?, of field: FieldDefinition) {
    if let value { write(value) } else if field.kind.isArray { strings([]) } else { null() }
  }

  private mutating func write(_ value: FieldValue) {
    switch value {
    case .text(let text): string(text)
    case .integer(let number): integer(number)
    case .decimal(let value): number(value)
    case .flag(let isSet): boolean(isSet)
    case .list(let items): strings(items)
    case .date, .isbn, .readState, .instant: string(value.description)
    case .records(let records):
      beginArray()
      for record in records {
        beginObject()
        for part in record.parts {
          key(part.name)
          if let value = part.value { write(value) } else { null() }
        }
        endObject()
      }
      endArray()
    }
  }
}
