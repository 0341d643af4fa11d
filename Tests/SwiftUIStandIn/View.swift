/// A part of the screen.
///
/// The declarations in this module have the names and types of those in SwiftUI that the article on SwiftUI uses, so
/// that its examples are compiled where SwiftUI is not available. Nothing is drawn.
@MainActor public protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

/// A view without a body of its own.
public protocol PrimitiveView: View where Body == Never {}

extension PrimitiveView {
  public var body: Never { fatalError("a stand-in is never drawn") }
}

extension Never: View {
  public var body: Never { fatalError("a stand-in is never drawn") }
}

/// Several views in a row.
public struct TupleView<each Content: View>: PrimitiveView {
  init(_ content: repeat each Content) {}
}

/// One of two views.
public enum ConditionalContent<First: View, Second: View>: PrimitiveView {
  case first(First)
  case second(Second)
}

extension Optional: View where Wrapped: View {
  public var body: Never { fatalError("a stand-in is never drawn") }
}

/// Builds a view from the statements of a closure.
@MainActor @resultBuilder public enum ViewBuilder {
  public static func buildBlock() -> EmptyView { EmptyView() }
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<repeat each Content> {
    TupleView(repeat each content)
  }

  public static func buildOptional<Content: View>(_ content: Content?) -> Content? { content }
  public static func buildEither<First: View, Second: View>(first: First) -> ConditionalContent<First, Second> {
    .first(first)
  }
  public static func buildEither<First: View, Second: View>(second: Second) -> ConditionalContent<First, Second> {
    .second(second)
  }
}
