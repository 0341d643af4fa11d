/// How a route takes the file of a request: decided by its head, before anything of its body is taken.
struct UploadOffer: Sendable, Equatable {
  /// Bytes of the file.
  var limit: Int
  /// What parts the fields of a form; `nil` where the body is the file.
  let boundary: String?
  /// The account that sends it; `nil` of who has none.
  let account: String?

  /// Bytes of the whole body.
  var bodyLimit: Int { boundary == nil ? limit : limit.saturated(adding: Upload.overhead) }
}

extension Int {
  /// The sum, or the largest number there is.
  func saturated(adding other: Int) -> Int {
    let (sum, isTooLarge) = addingReportingOverflow(other)
    return isTooLarge ? .max : sum
  }
}

/// A file that was sent, with what stood beside it.
struct Upload: Sendable {
  /// How many bytes the fields beside a file may have together.
  static let fieldBytes = 65_536
  /// Bytes of a body beyond those of its file: fields, and what stands around each part.
  static let overhead = 2 * fieldBytes

  let file: UploadedFile
  /// What the sender calls it; `nil` where it has no name. Never a path.
  let name: String?
  /// The other fields of its form, each of another name.
  var fields: [FormBody.Field] = []

  /// The value of a field; `nil` where there is none.
  subscript(_ name: String) -> String? { fields.first { $0.name == name }?.value }

  /// The name of a file as its sender says it, without folders and without what moves a cursor; `nil` for a text that is none.
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
  /// Whether it is no sign: a control character, or one that changes how the signs around it stand.
  fileprivate var isControl: Bool {
    [.control, .format, .lineSeparator, .paragraphSeparator].contains(generalCategory)
  }
}

/// A service that takes files.
protocol UploadService: Service {
  /// How the file of a request is taken, which is given without its body; `nil` where its body is one like others'.
  ///
  /// - Throws: ``Problem`` where it is not taken.
  func upload(_ request: Request) throws -> UploadOffer?
}
