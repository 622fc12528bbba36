/// One file of Swift source, before it is text.
struct SourceFile: Hashable {
  /// The name of the file.
  var name: String
  /// The modules it imports, in any order.
  var imports: [Import] = []
  /// What it declares, in order.
  var declarations: [Declaration] = []

  /// The import of one module.
  struct Import: Hashable {
    /// The name of the module.
    var module: String
    /// The level at which the file's declarations use it.
    var access: AccessLevel
  }
}
