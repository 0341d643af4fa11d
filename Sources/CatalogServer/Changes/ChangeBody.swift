import Catalog
import CatalogModel
import CatalogSources

/// What is sent to have something done: a form, or an object of JSON.
enum ChangeBody: Sendable {
  case form(FormBody)
  case json(JSONBody)

  /// - Parameter keys: what the object may say.
  /// - Throws: ``Problem``: 403 where the viewer may change nothing, before anything is read; 400, 413, or 415 for anything else;
  ///   nothing at all is an empty object.
  init(_ routed: RoutedRequest, keys: [String]) throws {
    try routed.requireChanger()
    let request = routed.request
    guard request.fields["content-encoding"] == nil else {
      throw Problem(415, detail: "Send the body as it is: it is not unpacked.")
    }
    if FormBody.isForm(request.fields) {
      self = .form(try FormBody(request))
    } else if request.body.isEmpty {
      self = .json(JSONBody())
    } else if FormBody.mediaType(request.fields) == "application/json" {
      do throws(InvalidValue) { self = .json(try JSONBody(request.body, keys: keys)) } catch {
        throw Problem.badRequest("\(error.subject): \(error.reason)")
      }
    } else {
      throw Problem(415, detail: "Send an object as application/json, or the fields of a form.")
    }
  }

  /// What is wrong with a value, as the client is told.
  private func told<Value>(_ read: () throws -> Value) throws -> Value {
    do { return try read() } catch { throw ServedCatalog.told(error) }
  }

  /// A text; `nil` where nothing is said.
  func text(_ key: String) throws -> String? {
    switch self {
    case .form(let form): form[key]
    case .json(let body): try told { try body.text(key) }
    }
  }

  /// Whether something is wanted.
  func flag(_ key: String) throws -> Bool {
    switch self {
    case .form(let form): form[key].map { !$0.isEmpty } ?? false
    case .json(let body): try told { try body.flag(key) }
    }
  }

  /// A number; `nil` where nothing is said.
  ///
  /// - Throws: ``Problem``, 400.
  func number(_ key: String) throws -> Int64? {
    switch self {
    case .form(let form):
      guard let text = form[key], !text.isEmpty else { return nil }
      guard text.isDigits, let number = Int64(text) else { throw Problem.badRequest("\(key): it is no number") }
      return number
    case .json(let body): return try told { try body.integer(key) }
    }
  }

  /// Numbers; `nil` where nothing is said.
  ///
  /// - Throws: ``Problem``, 400.
  func numbers(_ key: String) throws -> [Int64]? {
    guard case .form(let form) = self else {
      if case .json(let body) = self { return try told { try body.integers(key) } }
      return nil
    }
    let texts = form.values(of: key)
    guard !texts.isEmpty else { return nil }
    let numbers = texts.compactMap { $0.isDigits ? Int64($0) : nil }
    guard numbers.count == texts.count else { throw Problem.badRequest("\(key): it is no number") }
    return numbers
  }
}

extension JSONBody {
  /// The changes that it asks for, in `set`, `add` and `remove`.
  ///
  /// - Throws: ``Problem``, 400 where there is none; `InvalidValue`.
  func changes(own: OwnFields) throws -> [FieldChange] {
    let changes: [FieldChange] =
      try values("set", own: own).map { .set($0.key, $0.value) } + items("add", own: own).map { .add($0.key, $0.value) }
      + items("remove", own: own).map { .remove($0.key, $0.value) }
    try changes.requireSome()
    return changes
  }
}

extension [FieldChange] {
  /// - Throws: ``Problem``, 400 where there is none.
  func requireSome() throws(Problem) {
    guard !isEmpty else { throw .badRequest("Say what to change: set, add or remove.") }
  }
}
