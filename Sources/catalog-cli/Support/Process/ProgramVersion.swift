/// The version of the program.
enum ProgramVersion {
  static let number = "0.1.0"
  /// The release date of this version, for the manual page.
  static let date = "2026-11-21"
}
