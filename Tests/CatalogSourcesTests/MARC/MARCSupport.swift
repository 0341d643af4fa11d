import Catalog
import CatalogTestSupport

@testable import CatalogSources

/// A file with one record, built byte by byte so that its stated lengths can be wrong.
struct MARCFile {
  /// The fields, with two indicators and subfields as text (`10$aDune`), or the value of a control field.
  var fields: [(tag: String, text: String)]
  var leader = "00000cam a2200000 a 4500"
  /// The number that is added to the stated length of the record.
  var lengthError = 0
  var fieldError = 0
  var end: [UInt8] = [0x1D]

  init(_ fields: [(String, String)]) { self.fields = fields }

  var bytes: [UInt8] { bytes { Array($0.utf8) } }

  /// - Parameter encode: A closure that converts a text to bytes.
  func bytes(_ encode: (String) -> [UInt8]) -> [UInt8] {
    func number(_ number: Int, _ digits: Int) -> [UInt8] {
      let text = String(number)
      return Array((String(repeating: "0", count: max(0, digits - text.utf8.count)) + text).utf8)
    }
    var (directory, body): ([UInt8], [UInt8]) = ([], [])
    for (tag, text) in fields {
      let field = encode(text).map { $0 == UInt8(ascii: "$") ? 0x1F : $0 } + [0x1E]
      directory += Array(tag.utf8) + number(field.count + fieldError, 4) + number(body.count + fieldError, 5)
      body += field
    }
    let start = 24 + directory.count + 1
    var leader = Array(leader.utf8)
    leader.replaceSubrange(0..<5, with: number(start + body.count + 1 + lengthError, 5))
    leader.replaceSubrange(12..<17, with: number(start, 5))
    return leader + directory + [0x1E] + body + end
  }
}

/// Returns the rows of a file of records.
func marcRows(_ bytes: [UInt8], name: String = "books.mrc") async throws -> [ImportRow] {
  try await rows(of: name, bytes)
}

/// Returns the row of one record.
func marcRow(_ fields: [(String, String)]) async throws -> ImportRow {
  let rows = try await marcRows(MARCFile(fields).bytes)
  return rows[0]
}

extension ImportRow {
  /// The contributors with their roles.
  var people: [String] {
    guard case .records(let records)? = record?.values[.contributors].value else { return [] }
    return records.map { $0.texts(\.description).joined(separator: "|") }
  }

  /// The fields that are kept unchanged, as lines.
  var keptLines: [String] {
    guard let unknown = record?.unknown, case .object(let members)? = try? JSONParser().value(of: Array(unknown.utf8)),
      case .string(let text)? = members["marc"]
    else { return [] }
    return text.split(separator: "\n").map(String.init)
  }

  /// The identifiers with their types and values.
  var identifiers: [String] {
    guard case .records(let records)? = record?.values[.identifiers].value else { return [] }
    return records.map { $0.texts(\.description).joined(separator: "|") }
  }
}
