/// The field that a ``FieldBinding`` edits, with functions that read its value from a book and assign a value to a
/// draft.
struct BoundField<Value: Equatable & Sendable>: Sendable {
  let field: BookField
  let value: @Sendable (Book) -> Value
  let assign: @Sendable (inout BookDraft, Value) throws -> Void

  /// Creates a bound field from a property of a draft.
  init(_ path: any WritableKeyPath<BookDraft, Value> & Sendable) {
    value = { BookDraft($0)[keyPath: path] }
    assign = { $0[keyPath: path] = $1 }
    // Assigning the property to itself reveals its field, because the draft records which fields are assigned.
    var draft = BookDraft()
    draft[keyPath: path] = draft[keyPath: path]
    guard let field = draft.assigned.first else { preconditionFailure("\(path) is not a property of a book") }
    self.field = field
  }
}

extension BoundField<String> {
  /// Creates a bound field that is shown and edited as text. An empty text clears the field.
  init(text field: BookField) {
    self.field = field
    value = { $0[field]?.typedText ?? "" }
    assign = { draft, text in try draft.assign(field, text.isEmpty ? nil : field.value(of: text)) }
  }
}
