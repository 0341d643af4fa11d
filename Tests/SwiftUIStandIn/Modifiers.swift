import Foundation

public struct Font: Sendable {
  public static let headline = Font()
}

public struct Color {}

/// A style of text and shapes.
public protocol ShapeStyle {}

extension Color: ShapeStyle {}

extension ShapeStyle where Self == Color {
  public static var red: Color { Color() }
  public static var secondary: Color { Color() }
}

public struct RedactionReasons: Sendable {
  public static let placeholder = RedactionReasons()
}

public enum EdgeSet { case leading }

extension View {
  public func scaledToFit() -> some View { self }
  public func frame(width: CGFloat?, height: CGFloat?) -> some View { self }
  public func padding(_ edges: EdgeSet, _ length: CGFloat?) -> some View { self }
  public func font(_ font: Font?) -> some View { self }
  public func foregroundStyle(_ style: some ShapeStyle) -> some View { self }
  public func redacted(reason: RedactionReasons) -> some View { self }
  public func id(_ id: some Hashable) -> some View { self }

  public func searchable(text: Binding<String>) -> some View { self }
  public func refreshable(action: @escaping @MainActor @Sendable () async -> Void) -> some View { self }
  public func task(_ action: @escaping @MainActor @Sendable () async -> Void) -> some View { self }
  public func onAppear(perform action: (() -> Void)?) -> some View { self }
  public func onDisappear(perform action: (() -> Void)?) -> some View { self }
  public func onTapGesture(perform action: @escaping () -> Void) -> some View { self }
  public func onSubmit(_ action: @escaping () -> Void) -> some View { self }
}
