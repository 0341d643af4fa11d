/// Which paths a route answers: `/book/:id/cover`, parts that are as they stand, and parts that may be anything and have a name.
public struct RoutePattern: Sendable, Equatable, CustomStringConvertible {
  enum Part: Sendable, Equatable {
    case text(String)
    case parameter(String)
  }

  /// The pattern as it was written.
  public let description: String
  let parts: [Part]

  /// - Parameter text: begins with a slash; `/` alone is the beginning of the server.
  public init(_ text: String) {
    description = text
    parts = text.split(separator: "/").map { part in
      part.hasPrefix(":") ? .parameter(String(part.dropFirst())) : .text(String(part))
    }
  }

  /// The names of its parameters, in their order.
  public var parameters: [String] {
    parts.compactMap { if case .parameter(let name) = $0 { name } else { nil } }
  }

  /// What the parameters are in a path; `nil` where it is another one.
  func match(_ path: [String]) -> [String: String]? {
    guard path.count == parts.count else { return nil }
    var values: [String: String] = [:]
    for (part, text) in zip(parts, path) {
      switch part {
      case .text(let expected): if text != expected { return nil }
      case .parameter(let name): values[name] = text
      }
    }
    return values
  }

  /// How precise it is, part by part: where two patterns match a path, that with the text counts.
  var precision: [Int] { parts.map { if case .text = $0 { 1 } else { 0 } } }
}
