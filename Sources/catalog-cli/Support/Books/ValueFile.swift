import Catalog
import CatalogSources

/// The place of a value that is not on the command line: `@notes.txt` is a file and `@-` is standard input. `@@text`
/// stands for the text `@text`.
enum ValueFile: Equatable {
  case file(path: String)
  case standardInput
  /// A text that begins with `@`.
  case literal(String)

  /// Creates the place that a value on the command line names; `nil` if the value is its own text.
  init?(_ value: String) {
    // Compares Unicode scalars, because the character after `@` may be a combining mark.
    guard value.unicodeScalars.first == "@" else { return nil }
    let name = String(value.unicodeScalars.dropFirst())
    self = name.unicodeScalars.first == "@" ? .literal(name) : name == "-" ? .standardInput : .file(path: name)
  }

  /// Returns the text, without the line break at its end, if there is one.
  ///
  /// - Throws: ``CommandError/valueNotRead(_:_:)``.
  func text() throws -> String {
    let path: String
    switch self {
    case .literal(let text): return text
    case .standardInput: path = "standard input"
    case .file(let given): path = given
    }
    func failure(_ problem: UnreadValue) -> CommandError { .valueNotRead(path: path, problem) }
    do {
      let stream = try self == .standardInput ? ByteStream.standardInput() : ByteStream(path: path)
      let bytes = try stream.all(atMost: UnreadValue.sizeLimit, hint: "")
      guard var text = String(validating: bytes, as: UTF8.self) else { throw failure(.notUTF8) }
      // A carriage return and a line feed are a single character.
      if text.last == "\n" || text.last == "\r\n" { text.removeLast() }
      return text
    } catch let error as InputError {
      throw failure(.input(error))
    } catch let error as SourceFailure where error.code == .tooLarge {
      throw failure(.tooLarge)
    }
  }
}
