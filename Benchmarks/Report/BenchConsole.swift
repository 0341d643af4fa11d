/// Results go to standard output, what is going on to standard error.
enum BenchConsole {
  static func print(_ text: String) { write(text, to: 1) }

  static func message(_ line: String) { write(line + "\n", to: 2) }

  /// A reader that went away is no error.
  private static func write(_ text: String, to descriptor: Int32) {
    try? FileWriter.write(Array(text.utf8)[...], to: descriptor, "the terminal")
  }
}
