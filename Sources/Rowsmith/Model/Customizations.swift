/// The app's transforms and hooks for a model. A generated model fills it in; without generated code, pass it to the store.
public struct Customizations: Sendable {
  /// The conversions of JSON to values and back, by attribute: `Album.title`.
  public var transforms: [String: AttributeTransform]
  /// The app's code that runs during an import, by entity: `Album`.
  public var hooks: [String: EntityHooks]

  /// Creates a set of transforms and hooks.
  public init(transforms: [String: AttributeTransform] = [:], hooks: [String: EntityHooks] = [:]) {
    self.transforms = transforms
    self.hooks = hooks
  }
}
