/// An attribute of an element of a page. Addresses are values of their own, so that no text becomes a script by standing in a
/// link; attributes that hold styles or scripts there are none.
struct HTMLAttribute {
  /// The attributes that hold texts, which lead nowhere.
  enum Name: String {
    case accept, alt, autocomplete, autofocus, charset, checked, colspan, content, datetime, enctype, enterkeyhint,
      form, height,
      id
    case inputmode
    case lang, loading, max, method
    case maxlength, min, name, open, placeholder, rel, required, role, rows, scope, selected, tabindex, title, type,
      value, width
    case classes = "class"
    case forID = "for"
    case ariaCurrent = "aria-current"
    case ariaHidden = "aria-hidden"
    case ariaLabel = "aria-label"
    case ariaLabelledBy = "aria-labelledby"
    case ariaLive = "aria-live"
    case ariaSort = "aria-sort"
    case dataBase = "data-base"
    case dataEdits = "data-edits"
    case dataPage = "data-page"
    case dataTotal = "data-total"
    case dataQuery = "data-query"
    case dataSort = "data-sort"
  }

  let name: String
  let value: String

  private init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }

  /// An attribute that holds a text.
  static func with(_ name: Name, _ value: String) -> HTMLAttribute { HTMLAttribute(name.rawValue, value) }

  static func href(_ address: PageAddress) -> HTMLAttribute { HTMLAttribute("href", address.text) }
  static func src(_ address: PageAddress) -> HTMLAttribute { HTMLAttribute("src", address.text) }
  static func action(_ address: PageAddress) -> HTMLAttribute { HTMLAttribute("action", address.text) }
  static func classes(_ names: String) -> HTMLAttribute { with(.classes, names) }
  static func id(_ id: String) -> HTMLAttribute { with(.id, id) }

  /// Hides what those who do not see have in words already.
  static let hidden = with(.ariaHidden, "true")
}
