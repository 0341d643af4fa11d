import CatalogModel

/// The part of a body that a request asks for (RFC 9110, section 14.2).
enum ByteRanges: Equatable {
  /// The whole body: the request has no range, or its range is not supported.
  case whole
  /// A range of bytes.
  case part(Range<Int>)
  /// The range starts beyond the end of the body (416).
  case unsatisfiable

  /// Creates a range from a `Range` field.
  ///
  /// - Parameters:
  ///   - field: The `Range` field. Requests for several ranges get the whole body, so that no response is longer than
  ///     the body.
  ///   - size: The size of the body in bytes.
  init(_ field: String?, size: Int) {
    guard let field, let range = Self.range(field) else {
      self = .whole
      return
    }
    switch range {
    case (let first?, let last):
      if let last, last < first {
        self = .whole
      } else if first >= size {
        self = .unsatisfiable
      } else {
        self = .part(first..<(min(last ?? size - 1, size - 1) + 1))
      }
    case (nil, let count?):
      self = count == 0 || size == 0 ? .unsatisfiable : .part(max(size - count, 0)..<size)
    case (nil, nil): self = .whole
    }
  }

  /// Returns the two numbers of a single range.
  private static func range(_ field: String) -> (first: Int?, last: Int?)? {
    guard field.utf8.count <= 64, field.prefix(6).lowercased() == "bytes=" else { return nil }
    let text = HeaderFields.trimmed(field.dropFirst(6))
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    var numbers: [Int?] = []
    for part in parts {
      guard part.isDigits else { return nil }
      // A number too large to represent is beyond the end of any body.
      numbers.append(part.isEmpty ? nil : Int(part) ?? Int.max)
    }
    return (numbers[0], numbers[1])
  }
}
