/// One file of Swift source, before it is text.
struct SourceFile: Equatable {
  /// The name of the file.
  var name: String
  /// The names of the modules it imports, in any order.
  var imports: [String] = []
  /// What it declares, in order.
  var declarations: [Declaration] = []
}
