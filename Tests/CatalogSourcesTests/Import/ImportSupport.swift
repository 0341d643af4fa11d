import Catalog
import CatalogTestSupport

@testable import CatalogSources

/// Reads a whole input from a new temporary file.
func rows(
  of name: String, _ text: String, _ configure: (inout ImportInput.Options) throws -> Void = { _ in }
) async throws -> [ImportRow] {
  try await rows(of: name, Array(text.utf8), configure)
}

func rows(
  of name: String, _ bytes: [UInt8], _ configure: (inout ImportInput.Options) throws -> Void = { _ in }
) async throws -> [ImportRow] {
  let folder = TemporaryFolder()
  var options = ImportInput.Options()
  try configure(&options)
  let input = try ImportInput(path: folder.write(name, bytes), options: options)
  var rows: [ImportRow] = []
  while let batch = try await input.reader.nextBatch() { rows += batch.rows }
  return rows
}

extension ImportRow {
  var record: SourceRecord? { if case .record(let record) = content { record } else { nil } }
  var rejection: String? { if case .rejected(let reason) = content { reason } else { nil } }

  /// The value of a field as text for people; `nil` if the row does not mention the field.
  subscript(field: BookField) -> String? {
    switch record?.values[field] {
    case .value(let value): value.description
    case .null: "(null)"
    case .absent, nil: nil
    }
  }
}
