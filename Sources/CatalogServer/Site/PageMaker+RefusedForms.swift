extension PageMaker {
  /// The answer to a form: where it is not taken, the page that it was sent from comes back, with what was typed. What programs send is
  /// answered as it is.
  ///
  /// - Parameters:
  ///   - answer: what becomes of it.
  ///   - body: what was sent.
  ///   - page: makes the page with the form again.
  func answer(
    _ request: RoutedRequest, _ answer: Answer, of body: ChangeBody,
    page: @escaping @Sendable (PageContext, RefusedForm) throws -> [UInt8]
  ) -> Answer {
    guard request.format == .html, case .form(let form) = body else { return answer }
    return .later {
      do { return try await answer.response() } catch let problem as Problem where [400, 409].contains(problem.status) {
        let refused = RefusedForm(
          form: form, reason: problem.detail ?? problem.title, isOfWhatIsThere: problem.status == 409)
        return try response(request, status: problem.status) { try page($0, refused) }
      }
    }
  }
}
