/// The files that a route takes, and the viewers it takes them from.
struct UploadRule: Sendable {
  /// The maximum size of a file, in bytes.
  let limit: Int
  /// The media types of bodies that are a file themselves, in addition to forms with a file.
  let types: [String]
  /// Throws an error for viewers who may not send a file.
  let admit: @Sendable (RoutedRequest) throws -> Void

  /// Returns how the file of a request is received.
  ///
  /// - Throws: ``Problem``: the error of `admit`; 400 or 415 if the body is not such a file.
  func offer(for request: RoutedRequest) throws -> UploadOffer {
    try admit(request)
    let fields = request.request.fields
    guard fields["content-encoding"] == nil else {
      throw Problem(415, detail: "Compressed uploads are not supported. Send the file without Content-Encoding.")
    }
    let type = FormBody.mediaType(fields)
    if type == Self.form {
      guard let boundary = MultipartReader.boundary(in: fields) else {
        throw Problem.badRequest("The Content-Type of the form does not contain a valid boundary.")
      }
      return UploadOffer(limit: limit, boundary: boundary, account: request.viewer.account)
    }
    guard types.contains(type) else {
      throw Problem(415, detail: "Send the file as \(types.joined(separator: ", ")), or in a form as \(Self.form).")
    }
    return UploadOffer(limit: limit, boundary: nil, account: request.viewer.account)
  }

  /// The media type of forms with files.
  static let form = "multipart/form-data"
}
