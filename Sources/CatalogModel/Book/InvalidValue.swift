import FoundationEssentials

/// A value that a field cannot hold. Nothing was stored or changed.
public struct InvalidValue: Error, Equatable, Sendable, CustomStringConvertible {
  /// The subject that the value was meant for: a field's name, or a kind of value such as `ISBN`.
  public let subject: String
  /// The value as it was given, shortened to 80 characters.
  public let value: String
  /// The reason why it does not fit, as the end of a sentence: “its check digit should be 7”.
  public let reason: String

  /// An error of its parts, each described at the property of the same name; an empty value is left out of the message.
  public init(_ subject: String, _ value: String, _ reason: String) {
    self.subject = subject
    self.value = value.shortened(to: 80)
    self.reason = reason
  }

  /// One line for people: what it was for, the value, why it does not fit.
  public var description: String {
    let subject = BookField(rawValue: subject)?.words ?? subject
    return value.isEmpty ? "\(subject): \(reason)" : "\(subject) “\(value)”: \(reason)"
  }
}

extension [InvalidValue] {
  /// All of them in one line; `nil` of none.
  package var words: String? { isEmpty ? nil : map(\.description).joined(separator: "; ") }
}

extension InvalidValue: LocalizedError {
  /// The same as ``description``.
  public var errorDescription: String? { description }
}
