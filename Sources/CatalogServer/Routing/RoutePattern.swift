/// A pattern of the paths that a route answers, such as `/book/:id/cover`: fixed components, and named parameters that
/// match any component.
public struct RoutePattern: Sendable, Equatable, CustomStringConvertible {
  enum Part: Sendable, Equatable {
    case text(String)
    case parameter(String)
  }

  /// The pattern as it was written.
  public let description: String
  let parts: [Part]

  /// Creates a pattern.
  ///
  /// - Parameter text: A pattern that begins with a slash; `/` alone is the root of the server.
  public init(_ text: String) {
    description = text
    parts = text.split(separator: "/").map { part in
      part.hasPrefix(":") ? .parameter(String(part.dropFirst())) : .text(String(part))
    }
  }

  /// The names of the parameters, in order.
  public var parameters: [String] {
    parts.compactMap { if case .parameter(let name) = $0 { name } else { nil } }
  }

  /// Returns the values of the parameters in a path; `nil` if the path does not match.
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

  /// The precision of the pattern, component by component. If two patterns match a path, fixed text takes precedence
  /// over a parameter.
  var precision: [Int] { parts.map { if case .text = $0 { 1 } else { 0 } } }
}
