import Catalog
import CatalogSources
import FoundationEssentials
import Platform

/// A text that the user edits in another program. The text is in a temporary file that only the user can read. The file
/// is kept until the text is stored.
struct TextDraft: Sendable {
  /// The maximum size of a text in bytes, which is larger than any field allows.
  private static let maxBytes = 16 * 1024 * 1024

  let path: String
  private let before: String

  /// Returns the command of the user's editor; `nil` if the user has chosen none.
  static func editor(in environment: [String: String]) -> String? {
    ["VISUAL", "EDITOR"].compactMap { environment[$0] }.first { !$0.isEmpty }
  }

  /// The editor of users who have chosen none.
  static let defaultEditor = "vi"

  /// Writes a text to a temporary file.
  ///
  /// - Throws: ``CommandError/outputFailed(path:errno:)``.
  init(_ text: String) throws {
    let ending = ".txt"
    var template = Array((FileManager.default.temporaryDirectory.path + "/catalog-XXXXXX" + ending).utf8CString)
    let descriptor = mkstemps(&template, Int32(ending.utf8.count))
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    before = text
    guard descriptor >= 0 else { throw CommandError.outputFailed(path: path, errno: errno) }
    defer { close(descriptor) }
    let code = Array((text + (text.isEmpty ? "" : "\n")).utf8).withUnsafeBytes { SystemCall.writeAll(descriptor, $0) }
    guard code == 0 else { throw CommandError.outputFailed(path: path, errno: code) }
  }

  /// Returns the current text without its final line break; `nil` if it is unchanged.
  ///
  /// - Throws: ``InputError``, ``CatalogError``.
  func changed() throws -> String? {
    let bytes = try ByteStream(path: path).all(atMost: Self.maxBytes, hint: "shorten the text")
    guard var text = String(validating: bytes, as: UTF8.self) else {
      throw InputError(notUTF8: path)
    }
    if text.hasSuffix("\n") { text.removeLast() }
    return text == before ? nil : text
  }

  func remove() { unlink(path) }
}
