/// The two views of a list of books. The browser remembers in a cookie which one the viewer chose last.
enum ListLook: String {
  case list, wall

  private static let cookie = "catalog-view"

  /// Returns the view that the browser remembers; `nil` if it remembers none.
  static func remembered(in fields: HeaderFields) -> ListLook? {
    let values = fields.cookies(named: cookie)
    return values.count == 1 ? ListLook(rawValue: String(values[0])) : nil
  }

  /// Returns the `Set-Cookie` field that makes the browser remember the view for a year.
  ///
  /// - Parameter basePath: The path of the pages.
  func setCookie(basePath: String) -> String {
    "\(Self.cookie)=\(rawValue); Max-Age=31536000; Path=\(basePath)/; HttpOnly; SameSite=Lax"
  }
}

extension RoutedRequest {
  /// The view of the list that the address names; `nil` if it names none.
  var chosenLook: ListLook? { request.target["view"].flatMap(ListLook.init) }

  /// The view of lists: the one in the address, or else the one that the browser remembers.
  var look: ListLook { chosenLook ?? ListLook.remembered(in: request.fields) ?? .list }
}
