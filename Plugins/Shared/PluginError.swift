/// Why a plugin failed.
enum PluginError: Error, CustomStringConvertible {
  /// The target has no model.
  case noModel(target: String)
  /// The build plugin generates the target's source in every build.
  case hasBuildPlugin(target: String)
  /// The arguments are invalid.
  case usage(String)
  /// The tool failed and has reported the error.
  case failed(target: String)

  var description: String {
    switch self {
    case .noModel(let target):
      """
      no model for target '\(target)': expected a .yml or .yaml file in the target's folder, \
      Schemas/\(target).yml, or .yml files in Schemas/\(target)/. \
      If the YAML is in the target's folder, the manifest keeps it from the plugin: \
      remove it from 'exclude:' and from 'resources:'.
      """
    case .hasBuildPlugin(let target):
      """
      target '\(target)' has the plugin RowsmithPlugin, which generates its source in every build: with committed source, too, \
      every type would be declared twice. Take RowsmithPlugin out of its 'plugins:' in the manifest, or do not commit the source.
      """
    case .usage(let text): text
    case .failed(let target): "nothing was generated for target '\(target)'"
    }
  }
}
