/// A type whose values can be written as one word on a command line.
package protocol ExpressibleByArgument: SendableMetatype {
  /// Creates the value spelled by `argument`; `nil` if the spelling is not valid.
  init?(argument: String)

  /// The text that represents this value as a default in help, such as `1` or `title`. If the text is empty, help shows
  /// no default.
  var defaultValueDescription: String { get }

  /// The spellings of all values if there are only a few; otherwise empty. Used in help, completion and error messages.
  static var allValueStrings: [String] { get }

  /// Returns the reason why `argument` is not valid. The text continues a sentence that begins with the argument, as in
  /// “is not a whole number”.
  static func refusal(of argument: String) -> String
}

extension ExpressibleByArgument {
  package var defaultValueDescription: String { "\(self)" }

  package static var allValueStrings: [String] { [] }

  package static func refusal(of argument: String) -> String {
    allValueStrings.isEmpty ? "is not a valid value" : "is not one of \(allValueStrings.joined(separator: ", "))"
  }
}

extension ExpressibleByArgument where Self: RawRepresentable, RawValue == String {
  package init?(argument: String) {
    self.init(rawValue: argument)
  }

  package var defaultValueDescription: String { rawValue }
}

extension ExpressibleByArgument where Self: RawRepresentable & CaseIterable, RawValue == String {
  package static var allValueStrings: [String] { allCases.map(\.rawValue) }
}

extension String: ExpressibleByArgument {
  package init?(argument: String) {
    self = argument
  }
}

extension Int: ExpressibleByArgument {
  package init?(argument: String) {
    self.init(argument)
  }

  package var defaultValueDescription: String { String(self) }

  package static func refusal(of argument: String) -> String {
    let digits = argument.hasPrefix("-") ? argument.dropFirst() : argument[...]
    let isNumber = !digits.isEmpty && digits.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return isNumber ? "is out of range" : "is not a whole number"
  }
}

extension Double: ExpressibleByArgument {
  /// Creates a finite number. Returns `nil` for “nan” and “inf”.
  package init?(argument: String) {
    guard let number = Double(argument), number.isFinite else { return nil }
    self = number
  }

  package static func refusal(of argument: String) -> String { "is not a number" }
}
