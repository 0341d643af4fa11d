/// What a shell offers where the value of an option or an argument is typed.
package enum CompletionKind: Sendable {
  /// The fixed values of the property's type when it has some, else nothing.
  case `default`
  case none
  case list([String])
  /// Files, those with one of `extensions` (without the dot) when any are given; folders stay on offer to go through.
  case file(extensions: [String] = [])
  case directory
}
