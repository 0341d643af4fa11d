/// Why a request is not done, as it is told to whoever asked (RFC 9457). Its texts hold no path, no SQL, and nothing of the
/// request.
public struct Problem: Error, Sendable, Equatable {
  /// The status of the answer, from 400 to 599.
  public let status: Int
  /// What is the matter, in a few words.
  public let title: String
  /// The reason in this case, and what to do; `nil` where the title says all.
  public let detail: String?
  /// Fields that belong to the status: `Allow`, `Retry-After`, `WWW-Authenticate`.
  public var fields: HeaderFields

  /// A problem of its parts. Without a title, the status has its usual one.
  public init(_ status: Int, title: String? = nil, detail: String? = nil, fields: HeaderFields = HeaderFields()) {
    self.status = (400...599).contains(status) ? status : 500
    self.title = title ?? Self.titles[self.status] ?? (self.status < 500 ? "Bad Request" : "Internal Server Error")
    self.detail = detail
    self.fields = fields
  }

  /// The request cannot be read.
  public static func badRequest(_ detail: String) -> Problem { Problem(400, detail: detail) }
  /// Nothing is there, or nothing that may be shown.
  public static let notFound = Problem(404)
  /// The server failed; what happened is in its log.
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
