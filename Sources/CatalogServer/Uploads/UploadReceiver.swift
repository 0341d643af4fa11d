import Platform

/// Receives the body of a request with a file, piece by piece. At most one piece is held in memory.
struct UploadReceiver: Sendable {
  private let file: UploadedFile
  private let limit: Int
  private let name: String?
  private var form: MultipartReader?

  /// Creates a receiver.
  ///
  /// - Parameters:
  ///   - file: The file that stores the bytes.
  ///   - name: The name of the file, unless the body names it.
  init(_ offer: ExpectedUpload, into file: UploadedFile, name: String?) {
    (self.file, limit, self.name) = (file, offer.limit, name)
    form = offer.boundary.map(MultipartReader.init)
  }

  /// Receives the next piece.
  ///
  /// - Throws: ``Problem``: 400 if the form is malformed, 413 if the file is too large, 507 if the disk is full. The
  ///   stored bytes are then discarded with the receiver.
  mutating func take(_ piece: UnsafeRawBufferPointer) throws(Problem) {
    let (file, limit) = (file, limit)
    func keep(_ bytes: UnsafeRawBufferPointer) throws(Problem) {
      guard file.count + bytes.count <= limit else { throw .fileTooLarge(limit) }
      try file.append(bytes)
    }
    if form == nil { try keep(piece) } else { try form?.take(piece, keep: keep) }
  }

  /// Finishes the upload.
  ///
  /// - Throws: ``Problem``, 400 if the body is incomplete.
  func finish() throws(Problem) -> Upload {
    guard let form else { return Upload(file: file, name: name) }
    try form.finish()
    return Upload(file: file, name: form.fileName, fields: form.fields)
  }

  /// Returns the upload of a request: the file already received, or else the file in the request's body. The file is in
  /// the body if the head of the request did not identify the sender.
  static func upload(of request: Request, _ offer: ExpectedUpload, in folder: String) throws -> Upload {
    if let upload = request.upload { return upload }
    var receiver = UploadReceiver(offer, into: try UploadedFile(in: folder), name: request.fileName)
    // Pass small pieces, because the parser searches a whole piece at once.
    for start in stride(from: 0, to: request.body.count, by: 65_536) {
      let piece = request.body[start..<min(start + 65_536, request.body.count)]
      let outcome = piece.withUnsafeBytes { bytes in
        Result<Void, Problem> { () throws(Problem) in try receiver.take(bytes) }
      }
      try outcome.get()
    }
    return try receiver.finish()
  }
}

extension Request {
  /// The name that the sender gave the file, if the body is the file.
  var fileName: String? { target["name"].flatMap { Upload.name(of: $0) } }
}

extension Problem {
  /// Returns the problem of a file that is larger than allowed.
  static func fileTooLarge(_ limit: Int) -> Problem {
    Problem(413, detail: "Files are limited to \(limit.grouped) bytes here.")
  }
}
