/// The values that a shell offers for an option or argument.
package enum CompletionKind: Sendable {
  /// The allowed values of the property's type, if the type has a fixed set of values.
  case `default`
  case none
  case list([String])
  /// Folders and files. If `extensions` (without the dot) is not empty, a file must have one of these extensions.
  case file(extensions: [String] = [])
  case directory
  /// Values that the program prints when the shell runs ``CompletionScript/command``. This kind is meant for values
  /// that only the program knows, or that have their own syntax.
  case program(kind: String)
}
