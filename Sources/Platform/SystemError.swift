/// The system's error messages.
package enum SystemError {
  /// Returns the message for a value of `errno` in a form that fits into a sentence. The first letter is in lower case
  /// unless the message starts with an abbreviation.
  package static func words(_ code: Int32) -> String {
    let sentence = String(cString: strerror(code))
    guard let first = sentence.first, sentence.dropFirst().first?.isLowercase == true else { return sentence }
    return first.lowercased() + sentence.dropFirst()
  }
}
