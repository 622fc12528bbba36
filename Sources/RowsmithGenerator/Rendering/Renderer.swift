/// Renders declarations as text.
struct Renderer {
  /// The access level of exported declarations.
  var access: AccessLevel
}
