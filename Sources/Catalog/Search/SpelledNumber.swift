/// Numbers as words. A user who looks for “Slaughterhouse-Five” may type a 5.
enum SpelledNumber {
  /// The English words for small numbers.
  static let english: [Int: String] = {
    let small = """
      zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen \
      eighteen nineteen twenty
      """
    var words = Dictionary(uniqueKeysWithValues: small.split(separator: " ").map(String.init).enumerated().map { $0 })
    words[100] = "hundred"
    words[1_000] = "thousand"
    return words
  }()
}
