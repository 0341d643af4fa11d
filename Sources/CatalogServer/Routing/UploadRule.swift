/// The rule for the files that a route takes: their size, their media types, and the viewers who may send them.
struct UploadRule: Sendable {
  /// The maximum size of a file, in bytes.
  let limit: Int
  /// The media types of bodies that are the file itself. Forms that contain a file are always allowed.
  let types: [String]
  /// A closure that throws an error if the viewer may not send files.
  let admit: @Sendable (RoutedRequest) throws -> Void

  /// Returns the limits for receiving the file of a request.
  ///
  /// - Throws: ``Problem``: the error of `admit`; 400 or 415 if the body is not a file that the route takes.
  func offer(for request: RoutedRequest) throws -> ExpectedUpload {
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
      return ExpectedUpload(limit: limit, boundary: boundary, account: request.viewer.account)
    }
    guard types.contains(type) else {
      throw Problem(415, detail: "Send the file as \(types.joined(separator: ", ")), or in a form as \(Self.form).")
    }
    return ExpectedUpload(limit: limit, boundary: nil, account: request.viewer.account)
  }

  /// The media type of forms with files.
  static let form = "multipart/form-data"
}
