import Foundation

public struct EmptyView: PrimitiveView {
  public init() {}
}

public struct AnyView: PrimitiveView {
  public init(_ content: some View) {}
}

public struct Group<Content: View>: PrimitiveView {
  public init(@ViewBuilder content: () -> Content) {}
}

public struct Text: PrimitiveView {
  public init(_ text: some StringProtocol) {}
}

public struct Image: PrimitiveView {
  public init(systemName: String) {}

  public func resizable() -> Image { self }
}

public struct Label: PrimitiveView {
  public init(_ title: some StringProtocol, systemImage: String) {}
}

public struct LabeledContent: PrimitiveView {
  public init(_ title: some StringProtocol, value: some StringProtocol) {}
}

public struct ProgressView: PrimitiveView {
  public init() {}
}

public struct Gauge<Content: View>: PrimitiveView {
  public init(value: some BinaryFloatingPoint, @ViewBuilder label: () -> Content) {}
}

public struct Spacer: PrimitiveView {
  public init() {}
}

public struct Button<Content: View>: PrimitiveView {
  public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Content) {}
}

extension Button where Content == Text {
  public init(_ title: some StringProtocol, action: @escaping @MainActor () -> Void) {}
}

public struct TextField: PrimitiveView {
  public init(_ title: some StringProtocol, text: Binding<String>) {}
}

public struct AsyncImage<Content: View, Placeholder: View>: PrimitiveView {
  public init(
    url: URL?, @ViewBuilder content: @escaping (Image) -> Content,
    @ViewBuilder placeholder: @escaping () -> Placeholder
  ) {}
}

public struct ContentUnavailableView: PrimitiveView {
  public init(_ title: some StringProtocol, systemImage: String) {}

  public init(
    @ViewBuilder label: () -> some View, @ViewBuilder description: () -> some View,
    @ViewBuilder actions: () -> some View
  ) {}

  public static func search(text: String) -> ContentUnavailableView { ContentUnavailableView("", systemImage: "") }
}
