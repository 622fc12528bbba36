/// Makes and removes the links of a to-many relationship while a list is applied. There is one strategy for each way links
/// are stored.
///
/// The state of a list is in the `ItemList`; a strategy serves all lists of its relationship.
protocol LinkStrategy: AnyObject {
  /// Prepares a list.
  func begin(_ list: ItemList) throws

  /// Writes and links the records among some items, and links the rows that keys among them name.
  ///
  /// - Parameter parent: the record that has the list.
  func applyItems(of link: RecordBatch.Link, to list: ItemList, parent: Int) throws

  /// Links one item before its record, if it has one, is written.
  ///
  /// - Parameters:
  ///   - key: the item's key.
  ///   - isKey: whether the document gives only the key.
  func linkAhead(_ key: [Cell], isKey: Bool, to list: ItemList) throws

  /// The arrival of a record that was linked ahead.
  func arrival(ofLinked child: Int, in list: ItemList, parent: Int, _ arrival: Arrival) -> Arrival

  /// Notes that a record linked ahead was applied.
  func noteApplied(_ child: Int, in list: ItemList) throws

  /// Keeps the link to a row though no item names it.
  ///
  /// - Parameter row: the row with the key; `nil` if there is none.
  func keep(_ key: [Cell], row: Int64?, in list: ItemList)

  /// Gives an item that is left out its place among the others, if it is linked here.
  ///
  /// - Parameter row: the row with the key; `nil` if there is none.
  func placeLeftOut(_ key: [Cell], row: Int64?, in list: ItemList) throws

  /// Removes the links to rows that are not among the items, and the list's other pending links.
  func finish(_ list: ItemList) throws

  /// The identifiers of the rows linked now, for an entity without a key, in order; rows without a position come last.
  func linkedIdentifiers(_ list: ItemList) throws -> [Int64]
}
