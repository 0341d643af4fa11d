import CatalogModel

/// The reason why a request fails, as reported to the client (RFC 9457). Its texts contain no paths, no SQL, and no
/// parts of the request.
public struct Problem: Error, Sendable, Equatable {
  /// The status of the response, from 400 to 599.
  public let status: Int
  /// A short summary of the problem.
  public let title: String
  /// The specific reason, and a remedy; `nil` if the title is sufficient.
  public let detail: String?
  /// The header fields that belong to the status: `Allow`, `Retry-After`, `WWW-Authenticate`.
  public var fields: HeaderFields
  /// The name of the field whose value is invalid; `nil` for other problems. The page shows the problem beside the
  /// input of that field.
  var subject: String?
  /// The number of the book that the problem is about, to which pages link; `nil` for other problems.
  var book: Int64?

  /// Creates a problem. Without a title, the standard title of the status is used.
  public init(_ status: Int, title: String? = nil, detail: String? = nil, fields: HeaderFields = HeaderFields()) {
    self.status = (400...599).contains(status) ? status : 500
    self.title = title ?? Self.titles[self.status] ?? (self.status < 500 ? "Bad Request" : "Internal Server Error")
    self.detail = detail
    self.fields = fields
  }

  /// Creates a problem for a request that cannot be read.
  public static func badRequest(_ detail: String) -> Problem { Problem(400, detail: detail) }
  /// Creates the problem for an invalid value.
  init(_ invalid: InvalidValue) {
    self.init(400, detail: "\(invalid.subject): \(invalid.reason)")
    subject = invalid.subject
  }
  /// The problem for a resource that does not exist, or that the viewer may not see.
  public static let notFound = Problem(404)
  /// A failure of the server. The server's log contains the details.
  public static let failed = Problem(500)

  private static let titles = [
    400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
    406: "Not Acceptable", 409: "Conflict", 410: "Gone", 412: "Precondition Failed", 413: "Content Too Large",
    414: "URI Too Long", 415: "Unsupported Media Type", 416: "Range Not Satisfiable", 421: "Misdirected Request",
    422: "Unprocessable Content", 428: "Precondition Required", 429: "Too Many Requests",
    431: "Request Header Fields Too Large",
    500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable",
    504: "Gateway Timeout", 507: "Insufficient Storage",
  ]
}
