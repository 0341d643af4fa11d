/// Which files a route takes, and from whom.
struct UploadRule: Sendable {
  /// Bytes of a file.
  let limit: Int
  /// The media types of bodies that are such a file, besides forms with one.
  let types: [String]
  /// Refuses whoever may not send one.
  let admit: @Sendable (RoutedRequest) throws -> Void

  /// How the file of a request is taken.
  ///
  /// - Throws: ``Problem``: 403 as `admit` says; 400 or 415 for a body that is none.
  func offer(for request: RoutedRequest) throws -> UploadOffer {
    try admit(request)
    let fields = request.request.fields
    guard fields["content-encoding"] == nil else {
      throw Problem(415, detail: "Send the file as it is: it is not unpacked.")
    }
    let type = FormBody.mediaType(fields)
    if type == Self.form {
      guard let boundary = MultipartReader.boundary(in: fields) else {
        throw Problem.badRequest("The form does not say what parts its fields.")
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
