/// What a shell offers where the value of an option or an argument is typed.
package enum CompletionKind: Sendable {
  /// The fixed values of the property's type when it has some, else nothing.
  case `default`
  case none
  case list([String])
  /// Fixed values, of which several may be given with commas between them. Made when a script is: there may be many.
  case commaSeparated(@Sendable () -> [String])
  /// Files, those with one of `extensions` (without the dot) when any are given; folders stay on offer to go through.
  case file(extensions: [String] = [])
  case directory
}
