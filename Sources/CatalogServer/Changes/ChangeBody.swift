import Catalog
import CatalogModel
import CatalogSources

/// The body of a request that changes something: a form, or a JSON object.
enum ChangeBody: Sendable {
  case form(FormBody)
  case json(JSONBody)

  /// Creates a body from a request. An empty body counts as an empty object.
  ///
  /// - Parameter keys: The keys that the object may have.
  /// - Throws: ``Problem``: 403 if the viewer may not change anything, which is checked first; 400, 413 or 415 if the
  ///   body is invalid.
  init(_ routed: RoutedRequest, keys: [String]) throws {
    try routed.requireChanger()
    let request = routed.request
    guard request.fields["content-encoding"] == nil else {
      throw Problem(415, detail: "Compressed bodies are not supported. Send the body without Content-Encoding.")
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
      throw Problem(
        415, detail: "Send a JSON object as application/json, or form fields as application/x-www-form-urlencoded.")
    }
  }

  /// Turns errors about a value into problems for the client.
  private func mappingErrors<Value>(_ read: () throws -> Value) throws -> Value {
    do { return try read() } catch { throw ServedCatalog.reported(error) }
  }

  /// Returns the text with the given name; `nil` if it is missing.
  func text(_ key: String) throws -> String? {
    switch self {
    case .form(let form): form[key]
    case .json(let body): try mappingErrors { try body.text(key) }
    }
  }

  /// Returns true if the flag with the given name is set.
  func flag(_ key: String) throws -> Bool {
    switch self {
    case .form(let form): form[key].map { !$0.isEmpty } ?? false
    case .json(let body): try mappingErrors { try body.flag(key) }
    }
  }

  /// Returns the number with the given name; `nil` if it is missing.
  ///
  /// - Throws: ``Problem``, 400.
  func number(_ key: String) throws -> Int64? {
    switch self {
    case .form(let form):
      guard let text = form[key], !text.isEmpty else { return nil }
      guard text.isDigits, let number = Int64(text) else {
        throw Problem.badRequest("\(key) must be a number.")
      }
      return number
    case .json(let body): return try mappingErrors { try body.integer(key) }
    }
  }

  /// Returns the list of numbers with the given name; `nil` if it is missing.
  ///
  /// - Throws: ``Problem``, 400.
  func numbers(_ key: String) throws -> [Int64]? {
    guard case .form(let form) = self else {
      if case .json(let body) = self { return try mappingErrors { try body.integers(key) } }
      return nil
    }
    let texts = form.values(of: key)
    guard !texts.isEmpty else { return nil }
    let numbers = texts.compactMap { $0.isDigits ? Int64($0) : nil }
    guard numbers.count == texts.count else { throw Problem.badRequest("\(key) must be a list of numbers.") }
    return numbers
  }

  /// Returns numbers, keyed by field: the members of the object with the given name. A form sends them in fields with
  /// names such as `values.title`, of which the empty ones are skipped.
  ///
  /// - Throws: ``Problem``, 400.
  func numbers(byField key: String, own: OwnFields) throws -> [BookField: Int64] {
    guard case .form(let form) = self else {
      if case .json(let body) = self { return try mappingErrors { try body.integers(byField: key, own: own) } }
      return [:]
    }
    var numbers: [BookField: Int64] = [:]
    for item in form.fields where item.name.hasPrefix("\(key).") {
      guard let field = own.field(named: String(item.name.dropFirst(key.count + 1))) else {
        throw Problem.badRequest("\(item.name) does not name a field.")
      }
      numbers[field] = try number(item.name)
    }
    return numbers
  }
}

extension JSONBody {
  /// Returns the changes in `set`, `add` and `remove`.
  ///
  /// - Throws: `InvalidValue` if a value is invalid.
  func changes(own: OwnFields) throws -> [FieldChange] {
    let namesYear = try namesYear("set")
    return try values("set", own: own).map {
      namesYear && $0.key == .published ? .year($0.value) : .set($0.key, $0.value)
    }
      + items("add", own: own).map { .add($0.key, $0.value) }
      + items("remove", own: own).map { .remove($0.key, $0.value) }
  }
}

extension [FieldChange] {
  /// Checks that there is at least one change.
  ///
  /// - Throws: ``Problem``, 400 if there is no change.
  func requireSome() throws(Problem) {
    guard !isEmpty else { throw .badRequest("The request contains no changes. Use set, add or remove.") }
  }
}
