/// Takes the body of a request whose file is kept, piece by piece, and holds no more of it in memory than a piece.
struct UploadReceiver: Sendable {
  private let file: UploadedFile
  private let limit: Int
  private let name: String?
  private var form: MultipartReader?

  /// - Parameters:
  ///   - file: where the bytes go.
  ///   - name: what the file is called where its body does not say it.
  init(_ offer: UploadOffer, into file: UploadedFile, name: String?) {
    (self.file, limit, self.name) = (file, offer.limit, name)
    form = offer.boundary.map(MultipartReader.init)
  }

  /// Takes the next piece.
  ///
  /// - Throws: ``Problem``: 400 for a form that cannot be read, 413 for more than is taken, 507 where the disk is full. What was kept goes
  ///   with the receiver then.
  mutating func take(_ piece: UnsafeRawBufferPointer) throws(Problem) {
    let (file, limit) = (file, limit)
    func keep(_ bytes: UnsafeRawBufferPointer) throws(Problem) {
      guard file.count + bytes.count <= limit else { throw .fileTooLarge(limit) }
      try file.append(bytes)
    }
    if form == nil { try keep(piece) } else { try form?.take(piece, keep: keep) }
  }

  /// The body is over.
  ///
  /// - Throws: ``Problem``, 400 where it should not be.
  func finish() throws(Problem) -> Upload {
    guard let form else { return Upload(file: file, name: name) }
    try form.finish()
    return Upload(file: file, name: form.fileName, fields: form.fields)
  }

  /// The upload of a request: what was kept of it, or what stands in its body, which was taken into memory where its sender was not
  /// known by its head.
  static func upload(of request: Request, _ offer: UploadOffer, in folder: String) throws -> Upload {
    if let upload = request.upload { return upload }
    var receiver = UploadReceiver(offer, into: try UploadedFile(in: folder), name: request.fileName)
    // Not larger than a piece that the reader would have to search at once.
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
  /// What the sender calls the file that is the body.
  var fileName: String? { target["name"].flatMap { Upload.name(of: $0) } }
}

extension Problem {
  /// A file has more bytes than are taken.
  static func fileTooLarge(_ limit: Int) -> Problem {
    Problem(413, detail: "A file may have \(limit.spoken) bytes here.")
  }
}
