extension WebAsset {
  /// A file that pages load, at the address that has its fingerprint: it never changes there.
  var route: Route {
    Route(.get, address(basePath: "").text, summary: "\(name), which the pages load.") { _ in
      let fields: HeaderFields = ["Content-Type": type, "Cache-Control": "public, max-age=31536000, immutable"]
      return .now(Response(fields: fields, body: .bytes(bytes)))
    }
  }
}
