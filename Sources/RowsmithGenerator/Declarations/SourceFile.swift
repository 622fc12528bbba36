/// A file of Swift source, before rendering.
struct SourceFile: Equatable {
  /// The name of the file.
  var name: String
  /// The names of the modules it imports, in any order.
  var imports: [String] = []
  /// Its declarations, in order.
  var declarations: [Declaration] = []
}
