/// Decides for whom a request is answered.
struct Admission: Sendable {
  /// Whether whoever uses this machine may change the catalog.
  let allowsEdits: Bool

  /// For whom a request is answered.
  func viewer(of request: Request) -> Viewer {
    let client = request.client
    return Viewer(role: client.isLocal && allowsEdits ? .owner : .reader, visibility: client.visibility)
  }
}
