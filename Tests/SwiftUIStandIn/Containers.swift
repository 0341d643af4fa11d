import Foundation

public struct HorizontalAlignment: Sendable {
  public static let leading = HorizontalAlignment()
}

public struct HStack<Content: View>: PrimitiveView {
  public init(@ViewBuilder content: () -> Content) {}
}

public struct VStack<Content: View>: PrimitiveView {
  public init(alignment: HorizontalAlignment, @ViewBuilder content: () -> Content) {}
}

public struct List<Content: View>: PrimitiveView {
  public init(@ViewBuilder content: () -> Content) {}

  public init<Data: RandomAccessCollection>(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content)
  where Data.Element: Identifiable {}
}

public struct ForEach<Data: RandomAccessCollection, Content: View>: PrimitiveView {
  public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content)
  where Data.Element: Identifiable {}

  public init(
    _ data: Data, id: KeyPath<Data.Element, some Hashable>, @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {}

  public func onDelete(perform action: ((IndexSet) -> Void)?) -> some View { self }
}

public struct DisclosureGroup<Content: View, Title: View>: PrimitiveView {
  public init(
    isExpanded: Binding<Bool>, @ViewBuilder content: @escaping () -> Content, @ViewBuilder label: () -> Title
  ) {}
}
