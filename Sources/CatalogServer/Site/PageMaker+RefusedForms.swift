import Catalog

extension PageMaker {
  /// Returns the answer to a form. If the form is refused, the answer is the page that the form was sent from, with the
  /// reason and everything that was typed. Errors of requests from programs are passed on unchanged.
  ///
  /// - Parameters:
  ///   - body: The form.
  ///   - answer: Reads the form and makes the change that it requests.
  ///   - page: Makes the page with the form again.
  func answer(
    _ request: RoutedRequest, of body: ChangeBody, _ answer: () throws -> Answer,
    page: @escaping @Sendable (PageContext, RefusedForm) throws -> [UInt8]
  ) throws -> Answer {
    guard request.format == .html, case .form(let form) = body else { return try answer() }
    @Sendable func refused(_ error: any Error) throws -> Response {
      guard let problem = ServedCatalog.reported(error) as? Problem, [400, 409].contains(problem.status) else {
        throw error
      }
      let refused = RefusedForm(
        form: form, reason: problem.detail ?? problem.title, subject: problem.subject,
        book: problem.book.map { Book.ID($0) },
        isOfWhatIsThere: problem.status == 409)
      return try response(request, status: problem.status) { try page($0, refused) }
    }
    let outcome: Answer
    do { outcome = try answer() } catch { return .now(try refused(error)) }
    return .later { do { return try await outcome.response() } catch { return try refused(error) } }
  }
}
