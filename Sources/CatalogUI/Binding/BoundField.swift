/// What a ``FieldBinding`` is to: how a field's value is read off a book, and how it is assigned.
struct BoundField<Value: Equatable & Sendable>: Sendable {
  let field: BookField
  let value: @Sendable (Book) -> Value
  let assign: @Sendable (inout BookDraft, Value) throws -> Void

  /// A property of a draft.
  init(_ path: any WritableKeyPath<BookDraft, Value> & Sendable) {
    value = { BookDraft($0)[keyPath: path] }
    assign = { $0[keyPath: path] = $1 }
    // Which field a property is of is known by the assignment.
    var draft = BookDraft()
    draft[keyPath: path] = draft[keyPath: path]
    guard let field = draft.assigned.first else { preconditionFailure("\(path) is no property of a book") }
    self.field = field
  }
}

extension BoundField<String> {
  /// A field as people read and type it; an empty text is no value.
  init(text field: BookField) {
    self.field = field
    value = { $0[field]?.typedText ?? "" }
    assign = { draft, text in try draft.assign(field, text.isEmpty ? nil : field.value(of: text)) }
  }
}
