import RowsmithSchema

/// What the engine knows of one link table.
final class LinkTableMapping {
  let index: Int
  let layout: Layout.LinkTable
  let sourceNames: [String]
  let targetNames: [String]
  unowned(unsafe) let source: TableMapping
  unowned(unsafe) let target: TableMapping

  /// The relationships at its two ends; that of the target only where it is declared.
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
