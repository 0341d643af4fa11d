/// Which version of the program this is.
enum ProgramVersion {
  static let number = "0.1.0"
  /// The day of this version, for the manual page.
  static let date = "2026-11-21"
}
