/// How the links of a to-many relationship are made and ended while a list is applied: one for each way in which they are
/// stored.
///
/// What is known of a list is in the `ItemList`; a strategy serves all lists of its relationship.
protocol LinkStrategy: AnyObject {
  /// Makes a list ready to be applied.
  func begin(_ list: ItemList)

  /// Writes the records among some items and links them, and links what the keys among them name.
  ///
  /// - Parameter parent: the record that has the list.
  func applyItems(of link: RecordBatch.Link, to list: ItemList, parent: Int) throws

  /// Links one item before its record, where it is one, is written.
  ///
  /// - Parameters:
  ///   - key: the item's key.
  ///   - isKey: whether the document gives no more than that.
  func linkAhead(_ key: [Cell], isKey: Bool, to list: ItemList) throws

  /// How a record arrives that has been linked ahead.
  func arrival(ofLinked child: Int, in list: ItemList, parent: Int, _ arrival: Arrival) -> Arrival

  /// Notes that such a record was applied.
  func noteApplied(_ child: Int, in list: ItemList) throws

  /// Has the link to a row stand though no item gives it.
  ///
  /// - Parameter row: the row with that key, where there is one.
  func keep(_ key: [Cell], row: Int64?, in list: ItemList)

  /// Ends the links to rows that are not among the items, and forgets the keys that waited in the list and are not.
  func finish(_ list: ItemList) throws

  /// The identifiers of the rows that are linked now, of an entity without a key, in their order; those without a place
  /// come last.
  func linkedIdentifiers(_ list: ItemList) throws -> [Int64]
}
