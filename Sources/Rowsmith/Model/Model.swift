public import RowsmithSchema

/// A model with the app's transforms and hooks. Generated code conforms to this protocol.
public protocol Model: Sendable {
  /// The schema of the server's data.
  static var schema: Schema { get }

  /// The app's transforms and hooks.
  var customizations: Customizations { get }
}

extension Model {
  /// Empty: the model has no transforms and hooks of the app.
  public var customizations: Customizations { Customizations() }
}
