/// The limits and the form boundary for receiving the file of a request. They are determined from the head of the
/// request, before its body is read.
struct ExpectedUpload: Sendable, Equatable {
  /// The maximum size of the file, in bytes.
  var limit: Int
  /// The boundary between the fields of a form; `nil` if the body is the file itself.
  let boundary: String?
  /// The account of the sender; `nil` if the sender has no account.
  let account: String?

  /// The maximum size of the whole body, in bytes.
  var bodyLimit: Int { boundary == nil ? limit : limit.saturated(adding: Upload.overhead) }
}

extension Int {
  /// Returns the sum, or the largest representable number if the sum overflows.
  func saturated(adding other: Int) -> Int {
    let (sum, isTooLarge) = addingReportingOverflow(other)
    return isTooLarge ? .max : sum
  }
}

/// An uploaded file, with the other fields of its form.
struct Upload: Sendable {
  /// The maximum total size of the fields other than the file, in bytes.
  static let fieldBytes = 65_536
  /// The maximum number of bytes of a body in addition to its file: fields and the boundaries around parts.
  static let overhead = 2 * fieldBytes

  let file: UploadedFile
  /// The name that the sender gave the file, which is never a path; `nil` if the file has no name.
  let name: String?
  /// The other fields of the form, each with a different name.
  var fields: [FormBody.Field] = []

  /// Returns the value of a field; `nil` if there is none.
  subscript(_ name: String) -> String? { fields.first { $0.name == name }?.value }

  /// Returns the sender's name for a file, without folders and control characters, at most 200 bytes; `nil` if nothing
  /// valid is left.
  static func name(of text: String) -> String? {
    let last = text.split { $0 == "/" || $0 == "\\" }.last ?? ""
    let shown = String(String.UnicodeScalarView(last.unicodeScalars.filter { !$0.properties.isControl }))
    var name = ""
    for character in HeaderFields.trimmed(shown[...]) where name.utf8.count + character.utf8.count <= 200 {
      name.append(character)
    }
    return name.isEmpty || name == "." || name == ".." ? nil : name
  }
}

extension Unicode.Scalar.Properties {
  /// True for control characters and for characters that change the layout of the characters around them.
  fileprivate var isControl: Bool {
    [.control, .format, .lineSeparator, .paragraphSeparator].contains(generalCategory)
  }
}

/// A service that receives files.
protocol UploadService: Service {
  /// Returns how to receive the file of a request; `nil` to receive the body like any other body. The request is passed
  /// without its body.
  ///
  /// - Throws: ``Problem`` if the file is refused.
  func upload(_ request: Request) throws -> ExpectedUpload?
}
