/// What a shell offers where the value of an option or an argument is typed.
package enum CompletionKind: Sendable {
  /// The fixed values of the property's type when it has some, else nothing.
  case `default`
  case none
  case list([String])
  /// Files, those with one of `extensions` (without the dot) when any are given; folders stay on offer to go through.
  case file(extensions: [String] = [])
  case directory
  /// What the program says when it is asked for this kind of values, by ``CompletionScript/command``: what only it can know, or what
  /// has a syntax of its own.
  case program(kind: String)
}
