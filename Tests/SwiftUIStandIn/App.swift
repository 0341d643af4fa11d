/// An app, which consists of scenes.
@MainActor public protocol App {
  associatedtype Body: Scene
  @SceneBuilder var body: Body { get }
  init()
}

/// A part of an app, such as its windows.
@MainActor public protocol Scene {
  associatedtype Body: Scene
  @SceneBuilder var body: Body { get }
}

extension Never: Scene {}

public struct WindowGroup<Content: View>: Scene {
  public init(@ViewBuilder content: () -> Content) {}

  public var body: Never { fatalError("a stand-in is never drawn") }
}

/// Builds a scene from the statements of a closure.
@MainActor @resultBuilder public enum SceneBuilder {
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}
