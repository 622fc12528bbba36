/// The transforms and hooks that an app implements for a model. A generated model fills it in; without generated code it
/// is given to the store.
public struct Customizations: Sendable {
  /// By attribute, `Album.title`: how its JSON becomes a value, and back.
  public var transforms: [String: AttributeTransform]
  /// By entity, `Album`: what the app does while records are imported.
  public var hooks: [String: EntityHooks]

  /// Creates a set of transforms and hooks.
  public init(transforms: [String: AttributeTransform] = [:], hooks: [String: EntityHooks] = [:]) {
    self.transforms = transforms
    self.hooks = hooks
  }
}
