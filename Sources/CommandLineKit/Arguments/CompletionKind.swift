/// The values that a shell offers for an option or argument.
package enum CompletionKind: Sendable {
  /// The allowed values of the property's type, if it has any.
  case `default`
  case none
  case list([String])
  /// Folders and files. If `extensions` (without the dot) are given, only files with one of them.
  case file(extensions: [String] = [])
  case directory
  /// Values printed by the program itself, by running ``CompletionScript/command``. For values that only the program
  /// knows, or that have their own syntax.
  case program(kind: String)
}
