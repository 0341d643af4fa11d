import CatalogModel

/// The part of a body that a request asks for (RFC 9110, section 14.2).
enum ByteRanges: Equatable {
  /// The whole: nothing else is asked for, or what is asked for is not understood.
  case whole
  /// These bytes.
  case part(Range<Int>)
  /// 416: the body does not reach so far.
  case unsatisfiable

  /// - Parameters:
  ///   - field: `Range`. One that asks for several parts is answered with the whole: no answer is ever longer than that.
  ///   - size: the body's.
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

  /// The two numbers of a single range.
  private static func range(_ field: String) -> (first: Int?, last: Int?)? {
    guard field.utf8.count <= 64, field.prefix(6).lowercased() == "bytes=" else { return nil }
    let text = HeaderFields.trimmed(field.dropFirst(6))
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    var numbers: [Int?] = []
    for part in parts {
      guard part.isDigits else { return nil }
      // More digits than a number has: beyond any body.
      numbers.append(part.isEmpty ? nil : Int(part) ?? Int.max)
    }
    return (numbers[0], numbers[1])
  }
}
