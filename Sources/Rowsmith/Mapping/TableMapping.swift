import RowsmithSchema

/// How one table is mapped.
final class TableMapping {
  let index: Int
  let layout: Layout.Table
  /// The index of each column; a record's cells have the same order.
  let slots: [String: Int]
  let columnCount: Int
  /// The columns that identify a row; empty if every record is a new row and nothing refers to it.
  let keySlots: FixedList<Int>
  /// Whether the key is the row identifier that the engine assigns.
  let hasRowIdentifier: Bool
  let entityNameSlot: Int?
  /// A name for SQLite's rowid that no column of the table has.
  let rowIDName: String
  /// Whether there is one; otherwise no mapping is created.
  let hasRowIDName: Bool
  /// Whether the key is SQLite's rowid itself.
  let isKeyedByRowID: Bool
  /// The columns in unique indexes.
  let uniqueSlots: Set<Int>
  /// To-one relationships whose columns are in this table, each once.
  var references: [RelationshipMapping] = []
  /// The same, read for every inserted row.
  private(set) var referenceSlots = FixedList<ReferenceSlot>([])
  /// The table of the records whose key is the key of this table's.
  unowned(unsafe) var keyTable: TableMapping?
  /// To-one relationships, anywhere, that refer to rows of this table.
  var referrers: [RelationshipMapping] = []
  /// Link tables with an end here.
  var links: [LinkTableMapping] = []
  /// Whether an import must track which rows the document names, because it may delete some.
  var isTracked = false
  /// Whether an import may overwrite rows whole.
  var isReplaceable = false

  init(index: Int, layout: Layout.Table) {
    self.index = index
    self.layout = layout
    let names = layout.columns.map(\.name)
    let slots = Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    self.slots = slots
    columnCount = names.count
    keySlots = FixedList(layout.key.compactMap { slots[$0] })
    uniqueSlots = Set(layout.indexes.filter(\.isUnique).flatMap(\.columns).compactMap { slots[$0] })
    hasRowIdentifier = layout.columns.contains { $0.source == .rowIdentifier }
    entityNameSlot = layout.columns.firstIndex { $0.source == .entityName }
    rowIDName = layout.rowIDName
    hasRowIDName = layout.freeRowIDName != nil
    isKeyedByRowID = keySlots.count == 1 && layout.columns[keySlots[0]].type == .integer
    sqlOnDemand = OnDemand { TableSQL(layout) }
  }

  deinit {
    keySlots.deallocate()
    referenceSlots.deallocate()
  }

  /// A to-one relationship by the first of its columns.
  struct ReferenceSlot: BitwiseCopyable {
    var slot: Int
    var isOneToOne: Bool
    /// Owned by the mapping.
    var relationship: Unmanaged<RelationshipMapping>
  }

  /// Called when every relationship knows its inverse.
  func mapReferenceSlots() {
    referenceSlots.deallocate()
    referenceSlots = FixedList(
      references.map {
        ReferenceSlot(slot: $0.slots[0], isOneToOne: $0.isOneToOne, relationship: .passUnretained($0))
      })
  }

  /// Created lazily.
  private let sqlOnDemand: OnDemand<TableSQL, Never>
  var sql: TableSQL { sqlOnDemand.get() }

  var name: String { layout.name }

  /// `"a" = ?1 AND "b" = ?2` for the key.
  func keyCondition(firstParameter: Int = 1) -> String {
    equality(layout.key, firstParameter: firstParameter)
  }
}

/// `"a" = ?1 AND "b" = ?2`.
func equality(_ columns: [String], firstParameter: Int = 1) -> String {
  columns.enumerated().map { "\(DDL.quoted($1)) = ?\($0 + firstParameter)" }.joined(separator: " AND ")
}
