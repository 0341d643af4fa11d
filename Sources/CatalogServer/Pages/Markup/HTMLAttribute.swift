/// An attribute of an HTML element. Addresses have their own type, so that no text can become a script in a link. No
/// attribute can contain styles or scripts.
struct HTMLAttribute {
  /// The attributes that contain plain text and are not links.
  enum Name: String {
    case accept, alt, autocomplete, autofocus, capture, charset, checked, colspan, content, datetime, disabled, enctype,
      enterkeyhint,
      form, height,
      id
    case inputmode, popover, popovertarget, popovertargetaction
    case lang, loading, max, method
    case maxlength, min, name, open, placeholder, rel, required, role, rows, scope, selected, sizes, tabindex, title,
      type,
      value, width
    case classes = "class"
    case forID = "for"
    case ariaCurrent = "aria-current"
    case ariaDescribedby = "aria-describedby"
    case ariaInvalid = "aria-invalid"
    case ariaHidden = "aria-hidden"
    case ariaLabel = "aria-label"
    case ariaLabelledBy = "aria-labelledby"
    case ariaLive = "aria-live"
    case ariaSort = "aria-sort"
    case dataBase = "data-base"
    case dataComplete = "data-complete"
    case dataDay = "data-day"
    case dataEdits = "data-edits"
    case dataList = "data-list"
    case dataPage = "data-page"
    case dataTotal = "data-total"
    case dataQuery = "data-query"
    case dataSort = "data-sort"
  }

  let name: String
  let value: String

  private init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }

  /// Creates an attribute with a text.
  static func with(_ name: Name, _ value: String) -> HTMLAttribute { HTMLAttribute(name.rawValue, value) }

  static func href(_ address: PageAddress) -> HTMLAttribute { HTMLAttribute("href", address.text) }
  static func src(_ address: PageAddress) -> HTMLAttribute { HTMLAttribute("src", address.text) }
  /// Creates the attribute with the addresses of an image at several widths in pixels.
  static func srcset(_ images: [(address: PageAddress, width: Int)]) -> HTMLAttribute {
    HTMLAttribute("srcset", images.map { "\($0.address.text) \($0.width)w" }.joined(separator: ", "))
  }
  static func action(_ address: PageAddress) -> HTMLAttribute { HTMLAttribute("action", address.text) }
  static func classes(_ names: String) -> HTMLAttribute { with(.classes, names) }
  static func id(_ id: String) -> HTMLAttribute { with(.id, id) }

  /// Hides an element from screen readers, because other text already contains the same information.
  static let hidden = with(.ariaHidden, "true")
}
