extension WebAsset {
  /// The route of a file that pages load. Its address contains the file's fingerprint, so clients may cache it forever.
  var route: Route {
    Route(.get, address(basePath: "").text, summary: "Returns \(name), which the pages load.") { _ in
      let fields: HeaderFields = ["Content-Type": type, "Cache-Control": "public, max-age=31536000, immutable"]
      return .now(Response(fields: fields, body: .bytes(bytes)))
    }
  }
}
