import RowsmithSchema

/// How one link table is mapped.
final class LinkTableMapping {
  let index: Int
  let layout: Layout.LinkTable
  let sourceNames: [String]
  let targetNames: [String]
  unowned(unsafe) let source: TableMapping
  unowned(unsafe) let target: TableMapping

  /// The relationships at its two ends; the target's is `nil` if the model does not declare it.
  var sourceRelationship: RelationshipMapping?
  var targetRelationship: RelationshipMapping?

  init(index: Int, layout: Layout.LinkTable, source: TableMapping, target: TableMapping) {
    self.index = index
    self.layout = layout
    self.source = source
    self.target = target
    sourceNames = layout.sourceColumns.map(\.name)
    targetNames = layout.targetColumns.map(\.name)
  }

  var name: String { layout.name }
}
