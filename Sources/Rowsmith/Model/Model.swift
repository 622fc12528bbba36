public import RowsmithSchema

/// A model with the app's part in it. Generated code conforms to this protocol.
public protocol Model: Sendable {
  /// What the server's data is.
  static var schema: Schema { get }

  /// The transforms and hooks that the app implements.
  var customizations: Customizations { get }
}

extension Model {
  /// None: the model names no transform or hook of the app's.
  public var customizations: Customizations { Customizations() }
}
